// SPDX-License-Identifier: MIT
// Axis-aligned boxes in straight motion: Gomez 1999, listing 4, on min and max.
//
// The inputs are two boxes, each with its displacement while u runs from 0 to 1. Relative to a, b
// moves by v = delta_b - delta_a on every axis. The boxes overlap on an axis while low <= u v <=
// high, where low = min_a - max_b and high = max_a - min_b. This is a ray against a box whose
// numbers are differences of floats. The boxes are apart if some axis begins to overlap after
// another one has ceased to, or after u = 1, or has ceased before u = 0, by more than rounding can
// make it. Every axis of the empty box has ceased. The outputs are the verdict, and the first and
// the last u at which the boxes overlap, 2 for a miss.
//
// On an axis at rest, v = +-0, the division gives inf, as it does for a ray, and the axis is
// decided by comparison. The interval is closed: a low of 0 times inf is a NaN, which min and max
// pass over. The sign of v tells which plane is near and which is far, so that beside a NaN the
// other plane of the axis still counts. Boxes that touch at u = 0 and separate are decided exactly,
// since a difference is 0 only if its terms are equal.
#ifndef LBX_AABB_AABB_SWEEP_H
#define LBX_AABB_AABB_SWEEP_H

#include "batch/kernel.h"
#include "math/sweep.h"

#define AABB_SWEEP_PAD 0x1.00000ap+0f // 1 + 10 half ulps of 1, see docs/numerics.md
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

FORCE_INLINE vm aabb_aabb_sweep_outputs(const struct moving_aabb *a, const struct moving_aabb *b,
                                        vf *u) {
    const float unscaled = 1 / AABB_SWEEP_SCALE;
    vf enter, exit;
    aabb_sweep_range(a, b, &enter, &exit);
    const vf first = aabb_sweep_first(vf_mul(enter, vf_set(unscaled)), AABB_SWEEP_LEAST * unscaled);
    const vf last = vf_mul(exit, vf_set(AABB_SWEEP_PAD * unscaled));
    const vm apart = vf_less(last, first);
    sweep_range(apart, first, last, u);
    return apart;
}

OUTPUT_KERNEL(aabb_aabb_sweep, moving_aabb, moving_aabb, .parts = {aabb_floats, aabb_floats},
              .heavy = true, .symmetric = true, .outputs = 2);

#endif
