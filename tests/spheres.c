// SPDX-License-Identifier: MIT
// Tests of spheres against each other, where they answer the same question. They are equal outside
// of their pads, and none loses what another one with a smaller pad finds.
#include <math.h>

#include "answer.h"
#include "harness.h"
#include "known.h"

enum { ITEMS = 4001 };

// Bodies on a grid of 2^-6, so that the same box is exact in every form.
static float on_grid(struct random *r, int most) {
    return (float)random_int(r, -most, most) / 64;
}

static struct answer ask_floats(const char *kernel, const struct test_table *table, unsigned flags,
                                float (*first)[ITEMS], float (*second)[ITEMS]) {
    const struct batch batch = {.c = case_named(kernel)};
    struct case_side side[2] = {{.count = ITEMS}, {.count = ITEMS}};
    for (unsigned k = 0; k < batch.c->floats[0]; k++) side[0].at[k] = first[k];
    for (unsigned k = 0; k < batch.c->floats[1]; k++) side[1].at[k] = second[k];
    const struct question q = {&batch, table, {&side[0], &side[1]}, ITEMS, flags, true, "bodies"};
    return ask(&q);
}

// The distance of item i's center from its box, less the radius: for spheres, from their surfaces.
static double gap(float (*sphere)[ITEMS], float (*min)[ITEMS], float (*max)[ITEMS], size_t i) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double low = (double)min[c][i] - sphere[c][i],
                     high = (double)sphere[c][i] - max[c][i];
        const double out = fmax(0, fmax(low, high));
        square += out * out;
    }
    return sqrt(square) - sphere[3][i];
}

// `tight` has the smaller pad. What it reports, `wide` reports too; what only `wide` reports is
// nearer than its bound.
static void compare(const char *what, const struct answer *tight, const struct answer *wide,
                    double bound, float (*sphere)[ITEMS], float (*min)[ITEMS],
                    float (*max)[ITEMS]) {
    size_t hits = 0;
    for (size_t i = 0; i < ITEMS; i++) {
        const double off = gap(sphere, min, max, i);
        hits += answer_hit(wide, i);
        expect(!answer_hit(tight, i) || answer_hit(wide, i), "%s, item %zu: lost, gap %g", what, i,
               off);
        expect(answer_hit(tight, i) == answer_hit(wide, i) || (off > 0 && off <= bound),
               "%s, item %zu: gap %g", what, i, off);
    }
    expect(hits > ITEMS / 5 && hits < ITEMS * 4 / 5, "%s: %zu hits", what, hits);
}

Test(spheres, points_and_upright_boxes) {
    // Spheres with motions, all of which are 0.
    static float sphere[7][ITEMS], box[6][ITEMS], upright[15][ITEMS], point[6][ITEMS],
        ball[7][ITEMS];
    for (size_t i = 0; i < ITEMS; i++) {
        struct random r = random_of(8, i);
        sphere[3][i] = fabsf(on_grid(&r, 192));
        ball[3][i] = 0;
        for (int c = 0; c < 3; c++) {
            const float center = on_grid(&r, 64), half = fabsf(on_grid(&r, 64));
            sphere[c][i] = on_grid(&r, 128);
            upright[c][i] = ball[c][i] = point[c][i] = point[3 + c][i] = center;
            upright[3 + c][i] = half;
            box[c][i] = center - half;
            box[3 + c][i] = center + half;
            for (int k = 0; k < 3; k++) upright[6 + 3 * k + c][i] = k == c ? 1 : 0;
        }
    }
    for (size_t t = 0; t < test_tables()->count; t++) {
        const struct test_table *table = &test_tables()->at[t];
        for (unsigned flags = 0; flags < 2; flags++) {
            struct answer aabb = ask_floats("sphere_aabb", table, flags, sphere, box);
            struct answer obb = ask_floats("sphere_obb", table, flags, sphere, upright);
            compare("axes of the world", &aabb, &obb, 0x1p-17 * 6, sphere, box, box + 3);
            struct answer of_point = ask_floats("sphere_aabb", table, flags, sphere, point);
            struct answer of_ball = ask_floats("sphere_sphere", table, flags, sphere, ball);
            compare("a box of no size", &of_point, &of_ball, 0x1.4p-21 * 3, sphere, point, point);
            struct answer at_rest = ask_floats("sphere_sphere_sweep", table, flags, sphere, ball);
            compare("at rest", &of_ball, &at_rest, 0x1.8p-20 * 3, sphere, point, point);
            answer_free(&at_rest);
            answer_free(&aabb);
            answer_free(&obb);
            answer_free(&of_point);
            answer_free(&of_ball);
        }
    }
}

