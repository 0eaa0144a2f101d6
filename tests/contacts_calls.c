// SPDX-License-Identifier: MIT
// Calls for contacts: bits depend on nothing but the pair, calls go on from a cursor, and what is
// wrong is said.
#include "lanebox/contacts.h"

#include <math.h>
#include <string.h>

#include "contact_kinds.h"
#include "harness.h"
#include "layout.h"
#include "tables.h"
#include "upper_halves.h"

enum { ITEMS = 600, FLOATS = 15 };

static lbx_contact got[ITEMS], want[ITEMS];

// Every table, layout and pick, between guard pages, and arrays as well as structures.
static size_t compare_sides(const struct contact_kind *kind) {
    enum { MOST = 150 };
    const struct test_tables *const tables = test_tables();
    size_t compared = 0;
    for (enum scene scene = 0; scene < SCENES; scene += tests_are_sampled() ? 3 : 1) {
        struct batch batch = batch_fill(kind->pairs, 5, scene, MOST + 5);
        for (unsigned number = 0; number < SIDES; number += 1 + (tests_are_sampled() ? 4 : 0)) {
            const size_t n = number % 3 ? 1 + number % 70 : MOST;
            struct placed side[2];
            for (unsigned s = 0; s < 2; s++) {
                side[s] = place(&batch.side[s], s ? SIDES - 1 - number : number, n,
                                number % 2 ? GUARD_BEFORE : GUARD_BEHIND, 0);
            }
            const lbx_contact_query query = {.margin = number % 4 == 3 ? .125f : 0};
            const struct case_side first = plain_side(&side[0]), second = plain_side(&side[1]);
            lbx_contacts_out out = lbx_contacts_out_of(want, ITEMS);
            table_use(&tables->at[0]);
            const ptrdiff_t expected = kind_contacts(kind, &first, &second, n, &query, &out);
            expect(expected >= 0, "%td", expected);
            for (size_t t = 0; t < tables->count; t++) {
                struct guarded memory =
                    guarded_alloc((size_t)expected * sizeof(lbx_contact), GUARD_BEHIND, 0xa5);
                lbx_contact *const at = (lbx_contact *)(void *)memory.at;
                table_use(&tables->at[t]);
                out = lbx_contacts_out_of(at, (size_t)expected);
                const ptrdiff_t found =
                    kind_contacts(kind, &side[0].side, &side[1].side, n, &query, &out);
                expect(found == expected, "%s: %s, %s, sides %u: %td contacts, not %td", kind->name,
                       tables->at[t].name, scene_names[scene], number, found, expected);
                for (ptrdiff_t k = 0; k < expected; k++) {
                    expect(same_contacts(&at[k], &want[k], 1), "%s: %s, %s, sides %u, item %u",
                           kind->name, tables->at[t].name, scene_names[scene], number,
                           want[k].item);
                }
                expect(!upper_halves_in_use(), "%s: upper halves", tables->at[t].name);
                expect(guarded_intact(&memory, 0xa5), "wrote beyond the contacts");
                guarded_free(&memory);
                compared += (size_t)expected;
            }
            for (unsigned s = 0; s < 2; s++) placed_free(&side[s]);
        }
        batch_free(&batch);
    }
    return compared;
}

Test(contacts_calls, depend_on_the_pair_alone) {
    for (size_t k = 0; k < CONTACT_KINDS; k++) {
        const size_t compared = compare_sides(&contact_kinds[k]);
        expect(compared > 1000, "%s: %zu", contact_kinds[k].name, compared);
    }
}

