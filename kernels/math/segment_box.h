// SPDX-License-Identifier: MIT
// What the segment tests share: the three axes made with the segment, in the box's frame.
#ifndef LBX_SEGMENT_BOX_H
#define LBX_SEGMENT_BOX_H

#include "obb.h"

#define MARGIN_FLOOR 0x1p-120f // more than underflow takes from a margin, flushed denormals too
#define MARGIN_ROOM 0x1p3f     // bounds each term of a touching pair's margin, in S |axis|_1

// Adds the radii of the box on the cross products of its axes with a direction.
FORCE_INLINE void add_radii(bool fuse, vf *margin, const vf *direction, const vf *half) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        margin[i] = multiply_add(fuse, vf_abs(direction[k]), half[j], margin[i]);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        margin[i] = multiply_add(fuse, vf_abs(direction[j]), half[k], margin[i]);
    }
}

// The least margin r - |s| on the cross products of the box's axes with the segment. These are
// perpendicular to the segment, so that it has no radius on them. The center is relative to any
// point of the segment's line. Center and half may be doubled, which saves a division for an
// axis-aligned box. A NaN in any of the three may be passed over.
FORCE_INLINE vf segment_edges(bool fuse, const vf *center, const vf *half, const vf *direction) {
    vf margin[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const vf product = vf_mul(direction[k], center[j]);
        margin[i] = vf_minus_abs(multiply_subtract(fuse, direction[j], center[k], product));
    }
    add_radii(fuse, margin, direction, half);
    return vf_min(margin[2], vf_min(margin[1], margin[0]));
}

#endif
