// SPDX-License-Identifier: MIT
// CGAL's optimal bounding box, as it is by default: of the convex hull, by a genetic search.
#define CGAL_EIGEN3_ENABLED 1
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/optimal_bounding_box.h>

#include <array>
#include <cmath>
#include <vector>

#include "cgal.h"

using Point = CGAL::Exact_predicates_inexact_constructions_kernel::Point_3;

double cgal_least_volume(float (*position)[3], std::size_t count) {
    std::vector<Point> points;
    points.reserve(count);
    for (std::size_t i = 0; i < count; i++)
        points.emplace_back(position[i][0], position[i][1], position[i][2]);
    std::array<Point, 8> corner;
    CGAL::oriented_bounding_box(points, corner);
    double volume = 1;
    for (const int next : {1, 3, 5}) // the neighbours of corner 0
        volume *= std::sqrt(CGAL::squared_distance(corner[0], corner[next]));
    return volume;
}
