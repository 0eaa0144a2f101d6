// SPDX-License-Identifier: MIT
// Frusta and boxes of every scene, the same bits on every machine.
#ifndef LBX_SCENES_FRUSTUMS_H
#define LBX_SCENES_FRUSTUMS_H

#include "../support/cases.h"

enum { SCENE_FRUSTA = 7, SCENE_BOXES = 203 };

// Each box is made for one of the frusta.
struct frusta {
    lbx_frustum frustum[SCENE_FRUSTA];
    float box[6][SCENE_BOXES]; // min x y z, max x y z
};

void scene_frusta(struct frusta *made, enum scene scene, uint64_t seed);

// The boxes as a view.
lbx_aabbs boxes_of(const struct frusta *made);

#endif
