// SPDX-License-Identifier: MIT
// From the fuzzer's bytes to a call. Any bytes are a call: where they end, zeros follow. Most are
// legal, some hold one fault or several.
#ifndef LBX_FUZZ_DECODE_H
#define LBX_FUZZ_DECODE_H

#include "cases.h"

struct bytes {
    const uint8_t *at;
    size_t left;
};

unsigned take_byte(struct bytes *in);
uint32_t take_word(struct bytes *in);

// Heap memory of exactly so many bytes behind `at`, which lies `shift` bytes off what malloc gave,
// so that AddressSanitizer sees whoever goes past the end. One float before it is seen where shift
// is 8 or more.
struct block {
    unsigned char *at;
    void *memory;
};

struct block block_alloc(size_t bytes, size_t shift);
void block_free(struct block *block);

struct call {
    const struct lbx_case *c;
    size_t n;
    unsigned flags;
    bool no_view[2];
    struct case_side side[2];
    size_t shift;    // of the outputs, in floats
    unsigned wanted; // outputs that are not NULL: bit 0 the mask, bit 1 + k the others
    struct block arrays[2][CASE_FLOATS_MAX], list[2];
};

void decode_call(struct call *call, const struct lbx_case *c, struct bytes *in);
void call_free(struct call *call);

// The same items, each where it belongs, one after the other.
struct dense {
    struct call call;
    float *items;
};

struct dense dense_alloc(const struct call *call);
void dense_free(struct dense *dense);

// What the contract says of a view of n > 0 items: 0, or the first error in its order.
ptrdiff_t view_error(const struct lbx_case *c, int s, const struct case_side *side, size_t n);

// Float k of the element that item i reads.
float item_float(const struct case_side *side, unsigned k, size_t i);

// Writes it. Other items may read the same memory, and this one another float by it.
void put_item_float(const struct case_side *side, unsigned k, size_t i, float x);

#endif
