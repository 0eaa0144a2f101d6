// SPDX-License-Identifier: MIT
// The conversions: their views, references and batches.
#include "conversions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../scenes/scenes.h"
#include "scalar_ref.h"

enum { POSITION = 0, ROTATION = 3 };

// Whose scenes serve distances and depths, too.
extern const struct lbx_case case_triangle_triangle_within, case_obb_obb;

// --- views ---

static lbx_obbs *obbs_of(lbx_obbs *view, const struct case_side *side) {
    if (!side) return NULL;
    *view = (lbx_obbs){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->center, side->at + CENTER, sizeof view->center);
    memcpy(view->half, side->at + HALF, sizeof view->half);
    memcpy(view->axis, side->at + AXIS, sizeof view->axis);
    return view;
}

static lbx_triangles *triangles_of(lbx_triangles *view, const struct case_side *side) {
    if (!side) return NULL;
    *view = (lbx_triangles){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->vertex, side->at, sizeof view->vertex);
    return view;
}

static lbx_aabbs_out *aabbs_to(lbx_aabbs_out *view, const struct case_target *out) {
    if (!out) return NULL;
    *view = (lbx_aabbs_out){.count = out->count, .stride = out->stride};
    memcpy(view->min, out->at, sizeof view->min);
    memcpy(view->max, out->at + 3, sizeof view->max);
    return view;
}

static ptrdiff_t call_aabbs(const struct case_side *first, const struct case_side *second, size_t n,
                            const struct case_target *out) {
    (void)second;
    lbx_obbs boxes;
    lbx_aabbs_out to;
    return lbx_aabbs_from_obbs(obbs_of(&boxes, first), n, aabbs_to(&to, out));
}

static ptrdiff_t call_triangles(const struct case_side *first, const struct case_side *second,
                                size_t n, const struct case_target *out) {
    (void)second;
    lbx_triangles triangles;
    lbx_aabbs_out to;
    return lbx_aabbs_from_triangles(triangles_of(&triangles, first), n, aabbs_to(&to, out));
}

static lbx_capsules *capsules_of(lbx_capsules *view, const struct case_side *side) {
    if (!side) return NULL;
    *view = (lbx_capsules){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->start, side->at + START, sizeof view->start);
    memcpy(view->end, side->at + END, sizeof view->end);
    view->radius = side->at[AROUND];
    return view;
}

static lbx_poses *poses_of(lbx_poses *view, const struct case_side *side) {
    if (!side) return NULL;
    *view = (lbx_poses){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->position, side->at + POSITION, sizeof view->position);
    memcpy(view->rotation, side->at + ROTATION, sizeof view->rotation);
    return view;
}

static ptrdiff_t call_capsules(const struct case_side *first, const struct case_side *second,
                               size_t n, const struct case_target *out) {
    (void)second;
    lbx_capsules capsules;
    lbx_aabbs_out to;
    return lbx_aabbs_from_capsules(capsules_of(&capsules, first), n, aabbs_to(&to, out));
}

static ptrdiff_t call_spheres(const struct case_side *first, const struct case_side *second,
                              size_t n, const struct case_target *out) {
    (void)second;
    lbx_obbs boxes;
    lbx_spheres_out to;
    if (out) {
        to = (lbx_spheres_out){.count = out->count, .stride = out->stride};
        memcpy(to.center, out->at + CENTER, sizeof to.center);
        to.radius = out->at[RADIUS];
    }
    return lbx_spheres_from_obbs(obbs_of(&boxes, first), n, out ? &to : NULL);
}

static ptrdiff_t call_transform(const struct case_side *first, const struct case_side *second,
                                size_t n, const struct case_target *out) {
    lbx_obbs boxes;
    lbx_poses poses;
    lbx_obbs_out to;
    if (out) {
        to = (lbx_obbs_out){.count = out->count, .stride = out->stride};
        memcpy(to.center, out->at + CENTER, sizeof to.center);
        memcpy(to.half, out->at + HALF, sizeof to.half);
        memcpy(to.axis, out->at + AXIS, sizeof to.axis);
    }
    return lbx_obbs_transform(obbs_of(&boxes, first), poses_of(&poses, second), n,
                              out ? &to : NULL);
}

