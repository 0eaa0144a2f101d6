// SPDX-License-Identifier: MIT
#include "symmetry.h"

#include <math.h>
#include <stdlib.h>

#include "answer.h"
#include "harness.h"

static void item_of(const struct batch *batch, size_t i, float x[2][CASE_FLOATS_MAX]) {
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < batch->side[s].floats; k++) x[s][k] = batch->side[s].at[k][i];
    }
}

static void put_item(struct batch *batch, size_t i, float x[2][CASE_FLOATS_MAX]) {
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < batch->side[s].floats; k++) batch->side[s].at[k][i] = x[s][k];
    }
}

// Asks for all n items of a batch. `way` holds the flags, plus 2 for the verdicts alone.
static struct answer ask_batch(const struct batch *batch, const struct test_table *table, size_t n,
                               unsigned way, const char *what) {
    const struct case_side a = dense_side(&batch->side[0]), b = dense_side(&batch->side[1]);
    const struct question q = {batch, table, {&a, &b}, n, way & 1, way & 2, what};
    return ask(&q);
}

// Also makes both zeros the same.
static void scale_outputs(struct answer *answer, int stretch) {
    for (unsigned k = 0; k < answer->outputs; k++) {
        for (size_t i = 0; i < answer->n; i++)
            answer->out[k][i] = ldexpf(answer->out[k][i], stretch) + 0.0f;
    }
}

void expect_alike(const struct lbx_case *c, const char *what, change_item *change, int stretch) {
    enum { ITEMS = 1003 };
    // Not the whole range: floats that underflow there no longer do once they are scaled up.
    for (enum scene scene = 0; scene < SCENE_WHOLE_RANGE; scene++) {
        struct batch plain = batch_fill(c, 21, scene, ITEMS);
        struct batch changed = batch_fill(c, 21, scene, ITEMS);
        for (size_t i = 0; i < ITEMS; i++) {
            float x[2][CASE_FLOATS_MAX];
            item_of(&plain, i, x);
            change(x[0], x[1]);
            put_item(&changed, i, x);
        }
        const struct case_side a = dense_side(&changed.side[0]), b = dense_side(&changed.side[1]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            const struct test_table *table = &test_tables()->at[t];
            for (unsigned way = 0; way < 4; way++) {
                struct answer want = ask_batch(&plain, table, ITEMS, way, what);
                struct answer got = ask_batch(&changed, table, ITEMS, way, what);
                scale_outputs(&want, stretch);
                scale_outputs(&got, 0);
                const struct question q = {&changed, table,   {&a, &b}, ITEMS,
                                           way & 1,  way & 2, what};
                expect_same(&q, &got, &want);
                answer_free(&want);
                answer_free(&got);
            }
        }
        batch_free(&plain);
        batch_free(&changed);
    }
}

static struct batch converted(const struct batch *from, size_t n, const struct asked *asked) {
    struct batch batch = batch_fill(asked->c, from->seed, from->scene, n);
    for (size_t i = 0; i < n && asked->convert; i++) {
        float x[2][CASE_FLOATS_MAX], y[2][CASE_FLOATS_MAX];
        item_of(from, i, x);
        asked->convert(x[0], x[1], y[0], y[1]);
        put_item(&batch, i, y);
    }
    return batch;
}

void expect_nested(const char *what, const struct lbx_case *c, enum scene scene,
                   const struct asked asked[3], ptrdiff_t between) {
    enum { ITEMS = 1003 };
    struct batch given = batch_fill(c, 5, scene, ITEMS), batch[3];
    for (int k = 0; k < 3; k++) batch[k] = converted(&given, ITEMS, &asked[k]);
    for (size_t t = 0; t < test_tables()->count; t++) {
        const struct test_table *table = &test_tables()->at[t];
        for (unsigned flags = 0; flags < 2; flags++) {
            struct answer answer[3];
            for (int k = 0; k < 3; k++) answer[k] = ask_batch(&batch[k], table, ITEMS, flags, what);
            for (size_t i = 0; i < ITEMS; i++) {
                const bool first = answer_hit(&answer[0], i), second = answer_hit(&answer[1], i),
                           third = answer_hit(&answer[2], i);
                expect(first <= second && second <= third, "%s, %s, scene %s, item %zu: %d %d %d",
                       what, table->name, scene_names[scene], i, first, second, third);
            }
            expect(answer[2].found - answer[0].found <= between, "%s: %td and %td hit", what,
                   answer[0].found, answer[2].found);
            for (int k = 0; k < 3; k++) answer_free(&answer[k]);
        }
    }
    for (int k = 0; k < 3; k++) batch_free(&batch[k]);
    batch_free(&given);
}
