// SPDX-License-Identifier: MIT
#include "conversion_proof.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "oracle/conversions.h"
#include "tables.h"

enum { ITEMS_MAX = 1000 };

static void describe(struct conversion_tally *tally, const struct conversion *c, const char *table,
                     const float x[2][CASE_FLOATS_MAX], const float got[], double part) {
    const size_t size = sizeof tally->first_broken;
    char *text = tally->first_broken;
    size_t at = (size_t)snprintf(text, size, "%s %s: %g of the bound", c->name, table, part);
    for (unsigned v = 0; v < c->views; v++) {
        at += (size_t)snprintf(text + at, size - at, "\n    read:");
        for (unsigned k = 0; k < c->floats[v]; k++)
            at += (size_t)snprintf(text + at, size - at, " %a", (double)x[v][k]);
    }
    at += (size_t)snprintf(text + at, size - at, "\n    written:");
    for (unsigned k = 0; k < c->out_floats; k++)
        at += (size_t)snprintf(text + at, size - at, " %a", (double)got[k]);
}

void conversion_prove(struct conversion_tally *tally, const struct conversion *c, enum scene scene,
                      uint64_t seed, size_t n, bool emulated) {
    static float written[2][CASE_FLOATS_MAX][ITEMS_MAX];
    const struct test_tables *tables = test_tables();
    conversion_judge *judge = conversion_judge_of(c->name);
    expect(judge && n <= ITEMS_MAX && scene != SCENE_HOSTILE, "%s", c->name);
    struct conversion_batch batch = conversion_fill(c, seed, scene, n);
    const struct case_side side[2] = {conversion_side(&batch, 0), conversion_side(&batch, 1)};
    for (size_t t = 0; t < tables->count; t++) {
        if (tables->at[t].emulated && !emulated) continue;
        struct case_target out = {.count = n};
        for (unsigned k = 0; k < c->out_floats; k++) out.at[k] = written[t > 0][k];
        table_use(&tables->at[t]);
        const ptrdiff_t done = c->call(&side[0], &side[1], n, &out);
        expect(done == (ptrdiff_t)n, "%s: %td", c->name, done);
        for (size_t i = 0; i < n; i++) {
            float x[2][CASE_FLOATS_MAX], got[CASE_FLOATS_MAX];
            bool same = true;
            for (unsigned k = 0; k < c->out_floats; k++) {
                got[k] = out.at[k][i];
                same = same && memcmp(&got[k], &written[0][k][i], sizeof *got) == 0;
            }
            tally->differ += !same;
            if (same && t > 0) continue; // already judged
            for (unsigned v = 0; v < c->views; v++) {
                for (unsigned k = 0; k < c->floats[v]; k++) x[v][k] = batch.at[v][k][i];
            }
            const double part = judge(x[0], x[1], got);
            if (!(part <= tally->worst)) tally->worst = part;
            if (!(part <= 1) && tally->broken++ == 0)
                describe(tally, c, tables->at[t].name, (const float(*)[CASE_FLOATS_MAX])x, got,
                         part);
        }
    }
    tally->elements += n;
    conversion_free(&batch);
}
