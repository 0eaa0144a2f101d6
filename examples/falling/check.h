// SPDX-License-Identifier: MIT
// Whether the answers are right: the same questions, asked of everything, without orders and trees.
// Each function returns the number of wrong answers.
#ifndef EXAMPLE_FALLING_CHECK_H
#define EXAMPLE_FALLING_CHECK_H

#include "examples/render/light.h"
#include "search.h"

/// Compares the pairs of boxes with all pairs of boxes.
size_t check_close(const struct search *search);

/// Looks for corners of bodies that stick out of their boxes.
size_t check_boxes(const struct search *search, const struct body *bodies,
                   const struct shape *shape);

/// Compares which pairs of meshes touch with every pair of their triangles, in double by the plain
/// C of scalar_ref/. A pair that was found may be 2^-16 apart: docs/trees.md bounds it closer.
size_t check_touching(const struct search *search, const struct body *bodies,
                      const struct shape *shape);

/// Compares the nearest triangle on some rays of the picture, and whether one is between there and
/// the sun, with lbx_ray_triangle of every triangle of every instance: the same triangle of the
/// same instance, the same bits of t.
/// @param rays receives how many
size_t check_rays(const struct picture *picture, size_t *rays);

#endif
