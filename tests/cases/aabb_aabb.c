// SPDX-License-Identifier: MIT
#include "fill.h"
#include "scalar_ref.h"

extern const struct lbx_case case_aabb_aabb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_aabb_aabb, scene_aabb_aabb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_aabb_aabb(first ? &first->aabbs : NULL, second ? &second->aabbs : NULL, n, flags,
                         hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double a_P[3], a_E[3], b_P[3], b_E[3];
    for (int c = 0; c < 3; c++) {
        a_P[c] = ((double)first[c] + first[3 + c]) / 2;
        a_E[c] = ((double)first[3 + c] - first[c]) / 2;
        b_P[c] = ((double)second[c] + second[3 + c]) / 2;
        b_E[c] = ((double)second[3 + c] - second[c]) / 2 + grow;
    }
    const bool hit = ref_aabb_aabb_double(a_P, a_E, b_P, b_E);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double uncertainty(const float first[], const float second[]) {
    return sums_exactly((const float *const[]){first, second}, case_aabb_aabb.floats)
               ? 0
               : 1e-12 * (magnitude(first, 6) + magnitude(second, 6));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)first, (void)second, (void)flags;
    return (struct case_bound){0, 0};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float a_P[3], a_E[3], b_P[3], b_E[3];
        for (int c = 0; c < 3; c++) {
            a_P[c] = (first[c][i] + first[3 + c][i]) / 2;
            a_E[c] = (first[3 + c][i] - first[c][i]) / 2;
            b_P[c] = (second[c][i] + second[3 + c][i]) / 2;
            b_E[c] = (second[3 + c][i] - second[c][i]) / 2;
        }
        verdicts[i] = ref_aabb_aabb_float(a_P, a_E, b_P, b_E);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_aabb_aabb = {
    .name = "aabb_aabb",
    .floats = {6, 6},
    .required = {6, 6},
    .shape = {"mM", "mM"},
    .exact = true,
    .total = true,
    .fill = fill,
    .view = {view_aabbs, view_aabbs},
    .call = call,
    .check = {check_aabbs, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
