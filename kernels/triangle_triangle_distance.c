// SPDX-License-Identifier: MIT
// How far triangles are apart, and the point of each that is nearest to the other: Ericson 2005,
// 5.1.9 and 5.1.5.
//
// The inputs are two closed triangles, which may be slivers, segments or points. The outputs are
// the distance and both points. Lanes find the shortest way between features, and prove it, unless
// the triangles meet or are nearer than about a hundredth of their size. What they leave open is
// settled in double, which also finds edges that go through a face: there the distance is 0. All
// outputs are NaN if anything in either triangle is.
#include "batch/kernel.h"
#include "doubles/near_double.h"
#include "math/nearest.h"

// Finds in double what the lanes that `bits` name get.
NOINLINE void settle_separations(const struct triangle *first, const struct triangle *second,
                                 uint32_t bits, struct separation *out) {
    float x[2][3][3][LANES], distance[LANES], point[2][3][LANES];
    vf_store(distance, out->distance);
    for (int c = 0; c < 3; c++) {
        vf_store(point[0][c], out->from[c]);
        vf_store(point[1][c], out->to[c]);
        for (int v = 0; v < 3; v++) {
            vf_store(x[0][v][c], first->vertex[v][c]);
            vf_store(x[1][v][c], second->vertex[v][c]);
        }
    }
    for (size_t l = 0; bits; l++, bits >>= 1) { // up to LANES, it would be unrolled
        if (bits & 1) distance[l] = lbx_nearest_floats(&x[0][0][0][l], LANES, &point[0][0][l]);
    }
    out->distance = vf_load(distance);
    for (int c = 0; c < 3; c++) {
        out->from[c] = vf_load(point[0][c]);
        out->to[c] = vf_load(point[1][c]);
    }
}

FORCE_INLINE void triangle_triangle_distance_convert(const struct triangle *first,
                                                     const struct triangle *second,
                                                     struct separation *out) {
    const vf extra = vf_set(0);
    struct near_ends ends;
    triangles_nearest(first, second, &extra, &ends);
    out->distance = ends.distance;
    for (int c = 0; c < 3; c++) {
        out->from[c] = ends.from[c];
        out->to[c] = ends.to[c];
    }
    const vm lost = vf_unordered(ends.distance, ends.distance);
    const uint32_t open = vm_bits(vm_and_not(ends.open, lost));
    if (open) settle_separations(first, second, open, out);
}

#ifdef LBX_UNIT
CONVERSION_BY(triangle_triangle_distance, triangle, triangle, separation, .vectors = HEAVY_VECTORS);
#include "batch/called.h"

CONVERT_CALLED(triangle_triangle_distance)
#else
ENTRIES(lbx_conversion, triangle_triangle_distance);
ptrdiff_t lbx_triangle_triangle_distance(const lbx_triangles *a, const lbx_triangles *b, size_t n,
                                         const lbx_separations_out *out) {
    const struct lbx_given given[] = {{lbx_operand_triangles, a}, {lbx_operand_triangles, b}};
    struct lbx_operand operands[2];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 2, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_separations(&to, out, n);
    return error ? error : ACTIVE(triangle_triangle_distance)(operands, n, &to);
}
#endif
