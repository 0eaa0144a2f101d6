// SPDX-License-Identifier: MIT
// How a public function finds the code of the active instruction set.
//
// The sources in kernels/, kernels/batch/, kernels/math/, pairs/lanes/, trees/lanes/ and
// contacts/lanes/ are compiled once for each instruction set. What such an object exports for
// public functions is EXPORTED(name), functions or constants (kernels/lanes/exported.h). A public
// function names it in ENTRIES and uses it as ACTIVE(name). Programs link what they call.
#ifndef LBX_ENTRIES_H
#define LBX_ENTRIES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The instruction sets of a build, the plainest, which is always there, first, and the best last.
#ifndef LBX_ISAS
#if (defined(__x86_64__) || defined(__i386__)) && !defined(LBX_NO_SSE2)
#define LBX_IF_SSE2(x) x
#else
#define LBX_IF_SSE2(x)
#endif
#if defined(__x86_64__) && !defined(LBX_NO_AVX2)
#define LBX_IF_AVX2(x) x
#else
#define LBX_IF_AVX2(x)
#endif
#if defined(__x86_64__) && !defined(LBX_NO_AVX512)
#define LBX_IF_AVX512(x) x
#else
#define LBX_IF_AVX512(x)
#endif
#if defined(__aarch64__) && !defined(LBX_NO_NEON)
#define LBX_IF_NEON(x) x
#else
#define LBX_IF_NEON(x)
#endif
#if defined(__wasm_simd128__) && !defined(LBX_NO_WASM128)
#define LBX_IF_WASM128(x) x
#else
#define LBX_IF_WASM128(x)
#endif
#define LBX_ISAS(X, type, name)                                                                    \
    X(type, name, scalar)                                                                          \
    LBX_IF_SSE2(X(type, name, sse2))                                                               \
    LBX_IF_AVX2(X(type, name, avx2))                                                               \
    LBX_IF_AVX512(X(type, name, avx512))                                                           \
    LBX_IF_NEON(X(type, name, neon))                                                               \
    LBX_IF_WASM128(X(type, name, wasm128))
#endif

// Declares lbx_<name>_<instruction set>, constants or functions of one type, and lists them.
#define LBX_DECLARE_ENTRY(type, name, unit) extern type lbx_##name##_##unit;
#define LBX_LIST_ENTRY(type, name, unit) &lbx_##name##_##unit,
#define ENTRIES(type, name)                                                                        \
    LBX_ISAS(LBX_DECLARE_ENTRY, type, name)                                                        \
    static type *const name##_entries[] = {LBX_ISAS(LBX_LIST_ENTRY, type, name)}
#define ACTIVE(name) (name##_entries[lbx_isa_index()])

// Which of the instruction sets calls use, from 1 up; 0 until the first call chooses. Relaxed
// memory order is enough, because entries are constants and all threads choose the same.
extern _Atomic(unsigned) lbx_isa_chosen;
unsigned lbx_isa_choose(void);
static inline __attribute__((always_inline)) unsigned lbx_isa_index(void) {
    const unsigned chosen = atomic_load_explicit(&lbx_isa_chosen, memory_order_relaxed);
    return (chosen ? chosen : lbx_isa_choose()) - 1;
}

#endif
