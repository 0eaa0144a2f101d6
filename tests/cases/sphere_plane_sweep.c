// SPDX-License-Identifier: MIT
#include "moving.h"
#include "planes.h"
#include "scalar_ref.h"

extern const struct lbx_case case_sphere_plane_sweep;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_sphere_plane_sweep, scene_sphere_plane_sweep, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_sphere_plane_sweep(first ? &first->moving_spheres.spheres : NULL,
                                  first ? &first->moving_spheres.motions : NULL,
                                  second ? &second->planes : NULL, n, flags, hits, out[0], out + 1);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    struct case_truth truth = {.out = {2}};
    double from[3], to[3], N[3], at[3], u;
    const double length = length_of(second), radius = first[RADIUS] + grow;
    for (int c = 0; c < 3; c++) {
        from[c] = first[c];
        to[c] = from[c] + first[DELTA + c];
        N[c] = second[c] / length;
    }
    if (radius < 0) return truth; // shrunk to nothing
    if (!ref_sphere_plane_sweep_double(radius, from, to, N, second[OFFSET] / length, at, &u))
        return truth;
    return (struct case_truth){.hit = true, .alternative = true, .out = {u, at[0], at[1], at[2]}};
}

// |center| + |offset| / |normal| + radius + |displacement|
static double sizes(const float first[], const float second[]) {
    return length_of(first) + fabs((double)second[OFFSET]) / length_of(second) + first[RADIUS] +
           length_of(first + DELTA);
}

static double uncertainty(const float first[], const float second[]) {
    return 1e-14 * sizes(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double distance = 0x1.4p-21 * sizes(first, second);
    return (struct case_bound){distance, distance};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float from[3], to[3], N[3], at[3], u, square = 0;
        for (int c = 0; c < 3; c++) square += second[c][i] * second[c][i];
        const float length = sqrtf(square);
        for (int c = 0; c < 3; c++) {
            from[c] = first[c][i];
            to[c] = from[c] + first[DELTA + c][i];
            N[c] = second[c][i] / length;
        }
        verdicts[i] = ref_sphere_plane_sweep_float(first[RADIUS][i], from, to, N,
                                                   second[OFFSET][i] / length, at, &u);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_sphere_plane_sweep = {
    .name = "sphere_plane_sweep",
    .floats = {7, 4},
    .required = {7, 4},
    .shape = {"prv", "no"},
    .motion = {4, 0},
    .outputs = 4,
    .together = 7 << 1,
    .missed = {2},
    .fill = fill,
    .view = {view_moving_spheres, view_planes},
    .call = call,
    .check = {check_moving_spheres, check_planes},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
