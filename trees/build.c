// SPDX-License-Identifier: MIT
// Building and refitting trees.
#include "kernels/api/floats.h"

#include <math.h>
#include <string.h>

#include "pairs/order.h"
#include "tree.h"
#include "volumes/fit.h"

// --- boxes ---

static struct lbx_piece piece_of(const struct lbx_tree *t, size_t first, size_t end) {
    const lbx_mesh mesh = lbx_mesh_of(t->vertex[0][0], 3 * end, sizeof **t->vertex, NULL, end);
    const lbx_part part = {first, end - first};
    return lbx_piece_of(&mesh, &part, 0);
}

void lbx_tree_measure(struct lbx_tree *t) {
    struct lbx_tree_header *const header = t->header;
    const size_t n = (size_t)header->triangles;
    struct lbx_bounds bounds;
    double reach = 0, size = 0;
    const struct lbx_piece all = piece_of(t, 0, n);
    lbx_piece_bounds(&all, &bounds);
    for (int c = 0; c < 3; c++) {
        header->origin[c] = rounded(bounds.middle[c]);
        const double below = (double)header->origin[c] - (double)bounds.min[c];
        const double above = (double)bounds.max[c] - (double)header->origin[c];
        reach = fmax(reach, fmax(below, above));
    }
    header->sum = 0;
    for (size_t i = 0; i < 9 * n; i++) {
        uint32_t word;
        memcpy(&word, (const char *)t->vertex + i * sizeof word, sizeof word);
        header->sum += lbx_scatter((uint64_t)i << 32 | word);
    }
    for (size_t i = 0; i < n; i++) {
        double extent = 0;
        for (int c = 0; c < 3; c++) {
            const double x = (double)t->vertex[i][0][c], y = (double)t->vertex[i][1][c],
                         z = (double)t->vertex[i][2][c];
            extent += fmax(x, fmax(y, z)) - fmin(x, fmin(y, z));
        }
        size = fmax(size, extent);
    }
    header->reach = rounded_up(reach);
    header->size = rounded_up(size);
}

void lbx_tree_box(const struct lbx_tree *t, size_t first, size_t end, struct lbx_box *box) {
    const struct lbx_piece piece = piece_of(t, first, end);
    lbx_box_around(&piece, box);
    for (int c = 0; c < 3; c++) box->center[c] -= t->header->origin[c];
}

void lbx_tree_put_box(struct lbx_tree_node *node, unsigned k, const struct lbx_box *box) {
    for (unsigned c = 0; c < 3; c++) {
        node->center[c][k] = box->center[c];
        node->half[c][k] = box->half[c];
        for (unsigned a = 0; a < 3; a++) node->axis[a][c][k] = box->axis[a][c];
    }
}

// Fits the boxes of a node and of those below it, whose triangles begin at `first`. Returns their
// end.
static size_t fit_node(struct lbx_tree *t, uint32_t number, size_t first) {
    struct lbx_tree_node *const node = &t->node[number];
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++) {
        const uint32_t child = node->child[k];
        const size_t end = is_leaf(child) ? first + leaf_count(child) : fit_node(t, child, first);
        struct lbx_box box;
        lbx_tree_box(t, first, end, &box);
        lbx_tree_put_box(node, k, &box);
        first = end;
    }
    return first;
}

// Takes the vertices of the triangles that the tree's numbers name, and fits all boxes.
static void fit(struct lbx_tree *t, const struct lbx_piece *piece) {
    for (size_t i = 0; i < t->header->triangles; i++) {
        for (size_t v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                t->vertex[i][v][c] = *corner_float(piece, 3 * (size_t)t->id[i] + v, c);
        }
    }
    lbx_tree_measure(t);
    fit_node(t, 0, 0);
}

// --- the public functions ---

size_t lbx_obb_tree_bytes(const lbx_mesh *mesh) {
    if (!mesh || mesh->triangle_count > TREE_TRIANGLES_MAX) return SIZE_MAX;
    struct lbx_tree t;
    static char none;
    return lbx_tree_lay(&t, &none, mesh->triangle_count, 2 + mesh->triangle_count / 7);
}

size_t lbx_obb_tree_scratch_bytes(const lbx_mesh *mesh) {
    if (!mesh || mesh->triangle_count > TREE_TRIANGLES_MAX) return SIZE_MAX;
    return mesh->triangle_count * sizeof(struct lbx_tree_item);
}

ptrdiff_t lbx_obb_tree_build(const lbx_mesh *mesh, const lbx_obb_tree_options *options,
                             void *memory, size_t bytes, void *scratch) {
    static const lbx_obb_tree_options usual = {0, NULL, NULL};
    if (!options) options = &usual;
    const ptrdiff_t error =
        lbx_tree_arguments(mesh, memory, bytes, lbx_obb_tree_bytes(mesh), scratch);
    if (error) return error;
    if (options->leaf > LBX_LEAF_MAX) return LBX_ERROR_COUNT;

    struct lbx_tree t;
    struct lbx_tree_item *const item = scratch;
    const size_t n = mesh->triangle_count;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    lbx_tree_lay(&t, memory, n, 0);
    *t.header = (struct lbx_tree_header){.version = TREE_VERSION, .triangles = n};
    for (size_t i = 0; i < n; i++) item[i] = lbx_tree_item_of(&piece, i);
    struct lbx_splits splits = {.item = item,
                                .n = n,
                                .leaf = options->leaf ? options->leaf : LBX_LEAF,
                                .node = (char *)t.node,
                                .step = sizeof *t.node,
                                .child = offsetof(struct lbx_tree_node, child),
                                .progress = options->progress,
                                .context = options->context};
    if (!lbx_tree_split(&splits)) return 0;
    t.header->nodes = splits.nodes;
    t.header->levels = splits.levels;
    t.header->bytes = lbx_tree_lay(&t, memory, n, (size_t)t.header->nodes);
    for (size_t i = 0; i < n; i++) t.id[i] = item[i].id;
    fit(&t, &piece);
    lbx_tree_seal(&t);
    return (ptrdiff_t)t.header->bytes;
}

int lbx_obb_tree_refit(const lbx_mesh *mesh, void *memory) {
    struct lbx_tree t;
    ptrdiff_t error = mesh ? lbx_tree_open(&t, memory) : LBX_ERROR_NULL;
    if (!error && mesh->triangle_count != t.header->triangles) error = LBX_ERROR_COUNT;
    if (!error) error = lbx_piece_check(mesh, NULL, 1);
    if (error) return (int)error;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    fit(&t, &piece);
    return 0;
}
