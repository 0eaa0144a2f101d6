// SPDX-License-Identifier: MIT
// Known answers of lbx_obb_obb.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

// A box at `center`, its axes turned about z by the angle of cosine `c` and sine `s`.
static void box(float x[15], const float center[3], const float half[3], float c, float s) {
    const float axes[9] = {c, s, 0, -s, c, 0, 0, 0, 1};
    memcpy(x, center, 3 * sizeof *x);
    memcpy(x + 3, half, 3 * sizeof *x);
    memcpy(x + 6, axes, sizeof axes);
}

static void expect_boxes(const char *what, const float a[15], const float b[15], bool hit) {
    expect_verdict_both_ways(case_named("obb_obb"), what, a, b, hit);
}

static const float origin[3] = {0, 0, 0}, ones[3] = {1, 1, 1};

Test(obb_obb, aligned_boxes) {
    float a[15], b[15];
    box(a, origin, ones, 1, 0);
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float at[3] = {.25f, -.5f, .75f};
            at[c] = 2 * (float)sign;
            box(b, at, ones, 1, 0);
            expect_boxes("a face", a, b, true);
            at[c] = 2.001f * (float)sign;
            box(b, at, ones, 1, 0);
            expect_boxes("off a face", a, b, false);
            at[c] = 1.99f * (float)sign, at[(c + 1) % 3] = 2;
            box(b, at, ones, 0, 1);
            expect_boxes("an edge", a, b, true);
        }
    }
    const float corner[3] = {2, -2, 2};
    box(b, corner, ones, -1, 0);
    expect_boxes("a corner", a, b, true);
    expect_boxes("the same", a, a, true);
}

// Half extents 1, 2, 3 against 4, 5, 6 on every axis of both boxes: a wrong one would show.
Test(obb_obb, every_half_extent_counts) {
    const float a_half[3] = {1, 2, 3}, b_half[3] = {4, 5, 6};
    float a[15], b[15];
    for (int turn = 0; turn < 3; turn++) {
        box(a, origin, a_half, 1, 0);
        for (int c = 0; c < 3; c++) {
            for (int near = 0; near < 2; near++) {
                float at[3] = {0, 0, 0};
                // With B's axes turned, its axis (c + turn) % 3 lies along c.
                at[c] = (a_half[c] + b_half[(c + turn) % 3]) * (near ? .999f : 1.001f);
                box(b, at, b_half, 1, 0);
                for (int k = 0; k < 3; k++) {
                    for (int j = 0; j < 3; j++) b[6 + 3 * k + j] = (k + 3 - turn) % 3 == j ? 1 : 0;
                }
                expect_boxes(near ? "near" : "far", a, b, near);
            }
        }
    }
}

Test(obb_obb, three_four_five) {
    float a[15], b[15];
    // B's corner points at A: its reach along x is .8 + .6.
    box(a, origin, ones, 1, 0);
    box(b, (float[]){2.4f, 0, 0}, ones, .8f, .6f);
    expect_boxes("a corner on a face", a, b, true);
    box(b, (float[]){2.4005f, 0, 0}, ones, .8f, .6f);
    expect_boxes("a corner off a face", a, b, false);
    // The same, with both boxes turned together.
    box(a, origin, ones, .6f, .8f);
    box(b, (float[]){1.2f, 1.6f, 0}, ones, .6f, .8f);
    expect_boxes("turned together, a face", a, b, true);
    box(b, (float[]){1.2005f, 1.6005f, 0}, ones, .6f, .8f);
    expect_boxes("turned together, off a face", a, b, false);
}

