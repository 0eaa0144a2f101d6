// SPDX-License-Identifier: MIT
// Sixteen lanes of AVX-512 (F, DQ, BW, VL): Skylake-X, Zen 4 and later.
#ifndef LBX_LANES_AVX512_H
#define LBX_LANES_AVX512_H

#include "floats.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) &&                      \
        defined(__AVX512VL__) ||                                                                   \
    defined(LBX_TARGETS)
#include <immintrin.h>
#define LANES_NATIVE 1
typedef __m512 vf;
typedef __m512i vi;
typedef __m128 vq;
typedef __m256i vh;
typedef __mmask16 vm;
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
#define LANES_NATIVE 0
typedef simde__m512 vf;
typedef simde__m512i vi;
typedef simde__m128 vq;
typedef simde__m256i vh;
typedef simde__mmask16 vm;
#endif

#define LANES 16
#define LANES_FUSE 1
#define LANES_POPCOUNT 1
#define LANES_SWAP 0
#define LANES_ROWS 1
#define LANES_PACK 1

#define MM(operation) _mm512_##operation
#include "x86.h"

// Rows of 512 bits take a fifth longer, because they are assembled from more loads.
#include "rows.h"

static inline vf vf_load_first(const float *p, size_t count) {
#if LANES_NATIVE // SIMDe lacks the masked forms
    return _mm512_maskz_loadu_ps((__mmask16)(0xffffu >> (16 - count)), p);
#else
    return load_first_by_lane(p, count);
#endif
}

static inline void vf_store_first(float *p, vf x, size_t count) {
#if LANES_NATIVE
    _mm512_mask_storeu_ps(p, (__mmask16)(0xffffu >> (16 - count)), x);
#else
    store_first_by_lane(p, x, count);
#endif
}

static inline void vf_load_quads(const char *base, const size_t offset[LANES], vf out[4]) {
    vf row[4];
    for (int l = 0; l < 4; l++) {
        vq quad[4];
        for (int q = 0; q < 4; q++)
            quad[q] = _mm_loadu_ps((const float *)(base + offset[l + 4 * q]));
        row[l] = _mm512_castps128_ps512(quad[0]);
        row[l] = _mm512_insertf32x4(row[l], quad[1], 1);
        row[l] = _mm512_insertf32x4(row[l], quad[2], 2);
        row[l] = _mm512_insertf32x4(row[l], quad[3], 3);
    }
    transpose(row, out);
}

static inline void vf_store_quads(char *base, size_t step, const vf x[4]) {
    vf row[4];
    transpose(x, row);
    for (int l = 0; l < 4; l++, base += step) {
        _mm_storeu_ps((float *)base, _mm512_castps512_ps128(row[l]));
        _mm_storeu_ps((float *)(base + 4 * step), _mm512_extractf32x4_ps(row[l], 1));
        _mm_storeu_ps((float *)(base + 8 * step), _mm512_extractf32x4_ps(row[l], 2));
        _mm_storeu_ps((float *)(base + 12 * step), _mm512_extractf32x4_ps(row[l], 3));
    }
}

static inline float vf_most(vf a) {
    const vq low = _mm_max_ps(_mm512_castps512_ps128(a), _mm512_extractf32x4_ps(a, 1));
    const vq high = _mm_max_ps(_mm512_extractf32x4_ps(a, 2), _mm512_extractf32x4_ps(a, 3));
    return most_of_quad(_mm_max_ps(low, high));
}

static inline vf vf_inverse_power(vf a) {
    const vi exponent = _mm512_and_epi32(_mm512_castps_si512(a), _mm512_set1_epi32(0x7f800000));
    return _mm512_castsi512_ps(_mm512_sub_epi32(_mm512_set1_epi32(0x7f000000), exponent));
}

static inline vm vf_less(vf a, vf b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}

static inline vm vf_at_most(vf a, vf b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}

static inline vm vf_equal(vf a, vf b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}

static inline vm vf_unordered(vf a, vf b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_UNORD_Q);
}

static inline vm vf_negative(vf a) {
    return _mm512_movepi32_mask(_mm512_castps_si512(a));
}

static inline vm vm_or(vm a, vm b) {
    return (vm)(a | b);
}

static inline vm vm_and(vm a, vm b) {
#if LANES_NATIVE
    // Otherwise gcc 12 chains masked comparisons, each of which waits for the one before.
    __asm__("" : "+k"(a), "+k"(b));
#endif
    return (vm)(a & b);
}

static inline vm vm_and_not(vm a, vm b) {
    return (vm)(a & ~b);
}

static inline vf vm_keep(vm m, vf x) {
    return _mm512_maskz_mov_ps(m, x);
}

static inline vf vm_select(vm m, vf a, vf b) {
    return _mm512_mask_mov_ps(b, m, a);
}

static inline uint32_t vm_bits(vm m) {
    return m;
}

static inline vf vf_pack(vf x, unsigned bits) {
#if LANES_NATIVE
    return _mm512_castpd_ps(_mm512_maskz_compress_pd((__mmask8)bits, _mm512_castps_pd(x)));
#else // SIMDe lacks it
    float from[LANES], to[LANES] = {0};
    vf_store(from, x);
    for (unsigned k = 0, kept = 0; k < LANES / 2; k++)
        if (bits >> k & 1) memcpy(to + 2 * kept++, from + 2 * k, 8);
    return vf_load(to);
#endif
}

static inline uint64_t classes_store(uint8_t *p, const vm *low, const vm *high, unsigned flip) {
    const uint32_t ones = low[0] | (uint32_t)low[1] << 16, twos = high[0] | (uint32_t)high[1] << 16;
    const vh bytes = _mm256_or_si256(_mm256_maskz_mov_epi8(ones, _mm256_set1_epi8(1)),
                                     _mm256_maskz_mov_epi8(twos, _mm256_set1_epi8(2)));
    _mm256_storeu_si256((vh *)(void *)p, _mm256_xor_si256(bytes, _mm256_set1_epi8((char)flip)));
    return ones | (uint64_t)twos << 32;
}

#undef MM
#include "lanes.h"
#endif
