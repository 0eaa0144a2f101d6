// SPDX-License-Identifier: MIT
// The instruction set that lanebox and Embree are both restricted to, and Embree's device.
#ifndef BENCH_EMBREE_H
#define BENCH_EMBREE_H

#ifdef __cplusplus
#include <embree3/rtcore.h>

/// Embree's device for one thread, after restrict_isa.
extern RTCDevice embree_device;

extern "C" {
#endif

/// Restricts lanebox and Embree to an instruction set that both know by this name: best, sse2, avx2
/// or avx512. Dies if it is none. Call this before anything else of Embree.
void restrict_isa(const char *name);

#ifdef __cplusplus
}
#endif

#endif
