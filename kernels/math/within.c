// SPDX-License-Identifier: MIT
// The features of two triangles, which decide what their boxes do not.
#include "within.h"

#include "../doubles/near_double.h"

// Decides in double which of the lanes that `bits` name are apart.
NOINLINE vm within_settle(const struct grown_triangle *first, const struct triangle *second,
                          const vf *extra, uint32_t bits) {
    float x[2][3][3][LANES], distance[LANES], more[LANES], apart[LANES] = {0};
    vf_store(distance, first->distance);
    vf_store(more, *extra);
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            vf_store(x[0][v][c], first->triangle.vertex[v][c]);
            vf_store(x[1][v][c], second->vertex[v][c]);
        }
    }
    for (int l = 0; l < LANES; l++) {
        if (!(bits >> l & 1)) continue;
        struct facet at[2];
        double size = 0;
        for (int c = 0; c < 3; c++) {
            double low = INFINITY, high = -INFINITY;
            for (int v = 0; v < 6; v++) {
                const double here = at[v / 3].vertex[v % 3][c] = x[v / 3][v % 3][c][l];
                low = here < low ? here : low;
                high = here > high ? here : high;
            }
            size = high - low > size ? high - low : size;
        }
        const double d = (double)distance[l] + (double)WITHIN_FLOOR;
        size += (double)more[l];
        const double near = d + product_of(size + d, (double)WITHIN_NEAR);
        double point[2][3];
        apart[l] = product_of(near, near) < lbx_nearest_points(&at[0], &at[1], point) ? -1 : 0;
    }
    return vf_less(vf_load(apart), vf_set(0));
}

// For the lanes whose boxes do not prove them apart.
FORCE_INLINE uint32_t features_apart(bool fuse, const struct grown_triangle *first,
                                     const struct triangle *second, vf extra,
                                     const struct within *w, vm *apart) {
    struct triangle a, b;
    relative_to_second(&first->triangle, second, w->box.scale, &a, &b);
    const vf zero = vf_set(0), near_square = vf_mul(w->near, w->near);
    struct near_pair pair;
    struct face face[2];
    struct shortest best = {{zero, zero, zero}, vf_set(INFINITY), {zero, zero, zero}};
    open_near(fuse, &pair, &a, &b);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) edge_edge(fuse, &pair, i, j, &best);
    }
    for (int side = 0; side < 2; side++) vertices_face(fuse, &pair, side, &face[side], &best);
    // On a vector so short that its square vanishes, the gap may be rounding alone.
    const vf length = vf_sqrt(vf_max(best.square, vf_set(PROJECTED_LEAST)));
    const vm beyond = vf_less(vf_mul(w->beyond, length), gap_along(fuse, &a, &b, best.to));
    *apart = vm_or(*apart, vm_and_not(beyond, w->box.lost));
    vm settled = vm_or(vm_or(*apart, w->box.lost), vf_at_most(best.square, near_square));
    if (all_lanes(settled)) return 0;

    // If one triangle goes through the other, no two features need be near.
    for (int side = 0; side < 2; side++) edges_face(fuse, &face[side], &best);
    settled = vm_or(settled, vf_at_most(best.square, near_square));
    if (all_lanes(settled)) return 0;
    *apart = vm_or(*apart, within_settle(first, second, &extra, ~vm_bits(settled)));
    return ~vm_bits(settled);
}

uint32_t features_plain(const struct grown_triangle *first, const struct triangle *second,
                        const vf *extra, const struct within *w, vm *apart) {
    return features_apart(false, first, second, *extra, w, apart);
}

#if LANES_FUSE
uint32_t features_fused(const struct grown_triangle *first, const struct triangle *second,
                        const vf *extra, const struct within *w, vm *apart) {
    return features_apart(true, first, second, *extra, w, apart);
}
#endif
