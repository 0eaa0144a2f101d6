// SPDX-License-Identifier: MIT
// Which triangles go together: splits by surface area, Goldsmith and Salmon 1987, with bins, Wald
// 2007, of triangles' bounds along x, y and z.
//
// A node's parts are split in two, the one of the largest surface first, until there are eight
// parts or all are leaves. Of up to EXHAUSTIVE triangles, eight leaves' worth, each part is a
// multiple of a leaf, so that all leaves but one are full.
//
// Trees of oriented boxes then split leaves in what room a node has left, where two boxes have less
// surface than the one: four large triangles in a leaf are a fat box that every other one meets.
//
// No node but the root's has fewer than nine triangles: a part of at most eight that remains when a
// node is full becomes a leaf. With B nodes without nodes below and I others, each of which has
// eight children, the triangles are at least 9 B, and one for each of the 8 I - (B + I - 1) leaves
// of the latter: the nodes are at most a seventh of the triangles.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "kernels/lanes/base.h"
#include "split.h"
#include "volumes/mesh.h"

enum {
    BINS = 16,
    EXHAUSTIVE = TREE_WIDTH * LBX_LEAF,
    STEEP = TREE_LEVELS / 2 // nodes this far down are split in halves: 28 levels suffice for that
};

// x, y, z and an ignored fourth in one vector; or three vectors of one lane.
enum { SIDES = LANES < 4 ? 3 : 1 };
_Static_assert(LANES == 1 || LANES == 4, "the lanes of the base line");

struct bounds {
    vf min[SIDES], max[SIDES];
};

static struct bounds nothing(void) {
    struct bounds b;
    for (int k = 0; k < SIDES; k++) {
        b.min[k] = vf_set(INFINITY);
        b.max[k] = vf_set(-INFINITY);
    }
    return b;
}

static inline void add_bounds(struct bounds *b, const struct bounds *other) {
    for (int k = 0; k < SIDES; k++) {
        b->min[k] = vf_min(other->min[k], b->min[k]);
        b->max[k] = vf_max(other->max[k], b->max[k]);
    }
}

static inline struct bounds bounds_of(const struct lbx_tree_item *item) {
    struct bounds b;
    for (int k = 0; k < SIDES; k++) {
        b.min[k] = vf_load(item->min + k * LANES);
        b.max[k] = vf_load(item->max + k * LANES);
    }
    return b;
}