// Corners have integer coordinates, so that many points lie on faces, edges and corners.
Test(spheres, of_no_radius_are_points) {
    static float sphere[4][ITEMS], point[6][ITEMS], box[6][ITEMS], other[4][ITEMS];
    size_t hits = 0, same = 0, boundary = 0;
    for (size_t i = 0; i < ITEMS; i++) {
        struct random r = random_of(9, i);
        bool on_face = false;
        sphere[3][i] = i % 2 ? 0 : -0.0f;
        for (int c = 0; c < 3; c++) {
            sphere[c][i] = point[c][i] = point[3 + c][i] = (float)random_int(&r, -2, 2);
            other[c][i] = i % 3 ? sphere[c][i] : (float)random_int(&r, -2, 2);
            box[c][i] = (float)random_int(&r, -3, 0);
            box[3 + c][i] = box[c][i] + (float)random_int(&r, 0, 6);
            on_face = on_face || sphere[c][i] == box[c][i] || sphere[c][i] == box[3 + c][i];
        }
        boundary += on_face;
    }
    for (size_t t = 0; t < test_tables()->count; t++) {
        const struct test_table *table = &test_tables()->at[t];
        for (unsigned flags = 0; flags < 2; flags++) {
            struct answer got = ask_floats("sphere_aabb", table, flags, sphere, box);
            struct answer want = ask_floats("aabb_aabb", table, flags, point, box);
            struct answer two = ask_floats("sphere_sphere", table, flags, sphere, other);
            for (size_t i = 0; i < ITEMS; i++) {
                bool equal = true;
                for (int c = 0; c < 3; c++) equal = equal && sphere[c][i] == other[c][i];
                expect(answer_hit(&got, i) == answer_hit(&want, i), "item %zu of boxes", i);
                expect(answer_hit(&two, i) == equal, "item %zu of points", i);
                hits += answer_hit(&got, i);
                same += equal;
            }
            answer_free(&got);
            answer_free(&want);
            answer_free(&two);
        }
    }
    const size_t all = ITEMS * test_tables()->count * 2;
    expect(hits > all / 8 && hits < all / 2 && same > all / 2, "%zu hits, %zu the same", hits,
           same);
    expect(boundary > ITEMS / 3, "%zu on the boundary", boundary);
}

// Structures of five floats: spheres whose floats lie in a row, and spheres with one float moved
// behind the others. A NaN stands in its place.
Test(spheres, floats_out_of_order) {
    enum { FLOATS = 4, PLACES = 5 };
    static float dense[FLOATS][ITEMS], mixed[ITEMS][PLACES];
    for (size_t i = 0; i < ITEMS; i++) {
        struct random r = random_of(10, i);
        for (int k = 0; k < FLOATS; k++) dense[k][i] = fabsf(on_grid(&r, k < 3 ? 128 : 64));
    }
    const struct batch batch = {.c = case_named("sphere_sphere")};
    struct case_side plain = {.count = ITEMS}, one = {.count = ITEMS, .pick = lbx_one(7)};
    struct case_side strided = {.count = ITEMS, .stride = sizeof mixed[0]};
    for (int k = 0; k < FLOATS; k++) plain.at[k] = one.at[k] = dense[k];
    for (int behind = 0; behind <= FLOATS; behind++) {
        for (int k = 0; k < FLOATS; k++) {
            const int place = k == behind ? FLOATS : k;
            strided.at[k] = &mixed[0][place];
            for (size_t i = 0; i < ITEMS; i++) {
                if (k == behind) mixed[i][k] = NAN;
                mixed[i][place] = dense[k][i];
            }
        }
        for (size_t t = 0; t < test_tables()->count; t++) {
            struct question q = {&batch, &test_tables()->at[t], {&plain, &one}, ITEMS, 0,
                                 true,   "out of order"};
            struct answer want = ask(&q);
            q.side[0] = &strided;
            struct answer got = ask(&q);
            expect_same(&q, &got, &want);
            answer_free(&want);
            answer_free(&got);
        }
    }
}
