// SPDX-License-Identifier: MIT
// What orders contain, and orders and cursors that must be refused.
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "lanebox/pairs.h"
#include "pairs/order.h"
#include "searches.h"
#include "tables.h"

enum { N = 300 };

static lbx_aabbs view_of(const struct set_box *boxes, size_t n) {
    return lbx_aabbs_of(boxes->min, boxes->max, n, sizeof *boxes);
}

struct fixture {
    struct set_box boxes[N];
    lbx_aabbs view;
    size_t bytes;
    void *order;
};

static struct fixture *make_fixture(void) {
    struct fixture *const f = malloc(sizeof *f);
    expect(f, "no memory");
    table_use(&test_tables()->at[0]);
    set_fill(SET_DENSE, N, 1, f->boxes);
    f->view = view_of(f->boxes, N);
    f->bytes = lbx_order_bytes(N);
    f->order = malloc(f->bytes);
    expect(f->order && lbx_order_sort(&f->view, N, f->order, f->bytes, NULL) == N, "sorted");
    return f;
}

// Makes the header's sum that of the order as it is: damage that only other checks find.
static void mend_sum(void *order) {
    struct lbx_order o;
    if (lbx_order_open(&o, order) == 0) o.header->sum = lbx_order_sum(&o, NULL);
}

static void free_fixture(struct fixture *f) {
    free(f->order);
    free(f);
}

Test(orders, bytes) {
    for (size_t n = 1; n < 200000; n = n * 2 + 1) {
        const size_t bytes = lbx_order_bytes(n);
        expect(bytes >= 28 * n && bytes < 30 * n + 1600, "%zu boxes: %zu", n, bytes);
    }
    expect(lbx_order_bytes(0) > 0, "a header");
    uint64_t header[8];
    expect(lbx_order_sort(NULL, 0, header, sizeof header, NULL) == 0, "no boxes");
#if SIZE_MAX > UINT32_MAX
    expect(lbx_order_bytes(UINT32_MAX) < SIZE_MAX, "as many as there are numbers");
    expect(lbx_order_bytes((size_t)UINT32_MAX + 1) == SIZE_MAX, "too many");
#endif
}

// Boxes on a grid, two per cell, lie in the order of a Hilbert curve: each cell is next to the one
// before.
Test(orders, follow_a_hilbert_curve) {
    for (unsigned side = 4; side <= 16; side *= 2) {
        const size_t n = 2 * side * side * side, bytes = lbx_order_bytes(n);
        struct set_box *const boxes = malloc(n * sizeof *boxes);
        void *const memory = malloc(bytes);
        expect(boxes && memory, "no memory");
        for (size_t i = 0; i < n; i++) {
            const size_t cell = i * 7919 % (n / 2); // in no particular order
            const float at[3] = {(float)(cell % side), (float)(cell / side % side),
                                 (float)(cell / side / side)};
            for (int c = 0; c < 3; c++) boxes[i].min[c] = at[c], boxes[i].max[c] = at[c] + 2;
        }
        const lbx_aabbs view = view_of(boxes, n);
        expect(lbx_order_sort(&view, n, memory, bytes, NULL) == (ptrdiff_t)n, "sorted");
        struct lbx_order order;
        expect(lbx_order_open(&order, memory) == 0, "opened");
        for (size_t k = 1; k < n; k++) {
            float way = 0;
            for (int c = 0; c < 3; c++)
                way += fabsf(boxes[order.id[k]].min[c] - boxes[order.id[k - 1]].min[c]);
            expect(way == (k % 2 ? 0 : 1), "side %u, box %zu: %g away", side, k, (double)way);
        }
        free(boxes);
        free(memory);
    }
}

// Of boxes that come in the order of a line, the last ones widen the grid as others do.
Test(orders, along_a_line) {
    enum { CELLS = 1000, A_CELL = 8, BOXES = CELLS * A_CELL };
    struct set_box *const boxes = malloc(BOXES * sizeof *boxes);
    const size_t bytes = lbx_order_bytes(BOXES);
    void *const memory = malloc(bytes);
    struct lbx_order order;
    expect(boxes && memory, "no memory");
    for (int backwards = 0; backwards < 2; backwards++) {
        for (size_t i = 0; i < BOXES; i++) {
            const size_t at = backwards ? BOXES - 1 - i : i;
            boxes[i] = (struct set_box){{(float)(at / A_CELL), 0, 0}, {0, 2, 2}};
            boxes[i].max[0] = boxes[i].min[0] + 2;
        }
        const lbx_aabbs view = view_of(boxes, BOXES);
        expect(lbx_order_sort(&view, BOXES, memory, bytes, NULL) == BOXES &&
                   lbx_order_open(&order, memory) == 0,
               "sorted");
        float way = 0;
        for (size_t k = 1; k < BOXES; k++)
            way += fabsf(boxes[order.id[k]].min[0] - boxes[order.id[k - 1]].min[0]);
        expect(way < 10 * CELLS, "%g in all", (double)way);
    }
    free(boxes);
    free(memory);
}

