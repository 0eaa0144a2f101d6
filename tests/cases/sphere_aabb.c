// SPDX-License-Identifier: MIT
#include "scalar_ref.h"
#include "spheres.h"

extern const struct lbx_case case_sphere_aabb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_sphere_aabb, scene_sphere_aabb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_sphere_aabb(first ? &first->spheres : NULL, second ? &second->aabbs : NULL, n, flags,
                           hits);
}

// Growing the sphere grows the box by the same distance on all sides, with rounded corners.
static struct case_truth truth(const float first[], const float second[], double grow) {
    double C[3], B_min[3], B_max[3];
    for (int c = 0; c < 3; c++) {
        C[c] = first[CENTER + c];
        B_min[c] = second[c];
        B_max[c] = second[3 + c];
    }
    const bool hit = ref_sphere_aabb_double(B_min, B_max, first[RADIUS] + grow, C);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double uncertainty(const float first[], const float second[]) {
    return square_uncertainty(first, second, case_sphere_aabb.floats, first[RADIUS]);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)second, (void)flags;
    const double all = 0x1p-21 * first[RADIUS] + LEAST_SQUARED;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float C[3], B_min[3], B_max[3];
        for (int c = 0; c < 3; c++) {
            C[c] = first[CENTER + c][i];
            B_min[c] = second[c][i];
            B_max[c] = second[3 + c][i];
        }
        verdicts[i] = ref_sphere_aabb_float(B_min, B_max, first[RADIUS][i], C);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_sphere_aabb = {
    .name = "sphere_aabb",
    .floats = {SPHERE, 6},
    .required = {SPHERE, 6},
    .shape = {"pr", "mM"},
    .fill = fill,
    .view = {view_spheres, view_aabbs},
    .call = call,
    .check = {check_spheres, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
