// SPDX-License-Identifier: MIT
// The verdict on two triangles and a distance, for triangle_triangle_within.c and trees.
//
// Lengths are scaled by a power of two so that S, the longest side of the box around both
// triangles, lies in 1 .. 2: no product overflows, and none that matters vanishes.
#ifndef LBX_WITHIN_H
#define LBX_WITHIN_H

#include "near_triangles.h"

#define WITHIN_PAD 0x1.4p-20f  // of S + d: more than this beyond d is apart, see numerics.md
#define WITHIN_NEAR 0x1p-18f   // of S + d: less than this beyond d is near enough
#define WITHIN_FLOOR 0x1p-120f // more than flushed denormals take from a difference
#define WITHIN_LEAST 0x1p-60f  // of the square of a vector
#define WITHIN_FAR 8           // what a pair of S < 2 is within in any case

// What is known about a pair before its features are compared. From `gap` on all is scaled.
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

// Exported by within.c. They are not inlined: each reading would have a copy.
#define features_plain EXPORTED(features_plain)
#define features_fused EXPORTED(features_fused)

// Adds lanes to `apart`, and returns those that double settled. Vectors are passed by pointer: with
// a 512-bit vector by value, gcc 12 does not clear the registers' upper halves.
uint32_t features_plain(const struct grown_triangle *first, const struct triangle *second,
                        const vf *extra, const struct within *w, vm *apart);
uint32_t features_fused(const struct grown_triangle *first, const struct triangle *second,
                        const vf *extra, const struct within *w, vm *apart);

// For pairs whose S is larger by `extra`. `in_double` gets a bit for each lane that was settled so.
FORCE_INLINE vm triangle_triangle_within_apart_sized(bool fuse, const struct grown_triangle *first,
                                                     const struct triangle *second, vf extra,
                                                     uint32_t *in_double) {
    struct within w;
    *in_double = 0;
    open_within(fuse, first, second, extra, &w);
    const vf square = dot_product(fuse, w.gap, w.gap);
    vm apart = vm_and_not(vf_less(vf_mul(w.beyond, w.beyond), square), w.lost);
    if (all_lanes(apart)) return apart;
    *in_double = LANES_FUSE && fuse ? features_fused(first, second, &extra, &w, &apart)
                                    : features_plain(first, second, &extra, &w, &apart);
    return apart;
}

#endif
