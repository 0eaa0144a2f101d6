// SPDX-License-Identifier: MIT
// The second look at two triangles, in double.
#ifndef LBX_RESOLVE_H
#define LBX_RESOLVE_H

#include <stdbool.h>

// Whether two triangles touch: A's vertices and B's, finite, which are replaced by their
// differences from A's first. `extra` is added to their size S, of which the pads are a part: 2^-47
// of it is what vertices may be off by.
bool lbx_triangles_touch(double vertex[6][3], double extra);

#endif
