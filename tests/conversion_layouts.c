// SPDX-License-Identifier: MIT
// Conversions: every pick and layout that is read or written, also in place, and errors.
#define _POSIX_C_SOURCE 200809L
#include "conversion_answers.h"
#include "layout.h"
#include "upper_halves.h"

// --- picks and layouts ---

enum target_layout {
    TARGET_TIGHT = ORDER_TIGHT,
    TARGET_PADDED = ORDER_PADDED, // and a hole behind
    TARGET_REVERSED = ORDER_REVERSED,
    TARGET_DENSE = TARGET_ORDERS,
    TARGET_STRIDED, // every array by itself, two of three floats skipped
    TARGETS
};

// Memory to be written, at a guard page. Holes must keep their bytes.
struct room {
    struct case_target target;
    struct guarded memory[CASE_FLOATS_MAX];
    bool shared;
    size_t step, offset[CASE_FLOATS_MAX];
};

static struct room make_room(const struct conversion *c, enum target_layout layout, size_t n,
                             enum guard guard) {
    struct room room = {.shared = layout != TARGET_DENSE && layout != TARGET_STRIDED,
                        .target = {.count = n}};
    const size_t last =
        room.shared ? target_offsets((enum target_order)layout, c->out_floats, room.offset) : 0;
    room.step = layout == TARGET_DENSE     ? 4
                : layout == TARGET_STRIDED ? 12
                : layout == TARGET_PADDED  ? last + 8
                                           : last + 4;
    room.target.stride = layout == TARGET_DENSE ? n % 2 * 4 : room.step;
    for (unsigned k = 0; k < c->out_floats; k++) {
        if (k == 0 || !room.shared)
            room.memory[k] =
                guarded_alloc(n ? (n - 1) * room.step + last + 4 : 0, guard, UNTOUCHED);
        unsigned char *at = room.memory[room.shared ? 0 : k].at;
        room.target.at[k] = (float *)(void *)(at + room.offset[k]);
    }
    return room;
}

static void free_room(struct room *room) {
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) guarded_free(&room->memory[k]);
}

// Takes the floats out of the memory, and checks that everything else is untouched.
static struct answers take_answers(const struct conversion *c, struct room *room, size_t n,
                                   const char *table) {
    struct answers got = {.n = n};
    for (unsigned k = 0; k < c->out_floats; k++) {
        got.at[k] = malloc((n + 1) * sizeof(float));
        expect(got.at[k], "%zu floats", n);
        unsigned char *at = (unsigned char *)room->target.at[k];
        for (size_t i = 0; i < n; i++, at += room->step) {
            memcpy(&got.at[k][i], at, sizeof(float));
            memset(at, UNTOUCHED, sizeof(float));
        }
    }
    for (unsigned k = 0; k < (room->shared ? 1 : c->out_floats); k++) {
        const struct guarded *memory = &room->memory[k];
        bool intact = guarded_intact(memory, UNTOUCHED);
        for (size_t b = 0; b < memory->bytes; b++) intact = intact && memory->at[b] == UNTOUCHED;
        expect(intact, "%s %s, n %zu: wrote into a hole", c->name, table, n);
    }
    return got;
}

static struct elements elements_of(const struct conversion_batch *batch, int side) {
    struct elements elements = {.floats = batch->c->floats[side], .count = batch->n};
    memcpy(elements.at, batch->at[side], sizeof elements.at);
    return elements;
}

// `number` is the layout and pick of each side.
static void compare_placed(const struct conversion_batch *batch, const unsigned number[2],
                           enum target_layout target, size_t n, enum guard guard) {
    const struct conversion *c = batch->c;
    struct placed placed[2] = {{.n = 0}};
    struct case_side side[2] = {{.count = 0}}, plain[2] = {{.count = 0}};
    for (unsigned v = 0; v < c->views; v++) {
        const struct elements elements = elements_of(batch, (int)v);
        placed[v] = place(&elements, number[v], n, guard, 0);
        side[v] = placed[v].side;
        plain[v] = plain_side(&placed[v]);
    }
    struct answers want = convert_dense(c, &test_tables()->at[0], plain, n);
    struct room room = make_room(c, target, n, guard);
    for (size_t t = 0; t < test_tables()->count; t++) {
        const struct test_table *table = &test_tables()->at[t];
        table_use(table);
        const ptrdiff_t done = c->call(&side[0], &side[1], n, &room.target);
        expect(!upper_halves_in_use(), "%s %s: upper halves are in use", c->name, table->name);
        expect(done == (ptrdiff_t)n, "%s %s: %td", c->name, table->name, done);
        struct answers got = take_answers(c, &room, n, table->name);
        expect_floats(c, table->name, "placed", &got, &want);
        answers_free(&got);
    }
    free_room(&room);
    answers_free(&want);
    for (unsigned v = 0; v < c->views; v++) placed_free(&placed[v]);
}

