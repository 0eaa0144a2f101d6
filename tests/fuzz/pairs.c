// SPDX-License-Identifier: MIT
// Orders of boxes and searches in them, on every table, against a loop over all pairs.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "harness.h"
#include "lanebox/pairs.h"
#include "pairs/order.h"
#include "tables.h"
#include "trees.h"

enum { N_MAX = 100 };

struct box {
    float at[6]; // min, max
};

struct set {
    size_t n;
    struct block boxes, order;
    uint32_t words[2 * N_MAX]; // category, mask
    lbx_filter filter;
    bool filtered;
    size_t part, parts;
    uint64_t budget;
};

static float take_float(struct bytes *in, unsigned kind) {
    static const float ends[] = {INFINITY,       -INFINITY, NAN,   3.4028235e38f,
                                 -3.4028235e38f, 1e18f,     -0.0f, 0x1p-149f};
    if (kind == 0) return (float)take_byte(in) / 8;
    const unsigned byte = take_byte(in);
    if (byte < 8) return ends[byte];
    if (byte >= 32 || kind == 1) return (float)(byte % 32);
    const uint32_t word = take_word(in);
    float x;
    memcpy(&x, &word, sizeof x);
    return x;
}

static void take_boxes(struct set *set, struct bytes *in) {
    const unsigned kind = take_byte(in) % 3, size = take_byte(in) % 32;
    for (size_t i = 0; i < set->n; i++) {
        struct box box;
        for (int k = 0; k < 3; k++) box.at[k] = take_float(in, kind);
        for (int k = 3; k < 6; k++)
            box.at[k] = kind == 2 ? take_float(in, kind) : box.at[k - 3] + (float)size / 4;
        memcpy(set->boxes.at + i * sizeof box, &box, sizeof box);
    }
}

static lbx_aabbs view_of(const struct set *set) {
    const float *const first = (const float *)(const void *)set->boxes.at;
    return lbx_aabbs_of(first, first + 3, set->n, sizeof(struct box));
}

static bool meet(const struct set *set, size_t i, size_t j) {
    struct box a, b;
    memcpy(&a, set->boxes.at + i * sizeof a, sizeof a);
    memcpy(&b, set->boxes.at + j * sizeof b, sizeof b);
    if (a.at[3] <= -3.4028235e38f || b.at[3] <= -3.4028235e38f) return false;
    for (int c = 0; c < 3; c++) {
        if (a.at[3 + c] < b.at[c] || b.at[3 + c] < a.at[c]) return false;
    }
    const uint32_t *const w = set->words;
    return !set->filtered || (w[2 * i] & w[2 * j + 1] && w[2 * j] & w[2 * i + 1]);
}

// A whole search, in parts and with rooms of any size, must find what the loop finds, in the same
// order on all tables.
static void expect_pairs(const struct set *set, size_t room, const struct test_table *table,
                         lbx_pair *list, size_t *count, bool first) {
    static bool met[N_MAX][N_MAX];
    size_t found = 0;
    memset(met, 0, sizeof met);
    struct block out = block_alloc(room * sizeof(lbx_pair), 0);
    lbx_pair *const pairs = (lbx_pair *)(void *)out.at;
    table_use(table);
    for (size_t part = 0; part < set->parts; part++) {
        lbx_cursor cursor;
        expect(lbx_cursor_range(&cursor, part, set->parts) == 0, "part %zu", part);
        cursor.budget = set->budget;
        while (!cursor.done) {
            const ptrdiff_t got =
                lbx_pairs(set->order.at, set->filtered ? &set->filter : NULL, &cursor, pairs, room);
            expect(got >= 0 && got <= (ptrdiff_t)room, "%s: %td", table->name, got);
            expect(cursor.done || set->budget || got == (ptrdiff_t)room, "%s stops", table->name);
            for (ptrdiff_t k = 0; k < got; k++, found++) {
                const lbx_pair p = pairs[k];
                expect(p.a < p.b && p.b < set->n && !met[p.a][p.b], "%u %u", p.a, p.b);
                met[p.a][p.b] = true;
                if (first) list[found] = p;
                expect(found < *count || first, "%s finds more", table->name);
                expect(memcmp(&list[found], &p, sizeof p) == 0, "%s: in another order",
                       table->name);
            }
        }
    }
    for (size_t i = 0; i < set->n; i++) {
        for (size_t j = i + 1; j < set->n; j++)
            expect(met[i][j] == meet(set, i, j), "%s: %zu and %zu", table->name, i, j);
    }
    if (first) *count = found;
    expect(found == *count, "%s: %zu, not %zu", table->name, found, *count);
    block_free(&out);
}

