// SPDX-License-Identifier: MIT
#include "moving.h"
#include "scalar_ref.h"

extern const struct lbx_case case_aabb_aabb_sweep;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_aabb_aabb_sweep, scene_aabb_aabb_sweep, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_aabb_aabb_sweep(
        first ? &first->moving_aabbs.boxes : NULL, first ? &first->moving_aabbs.motions : NULL,
        second ? &second->moving_aabbs.boxes : NULL, second ? &second->moving_aabbs.motions : NULL,
        n, flags, hits, out[0], out[1]);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const float *const x[2] = {first, second};
    double E[2][3], from[2][3], to[2][3];
    for (int s = 0; s < 2; s++) {
        for (int c = 0; c < 3; c++) {
            E[s][c] = ((double)x[s][3 + c] - x[s][c]) / 2 + (s ? grow : 0);
            from[s][c] = ((double)x[s][c] + x[s][3 + c]) / 2;
            to[s][c] = from[s][c] + x[s][BOX_DELTA + c];
        }
    }
    struct case_truth truth = {.out = {2, 2}};
    double u0, u1;
    if (!ref_aabb_aabb_sweep_double(E[0], from[0], to[0], E[1], from[1], to[1], &u0, &u1))
        return truth;
    return (struct case_truth){.hit = true, .alternative = true, .out = {u0, u1}};
}

static double uncertainty(const float first[], const float second[]) {
    return sums_exactly((const float *const[]){first, second}, case_aabb_aabb_sweep.floats)
               ? 0
               : 1e-12 * (magnitude(first, 9) + magnitude(second, 9));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double above = (double)second[c] - first[3 + c];
        const double below = (double)first[c] - second[3 + c];
        const double gap = fmax(0, fmax(above, below));
        square += gap * gap;
    }
    const double distance = 0x1.4p-20 * sqrt(square) + 0x1p-58; // what a u may lose to underflow
    return (struct case_bound){distance, distance};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float E[2][3], from[2][3], to[2][3], u0, u1;
        for (int s = 0; s < 2; s++) {
            float *const *x = s ? second : first;
            for (int c = 0; c < 3; c++) {
                E[s][c] = (x[3 + c][i] - x[c][i]) / 2;
                from[s][c] = (x[c][i] + x[3 + c][i]) / 2;
                to[s][c] = from[s][c] + x[BOX_DELTA + c][i];
            }
        }
        verdicts[i] =
            ref_aabb_aabb_sweep_float(E[0], from[0], to[0], E[1], from[1], to[1], &u0, &u1);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_aabb_aabb_sweep = {
    .name = "aabb_aabb_sweep",
    .floats = {9, 9},
    .required = {9, 9},
    .shape = {"mMv", "mMv"},
    .total = true,
    .motion = {6, 6},
    .outputs = 2,
    .missed = {2, 2},
    .fill = fill,
    .view = {view_moving_aabbs, view_moving_aabbs},
    .call = call,
    .check = {check_moving_aabbs, check_moving_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
