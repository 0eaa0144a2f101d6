// SPDX-License-Identifier: MIT
#include "../lanes/floats.h"

#include "lanebox.h"

const char *lbx_error_text(ptrdiff_t error) {
    switch (error) {
    case LBX_ERROR_NULL: return "a view, an array, a list or an order is NULL";
    case LBX_ERROR_COUNT: return "more items than the view has elements, or than there is room for";
    case LBX_ERROR_INDEX: return "a pick, a cursor or a list of pairs that does not fit";
    case LBX_ERROR_STRIDE:
        return "a stride or step is no multiple of 4, or an order not aligned to 8";
    case LBX_ERROR_FLAGS: return "an unknown flag";
    case LBX_ERROR_ISA: return "this machine lacks that instruction set";
    case LBX_ERROR_MEMORY: return "no memory";
    case LBX_ERROR_DISTANCE: return "a distance that is negative, too large or a NaN";
    case LBX_ERROR_FORMAT:
        return "a class that is none, nodes that form no tree, or rays with both dir and end";
    case LBX_ERROR_MESH: return "a vertex of a mesh is a NaN, infinite or out of range";
    case LBX_ERROR_POSE: return "a pose that is not finite, or a rotation off unit length";
    case LBX_ERROR_ORDER: return "memory that holds no order, or a damaged one";
    case LBX_ERROR_TREE: return "memory that holds no tree, or a damaged one";
    case LBX_ERROR_SCENE: return "memory that holds no scene, or a damaged one";
    }
    return error < 0 ? "an unknown error" : "no error";
}

int lbx_version(void) {
    return LBX_VERSION;
}
