// SPDX-License-Identifier: MIT
// The promises of the conversions, each on 100,000 elements.
#include "answer.h"
#include "conversion_proof.h"
#include "harness.h"
#include "known.h"
#include "oracle/oracle.h"

enum { ITEMS = 1000, SEEDS = 10 };

// Checks the promise of a conversion. The worst error must be at least `seen`, as a part of the
// bound, so that the bound means something.
static void claim(unsigned which, double seen) {
    const struct conversion *c = conversions[which];
    static struct conversion_tally tally;
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            conversion_prove(&tally, c, scene, seed, ITEMS, true);
    }
    expect(tally.broken == 0, "%llu times, first: %s", (unsigned long long)tally.broken,
           tally.first_broken);
    expect(tally.differ == 0, "%s: %llu differ", c->name, (unsigned long long)tally.differ);
    expect(tally.elements >= 100000 && tally.worst >= seen, "%s: the worst %g", c->name,
           tally.worst);
}

Test(claims_conversions, aabbs_from_obbs) {
    claim(0, .4);
}

Test(claims_conversions, aabbs_from_triangles) {
    claim(1, 0);
}

Test(claims_conversions, spheres_from_obbs) {
    claim(2, .4);
}

Test(claims_conversions, obbs_transform) {
    claim(3, .2);
}

Test(claims_conversions, point_triangle) {
    claim(4, .02);
}

Test(claims_conversions, aabbs_from_capsules) {
    claim(5, .3);
}

Test(claims_conversions, capsules_transform) {
    claim(6, .2);
}

Test(claims_conversions, triangle_triangle_distance) {
    claim(7, .3);
}

Test(claims_conversions, obb_obb_depth) {
    claim(8, .3);
}

// A broad phase relies on this: if oriented boxes touch, the axis-aligned boxes around them touch.
Test(claims_conversions, what_touches_still_does) {
    const struct lbx_case *c = case_named("obb_obb");
    static float box[2][6][ITEMS];
    size_t apart = 0;
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        struct batch batch = batch_fill(c, 31, scene, ITEMS);
        for (size_t t = 0; t < test_tables()->count; t++) {
            lbx_aabbs boxes[2];
            table_use(&test_tables()->at[t]);
            for (int s = 0; s < 2; s++) {
                const struct case_side from = dense_side(&batch.side[s]);
                struct case_target to = {.count = ITEMS};
                boxes[s] = (lbx_aabbs){.count = ITEMS};
                for (int k = 0; k < 6; k++) to.at[k] = box[s][k];
                expect(conversions[0]->call(&from, NULL, ITEMS, &to) == ITEMS, "boxes");
                for (int k = 0; k < 3; k++) {
                    boxes[s].min[k] = box[s][k];
                    boxes[s].max[k] = box[s][3 + k];
                }
            }
            uint8_t hits[ITEMS / 8];
            expect(lbx_aabb_aabb(&boxes[0], &boxes[1], ITEMS, 0, hits) >= 0, "asked");
            for (size_t i = 0; i < ITEMS; i++) {
                float x[2][CASE_FLOATS_MAX];
                for (int k = 0; k < 15; k++) {
                    x[0][k] = batch.side[0].at[k][i];
                    x[1][k] = batch.side[1].at[k][i];
                }
                if (hits[i / 8] >> i % 8 & 1) continue;
                apart += t == 0;
                expect(!oracle_of(c->name)->answer(x[0], x[1]).hit, "scene %s, item %zu is lost",
                       scene_names[scene], i);
            }
        }
        batch_free(&batch);
    }
    expect(apart > ITEMS, "%zu are apart", apart);
}