static ptrdiff_t call_capsules_transform(const struct case_side *first,
                                         const struct case_side *second, size_t n,
                                         const struct case_target *out) {
    lbx_capsules capsules;
    lbx_poses poses;
    lbx_capsules_out to;
    if (out) {
        to = (lbx_capsules_out){.count = out->count, .stride = out->stride};
        memcpy(to.start, out->at + START, sizeof to.start);
        memcpy(to.end, out->at + END, sizeof to.end);
        to.radius = out->at[AROUND];
    }
    return lbx_capsules_transform(capsules_of(&capsules, first), poses_of(&poses, second), n,
                                  out ? &to : NULL);
}

static ptrdiff_t call_point_triangle(const struct case_side *first, const struct case_side *second,
                                     size_t n, const struct case_target *out) {
    lbx_points points;
    lbx_triangles triangles;
    lbx_nearests_out to;
    if (first) {
        points = (lbx_points){.count = first->count, .stride = first->stride, .pick = first->pick};
        memcpy(points.position, first->at, sizeof points.position);
    }
    if (out) {
        to = (lbx_nearests_out){out->at[0], out->at[1], out->at[2], (uint32_t *)out->at[3],
                                out->count, out->stride};
    }
    return lbx_point_triangle(first ? &points : NULL, triangles_of(&triangles, second), n,
                              out ? &to : NULL);
}

static ptrdiff_t call_triangle_triangle_distance(const struct case_side *first,
                                                 const struct case_side *second, size_t n,
                                                 const struct case_target *out) {
    lbx_triangles a, b;
    lbx_separations_out to;
    if (out) {
        to = (lbx_separations_out){
            .distance = out->at[0], .count = out->count, .stride = out->stride};
        memcpy(to.from, out->at + 1, sizeof to.from);
        memcpy(to.to, out->at + 4, sizeof to.to);
    }
    return lbx_triangle_triangle_distance(triangles_of(&a, first), triangles_of(&b, second), n,
                                          out ? &to : NULL);
}

static ptrdiff_t call_obb_obb_depth(const struct case_side *first, const struct case_side *second,
                                    size_t n, const struct case_target *out) {
    lbx_obbs a, b;
    lbx_depths_out to;
    if (out) to = (lbx_depths_out){out->at[0], (uint32_t *)out->at[1], out->count, out->stride};
    return lbx_obb_obb_depth(obbs_of(&a, first), obbs_of(&b, second), n, out ? &to : NULL);
}

// --- scenes ---

static void fill(scene_element *const make[2], const char *const shape[2], const unsigned floats[2],
                 uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    float *const *const side[2] = {first, second};
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(scene_stream(seed, scene), i);
        for (int s = 0; s < 2 && make[s]; s++) {
            float x[CASE_FLOATS_MAX];
            if (scene == SCENE_WHOLE_RANGE) {
                whole_range_element(&r, shape[s], make[s], x);
            } else {
                make[s](&r, scene, x);
            }
            for (unsigned k = 0; k < floats[s]; k++) side[s][k][i] = x[k];
        }
    }
}

static void fill_obbs(uint64_t seed, enum scene scene, size_t n, float *const first[],
                      float *const second[]) {
    fill((scene_element *[]){scene_obb, NULL}, (const char *[]){"phaaa", NULL}, (unsigned[]){15, 0},
         seed, scene, n, first, second);
}

static void fill_triangles(uint64_t seed, enum scene scene, size_t n, float *const first[],
                           float *const second[]) {
    fill((scene_element *[]){scene_triangle, NULL}, (const char *[]){"ppp", NULL},
         (unsigned[]){9, 0}, seed, scene, n, first, second);
}

static void fill_capsules(uint64_t seed, enum scene scene, size_t n, float *const first[],
                          float *const second[]) {
    fill((scene_element *[]){scene_capsule, NULL}, (const char *[]){"ppr", NULL},
         (unsigned[]){7, 0}, seed, scene, n, first, second);
}

static void fill_transform(uint64_t seed, enum scene scene, size_t n, float *const first[],
                           float *const second[]) {
    fill((scene_element *[]){scene_obb, scene_pose}, (const char *[]){"phaaa", "pq"},
         (unsigned[]){15, 7}, seed, scene, n, first, second);
}

static void fill_capsules_transform(uint64_t seed, enum scene scene, size_t n, float *const first[],
                                    float *const second[]) {
    fill((scene_element *[]){scene_capsule, scene_pose}, (const char *[]){"ppr", "pq"},
         (unsigned[]){7, 7}, seed, scene, n, first, second);
}

