// SPDX-License-Identifier: MIT
#include "trees.h"

#include <math.h>
#include <stdlib.h>

#include "harness.h"
#include "random.h"

static struct tree build(const lbx_mesh *mesh, const lbx_obb_tree_options *options) {
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
    return build(&view, options);
}

struct tree tree_of_triangle(const struct mesh *mesh, size_t triangle) {
    lbx_mesh view = mesh_view(mesh);
    view.indices += 3 * triangle;
    view.triangle_count = 1;
    return build(&view, NULL);
}

void tree_free(struct tree *t) {
    free(t->at);
    *t = (struct tree){NULL, 0};
}

lbx_rigid_pose pose_near(const struct mesh *mesh, uint64_t seed) {
    struct random r = random_of(seed, 17);
    lbx_rigid_pose pose;
    double low[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, high[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    double size = 0, square = 0;
    for (size_t i = 0; i < mesh->vertices; i++) {
        for (int c = 0; c < 3; c++) {
            const double x = (double)mesh->vertex[i][c]; // not by fmin: see cases/fill.h
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
    const double *const q = pose.rotation;
    for (int i = 0; i < 3; i++) { // minus the turned middle
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        double middle[3];
        for (int c = 0; c < 3; c++) middle[c] = (low[c] + high[c]) / 2;
        const double turned = (1 - 2 * (q[j] * q[j] + q[k] * q[k])) * middle[i] +
                              2 * (q[i] * q[j] - q[k] * q[3]) * middle[j] +
                              2 * (q[i] * q[k] + q[j] * q[3]) * middle[k];
        pose.position[i] = size * random_between(&r, -.3, .3) - turned;
    }
    return pose;
}