// Errors are found before anything is written.
Test(orders, errors_of_sort_and_refit) {
    struct fixture *const f = make_fixture();
    unsigned char *const before = malloc(f->bytes);
    expect(before, "no memory");
    memcpy(before, f->order, f->bytes);
    char *const odd = (char *)f->order + 4;
    lbx_aabbs broken = f->view;
    broken.min[1] = NULL;
    ptrdiff_t (*const calls[])(const lbx_aabbs *, size_t, void *, size_t,
                               const lbx_workers *) = {lbx_order_sort, lbx_order_refit};
    for (int k = 0; k < 2; k++) {
        EXPECT_ERROR(LBX_ERROR_NULL, calls[k](NULL, N, f->order, f->bytes, NULL));
        EXPECT_ERROR(LBX_ERROR_NULL, calls[k](&f->view, N, NULL, f->bytes, NULL));
        EXPECT_ERROR(LBX_ERROR_NULL, calls[k](&broken, N, f->order, f->bytes, NULL));
        EXPECT_ERROR(LBX_ERROR_STRIDE, calls[k](&f->view, N - 64, odd, f->bytes - 4, NULL));
        EXPECT_ERROR(LBX_ERROR_COUNT, calls[k](&f->view, N, f->order, f->bytes - 1, NULL));
        EXPECT_ERROR(LBX_ERROR_COUNT, calls[k](&f->view, N + 1, f->order, f->bytes + 100, NULL));
        EXPECT_ERROR(LBX_ERROR_COUNT, calls[k](&f->view, SIZE_MAX, f->order, SIZE_MAX, NULL));
    }
    EXPECT_ERROR(LBX_ERROR_COUNT, lbx_order_refit(&f->view, N - 1, f->order, f->bytes, NULL));
    EXPECT_ERROR(LBX_ERROR_COUNT, lbx_order_refit(&f->view, 0, f->order, f->bytes, NULL));
    expect(memcmp(before, f->order, f->bytes) == 0, "written");
    memset(f->order, 0, f->bytes);
    EXPECT_ERROR(LBX_ERROR_ORDER, lbx_order_refit(&f->view, N, f->order, f->bytes, NULL));
    free(before);
    free_fixture(f);
}

Test(orders, errors_of_searches) {
    struct fixture *const f = make_fixture();
    lbx_cursor cursor = {0};
    lbx_pair out[4];
    const lbx_filter crooked = {NULL, NULL, 6};
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_pairs(NULL, NULL, &cursor, out, 4));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_pairs(f->order, NULL, NULL, out, 4));
    EXPECT_ERROR(LBX_ERROR_COUNT, lbx_pairs(f->order, NULL, &cursor, out, 0));
    EXPECT_ERROR(LBX_ERROR_STRIDE, lbx_pairs(f->order, &crooked, &cursor, out, 4));
    EXPECT_ERROR(LBX_ERROR_STRIDE, lbx_pairs((char *)f->order + 4, NULL, &cursor, out, 4));
    EXPECT_ERROR(LBX_ERROR_ORDER, lbx_pairs(f->boxes, NULL, &cursor, out, 4));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_pairs_between(f->order, NULL, NULL, NULL, &cursor, out, 4));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_pairs_between(NULL, f->order, NULL, NULL, &cursor, out, 4));
    EXPECT_ERROR(LBX_ERROR_ORDER,
                 lbx_pairs_between(f->order, f->boxes, NULL, NULL, &cursor, out, 4));
    EXPECT_ERROR(LBX_ERROR_STRIDE,
                 lbx_pairs_between(f->order, f->order, NULL, &crooked, &cursor, out, 4));
    static const lbx_cursor zero;
    expect(memcmp(&cursor, &zero, sizeof cursor) == 0, "the cursor is as it was");
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_cursor_range(NULL, 0, 1));
    EXPECT_ERROR(LBX_ERROR_INDEX, lbx_cursor_range(&cursor, 0, 0));
    EXPECT_ERROR(LBX_ERROR_INDEX, lbx_cursor_range(&cursor, 3, 3));
