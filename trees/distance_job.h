// SPDX-License-Identifier: MIT
// The search for the nearest triangles of two trees, as the public function passes it to the
// instruction sets' units.
#ifndef LBX_DISTANCE_JOB_H
#define LBX_DISTANCE_JOB_H

#include "collide_job.h"

struct lbx_distance_job {
    struct lbx_collide_job collide; // of the same trees at the same poses
    // The nearest pair so far and how far it is apart. Before one is found, that is the reach.
    struct lbx_found nearest;
    double best;
    bool touches; // the pair that was found last
};

// Searches until it has the nearest pair, or any one that touches.
typedef void lbx_distance(struct lbx_distance_job *job);

// Computes the distance of triangle a of one tree and b of the other, and keeps the pair if it is
// the nearest one.
void lbx_distance_in_double(struct lbx_distance_job *job, uint32_t a, uint32_t b);

#endif
