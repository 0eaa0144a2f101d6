// SPDX-License-Identifier: MIT
// What a compiler may do with floats. Every file that computes with them includes this, most before
// anything else. It refuses options that break the promises, and turns contraction off.
#ifndef LBX_FLOATS_H
#define LBX_FLOATS_H

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||     \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "lanebox: -ffast-math and its parts break the promises"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "lanebox: floats must be rounded as floats: -msse2 -mfpmath=sse on i686, " \
    "-fexcess-precision=fast on s390x"
#endif

// a * b + c is rounded twice, whatever -ffp-contract says. clang's -ffp-contract=fast ignores the
// pragma, so that each product passes through an empty asm there, unless the build says that
// contraction is off. WebAssembly is excepted: it has no instruction to contract to, and clang 14
// computes other floats behind such an asm.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
#if defined(__clang__) && !defined(LBX_CONTRACT_OFF) && !defined(__wasm__)
#define ROUND_PRODUCT(constraint, product) __asm__("" : "+" constraint(product))
#else
#define ROUND_PRODUCT(constraint, product) (void)0
#endif
#if defined(__SSE2__)
#define FLOAT_REGISTER "x"
#elif defined(__aarch64__)
#define FLOAT_REGISTER "w"
#else
#define FLOAT_REGISTER "m"
#endif

#endif
