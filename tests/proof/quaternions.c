// SPDX-License-Identifier: MIT
// The promise of lbx_obb_obb for axes that come from unit quaternions: false hits are closer than
// 3 * 2^-18 S, divided by the sine between the deciding edges.
#include <math.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "oracle/oracle.h"

enum { ITEMS = 20000 };

// Rounds the quaternion to float and then computes the axes in float, as engines do.
static void axes_of(const double quaternion[4], float axis[9]) {
    float q[4], square = 0;
    for (int k = 0; k < 4; k++) q[k] = (float)quaternion[k];
    for (int k = 0; k < 4; k++) square += q[k] * q[k];
    for (int k = 0; k < 4; k++) q[k] /= sqrtf(square);
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        axis[3 * k + k] = 1 - 2 * (q[k1] * q[k1] + q[k2] * q[k2]);
        axis[3 * k + k1] = 2 * (q[k] * q[k1] + q[3] * q[k2]);
        axis[3 * k + k2] = 2 * (q[k] * q[k2] - q[3] * q[k1]);
    }
}

static void any_quaternion(struct random *r, double q[4]) {
    double square;
    do {
        square = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = random_between(r, -1, 1);
            square += q[k] * q[k];
        }
    } while (square > 1 || square < 1e-3);
}

// Two boxes, rotated arbitrarily or almost alike. They are moved from contact apart by up to 2^-15
// of the distance of their centers.
static void almost_touch(struct random *r, float a[15], float b[15]) {
    const struct lbx_case *c = case_named("obb_obb");
    double q[2][4], direction[3], near = 0, far = 8;
    any_quaternion(r, q[0]);
    any_quaternion(r, q[1]);
    const bool alike = random_chance(r, 2);
    const double angle = random_scale(r, -24, -4);
    for (int k = 0; k < 4 && alike; k++) q[1][k] = q[0][k] + angle * q[1][k];
    axes_of(q[0], a + 6);
    axes_of(q[1], b + 6);
    for (int k = 0; k < 3; k++) {
        a[k] = 0;
        a[3 + k] = (float)(random_chance(r, 4) ? 0 : random_between(r, .0625, 1));
        b[3 + k] = (float)(random_chance(r, 4) ? 0 : random_between(r, .0625, 1));
        direction[k] = random_between(r, -1, 1);
    }
    const unsigned along = random_below(r, 3);
    direction[along] = random_sign(r);
    for (int step = 0; step < 30; step++) {
        const double middle = (near + far) / 2;
        for (int k = 0; k < 3; k++) b[k] = (float)(middle * direction[k]);
        *(c->truth(a, b, 0).hit ? &near : &far) = middle;
    }
    far *= 1 + random_scale(r, -23, -15);
    for (int k = 0; k < 3; k++) b[k] = (float)(far * direction[k]);
}

static double sum_of_halves(const float a[15], const float b[15]) {
    double S = 0;
    for (int k = 3; k < 6; k++) S += (double)a[k] + b[k];
    return S;
}

Test(quaternions, false_hits_are_close) {
    const struct lbx_case *c = case_named("obb_obb");
    struct batch batch = batch_fill(c, 1, SCENE_MIXED, ITEMS);
    static float a[ITEMS][15], b[ITEMS][15];
    static struct exact exact[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) {
        struct random r = random_of(23, i);
        almost_touch(&r, a[i], b[i]);
        exact[i] = oracle_of(c->name)->answer(a[i], b[i]);
        for (int k = 0; k < 15; k++) {
            batch.side[0].at[k][i] = a[i][k];
            batch.side[1].at[k][i] = b[i][k];
        }
    }
    size_t count = 0;
    double worst = 0;
    const struct case_side first = dense_side(&batch.side[0]), second = dense_side(&batch.side[1]);
    for (size_t t = 0; t < test_tables()->count; t++) {
        for (unsigned flags = 0; flags < 2; flags++) {
            const struct question q = {
                &batch, &test_tables()->at[t], {&first, &second}, ITEMS, flags,
                true,   "axes of quaternions"};
            struct answer answer = ask(&q);
            for (size_t i = 0; i < ITEMS; i++) {
                if (!answer_hit(&answer, i) && exact[i].hit)
                    fail_item(&q, i, &answer, NULL, "a contact is lost");
                if (!answer_hit(&answer, i) || exact[i].hit) continue;
                const double part = -exact[i].weighed / (3 * 0x1p-18 * sum_of_halves(a[i], b[i]));
                if (part > 1) fail_item(&q, i, &answer, NULL, "a false hit beyond its bound");
                worst = fmax(worst, part);
                count++;
            }
            answer_free(&answer);
        }
    }
    expect(count > ITEMS && worst > .75, "%zu false hits, the worst %g of the bound", count, worst);
    batch_free(&batch);
}

// Edges that are parallel except for 3e-9 leave a gap that is wider than any axis by itself may
// overlook.
Test(quaternions, edges_all_but_parallel) {
    static const float a[15] = {-0x1.1abf24p+34f, -0x1.700006p+28f,
                                -0x1.cae4ccp+34f, 0x1.8p+31f,
                                0x1.08p+35f,      0x1.f8p+35f,
                                -0x1.99999ap-1f,  -0x1.9ded86p-29f,
                                0x1.333334p-1f,   -0x1.333334p-1f,
                                -0x1.bd4a96p-29f, -0x1.99999ap-1f,
                                0x1.2b2896p-28f,  -1,
                                0x1.af8166p-31f};
    static const float b[15] = {
        0, -0x1.cp+26f,    -0x1.4p+26f,     0x1.8p+24f, 0x1.fp+28f,      0x1p+28f, -0x1.99999ap-1f,
        0, 0x1.333334p-1f, -0x1.333334p-1f, 0,          -0x1.99999ap-1f, 0,        -1,
        0};
    const struct lbx_case *c = case_named("obb_obb");
    const struct exact exact = oracle_of(c->name)->answer(a, b);
    const struct case_bound bound = c->bound(a, b, 0);
    expect(!exact.hit && -exact.weighed <= bound.weighed, "%g of %g", -exact.weighed,
           bound.weighed);
    expect(-exact.margin > bound.weighed && -exact.margin <= bound.distance, "%g, %g, %g",
           -exact.margin, bound.weighed, bound.distance);
}
