// SPDX-License-Identifier: MIT
// How often rays cross closed meshes. A ray and its opposite cross a
// closed mesh an even number of times; the parity of one tells inside from outside, as exact
// arithmetic has it; counts are those of trees of single triangles, and the same on every
// instruction set.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "harness.h"
#include "mesh_rays.h"
#include "solids.h"
#include "tables.h"
#include "trees/aabb_tree.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a };

// --- rays at solids ---

struct directed {
    float origin[RAYS][3], way[2][RAYS][3]; // the ray's direction, and the opposite one
};

// Along an axis or a diagonal, to a point of the surface, anywhere, or almost along an axis; some
// are as short or as long as the range allows.
static void aim(const struct solid *s, struct random *r, const float from[3], float way[3]) {
    const unsigned kind = random_below(r, 6), axis = random_below(r, 3);
    float target[3];
    double longest = 0;
    solid_target(s, r, target);
    for (unsigned c = 0; c < 3; c++) {
        const double any = random_between(r, -1, 1);
        const int step = random_int(r, -1, 1), thin = random_int(r, -44, -36);
        const double sign = random_sign(r);
        way[c] = kind == 0   ? (c == axis ? (float)sign : 0.0f)
                 : kind == 1 ? (float)step
                 : kind == 2 ? (float)any
                 : kind == 3 ? (float)(c == axis ? sign : ldexp(any, thin))
                             : target[c] - from[c];
        longest = fmax(fabs((double)way[c]), longest);
    }
    int exponent = 0;
    if (!(longest > 0)) way[axis] = 1;
    if (longest > 0) frexp(longest, &exponent);
    const int length = random_chance(r, 4) ? random_int(r, -59, 40) : 0;
    if (length || exponent < -59 || exponent > 40)
        for (int c = 0; c < 3; c++) way[c] = ldexpf(way[c], length - exponent);
}

static void direct_rays(const struct solid *s, struct random *r, struct directed *rays) {
    for (size_t i = 0; i < RAYS; i++) {
        solid_point(s, r, rays->origin[i]);
        aim(s, r, rays->origin[i], rays->way[0][i]);
        for (int c = 0; c < 3; c++) rays->way[1][i][c] = -rays->way[0][i][c];
    }
}

// Counts of rays, without which the call must return the same.
static void count(const char *what, const void *tree, const lbx_rays *view,
                  const lbx_ray_filter *filter, size_t n, unsigned flags, uint32_t *counts) {
    size_t odd = 0;
    const ptrdiff_t found = lbx_aabb_tree_crossings(tree, view, filter, n, flags, counts);
    expect(!upper_halves_in_use(), "%s: upper halves are in use", what);
    for (size_t i = 0; i < n; i++) odd += counts[i] % 2;
    expect(found == (ptrdiff_t)odd, "%s: %td, not %zu", what, found, odd);
    expect(lbx_aabb_tree_crossings(tree, view, filter, n, flags, NULL) == found, "%s: no counts",
           what);
}

// Counts crossings of both directions on all tables that a batch is for, and returns how many
// origins parity was judged for.
static size_t expect_even(const char *name, const struct solid *s, const struct tree *tree,
                          const struct directed *rays, size_t batch) {
    static uint32_t counts[2][2][RAYS];
    static const unsigned flags[] = {0, LBX_COHERENT, LBX_REPRODUCIBLE};
    const struct test_tables *const tables = test_tables();
    size_t judged = 0;
    for (size_t t = 0; t < tables->count; t++) {
        if (t > 0 && batch % 16 != 0) break;
        table_use(&tables->at[t ? t : batch % tables->count]);
        for (int k = 0; k < 2; k++) {
            const lbx_rays view = lbx_rays_of(rays->origin[0], rays->way[k][0], RAYS, 12);
            count(name, tree->at, &view, NULL, RAYS, flags[batch % 3], counts[t > 0][k]);
        }
        expect(t == 0 || memcmp(counts[0], counts[1], sizeof *counts) == 0, "%s, %s: other counts",
               name, tables->at[t].name);
    }
    for (size_t i = 0; i < RAYS; i++) {
        const float *const o = rays->origin[i], *const d = rays->way[0][i];
        const uint32_t *const ahead = counts[0][0], *const behind = counts[0][1];
        const int inside = solid_holds(s, o);
        expect((ahead[i] + behind[i]) % 2 == 0 && (inside < 0 || (int)(ahead[i] % 2) == inside),
               "%s, from %a %a %a along %a %a %a: %u and %u, inside %d", name, (double)o[0],
               (double)o[1], (double)o[2], (double)d[0], (double)d[1], (double)d[2], ahead[i],
               behind[i], inside);
        judged += inside >= 0;
    }
    return judged;
}

