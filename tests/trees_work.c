// SPDX-License-Identifier: MIT
// Meshes that make other searches quadratic: one triangle far from all others or much larger, and
// triangles of all magnitudes. The pairs of boxes and of triangles that a search tests are counted,
// not timed.
#include <math.h>
#include <stdlib.h>

#include "examples/random.h"
#include "harness.h"
#include "searches.h"
#include "tables.h"
#include "trees.h"

enum { FEW = 2000 };

static size_t many(void) {
    return tests_are_sampled() ? 4 * FEW : 32 * FEW;
}

struct corners {
    float of[3][3];
};

// A triangle near a point, with corners up to `size` from it.
static struct corners triangle_near(struct random *r, const double at[3], double size) {
    struct corners t;
    for (int k = 0; k < 9; k++)
        t.of[k / 3][k % 3] = (float)(at[k % 3] + size * random_between(r, -1, 1));
    return t;
}

// A point of a cube about the origin, in which there is room for n triangles of size 1.
static void point_among(struct random *r, size_t n, double at[3]) {
    const double half = 2 * cbrt((double)n);
    for (int c = 0; c < 3; c++) at[c] = half * random_between(r, -1, 1);
}

static void cloud_of(double size, size_t n, struct corners *out) {
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(3, i);
        double at[3];
        point_among(&r, n, at);
        for (int c = 0; c < 3; c++) at[c] *= size;
        out[i] = triangle_near(&r, at, size);
    }
}

static void cloud(size_t n, struct corners *out) {
    cloud_of(1, n, out);
}

// So small that bins would overflow.
static void speck(size_t n, struct corners *out) {
    cloud_of(0x1p-106, n, out);
}

// Two clouds, with the second so far away that its coordinates are rounded.
static void half_of_it_1e6_away(size_t n, struct corners *out) {
    cloud(n, out);
    for (size_t i = 0; i < n; i += 2) {
        for (int v = 0; v < 3; v++) out[i].of[v][0] += 1e6f;
    }
}

// As many triangles at each power of two, about the origin.
static void powers(double least, size_t n, struct corners *out) {
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(5, i);
        const double size = ldexp(1, (int)(i % 100) - 50);
        double at[3];
        point_among(&r, n / 100, at);
        for (int c = 0; c < 3; c++) at[c] = size * (at[c] < 0 ? at[c] - least : at[c] + least);
        out[i] = triangle_near(&r, at, size);
    }
}

static void powers_about_a_point(size_t n, struct corners *out) {
    powers(0, n, out);
}

static void powers_apart(size_t n, struct corners *out) {
    powers(4 * cbrt((double)n / 100), n, out);
}

// Triangles without area, all on one line.
static void on_a_line(size_t n, struct corners *out) {
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(7, i);
        const double at[3] = {(double)n * random_unit(&r), 0, 0};
        out[i] = triangle_near(&r, at, 1);
        for (int v = 0; v < 3; v++) out[i].of[v][1] = out[i].of[v][2] = 0;
    }
}

// Searches a mesh at rest for what touches the same mesh, turned a little about the origin and
// moved, or for what is within a distance.
static lbx_obb_tree_counts work_of(const struct corners *triangle, size_t n, double moved,
                                   float distance) {
    const lbx_mesh mesh = lbx_mesh_of(triangle->of[0], 3 * n, sizeof triangle->of[0], NULL, n);
    const lbx_rigid_pose pose[2] = {
        {{0, 0, 0}, {0, 0, 0, 1}},
        {{moved, -moved, moved}, {.018, .024, 0, sqrt(1 - .018 * .018 - .024 * .024)}}};
    struct tree t = tree_of_view(&mesh, NULL);
    lbx_obb_tree_counts counts;
    const ptrdiff_t found =
        tree_search(t.at, t.at, pose, distance, LBX_REPRODUCIBLE, NULL, 0, &counts);
    expect(found >= 0, "%td", found);
    tree_free(&t);
    return counts;
}

// Triangles of size 1, or at distance 1. The last one cuts through the cloud.
static const struct odd {
    const char *name;
    float of[3][3];
} odds[] = {
    {"far", {{1, 1, 1}, {1, 1.001f, 1}, {1.001f, 1, 1}}},
    {"far and large", {{1, 1, 1}, {1, 2, 1}, {2, 1.5f, 1.5f}}},
    {"large", {{-.3f, .2f, .4f}, {.4f, .1f, -.2f}, {.1f, -.5f, .3f}}},
    {"across", {{-1, -1, -.5f}, {1, -1, .5f}, {0, 1, 0}}},
};

Test(trees_work, one_triangle_far_away) {
    const float sizes[] = {1e6f, 1e8f, 1e12f, 1e17f}, distances[] = {TOUCHING, .25f};
    for (size_t n = FEW; n <= many(); n = n < many() ? many() : n + 1) {
        struct corners *const mesh = memory_of(n * sizeof *mesh);
        cloud(n, mesh);
        for (int d = 0; d < 2; d++) {
            const lbx_obb_tree_counts usual = work_of(mesh, n, .125, distances[d]);
            for (size_t k = 0; k < 4 * sizeof odds / sizeof *odds; k++) {
                const float size = sizes[k % 4];
                const struct corners first = mesh[0];
                for (int c = 0; c < 9; c++)
                    mesh[0].of[c / 3][c % 3] = size * odds[k / 4].of[c / 3][c % 3];
                const lbx_obb_tree_counts found = work_of(mesh, n, .125, distances[d]);
                mesh[0] = first;
                // The triangle's leaf may have to be tested against all of the other mesh.
                expect(2 * found.boxes <= 3 * usual.boxes &&
                           2 * found.triangles <= 3 * usual.triangles + 2 * (2 * LBX_LEAF_MAX) * n,
                       "%s, %g, of %zu: %llu boxes and %llu triangles, not %llu and %llu",
                       odds[k / 4].name, (double)size, n, (unsigned long long)found.boxes,
                       (unsigned long long)found.triangles, (unsigned long long)usual.boxes,
                       (unsigned long long)usual.triangles);
            }
        }
        free(mesh);
    }
}

Test(trees_work, no_mesh_is_quadratic) {
    static const struct {
        const char *name;
        void (*fill)(size_t n, struct corners *out);
        double moved;
    } meshes[] = {{"a cloud", cloud, .125},
                  {"a speck", speck, 0},
                  {"half of it 1e6 away", half_of_it_1e6_away, .125},
                  {"all powers of two", powers_about_a_point, .5},
                  {"all powers of two, turned", powers_about_a_point, 0},
                  {"powers of two apart", powers_apart, .5},
                  {"powers of two apart, turned", powers_apart, 0},
                  {"on a line", on_a_line, 0}};
    struct corners *const mesh = memory_of(many() * sizeof *mesh);
    for (size_t k = 0; k < sizeof meshes / sizeof *meshes; k++) {
        double work[2];
        for (int m = 0; m < 2; m++) {
            const size_t n = m ? many() : FEW;
            meshes[k].fill(n, mesh);
            const lbx_obb_tree_counts found = work_of(mesh, n, meshes[k].moved, TOUCHING);
            work[m] = (double)(found.boxes + found.triangles) / (double)(n + found.pairs);
        }
        expect(work[0] < 300 && work[1] < 300 && work[1] < 1.5 * work[0],
               "%s: %.1f tests for a triangle and pair, of %zu times as many triangles %.1f",
               meshes[k].name, work[0], many() / FEW, work[1]);
    }
    free(mesh);
}
