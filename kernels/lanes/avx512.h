// SPDX-License-Identifier: MIT
// Sixteen lanes of AVX-512 (F, DQ, BW, VL): Skylake-X, Zen 4 and later.
#ifndef LBX_LANES_AVX512_H
#define LBX_LANES_AVX512_H

#include <simde/x86/avx512/add.h>
#include <simde/x86/avx512/and.h>
#include <simde/x86/avx512/andnot.h>
#include <simde/x86/avx512/cast.h>
#include <simde/x86/avx512/cmp.h>
#include <simde/x86/avx512/div.h>
#include <simde/x86/avx512/extract.h>
#include <simde/x86/avx512/fmadd.h>
#include <simde/x86/avx512/fnmadd.h>
#include <simde/x86/avx512/insert.h>
#include <simde/x86/avx512/loadu.h>
#include <simde/x86/avx512/max.h>
#include <simde/x86/avx512/min.h>
#include <simde/x86/avx512/mov.h>
#include <simde/x86/avx512/mov_mask.h>
#include <simde/x86/avx512/mul.h>
#include <simde/x86/avx512/or.h>
#include <simde/x86/avx512/set1.h>
#include <simde/x86/avx512/shuffle.h>
#include <simde/x86/avx512/sqrt.h>
#include <simde/x86/avx512/storeu.h>
#include <simde/x86/avx512/sub.h>
#include <simde/x86/avx512/unpackhi.h>
#include <simde/x86/avx512/unpacklo.h>
#include <simde/x86/avx512/xor.h>

#define LANES 16
#define LANES_FUSE 1
#define LANES_POPCOUNT 1
#define LANES_SWAP 0

typedef simde__m512 vf;
typedef simde__mmask16 vm;

#define MM(operation) simde_mm512_##operation
#include "x86.h"

static inline vf vf_load_first(const float *p, size_t count) {
#if defined(SIMDE_X86_AVX512F_NATIVE) // SIMDe lacks the masked forms
    return _mm512_maskz_loadu_ps((__mmask16)(0xffffu >> (16 - count)), p);
#else
    return load_first_by_lane(p, count);
#endif
}

static inline void vf_store_first(float *p, vf x, size_t count) {
#if defined(SIMDE_X86_AVX512F_NATIVE)
    _mm512_mask_storeu_ps(p, (__mmask16)(0xffffu >> (16 - count)), x);
#else
    store_first_by_lane(p, x, count);
#endif
}

static inline void vf_load_quads(const char *base, const size_t offset[LANES], vf out[4]) {
    vf row[4];
    for (int l = 0; l < 4; l++) {
        simde__m128 quad[4];
        for (int q = 0; q < 4; q++) {
            quad[q] = simde_mm_loadu_ps((const float *)(base + offset[l + 4 * q]));
        }
        row[l] = simde_mm512_castps128_ps512(quad[0]);
        row[l] = simde_mm512_insertf32x4(row[l], quad[1], 1);
        row[l] = simde_mm512_insertf32x4(row[l], quad[2], 2);
        row[l] = simde_mm512_insertf32x4(row[l], quad[3], 3);
    }
    transpose(row, out);
}

static inline void vf_store_quads(char *base, size_t step, const vf x[4]) {
    vf row[4];
    transpose(x, row);
    for (int l = 0; l < 4; l++, base += step) {
        simde_mm_storeu_ps((float *)base, simde_mm512_castps512_ps128(row[l]));
        simde_mm_storeu_ps((float *)(base + 4 * step), simde_mm512_extractf32x4_ps(row[l], 1));
        simde_mm_storeu_ps((float *)(base + 8 * step), simde_mm512_extractf32x4_ps(row[l], 2));
        simde_mm_storeu_ps((float *)(base + 12 * step), simde_mm512_extractf32x4_ps(row[l], 3));
    }
}

static inline vf vf_fma(vf a, vf b, vf c) {
#if defined(SIMDE_X86_AVX512F_NATIVE)
    return simde_mm512_fmadd_ps(a, b, c);
#else // SIMDe would round twice
    return fma_by_lane(a, b, c);
#endif
}

static inline vf vf_fnma(vf a, vf b, vf c) {
#if defined(SIMDE_X86_AVX512F_NATIVE)
    return simde_mm512_fnmadd_ps(a, b, c);
#else
    return vf_fma(simde_mm512_xor_ps(a, simde_mm512_set1_ps(-0.0f)), b, c);
#endif
}

static inline vf vf_hold(vf a) {
#if defined(SIMDE_X86_AVX512F_NATIVE)
    __asm__("" : "+v"(a));
#endif
    return a;
}

static inline vf vf_inverse_power(vf a) {
    const simde__m512i exponent =
        simde_mm512_and_epi32(simde_mm512_castps_si512(a), simde_mm512_set1_epi32(0x7f800000));
    return simde_mm512_castsi512_ps(
        simde_mm512_sub_epi32(simde_mm512_set1_epi32(0x7f000000), exponent));
}

static inline vm vf_less(vf a, vf b) {
    return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LT_OQ);
}

static inline vm vf_unordered(vf a, vf b) {
    return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_UNORD_Q);
}

static inline vm vf_negative(vf a) {
    return simde_mm512_movepi32_mask(simde_mm512_castps_si512(a));
}

static inline vm vm_or(vm a, vm b) {
    return (vm)(a | b);
}

static inline vm vm_and_not(vm a, vm b) {
    return (vm)(a & ~b);
}

static inline vf vm_keep(vm m, vf x) {
    return simde_mm512_maskz_mov_ps(m, x);
}

static inline vf vm_select(vm m, vf a, vf b) {
    return simde_mm512_mask_mov_ps(b, m, a);
}

static inline uint32_t vm_bits(vm m) {
    return m;
}

static inline uint64_t classes_store(uint8_t *p, const vm *low, const vm *high, unsigned flip) {
    const uint32_t ones = low[0] | (uint32_t)low[1] << 16, twos = high[0] | (uint32_t)high[1] << 16;
    const simde__m256i bytes =
        simde_mm256_or_si256(simde_mm256_maskz_mov_epi8(ones, simde_mm256_set1_epi8(1)),
                             simde_mm256_maskz_mov_epi8(twos, simde_mm256_set1_epi8(2)));
    simde_mm256_storeu_si256((simde__m256i *)(void *)p,
                             simde_mm256_xor_si256(bytes, simde_mm256_set1_epi8((char)flip)));
    return ones | (uint64_t)twos << 32;
}

#undef MM
#include "lanes.h"
#endif
