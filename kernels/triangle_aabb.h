// SPDX-License-Identifier: MIT
// Triangles against axis-aligned boxes by 13 separating axes: book 9.2.5.
//
// In: a triangle, which may be a sliver, a segment or a point, and a box. Apart: all vertices lie
// beyond the same face, which is exact; or on the cross product of an axis with an edge, e, or on
// the normal, n, the distance s of the centers exceeds the sum r of the radii by more than 2^-19 S,
// times |e|_1 or |n|_1; S is the sum of all half extents, the triangle's too (docs/numerics.md).
// The empty box lies beyond everything. A NaN in a coordinate of the triangle leaves that axis
// without proof, and all but the faces.
#ifndef LBX_TRIANGLE_AABB_H
#define LBX_TRIANGLE_AABB_H

#include "triangle_box.h"

#define TRIANGLE_AABB_PAD 0x1p-19f

FORCE_INLINE vm triangle_aabb_apart(bool fuse, const vf *triangle, const vf *box) {
    const vf *const min = box, *const max = box + 3;
    struct triangle_edges t;
    vf center[3], size[3], padded[3];
    vm faces[3];
    vertex_differences(t.edge, triangle);
    for (int c = 0; c < 3; c++) {
        const vf *const vertex = triangle + c;
        const vf low = vf_min(vf_min(vertex[0], vertex[3]), vertex[6]);
        const vf high = vf_max(vf_max(vertex[0], vertex[3]), vertex[6]);
        // A NaN of the first two is passed over by min and max, that of the third one is not.
        faces[c] = vm_and_not(vm_or(vf_less(high, min[c]), vf_less(max[c], low)),
                              vf_unordered(vertex[0], vertex[3]));
    }
    const vm apart = vm_or(vm_or(faces[0], faces[1]), faces[2]);
    if (all_apart(apart)) return apart;

    for (int c = 0; c < 3; c++) {
        center[c] = vf_add(vf_sub(min[c], triangle[c]), vf_sub(max[c], triangle[c]));
        size[c] = vf_sub(max[c], min[c]);
    }
    const vf pad = triangle_pad(fuse, open_triangle(fuse, &t), size, TRIANGLE_AABB_PAD);
    for (int c = 0; c < 3; c++) padded[c] = vf_add(size[c], pad);
    const vf normal = vf_min(triangle_normal(fuse, &t, center, padded), vf_set(INFINITY));
    const vf least = triangle_edges(fuse, &t, pad, center, size, normal);
    return vm_or(apart, vf_less(least, vf_set(0)));
}

FORCE_INLINE vm triangle_aabb_apart_plain(const void *context, const vf *triangle, const vf *box,
                                          size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    return triangle_aabb_apart(false, triangle, box);
}

FORCE_INLINE vm triangle_aabb_apart_fused(const void *context, const vf *triangle, const vf *box,
                                          size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    return triangle_aabb_apart(true, triangle, box);
}

static size_t triangle_aabb_loops_plain(const void *context, const struct lbx_operand *triangles,
                                        const struct lbx_operand *boxes, size_t first, size_t n,
                                        uint8_t *hits) {
    return heavy_loops(triangle_aabb_apart_plain, context, triangles, TRIANGLE_FLOATS, boxes,
                       AABB_FLOATS, QUADS_OF_NONE, first, n, hits);
}

static size_t triangle_aabb_loops_fused(const void *context, const struct lbx_operand *triangles,
                                        const struct lbx_operand *boxes, size_t first, size_t n,
                                        uint8_t *hits) {
    return heavy_loops(triangle_aabb_apart_fused, context, triangles, TRIANGLE_FLOATS, boxes,
                       AABB_FLOATS, QUADS_OF_NONE, first, n, hits);
}

static ptrdiff_t triangle_aabb(const struct lbx_operand *triangles, const struct lbx_operand *boxes,
                               size_t n, unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? triangle_aabb_loops_fused : triangle_aabb_loops_plain, NULL, triangles,
                 TRIANGLE_FLOATS, boxes, AABB_FLOATS, QUADS_OF_NONE, n, hits);
}

#endif
