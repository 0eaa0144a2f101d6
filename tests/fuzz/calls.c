// SPDX-License-Identifier: MIT
// One call of a test on every table. The expected answer is that of the scalar table with
// LBX_REPRODUCIBLE for the same items, laid out densely one after the other. Expected errors follow
// the contract's rules.
#include "calls.h"

#include <float.h>
#include <string.h>

#include "decode.h"
#include "examples/random.h"
#include "harness.h"
#include "tables.h"

enum { UNTOUCHED = 0xa5, OUTPUTS = 1 + CASE_OUTPUTS_MAX }; // the mask, then the arrays of floats

// The outputs of a call, in blocks of exactly the bytes that it may write.
struct outputs {
    ptrdiff_t found;
    struct block block[OUTPUTS]; // not wanted if `at` is NULL
    size_t bytes[OUTPUTS];
};

static struct outputs outputs_alloc(const struct lbx_case *c, size_t n, unsigned wanted,
                                    size_t shift) {
    struct outputs outputs = {0};
    if (n > PTRDIFF_MAX) n = 0; // an error, so nothing may be written
    for (unsigned k = 0; k < 1 + c->outputs; k++) {
        if (!(wanted >> k & 1)) continue;
        outputs.bytes[k] = k ? n * sizeof(float) : case_bytes(c, n);
        outputs.block[k] = block_alloc(outputs.bytes[k], k ? shift * sizeof(float) : shift);
    }
    return outputs;
}

static void outputs_free(struct outputs *outputs) {
    for (int k = 0; k < OUTPUTS; k++) block_free(&outputs->block[k]);
}

static void run(struct outputs *outputs, const struct call *call, const struct test_table *table,
                unsigned flags) {
    float *out[CASE_OUTPUTS_MAX];
    for (int k = 0; k < OUTPUTS; k++) {
        if (outputs->bytes[k]) memset(outputs->block[k].at, UNTOUCHED, outputs->bytes[k]);
        if (k) out[k - 1] = (float *)(void *)outputs->block[k].at;
    }
    table_use(table);
    outputs->found = case_run(call->c, call->no_view[0] ? NULL : &call->side[0],
                              call->no_view[1] ? NULL : &call->side[1], call->n, flags,
                              outputs->block[0].at, out);
}

static bool same_output(const struct outputs *a, const struct outputs *b, int k) {
    return !a->bytes[k] || !b->bytes[k] || memcmp(a->block[k].at, b->block[k].at, a->bytes[k]) == 0;
}

static unsigned said(const struct call *call, const struct outputs *outputs, size_t i) {
    return case_said(call->c, outputs->block[0].at, i);
}

