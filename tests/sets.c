// SPDX-License-Identifier: MIT
// The sets that pairs are measured on are the same as in other measurements: they have as many
// pairs. With one seed these are up to 5 % more or fewer; the mean of four seeds must agree within
// 3 %.
#include <math.h>
#include <stdlib.h>

#include "harness.h"
#include "searches.h"

enum { N = 10000, SEEDS = 4 };

Test(sets, counts) {
    static const struct {
        enum set_kind kind;
        double pairs, of_ten_times_as_many;
    } sets[] = {{SET_SPARSE, 2418, 24447},
                {SET_DENSE, 46326, 481798},
                {SET_PILES, 52113, 529997},
                {SET_MIXED, 9712, 100831},
                {SET_FLAT, 19815, 199525}};
    for (unsigned k = 0; k < sizeof sets / sizeof *sets; k++) {
        for (unsigned times = 1; times <= 10; times += 9) {
            double found = 0;
            for (uint64_t seed = 1; seed <= SEEDS; seed++) {
                struct set set = set_open(sets[k].kind, times * N, seed);
                lbx_cursor cursor = {0};
                found += (double)lbx_pairs(set.order.at, NULL, &cursor, NULL, 0) / SEEDS;
                set_close(&set);
            }
            const double want = times == 1 ? sets[k].pairs : sets[k].of_ten_times_as_many;
            expect(fabs(found - want) <= .03 * want, "%s, n %u: %.0f, not %.0f",
                   set_name(sets[k].kind), times * N, found, want);
        }
    }
}
