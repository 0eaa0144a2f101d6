// SPDX-License-Identifier: MIT
// The classes of lbx_frustum_aabb judged by exact ones: OUTSIDE and INSIDE are certain, and
// INTERSECTING is reported needlessly only within the stated bound.
#include <float.h>
#include <math.h>
#include <string.h>

#include "frustum.h"
#include "harness.h"
#include "tables.h"
#include "tests/scenes/frustums.h"

// By how much a box may be too small for its class, rounded up to a float.
static float bound_of(const lbx_frustum *f, const float box[6]) {
    double sum = 0, wide = 0;
    for (int c = 0; c < 3; c++)
        sum += fmax(fabs((double)box[c] - f->eye[c]), fabs((double)box[3 + c] - f->eye[c]));
    for (int k = 0; k < 2 && f->parallel != 0; k++)
        wide += fabs((double)f->low[k]) + fabs((double)f->high[k]);
    return nextafterf((float)(0x1p-19 * sum + 0x1p-46 * wide + 0x1p-60), INFINITY);
}

// The classes that are right, a bit each.
static unsigned right_classes(const lbx_frustum *f, const float box[6]) {
    const struct exact_seen now = exact_seen_aabb(f, box, 0);
    const struct exact_seen grown = exact_seen_aabb(f, box, bound_of(f, box));
    unsigned right = now.outside ? 1 << LBX_OUTSIDE : 0;
    if (now.inside) right |= 1 << LBX_INSIDE;
    if (!grown.outside && !grown.inside) right |= 1 << LBX_INTERSECTING;
    return right;
}

static bool is_marked(const uint8_t *mask, size_t i) {
    return mask[i / 8] >> i % 8 & 1;
}

// The right classes of each pair; all of them where nothing is promised.
static void judge(const struct frusta *made, uint8_t right[SCENE_FRUSTA][SCENE_BOXES]) {
    uint8_t bad_frusta[1], bad_boxes[SCENE_BOXES / 8 + 1];
    const lbx_frustums frusta = lbx_frustums_of(made->frustum, SCENE_FRUSTA);
    const lbx_aabbs boxes = boxes_of(made);
    expect(lbx_frustums_check(&frusta, SCENE_FRUSTA, bad_frusta) >= 0, "checked");
    expect(lbx_aabbs_check(&boxes, SCENE_BOXES, bad_boxes) >= 0, "checked");
    for (size_t k = 0; k < SCENE_FRUSTA; k++) {
        for (size_t i = 0; i < SCENE_BOXES; i++) {
            float box[6], most = 0;
            for (int c = 0; c < 6; c++) {
                box[c] = made->box[c][i];
                most = fmaxf(most, fabsf(box[c]));
            }
            const bool promised =
                !is_marked(bad_frusta, k) && !is_marked(bad_boxes, i) && most <= 0x1p60f;
            right[k][i] = promised ? (uint8_t)right_classes(&made->frustum[k], box) : UINT8_MAX;
        }
    }
}

Test(oracle_frustum_aabb, classes_are_right) {
    static struct frusta made;
    static uint8_t right[SCENE_FRUSTA][SCENE_BOXES], classes[SCENE_FRUSTA][SCENE_BOXES];
    const struct test_tables *const tables = test_tables();
    size_t counts[4] = {0};
    for (enum scene scene = 0; scene < SCENES; scene++) {
        for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 2 : 12); seed++) {
            scene_frusta(&made, scene, seed);
            judge(&made, right);
            const lbx_frustums frusta = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
            const lbx_aabbs boxes = boxes_of(&made);
            for (unsigned way = 0; way < 2 * tables->count; way++) {
                const struct test_table *const table = &tables->at[way / 2];
                table_use(table);
                expect(lbx_frustum_aabb(&frusta, SCENE_FRUSTA, &boxes, SCENE_BOXES, way % 2,
                                        classes[0]) >= 0,
                       "asked");
                for (size_t k = 0; k < SCENE_FRUSTA; k++) {
                    for (size_t i = 0; i < SCENE_BOXES; i++) {
                        const unsigned class = classes[k][i];
                        expect(class < 4 && right[k][i] >> class & 1,
                               "%s, scene %s, seed %d, frustum %zu, box %zu, flags %u: class %u, "
                               "right are %x",
                               table->name, scene_names[scene], (int)seed, k, i, way % 2, class,
                               right[k][i]);
                        counts[class]++;
                    }
                }
            }
        }
    }
    expect(counts[LBX_OUTSIDE] && counts[LBX_INSIDE] && counts[LBX_INTERSECTING], "all classes");
}
