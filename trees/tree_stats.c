// SPDX-License-Identifier: MIT
// How good trees are: the areas of their boxes, and how deep siblings are in each other.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "aabb_tree.h"
#include "obb_tree.h"
#include "pairs/measure.h"

struct walk {
    lbx_tree_stats stats;
    struct lbx_measures sums;
    double root; // its area
};

// Node 0 has the root's box alone, and is not counted.
static struct walk begin(uint64_t bytes, uint64_t items, uint64_t nodes, uint32_t levels) {
    return (struct walk){
        .stats = {.bytes = bytes, .items = items, .nodes = nodes - 1, .height = levels - 1}};
}

// Adds a child of a node. The root's box counts only if it is a leaf's.
static void add_child(struct walk *w, size_t node, uint32_t child, double area) {
    if (node == 0) w->root = area;
    if (is_leaf(child)) {
        w->stats.leaves++;
        w->sums.leaf_area += area;
    } else if (node > 0) {
        w->sums.node_area += area;
    }
}

// --- oriented boxes ---

// Child k of a node, along its own axes.
static struct lbx_extent obb_extent(const struct lbx_obb_node *node, unsigned k) {
    struct lbx_extent e;
    for (int c = 0; c < 3; c++) {
        e.max[c] = (double)node->half[c][k];
        e.min[c] = -e.max[c];
    }
    return e;
}

// The box around child k of a node along the axes of the node's own box, child `of` of `above`.
static struct lbx_extent obb_extent_along(const struct lbx_obb_node *above, unsigned of,
                                          const struct lbx_obb_node *node, unsigned k) {
    struct lbx_extent e;
    for (int c = 0; c < 3; c++) {
        double center = 0, half = 0;
        for (int d = 0; d < 3; d++) {
            const double apart = (double)node->center[d][k] - (double)above->center[d][of];
            center += apart * (double)above->axis[c][d][of];
        }
        for (int a = 0; a < 3; a++) {
            double cosine = 0;
            for (int d = 0; d < 3; d++)
                cosine += (double)above->axis[c][d][of] * (double)node->axis[a][d][k];
            half += fabs(cosine) * (double)node->half[a][k];
        }
        e.min[c] = center - half;
        e.max[c] = center + half;
    }
    return e;
}

int lbx_obb_tree_stats(const void *tree, lbx_tree_stats *stats) {
    struct lbx_obb_tree t;
    const int error = lbx_obb_tree_open(&t, tree);
    if (error) return error;
    if (!stats) return LBX_ERROR_NULL;
    const struct lbx_obb_header *const h = t.header;
    struct walk w = begin(h->bytes, h->triangles, h->nodes, h->levels);
    for (size_t i = 0; i < h->nodes; i++) {
        for (unsigned k = 0; k < TREE_WIDTH && t.node[i].child[k]; k++) {
            const uint32_t child = t.node[i].child[k];
            const struct lbx_extent own = obb_extent(&t.node[i], k);
            add_child(&w, i, child, lbx_area(&own));
            if (is_leaf(child)) continue;
            const struct lbx_obb_node *const below = &t.node[child];
            struct lbx_extent box[TREE_WIDTH];
            unsigned n = 0;
            for (; n < TREE_WIDTH && below->child[n]; n++)
                box[n] = obb_extent_along(&t.node[i], k, below, n);
            lbx_measure_siblings(&w.sums, box, n);
        }
    }
    lbx_measured(&w.sums, w.root, &w.stats);
    *stats = w.stats;
    return 0;
}

// --- axis-aligned boxes ---

int lbx_aabb_tree_stats(const void *tree, lbx_tree_stats *stats) {
    struct lbx_aabb_tree t;
    const int error = lbx_aabb_tree_open(&t, tree);
    if (error) return error;
    if (!stats) return LBX_ERROR_NULL;
    const struct lbx_aabb_header *const h = t.header;
    struct walk w = begin(h->bytes, h->triangles, h->nodes, h->levels);
    for (size_t i = 0; i < h->nodes; i++) {
        const struct lbx_aabb_node *const node = &t.node[i];
        struct lbx_extent box[TREE_WIDTH];
        unsigned n = 0;
        for (; n < TREE_WIDTH && node->child[n]; n++) {
            for (int c = 0; c < 3; c++) {
                box[n].min[c] = (double)node->min[c][n];
                box[n].max[c] = (double)node->max[c][n];
            }
            add_child(&w, i, node->child[n], lbx_area(&box[n]));
        }
        lbx_measure_siblings(&w.sums, box, n);
    }
    lbx_measured(&w.sums, w.root, &w.stats);
    *stats = w.stats;
    return 0;
}
