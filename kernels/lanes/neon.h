// SPDX-License-Identifier: MIT
// Four lanes of NEON: every aarch64.
#ifndef LBX_LANES_NEON_H
#define LBX_LANES_NEON_H

#include "floats.h"

#if defined(__ARM_NEON) && defined(__aarch64__) || defined(LBX_TARGETS)
#include <arm_neon.h>
#define LANES_NATIVE 1
typedef float32x4_t vf;
typedef float32x4x2_t vf2;
typedef uint32x4_t vu;
typedef int32x4_t vi;
typedef uint8x8_t vb;
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/arm/neon.h>
#define LANES_NATIVE 0
typedef simde_float32x4_t vf;
typedef simde_float32x4x2_t vf2;
typedef simde_uint32x4_t vu;
typedef simde_int32x4_t vi;
typedef simde_uint8x8_t vb;
#endif

#define LANES 4
#define LANES_FUSE 1
#define LANES_POPCOUNT 1
#define LANES_SWAP 0
#define LANES_ROWS 1
#define LANES_PACK 0

typedef vu vm; // all bits of a lane alike
typedef vf vr;
typedef vm vmr;
enum { QUADS = 1 };

#include "common.h"

static inline vf vf_set(float x) {
    return vdupq_n_f32(x);
}

static inline vf vf_load(const float *p) {
    return vld1q_f32(p);
}

static inline vf vf_load_first(const float *p, size_t count) {
    if (count >= 4) return vf_load(p);
    vf x = vsetq_lane_f32(p[0], vf_set(0), 0);
    if (count > 1) x = vsetq_lane_f32(p[1], x, 1);
    return count > 2 ? vsetq_lane_f32(p[2], x, 2) : x;
}

static inline void vf_store(float *p, vf x) {
    vst1q_f32(p, x);
}

static inline void vf_store_first(float *p, vf x, size_t count) {
    store_first_by_lane(p, x, count);
}

static inline void transpose(const vf row[4], vf out[4]) {
    const vf2 even = vzipq_f32(row[0], row[2]); // x0 x2 y0 y2 | z0 z2 w0 w2
    const vf2 odd = vzipq_f32(row[1], row[3]);
    const vf2 xy = vzipq_f32(even.val[0], odd.val[0]);
    const vf2 zw = vzipq_f32(even.val[1], odd.val[1]);
    out[0] = xy.val[0];
    out[1] = xy.val[1];
    out[2] = zw.val[0];
    out[3] = zw.val[1];
}

static inline void vf_load_quads(const char *base, const size_t offset[LANES], vf out[4]) {
    vf row[4];
    for (int l = 0; l < 4; l++) row[l] = vld1q_f32((const float *)(base + offset[l]));
    transpose(row, out);
}

static inline vr vr_load(const char *base, const size_t offset[QUADS]) {
    return vld1q_f32((const float *)(base + offset[0]));
}

static inline vr vr_turn(vr a) {
    return vextq_f32(a, a, 1);
}

static inline void vf_store_quads(char *base, size_t step, const vf x[4]) {
    vf row[4];
    transpose(x, row);
    for (int l = 0; l < 4; l++) vst1q_f32((float *)(base + (size_t)l * step), row[l]);
}

BINARY(vf_add, vf, vaddq_f32)
BINARY(vf_sub, vf, vsubq_f32)

static inline vf vf_mul(vf a, vf b) {
    vf product = vmulq_f32(a, b);
#if LANES_NATIVE
    ROUND_PRODUCT(FLOAT_REGISTER, product);
#endif
    return product;
}

static inline vf vf_div(vf a, vf b) { // SIMDe lacks vdivq_f32
    return a / b;
}

static inline vf vf_sqrt(vf a) {
#if LANES_NATIVE // SIMDe lacks vsqrtq_f32
    return vsqrtq_f32(a);
#else
    float x[4];
    vf_store(x, a);
    for (int l = 0; l < 4; l++) x[l] = sqrtf(x[l]);
    return vf_load(x);
#endif
}

static inline vf vf_fma(vf a, vf b, vf c) {
#if LANES_NATIVE
    return vfmaq_f32(c, a, b);
#else // SIMDe would round twice
    return fma_by_lane(a, b, c);
#endif
}

