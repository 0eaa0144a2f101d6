// SPDX-License-Identifier: MIT
#include "trees.h"

#include <math.h>
#include <stdlib.h>

#include "examples/random.h"
#include "harness.h"
#include "pairs/measure.h"
#include "trees/obb_tree.h"

struct tree tree_of_view(const lbx_mesh *mesh, const lbx_obb_tree_options *options) {
    const size_t bytes = lbx_obb_tree_bytes(mesh);
    struct tree t = {malloc(bytes), 0};
    void *const scratch = malloc(lbx_obb_tree_scratch_bytes(mesh));
    expect(t.at && scratch, "no memory");
    const ptrdiff_t built = lbx_obb_tree_build(mesh, options, t.at, bytes, scratch);
    expect(built > 0, "%td", built);
    free(scratch);
    t.bytes = (size_t)built;
    return t;
}

struct tree tree_of(const struct mesh *mesh, const lbx_obb_tree_options *options) {
    const lbx_mesh view = mesh_view(mesh);
    return tree_of_view(&view, options);
}

struct tree tree_of_triangle(const struct mesh *mesh, size_t triangle) {
    lbx_mesh view = mesh_view(mesh);
    view.indices += 3 * triangle;
    view.triangle_count = 1;
    return tree_of_view(&view, NULL);
}

void tree_free(struct tree *t) {
    free(t->at);
    *t = (struct tree){NULL, 0};
}

ptrdiff_t tree_search(const void *a, const void *b, const lbx_rigid_pose pose[2], float distance,
                      unsigned flags, lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts) {
    if (distance == TOUCHING)
        return lbx_obb_tree_collide(a, &pose[0], b, &pose[1], &(lbx_obb_tree_query){.flags = flags},
                                    pairs, room, counts);
    return lbx_obb_tree_within(a, &pose[0], b, &pose[1],
                               &(lbx_obb_tree_query){.distance = distance, .flags = flags}, pairs,
                               room, counts);
}

size_t tree_brute_force(const struct mesh mesh[2], const lbx_rigid_pose pose[2], float distance,
                        lbx_pair *pairs) {
    static struct tree b[MESH_TRIANGLES_MAX];
    size_t found = 0;
    for (uint32_t j = 0; j < mesh[1].triangles; j++) b[j] = tree_of_triangle(&mesh[1], j);
    for (uint32_t i = 0; i < mesh[0].triangles; i++) {
        struct tree a = tree_of_triangle(&mesh[0], i);
        for (uint32_t j = 0; j < mesh[1].triangles; j++) {
            const ptrdiff_t hit =
                tree_search(a.at, b[j].at, pose, distance, LBX_REPRODUCIBLE, NULL, 0, NULL);
            expect(hit == 0 || hit == 1, "%td", hit);
            if (hit) pairs[found++] = (lbx_pair){i, j};
        }
        tree_free(&a);
    }
    for (uint32_t j = 0; j < mesh[1].triangles; j++) tree_free(&b[j]);
    return found;
}

void pose_rotate(const double q[4], const double x[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = (1 - 2 * (q[j] * q[j] + q[k] * q[k])) * x[i] +
                 2 * (q[i] * q[j] - q[k] * q[3]) * x[j] + 2 * (q[i] * q[k] + q[j] * q[3]) * x[k];
    }
}

void pose_into_b(const lbx_rigid_pose pose[2], const double x[3], double out[3]) {
    double world[3], back[4], from[3];
    pose_rotate(pose[0].rotation, x, world);
    for (int c = 0; c < 3; c++) from[c] = world[c] + (pose[0].position[c] - pose[1].position[c]);
    for (int k = 0; k < 4; k++) back[k] = k < 3 ? -pose[1].rotation[k] : pose[1].rotation[k];
    pose_rotate(back, from, out);
}

