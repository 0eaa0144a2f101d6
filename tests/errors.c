// SPDX-License-Identifier: MIT
// Every error of every function: its code, that nothing is written, and which of two errors comes
// first.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "harness.h"

enum { ITEMS = 21 };

// Ways to spoil a view of ITEMS elements.
struct fault {
    ptrdiff_t error;
    const char *what;
    struct case_side side;
    bool null_view;
};

struct faults {
    size_t count;
    struct fault at[96];
};

// Lists whose entries lie 4, 8 and 12 bytes apart. Everything that is not an entry is beyond any
// view.
enum { STEPS = 3, LIST = STEPS * ITEMS };
static uint32_t in_order[STEPS][LIST], beyond[STEPS][ITEMS][LIST];

static void make_lists(void) {
    memset(in_order, 0xff, sizeof in_order);
    for (uint32_t s = 0; s < STEPS; s++) {
        for (uint32_t i = 0; i < ITEMS; i++) in_order[s][(s + 1) * i] = i;
        for (uint32_t i = 0; i < ITEMS; i++) { // entry i is bad
            memcpy(beyond[s][i], in_order[s], sizeof in_order[s]);
            beyond[s][i][(s + 1) * i] = i % 2 ? ITEMS : UINT32_MAX;
        }
    }
}

static lbx_pick every_step(uint32_t list[], size_t n, int s) {
    return lbx_indexed_every(list, n, sizeof *list * ((size_t)s + 1));
}

static struct case_side *add(struct faults *faults, const struct case_side *good, ptrdiff_t error,
                             const char *what) {
    struct fault *fault = &faults->at[faults->count++];
    expect(faults->count <= sizeof faults->at / sizeof *faults->at, "%zu", faults->count);
    *fault = (struct fault){error, what, *good, false};
    return &fault->side;
}

// Arrays that must come together, with some of them missing.
static void add_partial_groups(struct faults *faults, const struct case_side *good,
                               const struct lbx_case *c, int s) {
    for (unsigned g = 0; g < CASE_OPTIONAL_MAX; g++) {
        const unsigned group = c->optional[s][g];
        for (unsigned k = 0; k < c->floats[s] && (group & (group - 1)); k++) {
            if (!(group >> k & 1)) continue;
            add(faults, good, LBX_ERROR_NULL, "one of a group is NULL")->at[k] = NULL;
            struct case_side *only = add(faults, good, LBX_ERROR_NULL, "only one of a group");
            for (unsigned j = 0; j < c->floats[s]; j++) {
                if (j != k && group >> j & 1) only->at[j] = NULL;
            }
        }
    }
}

// The same side without the arrays that are optional.
static struct case_side least_side(const struct lbx_case *c, int s, const struct case_side *side) {
    struct case_side least = *side;
    for (unsigned k = c->required[s]; k < c->floats[s]; k++) least.at[k] = NULL;
    return least;
}

static struct faults all_faults(const struct lbx_case *c, int s, const struct case_side *good) {
    struct faults f = {0};
    make_lists();
    add(&f, good, LBX_ERROR_NULL, "NULL view");
    f.at[0].null_view = true;
    for (unsigned k = 0; k < c->required[s]; k++)
        add(&f, good, LBX_ERROR_NULL, "NULL array")->at[k] = NULL;
    const struct case_side least = least_side(c, s, good);
    for (unsigned k = 0; k < c->required[s]; k++)
        add(&f, &least, LBX_ERROR_NULL, "NULL array of those required")->at[k] = NULL;
    add_partial_groups(&f, good, c, s);
    add(&f, good, LBX_ERROR_NULL, "NULL list")->pick = lbx_indexed(NULL, ITEMS);

