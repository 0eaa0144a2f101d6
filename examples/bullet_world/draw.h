// SPDX-License-Identifier: MIT
// Pictures of a world, ray cast by lanebox: boxes and their shadows on the ground.
#ifndef BULLET_WORLD_DRAW_H
#define BULLET_WORLD_DRAW_H

#include <string>

#include "world.h"

/// Writes a PNG. Boxes in the air are blue; those that touch something are the more orange the
/// faster they move, and gray at rest. Ghosts are violet, and pale where they touch.
void drawWorld(World &world, const std::string &path);

#endif
