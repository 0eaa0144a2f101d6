// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "hulls.h"

extern const struct lbx_case case_capsule_aabb;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_capsule_aabb, scene_capsule_aabb, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_capsule_aabb(first ? &first->capsules : NULL, second ? &second->aabbs : NULL, n,
                            flags, hits);
}

// The capsule grows, as in the tests of spheres.
static struct case_truth truth(const float first[], const float second[], double grow) {
    double center[3] = {0, 0, 0}, axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    struct framed f = frame_aabb(first, 2, second);
    for (int c = 0; c < 3; c++)
        if (f.half[c] < 0) return (struct case_truth){.hit = false};
    const bool hit = ref_capsule_box_double(f.corner[0], f.corner[1], first[AROUND] + grow, center,
                                            axis, f.half);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double sizes(const float first[], const float second[]) {
    (void)second;
    return first[AROUND] + capsule_length(first);
}

// The document cuts the points of nearly parallel segments, here also of the box's edges.
static double uncertainty(const float first[], const float second[]) {
    const struct framed f = frame_aabb(first, 2, second);
    return 0x1p-25 * (sizes(first, second) + 2 * size_of(&f)) +
           1e-12 * (magnitude(first, 6) + magnitude(second, 6));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1p-19 * sizes(first, second) + CAPSULE_ABSOLUTE;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float center[3], axis[3][3], half[3], end[2][3];
        for (int k = 0; k < 6; k++) end[k / 3][k % 3] = first[k][i];
        box_of_aabb(second, i, center, axis, half);
        verdicts[i] = ref_capsule_box_float(end[0], end[1], first[AROUND][i], center, axis, half);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_capsule_aabb = {
    .name = "capsule_aabb",
    .floats = {CAPSULE, 6},
    .required = {CAPSULE, 6},
    .shape = {"ppr", "mM"},
    .fill = fill,
    .view = {view_capsules, view_aabbs},
    .call = call,
    .check = {check_capsules, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
