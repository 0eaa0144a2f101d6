// SPDX-License-Identifier: MIT
#include "answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

struct answer ask(const struct question *q) {
    const struct lbx_case *c = q->batch->c;
    struct answer answer = {.c = c, .n = q->n, .outputs = q->mask_only ? 0 : c->outputs};
    answer.hits = malloc(case_bytes(c, q->n) + 1);
    expect(answer.hits, "%zu items", q->n);
    memset(answer.hits, 0xa5, case_bytes(c, q->n) + 1);
    for (unsigned k = 0; k < answer.outputs; k++) {
        answer.out[k] = malloc((q->n + 1) * sizeof(float));
        expect(answer.out[k], "%zu items", q->n);
        memset(answer.out[k], 0xff, (q->n + 1) * sizeof(float));
    }
    table_use(q->table);
    answer.found = case_run(c, q->side[0], q->side[1], q->n, q->flags, answer.hits, answer.out);
    ptrdiff_t found = 0;
    for (size_t i = 0; i < q->n && c->classes; i++) {
        expect(answer.hits[i] < c->classes, "%s %s %s: item %zu is of class %d", c->name,
               q->table->name, q->what, i, answer.hits[i]);
    }
    for (size_t i = 0; i < q->n; i++) found += answer_hit(&answer, i);
    expect(answer.found == found, "%s %s %s: %td found, %td in the mask", c->name, q->table->name,
           q->what, answer.found, found);
    expect(c->classes || q->n % 8 == 0 || answer.hits[q->n / 8] >> q->n % 8 == 0,
           "%s %s %s: bits past %zu are set", c->name, q->table->name, q->what, q->n);
    return answer;
}

void answer_free(struct answer *answer) {
    free(answer->hits);
    for (unsigned k = 0; k < CASE_OUTPUTS_MAX; k++) free(answer->out[k]);
}

void item_floats(const struct case_side *side, unsigned floats, size_t i, float x[]) {
    size_t element = i + side->pick.first;
    if (side->pick.kind == LBX_PICK_ONE) element = side->pick.first;
    if (side->pick.kind == LBX_PICK_INDEXED) {
        const size_t step = side->pick.step ? side->pick.step : 4;
        uint32_t entry;
        memcpy(&entry, (const char *)side->pick.list + i * step, sizeof entry);
        element = entry;
    }
    for (unsigned k = 0; k < floats; k++) {
        x[k] = NAN;
        if (!side->at[k]) continue;
        memcpy(&x[k], (const char *)side->at[k] + element * (side->stride ? side->stride : 4),
               sizeof(float));
    }
}

static int print_answer(char *text, size_t size, const char *name, const struct answer *answer,
                        size_t i) {
    int length = snprintf(text, size, "\n    %s: %s", name, answer_hit(answer, i) ? "hit" : "miss");
    if (answer->c->classes)
        length += snprintf(text + length, size - (size_t)length, ", class %d", answer->hits[i]);
    for (unsigned k = 0; k < answer->outputs; k++)
        length += snprintf(text + length, size - (size_t)length, " %a", (double)answer->out[k][i]);
    return length;
}

void describe_item(char *text, size_t size, const struct question *q, size_t i,
                   const struct answer *answer, const struct answer *expected, const char *why) {
    const struct batch *batch = q->batch;
    int length =
        snprintf(text, size,
                 "%s: case %s, scene %s, seed %llu, table %s, flags %u, %s: item %zu "
                 "of %zu",
                 why, batch->c->name, scene_names[batch->scene], (unsigned long long)batch->seed,
                 q->table->name, q->flags, q->what, i, q->n);
    if (batch->c->within)
        length +=
            snprintf(text + length, size - (size_t)length, ", distance %a", (double)case_distance);
    length += print_answer(text + length, size - (size_t)length, "got", answer, i);
    if (expected) length += print_answer(text + length, size - (size_t)length, "want", expected, i);
    for (int s = 0; s < 2; s++) {
        float x[CASE_FLOATS_MAX];
        item_floats(q->side[s], batch->c->floats[s], i, x);
        length +=
            snprintf(text + length, size - (size_t)length, "\n    %s:", s ? "second" : "first");
        for (unsigned k = 0; k < batch->c->floats[s]; k++) {
            length += snprintf(text + length, size - (size_t)length,
                               q->side[s]->at[k] ? " %a" : " -", (double)x[k]);
        }
    }
}

void fail_item(const struct question *q, size_t i, const struct answer *answer,
               const struct answer *expected, const char *why) {
    char text[ITEM_TEXT];
    describe_item(text, sizeof text, q, i, answer, expected, why);
    test_fail(__FILE__, __LINE__, "item as expected", "%s", text);
}

size_t first_difference(const struct answer *answer, const struct answer *expected, size_t from) {
    const struct lbx_case *c = answer->c;
    bool same = memcmp(answer->hits, expected->hits, case_bytes(c, answer->n)) == 0;
    for (unsigned k = 0; k < answer->outputs; k++)
        same = same && memcmp(answer->out[k], expected->out[k], answer->n * sizeof(float)) == 0;
    for (size_t i = from; i < answer->n && !same; i++) {
        if (case_said(c, answer->hits, i) != case_said(c, expected->hits, i)) return i;
        for (unsigned k = 0; k < answer->outputs; k++) {
            if (memcmp(&answer->out[k][i], &expected->out[k][i], sizeof(float)) != 0) return i;
        }
    }
    return answer->n;
}

void expect_same(const struct question *question, const struct answer *answer,
                 const struct answer *expected) {
    const size_t i = first_difference(answer, expected, 0);
    if (i < answer->n) fail_item(question, i, answer, expected, "not the same bits");
}
