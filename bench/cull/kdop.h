// SPDX-License-Identifier: MIT
// Boxes in a tree of Bullet's, culled by six planes whose normals point inward.
#ifndef LBX_KDOP_H
#define LBX_KDOP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kdop_tree kdop_tree;

// `boxes` are n times min x y z, max x y z.
kdop_tree *kdop_build(const float *boxes, size_t n);

// How many boxes are beyond none of the planes. A point x is inside if normal.x + offset >= 0.
size_t kdop_count(const kdop_tree *tree, const float normal[6][3], const float offset[6]);
void kdop_free(kdop_tree *tree);

#ifdef __cplusplus
}
#endif

#endif