// A point and a triangle are made as one element.
static void fill_point_triangle(uint64_t seed, enum scene scene, size_t n, float *const first[],
                                float *const second[]) {
    float *at[POINT_TRIANGLE_FLOATS];
    for (int k = 0; k < POINT_TRIANGLE_FLOATS; k++) at[k] = k < 3 ? first[k] : second[k - 3];
    fill((scene_element *[]){scene_point_triangle, NULL}, (const char *[]){"pppp", NULL},
         (unsigned[]){POINT_TRIANGLE_FLOATS, 0}, seed, scene, n, at, NULL);
}

// Every other pair is about as far apart as those that are asked whether they are within a
// distance; the others nearly touch.
static void fill_triangle_triangle_distance(uint64_t seed, enum scene scene, size_t n,
                                            float *const first[], float *const second[]) {
    const float kept = case_distance;
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(scene_stream(seed, scene), i);
        float a[9], b[9];
        case_distance = i % 2 ? CASE_DISTANCE : 0;
        if (scene == SCENE_WHOLE_RANGE) {
            whole_range(&r, &case_triangle_triangle_within, scene_triangle_triangle_within, a, b);
        } else {
            scene_triangle_triangle_within(&r, scene, a, b);
        }
        for (unsigned k = 0; k < 9; k++) {
            first[k][i] = a[k];
            second[k][i] = b[k];
        }
    }
    case_distance = kept;
}

static void fill_obb_obb_depth(uint64_t seed, enum scene scene, size_t n, float *const first[],
                               float *const second[]) {
    case_obb_obb.fill(seed, scene, n, first, second);
}

// --- references ---

static void truth_aabbs(const float first[], const float second[], double out[]) {
    (void)second;
    double a[3], A[3][3], E[3];
    for (int k = 0; k < 3; k++) {
        a[k] = first[HALF + k];
        for (int c = 0; c < 3; c++) A[k][c] = first[AXIS + 3 * k + c];
    }
    ref_aabb_from_obb_double(a, A, E);
    for (int c = 0; c < 3; c++) {
        out[c] = first[c] - E[c];
        out[3 + c] = first[c] + E[c];
    }
}

static void reference_aabbs(float *const first[], float *const second[], size_t n,
                            float *const out[]) {
    (void)second;
    for (size_t i = 0; i < n; i++) {
        float a[3], A[3][3], E[3];
        for (int k = 0; k < 3; k++) {
            a[k] = first[HALF + k][i];
            for (int c = 0; c < 3; c++) A[k][c] = first[AXIS + 3 * k + c][i];
        }
        ref_aabb_from_obb_float(a, A, E);
        for (int c = 0; c < 3; c++) {
            out[c][i] = first[c][i] - E[c];
            out[3 + c][i] = first[c][i] + E[c];
        }
    }
}

static void truth_triangles(const float first[], const float second[], double out[]) {
    (void)second;
    double P[3][3];
    for (int k = 0; k < 9; k++) P[k / 3][k % 3] = first[k];
    ref_aabb_from_triangle_double(P[0], P[1], P[2], out, out + 3);
}

static void reference_triangles(float *const first[], float *const second[], size_t n,
                                float *const out[]) {
    (void)second;
    for (size_t i = 0; i < n; i++) {
        float P[3][3], min[3], max[3];
        for (int k = 0; k < 9; k++) P[k / 3][k % 3] = first[k][i];
        ref_aabb_from_triangle_float(P[0], P[1], P[2], min, max);
        for (int c = 0; c < 3; c++) {
            out[c][i] = min[c];
            out[3 + c][i] = max[c];
        }
    }
}

static void truth_capsules(const float first[], const float second[], double out[]) {
    (void)second;
    double end[2][3];
    for (int k = 0; k < 6; k++) end[k / 3][k % 3] = first[k];
    ref_aabb_from_capsule_double(end[0], end[1], first[AROUND], out, out + 3);
}

static void reference_capsules(float *const first[], float *const second[], size_t n,
                               float *const out[]) {
    (void)second;
    for (size_t i = 0; i < n; i++) {
        float end[2][3], min[3], max[3];
        for (int k = 0; k < 6; k++) end[k / 3][k % 3] = first[k][i];
        ref_aabb_from_capsule_float(end[0], end[1], first[AROUND][i], min, max);
        for (int c = 0; c < 3; c++) {
            out[c][i] = min[c];
            out[3 + c][i] = max[c];
        }
    }
}

