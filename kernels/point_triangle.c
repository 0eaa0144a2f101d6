// SPDX-License-Identifier: MIT
// Points against triangles: the distance, and the nearest point of the triangle with its feature.
// Ericson 2005, 5.1.5.
//
// The inputs are a point and a closed triangle, which may be a sliver, a segment or a point. The
// outputs are the distance, the weights u and v of vertices 1 and 2 in the nearest point, and
// whether this point is within the face or an edge, or is a vertex. Distance, u and v are NaN if
// anything in the point or the triangle is. No product has more than two lengths as factors, so
// that nothing in the range overflows.
#include "batch/kernel.h"
#include "math/near_point.h"

FORCE_INLINE void point_triangle_convert(const struct point *point, const struct triangle *triangle,
                                         struct nearest *out) {
    vf from[3][3];
    vm lost = vf_unordered(point->position[0], point->position[0]);
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            from[v][c] = vf_sub(triangle->vertex[v][c], point->position[c]);
            lost = vm_or(lost, vf_unordered(triangle->vertex[v][c], point->position[c]));
        }
    }
    struct known_triangle known;
    struct near_points near;
    know_triangle(triangle, &known);
    near_points_of(from, &known, &near);
    nearest_of(&near, out);
    const vf nan = vm_keep(lost, vf_set(NAN));
    out->distance = vf_or(out->distance, nan);
    out->u = vf_or(out->u, nan);
    out->v = vf_or(out->v, nan);
}

CONVERSION_BY(point_triangle, point, triangle, nearest, .vectors = HEAVY_VECTORS);

#ifdef LBX_UNIT
#include "batch/convert.h"

CONVERT(point_triangle)
#else
ENTRIES(lbx_conversion, point_triangle);
ptrdiff_t lbx_point_triangle(const lbx_points *points, const lbx_triangles *triangles, size_t n,
                             const lbx_nearests_out *out) {
    const struct lbx_given given[] = {{lbx_operand_points, points},
                                      {lbx_operand_triangles, triangles}};
    struct lbx_operand operands[2];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 2, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_nearests(&to, out, n);
    return error ? error : ACTIVE(point_triangle)(operands, n, &to);
}
#endif
