// SPDX-License-Identifier: MIT
#include "doubles_proof.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "oracle/doubles.h"
#include "tables.h"

void doubles_prove(struct doubles_tally *tally, enum doubles_scene scene, uint64_t seed, size_t n) {
    static struct doubles boxes;
    static struct rounded first, other;
    const struct test_tables *tables = test_tables();
    doubles_fill(&boxes, scene, seed, n);
    const lbx_aabbs_f64 view = doubles_view(&boxes);
    for (size_t t = 0; t < tables->count; t++) {
        struct rounded *const got = t ? &other : &first;
        const lbx_aabbs_out out = rounded_out(got, n);
        if (tables->at[t].emulated) continue; // no table holds this conversion
        table_use(&tables->at[t]);
        const ptrdiff_t done = lbx_aabbs_from_doubles(&view, boxes.origin, n, &out);
        expect(done == (ptrdiff_t)n, "%td", done);
        for (int k = 0; k < CORNERS && t; k++)
            tally->differ += memcmp(other.at[k], first.at[k], n * sizeof(float)) != 0;
    }
    tally->elements += n;
    for (size_t i = 0; i < n; i++) {
        bool holds = true;
        for (int k = 0; k < CORNERS; k++) {
            const double x = boxes.at[k][i], origin = boxes.origin[k % 3];
            const float got = first.at[k][i];
            tally->between += k < 3 && first.at[k][i] != (float)(x - origin);
            if (exact_is_rounded(x, origin, k >= 3, got)) continue;
            if (holds && tally->broken++ == 0)
                snprintf(tally->first_broken, sizeof tally->first_broken,
                         "%s, seed %llu, item %zu, face %d: %a - %a became %a",
                         doubles_names[scene], (unsigned long long)seed, i, k, x, origin,
                         (double)got);
            holds = false;
        }
    }
}
