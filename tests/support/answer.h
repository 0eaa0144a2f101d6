// SPDX-License-Identifier: MIT
// What a call gave: the mask or the classes, the other outputs and the count, compared bit for bit.
#ifndef LBX_ANSWER_H
#define LBX_ANSWER_H

#include "layout.h"
#include "tables.h"

struct answer {
    const struct lbx_case *c;
    size_t n;
    unsigned outputs;
    ptrdiff_t found;
    uint8_t *hits; // or classes
    float *out[CASE_OUTPUTS_MAX];
};

// How a batch is asked for, and what to print of it.
struct question {
    const struct batch *batch;
    const struct test_table *table;
    const struct case_side *side[2];
    size_t n;
    unsigned flags;
    bool mask_only; // no other output is wanted
    const char *what;
};

// Runs it; count and mask must agree, bits past n must be zero, and classes must be some.
struct answer ask(const struct question *question);
void answer_free(struct answer *answer);

static inline bool answer_hit(const struct answer *answer, size_t i) {
    return case_says_hit(answer->c, case_said(answer->c, answer->hits, i));
}

// Everything that replays item i; expected may be NULL.
enum { ITEM_TEXT = 4096 };
void describe_item(char *text, size_t size, const struct question *question, size_t i,
                   const struct answer *answer, const struct answer *expected, const char *why);

// Fails with it.
__attribute__((noreturn)) void fail_item(const struct question *question, size_t i,
                                         const struct answer *answer, const struct answer *expected,
                                         const char *why);

// The first item at or behind `from` that has not the same bits; n if all have.
size_t first_difference(const struct answer *answer, const struct answer *expected, size_t from);

void expect_same(const struct question *question, const struct answer *answer,
                 const struct answer *expected);

// The floats of item i of a side, defaults where arrays are missing.
void item_floats(const struct case_side *side, unsigned floats, size_t i, float x[]);

#endif