#if SIZE_MAX > UINT32_MAX
    EXPECT_ERROR(LBX_ERROR_COUNT, lbx_cursor_range(&cursor, 3, (size_t)UINT32_MAX + 1));
#endif
    free_fixture(f);
}

// A cursor continues only in the order that it began in, and only while that is unchanged.
Test(orders, stale_cursors) {
    struct fixture *const f = make_fixture();
    lbx_pair out[4];
    for (int how = 0; how < 4; how++) {
        lbx_cursor cursor = {0}, other = {0};
        expect(lbx_pairs(f->order, NULL, &cursor, out, 4) == 4, "begun");
        expect(lbx_pairs_between(f->order, f->order, NULL, NULL, &other, out, 4) == 4, "begun");
        const lbx_cursor before = cursor;
        if (how == 3) memset(f->order, 0, f->bytes); // used for something else in between
        const size_t n = how == 2 ? N - 20 : N;
        expect((how == 1 ? lbx_order_refit : lbx_order_sort)(&f->view, n, f->order, f->bytes,
                                                             NULL) == (ptrdiff_t)n,
               "made anew");
        EXPECT_ERROR(LBX_ERROR_INDEX, lbx_pairs(f->order, NULL, &cursor, out, 4));
        EXPECT_ERROR(LBX_ERROR_INDEX, lbx_pairs(f->order, NULL, &cursor, NULL, 0));
        EXPECT_ERROR(LBX_ERROR_INDEX,
                     lbx_pairs_between(f->order, f->order, NULL, NULL, &other, out, 4));
        expect(memcmp(&cursor, &before, sizeof cursor) == 0, "changed");
    }
    free_fixture(f);
}

// Cursors of two orders of which one changed, of other parts, and of other searches.
Test(orders, cursors_of_other_searches) {
    struct fixture *const f = make_fixture(), *const g = make_fixture();
    lbx_pair out[4];
    for (int which = 0; which < 2; which++) {
        lbx_cursor cursor = {0};
        expect(lbx_pairs_between(f->order, g->order, NULL, NULL, &cursor, out, 4) == 4, "begun");
        void *const changed = which ? f->order : g->order;
        expect(lbx_order_refit(&f->view, N, changed, f->bytes, NULL) == N, "refitted");
        EXPECT_ERROR(LBX_ERROR_INDEX,
                     lbx_pairs_between(f->order, g->order, NULL, NULL, &cursor, out, 4));
    }
    for (uint32_t part = 0; part < 5; part++) {
        lbx_cursor cursor;
        expect(lbx_cursor_range(&cursor, 1, 3) == 0, "a range");
        for (int k = 0; k < 40; k++)
            expect(lbx_pairs(f->order, NULL, &cursor, out, 4) == 4, "begun");
        cursor.part = part;
        const ptrdiff_t found = lbx_pairs(f->order, NULL, &cursor, out, 4);
        expect(found == (part == 1 ? 4 : LBX_ERROR_INDEX), "part %u: %td", part, found);
    }
    lbx_cursor cursor = {.part = 1};
    EXPECT_ERROR(LBX_ERROR_INDEX, lbx_pairs(f->order, NULL, &cursor, out, 4));
    cursor = (lbx_cursor){0};
    expect(lbx_pairs(f->order, NULL, &cursor, out, 4) == 4, "begun");
    EXPECT_ERROR(LBX_ERROR_INDEX,
                 lbx_pairs_between(f->order, f->order, NULL, NULL, &cursor, out, 4));
    EXPECT_ERROR(LBX_ERROR_INDEX,
                 lbx_query_aabbs(f->order, &f->view, N, NULL, NULL, &cursor, out, 4));
    cursor = (lbx_cursor){0};
    expect(lbx_pairs(f->order, NULL, &cursor, out, 4) == 4, "begun");
    EXPECT_ERROR(LBX_ERROR_INDEX, lbx_pairs(g->order, NULL, &cursor, out, 4));
    free_fixture(f);
    free_fixture(g);
}

