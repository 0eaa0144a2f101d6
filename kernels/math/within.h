// SPDX-License-Identifier: MIT
// The verdict on two triangles and a distance, for triangle_triangle_within.c and trees.
#ifndef LBX_WITHIN_H
#define LBX_WITHIN_H

#include "shapes.h"

// Exported by within.c. They are not inlined: each reading of each form would have a copy.
#define within_plain EXPORTED(within_plain)
#define within_fused EXPORTED(within_fused)

// For pairs whose S is larger by `extra`: which are apart. Returns a bit for each lane that double
// settled. Vectors are passed by pointer: with a 512-bit vector by value, gcc 12 does not clear the
// registers' upper halves.
uint32_t within_plain(const struct grown_triangle *first, const struct triangle *second,
                      const vf *extra, vm *apart);
uint32_t within_fused(const struct grown_triangle *first, const struct triangle *second,
                      const vf *extra, vm *apart);

FORCE_INLINE vm triangle_triangle_within_apart_sized(bool fuse, const struct grown_triangle *first,
                                                     const struct triangle *second, vf extra,
                                                     uint32_t *in_double) {
    vm apart;
    *in_double = LANES_FUSE && fuse ? within_fused(first, second, &extra, &apart)
                                    : within_plain(first, second, &extra, &apart);
    return apart;
}

#endif