Test(tree_crossings, even_and_odd_inside) {
    static struct solid s;
    static struct directed rays;
    const size_t batches = tests_are_sampled() ? 16 : 160; // of RAYS rays, of each kind
    for (unsigned kind = 0; kind < SOLID_KINDS; kind++) {
        size_t judged = 0;
        for (size_t batch = 0; batch < batches; batch++) {
            struct random r = random_of(batch, kind);
            solid_make(&s, kind, batch);
            struct tree tree = solid_tree(&s);
            direct_rays(&s, &r, &rays);
            judged += expect_even(solid_names[kind], &s, &tree, &rays, batch);
            tree_free(&tree);
        }
        expect(judged > batches * RAYS / 4, "%s: %zu are far enough", solid_names[kind], judged);
    }
}

// --- trees of single triangles ---

// Whether a ray may cross anything: it is finite, has a direction, and its range is a range.
static bool goes(const struct rays *rays, size_t i) {
    bool finite = true;
    for (int k = 0; k < RAY_FLOATS; k++)
        finite = finite && (k < 6 ? isfinite(rays->at[k][i]) : !isnan(rays->at[k][i]));
    return finite && (rays->at[3][i] != 0 || rays->at[4][i] != 0 || rays->at[5][i] != 0);
}

// Adds up what trees of single triangles count: these have no box that a ray must meet.
static void count_one_by_one(const struct mesh *mesh, const struct rays *rays,
                             const uint32_t *masks, const lbx_ray_filter *filter,
                             uint32_t counts[RAYS]) {
    static struct mesh one;
    static uint32_t some[RAYS];
    const size_t step = filter ? filter->stride / sizeof(uint32_t) : 0;
    const lbx_rays view = rays_view(rays);
    memset(counts, 0, RAYS * sizeof *counts);
    for (size_t k = 0; k < mesh->triangles; k++) {
        one.triangles = 1;
        one.vertices = 3;
        for (uint32_t v = 0; v < 3; v++) {
            one.index[v] = v;
            memcpy(one.vertex[v], mesh->vertex[mesh->index[3 * k + v]], sizeof *one.vertex);
        }
        struct tree tree = aabb_tree_of(&one, NULL);
        expect(lbx_aabb_tree_crossings(tree.at, &view, NULL, rays->n, 0, some) >= 0, "one");
        tree_free(&tree);
        for (size_t i = 0; i < rays->n; i++) {
            if (filter && (filter->skip[i * step] == k || !(filter->mask[i * step] & masks[k])))
                continue;
            counts[i] += goes(rays, i) ? some[i] : 0;
        }
    }
}

static void mark_as_fine(struct tree *tree) {
    struct lbx_aabb_tree t;
    expect(lbx_aabb_tree_open(&t, tree->at) == 0, "no tree");
    for (size_t i = 0; i < TREE_WIDTH * t.header->nodes; i++) {
        uint32_t *const child = &t.node[i / TREE_WIDTH].child[i % TREE_WIDTH];
        if (*child && !is_leaf(*child)) *child = node_number(*child) | FINE_BIT;
    }
}

// Meshes of all kinds, any rays within ranges, and a filter. Every third batch has hostile rays,
// and of every other all boxes are fine.
Test(tree_crossings, counts_of_single_triangles) {
    static struct mesh mesh;
    static struct rays rays;
    static uint32_t masks[MESH_TRIANGLES_MAX], entry[RAYS][3], want[2][RAYS], counts[RAYS];
    const lbx_ray_filter filter = {&entry[0][0], &entry[0][1], sizeof *entry};
    const struct test_tables *const tables = test_tables();
    const uint64_t seeds = tests_are_sampled() ? 3 : 12;
    size_t all = 0, let = 0;
    for (uint64_t item = 0; item < seeds * MESH_KINDS; item++) {
        const unsigned kind = (unsigned)(item / seeds);
        struct random r = random_of(item, 41);
        mesh_make(&mesh, kind, item);
        rays_make(&rays, &mesh, item);
        for (size_t k = 0; k < mesh.triangles; k++) masks[k] = random_below(&r, 8);
        for (size_t i = 0; i < RAYS; i++) {
            entry[i][0] = random_below(&r, 8);
            entry[i][1] = random_below(&r, (unsigned)mesh.triangles);
            const unsigned place = random_below(&r, RAY_FLOATS);
            if (item % 3 == 0 && i % 2) rays.at[place][i] = random_hostile(&r);
        }
        const lbx_aabb_tree_options options = {.masks = masks};
        struct tree whole = aabb_tree_of(&mesh, NULL), masked = aabb_tree_of(&mesh, &options);
        if (item % 2) mark_as_fine(&whole);
        table_use(&tables->at[0]);
        count_one_by_one(&mesh, &rays, NULL, NULL, want[0]);
        count_one_by_one(&mesh, &rays, masks, &filter, want[1]);
        const lbx_rays view = rays_view(&rays);
        for (size_t t = 0; t < 3 * tables->count; t++) {
            static const unsigned flags[] = {0, LBX_COHERENT, LBX_REPRODUCIBLE | LBX_COHERENT};
            table_use(&tables->at[t / 3]);
            for (int f = 0; f < 2; f++) {
                count(mesh_names[kind], f ? masked.at : whole.at, &view, f ? &filter : NULL, RAYS,
                      flags[t % 3], counts);
                for (size_t i = 0; i < RAYS; i++)
                    expect(counts[i] == want[f][i], "%s, item %llu, %s, ray %zu: %u, not %u",
                           mesh_names[kind], (unsigned long long)item, tables->at[t / 3].name, i,
                           counts[i], want[f][i]);
            }
        }
        for (size_t i = 0; i < RAYS; i++) {
            all += want[0][i];
            let += want[1][i];
        }
        tree_free(&whole);
        tree_free(&masked);
    }
    expect(all > 1000 * seeds && let > all / 4 && let < all / 4 * 3, "%zu, %zu let", all, let);
}