// An order of another process may have any generation, even the one that the next sort will have.
// It changes nothing in this process, and its cursors are not taken for those of what is sorted in
// its place.
Test(orders, generations_of_other_processes) {
    struct fixture *const f = make_fixture(), *const g = make_fixture();
    struct lbx_order_header *const foreign = f->order, *const own = g->order;
    lbx_pair out[4];
    for (int k = 0; k < 4; k++) {
        const uint64_t next = own->generation + 1;
        foreign->generation = k == 0 ? next : k == 1 ? 0 : k == 2 ? INT64_MAX : UINT64_MAX;
        mend_sum(foreign);
        expect(lbx_order_check(foreign, f->bytes, NULL) == 0, "another process made it");
        lbx_cursor begun = {0};
        expect(lbx_pairs(foreign, NULL, &begun, out, 4) == 4, "begun");
        expect(k != 1 || lbx_order_refit(&f->view, N, foreign, f->bytes, NULL) == N, "refitted");
        f->boxes[7].max[0] += 1;
        expect(lbx_order_sort(&f->view, N, foreign, f->bytes, NULL) == N, "sorted in its place");
        expect(foreign->generation == next + (k == 1), "the generation of another process");
        EXPECT_ERROR(LBX_ERROR_INDEX, lbx_pairs(foreign, NULL, &begun, out, 4));
        expect(lbx_order_refit(&g->view, N, own, g->bytes, NULL) == N, "refitted");
    }
    free_fixture(f);
    free_fixture(g);
}

// Any other cursor gives at worst an answer that means nothing.
Test(orders, made_up_cursors) {
    struct fixture *const f = make_fixture();
    lbx_pair out[70];
    lbx_cursor begun = {0};
    expect(lbx_pairs(f->order, NULL, &begun, out, 4) == 4, "begun");
    for (uint64_t i = 0; i < 4000; i++) {
        struct random r = random_of(i, 3);
        lbx_cursor cursor = begun;
        uint32_t *const fields[] = {&cursor.part, &cursor.parts, &cursor.next[0], &cursor.next[1],
                                    &cursor.given};
        for (int k = 0; k < 5; k++) {
            if (random_chance(&r, 2)) continue;
            *fields[k] = random_chance(&r, 4) ? (uint32_t)random_bits(&r) : random_below(&r, 40);
        }
        cursor.budget = random_chance(&r, 2) ? random_below(&r, 100) : random_bits(&r);
        const size_t room = 1 + random_below(&r, 70);
        const ptrdiff_t found = lbx_pairs(f->order, NULL, &cursor, out, room);
        expect(found == LBX_ERROR_INDEX || (found >= 0 && (size_t)found <= room), "%td", found);
        for (ptrdiff_t k = 0; k < found; k++)
            expect(out[k].a < out[k].b && out[k].b < N, "%u %u", out[k].a, out[k].b);
    }
    free_fixture(f);
}

#if defined(FE_UPWARD) // WebAssembly has no other mode than to nearest
// Orders only compare boxes, so that one made in any rounding mode has the same pairs in any other.
// Its tiles may be others.
Test(orders, rounding_modes) {
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    struct set set = set_open(SET_MIXED, N, 3);
    const lbx_aabbs view = view_of(set.boxes, N);
    struct list want = truth_of(&set, NULL);
    for (unsigned m = 0; m < 16; m++) {
        fesetround(modes[m / 4]);
        const ptrdiff_t sorted = lbx_order_sort(&view, N, set.order.at, set.bytes, NULL);
        fesetround(modes[m % 4]);
        const int checked = lbx_order_check(set.order.at, set.bytes, NULL);
        struct list found = search_all(&(struct search){.a = &set, .room = want.n + 1});
        fesetround(FE_TONEAREST);
        expect(sorted >= 0 && checked == 0, "modes %u", m);
        list_expect(&found, &want, "modes");
        free(found.at);
    }
    free(want.at);
    set_close(&set);
}
#endif

// --- damage ---

// The check finds damage although the sum is right.
static void expect_damaged(const struct fixture *f) {
    mend_sum(f->order);
    EXPECT_ERROR(LBX_ERROR_ORDER, lbx_order_check(f->order, f->bytes, NULL));
}

