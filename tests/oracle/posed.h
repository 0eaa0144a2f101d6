// SPDX-License-Identifier: MIT
// Triangles at poses, exactly. They are rotated by the given quaternion, normalized exactly.
#ifndef LBX_ORACLE_POSED_H
#define LBX_ORACLE_POSED_H

#include <stdbool.h>

#include "lanebox/trees.h"

// Whether the triangles touch. The margin is how deep they overlap at most, or, negated, how far
// apart they are at least.
bool exact_touch(float (*const a)[3], const lbx_rigid_pose *a_pose, float (*const b)[3],
                 const lbx_rigid_pose *b_pose, double *margin);

// Whether the triangles are within d of each other. The margin is by how much d could be less; it
// is negative if they are not.
bool exact_within(float (*const a)[3], const lbx_rigid_pose *a_pose, float (*const b)[3],
                  const lbx_rigid_pose *b_pose, float d, double *margin);

#endif
