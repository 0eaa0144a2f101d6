// SPDX-License-Identifier: MIT
// Embree 3: by its calls and flags.
#include <embree3/rtcore.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "examples/tool.h"
#include "way.h"

namespace {

enum { ONE = 0, EIGHT = 1, SIXTEEN = 2, STREAM = 3, CALLS = 3, ROBUST = 4 };

struct made {
    RTCDevice device;
    RTCScene scene;
    unsigned variant;
};

void *make(const struct scene *scene, unsigned variant) {
    made *const m = new made;
    m->variant = variant;
    m->device = rtcNewDevice("threads=1");
    if (!m->device) die("no Embree device");
    m->scene = rtcNewScene(m->device);
    rtcSetSceneFlags(m->scene, variant & ROBUST ? RTC_SCENE_FLAG_ROBUST : RTC_SCENE_FLAG_NONE);
    RTCGeometry geometry = rtcNewGeometry(m->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void *const position = rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), scene->vertices);
    void *const index =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), scene->triangles);
    std::memcpy(position, scene->position, scene->vertices * 3 * sizeof(float));
    std::memcpy(index, scene->triangle, scene->triangles * 3 * sizeof(unsigned));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(m->scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(m->scene);
    return m;
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

void one(const made *m, const struct rays *rays, const struct answers *out) {
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
            rtcOccluded1(m->scene, &context, &r.ray);
        else
            rtcIntersect1(m->scene, &context, &r);
        put_answer(rays, out, i, r.hit.primID, r.ray.tfar);
    }
}

// Of packets, which are structures of arrays.
template <class RayHit, size_t N, class Intersect, class Occluded>
void packets(const made *m, const struct rays *rays, const struct answers *out, Intersect intersect,
             Occluded occluded) {
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
            occluded(valid, m->scene, &context, &r.ray);
        else
            intersect(valid, m->scene, &context, &r);
        for (size_t k = 0; k < N && i + k < rays->n; k++)
            put_answer(rays, out, i + k, r.hit.primID[k], r.ray.tfar[k]);
    }
}

void stream(const made *m, const struct rays *rays, const struct answers *out) {
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
            rtcOccluded1M(m->scene, &context, &r[0].ray, (unsigned)n, sizeof *r);
        else
            rtcIntersect1M(m->scene, &context, r, (unsigned)n, sizeof *r);
        for (size_t k = 0; k < n; k++) put_answer(rays, out, i + k, r[k].hit.primID, r[k].ray.tfar);
    }
}

void trace(void *made_, const struct rays *rays, const struct answers *out) {
    const made *const m = static_cast<const made *>(made_);
    switch (m->variant & CALLS) {
    case ONE: one(m, rays, out); return;
    case EIGHT: packets<RTCRayHit8, 8>(m, rays, out, rtcIntersect8, rtcOccluded8); return;
    case SIXTEEN: packets<RTCRayHit16, 16>(m, rays, out, rtcIntersect16, rtcOccluded16); return;
    default: stream(m, rays, out);
    }
}

void free_made(void *made_) {
    made *const m = static_cast<made *>(made_);
    rtcReleaseScene(m->scene);
    rtcReleaseDevice(m->device);
    delete m;
}

} // namespace

extern "C" {
extern const struct way embree_ways[] = {
    {"Embree, one ray", make, trace, free_made, ONE, false, false},
    {"Embree, 8 rays", make, trace, free_made, EIGHT, false, false},
    {"Embree, 16 rays", make, trace, free_made, SIXTEEN, false, false},
    {"Embree, stream", make, trace, free_made, STREAM, false, false},
    {"Embree robust, one ray", make, trace, free_made, ONE | ROBUST, false, false},
    {"Embree robust, 8 rays", make, trace, free_made, EIGHT | ROBUST, false, false},
    {"Embree robust, 16 rays", make, trace, free_made, SIXTEEN | ROBUST, false, false},
    {"Embree robust, stream", make, trace, free_made, STREAM | ROBUST, false, false},
};
extern const size_t embree_count = sizeof embree_ways / sizeof *embree_ways;
}
