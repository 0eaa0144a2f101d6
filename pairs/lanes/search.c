// SPDX-License-Identifier: MIT
// The searches of an instruction set: each seeker in turn goes down the tiles of an order to those
// that it meets, and is tested against their boxes. A tile's bounds are tested as a box is:
// rounding is monotonic, so no box is met whose tile is not.
#include "kernels/api/operand.h"
#include "kernels/math/aabb_sweep.h"
#include "kernels/math/capsule_box.h"
#include "kernels/math/frusta.h"
#include "kernels/math/ray_slabs.h"
#include "pairs/job.h"

// A capsule: what boxes and bounds are compared with are squares of distances.
struct pill {
    vf start[3], way[3];
    vf of_boxes, of_bounds;
};

// One seeker, broadcast.
struct seeker {
    struct aabb box; // a tile's bounds, or a box
    struct one_ray ray;
    bool reversed[3];          // whether the ray meets max first
    struct moving_aabb moving; // the boxes of the order rest
    struct planes planes;      // of a frustum
    struct lbx_frustum_ready frustum;
    struct pill pill;
};

// A tile is a whole number of vectors.
_Static_assert(ORDER_TILE % LANES == 0, "tile_meets and seek_entry read no part of a vector");

// What a seeker says of the entries of a tile, bit e of entry e.
struct met {
    uint32_t met, inside; // those within a frustum, whose boxes are met without a test
};

// Boxes are tested as lbx_frustum_aabb tests them. Bounds are tested by the sides alone, with three
// times the pad: a box has a class that is certain wherever its bounds have it (numerics.md).
FORCE_INLINE struct met frustum_meets(struct seeker *s, const struct aabb *box, vm there,
                                      bool bounds) {
    const vf pad = bounds ? vf_mul(vf_set(3), s->planes.pad) : s->planes.pad;
    const struct seen seen = see(false, &s->planes, pad, box->min, box->max);
    const struct sides sides = side_of_box(false, &s->planes, &seen);
    vm met = vm_and_not(there, outside_of(&sides, seen.slack));
    if (bounds) return (struct met){vm_bits(met), vm_bits(vm_and(met, sides.inside))};
    met = vm_and_not(met, vf_less(box->max[0], box->min[0])); // it is empty
    if (vm_bits(vm_and_not(met, sides.but_one)) != 0) {
        if (!s->frustum.crossed) lbx_frustum_cross(&s->frustum);
        const vm across = outside_across(false, &s->frustum, &seen);
        met = vm_and_not(met, vm_and_not(across, sides.but_one));
    }
    return (struct met){vm_bits(met), 0};
}

// Boxes are tested as lbx_capsule_aabb tests them, bounds with three times the pad and floor: no
// box is met whose bounds are not (numerics.md). Not inlined: the core is long, and there are three
// calls.
NOINLINE uint32_t pill_meets(const struct pill *pill, const struct lbx_tile *t, bool bounds) {
    uint32_t bits = 0;
    for (unsigned e = 0; e < ORDER_TILE; e += LANES) {
        vf lower[3], upper[3];
        forget(); // or the loop would be unrolled
        for (unsigned c = 0; c < 3; c++) {
            lower[c] = vf_load(t->min[c] + e);
            upper[c] = vf_load(t->max[c] + e);
        }
        const vm there = vf_at_most(lower[0], lower[0]); // entries of NaN would pass
        difference(lower, lower, pill->start);
        difference(upper, upper, pill->start);
        const vf square = segment_box_square(lower, upper, pill->way);
        const vm apart = vf_less(bounds ? pill->of_bounds : pill->of_boxes, square);
        bits |= vm_bits(vm_and_not(there, apart)) << e;
    }
    return bits;
}

