// SPDX-License-Identifier: MIT
#include "rotations.h"

// The rotation of a quaternion, which may have any length but 0.
static void rotation(const double q[4], double axis[3][3]) {
    const double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        axis[k][k] = 1 - s * (q[k1] * q[k1] + q[k2] * q[k2]);
        axis[k][k1] = s * (q[k] * q[k1] + q[3] * q[k2]);
        axis[k][k2] = s * (q[k] * q[k2] - q[3] * q[k1]);
    }
}

void random_rotation(struct random *r, double axis[3][3]) {
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

void awkward_rotation(struct random *r, double axis[3][3]) {
    const unsigned kind = random_below(r, 5), k = random_below(r, 3);
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
    const double cosine = kind == 2 ? sqrt(.5) : .6, sine = kind == 2 ? sqrt(.5) : .8;
    double about[3][3] = {{cosine, sine, 0}, {-sine, cosine, 0}, {0, 0, 1}};
    turn(axis, about);
    if (kind == 4) {
        double second[3][3] = {{1, 0, 0}, {0, .6, .8}, {0, -.8, .6}};
        turn(axis, second);
    }
}

void turn_about(double axis[3][3], const double about[3]) {
    const double q[4] = {about[0], about[1], about[2], 1};
    double by[3][3];
    rotation(q, by);
    turn(axis, by);
}

void turn_slightly(struct random *r, double axis[3][3]) {
    const double angle = random_scale(r, -30, -3);
    double about[3] = {0, 0, 0};
    const unsigned own = random_below(r, 6);
    for (unsigned k = 0; k < 3; k++) {
        if (own >= 3 || own == k) about[k] = angle * random_between(r, -1, 1);
    }
    turn_about(axis, about);
}
