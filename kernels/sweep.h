// SPDX-License-Identifier: MIT
// What the sweeps of pairs share: the outputs.
#ifndef LBX_SWEEP_H
#define LBX_SWEEP_H

#include "parts.h"

enum { SWEEP_GROUP = HEAVY_GROUP };

#define SWEEP_MISSED 2.0f // the u of a miss

struct sweep_context {
    float *u_first, *u_last; // NULL: not wanted
};

static inline bool sweep_wants_u(const struct sweep_context *s) {
    return s->u_first || s->u_last;
}

FORCE_INLINE vf sweep_dot(const vf *a, const vf *b) {
    return vf_add(vf_add(vf_mul(a[0], b[0]), vf_mul(a[1], b[1])), vf_mul(a[2], b[2]));
}

FORCE_INLINE void sweep_store(float *p, vf x, size_t count) {
    if (count == LANES) {
        vf_store(p, x);
    } else {
        vf_store_first(p, x, count);
    }
}

// u of the items i and on: cut to [0, 1], the last one not before the first, never -0 or NaN.
FORCE_INLINE void sweep_store_both(const struct sweep_context *s, vm apart, vf first, vf last,
                                   size_t i, size_t count) {
    const vf one = vf_set(1), missed = vf_set(SWEEP_MISSED);
    first = vf_min(vf_max(first, vf_set(0)), one);
    last = vf_max(vf_min(last, one), first);
    if (s->u_first) sweep_store(s->u_first + i, vm_select(apart, missed, first), count);
    if (s->u_last) sweep_store(s->u_last + i, vm_select(apart, missed, last), count);
}

#endif
