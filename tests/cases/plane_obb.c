// SPDX-License-Identifier: MIT
#include "obbs.h"
#include "planes.h"
#include "scalar_ref.h"

extern const struct lbx_case case_plane_obb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_plane_obb, scene_plane_obb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_plane_obb(first ? &first->planes : NULL, second ? &second->obbs : NULL, n, flags,
                         hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double n[3], C[3], half[3], u[3][3];
    for (int c = 0; c < 3; c++) {
        n[c] = first[c];
        C[c] = second[CENTER + c];
        half[c] = second[HALF + c] + grow;
        for (int k = 0; k < 3; k++) u[k][c] = second[AXIS + 3 * k + c];
        if (half[c] < 0) half[c] = 0; // shrunk to nothing
    }
    const unsigned said = ref_plane_obb_double(n, first[OFFSET], C, u, half);
    const unsigned by_radius = ref_plane_obb_radius_double(n, first[OFFSET], C, u, half);
    return (struct case_truth){
        .hit = side_hits(said), .alternative = side_hits(by_radius), .said = said};
}

static double sizes(const float first[], const float second[]) {
    const double half = (double)second[HALF] + second[HALF + 1] + second[HALF + 2];
    return fabs((double)first[OFFSET]) / length_of(first) + length_of(second) + half;
}

static double uncertainty(const float first[], const float second[]) {
    return 1e-14 * sizes(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double distance = 0x1p-20 * sizes(first, second);
    return (struct case_bound){distance, distance};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float normal[3], C[3], half[3], u[3][3];
        for (int c = 0; c < 3; c++) {
            normal[c] = first[c][i];
            C[c] = second[CENTER + c][i];
            half[c] = second[HALF + c][i];
            for (int k = 0; k < 3; k++) u[k][c] = second[AXIS + 3 * k + c][i];
        }
        verdicts[i] = (uint8_t)ref_plane_obb_radius_float(normal, first[OFFSET][i], C, u, half);
        found += side_hits(verdicts[i]);
    }
    return found;
}

const struct lbx_case case_plane_obb = {
    .name = "plane_obb",
    .floats = {4, 15},
    .required = {4, 15},
    .shape = {"no", "phaaa"},
    .classes = SIDE_CLASSES,
    .hit_classes = SIDE_HITS,
    .fill = fill,
    .view = {view_planes, view_obbs},
    .call = call,
    .check = {check_planes, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
