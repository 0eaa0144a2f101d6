// SPDX-License-Identifier: MIT
// Two triangles and a distance: their boxes first, then the features that decide what these do not.
//
// Lengths are scaled by a power of two so that S, the longest side of the box around both
// triangles, lies in 1 .. 2: no product overflows, and none that matters vanishes.
#include "within.h"

#include "../doubles/near_double.h"
#include "near_triangles.h"
#include "projections.h"

#define WITHIN_PAD 0x1.4p-20f  // of S + d: more than this beyond d is apart, see numerics.md
#define WITHIN_NEAR 0x1p-18f   // of S + d: less than this beyond d is near enough
#define WITHIN_FLOOR 0x1p-120f // more than flushed denormals take from a difference
#define WITHIN_FAR 8           // what a pair of S < 2 is within in any case

// What is known about a pair before its features are compared.
struct within {
    struct box_of_two box;
    vf beyond, near;
};

// `extra` is added to S. The gap is scaled, too, and 0 where the boxes overlap.
FORCE_INLINE void open_within(bool fuse, const struct grown_triangle *grown,
                              const struct triangle *second, vf extra, struct within *w) {
    box_around_two(&grown->triangle, second, extra, &w->box);
    const vf scale = w->box.scale, size = w->box.size;
    for (int c = 0; c < 3; c++) w->box.gap[c] = vf_max(vf_mul(w->box.gap[c], scale), vf_set(0));
    const vf d =
        vf_min(vf_mul(vf_add(grown->distance, vf_set(WITHIN_FLOOR)), scale), vf_set(WITHIN_FAR));
    w->beyond = multiply_add(fuse, vf_add(size, d), vf_set(WITHIN_PAD), d);
    w->near = multiply_add(fuse, vf_add(size, d), vf_set(WITHIN_NEAR), d);
}

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

FORCE_INLINE uint32_t within_apart(bool fuse, const struct grown_triangle *first,
                                   const struct triangle *second, const vf *extra, vm *apart) {
    struct within w;
    open_within(fuse, first, second, *extra, &w);
    const vf square = dot_product(fuse, w.box.gap, w.box.gap);
    *apart = vm_and_not(vf_less(vf_mul(w.beyond, w.beyond), square), w.box.lost);
    if (all_lanes(*apart)) return 0;
    return features_apart(fuse, first, second, *extra, &w, apart);
}

uint32_t within_plain(const struct grown_triangle *first, const struct triangle *second,
                      const vf *extra, vm *apart) {
    return within_apart(false, first, second, extra, apart);
}

#if LANES_FUSE
uint32_t within_fused(const struct grown_triangle *first, const struct triangle *second,
                      const vf *extra, vm *apart) {
    return within_apart(true, first, second, extra, apart);
}
#endif