// Half the surface; products of doubles of lengths up to 2^59.
static inline double surface(const struct bounds *b) {
    float min[4], max[4];
    double side[3];
    for (int k = 0; k < SIDES; k++) {
        vf_store(min + k * LANES, b->min[k]);
        vf_store(max + k * LANES, b->max[k]);
    }
    for (int c = 0; c < 3; c++) side[c] = (double)max[c] - (double)min[c];
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

static float twice_middle(const struct lbx_tree_item *item, int c) {
    return item->min[c] + item->max[c];
}

// Of equal middles the lower number comes first, so the order depends on no other call.
static bool comes_before(const struct lbx_tree_item *a, const struct lbx_tree_item *b, int c) {
    const float x = twice_middle(a, c), y = twice_middle(b, c);
    return x < y || (x == y && a->id < b->id);
}

struct range {
    size_t begin, end;
    double surface;
};

static struct range range_of(const struct lbx_tree_item *item, size_t begin, size_t end) {
    struct bounds all = nothing();
    for (size_t i = begin; i < end; i++) {
        const struct bounds b = bounds_of(&item[i]);
        add_bounds(&all, &b);
    }
    return (struct range){begin, end, surface(&all)};
}

struct lbx_tree_item lbx_tree_item_of(const struct lbx_piece *piece, size_t triangle) {
    struct lbx_tree_item item = {.id = (uint32_t)triangle};
    for (int c = 0; c < 3; c++) {
        const float x = *corner_float(piece, 3 * triangle, c),
                    y = *corner_float(piece, 3 * triangle + 1, c),
                    z = *corner_float(piece, 3 * triangle + 2, c);
        item.min[c] = fminf(x, fminf(y, z));
        item.max[c] = fmaxf(x, fmaxf(y, z));
    }
    return item;
}

// --- many triangles: bins ---

struct bin {
    struct bounds bounds;
    size_t count;
};

struct cut {
    int axis; // -1: none
    unsigned bin;
    float low, per_bin;
    double cost;
};

// The best cut across one axis, if it is better than `best`.
static void cut_axis(const struct bin bin[BINS], struct cut cut, struct cut *best) {
    double above[BINS]; // the cost of bin k and those behind it
    struct bounds bounds = nothing();
    size_t count = 0;
    for (unsigned k = BINS; --k > 0;) {
        count += bin[k].count;
        add_bounds(&bounds, &bin[k].bounds);
        above[k] = count ? surface(&bounds) * (double)count : INFINITY;
    }
    bounds = nothing();
    count = 0;
    for (unsigned k = 1; k < BINS; k++) {
        count += bin[k - 1].count;
        add_bounds(&bounds, &bin[k - 1].bounds);
        if (count == 0) continue;
        cut.cost = surface(&bounds) * (double)count + above[k];
        cut.bin = k;
        if (cut.cost < best->cost) *best = cut;
    }
}

static void swap_items(struct lbx_tree_item *a, struct lbx_tree_item *b) {
    const struct lbx_tree_item x = *a;
    *a = *b;
    *b = x;
}

static size_t multiple_of(size_t n, size_t leaf) {
    return n < leaf ? leaf : n - n % leaf;
}

// Moves the `n` of the items from `low` to `high` that are farthest along the axis to their end, or
// those farthest back to their begin.
static void move_last(struct lbx_tree_item *item, size_t low, size_t high, size_t n, int axis,
                      bool forward) {
    for (; n > 0; n--) {
        size_t best = low;
        for (size_t i = low + 1; i < high; i++) {
            if (comes_before(&item[best], &item[i], axis) == forward) best = i;
        }
        if (forward)
            swap_items(&item[best], &item[--high]);
        else
            swap_items(&item[best], &item[low++]);
    }
}

// Moves the cut so that the first part is a multiple of a leaf: a few of the items nearest to the
// cut go over to the other side.
static size_t whole_leaves(struct lbx_tree_item *item, size_t begin, size_t middle, size_t end,
                           int axis, size_t leaf) {
    const size_t over = (middle - begin) % leaf, lacking = leaf - over;
    if (over == 0) return middle;
    if (middle - begin > over && (over <= lacking || end - middle <= lacking)) {
        move_last(item, begin, middle, over, axis, true);
        return middle - over;
    }
    move_last(item, middle, end, lacking, axis, false);
    return middle + lacking;
}

// The bounds of twice the middles.
static void middles_of(const struct lbx_tree_item *item, size_t begin, size_t end, float min[4],
                       float max[4]) {
    struct bounds middles = nothing();
    for (size_t i = begin; i < end; i++) {
        const struct bounds b = bounds_of(&item[i]);
        struct bounds m;
        for (int k = 0; k < SIDES; k++) m.min[k] = m.max[k] = vf_add(b.min[k], b.max[k]);
        add_bounds(&middles, &m);
    }
    for (int k = 0; k < SIDES; k++) {
        vf_store(min + k * LANES, middles.min[k]);
        vf_store(max + k * LANES, middles.max[k]);
    }
}

// The cuts across all three axes; their bins divide the range of the middles.
static void cuts_across(const struct lbx_tree_item *item, size_t begin, size_t end,
                        struct cut cut[3]) {
    float min[4], max[4];
    middles_of(item, begin, end, min, max);
    for (int c = 0; c < 3; c++) {
        cut[c] = (struct cut){.axis = c, .low = min[c], .per_bin = (float)BINS / (max[c] - min[c])};
        if (!(cut[c].per_bin <= 0x1p100f)) cut[c].per_bin = 0; // all in one bin
    }
}

// In bins, counted from the lowest middle.
static inline float place_of(const struct lbx_tree_item *item, const struct cut *cut) {
    return (twice_middle(item, cut->axis) - cut->low) * cut->per_bin;
}

static inline unsigned bin_of(const struct lbx_tree_item *item, const struct cut *cut) {
    const float at = place_of(item, cut);
    return at < (float)BINS ? (unsigned)at : BINS - 1;
}

// Moves the items of the bins below a cut's to the front; returns where the others begin. Every
// item is swapped: skipping those that need not be takes an unpredictable branch.
static size_t part_items(struct lbx_tree_item *item, size_t begin, size_t end,
                         const struct cut *cut) {
    size_t low = begin;
    for (size_t i = begin; i < end; i++) {
        const struct lbx_tree_item x = item[i];
        item[i] = item[low];
        item[low] = x;
        low += place_of(&x, cut) < (float)cut->bin;
    }
    return low;
}

// The order of keys is that of the middles.
static uint32_t key_of(const struct lbx_tree_item *item, int axis) {
    const float x = twice_middle(item, axis);
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits ^ (bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31);
}

// Splits in halves along the axis on which the middles extend farthest. This leaves a few levels of
// nodes whatever the triangles; of sizes that differ by powers of ten it halves the powers.
static size_t split_halves(struct lbx_tree_item *item, size_t begin, size_t end, size_t leaf) {
    enum { DIGITS = 256 };
    const size_t half = multiple_of((end - begin) / 2, leaf);
    float min[4], max[4];
    int axis = 0;
    middles_of(item, begin, end, min, max);
    for (int c = 1; c < 3; c++) {
        if (max[c] - min[c] > max[axis] - min[axis]) axis = c;
    }

    // the key that `half` items come before, digit by digit
    uint32_t key = 0;
    size_t before = half; // of the items that have these digits
    for (int shift = 24; shift >= 0; shift -= 8) {
        size_t count[DIGITS] = {0};
        unsigned digit = 0;
        for (size_t i = begin; i < end; i++) {
            const uint32_t other = key_of(&item[i], axis);
            if ((other ^ key) >> shift < DIGITS) count[other >> shift & (DIGITS - 1)]++;
        }
        while (before >= count[digit]) before -= count[digit++];
        key |= (uint32_t)digit << shift;
    }

    // lower keys first, then equal ones
    size_t low = begin;
    for (int equal = 0; equal < 2; equal++) {
        for (size_t i = low; i < end; i++) {
            const uint32_t other = key_of(&item[i], axis);
            if (equal ? other == key : other < key) swap_items(&item[i], &item[low++]);
        }
    }
    return begin + half;
}

static __attribute__((noinline)) size_t split_many(struct lbx_tree_item *item, size_t begin,
                                                   size_t end, size_t leaf) {
    struct cut best = {.axis = -1, .cost = INFINITY}, cut[3];
    struct bin bin[3][BINS];
    cuts_across(item, begin, end, cut);
    for (int c = 0; c < 3; c++) {
        for (unsigned k = 0; k < BINS; k++) bin[c][k] = (struct bin){nothing(), 0};
    }
    for (size_t i = begin; i < end; i++) {
        const struct bounds bounds = bounds_of(&item[i]);
        for (int c = 0; c < 3; c++) {
            struct bin *const b = &bin[c][bin_of(&item[i], &cut[c])];
            add_bounds(&b->bounds, &bounds);
            b->count++;
        }
    }
    for (int c = 0; c < 3; c++) cut_axis(bin[c], cut[c], &best);
    if (best.axis < 0) return split_halves(item, begin, end, leaf);
    const size_t low = part_items(item, begin, end, &best);
    return leaf > 1 ? whole_leaves(item, begin, low, end, best.axis, leaf) : low;
}

// --- few triangles: every multiple of a leaf ---

// Copies items in the order of comes_before: an item's place is the number of items before it.
static void sort_items(const struct lbx_tree_item *item, size_t n, int c,
                       struct lbx_tree_item *sorted) {
    float middle[EXHAUSTIVE];
    int32_t id[EXHAUSTIVE];
    for (size_t i = 0; i < n; i++) {
        middle[i] = twice_middle(&item[i], c);
        id[i] = (int32_t)item[i].id;
    }
    for (size_t i = 0; i < n; i++) {
        const float x = middle[i];
        const int32_t number = id[i];
        int32_t before = 0;
        for (size_t k = 0; k < n; k++)
            before += (middle[k] < x) | ((middle[k] == x) & (id[k] < number));
        sorted[before] = item[i];
    }
}

static __attribute__((noinline)) size_t split_few(struct lbx_tree_item *item, size_t begin,
                                                  size_t end, size_t leaf) {
    struct lbx_tree_item sorted[EXHAUSTIVE];
    const size_t n = end - begin;
    double least = INFINITY, above[EXHAUSTIVE];
    size_t best = leaf;
    for (int c = 0; c < 3; c++) {
        sort_items(item + begin, n, c, sorted);
        struct bounds bounds = nothing(), next;
        for (size_t i = n; --i > 0;) {
            next = bounds_of(&sorted[i]);
            add_bounds(&bounds, &next);
            if (i % leaf == 0) above[i] = surface(&bounds) * (double)(n - i);
        }
        bounds = nothing();
        bool better = false;
        for (size_t i = 1; i < n; i++) {
            next = bounds_of(&sorted[i - 1]);
            add_bounds(&bounds, &next);
            if (i % leaf != 0) continue;
            const double cost = surface(&bounds) * (double)i + above[i];
            if (!(cost < least)) continue;
            least = cost;
            best = i;
            better = true;
        }
        if (better) memcpy(item + begin, sorted, n * sizeof *sorted);
    }
    return begin + best;
}

// --- splits that another tree made ---

// Splits where that tree did first, among equals nearest to the middle, and then at the nearest
// whole leaf.
static size_t split_ranked(const uint32_t *rank, size_t begin, size_t end, size_t leaf) {
    const size_t n = end - begin;
    size_t best = begin + 1;
    for (size_t i = begin + 2; i < end; i++) {
        const size_t off = i - begin < end - i ? end - i : i - begin;
        const size_t best_off = best - begin < end - best ? end - best : best - begin;
        if (rank[i] < rank[best] || (rank[i] == rank[best] && off < best_off)) best = i;
    }
    const size_t nearest = (best - begin + leaf / 2) / leaf * leaf;
    const size_t last = (n - 1) / leaf * leaf; // the last one that leaves an item
    return begin + (nearest < leaf ? leaf : nearest > last ? last : nearest);
}

// --- nodes ---

struct maker {
    struct lbx_splits *job;
    size_t done;
    bool stopped;
};

static uint32_t *children_of(const struct lbx_splits *job, uint32_t number) {
    return (uint32_t *)(void *)(job->node + number * job->step + job->child);
}

static size_t split(const struct lbx_splits *job, const struct range *r, unsigned level) {
    const size_t n = r->end - r->begin, leaf = job->full ? job->leaf : 1;
    if (level > STEEP && job->rank) return r->begin + multiple_of(n / 2, leaf);
    if (level > STEEP) return split_halves(job->item, r->begin, r->end, leaf);
    if (n <= EXHAUSTIVE) return split_few(job->item, r->begin, r->end, job->leaf);
    if (job->rank) return split_ranked(job->rank, r->begin, r->end, job->leaf);
    return split_many(job->item, r->begin, r->end, leaf);
}

// The part with the largest surface that is no leaf; `parts` if all are leaves.
static unsigned widest(const struct range *part, unsigned parts, size_t leaf) {
    unsigned found = parts;
    for (unsigned k = 0; k < parts; k++) {
        if (part[k].end - part[k].begin <= leaf) continue;
        if (found == parts || part[k].surface > part[found].surface) found = k;
    }
    return found;
}

// A leaf in two, and how much less surface both have than the one. A single triangle saves nothing:
// the surface of what is left is infinite.
struct halves {
    struct range part[2];
    double saved;
};

static struct halves halves_of(const struct lbx_splits *job, const struct range *r) {
    struct halves h;
    const size_t middle = split_few(job->item, r->begin, r->end, 1);
    h.part[0] = range_of(job->item, r->begin, middle);
    h.part[1] = range_of(job->item, middle, r->end);
    h.saved = r->surface - h.part[0].surface - h.part[1].surface;
    return h;
}

// Splits leaves while there are fewer than eight, first the one that saves most; returns how many
// there are.
static unsigned split_leaves(const struct lbx_splits *job, struct range part[TREE_WIDTH],
                             unsigned parts) {
    struct halves halves[TREE_WIDTH];
    for (unsigned k = 0; k < parts && parts < TREE_WIDTH; k++) halves[k] = halves_of(job, &part[k]);
    for (; parts < TREE_WIDTH; parts++) {
        unsigned k = 0;
        for (unsigned i = 1; i < parts; i++) {
            if (halves[i].saved > halves[k].saved) k = i;
        }
        if (!(halves[k].saved > 0)) break;
        memmove(&part[k + 2], &part[k + 1], (parts - k - 1) * sizeof *part);
        memcpy(&part[k], halves[k].part, sizeof halves[k].part);
        memmove(&halves[k + 2], &halves[k + 1], (parts - k - 1) * sizeof *halves);
        for (unsigned i = k; i < k + 2; i++) halves[i] = halves_of(job, &part[i]);
    }
    return parts;
}

// Makes a node of a range and those below it; returns its number. Parts stay in the order of their
// triangles, and a node comes before those below it.
static uint32_t make_node(struct maker *m, struct range range, unsigned level) {
    struct lbx_splits *const job = m->job;
    const uint32_t number = job->nodes++;
    struct range part[TREE_WIDTH] = {range};
    unsigned parts = 1;
    while (parts < TREE_WIDTH) {
        const unsigned k = widest(part, parts, job->leaf);
        if (k == parts) break;
        const size_t middle = split(job, &part[k], level);
        memmove(&part[k + 2], &part[k + 1], (parts++ - k - 1) * sizeof *part);
        part[k + 1] = range_of(job->item, middle, part[k].end);
        part[k] = range_of(job->item, part[k].begin, middle);
    }
    if (!job->full) parts = split_leaves(job, part, parts);
    if (level >= job->levels) job->levels = level + 1;
    memset(job->node + number * job->step, 0, job->step);
    for (unsigned k = 0; k < parts && !m->stopped; k++) {
        const size_t count = part[k].end - part[k].begin;
        if (count > LBX_LEAF_MAX) {
            children_of(job, number)[k] = make_node(m, part[k], level + 1);
            continue;
        }
        children_of(job, number)[k] = leaf_of(part[k].begin, count);
        m->done += count;
    }
    if (job->progress && !m->stopped)
        m->stopped = job->progress(job->context, m->done, job->n) != 0;
    return number;
}

bool lbx_tree_split(struct lbx_splits *job) {
    const size_t n = job->n;
    struct maker m = {job, 0, false};
    memset(job->node, 0, job->step);
    job->nodes = job->levels = 1;
    children_of(job, 0)[0] = leaf_of(0, n <= LBX_LEAF_MAX ? n : 1);
    if (n > LBX_LEAF_MAX) children_of(job, 0)[0] = make_node(&m, range_of(job->item, 0, n), 1);
    return !m.stopped;
}
