// SPDX-License-Identifier: MIT
// Embree 3, with its various calls and flags.
#include <cstring>

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
    RTCGeometry geometry = rtcNewGeometry(embree_device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void *const position = rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), scene->vertices);
    void *const index =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), scene->triangles);
    std::memcpy(position, scene->position, scene->vertices * 3 * sizeof(float));
    std::memcpy(index, scene->triangle, scene->triangles * 3 * sizeof(unsigned));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(built_scene, geometry);
    rtcReleaseGeometry(geometry);
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
