// SPDX-License-Identifier: MIT
// Two worlds that begin alike, side by side: one by Bullet's btDbvtBroadphase and box-box
// algorithm, one by lanebox's broad phase and contacts. Both have Bullet's solver.
#ifndef BULLET_WORLD_TWO_WORLDS_H
#define BULLET_WORLD_TWO_WORLDS_H

#include <cstddef>

/// Prints energy, penetration and contacts of both worlds on their way and what they cost. Ends the
/// program with exit code 1 if a world gains energy, boxes end below the ground or deep in each
/// other, or both worlds end differently.
void compareWorlds(std::size_t boxes, std::size_t steps);

/// Lets stacks stand in both worlds. Ends the program with exit code 1 if a box moves away.
void compareStacks(std::size_t steps);

#endif
