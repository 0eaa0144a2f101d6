// SPDX-License-Identifier: MIT
// Shared by the scenes of planes and boxes.
#ifndef LBX_SCENES_PLANES_H
#define LBX_SCENES_PLANES_H

#include "scenes.h"

// A plane at a distance of up to `reach` from the origin.
static inline void any_plane(struct random *r, float plane[], double reach) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        plane[c] = (float)random_signed(r, random_between(r, .125, 1));
        square += (double)plane[c] * plane[c];
    }
    plane[OFFSET] = (float)(random_between(r, -reach, reach) * sqrt(square));
}

// The scenes whose items know nothing of each other, but for SCENE_ALL_HIT.
static inline void scatter_plane(struct random *r, enum scene scene, any_item *make, float plane[],
                                 float box[]) {
    const bool miss = scene == SCENE_ALL_MISS;
    any_plane(r, plane, miss ? 1 : scene == SCENE_SPARSE ? 40 : 2.5);
    make(r, box, miss ? 1 : scene == SCENE_SPARSE ? 5 : 1.5, miss ? 0 : .25, miss ? 1 : 1.25);
    if (miss) plane[OFFSET] += (float)random_signed(r, random_between(r, 20, 50));
}

static inline void plane_through(float plane[], const double point[3]) {
    double offset = 0;
    for (int c = 0; c < 3; c++) offset -= plane[c] * point[c];
    plane[OFFSET] = (float)offset;
}

// A normal of integers. In SCENE_ALONG, and at times in others, one or two of them may be +-0.
static inline void whole_normal(struct random *r, enum scene scene, float plane[]) {
    const unsigned only = random_below(r, 3), kind = random_below(r, 3);
    for (unsigned c = 0; c < 3; c++) {
        const int whole = random_int(r, 1, 4);
        const bool zero = (scene == SCENE_ALONG || random_chance(r, 3)) &&
                          (kind == 0 ? c != only : kind == 1 && c == only);
        plane[c] = (float)random_signed(r, zero ? 0 : whole);
    }
}

// Scales lengths by one power of two and the normal by another.
static inline void scale_plane(float plane[], int scale, int stretch) {
    for (int c = 0; c < 3; c++) plane[c] = ldexpf(plane[c], stretch);
    plane[OFFSET] = ldexpf(plane[OFFSET], scale + stretch);
}

static inline void nudge_plane(struct random *r, float plane[]) {
    float *const x = &plane[random_below(r, OFFSET + 1)];
    if (*x != 0) *x = nudged(r, *x);
}

#endif
