// SPDX-License-Identifier: MIT
// The verdict on two triangles and a distance, for triangle_triangle_within.c and trees.
//
// Lengths are scaled by a power of two so that S, the longest side of the box around both
// triangles, lies in 1 .. 2: no product overflows, and none that matters vanishes.
#ifndef LBX_WITHIN_H
#define LBX_WITHIN_H

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
    const vf square = dot_product(fuse, w.box.gap, w.box.gap);
    vm apart = vm_and_not(vf_less(vf_mul(w.beyond, w.beyond), square), w.box.lost);
    if (all_lanes(apart)) return apart;
    *in_double = LANES_FUSE && fuse ? features_fused(first, second, &extra, &w, &apart)
                                    : features_plain(first, second, &extra, &w, &apart);
    return apart;
}

#endif
