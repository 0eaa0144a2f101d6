// SPDX-License-Identifier: MIT
#include "known.h"

#include <math.h>
#include <string.h>

#include "answer.h"
#include "harness.h"

enum { COPIES = 37 };

const struct lbx_case *case_named(const char *name) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        if (strcmp(lbx_cases[k]->name, name) == 0) return lbx_cases[k];
    }
    test_fail(__FILE__, __LINE__, "a case", "no case %s", name);
}

// Whether an output is right. A negative tolerance stands for that of t: within a relative 2^-20,
// and a last t not below the exact one.
static bool output_right(double got, double want, unsigned k, double tolerance) {
    if (tolerance >= 0) return fabs(got - want) <= tolerance;
    return k == 0 ? fabs(got - want) <= 0x1p-20 * fabs(want)
                  : got >= want && got <= want * (1 + 0x1p-20);
}

// A known answer: a class, or a verdict and perhaps outputs.
struct known {
    bool classed, hit;
    unsigned said;
    const double *out;
    double tolerance;
};

static void judge(const struct question *q, const struct answer *answer,
                  const struct known *known) {
    const bool hit = known->hit;
    const double *const out = known->out, tolerance = known->tolerance;
    const struct lbx_case *c = q->batch->c;
    for (size_t i = 0; i < q->n; i++) {
        if (known->classed) {
            if (answer->hits[i] != known->said) fail_item(q, i, answer, NULL, "wrong class");
            continue;
        }
        if (answer_hit(answer, i) != hit) fail_item(q, i, answer, NULL, "wrong verdict");
        for (unsigned k = 0; k < answer->outputs && out; k++) {
            const double got = (double)answer->out[k][i];
            const bool right =
                hit ? output_right(got, out[k], k, tolerance) : got == (double)c->missed[k];
            if (!right) fail_item(q, i, answer, NULL, "wrong output");
        }
    }
}

known_judge *known_also;

static void expect_every_way(const struct lbx_case *c, const char *what, const float first[],
                             const float second[], unsigned absent, const struct known *known) {
    float copies[2][CASE_FLOATS_MAX][COPIES], structures[2][COPIES][CASE_FLOATS_MAX];
    uint32_t pairs[COPIES][2];
    struct case_side arrays[2] = {{.count = COPIES}, {.count = COPIES}}, listed[2];
    for (int s = 0; s < 2; s++) {
        listed[s] = (struct case_side){.count = COPIES, .stride = sizeof structures[s][0]};
        listed[s].pick = lbx_indexed_every(&pairs[0][s], COPIES, sizeof pairs[0]);
        for (uint32_t i = 0; i < COPIES; i++) pairs[i][s] = i;
        for (unsigned k = 0; k < c->floats[s]; k++) {
            const bool given = !(s == 0 && absent >> k & 1);
            for (int i = 0; i < COPIES; i++)
                copies[s][k][i] = structures[s][i][k] = (s ? second : first)[k];
            arrays[s].at[k] = given ? copies[s][k] : NULL;
            listed[s].at[k] = given ? &structures[s][0][k] : NULL;
        }
    }
    if (known_also && !absent)
        known_also(c, what, first, second, known->classed,
                   known->classed ? known->said : known->hit);
    const struct batch batch = {.c = c};
    for (size_t t = 0; t < test_tables()->count; t++) {
        for (unsigned way = 0; way < 64; way++) {
            arrays[0].pick = way & 1 ? lbx_one(0) : lbx_from(0);
            arrays[1].pick = way & 2 ? lbx_one(0) : lbx_from(0);
            const struct case_side *const a = way & 32 && !(way & 1) ? listed : arrays;
            const struct case_side *const b = way & 32 && !(way & 2) ? listed : arrays;
            const struct question q = {.batch = &batch,
                                       .table = &test_tables()->at[t],
                                       .side = {&a[0], &b[1]},
                                       .n = way & 4 ? 1 : COPIES,
                                       .flags = way & 8 ? LBX_REPRODUCIBLE : 0,
                                       .mask_only = way & 16,
                                       .what = what};
            struct answer answer = ask(&q);
            judge(&q, &answer, known);
            answer_free(&answer);
        }
    }
}

void expect_answer(const struct lbx_case *c, const char *what, const float first[],
                   const float second[], unsigned absent, bool hit, const double out[]) {
    const struct known known = {.hit = hit, .out = out, .tolerance = -1};
    expect_every_way(c, what, first, second, absent, &known);
}

void expect_outputs(const struct lbx_case *c, const char *what, const float first[],
                    const float second[], bool hit, const double out[], double tolerance) {
    const struct known known = {.hit = hit, .out = out, .tolerance = tolerance};
    expect_every_way(c, what, first, second, 0, &known);
}

void expect_class(const struct lbx_case *c, const char *what, const float first[],
                  const float second[], unsigned said) {
    const struct known known = {.classed = true, .said = said};
    expect_every_way(c, what, first, second, 0, &known);
}

static void change_batch(struct batch *batch, change_pair *change) {
    for (size_t i = 0; i < batch->side[0].count; i++) {
        struct random r = random_of(batch->seed, i);
        float x[2][CASE_FLOATS_MAX];
        for (int s = 0; s < 2; s++) {
            for (unsigned k = 0; k < batch->side[s].floats; k++) x[s][k] = batch->side[s].at[k][i];
        }
        change(&r, x[0], x[1]);
        for (int s = 0; s < 2; s++) {
            for (unsigned k = 0; k < batch->side[s].floats; k++) batch->side[s].at[k][i] = x[s][k];
        }
    }
}

void expect_invariant(const struct lbx_case *c, const char *what, change_pair *change) {
    enum { ITEMS = 2003 };
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        struct batch batch = batch_fill(c, 31, scene, ITEMS);
        struct batch changed = batch_fill(c, 31, scene, ITEMS);
        change_batch(&changed, change);
        struct batch *const batches[2] = {&batch, &changed};
        for (size_t t = 0; t < test_tables()->count; t++) {
            for (unsigned flags = 0; flags < 2; flags++) {
                struct answer answers[2];
                for (int k = 0; k < 2; k++) {
                    const struct case_side a = dense_side(&batches[k]->side[0]);
                    const struct case_side b = dense_side(&batches[k]->side[1]);
                    const struct question q = {
                        batches[k], &test_tables()->at[t], {&a, &b}, ITEMS, flags, false, what};
                    answers[k] = ask(&q);
                    if (k == 1) expect_same(&q, &answers[1], &answers[0]);
                }
                for (int k = 0; k < 2; k++) answer_free(&answers[k]);
            }
        }
        batch_free(&batch);
        batch_free(&changed);
    }
}
