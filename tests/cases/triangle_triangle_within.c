// SPDX-License-Identifier: MIT
#include "hulls.h"

extern const struct lbx_case case_triangle_triangle_within;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_triangle_triangle_within, scene_triangle_triangle_within, seed, scene, n,
               first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_triangle_triangle_within(first ? &first->triangles : NULL,
                                        second ? &second->triangles : NULL, case_distance, n, flags,
                                        hits);
}

// The longest side of the box around both triangles.
static double size_of_both(const float first[], const float second[]) {
    double size = 0;
    for (int c = 0; c < 3; c++) {
        double low = first[c], high = low;
        for (int v = 0; v < 6; v++) {
            const double at = v < 3 ? first[3 * v + c] : second[3 * (v - 3) + c];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        size = fmax(size, high - low);
    }
    return size;
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double a[3][3], b[3][3];
    const double d = case_distance + grow;
    for (int k = 0; k < 9; k++) {
        a[k / 3][k % 3] = first[k];
        b[k / 3][k % 3] = second[k];
    }
    const bool hit = d >= 0 && ref_triangle_triangle_within_double(a, b, d);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

// Covers nearly parallel edges.
static double uncertainty(const float first[], const float second[]) {
    return 0x1p-20 * size_of_both(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double part = 0x1p-17 * (size_of_both(first, second) + case_distance);
    return (struct case_bound){part, part};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float a[3][3], b[3][3];
        for (int k = 0; k < 9; k++) {
            a[k / 3][k % 3] = first[k][i];
            b[k / 3][k % 3] = second[k][i];
        }
        verdicts[i] = ref_triangle_triangle_within_float(a, b, case_distance);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_triangle_triangle_within = {
    .name = "triangle_triangle_within",
    .floats = {9, 9},
    .required = {9, 9},
    .shape = {"ppp", "ppp"},
    .within = true,
    .fill = fill,
    .view = {view_triangles, view_triangles},
    .call = call,
    .check = {check_triangles, check_triangles},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
