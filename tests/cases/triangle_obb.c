// SPDX-License-Identifier: MIT
#include "hulls.h"

enum { CORNERS = 3 };

extern const struct lbx_case case_triangle_obb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_triangle_obb, scene_triangle_obb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_triangle_obb(first ? &first->triangles : NULL, second ? &second->obbs : NULL, n,
                            flags, hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    struct framed f = frame_obb(first, CORNERS, second);
    return triangle_truth(&f, grow);
}

static double uncertainty(const float first[], const float second[]) {
    const struct framed f = frame_obb(first, CORNERS, second);
    return hull_obb_uncertainty(&f, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const struct framed f = frame_obb(first, CORNERS, second);
    return hull_bound(&f, 0x1p-16);
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    return triangle_reference(box_of_obb, first, second, n, verdicts);
}

const struct lbx_case case_triangle_obb = {
    .name = "triangle_obb",
    .floats = {9, 15},
    .required = {9, 15},
    .shape = {"ppp", "phaaa"},
    .fill = fill,
    .view = {view_triangles, view_obbs},
    .call = call,
    .check = {check_triangles, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
