// SPDX-License-Identifier: MIT
// Four lanes of WebAssembly's 128-bit SIMD, without relaxed instructions.
#ifndef LBX_LANES_WASM128_H
#define LBX_LANES_WASM128_H

#include "floats.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
typedef v128_t vf;
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>
typedef simde_v128_t vf;
#endif

#define LANES 4
#define LANES_FUSE 0
#define LANES_POPCOUNT 1
#define LANES_SWAP 0
#define LANES_ROWS 1
#define LANES_PACK 0

typedef vf vm; // all bits of a lane alike
typedef vf vr;
typedef vm vmr;
enum { QUADS = 1 };

#include "common.h"

static inline vf vf_set(float x) {
    return wasm_f32x4_splat(x);
}

static inline vf vf_load(const float *p) {
    return wasm_v128_load(p);
}

static inline vf vf_load_first(const float *p, size_t count) {
    if (count >= 4) return vf_load(p);
    if (count == 1) return wasm_v128_load32_zero(p);
    const vf xy = wasm_v128_load64_zero(p);
    return count == 2 ? xy : wasm_i32x4_shuffle(xy, wasm_v128_load32_zero(p + 2), 0, 1, 4, 7);
}

static inline void vf_store(float *p, vf x) {
    wasm_v128_store(p, x);
}

static inline void vf_store_first(float *p, vf x, size_t count) {
    store_first_by_lane(p, x, count);
}

static inline void transpose(const vf row[4], vf out[4]) {
    const vf low01 = wasm_i32x4_shuffle(row[0], row[1], 0, 4, 1, 5);
    const vf high01 = wasm_i32x4_shuffle(row[0], row[1], 2, 6, 3, 7);
    const vf low23 = wasm_i32x4_shuffle(row[2], row[3], 0, 4, 1, 5);
    const vf high23 = wasm_i32x4_shuffle(row[2], row[3], 2, 6, 3, 7);
    out[0] = wasm_i32x4_shuffle(low01, low23, 0, 1, 4, 5);
    out[1] = wasm_i32x4_shuffle(low01, low23, 2, 3, 6, 7);
    out[2] = wasm_i32x4_shuffle(high01, high23, 0, 1, 4, 5);
    out[3] = wasm_i32x4_shuffle(high01, high23, 2, 3, 6, 7);
}

static inline void vf_load_quads(const char *base, const size_t offset[LANES], vf out[4]) {
    vf row[4];
    for (int l = 0; l < 4; l++) row[l] = wasm_v128_load(base + offset[l]);
    transpose(row, out);
}

static inline vr vr_load(const char *base, const size_t offset[QUADS]) {
    return wasm_v128_load(base + offset[0]);
}

static inline vr vr_turn(vr a) {
    return wasm_i32x4_shuffle(a, a, 1, 2, 3, 0);
}

static inline void vf_store_quads(char *base, size_t step, const vf x[4]) {
    vf row[4];
    transpose(x, row);
    for (int l = 0; l < 4; l++) wasm_v128_store(base + (size_t)l * step, row[l]);
}

BINARY(vf_add, vf, wasm_f32x4_add)
BINARY(vf_sub, vf, wasm_f32x4_sub)
BINARY(vf_mul, vf, wasm_f32x4_mul) // there is no multiply-add that it could become
BINARY(vf_div, vf, wasm_f32x4_div)

static inline vf vf_sqrt(vf a) {
    return wasm_f32x4_sqrt(a);
}

static inline vf vf_fma(vf a, vf b, vf c) {
    return fma_by_lane(a, b, c);
}

static inline vf vf_fnma(vf a, vf b, vf c) {
    return fma_by_lane(wasm_f32x4_neg(a), b, c);
}

static inline vf vf_min(vf a, vf b) { // pmin is: second < first ? second : first
    return wasm_f32x4_pmin(b, a);
}

static inline vf vf_max(vf a, vf b) {
    return wasm_f32x4_pmax(b, a);
}

