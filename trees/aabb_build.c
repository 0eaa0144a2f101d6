// SPDX-License-Identifier: MIT
// Trees of axis-aligned boxes: building, from a mesh or by another tree, and refitting.
#include <string.h>

#include "aabb_tree.h"
#include "volumes/mesh.h"

// All leaves but one are full. A node has at least two children, and each is a leaf or a node.
size_t lbx_aabb_tree_bytes(const lbx_mesh *mesh) {
    if (!mesh || mesh->triangle_count > TREE_TRIANGLES_MAX) return SIZE_MAX;
    struct lbx_aabb_tree t;
    static char none;
    const size_t leaves = mesh->triangle_count / TREE_WIDTH + 1;
    return lbx_aabb_tree_lay(&t, &none, 1 + leaves, leaves);
}

size_t lbx_aabb_tree_scratch_bytes(const lbx_mesh *mesh) {
    return lbx_obb_tree_scratch_bytes(mesh);
}

struct filling {
    const struct lbx_aabb_tree *tree;
    const struct lbx_tree_item *item;
    const uint32_t *masks;
    size_t triangles;
    _Atomic uint64_t numbers;
};

enum { PART = 512 }; // leaves

// Fills leaves with the numbers and masks of their triangles.
static void fill_leaves(void *data, size_t part) {
    struct filling *const f = data;
    const size_t end = lbx_part_end((size_t)f->tree->header->leaves, PART, part);
    struct lbx_numbering numbering = {0, 0, 0};
    for (size_t i = part * PART; i < end; i++) {
        struct lbx_aabb_leaf *const leaf = &f->tree->leaf[i];
        const size_t first = TREE_WIDTH * i, left = f->triangles - first;
        memset(leaf->rest, 0, sizeof leaf->rest);
        for (uint32_t j = 0; j < TREE_WIDTH; j++) {
            const uint32_t id = f->item[first + (j < left ? j : 0)].id;
            leaf->id[j] = id;
            leaf->mask[j] = f->masks ? f->masks[id] : UINT32_MAX;
            if (j < left) lbx_numbering_add(&numbering, id);
        }
    }
    lbx_add_to(&f->numbers, numbering.found);
}

ptrdiff_t lbx_aabb_tree_make(const lbx_mesh *mesh, const lbx_aabb_tree_options *options,
                             struct lbx_tree_item *item, const uint32_t *rank, size_t n,
                             void *memory) {
    static const lbx_aabb_tree_options usual = {NULL, NULL, NULL, NULL, 0};
    if (!options) options = &usual;
    struct lbx_aabb_tree t;
    const size_t leaves = lbx_parts(n, TREE_WIDTH);
    struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    piece.workers = options->workers;
    lbx_aabb_tree_lay(&t, memory, 1 + leaves, leaves);
    *t.header = (struct lbx_aabb_header){
        .version = AABB_VERSION, .triangles = n, .mesh_triangles = (uint32_t)mesh->triangle_count};
    struct lbx_splits splits = {.item = item,
                                .rank = rank,
                                .n = n,
                                .leaf = TREE_WIDTH,
                                .full = true,
                                .node = (char *)t.node,
                                .room = (char *)t.leaf,
                                .step = sizeof *t.node,
                                .child = offsetof(struct lbx_aabb_node, child),
                                .progress = options->progress,
                                .context = options->context,
                                .workers = options->workers};
    if (!lbx_tree_split(&splits)) return 0;
    t.header->nodes = splits.nodes;
    t.header->levels = splits.levels;
    t.header->leaves = leaves;
    t.header->bytes = lbx_aabb_tree_lay(&t, memory, splits.nodes, leaves);
    struct filling filling = {.tree = &t, .item = item, .masks = options->masks, .triangles = n};
    lbx_share(options->workers, fill_leaves, &filling, lbx_parts(leaves, PART));
    const struct lbx_numbering numbering = {.found = filling.numbers};
    t.header->numbers = lbx_tree_numbers(&numbering, mesh->triangle_count);
    lbx_aabb_tree_fit(&t, &piece);
    lbx_aabb_tree_seal(&t);
    return (ptrdiff_t)t.header->bytes;
}

ptrdiff_t lbx_aabb_tree_build(const lbx_mesh *mesh, const lbx_aabb_tree_options *options,
                              void *memory, size_t bytes, void *scratch) {
    const ptrdiff_t n =
        lbx_tree_begin(mesh, options ? options->flags : 0, options ? options->workers : NULL,
                       memory, bytes, lbx_aabb_tree_bytes(mesh), scratch);
    return n < 0 ? n : lbx_aabb_tree_make(mesh, options, scratch, NULL, (size_t)n, memory);
}

// Checks the mesh of a refit: 0, or an LBX_ERROR_*.
static int check_refit(const struct lbx_aabb_tree *t, const lbx_mesh *mesh,
                       const lbx_workers *workers) {
    const size_t n = (size_t)t->header->triangles;
    int error = lbx_tree_refit_arguments(mesh, workers, n, t->header->mesh_triangles);
    if (error || n == mesh->triangle_count) return error;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    for (size_t i = 0; i < t->header->leaves; i++) {
        for (unsigned k = 0; k < TREE_WIDTH && !error; k++)
            error = lbx_triangle_check(&piece, t->leaf[i].id[k], mesh->vertex_count);
    }
    return error;
}

int lbx_aabb_tree_refit(const lbx_mesh *mesh, void *memory, const lbx_workers *workers) {
    struct lbx_aabb_tree t;
    int error = mesh ? lbx_aabb_tree_open(&t, memory) : LBX_ERROR_NULL;
    if (!error) error = check_refit(&t, mesh, workers);
    if (error) return error;
    struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    piece.workers = workers;
    lbx_aabb_tree_fit(&t, &piece);
    return 0;
}
