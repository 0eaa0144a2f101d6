// SPDX-License-Identifier: MIT
// Scenes of instances of a few meshes, with both kinds of trees, and orders of their boxes.
#ifndef LBX_TEST_WORLDS_H
#define LBX_TEST_WORLDS_H

#include "lanebox/scenes.h"
#include "trees.h"

enum { WORLD_MESHES = 4, WORLD_INSTANCES_MAX = 64 };

struct world {
    struct mesh mesh[WORLD_MESHES];
    struct tree straight[WORLD_MESHES], oriented[WORLD_MESHES];
    const void *rays[WORLD_MESHES], *touching[WORLD_MESHES];
    lbx_scene_trees trees; // both kinds; a test may take one away
    lbx_instance instance[WORLD_INSTANCES_MAX];
    size_t n;
    void *scene, *order; // NULL until built
    size_t scene_bytes, order_bytes;
    float box[WORLD_INSTANCES_MAX][6];
};

// Makes meshes, and n instances of them, some `spread` meshes apart, of scale 1.
void world_make(struct world *w, size_t n, double spread, uint64_t seed);

// Makes a mesh another one, with its trees.
void world_mesh(struct world *w, unsigned m, enum mesh_kind kind, uint64_t seed);

// Moves and turns all instances.
void world_move(struct world *w, double spread, uint64_t seed);

// Builds or refits the scene, and sorts its boxes for searches by distance.
void world_build(struct world *w);
void world_refit(struct world *w);
void world_sort(struct world *w, float distance);

void world_free(struct world *w);

#endif
