// SPDX-License-Identifier: MIT
// Embree 3, with its various calls and flags.
#include "bench/embree.h"
#include "embree_calls.h"
#include "way.h"

namespace {

struct built {
    RTCScene scene;
    ssize_t bytes;
};

ssize_t bytes_held; // by Embree

bool count_bytes(void *, ssize_t bytes, bool) {
    bytes_held += bytes;
    return true;
}

void *build(const struct scene *scene, unsigned flags) {
    rtcSetDeviceMemoryMonitorFunction(embree_device, count_bytes, nullptr);
    const RTCScene built_scene = rtcNewScene(embree_device);
    rtcSetSceneFlags(built_scene, static_cast<RTCSceneFlags>(flags));
    embree_triangles(built_scene, scene->position, scene->vertices, scene->triangle,
                     scene->triangles);
    const ssize_t before = bytes_held; // the mesh's buffers do not count
    rtcCommitScene(built_scene);
    return new built{built_scene, bytes_held - before};
}

size_t scene_bytes(const void *b) {
    return static_cast<size_t>(static_cast<const built *>(b)->bytes);
}

void trace(void *b, unsigned call, const struct rays *rays, const struct answers *out) {
    embree_trace(static_cast<const built *>(b)->scene, static_cast<enum embree_call>(call),
                 rays->coherent, rays, out);
}

void free_built(void *b) {
    rtcReleaseScene(static_cast<const built *>(b)->scene);
    delete static_cast<const built *>(b);
}

constexpr struct way ways[] = {{embree_calls[EMBREE_ONE], trace, EMBREE_ONE, false},
                               {embree_calls[EMBREE_8], trace, EMBREE_8, false},
                               {embree_calls[EMBREE_16], trace, EMBREE_16, false},
                               {embree_calls[EMBREE_STREAM], trace, EMBREE_STREAM, false}};

constexpr struct library as_library(const char *name, unsigned flags) {
    return {name, build, scene_bytes, nullptr, free_built, flags, ways, sizeof ways / sizeof *ways};
}

} // namespace

extern "C" {
extern const struct library embree_library = as_library("Embree", RTC_SCENE_FLAG_NONE);
extern const struct library embree_robust_library =
    as_library("Embree robust", RTC_SCENE_FLAG_ROBUST);
}
