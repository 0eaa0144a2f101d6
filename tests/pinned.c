// SPDX-License-Identifier: MIT
// Under LBX_REPRODUCIBLE the answers to a fixed set are the same bits from every compiler, at every
// optimisation and on every machine: one hash a kernel, written in its case.
#include "answer.h"
#include "harness.h"

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) { // FNV-1a
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t hash_answers(const struct lbx_case *c, const struct test_table *table) {
    enum { ITEMS = 1003, SEEDS = 4 };
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
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
