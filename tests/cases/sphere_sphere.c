// SPDX-License-Identifier: MIT
#include "scalar_ref.h"
#include "spheres.h"

extern const struct lbx_case case_sphere_sphere;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_sphere_sphere, scene_sphere_sphere, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_sphere_sphere(first ? &first->spheres : NULL, second ? &second->spheres : NULL, n,
                             flags, hits);
}

static double radii(const float first[], const float second[]) {
    return (double)first[RADIUS] + second[RADIUS];
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double A0[3], B0[3];
    for (int c = 0; c < 3; c++) {
        A0[c] = first[CENTER + c];
        B0[c] = second[CENTER + c];
    }
    // The text squares the sum of the radii: a sum that shrinks below 0 would grow again.
    const bool hit = radii(first, second) + grow >= 0 &&
                     ref_sphere_sphere_double(first[RADIUS], A0, second[RADIUS] + grow, B0);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double uncertainty(const float first[], const float second[]) {
    return square_uncertainty(first, second, case_sphere_sphere.floats, radii(first, second));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1.4p-21 * radii(first, second) + LEAST_SQUARED;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float A0[3], B0[3];
        for (int c = 0; c < 3; c++) {
            A0[c] = first[CENTER + c][i];
            B0[c] = second[CENTER + c][i];
        }
        verdicts[i] = ref_sphere_sphere_float(first[RADIUS][i], A0, second[RADIUS][i], B0);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_sphere_sphere = {
    .name = "sphere_sphere",
    .floats = {SPHERE, SPHERE},
    .required = {SPHERE, SPHERE},
    .shape = {"pr", "pr"},
    .fill = fill,
    .view = {view_spheres, view_spheres},
    .call = call,
    .check = {check_spheres, check_spheres},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
