// SPDX-License-Identifier: MIT
#include "hulls.h"

enum { CORNERS = 2 };

extern const struct lbx_case case_segment_obb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_segment_obb, scene_segment_obb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_segment_obb(first ? &first->segments : NULL, second ? &second->obbs : NULL, n, flags,
                           hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const struct framed f = frame_obb(first, CORNERS, second);
    return segment_truth(&f, grow);
}

static double uncertainty(const float first[], const float second[]) {
    const struct framed f = frame_obb(first, CORNERS, second);
    return hull_obb_uncertainty(&f, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const struct framed f = frame_obb(first, CORNERS, second);
    return hull_bound(&f, 0x1.cp-17);
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    return segment_reference(box_of_obb, first, second, n, verdicts);
}

const struct lbx_case case_segment_obb = {
    .name = "segment_obb",
    .floats = {6, 15},
    .required = {6, 15},
    .shape = {"pp", "phaaa"},
    .fill = fill,
    .view = {view_segments, view_obbs},
    .call = call,
    .check = {check_segments, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