    add(&f, good, LBX_ERROR_COUNT, "one too few")->count = ITEMS - 1;
    add(&f, &least, LBX_ERROR_COUNT, "one too few of those required")->count = ITEMS - 1;
    add(&f, good, LBX_ERROR_COUNT, "none")->count = 0;
    add(&f, good, LBX_ERROR_COUNT, "a list that is one too short")->pick =
        lbx_indexed(in_order[0], ITEMS - 1);
    add(&f, good, LBX_ERROR_COUNT, "a list of none")->pick = lbx_indexed(in_order[0], 0);
    add(&f, good, LBX_ERROR_COUNT, "from 1")->pick = lbx_from(1);
    add(&f, good, LBX_ERROR_COUNT, "wraps to -1")->pick = lbx_from(SIZE_MAX);
    add(&f, good, LBX_ERROR_COUNT, "wraps to 0")->pick = lbx_from(SIZE_MAX - ITEMS + 1);
    add(&f, good, LBX_ERROR_COUNT, "wraps to 1")->pick = lbx_from(SIZE_MAX - ITEMS + 2);

    static const size_t odd[] = {1, 2, 3, 5, 30, SIZE_MAX};
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        add(&f, good, LBX_ERROR_STRIDE, "stride")->stride = odd[k];
        add(&f, good, LBX_ERROR_STRIDE, "list step")->pick =
            lbx_indexed_every(in_order[0], ITEMS, odd[k]);
    }

    add(&f, good, LBX_ERROR_INDEX, "one beyond")->pick = lbx_one(ITEMS);
    add(&f, good, LBX_ERROR_INDEX, "one far beyond")->pick = lbx_one(SIZE_MAX);
    add(&f, good, LBX_ERROR_INDEX, "unknown pick")->pick.kind = 3;
    add(&f, good, LBX_ERROR_INDEX, "negative pick")->pick.kind = -1;
    struct case_side *empty = add(&f, good, LBX_ERROR_INDEX, "one of none");
    empty->pick = lbx_one(0);
    empty->count = 0;
    for (int k = 0; k < STEPS * ITEMS; k++) {
        if (k % 4 && k % ITEMS && k % ITEMS != ITEMS - 1) continue;
        add(&f, good, LBX_ERROR_INDEX, "entry beyond")->pick =
            every_step(beyond[k / ITEMS][k % ITEMS], ITEMS, k / ITEMS);
    }
    struct case_side *none = add(&f, good, LBX_ERROR_INDEX, "entry of none");
    none->pick = lbx_indexed(in_order[0], ITEMS);
    none->count = 0;
    return f;
}

// Runs with outputs that must stay unchanged.
static void expect_error(const struct lbx_case *c, const struct case_side *first,
                         const struct case_side *second, size_t n, unsigned flags, ptrdiff_t error,
                         const char *what, const char *what_else) {
    uint8_t hits[32], clean[sizeof hits];
    float out[CASE_OUTPUTS_MAX][32], clean_out[CASE_OUTPUTS_MAX][32];
    memset(hits, 0xa5, sizeof hits), memset(clean, 0xa5, sizeof clean);
    memset(out, 0xa5, sizeof out), memset(clean_out, 0xa5, sizeof clean_out);
    for (size_t t = 0; t < test_tables()->count; t++) {
        table_use(&test_tables()->at[t]);
        float *outs[CASE_OUTPUTS_MAX];
        for (int o = 0; o < CASE_OUTPUTS_MAX; o++) outs[o] = out[o];
        const ptrdiff_t got = case_run(c, first, second, n, flags, hits, outs);
        expect(got == error, "%s, %s: %s, %s: %td, not %td", c->name, test_tables()->at[t].name,
               what, what_else, got, error);
        expect(memcmp(hits, clean, sizeof hits) == 0 && memcmp(out, clean_out, sizeof out) == 0,
               "%s: %s: an output was written", c->name, what);
    }
}

static void expect_check_error(const struct lbx_case *c, int s, const struct case_side *side,
                               size_t n, ptrdiff_t error, const char *what) {
    uint8_t mask[8], clean[sizeof mask];
    memset(mask, 0xa5, sizeof mask), memset(clean, 0xa5, sizeof clean);
    const ptrdiff_t got = c->check[s](side, n, mask);
    expect(got == error, "check of %s, side %d: %s: %td, not %td", c->name, s, what, got, error);
    expect(memcmp(mask, clean, sizeof mask) == 0, "check of %s: %s: written", c->name, what);
}