// Damages an order. If it passes the check, searching it must do no harm.
static void damage(struct set *set, size_t bytes, struct bytes *in) {
    const unsigned damages = take_byte(in) % 4;
    for (unsigned k = 0; k < damages; k++) {
        const size_t at = (take_byte(in) + 256 * take_byte(in)) % bytes;
        set->order.at[at] ^= (uint8_t)take_byte(in);
    }
    struct lbx_order o; // with the sum mended, damage reaches what else is checked
    if (take_byte(in) % 2 && lbx_order_open(&o, set->order.at) == 0)
        o.header->sum = lbx_order_sum(&o, NULL);
    const int error = lbx_order_check(set->order.at, bytes, NULL);
    expect(error == 0 || error == LBX_ERROR_ORDER, "%d", error);
    if (damages) count_damaged(!error);
    if (error) return;
    expect_stats(lbx_order_stats, set->order.at, set->n, 1);
    lbx_cursor cursor = {.budget = set->budget};
    lbx_pair pairs[8];
    for (int k = 0; k < 6; k++) {
        const ptrdiff_t found = lbx_pairs(set->order.at, &set->filter, &cursor, pairs, 8);
        expect(found >= 0 && found <= 8, "%td", found);
        for (ptrdiff_t i = 0; i < found; i++)
            expect(pairs[i].a <= pairs[i].b && pairs[i].b < set->n, "%u %u", pairs[i].a,
                   pairs[i].b);
    }
}

void fuzz_pairs(struct bytes *in) {
    static struct set set;
    static lbx_pair list[N_MAX * N_MAX / 2];
    const struct test_tables *const tables = test_tables();
    set.n = take_byte(in) % (N_MAX + 1);
    set.parts = 1 + take_byte(in) % 4;
    set.filtered = take_byte(in) % 2;
    const size_t room = 1 + take_byte(in), bytes = lbx_order_bytes(set.n);
    set.boxes = block_alloc(set.n * sizeof(struct box), 4 * (take_byte(in) % 4));
    set.order = block_alloc(bytes, 8 * (take_byte(in) % 2));
    set.filter = (lbx_filter){set.words, set.words + 1, 2 * sizeof *set.words};
    for (size_t k = 0; k < 2 * set.n; k++) set.words[k] = set.filtered ? take_byte(in) : 255;
    take_boxes(&set, in);
    const uint8_t last = take_byte(in);
    const bool moves = last % 2;
    set.budget = last / 2; // 0: none
    for (size_t t = 0; t < tables->count; t++) {
        size_t count = 0;
        table_use(&tables->at[t]);
        const lbx_aabbs view = view_of(&set);
        expect(lbx_order_sort(&view, set.n, set.order.at, bytes, NULL) >= 0, "sorted");
        expect(lbx_order_check(set.order.at, bytes, NULL) == 0, "sorted");
        expect_stats(lbx_order_stats, set.order.at, set.n, 1);
        expect_pairs(&set, room, &tables->at[t], list, &count, true);
        expect_pairs(&set, 5000, &tables->at[0], list, &count, false);
    }
    if (moves && set.n) {
        size_t count = 0;
        take_boxes(&set, in);
        const lbx_aabbs view = view_of(&set);
        expect(lbx_order_refit(&view, set.n, set.order.at, bytes, NULL) >= 0, "refitted");
        for (size_t t = 0; t < tables->count; t++)
            expect_pairs(&set, room, &tables->at[t], list, &count, t == 0);
    }
    damage(&set, bytes, in);
    block_free(&set.boxes);
    block_free(&set.order);
}
