// SPDX-License-Identifier: MIT
#include "capsules.h"
#include "moving.h"
#include "scalar_ref.h"

enum { FLOATS = CAPSULE + 3 };

extern const struct lbx_case case_sphere_capsule_sweep;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_sphere_capsule_sweep, scene_sphere_capsule_sweep, seed, scene, n, first,
               second);
}

static void view_moving_capsules(union case_view *view, const struct case_side *side) {
    union case_view capsules;
    view_capsules(&capsules, side);
    view->moving_capsules.capsules = capsules.capsules;
    view->moving_capsules.motions = motions_of(side, CAPSULE_DELTA);
}

static ptrdiff_t check_moving_capsules(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_moving_capsules(&view, side);
    const lbx_capsules *capsules = side ? &view.moving_capsules.capsules : NULL;
    const lbx_motions *motions = side ? &view.moving_capsules.motions : NULL;
    ptrdiff_t found[2] = {lbx_capsules_check(capsules, n, NULL),
                          lbx_motions_check(motions, n, NULL)};
    uint8_t *masks = masks_of_two(found, n);
    if (!masks) return found[0] < 0 ? found[0] : found[1];
    found[0] = lbx_capsules_check(capsules, n, masks);
    found[1] = lbx_motions_check(motions, n, masks + n / 8 + 1);
    return either_malformed(masks, n, malformed);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_sphere_capsule_sweep(first ? &first->moving_spheres.spheres : NULL,
                                    first ? &first->moving_spheres.motions : NULL,
                                    second ? &second->moving_capsules.capsules : NULL,
                                    second ? &second->moving_capsules.motions : NULL, n, flags,
                                    hits, out[0], out[1]);
}

// As a ray whose range is 0 to 1.
static struct case_truth truth(const float first[], const float second[], double grow) {
    const struct ends e = ends_of(second);
    struct case_truth truth = {.out = {2, 2}};
    double at[3], way[3], square = 0, u0, u1;
    for (int c = 0; c < 3; c++) {
        at[c] = first[CENTER + c];
        way[c] = (double)first[DELTA + c] - second[CAPSULE_DELTA + c];
        square += way[c] * way[c];
    }
    const double radius = (double)first[RADIUS] + e.radius + grow;
    if (square == 0) {
        truth.hit = truth.alternative =
            ref_sphere_capsule_double(at, first[RADIUS] + grow, e.start, e.end, e.radius);
        if (truth.hit) truth.out[0] = 0, truth.out[1] = 1;
        return truth;
    }
    if (!ref_ray_capsule_double(at, way, e.start, e.end, radius, &u0, &u1)) return truth;
    if (!(u0 <= 1 && u1 >= 0)) return truth;
    return (struct case_truth){.hit = true, .alternative = true, .out = {fmax(u0, 0), fmin(u1, 1)}};
}

static double sizes(const float first[], const float second[]) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double way = (double)first[DELTA + c] - second[CAPSULE_DELTA + c];
        square += way * way;
    }
    return sqrt(square) + capsule_length(second) + first[RADIUS] + second[AROUND];
}

// The document's discriminants cancel: at worst half of the digits of a distance remain.
static double uncertainty(const float first[], const float second[]) {
    double most = 0;
    for (int c = 0; c < 3; c++) most = fmax(most, fabs((double)first[c] - second[c]));
    return 0x1p-23 * (most + sizes(first, second));
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double all = 0x1p-18 * sizes(first, second) + CAPSULE_ABSOLUTE;
    return (struct case_bound){all, all};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float at[3], way[3], end[2][3], u0, u1;
        for (int c = 0; c < 3; c++) {
            at[c] = first[CENTER + c][i];
            way[c] = first[DELTA + c][i] - second[CAPSULE_DELTA + c][i];
            end[0][c] = second[START + c][i];
            end[1][c] = second[END + c][i];
        }
        const float radius = first[RADIUS][i] + second[AROUND][i];
        verdicts[i] =
            ref_ray_capsule_float(at, way, end[0], end[1], radius, &u0, &u1) && u0 <= 1 && u1 >= 0;
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_sphere_capsule_sweep = {
    .name = "sphere_capsule_sweep",
    .floats = {7, FLOATS},
    .required = {7, FLOATS},
    .shape = {"prv", "pprv"},
    .motion = {DELTA, CAPSULE_DELTA},
    .outputs = 2,
    .missed = {2, 2},
    .fill = fill,
    .view = {view_moving_spheres, view_moving_capsules},
    .call = call,
    .check = {check_moving_spheres, check_moving_capsules},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
