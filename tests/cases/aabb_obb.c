// SPDX-License-Identifier: MIT
#include "frames.h"
#include "scalar_ref.h"

extern const struct lbx_case case_aabb_obb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_aabb_obb, scene_aabb_obb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_aabb_obb(first ? &first->aabbs : NULL, second ? &second->obbs : NULL, n, flags,
                        hits);
}

static void frame_of(const float first[], const float second[], double C[3], double u[3][3]) {
    double world[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, offset[3];
    for (int c = 0; c < 3; c++)
        offset[c] = second[CENTER + c] - ((double)first[c] + first[3 + c]) / 2;
    into_frame(offset, world, second, C, u);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double origin[3] = {0, 0, 0}, frame[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double a_min[3], a_max[3], a_half[3], b_half[3], C[3], u[3][3];
    frame_of(first, second, C, u);
    for (int k = 0; k < 3; k++) {
        a_half[k] = ((double)first[3 + k] - first[k]) / 2;
        a_max[k] = a_half[k];
        a_min[k] = -a_half[k];
        b_half[k] = second[HALF + k] + grow;
    }
    return (struct case_truth){.hit = ref_aabb_obb_double(a_min, a_max, C, u, b_half),
                               .alternative =
                                   ref_obb_obb_gomez_double(a_half, origin, frame, b_half, C, u)};
}

static double sum_of_halves(const float first[], const float second[]) {
    double S = 0;
    for (int k = 0; k < 3; k++)
        S += fabs((double)first[3 + k] - first[k]) / 2 + fabs(second[HALF + k]);
    return S;
}

static double uncertainty(const float first[], const float second[]) {
    return (0x1p-22 + 4 * deviation(second)) * sum_of_halves(first, second) +
           1e-15 * magnitude(first, 6);
}

// The same as in obb_obb.c.
static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    double C[3], u[3][3];
    frame_of(first, second, C, u);
    const double S = sum_of_halves(first, second), weighed = 7 * 0x1p-19 * S;
    return (struct case_bound){fmin(weighed / least_sine(u), 0x1p-8 * S), weighed};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float b_min[3], b_max[3], CB[3], lB[3], uB[3][3];
        for (int c = 0; c < 3; c++) {
            b_min[c] = first[c][i];
            b_max[c] = first[3 + c][i];
            CB[c] = second[CENTER + c][i];
            lB[c] = second[HALF + c][i];
            for (int k = 0; k < 3; k++) uB[k][c] = second[AXIS + 3 * k + c][i];
        }
        verdicts[i] = ref_aabb_obb_float(b_min, b_max, CB, uB, lB);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_aabb_obb = {
    .name = "aabb_obb",
    .floats = {6, 15},
    .required = {6, 15},
    .shape = {"mM", "phaaa"},
    .fill = fill,
    .view = {view_aabbs, view_obbs},
    .call = call,
    .check = {check_aabbs, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
