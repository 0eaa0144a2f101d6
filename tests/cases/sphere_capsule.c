// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "scalar_ref.h"
#include "spheres.h"

extern const struct lbx_case case_sphere_capsule;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_sphere_capsule, scene_sphere_capsule, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_sphere_capsule(first ? &first->spheres : NULL, second ? &second->capsules : NULL, n,
                              flags, hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const struct ends e = ends_of(second);
    const double center[3] = {first[0], first[1], first[2]};
    const bool hit =
        ref_sphere_capsule_double(center, first[RADIUS], e.start, e.end, e.radius + grow);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double sizes(const float first[], const float second[]) {
    return (double)first[RADIUS] + second[AROUND] + capsule_length(second);
}

// The document's square is a difference of squares.
static double uncertainty(const float first[], const float second[]) {
    double most = 0;
    for (int c = 0; c < 3; c++) most = fmax(most, fabs((double)first[c] - second[c]));
    return 0x1p-24 * (most + sizes(first, second));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1.8p-20 * sizes(first, second) + CAPSULE_ABSOLUTE;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float center[3], start[3], end[3];
        for (int c = 0; c < 3; c++) {
            center[c] = first[CENTER + c][i];
            start[c] = second[START + c][i];
            end[c] = second[END + c][i];
        }
        verdicts[i] =
            ref_sphere_capsule_float(center, first[RADIUS][i], start, end, second[AROUND][i]);
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_sphere_capsule = {
    .name = "sphere_capsule",
    .floats = {SPHERE, CAPSULE},
    .required = {SPHERE, CAPSULE},
    .shape = {"pr", "ppr"},
    .fill = fill,
    .view = {view_spheres, view_capsules},
    .call = call,
    .check = {check_spheres, check_capsules},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
