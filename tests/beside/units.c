// SPDX-License-Identifier: MIT
// All units of an architecture in one translation unit. It is compiled without the Makefile's
// flags, and with flags that would contract what the kernels do not. Every name has a prefix
// (kernels/isa/names.py), and pragmas set the target. make beside builds the library with this file
// instead of its units and compares its answers with the golden hashes.

#define LBX_TARGETS // the backends are what the pragmas say
#include "names.h"

#define UNIT_PREFIX scalar_
#include "kernels/isa/scalar.c"
#define UNIT_AGAIN
#include "names.h"

#if defined(__aarch64__)
#define UNIT_PREFIX neon_
#include "kernels/isa/neon.c"

#elif defined(__wasm_simd128__)
#define UNIT_PREFIX wasm128_
#include "kernels/isa/wasm128.c"

#elif defined(__x86_64__)
#define UNIT_PREFIX sse2_
#include "kernels/isa/sse2.c"
#define UNIT_AGAIN
#include "names.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,popcnt")
#endif
#define UNIT_PREFIX avx2_
#include "kernels/isa/avx2.c"
#define UNIT_AGAIN
#include "names.h"
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,fma,popcnt"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,fma,popcnt")
#endif
#define UNIT_PREFIX avx512_
#include "kernels/isa/avx512.c"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
