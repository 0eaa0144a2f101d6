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

// Fills the leaves of a node and of those below it with the numbers and masks of their triangles.
static void fill_leaves(struct lbx_aabb_tree *t, const struct lbx_tree_item *item,
                        const uint32_t *masks, uint32_t number, struct lbx_numbering *numbering) {
    struct lbx_aabb_node *const node = &t->node[number];
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        if (child == 0) continue;
        if (!is_leaf(child)) {
            fill_leaves(t, item, masks, child, numbering);
            continue;
        }
        struct lbx_aabb_leaf *const leaf = &t->leaf[t->header->leaves];
        const uint32_t count = leaf_count(child);
        memset(leaf->rest, 0, sizeof leaf->rest);
        for (uint32_t j = 0; j < TREE_WIDTH; j++) {
            const uint32_t id = item[leaf_first(child) + (j < count ? j : 0)].id;
            leaf->id[j] = id;
            leaf->mask[j] = masks ? masks[id] : UINT32_MAX;
            if (j < count) lbx_numbering_add(numbering, id);
        }
        node->child[k] = leaf_of((size_t)t->header->leaves++, count);
    }
}

ptrdiff_t lbx_aabb_tree_make(const lbx_mesh *mesh, const lbx_aabb_tree_options *options,
                             struct lbx_tree_item *item, const uint32_t *rank, size_t n,
                             void *memory) {
    static const lbx_aabb_tree_options usual = {NULL, NULL, NULL, NULL, 0};
    if (!options) options = &usual;
    struct lbx_aabb_tree t;
    struct lbx_numbering numbering = {0, 0, 0};
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    lbx_aabb_tree_lay(&t, memory, 0, 0);
    *t.header = (struct lbx_aabb_header){
        .version = AABB_VERSION, .triangles = n, .mesh_triangles = (uint32_t)mesh->triangle_count};
    struct lbx_splits splits = {.item = item,
                                .rank = rank,
                                .n = n,
                                .leaf = TREE_WIDTH,
                                .full = true,
                                .node = (char *)t.node,
                                .step = sizeof *t.node,
                                .child = offsetof(struct lbx_aabb_node, child),
                                .progress = options->progress,
                                .context = options->context};
    if (!lbx_tree_split(&splits)) return 0;
    t.header->nodes = splits.nodes;
    t.header->levels = splits.levels;
    lbx_aabb_tree_lay(&t, memory, splits.nodes, 0);
    fill_leaves(&t, item, options->masks, 0, &numbering);
    t.header->numbers = lbx_tree_numbers(&numbering, mesh->triangle_count);
    t.header->bytes = lbx_aabb_tree_lay(&t, memory, splits.nodes, (size_t)t.header->leaves);
    lbx_aabb_tree_fit(&t, &piece);
    lbx_aabb_tree_seal(&t);
    return (ptrdiff_t)t.header->bytes;
}

ptrdiff_t lbx_aabb_tree_build(const lbx_mesh *mesh, const lbx_aabb_tree_options *options,
                              void *memory, size_t bytes, void *scratch) {
    const ptrdiff_t n = lbx_tree_begin(mesh, options ? options->flags : 0, memory, bytes,
                                       lbx_aabb_tree_bytes(mesh), scratch);
    return n < 0 ? n : lbx_aabb_tree_make(mesh, options, scratch, NULL, (size_t)n, memory);
}

// Checks the mesh of a refit: 0, or an LBX_ERROR_*.
static int check_refit(const struct lbx_aabb_tree *t, const lbx_mesh *mesh) {
    const size_t n = (size_t)t->header->triangles;
    int error = lbx_tree_refit_arguments(mesh, n, t->header->mesh_triangles);
    if (error || n == mesh->triangle_count) return error;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    for (size_t i = 0; i < t->header->leaves; i++) {
        for (unsigned k = 0; k < TREE_WIDTH && !error; k++)
            error = lbx_triangle_check(&piece, t->leaf[i].id[k], mesh->vertex_count);
    }
    return error;
}

int lbx_aabb_tree_refit(const lbx_mesh *mesh, void *memory, const lbx_workers *workers) {
    (void)workers; // all on this thread
    struct lbx_aabb_tree t;
    int error = mesh ? lbx_aabb_tree_open(&t, memory) : LBX_ERROR_NULL;
    if (!error) error = check_refit(&t, mesh);
    if (error) return error;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    lbx_aabb_tree_fit(&t, &piece);
    return 0;
}
