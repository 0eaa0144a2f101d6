// SPDX-License-Identifier: MIT
// Triangles against triangles: the mask, and the classes.
#include "hulls.h"

enum { HITS = 1 << LBX_OVERLAPPING | 1 << LBX_UNDECIDED };

extern const struct lbx_case case_triangle_triangle, case_triangle_triangle_classify;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_triangle_triangle, scene_triangle_triangle, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_triangle_triangle(first ? &first->triangles : NULL,
                                 second ? &second->triangles : NULL, n, flags, hits);
}

static ptrdiff_t call_classify(const union case_view *first, const union case_view *second,
                               size_t n, unsigned flags, uint8_t *hits,
                               float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_triangle_triangle_classify(first ? &first->triangles : NULL,
                                          second ? &second->triangles : NULL, n, flags, hits);
}

static void vertices(const float x[], double V[3][3]) {
    for (int k = 0; k < 9; k++) V[k / 3][k % 3] = (double)x[k];
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double A[3][3], B[3][3];
    vertices(first, A);
    vertices(second, B);
    const bool hit = ref_triangle_triangle_double(A, B, grow);
    return (struct case_truth){
        .hit = hit, .alternative = hit, .said = hit ? LBX_UNDECIDED : LBX_APART};
}

static double uncertainty(const float first[], const float second[]) {
    return 1e-14 * (magnitude(first, 9) + magnitude(second, 9));
}

// The sum of both largest extents.
static double size_of_both(double V[2][3][3]) {
    double size[2] = {0, 0};
    for (int k = 0; k < 6; k++) {
        double(*const t)[3] = V[k / 3];
        const int c = k % 3;
        const double high = fmax(t[0][c], fmax(t[1][c], t[2][c]));
        size[k / 3] = fmax(size[k / 3], high - fmin(t[0][c], fmin(t[1][c], t[2][c])));
    }
    return size[0] + size[1];
}

static double sine_between(const double a[3], const double b[3]) {
    double product[3];
    cross(a, b, product);
    const double lengths = dot(a, a) * dot(b, b);
    return lengths > 0 ? sqrt(dot(product, product) / lengths) : 0;
}

// The divisor is the least sine that is not 0: between edges of both triangles, at the largest
// angle of each, and between edges and x, y and z.
static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    double V[2][3][3], direction[9][3] = {{0}}, sine = 1;
    vertices(first, V[0]);
    vertices(second, V[1]);
    for (int k = 0; k < 6; k++) {
        for (int c = 0; c < 3; c++) {
            direction[k][c] = V[k / 3][(k + 1) % 3][c] - V[k / 3][k % 3][c];
            direction[6 + c][c] = 1;
        }
    }
    for (int p = 0; p < 6; p++) {
        for (int q = p < 3 ? 3 : 6; q < 9; q++) {
            const double s = sine_between(direction[p], direction[q]);
            if (s > 0) sine = fmin(sine, s);
        }
    }
    for (int t = 0; t < 2; t++) {
        double largest = 0;
        for (int e = 0; e < 3; e++)
            largest =
                fmax(largest, sine_between(direction[3 * t + e], direction[3 * t + (e + 1) % 3]));
        if (largest > 0) sine = fmin(sine, largest);
    }
    const double s = size_of_both(V), least = 0x1p-60; // what may be lost to underflow
    const double weighed = 0x1p-15 * s;
    return (struct case_bound){fmin(weighed / sine, 0x1p-6 * s) + least, weighed + least};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float A[3][3], B[3][3];
        for (int k = 0; k < 9; k++) {
            A[k / 3][k % 3] = first[k][i];
            B[k / 3][k % 3] = second[k][i];
        }
        verdicts[i] = ref_triangle_triangle_float(A, B, 0);
        found += verdicts[i];
    }
    return found;
}

static size_t reference_classify(float *const first[], float *const second[], size_t n,
                                 uint8_t *verdicts) {
    const size_t found = reference(first, second, n, verdicts);
    for (size_t i = 0; i < n; i++) verdicts[i] = verdicts[i] ? LBX_UNDECIDED : LBX_APART;
    return found;
}

const struct lbx_case case_triangle_triangle = {
    .name = "triangle_triangle",
    .floats = {9, 9},
    .required = {9, 9},
    .shape = {"ppp", "ppp"},
    .fill = fill,
    .view = {view_triangles, view_triangles},
    .call = call,
    .check = {check_triangles, check_triangles},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};

const struct lbx_case case_triangle_triangle_classify = {
    .name = "triangle_triangle_classify",
    .floats = {9, 9},
    .required = {9, 9},
    .shape = {"ppp", "ppp"},
    .classes = LBX_UNDECIDED + 1,
    .hit_classes = HITS,
    .fill = fill,
    .view = {view_triangles, view_triangles},
    .call = call_classify,
    .check = {check_triangles, check_triangles},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference_classify,
};
