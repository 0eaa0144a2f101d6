// SPDX-License-Identifier: MIT
#include "fill.h"
#include "scalar_ref.h"

// center, half, axis 0, axis 1, axis 2 on both sides
enum { CENTER = 0, HALF = 3, AXIS = 6 };

static const unsigned floats[2] = {15, 15};

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

// x without its part along the unit vector `along`.
static void reject(double x[3], const double along[3]) {
    const double part = dot(x, along);
    for (int c = 0; c < 3; c++) x[c] -= part * along[c];
}

static void normalize(double x[3]) {
    const double length = sqrt(dot(x, x));
    for (int c = 0; c < 3; c++) x[c] /= length;
}

// A rotation from a quaternion of any length but 0.
static void rotation(const double q[4], double axis[3][3]) {
    const double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        axis[k][k] = 1 - s * (q[k1] * q[k1] + q[k2] * q[k2]);
        axis[k][k1] = s * (q[k] * q[k1] + q[3] * q[k2]);
        axis[k][k2] = s * (q[k] * q[k2] - q[3] * q[k1]);
    }
}

static void random_rotation(struct random *r, double axis[3][3]) {
    double q[4], length;
    do {
        for (int k = 0; k < 4; k++) q[k] = random_between(r, -1, 1);
        length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    } while (length > 1 || length < 1e-3);
    rotation(q, axis);
}

static void turn(double axis[3][3], double by[3][3]) {
    double turned[3][3] = {{0}};
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) {
            for (int c = 0; c < 3; c++) turned[k][c] += by[k][j] * axis[j][c];
        }
    }
    memcpy(axis, turned, sizeof turned);
}

// Axis-aligned in any order and handedness, a 3-4-5 triangle about one axis, or any.
static void awkward_rotation(struct random *r, double axis[3][3]) {
    const unsigned kind = random_below(r, 4), k = random_below(r, 3);
    if (kind == 0) {
        random_rotation(r, axis);
        return;
    }
    memset(axis, 0, sizeof(double[3][3]));
    const unsigned k1 = (k + random_int(r, 1, 2)) % 3, k2 = 3 - k - k1;
    axis[0][k] = random_sign(r);
    axis[1][k1] = random_sign(r);
    axis[2][k2] = random_sign(r);
    if (kind == 1) return;
    double about[3][3] = {{.6, .8, 0}, {-.8, .6, 0}, {0, 0, 1}};
    turn(axis, about);
    if (kind == 3) { // 3-4-5 about two axes
        double second[3][3] = {{1, 0, 0}, {0, .6, .8}, {0, -.8, .6}};
        turn(axis, second);
    }
}

// `axis` turned by a very small angle, about any direction or about one of its own axes.
static void nearly(struct random *r, double axis[3][3]) {
    const double angle = random_scale(r, -40, -3);
    double q[4] = {0, 0, 0, 1}, by[3][3];
    const unsigned own = random_below(r, 6);
    for (unsigned k = 0; k < 3; k++) {
        if (own >= 3 || own == k) q[k] = angle * random_between(r, -1, 1);
    }
    rotation(q, by);
    turn(axis, by);
}

static void put_box(float x[], const double center[3], const double half[3], double axis[3][3]) {
    for (int c = 0; c < 3; c++) {
        x[CENTER + c] = (float)center[c];
        x[HALF + c] = (float)half[c];
        for (int k = 0; k < 3; k++) x[AXIS + 3 * k + c] = (float)axis[k][c];
    }
}

static void any_box(struct random *r, float x[], double reach, double least, double most) {
    double center[3], half[3], axis[3][3];
    for (int c = 0; c < 3; c++) {
        center[c] = random_between(r, -reach, reach);
        half[c] = random_between(r, least, most);
    }
    random_rotation(r, axis);
    put_box(x, center, half, axis);
}

// The point of a box, relative to its center, that lies furthest along L; of a face or an edge
// across L, any point.
static void support(struct random *r, const double half[3], double axis[3][3], const double L[3],
                    double sign, double point[3]) {
    point[0] = point[1] = point[2] = 0;
    for (int k = 0; k < 3; k++) {
        const double along = sign * dot(L, axis[k]);
        const double s = fabs(along) < 1e-7 ? random_int(r, -8, 8) / 8.0 : along > 0 ? 1 : -1;
        for (int c = 0; c < 3; c++) point[c] += s * half[k] * axis[k][c];
    }
}

