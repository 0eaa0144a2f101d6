// SPDX-License-Identifier: MIT
#include "obbs.h"
#include "scalar_ref.h"
#include "spheres.h"

extern const struct lbx_case case_sphere_obb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_sphere_obb, scene_sphere_obb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_sphere_obb(first ? &first->spheres : NULL, second ? &second->obbs : NULL, n, flags,
                          hits);
}

// The sphere grows, as in the test against axis-aligned boxes.
static struct case_truth truth(const float first[], const float second[], double grow) {
    double C[3], P[3], E[3], B[3][3];
    for (int c = 0; c < 3; c++) {
        C[c] = first[CENTER + c];
        P[c] = second[CENTER + c];
        E[c] = second[HALF + c];
        for (int k = 0; k < 3; k++) B[k][c] = second[AXIS + 3 * k + c];
    }
    const bool hit = ref_sphere_obb_double(E, P, B, first[RADIUS] + grow, C);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double sizes(const float first[], const float second[]) {
    return (double)first[RADIUS] + second[HALF] + second[HALF + 1] + second[HALF + 2];
}

// Axes that are off by a deviation move the box by sqrt(3) times this part of its half extents, and
// change the distance by 1.5 times this part of itself.
static double uncertainty(const float first[], const float second[]) {
    return (0x1p-48 + 2 * deviation(second)) * sizes(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1p-17 * sizes(first, second) + LEAST_SQUARED;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float C[3], P[3], E[3], B[3][3];
        for (int c = 0; c < 3; c++) {
            C[c] = first[CENTER + c][i];
            P[c] = second[CENTER + c][i];
            E[c] = second[HALF + c][i];
            for (int k = 0; k < 3; k++) B[k][c] = second[AXIS + 3 * k + c][i];
        }
        verdicts[i] = ref_sphere_obb_float(E, P, B, first[RADIUS][i], C);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_sphere_obb = {
    .name = "sphere_obb",
    .floats = {SPHERE, 15},
    .required = {SPHERE, 15},
    .shape = {"pr", "phaaa"},
    .fill = fill,
    .view = {view_spheres, view_obbs},
    .call = call,
    .check = {check_spheres, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
