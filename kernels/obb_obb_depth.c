// SPDX-License-Identifier: MIT
// How deep two oriented boxes are in each other, or how far apart: book 9.2.6; Gomez 1999, listing
// 6.
//
// The inputs are two boxes. The outputs are the least depth along any of the 15 axes, negative if
// they are apart along it, and the number of that axis, as in math/depths.h. Among equals it is the
// lowest number. Lengths are scaled by a power of two, so that no square of a margin overflows. If
// anything in either box is a NaN or an infinity, or the axes cannot be those of boxes, the depth
// is a NaN and there is no axis.
#include "batch/kernel.h"
#include "math/depths.h"

#define NO_DEPTH_AXIS FEATURE_BITS(255)
#define ROTATION_SQUARES 8 // more than the sum of the squares of any rotation's entries

// A table, since compilers would compute with denormals in a loop that they leave as it is.
static const float depth_axis[FACE_AXES + 9] = {
    FEATURE_BITS(0),  FEATURE_BITS(1),  FEATURE_BITS(2),  FEATURE_BITS(3),  FEATURE_BITS(4),
    FEATURE_BITS(5),  FEATURE_BITS(6),  FEATURE_BITS(7),  FEATURE_BITS(8),  FEATURE_BITS(9),
    FEATURE_BITS(10), FEATURE_BITS(11), FEATURE_BITS(12), FEATURE_BITS(13), FEATURE_BITS(14)};

// The margins of A's axis i x B's axes, times the sines. Unlike edge_margins of frames.h this takes
// B's axes along the cross product for what they are, instead of for entries of the rotation: so
// the error is in proportion to the sine, too.
FORCE_INLINE void depth_margins(int i, const vf *a_half, const vf *b_half, const vf *distance,
                                vf rotation[3][3], vf abs_rotation[3][3], vf *margin) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const vf *const y = rotation[i1], *const z = rotation[i2];
    vf along[3]; // of the other two axes of B: along[m] is of both k that are not m
    for (int m = 0; m < 3; m++) {
        const int m1 = (m + 1) % 3, m2 = (m + 2) % 3;
        along[m] = vf_abs(vf_sub(vf_mul(y[m1], z[m2]), vf_mul(y[m2], z[m1])));
    }
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        const vf a_radius = vf_add(vf_mul(a_half[i1], abs_rotation[i2][k]),
                                   vf_mul(a_half[i2], abs_rotation[i1][k]));
        const vf b_radius = vf_add(vf_mul(b_half[k1], along[k2]), vf_mul(b_half[k2], along[k1]));
        const vf s = vf_sub(vf_mul(distance[i1], z[k]), vf_mul(distance[i2], y[k]));
        margin[k] = vf_sub(vf_add(a_radius, b_radius), vf_abs(s));
    }
}

FORCE_INLINE void obb_obb_depth_convert(const struct obb *a, const struct obb *b,
                                        struct depth *out) {
    struct posed_boxes p;
    pose_boxes(a, b, true, &p);

    vf margin[FACE_AXES];
    a_margins(false, p.a_half, p.b_half, p.distance, p.abs_rotation, margin);
    b_margins(false, p.a_half, p.b_half, p.distance, p.rotation, p.abs_rotation, margin + 3);
    vf axis = vf_set(depth_axis[0]), least = margin[0];
#pragma GCC unroll 5
    for (int k = 1; k < FACE_AXES; k++) {
        const vm less = vf_less(margin[k], least);
        least = vf_min(margin[k], least);
        axis = vm_select(less, vf_set(depth_axis[k]), axis);
    }

    // Depths are compared by signed squares, d|d|.
    vf key = vf_mul(least, vf_abs(least)), squares = vf_set(0);
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        const vf *const x = p.rotation[i], *const y = p.rotation[(i + 1) % 3];
        const vf *const z = p.rotation[(i + 2) % 3];
        depth_margins(i, p.a_half, p.b_half, p.distance, p.rotation, p.abs_rotation, margin);
#pragma GCC unroll 3
        for (int k = 0; k < 3; k++) {
            const vf square = vf_add(vf_mul(y[k], y[k]), vf_mul(z[k], z[k]));
            if (i == 0) squares = vf_add(squares, vf_add(square, vf_mul(x[k], x[k])));
            const vf depth = vf_div(vf_mul(margin[k], vf_abs(margin[k])), square);
            const vm flat = vf_less(square, vf_set(EDGE_SQUARE));
            const vf kept = vf_or(depth, vm_keep(flat, vf_set(NAN))); // min passes over a NaN
            const vm less = vf_less(kept, key);
            key = vf_min(kept, key);
            axis = vm_select(less, vf_set(depth_axis[FACE_AXES + 3 * i + k]), axis);
        }
    }
    const vm known = vm_and(vf_less(vf_abs(p.size), vf_set(INFINITY)),
                            vf_at_most(squares, vf_set(ROTATION_SQUARES)));
    const vf depth = vf_div(vf_flip(vf_sqrt(vf_abs(key)), key), p.scale);
    out->depth = vm_select(known, depth, vf_set(NAN));
    out->axis = vm_select(known, axis, vf_set(NO_DEPTH_AXIS));
}

#ifdef LBX_UNIT
CONVERSION_BY(obb_obb_depth, obb, obb, depth, .vectors = HEAVY_VECTORS);
#include "batch/called.h"

CONVERT_CALLED(obb_obb_depth)
#else
ENTRIES(lbx_conversion, obb_obb_depth);
ptrdiff_t lbx_obb_obb_depth(const lbx_obbs *a, const lbx_obbs *b, size_t n,
                            const lbx_depths_out *out) {
    const struct lbx_given given[] = {{lbx_operand_obbs, a}, {lbx_operand_obbs, b}};
    struct lbx_operand operands[2];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 2, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_depths(&to, out, n);
    return error ? error : ACTIVE(obb_obb_depth)(operands, n, &to);
}
#endif
