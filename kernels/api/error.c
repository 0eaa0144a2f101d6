// SPDX-License-Identifier: MIT
#include "floats.h"

#include "lanebox.h"

const char *lbx_error_text(ptrdiff_t error) {
    switch (error) {
    case LBX_ERROR_NULL: return "a view, an array or an index list is NULL";
    case LBX_ERROR_COUNT: return "more items than the view has elements";
    case LBX_ERROR_INDEX: return "a pick names an element that the view does not have";
    case LBX_ERROR_STRIDE: return "a stride or a list's step is no multiple of 4";
    case LBX_ERROR_FLAGS: return "an unknown flag";
    case LBX_ERROR_ISA: return "this machine lacks that instruction set";
    case LBX_ERROR_MEMORY: return "no memory";
    case LBX_ERROR_FORMAT: return "memory that does not hold what it should, or is damaged";
    }
    return error < 0 ? "an unknown error" : "no error";
}
