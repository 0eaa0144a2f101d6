// SPDX-License-Identifier: MIT
// The second look at triangles against the exact oracle: triangles that touch are never APART, and
// others are OVERLAPPING only if they are closer than stated.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "harness.h"
#include "known.h"
#include "oracle.h"

enum { ITEMS = 2000, SEEDS = 6 };

static double extents_of(const float x[9]) {
    double most = 0;
    for (int k = 0; k < 9; k++) {
        for (int v = 0; v < 3; v++)
            most = fmax(most, fabs((double)x[k] - (double)x[3 * v + k % 3]));
    }
    return most;
}

Test(oracle_triangles, second_look) {
    const struct oracle *const oracle = oracle_of("triangle_triangle");
    int decided[2] = {0, 0};
    for (enum scene scene = 0; scene < SCENE_WHOLE_RANGE; scene++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            struct batch batch = batch_fill(case_named("triangle_triangle"), seed, scene, ITEMS);
            uint8_t classes[ITEMS], before[ITEMS];
            lbx_triangles view[2];
            for (int s = 0; s < 2; s++) {
                view[s] = (lbx_triangles){.count = ITEMS};
                for (int k = 0; k < 9; k++) view[s].vertex[k / 3][k % 3] = batch.side[s].at[k];
            }
            expect(lbx_triangle_triangle_classify(&view[0], &view[1], ITEMS, 0, before) >= 0,
                   "classes");
            memcpy(classes, before, sizeof classes);
            expect(lbx_triangle_triangle_resolve(&view[0], &view[1], ITEMS, classes) >= 0,
                   "resolved");
            for (int i = 0; i < ITEMS; i++) {
                float x[2][9];
                for (int k = 0; k < 18; k++) x[k / 9][k % 9] = batch.side[k / 9].at[k % 9][i];
                if (before[i] != LBX_UNDECIDED) {
                    expect(classes[i] == before[i], "a class that was certain");
                    continue;
                }
                const struct exact exact = oracle->answer(x[0], x[1]);
                const double s = extents_of(x[0]) + extents_of(x[1]);
                expect(classes[i] == LBX_OVERLAPPING || !exact.hit, "%s, item %d: lost",
                       scene_names[scene], i);
                expect(classes[i] == LBX_APART || exact.margin >= -0x1p-22 * s,
                       "%s, item %d: %g apart, of %g", scene_names[scene], i, -exact.margin, s);
                decided[exact.hit]++;
            }
            batch_free(&batch);
        }
    }
    expect(decided[0] > 5000 && decided[1] > 5000, "%d and %d", decided[0], decided[1]);
}
