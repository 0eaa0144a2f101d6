// SPDX-License-Identifier: MIT
// The bounds of the boxes of a root's grandchildren, turned and scaled, about the origin. A box's
// corner is center + half along each axis, and of all corners the outermost one along x is
// |turn_x| . half away from where the center goes.
#include "../turned_box.h"
#include "../../kernels/math/products.h"
#include "../../trees/lanes/nodes.h"

struct turn {
    vf row[3][3], size[3][3]; // and its absolute values
};

// Grows bounds by boxes. Lanes without a box, from +inf to -inf, become NaN and change nothing.
FORCE_INLINE void add_boxes(const struct turn *turn, const vf min[3], const vf max[3], vf low[3],
                            vf high[3]) {
    vf center[3], half[3];
    for (int c = 0; c < 3; c++) {
        center[c] = vf_mul(vf_add(min[c], max[c]), vf_set(.5f));
        half[c] = vf_mul(vf_sub(max[c], min[c]), vf_set(.5f));
    }
    for (int i = 0; i < 3; i++) {
        const vf at = dot_product(false, turn->row[i], center);
        const vf off = dot_product(false, turn->size[i], half);
        low[i] = vf_min(vf_sub(at, off), low[i]);
        high[i] = vf_max(vf_add(at, off), high[i]);
    }
}

lbx_turned_box EXPORTED(turned_box);
void EXPORTED(turned_box)(const struct lbx_aabb_tree *tree, const float turn[3][3], float low[3],
                          float high[3]) {
    const uint32_t root = tree->node->child[0];
    const struct lbx_aabb_node *const node = &tree->node[is_leaf(root) ? 0 : node_number(root)];
    struct turn by;
    vf lows[3], highs[3], min[3], max[3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            by.row[i][k] = vf_set(turn[i][k]);
            by.size[i][k] = vf_abs(by.row[i][k]);
        }
        lows[i] = vf_set(INFINITY);
        highs[i] = vf_set(-INFINITY);
    }
    bool leaves = false;
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k];) {
        const struct lbx_aabb_node *below[2] = {NULL, NULL};
        unsigned found = 0;
        for (; found < AT_ONCE && k < TREE_WIDTH && node->child[k]; k++) {
            if (is_leaf(node->child[k]))
                leaves = true;
            else
                below[found++] = &tree->node[node_number(node->child[k])];
        }
        if (found == 0) break;
        if (found < 2) below[1] = below[0];
        for (unsigned part = 0; part < PARTS; part++) {
            for (int c = 0; c < 3; c++) {
                min[c] = load_rows(below[0]->min[c] + part * STEP, below[1]->min[c] + part * STEP);
                max[c] = load_rows(below[0]->max[c] + part * STEP, below[1]->max[c] + part * STEP);
            }
            add_boxes(&by, min, max, lows, highs);
        }
    }
    for (unsigned part = 0; part < PARTS && leaves; part++) {
        const float *const child = (const float *)(const void *)node->child + part * STEP;
        const vm is_one = vf_negative(load_rows(child, child)); // LEAF_BIT is the sign
        for (int c = 0; c < 3; c++) {
            const float *const from = node->min[c] + part * STEP, *const to =
                                                                      node->max[c] + part * STEP;
            min[c] = vm_select(is_one, load_rows(from, from), vf_set(INFINITY));
            max[c] = vm_select(is_one, load_rows(to, to), vf_set(-INFINITY));
        }
        add_boxes(&by, min, max, lows, highs);
    }
    for (int i = 0; i < 3; i++) {
        low[i] = -vf_most(vf_negate(lows[i]));
        high[i] = vf_most(highs[i]);
    }
}
