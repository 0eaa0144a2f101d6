// SPDX-License-Identifier: MIT
// What the kernels of oriented boxes share: its frame, and margins.
#ifndef LBX_OBB_H
#define LBX_OBB_H

#include "products.h"

// Three margins at a time, in step: one after the other, each waits for its own last multiply-add.
// sum[k] += a * b[k stride]
FORCE_INLINE void add_products(bool fuse, vf *sum, vf a, const vf *b, int stride) {
    for (int k = 0; k < 3; k++) sum[k] = multiply_add(fuse, a, b[k * stride], sum[k]);
}

// A vector of the world along each of the box's axes.
FORCE_INLINE void into_box(bool fuse, vf *along, const vf *v, const struct obb *box) {
    for (int k = 0; k < 3; k++) along[k] = vf_mul(v[0], box->axis[k][0]);
    add_products(fuse, along, v[1], &box->axis[0][1], 3);
    add_products(fuse, along, v[2], &box->axis[0][2], 3);
}

FORCE_INLINE vf least_of(const vf *margin, vf least) {
    for (int k = 0; k < 3; k++) least = vf_min(margin[k], least);
    return least;
}

#endif
