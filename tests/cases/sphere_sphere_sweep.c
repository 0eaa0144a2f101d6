// SPDX-License-Identifier: MIT
#include "moving.h"
#include "scalar_ref.h"

extern const struct lbx_case case_sphere_sphere_sweep;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_sphere_sphere_sweep, scene_sphere_sphere_sweep, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_sphere_sphere_sweep(first ? &first->moving_spheres.spheres : NULL,
                                   first ? &first->moving_spheres.motions : NULL,
                                   second ? &second->moving_spheres.spheres : NULL,
                                   second ? &second->moving_spheres.motions : NULL, n, flags, hits,
                                   out[0], out[1]);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    struct case_truth truth = {.out = {2, 2}};
    double from[2][3], to[2][3], u0, u1;
    for (int c = 0; c < 3; c++) {
        from[0][c] = first[c], to[0][c] = from[0][c] + first[DELTA + c];
        from[1][c] = second[c], to[1][c] = from[1][c] + second[DELTA + c];
    }
    const double radius = second[RADIUS] + grow;
    if (first[RADIUS] + radius < 0) return truth; // shrunk to nothing
    if (!ref_sphere_sphere_sweep_double(first[RADIUS], from[0], to[0], radius, from[1], to[1], &u0,
                                        &u1))
        return truth;
    return (struct case_truth){.hit = true, .alternative = true, .out = {u0, u1}};
}

static double length_of(const float a[], const float b[]) {
    double square = 0;
    for (int c = 0; c < 3; c++) square += ((double)b[c] - a[c]) * ((double)b[c] - a[c]);
    return sqrt(square);
}

// The squares in the discriminant cancel: at worst half of the digits of a distance remain.
static double uncertainty(const float first[], const float second[]) {
    return 0x1p-24 * (length_of(first, second) + length_of(first + DELTA, second + DELTA) +
                      first[RADIUS] + second[RADIUS]) +
           1e-12 * (magnitude(first, 7) + magnitude(second, 7));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double sizes =
        (double)first[RADIUS] + second[RADIUS] + length_of(first + DELTA, second + DELTA);
    const double distance = 0x1.8p-20 * sizes;
    return (struct case_bound){distance, distance};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float from[2][3], to[2][3], u0, u1;
        for (int s = 0; s < 2; s++) {
            float *const *x = s ? second : first;
            for (int c = 0; c < 3; c++) {
                from[s][c] = x[c][i];
                to[s][c] = from[s][c] + x[DELTA + c][i];
            }
        }
        verdicts[i] = ref_sphere_sphere_sweep_float(first[RADIUS][i], from[0], to[0],
                                                    second[RADIUS][i], from[1], to[1], &u0, &u1);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_sphere_sphere_sweep = {
    .name = "sphere_sphere_sweep",
    .floats = {7, 7},
    .required = {7, 7},
    .shape = {"prv", "prv"},
    .motion = {4, 4},
    .outputs = 2,
    .missed = {2, 2},
    .fill = fill,
    .view = {view_moving_spheres, view_moving_spheres},
    .call = call,
    .check = {check_moving_spheres, check_moving_spheres},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
