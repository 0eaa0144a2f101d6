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

// --- far triangles, and meshes of all scales ---

// Small triangles in a cube of side 100.
static void put_cloud(struct scene_of_rays *s) {
    const double size = 20 / cbrt((double)s->n);
    for (size_t i = 0; i < s->n; i++) {
        struct random r = random_of(2, i);
        double at[3];
        for (int c = 0; c < 3; c++) at[c] = random_between(&r, -50, 50);
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                s->vertex[3 * i + (size_t)v][c] = (float)(at[c] + size * random_unit(&r));
        }
    }
}

// One of them is far away.
static void put_far(struct scene_of_rays *s, double far) {
    put_cloud(s);
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) s->vertex[v][c] = (float)(far * (1 + .001 * (v == c)));
    }
}

static void put_far_1e6(struct scene_of_rays *s) {
    put_far(s, 1e6);
}

static void put_far_1e8(struct scene_of_rays *s) {
    put_far(s, 1e8);
}

static void put_far_1e12(struct scene_of_rays *s) {
    put_far(s, 1e12);
}

static void put_far_1e17(struct scene_of_rays *s) {
    put_far(s, 1e17);
}

// Triangles over all scales, on cubes around the middle, the smaller the closer to it.
enum { SCALES = 60 };
static double scale_of(size_t i) {
    return ldexp(1, (int)(i % SCALES) - SCALES / 2);
}

static void put_scales(struct scene_of_rays *s) {
    const double size = 2 / cbrt((double)s->n);
    for (size_t i = 0; i < s->n; i++) {
        struct random r = random_of(3, i);
        const double scale = scale_of(i);
        double at[3];
        for (int c = 0; c < 3; c++) at[c] = random_between(&r, -1, 1);
        at[i / SCALES % 3] = random_signed(&r, 1);
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                s->vertex[3 * i + (size_t)v][c] = (float)(scale * (at[c] + size * random_unit(&r)));
        }
    }
}

static const struct {
    const char *name;
    void (*put)(struct scene_of_rays *s);
} scenes[] = {{"a cloud", put_cloud},        {"one at 1e6", put_far_1e6},
              {"one at 1e8", put_far_1e8},   {"one at 1e12", put_far_1e12},
              {"one at 1e17", put_far_1e17}, {"all scales", put_scales}};
enum { CLOUD, ALL_SCALES = 5, SCENES_OF_RAYS };

// Rays from within the cloud, or from one of the scales; or from outside of it, at one of its
// triangles.
static void aim_rays(struct some_rays *rays, const struct scene_of_rays *s, bool scales,
                     bool outside) {
    for (size_t i = 0; i < SOME_RAYS; i++) {
        struct random r = random_of(4, i);
        const size_t target = 1 + random_below(&r, (unsigned)s->n - 1);
        const double scale = scales ? scale_of(target) : 50;
        float *const at = rays->at[i];
        for (int c = 0; c < 3; c++) {
            const double from = random_between(&r, -1, 1), way = random_between(&r, -1, 1);
            at[c] = (float)(scale * (outside && c == (int)(i % 3) ? (from < 0 ? -4 : 4) : from));
            at[3 + c] = outside ? s->vertex[3 * target][c] - at[c] : (float)way;
        }
        at[6] = 0;
        at[7] = INFINITY;
    }
}

// A far triangle does not have rays visit more than they do without. Of ten times as many triangles
// they visit more, but not by much.
Test(rays_work, far_triangles_and_all_scales) {
    static struct some_rays rays;
    static const size_t sizes[] = {4000, 40000};
    double work[2][SCENES_OF_RAYS][2][WAYS];
    for (int many = 0; many < 2; many++) {
        for (int k = 0; k < SCENES_OF_RAYS; k++) {
            struct scene_of_rays s = {.n = sizes[many]};
            s.vertex = memory_of(3 * s.n * sizeof *s.vertex);
            scenes[k].put(&s);
            build(&s);
            for (int outside = 0; outside < 2; outside++) {
                aim_rays(&rays, &s, k == ALL_SCALES, outside);
                for (enum way way = 0; way < WAYS; way++) {
                    const double now = work[many][k][outside][way] = work_of(&s, &rays, way);
                    const double cloud = work[many][CLOUD][outside][way];
                    const double few = work[0][k][outside][way];
                    expect(k == CLOUD || k == ALL_SCALES || now < 1.5 * cloud,
                           "%zu triangles, %s, %s: %.0f comparisons a ray, not %.0f", s.n,
                           scenes[k].name, way_names[way], now, cloud);
                    expect(!many || now < 4 * few, "%s, %s: %.0f comparisons a ray, not %.0f",
                           scenes[k].name, way_names[way], now, few);
                }
            }
            drop(&s);
        }
    }
}
