// SPDX-License-Identifier: MIT
// The search of two trees, as the public functions pass it to the instruction sets' units.
#ifndef LBX_COLLIDE_JOB_H
#define LBX_COLLIDE_JOB_H

#include "obb_tree.h"

// x -> rotation x + translation
struct lbx_transform {
    double rotation[3][3], translation[3];
    float rounded[3][3]; // rotation, in floats, for boxes
};

// What transformed boxes are inflated by on each side, beyond what all boxes of trees are: `far`
// times INFLATE_FAR, the distance of a search times 1 + INFLATE_DISTANCE, and INFLATE_LEAST. See
// numerics.md.
#define INFLATE_FAR 0x1p-20
#define INFLATE_DISTANCE 0x1p-15
#define INFLATE_LEAST 0x1p-118
// The sizes of triangles are enlarged by EXTRA times the largest coordinates of a's vertex 0 and of
// the position of b in the frame of a: those of this pair, so that no other triangle affects it.
// EXTRA_LEAST is more than the rounding of denormals.
#define EXTRA 0x1p-20
#define EXTRA_LEAST 0x1p-120
// What a transformed vertex is off by, times the sum of its largest coordinate and that of b's
// position.
#define MOVED_OFF 0x1p-43

// A pair of triangles: their numbers in the meshes and in the trees.
struct lbx_found {
    lbx_pair pair, place;
};

struct lbx_collide_job {
    struct lbx_obb_tree a, b;
    struct lbx_transform transform[2]; // from a to b, from b to a
    float inflate;                     // what every transformed box is inflated by, on each side
    float extra;                       // EXTRA times `far`, plus EXTRA_LEAST
    double far;                  // the largest coordinate of the position of b in the frame of a
    bool fuse, any, by_distance; // by_distance: pairs within `distance`, not only touching ones
    float distance;
    // The second test, in double: kernels/api/resolve.h.
    bool (*touch)(double vertex[6][3], double off);
    lbx_pair *hint;  // leaves to try first, and where those that are found go; or NULL
    lbx_pair *pairs; // NULL: only counted
    size_t room;
    struct lbx_found *least; // the least of all pairs so far; or NULL
    const lbx_mesh *self;    // a and b are its tree: pairs that share a vertex are none; or NULL
    lbx_obb_tree_cursor *cursor; // or NULL
    uint64_t budget;             // of tests, if there is a cursor
    uint32_t skip;               // so many hits of the first leaves were reported before
    uint32_t passed;             // hits of these leaves, those that are skipped among them
    bool lost;                   // the cursor is not one of this search
    lbx_obb_tree_counts counts;
};

// Searches; writes pairs and counts.
typedef void lbx_collide(struct lbx_collide_job *job);

// Of two leaves of one tree, the pairs of triangles that are asked, the lower number in a_leaf: bit
// i * (triangles of b_leaf) + j for triangles i and j.
uint64_t lbx_self_pairs(const struct lbx_collide_job *job, uint32_t a_leaf, uint32_t b_leaf);

// Searches two leaves alone.
typedef void lbx_collide_leaves(struct lbx_collide_job *job, uint32_t a_leaf, uint32_t b_leaf);

// The order of pairs by their numbers.
static inline bool pair_is_before(lbx_pair x, lbx_pair y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

#define LBX_DISTANCE_MAX 0x1p60f // of searches

// Where a point of a mesh is at a pose.
void lbx_pose_point(const lbx_rigid_pose *pose, const double x[3], double out[3]);

// Opens the trees and checks their poses: 0, or an LBX_ERROR_*.
int lbx_collide_open(struct lbx_collide_job *job, const void *a, const lbx_rigid_pose *a_pose,
                     const void *b, const lbx_rigid_pose *b_pose);

// The transforms between the trees at these poses; false if they are too far apart to touch.
bool lbx_collide_relate(struct lbx_collide_job *job, const lbx_rigid_pose *a_pose,
                        const lbx_rigid_pose *b_pose);

// Runs a search of open trees at these poses, which are in range.
void lbx_collide_at(struct lbx_collide_job *job, const lbx_rigid_pose *a_pose,
                    const lbx_rigid_pose *b_pose);

#endif
