// SPDX-License-Identifier: MIT
// Conversions: known answers, every pick and layout that is read and written, errors, and NaN. What
// the exact oracle says of them is in proof/.
#define _POSIX_C_SOURCE 200809L
#include "conversions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "layout.h"
#include "random.h"
#include "tables.h"

enum { MANY = 4096, UNTOUCHED = 0xa5 };

static bool same_float(float a, float b) { // which NaN it is, is left open
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

// The answers of a table over dense arrays.
struct answers {
    size_t n;
    float *at[CASE_FLOATS_MAX];
};

static void answers_free(struct answers *answers) {
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) free(answers->at[k]);
}

static struct answers convert_dense(const struct conversion *c, const struct test_table *table,
                                    const struct case_side side[2], size_t n) {
    struct answers answers = {.n = n};
    struct case_target out = {.count = n};
    for (unsigned k = 0; k < c->out_floats; k++) {
        answers.at[k] = malloc((n + 1) * sizeof(float));
        expect(answers.at[k], "%zu floats", n);
        memset(answers.at[k], UNTOUCHED, (n + 1) * sizeof(float));
        out.at[k] = answers.at[k];
    }
    lbx_table_use(table->table);
    const ptrdiff_t done = c->call(&side[0], &side[1], n, &out);
    expect(done == (ptrdiff_t)n, "%s %s: %td of %zu", c->name, table->name, done, n);
    return answers;
}

static void expect_floats(const struct conversion *c, const char *table, const char *what,
                          const struct answers *got, const struct answers *want) {
    for (unsigned k = 0; k < c->out_floats; k++) {
        for (size_t i = 0; i < want->n; i++) {
            expect(same_float(got->at[k][i], want->at[k][i]),
                   "%s %s, %s: float %u of item %zu of %zu: %a, not %a", c->name, table, what, k, i,
                   want->n, (double)got->at[k][i], (double)want->at[k][i]);
        }
    }
}

// --- known answers ---

static void expect_known(const char *name, const char *what, const float first[],
                         const float second[], const float want[], double tolerance) {
    enum { TIMES = 19 };
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        if (strcmp(c->name, name) != 0) continue;
        struct case_side side[2] = {{.count = 1, .pick = lbx_one(0)},
                                    {.count = 1, .pick = lbx_one(0)}};
        for (unsigned f = 0; f < c->floats[0]; f++) side[0].at[f] = &first[f];
        for (unsigned f = 0; f < c->floats[1]; f++) side[1].at[f] = &second[f];
        for (size_t t = 0; t < test_tables()->count; t++) {
            const struct test_table *table = &test_tables()->at[t];
            struct answers got = convert_dense(c, table, side, TIMES);
            for (unsigned f = 0; f < c->out_floats; f++) {
                for (size_t i = 0; i < TIMES; i++) {
                    expect(fabs((double)got.at[f][i] - want[f]) <= tolerance,
                           "%s %s, %s: float %u is %a, not %a", name, table->name, what, f,
                           (double)got.at[f][i], (double)want[f]);
                }
            }
            answers_free(&got);
        }
        return;
    }
    expect(false, "no conversion %s", name);
}

