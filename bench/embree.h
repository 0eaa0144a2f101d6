// SPDX-License-Identifier: MIT
// The instruction set that lanebox and Embree are both restricted to, Embree's device, its meshes.
#ifndef BENCH_EMBREE_H
#define BENCH_EMBREE_H

#ifdef __cplusplus
#include <embree3/rtcore.h>

#include <cstddef>
#include <cstdint>

/// Embree's device for one thread, after restrict_isa.
extern RTCDevice embree_device;

/// A committed geometry with copies of these triangles, which the scene holds.
RTCGeometry embree_triangles(RTCScene scene, const float (*position)[3], size_t vertices,
                             const uint32_t (*triangle)[3], size_t triangles);

extern "C" {
#endif

/// Restricts lanebox and Embree to an instruction set that both know by this name: best, sse2, avx2
/// or avx512. Dies if it is none. Call this before anything else of Embree.
void restrict_isa(const char *name);

#ifdef __cplusplus
}
#endif

#endif
