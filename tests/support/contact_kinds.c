// SPDX-License-Identifier: MIT
#include "contact_kinds.h"

#include <math.h>
#include <string.h>

#include "harness.h"
#include "scenes/rotations.h"

// A shape of floats in the order of the case, seen from a place near it.
struct judged_shape {
    bool half_space;
    int vertices;
    double vertex[8][3], radius, size, normal[3], offset, far;
};

#define KIND_CALL(name, a_view, b_view)                                                            \
    extern const struct lbx_case case_##name;                                                      \
    static ptrdiff_t call_##name(const union case_view *a, const union case_view *b, size_t n,     \
                                 const lbx_contact_query *query, const lbx_contacts_out *out) {    \
        return lbx_##name##_contacts(a ? &a->a_view : NULL, b ? &b->b_view : NULL, n, query, out); \
    }

KIND_CALL(obb_obb, obbs, obbs)
KIND_CALL(sphere_sphere, spheres, spheres)
KIND_CALL(sphere_capsule, spheres, capsules)
KIND_CALL(sphere_obb, spheres, obbs)
KIND_CALL(sphere_triangle, spheres, triangles)
KIND_CALL(capsule_capsule, capsules, capsules)
KIND_CALL(capsule_obb, capsules, obbs)
KIND_CALL(triangle_capsule, triangles, capsules)
KIND_CALL(triangle_obb, triangles, obbs)
KIND_CALL(plane_capsule, planes, capsules)
KIND_CALL(plane_obb, planes, obbs)

static ptrdiff_t call_plane_sphere(const union case_view *a, const union case_view *b, size_t n,
                                   const lbx_contact_query *query, const lbx_contacts_out *out) {
    lbx_spheres spheres = {{NULL, NULL, NULL}, NULL, 0, 0, lbx_from(0)};
    if (b) {
        const lbx_capsules *const c = &b->capsules;
        for (int k = 0; k < 3; k++) spheres.center[k] = c->start[k];
        spheres.radius = c->radius;
        spheres.count = c->count;
        spheres.stride = c->stride;
        spheres.pick = c->pick;
    }
    return lbx_plane_sphere_contacts(a ? &a->planes : NULL, b ? &spheres : NULL, n, query, out);
}

