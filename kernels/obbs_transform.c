// SPDX-License-Identifier: MIT
// Oriented boxes under rigid transforms: rotated by a quaternion, then translated.
//
// The rotation is divided by the square of the quaternion's length, so that this length, which
// rounding leaves a little off 1, does not scale the box. Half extents are copied.
#include "batch/kernel.h"
#include "math/products.h"

// Row i of the matrix of the quaternion x y z w: entry [i][k] with the indices of its terms.
FORCE_INLINE void rotation_of(const vf *q, vf m[3][3]) {
    vf square = vf_mul(q[0], q[0]);
    for (int k = 1; k < 4; k++) square = vf_add(square, vf_mul(q[k], q[k]));
    const vf scale = vf_div(vf_set(2), square);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const vf both = vf_mul(q[i], q[j]), turn = vf_mul(q[k], q[3]);
        const vf squares = vf_add(vf_mul(q[j], q[j]), vf_mul(q[k], q[k]));
        m[i][i] = vf_sub(vf_set(1), vf_mul(scale, squares));
        m[i][j] = vf_mul(scale, vf_sub(both, turn));
        m[j][i] = vf_mul(scale, vf_add(both, turn));
    }
}

FORCE_INLINE void rotate(vf m[3][3], const vf *x, vf *out) {
    for (int i = 0; i < 3; i++) out[i] = dot_product(false, m[i], x);
}

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
