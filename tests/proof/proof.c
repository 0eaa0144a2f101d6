// SPDX-License-Identifier: MIT
#include "proof.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

// How every table is asked. One side broadcast is asked pair by pair, each among some of its
// neighbours: kernels have loops of their own for it, and a form that is fused.
struct way {
    const char *what;
    int one; // the side that is broadcast, or -1
    unsigned flags;
    bool outputs;
};

static const struct way ways[] = {
    {"item against item", -1, LBX_REPRODUCIBLE, true},
    {"item against item, verdicts alone", -1, LBX_REPRODUCIBLE, false},
    {"item against item", -1, 0, true},
    {"item against item, verdicts alone", -1, 0, false},
    {"the first side broadcast", 0, LBX_REPRODUCIBLE, true},
    {"the first side broadcast, verdicts alone", 0, LBX_REPRODUCIBLE, false},
    {"the first side broadcast, verdicts alone", 0, 0, false},
    {"the second side broadcast", 1, LBX_REPRODUCIBLE, true},
    {"the second side broadcast, verdicts alone", 1, LBX_REPRODUCIBLE, false},
    {"the second side broadcast, verdicts alone", 1, 0, false},
};

enum { WAYS = sizeof ways / sizeof *ways, AROUND_MAX = 63 };

// What was said of each item, over all tables and ways without LBX_REPRODUCIBLE.
struct said {
    bool hit, miss;
    struct question hit_by, miss_by; // the first that said so
};

static void broken(struct proof *proof, enum claim claim, const struct question *q, size_t i,
                   const struct answer *answer, const struct answer *expected, const char *why) {
    if (!(proof->claims >> claim & 1)) return;
    if (proof->broken[claim]++ > 0) return;
    describe_item(proof->first_broken[claim], ITEM_TEXT, q, i, answer, expected, why);
}

static bool claims(const struct proof *proof, enum claim one, enum claim other) {
    return proof->claims >> one & 1 || proof->claims >> other & 1;
}

// --- asking ---

static void answer_set(struct answer *answer, size_t i, bool hit) {
    answer->hits[i / 8] |= (uint8_t)(hit << i % 8);
    answer->found += hit;
}

// Item i alone, or from the middle of up to AROUND_MAX.
static struct answer ask_around(const struct question *q, int one) {
    static const unsigned before[8] = {0, 0, 3, 0, 0, 17, 0, 40},
                          behind[8] = {1, 1, 5, 1, 2, 22, 1, 23};
    struct answer answer = {.n = q->n, .outputs = q->mask_only ? 0 : q->batch->c->outputs};
    answer.hits = calloc(q->n / 8 + 1, 1);
    expect(answer.hits, "%zu items", q->n);
    for (unsigned k = 0; k < answer.outputs; k++) {
        answer.out[k] = malloc(q->n * sizeof(float));
        expect(answer.out[k], "%zu items", q->n);
    }
    uint8_t hits[AROUND_MAX / 8 + 1];
    float out[CASE_OUTPUTS_MAX][AROUND_MAX], *wanted[CASE_OUTPUTS_MAX] = {NULL};
    for (unsigned k = 0; k < answer.outputs; k++) wanted[k] = out[k];
    struct case_side side[2] = {*q->side[0], *q->side[1]};
    lbx_table_use(q->table->table);
    for (size_t i = 0; i < q->n; i++) {
        const size_t first = i < before[i % 8] ? 0 : i - before[i % 8];
        const size_t end = i + behind[i % 8] < q->n ? i + behind[i % 8] : q->n, at = i - first;
        side[one].pick = lbx_one(i);
        side[!one].pick = lbx_from(first);
        case_run(q->batch->c, &side[0], &side[1], end - first, q->flags, hits, wanted);
        answer_set(&answer, i, hits[at / 8] >> at % 8 & 1);
        for (unsigned k = 0; k < answer.outputs; k++) answer.out[k][i] = out[k][at];
    }
    return answer;
}

static struct answer ask_way(struct question *q, const struct way *way) {
    q->flags = way->flags;
    q->mask_only = !way->outputs;
    q->what = way->what;
    return way->one < 0 ? ask(q) : ask_around(q, way->one);
}

// --- same bits ---

static void compare(struct proof *proof, const struct question *q, const struct answer *answer,
                    const struct answer *expected) {
    bool same = memcmp(answer->hits, expected->hits, (q->n + 7) / 8) == 0;
    for (unsigned k = 0; k < answer->outputs; k++)
        same = same && memcmp(answer->out[k], expected->out[k], q->n * sizeof(float)) == 0;
    for (size_t i = 0; i < q->n && !same; i++) {
        bool equal = answer_hit(answer, i) == answer_hit(expected, i);
        for (unsigned k = 0; k < answer->outputs; k++)
            equal = equal && memcmp(&answer->out[k][i], &expected->out[k][i], sizeof(float)) == 0;
        if (!equal) broken(proof, CLAIM_SAME_BITS, q, i, answer, expected, "not the same bits");
    }
}

static void note(struct said said[], const struct question *q, const struct answer *answer) {
    for (size_t i = 0; i < q->n; i++) {
        if (answer_hit(answer, i)) {
            if (!said[i].hit) said[i].hit_by = *q;
            said[i].hit = true;
        } else {
            if (!said[i].miss) said[i].miss_by = *q;
            said[i].miss = true;
        }
    }
}
