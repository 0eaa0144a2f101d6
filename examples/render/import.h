// SPDX-License-Identifier: MIT
// Worlds from files of any format that assimp reads, such as glTF.
#ifndef EXAMPLE_RENDER_IMPORT_H
#define EXAMPLE_RENDER_IMPORT_H

#include "world.h"

/// Adds what a file holds to a world: every mesh as a shape, every node that refers to a mesh as an
/// instance. Together they stand on z = 0 at the origin, z up, and the longest side of their box is
/// 1. A node whose transform is not rigid with one positive scale gets a shape of its own, in which
/// its corners are transformed. If the file cannot be read, has no triangle, or has one that is not
/// finite, the program ends with a one-line reason on stderr.
///
/// @return how many instances have a shape of their own
size_t import_world(struct world *world, const char *path);

#endif
