// SPDX-License-Identifier: MIT
// The upper halves of the vector registers on x86-64. While they are in use, SSE code runs at a
// fraction of its speed, so every call has to clear them before it returns.
#ifndef LBX_UPPER_HALVES_H
#define LBX_UPPER_HALVES_H

#include <stdbool.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "tables.h"

// Whether the upper halves are in use. Returns false if the processor does not tell, as under an
// emulator, or if functions that take vectors are not inlined.
static inline bool upper_halves_in_use(void) {
    if (!tables_are_inlined) return false;
#if defined(__x86_64__)
    enum { TELLS = 4, AVX = 4, AVX512 = 64 };
    unsigned a, b, c, d;
    if (!__get_cpuid_count(0xd, 1, &a, &b, &c, &d) || !(a & TELLS)) return false;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return a & (AVX | AVX512);
#else
    return false;
#endif
}

#endif
