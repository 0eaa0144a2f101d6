// SPDX-License-Identifier: MIT
#include "obbs.h"
#include "scalar_ref.h"

enum { HITS = 1 << LBX_OVERLAPPING | 1 << LBX_UNDECIDED };

extern const struct lbx_case case_obb_obb_prejudge;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_obb_obb_prejudge, scene_obb_obb_prejudge, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_obb_obb_prejudge(first ? &first->obbs : NULL, second ? &second->obbs : NULL, n,
                                flags, hits);
}

static double length_of(const double x[3]) {
    return sqrt(dot(x, x));
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double C[2][3], l[2][3];
    for (int c = 0; c < 3; c++) {
        C[0][c] = first[CENTER + c];
        C[1][c] = second[CENTER + c];
        l[0][c] = first[HALF + c];
        l[1][c] = fmax(second[HALF + c] + grow, 0);
    }
    const unsigned said = ref_obb_obb_prejudge_double(C[0], l[0], C[1], l[1]);
    const bool hit = HITS >> said & 1;
    return (struct case_truth){.hit = hit, .alternative = hit, .said = said};
}

// Both half diagonals.
static double radii(const float first[], const float second[]) {
    double half[2][3];
    for (int c = 0; c < 3; c++) {
        half[0][c] = first[HALF + c];
        half[1][c] = second[HALF + c];
    }
    return length_of(half[0]) + length_of(half[1]);
}

static double uncertainty(const float first[], const float second[]) {
    double offset[3];
    for (int c = 0; c < 3; c++) offset[c] = (double)second[CENTER + c] - first[CENTER + c];
    return 1e-14 * (length_of(offset) + radii(first, second));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double distance = 0x1p-18 * radii(first, second) + 0x1p-44;
    return (struct case_bound){distance, distance};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float C[2][3], l[2][3];
        for (int c = 0; c < 3; c++) {
            C[0][c] = first[CENTER + c][i];
            C[1][c] = second[CENTER + c][i];
            l[0][c] = first[HALF + c][i];
            l[1][c] = second[HALF + c][i];
        }
        verdicts[i] = (uint8_t)ref_obb_obb_prejudge_float(C[0], l[0], C[1], l[1]);
        found += HITS >> verdicts[i] & 1;
    }
    return found;
}

const struct lbx_case case_obb_obb_prejudge = {
    .name = "obb_obb_prejudge",
    .floats = {15, 15},
    .required = {15, 15},
    .shape = {"phaaa", "phaaa"},
    .classes = LBX_UNDECIDED + 1,
    .hit_classes = HITS,
    .fill = fill,
    .view = {view_obbs, view_obbs},
    .call = call,
    .check = {check_obbs, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