// Two long boxes that only the cross product of their edges separates.
Test(obb_obb, crossed_edges) {
    const float r = .70710678f;
    const float rotated[3][9] = {
        // each turned by 45 degrees about its long axis 0, 1 or 2: roof against roof
        {1, 0, 0, 0, r, r, 0, -r, r},
        {r, 0, -r, 0, 1, 0, r, 0, r},
        {r, r, 0, -r, r, 0, 0, 0, 1},
    };
    for (int ridge_a = 0; ridge_a < 3; ridge_a++) {
        for (int ridge_b = 0; ridge_b < 3; ridge_b++) {
            float a[15] = {0}, b[15] = {0};
            if (ridge_a == ridge_b) continue;
            const int up = 3 - ridge_a - ridge_b;
            memcpy(a + 6, rotated[ridge_a], 9 * sizeof *a);
            memcpy(b + 6, rotated[ridge_b], 9 * sizeof *b);
            for (int k = 0; k < 3; k++) a[3 + k] = b[3 + k] = 1;
            a[3 + ridge_a] = b[3 + ridge_b] = 10;
            b[up] = 2 * 1.41421356f * 1.0001f;
            expect_boxes("ridges apart", a, b, false);
            b[up] = 2 * 1.41421356f * .9999f;
            expect_boxes("ridges cross", a, b, true);
        }
    }
}

// Cross products of near-parallel edges are pure rounding and must not separate.
Test(obb_obb, near_parallel_edges) {
    float a[15], b[15];
    box(a, origin, ones, 1, 0);
    box(b, (float[]){.5f, 1.5f, 1.5f}, ones, 1, 0);
    for (int power = 2; power < 60; power++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const float angle = (float)sign * ldexpf(1, -power), cosine = sqrtf(1 - angle * angle);
            box(b, (float[]){.5f, 1.5f, 1.5f}, ones, cosine, angle);
            expect_boxes("turned by very little", a, b, true);
            b[7] = angle, b[9] = 0; // not even orthogonal
            if (power >= 20) expect_boxes("one axis off by very little", a, b, true);
        }
    }
}

Test(obb_obb, degenerate_boxes) {
    float a[15], b[15];
    box(a, origin, ones, .6f, .8f);
    box(b, (float[]){.5f, .5f, 0}, origin, 1, 0);
    expect_boxes("a point within", a, b, true);
    expect_boxes("a point against itself", b, b, true);
    box(b, (float[]){5, 0, 0}, origin, 1, 0);
    expect_boxes("a point outside", a, b, false);
    box(b, (float[]){0, 0, 1}, (float[]){3, 3, 0}, .8f, .6f);
    expect_boxes("a plate on a face", a, b, true);
    box(b, (float[]){0, 0, 1.001f}, (float[]){3, 3, 0}, .8f, .6f);
    expect_boxes("a plate off a face", a, b, false);
}

Test(obb_obb, either_handedness) {
    float a[15], b[15];
    box(a, origin, (float[]){1, 2, 3}, .6f, .8f);
    for (int near = 0; near < 2; near++) {
        box(b, (float[]){0, 0, near ? 3.99f : 4.01f}, ones, 1, 0);
        for (int k = 0; k < 3; k++) b[6 + 3 * k + k] = -b[6 + 3 * k + k];
        expect_boxes("mirrored", a, b, near);
    }
}

Test(obb_obb, nan) {
    float a[15], b[15], nothing[15];
    for (int k = 0; k < 15; k++) nothing[k] = NAN;
    box(a, origin, ones, 1, 0);
    expect_boxes("NaN alone hits", nothing, a, true);
    expect_boxes("NaN against NaN", nothing, nothing, true);
    box(b, (float[]){.5f, .5f, .5f}, ones, .6f, .8f);
    for (int k = 0; k < 15; k++) {
        float spoiled[15];
        memcpy(spoiled, b, sizeof b);
        spoiled[k] = NAN;
        expect_boxes("one NaN, still overlapping", a, spoiled, true);
    }
    // B's other two faces do not use its axis 0. All other tests do, and a NaN half extent is in
    // all.
    box(b, (float[]){0, 0, 9}, ones, 1, 0);
    b[6] = NAN;
    expect_boxes("one axis is NaN: other faces still count", a, b, false);
}

// Leans and stretches every axis as far as _check lets pass: products off by 2^-19.
static void skew(struct random *r, float x[15]) {
    float axis[9];
    memcpy(axis, x + 6, sizeof axis);
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) {
            const double by = .85 * 0x1p-20 * random_sign(r);
            for (int c = 0; c < 3; c++) x[6 + 3 * k + c] += (float)(by * axis[3 * j + c]);
        }
    }
}

