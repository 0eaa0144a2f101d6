// SPDX-License-Identifier: MIT
// Sums of three and sums of products, which kernels share. Each product is rounded or fused.
#ifndef LBX_PRODUCTS_H
#define LBX_PRODUCTS_H

#include "shapes.h"

// a * b + c, rounded once or twice. It is always inlined: where it is called, rays in plain C take
// up to 1.7 times as many instructions.
static inline __attribute__((always_inline)) vf multiply_add(bool fuse, vf a, vf b, vf c) {
    return fuse ? vf_fma(a, b, c) : vf_add(vf_mul(a, b), c);
}

// c - a * b
static inline __attribute__((always_inline)) vf multiply_subtract(bool fuse, vf a, vf b, vf c) {
    return fuse ? vf_fnma(a, b, c) : vf_sub(c, vf_mul(a, b));
}

FORCE_INLINE vf dot_product(bool fuse, const vf *a, const vf *b) {
    return multiply_add(fuse, a[2], b[2], multiply_add(fuse, a[1], b[1], vf_mul(a[0], b[0])));
}

FORCE_INLINE vf sum_of(const vf *v) {
    return vf_add(vf_add(v[0], v[1]), v[2]);
}

// |v_x| + |v_y| + |v_z|
FORCE_INLINE vf l1_norm(const vf *v) {
    return vf_add(vf_add(vf_abs(v[0]), vf_abs(v[1])), vf_abs(v[2]));
}

#endif
