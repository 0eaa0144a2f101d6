// SPDX-License-Identifier: MIT
// The search of two trees, as the public functions pass it to the instruction sets' units.
#ifndef LBX_MEETING_H
#define LBX_MEETING_H

#include "tree.h"

// x -> turn x + shift
struct lbx_motion {
    double turn[3][3], shift[3];
    float rounded[3][3]; // turn, in floats, for boxes
};

// What boxes are grown by on each side, times the header's size and reach and the largest
// coordinates: see docs/trees.md. A search within a distance adds the distance times 1 +
// GROW_DISTANCE.
#define GROW_SIZE 0x1p-15
#define GROW_REACH 0x1p-18
#define GROW_FAR 0x1p-20
#define GROW_DISTANCE 0x1p-15
// The sizes of triangles are enlarged by EXTRA times the largest coordinates of a's vertex 0 and of
// the position of b in the frame of a: those of this pair, so that no other triangle affects it.
// EXTRA_LEAST is more than the rounding of denormals.
#define EXTRA 0x1p-20
#define EXTRA_LEAST 0x1p-120
// What a moved vertex is off by, times the sum of its largest coordinate and that of b's position.
#define MOVED_OFF 0x1p-43

struct lbx_meeting {
    struct lbx_tree a, b;
    struct lbx_motion b_to_a;   // of vertices
    struct lbx_motion boxes[2]; // of boxes' centers: from a to b, from b to a
    float grow;                 // what every moved box is grown by, on each side
    float extra;                // EXTRA times `far`, plus EXTRA_LEAST
    double far;                 // the largest coordinate of the position of b in the frame of a
    bool fuse, any, near_too;   // near_too: pairs within `distance`, not touching ones alone
    float distance;
    // The second test, in double: kernels/api/resolve.h.
    bool (*touch)(double vertex[6][3], double off);
    lbx_pair *pairs; // NULL: only counted
    size_t room;
    lbx_obb_tree_counts counts;
};

// Searches; writes pairs and counts.
typedef void lbx_meet(struct lbx_meeting *m);

#endif
