// SPDX-License-Identifier: MIT
// The oracle is asked for all answers that tests of kernels know. It must agree with misses and
// classes, and a hit may be false by no more than its bound.
#include <math.h>

#include "harness.h"
#include "known.h"
#include "oracle.h"

// Whether the oracle can be asked: the item must be covered by the promises, and its floats except
// t_min and t_max must be finite.
static bool is_asked(const struct lbx_case *c, int s, const float x[]) {
    struct case_side side = {.count = 1, .pick = lbx_one(0)};
    for (unsigned k = 0; k < c->floats[s]; k++) {
        side.at[k] = &x[k];
        if (k < c->required[s] ? !isfinite(x[k]) : isnan(x[k])) return false;
    }
    return c->check[s](&side, 1, NULL) == 0;
}

static void ask_oracle(const struct lbx_case *c, const char *what, const float first[],
                       const float second[], bool classed, unsigned said) {
    if (!is_asked(c, 0, first) || !is_asked(c, 1, second)) return;
    const struct exact exact = oracle_of(c->name)->answer(first, second);
    if (classed) {
        expect(!(exact.wrong >> said & 1), "%s, %s: the oracle says that %u is wrong", c->name,
               what, said);
        return;
    }
    const struct case_bound bound = c->bound(first, second, 0);
    expect(said ? exact.hit || -exact.margin <= bound.distance : !exact.hit,
           "%s, %s: %s, but the oracle's margin is %a", c->name, what, said ? "a hit" : "a miss",
           exact.margin);
}

__attribute__((constructor)) static void ask_it_too(void) {
    known_also = ask_oracle;
}
