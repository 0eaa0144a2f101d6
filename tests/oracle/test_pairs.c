// SPDX-License-Identifier: MIT
// The pairs of sets against the exact oracle: boxes that touch are pairs, others are not.
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "oracle.h"
#include "searches.h"

Test(oracle_pairs, of_a_set) {
    const struct oracle *const oracle = oracle_of("aabb_aabb");
    for (unsigned kind = 0; kind < SET_KINDS; kind++) {
        const size_t n = kind == SET_EQUAL ? 60 : 250;
        struct set set = set_open(kind, n, 11);
        for (size_t i = 1; i < n && kind != SET_EQUAL; i += 5) { // some begin where others end
            const float moved = set.boxes[i - 1].max[0] - set.boxes[i].min[0];
            set.boxes[i].min[0] = set.boxes[i - 1].max[0];
            set.boxes[i].max[0] += moved;
        }
        const lbx_aabbs view = set_view(set.boxes, n);
        expect(lbx_order_refit(&view, n, set.order.at, set.bytes, NULL) == (ptrdiff_t)n,
               "refitted");
        struct list want = {memory_of(n * n * sizeof *want.at), 0};
        for (size_t i = 0; i < n; i++) {
            for (size_t j = i + 1; j < n; j++) {
                if (oracle->answer(set.boxes[i].min, set.boxes[j].min).hit)
                    want.at[want.n++] = (lbx_pair){(uint32_t)i, (uint32_t)j};
            }
        }
        expect(want.n > 0, "%s", set_name(kind));
        search_by_every_table(&(struct search){.a = &set, .room = 20000}, &want);
        free(want.at);
        set_close(&set);
    }
}