// The entries of a tile that the seeker meets. `bounds`: they are not boxes, but bounds of these.
FORCE_INLINE struct met tile_meets(enum lbx_seeker kind, struct seeker *s, const struct lbx_tile *t,
                                   bool bounds) {
    uint32_t bits = 0, inside = 0;
    if (kind == SEEK_CAPSULES) return (struct met){pill_meets(&s->pill, t, bounds), 0};
    for (unsigned e = 0; e < ORDER_TILE; e += LANES) {
        struct moving_aabb other;
        struct aabb *const box = &other.box;
        for (unsigned c = 0; c < 3; c++) {
            box->min[c] = vf_load(t->min[c] + e);
            box->max[c] = vf_load(t->max[c] + e);
            other.delta[c] = vf_set(0);
        }
        if (kind == SEEK_TILES || kind == SEEK_AABBS) {
            vm all[3];
            for (unsigned c = 0; c < 3; c++) {
                all[c] = vm_and(vf_at_most(box->min[c], s->box.max[c]),
                                vf_at_most(s->box.min[c], box->max[c]));
            }
            bits |= vm_bits(vm_and(vm_and(all[0], all[1]), all[2])) << e;
            continue;
        }
        // Entries of NaN would pass: these compare false with themselves.
        const vm there = vf_at_most(box->min[0], box->min[0]);
        if (kind == SEEK_FRUSTA) {
            const struct met some = frustum_meets(s, box, there, bounds);
            bits |= some.met << e;
            inside |= some.inside << e;
        } else if (kind == SEEK_RAYS) {
            struct corners corners;
            for (unsigned c = 0; c < 3; c++) {
                corners.near[c] = s->reversed[c] ? box->max[c] : box->min[c];
                corners.far[c] = s->reversed[c] ? box->min[c] : box->max[c];
            }
            bits |= vm_bits(vm_and_not(there, one_ray_apart(false, &s->ray, &corners))) << e;
        } else {
            bits |= vm_bits(vm_and_not(there, aabb_aabb_sweep_apart(false, &s->moving, &other)))
                    << e;
        }
    }
    return (struct met){bits, inside};
}

// All entries of a tile but empty ones.
FORCE_INLINE uint32_t tile_has(const struct lbx_tile *t) {
    uint32_t bits = 0;
    for (unsigned e = 0; e < ORDER_TILE; e += LANES) {
        const vf min = vf_load(t->min[0] + e), max = vf_load(t->max[0] + e);
        bits |= vm_bits(vm_and_not(vf_at_most(min, min), vf_less(max, min))) << e;
    }
    return bits;
}

// Makes an entry of a tile the seeker.
FORCE_INLINE void seek_entry(struct seeker *s, const struct lbx_tile *t, size_t entry) {
    for (unsigned c = 0; c < 3; c++) {
        s->box.min[c] = vf_set(t->min[c][entry]);
        s->box.max[c] = vf_set(t->max[c][entry]);
    }
}

// Whether a ray may meet anything: origin and direction are finite, and no end of the range is a
// NaN. An inverse is infinite for a direction of 0, and 0 for an infinite one.
FORCE_INLINE bool is_finite(const float *ray, unsigned given) {
    bool finite = !(given & RAY_T_MIN && isnan(ray[RAY_AT_T_MIN])) &&
                  !(given & RAY_T_MAX && isnan(ray[RAY_AT_T_MAX]));
    for (unsigned c = 0; c < 3; c++) {
        const float d = ray[3 + c];
        finite = finite && isfinite(ray[c]) && (given & RAY_INVERSE ? d < 0 || 0 < d : isfinite(d));
    }
    return finite;
}

enum { PILL_RADIUS = 6 }; // of a capsule's floats
#define PILL_RANGE 0x1p60f

// Bounds say nothing of a capsule that is not within the range: what the test says of boxes then
// may be anything.
NOINLINE void seek_capsule(struct pill *pill, const struct lbx_operand *o, size_t i) {
    float at[capsule_floats];
    vf end[3];
    bool within = true;
    for (unsigned k = 0; k < capsule_floats; k++) {
        forget();
        at[k] = operand_float(o, k, i);
        within = within && fabsf(at[k]) <= PILL_RANGE;
    }
    for (unsigned c = 0; c < 3; c++) {
        pill->start[c] = vf_set(at[c]);
        end[c] = vf_set(at[3 + c]);
    }
    difference(pill->way, end, pill->start);
    const vf radius = vf_set(at[PILL_RADIUS]), length = l1_norm(pill->way);
    const vf more = vf_add(radius, vf_set(2 * CAPSULE_FLOOR));
    pill->of_boxes = padded_square(radius, length, CAPSULE_AABB_PAD);
    pill->of_bounds = padded_square(more, length, 3 * CAPSULE_AABB_PAD);
    if (!within) pill->of_bounds = vf_set(INFINITY);
}

