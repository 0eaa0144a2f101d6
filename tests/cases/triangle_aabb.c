// SPDX-License-Identifier: MIT
#include "hulls.h"

enum { CORNERS = 3 };

extern const struct lbx_case case_triangle_aabb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_triangle_aabb, scene_triangle_aabb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_triangle_aabb(first ? &first->triangles : NULL, second ? &second->aabbs : NULL, n,
                             flags, hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    struct framed f = frame_aabb(first, CORNERS, second);
    return triangle_truth(&f, grow);
}

static double uncertainty(const float first[], const float second[]) {
    return hull_aabb_uncertainty(first, CORNERS, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const struct framed f = frame_aabb(first, CORNERS, second);
    return hull_bound(&f, 0x1.1p-18);
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    return triangle_reference(box_of_aabb, first, second, n, verdicts);
}

const struct lbx_case case_triangle_aabb = {
    .name = "triangle_aabb",
    .floats = {9, 6},
    .required = {9, 6},
    .shape = {"ppp", "mM"},
    .total = true,
    .fill = fill,
    .view = {view_triangles, view_aabbs},
    .call = call,
    .check = {check_triangles, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