static double along(const float axis[3], const double L[3]) {
    return axis[0] * L[0] + axis[1] * L[1] + axis[2] * L[2];
}

// Moves b so that its furthest point against L is a's furthest point along L, and then `deep`
// further in. The boxes that the axes span touch, whatever L is.
static void bring_into_contact(struct random *r, const float a[15], float b[15], const double L[3],
                               double deep) {
    double center[3];
    for (int c = 0; c < 3; c++) center[c] = a[c] - deep * L[c];
    for (int s = 0; s < 2; s++) {
        const float *x = s ? b : a;
        for (int k = 0; k < 3; k++) {
            const double reach = along(x + 6 + 3 * k, L);
            const double at = fabs(reach) < 1e-6 ? random_between(r, -1, 1) : reach < 0 ? -1 : 1;
            for (int c = 0; c < 3; c++) center[c] += at * x[3 + k] * x[6 + 3 * k + c];
        }
    }
    for (int c = 0; c < 3; c++) b[c] = (float)center[c];
}

// With the worst axes of the contract no contact is lost, plain or fused.
Test(obb_obb, skewed_axes_lose_no_contact) {
    enum { ITEMS = 20000 };
    const struct lbx_case *c = case_named("obb_obb");
    static const enum scene scenes[] = {SCENE_MIXED, SCENE_ALONG};
    for (int scene = 0; scene < 2; scene++) {
        struct batch batch = batch_fill(c, 17, scenes[scene], ITEMS);
        for (size_t i = 0; i < ITEMS; i++) {
            struct random r = random_of(17, i);
            float a[15], b[15];
            for (int k = 0; k < 15; k++) {
                a[k] = k < 3 ? 0 : batch.side[0].at[k][i];
                b[k] = batch.side[1].at[k][i];
            }
            skew(&r, a);
            skew(&r, b);
            const float *u = a + 6 + 3 * random_below(&r, 3), *v = b + 6 + 3 * random_below(&r, 3);
            double L[3] = {u[0], u[1], u[2]}, length = 0, S = 0;
            const unsigned kind = random_below(&r, 3); // a face of either, or two edges
            for (int k = 0; k < 3; k++) {
                const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
                if (kind == 1) L[k] = v[k];
                if (kind == 2) L[k] = (double)u[k1] * v[k2] - (double)u[k2] * v[k1];
                length += L[k] * L[k];
                S += (double)a[3 + k] + b[3 + k];
            }
            for (int k = 0; k < 3; k++) L[k] = length > 0 ? L[k] / sqrt(length) : k == 0;
            bring_into_contact(&r, a, b, L, 0x1p-23 * S);
            for (int k = 0; k < 15; k++) {
                batch.side[0].at[k][i] = a[k];
                batch.side[1].at[k][i] = b[k];
            }
        }
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        const ptrdiff_t malformed = c->check[0](&a, ITEMS, NULL) + c->check[1](&b, ITEMS, NULL);
        expect(malformed < ITEMS / 20, "%td are skewed too far", malformed);
        for (size_t t = 0; t < test_tables()->count; t++) {
            for (unsigned flags = 0; flags < 2; flags++) {
                const struct question q = {&batch, &test_tables()->at[t], {&a, &b}, ITEMS, flags,
                                           true,   "skewed axes"};
                struct answer answer = ask(&q);
                for (size_t i = 0; i < ITEMS; i++) {
                    if (!answer_hit(&answer, i)) fail_item(&q, i, &answer, NULL, "lost a contact");
                }
                answer_free(&answer);
            }
        }
        batch_free(&batch);
    }
}

