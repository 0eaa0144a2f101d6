// SPDX-License-Identifier: MIT
// Decides whether two triangles touch, in double.
#ifndef LBX_RESOLVE_H
#define LBX_RESOLVE_H

#include <stdbool.h>

// Whether two triangles touch. The vertices are A's, then B's, whose coordinates may be off by
// `off`. All must be finite; they are replaced by their differences from A's first vertex.
bool lbx_triangles_touch(double vertex[6][3], double off);

#endif
