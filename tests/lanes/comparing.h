// SPDX-License-Identifier: MIT
// How often searches of table_comparing have compared floats: by vf_at_most, as boxes are compared
// with boxes, and rays with boxes of a tree; and by vf_less, as rays are with boxes of an order and
// with edges of triangles.
#ifndef LBX_LANES_COMPARING_H
#define LBX_LANES_COMPARING_H

#include <stdint.h>

extern uint64_t compared, compared_less;

#endif