// --- known answers ---

// Four triangles around the origin in the plane z = 0.
static const float fan_vertices[5][3] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {-2, 0, 0}, {0, -2, 0}};
static const uint32_t fan_indices[12] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 1, 4};

static struct tree fan_tree(void) {
    static struct mesh mesh = {.vertices = 5, .triangles = 4};
    memcpy(mesh.vertex, fan_vertices, sizeof fan_vertices);
    memcpy(mesh.index, fan_indices, sizeof fan_indices);
    return aabb_tree_of(&mesh, NULL);
}

Test(tree_crossings, known_answers) {
    static const struct {
        float origin[3], dir[3], t_min, t_max;
        uint32_t count;
    } known[] = {
        {{0, 0, -3}, {0, 0, 1}, 0, INFINITY, 1}, // through the vertex of all
        {{-3, -6, -3}, {1, 2, 1}, 0, INFINITY, 1},
        {{1, 0, 3}, {0, 0, -1}, 0, INFINITY, 1}, // through an edge of two
        {{0, -1, 3}, {0, 0, -1}, 0, INFINITY, 1},
        {{.5f, .25f, 3}, {0, 0, -1}, 0, INFINITY, 1},
        {{.5f, .25f, 3}, {0, 0, 1}, 0, INFINITY, 0}, // away
        {{1.5f, 1, 3}, {0, 0, -1}, 0, INFINITY, 0},  // beside
        {{-3, 0, 0}, {1, 0, 0}, 0, INFINITY, 0},     // in the plane, along edges
        {{-3, .5f, 0}, {1, 0, 0}, 0, INFINITY, 0},   // and across triangles
        {{-3, 0, 0}, {4, 1, 0}, 0, INFINITY, 0},
        {{0, 0, 0}, {0, 0, 1}, 0, INFINITY, 1}, // on the surface: upwards alone
        {{0, 0, 0}, {0, 0, -1}, 0, INFINITY, 0},
        {{.5f, 0, 0}, {.5f, 0, 1}, 0, INFINITY, 1},
        {{.5f, 0, 0}, {-.5f, 0, -1}, 0, 0, 0},
        {{0, 0, -3}, {0, 0, 2}, 1.5f, INFINITY, 1}, // ranges are closed
        {{0, 0, -3}, {0, 0, 2}, 0, 1.5f, 1},
        {{0, 0, -3}, {0, 0, 2}, 1.5f, 1.5f, 1},
        {{0, 0, -3}, {0, 0, 2}, 0x1.800002p0f, 9, 0},
        {{0, 0, -3}, {0, 0, 2}, 0, 0x1.7ffffep0f, 0},
        {{0, 0, -3}, {0, 0, 2}, 2, 1, 0},
        {{0, 0, 3}, {0, 0, 2}, -2, 2, 0}, // not behind the origin
        {{0, 0, -3}, {0, 0, 2}, -2, 2, 1},
        {{0, 0, -3}, {0, 0, 2}, NAN, 2, 0},
        {{0, 0, -3}, {0, 0, 2}, 0, NAN, 0},
        {{0, 0, 0}, {0, -0.0f, 0}, 0, INFINITY, 0}, // no direction
        {{NAN, 0, -3}, {0, 0, 2}, 0, INFINITY, 0},
        {{0, 0, -INFINITY}, {0, 0, 2}, 0, INFINITY, 0},
        {{0, 0, -3}, {0, 0, INFINITY}, 0, INFINITY, 0},
        {{0, 0, -3}, {0, NAN, 2}, 0, INFINITY, 0},
        {{0, 0, -3}, {0, 0, 0x1p40f}, 0, INFINITY, 1}, // the ends of the range
        {{0, 0, -0x1p60f}, {0, 0, 0x1p-60f}, 0, INFINITY, 1},
        {{0, 0, -0x1p60f}, {0x1p-100f, 0, 0x1p-60f}, 0, INFINITY, 0},
    };
    const struct test_tables *const tables = test_tables();
    struct tree tree = fan_tree();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            lbx_rays view = lbx_rays_of(known[i].origin, known[i].dir, 1, 0);
            view.t_min = &known[i].t_min;
            view.t_max = &known[i].t_max;
            uint32_t counts[1] = {77};
            count(tables->at[t].name, tree.at, &view, NULL, 1, 0, counts);
            expect(counts[0] == known[i].count, "%s, %zu: %u", tables->at[t].name, i, counts[0]);
        }
    }
    tree_free(&tree);
}

