// SPDX-License-Identifier: MIT
// The verdict on two triangles and a distance, for triangle_triangle_within.c, which says what is
// tested, and for trees.
//
// Lengths are scaled by a power of two so that S, the longest side of the box around both
// triangles, lies in 1 .. 2: no product overflows, and none that matters vanishes.
#ifndef LBX_WITHIN_H
#define LBX_WITHIN_H

#include "near_double.h"
#include "near_triangles.h"

#define WITHIN_PAD 0x1.4p-20f  // of S + d: more than this beyond d is apart, see docs/numerics.md
#define WITHIN_NEAR 0x1p-18f   // of S + d: less than this beyond d is near enough
#define WITHIN_FLOOR 0x1p-120f // more than flushed denormals take from a difference
#define WITHIN_LEAST 0x1p-60f  // of the square of a vector
#define WITHIN_FAR 8           // what a pair of S < 2 is within in any case

// What is known about a pair before its features are compared. `gap` and all fields below it are
// scaled.
struct within {
    vf scale, size, beyond, near, gap[3];
    vm lost; // there is a NaN
};

// `extra` is added to S.
FORCE_INLINE void open_within(bool fuse, const struct grown_triangle *grown,
                              const struct triangle *second, vf extra, struct within *w) {
    const struct triangle *const first = &grown->triangle;
    vf size = vf_set(0);
    for (int c = 0; c < 3; c++) {
        vf low[2], high[2];
        for (int s = 0; s < 2; s++) {
            const struct triangle *const t = s ? second : first;
            const vf x = t->vertex[0][c], y = t->vertex[1][c], z = t->vertex[2][c];
            low[s] = vf_min(vf_min(x, y), z);
            high[s] = vf_max(vf_max(x, y), z);
        }
        w->gap[c] = vf_max(vf_sub(low[1], high[0]), vf_sub(low[0], high[1]));
        size = vf_max(vf_sub(vf_max(high[0], high[1]), vf_min(low[0], low[1])), size);
        for (int v = 0; v < 3; v++) {
            const vm lost = vf_unordered(first->vertex[v][c], second->vertex[v][c]);
            w->lost = c + v ? vm_or(w->lost, lost) : lost;
        }
    }
    size = vf_add(size, extra);
    w->scale = vf_inverse_power(size);
    w->size = vf_mul(size, w->scale);
    for (int c = 0; c < 3; c++) w->gap[c] = vf_max(vf_mul(w->gap[c], w->scale), vf_set(0));
    const vf d =
        vf_min(vf_mul(vf_add(grown->distance, vf_set(WITHIN_FLOOR)), w->scale), vf_set(WITHIN_FAR));
    w->beyond = multiply_add(fuse, vf_add(w->size, d), vf_set(WITHIN_PAD), d);
    w->near = multiply_add(fuse, vf_add(w->size, d), vf_set(WITHIN_NEAR), d);
}

// The gap between the projections on a vector, in either of its directions; b's vertex 0 is at 0.
FORCE_INLINE vf gap_along(bool fuse, const struct triangle *a, const struct triangle *b,
                          const vf *way) {
    vf at_a[3], at_b[2];
    for (int v = 0; v < 3; v++) at_a[v] = dot_product(fuse, a->vertex[v], way);
    for (int v = 0; v < 2; v++) at_b[v] = dot_product(fuse, b->vertex[v + 1], way);
    const vf low_a = vf_min(vf_min(at_a[0], at_a[1]), at_a[2]);
    const vf high_a = vf_max(vf_max(at_a[0], at_a[1]), at_a[2]);
    const vf low_b = vf_min(vf_min(at_b[0], at_b[1]), vf_set(0));
    const vf high_b = vf_max(vf_max(at_b[0], at_b[1]), vf_set(0));
    return vf_max(vf_sub(low_a, high_b), vf_sub(low_b, high_a));
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
        apart[l] = product_of(near, near) < nearest_square(&at[0], &at[1]) ? -1 : 0;
    }
    return vf_less(vf_load(apart), vf_set(0));
}

// For the lanes whose boxes do not prove them apart.
FORCE_INLINE vm features_apart(bool fuse, const struct grown_triangle *first,
                               const struct triangle *second, vf extra, const struct within *w,
                               vm apart) {
    struct triangle a, b;
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            const vf origin = second->vertex[0][c];
            a.vertex[v][c] = vf_mul(vf_sub(first->triangle.vertex[v][c], origin), w->scale);
            b.vertex[v][c] = v ? vf_mul(vf_sub(second->vertex[v][c], origin), w->scale) : vf_set(0);
        }
    }
    const vf zero = vf_set(0), near_square = vf_mul(w->near, w->near);
    struct near_pair pair;
    struct face face[2];
    struct shortest best = {{zero, zero, zero}, vf_set(INFINITY)};
    open_near(fuse, &pair, &a, &b);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) edge_edge(fuse, &pair, i, j, &best);
    }
    for (int side = 0; side < 2; side++) vertices_face(fuse, &pair, side, &face[side], &best);
    // On a vector so short that its square vanishes, the gap may be rounding alone.
    const vf length = vf_sqrt(vf_max(best.square, vf_set(WITHIN_LEAST)));
    const vm beyond = vf_less(vf_mul(w->beyond, length), gap_along(fuse, &a, &b, best.to));
    apart = vm_or(apart, vm_and_not(beyond, w->lost));
    vm settled = vm_or(vm_or(apart, w->lost), vf_at_most(best.square, near_square));
    if (all_lanes(settled)) return apart;

    // If one triangle goes through the other, no two features need be near.
    for (int side = 0; side < 2; side++) edges_face(fuse, &face[side], &best);
    settled = vm_or(settled, vf_at_most(best.square, near_square));
    if (all_lanes(settled)) return apart;
    return vm_or(apart, within_settle(first, second, &extra, ~vm_bits(settled)));
}

// Not inlined, because there would be a copy for every reading of the sides.
NOINLINE vm features_plain(const struct grown_triangle *first, const struct triangle *second,
                           const vf *extra, const struct within *w, vm apart) {
    return features_apart(false, first, second, *extra, w, apart);
}

NOINLINE vm features_fused(const struct grown_triangle *first, const struct triangle *second,
                           const vf *extra, const struct within *w, vm apart) {
    return features_apart(true, first, second, *extra, w, apart);
}

// For pairs whose S is larger by `extra`.
FORCE_INLINE vm triangle_triangle_within_apart_sized(bool fuse, const struct grown_triangle *first,
                                                     const struct triangle *second, vf extra) {
    struct within w;
    open_within(fuse, first, second, extra, &w);
    const vf square = dot_product(fuse, w.gap, w.gap);
    const vm apart = vm_and_not(vf_less(vf_mul(w.beyond, w.beyond), square), w.lost);
    if (all_lanes(apart)) return apart;
    return LANES_FUSE && fuse ? features_fused(first, second, &extra, &w, apart)
                              : features_plain(first, second, &extra, &w, apart);
}

#endif
