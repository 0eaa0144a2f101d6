// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "hulls.h"

extern const struct lbx_case case_capsule_obb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_capsule_obb, scene_capsule_obb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_capsule_obb(first ? &first->capsules : NULL, second ? &second->obbs : NULL, n, flags,
                           hits);
}

// The capsule grows, as in the tests of spheres.
static struct case_truth truth(const float first[], const float second[], double grow) {
    double center[3] = {0, 0, 0}, axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    struct framed f = frame_obb(first, 2, second);
    for (int c = 0; c < 3; c++)
        if (f.half[c] < 0) return (struct case_truth){.hit = false};
    const bool hit = ref_capsule_box_double(f.corner[0], f.corner[1], first[AROUND] + grow, center,
                                            axis, f.half);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double sizes(const float first[], const float second[]) {
    return (double)first[AROUND] + capsule_length(first) + second[HALF] + second[HALF + 1] +
           second[HALF + 2];
}

// As of spheres for axes; besides, the document cuts the points of nearly parallel segments.
static double uncertainty(const float first[], const float second[]) {
    return (0x1p-24 + 2 * deviation(second)) * sizes(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1.ap-17 * sizes(first, second) + CAPSULE_ABSOLUTE;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float center[3], axis[3][3], half[3], end[2][3];
        for (int k = 0; k < 6; k++) end[k / 3][k % 3] = first[k][i];
        box_of_obb(second, i, center, axis, half);
        verdicts[i] = ref_capsule_box_float(end[0], end[1], first[AROUND][i], center, axis, half);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_capsule_obb = {
    .name = "capsule_obb",
    .floats = {CAPSULE, 15},
    .required = {CAPSULE, 15},
    .shape = {"ppr", "phaaa"},
    .fill = fill,
    .view = {view_capsules, view_obbs},
    .call = call,
    .check = {check_capsules, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