static void each_case(void (*body)(const struct lbx_case *c, const struct case_side good[2],
                                   const struct faults faults[2])) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        struct batch batch = batch_fill(c, 1, SCENE_MIXED, ITEMS);
        const struct case_side good[2] = {dense_side(&batch.side[0]), dense_side(&batch.side[1])};
        struct faults *faults = malloc(2 * sizeof *faults);
        expect(faults, "no memory");
        for (int s = 0; s < 2; s++) faults[s] = all_faults(c, s, &good[s]);
        body(c, good, faults);
        free(faults);
        batch_free(&batch);
    }
}

static const struct case_side *side_of(const struct fault *fault) {
    return fault->null_view ? NULL : &fault->side;
}

static void single(const struct lbx_case *c, const struct case_side good[2],
                   const struct faults faults[2]) {
    for (int s = 0; s < 2; s++) {
        const struct case_side least = least_side(c, !s, &good[!s]);
        for (size_t k = 0; k < faults[s].count; k++) {
            const struct fault *f = &faults[s].at[k];
            const struct case_side *bad = side_of(f);
            expect_error(c, s ? &good[0] : bad, s ? bad : &good[1], ITEMS, LBX_REPRODUCIBLE,
                         f->error, f->what, "");
            expect_error(c, s ? &least : bad, s ? bad : &least, ITEMS, LBX_REPRODUCIBLE, f->error,
                         f->what, "nothing optional");
            expect_check_error(c, s, bad, ITEMS, f->error, f->what);
        }
    }
}

Test(errors, each_by_itself) {
    each_case(single);
}

static void across_views(const struct lbx_case *c, const struct case_side good[2],
                         const struct faults faults[2]) {
    (void)good;
    for (size_t i = 0; i < faults[0].count; i++) {
        for (size_t j = 0; j < faults[1].count; j += 3) {
            const struct fault *a = &faults[0].at[i], *b = &faults[1].at[j];
            expect_error(c, side_of(a), side_of(b), ITEMS, 0, a->error, a->what, b->what);
        }
    }
}

Test(errors, those_of_the_first_view_come_first) {
    each_case(across_views);
}

static void flags_first(const struct lbx_case *c, const struct case_side good[2],
                        const struct faults faults[2]) {
    static const unsigned unknown[] = {2, 3, 4, 0x80000000u, ~0u};
    for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++) {
        expect_error(c, &good[0], &good[1], ITEMS, unknown[k], LBX_ERROR_FLAGS, "flags", "");
        for (size_t i = 0; i < faults[0].count; i++) {
            expect_error(c, side_of(&faults[0].at[i]), &good[1], ITEMS, unknown[k], LBX_ERROR_FLAGS,
                         "flags", faults[0].at[i].what);
        }
    }
}

Test(errors, flags_come_before_views) {
    each_case(flags_first);
}

// The order is NULL, count, stride, index: a view with two faults reports the earlier one.
static void within_view(const struct lbx_case *c, const struct case_side good[2],
                        const struct faults faults[2]) {
    (void)faults;
    for (int s = 0; s < 2; s++) {
        for (int combination = 0; combination < 6; combination++) {
            struct case_side bad = good[s];
            ptrdiff_t error = LBX_ERROR_NULL;
            switch (combination) {
            case 0: bad.at[0] = NULL, bad.count = 0; break;
            case 1: bad.at[2] = NULL, bad.stride = 3; break;
            case 2: bad.at[0] = NULL, bad.pick = lbx_one(ITEMS); break;
            case 3: bad.count = 1, bad.stride = 3, error = LBX_ERROR_COUNT; break;
            case 4: bad.pick = lbx_one(ITEMS), bad.stride = 2, error = LBX_ERROR_STRIDE; break;
            case 5:
                bad.pick = lbx_indexed_every(beyond[0][0], ITEMS, 6), error = LBX_ERROR_STRIDE;
                break;
            default: break;
            }
            expect_error(c, s ? &good[0] : &bad, s ? &bad : &good[1], ITEMS, 0, error, "two",
                         "faults");
            expect_check_error(c, s, &bad, ITEMS, error, "two faults");
        }
    }
}

