// SPDX-License-Identifier: MIT
// The lanes that every machine of an architecture has, for code that is compiled once.
#ifndef LBX_LANES_BASE_H
#define LBX_LANES_BASE_H

#if defined(__SSE2__)
#include "sse2.h"
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include "neon.h"
#elif defined(__wasm_simd128__)
#include "wasm128.h"
#else
#include "scalar.h"
#endif

#endif
