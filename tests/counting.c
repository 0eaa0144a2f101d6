// SPDX-License-Identifier: MIT
// What the counting lanes count; their answers equal those of plain C.
#include <string.h>

#include "answer.h"
#include "counted.h"
#include "harness.h"
#include "known.h"

static void expect_count(const char *name, struct operations got, struct operations want) {
    expect(got.multiplies == want.multiplies && got.adds == want.adds && got.others == want.others,
           "%s: %u, %u, %u, not %u, %u, %u", name, got.multiplies, got.adds, got.others,
           want.multiplies, want.adds, want.others);
}

static struct operations times(struct operations one, unsigned n) {
    return (struct operations){one.multiplies * n, one.adds * n, one.others * n};
}

// Counted by hand.
Test(counting, known) {
    // Six comparisons and five ors, and two maxima for the empty box.
    expect_count("boxes", count_case(case_named("aabb_aabb"), 1, NULL),
                 (struct operations){.adds = 8, .others = 5});
    // Constants are not negated again for each item. Three exchanges are six blends.
    expect_count("rays", count_case(case_named("ray_aabb"), 1, NULL),
                 (struct operations){.multiplies = 13, .adds = 14, .others = 6});
    // An early out would have skipped nine of the 15 axes. There are 24 magnitudes: of the nine
    // elements of the rotation, and of s on every axis.
    expect_count("oriented boxes", count_case(case_named("obb_obb"), 1, NULL),
                 (struct operations){.multiplies = 118, .adds = 125, .others = 24});
    // The magnitudes of the edges are written twice in the source, and computed once.
    expect_count("triangles", count_case(case_named("triangle_aabb"), 1, NULL),
                 (struct operations){.multiplies = 72, .adds = 144, .others = 46});
}

Test(counting, every_item_costs_the_same) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        const struct operations one = count_case(c, 1, NULL);
        expect(one.adds > 0, "%s", c->name);
        for (unsigned n = 2; n <= COUNTED_MAX; n++) {
            size_t hits;
            expect_count(c->name, count_case(c, n, &hits), times(one, n));
            expect(hits == n, "%s: %zu of %u hit", c->name, hits, n);
        }
    }
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct operations one = count_conversion(conversions[k], 1);
        expect(one.adds > 0, "%s", conversions[k]->name);
        for (unsigned n = 2; n <= COUNTED_MAX; n++)
            expect_count(conversions[k]->name, count_conversion(conversions[k], n), times(one, n));
    }
}

Test(counting, answers) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        for (enum scene scene = 0; scene < SCENES; scene++) {
            struct batch batch = batch_fill(lbx_cases[k], 41, scene, COUNTED_MAX);
            const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
            struct question q = {.batch = &batch,
                                 .table = &test_tables()->at[0],
                                 .side = {&a, &b},
                                 .n = COUNTED_MAX,
                                 .flags = LBX_REPRODUCIBLE,
                                 .what = "counted"};
            struct answer want = ask(&q);
            q.table = &table_counting;
            counting_start();
            struct answer got = ask(&q);
            expect_same(&q, &got, &want);
            answer_free(&want);
            answer_free(&got);
            batch_free(&batch);
        }
    }
}
