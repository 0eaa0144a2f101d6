// SPDX-License-Identifier: MIT
#include "fill.h"
#include "scalar_ref.h"

// min x y z, max x y z on both sides
static const unsigned floats[2] = {6, 6};

// Boxes of integers that touch at a face, an edge or a corner. No touching plane is 0, so that an
// ulp off it is not lost in double.
static void touching(struct random *r, float a[], float b[]) {
    const unsigned plane = random_below(r, 3); // this axis touches for certain
    for (unsigned c = 0; c < 3; c++) {
        const int contact = (int)random_signed(r, random_int(r, 1, 64));
        int low = contact - random_int(r, 0, 64), high = contact + random_int(r, 0, 64);
        if (c != plane && random_chance(r, 2)) { // overlaps instead
            a[c] = (float)low;
            a[3 + c] = (float)high;
            low = contact - random_int(r, 0, 64);
            high = contact + random_int(r, 0, 64);
            b[c] = (float)low;
            b[3 + c] = (float)high;
            continue;
        }
        float *lower = a, *upper = b;
        if (random_chance(r, 2)) {
            lower = b;
            upper = a;
        }
        lower[c] = (float)low;
        lower[3 + c] = upper[c] = (float)contact;
        upper[3 + c] = (float)high;
        if (c != plane) continue;
        if (random_chance(r, 2) && low < contact) {
            lower[3 + c] = nudged(r, lower[3 + c]);
        } else if (high > contact) {
            upper[c] = nudged(r, upper[c]);
        }
    }
    const int scale = random_int(r, -20, 20);
    for (int k = 0; k < 6; k++) {
        a[k] = ldexpf(a[k], scale);
        b[k] = ldexpf(b[k], scale);
    }
}

static void scales(struct random *r, float a[], float b[]) {
    const int scale = random_int(r, -56, 50);
    for (int c = 0; c < 3; c++) {
        const double at = random_signed(r, random_scale(r, scale, scale + 6));
        const int ratio = random_int(r, -20, 0); // of this axis' sizes to its distances
        a[c] = (float)at;
        a[3 + c] = (float)(at + random_scale(r, scale + ratio, scale + ratio + 4));
        const double size = random_scale(r, scale + ratio, scale + ratio + 4);
        b[c] = (float)(a[c] + random_between(r, -1, 2) * size);
        b[3 + c] = (float)(b[c] + size);
        if (random_chance(r, 4)) {
            b[c] = a[3 + c];
            b[3 + c] = fmaxf(b[3 + c], b[c]);
        }
        // no length below the promised range but 0
        if (a[3 + c] - a[c] < 0x1p-60f) a[3 + c] = a[c];
        if (b[3 + c] - b[c] < 0x1p-60f) b[3 + c] = b[c];
    }
}

static void item(struct random *r, enum scene scene, float a[], float b[]) {
    switch (scene) {
    case SCENE_MIXED:
        make_box(r, a, 1.25, .25, 1.25);
        make_box(r, b, 1.25, .25, 1.25);
        return;
    case SCENE_SPARSE:
        make_box(r, a, 4, .25, 1.25);
        make_box(r, b, 4, .25, 1.25);
        return;
    case SCENE_ALL_HIT:
        make_box(r, a, 1, 1, 2);
        make_box(r, b, 1, 1, 2);
        return;
    case SCENE_ALL_MISS: {
        make_box(r, a, 1, 0, 1);
        make_box(r, b, 1, 0, 1);
        const unsigned c = random_below(r, 3);
        const double by = random_signed(r, random_between(r, 5, 50));
        b[c] += (float)by;
        b[3 + c] += (float)by;
        return;
    }
    case SCENE_TOUCHING: touching(r, a, b); return;
    case SCENE_SCALES: scales(r, a, b); return;
    default:
        hostile_box(r, a);
        hostile_box(r, b);
        return;
    }
}

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(item, floats, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_aabb_aabb(first ? &first->aabbs : NULL, second ? &second->aabbs : NULL, n, flags,
                         hits);
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double a_P[3], a_E[3], b_P[3], b_E[3];
    for (int c = 0; c < 3; c++) {
        a_P[c] = ((double)first[c] + first[3 + c]) / 2;
        a_E[c] = ((double)first[3 + c] - first[c]) / 2;
        b_P[c] = ((double)second[c] + second[3 + c]) / 2;
        b_E[c] = ((double)second[3 + c] - second[c]) / 2 + grow;
    }
    const bool hit = ref_aabb_aabb_double(a_P, a_E, b_P, b_E);
    return (struct case_truth){.hit = hit, .alternative = hit};
}

static double uncertainty(const float first[], const float second[]) {
    return sums_exactly((const float *const[]){first, second}, floats)
               ? 0
               : 1e-12 * (magnitude(first, 6) + magnitude(second, 6));
}

static double bound(const float first[], const float second[], unsigned flags) {
    (void)first, (void)second, (void)flags;
    return 0;
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float a_P[3], a_E[3], b_P[3], b_E[3];
        for (int c = 0; c < 3; c++) {
            a_P[c] = (first[c][i] + first[3 + c][i]) / 2;
            a_E[c] = (first[3 + c][i] - first[c][i]) / 2;
            b_P[c] = (second[c][i] + second[3 + c][i]) / 2;
            b_E[c] = (second[3 + c][i] - second[c][i]) / 2;
        }
        verdicts[i] = ref_aabb_aabb_float(a_P, a_E, b_P, b_E);
        found += verdicts[i];
    }
    return found;
}

extern const struct lbx_case case_aabb_aabb;
const struct lbx_case case_aabb_aabb = {
    .name = "aabb_aabb",
    .floats = {6, 6},
    .required = {6, 6},
    .fill = fill,
    .view = {view_aabbs, view_aabbs},
    .call = call,
    .check = {check_aabbs, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
    .pinned = UINT64_C(0x01b697bbdfefaba8),
    .operations = {.adds = 8, .others = 7},
};
