// SPDX-License-Identifier: MIT
// The rows of rays through a tree of axis-aligned boxes. A run is a set of rays.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tests/support/isas.h"
#include "data.h"
#include "examples/maintenance/shapes.h"
#include "examples/random.h"
#include "kinds.h"
#include "lanebox/trees.h"

// COHERENT: an eye's rays, tile by tile. INCOHERENT: rays from anywhere to anywhere. ANY: rays to a
// light from where the eye's rays hit.
enum way { COHERENT, INCOHERENT, ANY, WAYS };
static const char *const way_names[WAYS] = {
    [COHERENT] = "nearest_coherent", [INCOHERENT] = "nearest_incoherent", [ANY] = "any"};

enum { PICTURE = 256, TILE = 16 }; // pixels per side

static const size_t sides[] = {32, PICTURE}; // pixels per side: the picture's middle, or all of it

enum { SIZES = sizeof sides / sizeof *sides, RAY_FLOATS = 6 };

struct tree_rays_work {
    enum way way;
    unsigned size;
    lbx_isa isa;
};

struct set {
    float *at[RAY_FLOATS], *t_max; // origin, direction
    size_t n;
};

// --- data, made when first asked for and kept ---

static struct {
    const struct tree_rays_work *work;
    void *tree, *scratch;
    double bytes; // of the tree
    struct set sets[WAYS][SIZES];
    uint32_t *id; // the output, for each ray
    float *t;
    uint8_t *hits;
} now;

static const struct point room = {1.6, 1.6, 1.1}; // half of its sides
static const struct point eye = {.55, -1.25, -.35}, seen = {0, 0, -.6}, lamp = {1, -.8, .9};

static void *allocate(size_t bytes) {
    void *const p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) give_up("no memory for the rays");
    return p;
}

// Two links of a chain in a closed room, 50,000 triangles.
static void build(void) {
    struct model model = {0};
    const struct point x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, middle = {0, 0, 0};
    const double half[3] = {room.x, room.y, room.z};
    add_cuboid(&model, middle, half, x, y, (unsigned[]){8, 8, 8});
    add_torus(&model, sum(seen, times(-.17, x)), y, .35, .09, 192, 64);
    add_torus(&model, sum(seen, times(.17, x)), z, .35, .09, 192, 64);
    const lbx_mesh mesh = model_view(&model);
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const scratch = allocate(lbx_aabb_tree_scratch_bytes(&mesh));
    now.tree = allocate(bytes);
    now.scratch = allocate(LBX_TRACE_SCRATCH);
    const ptrdiff_t built = lbx_aabb_tree_build(&mesh, NULL, now.tree, bytes, scratch);
    if (built < 0) give_up(lbx_error_text(built));
    now.bytes = (double)built;
    const size_t most = PICTURE * PICTURE;
    now.id = allocate(most * sizeof *now.id);
    now.t = allocate(most * sizeof *now.t);
    now.hits = allocate(most / 8);
    free(scratch);
    model_free(&model);
}

static size_t trace(const struct set *set, enum way way) {
    const lbx_rays rays = {.origin = {set->at[0], set->at[1], set->at[2]},
                           .dir = {set->at[3], set->at[4], set->at[5]},
                           .t_max = set->t_max,
                           .count = set->n};
    const unsigned flags = way == INCOHERENT ? 0 : LBX_COHERENT;
    const lbx_ray_hits hits = {.id = now.id, .t = now.t};
    const ptrdiff_t found = way == ANY
                                ? lbx_aabb_tree_any(now.tree, &rays, NULL, set->n, flags, now.hits,
                                                    now.scratch, LBX_TRACE_SCRATCH)
                                : lbx_aabb_tree_nearest(now.tree, &rays, NULL, set->n, flags, &hits,
                                                        now.scratch, LBX_TRACE_SCRATCH);
    if (found < 0) give_up(lbx_error_text(found));
    return (size_t)found;
}

