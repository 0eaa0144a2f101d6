// SPDX-License-Identifier: MIT
// CGAL's AABB_tree in double, with its search tree for first guesses, as it is by default.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include <cmath>
#include <vector>

#include "way.h"

namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Point = Kernel::Point_3;
using Triangles = std::vector<Kernel::Triangle_3>;
using Tree = CGAL::AABB_tree<
    CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::iterator>>>;

struct built {
    Triangles triangle;
    Tree tree;
};

void *build(const struct shape *shape) {
    built *const b = new built;
    b->triangle.reserve(shape->triangles);
    for (size_t t = 0; t < shape->triangles; t++) {
        Point corner[3];
        for (int v = 0; v < 3; v++) {
            const float *const at = shape->position[shape->triangle[t][v]];
            corner[v] = Point(at[0], at[1], at[2]);
        }
        b->triangle.emplace_back(corner[0], corner[1], corner[2]);
    }
    b->tree.insert(b->triangle.begin(), b->triangle.end());
    b->tree.build();
    b->tree.accelerate_distance_queries();
    return b;
}

void ask(void *built_by, unsigned, const struct queries *queries, const struct answers *out) {
    built *const b = static_cast<built *>(built_by);
    for (size_t i = 0; i < queries->n; i++) {
        const Point p(queries->at[0][i], queries->at[1][i], queries->at[2][i]);
        const auto found = b->tree.closest_point_and_primitive(p);
        out->triangle[i] = static_cast<uint32_t>(found.second - b->triangle.begin());
        out->distance[i] = static_cast<float>(std::sqrt(CGAL::squared_distance(p, found.first)));
    }
}

void free_built(void *built_by) {
    delete static_cast<built *>(built_by);
}

constexpr struct way ways[] = {{"closest_point", ask, 0}};

} // namespace

extern "C" {
extern const struct library cgal_library = {"CGAL", build, free_built, ways, 1};
}