static inline vf vf_fnma(vf a, vf b, vf c) {
#if LANES_NATIVE // SIMDe lacks vfmsq_f32
    return vfmsq_f32(c, a, b);
#else
    return vf_fma(vnegq_f32(a), b, c);
#endif
}

static inline vf vf_min(vf a, vf b) { // vminq and vminnmq treat NaN and zeros differently
    return vbslq_f32(vcltq_f32(a, b), a, b);
}

static inline vf vf_max(vf a, vf b) {
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}

static inline vf vf_abs(vf a) {
    return vabsq_f32(a);
}

static inline vf vf_minus_abs(vf a) {
    return vnegq_f32(vabsq_f32(a));
}

static inline vf vf_negate(vf a) {
    return vnegq_f32(a);
}

static inline vf vf_flip(vf a, vf b) {
    const vu sign = vandq_u32(vdupq_n_u32(0x80000000u), vreinterpretq_u32_f32(b));
    return vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(a), sign));
}

static inline vf vf_or(vf a, vf b) {
    return vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}

static inline vf vf_hold(vf a) {
#if LANES_NATIVE && !defined(__clang__)
    __asm__("" : "+w"(a));
#endif
    return a;
}

static inline float vf_most(vf a) {
    return vmaxvq_f32(a);
}

static inline vf vf_inverse_power(vf a) {
    const vi exponent = vandq_s32(vreinterpretq_s32_f32(a), vdupq_n_s32(0x7f800000));
    return vreinterpretq_f32_s32(vsubq_s32(vdupq_n_s32(0x7f000000), exponent));
}

BINARY(vf_less, vm, vcltq_f32)
BINARY(vf_at_most, vm, vcleq_f32)
BINARY(vf_equal, vm, vceqq_f32)

static inline vm vf_unordered(vf a, vf b) {
    return vmvnq_u32(vandq_u32(vceqq_f32(a, a), vceqq_f32(b, b)));
}

static inline vm vf_negative(vf a) {
    return vreinterpretq_u32_s32(vshrq_n_s32(vreinterpretq_s32_f32(a), 31));
}

static inline vm vm_or(vm a, vm b) {
    return vorrq_u32(a, b);
}

static inline vm vm_and(vm a, vm b) {
    return vandq_u32(a, b);
}

static inline vm vm_and_not(vm a, vm b) {
    return vbicq_u32(a, b);
}

static inline vf vm_keep(vm m, vf x) {
    return vreinterpretq_f32_u32(vandq_u32(m, vreinterpretq_u32_f32(x)));
}

static inline vf vm_select(vm m, vf a, vf b) {
    return vbslq_f32(m, a, b);
}

static inline uint32_t vm_bits(vm m) {
    static const uint32_t weight[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(m, vld1q_u32(weight)));
}

static inline vb pack_masks(const vm *m) {
    return vmovn_u16(vcombine_u16(vmovn_u32(m[0]), vmovn_u32(m[1])));
}

static inline uint32_t vmr_bits(const vmr m[4]) {
    const vb first = pack_masks(m), second = pack_masks(m + 2);
    const vu items = vreinterpretq_u32_u8(vcombine_u8(first, second));
    return vm_bits(vtstq_u32(items, vdupq_n_u32(0xffffff)));
}

static inline uint64_t classes_store(uint8_t *p, const vm *low, const vm *high, unsigned flip) {
    uint64_t bits = 0;
    for (int v = 0; v < 8; v++)
        bits |= (uint64_t)vm_bits(low[v]) << 4 * v | (uint64_t)vm_bits(high[v]) << (32 + 4 * v);
    for (int k = 0; k < 4; k++) {
        const vb ones = vand_u8(pack_masks(low + 2 * k), vdup_n_u8(1));
        const vb twos = vand_u8(pack_masks(high + 2 * k), vdup_n_u8(2));
        vst1_u8(p + 8 * k, veor_u8(vorr_u8(ones, twos), vdup_n_u8((uint8_t)flip)));
    }
    return bits;
}

#include "lanes.h"
#endif
