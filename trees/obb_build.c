// SPDX-License-Identifier: MIT
// Trees of oriented boxes: building and refitting.
#include <stddef.h>

#include "obb_tree.h"
#include "pairs/memory.h"
#include "split.h"
#include "volumes/fit.h"

static size_t most_nodes(size_t triangles) {
    return 2 + triangles / 7;
}

size_t lbx_obb_tree_bytes(const lbx_mesh *mesh) {
    if (!mesh || mesh->triangle_count > TREE_TRIANGLES_MAX) return SIZE_MAX;
    struct lbx_obb_tree t;
    static char none;
    return lbx_obb_tree_lay(&t, &none, mesh->triangle_count, most_nodes(mesh->triangle_count));
}

size_t lbx_obb_tree_scratch_bytes(const lbx_mesh *mesh) {
    if (!mesh || mesh->triangle_count > TREE_TRIANGLES_MAX) return SIZE_MAX;
    return lbx_block_bytes((uint64_t)mesh->triangle_count * sizeof(struct lbx_tree_item));
}

struct naming {
    const struct lbx_tree_item *item;
    uint32_t *id;
    size_t n;
};

enum { NAMED = 1 << 14 }; // triangles of a part

static void name_part(void *data, size_t part) {
    const struct naming *const s = data;
    for (size_t i = part * NAMED; i < lbx_part_end(s->n, NAMED, part); i++)
        s->id[i] = s->item[i].id;
}

ptrdiff_t lbx_obb_tree_build(const lbx_mesh *mesh, const lbx_obb_tree_options *options,
                             void *memory, size_t bytes, void *scratch) {
    static const lbx_obb_tree_options usual = {0, NULL, NULL, NULL, 0};
    if (!options) options = &usual;
    if (options->leaf > LBX_LEAF_MAX) return LBX_ERROR_COUNT;
    const lbx_workers *const workers = options->workers;
    const ptrdiff_t begun = lbx_tree_begin(mesh, options->flags, workers, memory, bytes,
                                           lbx_obb_tree_bytes(mesh), scratch);
    if (begun < 0) return begun;

    struct lbx_obb_tree t;
    struct lbx_tree_item *const item = scratch;
    const size_t n = (size_t)begun;
    struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    piece.workers = workers;
    lbx_obb_tree_lay(&t, memory, n, most_nodes(n));
    *t.header = (struct lbx_obb_header){
        .version = OBB_VERSION, .triangles = n, .mesh_triangles = (uint32_t)mesh->triangle_count};
    struct lbx_splits splits = {.item = item,
                                .n = n,
                                .leaf = options->leaf ? options->leaf : LBX_LEAF,
                                .node = (char *)t.node,
                                .room = (char *)t.vertex,
                                .step = sizeof *t.node,
                                .child = offsetof(struct lbx_obb_node, child),
                                .progress = options->progress,
                                .context = options->context,
                                .workers = workers};
    if (!lbx_tree_split(&splits)) return 0;
    t.header->nodes = splits.nodes;
    t.header->levels = splits.levels;
    t.header->bytes = lbx_obb_tree_lay(&t, memory, n, (size_t)t.header->nodes);
    struct naming naming = {item, t.id, n};
    lbx_share(workers, name_part, &naming, lbx_parts(n, NAMED));
    struct lbx_numbering numbering;
    lbx_obb_tree_numbering(&t, workers, &numbering);
    t.header->numbers = lbx_tree_numbers(&numbering, mesh->triangle_count);
    lbx_obb_tree_fit(&t, &piece);
    lbx_obb_tree_seal(&t);
    return (ptrdiff_t)t.header->bytes;
}

// Checks the mesh of a refit: 0, or an LBX_ERROR_*.
static int check_refit(const struct lbx_obb_tree *t, const lbx_mesh *mesh,
                       const lbx_workers *workers) {
    const size_t n = (size_t)t->header->triangles;
    int error = lbx_tree_refit_arguments(mesh, workers, n, t->header->mesh_triangles);
    if (error || n == mesh->triangle_count) return error;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    for (size_t i = 0; i < n && !error; i++)
        error = lbx_triangle_check(&piece, t->id[i], mesh->vertex_count);
    return error;
}

int lbx_obb_tree_refit(const lbx_mesh *mesh, void *memory, const lbx_workers *workers) {
    struct lbx_obb_tree t;
    int error = mesh ? lbx_obb_tree_open(&t, memory) : LBX_ERROR_NULL;
    if (!error) error = check_refit(&t, mesh, workers);
    if (error) return error;
    struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    piece.workers = workers;
    lbx_obb_tree_fit(&t, &piece);
    return 0;
}
