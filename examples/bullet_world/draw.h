// SPDX-License-Identifier: MIT
// Pictures of a world, ray-cast with lanebox: boxes and their shadows on the ground.
#ifndef BULLET_WORLD_DRAW_H
#define BULLET_WORLD_DRAW_H

#include <string>

#include "world.h"

/// Writes a PNG. Boxes in the air are blue. Those that touch something are gray at rest and more
/// orange the faster they move. Ghosts are violet, and pale if they touch something.
void drawWorld(World &world, const std::string &path);

/// The same from nearer, with the points of contacts and their normals. Those behind boxes are
/// fainter.
void drawContacts(World &world, const std::string &path);

#endif
