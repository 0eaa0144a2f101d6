// SPDX-License-Identifier: MIT
// The verdict on two axis-aligned boxes in straight motion, for aabb_aabb_sweep.c and orders.
#ifndef LBX_AABB_SWEEP_H
#define LBX_AABB_SWEEP_H

#include "elements.h"
#include "shapes.h"

#define AABB_SWEEP_PAD 0x1.00000ap+0f // 1 + 10 half ulps of 1, see numerics.md
#define AABB_SWEEP_SCALE 0x1p-22f     // of u: only a displacement of 0 has an infinite inverse
#define AABB_SWEEP_LEAST 0x1p-122f    // of a scaled u: more than underflow takes, flushed or not

// The range of u in which all axes overlap: `enter` is at least 0, `exit` at most 1, both scaled.
FORCE_INLINE void aabb_sweep_range(const struct moving_aabb *a, const struct moving_aabb *b,
                                   vf *enter, vf *exit) {
    const vf *const a_min = a->box.min, *const a_max = a->box.max;
    const vf *const b_min = b->box.min, *const b_max = b->box.max;
    const vf end = vf_set(AABB_LEAST_END); // cuts only boxes that begin where the empty box ends
    const vf scale = vf_set(AABB_SWEEP_SCALE);
    *enter = vf_set(0);
    *exit = scale;
    for (int c = 0; c < 3; c++) {
        const vf v = vf_sub(b->delta[c], a->delta[c]), inverse = vf_div(scale, v);
        const vf low = vf_sub(c ? a_min[c] : vf_max(a_min[0], end), b_max[c]);
        const vf high = vf_sub(a_max[c], c ? b_min[c] : vf_max(b_min[0], end));
        const vm back = vf_negative(v);
        const vf near = vf_mul(vm_select(back, high, low), inverse);
        const vf far = vf_mul(vm_select(back, low, high), inverse);
        *enter = vf_max(near, *enter);
        *exit = vf_min(far, *exit);
    }
}

// A first u of 0 is not reduced, so that boxes that separate at once are decided exactly.
FORCE_INLINE vf aabb_sweep_first(vf enter, float least) {
    return vf_max(vf_sub(enter, vf_set(least)), vf_set(0));
}

FORCE_INLINE vm aabb_aabb_sweep_apart(bool fuse, const struct moving_aabb *a,
                                      const struct moving_aabb *b) {
    (void)fuse; // nothing that could be fused
    vf enter, exit;
    aabb_sweep_range(a, b, &enter, &exit);
    const vf last = vf_mul(exit, vf_set(AABB_SWEEP_PAD));
    return vf_less(last, aabb_sweep_first(enter, AABB_SWEEP_LEAST));
}

#endif