static void compare_arrays(const struct contact_kind *kind) {
    static float word[27][ITEMS];
    const struct test_tables *const tables = test_tables();
    struct batch batch = batch_fill(kind->pairs, 6, SCENE_MIXED, ITEMS);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    lbx_contacts_out out = lbx_contacts_out_of(want, ITEMS);
    const ptrdiff_t n = kind_contacts(kind, &a, &b, ITEMS, NULL, &out);
    expect(n > 100, "%td", n);
    out = (lbx_contacts_out){(uint32_t *)(void *)word[0],
                             (uint32_t *)(void *)word[1],
                             (uint32_t *)(void *)word[2],
                             word[3],
                             {word[4], word[5], word[6]},
                             {{{0}, 0, 0}},
                             ITEMS,
                             0};
    for (int p = 0; p < 4; p++) {
        for (int c = 0; c < 3; c++) out.point[p].position[c] = word[7 + 5 * p + c];
        out.point[p].depth = word[10 + 5 * p];
        out.point[p].feature = (uint32_t *)(void *)word[11 + 5 * p];
    }
    for (size_t t = 0; t < tables->count; t++) {
        memset(word, 0xa5, sizeof word);
        table_use(&tables->at[t]);
        expect(kind_contacts(kind, &a, &b, ITEMS, NULL, &out) == n, "%s", tables->at[t].name);
        for (ptrdiff_t k = 0; k < n; k++) {
            float row[27];
            memcpy(row, &want[k], sizeof row);
            for (int w = 0; w < 27; w++)
                expect(memcmp(&row[w], &word[w][k], sizeof(float)) == 0, "contact %td, word %d", k,
                       w);
        }
    }
    batch_free(&batch);
}

Test(contacts_calls, are_written_as_arrays) {
    for (size_t k = 0; k < CONTACT_KINDS; k++) compare_arrays(&contact_kinds[k]);
}

// Calls with little room find the same contacts together.
static void resume(const struct contact_kind *kind) {
    const struct test_tables *const tables = test_tables();
    struct batch batch = batch_fill(kind->pairs, 7, SCENE_MIXED, ITEMS);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    static uint8_t axes[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) axes[i] = (uint8_t)(i % 17);
    lbx_contacts_out out = lbx_contacts_out_of(want, ITEMS);
    const lbx_contact_query whole = {.axes = axes};
    const ptrdiff_t n = kind_contacts(kind, &a, &b, ITEMS, &whole, &out);
    for (size_t room = 1; room < ITEMS; room = room * 2 + 1) {
        size_t cursor = 0, found = 0, calls = 0;
        const lbx_contact_query query = {.axes = axes, .cursor = &cursor};
        while (cursor < ITEMS) {
            const size_t left = ITEMS - found;
            table_use(&tables->at[calls++ % tables->count]);
            out = lbx_contacts_out_of(got + found, room < left ? room : left);
            const ptrdiff_t more = kind_contacts(kind, &a, &b, ITEMS, &query, &out);
            expect(more >= 0 && (more == (ptrdiff_t)room || cursor == ITEMS), "%td", more);
            found += (size_t)more;
        }
        expect(found == (size_t)n && memcmp(got, want, found * sizeof *got) == 0, "%s: room %zu",
               kind->name, room);
    }
    out = lbx_contacts_out_of(want, ITEMS);
    expect(kind_contacts(kind, &a, &b, ITEMS, &whole, &out) == n, "as before");
    out = lbx_contacts_out_of(got, (size_t)n - 1);
    memset(got, 0, sizeof got);
    expect(kind_contacts(kind, &a, &b, ITEMS, &whole, &out) == LBX_ERROR_COUNT,
           "no room and no cursor");
    expect(memcmp(got, want, ((size_t)n - 1) * sizeof *got) == 0 && got[n - 1].points == 0,
           "the first ones are written");
    size_t cursor = 0;
    out.count = 0;
    expect(kind_contacts(kind, &a, &b, ITEMS, &(lbx_contact_query){.cursor = &cursor}, &out) == 0 &&
               cursor == want[0].item,
           "without room");
    batch_free(&batch);
}

Test(contacts_calls, are_resumed) {
    for (size_t k = 0; k < CONTACT_KINDS; k++) resume(&contact_kinds[k]);
}

