// SPDX-License-Identifier: MIT
// Axis-aligned boxes around capsules: those of both ends, larger by the radius on all sides. The
// result is rounded outward (numerics.md). Outputs of a NaN are NaN.
#include "batch/kernel.h"

// See numerics.md.
#define ROUND_PAD 0x1.000006p+0f // 1 + 6 half ulps of 1
#define END_PAD 0x1.1p-24f       // half an ulp of 1, and a part of its own roundings
#define ROUND_FLOOR 0x1p-126f    // more than products that are not normal floats lose

FORCE_INLINE vf extent_beyond(vf radius, vf end) {
    const vf of_end = vf_add(vf_mul(vf_abs(end), vf_set(END_PAD)), vf_set(ROUND_FLOOR));
    return vf_mul(vf_add(of_end, radius), vf_set(ROUND_PAD));
}

FORCE_INLINE void aabbs_from_capsules_convert(const struct capsule *capsule, struct aabb *out) {
    for (int c = 0; c < 3; c++) {
        const vf x = capsule->start[c], y = capsule->end[c];
        const vf low = vf_min(x, y), high = vf_max(x, y);
        const vf nan = vm_keep(vf_unordered(x, y), vf_set(NAN));
        out->min[c] = vf_or(vf_sub(low, extent_beyond(capsule->radius, low)), nan);
        out->max[c] = vf_or(vf_add(high, extent_beyond(capsule->radius, high)), nan);
    }
}

CONVERSION(aabbs_from_capsules, capsule, aabb, .vectors = HEAVY_VECTORS);

#ifdef LBX_UNIT
#include "batch/called.h"

CONVERT_CALLED(aabbs_from_capsules)
#else
ENTRIES(lbx_conversion, aabbs_from_capsules);
ptrdiff_t lbx_aabbs_from_capsules(const lbx_capsules *capsules, size_t n,
                                  const lbx_aabbs_out *out) {
    const struct lbx_given given[] = {{lbx_operand_capsules, capsules}};
    struct lbx_operand operands[1];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 1, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_aabbs(&to, out, n);
    return error ? error : ACTIVE(aabbs_from_capsules)(operands, n, &to);
}
#endif
