// SPDX-License-Identifier: MIT
// One lane of plain C, for machines without a backend. All backends are tested against it.
#ifndef LBX_LANES_SCALAR_H
#define LBX_LANES_SCALAR_H

#include "floats.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LANES 1
#define LANES_FUSE 0
#define LANES_POPCOUNT 0
#define LANES_SWAP 0
#define LANES_ROWS 0
#define LANES_PACK 0

typedef float vf;
typedef uint32_t vm;

static inline vf vf_set(float x) {
    return x;
}

static inline vf vf_load(const float *p) {
    return *p;
}

static inline vf vf_load_first(const float *p, size_t count) {
    (void)count;
    return *p;
}

static inline void vf_store(float *p, vf x) {
    *p = x;
}

static inline void vf_store_first(float *p, vf x, size_t count) {
    (void)count;
    *p = x;
}

static inline void vf_load_quads(const char *base, const size_t offset[LANES], vf out[4]) {
    memcpy(out, base + offset[0], 16);
}

static inline void vf_store_quads(char *base, size_t step, const vf x[4]) {
    (void)step;
    memcpy(base, x, 16);
}

static inline vf vf_add(vf a, vf b) {
    return a + b;
}

static inline vf vf_sub(vf a, vf b) {
    return a - b;
}

static inline vf vf_mul(vf a, vf b) {
    vf product = a * b;
    ROUND_PRODUCT(FLOAT_REGISTER, product);
    return product;
}

static inline vf vf_div(vf a, vf b) {
    return a / b;
}

static inline vf vf_sqrt(vf a) {
    return sqrtf(a);
}

static inline vf vf_fma(vf a, vf b, vf c) {
    return fmaf(a, b, c);
}

static inline vf vf_fnma(vf a, vf b, vf c) {
    return fmaf(-a, b, c);
}

// With -Os gcc makes branches of some of these, which let denormals pass where a program flushes
// them, and the instructions of lanes do not.
static inline vf vf_min(vf a, vf b) {
#if defined(__SSE2__) && defined(__OPTIMIZE_SIZE__)
    __asm__("minss %1, %0" : "+x"(a) : "x"(b));
    return a;
#else
    return a < b ? a : b;
#endif
}

static inline vf vf_max(vf a, vf b) {
#if defined(__SSE2__) && defined(__OPTIMIZE_SIZE__)
    __asm__("maxss %1, %0" : "+x"(a) : "x"(b));
    return a;
#else
    return a > b ? a : b;
#endif
}

static inline vf vf_abs(vf a) {
    return fabsf(a);
}

static inline vf vf_minus_abs(vf a) {
    return -fabsf(a);
}

static inline vf vf_negate(vf a) {
    return -a;
}

static inline vf vf_flip(vf a, vf b) {
    return signbit(b) ? -a : a;
}

static inline vf vf_or(vf a, vf b) {
    uint32_t x, y;
    memcpy(&x, &a, sizeof x), memcpy(&y, &b, sizeof y);
    x |= y;
    memcpy(&a, &x, sizeof x);
    return a;
}

static inline vf vf_hold(vf a) {
    return a;
}

static inline float vf_most(vf a) {
    return a;
}

static inline vf vf_inverse_power(vf a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits = 0x7f000000u - (bits & 0x7f800000u);
    memcpy(&a, &bits, sizeof a);
    return a;
}

static inline vm vf_less(vf a, vf b) {
    return a < b;
}

static inline vm vf_at_most(vf a, vf b) {
    return a <= b;
}

static inline vm vf_equal(vf a, vf b) {
    return a == b;
}

static inline vm vf_unordered(vf a, vf b) {
    return isnan(a) || isnan(b);
}

static inline vm vf_negative(vf a) {
    return signbit(a) != 0;
}

static inline vm vm_or(vm a, vm b) {
    return a | b;
}

static inline vm vm_and(vm a, vm b) {
    return a & b;
}

static inline vm vm_and_not(vm a, vm b) {
    return a & ~b;
}

static inline vf vm_keep(vm m, vf x) {
    return m ? x : 0;
}

static inline vf vm_select(vm m, vf a, vf b) {
    return m ? a : b;
}

static inline uint32_t vm_bits(vm m) {
    return m;
}

static inline uint64_t classes_store(uint8_t *p, const vm *low, const vm *high, unsigned flip) {
    uint64_t bits = 0;
    for (int k = 0; k < 32; k++) {
        p[k] = (uint8_t)((vm_bits(low[k]) | vm_bits(high[k]) << 1) ^ flip);
        bits |= (uint64_t)vm_bits(low[k]) << k | (uint64_t)vm_bits(high[k]) << (32 + k);
    }
    return bits;
}

#include "lanes.h"
#endif
