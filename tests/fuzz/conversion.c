// SPDX-License-Identifier: MIT
// One conversion on every table. The expected output is that of the scalar table for the same
// elements laid out densely. Expected errors follow the contract's rules.
#include "calls.h"
#include "conversion_answers.h"
#include "decode.h"

enum { ROOM_BYTES = 5 }; // the bytes that describe the room

// Room for the outputs, in blocks of exactly the bytes that may be written.
struct room {
    bool no_view;
    struct case_target target;
    bool shared; // all floats in one block
    size_t step;
    struct block block[CASE_FLOATS_MAX];
    size_t bytes[CASE_FLOATS_MAX];
};

static struct room room_alloc(const struct conversion *c, size_t n, struct bytes in) {
    const unsigned layout = take_byte(&in), gap = take_byte(&in), count = take_byte(&in),
                   fault = take_byte(&in), shift = take_byte(&in) % 4 * sizeof(float);
    const size_t elements = n > PTRDIFF_MAX ? 0 : n;
    struct room room = {.no_view = fault == 234, .shared = layout % 4 != 0};
    size_t offset[CASE_FLOATS_MAX] = {0}, last = 0;
    if (room.shared)
        last = target_offsets((enum target_order)(layout % 4 - 1), c->out_floats, offset);
    room.step = last + 4 + (layout & 4 ? gap % 20 * 4 : 0);
    for (unsigned k = 0; k < c->out_floats; k++) {
        struct block *block = &room.block[room.shared ? 0 : k];
        if (!block->memory) {
            room.bytes[k] = elements ? (elements - 1) * room.step + last + 4 : 0;
            *block = block_alloc(room.bytes[k], shift);
        }
        room.target.at[k] = (float *)(void *)(block->at + (elements ? offset[k] : 0));
    }
    room.target.count = n + (count < 240 ? count % 4 : 0);
    if (count >= 240 && n >= count - 239) room.target.count -= count - 239;
    room.target.stride = room.step == 4 && layout & 8 ? 0 : room.step;
    if (fault >= 253) room.target.stride += fault - 252; // not a multiple of 4
    if (fault >= 235 && fault < 250) room.target.at[fault - 235] = NULL;
    return room;
}

static void room_free(struct room *room) {
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) block_free(&room->block[k]);
}

static void forget(struct room *room) {
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) {
        if (room->bytes[k]) memset(room->block[k].at, UNTOUCHED, room->bytes[k]);
    }
}

static void expect_untouched(const struct room *room, const char *name, const char *table) {
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) {
        for (size_t b = 0; b < room->bytes[k]; b++)
            expect(room->block[k].at[b] == UNTOUCHED, "%s %s: byte %zu of block %u", name, table, b,
                   k);
    }
}

// Checks and clears the floats, and then checks the bytes between them.
static void expect_room(const struct conversion *c, const char *table, struct room *room,
                        const struct answers *want) {
    for (unsigned k = 0; k < c->out_floats; k++) {
        unsigned char *at = (unsigned char *)room->target.at[k];
        for (size_t i = 0; i < want->n; i++, at += room->step) {
            float got;
            memcpy(&got, at, sizeof got);
            expect(same_float(got, want->at[k][i]),
                   "%s %s: float %u of item %zu of %zu: %a, not %a", c->name, table, k, i, want->n,
                   (double)got, (double)want->at[k][i]);
            memset(at, UNTOUCHED, sizeof got);
        }
    }
    expect_untouched(room, c->name, table);
}

static ptrdiff_t expected_error(const struct conversion *c, const struct call *call,
                                const struct room *room) {
    for (unsigned v = 0; v < c->views; v++) {
        const ptrdiff_t error = call->no_view[v]
                                    ? LBX_ERROR_NULL
                                    : view_error(call->c, (int)v, &call->side[v], call->n);
        if (error) return error;
    }
    if (room->no_view) return LBX_ERROR_NULL;
    for (unsigned k = 0; k < c->out_floats; k++) {
        if (!room->target.at[k]) return LBX_ERROR_NULL;
    }
    if (call->n > room->target.count) return LBX_ERROR_COUNT;
    return room->target.stride % 4 ? LBX_ERROR_STRIDE : 0;
}

static ptrdiff_t run(const struct conversion *c, const struct call *call,
                     const struct test_table *table, struct room *room) {
    table_use(table);
    return c->call(call->no_view[0] ? NULL : &call->side[0],
                   call->no_view[1] ? NULL : &call->side[1], call->n,
                   room->no_view ? NULL : &room->target);
}

static void expect_answers(const struct conversion *c, const struct call *call, struct room *room,
                           bool in_place) {
    const struct test_tables *tables = test_tables();
    struct dense dense = dense_alloc(call);
    struct answers want = convert_dense(c, &tables->at[0], dense.call.side, call->n);
    for (size_t t = 0; t < tables->count; t++) {
        struct call placed = *call;
        forget(room);
        if (in_place) // all elements, from the first on
            put_in_place(&room->target, room->step, c->out_floats, dense.call.side[0].at, call->n,
                         &placed.side[0]);
        const ptrdiff_t done = run(c, &placed, &tables->at[t], room);
        expect(done == (ptrdiff_t)call->n, "%s %s: %td of %zu", c->name, tables->at[t].name, done,
               call->n);
        expect_room(c, tables->at[t].name, room, &want);
    }
    answers_free(&want);
    dense_free(&dense);
}

void fuzz_conversion(struct bytes *in) {
    const struct conversion *c = conversions[take_byte(in) % CONVERSIONS];
    const struct lbx_case stands_for = {.name = c->name,
                                        .floats = {c->floats[0], c->floats[1]},
                                        .required = {c->floats[0], c->floats[1]},
                                        .fill = c->fill};
    const bool in_place = take_byte(in) % 4 == 0 && c->floats[0] == c->out_floats;
    const struct bytes of_room = *in;
    for (int k = 0; k < ROOM_BYTES; k++) take_byte(in);
    struct call call;
    decode_call(&call, &stands_for, in);
    struct room room = room_alloc(c, call.n, of_room);
    const ptrdiff_t error = call.n ? expected_error(c, &call, &room) : 0;
    if (call.n && !error) {
        expect_answers(c, &call, &room, in_place);
    } else {
        for (size_t t = 0; t < test_tables()->count; t++) {
            forget(&room);
            const ptrdiff_t found = run(c, &call, &test_tables()->at[t], &room);
            expect(found == error, "%s, n %zu: %td, not %td", c->name, call.n, found, error);
            expect_untouched(&room, c->name, test_tables()->at[t].name);
        }
    }
    room_free(&room);
    call_free(&call);
}
