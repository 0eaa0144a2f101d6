// SPDX-License-Identifier: MIT
// The answer of a call: the mask or the classes, the other outputs and the count. Answers are
// compared bit for bit.
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

// How a table is asked about a batch, and how messages name that.
struct question {
    const struct batch *batch;
    const struct test_table *table;
    const struct case_side *side[2];
    size_t n;
    unsigned flags;
    bool mask_only; // no other output is wanted
    const char *what;
};

// Runs the call. Count and mask must agree, bits past n must be zero, and classes must exist.
struct answer ask(const struct question *question);
void answer_free(struct answer *answer);

static inline bool answer_hit(const struct answer *answer, size_t i) {
    return case_says_hit(answer->c, case_said(answer->c, answer->hits, i));
}

// Writes all that is needed to replay item i. `expected` may be NULL.
enum { ITEM_TEXT = 4096 };
void describe_item(char *text, size_t size, const struct question *question, size_t i,
                   const struct answer *answer, const struct answer *expected, const char *why);

// Fails with this text.
__attribute__((noreturn)) void fail_item(const struct question *question, size_t i,
                                         const struct answer *answer, const struct answer *expected,
                                         const char *why);

// The first item from `from` on whose bits differ, or n if there is none.
size_t first_difference(const struct answer *answer, const struct answer *expected, size_t from);

void expect_same(const struct question *question, const struct answer *answer,
                 const struct answer *expected);

// The floats of item i of a side, with defaults for missing arrays.
void item_floats(const struct case_side *side, unsigned floats, size_t i, float x[]);

#endif
