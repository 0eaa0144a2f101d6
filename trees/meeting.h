// SPDX-License-Identifier: MIT
// What a search of two trees is asked: between the public functions and the instruction sets'
// units.
#ifndef LBX_MEETING_H
#define LBX_MEETING_H

#include "tree.h"

// x -> turn x + shift
struct lbx_motion {
    double turn[3][3], shift[3];
    float rounded[3][3]; // turn; of boxes
};

// What boxes are grown by, on each side, times what the header says: see docs/trees.md. And the
// distance of a search for pairs within one, and this of it more.
#define GROW_SIZE 0x1p-15
#define GROW_REACH 0x1p-18
#define GROW_FAR 0x1p-20
#define GROW_DISTANCE 0x1p-15
// What the sizes of triangles are taken larger by, times the largest coordinates of a's vertex 0
// and of where b is in the frame of a: of this pair alone, so that no other triangle has a part in
// it. The least one is more than the rounding of denormals.
#define EXTRA 0x1p-20
#define EXTRA_LEAST 0x1p-120
// What a moved vertex is off by, times the sum of its largest coordinate and of where b is.
#define MOVED_OFF 0x1p-43

struct lbx_meeting {
    struct lbx_tree a, b;
    struct lbx_motion b_to_a;   // of vertices
    struct lbx_motion boxes[2]; // of boxes' centers: from a to b, from b to a
    float grow;                 // of every box that is moved, on each side
    float extra;                // EXTRA, of where b is, and the least one
    double far;                 // the largest coordinate of where b is
    bool fuse, any, near_too;   // near_too: pairs within `distance`, not touching ones alone
    float distance;
    // The second look, in double: kernels/api/resolve.h.
    bool (*touch)(double vertex[6][3], double off);
    lbx_pair *pairs; // NULL: counted
    size_t room;
    lbx_obb_tree_counts counts;
};

// Searches; writes pairs and counts.
typedef void lbx_meet(struct lbx_meeting *m);

#endif
