// SPDX-License-Identifier: MIT
// Known answers: one pair, asked of every table, plain and fused, under every pick, out of arrays
// and out of structures by a list of pairs, alone and among copies of itself.
#ifndef LBX_KNOWN_H
#define LBX_KNOWN_H

#include "cases.h"
#include "examples/random.h"

const struct lbx_case *case_named(const char *name);

// `out`, unless NULL, is the exact first and last t: first within 2^-20, relative, last not below.
// `absent`: a bit for each array of the first side that is NULL.
void expect_answer(const struct lbx_case *c, const char *what, const float first[],
                   const float second[], unsigned absent, bool hit, const double out[]);

// The same with all arrays and every output within `tolerance` of `out`.
void expect_outputs(const struct lbx_case *c, const char *what, const float first[],
                    const float second[], bool hit, const double out[], double tolerance);

// Of a case with classes: the item is of this one.
void expect_class(const struct lbx_case *c, const char *what, const float first[],
                  const float second[], unsigned said);

// Who else is asked of a known answer, a verdict or a class, with all arrays given: the exact
// oracle, where tests are linked with it, so that its known answers are the kernels'.
typedef void known_judge(const struct lbx_case *c, const char *what, const float first[],
                         const float second[], bool classed, unsigned said);
extern known_judge *known_also;

static inline void expect_verdict(const struct lbx_case *c, const char *what, const float first[],
                                  const float second[], bool hit) {
    expect_answer(c, what, first, second, 0, hit, NULL);
}

// The same with the sides swapped too.
static inline void expect_verdict_both_ways(const struct lbx_case *c, const char *what,
                                            const float first[], const float second[], bool hit) {
    expect_verdict(c, what, first, second, hit);
    expect_verdict(c, what, second, first, hit);
}

// Asks for batches of every scene but the hostile one, changes every pair and asks again: the bits
// must be the same, plain and fused.
typedef void change_pair(struct random *r, float first[], float second[]);
void expect_invariant(const struct lbx_case *c, const char *what, change_pair *change);

#endif