// Points at the tip of a stick, which touch exactly, with axes that _check just lets pass. A's
// defects count threefold where B's axes are seen from A. A pad of 2^-17 loses all four.
Test(obb_obb, tips_of_sticks) {
    const float pairs[][2][15] = {
        // the cross product of axes 2 and 1
        {{-0x1.072c5ep-3f, 0x1.9a2a8ap-1f, -0x1.2b4c5ap-1f, 0, 0, 0, -0x1.e96bc4p-1f,
          0x1.8d0caap-3f, 0x1.c3d0e6p-3f, -0x1.4b40f8p-3f, -0x1.f2f164p-1f, 0x1.3e8e5ep-3f,
          0x1.f60c0cp-3f, 0x1.ced9b6p-4f, 0x1.ecfe6ep-1f},
         {0x1.072c5ep-4f, -0x1.9a2a8ap-2f, 0x1.2b4c5ap-2f, 0, 0, 0x1.8p+0f, 0x1.786112p-1f,
          0x1.e3f0acp-2f, 0x1.f1b9c4p-2f, 0x1.54d06ep-1f, -0x1.7813f6p-2f, -0x1.4c9cfap-1f,
          -0x1.072c5ep-3f, 0x1.9a2a8ap-1f, -0x1.2b4c5ap-1f}},
        // of axes 0 and 2
        {{0x1.13a182p+0f, -0x1.ad587p+0f, 0x1.56a7ep-3f, 0, 0, 0, -0x1.e404fcp-2f, -0x1.c25a4ep-1f,
          0x1.b845f2p-5f, 0x1.b5b312p-4f, 0x1.b450cap-9f, 0x1.fd10e2p-1f, -0x1.bfdd1p-1f,
          0x1.e721p-2f, 0x1.7a8ep-4f},
         {-0x1.13a182p-1f, 0x1.ad587p-1f, -0x1.56a7ep-4f, 0x1.8p+1f, 0, 0, 0x1.13a182p-1f,
          -0x1.ad587p-1f, 0x1.56a7ep-4f, -0x1.6ef88cp-1f, -0x1.9d107cp-2f, 0x1.233d42p-1f,
          -0x1.c5e3cep-2f, -0x1.76f894p-2f, -0x1.a2ea36p-1f}},
        // B's axis 1
        {{-0x1.dbb018p-2f, 0x1.0c05f4p-5f, 0x1.74ca42p-3f, 0, 0, 0, -0x1.04af74p-1f,
          -0x1.804328p-1f, 0x1.af6abp-2f, -0x1.287c78p-2f, 0x1.387d4p-1f, 0x1.79844ep-1f,
          -0x1.9efc1ep-1f, 0x1.0383b2p-2f, -0x1.0e5c74p-1f},
         {0x1.dbb018p-4f, -0x1.0c05f4p-7f, -0x1.74ca42p-5f, 0, 0x1.4p-1f, 0, -0x1.353044p-3f,
          -0x1.ee62eep-1f, -0x1.b19c28p-3f, -0x1.dbb018p-1f, 0x1.0c05f4p-4f, 0x1.74ca42p-2f,
          -0x1.59c764p-2f, 0x1.01b5e6p-2f, -0x1.d06198p-1f}},
        // B's axis 1, lost by the plain form only
        {{-0x1.a80c16p-2f, 0x1.8bdbaap-1f, 0x1.ebe1b2p-2f, 0, 0, 0, -0x1.ef79d2p-1f, 0x1.ff4bc8p-3f,
          -0x1.19576ap-5f, -0x1.020c52p-2f, -0x1.eb4d16p-1f, 0x1.00c3bcp-3f, -0x1.b22526p-10f,
          0x1.0a34f2p-3f, 0x1.fba7f2p-1f},
         {0, 0, 0, 0, 0x1p+0f, 0, 0x1.21ec1ep-1f, 0x1.43958cp-1f, -0x1.0ee44ap-1f, -0x1.a80c16p-2f,
          0x1.8bdbaap-1f, 0x1.ebe1b2p-2f, 0x1.6ce066p-1f, -0x1.b165d8p-5f, 0x1.6627aap-1f}},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        expect_verdict_both_ways(case_named("obb_obb"), "a point at the tip of a stick",
                                 pairs[k][0], pairs[k][1], true);
    }
}