FORCE_INLINE void seek_item(enum lbx_seeker kind, struct seeker *s, const struct lbx_operand *o,
                            size_t i) {
    if (kind == SEEK_CAPSULES) {
        seek_capsule(&s->pill, o, i);
        return;
    }
    if (kind == SEEK_FRUSTA) {
        lbx_frustum_prepare(&s->frustum, o, i);
        set_planes(&s->planes, &s->frustum);
        return;
    }
    if (kind == SEEK_RAYS) {
        float ray[ray_floats];
        union lanes lanes;
        const unsigned given = operand_ray(o, i, ray);
        ray_aabb_prepare(FORM_PLAIN, ray, given, &lanes, s->reversed);
        s->ray = lanes.one_ray;
        if (!is_finite(ray, given)) s->ray.t_high = vf_set(-INFINITY);
        return;
    }
    for (unsigned c = 0; c < 3; c++) {
        const float min = operand_float(o, c, i), max = operand_float(o, AABB_MAX + c, i);
        s->moving.box.min[c] = vf_set(min);
        s->moving.box.max[c] = vf_set(max);
        // A NaN proves nothing, and neither does an end beyond all others: see struct lbx_tile.
        s->box.min[c] = vf_set(min == min ? min : -INFINITY);
        s->box.max[c] = vf_set(max == max ? max : INFINITY);
        if (kind == SEEK_SWEEPS) s->moving.delta[c] = vf_set(operand_float(o + JOB_MOTIONS, c, i));
    }
    if (operand_float(o, AABB_MAX, i) < AABB_LEAST_END) s->box.min[0] = s->box.max[0] = vf_set(NAN);
}

static inline uint32_t word_of(const uint32_t *words, size_t stride, uint32_t item) {
    return words ? *(const uint32_t *)((const char *)words + item * stride) : UINT32_MAX;
}

FORCE_INLINE bool may_meet(const struct lbx_job *job, lbx_pair p) {
    const lbx_filter *const f = &job->a_filter, *const g = &job->b_filter;
    return (word_of(f->category, f->stride, p.a) & word_of(g->mask, g->stride, p.b)) != 0 &&
           (word_of(g->category, g->stride, p.b) & word_of(f->mask, f->stride, p.a)) != 0;
}

// Keeps the pairs that the filters let meet.
static size_t filter_pairs(const struct lbx_job *job, lbx_pair *pairs, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const lbx_pair p = pairs[i];
        pairs[kept] = p;
        kept += may_meet(job, p);
    }
    return kept;
}

enum { TILE_PAIRS = ORDER_TILE * ORDER_TILE }; // of two tiles, at most

typedef uint16_t tile_bits; // a bit an entry
enum { FOUR = 4 };          // so many are looked at together
_Static_assert(8 * sizeof(tile_bits) == ORDER_TILE, "another tile needs another tile_bits");
_Static_assert(FOUR *ORDER_TILE == 64, "and another number of them in a word of 64 bits");

FORCE_INLINE uint64_t join_four(const tile_bits *x) {
    return x[0] | (uint64_t)x[1] << ORDER_TILE | (uint64_t)x[2] << 2 * ORDER_TILE |
           (uint64_t)x[3] << 3 * ORDER_TILE;
}