static const float upright[15] = {1, 2, 3, .5f, .25f, 4, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const float turned[15] = {1, 2, 3, 5, 10, 2, .6f, .8f, 0, -.8f, .6f, 0, 0, 0, -1};

Test(conversions, boxes_around_oriented_boxes) {
    expect_known("aabbs_from_obbs", "upright", upright, NULL,
                 (const float[]){.5f, 1.75f, -1, 1.5f, 2.25f, 7}, 8 * 0x1p-21);
    expect_known("aabbs_from_obbs", "3-4-5", turned, NULL, (const float[]){-10, -8, 1, 12, 12, 5},
                 16 * 0x1p-21);
    const float point[15] = {1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_known("aabbs_from_obbs", "a point", point, NULL, (const float[]){1, 2, 3, 1, 2, 3},
                 3 * 0x1p-22);
}

// An extent of 2^-160 is no float, and yet the box is not flat.
Test(conversions, extents_below_all_floats) {
    float box[15] = {0, 0, 0, 0x1p-60f, 0, 0, 1, 0x1p-100f, -0x1p-100f, 0, 1, 0, 0, 0, 1};
    struct case_side side[2] = {{.count = 1, .pick = lbx_one(0)}, {.count = 0}};
    for (unsigned k = 0; k < 15; k++) side[0].at[k] = &box[k];
    for (size_t t = 0; t < test_tables()->count; t++) {
        const struct test_table *table = &test_tables()->at[t];
        struct answers got = convert_dense(conversions[0], table, side, 1);
        for (unsigned c = 0; c < 3; c++)
            expect(got.at[c][0] < 0 && got.at[3 + c][0] > 0, "%s: %a to %a", table->name,
                   (double)got.at[c][0], (double)got.at[3 + c][0]);
        answers_free(&got);
    }
}

Test(conversions, boxes_around_triangles) {
    expect_known("aabbs_from_triangles", "any", (const float[]){1, 5, -3, 2, -4, 0, 3, 0, -0.5f},
                 NULL, (const float[]){1, -4, -3, 3, 5, 0}, 0);
    expect_known("aabbs_from_triangles", "a point", (const float[]){1, 2, 3, 1, 2, 3, 1, 2, 3},
                 NULL, (const float[]){1, 2, 3, 1, 2, 3}, 0);
}

Test(conversions, spheres_around_oriented_boxes) {
    const float box[15] = {1, 2, 3, 2, 3, 6, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_known("spheres_from_obbs", "2, 3, 6", box, NULL, (const float[]){1, 2, 3, 7},
                 7 * 3 * 0x1p-19);
    const float point[15] = {1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_known("spheres_from_obbs", "a point", point, NULL, (const float[]){1, 2, 3, 0}, 0);
}

Test(conversions, transforms) {
    const float turned_up[15] = {8, 11, 9, .5f, .25f, 4, 0, 1, 0, -1, 0, 0, 0, 0, 1};
    const float still[7] = {0, 0, 0, 0, 0, 0, 1}, moved[7] = {10, 10, 6, 0, 0, 3, 3};
    const float half_turn[7] = {0, 0, 0, 0, 2, 0, 0};
    expect_known("obbs_transform", "nothing", upright, still, upright, 0);
    expect_known("obbs_transform", "a quarter turn about z", upright, moved, turned_up, 0);
    expect_known("obbs_transform", "half a turn about y", upright, half_turn,
                 (const float[]){-1, 2, -3, .5f, .25f, 4, -1, 0, 0, 0, 1, 0, 0, 0, -1}, 0);
}

// --- against the references, and table against table ---

// The bounds that lanebox.h states, to a double's rounding.
static double allowed(const struct conversion *c, const float first[], const float second[],
                      unsigned k) {
    double size = 0, moved = 0;
    for (unsigned f = 0; f < 3; f++) {
        const unsigned at = c->out_floats == 15 ? k / 3 * 3 : 0;
        size += fabs((double)first[at + f]);
        if (c->out_floats == 15 && k < 3) moved += fabs((double)second[f]);
    }
    if (c->out_floats == 15) return k / 3 == 1 ? 0 : 0x1.cp-20 * (size + moved) + 0x1p-70;
    if (c->floats[0] == 9) return 0;
    const double halves = fabs((double)first[3]) + fabs((double)first[4]) + fabs((double)first[5]);
    if (c->out_floats == 4) return k < 3 ? 0 : 0x1p-17 * halves + 0x1p-70;
    return 0x1p-20 * (size + 1.01 * halves) + 0x1p-70;
}

Test(conversions, near_the_double_reference) {
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
            struct conversion_batch batch = conversion_fill(c, 3, scene, MANY);
            const struct case_side side[2] = {conversion_side(&batch, 0),
                                              conversion_side(&batch, 1)};
            for (size_t t = 0; t < test_tables()->count; t++) {
                const struct test_table *table = &test_tables()->at[t];
                struct answers got = convert_dense(c, table, side, MANY);
                for (size_t i = 0; i < MANY; i++) {
                    float x[2][CASE_FLOATS_MAX];
                    double want[CASE_FLOATS_MAX];
                    for (unsigned v = 0; v < c->views; v++) {
                        for (unsigned f = 0; f < c->floats[v]; f++) x[v][f] = batch.at[v][f][i];
                    }
                    c->truth(x[0], x[1], want);
                    for (unsigned f = 0; f < c->out_floats; f++) {
                        const double off = fabs(got.at[f][i] - want[f]);
                        expect(off <= allowed(c, x[0], x[1], f),
                               "%s %s, %s, item %zu: float %u is %a, not %a", c->name, table->name,
                               scene_names[scene], i, f, (double)got.at[f][i], want[f]);
                    }
                }
                answers_free(&got);
            }
            conversion_free(&batch);
        }
    }
}

Test(conversions, same_bits) {
    enum { SEEDS = 12 };
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        for (enum scene scene = 0; scene < SCENES; scene++) {
            for (uint64_t seed = 1; seed <= SEEDS; seed++) {
                struct conversion_batch batch = conversion_fill(c, seed, scene, MANY + 3);
                const struct case_side side[2] = {conversion_side(&batch, 0),
                                                  conversion_side(&batch, 1)};
                struct answers want = convert_dense(c, &test_tables()->at[0], side, MANY + 3);
                for (size_t t = 1; t < test_tables()->count; t++) {
                    const struct test_table *table = &test_tables()->at[t];
                    struct answers got = convert_dense(c, table, side, MANY + 3);
                    expect_floats(c, table->name, scene_names[scene], &got, &want);
                    answers_free(&got);
                }
                answers_free(&want);
                conversion_free(&batch);
            }
        }
    }
}

// A NaN comes out in what is made of it, of other numbers none does.
Test(conversions, nan) {
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        const unsigned inputs = c->floats[0] + c->floats[1];
        for (unsigned lost = 0; lost <= inputs; lost++) { // the one that is a NaN, or none
            struct conversion_batch batch = conversion_fill(c, 4, SCENE_MIXED, 67);
            for (size_t i = 0; i < 67 && lost < inputs; i++) {
                const unsigned v = lost >= c->floats[0];
                batch.at[v][lost - v * c->floats[0]][i] = i % 2 ? NAN : -NAN;
            }
            const struct case_side side[2] = {conversion_side(&batch, 0),
                                              conversion_side(&batch, 1)};
            for (size_t t = 0; t < test_tables()->count; t++) {
                struct answers got = convert_dense(c, &test_tables()->at[t], side, 67);
                for (unsigned f = 0; f < c->out_floats; f++) {
                    const bool made = lost < inputs && c->made_of[f] >> lost & 1;
                    for (size_t i = 0; i < 67; i++)
                        expect((isnan(got.at[f][i]) != 0) == made, "%s %s: NaN %u in, float %u",
                               c->name, test_tables()->at[t].name, lost, f);
                }
                answers_free(&got);
            }
            conversion_free(&batch);
        }
    }
}

