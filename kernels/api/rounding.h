// SPDX-License-Identifier: MIT
// The rounding mode of the processor. glibc's fesetround also changes that of the x87, which takes
// 30 ns each time: a call for one box took 124 ns, and takes 30 with MXCSR alone (AMD EPYC).
//
// No compiler knows that arithmetic depends on the mode. Callers keep it between two changes of the
// mode by functions that are not inlined and write to memory, which changes seem to read.
//
// rounded_difference(x, y, mode) is x - y as a float, rounded by `mode`, which must have been set.
// WebAssembly has no modes, and computes it from the difference rounded to nearest.
#ifndef LBX_ROUNDING_H
#define LBX_ROUNDING_H

#include <fenv.h>

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

#elif defined(FE_DOWNWARD)

enum { ROUND_DOWNWARD = FE_DOWNWARD, ROUND_UPWARD = FE_UPWARD };

typedef int rounding;

static inline rounding rounding_now(void) {
    return fegetround();
}

static inline void rounding_restore(rounding before) {
    fesetround(before);
}

static inline void rounding_set(rounding before, unsigned mode) {
    (void)before;
    fesetround((int)mode);
}

#else
#include <float.h>
#include <math.h>
#include <stdbool.h>

#define NO_ROUNDING_MODES

enum { ROUND_DOWNWARD, ROUND_UPWARD };

typedef int rounding;

static inline rounding rounding_now(void) {
    return 0;
}

static inline void rounding_restore(rounding before) {
    (void)before;
}

static inline void rounding_set(rounding before, unsigned mode) {
    (void)before, (void)mode;
}

// Zeros have the signs of the mode, too: x - x is -0.
static inline float downward_difference(double x, double y) {
    const double difference = x - y;
    if (difference == 0) return x == 0 && !signbit(x) && signbit(y) ? 0.0f : -0.0f;
    const float rounded = (float)difference;
    if (isinf(difference)) return difference > 0 && isfinite(x) && isfinite(y) ? FLT_MAX : rounded;
    bool above = (double)rounded > difference;
    if ((double)rounded == difference) { // the error of the difference decides; Knuth's TwoSum
        const double minus_y = difference - x;
        above = (x - (difference - minus_y)) - (y + minus_y) < 0;
    }
    return above ? nextafterf(rounded, -INFINITY) : rounded;
}

static inline float rounded_difference(double x, double y, unsigned mode) {
    return mode == ROUND_DOWNWARD ? downward_difference(x, y) : -downward_difference(-x, -y);
}
#endif

#if !defined(NO_ROUNDING_MODES)
static inline float rounded_difference(double x, double y, unsigned mode) {
    (void)mode;
    return (float)(x - y);
}
#endif

#endif
