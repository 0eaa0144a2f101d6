// SPDX-License-Identifier: MIT
// The classes of lbx_frustum_aabb, _obb and _sphere judged by exact ones: OUTSIDE and INSIDE are
// certain, and INTERSECTING is reported needlessly only within the stated bound.
#include <float.h>
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "frustum.h"
#include "harness.h"
#include "tables.h"

#ifndef SEEDS // of the whole test
#define SEEDS 12
#endif

// By how much an item may be too small for its class, rounded up to a float.
static float bound_of(enum seen_shape shape, const lbx_frustum *f, const float item[]) {
    double sum = 0, wide = 0;
    for (int c = 0; c < 3; c++) {
        const double from_eye = fabs((double)item[c] - f->eye[c]);
        sum += shape == SEEN_AABBS ? fmax(from_eye, fabs((double)item[3 + c] - f->eye[c]))
                                   : from_eye + (shape == SEEN_OBBS ? item[3 + c] : 0);
    }
    if (shape == SEEN_SPHERES) sum += item[3];
    for (int k = 0; k < 2 && f->parallel != 0; k++)
        wide += fabs((double)f->low[k]) + fabs((double)f->high[k]);
    return nextafterf((float)(0x1p-19 * sum + 0x1p-46 * wide + 0x1p-60), INFINITY);
}

// The classes that are right, a bit each.
static unsigned right_classes(enum seen_shape shape, const lbx_frustum *f, const float item[]) {
    const struct exact_seen now = exact_seen_item(shape, f, item, 0);
    const struct exact_seen grown = exact_seen_item(shape, f, item, bound_of(shape, f, item));
    unsigned right = now.outside ? 1 << LBX_OUTSIDE : 0;
    if (now.inside) right |= 1 << LBX_INSIDE;
    if (!grown.outside && !grown.inside) right |= 1 << LBX_INTERSECTING;
    return right;
}

static bool is_marked(const uint8_t *mask, size_t i) {
    return mask[i / 8] >> i % 8 & 1;
}

// The right classes of each pair; all of them where nothing is promised.
static void judge(const struct frusta *made, uint8_t right[SCENE_FRUSTA][SCENE_SEEN]) {
    uint8_t bad_frusta[1], bad_items[SCENE_SEEN / 8 + 1];
    const lbx_frustums frusta = lbx_frustums_of(made->frustum, SCENE_FRUSTA);
    const struct seen_items items = scene_items(made);
    expect(lbx_frustums_check(&frusta, SCENE_FRUSTA, bad_frusta) >= 0, "checked");
    expect(seen_check(&items, SCENE_SEEN, bad_items) >= 0, "checked");
    const unsigned floats = seen_floats(made->shape);
    for (size_t i = 0; i < SCENE_SEEN; i++) {
        float item[SEEN_FLOATS_MAX], most = 0;
        for (unsigned k = 0; k < floats; k++) {
            item[k] = made->item[k][i];
            most = fmaxf(most, fabsf(item[k]));
        }
        for (size_t k = 0; k < SCENE_FRUSTA; k++) {
            const bool promised =
                !is_marked(bad_frusta, k) && !is_marked(bad_items, i) && most <= 0x1p60f;
            right[k][i] =
                promised ? (uint8_t)right_classes(made->shape, &made->frustum[k], item) : UINT8_MAX;
        }
    }
}

static void expect_right(enum seen_shape shape) {
    static struct frusta made;
    static uint8_t right[SCENE_FRUSTA][SCENE_SEEN], classes[SCENE_FRUSTA][SCENE_SEEN];
    const struct test_tables *const tables = test_tables();
    size_t counts[4] = {0};
    for (enum scene scene = 0; scene < SCENES; scene++) {
        for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 2 : SEEDS); seed++) {
            scene_frusta(&made, shape, scene, seed);
            judge(&made, right);
            const lbx_frustums frusta = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
            const struct seen_items items = scene_items(&made);
            for (unsigned way = 0; way < 2 * tables->count; way++) {
                const struct test_table *const table = &tables->at[way / 2];
                table_use(table);
                expect(seen_from(&frusta, SCENE_FRUSTA, &items, SCENE_SEEN, way % 2, classes[0]) >=
                           0,
                       "asked");
                for (size_t k = 0; k < SCENE_FRUSTA; k++) {
                    for (size_t i = 0; i < SCENE_SEEN; i++) {
                        const unsigned class = classes[k][i];
                        expect(class < 4 && right[k][i] >> class & 1,
                               "%s, %s, scene %s, seed %d, frustum %zu, item %zu, flags %u: class "
                               "%u, right are %x",
                               seen_test(shape), table->name, scene_names[scene], (int)seed, k, i,
                               way % 2, class, right[k][i]);
                        counts[class]++;
                    }
                }
            }
        }
    }
    expect(counts[LBX_OUTSIDE] && counts[LBX_INSIDE] && counts[LBX_INTERSECTING], "all classes");
}

Test(oracle_frustum_aabb, classes_are_right) {
    expect_right(SEEN_AABBS);
}

Test(oracle_frustum_obb, classes_are_right) {
    expect_right(SEEN_OBBS);
}

Test(oracle_frustum_sphere, classes_are_right) {
    expect_right(SEEN_SPHERES);
}

// Spheres beside an edge, so far from the eye that what double rounds exceeds an ulp of their
// radii.
Test(oracle_frustum_sphere, far_away) {
    const struct test_tables *const tables = test_tables();
    struct random r = random_of(1, 0);
    size_t touching = 0;
    for (int k = 0; k < 3000; k++) {
        const double slope = random_between(&r, .5, 1), rise = random_between(&r, 0x1p-41, 0x1p-40);
        const lbx_frustum f = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                               .low = {-1, -1},
                               .high = {(float)slope, (float)rise},
                               .z_near = 1,
                               .z_far = 0x1p50f};
        const double z = random_between(&r, 0x1p40, 0x1p41);
        const double x = random_between(&r, 0x1p17, 0x1p19), y = random_between(&r, 0x1p16, 0x1p18);
        float sphere[4] = {(float)(slope * z + x), (float)y, (float)z, 0};
        // How far its center is from the edge, and the float next to that from above.
        const double at[3] = {f.high[0], f.high[1], 1}, c[3] = {sphere[0], sphere[1], sphere[2]};
        const double t = (at[0] * c[0] + at[1] * c[1] + c[2]) / (at[0] * at[0] + at[1] * at[1] + 1);
        const double away[3] = {c[0] - t * at[0], c[1] - t * at[1], c[2] - t};
        sphere[3] = (float)sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
        const struct exact_seen seen = exact_seen_item(SEEN_SPHERES, &f, sphere, 0);
        touching += !seen.outside;
        const float *const arrays[] = {sphere, sphere + 1, sphere + 2, sphere + 3};
        const struct seen_items items = seen_items_of(SEEN_SPHERES, arrays, 1, 0, lbx_from(0));
        const lbx_frustums one = lbx_frustums_of(&f, 1);
        for (size_t way = 0; way < tables->count && !seen.outside; way++) {
            table_use(&tables->at[way]);
            expect(seen_from(&one, 1, &items, 1, 0, NULL) == 1, "%s: sphere %d",
                   tables->at[way].name, k);
        }
    }
    expect(touching > 500, "%zu touch", touching);
}