static void truth_spheres(const float first[], const float second[], double out[]) {
    (void)second;
    const double a[3] = {first[HALF], first[HALF + 1], first[HALF + 2]};
    for (int c = 0; c < 3; c++) out[c] = first[c];
    out[RADIUS] = ref_sphere_from_obb_double(a);
}

static void reference_spheres(float *const first[], float *const second[], size_t n,
                              float *const out[]) {
    (void)second;
    for (size_t i = 0; i < n; i++) {
        const float a[3] = {first[HALF][i], first[HALF + 1][i], first[HALF + 2][i]};
        for (int c = 0; c < 3; c++) out[c][i] = first[c][i];
        out[RADIUS][i] = ref_sphere_from_obb_float(a);
    }
}

static void truth_transform(const float first[], const float second[], double out[]) {
    double q[4];
    for (int k = 0; k < 4; k++) q[k] = second[ROTATION + k];
    for (int v = 0; v < 5; v++) { // center, half extents, axes
        double x[3];
        for (int c = 0; c < 3; c++) out[3 * v + c] = x[c] = first[3 * v + c];
        if (3 * v != HALF) ref_rotate_double(q, x, out + 3 * v);
    }
    for (int c = 0; c < 3; c++) out[c] += second[POSITION + c];
}

static void reference_transform(float *const first[], float *const second[], size_t n,
                                float *const out[]) {
    for (size_t i = 0; i < n; i++) {
        float q[4];
        for (int k = 0; k < 4; k++) q[k] = second[ROTATION + k][i];
        for (int v = 0; v < 5; v++) {
            float x[3], turned[3];
            for (int c = 0; c < 3; c++) turned[c] = x[c] = first[3 * v + c][i];
            if (3 * v != HALF) ref_rotate_float(q, x, turned);
            for (int c = 0; c < 3; c++)
                out[3 * v + c][i] = turned[c] + (v ? 0 : second[POSITION + c][i]);
        }
    }
}

static void truth_capsules_transform(const float first[], const float second[], double out[]) {
    double q[4];
    for (int k = 0; k < 4; k++) q[k] = second[ROTATION + k];
    for (int end = 0; end < 6; end += 3) {
        const double x[3] = {first[end], first[end + 1], first[end + 2]};
        ref_rotate_double(q, x, out + end);
        for (int c = 0; c < 3; c++) out[end + c] += second[POSITION + c];
    }
    out[AROUND] = first[AROUND];
}

static void reference_capsules_transform(float *const first[], float *const second[], size_t n,
                                         float *const out[]) {
    for (size_t i = 0; i < n; i++) {
        float q[4];
        for (int k = 0; k < 4; k++) q[k] = second[ROTATION + k][i];
        for (int end = 0; end < 6; end += 3) {
            const float x[3] = {first[end][i], first[end + 1][i], first[end + 2][i]};
            float turned[3];
            ref_rotate_float(q, x, turned);
            for (int c = 0; c < 3; c++) out[end + c][i] = turned[c] + second[POSITION + c][i];
        }
        out[AROUND][i] = first[AROUND][i];
    }
}

static void truth_point_triangle(const float first[], const float second[], double out[]) {
    double p[3], P[3][3];
    int feature;
    for (int c = 0; c < 3; c++) p[c] = first[c];
    for (int k = 0; k < 9; k++) P[k / 3][k % 3] = second[k];
    out[0] = sqrt(ref_point_triangle_double(p, P[0], P[1], P[2], out + 1, &feature));
    out[3] = ldexp(feature, -149); // as the bits of a float
}

static void reference_point_triangle(float *const first[], float *const second[], size_t n,
                                     float *const out[]) {
    for (size_t i = 0; i < n; i++) {
        float p[3], P[3][3], weight[2];
        int feature;
        for (int c = 0; c < 3; c++) p[c] = first[c][i];
        for (int k = 0; k < 9; k++) P[k / 3][k % 3] = second[k][i];
        out[0][i] = sqrtf(ref_point_triangle_float(p, P[0], P[1], P[2], weight, &feature));
        out[1][i] = weight[0];
        out[2][i] = weight[1];
        memcpy(&out[3][i], &feature, sizeof feature);
    }
}

static void truth_triangle_triangle_distance(const float first[], const float second[],
                                             double out[]) {
    double a[3][3], b[3][3], way[3];
    for (int k = 0; k < 9; k++) {
        a[k / 3][k % 3] = first[k];
        b[k / 3][k % 3] = second[k];
    }
    out[0] = sqrt(ref_triangle_triangle_distance_double(a, b, out + 1, way));
    for (int c = 0; c < 3; c++) out[4 + c] = out[1 + c] - way[c];
}

