// SPDX-License-Identifier: MIT
#include "obbs.h"

void put_box(float x[], const struct obb *box) {
    for (int c = 0; c < 3; c++) {
        x[CENTER + c] = (float)(fabs(box->center[c]) < LEAST_LENGTH ? 0 : box->center[c]);
        x[HALF + c] = (float)box->half[c];
        for (int k = 0; k < 3; k++) x[AXIS + 3 * k + c] = (float)box->axis[k][c];
    }
}

void any_box(struct random *r, float x[], double reach, double least, double most) {
    struct obb box;
    for (int c = 0; c < 3; c++) {
        box.center[c] = random_between(r, -reach, reach);
        box.half[c] = random_between(r, least, most);
    }
    random_rotation(r, box.axis);
    put_box(x, &box);
}

void support(struct random *r, const struct obb *box, const double L[3], double sign,
             double point[3]) {
    point[0] = point[1] = point[2] = 0;
    for (int k = 0; k < 3; k++) {
        const double along = sign * dot(L, box->axis[k]);
        const double s = fabs(along) < 1e-6 ? random_int(r, -1, 1) : along > 0 ? 1 : -1;
        for (int c = 0; c < 3; c++) point[c] += s * box->half[k] * box->axis[k][c];
    }
}

void bring_into_contact(struct random *r, const struct obb *a, struct obb *b, double gap) {
    double L[3], a_point[3], b_point[3], S = 0;
    const unsigned i = random_below(r, 3), k = random_below(r, 3);
    switch (random_below(r, 3)) {
    case 0: memcpy(L, a->axis[i], sizeof L); break;
    case 1: memcpy(L, b->axis[k], sizeof L); break;
    default:
        cross(a->axis[i], b->axis[k], L);
        if (dot(L, L) < 1e-24) memcpy(L, a->axis[(i + 1) % 3], sizeof L);
        break;
    }
    normalize(L);
    const double sign = random_sign(r);
    support(r, a, L, sign, a_point);
    support(r, b, L, -sign, b_point);
    for (int c = 0; c < 3; c++) S += a->half[c] + b->half[c];
    for (int c = 0; c < 3; c++)
        b->center[c] = a->center[c] + a_point[c] - b_point[c] + sign * gap * S * L[c];
}

void onto_grid(struct random *r, struct obb *box) {
    for (int k = 0; k < 3; k++) {
        box->half[k] = random_chance(r, 8) ? 0 : ldexp(1, random_int(r, -1, 0));
        for (int c = 0; c < 3; c++) {
            const double shift = 0x1.8p31; // rounds to 2^-21
            box->axis[k][c] = box->axis[k][c] + shift - shift;
        }
    }
}

void scale_box(struct obb *box, int scale) {
    for (int k = 0; k < 3; k++) {
        box->center[k] = ldexp(box->center[k], scale);
        box->half[k] = ldexp(box->half[k], scale);
    }
}

void lean(double axis[3][3], unsigned p, unsigned q, double by) {
    double leaned[3][3];
    memcpy(leaned, axis, sizeof leaned);
    for (int c = 0; c < 3; c++) {
        leaned[p][c] += by / 2 * axis[q][c];
        if (p != q) leaned[q][c] += by / 2 * axis[p][c];
    }
    memcpy(axis, leaned, sizeof leaned);
}

bool touching_boxes(struct random *r, enum scene scene, struct obb *a, struct obb *b, int ratio,
                    int far, int scale) {
    const bool exact = scene == SCENE_TOUCHING || scene == SCENE_ULP;
    for (int k = 0; k < 3; k++) {
        a->half[k] = extent(r, scene) / 8;
        b->half[k] = ldexp(extent(r, scene) / 8, ratio);
        a->center[k] = exact ? 0 : ldexp(random_int(r, -8, 8), far);
    }
    if (exact) {
        onto_grid(r, a);
        onto_grid(r, b);
    }
    const bool apart = scene != SCENE_TOUCHING && random_chance(r, 2);
    bring_into_contact(r, a, b, apart ? random_signed(r, random_scale(r, -25, -8)) : 0);
    if (scene == SCENE_DEGENERATE && random_chance(r, 4)) // nested, with a common center
        memcpy(b->center, a->center, sizeof b->center);
    scale_box(a, scale);
    scale_box(b, scale);
    return apart;
}
