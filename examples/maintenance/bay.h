// SPDX-License-Identifier: MIT
// A hydraulic bay of an aircraft, a part that is clamped in it, and the path along which a mechanic
// draws the part out. Meters.
#ifndef EXAMPLE_BAY_H
#define EXAMPLE_BAY_H

#include "lanebox/trees.h"
#include "shapes.h"

/// Makes walls, stiffeners and clamps around the part's place, then pipes and fittings until there
/// are exactly `triangles` triangles, some 150,000 or more. Above 300,000 everything is tessellated
/// more finely.
void bay_make(struct model *model, size_t triangles, uint64_t seed);

/// Makes a pressure tank along y, in the middle of the bay while it is at the origin. It has
/// exactly `triangles` triangles, 8,000 or more; above 20,000 it is tessellated more finely.
void bay_part_make(struct model *model, size_t triangles, uint64_t seed);

/// The part's pose on its way out along z: u goes from 0, seated, to 1.
lbx_rigid_pose bay_path(double u);

#endif
