// SPDX-License-Identifier: MIT
// Boxes around instances in the world, from the trees of their meshes, of either kind.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "kernels/lanes/base.h"
#include "kernels/math/products.h"
#include "scene.h"
#include "trees/obb_tree.h"
#include "trees/pose.h"
#include "volumes/fit.h"

// What rounding may take from a box: of the terms of its turned corners, which see 12 roundings of
// 2^-24 each, of the position, and absolutely. Oriented boxes need no more for their corners than
// they are inflated by: eight roundings and the axes, which are orthonormal but for 2^-21, take
// 2^-20 of the sum of the half extents, where OBB_INFLATE is 2^-13; five roundings take 9 * 2^-24
// of the largest coordinate of the center, where OBB_INFLATE_FAR is 2^-20.
#define ROUNDED 0x1p-20
#define SUMMED 0x1p-51
#define UNDERFLOWN 0x1p-140

// The nodes of a tree. Those of the other kind are NULL.
struct nodes {
    const struct lbx_aabb_node *straight;
    const struct lbx_obb_node *oriented;
};

static struct nodes nodes_of(const lbx_scene_trees *trees, uint32_t i) {
    struct lbx_aabb_tree straight;
    struct lbx_obb_tree oriented;
    if (trees->rays) {
        const struct lbx_aabb_header *const h = trees->rays[i];
        lbx_aabb_tree_lay(&straight, (void *)(uintptr_t)h, (size_t)h->nodes, (size_t)h->leaves);
        return (struct nodes){straight.node, NULL};
    }
    const struct lbx_obb_header *const h = trees->touching[i];
    lbx_obb_tree_lay(&oriented, (void *)(uintptr_t)h, (size_t)h->triangles, (size_t)h->nodes);
    return (struct nodes){NULL, oriented.node};
}

static const uint32_t *children_of(const struct nodes *nodes, uint32_t number) {
    return nodes->straight ? nodes->straight[number].child : nodes->oriented[number].child;
}

// How far boxes reach that turn with an instance.
struct bounds {
    vf turn[3][3], low[3], high[3];
};

FORCE_INLINE void extend(struct bounds *b, int i, vf at, vf off) {
    b->low[i] = vf_min(vf_sub(at, off), b->low[i]);
    b->high[i] = vf_max(vf_add(at, off), b->high[i]);
}

// Adds boxes of a node of axis-aligned boxes. Lanes that do not count have the first that does.
FORCE_INLINE void add_straight(struct bounds *b, const struct lbx_aabb_node *node, unsigned k,
                               vm counts, unsigned first) {
    const vf half_of = vf_set(.5f);
    vf center[3], half[3];
    for (int c = 0; c < 3; c++) {
        const vf min = vm_select(counts, vf_load(node->min[c] + k), vf_set(node->min[c][first]));
        const vf max = vm_select(counts, vf_load(node->max[c] + k), vf_set(node->max[c][first]));
        center[c] = vf_mul(vf_add(min, max), half_of);
        half[c] = vf_mul(vf_sub(max, min), half_of);
    }
    for (int i = 0; i < 3; i++) {
        const vf size[3] = {vf_abs(b->turn[i][0]), vf_abs(b->turn[i][1]), vf_abs(b->turn[i][2])};
        extend(b, i, dot_product(false, b->turn[i], center), dot_product(false, size, half));
    }
}

// Adds boxes of a node of oriented boxes.
FORCE_INLINE void add_oriented(struct bounds *b, const struct lbx_obb_node *node, unsigned k,
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
        extend(b, i, dot_product(false, b->turn[i], center), dot_product(false, size, half));
    }
}

// Adds the boxes of a node whose bits are set.
static void add_node(struct bounds *b, const struct nodes *nodes, uint32_t number, uint32_t lanes) {
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    for (unsigned k = 0; k < TREE_WIDTH && lanes >> k; k += LANES) {
        float counts[LANES];
        for (unsigned l = 0; l < LANES; l++) counts[l] = lanes >> (k + l) & 1 ? 1 : 0;
        const vm is_counted = vf_less(vf_set(0), vf_load(counts));
        if (nodes->straight)
            add_straight(b, &nodes->straight[number], k, is_counted, first);
        else
            add_oriented(b, &nodes->oriented[number], k, is_counted, first);
    }
}

// Adds the boxes of a root's grandchildren, or of a child that is a leaf.
static void add_grandchildren(struct bounds *b, const struct nodes *nodes) {
    const uint32_t root = children_of(nodes, 0)[0], top = is_leaf(root) ? 0 : node_number(root);
    const uint32_t *const child = children_of(nodes, top);
    uint32_t leaves = 0;
    for (unsigned k = 0; k < TREE_WIDTH && child[k]; k++) {
        if (is_leaf(child[k])) {
            leaves |= 1u << k;
            continue;
        }
        const uint32_t *const below = children_of(nodes, node_number(child[k]));
        uint32_t lanes = 1;
        for (unsigned j = 1; j < TREE_WIDTH && below[j]; j++) lanes |= 1u << j;
        add_node(b, nodes, node_number(child[k]), lanes);
    }
    if (leaves) add_node(b, nodes, top, leaves);
}

float lbx_rounded_down(double x) {
    const float f = rounded(x);
    if ((double)f <= x) return f;
    if (f == 0) return -0x1p-149f;
    uint32_t bits;
    float below;
    memcpy(&bits, &f, sizeof bits);
    bits += f < 0 ? 1 : UINT32_MAX;
    memcpy(&below, &bits, sizeof below);
    return below;
}

struct lbx_aabb_box lbx_instance_box(const lbx_instance *instance, const lbx_scene_trees *trees) {
    const struct nodes nodes = nodes_of(trees, instance->tree);
    double rotation[3][3];
    struct bounds bounds;
    rotation_matrix(&instance->pose, rotation);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            bounds.turn[i][k] = vf_set(rounded(rotation[i][k] * instance->scale));
        bounds.low[i] = vf_set(INFINITY);
        bounds.high[i] = vf_set(-INFINITY);
    }
    add_grandchildren(&bounds, &nodes);
    struct lbx_aabb_box box = {.mask = instance->mask};
    for (int i = 0; i < 3; i++) {
        float least[LANES], most[LANES];
        vf_store(least, bounds.low[i]);
        vf_store(most, bounds.high[i]);
        for (int l = 1; l < LANES; l++) {
            least[0] = least[l] < least[0] ? least[l] : least[0];
            most[0] = most[l] > most[0] ? most[l] : most[0];
        }
        double large = 0; // of the terms of a turned coordinate
        for (int k = 0; k < 3 && nodes.straight; k++)
            large += fabs(rotation[i][k]) * fmax(fabs((double)nodes.straight->min[k][0]),
                                                 fabs((double)nodes.straight->max[k][0]));
        const double at = instance->pose.position[i];
        const double pad = large * instance->scale * ROUNDED + fabs(at) * SUMMED + UNDERFLOWN;
        box.min[i] = lbx_rounded_down(at + ((double)least[0] - pad));
        box.max[i] = -lbx_rounded_down(-(at + ((double)most[0] + pad)));
    }
    return box;
}
