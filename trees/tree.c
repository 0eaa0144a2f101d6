// SPDX-License-Identifier: MIT
// What both kinds of trees share: the arguments of builds and refits, and the triangles they take.
#include "tree.h"

#include "split.h"
#include "volumes/mesh.h"

ptrdiff_t lbx_tree_begin(const lbx_mesh *mesh, unsigned flags, const void *memory, size_t bytes,
                         size_t least, void *scratch) {
    if (flags & ~(unsigned)LBX_SKIP_REFUSED) return LBX_ERROR_FLAGS;
    if (!mesh || !memory || !scratch) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory) || !lbx_is_aligned(scratch)) return LBX_ERROR_STRIDE;
    if (mesh->triangle_count > TREE_TRIANGLES_MAX || least == SIZE_MAX || bytes < least)
        return LBX_ERROR_COUNT;
    const ptrdiff_t error = flags ? lbx_mesh_arrays_check(mesh) : lbx_piece_check(mesh, NULL, 1);
    if (error) return error;

    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    struct lbx_tree_item *const item = scratch;
    ptrdiff_t n = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        if (!flags || lbx_triangle_check(&piece, i, mesh->vertex_count) == 0)
            item[n++] = lbx_tree_item_of(&piece, i);
    }
    return n ? n : LBX_ERROR_MESH;
}

int lbx_tree_refit_arguments(const lbx_mesh *mesh, size_t triangles, size_t mesh_triangles) {
    if (mesh->triangle_count != mesh_triangles) return LBX_ERROR_COUNT;
    return (int)(triangles < mesh_triangles ? lbx_mesh_arrays_check(mesh)
                                            : lbx_piece_check(mesh, NULL, 1));
}

uint64_t lbx_tree_numbers(const struct lbx_numbering *found, size_t mesh_triangles) {
    return found->found + lbx_scatter(~(uint64_t)mesh_triangles);
}

bool lbx_tree_has_numbers(const struct lbx_numbering *found, size_t mesh_triangles,
                          uint64_t numbers) {
    return lbx_tree_numbers(found, mesh_triangles) == numbers &&
           (found->count < mesh_triangles || found->found == found->expected);
}
