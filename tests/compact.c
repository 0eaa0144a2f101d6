// SPDX-License-Identifier: MIT
// lbx_hit_indices and lbx_keep.
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "harness.h"
#include "lanebox.h"
#include "random.h"
#include "tables.h"

enum { N_MAX = 200, ITEM_MAX = 40, UNTOUCHED = 0x5a };

// A mask of n bits with some density; the bits past n of its last byte are set.
static size_t make_mask(struct random *r, size_t n, uint8_t *mask, uint32_t *indices) {
    const unsigned density = random_below(r, 5); // of 4: none to all
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

// 2^32 items are the most: their last index is the largest of a uint32_t.
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

// Instruction sets have a way of their own for items of 8 bytes.
Test(compact, keep_pairs_by_every_table) {
    const struct test_tables *tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        lbx_table_use(tables->at[t].table);
        for (size_t n = 0; n <= N_MAX; n++) {
            for (unsigned round = 0; round < 6; round++) keep_items(n, 8, round);
        }
    }
    lbx_isa_select(LBX_ISA_BEST);
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