// The pairs of a tile with some tiles of one node of b, tile by tile and row by row; of a tile with
// itself, those above the diagonal. First it finds all rows that meet a tile, then what these meet
// there, then the pairs, four rows or tiles a loop: each loop ends with an unpredictable branch,
// and one for each row costs as much as the row.
FORCE_INLINE size_t tile_pairs(const struct lbx_job *job, size_t ta, size_t node, uint32_t tiles,
                               lbx_pair *out) {
    const struct lbx_order *const a = job->a, *const b = job->b;
    const struct lbx_tile *const rows = &a->level[0][ta];
    const struct lbx_tile *const columns = &b->level[0][ORDER_TILE * node];
    const uint32_t *const row_id = a->id + ORDER_TILE * ta;
    const uint32_t *const id = b->id + ORDER_TILE * ORDER_TILE * node;
    const bool one_set = job->one_set;
    const size_t itself = one_set ? ta - ORDER_TILE * node : SIZE_MAX; // among the node's tiles
    uint8_t tile_met[ORDER_TILE], met[TILE_PAIRS][2];
    tile_bits rows_met[ORDER_TILE + FOUR], columns_met[TILE_PAIRS + FOUR];
    size_t tile_count = 0, count = 0, found = 0;
    struct seeker s;
    for (; tiles; tiles &= tiles - 1) {
        const unsigned tile = (unsigned)__builtin_ctz(tiles);
        seek_entry(&s, &b->level[1][node], tile);
        const uint32_t bits = tile_meets(SEEK_TILES, &s, rows, false).met;
        rows_met[tile_count] = (tile_bits)bits;
        tile_met[tile_count] = (uint8_t)tile;
        tile_count += bits != 0;
    }
    memset(rows_met + tile_count, 0, FOUR * sizeof *rows_met);
    for (size_t k = 0; k < tile_count; k += FOUR) {
        for (uint64_t left = join_four(rows_met + k); left; left &= left - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(left), row = bit % ORDER_TILE;
            const unsigned tile = tile_met[k + bit / ORDER_TILE];
            seek_entry(&s, rows, row);
            uint32_t bits = tile_meets(SEEK_TILES, &s, &columns[tile], false).met;
            bits &= tile == itself ? UINT32_MAX << row << 1 : UINT32_MAX;
            columns_met[count] = (tile_bits)bits;
            met[count][0] = (uint8_t)row;
            met[count][1] = (uint8_t)tile;
            count += bits != 0;
        }
    }
    memset(columns_met + count, 0, FOUR * sizeof *columns_met);
    for (size_t k = 0; k < count; k += FOUR) {
        for (uint64_t left = join_four(columns_met + k); left; left &= left - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(left);
            const uint8_t *const pair = met[k + bit / ORDER_TILE];
            const uint32_t i = row_id[pair[0]], j = id[ORDER_TILE * pair[1] + bit % ORDER_TILE];
            const bool ordered = !one_set || i < j;
            out[found++] = (lbx_pair){ordered ? i : j, ordered ? j : i};
        }
    }
    return found;
}

// Where a search of a tree for one box is: the node on each level, and which of its entries are
// still to be entered.
struct descent {
    unsigned level;
    uint32_t left[ORDER_LEVELS];
    uint32_t inside[ORDER_LEVELS]; // entries of which all is met, if they are not boxes
    size_t node[ORDER_LEVELS];
};

// Enters a node: whole, if all of it is met.
FORCE_INLINE void enter(enum lbx_seeker kind, struct seeker *s, const struct lbx_order *b,
                        struct descent *d, size_t node, bool whole, uint32_t wanted) {
    const struct lbx_tile *const t = &b->level[d->level][node];
    const struct met met = kind == SEEK_FRUSTA && whole ? (struct met){tile_has(t), UINT32_MAX}
                                                        : tile_meets(kind, s, t, true);
    d->node[d->level] = node;
    d->left[d->level] = met.met & wanted;
    if (kind == SEEK_FRUSTA) d->inside[d->level] = met.inside;
}

// Bits of the entries of a node that lead to tile `first` or later ones.
FORCE_INLINE uint32_t entries_from(size_t node, unsigned level, size_t first) {
    const size_t entry = first >> ORDER_TILE_BITS * (level - 1);
    return node == entry / ORDER_TILE ? UINT32_MAX << entry % ORDER_TILE : UINT32_MAX;
}

