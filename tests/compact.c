// SPDX-License-Identifier: MIT
// lbx_hit_indices, lbx_hit_elements, lbx_keep and lbx_keep_arrays.
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "lanebox.h"
#include "tables.h"
#include "upper_halves.h"

enum { N_MAX = 200, ITEM_MAX = 40, UNTOUCHED = 0x5a };

// A mask of n bits with some density; the bits past n of its last byte are set.
static size_t make_mask(struct random *r, size_t n, uint8_t *mask, uint32_t *indices) {
    const unsigned density = random_below(r, 5); // of 4: from none to all
    size_t found = 0;
    memset(mask, 0, n / 8 + 1);
    for (size_t i = 0; i < n; i++) {
        if (random_below(r, 4) >= density) continue;
        mask[i / 8] |= (uint8_t)(1u << i % 8);
        indices[found++] = (uint32_t)i;
    }
    if (n % 8) mask[n / 8] |= (uint8_t)(0xff << n % 8);
    return found;
}

static struct guarded guarded_copy(const void *from, size_t bytes, enum guard guard) {
    struct guarded copy = guarded_alloc(bytes, guard, UNTOUCHED);
    if (bytes) memcpy(copy.at, from, bytes);
    return copy;
}

Test(compact, hit_indices) {
    for (size_t n = 0; n <= N_MAX; n++) {
        for (unsigned round = 0; round < 12; round++) {
            struct random r = random_of(n, round);
            uint8_t bits[N_MAX / 8 + 1];
            uint32_t want[N_MAX];
            const size_t hits = make_mask(&r, n, bits, want);
            const enum guard guard = round % 2 ? GUARD_BEFORE : GUARD_BEHIND;
            struct guarded mask = guarded_copy(bits, (n + 7) / 8, guard);
            struct guarded got = guarded_alloc(hits * sizeof *want, guard, UNTOUCHED);
            const ptrdiff_t found = lbx_hit_indices(mask.at, n, (uint32_t *)(void *)got.at);
            expect(found == (ptrdiff_t)hits, "n %zu, round %u: %td", n, round, found);
            expect(memcmp(got.at, want, hits * sizeof *want) == 0, "n %zu, round %u", n, round);
            expect(guarded_intact(&got, UNTOUCHED), "n %zu", n);
            expect(lbx_hit_indices(mask.at, n, NULL) == found, "n %zu: only counted", n);
            guarded_free(&mask);
            guarded_free(&got);
        }
    }
}

// 2^32 items are the most: the last index is the largest uint32_t.
Test(compact, as_many_indices_as_there_are) {
#if SIZE_MAX > UINT32_MAX
    const size_t n = (size_t)1 << 32;
    uint8_t *mask = calloc(n / 8, 1); // pages that are only read take no memory
    expect(mask, "%zu bytes", n / 8);
    mask[n / 8 - 1] = 0x80;
    uint32_t last = 0;
    const ptrdiff_t found = lbx_hit_indices(mask, n, &last);
    expect(found == 1 && last == UINT32_MAX, "%td, %x", found, last);
    free(mask);
#endif
}

static void keep_items(size_t n, size_t item_bytes, unsigned round) {
    struct random r = random_of(n * ITEM_MAX + item_bytes, round);
    uint8_t bits[N_MAX / 8 + 1], items[N_MAX * ITEM_MAX], want[N_MAX * ITEM_MAX];
    uint32_t indices[N_MAX];
    const size_t hits = make_mask(&r, n, bits, indices);
    for (size_t b = 0; b < n * item_bytes; b++) items[b] = (uint8_t)random_bits(&r);
    for (size_t k = 0; k < hits; k++)
        memcpy(want + k * item_bytes, items + indices[k] * item_bytes, item_bytes);
    const enum guard guard = round % 2 ? GUARD_BEFORE : GUARD_BEHIND;
    struct guarded mask = guarded_copy(bits, (n + 7) / 8, guard);
    struct guarded from = guarded_copy(items, n * item_bytes, guard);
    struct guarded kept = guarded_alloc(hits * item_bytes, guard, UNTOUCHED);

    ptrdiff_t found = lbx_keep(mask.at, n, from.at, item_bytes, kept.at);
    expect(!upper_halves_in_use(), "n %zu, %zu bytes: upper halves are in use", n, item_bytes);
    expect(found == (ptrdiff_t)hits && memcmp(kept.at, want, hits * item_bytes) == 0,
           "n %zu, %zu bytes, round %u: %td of %zu", n, item_bytes, round, found, hits);
    expect(guarded_intact(&kept, UNTOUCHED), "n %zu, %zu bytes", n, item_bytes);
    expect(memcmp(from.at, items, n * item_bytes) == 0, "n %zu: the items changed", n);
    expect(lbx_keep(mask.at, n, NULL, item_bytes, NULL) == found, "n %zu: only counted", n);

    found = lbx_keep(mask.at, n, from.at, item_bytes, from.at); // in place
    expect(found == (ptrdiff_t)hits && memcmp(from.at, want, hits * item_bytes) == 0,
           "in place: n %zu, %zu bytes, round %u: %td of %zu", n, item_bytes, round, found, hits);
    expect(memcmp(from.at + hits * item_bytes, items + hits * item_bytes,
                  (n - hits) * item_bytes) == 0,
           "in place: n %zu, %zu bytes: written past the hits", n, item_bytes);
    guarded_free(&mask);
    guarded_free(&from);
    guarded_free(&kept);
}

