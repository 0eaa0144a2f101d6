// SPDX-License-Identifier: MIT
// The rounding mode of the processor. fesetround of glibc changes that of the x87 too, 30 ns each
// time: a call of one box took 124 ns, with MXCSR alone it takes 30 (AMD EPYC).
//
// No compiler knows that arithmetic depends on the mode. Callers keep it between two changes by
// functions that are not inlined and that write to memory, which both changes seem to read.
#ifndef LBX_ROUNDING_H
#define LBX_ROUNDING_H

#if defined(__SSE2__)
#include <xmmintrin.h>

enum { ROUND_DOWNWARD = 0x2000, ROUND_UPWARD = 0x4000, ROUND_MODES = 0x6000 };

typedef unsigned rounding;

static inline rounding rounding_now(void) {
    return _mm_getcsr();
}

static inline void rounding_restore(rounding before) {
    __asm__ volatile("" ::: "memory");
    _mm_setcsr(before);
    __asm__ volatile("" ::: "memory");
}

static inline void rounding_set(rounding before, unsigned mode) {
    rounding_restore((before & ~(unsigned)ROUND_MODES) | mode);
}

#else
#include <fenv.h>

enum { ROUND_DOWNWARD = FE_DOWNWARD, ROUND_UPWARD = FE_UPWARD };

typedef int rounding;

static inline rounding rounding_now(void) {
    return fegetround();
}

static inline void rounding_restore(rounding before) {
    fesetround(before);
}

static inline void rounding_set(rounding before, int mode) {
    (void)before;
    fesetround(mode);
}
#endif

#endif
