// SPDX-License-Identifier: MIT
// No call touches memory outside of its arguments: every input and output lies at a guard page, in
// every layout, under every pick, for n from 0 to 67.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "harness.h"
#include "upper_halves.h"

// The running call, for the message of a crash.
static struct {
    const char *kernel, *table;
    size_t n;
    unsigned first, second, flags;
    enum guard guard;
} running;

static void crashed(int signal_number) {
    char text[256];
    const int length =
        snprintf(text, sizeof text,
                 "touched a guard page: %s, table %s, n %zu, sides %u and %u "
                 "(picking * %d + layout), flags %u, guard %s\n",
                 running.kernel, running.table, running.n, running.first, running.second, LAYOUTS,
                 running.flags, running.guard == GUARD_BEFORE ? "before" : "behind");
    if (length > 0) fwrite(text, 1, (size_t)length, stderr);
    signal(signal_number, SIG_DFL);
}

static void watch(void) {
    signal(SIGSEGV, crashed);
#if defined(SIGBUS) // Windows has none
    signal(SIGBUS, crashed);
#endif
}

struct outputs {
    struct guarded hits, out[CASE_OUTPUTS_MAX];
};

enum { UNTOUCHED = 0xa5, LIST = 35 };

static struct outputs outputs_alloc(const struct lbx_case *c, size_t n, enum guard guard) {
    struct outputs outputs = {.hits = guarded_alloc(case_bytes(c, n), guard, UNTOUCHED)};
    guarded_forget(&outputs.hits);
    for (unsigned k = 0; k < CASE_OUTPUTS_MAX; k++) {
        outputs.out[k] = guarded_alloc(n * sizeof(float), guard, UNTOUCHED);
        guarded_forget(&outputs.out[k]);
    }
    return outputs;
}

static void outputs_free(struct outputs *outputs) {
    guarded_free(&outputs->hits);
    for (unsigned k = 0; k < CASE_OUTPUTS_MAX; k++) guarded_free(&outputs->out[k]);
}

static void run_guarded(struct question *q, const struct outputs *outputs,
                        const struct answer *expected) {
    const struct lbx_case *c = q->batch->c;
    float *out[CASE_OUTPUTS_MAX] = {NULL};
    for (unsigned k = 0; k < c->outputs && !q->mask_only; k++)
        out[k] = (float *)(void *)outputs->out[k].at;
    table_use(q->table);
    running.table = q->table->name;
    running.flags = q->flags;
    const ptrdiff_t found =
        case_run(c, q->side[0], q->side[1], q->n, q->flags, outputs->hits.at, out);
    expect(!upper_halves_in_use(), "%s %s, n %zu: upper halves are in use", c->name, q->table->name,
           q->n);
    bool intact = guarded_intact(&outputs->hits, UNTOUCHED);
    for (unsigned k = 0; k < c->outputs; k++)
        intact = intact && guarded_intact(&outputs->out[k], UNTOUCHED);
    expect(intact, "%s %s: wrote beyond %zu items", c->name, q->table->name, q->n);
    if (!(q->flags & LBX_REPRODUCIBLE)) return;
    struct answer answer = {c, q->n, c->outputs, found, outputs->hits.at, {NULL}};
    memcpy(answer.out, out, sizeof out);
    expect(found == expected->found, "%s %s, n %zu: %td, not %td", c->name, q->table->name, q->n,
           found, expected->found);
    expect_same(q, &answer, expected);
}