// Two and three NaN of a vertex, and any hostile values: each goes through.
Test(conversions, every_nan_goes_through) {
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        struct conversion_batch batch = conversion_fill(c, 5, SCENE_HOSTILE, MANY);
        const struct case_side side[2] = {conversion_side(&batch, 0), conversion_side(&batch, 1)};
        size_t seen = 0;
        for (size_t t = 0; t < test_tables()->count; t++) {
            struct answers got = convert_dense(c, &test_tables()->at[t], side, MANY);
            for (size_t i = 0; i < MANY; i++) {
                uint32_t lost = 0;
                for (unsigned in = 0; in < c->floats[0] + c->floats[1]; in++) {
                    const unsigned v = in >= c->floats[0];
                    if (isnan(batch.at[v][in - v * c->floats[0]][i])) lost |= 1u << in;
                }
                for (unsigned f = 0; f < c->out_floats; f++) {
                    seen += (lost & c->made_of[f]) != 0;
                    expect(!(lost & c->made_of[f]) || isnan(got.at[f][i]), "%s, item %zu, float %u",
                           c->name, i, f);
                }
            }
            answers_free(&got);
        }
        expect(seen > MANY / 16, "%s: %zu", c->name, seen);
        conversion_free(&batch);
    }
}

// --- picks and layouts ---

enum target_layout {
    TARGET_DENSE,
    TARGET_TIGHT,
    TARGET_PADDED,   // three floats and a hole, and so on, and a hole behind
    TARGET_REVERSED, // the last float first
    TARGET_STRIDED,  // every array by itself, two of three floats skipped
    TARGETS
};

// Room to be written, at a guard page; holes must stay as they are.
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
    size_t last = 0;
    for (unsigned k = 0; k < c->out_floats; k++) {
        if (layout == TARGET_TIGHT) room.offset[k] = 4 * k;
        if (layout == TARGET_PADDED) room.offset[k] = 4 * (k + k / 3);
        if (layout == TARGET_REVERSED) room.offset[k] = 4 * (c->out_floats - 1 - k);
        last = room.offset[k] > last ? room.offset[k] : last;
    }
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

// Takes the floats out of it, and looks at all that is left.
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

