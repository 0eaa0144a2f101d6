// SPDX-License-Identifier: MIT
#include "../../kernels/api/floats.h"

#include "../../kernels/lanes/scalar.h"

#include "comparing.h"

uint64_t compared;

static inline vm counted_at_most(vf a, vf b) {
    compared++;
    return vf_at_most(a, b);
}
#define vf_at_most counted_at_most

#include "../../kernels/api/table.h"
#include "../../kernels/batch/walk.h"
#include "../../pairs/walk.h"

struct lbx_table comparing_table(const struct lbx_table *others) {
    struct lbx_table table = *others;
    lbx_search *const search[] = {search_tiles, search_aabbs, search_rays, search_sweeps};
    memcpy(table.search, search, sizeof search);
    table.highest_entry = highest_of;
    return table;
}