// Every fifth pair of sides, or every 19th in a sample: others for another n.
static void guard_n(const struct batch *batch, size_t n, enum guard guard) {
    const struct test_tables *tables = test_tables();
    const unsigned step = tests_are_sampled() ? 19 : 5;
    struct placed side[2][SIDES];
    unsigned variants = 0, absent;
    while (absent_arrays(batch->c, 0, variants, &absent)) variants++;
    for (unsigned j = 0; j < SIDES; j++) {
        absent_arrays(batch->c, 0, (unsigned)(n + j / 3) % variants, &absent);
        side[0][j] = place(&batch->side[0], j, n, guard, absent);
        side[1][j] = place(&batch->side[1], j, n, guard, 0);
    }
    struct outputs outputs = outputs_alloc(batch->c, n, guard);
    running.kernel = batch->c->name;
    running.n = n;
    running.guard = guard;
    for (unsigned i = 0; i < SIDES; i++) {
        for (unsigned j = (unsigned)(n + 3 * i) % step; j < SIDES; j += step) {
            running.first = i;
            running.second = j;
            const struct case_side plain[2] = {plain_side(&side[0][i]), plain_side(&side[1][j])};
            struct question q = {batch, &tables->at[0], {&plain[0], &plain[1]}, n, LBX_REPRODUCIBLE,
                                 false, "guard pages"};
            struct answer expected = ask(&q);
            q.side[0] = &side[0][i].side, q.side[1] = &side[1][j].side;
            for (size_t t = 0; t < tables->count; t++) {
                q.table = &tables->at[t];
                q.flags = LBX_REPRODUCIBLE;
                q.mask_only = false;
                run_guarded(&q, &outputs, &expected);
                q.flags = 0;
                q.mask_only = true;
                run_guarded(&q, &outputs, NULL);
            }
            answer_free(&expected);
        }
    }
    outputs_free(&outputs);
    for (unsigned j = 0; j < SIDES; j++) {
        placed_free(&side[0][j]);
        placed_free(&side[1][j]);
    }
}

// In a sample a kernel sees a quarter of these n, and the next kernel another one.
static void guard_up_to_67(enum guard guard) {
    watch();
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 11, SCENE_MIXED, 67 + 5);
        for (size_t n = 0; n <= 67; n++)
            if (!tests_are_sampled() || (n + k) % 4 == 0) guard_n(&batch, n, guard);
        batch_free(&batch);
    }
}

Test(guards, behind) {
    guard_up_to_67(GUARD_BEHIND);
}

Test(guards, before) {
    guard_up_to_67(GUARD_BEFORE);
}

// Longer than a tile, and not a multiple of any block.
Test(guards, longer_batches) {
    static const size_t lengths[] = {127, 128, 129, 257};
    watch();
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 12, SCENE_TOUCHING, 257 + 5);
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            guard_n(&batch, lengths[l], GUARD_BEHIND);
            guard_n(&batch, lengths[l], GUARD_BEFORE);
        }
        batch_free(&batch);
    }
}

// One element whose floats lie in separate allocations, though close to each other. Nothing between
// them is read, whatever the stride says; AddressSanitizer would see it.
Test(guards, one_element_in_pieces) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        struct batch batch = batch_fill(c, 14, SCENE_MIXED, 1);
        struct case_side piece[2];
        for (int s = 0; s < 2; s++) {
            piece[s] = (struct case_side){.count = 1, .stride = 1024};
            for (unsigned f = 0; f < c->floats[s]; f++) {
                float *alone = malloc(sizeof *alone);
                expect(alone, "a float");
                *alone = batch.side[s].at[f][0];
                piece[s].at[f] = alone;
            }
        }
        static const uint32_t list[LIST] = {0};
        for (size_t n = 1; n <= LIST; n++) {
            piece[0].pick = n == 1 ? lbx_from(0) : lbx_indexed(list, n);
            piece[1].pick = lbx_indexed(list, n);
            struct question q = {&batch,  &test_tables()->at[0], {&piece[0], &piece[1]},
                                 n,       LBX_REPRODUCIBLE,      false,
                                 "pieces"};
            struct answer expected = ask(&q);
            for (size_t t = 0; t < test_tables()->count; t++) {
                q.table = &test_tables()->at[t];
                struct answer answer = ask(&q);
                expect_same(&q, &answer, &expected);
                answer_free(&answer);
            }
            answer_free(&expected);
        }
        for (int s = 0; s < 2; s++) {
            for (unsigned f = 0; f < c->floats[s]; f++) free((void *)(uintptr_t)piece[s].at[f]);
        }
        batch_free(&batch);
    }
}

