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
#include "batch/kernel.h"
#include "math/aabb_sweep.h"
#include "math/sweep.h"

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

#ifdef LBX_UNIT
#define NAME aabb_aabb_sweep
#define NO_FEW
#include "batch/walks.h"
#else
ENTRIES(lbx_test, aabb_aabb_sweep_test);
ptrdiff_t lbx_aabb_aabb_sweep(const lbx_aabbs *a, const lbx_motions *a_motions, const lbx_aabbs *b,
                              const lbx_motions *b_motions, size_t n, unsigned flags, uint8_t *hits,
                              float *u_first, float *u_last) {
    float *const out[] = {u_first, u_last};
    const struct lbx_given given[] = {{lbx_operand_aabbs, a},
                                      {lbx_operand_motions, a_motions},
                                      {lbx_operand_aabbs, b},
                                      {lbx_operand_motions, b_motions}};
    struct lbx_operand operands[4];
    const ptrdiff_t answer = open_views(operands, given, 4, n, flags);
    if (answer != LBX_RUN) return answer;
    return ACTIVE(aabb_aabb_sweep_test)(operands, n, flags, hits, out);
}
#endif
