// SPDX-License-Identifier: MIT
// Oriented boxes under rigid transforms: rotated by a quaternion, then translated. Half extents are
// copied.
#include "batch/kernel.h"
#include "math/rotation.h"

FORCE_INLINE void obbs_transform_convert(const struct obb *box, const struct pose *pose,
                                         struct obb *out) {
    vf m[3][3];
    rotation_of(pose->rotation, m);
    rotate(m, box->center, out->center);
    for (int c = 0; c < 3; c++) {
        out->center[c] = vf_add(out->center[c], pose->position[c]);
        out->half[c] = box->half[c];
    }
    for (int k = 0; k < 3; k++) rotate(m, box->axis[k], out->axis[k]);
}

CONVERSION_BY(obbs_transform, obb, pose, obb, .vectors = HEAVY_VECTORS);

#ifdef LBX_UNIT
#include "batch/convert.h"

CONVERT(obbs_transform)
#else
ENTRIES(lbx_conversion, obbs_transform);
ptrdiff_t lbx_obbs_transform(const lbx_obbs *boxes, const lbx_poses *poses, size_t n,
                             const lbx_obbs_out *out) {
    const struct lbx_given given[] = {{lbx_operand_obbs, boxes}, {lbx_operand_poses, poses}};
    struct lbx_operand operands[2];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 2, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_obbs(&to, out, n);
    return error ? error : ACTIVE(obbs_transform)(operands, n, &to);
}
#endif