// The check finds any bit that changed. Behind a sum that was mended, it covers every word of the
// header and of the numbers, and every bound above the boxes. A box may then be any box that its
// tile's bounds still fit, and a NaN any NaN.
Test(orders, damage_is_found) {
    struct fixture *const f = make_fixture();
    uint32_t *const words = f->order;
    const size_t boxes_begin = 64 / 4, boxes_end = boxes_begin + (N + 15) / 16 * 96;
    const size_t numbers_begin = f->bytes / 4 - (N + 15) / 16 * 16;
    for (size_t w = 0; w < f->bytes / 4; w++) {
        const uint32_t before = words[w];
        for (unsigned bit = 0; bit < 32; bit += 3) {
            words[w] = before ^ 1u << (bit + w) % 32;
            EXPECT_ERROR(LBX_ERROR_ORDER, lbx_order_check(f->order, f->bytes, NULL));
            const bool is_sum = w == 8 || w == 9;
            if (!is_sum) mend_sum(f->order);
            const int error = lbx_order_check(f->order, f->bytes, NULL);
            if (error == 0) {
                const bool generation = w == 6 || w == 7, box = w >= boxes_begin && w < boxes_end;
                const bool nan = isnan(float_of_bits(before)) && w < numbers_begin;
                expect(generation || box || nan, "word %zu, bit %zu", w, (bit + w) % 32);
            }
            expect(error == 0 || error == LBX_ERROR_ORDER, "%d", error);
        }
        words[w] = before;
        mend_sum(f->order);
    }
    expect(lbx_order_check(f->order, f->bytes, NULL) == 0, "as it was");
    EXPECT_ERROR(LBX_ERROR_ORDER, lbx_order_check(f->order, f->bytes - 1, NULL));
    EXPECT_ERROR(LBX_ERROR_ORDER, lbx_order_check(f->order, 3, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_order_check(NULL, 0, NULL));
    EXPECT_ERROR(LBX_ERROR_STRIDE, lbx_order_check((char *)f->order + 4, f->bytes - 4, NULL));
    struct guarded few = guarded_alloc(8, GUARD_BEHIND, 0);
    memcpy(few.at, f->order, 8);
    EXPECT_ERROR(LBX_ERROR_ORDER, lbx_order_check(few.at, 8, NULL));
    guarded_free(&few);
    // Boxes that are partly NaN, one that ends where the empty box does, and one behind the last.
    // Row k of a tile has its entries' min or max along an axis.
    float *const tile = (float *)(void *)(words + boxes_begin);
    for (int row = 0; row < 6; row++) {
        for (int entry = 0; entry < 16; entry++) {
            float *const x = tile + 16 * row + entry, kept = *x;
            *x = NAN;
            expect_damaged(f);
            *x = kept;
        }
    }
    for (int entry = 0; entry < 16; entry++) {
        float *const x = tile + 16 * 3 + entry, kept = *x;
        *x = -INFINITY;
        expect_damaged(f);
        *x = kept;
    }
    float *const last = tile + (N / 16) * 96;
    for (int row = 0; row < 6; row++) last[16 * row + 15] = last[16 * row];
    expect_damaged(f);
    for (int row = 0; row < 6; row++) last[16 * row + 15] = NAN;
    // A number that occurs twice, while another is missing.
    uint32_t *const numbers = words + numbers_begin;
    const uint32_t kept = numbers[5];
    numbers[5] = numbers[6];
    expect_damaged(f);
    numbers[5] = kept;
    mend_sum(f->order);
    expect(lbx_order_check(f->order, f->bytes, NULL) == 0, "as it was");
    free_fixture(f);
}

// An order that passes the check is safe to search.
Test(orders, what_passes_is_safe) {
    enum { FEW = 40 };
    struct set_box boxes[FEW];
    set_fill(SET_DENSE, FEW, 2, boxes);
    const lbx_aabbs view = view_of(boxes, FEW);
    const size_t bytes = lbx_order_bytes(FEW);
    struct guarded memory = guarded_alloc(bytes, GUARD_BEHIND, 0);
    unsigned char *const good = malloc(bytes);
    expect(good && lbx_order_sort(&view, FEW, memory.at, bytes, NULL) == FEW, "sorted");
    memcpy(good, memory.at, bytes);
    uint32_t words[FEW] = {0};
    const lbx_filter filter = {words, NULL, 0};
    size_t passed = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        struct random r = random_of(i, 4);
        memcpy(memory.at, good, bytes);
        for (unsigned k = random_below(&r, 3) + 1; k > 0; k--)
            memory.at[random_below(&r, (unsigned)bytes)] = (unsigned char)random_bits(&r);
        if (lbx_order_check(memory.at, bytes, NULL) == 0)
            expect(memcmp(memory.at, good, bytes) == 0, "damaged");
        mend_sum(memory.at);
        if (lbx_order_check(memory.at, bytes, NULL)) continue;
        lbx_cursor cursor = {0};
        lbx_pair out[FEW];
        passed++;
        expect(lbx_pairs(memory.at, &filter, &cursor, out, FEW) == 0, "nobody meets anybody");
    }
    expect(passed > 100 && passed < 18000, "%zu", passed);
    free(good);
    guarded_free(&memory);
}
