// SPDX-License-Identifier: MIT
// Embree 3, with its various calls and flags.
#include <embree3/rtcore.h>

#include <cmath>
#include <cstring>
#include <string>

#include "examples/tool.h"
#include "way.h"

namespace {

enum { ONE, EIGHT, SIXTEEN, STREAM };

struct built {
    RTCScene scene;
    ssize_t bytes;
};

RTCDevice device;
ssize_t bytes_held; // by Embree

bool count_bytes(void *, ssize_t bytes, bool) {
    bytes_held += bytes;
    return true;
}

void *build(const struct scene *scene, unsigned flags) {
    const RTCScene built_scene = rtcNewScene(device);
    rtcSetSceneFlags(built_scene, static_cast<RTCSceneFlags>(flags));
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
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

RTCIntersectContext context_of(const struct rays *rays) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = rays->coherent ? RTC_INTERSECT_CONTEXT_FLAG_COHERENT
                                   : RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
    return context;
}

void put_answer(const struct rays *rays, const struct answers *out, size_t i, unsigned id,
                float t) {
    out->triangle[i] = rays->any ? (t < 0 ? 0 : UINT32_MAX) : id;
    if (!rays->any) out->t[i] = id == RTC_INVALID_GEOMETRY_ID ? INFINITY : t;
}

void one(RTCScene scene, const struct rays *rays, const struct answers *out) {
    RTCIntersectContext context = context_of(rays);
    for (size_t i = 0; i < rays->n; i++) {
        RTCRayHit r;
        r.ray.org_x = rays->origin[0][i], r.ray.org_y = rays->origin[1][i];
        r.ray.org_z = rays->origin[2][i];
        r.ray.dir_x = rays->dir[0][i], r.ray.dir_y = rays->dir[1][i], r.ray.dir_z = rays->dir[2][i];
        r.ray.tnear = 0, r.ray.tfar = rays->t_max[i], r.ray.time = 0;
        r.ray.mask = ~0u, r.ray.id = 0, r.ray.flags = 0;
        r.hit.geomID = r.hit.primID = r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        if (rays->any)
            rtcOccluded1(scene, &context, &r.ray);
        else
            rtcIntersect1(scene, &context, &r);
        put_answer(rays, out, i, r.hit.primID, r.ray.tfar);
    }
}

// Traces packets, which are structures of arrays.
template <class RayHit, size_t N, class Intersect, class Occluded>
void packets(RTCScene scene, const struct rays *rays, const struct answers *out,
             Intersect intersect, Occluded occluded) {
    RTCIntersectContext context = context_of(rays);
    alignas(64) int valid[N];
    alignas(64) RayHit r;
    for (size_t i = 0; i < rays->n; i += N) {
        for (size_t k = 0; k < N; k++) {
            const size_t at = i + k < rays->n ? i + k : i;
            valid[k] = i + k < rays->n ? -1 : 0;
            r.ray.org_x[k] = rays->origin[0][at], r.ray.org_y[k] = rays->origin[1][at];
            r.ray.org_z[k] = rays->origin[2][at];
            r.ray.dir_x[k] = rays->dir[0][at], r.ray.dir_y[k] = rays->dir[1][at];
            r.ray.dir_z[k] = rays->dir[2][at];
            r.ray.tnear[k] = 0, r.ray.tfar[k] = rays->t_max[at], r.ray.time[k] = 0;
            r.ray.mask[k] = ~0u, r.ray.id[k] = 0, r.ray.flags[k] = 0;
            r.hit.geomID[k] = r.hit.primID[k] = r.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
        }
        if (rays->any)
            occluded(valid, scene, &context, &r.ray);
        else
            intersect(valid, scene, &context, &r);
        for (size_t k = 0; k < N && i + k < rays->n; k++)
            put_answer(rays, out, i + k, r.hit.primID[k], r.ray.tfar[k]);
    }
}

void stream(RTCScene scene, const struct rays *rays, const struct answers *out) {
    enum { WINDOW = 2048 };
    static RTCRayHit r[WINDOW];
    RTCIntersectContext context = context_of(rays);
    for (size_t i = 0; i < rays->n; i += WINDOW) {
        const size_t n = rays->n - i < WINDOW ? rays->n - i : size_t{WINDOW};
        for (size_t k = 0; k < n; k++) {
            RTCRay &ray = r[k].ray;
            ray.org_x = rays->origin[0][i + k], ray.org_y = rays->origin[1][i + k];
            ray.org_z = rays->origin[2][i + k];
            ray.dir_x = rays->dir[0][i + k], ray.dir_y = rays->dir[1][i + k];
            ray.dir_z = rays->dir[2][i + k];
            ray.tnear = 0, ray.tfar = rays->t_max[i + k], ray.time = 0;
            ray.mask = ~0u, ray.id = 0, ray.flags = 0;
            r[k].hit.geomID = r[k].hit.primID = r[k].hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        }
        if (rays->any)
            rtcOccluded1M(scene, &context, &r[0].ray, (unsigned)n, sizeof *r);
        else
            rtcIntersect1M(scene, &context, r, (unsigned)n, sizeof *r);
        for (size_t k = 0; k < n; k++) put_answer(rays, out, i + k, r[k].hit.primID, r[k].ray.tfar);
    }
}

void trace(void *b, unsigned calls, const struct rays *rays, const struct answers *out) {
    const RTCScene scene = static_cast<const built *>(b)->scene;
    switch (calls) {
    case ONE: one(scene, rays, out); return;
    case EIGHT: packets<RTCRayHit8, 8>(scene, rays, out, rtcIntersect8, rtcOccluded8); return;
    case SIXTEEN: packets<RTCRayHit16, 16>(scene, rays, out, rtcIntersect16, rtcOccluded16); return;
    default: stream(scene, rays, out);
    }
}

void free_built(void *b) {
    rtcReleaseScene(static_cast<const built *>(b)->scene);
    delete static_cast<const built *>(b);
}

constexpr struct way ways[] = {{"one ray", trace, ONE, false},
                               {"8 rays", trace, EIGHT, false},
                               {"16 rays", trace, SIXTEEN, false},
                               {"stream", trace, STREAM, false}};

constexpr struct library as_library(const char *name, unsigned flags) {
    return {name, build, scene_bytes, nullptr, free_built, flags, ways, sizeof ways / sizeof *ways};
}

} // namespace

extern "C" {
extern const struct library embree_library = as_library("Embree", RTC_SCENE_FLAG_NONE);
extern const struct library embree_robust_library =
    as_library("Embree robust", RTC_SCENE_FLAG_ROBUST);

void embree_open(const char *isa) {
    device =
        rtcNewDevice((std::string("threads=1") + (isa ? ",isa=" : "") + (isa ? isa : "")).c_str());
    if (!device) die("no Embree device: error %d", rtcGetDeviceError(nullptr));
    rtcSetDeviceMemoryMonitorFunction(device, count_bytes, nullptr);
}
}
