// SPDX-License-Identifier: MIT
// Four lanes of SSE2: every x86-64.
#ifndef LBX_LANES_SSE2_H
#define LBX_LANES_SSE2_H

#include "floats.h"

#if defined(__SSE2__) || defined(LBX_TARGETS)
#include <emmintrin.h>
#define LANES_NATIVE 1
typedef __m128 vf, vq;
typedef __m128i vi;
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse2.h>
#define LANES_NATIVE 0
typedef simde__m128 vf, vq;
typedef simde__m128i vi;
#endif

#define LANES 4
#define LANES_FUSE 0
#define LANES_POPCOUNT 0
#define LANES_SWAP 0
#define LANES_ROWS 1
#define LANES_PACK 0

typedef vf vm; // all bits of a lane alike
typedef vf vr;
typedef vm vmr;
enum { QUADS = 1 };

#define MM(operation) _mm_##operation
#include "x86.h"

static inline vf vf_load_first(const float *p, size_t count) {
    if (count >= 4) return vf_load(p);
    const vf x = _mm_load_ss(p);
    if (count == 1) return x;
    const vf xy = _mm_unpacklo_ps(x, _mm_load_ss(p + 1));
    return count == 2 ? xy : _mm_movelh_ps(xy, _mm_load_ss(p + 2));
}

static inline void vf_store_first(float *p, vf x, size_t count) {
    store_first_by_lane(p, x, count);
}

static inline void vf_load_quads(const char *base, const size_t offset[LANES], vf out[4]) {
    vf row[4];
    for (int l = 0; l < 4; l++) row[l] = _mm_loadu_ps((const float *)(base + offset[l]));
    transpose(row, out);
}

static inline vr vr_load(const char *base, const size_t offset[QUADS]) {
    return _mm_loadu_ps((const float *)(base + offset[0]));
}

static inline vr vr_turn(vr a) {
    return _mm_shuffle_ps(a, a, 0x39);
}

static inline void vf_store_quads(char *base, size_t step, const vf x[4]) {
    vf row[4];
    transpose(x, row);
    for (int l = 0; l < 4; l++) _mm_storeu_ps((float *)(base + (size_t)l * step), row[l]);
}

static inline float vf_most(vf a) {
    return most_of_quad(a);
}

static inline vf vf_inverse_power(vf a) {
    const vi exponent = _mm_and_si128(_mm_castps_si128(a), _mm_set1_epi32(0x7f800000));
    return _mm_castsi128_ps(_mm_sub_epi32(_mm_set1_epi32(0x7f000000), exponent));
}

static inline vm vf_less(vf a, vf b) {
    return _mm_cmplt_ps(a, b);
}

static inline vm vf_at_most(vf a, vf b) {
    return _mm_cmple_ps(a, b);
}

static inline vm vf_equal(vf a, vf b) {
    return _mm_cmpeq_ps(a, b);
}

static inline vm vf_unordered(vf a, vf b) {
    return _mm_cmpunord_ps(a, b);
}

static inline vm vf_negative(vf a) {
    return _mm_castsi128_ps(_mm_srai_epi32(_mm_castps_si128(a), 31));
}

static inline vf vm_select(vm m, vf a, vf b) {
    return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b));
}

static inline uint32_t vm_bits(vm m) {
#if LANES_NATIVE
    // Otherwise clang 14 narrows each comparison to bits, which doubles the time of the loop.
    __asm__("" : "+x"(m));
#endif
    return (uint32_t)_mm_movemask_ps(m);
}

// Packs the sign bits of 16 lanes into those of 16 bytes.
static inline vi pack_signs(const vm *m) {
    const vi first = _mm_packs_epi32(_mm_castps_si128(m[0]), _mm_castps_si128(m[1]));
    const vi second = _mm_packs_epi32(_mm_castps_si128(m[2]), _mm_castps_si128(m[3]));
    return _mm_packs_epi16(first, second);
}

static inline uint32_t vmr_bits(const vmr m[4]) {
    const vi items = _mm_and_si128(pack_signs(m), _mm_set1_epi32(0x808080));
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpgt_epi32(items, _mm_setzero_si128())));
}

static inline uint64_t classes_store(uint8_t *p, const vm *low, const vm *high, unsigned flip) {
    const vi sign = _mm_set1_epi8(-128);
    uint64_t bits = 0;
    for (int k = 0; k < 2; k++) {
        vi ones = pack_signs(low + 4 * k), twos = pack_signs(high + 4 * k);
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(ones) << 16 * k |
                (uint64_t)(uint32_t)_mm_movemask_epi8(twos) << (32 + 16 * k);
        ones = _mm_srli_epi16(_mm_and_si128(ones, sign), 7);
        twos = _mm_srli_epi16(_mm_and_si128(twos, sign), 6);
        _mm_storeu_si128((vi *)(void *)(p + 16 * k),
                         _mm_xor_si128(_mm_or_si128(ones, twos), _mm_set1_epi8((char)flip)));
    }
    return bits;
}

#undef MM
#include "lanes.h"
#endif
