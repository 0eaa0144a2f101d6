// SPDX-License-Identifier: MIT
// All units of an architecture in one translation unit, without a flag of the Makefile's and with
// some that would contract what the kernels do not: every name behind a prefix
// (kernels/isa/names.py), the target set by pragma. make beside builds the library with this
// instead of its units and asks it for the golden hashes.
#include "kernels/api/table.h"

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
