// SPDX-License-Identifier: MIT
// Under LBX_REPRODUCIBLE the answers to a fixed set are the same bits from every compiler, at every
// optimisation and on every machine: one hash a kernel, written in its case.
#include <math.h>

#include "answer.h"
#include "conversions.h"
#include "harness.h"

#define HASH_START UINT64_C(0xcbf29ce484222325)

enum { ITEMS = 1003, SEEDS = 4 };

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) { // FNV-1a
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t hash_answers(const struct lbx_case *c, const struct test_table *table) {
    uint64_t hash = HASH_START;
    for (enum scene scene = 0; scene < SCENES; scene++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            struct batch batch = batch_fill(c, seed, scene, ITEMS);
            const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
            const struct question q = {.batch = &batch,
                                       .table = table,
                                       .side = {&a, &b},
                                       .n = ITEMS,
                                       .flags = LBX_REPRODUCIBLE,
                                       .what = "pinned"};
            struct answer answer = ask(&q);
            hash = hash_bytes(hash, answer.hits, case_bytes(c, ITEMS));
            for (unsigned k = 0; k < c->outputs; k++) {
                hash = hash_bytes(hash, answer.out[k], ITEMS * sizeof *answer.out[k]);
            }
            answer_free(&answer);
            batch_free(&batch);
        }
    }
    return hash;
}

Test(pinned, answers) {
    const struct test_tables *tables = test_tables();
    for (size_t k = 0; k < lbx_case_count; k++) {
        for (size_t t = 0; t < tables->count; t++) {
            const uint64_t hash = hash_answers(lbx_cases[k], &tables->at[t]);
            expect(hash == lbx_cases[k]->pinned, "%s, table %s: 0x%016llx", lbx_cases[k]->name,
                   tables->at[t].name, (unsigned long long)hash);
        }
    }
}

static uint64_t hash_conversion(const struct conversion *c, const struct test_table *table) {
    static float written[CASE_FLOATS_MAX][ITEMS];
    uint64_t hash = HASH_START;
    struct case_target out = {.count = ITEMS};
    for (unsigned k = 0; k < c->out_floats; k++) out.at[k] = written[k];
    lbx_table_use(table->table);
    for (enum scene scene = 0; scene < SCENES; scene++) {
        struct conversion_batch batch = conversion_fill(c, 1, scene, ITEMS);
        const struct case_side side[2] = {conversion_side(&batch, 0), conversion_side(&batch, 1)};
        expect(c->call(&side[0], &side[1], ITEMS, &out) == ITEMS, "%s", c->name);
        for (unsigned k = 0; k < c->out_floats; k++) {
            for (size_t i = 0; i < ITEMS; i++) // which NaN it is, is left open
                written[k][i] = isnan(written[k][i]) ? 1 : written[k][i];
            hash = hash_bytes(hash, written[k], sizeof written[k]);
        }
        conversion_free(&batch);
    }
    return hash;
}

Test(pinned, conversions) {
    const struct test_tables *tables = test_tables();
    for (size_t k = 0; k < CONVERSIONS; k++) {
        for (size_t t = 0; t < tables->count; t++) {
            const uint64_t hash = hash_conversion(conversions[k], &tables->at[t]);
            expect(hash == conversions[k]->pinned, "%s, table %s: 0x%016llx", conversions[k]->name,
                   tables->at[t].name, (unsigned long long)hash);
        }
    }
}