static void reference_triangle_triangle_distance(float *const first[], float *const second[],
                                                 size_t n, float *const out[]) {
    for (size_t i = 0; i < n; i++) {
        float a[3][3], b[3][3], point[3], way[3];
        for (int k = 0; k < 9; k++) {
            a[k / 3][k % 3] = first[k][i];
            b[k / 3][k % 3] = second[k][i];
        }
        out[0][i] = sqrtf(ref_triangle_triangle_distance_float(a, b, point, way));
        for (int c = 0; c < 3; c++) {
            out[1 + c][i] = point[c];
            out[4 + c][i] = point[c] - way[c];
        }
    }
}

static void truth_obb_obb_depth(const float first[], const float second[], double out[]) {
    const float *const box[2] = {first, second};
    double center[2][3], half[2][3], axis[2][3][3];
    int number;
    for (int s = 0; s < 2; s++) {
        for (int c = 0; c < 3; c++) {
            center[s][c] = box[s][c];
            half[s][c] = box[s][HALF + c];
            for (int k = 0; k < 3; k++) axis[s][k][c] = box[s][AXIS + 3 * k + c];
        }
    }
    out[0] =
        ref_obb_obb_depth_double(half[0], center[0], axis[0], half[1], center[1], axis[1], &number);
    out[1] = ldexp(number, -149); // as the bits of a float
}

static void reference_obb_obb_depth(float *const first[], float *const second[], size_t n,
                                    float *const out[]) {
    float *const *const box[2] = {first, second};
    for (size_t i = 0; i < n; i++) {
        float center[2][3], half[2][3], axis[2][3][3];
        int number;
        for (int s = 0; s < 2; s++) {
            for (int c = 0; c < 3; c++) {
                center[s][c] = box[s][c][i];
                half[s][c] = box[s][HALF + c][i];
                for (int k = 0; k < 3; k++) axis[s][k][c] = box[s][AXIS + 3 * k + c][i];
            }
        }
        out[0][i] = ref_obb_obb_depth_float(half[0], center[0], axis[0], half[1], center[1],
                                            axis[1], &number);
        memcpy(&out[1][i], &number, sizeof number);
    }
}

// --- the list ---

#define OF_OBB(c) (1u << (c) | 7u << HALF | 0111u << (AXIS + (c)))
#define OF_TRIANGLE(c) (0111u << (c))
#define OF_CAPSULE(c) (011u << (c) | 1u << AROUND)
#define OF_QUATERNION (15u << (15 + ROTATION))
#define OF_CENTER(c) (7u << CENTER | 1u << (15 + (c)) | OF_QUATERNION)
#define OF_END(end, c) (7u << (end) | 1u << (7 + (c)) | 15u << (7 + ROTATION))
#define OF_ALL_TWELVE 0xfffu
#define OF_ALL_EIGHTEEN 0x3ffffu
#define OF_ALL_THIRTY 0x3fffffffu
#define OF_AXIS(k) (7u << (AXIS + 3 * (k)) | OF_QUATERNION)

static const struct conversion aabbs_from_obbs = {
    .name = "aabbs_from_obbs",
    .views = 1,
    .floats = {15},
    .out_floats = 6,
    .made_of = {OF_OBB(0), OF_OBB(1), OF_OBB(2), OF_OBB(0), OF_OBB(1), OF_OBB(2)},
    .fill = fill_obbs,
    .call = call_aabbs,
    .truth = truth_aabbs,
    .reference = reference_aabbs,
};

static const struct conversion aabbs_from_triangles = {
    .name = "aabbs_from_triangles",
    .views = 1,
    .floats = {9},
    .out_floats = 6,
    .made_of = {OF_TRIANGLE(0), OF_TRIANGLE(1), OF_TRIANGLE(2), OF_TRIANGLE(0), OF_TRIANGLE(1),
                OF_TRIANGLE(2)},
    .fill = fill_triangles,
    .call = call_triangles,
    .truth = truth_triangles,
    .reference = reference_triangles,
};

static const struct conversion spheres_from_obbs = {
    .name = "spheres_from_obbs",
    .views = 1,
    .floats = {15},
    .out_floats = 4,
    .made_of = {1, 2, 4, 7u << HALF},
    .fill = fill_obbs,
    .call = call_spheres,
    .truth = truth_spheres,
    .reference = reference_spheres,
};