Test(errors, order_within_a_view) {
    each_case(within_view);
}

static void no_items(const struct lbx_case *c, const struct case_side good[2],
                     const struct faults faults[2]) {
    (void)good;
    for (int s = 0; s < 2; s++) {
        for (size_t k = 0; k < faults[s].count; k++) {
            const struct case_side *bad = side_of(&faults[s].at[k]);
            expect_error(c, s ? NULL : bad, s ? bad : NULL, 0, 0, 0, faults[s].at[k].what, "n 0");
            expect_check_error(c, s, bad, 0, 0, "n 0");
        }
    }
    expect_error(c, NULL, NULL, 0, 2, LBX_ERROR_FLAGS, "flags", "n 0");
}

Test(errors, no_items_no_error) {
    each_case(no_items);
}

// More items than a ptrdiff_t can count, under picks that would otherwise allow it.
static void too_many(const struct lbx_case *c, const struct case_side good[2],
                     const struct faults faults[2]) {
    (void)faults;
    for (int s = 0; s < 2; s++) {
        struct case_side many = good[s];
        many.count = SIZE_MAX;
        const size_t lengths[] = {(size_t)PTRDIFF_MAX + 1, SIZE_MAX};
        for (int k = 0; k < 6; k++) {
            many.pick = k / 2 == 0   ? lbx_from(0)
                        : k / 2 == 1 ? lbx_one(0)
                                     : lbx_indexed(in_order[0], SIZE_MAX);
            expect_error(c, s ? &good[0] : &many, s ? &many : &good[1], lengths[k % 2], 0,
                         LBX_ERROR_COUNT, "too many", "");
            expect_check_error(c, s, &many, lengths[k % 2], LBX_ERROR_COUNT, "too many");
        }
        many.pick = lbx_from(0);
        many.stride = 3; // otherwise it would run
        expect_check_error(c, s, &many, PTRDIFF_MAX, LBX_ERROR_STRIDE, "PTRDIFF_MAX");
        many.count = (size_t)PTRDIFF_MAX - 1;
        expect_check_error(c, s, &many, PTRDIFF_MAX, LBX_ERROR_COUNT, "one short of PTRDIFF_MAX");
    }
}

Test(errors, more_than_ptrdiff_max) {
    each_case(too_many);
}

// Fields that another kind of pick would read are ignored. Entries past n may be anything; steps
// and strides of 0 mean 4.
static void legal(const struct lbx_case *c, const struct case_side good[2],
                  const struct faults faults[2]) {
    (void)faults;
    for (int s = 0; s < 2; s++) {
        struct case_side side[2] = {good[0], good[1]};
        for (size_t t = 0; t < test_tables()->count; t++) {
            table_use(&test_tables()->at[t]);
            float *const none[CASE_OUTPUTS_MAX] = {NULL};
            side[s].pick = lbx_from(0);
            side[s].stride = 0;
            const ptrdiff_t found = case_run(c, &side[0], &side[1], ITEMS, 1, NULL, none);
            expect(found > 0, "%s: %td", c->name, found);
            side[s].pick.list = beyond[0][0];
            side[s].pick.step = 3;
            const ptrdiff_t unlisted = case_run(c, &side[0], &side[1], ITEMS, 1, NULL, none);
            expect(unlisted == found, "%s: %td, not %td", c->name, unlisted, found);
            for (int variant = 0; variant < 4; variant++) {
                side[s].stride = variant & 1 ? 4 : 0;
                side[s].pick = lbx_indexed_every(in_order[0], ITEMS, variant & 2 ? 4 : 0);
                const ptrdiff_t again = case_run(c, &side[0], &side[1], ITEMS, 1, NULL, none);
                expect(again == found, "%s, variant %d: %td, not %td", c->name, variant, again,
                       found);
                side[s].pick.first = SIZE_MAX;
                const ptrdiff_t listed = case_run(c, &side[0], &side[1], ITEMS, 1, NULL, none);
                expect(listed == found, "%s, variant %d: %td, not %td", c->name, variant, listed,
                       found);
            }
            for (size_t k = 0; k < STEPS * (ITEMS - 1); k++) { // a bad entry right after the last
                const size_t n = 1 + k / STEPS, step = k % STEPS;
                side[s].pick = every_step(beyond[step][n], n, (int)step);
                const ptrdiff_t some = case_run(c, &side[0], &side[1], n, 1, NULL, none);
                expect(some >= 0, "%s, n %zu: %td", c->name, n, some);
                side[s].pick = every_step(beyond[step][n - 1], n, (int)step);
                const ptrdiff_t bad = case_run(c, &side[0], &side[1], n, 1, NULL, none);
                expect(bad == LBX_ERROR_INDEX, "%s, n %zu: %td", c->name, n, bad);
            }
        }
    }
}

