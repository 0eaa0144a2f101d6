// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "hulls.h"

extern const struct lbx_case case_triangle_capsule;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_triangle_capsule, scene_triangle_capsule, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_triangle_capsule(first ? &first->triangles : NULL, second ? &second->capsules : NULL,
                                n, flags, hits);
}

// The corners of a triangle in double, and the lengths of both edges at vertex 0.
static double corners_of(const float x[], double corner[3][3]) {
    double lengths = 0;
    for (int v = 0; v < 3; v++) {
        double square = 0;
        for (int c = 0; c < 3; c++) {
            corner[v][c] = x[3 * v + c];
            square += (corner[v][c] - corner[0][c]) * (corner[v][c] - corner[0][c]);
        }
        lengths += sqrt(square);
    }
    return lengths;
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const struct ends e = ends_of(second);
    double corner[3][3];
    corners_of(first, corner);
    const bool hit = ref_triangle_capsule_double(corner, e.start, e.end, e.radius + grow);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double sizes(const float first[], const float second[]) {
    double corner[3][3];
    return second[AROUND] + capsule_length(second) + corners_of(first, corner);
}

// The document cuts the points of nearly parallel segments, and of a sliver may take another
// feature.
static double uncertainty(const float first[], const float second[]) {
    return 0x1p-22 * sizes(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1p-18 * sizes(first, second) + CAPSULE_ABSOLUTE;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float corner[3][3], end[2][3];
        for (int k = 0; k < 9; k++) corner[k / 3][k % 3] = first[k][i];
        for (int k = 0; k < 6; k++) end[k / 3][k % 3] = second[k][i];
        verdicts[i] = ref_triangle_capsule_float(corner, end[0], end[1], second[AROUND][i]);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_triangle_capsule = {
    .name = "triangle_capsule",
    .floats = {9, CAPSULE},
    .required = {9, CAPSULE},
    .shape = {"ppp", "ppr"},
    .fill = fill,
    .view = {view_triangles, view_capsules},
    .call = call,
    .check = {check_triangles, check_capsules},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
