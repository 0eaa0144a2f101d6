// SPDX-License-Identifier: MIT
// What a search of two trees is asked: between the public functions and the instruction sets'
// units.
#ifndef LBX_MEETING_H
#define LBX_MEETING_H

#include "tree.h"

// x -> turn x + shift
struct lbx_motion {
    double turn[3][3], shift[3];
};

// What boxes are grown by, on each side, times what the header says: see docs/trees.md.
#define GROW_SIZE 0x1p-15
#define GROW_REACH 0x1p-18
#define GROW_FAR 0x1p-36
// What the sizes of triangles are taken larger by, times the largest coordinate.
#define EXTRA 0x1p-20

struct lbx_meeting {
    struct lbx_tree a, b;
    struct lbx_motion b_to_a;   // of vertices
    struct lbx_motion boxes[2]; // of boxes' centers: from a to b, from b to a
    float grow;                 // of every box that is moved, on each side
    float extra;                // that the sizes of triangles are taken larger by
    bool fuse, any;
    lbx_pair *pairs; // NULL: counted
    size_t room;
    lbx_obb_tree_counts counts;
};

// Searches; writes pairs and counts.
typedef void lbx_meet(struct lbx_meeting *m);

#endif