Test(compact, keep_any_item_size) {
    for (size_t item_bytes = 1; item_bytes <= ITEM_MAX; item_bytes++) {
        for (size_t n = 0; n <= N_MAX; n += 1 + n / 12) {
            for (unsigned round = 0; round < 4; round++) keep_items(n, item_bytes, round);
        }
    }
}

Test(compact, keep_any_n) {
    for (size_t n = 0; n <= N_MAX; n++) {
        keep_items(n, 4, 0), keep_items(n, 8, 1), keep_items(n, 12, 2), keep_items(n, 24, 3);
    }
}

// Instruction sets have their own code for items of 8 bytes.
Test(compact, keep_pairs_by_every_table) {
    const struct test_tables *tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (size_t n = 0; n <= N_MAX; n++) {
            for (unsigned round = 0; round < 6; round++) keep_items(n, 8, round);
        }
    }
    expect(lbx_isa_select(LBX_ISA_BEST) == 0, "the best");
}

// Hits and misses of three arrays at once, one of which is kept in place. A fourth is not wanted.
Test(compact, keep_arrays) {
    enum { ARRAYS = 4 };
    static const size_t bytes[ARRAYS] = {8, 3, 8, 40};
    for (size_t n = 0; n <= N_MAX; n++) {
        struct random r = random_of(n, 1);
        uint8_t bits[N_MAX / 8 + 1], items[ARRAYS][N_MAX * ITEM_MAX], before[N_MAX * ITEM_MAX];
        uint32_t indices[N_MAX];
        const size_t hits = make_mask(&r, n, bits, indices);
        for (unsigned flags = 0; flags <= LBX_MISSES; flags++) {
            for (size_t k = 0; k < ARRAYS; k++) {
                for (size_t b = 0; b < n * bytes[k]; b++)
                    items[k][b] = (uint8_t)(random_bits(&r) + k);
            }
            memcpy(before, items[1], n * bytes[1]);
            const size_t count = flags ? n - hits : hits;
            struct guarded mask = guarded_copy(bits, (n + 7) / 8, GUARD_BEHIND);
            struct guarded first = guarded_alloc(count * bytes[0], GUARD_BEHIND, UNTOUCHED);
            struct guarded last = guarded_alloc(count * bytes[3], GUARD_BEHIND, UNTOUCHED);
            const void *const from[ARRAYS] = {items[0], items[1], NULL, items[3]};
            void *const kept[ARRAYS] = {first.at, items[1], NULL, last.at};
            expect(lbx_keep_arrays(mask.at, n, flags, ARRAYS, from, bytes, kept) ==
                       (ptrdiff_t)count,
                   "n %zu, flags %u", n, flags);
            for (size_t i = 0, at = 0, hit = 0; i < n; i++) {
                const bool is_hit = hit < hits && indices[hit] == i;
                hit += is_hit;
                if (is_hit == (flags != 0)) continue;
                const void *const got[] = {first.at + at * bytes[0], items[1] + at * bytes[1],
                                           last.at + at * bytes[3]};
                expect(memcmp(got[0], items[0] + i * bytes[0], bytes[0]) == 0 &&
                           memcmp(got[1], before + i * bytes[1], bytes[1]) == 0 &&
                           memcmp(got[2], items[3] + i * bytes[3], bytes[3]) == 0,
                       "n %zu, flags %u, item %zu", n, flags, i);
                at++;
            }
            expect(lbx_keep_arrays(mask.at, n, flags, 0, NULL, NULL, NULL) == (ptrdiff_t)count,
                   "n %zu, flags %u: only counted", n, flags);
            guarded_free(&mask);
            guarded_free(&first);
            guarded_free(&last);
        }
    }
}

