// SPDX-License-Identifier: MIT
// What the sweeps share: the u that are output.
#ifndef LBX_SWEEP_H
#define LBX_SWEEP_H

#include "products.h"

#define SWEEP_MISSED 2.0f // the u of a miss

// Writes the first and the last u. `first` must be at least 0. Both are clamped to 1, and the last
// u is not before the first. The results are never -0 or NaN.
FORCE_INLINE void sweep_range(vm apart, vf first, vf last, vf *u) {
    const vf one = vf_set(1), missed = vf_set(SWEEP_MISSED);
    first = vf_min(first, one);
    last = vf_max(vf_min(last, one), first);
    u[0] = vm_select(apart, missed, first);
    u[1] = vm_select(apart, missed, last);
}

#endif
