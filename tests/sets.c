// SPDX-License-Identifier: MIT
// The sets that pairs are measured on are those of other measurements: as many pairs, within 2 %.
#include <math.h>
#include <stdlib.h>

#include "harness.h"
#include "searches.h"

enum { N = 10000 };

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
            struct set set = set_open(sets[k].kind, times * N, 1);
            lbx_cursor cursor = {0};
            const ptrdiff_t found = lbx_pairs(set.order.at, NULL, &cursor, NULL, 0);
            const double want = times == 1 ? sets[k].pairs : sets[k].of_ten_times_as_many;
            expect(fabs((double)found - want) <= .02 * want, "%s, n %u: %td, not %.0f",
                   set_name(sets[k].kind), times * N, found, want);
            set_close(&set);
        }
    }
}