#define KIND(name, a, b, axes)                                                                     \
    { #name, &case_##name, {SHAPE_##a, SHAPE_##b }, axes, false, call_##name }

const struct contact_kind contact_kinds[CONTACT_KINDS] = {
    KIND(obb_obb, OBB, OBB, 15),
    KIND(sphere_sphere, SPHERE, SPHERE, 0),
    KIND(sphere_capsule, SPHERE, CAPSULE, 0),
    KIND(sphere_obb, SPHERE, OBB, 3),
    KIND(sphere_triangle, SPHERE, TRIANGLE, 1),
    KIND(capsule_capsule, CAPSULE, CAPSULE, 1),
    KIND(capsule_obb, CAPSULE, OBB, 6),
    KIND(triangle_capsule, TRIANGLE, CAPSULE, 4),
    KIND(triangle_obb, TRIANGLE, OBB, 13),
    KIND(plane_capsule, PLANE, CAPSULE, 1),
    KIND(plane_obb, PLANE, OBB, 1),
    {"plane_sphere", &case_plane_capsule, {SHAPE_PLANE, SHAPE_SPHERE}, 1, true, call_plane_sphere},
};

ptrdiff_t kind_contacts(const struct contact_kind *kind, const struct case_side *a,
                        const struct case_side *b, size_t n, const lbx_contact_query *query,
                        const lbx_contacts_out *out) {
    union case_view first, second;
    if (a) kind->pairs->view[0](&first, a);
    if (b) kind->pairs->view[1](&second, b);
    return kind->call(a ? &first : NULL, b ? &second : NULL, n, query, out);
}

static void read_place(const float *from, double to[3]) {
    for (int c = 0; c < 3; c++) to[c] = (double)from[c];
}

static double squared(const double v[3]) {
    return dot(v, v);
}

static double between(const double a[3], const double b[3]) {
    const double way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return sqrt(squared(way));
}

static void read_shape(const struct contact_kind *kind, int side, const float *item,
                       const double origin[3], struct judged_shape *s) {
    memset(s, 0, sizeof *s);
    switch (kind->shape[side]) {
    case SHAPE_PLANE:
        s->half_space = true;
        read_place(item, s->normal);
        s->offset = (double)item[3] + dot(s->normal, origin);
        s->far = fabs((double)item[3]) / sqrt(squared(s->normal));
        return;
    case SHAPE_SPHERE:
        s->vertices = 1;
        s->radius = (double)item[kind->spheres ? 6 : 3];
        break;
    case SHAPE_CAPSULE:
        s->vertices = 2;
        s->radius = (double)item[6];
        break;
    case SHAPE_TRIANGLE: s->vertices = 3; break;
    case SHAPE_OBB: s->vertices = 8; break;
    }
    s->size = s->radius;
    for (int v = 0; v < s->vertices; v++) {
        read_place(item + (s->vertices == 8 ? 0 : 3 * v), s->vertex[v]);
        for (int c = 0; c < 3; c++) {
            s->far = fmax(s->far, fabs(s->vertex[v][c]));
            s->vertex[v][c] -= origin[c];
        }
        for (int k = 0; k < 3 && s->vertices == 8; k++) {
            const double step = (double)item[3 + k] * (v >> k & 1 ? 1 : -1);
            for (int c = 0; c < 3; c++) s->vertex[v][c] += step * (double)item[6 + 3 * k + c];
            s->size += v == 0 ? (double)item[3 + k] : 0;
        }
        s->size += v > 0 && v < 3 && s->vertices < 8 ? between(s->vertex[0], s->vertex[v]) : 0;
    }
}

static void judged_shapes_of(const struct contact_kind *kind, const float *a, const float *b,
                             double origin[3], struct judged_shape shape[2]) {
    read_place(kind->shape[0] == SHAPE_PLANE ? b : a, origin);
    read_shape(kind, 0, a, origin, &shape[0]);
    read_shape(kind, 1, b, origin, &shape[1]);
}

static double shapes_along(const struct judged_shape *a, const struct judged_shape *b,
                           const double unit[3]) {
    double low = INFINITY;
    for (int j = 0; j < b->vertices; j++) {
        for (int i = 0; i < (a->half_space ? 1 : a->vertices); i++) {
            double way[3];
            for (int c = 0; c < 3; c++)
                way[c] = b->vertex[j][c] - (a->half_space ? 0 : a->vertex[i][c]);
            low = fmin(low, dot(unit, way));
        }
    }
    const double top = a->half_space ? -a->offset / sqrt(squared(a->normal)) : a->radius;
    return top + b->radius - low;
}

// The greatest distance of the origin from a plane that all of n points are beyond, less than 0
// within their hull. Planes are perpendicular to a face of the hull, to an edge or to the way to a
// corner. Returns what is known if that is more.
static double beyond_all(double (*point)[3], int n, const double normal[3], double known) {
    const double length = sqrt(squared(normal));
    double least = INFINITY, most = -INFINITY;
    if (!(length > 0)) return known;
    for (int k = 0; k < n && (least > known || -most > known); k++) {
        const double at = dot(point[k], normal) / length;
        least = fmin(least, at);
        most = fmax(most, at);
    }
    return fmax(known, fmax(least, -most));
}

static double hull_gap(double (*point)[3], int n) {
    double gap = -INFINITY;
    for (int i = 0; i < n; i++) {
        gap = beyond_all(point, n, point[i], gap);
        for (int j = i + 1; j < n; j++) {
            double u[3], foot[3];
            for (int c = 0; c < 3; c++) u[c] = point[j][c] - point[i][c];
            const double part = -dot(point[i], u) / squared(u);
            for (int c = 0; c < 3; c++) foot[c] = point[i][c] + part * u[c];
            gap = beyond_all(point, n, foot, gap);
            for (int c = 0; c < 3; c++) { // of a hull that is a segment
                const double axis[3] = {c == 0, c == 1, c == 2};
                double normal[3];
                cross(u, axis, normal);
                gap = beyond_all(point, n, normal, gap);
            }
            for (int k = j + 1; k < n; k++) {
                double v[3], normal[3];
                for (int c = 0; c < 3; c++) v[c] = point[k][c] - point[i][c];
                cross(u, v, normal);
                if (squared(normal) > 1e-24 * squared(u) * squared(v))
                    gap = beyond_all(point, n, normal, gap);
            }
        }
    }
    return gap == -INFINITY ? 0 : gap; // all points are the origin
}

static double shapes_least(const struct judged_shape *a, const struct judged_shape *b) {
    double point[64][3], unit[3];
    if (a->half_space) {
        for (int c = 0; c < 3; c++) unit[c] = a->normal[c] / sqrt(squared(a->normal));
        return shapes_along(a, b, unit);
    }
    int n = 0;
    for (int i = 0; i < a->vertices; i++) {
        for (int j = 0; j < b->vertices; j++, n++)
            for (int c = 0; c < 3; c++) point[n][c] = b->vertex[j][c] - a->vertex[i][c];
    }
    const double gap = hull_gap(point, n);
    return a->radius + b->radius - gap;
}

double kind_least(const struct contact_kind *kind, const float *a, const float *b, double *near) {
    struct judged_shape shape[2];
    double origin[3];
    judged_shapes_of(kind, a, b, origin, shape);
    *near = 0x1p-38 * (shape[0].size + shape[1].size) + 0x1p-50 * (shape[0].far + shape[1].far);
    return kind == contact_kinds ? boxes_least(a, b) : shapes_least(&shape[0], &shape[1]);
}

static double shape_distance(const struct judged_shape *s, const double at[3]) {
    double point[8][3];
    if (s->half_space) return fmax(0, (dot(s->normal, at) + s->offset) / sqrt(squared(s->normal)));
    for (int v = 0; v < s->vertices; v++)
        for (int c = 0; c < 3; c++) point[v][c] = s->vertex[v][c] - at[c];
    return fmax(0, fmax(0, hull_gap(point, s->vertices)) - s->radius);
}

bool is_least_slow(const struct contact_kind *kind) {
    return kind != contact_kinds && kind->shape[1] == SHAPE_OBB &&
           (kind->shape[0] == SHAPE_CAPSULE || kind->shape[0] == SHAPE_TRIANGLE);
}

void judge_shapes(const struct contact_kind *kind, const float *first, const float *second,
                  double margin, const lbx_contact *contact, bool ask_least,
                  struct contact_facts *facts) {
    if (kind == contact_kinds) { // whose difference has too many corners
        judge_contact(first, second, (float)margin, contact, facts);
        return;
    }
    struct judged_shape shape[2];
    const struct judged_shape *const a = &shape[0], *const b = &shape[1];
    double origin[3], unit[3];
    judged_shapes_of(kind, first, second, origin, shape);
    read_place(contact->normal, unit);
    const double depth = (double)contact->depth, size = a->size + b->size;
    const double far = fmax(a->far, b->far);
    const double bound = 0x1.4p-17 * (size + fmax(-depth, a->half_space ? depth : 0)) +
                         (a->half_space ? 0x1p-48 * far + 0x1p-149 : 0);
    facts->unit = fmax(facts->unit, fabs(sqrt(squared(unit)) - 1) / 0x1p-22);
    facts->along = fmax(facts->along, fabs(shapes_along(a, b, unit) - depth) / bound);
    if (ask_least) {
        const double least = shapes_least(a, b), preference = .05 * fabs(least) + 0x1p-12 * size;
        facts->lower = fmax(facts->lower, (least - depth) / bound);
        // Where a triangle and a box are apart, the gap may be less than the distance.
        if (least > 0 || a->radius + b->radius > 0)
            facts->upper = fmax(facts->upper, (depth - least) / (preference + bound));
    }
    expect(depth >= -margin * (1 + 0x1p-15) - .05 * margin - 0x1p-8 * size, "depth %g", depth);
    expect(contact->points >= 1 && contact->points <= 4, "%u points", contact->points);
    expect(contact->axis < kind->axes || contact->axis == 255, "axis %u", contact->axis);
    for (uint32_t k = 0; k < 4; k++) {
        const lbx_contact_point *const p = &contact->point[k];
        double at[3];
        for (int c = 0; c < 3; c++) at[c] = (double)p->position[c] - origin[c];
        const double most = fmax(fabs(depth), fabs((double)p->depth));
        const double off = fmax(shape_distance(a, at), shape_distance(b, at)) - most;
        facts->point =
            fmax(facts->point, off / (0x1p-11 * size + bound + 0x1p-22 * fmax(a->far, b->far)));
        for (uint32_t j = 0; j < k && k < contact->points; j++)
            expect(p->feature != contact->point[j].feature, "points %u and %u are one", j, k);
        expect(k < contact->points || memcmp(p, &contact->point[0], sizeof *p) == 0,
               "point %u of %u", k, contact->points);
        expect(p->depth <= contact->point[0].depth, "the first point is not the deepest");
        expect((double)p->depth <= depth + bound, "a point is %g deep, the contact %g",
               (double)p->depth, depth);
    }
}
