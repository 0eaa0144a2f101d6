// SPDX-License-Identifier: MIT
// The nearest points of two triangles: Ericson 2005, 5.1.9 and 5.1.5.
//
// Lengths are scaled as in within.h and measured from vertex 0 of the second triangle. The shortest
// vector between features is never too short, as it leads from one triangle to the other. The gap
// of the projections along it proves that it is not too long either, unless the triangles meet or
// are so near that rounding turns the way: nearer than about a hundredth of their size.
#include "nearest.h"

#include "near_triangles.h"
#include "projections.h"

// Two parts that are called: a third of the code.
NOINLINE void edge_edges(const struct near_pair *p, int i, struct shortest *best) {
    for (int j = 0; j < 3; j++) edge_edge(false, p, i, j, best);
}

NOINLINE void face_vertices(const struct near_pair *p, int side, struct shortest *best) {
    struct face face;
    vertices_face(false, p, side, &face, best);
}

void triangles_nearest(const struct triangle *first, const struct triangle *second, const vf *extra,
                       struct near_ends *out) {
    const vf zero = vf_set(0);
    struct box_of_two box;
    struct triangle a, b;
    struct near_pair pair;
    struct shortest best = {{zero, zero, zero}, vf_set(INFINITY), {zero, zero, zero}};
    box_around_two(first, second, *extra, &box);
    relative_to_second(first, second, box.scale, &a, &b);
    open_near(false, &pair, &a, &b);
    for (int i = 0; i < 3; i++) edge_edges(&pair, i, &best);
    for (int side = 0; side < 2; side++) face_vertices(&pair, side, &best);

    // On a vector so short that its square vanishes, the gap may be rounding alone.
    const vf length = vf_sqrt(vf_max(best.square, vf_set(PROJECTED_LEAST)));
    const vf gap = vf_div(gap_along(false, &a, &b, best.to), length);
    const vf distance = vf_sqrt(best.square);
    const vf unit = vf_div(vf_set(1), box.scale), lost = vm_keep(box.lost, vf_set(NAN));
    out->open = vf_less(multiply_add(false, box.size, vf_set(NEAREST_OPEN), gap), distance);
    out->least = vf_mul(multiply_subtract(false, box.size, vf_set(NEAREST_PAD), gap), unit);
    out->size = vf_mul(box.size, unit);
    out->distance = vf_or(vf_mul(distance, unit), lost);
    for (int c = 0; c < 3; c++) {
        const vf origin = second->vertex[0][c], to = vf_sub(best.point[c], best.to[c]);
        out->from[c] = vf_or(multiply_add(false, best.point[c], unit, origin), lost);
        out->to[c] = vf_or(multiply_add(false, to, unit, origin), lost);
    }
}
