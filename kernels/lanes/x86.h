// SPDX-License-Identifier: MIT
// What the x86 backends share. Each includes this after its types and MM(intrinsic).
#ifndef MM // an editor
#include "sse2.h"
#else
#include "common.h"

static inline vf vf_set(float x) {
    return MM(set1_ps)(x);
}

static inline vf vf_load(const float *p) {
    return MM(loadu_ps)(p);
}

static inline void vf_store(float *p, vf x) {
    MM(storeu_ps)(p, x);
}

// Transposes four by four, in each 128 bits by themselves.
static inline void transpose(const vf row[4], vf out[4]) {
    const vf low01 = MM(unpacklo_ps)(row[0], row[1]), high01 = MM(unpackhi_ps)(row[0], row[1]);
    const vf low23 = MM(unpacklo_ps)(row[2], row[3]), high23 = MM(unpackhi_ps)(row[2], row[3]);
    out[0] = MM(shuffle_ps)(low01, low23, 0x44);
    out[1] = MM(shuffle_ps)(low01, low23, 0xee);
    out[2] = MM(shuffle_ps)(high01, high23, 0x44);
    out[3] = MM(shuffle_ps)(high01, high23, 0xee);
}

// The greatest of four floats.
static inline float most_of_quad(vq a) {
    const vq pair = _mm_max_ps(a, _mm_movehl_ps(a, a));
    return _mm_cvtss_f32(_mm_max_ss(pair, _mm_shuffle_ps(pair, pair, 1)));
}

BINARY(vf_add, vf, MM(add_ps))
BINARY(vf_sub, vf, MM(sub_ps))

static inline vf vf_mul(vf a, vf b) {
    vf product = MM(mul_ps)(a, b);
#if LANES_NATIVE
    ROUND_PRODUCT("v", product);
#endif
    return product;
}

BINARY(vf_div, vf, MM(div_ps))
BINARY(vf_min, vf, MM(min_ps))
BINARY(vf_max, vf, MM(max_ps))
BINARY(vf_or, vf, MM(or_ps))

static inline vf vf_sqrt(vf a) {
    return MM(sqrt_ps)(a);
}

static inline vf vf_abs(vf a) {
    return MM(andnot_ps)(MM(set1_ps)(-0.0f), a);
}

static inline vf vf_minus_abs(vf a) {
    return MM(or_ps)(MM(set1_ps)(-0.0f), a);
}

static inline vf vf_negate(vf a) {
    return MM(xor_ps)(MM(set1_ps)(-0.0f), a);
}

static inline vf vf_flip(vf a, vf b) {
    return MM(xor_ps)(a, MM(and_ps)(MM(set1_ps)(-0.0f), b));
}

static inline vf vf_fma(vf a, vf b, vf c) {
#if LANES_NATIVE && LANES_FUSE
    return MM(fmadd_ps)(a, b, c);
#else // SIMDe would round twice
    return fma_by_lane(a, b, c);
#endif
}

static inline vf vf_fnma(vf a, vf b, vf c) {
#if LANES_NATIVE && LANES_FUSE
    return MM(fnmadd_ps)(a, b, c);
#else
    return fma_by_lane(vf_negate(a), b, c);
#endif
}

static inline vf vf_hold(vf a) {
#if LANES_NATIVE && !defined(__clang__) // clang 14 reads it once; this costs it up to a fifth
    __asm__("" : "+v"(a));
#endif
    return a;
}

#if LANES < 16 // masks are vectors
static inline vm vm_or(vm a, vm b) {
    return MM(or_ps)(a, b);
}

static inline vm vm_and(vm a, vm b) {
    return MM(and_ps)(a, b);
}

static inline vm vm_and_not(vm a, vm b) {
    return MM(andnot_ps)(b, a);
}

static inline vf vm_keep(vm m, vf x) {
    return MM(and_ps)(m, x);
}
#endif
#endif