// One way for the first side, which is combined with one other way for the second side.
static void compare_way(const struct conversion_batch *batch, unsigned way, size_t n,
                        enum guard guard) {
    const unsigned number[2] = {way, (7 * way + (unsigned)n) % SIDES};
    compare_placed(batch, number, (enum target_layout)((way + n) % TARGETS), n, guard);
}

static void compare_layouts(enum guard guard) {
    static const size_t longer[] = {127, 128, 129, 257, 300};
    for (int k = 0; k < CONVERSIONS; k++) {
        struct conversion_batch batch = conversion_fill(conversions[k], 6, SCENE_MIXED, 305);
        for (size_t n = 0; n <= 67; n++) {
            for (unsigned way = (unsigned)n % 3; way < SIDES; way += 3)
                compare_way(&batch, way, n, guard);
        }
        for (size_t l = 0; l < sizeof longer / sizeof *longer; l++) {
            for (unsigned way = 0; way < SIDES; way++) compare_way(&batch, way, longer[l], guard);
        }
        conversion_free(&batch);
    }
}

Test(conversions, layouts_before_a_guard_page) {
    compare_layouts(GUARD_BEHIND);
}

Test(conversions, layouts_behind_a_guard_page) {
    compare_layouts(GUARD_BEFORE);
}

// Every way of one side combined with every way of the other.
Test(conversions, pairs_of_layouts) {
    struct conversion_batch batch = conversion_fill(conversions[3], 8, SCENE_MIXED, 42);
    for (unsigned first = 0; first < SIDES; first++) {
        for (unsigned second = 0; second < SIDES; second++) {
            const unsigned number[2] = {first, second};
            const enum target_layout target = (enum target_layout)((first + second) % TARGETS);
            compare_placed(&batch, number, target, 37, GUARD_BEHIND);
        }
    }
    conversion_free(&batch);
}

// Conversion in place: boxes are written where they are read, in each of these layouts.
Test(conversions, in_place) {
    const struct conversion *c = conversions[3];
    static const size_t lengths[] = {1, 2, 7, 8, 9, 31, 64, 127, 128, 129, 300};
    struct conversion_batch batch = conversion_fill(c, 7, SCENE_MIXED, 300);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        const size_t n = lengths[l];
        struct case_side plain[2] = {conversion_side(&batch, 0), conversion_side(&batch, 1)};
        struct answers want = convert_dense(c, &test_tables()->at[0], plain, n);
        for (enum target_layout layout = 0; layout < TARGETS; layout++) {
            for (size_t t = 0; t < test_tables()->count; t++) {
                const struct test_table *table = &test_tables()->at[t];
                struct room room = make_room(c, layout, n, GUARD_BEHIND);
                struct case_side boxes;
                put_in_place(&room.target, room.step, c->out_floats, plain[0].at, n, &boxes);
                table_use(table);
                expect(c->call(&boxes, &plain[1], n, &room.target) == (ptrdiff_t)n, "in place");
                struct answers got = take_answers(c, &room, n, table->name);
                expect_floats(c, table->name, "in place", &got, &want);
                answers_free(&got);
                free_room(&room);
            }
        }
        answers_free(&want);
    }
    conversion_free(&batch);
}

// --- errors ---

enum { ITEMS = 21 };

struct call {
    struct case_side side[2];
    struct case_target out;
    bool no_side[2], no_out;
};