Test(errors, what_is_legal) {
    each_case(legal);
}

// One bad entry anywhere in a longer list, many entries of which are checked at a time.
Test(errors, a_bad_entry_at_any_place) {
    enum { MANY = 131 };
    static uint32_t list[STEPS * MANY];
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        struct batch batch = batch_fill(c, 1, SCENE_MIXED, MANY);
        const struct case_side good[2] = {dense_side(&batch.side[0]), dense_side(&batch.side[1])};
        for (int way = 0; way < 2 * STEPS; way++) {
            const int s = way % 2, step = way / 2;
            struct case_side side[2] = {good[0], good[1]};
            side[s].pick = every_step(list, MANY, step);
            memset(list, 0xff, sizeof list);
            for (uint32_t i = 0; i < MANY; i++) list[i * ((uint32_t)step + 1)] = MANY - 1 - i;
            for (uint32_t i = 0; i < MANY; i++) {
                uint32_t *entry = &list[i * ((uint32_t)step + 1)];
                *entry = MANY;
                expect_error(c, &side[0], &side[1], MANY, 0, LBX_ERROR_INDEX, "one entry",
                             "beyond");
                expect_error(c, &side[0], &side[1], i + 1, 0, LBX_ERROR_INDEX, "the last",
                             "beyond");
                *entry = MANY - 1 - i;
            }
            float *const none[CASE_OUTPUTS_MAX] = {NULL};
            const ptrdiff_t found = case_run(c, &side[0], &side[1], MANY, 0, NULL, none);
            expect(found >= 0, "%s, step %d: %td", c->name, step, found);
        }
        batch_free(&batch);
    }
}

// Both sides read one list with different steps: what is found for one says nothing about the
// other.
Test(errors, a_bad_entry_of_one_list_read_in_two_steps) {
    enum { MANY = 67 };
    static uint32_t list[STEPS * MANY];
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        struct batch batch = batch_fill(c, 1, SCENE_MIXED, MANY);
        struct case_side side[2] = {dense_side(&batch.side[0]), dense_side(&batch.side[1])};
        for (int way = 0; way < STEPS * STEPS; way++) {
            const int step[2] = {way % STEPS, way / STEPS};
            memset(list, 0, sizeof list);
            for (int s = 0; s < 2; s++) side[s].pick = every_step(list, MANY, step[s]);
            float *const none[CASE_OUTPUTS_MAX] = {NULL};
            const ptrdiff_t found = case_run(c, &side[0], &side[1], MANY, 0, NULL, none);
            expect(found >= 0, "%s, all entries good: %td", c->name, found);
            for (int s = 0; s < 2; s++) {
                uint32_t *const entry = &list[(MANY - 2) * (step[s] + 1)];
                *entry = MANY;
                expect_error(c, &side[0], &side[1], MANY, 0, LBX_ERROR_INDEX, "one entry",
                             "beyond");
                *entry = 0;
            }
        }
        batch_free(&batch);
    }
}