// One box against many, from any item on; by a list, too.
Test(contacts_calls, begin_anywhere) {
    const struct test_tables *const tables = test_tables();
    lbx_contacts_out out;
    const struct body still = cube(0, 0, 0);
    static struct body body[ITEMS];
    static uint32_t list[ITEMS];
    for (uint32_t i = 0; i < ITEMS; i++) {
        body[i] = cube(i % 3 ? .5f : 5, .25f * (float)(i % 7), 1.5f);
        list[i] = i;
    }
    lbx_obbs one = lbx_obbs_of(still.center, still.half, still.axis[0], 1, sizeof still);
    lbx_obbs many = lbx_obbs_of(body->center, body->half, body->axis[0], ITEMS, sizeof *body);
    one.pick = lbx_one(0);
    for (int listed = 0; listed < 2; listed++) {
        if (listed) many.pick = lbx_indexed(list, ITEMS);
        out = lbx_contacts_out_of(want, ITEMS);
        const ptrdiff_t all = lbx_obb_obb_contacts(&one, &many, ITEMS, NULL, &out);
        for (size_t from = 0; from <= ITEMS; from += 37) {
            for (size_t t = 0; t < tables->count; t++) {
                size_t cursor = from;
                ptrdiff_t skipped = 0;
                while (skipped < all && want[skipped].item < from) skipped++;
                table_use(&tables->at[t]);
                out = lbx_contacts_out_of(got, ITEMS);
                const lbx_contact_query query = {.cursor = &cursor};
                expect(lbx_obb_obb_contacts(&one, &many, ITEMS, &query, &out) == all - skipped &&
                           cursor == ITEMS &&
                           memcmp(got, want + skipped, (size_t)(all - skipped) * sizeof *got) == 0,
                       "%s: from %zu on", tables->at[t].name, from);
            }
        }
    }
}

// --- what is wrong ---

Test(contacts_calls, errors) {
    const struct body a = cube(0, 0, 0);
    const lbx_obbs boxes = lbx_obbs_of(a.center, a.half, a.axis[0], 1, sizeof a);
    const lbx_contacts_out good = lbx_contacts_out_of(got, 1);
    static const float bad[] = {-1, -INFINITY, INFINITY, NAN};
    size_t cursor = 2;
    memset(got, 0, sizeof got);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        expect(lbx_obb_obb_contacts(&boxes, &boxes, 1, &(lbx_contact_query){.margin = bad[k]},
                                    &good) == LBX_ERROR_DISTANCE,
               "margin %g", (double)bad[k]);
    }
    expect(lbx_obb_obb_contacts(&boxes, &boxes, 1, &(lbx_contact_query){.cursor = &cursor},
                                &good) == LBX_ERROR_INDEX &&
               cursor == 2,
           "a cursor beyond the items");
    expect(lbx_obb_obb_contacts(NULL, &boxes, 1, NULL, &good) == LBX_ERROR_NULL, "no a");
    expect(lbx_obb_obb_contacts(&boxes, NULL, 1, NULL, &good) == LBX_ERROR_NULL, "no b");
    expect(lbx_obb_obb_contacts(&boxes, &boxes, 1, NULL, NULL) == LBX_ERROR_NULL, "no out");
    expect(lbx_obb_obb_contacts(&boxes, &boxes, 2, NULL, &good) == LBX_ERROR_COUNT, "too many");
    for (size_t k = 0; k < 27; k++) { // each pointer
        lbx_contacts_out out = good;
        void *const none = NULL;
        memcpy((char *)&out + k * sizeof none, &none, sizeof none);
        expect(lbx_obb_obb_contacts(&boxes, &boxes, 1, NULL, &out) == LBX_ERROR_NULL, "%zu", k);
    }
    lbx_contacts_out odd = good;
    odd.stride = 6;
    expect(lbx_obb_obb_contacts(&boxes, &boxes, 1, NULL, &odd) == LBX_ERROR_STRIDE, "stride");
    expect(got[0].points == 0, "nothing is written");
    expect(lbx_obb_obb_contacts(&boxes, &boxes, 0, NULL, NULL) == 0, "no items");
    if (sizeof(size_t) > 4) {
        lbx_obbs one = boxes;
        one.pick = lbx_one(0);
        cursor = (size_t)1 << 31 << 1;
        expect(lbx_obb_obb_contacts(&one, &one, cursor + 1, &(lbx_contact_query){.cursor = &cursor},
                                    &good) == LBX_ERROR_COUNT,
               "items beyond 2^32");
    }
}

// A pair with a NaN anywhere has no contact.
Test(contacts_calls, of_nothing) {
    const struct test_tables *const tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (size_t k = 0; k < 2 * FLOATS; k++) {
            struct body body[2] = {cube(0, 0, 0), cube(.5f, .5f, .5f)};
            expect(body_contacts(&body[0], &body[1], 1, NULL, got, ITEMS) == 1, "they touch");
            const float nan = NAN;
            memcpy((char *)&body[k / FLOATS] + k % FLOATS * sizeof nan, &nan, sizeof nan);
            expect(body_contacts(&body[0], &body[1], 1, NULL, got, ITEMS) == 0, "%s: float %zu",
                   tables->at[t].name, k);
        }
    }
}