// --- calls ---

Test(tree_crossings, guard_pages) {
    enum { N = 77 };
    static struct solid s;
    static struct directed rays;
    const struct test_tables *const tables = test_tables();
    struct random r = random_of(1, 43);
    solid_make(&s, SOLID_SPONGE, 5);
    direct_rays(&s, &r, &rays);
    const struct tree built = solid_tree(&s);
    for (size_t item = 0; item < GUARDS * tables->count; item++) {
        const enum guard guard = item % GUARDS;
        table_use(&tables->at[item / GUARDS]);
        struct guarded tree = guarded_alloc(built.bytes, guard, UNTOUCHED);
        struct guarded floats = guarded_alloc(2 * N * sizeof *rays.origin, guard, UNTOUCHED);
        struct guarded counts = guarded_alloc(N * sizeof(uint32_t), guard, UNTOUCHED);
        float *const at = (float *)(void *)floats.at;
        memcpy(tree.at, built.at, built.bytes);
        memcpy(at, rays.origin, N * sizeof *rays.origin);
        memcpy(at + 3 * N, rays.way[0], N * sizeof *rays.origin);
        const lbx_rays view = lbx_rays_of(at, at + 3 * N, N, 12);
        count(tables->at[item / GUARDS].name, tree.at, &view, NULL, N, 0,
              (uint32_t *)(void *)counts.at);
        expect(guarded_intact(&counts, UNTOUCHED), "wrote beyond the counts");
        guarded_free(&tree);
        guarded_free(&floats);
        guarded_free(&counts);
    }
    free(built.at);
}

Test(tree_crossings, errors) {
    static double nothing[100];
    struct tree tree = fan_tree();
    uint32_t counts[2] = {UNTOUCHED, UNTOUCHED};
    char *const odd = (char *)tree.at + 4;
    lbx_rays rays = lbx_rays_of(fan_vertices[0], fan_vertices[1], 2, 12);
    const lbx_ray_filter crooked = {NULL, NULL, 6};
#define CROSSINGS(tree, rays, n, flags) lbx_aabb_tree_crossings(tree, rays, NULL, n, flags, counts)
    expect(CROSSINGS(tree.at, &rays, 2, 8) == LBX_ERROR_FLAGS &&
               CROSSINGS(tree.at, &rays, 2, LBX_SORTED) == LBX_ERROR_FLAGS,
           "flags");
    expect(CROSSINGS(NULL, &rays, 2, 0) == LBX_ERROR_NULL &&
               CROSSINGS(tree.at, NULL, 2, 0) == LBX_ERROR_NULL,
           "nothing");
    expect(CROSSINGS(odd, &rays, 2, 0) == LBX_ERROR_STRIDE &&
               CROSSINGS(nothing, &rays, 2, 0) == LBX_ERROR_TREE,
           "no tree");
    expect(CROSSINGS(tree.at, &rays, 3, 0) == LBX_ERROR_COUNT, "more than there are");
#if SIZE_MAX > UINT32_MAX
    expect(CROSSINGS(tree.at, &rays, (size_t)UINT32_MAX + 1, 0) == LBX_ERROR_COUNT, "2^32");
#endif
    expect(lbx_aabb_tree_crossings(tree.at, &rays, &crooked, 2, 0, counts) == LBX_ERROR_STRIDE,
           "a filter's stride");
    rays.stride = 6;
    expect(CROSSINGS(tree.at, &rays, 2, 0) == LBX_ERROR_STRIDE, "a stride");
    expect(CROSSINGS(tree.at, NULL, 0, 0) == 0, "no rays");
    expect(counts[0] == UNTOUCHED && counts[1] == UNTOUCHED, "an error wrote counts");
    tree_free(&tree);
}
