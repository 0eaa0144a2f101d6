// SPDX-License-Identifier: MIT
// Rays and meshes that make other searches visit everything. Comparisons are counted, not timed.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "lanes/comparing.h"
#include "searches.h"
#include "tables.h"
#include "trees/aabb_tree.h"

enum { SOME_RAYS = 512, FLOATS = 8 };

// Triangles without shared vertices, and their tree.
struct scene_of_rays {
    float (*vertex)[3];
    size_t n;
    void *tree;
};

static void build(struct scene_of_rays *s) {
    const lbx_mesh mesh = lbx_mesh_of(s->vertex[0], 3 * s->n, sizeof *s->vertex, NULL, s->n);
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const scratch = memory_of(lbx_aabb_tree_scratch_bytes(&mesh));
    s->tree = memory_of(bytes);
    expect(lbx_aabb_tree_build(&mesh, NULL, s->tree, bytes, scratch) > 0, "built");
    free(scratch);
}

static void drop(struct scene_of_rays *s) {
    free(s->vertex);
    free(s->tree);
}

struct some_rays {
    float at[SOME_RAYS][FLOATS]; // origin, direction, t_min, t_max
};

// The ways in which rays are traced.
enum way { STREAMS, PACKETS, ANY, ALL, WAYS };
static const char *const way_names[WAYS] = {"streams", "packets", "any", "all"};

// Comparisons per ray.
static double work_of(const struct scene_of_rays *s, const struct some_rays *rays, enum way way) {
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    lbx_rays view = lbx_rays_of(rays->at[0], rays->at[0] + 3, SOME_RAYS, sizeof rays->at[0]);
    lbx_ray_cursor cursor = {0};
    ptrdiff_t found = 0;
    view.t_min = rays->at[0] + 6;
    view.t_max = rays->at[0] + 7;
    table_use(&table_comparing);
    compared = compared_less = 0;
    switch (way) {
    case ALL:
        found = lbx_aabb_tree_all(s->tree, &view, NULL, SOME_RAYS, 0, &cursor, NULL, 0);
        break;
    case ANY:
        found =
            lbx_aabb_tree_any(s->tree, &view, NULL, SOME_RAYS, 0, NULL, scratch, sizeof scratch);
        break;
    default:
        found =
            lbx_aabb_tree_nearest(s->tree, &view, NULL, SOME_RAYS,
                                  way == PACKETS ? LBX_COHERENT : 0, NULL, scratch, sizeof scratch);
    }
    expect(found >= 0, "%s", lbx_error_text(found));
    return (double)(compared + compared_less) / SOME_RAYS;
}

// --- rays that go nowhere ---

// A field of hills, 2 side^2 triangles, and rays from above.
static void make_field(struct scene_of_rays *s, size_t side) {
    s->n = 2 * side * side;
    s->vertex = memory_of(3 * s->n * sizeof *s->vertex);
    for (size_t k = 0; k < 6 * side * side; k++) {
        static const size_t corner[6][2] = {{0, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 1}, {1, 0}};
        const size_t x = k / 6 / side + corner[k % 6][0], y = k / 6 % side + corner[k % 6][1];
        s->vertex[k][0] = (float)x;
        s->vertex[k][1] = (float)y;
        s->vertex[k][2] = (float)((7 * x + 13 * y) % 5);
    }
    build(s);
}

enum odd {
    NONE,
    NAN_DIRECTION,
    INFINITE_DIRECTION,
    INFINITE_ORIGIN,
    NAN_T_MIN,
    NAN_T_MAX,
    ABOVE,
    ON_IT,
    ODD
};
static const char *const odd_names[ODD] = {
    "none",          "NaN directions", "infinite directions",  "infinite origins",
    "NaN for t_min", "NaN for t_max",  "no directions, above", "no directions, at vertices"};

static void make_odd(struct some_rays *rays, size_t side, enum odd odd, size_t one_in) {
    for (size_t i = 0; i < SOME_RAYS; i++) {
        const size_t x = i / 16 % side, y = i % 16;
        const float ray[FLOATS] = {(float)x + .3f, (float)y + .2f, 20, .1f, .05f, -1, 0, INFINITY};
        float *const at = memcpy(rays->at[i], ray, sizeof ray);
        if (i % one_in) continue;
        switch (odd) {
        case NONE: break;
        case NAN_DIRECTION: at[3] = at[4] = at[5] = NAN; break;
        case INFINITE_DIRECTION: at[3] = INFINITY; break;
        case INFINITE_ORIGIN: at[2] = INFINITY; break;
        case NAN_T_MIN: at[6] = NAN; break;
        case NAN_T_MAX: at[7] = NAN; break;
        case ON_IT:
            at[0] = (float)x;
            at[1] = (float)y;
            at[2] = (float)((7 * x + 13 * y) % 5);
            at[3] = at[4] = at[5] = 0;
            break;
        default: at[3] = at[4] = at[5] = 0;
        }
    }
}

// Such a ray costs no more than twice what another one does, also among others.
Test(rays_work, rays_that_go_nowhere) {
    static struct some_rays rays;
    for (size_t side = 20; side <= 80; side *= 4) {
        struct scene_of_rays s;
        make_field(&s, side);
        for (enum way way = 0; way < WAYS; way++) {
            make_odd(&rays, side, NONE, 1);
            const double usual = work_of(&s, &rays, way);
            for (enum odd odd = NONE + 1; odd < ODD; odd++) {
                make_odd(&rays, side, odd, 1);
                const double all = work_of(&s, &rays, way);
                make_odd(&rays, side, odd, 16);
                const double some = work_of(&s, &rays, way);
                expect(
                    all < 2 * usual && some < (1 + 2 / 16.) * usual,
                    "%zu triangles, %s, %s: %.0f comparisons a ray, %.0f if it is one in 16, not "
                    "%.0f",
                    s.n, way_names[way], odd_names[odd], all, some, usual);
            }
        }
        drop(&s);
    }
}
