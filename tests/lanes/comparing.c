// SPDX-License-Identifier: MIT
// One lane that counts how often searches compare sides of boxes, and rays with planes and edges.
#include "../../kernels/lanes/scalar.h"

#include "comparing.h"

uint64_t compared, compared_less;

static inline vm counted_at_most(vf a, vf b) {
    compared++;
    return vf_at_most(a, b);
}
#define vf_at_most counted_at_most

static inline vm counted_less(vf a, vf b) {
    compared_less++;
    return vf_less(a, b);
}
#define vf_less counted_less

#include "unit.h"
