// SPDX-License-Identifier: MIT
// Eight lanes of AVX2 with FMA: Haswell, Zen and later.
#ifndef LBX_LANES_AVX2_H
#define LBX_LANES_AVX2_H

#include "floats.h"

#if defined(__AVX2__) && defined(__FMA__) || defined(LBX_TARGETS)
#include <immintrin.h>
#define LANES_NATIVE 1
typedef __m256 vf;
typedef __m256i vi;
typedef __m128 vq;
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <simde/x86/fma.h>
#define LANES_NATIVE 0
typedef simde__m256 vf;
typedef simde__m256i vi;
typedef simde__m128 vq;
#endif

#define LANES 8
#define LANES_FUSE 1
#define LANES_POPCOUNT 1
#define LANES_SWAP 1
#define LANES_ROWS 1
#define LANES_PACK 1

typedef vf vm; // only the sign bit of a lane counts

#define MM(operation) _mm256_##operation
#include "x86.h"

#include "rows.h"

#if LANES_NATIVE
static inline vi first_lanes(size_t count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
#endif

static inline vf vf_load_first(const float *p, size_t count) {
#if LANES_NATIVE
    return _mm256_maskload_ps(p, first_lanes(count));
#else // SIMDe would read all lanes
    return load_first_by_lane(p, count);
#endif
}

static inline void vf_store_first(float *p, vf x, size_t count) {
#if LANES_NATIVE
    _mm256_maskstore_ps(p, first_lanes(count), x);
#else
    store_first_by_lane(p, x, count);
#endif
}

static inline void vf_load_quads(const char *base, const size_t offset[LANES], vf out[4]) {
    vf row[4];
    for (int l = 0; l < 4; l++)
        row[l] = vr_load(base, (const size_t[QUADS]){offset[l], offset[l + 4]});
    transpose(row, out);
}

static inline void vf_store_quads(char *base, size_t step, const vf x[4]) {
    vf row[4];
    transpose(x, row);
    for (int l = 0; l < 4; l++, base += step) {
        _mm_storeu_ps((float *)base, _mm256_castps256_ps128(row[l]));
        _mm_storeu_ps((float *)(base + 4 * step), _mm256_extractf128_ps(row[l], 1));
    }
}

static inline float vf_most(vf a) {
    return most_of_quad(_mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1)));
}

static inline vf vf_inverse_power(vf a) {
    const vi exponent = _mm256_and_si256(_mm256_castps_si256(a), _mm256_set1_epi32(0x7f800000));
    return _mm256_castsi256_ps(_mm256_sub_epi32(_mm256_set1_epi32(0x7f000000), exponent));
}

static inline vm vf_less(vf a, vf b) {
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

static inline vm vf_at_most(vf a, vf b) {
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

static inline vm vf_equal(vf a, vf b) {
    return _mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}

static inline vm vf_unordered(vf a, vf b) {
    return _mm256_cmp_ps(a, b, _CMP_UNORD_Q);
}

static inline vm vf_negative(vf a) {
    return a;
}

static inline vf vm_select(vm m, vf a, vf b) {
#if LANES_NATIVE && !defined(__clang__)
    // Otherwise gcc 12 compares the mask with zero first, though the blend reads only the sign.
    __asm__("vblendvps %2, %1, %0, %0" : "+x"(b) : "xm"(a), "x"(m));
    return b;
#else
    return _mm256_blendv_ps(b, a, m);
#endif
}

static inline void vf_swap(vm m, vf *a, vf *b) {
    // A blend is three operations on Intel's cores, and shares its pipes with multiply on AMD's:
    // 15.9 cycles for 8 rays and boxes, not 14.8.
    const vi x = _mm256_castps_si256(*a), y = _mm256_castps_si256(*b);
    const vi mask = _mm256_srai_epi32(_mm256_castps_si256(m), 31);
    const vi change = _mm256_and_si256(mask, _mm256_xor_si256(x, y));
    *a = _mm256_castsi256_ps(_mm256_xor_si256(x, change));
    *b = _mm256_castsi256_ps(_mm256_xor_si256(y, change));
}

static inline uint32_t vm_bits(vm m) {
#if LANES_NATIVE
    // Otherwise clang 14 narrows each comparison to bits, which doubles the time of the loop.
    __asm__("" : "+x"(m));
#endif
    return (uint32_t)_mm256_movemask_ps(m);
}

// Packs the sign bits of 32 lanes into those of 32 bytes.
static inline vi pack_signs(const vm *m) {
    const vi first = _mm256_packs_epi32(_mm256_castps_si256(m[0]), _mm256_castps_si256(m[1]));
    const vi second = _mm256_packs_epi32(_mm256_castps_si256(m[2]), _mm256_castps_si256(m[3]));
    return _mm256_permutevar8x32_epi32(_mm256_packs_epi16(first, second),
                                       _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

static inline vf vf_pack(vf x, unsigned bits) {
#define TWO(bit) 2 * (bit), 2 * (bit) + 1
    static const int kept[16][8] = {
        {0},
        {TWO(0)},
        {TWO(1)},
        {TWO(0), TWO(1)},
        {TWO(2)},
        {TWO(0), TWO(2)},
        {TWO(1), TWO(2)},
        {TWO(0), TWO(1), TWO(2)},
        {TWO(3)},
        {TWO(0), TWO(3)},
        {TWO(1), TWO(3)},
        {TWO(0), TWO(1), TWO(3)},
        {TWO(2), TWO(3)},
        {TWO(0), TWO(2), TWO(3)},
        {TWO(1), TWO(2), TWO(3)},
        {TWO(0), TWO(1), TWO(2), TWO(3)},
    };
#undef TWO
    return _mm256_permutevar8x32_ps(x, _mm256_loadu_si256((const vi *)(const void *)kept[bits]));
}

static inline uint64_t classes_store(uint8_t *p, const vm *low, const vm *high, unsigned flip) {
    const vi sign = _mm256_set1_epi8(-128);
    vi ones = pack_signs(low), twos = pack_signs(high);
    const uint64_t bits =
        (uint32_t)_mm256_movemask_epi8(ones) | (uint64_t)(uint32_t)_mm256_movemask_epi8(twos) << 32;
    ones = _mm256_srli_epi16(_mm256_and_si256(ones, sign), 7);
    twos = _mm256_srli_epi16(_mm256_and_si256(twos, sign), 6);
    _mm256_storeu_si256((vi *)(void *)p, _mm256_xor_si256(_mm256_or_si256(ones, twos),
                                                          _mm256_set1_epi8((char)flip)));
    return bits;
}

#undef MM
#include "lanes.h"
#endif
