// SPDX-License-Identifier: MIT
#include "tips.h"

// How far the kernel places the tip beyond the reach of the stick, along b's axis `stick` itself or
// on the cross product of a's axis i and b's axis k.
static double beyond(const struct tip *tip) {
    double R[3][3], s = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) R[i][k] = dot(tip->box[0].axis[i], tip->box[1].axis[k]);
    }
    const unsigned l = tip->stick, i = tip->i, k = tip->k, i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    if (!tip->face) return fabs(R[i1][l] * R[i2][k] - R[i2][l] * R[i1][k]) - fabs(R[i][3 - l - k]);
    for (int j = 0; j < 3; j++) s += R[j][l] * R[j][l];
    return s - 1;
}

// A pose that reaches the deficits of numerics.md. In a's frame the stick is (1, 1, 1) / sqrt
// 3, or the axis that is neither the stick nor k is (3, 2, 2) / sqrt 17 with the 3 along i.
static struct tip worst_pose(struct random *r, bool world) {
    struct tip tip = {.face = random_chance(r, 2)};
    tip.stick = random_below(r, 3);
    tip.i = random_below(r, 3);
    tip.k = (tip.stick + random_int(r, 1, 2)) % 3;
    if (world) {
        for (int c = 0; c < 3; c++) tip.box[0].axis[c][c] = 1;
    } else {
        random_rotation(r, tip.box[0].axis);
    }
    const unsigned placed = tip.face ? tip.stick : 3 - tip.stick - tip.k;
    double *along = tip.box[1].axis[placed], p[3], q[3];
    for (unsigned j = 0; j < 3; j++) {
        const double part = tip.face ? 1 : j == tip.i ? 1.5 : 1;
        const double at = random_signed(r, part + random_between(r, -.03125, .03125));
        for (int c = 0; c < 3; c++) along[c] += at * tip.box[0].axis[j][c];
    }
    normalize(along);
    memcpy(p, tip.box[0].axis[tip.i], sizeof p); // the other axes: p +- q, equally far from i
    reject(p, along);
    normalize(p);
    cross(along, p, q);
    for (int c = 0; c < 3; c++) {
        tip.box[1].axis[(placed + 1) % 3][c] = (p[c] + q[c]) * sqrt(.5);
        tip.box[1].axis[(placed + 2) % 3][c] = (p[c] - q[c]) * sqrt(.5);
    }
    return tip;
}

struct tip worst_tip(struct random *r, bool world) {
    const double skew = .94 * 0x1p-19;
    struct tip tip = worst_pose(r, world);
    tip.lost = random_chance(r, 2);
    for (unsigned side = world; side < 2; side++) {
        for (unsigned p = 0; p < 3; p++) {
            for (unsigned q = p; q < 3; q++) {
                struct tip more = tip;
                lean(tip.box[side].axis, p, q, -skew);
                lean(more.box[side].axis, p, q, skew);
                if (tip.lost == (beyond(&more) > beyond(&tip))) tip = more;
            }
        }
    }
    return tip;
}
