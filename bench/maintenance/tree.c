// SPDX-License-Identifier: MIT
#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"

enum { SLICES = 8 }; // of the paper's fit

struct builder {
    struct binary_tree *tree;
    enum fit fit;
    uint32_t (*corner)[3]; // of the triangles in the order of the leaves
    uint32_t *id;          // their numbers
    lbx_mesh mesh;         // of these
};

// How much rounding may take from a box when its axes are made orthonormal in double. The axes are
// floats within 2^-23 of orthonormal.
static const double slack = 0x1p-21;

static void take_box(float box[5][3], struct tree_node *node) {
    const struct point x = unit((struct point){box[1][0], box[1][1], box[1][2]});
    const struct point near_y = {box[2][0], box[2][1], box[2][2]};
    const struct point y = unit(minus(near_y, times(dot(near_y, x), x))), z = cross(x, y);
    const struct point axis[3] = {x, y, z};
    const double sides = (double)box[4][0] + box[4][1] + box[4][2];
    double least = INFINITY, longest = 0, square = 0;
    for (int k = 0; k < 3; k++) {
        node->center[k] = box[0][k];
        node->axis[k][0] = axis[k].x, node->axis[k][1] = axis[k].y, node->axis[k][2] = axis[k].z;
        node->half[k] = box[4][k] + slack * sides;
        least = fmin(least, node->half[k]);
        longest = fmax(longest, node->half[k]);
        square += node->half[k] * node->half[k];
    }
    node->least = (float)(least * (1 - slack));
    node->longest = (float)longest;
    node->diagonal = (float)(sqrt(square) * (1 + slack));
}

static void fit_box(const struct builder *b, size_t first, size_t count, struct tree_node *node) {
    const lbx_part part = {first, count};
    float box[5][3]; // center, axes, half sides
    const lbx_obbs_out out = lbx_obbs_out_of(box[0], box[4], box[1], 1, sizeof box);
    switch (b->fit) {
    case FIT_COVARIANCE: checked(lbx_obb_fit_covariance(&b->mesh, &part, 1, &out)); break;
    case FIT_HULL: checked(lbx_obb_fit_hull(&b->mesh, &part, 1, SLICES, &out)); break;
    case FIT_BEST: checked(lbx_obb_fit(&b->mesh, &part, 1, &out)); break;
    }
    take_box(box, node);
}

static double middle_along(const struct builder *b, size_t triangle, const double axis[3]) {
    double middle = 0;
    for (int k = 0; k < 3; k++) {
        const float *const v = b->tree->model->vertex[b->corner[triangle][k]];
        middle += (double)v[0] * axis[0] + (double)v[1] * axis[1] + (double)v[2] * axis[2];
    }
    return middle;
}

static void exchange(struct builder *b, size_t i, size_t j) {
    uint32_t corner[3];
    const uint32_t id = b->id[i];
    memcpy(corner, b->corner[i], sizeof corner);
    memcpy(b->corner[i], b->corner[j], sizeof corner);
    memcpy(b->corner[j], corner, sizeof corner);
    b->id[i] = b->id[j];
    b->id[j] = id;
}

// Returns where the second half begins: in the middle if the mean does not divide the triangles.
static size_t split(struct builder *b, size_t first, size_t count, const struct tree_node *node) {
    int longest = 0;
    double mean = 0;
    for (int k = 1; k < 3; k++) {
        if (node->half[k] > node->half[longest]) longest = k;
    }
    for (size_t t = first; t < first + count; t++)
        mean += middle_along(b, t, node->axis[longest]) / (double)count;
    size_t low = first;
    for (size_t t = first; t < first + count; t++) {
        if (middle_along(b, t, node->axis[longest]) < mean) exchange(b, t, low++);
    }
    return low == first || low == first + count ? first + count / 2 : low;
}

static void build(struct builder *b, uint32_t at, size_t first, size_t count) {
    struct tree_node *const node = &b->tree->node[at];
    fit_box(b, first, count, node);
    if (count == 1) {
        node->child = TREE_LEAF | b->id[first];
        return;
    }
    const size_t middle = split(b, first, count, node);
    node->child = (uint32_t)b->tree->nodes;
    b->tree->nodes += 2;
    build(b, node->child, first, middle - first);
    build(b, node->child + 1, middle, first + count - middle);
}

void binary_tree_make(struct binary_tree *tree, const struct model *model, lbx_part part,
                      enum fit fit) {
    const size_t n = part.count;
    struct builder b = {tree, fit, resize(NULL, n, sizeof *b.corner), resize(NULL, n, sizeof *b.id),
                        model_view(model)};
    memcpy(b.corner, model->triangle + part.first, n * sizeof *b.corner);
    for (size_t t = 0; t < n; t++) b.id[t] = (uint32_t)(part.first + t);
    b.mesh.indices = b.corner[0];
    b.mesh.triangle_count = n;
    tree->model = model;
    tree->node = resize(NULL, 2 * n - 1, sizeof *tree->node);
    tree->nodes = 1;
    const lbx_spheres_out cube =
                              lbx_spheres_out_of(tree->cube, &tree->cube[3], 1, sizeof tree->cube),
                          sphere = lbx_spheres_out_of(tree->sphere, &tree->sphere[3], 1,
                                                      sizeof tree->sphere);
    const lbx_aabbs_out box = lbx_aabbs_out_of(tree->box[0], tree->box[1], 1, sizeof tree->box);
    checked(lbx_caabb_fit(&b.mesh, NULL, 1, &cube));
    checked(lbx_sphere_fit(&b.mesh, NULL, 1, &sphere));
    checked(lbx_aabb_fit(&b.mesh, NULL, 1, &box));
    build(&b, 0, 0, n);
    free(b.corner);
    free(b.id);
}

void binary_tree_free(struct binary_tree *tree) {
    free(tree->node);
}
