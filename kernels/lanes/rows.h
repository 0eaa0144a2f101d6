// SPDX-License-Identifier: MIT
// Rows of two quads in 256 bits, which AVX2 and AVX-512 share.
#ifndef MM // an editor
#include "avx2.h"
#else

#if LANES_NATIVE
typedef __m256 vr;
#else
typedef simde__m256 vr;
#endif
typedef vr vmr; // only the sign bit of a float counts

enum { QUADS = 2 };

static inline vr vr_load(const char *base, const size_t offset[QUADS]) {
    const vq low = _mm_loadu_ps((const float *)(base + offset[0]));
    const vq high = _mm_loadu_ps((const float *)(base + offset[1]));
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

static inline vr vr_turn(vr a) {
    return _mm256_shuffle_ps(a, a, 0x39);
}

static inline vr vr_max(vr a, vr b) {
    return _mm256_max_ps(a, b);
}

static inline vmr vr_less(vr a, vr b) {
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

static inline vmr vmr_or(vmr a, vmr b) {
    return _mm256_or_ps(a, b);
}

static inline uint32_t vmr_bits(const vmr m[4]) {
    const __m256i first = _mm256_packs_epi32(_mm256_castps_si256(m[0]), _mm256_castps_si256(m[1]));
    const __m256i second = _mm256_packs_epi32(_mm256_castps_si256(m[2]), _mm256_castps_si256(m[3]));
    // The signs of an item's four floats are adjacent. Those of the lower quads come first.
    const __m256i items =
        _mm256_and_si256(_mm256_packs_epi16(first, second), _mm256_set1_epi32(0x808080));
    return (uint32_t)_mm256_movemask_ps(
        _mm256_castsi256_ps(_mm256_cmpgt_epi32(items, _mm256_setzero_si256())));
}

#endif