Test(compact, errors_of_keep_arrays) {
    const uint8_t mask[1] = {3};
    uint8_t items[4] = {1, 2, 3, 4}, kept[4] = {9, 9, 9, 9};
    const void *const from[2] = {items, NULL};
    void *const to[2] = {kept, kept};
    const size_t small[2] = {1, 1}, large[2] = {1, SIZE_MAX};
    expect(lbx_keep_arrays(mask, 4, 2, 1, from, small, to) == LBX_ERROR_FLAGS, "flags");
    expect(lbx_keep_arrays(mask, 0, 2, 1, from, small, to) == LBX_ERROR_FLAGS, "flags first");
    expect(lbx_keep_arrays(NULL, 4, 0, 1, from, small, to) == LBX_ERROR_NULL, "mask");
    expect(lbx_keep_arrays(mask, 4, 0, 1, NULL, small, to) == LBX_ERROR_NULL, "items");
    expect(lbx_keep_arrays(mask, 4, 0, 1, from, NULL, to) == LBX_ERROR_NULL, "bytes");
    expect(lbx_keep_arrays(mask, 4, 0, 1, from, small, NULL) == LBX_ERROR_NULL, "kept");
    expect(lbx_keep_arrays(mask, 4, 0, 2, from, small, to) == LBX_ERROR_NULL, "the second's items");
    expect(lbx_keep_arrays(mask, 4, 0, 2, (const void *const[]){items, items}, large, to) ==
               LBX_ERROR_COUNT,
           "the second's bytes");
    expect(lbx_keep_arrays(mask, SIZE_MAX, 0, 0, NULL, NULL, NULL) == LBX_ERROR_COUNT, "items");
    expect(kept[0] == 9, "written before all errors were found");
}

// The elements that the hits read, under every kind of pick.
Test(compact, hit_elements) {
    for (size_t n = 0; n <= N_MAX; n++) {
        struct random r = random_of(n, 2);
        uint8_t bits[N_MAX / 8 + 1];
        uint32_t indices[N_MAX], list[3 * N_MAX + 1];
        const size_t hits = make_mask(&r, n, bits, indices);
        for (size_t i = 0; i < 3 * n; i++) list[i] = (uint32_t)random_bits(&r);
        const lbx_pick picks[] = {lbx_from(0),
                                  lbx_from(UINT32_MAX - N_MAX),
                                  lbx_one(7),
                                  lbx_one(UINT32_MAX),
                                  lbx_indexed(list, n),
                                  lbx_indexed_every(list, n, 0),
                                  lbx_indexed_every(list, n, 12)};
        for (size_t p = 0; p < sizeof picks / sizeof *picks; p++) {
            struct guarded got = guarded_alloc(hits * sizeof *list, GUARD_BEHIND, UNTOUCHED);
            uint32_t *const elements = (uint32_t *)(void *)got.at;
            expect(lbx_hit_elements(bits, n, &picks[p], elements) == (ptrdiff_t)hits, "%zu", n);
            for (size_t k = 0; k < hits; k++) {
                const uint32_t i = indices[k];
                const uint32_t want[] = {
                    i, UINT32_MAX - N_MAX + i, 7, UINT32_MAX, list[i], list[i], list[3 * i]};
                expect(elements[k] == want[p], "n %zu, pick %zu, hit %zu: %u", n, p, k,
                       elements[k]);
            }
            expect(lbx_hit_elements(bits, n, &picks[p], NULL) == (ptrdiff_t)hits, "counted");
            guarded_free(&got);
        }
    }
}

