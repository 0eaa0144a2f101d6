// SPDX-License-Identifier: MIT
#include "signs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"

void shape_add(struct shape *s, const float p[3], const float q[3], const float r[3]) {
    float(*const corner)[3] = s->corner + 3 * s->triangles++;
    memcpy(corner[0], p, sizeof *corner);
    memcpy(corner[1], q, sizeof *corner);
    memcpy(corner[2], r, sizeof *corner);
}

lbx_mesh shape_view(const struct shape *s) {
    return lbx_mesh_of(s->corner[0], 3 * s->triangles, sizeof *s->corner, NULL, s->triangles);
}

struct tree signs_of(const struct tree *tree, lbx_sign_counts *counts) {
    const size_t room = lbx_tree_signs_bytes(tree->at);
    struct tree signs = {malloc(room), 0};
    const size_t words = lbx_tree_signs_scratch_bytes(tree->at) / sizeof(uint32_t);
    uint32_t *const scratch = malloc(words * sizeof *scratch);
    for (size_t i = 0; i < words; i++) scratch[i] = (uint32_t)i % 7; // what others left there
    const ptrdiff_t bytes = lbx_tree_signs_build(tree->at, signs.at, room, scratch, counts, NULL);
    free(scratch);
    expect(bytes > 0 && (size_t)bytes == room, "built: %td of %zu", bytes, room);
    signs.bytes = (size_t)bytes;
    return signs;
}

struct signed_tree signed_of(const lbx_mesh *mesh, unsigned flags) {
    const lbx_aabb_tree_options options = {.flags = flags};
    const size_t room = lbx_aabb_tree_bytes(mesh);
    struct signed_tree s = {.tree = {malloc(room), 0}};
    void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(mesh));
    const ptrdiff_t bytes = lbx_aabb_tree_build(mesh, &options, s.tree.at, room, scratch);
    free(scratch);
    expect(bytes > 0, "built: %td", bytes);
    s.tree.bytes = (size_t)bytes;
    s.signs = signs_of(&s.tree, &s.counts);
    expect(lbx_tree_signs_check(s.signs.at, s.signs.bytes, NULL) == 0, "good signs");
    expect(lbx_aabb_tree_open(&s.open_tree, s.tree.at) == 0 &&
               lbx_signs_open_of(&s.open_signs, s.signs.at, &s.open_tree) == 0,
           "opened");
    return s;
}

void signed_free(struct signed_tree *s) {
    tree_free(&s->tree);
    tree_free(&s->signs);
}

static void star_vertex(const int at[3], double least, const float center[3], uint64_t seed,
                        float vertex[3]) {
    struct random r = random_of(seed, (uint64_t)((at[0] * 256 + at[1]) * 256 + at[2]));
    const double length = sqrt((double)(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]));
    const double radius = random_between(&r, least, 1);
    for (int c = 0; c < 3; c++) vertex[c] = (float)((double)center[c] + at[c] * (radius / length));
}

void shape_star(struct shape *s, int side, double least, const float center[3], uint64_t seed) {
    s->triangles = 0;
    for (int k = 0; k < 8 * side * side; k++) {
        // An octant of an octahedron, cut into rows of triangles, every other one upside down.
        const int octant = k / side / side, row = k / side % side, column = k % side;
        const int up = row + column < side, i = up ? row : side - row,
                  j = up ? column : side - column;
        const int step = up ? 1 : -1, corners[3][2] = {{i, j}, {i + step, j}, {i, j + step}};
        float vertex[3][3];
        bool turned = false;
        for (int c = 0; c < 3; c++) turned = turned != (octant >> c & 1);
        for (int v = 0; v < 3; v++) {
            int at[3] = {corners[v][0], corners[v][1], side - corners[v][0] - corners[v][1]};
            for (int c = 0; c < 3; c++) at[c] = octant >> c & 1 ? -at[c] : at[c];
            star_vertex(at, least, center, seed, vertex[v]);
        }
        shape_add(s, vertex[0], vertex[turned ? 2 : 1], vertex[turned ? 1 : 2]);
    }
}

uint32_t shape_nearest(const lbx_mesh *view, const float point[3], bool last, float *distance) {
    static float at[SHAPE_TRIANGLES_MAX], u[SHAPE_TRIANGLES_MAX], v[SHAPE_TRIANGLES_MAX];
    static uint32_t feature[SHAPE_TRIANGLES_MAX];
    const size_t n = view->triangle_count;
    const float *const x = view->position[0];
    const lbx_points points = {
        .position = {point, point + 1, point + 2}, .count = 1, .pick = lbx_one(0)};
    const lbx_triangles triangles = lbx_triangles_of(x, x + 3, x + 6, n, 3 * view->stride);
    const lbx_nearests_out out = {at, u, v, feature, n, 0};
    uint32_t least = 0;
    expect(lbx_point_triangle(&points, &triangles, n, &out) == (ptrdiff_t)n, "asked");
    for (uint32_t i = 1; i < n; i++)
        if (last ? at[i] <= at[least] : at[i] < at[least]) least = i;
    *distance = at[least];
    return least;
}

static bool are_same(const float a[3], const float b[3]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

lbx_sign_counts shape_counts(const struct shape *s) {
    static float normal[SHAPE_TRIANGLES_MAX][3];
    float *const to[3] = {normal[0], normal[0] + 1, normal[0] + 2};
    const lbx_mesh view = shape_view(s);
    lbx_sign_counts counts = {0, 0};
    expect(lbx_mesh_normals(&view, NULL, s->triangles, to, sizeof *normal) >= 0, "normals");
    for (size_t i = 0; i < 3 * s->triangles; i++) {
        const float *const a = s->corner[i], *const b = s->corner[i % 3 == 2 ? i - 2 : i + 1];
        const bool is_flat = !normal[i / 3][0] && !normal[i / 3][1] && !normal[i / 3][2];
        size_t faces[2][2] = {{0, 0}, {0, 0}}; // flat ones, others
        bool first = true;
        counts.triangles += i % 3 == 0 && is_flat;
        const float *const last = s->corner[3 * (i / 3) + (i % 3 + 2) % 3];
        if (are_same(a, b) || are_same(b, last) || are_same(last, a)) continue;
        for (size_t k = 0; k < 3 * s->triangles; k++) {
            const float *const c = s->corner[k], *const d = s->corner[k % 3 == 2 ? k - 2 : k + 1];
            const float *const e = s->corner[3 * (k / 3) + (k % 3 + 2) % 3];
            const bool up = are_same(a, c) && are_same(b, d),
                       down = are_same(a, d) && are_same(b, c);
            const float *const of = normal[k / 3];
            if ((!up && !down) || are_same(c, e) || are_same(d, e)) continue;
            first = first && k >= i;
            faces[of[0] || of[1] || of[2]][up]++;
        }
        const size_t ups = faces[0][1] + faces[1][1], downs = faces[0][0] + faces[1][0];
        const bool stacked = ups == downs && ups > 1;
        const size_t up = stacked ? faces[1][1] : ups, down = stacked ? faces[1][0] : downs;
        counts.edges += first && up + down > 0 && (up != 1 || down != 1);
    }
    return counts;
}
