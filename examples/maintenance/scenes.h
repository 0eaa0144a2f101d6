// SPDX-License-Identifier: MIT
// The scenes in which collisions are searched: a model at rest, a model that moves, and its poses.
#ifndef EXAMPLE_SCENES_H
#define EXAMPLE_SCENES_H

#include <stdbool.h>

#include "lanebox/trees.h"
#include "shapes.h"

enum maintenance_kind {
    MAINTENANCE_BAY,       // drawing a tank out of a hydraulic bay: 149,941 and 8,701 triangles
    MAINTENANCE_LARGE_BAY, // the same with 497,805 and 33,826 triangles
    MAINTENANCE_SHELLS,    // two turning capsules, one 3 mm inside the other: nothing touches
    MAINTENANCE_NEAR,      // the same, .3 mm inside
    MAINTENANCE_RANDOM,    // the large bay, with its tank anywhere in it
    MAINTENANCE_AIRCRAFT,  // the engine drawn out of an aircraft, where its file is here
    MAINTENANCE_KINDS
};

extern const char *const maintenance_names[MAINTENANCE_KINDS];
extern const size_t maintenance_poses[MAINTENANCE_KINDS]; ///< how many each has

struct maintenance {
    struct model still, moved;
    lbx_rigid_pose *pose; ///< poses of `moved`
    size_t poses;
};

/// Whether the scene can be made: the aircraft may not be installed.
bool maintenance_is_here(enum maintenance_kind kind);

void maintenance_make(struct maintenance *scene, enum maintenance_kind kind);
void maintenance_free(struct maintenance *scene);

#endif
