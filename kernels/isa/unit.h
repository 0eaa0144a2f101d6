// SPDX-License-Identifier: MIT
// The body of an instruction set's unit: every kernel over its lanes, and the table of them.
#ifndef UNIT_ISA // an editor
#define UNIT_ISA LBX_ISA_SCALAR
#define UNIT_TABLE lbx_table_scalar
#endif

#include "../api/table.h"
#include "../batch/any.h"
#include "../batch/blocks.h"
#include "../batch/convert.h"
#include "../batch/keep.h"

// list.h is included again, for the files of the kernels.
#define LIST_FILES
#include "../api/list.h"
#undef LIST_FILES

#include "../ray_aabb8.h"

#include "../../pairs/fill.h"
#include "../../pairs/walk.h"
#include "../../trees/collide_traverse.h"
#include "../../trees/rays_traverse.h"

#define CONVERT(name, ...)                                                                         \
    static ptrdiff_t name##_batch(const struct lbx_operand *operands, size_t n,                    \
                                  const struct lbx_target *out) {                                  \
        return convert(&name##_conversion, operands, n, out);                                      \
    }
CONVERSIONS(CONVERT)
#undef CONVERT

#ifndef UNIT_TABLE // tests build others: emulated, or with a mutant
#define TABLE_OF(unit) lbx_table_##unit
#define TABLE(unit) TABLE_OF(unit)
#define UNIT_TABLE TABLE(UNIT)
#endif

const struct lbx_table UNIT_TABLE = {
    .isa = UNIT_ISA,
    .fuses = LANES_FUSE,
    .ray_aabb8 = ray_aabb8_test,
    .search = {search_tiles, search_aabbs, search_rays, search_sweeps},
    .meet = trees_meet,
    .trace = trace_rays,
    .read_extents = extents_read,
    .fill_tiles = tiles_fill,
    .span_tiles = tiles_span,
    .highest_entry = highest_of,
#if LANES_PACK
    .keep_pairs = keep_packed,
#endif
#define FEW_ENTRY(name) .name##_few = name##_few_test,
#define ENTRY(name, made, ...) .name = name##_test, IF_TWO_VIEWS(made, FEW_ENTRY(name))
    TESTS(ENTRY)
#undef ENTRY
#undef FEW_ENTRY
#define ENTRY(name, ...) .name = name##_batch,
        CONVERSIONS(ENTRY)
#undef ENTRY
};