// Expects this error from every table, and that nothing is written.
static void expect_error(const struct conversion *c, const struct call *call, size_t n,
                         ptrdiff_t error, const char *what) {
    static float room[CASE_FLOATS_MAX][3 * ITEMS];
    struct case_target out = call->out;
    for (unsigned k = 0; k < c->out_floats; k++) {
        if (out.at[k]) out.at[k] = room[k];
    }
    memset(room, UNTOUCHED, sizeof room);
    for (size_t t = 0; t < test_tables()->count; t++) {
        table_use(&test_tables()->at[t]);
        const ptrdiff_t got =
            c->call(call->no_side[0] ? NULL : &call->side[0],
                    call->no_side[1] ? NULL : &call->side[1], n, call->no_out ? NULL : &out);
        expect(got == error, "%s, %s: %td, not %td", c->name, what, got, error);
        for (size_t b = 0; b < sizeof room; b++)
            expect(((unsigned char *)room)[b] == UNTOUCHED, "%s, %s: written", c->name, what);
    }
}

// Applies a fault to view v, or to the target if v is c->views. Returns false past the last fault.
static bool spoil(const struct conversion *c, struct call *call, unsigned v, unsigned fault,
                  ptrdiff_t *error) {
    static uint32_t list[ITEMS];
    list[ITEMS - 1] = ITEMS;
    struct case_side *side = &call->side[v < c->views ? v : 0];
    const bool out = v == c->views;
    const unsigned others = out ? 3 : 8; // faults before those of single missing arrays
    if (fault >= others) {
        const unsigned array = fault - others;
        if (array >= (out ? c->out_floats : c->floats[v])) return false;
        if (out) call->out.at[array] = NULL;
        if (!out) side->at[array] = NULL;
        *error = LBX_ERROR_NULL;
        return true;
    }
    switch (fault) {
    case 0:
        *(out ? &call->no_out : &call->no_side[v]) = true;
        *error = LBX_ERROR_NULL;
        break;
    case 1:
        *(out ? &call->out.count : &side->count) = ITEMS - 1;
        *error = LBX_ERROR_COUNT;
        break;
    case 2:
        *(out ? &call->out.stride : &side->stride) = 6;
        *error = LBX_ERROR_STRIDE;
        break;
    case 3: side->pick = lbx_indexed(NULL, ITEMS), *error = LBX_ERROR_NULL; break;
    case 4: side->pick = lbx_one(ITEMS), *error = LBX_ERROR_INDEX; break;
    case 5: side->pick = lbx_indexed(list, ITEMS), *error = LBX_ERROR_INDEX; break;
    case 6: side->pick = lbx_from(1), *error = LBX_ERROR_COUNT; break;
    default: side->pick = lbx_indexed_every(list, ITEMS, 6), *error = LBX_ERROR_STRIDE; break;
    }
    return true;
}

Test(conversions, errors) {
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        struct conversion_batch batch = conversion_fill(c, 8, SCENE_MIXED, ITEMS);
        static float any[1];
        struct call good = {.side = {conversion_side(&batch, 0), conversion_side(&batch, 1)},
                            .out = {.count = ITEMS}};
        for (unsigned f = 0; f < c->out_floats; f++) good.out.at[f] = any;
        for (unsigned v = 0; v <= c->views; v++) {
            ptrdiff_t error, later;
            struct call bad = good;
            for (unsigned fault = 0; spoil(c, &bad, v, fault, &error); fault++, bad = good) {
                expect_error(c, &bad, ITEMS, error, "one fault");
                expect_error(c, &bad, 0, 0, "no items");
                for (unsigned w = v + 1; w <= c->views; w++) { // later faults are not reported
                    struct call worse = bad;
                    for (unsigned other = 0; spoil(c, &worse, w, other, &later);
                         other++, worse = bad)
                        expect_error(c, &worse, ITEMS, error, "two faults");
                }
            }
        }
        struct call both = good; // NULL, count, stride
        both.out.at[1] = NULL, both.out.count = 1, both.out.stride = 2;
        expect_error(c, &both, ITEMS, LBX_ERROR_NULL, "all three");
        both.out.at[1] = any;
        expect_error(c, &both, ITEMS, LBX_ERROR_COUNT, "two of them");
        for (unsigned v = 0; v < c->views; v++) both.side[v].count = SIZE_MAX;
        both.out.count = SIZE_MAX;
        expect_error(c, &both, SIZE_MAX, LBX_ERROR_COUNT, "more than PTRDIFF_MAX");
        conversion_free(&batch);
    }
}
