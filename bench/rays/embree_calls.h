// SPDX-License-Identifier: MIT
// Embree's calls for rays: one, 8, 16, or a stream of them.
#ifndef BENCH_RAYS_EMBREE_CALLS_H
#define BENCH_RAYS_EMBREE_CALLS_H

#include <embree3/rtcore.h>

#include "rays.h"

enum embree_call { EMBREE_ONE, EMBREE_8, EMBREE_16, EMBREE_STREAM };

constexpr const char *embree_calls[] = {"one ray", "8 rays", "16 rays", "stream"};

/// @param coherent whether Embree is told that neighbors are close to each other
void embree_trace(RTCScene scene, enum embree_call call, bool coherent, const struct rays *rays,
                  const struct answers *out);

#endif
