// SPDX-License-Identifier: MIT
// Known answers. Every table is asked about one pair: plain and fused, under every pick, from
// arrays and from structures by a list of pairs, alone and among copies of itself.
#ifndef LBX_KNOWN_H
#define LBX_KNOWN_H

#include "cases.h"
#include "examples/random.h"

const struct lbx_case *case_named(const char *name);

// `out`, unless NULL, holds the exact first and last t. The first may be off by a relative 2^-20;
// the last may not be below. `absent` has a bit for each array of the first side that is NULL.
void expect_answer(const struct lbx_case *c, const char *what, const float first[],
                   const float second[], unsigned absent, bool hit, const double out[]);

// The same with all arrays, and every output within `tolerance` of `out`.
void expect_outputs(const struct lbx_case *c, const char *what, const float first[],
                    const float second[], bool hit, const double out[], double tolerance);

// For a case with classes: expects this class.
void expect_class(const struct lbx_case *c, const char *what, const float first[],
                  const float second[], unsigned said);

// Also checks known verdicts and classes, with all arrays given, unless NULL. In tests that are
// linked with the exact oracle this asks the oracle, so that it is held to the same known answers.
typedef void known_judge(const struct lbx_case *c, const char *what, const float first[],
                         const float second[], bool classed, unsigned said);
extern known_judge *known_also;

static inline void expect_verdict(const struct lbx_case *c, const char *what, const float first[],
                                  const float second[], bool hit) {
    expect_answer(c, what, first, second, 0, hit, NULL);
}

// The same, and once more with the sides swapped.
static inline void expect_verdict_both_ways(const struct lbx_case *c, const char *what,
                                            const float first[], const float second[], bool hit) {
    expect_verdict(c, what, first, second, hit);
    expect_verdict(c, what, second, first, hit);
}

// Runs batches of every scene but the hostile one, changes every pair and runs them again. The bits
// must be the same, plain and fused.
typedef void change_pair(struct random *r, float first[], float second[]);
void expect_invariant(const struct lbx_case *c, const char *what, change_pair *change);

#endif
