// SPDX-License-Identifier: MIT
// Instances by themselves: their range, the way into their frames, their boxes in the world.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "kernels/lanes/base.h"
#include "kernels/math/products.h"
#include "scene.h"
#include "trees/pose.h"
#include "volumes/fit.h"

#define POSITION_MOST 0x1p60

// What rounding may take from a box: of the terms of its turned corners, which see 12 roundings of
// 2^-24 each, of the position, and absolutely.
#define ROUNDED 0x1p-20
#define SUMMED 0x1p-51
#define UNDERFLOWN 0x1p-140

bool lbx_instance_is_sound(const lbx_instance *instance) {
    for (int c = 0; c < 3; c++) {
        if (!(fabs(instance->pose.position[c]) <= POSITION_MOST)) return false;
    }
    return is_pose(&instance->pose) && instance->scale >= LBX_SCALE_LEAST &&
           instance->scale <= LBX_SCALE_MOST;
}

void lbx_instance_open(const lbx_instance *given, uint32_t number,
                       struct lbx_scene_instance *out) {
    double rotation[3][3];
    rotation_matrix(&given->pose, rotation);
    *out = (struct lbx_scene_instance){.given = *given, .number = number};
    const double shrink = 1 / given->scale;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) out->into[i][k] = rounded(rotation[k][i] * shrink);
    }
}

// Grows bounds by the boxes of a node, turned. Those whose bits are not set count as the first that
// is.
FORCE_INLINE void add_node(const struct lbx_aabb_node *node, uint32_t lanes, vf turn[3][3],
                           vf low[3], vf high[3]) {
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    const vf half_of = vf_set(.5f);
    for (unsigned k = 0; k < TREE_WIDTH; k += LANES) {
        vf center[3], half[3];
        float counts[LANES];
        for (unsigned l = 0; l < LANES; l++) counts[l] = lanes >> (k + l) & 1 ? 1 : 0;
        const vm is_counted = vf_less(vf_set(0), vf_load(counts));
        for (int c = 0; c < 3; c++) {
            const vf min = vm_select(is_counted, vf_load(node->min[c] + k), vf_set(node->min[c][first]));
            const vf max = vm_select(is_counted, vf_load(node->max[c] + k), vf_set(node->max[c][first]));
            center[c] = vf_mul(vf_add(min, max), half_of);
            half[c] = vf_mul(vf_sub(max, min), half_of);
        }
        for (int i = 0; i < 3; i++) {
            const vf size[3] = {vf_abs(turn[i][0]), vf_abs(turn[i][1]), vf_abs(turn[i][2])};
            const vf at = dot_product(false, turn[i], center), off = dot_product(false, size, half);
            low[i] = vf_min(vf_sub(at, off), low[i]);
            high[i] = vf_max(vf_add(at, off), high[i]);
        }
    }
}

// Adds the boxes of a root's grandchildren, or of a child that is a leaf.
static void add_grandchildren(const struct lbx_aabb_tree *tree, vf turn[3][3], vf low[3],
                              vf high[3]) {
    const uint32_t root = tree->node->child[0];
    const struct lbx_aabb_node *const node = &tree->node[is_leaf(root) ? 0 : node_number(root)];
    uint32_t leaves = 0;
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++) {
        if (is_leaf(node->child[k])) {
            leaves |= 1u << k;
            continue;
        }
        const struct lbx_aabb_node *const below = &tree->node[node_number(node->child[k])];
        uint32_t lanes = 1;
        for (unsigned j = 1; j < TREE_WIDTH && below->child[j]; j++) lanes |= 1u << j;
        add_node(below, lanes, turn, low, high);
    }
    if (leaves) add_node(node, leaves, turn, low, high);
}

// The largest float that is not above x.
static float rounded_down(double x) {
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

struct lbx_aabb_box lbx_instance_box(const lbx_instance *instance,
                                     const struct lbx_aabb_tree *tree) {
    double rotation[3][3];
    vf turn[3][3], low[3], high[3];
    rotation_matrix(&instance->pose, rotation);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            turn[i][k] = vf_set(rounded(rotation[i][k] * instance->scale));
        low[i] = vf_set(INFINITY);
        high[i] = vf_set(-INFINITY);
    }
    add_grandchildren(tree, turn, low, high);
    struct lbx_aabb_box box = {.mask = instance->mask};
    for (int i = 0; i < 3; i++) {
        float least[LANES], most[LANES];
        vf_store(least, low[i]);
        vf_store(most, high[i]);
        for (int l = 1; l < LANES; l++) {
            least[0] = least[l] < least[0] ? least[l] : least[0];
            most[0] = most[l] > most[0] ? most[l] : most[0];
        }
        double large = 0; // of the terms of a turned coordinate
        for (int k = 0; k < 3; k++)
            large += fabs(rotation[i][k]) * fmax(fabs((double)tree->node->min[k][0]),
                                                 fabs((double)tree->node->max[k][0]));
        const double at = instance->pose.position[i];
        const double pad = large * instance->scale * ROUNDED + fabs(at) * SUMMED + UNDERFLOWN;
        box.min[i] = rounded_down(at + ((double)least[0] - pad));
        box.max[i] = -rounded_down(-(at + ((double)most[0] + pad)));
    }
    return box;
}
