// SPDX-License-Identifier: MIT
// The second look at two triangles, in double.
#ifndef LBX_RESOLVE_H
#define LBX_RESOLVE_H

#include <stdbool.h>

// Whether two triangles touch: A's vertices, then B's, whose coordinates may be off by `off`. All
// are finite, and are replaced by their differences from A's first vertex.
bool lbx_triangles_touch(double vertex[6][3], double off);

#endif
