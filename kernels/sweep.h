// SPDX-License-Identifier: MIT
// What the sweeps of pairs share: the outputs.
#ifndef LBX_SWEEP_H
#define LBX_SWEEP_H

#include "parts.h"
#include "products.h"

#define SWEEP_MISSED 2.0f // the u of a miss

struct sweep_context {
    float *u_first, *u_last; // NULL: not wanted
    bool fuse;
};

static inline bool sweep_wants_u(const struct sweep_context *s) {
    return s->u_first || s->u_last;
}

// u of the items i and on: cut to [0, 1], the last one not before the first, never -0 or NaN.
FORCE_INLINE void sweep_store_both(const struct sweep_context *s, vm apart, vf first, vf last,
                                   size_t i, size_t count) {
    const vf one = vf_set(1), missed = vf_set(SWEEP_MISSED);
    first = vf_min(vf_max(first, vf_set(0)), one);
    last = vf_max(vf_min(last, one), first);
    if (s->u_first) store_count(s->u_first + i, vm_select(apart, missed, first), count);
    if (s->u_last) store_count(s->u_last + i, vm_select(apart, missed, last), count);
}

#endif