Test(compact, errors_of_hit_elements) {
    const uint8_t mask[1] = {3};
    uint32_t list[4] = {0}, got[4] = {9};
    const lbx_pick from = lbx_from(0), crooked = lbx_indexed_every(list, 4, 6),
                   none = lbx_indexed(NULL, 4), brief = lbx_indexed(list, 3),
                   unknown = {9, 0, NULL, 0};
    expect(lbx_hit_elements(mask, 4, &brief, got) == LBX_ERROR_COUNT && got[0] == 9, "3 entries");
    expect(lbx_hit_elements(mask, 3, &brief, NULL) == 2, "as many as there are");
#if SIZE_MAX > UINT32_MAX
    const lbx_pick far = lbx_from((size_t)UINT32_MAX - 2), one = lbx_one((size_t)UINT32_MAX + 1);
    expect(lbx_hit_elements(mask, 4, &far, got) == LBX_ERROR_COUNT, "2^32");
    expect(lbx_hit_elements(mask, 3, &far, got) == 2 && got[1] == UINT32_MAX - 1, "2^32 - 1");
    expect(lbx_hit_elements(mask, 1, &one, got) == LBX_ERROR_COUNT, "2^32");
    got[0] = 9;
#endif
    expect(lbx_hit_elements(NULL, 4, &from, got) == LBX_ERROR_NULL, "mask");
    expect(lbx_hit_elements(mask, 4, NULL, got) == LBX_ERROR_NULL, "pick");
    expect(lbx_hit_elements(mask, 4, &none, got) == LBX_ERROR_NULL, "list");
    expect(lbx_hit_elements(mask, 4, &crooked, got) == LBX_ERROR_STRIDE, "step");
    expect(lbx_hit_elements(mask, 4, &unknown, got) == LBX_ERROR_INDEX, "kind");
    expect(lbx_hit_elements(mask, SIZE_MAX, &from, got) == LBX_ERROR_COUNT, "items");
    expect(lbx_hit_elements(mask, SIZE_MAX, &unknown, got) == LBX_ERROR_COUNT, "items first");
    expect(got[0] == 9, "written");
}

Test(compact, items_of_no_bytes) {
    const uint8_t mask = 0x15;
    uint8_t item = 7;
    expect(lbx_keep(&mask, 5, &item, 0, &item) == 3 && item == 7, "item %d", item);
}

Test(compact, errors) {
    uint8_t mask[2] = {0xff, 0xff}, items[16] = {0}, kept[16];
    uint32_t indices[16];
    memset(kept, UNTOUCHED, sizeof kept), memset(indices, UNTOUCHED, sizeof indices);
    const uint32_t untouched = 0x01010101u * UNTOUCHED;
    const size_t huge = (size_t)PTRDIFF_MAX + 1;

    expect(lbx_hit_indices(NULL, 1, indices) == LBX_ERROR_NULL, "no mask");
    expect(lbx_hit_indices(NULL, 0, NULL) == 0, "nothing asked");
    expect(lbx_hit_indices(mask, huge, indices) == LBX_ERROR_COUNT, "PTRDIFF_MAX");
    expect(lbx_hit_indices(mask, SIZE_MAX, NULL) == LBX_ERROR_COUNT, "SIZE_MAX");
#if SIZE_MAX > UINT32_MAX
    expect(lbx_hit_indices(mask, ((size_t)1 << 32) + 1, indices) == LBX_ERROR_COUNT, "2^32 + 1");
#endif
    expect(indices[0] == untouched, "written: %x", indices[0]);

    expect(lbx_keep(NULL, 1, items, 1, kept) == LBX_ERROR_NULL, "no mask");
    expect(lbx_keep(mask, 1, NULL, 1, kept) == LBX_ERROR_NULL, "no items");
    expect(lbx_keep(NULL, 0, NULL, 1, NULL) == 0, "nothing asked");
    expect(lbx_keep(mask, huge, items, 1, kept) == LBX_ERROR_COUNT, "PTRDIFF_MAX");
    expect(lbx_keep(mask, huge, items, 0, kept) == LBX_ERROR_COUNT, "PTRDIFF_MAX, of no bytes");
    expect(lbx_keep(mask, huge / 4, items, 4, kept) == LBX_ERROR_COUNT, "bytes overflow");
    expect(lbx_keep(mask, 2, items, SIZE_MAX, kept) == LBX_ERROR_COUNT, "bytes overflow");
    for (size_t k = 0; k < sizeof kept; k++) expect(kept[k] == UNTOUCHED, "written: %zu", k);
}
