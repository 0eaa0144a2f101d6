// SPDX-License-Identifier: MIT
#include "obbs.h"
#include "rays.h"
#include "scalar_ref.h"

extern const struct lbx_case case_ray_obb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_ray_obb, scene_ray_obb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_ray_obb(first ? &first->rays : NULL, second ? &second->obbs : NULL, n, flags, hits,
                       out[0], out[1]);
}

// The box with its axes made orthonormal, as the reference needs them. `uncertainty` covers the
// change.
static struct case_truth truth(const float first[], const float second[], double grow) {
    double P[3], d[3], C[3], u[3][3], l[3], t0 = 0, t1 = 0, t, Q[3];
    orthonormal(second, u);
    bool empty = false; // shrunk to nothing
    for (int c = 0; c < 3; c++) {
        P[c] = first[ORIGIN + c];
        d[c] = first[DIR + c];
        C[c] = second[CENTER + c];
        l[c] = second[HALF + c] + grow;
        empty = empty || l[c] < 0;
    }
    const bool hit = !empty && ref_ray_obb_double(P, d, C, u, l, &t0, &t1, &t, Q);
    return cut_to_range(first, hit, t0, t1);
}

// The lengths that the box's growth is proportional to: the distance of the ray's origin from its
// center along the world's axes, and the sum of the half extents.
static void lengths(const float first[], const float second[], double *way, double *size) {
    *way = *size = 0;
    for (int c = 0; c < 3; c++) {
        *way += fabs((double)second[CENTER + c] - first[ORIGIN + c]);
        *size += fabs((double)second[HALF + c]);
    }
}

static double uncertainty(const float first[], const float second[]) {
    double way, size;
    lengths(first, second, &way, &size);
    return 1e-12 * (way + size) + 4 * deviation(second) * size;
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    double way, size;
    lengths(first, second, &way, &size);
    const double all = 3 * 0x1p-19 * (way + size);
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float P[3], d[3], C[3], u[3][3], l[3], t0, t1, t, Q[3];
        for (int c = 0; c < 3; c++) {
            P[c] = first[ORIGIN + c][i];
            d[c] = first[DIR + c][i];
            C[c] = second[CENTER + c][i];
            l[c] = second[HALF + c][i];
            for (int k = 0; k < 3; k++) u[k][c] = second[AXIS + 3 * k + c][i];
        }
        verdicts[i] = ref_ray_obb_float(P, d, C, u, l, &t0, &t1, &t, Q) && t0 <= first[T_MAX][i] &&
                      t1 >= first[T_MIN][i];
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_ray_obb = {
    .name = "ray_obb",
    .floats = {11, 15},
    .required = {6, 15},
    .shape = {"pditt", "phaaa"},
    .optional = {{7u << INV_DIR, 1u << T_MIN, 1u << T_MAX}},
    .outputs = 2,
    .missed = {INFINITY, -INFINITY},
    .fill = fill,
    .view = {view_rays, view_obbs},
    .call = call,
    .check = {check_rays, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