// An element whose groups of three floats lie on separate pages, with forbidden pages between them.
// One group ends where such a page begins, the next begins where it ends. The element is the first
// of two, because the stride of a single element means nothing.
static struct case_side spread_over_pages(const struct elements *elements, struct guarded *memory) {
    const size_t page = guarded_page(), groups = (elements->floats + 2) / 3;
    *memory = guarded_alloc(2 * groups * page, GUARD_BEFORE, 0xff);
    struct case_side side = {.count = 2, .stride = memory->bytes};
    for (unsigned k = 0; k < elements->floats; k++) {
        float *group = (float *)(void *)(memory->at + k / 3 * 2 * page);
        float *at = group + k % 3 + (k / 3 % 2 ? 0 : page / sizeof(float) - 3);
        *at = elements->at[k][0];
        side.at[k] = at;
    }
    for (size_t g = 0; g < groups; g++) guarded_shut(memory->at + (2 * g + 1) * page);
    return side;
}

Test(guards, an_element_on_many_pages) {
    watch();
    running.n = 1;
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 14, SCENE_TOUCHING, 1);
        struct guarded memory[2];
        struct case_side side[2];
        for (int s = 0; s < 2; s++) side[s] = spread_over_pages(&batch.side[s], &memory[s]);
        running.kernel = batch.c->name;
        for (unsigned way = 0; way < 16; way++) { // each side picked in one of two ways, each flag
            for (size_t t = 0; t < test_tables()->count; t++) {
                struct case_side plain[2];
                struct question q = {&batch,      &test_tables()->at[t], {&plain[0], &plain[1]},
                                     1,           way >> 2 & 1,          way >> 3 & 1,
                                     "many pages"};
                for (int s = 0; s < 2; s++) {
                    side[s].pick = way >> s & 1 ? lbx_one(0) : lbx_from(0);
                    plain[s] = dense_side(&batch.side[s]);
                    plain[s].pick = side[s].pick;
                }
                running.table = q.table->name;
                struct answer expected = ask(&q);
                q.side[0] = &side[0], q.side[1] = &side[1];
                struct answer answer = ask(&q);
                expect_same(&q, &answer, &expected);
                answer_free(&expected);
                answer_free(&answer);
            }
        }
        for (int s = 0; s < 2; s++) guarded_free(&memory[s]);
        batch_free(&batch);
    }
}

// The _check functions, tested in the same way.
Test(guards, check_functions) {
    watch();
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        struct batch batch = batch_fill(c, 13, SCENE_HOSTILE, 67 + 5);
        unsigned absent;
        for (unsigned variant = 0; absent_arrays(c, 0, variant, &absent); variant++) {
            for (size_t run = 0; run <= 67 * GUARDS + 1; run++) {
                const size_t n = run / GUARDS;
                const enum guard guard = (enum guard)(run % GUARDS);
                struct guarded mask = guarded_alloc((n + 7) / 8, guard, UNTOUCHED);
                for (unsigned j = (unsigned)(variant + run) % 6; j < 2 * SIDES; j += 6) {
                    const int s = j >= SIDES;
                    struct placed placed =
                        place(&batch.side[s], j % SIDES, n, guard, s ? 0 : absent);
                    const struct case_side plain = plain_side(&placed);
                    uint8_t expected[9] = {0};
                    running.kernel = "check";
                    running.table = c->name;
                    running.n = n;
                    running.first = running.second = j;
                    const ptrdiff_t malformed = c->check[s](&plain, n, expected);
                    const ptrdiff_t found = c->check[s](&placed.side, n, mask.at);
                    expect(found == malformed && memcmp(mask.at, expected, mask.bytes) == 0,
                           "%s side %u, n %zu: %td, %td", c->name, j, n, found, malformed);
                    expect(guarded_intact(&mask, UNTOUCHED), "%s, n %zu", c->name, n);
                    expect(c->check[s](&placed.side, n, NULL) == malformed, "%s", c->name);
                    placed_free(&placed);
                }
                guarded_free(&mask);
            }
        }
        batch_free(&batch);
    }
}
