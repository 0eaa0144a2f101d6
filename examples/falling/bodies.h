// SPDX-License-Identifier: MIT
// Copies of a mesh that fall, tumble, and bounce off each other and off the ground, z = 0. For
// contacts each is a ball of the mesh's size: this is the least that looks like motion.
#ifndef EXAMPLE_FALLING_BODIES_H
#define EXAMPLE_FALLING_BODIES_H

#include "examples/render/world.h"

struct body {
    lbx_rigid_pose pose;
    double velocity[3]; ///< per step
    double spin[3];     ///< axis times radians per step
};

/// Places bodies above the ground. Every run on every machine places and moves them identically.
void bodies_drop(struct body *bodies, size_t count);

/// The width of the column that so many bodies fall in.
double bodies_width(size_t count);

/// Moves bodies by one step.
void bodies_move(struct body *bodies, size_t count);

/// Bounces two bodies off each other.
/// @param point where they touch
void bodies_bounce(struct body *a, struct body *b, const double point[3]);

/// Bounces a body off the ground if a corner of its shape is below.
void bodies_bounce_off_ground(struct body *body, const struct shape *shape);

#endif
