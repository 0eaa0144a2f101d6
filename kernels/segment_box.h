// SPDX-License-Identifier: MIT
// What the segment tests share: the three axes made with the segment, in the box's frame.
#ifndef LBX_SEGMENT_BOX_H
#define LBX_SEGMENT_BOX_H

#include "obb.h"

// |v_x| + |v_y| + |v_z|
FORCE_INLINE vf sum_of_sizes(const vf *v) {
    return vf_add(vf_add(vf_abs(v[0]), vf_abs(v[1])), vf_abs(v[2]));
}

// The least margin r - |s| + pad on the cross products of the box's axes and the segment, which lie
// across it, so that it has no radius there. The center is relative to any point of the segment's
// line. All lengths may be doubled, as center and size of a box are without a division.
FORCE_INLINE vf segment_edges(bool fuse, vf pad, const vf *center, const vf *size, const vf *way,
                              vf least) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const vf product = vf_mul(way[k], center[j]);
        const vf s = multiply_subtract(fuse, way[j], center[k], product);
        vf margin = vf_sub(pad, vf_abs(s));
        margin = multiply_add(fuse, vf_abs(way[k]), size[j], margin);
        margin = multiply_add(fuse, vf_abs(way[j]), size[k], margin);
        least = vf_min(margin, least);
    }
    return least;
}

#endif
