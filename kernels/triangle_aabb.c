// SPDX-License-Identifier: MIT
// Triangles against axis-aligned boxes by 13 separating axes: book 9.2.5.
//
// The inputs are a triangle, which may be a sliver, a segment or a point, and a box. They are apart
// if all vertices lie beyond the same face, which is exact. They are also apart if, on the cross
// product of an axis with an edge e, or on the normal n, the distance s of the centers exceeds the
// sum r of the radii by more than 2^-19 S, times |e|_1 or |n|_1. S is the sum of all half extents,
// including the triangle's (numerics.md). The empty box lies beyond everything. With a NaN in
// a coordinate of the triangle, only the faces of the other axes can prove anything.
#include "batch/kernel.h"
#include "math/triangle_box.h"

#define TRIANGLE_AABB_PAD 0x1p-19f

FORCE_INLINE vm triangle_aabb_apart(bool fuse, const struct triangle *triangle,
                                    const struct aabb *box) {
    const vf *const min = box->min, *const max = box->max;
    struct triangle_edges t;
    vf center[3], extent[3], padded[3], edge_pad[3];
    vm faces[3];
    vertex_differences(t.edge, triangle);
    for (int c = 0; c < 3; c++) {
        const vf x = triangle->vertex[0][c], y = triangle->vertex[1][c], z = triangle->vertex[2][c];
        const vf low = vf_min(vf_min(x, y), z);
        const vf high = vf_max(vf_max(x, y), z);
        // min and max pass over a NaN of the first two vertices, but not over one of the third.
        faces[c] =
            vm_and_not(vm_or(vf_less(high, min[c]), vf_less(max[c], low)), vf_unordered(x, y));
    }
    const vm apart = vm_or(vm_or(faces[0], faces[1]), faces[2]);
    if (all_lanes(apart)) return apart;

    for (int c = 0; c < 3; c++) {
        const vf x = triangle->vertex[0][c];
        center[c] = vf_add(vf_sub(min[c], x), vf_sub(max[c], x));
        extent[c] = vf_sub(max[c], min[c]);
    }
    // If a product of a touching pair overflows, the pad has overflowed to inf before.
    const vf part = vf_set(TRIANGLE_AABB_PAD / MARGIN_ROOM);
    const vf sizes =
        vf_mul(triangle_sizes(fuse, open_triangle(fuse, &t), extent), vf_set(MARGIN_ROOM));
    const vf pad = vf_mul(sizes, part);
    for (int c = 0; c < 3; c++) padded[c] = vf_add(extent[c], pad);
    for (int e = 0; e < 3; e++) edge_pad[e] = vf_mul(vf_mul(sizes, t.l1_norm[e]), part);
    const vf normal = vf_min(triangle_normal(fuse, &t, center, padded), vf_set(INFINITY));
    const vf least = triangle_edges(fuse, &t, edge_pad, center, extent, normal);
    return vm_or(apart, vf_less(least, vf_set(-MARGIN_FLOOR)));
}

MASK_KERNEL(triangle_aabb, triangle, aabb, .heavy = true, .ahead = true, .fuses = true);

#ifdef LBX_UNIT
#define NAME triangle_aabb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, triangle_aabb_test);
ENTRIES(lbx_few, triangle_aabb_few);
ptrdiff_t lbx_triangle_aabb(const lbx_triangles *triangles, const lbx_aabbs *boxes, size_t n,
                            unsigned flags, uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_triangles(&few[0], triangles, n) &&
        dense_aabbs(&few[1], boxes, n) && !is_one_by_one(few))
        return ACTIVE(triangle_aabb_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(triangle_aabb_test_entries, lbx_operand_triangles, triangles,
                        lbx_operand_aabbs, boxes, n, flags, hits, NULL);
}
#endif