// The pairs of a seeker with a tile of b from place->given on, as many as there is room for, or all
// without `out`. Returns whether that was all. For tiles, `given` counts pairs before any filter;
// for items, it is an entry of the tile: a filter or a ray's t_max may change from call to call.
FORCE_INLINE bool give(enum lbx_seeker kind, struct seeker *s, bool whole,
                       const struct lbx_job *job, struct lbx_place *place, lbx_pair *out,
                       size_t *found, size_t room) {
    const size_t node = place->b / ORDER_TILE, tile = place->b % ORDER_TILE;
    const uint32_t *const id = job->b->id + ORDER_TILE * place->b;
    lbx_pair pairs[TILE_PAIRS];
    size_t all = ORDER_TILE;
    uint32_t bits = UINT32_MAX;
    if (kind == SEEK_TILES)
        all = tile_pairs(job, place->a, node, UINT32_C(1) << tile, pairs);
    else if (kind == SEEK_FRUSTA && whole)
        bits = tile_has(&job->b->level[0][place->b]);
    else
        bits = tile_meets(kind, s, &job->b->level[0][place->b], false).met;
    for (; place->given < all; place->given++) {
        if (out && *found == room) return false; // whatever a filter says of the pairs to come
        lbx_pair pair;
        if (kind == SEEK_TILES)
            pair = pairs[place->given];
        else
            pair = (lbx_pair){(uint32_t)place->a, id[place->given]};
        if (kind != SEEK_TILES && !(bits >> place->given & 1)) continue;
        if (job->filtered && !may_meet(job, pair)) continue;
        if (out) out[*found] = pair;
        ++*found;
    }
    return true;
}

FORCE_INLINE size_t seek(enum lbx_seeker kind, const struct lbx_job *job, struct lbx_place *place,
                         lbx_pair *out, size_t room) {
    const struct lbx_order *const b = job->b;
    uint64_t tests_left = job->budget;
    size_t found = 0;
    for (; place->a < job->stop; place->a++, place->b = 0) {
        if (tests_left == 0) return found;
        struct seeker s;
        if (kind == SEEK_TILES)
            seek_entry(&s, &job->a->level[1][place->a / ORDER_TILE], place->a % ORDER_TILE);
        else
            seek_item(kind, &s, job->operand, place->a);
        const size_t first = job->one_set && place->a > place->b ? place->a : place->b;
        struct descent d = {.level = b->top};
        enter(kind, &s, b, &d, 0, false, entries_from(0, d.level, first));
        tests_left--;
        for (;;) {
            while (!d.left[d.level] && d.level < b->top) d.level++;
            if (!d.left[d.level]) break;
            const size_t node = d.node[d.level];
            const unsigned entry = (unsigned)__builtin_ctz(d.left[d.level]);
            const size_t child = ORDER_TILE * node + entry;
            const bool whole = kind == SEEK_FRUSTA && d.inside[d.level] >> entry & 1;
            if (d.level > 1) {
                if (tests_left == 0) {
                    place->b = child << ORDER_TILE_BITS * (d.level - 1);
                    place->given = 0;
                    return found;
                }
                tests_left--;
                d.left[d.level] &= d.left[d.level] - 1;
                d.level--;
                enter(kind, &s, b, &d, child, whole, entries_from(child, d.level, first));
                continue;
            }
            if (child != place->b) place->given = 0;
            place->b = child;
            // Write pairs straight to `out` if there is room for as many as there may be.
            const size_t tiles = (size_t)__builtin_popcount(d.left[1]);
            if (kind == SEEK_TILES && out && room - found >= TILE_PAIRS * tiles &&
                tests_left >= tiles && !place->given) {
                tests_left -= tiles;
                size_t all = tile_pairs(job, place->a, node, d.left[1], out + found);
                if (job->filtered) all = filter_pairs(job, out + found, all);
                found += all;
                d.left[1] = 0;
                continue;
            }
            if (tests_left == 0) return found;
            tests_left--;
            d.left[1] &= d.left[1] - 1;
            if (!give(kind, &s, whole, job, place, out, &found, room)) return found;
        }
        place->given = 0;
    }
    return found;
}

#define SEARCH(name, kind)                                                                         \
    static size_t name(const struct lbx_job *job, struct lbx_place *place, lbx_pair *out,          \
                       size_t room) {                                                              \
        return seek(kind, job, place, out, room);                                                  \
    }

SEARCH(search_tiles, SEEK_TILES)
SEARCH(search_aabbs, SEEK_AABBS)
SEARCH(search_rays, SEEK_RAYS)
SEARCH(search_sweeps, SEEK_SWEEPS)
SEARCH(search_frusta, SEEK_FRUSTA)
SEARCH(search_capsules, SEEK_CAPSULES)

const struct lbx_search_entry EXPORTED(search) = {
    {search_tiles, search_aabbs, search_rays, search_sweeps, search_frusta, search_capsules}};
