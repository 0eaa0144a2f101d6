// SPDX-License-Identifier: MIT
#include "hulls.h"

enum { CORNERS = 2 };

extern const struct lbx_case case_segment_aabb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_segment_aabb, scene_segment_aabb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_segment_aabb(first ? &first->segments : NULL, second ? &second->aabbs : NULL, n,
                            flags, hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const struct framed f = frame_aabb(first, CORNERS, second);
    return segment_truth(&f, grow);
}

static double uncertainty(const float first[], const float second[]) {
    return hull_aabb_uncertainty(first, CORNERS, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const struct framed f = frame_aabb(first, CORNERS, second);
    return hull_bound(&f, 0x1p-19);
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    return segment_reference(box_of_aabb, first, second, n, verdicts);
}

const struct lbx_case case_segment_aabb = {
    .name = "segment_aabb",
    .floats = {6, 6},
    .required = {6, 6},
    .shape = {"pp", "mM"},
    .total = true,
    .fill = fill,
    .view = {view_segments, view_aabbs},
    .call = call,
    .check = {check_segments, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
