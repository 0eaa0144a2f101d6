// SPDX-License-Identifier: MIT
// A hydraulic bay of an aircraft, a part that is clamped in it, and the way on which a mechanic
// draws the part out. Meters.
#ifndef EXAMPLE_BAY_H
#define EXAMPLE_BAY_H

#include "lanebox/trees.h"
#include "shapes.h"

/// Walls, stiffeners, clamps about the part's place, and pipes and fittings until there are exactly
/// `triangles` of them, some 150,000 or more. Above 300,000 everything is tessellated finer.
void bay_make(struct model *model, size_t triangles, uint64_t seed);

/// A pressure tank along y, in the middle of the bay while it is at the origin: exactly `triangles`
/// of them, 8,000 or more, and finer above 20,000.
void bay_part_make(struct model *model, size_t triangles, uint64_t seed);

/// The part's place on its way out along z, from 0, seated, to 1.
lbx_rigid_pose bay_path(double u);

#endif
