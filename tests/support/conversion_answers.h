// SPDX-License-Identifier: MIT
// Shared by the tests of conversions: the answers of a table.
#ifndef LBX_CONVERSION_ANSWERS_H
#define LBX_CONVERSION_ANSWERS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "conversions.h"
#include "harness.h"
#include "tables.h"

enum { UNTOUCHED = 0xa5 };

static inline bool same_float(float a, float b) { // any two NaNs are the same
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

// How floats are arranged in the structures that are written.
enum target_order {
    ORDER_TIGHT,
    ORDER_PADDED,   // a hole after every three floats
    ORDER_REVERSED, // the last float first
    TARGET_ORDERS
};

// Sets each float's offset in bytes from the lowest float, and returns the highest offset.
static inline size_t target_offsets(enum target_order order, unsigned floats, size_t offset[]) {
    size_t last = 0;
    for (unsigned k = 0; k < floats; k++) {
        offset[k] = 4 * (order == ORDER_TIGHT    ? k
                         : order == ORDER_PADDED ? k + k / 3
                                                 : floats - 1 - k);
        last = offset[k] > last ? offset[k] : last;
    }
    return last;
}

// Puts the elements of the first view, which are dense, where the target's will be written.
static inline void put_in_place(const struct case_target *target, size_t step, unsigned floats,
                                const float *const dense[], size_t n, struct case_side *side) {
    *side = (struct case_side){.count = n, .stride = target->stride};
    for (unsigned k = 0; k < floats; k++) {
        side->at[k] = target->at[k];
        for (size_t i = 0; i < n; i++)
            memcpy((char *)target->at[k] + i * step, &dense[k][i], sizeof(float));
    }
}

// The answers of a table over dense arrays.
struct answers {
    size_t n;
    float *at[CASE_FLOATS_MAX];
};

static inline void answers_free(struct answers *answers) {
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) free(answers->at[k]);
}

static inline struct answers convert_dense(const struct conversion *c,
                                           const struct test_table *table,
                                           const struct case_side side[2], size_t n) {
    struct answers answers = {.n = n};
    struct case_target out = {.count = n};
    for (unsigned k = 0; k < c->out_floats; k++) {
        answers.at[k] = malloc((n + 1) * sizeof(float));
        expect(answers.at[k], "%zu floats", n);
        memset(answers.at[k], UNTOUCHED, (n + 1) * sizeof(float));
        out.at[k] = answers.at[k];
    }
    table_use(table);
    const ptrdiff_t done = c->call(&side[0], &side[1], n, &out);
    expect(done == (ptrdiff_t)n, "%s %s: %td of %zu", c->name, table->name, done, n);
    return answers;
}

static inline void expect_floats(const struct conversion *c, const char *table, const char *what,
                                 const struct answers *got, const struct answers *want) {
    for (unsigned k = 0; k < c->out_floats; k++) {
        for (size_t i = 0; i < want->n; i++) {
            expect(same_float(got->at[k][i], want->at[k][i]),
                   "%s %s, %s: float %u of item %zu of %zu: %a, not %a", c->name, table, what, k, i,
                   want->n, (double)got->at[k][i], (double)want->at[k][i]);
        }
    }
}

#endif