// Two boxes whose supports along one of the fifteen directions, L, coincide: they touch, whatever L
// is, and a step along L is the gap. Sizes are `size` times 1 to 8, some of them 0.
static void contact(struct random *r, double size, double ratio, float a[], float b[]) {
    double a_axis[3][3], b_axis[3][3], a_half[3], b_half[3], a_center[3], b_center[3];
    awkward_rotation(r, a_axis);
    switch (random_below(r, 3)) {
    case 0: awkward_rotation(r, b_axis); break;
    case 1: memcpy(b_axis, a_axis, sizeof b_axis); break;
    default:
        memcpy(b_axis, a_axis, sizeof b_axis);
        nearly(r, b_axis);
        break;
    }
    double S = 0;
    for (int c = 0; c < 3; c++) {
        a_center[c] = size * random_int(r, -8, 8);
        a_half[c] = size * random_int(r, random_chance(r, 4) ? 0 : 1, 8);
        b_half[c] = size * ratio * random_int(r, random_chance(r, 4) ? 0 : 1, 8);
        S += a_half[c] + b_half[c];
    }
    double L[3];
    const unsigned i = random_below(r, 3), k = random_below(r, 3);
    switch (random_below(r, 3)) {
    case 0: memcpy(L, a_axis[i], sizeof L); break;
    case 1: memcpy(L, b_axis[k], sizeof L); break;
    default:
        cross(a_axis[i], b_axis[k], L);
        if (dot(L, L) < 1e-24) memcpy(L, a_axis[(i + 1) % 3], sizeof L);
        break;
    }
    normalize(L);
    const double sign = random_sign(r);
    double a_point[3], b_point[3], gap = 0;
    support(r, a_half, a_axis, L, sign, a_point);
    support(r, b_half, b_axis, L, -sign, b_point);
    if (random_chance(r, 2)) gap = sign * S * random_signed(r, random_scale(r, -25, -8));
    for (int c = 0; c < 3; c++) b_center[c] = a_center[c] + a_point[c] - b_point[c] + gap * L[c];
    put_box(a, a_center, a_half, a_axis);
    put_box(b, b_center, b_half, b_axis);
}

static void item(struct random *r, enum scene scene, float a[], float b[]) {
    switch (scene) {
    case SCENE_MIXED:
        any_box(r, a, 1.5, .25, 1.25);
        any_box(r, b, 1.5, .25, 1.25);
        return;
    case SCENE_SPARSE:
        any_box(r, a, 5, .25, 1.25);
        any_box(r, b, 5, .25, 1.25);
        return;
    case SCENE_ALL_HIT:
        any_box(r, a, .5, 1, 2);
        any_box(r, b, .5, 1, 2);
        return;
    case SCENE_ALL_MISS: {
        any_box(r, a, 1, 0, 1);
        any_box(r, b, 1, 0, 1);
        const float by = (float)random_signed(r, random_between(r, 6, 50));
        b[random_below(r, 3)] += by;
        return;
    }
    case SCENE_TOUCHING: contact(r, ldexp(1, random_int(r, -20, 20)), 1, a, b); return;
    case SCENE_SCALES: {
        const int scale = random_int(r, -40, 35), ratio = random_int(r, -20, 20);
        contact(r, ldexp(1, scale), ldexp(1, ratio), a, b);
        return;
    }
    default:
        any_box(r, a, 1.5, .25, 1.25);
        any_box(r, b, 1.5, .25, 1.25);
        if (random_chance(r, 4)) {
            hostile_item(r, a, floats[0]);
            hostile_item(r, b, floats[1]);
        } else { // a few floats of either
            for (unsigned k = random_below(r, 5); k > 0; k--) {
                const float awkward = random_hostile(r);
                float *side = random_chance(r, 2) ? a : b;
                side[random_below(r, floats[0])] = awkward;
            }
        }
        return;
    }
}

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(item, floats, seed, scene, n, first, second);
}

static void view_obbs(union case_view *view, const struct case_side *side) {
    view->obbs = (lbx_obbs){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->obbs.center, side->at + CENTER, sizeof view->obbs.center);
    memcpy(view->obbs.half, side->at + HALF, sizeof view->obbs.half);
    memcpy(view->obbs.axis, side->at + AXIS, sizeof view->obbs.axis);
}