static const struct conversion obbs_transform = {
    .name = "obbs_transform",
    .views = 2,
    .floats = {15, 7},
    .out_floats = 15,
    .made_of = {OF_CENTER(0), OF_CENTER(1), OF_CENTER(2), 1u << HALF, 2u << HALF, 4u << HALF,
                OF_AXIS(0), OF_AXIS(0), OF_AXIS(0), OF_AXIS(1), OF_AXIS(1), OF_AXIS(1), OF_AXIS(2),
                OF_AXIS(2), OF_AXIS(2)},
    .fill = fill_transform,
    .call = call_transform,
    .truth = truth_transform,
    .reference = reference_transform,
};

static const struct conversion point_triangle = {
    .name = "point_triangle",
    .views = 2,
    .floats = {3, 9},
    .out_floats = 4,
    .made_of = {OF_ALL_TWELVE, OF_ALL_TWELVE, OF_ALL_TWELVE, 0},
    .fill = fill_point_triangle,
    .call = call_point_triangle,
    .truth = truth_point_triangle,
    .reference = reference_point_triangle,
};

static const struct conversion aabbs_from_capsules = {
    .name = "aabbs_from_capsules",
    .views = 1,
    .floats = {7},
    .out_floats = 6,
    .made_of = {OF_CAPSULE(0), OF_CAPSULE(1), OF_CAPSULE(2), OF_CAPSULE(0), OF_CAPSULE(1),
                OF_CAPSULE(2)},
    .fill = fill_capsules,
    .call = call_capsules,
    .truth = truth_capsules,
    .reference = reference_capsules,
};

static const struct conversion capsules_transform = {
    .name = "capsules_transform",
    .views = 2,
    .floats = {7, 7},
    .out_floats = 7,
    .made_of = {OF_END(START, 0), OF_END(START, 1), OF_END(START, 2), OF_END(END, 0),
                OF_END(END, 1), OF_END(END, 2), 1u << AROUND},
    .fill = fill_capsules_transform,
    .call = call_capsules_transform,
    .truth = truth_capsules_transform,
    .reference = reference_capsules_transform,
};

static const struct conversion triangle_triangle_distance = {
    .name = "triangle_triangle_distance",
    .views = 2,
    .floats = {9, 9},
    .out_floats = 7,
    .unique_floats = 1, // triangles that meet have many nearest points
    .made_of = {OF_ALL_EIGHTEEN, OF_ALL_EIGHTEEN, OF_ALL_EIGHTEEN, OF_ALL_EIGHTEEN, OF_ALL_EIGHTEEN,
                OF_ALL_EIGHTEEN, OF_ALL_EIGHTEEN},
    .fill = fill_triangle_triangle_distance,
    .call = call_triangle_triangle_distance,
    .truth = truth_triangle_triangle_distance,
    .reference = reference_triangle_triangle_distance,
};

static const struct conversion obb_obb_depth = {
    .name = "obb_obb_depth",
    .views = 2,
    .floats = {15, 15},
    .out_floats = 2,
    .unique_floats = 1, // several axes may have the same depth
    .made_of = {OF_ALL_THIRTY, 0},
    .fill = fill_obb_obb_depth,
    .call = call_obb_obb_depth,
    .truth = truth_obb_obb_depth,
    .reference = reference_obb_obb_depth,
};

#define CONVERSION(name) &name,
const struct conversion *const conversions[CONVERSIONS] = {CONVERSIONS(CONVERSION)};
#undef CONVERSION

// --- batches ---

struct conversion_batch conversion_fill(const struct conversion *c, uint64_t seed, enum scene scene,
                                        size_t n) {
    struct conversion_batch batch = {.c = c, .n = n};
    for (unsigned s = 0; s < c->views; s++) {
        for (unsigned k = 0; k < c->floats[s]; k++) {
            batch.at[s][k] = malloc((n + 1) * sizeof(float));
            if (!batch.at[s][k]) abort();
        }
    }
    c->fill(seed, scene, n, batch.at[0], batch.at[1]);
    return batch;
}

void conversion_free(struct conversion_batch *batch) {
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) free(batch->at[s][k]);
    }
}

struct case_side conversion_side(const struct conversion_batch *batch, int side) {
    struct case_side dense = {.count = batch->n};
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) dense.at[k] = batch->at[side][k];
    return dense;
}
