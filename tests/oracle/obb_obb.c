// SPDX-License-Identifier: MIT
// Oriented boxes are the parallelepipeds that their float axes span, which need be neither
// orthogonal nor of unit length nor independent.
//
// The margin is along the unit axis that separates the pair most, which is how the kernel's bound
// is derived. The distance d of the boxes is no less, and for orthonormal axes at most sqrt(3)
// times as large. For let n be the unit vector from the nearest point of A - B to 0. It lies in the
// cone of the normals n_i of the facets that meet in that point: n = sum of w_i n_i, w_i >= 0, and
// as d (n . n_i) is the gap along n_i, that is at most g, 1 = n . n <= g / d sum of w_i. The cone
// lies in an octant of A's axes (the normals at a vertex of A, where n_i has coordinates >= 0 that
// add up to 1 or more), so that sum of w_i <= the sum of n's coordinates <= sqrt(3). Axes of no
// half extent count as the limit of small ones.
#include "oracle.h"
#include "solid.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const int lengths = exponent_of(first, 6, exponent_of(second, 6, 0));
    const int axes = exponent_of(first + 6, 9, exponent_of(second + 6, 9, 0));
    const struct solid a = solid_of_obb(first, lengths, axes);
    const struct solid b = solid_of_obb(second, lengths, axes);
    const struct separation found = separate(&a, &b, lengths + axes);
    return (struct exact){.hit = !found.apart, .margin = found.margin, .weighed = found.weighed};
}

extern const struct oracle oracle_obb_obb;
const struct oracle oracle_obb_obb = {.kernel = "obb_obb", .answer = answer};
