// SPDX-License-Identifier: MIT
// Packets of rays against a shallow tree of boxes over a mesh.
#ifndef EXAMPLE_RAYCAST_TREE_H
#define EXAMPLE_RAYCAST_TREE_H

#include <stdint.h>

#include "lanebox.h"
#include "mesh.h"

enum {
    PACKET_RAYS = 256,
    TREE_WIDTH = 16, ///< children of a node
    TREE_LEVELS = 8  ///< at most: 16^8 leaves
};

/// One level of boxes, a structure of arrays. Node i's children are the nodes from TREE_WIDTH * i
/// on of the level below; a node of level 0, a leaf, is a part of the mesh.
struct tree_level {
    float *corner[6]; ///< min x y z, max x y z
    size_t count;
};

struct tree {
    const struct mesh *mesh;
    struct tree_level level[TREE_LEVELS];
    size_t level_count; ///< the last level has no more than TREE_WIDTH nodes
};

/// Rays that start and run close to each other.
struct packet {
    float origin[3][PACKET_RAYS], dir[3][PACKET_RAYS], inv_dir[3][PACKET_RAYS];
    float t_max[PACKET_RAYS];  ///< up to the nearest triangle so far
    uint32_t ray[PACKET_RAYS]; ///< each ray's place in struct nearest
    size_t count;
};

/// The first triangle on each ray of a packet.
struct nearest {
    float t[PACKET_RAYS]; ///< +inf: none
    uint32_t triangle[PACKET_RAYS];
};

/// Splits the mesh into leaves, and builds boxes over them.
void tree_make(struct tree *tree, struct mesh *mesh);

/// Finds the first triangle on each ray of a packet with origin, dir and count. Returns how many
/// rays were tested against boxes, every box counted.
size_t tree_trace(const struct tree *tree, struct packet *packet, struct nearest *nearest);

void tree_free(struct tree *tree);

#endif