// By the bits: wasm_f32x4_abs of SIMDe 0.7.4 keeps the sign of -0 where the host has no vectors.
static inline vf vf_abs(vf a) {
    return wasm_v128_and(a, wasm_i32x4_splat(0x7fffffff));
}

static inline vf vf_minus_abs(vf a) {
    return wasm_v128_or(a, wasm_i32x4_splat(INT32_MIN));
}

static inline vf vf_negate(vf a) {
    return wasm_f32x4_neg(a);
}

static inline vf vf_flip(vf a, vf b) {
    return wasm_v128_xor(a, wasm_v128_and(wasm_f32x4_splat(-0.0f), b));
}

BINARY(vf_or, vf, wasm_v128_or)

static inline vf vf_hold(vf a) {
    return a;
}

static inline float vf_most(vf a) {
    const vf pair = wasm_f32x4_pmax(a, wasm_i32x4_shuffle(a, a, 2, 3, 2, 3));
    return wasm_f32x4_extract_lane(
        wasm_f32x4_pmax(pair, wasm_i32x4_shuffle(pair, pair, 1, 1, 1, 1)), 0);
}

static inline vf vf_inverse_power(vf a) {
    const vf exponent = wasm_v128_and(a, wasm_i32x4_splat(0x7f800000));
    return wasm_i32x4_sub(wasm_i32x4_splat(0x7f000000), exponent);
}

BINARY(vf_less, vm, wasm_f32x4_lt)
BINARY(vf_at_most, vm, wasm_f32x4_le)
BINARY(vf_equal, vm, wasm_f32x4_eq)

static inline vm vf_unordered(vf a, vf b) {
    return wasm_v128_or(wasm_f32x4_ne(a, a), wasm_f32x4_ne(b, b));
}

static inline vm vf_negative(vf a) {
    return wasm_i32x4_shr(a, 31);
}

static inline vm vm_or(vm a, vm b) {
    return wasm_v128_or(a, b);
}

static inline vm vm_and(vm a, vm b) {
    return wasm_v128_and(a, b);
}

static inline vm vm_and_not(vm a, vm b) {
    return wasm_v128_andnot(a, b);
}

static inline vf vm_keep(vm m, vf x) {
    return wasm_v128_and(m, x);
}

static inline vf vm_select(vm m, vf a, vf b) {
    return wasm_v128_bitselect(a, b, m);
}

static inline uint32_t vm_bits(vm m) {
    return wasm_i32x4_bitmask(m);
}

// Packs the sign bits of 16 lanes into those of 16 bytes.
static inline vf pack_signs(const vm *m) {
    return wasm_i8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(m[0], m[1]),
                                   wasm_i16x8_narrow_i32x4(m[2], m[3]));
}

static inline uint32_t vmr_bits(const vmr m[4]) {
    const vf items = wasm_v128_and(pack_signs(m), wasm_i32x4_splat(0x808080));
    return wasm_i32x4_bitmask(wasm_i32x4_gt(items, wasm_i32x4_splat(0)));
}

static inline uint64_t classes_store(uint8_t *p, const vm *low, const vm *high, unsigned flip) {
    const vf sign = wasm_i8x16_splat(-128);
    uint64_t bits = 0;
    for (int k = 0; k < 2; k++) {
        vf ones = pack_signs(low + 4 * k), twos = pack_signs(high + 4 * k);
        bits |= (uint64_t)wasm_i8x16_bitmask(ones) << 16 * k | (uint64_t)wasm_i8x16_bitmask(twos)
                                                                   << (32 + 16 * k);
        ones = wasm_u16x8_shr(wasm_v128_and(ones, sign), 7);
        twos = wasm_u16x8_shr(wasm_v128_and(twos, sign), 6);
        wasm_v128_store(p + 16 * k,
                        wasm_v128_xor(wasm_v128_or(ones, twos), wasm_i8x16_splat((int8_t)flip)));
    }
    return bits;
}

#include "lanes.h"
#endif
