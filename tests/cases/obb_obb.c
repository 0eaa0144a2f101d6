// SPDX-License-Identifier: MIT
#include "frames.h"
#include "scalar_ref.h"

extern const struct lbx_case case_obb_obb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_obb_obb, scene_obb_obb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_obb_obb(first ? &first->obbs : NULL, second ? &second->obbs : NULL, n, flags, hits);
}

static void frame_of(const float first[], const float second[], double C[3], double u[3][3]) {
    double a_axis[3][3], offset[3];
    orthonormal(first, a_axis);
    for (int c = 0; c < 3; c++) offset[c] = (double)second[CENTER + c] - first[CENTER + c];
    into_frame(offset, a_axis, second, C, u);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double origin[3] = {0, 0, 0}, frame[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double a_half[3], b_half[3], C[3], u[3][3];
    frame_of(first, second, C, u);
    for (int k = 0; k < 3; k++) {
        a_half[k] = first[HALF + k];
        b_half[k] = second[HALF + k] + grow;
    }
    return (struct case_truth){.hit = ref_obb_obb_double(origin, frame, a_half, C, u, b_half),
                               .alternative =
                                   ref_obb_obb_gomez_double(a_half, origin, frame, b_half, C, u)};
}

static double sum_of_halves(const float first[], const float second[]) {
    double S = 0;
    for (int k = HALF; k < HALF + 3; k++) S += fabs(first[k]) + fabs(second[k]);
    return S;
}

static double uncertainty(const float first[], const float second[]) {
    const double off = 0x1p-22 + 4 * (deviation(first) + deviation(second));
    return off * sum_of_halves(first, second);
}

// Boxes are certain to be reported apart only if some axis separates them by more than the pad
// divided by the length of that axis. This length is 1 for a face, and the sine of the angle
// between the two edges otherwise.
static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    double C[3], u[3][3];
    frame_of(first, second, C, u);
    // For axes this close to orthonormal, the bound of unit quaternions is proven.
    const bool near = fmax(deviation(first), deviation(second)) <= 0x1p-22;
    const double S = sum_of_halves(first, second), weighed = (near ? 3 : 5) * 0x1p-18 * S;
    return (struct case_bound){fmin(weighed / least_sine(u), 0x1p-8 * S), weighed};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float center[2][3], half[2][3], axis[2][3][3];
        for (int side = 0; side < 2; side++) {
            float *const *at = side ? second : first;
            for (int c = 0; c < 3; c++) {
                center[side][c] = at[CENTER + c][i];
                half[side][c] = at[HALF + c][i];
                for (int k = 0; k < 3; k++) axis[side][k][c] = at[AXIS + 3 * k + c][i];
            }
        }
        verdicts[i] = ref_obb_obb_float(center[0], axis[0], half[0], center[1], axis[1], half[1]);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_obb_obb = {
    .name = "obb_obb",
    .floats = {15, 15},
    .required = {15, 15},
    .shape = {"phaaa", "phaaa"},
    .fill = fill,
    .view = {view_obbs, view_obbs},
    .call = call,
    .check = {check_obbs, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
