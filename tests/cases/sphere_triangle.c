// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "hulls.h"
#include "spheres.h"

extern const struct lbx_case case_sphere_triangle;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_sphere_triangle, scene_sphere_triangle, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_sphere_triangle(first ? &first->spheres : NULL, second ? &second->triangles : NULL,
                               n, flags, hits);
}

// The corners of a triangle in double, and the lengths of both edges at vertex 0.
static double corners_of(const float x[], double corner[3][3]) {
    double lengths = 0;
    for (int v = 0; v < 3; v++) {
        double square = 0;
        for (int c = 0; c < 3; c++) {
            corner[v][c] = x[3 * v + c];
            square += (corner[v][c] - corner[0][c]) * (corner[v][c] - corner[0][c]);
        }
        lengths += sqrt(square);
    }
    return lengths;
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const double center[3] = {first[0], first[1], first[2]};
    double corner[3][3];
    corners_of(second, corner);
    const bool hit = ref_sphere_triangle_double(center, first[RADIUS] + grow, corner);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double sizes(const float first[], const float second[]) {
    double corner[3][3];
    return first[RADIUS] + corners_of(second, corner);
}

// Of a sliver the document may take another feature.
static double uncertainty(const float first[], const float second[]) {
    return 0x1p-22 * sizes(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1p-18 * sizes(first, second) + CAPSULE_ABSOLUTE;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const float center[3] = {first[0][i], first[1][i], first[2][i]};
        float corner[3][3];
        for (int k = 0; k < 9; k++) corner[k / 3][k % 3] = second[k][i];
        verdicts[i] = ref_sphere_triangle_float(center, first[RADIUS][i], corner);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_sphere_triangle = {
    .name = "sphere_triangle",
    .floats = {SPHERE, 9},
    .required = {SPHERE, 9},
    .shape = {"pr", "ppp"},
    .fill = fill,
    .view = {view_spheres, view_triangles},
    .call = call,
    .check = {check_spheres, check_triangles},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
