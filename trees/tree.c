// SPDX-License-Identifier: MIT
// What both kinds of trees share: the arguments of builds and refits, and the triangles they take.
#include "tree.h"

#include <string.h>

#include "split.h"
#include "volumes/mesh.h"

enum { PART = 1 << 12 }; // triangles

struct taking {
    struct lbx_piece piece;
    size_t triangles, vertices;
    bool skip;
    struct lbx_tree_item *item;
};

// Writes the items of a part where its triangles' would begin if none were left out, and counts
// them in the first one's `rest`.
static void take_part(void *data, size_t k) {
    const struct taking *const t = data;
    struct lbx_tree_item *const item = t->item + k * PART;
    uint32_t n = 0;
    for (size_t i = k * PART; i < lbx_part_end(t->triangles, PART, k); i++) {
        if (!t->skip || lbx_triangle_check(&t->piece, i, t->vertices) == 0)
            item[n++] = lbx_tree_item_of(&t->piece, i);
    }
    item->rest = n;
}

ptrdiff_t lbx_tree_begin(const lbx_mesh *mesh, unsigned flags, const lbx_workers *workers,
                         const void *memory, size_t bytes, size_t least, void *scratch) {
    if (flags & ~(unsigned)LBX_SKIP_REFUSED) return LBX_ERROR_FLAGS;
    if (!mesh || !memory || !scratch || !lbx_can_share(workers)) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory) || !lbx_is_aligned(scratch)) return LBX_ERROR_STRIDE;
    if (mesh->triangle_count > TREE_TRIANGLES_MAX || least == SIZE_MAX || bytes < least)
        return LBX_ERROR_COUNT;
    const ptrdiff_t error =
        flags ? lbx_mesh_arrays_check(mesh) : lbx_mesh_check_shared(mesh, workers);
    if (error) return error;

    struct taking t = {lbx_piece_of(mesh, NULL, 0), mesh->triangle_count, mesh->vertex_count,
                       flags != 0, scratch};
    const size_t parts = lbx_parts(t.triangles, PART);
    lbx_share(workers, take_part, &t, parts);
    size_t n = t.item->rest;
    for (size_t k = 1; k < parts; k++) {
        const size_t taken = t.item[k * PART].rest;
        if (n < k * PART) memmove(t.item + n, t.item + k * PART, taken * sizeof *t.item);
        n += taken;
    }
    return n ? (ptrdiff_t)n : LBX_ERROR_MESH;
}

int lbx_tree_refit_arguments(const lbx_mesh *mesh, const lbx_workers *workers, size_t triangles,
                             size_t mesh_triangles) {
    if (!lbx_can_share(workers)) return LBX_ERROR_NULL;
    if (mesh->triangle_count != mesh_triangles) return LBX_ERROR_COUNT;
    return (int)(triangles < mesh_triangles ? lbx_mesh_arrays_check(mesh)
                                            : lbx_mesh_check_shared(mesh, workers));
}

uint64_t lbx_tree_numbers(const struct lbx_numbering *found, size_t mesh_triangles) {
    return found->found + lbx_scatter(~(uint64_t)mesh_triangles);
}

bool lbx_tree_has_numbers(const struct lbx_numbering *found, size_t mesh_triangles,
                          uint64_t numbers) {
    return lbx_tree_numbers(found, mesh_triangles) == numbers &&
           (found->count < mesh_triangles || found->found == found->expected);
}
