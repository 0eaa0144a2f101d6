// SPDX-License-Identifier: MIT
// Fitting the boxes of a tree to its triangles: leaves by parts of the nodes, then the boxes of
// nodes from the last one to the root. Nodes come before those below them.
#include "kernels/lanes/floats.h"

#include "aabb_tree.h"
#include "kernels/api/parts.h"
#include "kernels/lanes/base.h"
#include "volumes/fit.h"

enum { PART = 64 }; // nodes

struct fitting {
    const struct lbx_aabb_tree *tree;
    const struct lbx_piece *piece;
    _Atomic uint64_t sum;
};

// Prefetches what later leaves will read: their triangles are anywhere in the mesh, and a leaf that
// waits for its indices, then for its vertices, takes twice as long. It is always inlined, because
// gcc 12 drops calls of a function that only prefetches.
static inline __attribute__((always_inline)) void
fetch_corners(const struct lbx_aabb_tree *t, const struct lbx_piece *piece, size_t number) {
    enum { INDICES_AHEAD = 8, VERTICES_AHEAD = 4 };
    if (!piece->indices || number + INDICES_AHEAD >= t->header->leaves) return;
    const uint32_t *const later = t->leaf[number + INDICES_AHEAD].id;
    const uint32_t *const sooner = t->leaf[number + VERTICES_AHEAD].id;
    const int rows = piece->step < 3 * sizeof(float) ? 3 : 1; // else x, y and z are neighbors
    for (size_t k = 0; k < TREE_WIDTH; k++) {
        prefetch(&piece->indices[3 * (size_t)later[k]]);
        for (size_t v = 0; v < 3; v++) {
            for (int c = 0; c < rows; c++)
                prefetch(corner_float(piece, 3 * (size_t)sooner[k] + v, c));
        }
    }
}

static struct lbx_aabb_box fit_leaf(const struct lbx_aabb_tree *t, const struct lbx_piece *piece,
                                    uint32_t number) {
    struct lbx_aabb_leaf *const leaf = &t->leaf[number];
    fetch_corners(t, piece, number);
    for (size_t k = 0; k < TREE_WIDTH; k++) {
        for (size_t v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                leaf->vertex[c][v][k] = *corner_float(piece, 3 * (size_t)leaf->id[k] + v, c);
        }
    }
    const struct lbx_aabb_box box = lbx_aabb_leaf_box(leaf);
    leaf->longest = lbx_aabb_longest_side(&box);
    return box;
}

static void fit_leaves(void *data, size_t part) {
    struct fitting *const f = data;
    const struct lbx_aabb_tree *const t = f->tree;
    const size_t end = lbx_part_end((size_t)t->header->nodes, PART, part);
    uint64_t sum = 0;
    for (size_t i = part * PART; i < end; i++) {
        struct lbx_aabb_node *const node = &t->node[i];
        for (unsigned k = 0; k < TREE_WIDTH; k++) {
            const uint32_t child = node->child[k];
            struct lbx_aabb_box box = lbx_no_aabb;
            if (is_leaf(child)) {
                box = fit_leaf(t, f->piece, leaf_first(child));
                sum += lbx_aabb_leaf_sum(&t->leaf[leaf_first(child)], leaf_first(child));
            } else if (child != 0) {
                node->child[k] = node_number(child);
                continue;
            }
            lbx_aabb_put_box(node, k, &box);
        }
    }
    lbx_add_to(&f->sum, sum);
}

void lbx_aabb_tree_fit(struct lbx_aabb_tree *t, const struct lbx_piece *piece) {
    struct fitting f = {.tree = t, .piece = piece};
    lbx_share(piece->workers, fit_leaves, &f, lbx_parts((size_t)t->header->nodes, PART));
    t->header->sum = f.sum;
    lbx_aabb_fit_nodes(t->node, (size_t)t->header->nodes);
    const struct lbx_aabb_box all = lbx_aabb_node_box(&t->node[0]);
    lbx_aabb_measure(t->header, &all);
    lbx_aabb_mark_fine(t, t->header, piece->workers, true);
}