static ptrdiff_t check_obbs(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_obbs(&view, side);
    return lbx_obbs_check(side ? &view.obbs : NULL, n, malformed);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    (void)out;
    return lbx_obb_obb(first ? &first->obbs : NULL, second ? &second->obbs : NULL, n, flags, hits);
}

static void orthonormal(const float x[], double axis[3][3]) {
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) axis[k][c] = x[AXIS + 3 * k + c];
        for (int j = 0; j < k; j++) reject(axis[k], axis[j]);
        normalize(axis[k]);
    }
}

// The square of the sine between A's axis i and B's axis k.
static double sine_square(double u[3][3], int i, int k) {
    return u[k][(i + 1) % 3] * u[k][(i + 1) % 3] + u[k][(i + 2) % 3] * u[k][(i + 2) % 3];
}

// B in A's frame: center C, axes u. Both references want axes that are exactly orthonormal, and
// have no slack for cross products that are rounding noise: so the float axes are made orthonormal,
// and edges parallel to 1e-8 exactly parallel. `uncertainty` covers what that moves.
static void into_frame(const float first[], const float second[], double C[3], double u[3][3]) {
    double a_axis[3][3], b_axis[3][3], offset[3];
    orthonormal(first, a_axis);
    orthonormal(second, b_axis);
    for (int c = 0; c < 3; c++) offset[c] = (double)second[CENTER + c] - first[CENTER + c];
    for (int i = 0; i < 3; i++) {
        C[i] = dot(offset, a_axis[i]);
        for (int k = 0; k < 3; k++) u[k][i] = dot(b_axis[k], a_axis[i]);
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            if (sine_square(u, i, k) > 1e-16) continue;
            const double parallel = u[k][i] < 0 ? -1 : 1;
            for (int j = 0; j < 3; j++) u[k][j] = u[j][i] = 0;
            u[k][i] = parallel;
        }
    }
}

static struct case_truth truth(const float first[], const float second[], double grow) {
    double origin[3] = {0, 0, 0}, frame[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double a_half[3], b_half[3], C[3], u[3][3];
    into_frame(first, second, C, u);
    for (int k = 0; k < 3; k++) {
        a_half[k] = first[HALF + k];
        b_half[k] = second[HALF + k] + grow;
    }
    return (struct case_truth){.hit = ref_obb_obb_double(origin, frame, a_half, C, u, b_half),
                               .alternative =
                                   ref_obb_obb_gomez_double(a_half, origin, frame, b_half, C, u)};
}

static double sum_of_halves(const float first[], const float second[]) {
    double S = 0;
    for (int k = HALF; k < HALF + 3; k++) S += fabs(first[k]) + fabs(second[k]);
    return S;
}

static double uncertainty(const float first[], const float second[]) {
    return 0x1p-22 * sum_of_halves(first, second); // float axes are orthonormal to 2^-23
}

// Apart is only what is apart on some axis by more than 5 * 2^-19 S in the length of that axis,
// which is 1 for a face and the sine of the angle between two edges.
static double bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    double C[3], u[3][3], least = 1;
    into_frame(first, second, C, u);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const double sine = sqrt(sine_square(u, i, k));
            if (sine > 0 && sine < least) least = sine;
        }
    }
    const double S = sum_of_halves(first, second);
    return fmin(3 * 0x1p-18 * S / least, 0x1p-8 * S);
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float center[2][3], half[2][3], axis[2][3][3];
        for (int side = 0; side < 2; side++) {
            float *const *at = side ? second : first;
            for (int c = 0; c < 3; c++) {
                center[side][c] = at[CENTER + c][i];
                half[side][c] = at[HALF + c][i];
                for (int k = 0; k < 3; k++) axis[side][k][c] = at[AXIS + 3 * k + c][i];
            }
        }
        verdicts[i] = ref_obb_obb_float(center[0], axis[0], half[0], center[1], axis[1], half[1]);
        found += verdicts[i];
    }
    return found;
}

extern const struct lbx_case case_obb_obb;
const struct lbx_case case_obb_obb = {
    .name = "obb_obb",
    .floats = {15, 15},
    .required = {15, 15},
    .fill = fill,
    .view = {view_obbs, view_obbs},
    .call = call,
    .check = {check_obbs, check_obbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
    .pinned = UINT64_C(0x325deeb18ef2414f),
    .operations = {.multiplies = 118, .adds = 123, .others = 24},
};
