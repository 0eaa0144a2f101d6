// SPDX-License-Identifier: MIT
// Triangles at poses, exactly: rotated by the very quaternion that is given, made a unit.
#ifndef LBX_ORACLE_POSED_H
#define LBX_ORACLE_POSED_H

#include <stdbool.h>

#include "lanebox/trees.h"

// Whether the triangles touch, and how far apart they are at least, or how deep they overlap at
// most: negative is apart.
bool exact_touch(float (*const a)[3], const lbx_rigid_pose *a_pose, float (*const b)[3],
                 const lbx_rigid_pose *b_pose, double *margin);

// Whether they are within d of each other, and by how much d could be less; negative is apart.
bool exact_within(float (*const a)[3], const lbx_rigid_pose *a_pose, float (*const b)[3],
                  const lbx_rigid_pose *b_pose, float d, double *margin);

#endif
