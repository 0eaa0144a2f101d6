// SPDX-License-Identifier: MIT
// What both kinds of trees share: the arguments of a build.
#include "tree.h"

#include "pairs/memory.h"
#include "volumes/mesh.h"

ptrdiff_t lbx_tree_arguments(const lbx_mesh *mesh, const void *memory, size_t bytes, size_t least,
                             const void *scratch) {
    if (!mesh || !memory || !scratch) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory) || !lbx_is_aligned(scratch)) return LBX_ERROR_STRIDE;
    if (mesh->triangle_count > TREE_TRIANGLES_MAX || least == SIZE_MAX || bytes < least)
        return LBX_ERROR_COUNT;
    return lbx_piece_check(mesh, NULL, 1);
}
