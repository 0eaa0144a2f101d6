// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "planes.h"
#include "scalar_ref.h"

extern const struct lbx_case case_plane_capsule;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_plane_capsule, scene_plane_capsule, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_plane_capsule(first ? &first->planes : NULL, second ? &second->capsules : NULL, n,
                             flags, hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    const struct ends e = ends_of(second);
    const double n[3] = {first[0], first[1], first[2]};
    const unsigned said =
        ref_plane_capsule_double(n, first[OFFSET], e.start, e.end, e.radius + grow);
    return (struct case_truth){
        .hit = side_hits(said), .alternative = side_hits(said), .said = said};
}

// The distance of the farther end from the origin, and the radius.
static double sizes(const float second[]) {
    return fmax(length_of(second + START), length_of(second + END)) + second[AROUND];
}

static double uncertainty(const float first[], const float second[]) {
    return 1e-14 * (fabs((double)first[OFFSET]) / length_of(first) + sizes(second));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)first, (void)flags;
    const double distance = 0x1p-20 * sizes(second);
    return (struct case_bound){distance, distance};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float normal[3], start[3], end[3];
        for (int c = 0; c < 3; c++) {
            normal[c] = first[c][i];
            start[c] = second[START + c][i];
            end[c] = second[END + c][i];
        }
        verdicts[i] = (uint8_t)ref_plane_capsule_float(normal, first[OFFSET][i], start, end,
                                                       second[AROUND][i]);
        found += side_hits(verdicts[i]);
    }
    return found;
}

const struct lbx_case case_plane_capsule = {
    .name = "plane_capsule",
    .floats = {4, CAPSULE},
    .required = {4, CAPSULE},
    .shape = {"no", "ppr"},
    .classes = SIDE_CLASSES,
    .hit_classes = SIDE_HITS,
    .fill = fill,
    .view = {view_planes, view_capsules},
    .call = call,
    .check = {check_planes, check_capsules},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