// One way for a side to lie, which stands for another one of the second side.
static void compare_placed(const struct conversion_batch *batch, unsigned number, size_t n,
                           enum guard guard) {
    const struct conversion *c = batch->c;
    struct placed placed[2] = {{.n = 0}};
    struct case_side side[2] = {{.count = 0}}, plain[2] = {{.count = 0}};
    for (unsigned v = 0; v < c->views; v++) {
        const struct elements elements = elements_of(batch, (int)v);
        placed[v] = place(&elements, v ? (7 * number + (unsigned)n) % SIDES : number, n, guard, 0);
        side[v] = placed[v].side;
        plain[v] = plain_side(&placed[v]);
    }
    struct answers want = convert_dense(c, &test_tables()->at[0], plain, n);
    struct room room = make_room(c, (enum target_layout)((number + n) % TARGETS), n, guard);
    for (size_t t = 0; t < test_tables()->count; t++) {
        const struct test_table *table = &test_tables()->at[t];
        lbx_table_use(table->table);
        const ptrdiff_t done = c->call(&side[0], &side[1], n, &room.target);
        expect(done == (ptrdiff_t)n, "%s %s: %td", c->name, table->name, done);
        struct answers got = take_answers(c, &room, n, table->name);
        expect_floats(c, table->name, "placed", &got, &want);
        answers_free(&got);
    }
    free_room(&room);
    answers_free(&want);
    for (unsigned v = 0; v < c->views; v++) placed_free(&placed[v]);
}

static void compare_layouts(enum guard guard) {
    static const size_t longer[] = {127, 128, 129, 257, 300};
    for (int k = 0; k < CONVERSIONS; k++) {
        struct conversion_batch batch = conversion_fill(conversions[k], 6, SCENE_MIXED, 305);
        for (size_t n = 0; n <= 67; n++) {
            for (unsigned number = (unsigned)n % 3; number < SIDES; number += 3)
                compare_placed(&batch, number, n, guard);
        }
        for (size_t l = 0; l < sizeof longer / sizeof *longer; l++) {
            for (unsigned number = 0; number < SIDES; number++)
                compare_placed(&batch, number, longer[l], guard);
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

// What is written is what is read: the boxes, in each of these layouts.
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
                struct case_side boxes = {.count = n, .stride = room.target.stride};
                for (unsigned f = 0; f < c->out_floats; f++) {
                    boxes.at[f] = room.target.at[f];
                    for (size_t i = 0; i < n; i++)
                        memcpy((char *)room.target.at[f] + i * room.step, &batch.at[0][f][i],
                               sizeof(float));
                }
                lbx_table_use(table->table);
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

// Fails as said on every table, and writes nothing.
static void expect_error(const struct conversion *c, const struct call *call, size_t n,
                         ptrdiff_t error, const char *what) {
    static float room[CASE_FLOATS_MAX][3 * ITEMS];
    struct case_target out = call->out;
    for (unsigned k = 0; k < c->out_floats; k++) {
        if (out.at[k]) out.at[k] = room[k];
    }
    memset(room, UNTOUCHED, sizeof room);
    for (size_t t = 0; t < test_tables()->count; t++) {
        lbx_table_use(test_tables()->at[t].table);
        const ptrdiff_t got =
            c->call(call->no_side[0] ? NULL : &call->side[0],
                    call->no_side[1] ? NULL : &call->side[1], n, call->no_out ? NULL : &out);
        expect(got == error, "%s, %s: %td, not %td", c->name, what, got, error);
        for (size_t b = 0; b < sizeof room; b++)
            expect(((unsigned char *)room)[b] == UNTOUCHED, "%s, %s: written", c->name, what);
    }
}

// Faults of view v, or of what is written where v is c->views; false past the last one.
static bool spoil(const struct conversion *c, struct call *call, unsigned v, unsigned fault,
                  ptrdiff_t *error) {
    static uint32_t list[ITEMS];
    list[ITEMS - 1] = ITEMS;
    struct case_side *side = &call->side[v < c->views ? v : 0];
    const bool out = v == c->views;
    const unsigned others = out ? 3 : 8; // before one array after the other is missing
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
    case 3: side->pick = lbx_indexed(NULL), *error = LBX_ERROR_NULL; break;
    case 4: side->pick = lbx_one(ITEMS), *error = LBX_ERROR_INDEX; break;
    case 5: side->pick = lbx_indexed(list), *error = LBX_ERROR_INDEX; break;
    case 6: side->pick = lbx_from(1), *error = LBX_ERROR_COUNT; break;
    default: side->pick = lbx_indexed_every(list, 6), *error = LBX_ERROR_STRIDE; break;
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
                for (unsigned w = v + 1; w <= c->views; w++) { // what comes later is not seen
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
