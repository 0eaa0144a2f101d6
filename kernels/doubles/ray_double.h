// SPDX-License-Identifier: MIT
// One ray and one triangle in double.
#ifndef LBX_RAY_DOUBLE_H
#define LBX_RAY_DOUBLE_H

#include <stdbool.h>

// Whether the ray (origin, direction) meets the triangle from range[0] to range[1]; writes t, u, v.
bool lbx_ray_meets_in_double(const float ray[6], const float vertex[9], const float range[2],
                             float out[3]);

#endif
