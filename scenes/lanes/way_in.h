// SPDX-License-Identifier: MIT
// The way into an instance's frame.
#ifndef LBX_WAY_IN_H
#define LBX_WAY_IN_H

#include "../../kernels/math/nearest_float.h"
#include "../../kernels/math/products.h"
#include "../scene.h"

// The position is the sum of three floats: taken from an origin one after the other, largest first,
// they round only relative to what is left.
struct way_in {
    vf position[3][3]; // part k of coordinate c
    vf turn[3][3];     // row i gives x, y or z in the frame
};

FORCE_INLINE void open_way(const struct lbx_scene_instance *at, struct way_in *way) {
    for (int c = 0; c < 3; c++) {
        double left = lbx_scene_position(at)[c];
        for (int k = 0; k < 3; k++) {
            const float part = nearest_float(left);
            way->position[k][c] = vf_set(part);
            left -= (double)part;
        }
        for (int k = 0; k < 3; k++) way->turn[c][k] = vf_set(at->into[c][k]);
    }
}

// Turns LANES rays.
FORCE_INLINE void enter_frame(const struct way_in *way, vf origin[3], vf direction[3]) {
    vf from[3], along[3];
    for (int c = 0; c < 3; c++) {
        from[c] = origin[c];
        for (int k = 0; k < 3; k++) from[c] = vf_sub(from[c], way->position[k][c]);
        along[c] = direction[c];
    }
    for (int i = 0; i < 3; i++) {
        origin[i] = dot_product(false, way->turn[i], from);
        direction[i] = dot_product(false, way->turn[i], along);
    }
}

#endif
