// SPDX-License-Identifier: MIT
// Capsules under rigid transforms: both ends are rotated by a quaternion, then translated. The
// radius is copied.
#include "batch/kernel.h"
#include "math/rotation.h"

FORCE_INLINE void capsules_transform_convert(const struct capsule *capsule, const struct pose *pose,
                                             struct capsule *out) {
    vf m[3][3];
    rotation_of(pose->rotation, m);
    rotate(m, capsule->start, out->start);
    rotate(m, capsule->end, out->end);
    for (int c = 0; c < 3; c++) {
        out->start[c] = vf_add(out->start[c], pose->position[c]);
        out->end[c] = vf_add(out->end[c], pose->position[c]);
    }
    out->radius = capsule->radius;
}

CONVERSION_BY(capsules_transform, capsule, pose, capsule, .vectors = HEAVY_VECTORS);

#ifdef LBX_UNIT
#include "batch/called.h"

CONVERT_CALLED(capsules_transform)
#else
ENTRIES(lbx_conversion, capsules_transform);
ptrdiff_t lbx_capsules_transform(const lbx_capsules *capsules, const lbx_poses *poses, size_t n,
                                 const lbx_capsules_out *out) {
    const struct lbx_given given[] = {{lbx_operand_capsules, capsules}, {lbx_operand_poses, poses}};
    struct lbx_operand operands[2];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 2, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_capsules(&to, out, n);
    return error ? error : ACTIVE(capsules_transform)(operands, n, &to);
}
#endif
