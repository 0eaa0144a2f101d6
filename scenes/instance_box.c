// SPDX-License-Identifier: MIT
// Boxes around instances in the world, from the trees of their meshes, of either kind.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "kernels/api/entries.h"
#include "kernels/lanes/base.h"
#include "kernels/math/nearest_float.h"
#include "kernels/math/products.h"
#include "scene.h"
#include "trees/obb_tree.h"
#include "trees/pose.h"
#include "turned_box.h"

ENTRIES(lbx_turned_box, turned_box);

// What a box is grown by: see numerics.md. By this part of the sum of the mesh's largest x, y and
// z, for the roundings of its corners and of rays in its frame; by parts of the position, and of a
// bound that becomes a float; and absolutely. Oriented boxes need nothing for their corners: eight
// roundings and the axes, which are orthonormal but for 2^-21, take 2^-20 of the sum of the half
// extents, where OBB_INFLATE is 2^-13; five roundings take 9 * 2^-24 of the largest coordinate of
// the center, where OBB_INFLATE_FAR is 2^-20.
#define ROUNDED 0x1p-19
#define SUMMED 0x1p-51
#define UNDERFLOWN 0x1p-140
#define TO_FLOAT 0x1p-23

// How far boxes reach that turn with an instance.
struct turned_bounds {
    vf turn[3][3], low[3], high[3];
};

// Adds boxes of a node. Lanes that do not count have the first that does.
FORCE_INLINE void add_boxes(struct turned_bounds *b, const struct lbx_obb_node *node, unsigned k,
                            vm counts, unsigned first) {
    vf center[3], half[3], axis[3][3];
    for (int c = 0; c < 3; c++) {
        center[c] = vm_select(counts, vf_load(node->center[c] + k), vf_set(node->center[c][first]));
        half[c] = vm_select(counts, vf_load(node->half[c] + k), vf_set(node->half[c][first]));
        for (int a = 0; a < 3; a++)
            axis[a][c] =
                vm_select(counts, vf_load(node->axis[a][c] + k), vf_set(node->axis[a][c][first]));
    }
    for (int i = 0; i < 3; i++) {
        vf size[3];
        for (int a = 0; a < 3; a++) size[a] = vf_abs(dot_product(false, b->turn[i], axis[a]));
        const vf at = dot_product(false, b->turn[i], center), off = dot_product(false, size, half);
        b->low[i] = vf_min(vf_sub(at, off), b->low[i]);
        b->high[i] = vf_max(vf_add(at, off), b->high[i]);
    }
}

// Adds the boxes of a node whose bits are set.
static void add_node(struct turned_bounds *b, const struct lbx_obb_node *node, uint32_t lanes) {
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    for (unsigned k = 0; k < TREE_WIDTH && lanes >> k; k += LANES) {
        float counts[LANES];
        for (unsigned l = 0; l < LANES; l++) counts[l] = lanes >> (k + l) & 1 ? 1 : 0;
        add_boxes(b, node, k, vf_less(vf_set(0), vf_load(counts)), first);
    }
}

// As lbx_turned_box, of oriented boxes.
static void turned_obbs(const struct lbx_obb_node *nodes, const float turn[3][3], float low[3],
                        float high[3]) {
    const uint32_t root = nodes->child[0];
    const struct lbx_obb_node *const node = &nodes[is_leaf(root) ? 0 : root];
    struct turned_bounds bounds;
    uint32_t leaves = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) bounds.turn[i][k] = vf_set(turn[i][k]);
        bounds.low[i] = vf_set(INFINITY);
        bounds.high[i] = vf_set(-INFINITY);
    }
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++) {
        if (is_leaf(node->child[k])) {
            leaves |= 1u << k;
            continue;
        }
        const struct lbx_obb_node *const below = &nodes[node->child[k]];
        uint32_t lanes = 1;
        for (unsigned j = 1; j < TREE_WIDTH && below->child[j]; j++) lanes |= 1u << j;
        add_node(&bounds, below, lanes);
    }
    if (leaves) add_node(&bounds, node, leaves);
    for (int i = 0; i < 3; i++) {
        low[i] = -vf_most(vf_negate(bounds.low[i]));
        high[i] = vf_most(bounds.high[i]);
    }
}

struct lbx_aabb_box lbx_instance_box(const lbx_instance *instance, const lbx_scene_trees *trees) {
    double rotation[3][3], large = 0;
    float turn[3][3], low[3], high[3];
    rotation_matrix(&instance->pose, rotation);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) turn[i][k] = nearest_float(rotation[i][k] * instance->scale);
    }
    if (trees->rays) {
        struct lbx_aabb_tree tree;
        const struct lbx_aabb_header *const h = trees->rays[instance->tree];
        lbx_aabb_tree_lay(&tree, (void *)(uintptr_t)h, (size_t)h->nodes, (size_t)h->leaves);
        ACTIVE(turned_box)(&tree, (const float(*)[3])turn, low, high);
        for (int k = 0; k < 3; k++) {
            const double min = fabs((double)tree.node->min[k][0]);
            const double max = fabs((double)tree.node->max[k][0]);
            large += min > max ? min : max;
        }
    } else {
        struct lbx_obb_tree tree;
        const struct lbx_obb_header *const h = trees->touching[instance->tree];
        lbx_obb_tree_lay(&tree, (void *)(uintptr_t)h, (size_t)h->triangles, (size_t)h->nodes);
        turned_obbs(tree.node, (const float(*)[3])turn, low, high);
    }
    struct lbx_aabb_box box = {.mask = instance->mask};
    for (int i = 0; i < 3; i++) {
        const double at = instance->pose.position[i];
        const double pad = large * instance->scale * ROUNDED + fabs(at) * SUMMED + UNDERFLOWN;
        const double from = at + ((double)low[i] - pad), to = at + ((double)high[i] + pad);
        box.min[i] = nearest_float(from - fabs(from) * TO_FLOAT);
        box.max[i] = nearest_float(to + fabs(to) * TO_FLOAT);
    }
    return box;
}
