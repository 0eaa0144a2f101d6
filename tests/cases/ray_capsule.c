// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "rays.h"
#include "scalar_ref.h"

extern const struct lbx_case case_ray_capsule;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_ray_capsule, scene_ray_capsule, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_ray_capsule(first ? &first->rays : NULL, second ? &second->capsules : NULL, n, flags,
                           hits, out[0], out[1]);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const struct ends e = ends_of(second);
    double P[3], d[3], t0, t1;
    for (int c = 0; c < 3; c++) {
        P[c] = first[ORIGIN + c];
        d[c] = first[DIR + c];
    }
    const bool hit = ref_ray_capsule_double(P, d, e.start, e.end, e.radius + grow, &t0, &t1);
    return cut_to_range(first, hit, t0, t1);
}

// The distance from the ray's origin to the capsule's start, and its sizes.
static double sizes(const float first[], const float second[]) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double way = (double)second[START + c] - first[ORIGIN + c];
        square += way * way;
    }
    return sqrt(square) + capsule_length(second) + second[AROUND];
}

// The document's discriminants cancel: at worst half of the digits of a distance remain.
static double uncertainty(const float first[], const float second[]) {
    return 0x1p-23 * sizes(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1p-18 * sizes(first, second) + CAPSULE_ABSOLUTE;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float P[3], d[3], end[2][3], t0, t1;
        for (int c = 0; c < 3; c++) {
            P[c] = first[ORIGIN + c][i];
            d[c] = first[DIR + c][i];
            end[0][c] = second[START + c][i];
            end[1][c] = second[END + c][i];
        }
        verdicts[i] = ref_ray_capsule_float(P, d, end[0], end[1], second[AROUND][i], &t0, &t1) &&
                      t0 <= first[T_MAX][i] && t1 >= first[T_MIN][i];
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_ray_capsule = {
    .name = "ray_capsule",
    .floats = {11, CAPSULE},
    .required = {6, CAPSULE},
    .shape = {"pditt", "ppr"},
    .optional = {{7u << INV_DIR, 1u << T_MIN, 1u << T_MAX}},
    .outputs = 2,
    .missed = {INFINITY, -INFINITY},
    .fill = fill,
    .view = {view_rays, view_capsules},
    .call = call,
    .check = {check_rays, check_capsules},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
