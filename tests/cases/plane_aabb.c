// SPDX-License-Identifier: MIT
#include "planes.h"
#include "scalar_ref.h"

extern const struct lbx_case case_plane_aabb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_plane_aabb, scene_plane_aabb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_plane_aabb(first ? &first->planes : NULL, second ? &second->aabbs : NULL, n, flags,
                          hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double n[3], b_min[3], b_max[3], C[3], half[3], u[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int c = 0; c < 3; c++) {
        n[c] = first[c];
        b_min[c] = second[c] - grow;
        b_max[c] = second[3 + c] + grow;
        C[c] = (b_min[c] + b_max[c]) / 2;
        half[c] = (b_max[c] - b_min[c]) / 2;
    }
    const unsigned said = ref_plane_aabb_double(n, first[OFFSET], b_min, b_max);
    const unsigned by_radius = ref_plane_obb_radius_double(n, first[OFFSET], C, u, half);
    return (struct case_truth){
        .hit = side_hits(said), .alternative = side_hits(by_radius), .said = said};
}

// The lengths of the center and of half the diagonal.
static double sizes(const float second[]) {
    float center[3], half[3];
    for (int c = 0; c < 3; c++) {
        center[c] = second[c] / 2 + second[3 + c] / 2;
        half[c] = second[3 + c] / 2 - second[c] / 2;
    }
    return length_of(center) + length_of(half);
}

static double uncertainty(const float first[], const float second[]) {
    return 1e-14 * (sizes(second) + fabs((double)first[OFFSET]) / length_of(first));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)first;
    const double distance = (flags & LBX_REPRODUCIBLE ? 0x1.4p-21 : 0x1p-20) * sizes(second);
    return (struct case_bound){distance, distance};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float normal[3], b_min[3], b_max[3];
        for (int c = 0; c < 3; c++) {
            normal[c] = first[c][i];
            b_min[c] = second[c][i];
            b_max[c] = second[3 + c][i];
        }
        verdicts[i] = (uint8_t)ref_plane_aabb_float(normal, first[OFFSET][i], b_min, b_max);
        found += side_hits(verdicts[i]);
    }
    return found;
}

const struct lbx_case case_plane_aabb = {
    .name = "plane_aabb",
    .floats = {4, 6},
    .required = {4, 6},
    .shape = {"no", "mM"},
    .total = true,
    .classes = SIDE_CLASSES,
    .hit_classes = SIDE_HITS,
    .fill = fill,
    .view = {view_planes, view_aabbs},
    .call = call,
    .check = {check_planes, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
