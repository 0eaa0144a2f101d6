// SPDX-License-Identifier: MIT
// What collisions are searched in: something at rest, something that is moved, and its poses.
#ifndef EXAMPLE_SCENES_H
#define EXAMPLE_SCENES_H

#include "lanebox/trees.h"
#include "shapes.h"

enum scene_kind {
    SCENE_BAY,       // drawing a tank out of a hydraulic bay: 149,941 and 8,701 triangles
    SCENE_LARGE_BAY, // the same with 497,805 and 33,826 triangles
    SCENE_SHELLS,    // two capsules, one 3 mm inside the other, that turn: nothing touches
    SCENE_NEAR,      // .3 mm
    SCENE_RANDOM,    // the large bay, its tank anywhere in it
    SCENE_KINDS
};

extern const char *const scene_names[SCENE_KINDS];

struct maintenance {
    struct model still, moved;
    lbx_rigid_pose *pose; ///< of what is moved
    size_t poses;
};

void scene_make(struct maintenance *scene, enum scene_kind kind);
void scene_free(struct maintenance *scene);

#endif
