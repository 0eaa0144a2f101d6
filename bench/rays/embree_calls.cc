// SPDX-License-Identifier: MIT
#include "embree_calls.h"

#include <cmath>

namespace {

RTCIntersectContext context_of(bool coherent) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags =
        coherent ? RTC_INTERSECT_CONTEXT_FLAG_COHERENT : RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
    return context;
}

void put_answer(const struct rays *rays, const struct answers *out, size_t i, unsigned id,
                unsigned instance, float t) {
    if (out->instance) out->instance[i] = instance;
    out->triangle[i] = rays->any ? (t < 0 ? 0 : UINT32_MAX) : id;
    if (!rays->any) out->t[i] = id == RTC_INVALID_GEOMETRY_ID ? INFINITY : t;
}

void one(RTCScene scene, bool coherent, const struct rays *rays, const struct answers *out) {
    RTCIntersectContext context = context_of(coherent);
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
        put_answer(rays, out, i, r.hit.primID, r.hit.instID[0], r.ray.tfar);
    }
}

// Traces packets, which are structures of arrays.
template <class RayHit, size_t N, class Intersect, class Occluded>
void packets(RTCScene scene, bool coherent, const struct rays *rays, const struct answers *out,
             Intersect intersect, Occluded occluded) {
    RTCIntersectContext context = context_of(coherent);
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
            put_answer(rays, out, i + k, r.hit.primID[k], r.hit.instID[0][k], r.ray.tfar[k]);
    }
}

void stream(RTCScene scene, bool coherent, const struct rays *rays, const struct answers *out) {
    enum { WINDOW = 2048 };
    static RTCRayHit r[WINDOW];
    RTCIntersectContext context = context_of(coherent);
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
        for (size_t k = 0; k < n; k++)
            put_answer(rays, out, i + k, r[k].hit.primID, r[k].hit.instID[0], r[k].ray.tfar);
    }
}

} // namespace

void embree_trace(RTCScene scene, enum embree_call call, bool coherent, const struct rays *rays,
                  const struct answers *out) {
    switch (call) {
    case EMBREE_ONE: one(scene, coherent, rays, out); return;
    case EMBREE_8:
        packets<RTCRayHit8, 8>(scene, coherent, rays, out, rtcIntersect8, rtcOccluded8);
        return;
    case EMBREE_16:
        packets<RTCRayHit16, 16>(scene, coherent, rays, out, rtcIntersect16, rtcOccluded16);
        return;
    case EMBREE_STREAM: stream(scene, coherent, rays, out);
    }
}
