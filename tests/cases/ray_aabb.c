// SPDX-License-Identifier: MIT
#include "rays.h"
#include "scalar_ref.h"

extern const struct lbx_case case_ray_aabb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_ray_aabb, scene_ray_aabb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_ray_aabb(first ? &first->rays : NULL, second ? &second->aabbs : NULL, n, flags, hits,
                        out[0], out[1]);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double origin[3], dir[3], b_min[3], b_max[3], t0, t1, t, Q[3];
    for (int c = 0; c < 3; c++) {
        origin[c] = first[ORIGIN + c];
        dir[c] = first[DIR + c];
        b_min[c] = second[c] - grow;
        b_max[c] = second[3 + c] + grow;
    }
    const bool hit = ref_ray_aabb_double(origin, dir, b_min, b_max, &t0, &t1, &t, Q);
    return cut_to_range(first, hit, t0, t1);
}

static double uncertainty(const float first[], const float second[]) {
    const unsigned lengths[2] = {3, 6};
    return sums_exactly((const float *const[]){first, second}, lengths)
               ? 0
               : 1e-12 * (magnitude(first, 3) + magnitude(second, 6));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    double distance = 0, size = 0;
    for (int c = 0; c < 3; c++) {
        const double low = (double)second[c] - first[c], high = (double)second[3 + c] - first[c];
        const double away = low > 0 ? low : high < 0 ? high : 0;
        distance += away * away;
        size += (high - low) * (high - low);
    }
    const double fused =
        flags & LBX_REPRODUCIBLE ? 0 : fmax(magnitude(first, 3), magnitude(second, 6));
    const double all = 0x1p-20 * (sqrt(distance) + sqrt(size) + fused);
    const double least = 0x1p-58; // what a t may lose to underflow, times a speed
    return (struct case_bound){all + least, all + least};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float origin[3], dir[3], b_min[3], b_max[3], t0, t1, t, Q[3];
        for (int c = 0; c < 3; c++) {
            origin[c] = first[ORIGIN + c][i];
            dir[c] = first[DIR + c][i];
            b_min[c] = second[c][i];
            b_max[c] = second[3 + c][i];
        }
        verdicts[i] = ref_ray_aabb_float(origin, dir, b_min, b_max, &t0, &t1, &t, Q) &&
                      t0 <= first[T_MAX][i] && t1 >= first[T_MIN][i];
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_ray_aabb = {
    .name = "ray_aabb",
    .floats = {11, 6},
    .required = {6, 6},
    .shape = {"pditt", "mM"},
    .total = true,
    .optional = {{7u << INV_DIR, 1u << T_MIN, 1u << T_MAX}},
    .outputs = 2,
    .missed = {INFINITY, -INFINITY},
    .fill = fill,
    .view = {view_rays, view_aabbs},
    .call = call,
    .check = {check_rays, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
