// SPDX-License-Identifier: MIT
// Contacts. Every table writes the same words, for any room, and what is promised of
// contacts holds where the shapes are in the range.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "contact_kinds.h"
#include "decode.h"
#include "harness.h"
#include "tables.h"

enum { PLANES_SPHERES = CONTACT_KINDS - 1 }; // its case is not that of its views

static ptrdiff_t error_of(const struct call *call, const lbx_contact_query *query, size_t cursor) {
    if (!(query->margin >= 0 && query->margin < INFINITY)) return LBX_ERROR_DISTANCE;
    if (call->n > 0 && call->n - 1 > UINT32_MAX) return LBX_ERROR_COUNT;
    if (query->cursor && cursor > call->n) return LBX_ERROR_INDEX;
    if (call->n == 0) return 0;
    for (int s = 0; s < 2; s++) {
        if (call->no_view[s]) return LBX_ERROR_NULL;
        const ptrdiff_t error = view_error(call->c, s, &call->side[s], call->n);
        if (error) return error;
    }
    return 0;
}

static ptrdiff_t ask(const struct contact_kind *kind, const struct call *call,
                     const lbx_contact_query *query, const lbx_contacts_out *out) {
    return kind_contacts(kind, call->no_view[0] ? NULL : &call->side[0],
                         call->no_view[1] ? NULL : &call->side[1], call->n, query, out);
}

static bool in_range(const struct contact_kind *kind, int s, const float *item) {
    struct case_side side = {.count = 1, .pick = lbx_one(0)};
    for (unsigned k = 0; k < kind->pairs->floats[s]; k++) side.at[k] = item + k;
    return kind->pairs->check[s](&side, 1, NULL) == 0;
}

// Judges what is promised of the pairs in the range.
static void judge_all(const struct contact_kind *kind, const struct call *call, float margin,
                      const lbx_contact *found, size_t n) {
    size_t k = 0;
    for (size_t i = 0; i < call->n; i++) {
        float item[2][CASE_FLOATS_MAX];
        double near;
        const bool hit = k < n && found[k].item == i;
        const lbx_contact *const contact = &found[k];
        k += hit;
        for (int s = 0; s < 2; s++)
            for (unsigned f = 0; f < kind->pairs->floats[s]; f++)
                item[s][f] = item_float(&call->side[s], f, i);
        if (!in_range(kind, 0, item[0]) || !in_range(kind, 1, item[1])) continue;
        if (!hit) {
            const double least = kind_least(kind, item[0], item[1], &near);
            expect(least < -(double)margin + near, "%s, item %zu is lost: %g deep", kind->name, i,
                   least);
            continue;
        }
        struct contact_facts facts = {0, 0, 0, 0, 0};
        judge_shapes(kind, item[0], item[1], (double)margin, contact, true, &facts);
        expect(facts.unit <= 1 && facts.along <= 1 && facts.lower <= 1 && facts.point <= 1,
               "%s, item %zu: unit %g, along %g, lower %g, point %g", kind->name, i, facts.unit,
               facts.along, facts.lower, facts.point);
    }
    expect(k == n, "%zu of %zu are in order", k, n);
}

void fuzz_contacts(struct bytes *in) {
    static const float margins[] = {0, 0, .125f, 1, 0x1p60f, 0x1.fffffep127f, -1, NAN};
    const struct test_tables *const tables = test_tables();
    struct call call;
    const unsigned way = take_byte(in), room = 1 + take_byte(in) % 64;
    uint8_t axes[64];
    for (size_t k = 0; k < sizeof axes; k++) axes[k] = (uint8_t)take_byte(in);
    const struct contact_kind *const kind = &contact_kinds[take_byte(in) % PLANES_SPHERES];
    decode_call(&call, kind->pairs, in);
    size_t cursor = way & 64 ? call.n + way % 3 : 0;
    lbx_contact_query query = {.margin = margins[way % 8],
                               .axes = way & 32 ? axes : NULL,
                               .cursor = way & 64 ? &cursor : NULL};
    const ptrdiff_t error = error_of(&call, &query, cursor);
    const size_t items = error ? 0 : call.n; // an error reads no axes
    struct block of_axes = block_alloc(items, 0);
    for (size_t i = 0; i < items; i++) of_axes.at[i] = axes[i % sizeof axes];
    if (way & 32) query.axes = of_axes.at;
    struct block want = block_alloc((items + 1) * sizeof(lbx_contact), 0);
    struct block got = block_alloc(room * sizeof(lbx_contact), 0);
    lbx_contact *const all = (lbx_contact *)(void *)want.at, *const some =
                                                                 (lbx_contact *)(void *)got.at;
    ptrdiff_t found = 0;
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        lbx_contacts_out out = lbx_contacts_out_of(t ? some : all, t ? room : items);
        if (error || way & 64) {
            const ptrdiff_t answer = ask(kind, &call, &query, &out);
            expect(answer == error, "%s: %td, not %td", tables->at[t].name, answer, error);
            continue;
        }
        if (t == 0) {
            found = ask(kind, &call, &query, &out);
            expect(found >= 0 && found <= (ptrdiff_t)call.n, "%td", found);
            if (query.margin <= 0x1p60f && !(way & 32))
                judge_all(kind, &call, query.margin, all, (size_t)found);
            continue;
        }
        size_t at = 0, next = 0;
        lbx_contact_query piece = query;
        piece.cursor = &next;
        while (next < call.n) {
            const ptrdiff_t more = ask(kind, &call, &piece, &out);
            expect(more >= 0 && (more == (ptrdiff_t)room || next == call.n), "%td", more);
            expect(at + (size_t)more <= (size_t)found &&
                       same_contacts(some, all + at, (size_t)more),
                   "%s: others from %zu on", tables->at[t].name, at);
            at += (size_t)more;
        }
        expect(at == (size_t)found, "%s: %zu of %td", tables->at[t].name, at, found);
    }
    block_free(&got);
    block_free(&want);
    block_free(&of_axes);
    call_free(&call);
}
