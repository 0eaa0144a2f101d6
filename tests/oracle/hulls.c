// SPDX-License-Identifier: MIT
// Segments and triangles, the hulls of two and three corners, against boxes of either kind. The
// margin is along the unit axis that separates the pair most, as in obb_obb.c. A box with min > max
// holds no point and is infinitely far from all others.
#include "oracle.h"
#include "solid.h"

#include <math.h>

static struct exact exact_of(const struct solid *hull, const struct solid *box, int exponent) {
    const struct separation found = separate(hull, box, exponent);
    return (struct exact){.hit = !found.apart, .margin = found.margin, .weighed = found.weighed};
}

static struct exact against_aabb(const float first[], unsigned corners, const float second[]) {
    if (aabb_is_empty(second)) {
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    }
    numbers_begin();
    const int exponent = exponent_of(first, 3 * corners, exponent_of(second, 6, 0)) - 1;
    const struct solid hull = solid_of_corners(first, corners, exponent);
    const struct solid box = solid_of_aabb(second, exponent);
    return exact_of(&hull, &box, exponent);
}

static struct exact against_obb(const float first[], unsigned corners, const float second[]) {
    numbers_begin();
    const int lengths = exponent_of(first, 3 * corners, exponent_of(second, 6, 0));
    const int axes = exponent_of(second + 6, 9, 0);
    const struct solid hull = solid_of_corners(first, corners, lengths + axes);
    const struct solid box = solid_of_obb(second, lengths, axes);
    return exact_of(&hull, &box, lengths + axes);
}

static struct exact segment_aabb(const float first[], const float second[]) {
    return against_aabb(first, 2, second);
}

static struct exact segment_obb(const float first[], const float second[]) {
    return against_obb(first, 2, second);
}

static struct exact triangle_aabb(const float first[], const float second[]) {
    return against_aabb(first, 3, second);
}

static struct exact triangle_obb(const float first[], const float second[]) {
    return against_obb(first, 3, second);
}

extern const struct oracle oracle_segment_aabb, oracle_segment_obb, oracle_triangle_aabb,
    oracle_triangle_obb;
const struct oracle oracle_segment_aabb = {.answer = segment_aabb};
const struct oracle oracle_segment_obb = {.answer = segment_obb};
const struct oracle oracle_triangle_aabb = {.answer = triangle_aabb};
const struct oracle oracle_triangle_obb = {.answer = triangle_obb};
