// SPDX-License-Identifier: MIT
// Embree 3: rtcPointQuery, one point at a time. Embree finds the triangles whose boxes are near
// enough and calls back; the distance from a triangle is the caller's own. This one is Ericson
// 2005, 5.1.5, on positions that its user data points to, as Open3D's is.
#include <cmath>

#include "bench/embree.h"
#include "examples/tool.h"
#include "way.h"

namespace {

struct vector {
    float x, y, z;
};

vector operator-(vector a, vector b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

vector operator+(vector a, vector b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

vector operator*(float s, vector a) {
    return {s * a.x, s * a.y, s * a.z};
}

float dot(vector a, vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The point of a triangle that is nearest to p.
vector nearest_point(vector p, vector a, vector b, vector c) {
    const vector ab = b - a, ac = c - a, ap = p - a;
    const float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return a;
    const vector bp = p - b;
    const float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return b;
    const vector cp = p - c;
    const float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return c;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + d1 / (d1 - d3) * ab;
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + d2 / (d2 - d6) * ac;
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return b + (d4 - d3) / (d4 - d3 + (d5 - d6)) * (c - b);
    const float inverse = 1 / (va + vb + vc);
    return a + vb * inverse * ab + vc * inverse * ac;
}

struct built {
    RTCScene scene;
    RTCGeometry geometry;
    const vector *position;
    const unsigned *index;
};

struct search {
    const built *mesh;
    unsigned triangle;
    float distance;
};

bool look(RTCPointQueryFunctionArguments *a) {
    search *const s = static_cast<search *>(a->userPtr);
    const unsigned *const corner = s->mesh->index + 3 * static_cast<size_t>(a->primID);
    const vector p = {a->query->x, a->query->y, a->query->z};
    const vector to = nearest_point(p, s->mesh->position[corner[0]], s->mesh->position[corner[1]],
                                    s->mesh->position[corner[2]]) -
                      p;
    const float distance = std::sqrt(dot(to, to));
    if (!(distance < a->query->radius)) return false;
    a->query->radius = distance;
    s->triangle = a->primID;
    s->distance = distance;
    return true;
}

void *build(const struct surface *surface) {
    built *const b = new built;
    b->scene = rtcNewScene(embree_device);
    b->geometry = embree_triangles(b->scene, surface->position, surface->vertices,
                                   surface->triangle, surface->triangles);
    b->position = static_cast<const vector *>(
        rtcGetGeometryBufferData(b->geometry, RTC_BUFFER_TYPE_VERTEX, 0));
    b->index = static_cast<const unsigned *>(
        rtcGetGeometryBufferData(b->geometry, RTC_BUFFER_TYPE_INDEX, 0));
    rtcCommitScene(b->scene);
    return b;
}

void ask(void *built_by, unsigned, const struct queries *queries, const struct answers *out) {
    const built *const b = static_cast<const built *>(built_by);
    for (size_t i = 0; i < queries->n; i++) {
        RTCPointQueryContext context;
        rtcInitPointQueryContext(&context);
        RTCPointQuery query;
        query.x = queries->at[0][i], query.y = queries->at[1][i], query.z = queries->at[2][i];
        query.radius = INFINITY, query.time = 0;
        search s = {b, UINT32_MAX, INFINITY};
        rtcPointQuery(b->scene, &query, &context, look, &s);
        out->triangle[i] = s.triangle;
        out->distance[i] = s.distance;
    }
}

void free_built(void *built_by) {
    built *const b = static_cast<built *>(built_by);
    rtcReleaseScene(b->scene);
    delete b;
}

constexpr struct way ways[] = {{"callback", ask, 0}};

} // namespace

extern "C" {
extern const struct library embree_library = {"Embree", build, free_built, ways, 1};
}