static ptrdiff_t expected_error(const struct call *call) {
    if (call->flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (call->c->within && !(case_distance >= 0 && case_distance <= FLT_MAX))
        return LBX_ERROR_DISTANCE;
    for (int s = 0; s < 2 && call->n; s++) {
        const ptrdiff_t error =
            call->no_view[s] ? LBX_ERROR_NULL : view_error(call->c, s, &call->side[s], call->n);
        if (error) return error;
    }
    const unsigned some = call->wanted >> 1 & call->c->together;
    return call->n && some && some != call->c->together ? LBX_ERROR_NULL : 0;
}

static void expect_untouched(const struct call *call, const struct test_table *table,
                             const struct outputs *outputs) {
    for (int k = 0; k < OUTPUTS; k++) {
        for (size_t i = 0; i < outputs->bytes[k]; i++) {
            expect(outputs->block[k].at[i] == UNTOUCHED, "%s %s: error %td, byte %zu of output %d",
                   call->c->name, table->name, outputs->found, i, k);
        }
    }
}

// Checks what holds for any answer by itself.
static void expect_sound(const struct call *call, const struct test_table *table,
                         const struct outputs *outputs) {
    if (!outputs->bytes[0]) return;
    ptrdiff_t found = 0;
    for (size_t i = 0; i < call->n; i++) {
        found += case_says_hit(call->c, said(call, outputs, i));
    }
    expect(outputs->found == found, "%s %s: %td found, %td in the mask", call->c->name, table->name,
           outputs->found, found);
    expect(call->c->classes || call->n % 8 == 0 ||
               outputs->block[0].at[call->n / 8] >> call->n % 8 == 0,
           "%s %s: bits past %zu are set", call->c->name, table->name, call->n);
}

static void expect_same(const struct call *call, const struct test_table *table,
                        const struct outputs *outputs, const struct outputs *expected) {
    expect(outputs->found == expected->found, "%s %s, n %zu: %td found, not %td", call->c->name,
           table->name, call->n, outputs->found, expected->found);
    for (int k = 0; k < OUTPUTS; k++) {
        expect(same_output(outputs, expected, k), "%s %s, n %zu: other bits in output %d",
               call->c->name, table->name, call->n, k);
    }
}

// Fused verdicts may differ from plain ones; where they agree, so do the other outputs.
static void expect_plain_outputs(const struct call *call, const struct test_table *table,
                                 const struct outputs *fused, const struct outputs *plain) {
    if (!fused->bytes[0]) return;
    for (size_t i = 0; i < call->n; i++) {
        if (said(call, fused, i) != said(call, plain, i)) continue;
        for (int k = 1; k < OUTPUTS; k++) {
            expect(!fused->bytes[k] ||
                       memcmp(fused->block[k].at + i * sizeof(float),
                              plain->block[k].at + i * sizeof(float), sizeof(float)) == 0,
                   "%s %s, item %zu of %zu: output %d", call->c->name, table->name, i, call->n, k);
        }
    }
}

static void expect_answers(const struct call *call) {
    const struct test_tables *tables = test_tables();
    struct dense dense = dense_alloc(call);
    struct outputs expected = outputs_alloc(call->c, call->n, ~0u, 0);
    run(&expected, &dense.call, &tables->at[0], LBX_REPRODUCIBLE);
    expect_sound(call, &tables->at[0], &expected);
    struct outputs fused = {0};
    const struct test_table *first_fused = NULL;
    for (size_t t = 0; t < tables->count; t++) {
        const struct test_table *table = &tables->at[t];
        struct outputs outputs = outputs_alloc(call->c, call->n, call->wanted, call->shift);
        run(&outputs, call, table, call->flags);
        expect_sound(call, table, &outputs);
        if (call->flags & LBX_REPRODUCIBLE || !table->fuses) {
            expect_same(call, table, &outputs, &expected);
        } else {
            expect_plain_outputs(call, table, &outputs, &expected);
            if (first_fused) {
                expect_same(call, table, &outputs, &fused);
            } else {
                first_fused = table;
                fused = outputs;
                continue;
            }
        }
        outputs_free(&outputs);
    }
    outputs_free(&fused);
    outputs_free(&expected);
    dense_free(&dense);
}

static void expect_errors(const struct call *call, ptrdiff_t error) {
    const struct test_tables *tables = test_tables();
    struct outputs outputs = outputs_alloc(call->c, call->n, call->wanted, call->shift);
    for (size_t t = 0; t < tables->count; t++) {
        run(&outputs, call, &tables->at[t], call->flags);
        expect(outputs.found == error, "%s %s, n %zu: %td, not %td", call->c->name,
               tables->at[t].name, call->n, outputs.found, error);
        expect_untouched(call, &tables->at[t], &outputs);
    }
    outputs_free(&outputs);
}

void fuzz_call(struct bytes *in) {
    struct call call;
    decode_call(&call, lbx_cases[take_byte(in) % lbx_case_count], in);
    case_distance = call.c->within && in->left ? float_of_bits(take_word(in)) : CASE_DISTANCE;
    const ptrdiff_t error = expected_error(&call);
    if (error) {
        expect_errors(&call, error);
    } else {
        expect_answers(&call);
    }
    call_free(&call);
}

// Compares the check function of a side with itself on every item alone.
static void expect_check(const struct call *call, int s) {
    const struct lbx_case *c = call->c;
    struct lbx_case of_masks = *c; // _check writes a mask, even if the test writes classes
    of_masks.classes = 0;
    struct call masked = *call;
    masked.c = &of_masks;
    const struct case_side *side = call->no_view[s] ? NULL : &call->side[s];
    const ptrdiff_t error = call->n == 0 ? 0
                            : side       ? view_error(c, s, side, call->n)
                                         : LBX_ERROR_NULL;
    struct outputs outputs = outputs_alloc(&of_masks, call->n, call->wanted & 1, call->shift);
    const struct test_table table = {.name = "check"};
    if (outputs.bytes[0]) memset(outputs.block[0].at, UNTOUCHED, outputs.bytes[0]);
    outputs.found = c->check[s](side, call->n, outputs.block[0].at);
    if (error) {
        expect(outputs.found == error, "check of %s, side %d: %td, not %td", c->name, s,
               outputs.found, error);
        expect_untouched(call, &table, &outputs);
    } else {
        expect_sound(&masked, &table, &outputs);
        ptrdiff_t malformed = 0;
        for (size_t i = 0; i < call->n; i++) {
            float x[CASE_FLOATS_MAX];
            struct case_side alone = {.count = 1};
            for (unsigned k = 0; k < c->floats[s]; k++) {
                if (!side->at[k]) continue;
                x[k] = item_float(side, k, i);
                alone.at[k] = &x[k];
            }
            uint8_t mask = 0;
            const ptrdiff_t one = c->check[s](&alone, 1, &mask);
            expect(one == mask && (!outputs.bytes[0] || said(&masked, &outputs, i) == mask),
                   "check of %s, side %d, item %zu of %zu: %td", c->name, s, i, call->n, one);
            malformed += one;
        }
        expect(outputs.found == malformed, "check of %s, side %d: %td, not %td", c->name, s,
               outputs.found, malformed);
    }
    outputs_free(&outputs);
}

void fuzz_check(struct bytes *in) {
    struct call call;
    decode_call(&call, lbx_cases[take_byte(in) % lbx_case_count], in);
    for (int s = 0; s < 2; s++) expect_check(&call, s);
    call_free(&call);
}
