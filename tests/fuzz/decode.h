// SPDX-License-Identifier: MIT
// Decodes the fuzzer's bytes into a call. Any bytes make a call, since zeros follow after their
// end. Most calls are legal; some have one fault or several.
#ifndef LBX_FUZZ_DECODE_H
#define LBX_FUZZ_DECODE_H

#include "cases.h"

struct bytes {
    const uint8_t *at;
    size_t left;
};

unsigned take_byte(struct bytes *in);
uint32_t take_word(struct bytes *in);

// Heap memory of exactly so many bytes from `at` on, which is `shift` bytes after malloc's pointer.
// So AddressSanitizer finds accesses past the end. It finds accesses one float before the start if
// shift is 8 or more.
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

// The same items, laid out densely one after the other.
struct dense {
    struct call call;
    float *items;
};

struct dense dense_alloc(const struct call *call);
void dense_free(struct dense *dense);

// The contract's answer for a view of n > 0 items: 0, or the first error in the contract's order.
ptrdiff_t view_error(const struct lbx_case *c, int s, const struct case_side *side, size_t n);

// Float k of the element that item i reads.
float item_float(const struct case_side *side, unsigned k, size_t i);

// Writes this float. Other items, and other floats of this one, may read the same memory.
void put_item_float(const struct case_side *side, unsigned k, size_t i, float x);

// Counts damaged memory and whether it passed its check, for a line at the end of the run.
void count_damaged(bool passed);

#endif
