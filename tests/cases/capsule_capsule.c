// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "scalar_ref.h"

extern const struct lbx_case case_capsule_capsule;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_capsule_capsule, scene_capsule_capsule, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_capsule_capsule(first ? &first->capsules : NULL, second ? &second->capsules : NULL,
                               n, flags, hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const struct ends a = ends_of(first), b = ends_of(second);
    const bool hit =
        ref_capsule_capsule_double(a.start, a.end, a.radius, b.start, b.end, b.radius + grow);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double sizes(const float first[], const float second[]) {
    return (double)first[AROUND] + second[AROUND] + capsule_length(first) + capsule_length(second);
}

// The document cuts the points of nearly parallel segments: in double it is off by up to the root
// of its rounding, 2^-26.
static double uncertainty(const float first[], const float second[]) {
    return 0x1p-25 * sizes(first, second);
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1p-19 * sizes(first, second) + CAPSULE_ABSOLUTE;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float end[4][3];
        for (int c = 0; c < 3; c++) {
            end[0][c] = first[START + c][i];
            end[1][c] = first[END + c][i];
            end[2][c] = second[START + c][i];
            end[3][c] = second[END + c][i];
        }
        verdicts[i] = ref_capsule_capsule_float(end[0], end[1], first[AROUND][i], end[2], end[3],
                                                second[AROUND][i]);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_capsule_capsule = {
    .name = "capsule_capsule",
    .floats = {CAPSULE, CAPSULE},
    .required = {CAPSULE, CAPSULE},
    .shape = {"ppr", "ppr"},
    .fill = fill,
    .view = {view_capsules, view_capsules},
    .call = call,
    .check = {check_capsules, check_capsules},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