// The two halves of a list of pairs are checked together. What follows the last pair is not read.
Test(errors, a_bad_half_of_a_pair_at_any_place) {
    enum { MANY = 67 };
    static uint32_t list[2 * (MANY + 1)];
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        struct batch batch = batch_fill(c, 1, SCENE_MIXED, MANY);
        struct case_side side[2] = {dense_side(&batch.side[0]), dense_side(&batch.side[1])};
        for (unsigned halves = 0; halves < 4; halves++) { // per side; one may be read twice
            bool read[2] = {false, false};
            for (int s = 0; s < 2; s++) {
                side[s].pick = lbx_indexed_every(list + (halves >> s & 1), MANY, 2 * sizeof *list);
                read[halves >> s & 1] = true;
            }
            for (size_t n = 1; n <= MANY; n++) {
                memset(list, 0xff, sizeof list);
                for (uint32_t i = 0; i < 2 * n; i++) list[i] = read[i % 2] ? i % MANY : UINT32_MAX;
                float *const none[CASE_OUTPUTS_MAX] = {NULL};
                const ptrdiff_t found = case_run(c, &side[0], &side[1], n, 0, NULL, none);
                expect(found >= 0, "%s, halves %u, n %zu: %td", c->name, halves, n, found);
                for (uint32_t i = 0; i < 2 * n; i++) {
                    if (!read[i % 2]) continue;
                    list[i] = MANY;
                    expect_error(c, &side[0], &side[1], n, 0, LBX_ERROR_INDEX, "a half", "beyond");
                    list[i] = i % MANY;
                }
            }
        }
        batch_free(&batch);
    }
}

// Flags are checked before the distance, the distance before the views. The distance is checked in
// empty calls, too.
static void bad_distances(const struct lbx_case *c, const struct case_side good[2],
                          const struct faults faults[2]) {
    static const float bad[] = {-1, -0x1p-149f, -FLT_MAX, INFINITY, -INFINITY, NAN};
    for (size_t k = 0; k < sizeof bad / sizeof *bad && c->within; k++) {
        case_distance = bad[k];
        for (size_t n = 0; n <= ITEMS; n += 3)
            expect_error(c, &good[0], &good[1], n, n % 2, LBX_ERROR_DISTANCE, "distance", "");
        expect_error(c, &good[0], &good[1], ITEMS, 2, LBX_ERROR_FLAGS, "distance", "flags");
        for (int s = 0; s < 2; s++) {
            const struct case_side *const fault = side_of(&faults[s].at[k]);
            expect_error(c, s ? &good[0] : fault, s ? fault : &good[1], ITEMS, 0,
                         LBX_ERROR_DISTANCE, "distance", "view");
        }
    }
    case_distance = -0.0f;
    if (c->within) expect_error(c, NULL, NULL, 0, 0, 0, "-0", "is a distance");
    case_distance = CASE_DISTANCE;
}

Test(errors, distances) {
    each_case(bad_distances);
}

Test(errors, texts) {
    for (ptrdiff_t error = LBX_ERROR_DISTANCE; error < 0; error++) {
        const char *text = lbx_error_text(error);
        expect(text && strlen(text) > 5 && strcmp(text, lbx_error_text(-10)) != 0, "%td", error);
        for (ptrdiff_t other = LBX_ERROR_DISTANCE; other < error; other++)
            expect(strcmp(text, lbx_error_text(other)) != 0, "%td and %td: %s", error, other, text);
    }
    expect(strcmp(lbx_error_text(0), "no error") == 0, "%s", lbx_error_text(0));
    expect(strcmp(lbx_error_text(PTRDIFF_MAX), "no error") == 0, "%s", lbx_error_text(PTRDIFF_MAX));
    expect(lbx_error_text(PTRDIFF_MIN) && lbx_error_text(-100), "never NULL");
    expect(strcmp(lbx_error_text(-10), "no error") != 0, "%s", lbx_error_text(-10));
}
