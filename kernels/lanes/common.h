// SPDX-License-Identifier: MIT
// What backends share. A backend includes this after its types and before its operations.
#ifndef LANES // an editor
#include "scalar.h"
#endif
#include "floats.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// An operation that is one intrinsic.
#define BINARY(name, type, intrinsic)                                                              \
    static inline type name(vf a, vf b) {                                                          \
        return intrinsic(a, b);                                                                    \
    }

static inline vf vf_load(const float *p);
static inline void vf_store(float *p, vf x);

// Computes lane by lane what an instruction set, or SIMDe, lacks or rounds differently.
static inline vf load_first_by_lane(const float *p, size_t count) {
    float lane[LANES] = {0};
    memcpy(lane, p, count * sizeof *p);
    return vf_load(lane);
}

static inline void store_first_by_lane(float *p, vf x, size_t count) {
    float lane[LANES];
    vf_store(lane, x);
    for (size_t l = 0; l < count; l++) p[l] = lane[l];
}

static inline vf fma_by_lane(vf a, vf b, vf c) {
    float x[LANES], y[LANES], z[LANES];
    vf_store(x, a), vf_store(y, b), vf_store(z, c);
    for (int l = 0; l < LANES; l++) z[l] = fmaf(x[l], y[l], z[l]);
    return vf_load(z);
}