lbx_rigid_pose pose_near(const struct mesh *mesh, uint64_t seed) {
    struct random r = random_of(seed, 17);
    lbx_rigid_pose pose;
    double low[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, high[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    double size = 0, square = 0, middle[3], turned[3];
    for (size_t i = 0; i < mesh->vertices; i++) {
        for (int c = 0; c < 3; c++) {
            const double x = (double)mesh->vertex[i][c]; // without fmin: see cases/fill.h
            low[c] = x < low[c] ? x : low[c];
            high[c] = x > high[c] ? x : high[c];
        }
    }
    for (int c = 0; c < 3; c++) size = high[c] - low[c] > size ? high[c] - low[c] : size;
    for (int k = 0; k < 4; k++) {
        pose.rotation[k] = random_between(&r, -1, 1);
        square += pose.rotation[k] * pose.rotation[k];
    }
    for (int k = 0; k < 4; k++) pose.rotation[k] /= sqrt(square);
    for (int c = 0; c < 3; c++) middle[c] = (low[c] + high[c]) / 2;
    pose_rotate(pose.rotation, middle, turned);
    for (int c = 0; c < 3; c++) pose.position[c] = size * random_between(&r, -.3, .3) - turned[c];
    return pose;
}

void expect_damage_is_told(const char *what, const struct tree *t, tree_check *check,
                           size_t bytes) {
    enum { FIRST = 80 }; // a header has no more bytes
    struct random r = random_of(1, 2);
    uint8_t *const at = t->at;
    for (size_t i = 0; i < (bytes ? bytes : 8 * t->bytes); i++) {
        const size_t byte = !bytes ? i / 8 : i < FIRST ? i : random_below(&r, (unsigned)t->bytes);
        const unsigned bit = bytes ? random_below(&r, 8) : i % 8;
        at[byte] ^= (uint8_t)(1u << bit);
        expect(check(t->at, t->bytes, NULL) == LBX_ERROR_TREE, "%s: byte %zu, bit %u", what, byte,
               bit);
        at[byte] ^= (uint8_t)(1u << bit);
    }
    expect(check(t->at, t->bytes, NULL) == 0, "%s", what);
}

double obb_widest(const lbx_mesh *mesh, const void *memory) {
    struct lbx_obb_tree tree;
    double low[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, high[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    struct lbx_extent straight, root;
    expect(lbx_obb_tree_open(&tree, memory) == 0, "a tree");
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        const size_t vertex = mesh->indices ? mesh->indices[i] : i;
        for (int c = 0; c < 3; c++) {
            const char *const at = (const char *)mesh->position[c] + vertex * mesh->stride;
            const double x = (double)*(const float *)(const void *)at;
            low[c] = x < low[c] ? x : low[c]; // without fmin: see cases/fill.h
            high[c] = x > high[c] ? x : high[c];
        }
    }
    for (int c = 0; c < 3; c++) {
        straight.min[c] = low[c];
        straight.max[c] = high[c];
        root.max[c] = (double)tree.node->half[c][0];
        root.min[c] = -root.max[c];
    }
    const double area = lbx_area(&root), most = lbx_area(&straight);
    return most > area && area > 0 ? most / area : 1;
}

lbx_tree_stats expect_stats(stats_call *call, const void *memory, size_t items, double widest) {
    lbx_tree_stats s;
    const int error = call(memory, &s);
    expect(error == 0, "%d", error);
    const double leaves = (double)s.leaves, all = (double)(s.leaves + s.nodes);
    expect(s.items == items && (s.leaves > 0) == (items > 0) && s.height <= s.nodes,
           "%g items, %g leaves, %g nodes", (double)s.items, leaves, (double)s.nodes);
    expect(fabs(s.leaf_items * leaves - (double)items) <= 1e-9 * (double)items, "%g a leaf",
           s.leaf_items);
    expect(s.area_ratio >= 0 && s.leaf_area_ratio >= 0 &&
               s.area_ratio + s.leaf_area_ratio <= 1.01 * widest * all && s.overlap >= 0 &&
               s.overlap <= 1,
           "areas %g and %g, overlap %g", s.area_ratio, s.leaf_area_ratio, s.overlap);
    return s;
}
