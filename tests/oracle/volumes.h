// SPDX-License-Identifier: MIT
// Which points lie in a volume, and which way triangles face, exactly.
#ifndef LBX_ORACLE_VOLUMES_H
#define LBX_ORACLE_VOLUMES_H

#include <stdbool.h>

// Whether center + x[0] axis[0] + x[1] axis[1] + x[2] axis[2] = point has a solution with |x[k]| <=
// half[k]. The box is as in lbx_obbs, its axes of any length and angle. The solution is rounded to
// doubles, within a relative 2^-50.
bool exact_in_box(const float center[3], const float half[3], float (*const axis)[3],
                  const float point[3], double x[3]);

// Whether |point - center| <= radius. The distance is rounded in the same way.
bool exact_in_sphere(const float center[3], float radius, const float point[3], double *distance);

// Whether the distance of the point from the segment is at most the radius.
bool exact_in_capsule(const float start[3], const float end[3], float radius, const float point[3],
                      double *distance);

// Whether each component is within 513/1024 ulp of that of the triangle's exact unit normal;
// whether all are 0, if it has no area.
bool exact_is_normal(float (*const vertex)[3], const float normal[3]);

#endif
