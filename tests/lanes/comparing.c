// SPDX-License-Identifier: MIT
// One lane that counts how often searches of sets compare sides of boxes.
#include "../../kernels/lanes/scalar.h"

#include "comparing.h"

uint64_t compared;

static inline vm counted_at_most(vf a, vf b) {
    compared++;
    return vf_at_most(a, b);
}
#define vf_at_most counted_at_most

#include "unit.h"
