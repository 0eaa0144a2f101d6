// SPDX-License-Identifier: MIT
// The contract between kernels and instruction sets. A backend defines LANES, the three switches
// below, the types vf (LANES floats) and vm (LANES truth values), and every operation declared
// below, in this order. Then it includes this file, so that a wrong signature does not compile.
// Operations act on each lane by itself and round to nearest even. They give the same bits in every
// backend, except for the payloads of NaN.
#ifndef LBX_LANES_H
#define LBX_LANES_H

#include "exported.h"

#ifndef LANES // an editor
#include "scalar.h"
#endif

_Static_assert(LANES > 0 && 32 % LANES == 0, "LANES is a power of two that divides 32");

#if !defined(LANES_FUSE) || !defined(LANES_POPCOUNT) || !defined(LANES_SWAP) ||                    \
    !defined(LANES_ROWS) || !defined(LANES_PACK)
#error "1 or 0: vf_fma is one instruction, popcnt is one, the backend has vf_swap, rows, vf_pack"
#endif

// Loads and stores. _first: the first `count` floats alone, 1 <= count <= LANES; others read as 0.
static inline vf vf_set(float x);
static inline vf vf_load(const float *p);
static inline vf vf_load_first(const float *p, size_t count);
static inline void vf_store(float *p, vf x);
static inline void vf_store_first(float *p, vf x, size_t count);

// Reads 16 bytes at base + offset[l] and transposes: float k of quad l becomes lane l of out[k].
static inline void vf_load_quads(const char *base, const size_t offset[LANES], vf out[4]);

// A row is QUADS quads of 16 bytes as they lie in memory, one behind the other, in a vr, which is a
// vf or shorter. The result of a comparison of rows is a vmr. The operations are those of vf, for
// those floats of a quad that are used.
#if LANES_ROWS
enum { ROW_ITEMS = 4 * QUADS }; // in four rows: quad q of row l holds item l + 4 * q
static inline vr vr_load(const char *base, const size_t offset[QUADS]);
static inline vr vr_turn(vr a); // float k of each quad becomes what float (k + 1) % 4 was
static inline vr vr_max(vr a, vr b);
static inline vmr vr_less(vr a, vr b);
static inline vmr vmr_or(vmr a, vmr b);
static inline uint32_t vmr_bits(const vmr m[4]); // bit i: any of the first three floats of item i
#endif

// The reverse: lane l of x[k] becomes float k of the 16 bytes at base + l * step.
static inline void vf_store_quads(char *base, size_t step, const vf x[4]);

static inline vf vf_add(vf a, vf b);
static inline vf vf_sub(vf a, vf b);
static inline vf vf_mul(vf a, vf b);
static inline vf vf_div(vf a, vf b);
static inline vf vf_sqrt(vf a);
static inline vf vf_fma(vf a, vf b, vf c);  // a * b + c, rounded once
static inline vf vf_fnma(vf a, vf b, vf c); // c - a * b, rounded once
static inline vf vf_min(vf a, vf b);        // a < b ? a : b
static inline vf vf_max(vf a, vf b);        // a > b ? a : b
static inline vf vf_abs(vf a);
static inline vf vf_minus_abs(vf a);  // the sign bit set
static inline vf vf_negate(vf a);     // the sign bit flipped
static inline vf vf_flip(vf a, vf b); // a, with its sign bit flipped if b has one
static inline vf vf_or(vf a, vf b);   // the bits of both: a NaN if either is one

// Returns a, forced into a register. gcc 12 may load it twice: 39.0 cycles for 8 rays, not 37.3.
static inline vf vf_hold(vf a);

// The greatest lane. No lane may be a NaN. The sign of a zero is unspecified.
static inline float vf_most(vf a);

// 1 / the largest power of two that is not above |a|, from the exponent's bits alone. It is exact
// for 2^-126 <= |a| < 2^127, and 2^127 for smaller numbers and 0. Elsewhere all backends agree.
static inline vf vf_inverse_power(vf a);

static inline vm vf_less(vf a, vf b);      // a < b, false for NaN
static inline vm vf_at_most(vf a, vf b);   // a <= b, false for NaN
static inline vm vf_equal(vf a, vf b);     // false for NaN
static inline vm vf_unordered(vf a, vf b); // either is a NaN
static inline vm vf_negative(vf a); // the sign bit: true for -0 and for a NaN that carries it

static inline vm vm_or(vm a, vm b);
static inline vm vm_and(vm a, vm b);
static inline vm vm_and_not(vm a, vm b);        // a, but not b
static inline vf vm_keep(vm m, vf x);           // m ? x : 0; m is made of comparisons alone
static inline vf vm_select(vm m, vf a, vf b);   // m ? a : b
static inline void vf_swap(vm m, vf *a, vf *b); // exchanges them where m; here unless LANES_SWAP
static inline uint32_t vm_bits(vm m);           // lane l is bit l, the others are 0

// Lanes in pairs, of which LANES / 2 bits say which ones are kept. These come first, in order.
#if LANES_PACK
static inline vf vf_pack(vf x, unsigned bits);
#endif

// Stores the classes of 32 items, one byte each. Item i is lane i % LANES of low[i / LANES] and of
// high[i / LANES]. Its class is 1 where low plus 2 where high, with the bits of `flip` flipped.
// Returns low in bit i and high in bit 32 + i, not flipped.
static inline uint64_t classes_store(uint8_t *p, const vm *low, const vm *high, unsigned flip);

#if LANES_ROWS && LANES == 4 // a vr is a vf
static inline vr vr_max(vr a, vr b) {
    return vf_max(a, b);
}

static inline vmr vr_less(vr a, vr b) {
    return vf_less(a, b);
}

static inline vmr vmr_or(vmr a, vmr b) {
    return vm_or(a, b);
}
#endif

#if !LANES_SWAP
static inline void vf_swap(vm m, vf *a, vf *b) {
    const vf x = *a;
    *a = vm_select(m, *b, x);
    *b = vm_select(m, x, *b);
}
#endif

static inline unsigned bits_count(uint32_t bits) {
#if LANES_POPCOUNT
    return (unsigned)__builtin_popcount(bits);
#else // no popcnt before SSE4.2
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return ((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
#endif
}

// Stores the first `bytes` bytes of a mask, 1 to 4, with item 0 in the lowest bit of the first
// byte. A copy of variable length would be a call, and gcc would vectorise a loop.
static inline void bits_store(uint8_t *p, uint32_t bits, size_t bytes) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (size_t k = 0; k < bytes; k++) p[k] = (uint8_t)(bits >> 8 * k);
#else
    if (bytes == 4) {
        memcpy(p, &bits, 4);
        return;
    }
    if (bytes & 2) memcpy(p, &bits, 2);
    if (bytes & 1) p[bytes - 1] = (uint8_t)(bits >> 8 * (bytes - 1));
#endif
}

// Prefetches the cache line at p, which may be any address.
static inline void prefetch(const void *p) {
    __builtin_prefetch(p);
}

#endif