static void put_ray(struct set *set, size_t i, struct point from, struct point way, float t_max) {
    const double x[RAY_FLOATS] = {from.x, from.y, from.z, way.x, way.y, way.z};
    for (int k = 0; k < RAY_FLOATS; k++) set->at[k][i] = (float)x[k];
    set->t_max[i] = t_max;
}

// Ray i of the eye.
static struct point aim(size_t side, size_t i) {
    const double tangent = .42; // of half the angle of view
    const struct point forward = unit(minus(seen, eye)), up = {0, 0, 1};
    const struct point right = unit(cross(forward, up)), above = cross(right, forward);
    const size_t tile = i / (TILE * TILE), tiles = side / TILE, within = i % (TILE * TILE);
    const size_t x = tile % tiles * TILE + within % TILE, y = tile / tiles * TILE + within / TILE;
    const double middle = (double)side / 2 - .5, step = 2 * tangent / PICTURE;
    return sum(forward, sum(times(step * ((double)x - middle), right),
                            times(step * (middle - (double)y), above)));
}

static struct point anywhere(struct random *r, struct point half) {
    const double x = random_between(r, -half.x, half.x), y = random_between(r, -half.y, half.y);
    return (struct point){x, y, random_between(r, -half.z, half.z)};
}

// For ANY, now.t holds where the eye's rays hit.
static void fill(struct set *set, enum way way, size_t side) {
    for (size_t i = 0; i < set->n; i++) {
        struct random r = random_of(way, i);
        const struct point ahead = aim(side, i);
        switch (way) {
        case INCOHERENT: {
            const struct point from = anywhere(&r, times(.999, room));
            put_ray(set, i, from, anywhere(&r, (struct point){1, 1, 1}), INFINITY);
            break;
        }
        case ANY: {
            const struct point from = sum(eye, times((double)now.t[i] * .9999, ahead));
            const struct point light = anywhere(&r, (struct point){.1, .1, 0});
            put_ray(set, i, from, minus(sum(lamp, light), from), .999f);
            break;
        }
        default: put_ray(set, i, eye, ahead, INFINITY);
        }
    }
}

static struct set *set_of(enum way way, unsigned size) {
    struct set *const set = &now.sets[way][size];
    if (set->n) return set;
    if (way == ANY) trace(set_of(COHERENT, size), COHERENT);
    set->n = sides[size] * sides[size];
    for (int k = 0; k < RAY_FLOATS; k++) set->at[k] = allocate(set->n * sizeof(float));
    set->t_max = allocate(set->n * sizeof(float));
    fill(set, way, sides[size]);
    return set;
}

static void open(const void *of) {
    const struct tree_rays_work *const work = of;
    if (!now.tree) build();
    now.work = work;
    set_of(work->way, work->size);
    use_isa(work->isa);
}

static double footprint(void) {
    const size_t floats = RAY_FLOATS + 1, out = sizeof *now.id + sizeof *now.t;
    const size_t side = sides[now.work->size];
    return now.bytes + (double)(side * side * (floats * sizeof(float) + out));
}

// --- running ---

// The rays that hit, as the row finds them.
static size_t found(void) {
    return trace(set_of(now.work->way, now.work->size), now.work->way);
}

static void run(void) {
    found();
}

// The same number by the scalar table.
static size_t expected(void) {
    use_isa(LBX_ISA_SCALAR);
    const size_t all = found();
    use_isa(now.work->isa);
    return all;
}

// --- the list ---

static const struct row_kind this_kind = {open, run, found, expected, footprint};

void tree_rays_rows(void) {
    for (unsigned size = 0; size < SIZES; size++) {
        for (unsigned k = 0; k < ISAS * WAYS; k++) {
            const struct tree_rays_work work = {(enum way)(k / ISAS), size, (lbx_isa)(k % ISAS)};
            if (!lbx_isa_available(work.isa)) continue;
            struct row row = {.n = sides[size] * sides[size], .isa = work.isa, .kind = &this_kind};
            snprintf(row.name, sizeof row.name, "aabb_tree/%s/%s/%zu", way_names[work.way],
                     lbx_isa_name(work.isa), row.n);
            row_add(row, &work, sizeof work);
        }
    }
}
