// SPDX-License-Identifier: MIT
// Triangles against oriented boxes by 13 separating axes, in the box's frame: book 9.2.5.
//
// The inputs are a triangle, which may be a sliver, a segment or a point, and a box. They are apart
// if, on an axis of the box, on the cross product of such an axis with an edge e, or on the normal
// n, the distance s of the centers exceeds the sum r of the radii by more than 2^-17 S, times 1,
// |e|_1 or |n|_1. S is the sum of all half extents, with the triangle's taken along the box's axes.
// The pad covers rounding and axes that are not quite orthonormal (numerics.md). A NaN
// anywhere makes S a NaN, and so the pair hits.
#include "batch/kernel.h"
#include "math/triangle_box.h"

#define TRIANGLE_OBB_PAD 0x1p-17f

FORCE_INLINE vm triangle_obb_apart(bool fuse, const struct triangle *triangle,
                                   const struct obb *box) {
    struct triangle_edges t;
    vf edge[3][3], offset[3], center[3], extent[3], padded[3], edge_pad[3], margin[3];
    vertex_differences(edge, triangle);
    for (int c = 0; c < 3; c++) {
        const vf once = vf_sub(box->center[c], triangle->vertex[0][c]);
        offset[c] = vf_add(once, once);
        extent[c] = vf_add(box->half[c], box->half[c]);
    }
    for (int k = 0; k < 3; k++) { // the same as into_box four times, but every axis is read once
        vf axis[3];
        for (int c = 0; c < 3; c++) axis[c] = vf_hold(box->axis[k][c]);
        for (int e = 0; e < 3; e++) t.edge[e][k] = dot_product(fuse, edge[e], axis);
        center[k] = dot_product(fuse, offset, axis);
    }
    const vf sizes = triangle_sizes(fuse, open_triangle(fuse, &t), extent);
    const vf pad = vf_mul(sizes, vf_set(TRIANGLE_OBB_PAD));
    for (int k = 0; k < 3; k++) {
        vf middle, radius;
        span_of(t.edge[0][k], vf_negate(t.edge[1][k]), &middle, &radius);
        const vf s = vf_abs(vf_sub(center[k], middle));
        padded[k] = vf_add(extent[k], pad);
        margin[k] = vf_sub(vf_add(padded[k], radius), s);
    }
    vf least = least_of(margin, vf_set(INFINITY));
    const vm apart = vf_less(least, vf_set(-MARGIN_FLOOR));
    if (all_lanes(apart)) return apart;

    least = vf_min(triangle_normal(fuse, &t, center, padded), least);
    for (int e = 0; e < 3; e++) edge_pad[e] = vf_mul(pad, t.l1_norm[e]);
    least = triangle_edges(fuse, &t, edge_pad, center, extent, least);
    return vf_less(least, vf_set(-MARGIN_FLOOR));
}

MASK_KERNEL(triangle_obb, triangle, obb, .heavy = true, .ahead = true, .fuses = true);

#ifdef LBX_UNIT
#define NAME triangle_obb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, triangle_obb_test);
ENTRIES(lbx_few, triangle_obb_few);
ptrdiff_t lbx_triangle_obb(const lbx_triangles *triangles, const lbx_obbs *boxes, size_t n,
                           unsigned flags, uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_triangles(&few[0], triangles, n) &&
        dense_obbs(&few[1], boxes, n) && !is_one_by_one(few))
        return ACTIVE(triangle_obb_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(triangle_obb_test_entries, lbx_operand_triangles, triangles,
                        lbx_operand_obbs, boxes, n, flags, hits, NULL);
}
#endif
