// SPDX-License-Identifier: MIT
// Lists of pairs: sorting, and the changes from one list to another.
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "searches.h"

static int by_pair(const void *a, const void *b) {
    const lbx_pair *const x = a, *const y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return x->b < y->b ? -1 : x->b > y->b;
}

static lbx_pair random_pair(struct random *r, unsigned kind) {
    if (kind == 0) return (lbx_pair){(uint32_t)random_bits(r), (uint32_t)random_bits(r)};
    return (lbx_pair){random_below(r, 7 * kind), random_below(r, 300)};
}

Test(lists, sort) {
    enum { MOST = 700 };
    for (size_t n = 0; n < MOST; n += 1 + n / 9) {
        for (unsigned kind = 0; kind < 4; kind++) {
            struct random r = random_of(n, kind);
            struct guarded pairs = guarded_alloc(n * sizeof(lbx_pair), GUARD_BEHIND, 0);
            struct guarded scratch = guarded_alloc(n * sizeof(lbx_pair), GUARD_BEHIND, 0);
            lbx_pair *const got = (lbx_pair *)(void *)pairs.at;
            lbx_pair want[MOST];
            for (size_t i = 0; i < n; i++) want[i] = got[i] = random_pair(&r, kind);
            qsort(want, n, sizeof *want, by_pair);
            const ptrdiff_t sorted = lbx_pairs_sort(got, n, (lbx_pair *)(void *)scratch.at);
            expect(sorted == (ptrdiff_t)n, "%td", sorted);
            expect(n == 0 || memcmp(got, want, n * sizeof *want) == 0, "n %zu, kind %u", n, kind);
            guarded_free(&pairs);
            guarded_free(&scratch);
        }
    }
    for (unsigned bit = 0; bit < 64; bit++) { // they differ in a single bit
        lbx_pair two[2] = {{bit < 32 ? 0 : 1u << (bit - 32), bit < 32 ? 1u << bit : 0}, {0, 0}};
        lbx_pair scratch[2];
        expect(lbx_pairs_sort(two, 2, scratch) == 2 && two[0].a == 0 && two[0].b == 0, "bit %u",
               bit);
    }
    lbx_pair one = {1, 2};
    EXPECT_ERROR(0, lbx_pairs_sort(NULL, 0, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_pairs_sort(NULL, 1, &one));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_pairs_sort(&one, 1, NULL));
    EXPECT_ERROR(LBX_ERROR_COUNT, lbx_pairs_sort(&one, SIZE_MAX, &one));
}

// Old and new lists, both taken from a common one.
Test(lists, changes) {
    enum { MOST = 400 };
    for (uint64_t round = 0; round < 300; round++) {
        struct random r = random_of(round, 1);
        lbx_pair all[MOST], old[MOST], now[MOST], came[MOST], went[MOST];
        size_t n = 0, olds = 0, nows = 0, cames = 0, wents = 0;
        for (size_t i = 0; i < MOST; i++) all[i] = random_pair(&r, (unsigned)round % 4);
        if (round % 3 == 0) all[0] = (lbx_pair){UINT32_MAX, UINT32_MAX};
        qsort(all, MOST, sizeof *all, by_pair);
        for (size_t i = 0; i < MOST; i++)
            if (!n || by_pair(&all[i], &all[n - 1])) all[n++] = all[i];
        for (size_t i = 0; i < n; i++) {
            const unsigned where = random_below(&r, 1 + (unsigned)round % 5);
            if (where != 1) old[olds++] = all[i];
            if (where != 2) now[nows++] = all[i];
            if (where == 1) came[cames++] = all[i];
            if (where == 2) went[wents++] = all[i];
        }
        struct guarded added = guarded_alloc(cames * sizeof *all, GUARD_BEHIND, 0);
        struct guarded removed = guarded_alloc(wents * sizeof *all, GUARD_BEHIND, 0);
        size_t got[2] = {7, 7};
        const ptrdiff_t changes =
            lbx_pair_changes(old, olds, now, nows, (lbx_pair *)(void *)added.at, &got[0],
                             (lbx_pair *)(void *)removed.at, &got[1]);
        expect(changes == (ptrdiff_t)(cames + wents), "%td", changes);
        expect(got[0] == cames && got[1] == wents, "%zu and %zu", got[0], got[1]);
        expect(memcmp(added.at, came, cames * sizeof *all) == 0, "round %u", (unsigned)round);
        expect(memcmp(removed.at, went, wents * sizeof *all) == 0, "round %u", (unsigned)round);
        EXPECT_ERROR(changes, lbx_pair_changes(old, olds, now, nows, NULL, NULL, NULL, NULL));
        guarded_free(&added);
        guarded_free(&removed);
    }
}

Test(lists, changes_of_what_does_not_ascend) {
    const lbx_pair good[] = {{1, 2}, {1, 3}, {2, 0}}, twice[] = {{1, 2}, {1, 2}},
                   falling[] = {{1, 2}, {2, 0}, {1, 3}};
    lbx_pair added[3] = {{7, 7}}, removed[3] = {{7, 7}};
    size_t n[2] = {9, 9};
    const struct {
        const lbx_pair *old;
        size_t olds;
        const lbx_pair *now;
        size_t nows;
        int error;
    } rows[] = {
        {twice, 2, good, 3, LBX_ERROR_INDEX},       {good, 3, twice, 2, LBX_ERROR_INDEX},
        {falling, 3, good, 3, LBX_ERROR_INDEX},     {good, 3, falling, 3, LBX_ERROR_INDEX},
        {NULL, 3, good, 3, LBX_ERROR_NULL},         {good, 3, NULL, 3, LBX_ERROR_NULL},
        {good, SIZE_MAX, good, 3, LBX_ERROR_COUNT}, {good, 3, good, SIZE_MAX, LBX_ERROR_COUNT}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        EXPECT_ERROR(rows[k].error, lbx_pair_changes(rows[k].old, rows[k].olds, rows[k].now,
                                                     rows[k].nows, added, &n[0], removed, &n[1]));
        expect(added[0].a == 7 && removed[0].a == 7 && n[0] == 9 && n[1] == 9, "row %zu", k);
    }
    EXPECT_ERROR(3, lbx_pair_changes(NULL, 0, good, 3, added, &n[0], removed, &n[1]));
    EXPECT_ERROR(3, lbx_pair_changes(good, 3, NULL, 0, added, &n[0], removed, &n[1]));
    EXPECT_ERROR(0, lbx_pair_changes(NULL, 0, NULL, 0, added, &n[0], removed, &n[1]));
}
