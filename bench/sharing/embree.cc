// SPDX-License-Identifier: MIT
// Embree 3, whose threads are oneTBB's.
#include "embree.h"

#include <embree3/rtcore.h>

#include <cstring>
#include <string>

#include "examples/tool.h"

namespace {

RTCGeometry geometry_of(RTCDevice device, RTCScene scene, const struct subject *subject,
                        size_t triangles) {
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void *const position = rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), 3 * triangles);
    void *const index = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0,
                                                RTC_FORMAT_UINT3, 3 * sizeof(unsigned), triangles);
    std::memcpy(position, subject->corner, 3 * triangles * sizeof *subject->corner);
    std::memcpy(index, subject->index, 3 * triangles * sizeof *subject->index);
    rtcAttachGeometry(scene, geometry);
    return geometry;
}

double seconds_of_commit(RTCScene scene) {
    const double begun = wall_seconds();
    rtcCommitScene(scene);
    return wall_seconds() - begun;
}

// A scene of the subject's first triangles.
double seconds_of(RTCDevice device, const struct subject *subject, size_t triangles,
                  enum embree_job job) {
    const RTCScene scene = rtcNewScene(device);
    const RTCGeometry geometry = geometry_of(device, scene, subject, triangles);
    if (job == EMBREE_BUILD_HIGH) rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
    if (job == EMBREE_REFIT) {
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_REFIT);
    }
    rtcCommitGeometry(geometry);
    double seconds = seconds_of_commit(scene);
    if (job == EMBREE_REFIT) {
        rtcUpdateGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0);
        rtcCommitGeometry(geometry);
        seconds = seconds_of_commit(scene);
    }
    rtcReleaseGeometry(geometry);
    rtcReleaseScene(scene);
    return seconds;
}

} // namespace

extern "C" {
extern const char *const embree_names[EMBREE_JOBS] = {"Embree build", "Embree build, high quality",
                                                      "Embree refit"};

double embree_seconds(const struct subject *subject, enum embree_job job, unsigned threads) {
    const RTCDevice device = rtcNewDevice(("threads=" + std::to_string(threads)).c_str());
    if (!device) die("no Embree device: error %d", rtcGetDeviceError(nullptr));
    seconds_of(device, subject, subject->items < 50000 ? subject->items : 50000, EMBREE_BUILD);
    const double seconds = seconds_of(device, subject, subject->items, job);
    if (const RTCError error = rtcGetDeviceError(device)) die("Embree: error %d", error);
    rtcReleaseDevice(device);
    return seconds;
}
}
