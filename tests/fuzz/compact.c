// SPDX-License-Identifier: MIT
// lbx_hit_indices and lbx_keep against a loop over the bits.
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "harness.h"

enum { N_MAX = 1100, ITEM_MAX = 40 };

struct mask {
    size_t n;
    struct block bits;
    size_t found;
    uint32_t hits[N_MAX];
};

static void decode_mask(struct mask *mask, struct bytes *in) {
    mask->n = (take_byte(in) + 256 * take_byte(in)) % N_MAX;
    mask->bits = block_alloc((mask->n + 7) / 8, take_byte(in) % 16);
    mask->found = 0;
    struct bytes next = *in;
    for (size_t k = 0; k < (mask->n + 7) / 8; k++) { // repeats the remaining bytes
        if (!next.left) next = *in;
        mask->bits.at[k] = (uint8_t)take_byte(&next);
    }
    for (size_t i = 0; i < mask->n; i++) {
        if (mask->bits.at[i / 8] >> i % 8 & 1) mask->hits[mask->found++] = (uint32_t)i;
    }
}

static void expect_indices(const struct mask *mask) {
    struct block indices = block_alloc(mask->found * sizeof *mask->hits, sizeof *mask->hits);
    const ptrdiff_t found = lbx_hit_indices(mask->bits.at, mask->n, (uint32_t *)(void *)indices.at);
    expect(found == (ptrdiff_t)mask->found, "%td of %zu", found, mask->found);
    expect(memcmp(indices.at, mask->hits, mask->found * sizeof *mask->hits) == 0, "n %zu", mask->n);
    expect(lbx_hit_indices(mask->bits.at, mask->n, NULL) == found, "n %zu: only counted", mask->n);
    block_free(&indices);
}

static void expect_kept(const struct mask *mask, size_t item_bytes, size_t shift) {
    struct block items = block_alloc(mask->n * item_bytes, shift);
    struct block kept = block_alloc(mask->found * item_bytes, shift);
    for (size_t b = 0; b < mask->n * item_bytes; b++) items.at[b] = (uint8_t)(b * 37 + b / 256);
    ptrdiff_t found = lbx_keep(mask->bits.at, mask->n, items.at, item_bytes, kept.at);
    expect(found == (ptrdiff_t)mask->found, "%td of %zu", found, mask->found);
    for (size_t k = 0; k < mask->found; k++) {
        expect(memcmp(kept.at + k * item_bytes, items.at + mask->hits[k] * item_bytes,
                      item_bytes) == 0,
               "n %zu, %zu bytes: item %zu", mask->n, item_bytes, k);
    }
    found = lbx_keep(mask->bits.at, mask->n, items.at, item_bytes, items.at); // in place
    expect(found == (ptrdiff_t)mask->found, "in place: %td of %zu", found, mask->found);
    expect(memcmp(items.at, kept.at, mask->found * item_bytes) == 0, "in place: n %zu, %zu bytes",
           mask->n, item_bytes);
    expect(lbx_keep(mask->bits.at, mask->n, NULL, item_bytes, NULL) == found, "only counted");
    block_free(&items);
    block_free(&kept);
}

void fuzz_compact(struct bytes *in) {
    static struct mask mask;
    const size_t item_bytes = take_byte(in) % (ITEM_MAX + 1), shift = take_byte(in) % 16;
    decode_mask(&mask, in);
    expect_indices(&mask);
    expect_kept(&mask, item_bytes, shift);
    block_free(&mask.bits);
}
