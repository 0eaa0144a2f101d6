// SPDX-License-Identifier: MIT
// Under LBX_REPRODUCIBLE every table gives the same bits for the same items. Without it, all tables
// that fuse give the same bits as each other.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "harness.h"

// Compares all tables with the first one. Without LBX_REPRODUCIBLE, compares tables that fuse among
// themselves.
static void compare_tables(struct question q, const struct answer *expected) {
    const struct test_tables *tables = test_tables();
    struct answer fused = {0};
    for (size_t t = 0; t < tables->count; t++) {
        q.table = &tables->at[t];
        struct answer answer = ask(&q);
        if (q.flags & LBX_REPRODUCIBLE || !q.table->fuses) {
            expect_same(&q, &answer, expected);
        } else if (fused.hits) {
            expect_same(&q, &answer, &fused);
        } else {
            fused = answer;
            continue;
        }
        answer_free(&answer);
    }
    answer_free(&fused);
}

static void compare_all(struct question q) {
    q.table = &test_tables()->at[0];
    q.flags = LBX_REPRODUCIBLE;
    struct answer expected = ask(&q);
    compare_tables(q, &expected);
    answer_free(&expected);
}

static void compare_fused(struct question q) {
    q.table = &test_tables()->at[0];
    q.flags = 0;
    q.mask_only = true;
    struct answer expected = ask(&q);
    compare_tables(q, &expected);
    answer_free(&expected);
}

// A million pairs per kernel, or a sixth in a sample, item against item and one against many.
static void compare_scenes(enum scene first, enum scene last) {
    enum { ITEMS = 4099 };
    const uint64_t seeds = tests_are_sampled() ? 6 : 36;
    size_t items = 0;
    for (size_t k = 0; k < lbx_case_count; k++) {
        items = 0;
        for (enum scene scene = first; scene <= last; scene++) {
            for (uint64_t seed = 1; seed <= seeds; seed++) {
                struct batch batch = batch_fill(lbx_cases[k], seed, scene, ITEMS);
                struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
                struct question q = {
                    .batch = &batch, .side = {&a, &b}, .n = ITEMS, .what = "item against item"};
                compare_all(q);
                items += ITEMS;
                if (seed % 6 == 0) {
                    compare_fused(q);
                    a.pick = lbx_one(seed % 97);
                    q.what = "one against many";
                    compare_all(q);
                    compare_fused(q);
                    a.pick = lbx_from(0);
                    b.pick = lbx_one(seed % 97);
                    q.what = "many against one";
                    compare_all(q);
                    compare_fused(q);
                }
                batch_free(&batch);
            }
        }
        expect(items >= (tests_are_sampled() ? 24000u : 147000u) * (last - first + 1), "%zu items",
               items);
    }
}

Test(bits, ordinary_scenes) {
    compare_scenes(SCENE_MIXED, SCENE_SPARSE);
}

Test(bits, certain_scenes) {
    compare_scenes(SCENE_ALL_HIT, SCENE_ALL_MISS);
}

Test(bits, touching_scenes) {
    compare_scenes(SCENE_TOUCHING, SCENE_ULP);
}

Test(bits, awkward_scenes) {
    compare_scenes(SCENE_ALONG, SCENE_WHOLE_RANGE);
}

Test(bits, hostile_scene) {
    compare_scenes(SCENE_HOSTILE, SCENE_HOSTILE);
}

// Away from contact a fused verdict equals the plain one, in every layout. No more than one item in
// 32 is near contact.
static void expect_few_differ(struct question q, const struct answer *expected) {
    const struct test_tables *tables = test_tables();
    q.flags = 0;
    q.mask_only = true;
    for (size_t t = 0; t < tables->count; t++) {
        if (!tables->at[t].fuses) continue;
        q.table = &tables->at[t];
        struct answer fused = ask(&q);
        size_t differ = 0;
        for (size_t i = 0; i < q.n; i++)
            differ += case_said(fused.c, fused.hits, i) != case_said(fused.c, expected->hits, i);
        expect(differ <= 2 + q.n / 32, "%s %s: %zu of %zu verdicts are not the plain ones",
               fused.c->name, q.table->name, differ, q.n);
        answer_free(&fused);
        return; // compare_fused sees the other tables
    }
}

// Where arrays alias each other, a radius may be negative, and then nothing is promised.
static bool aliased(unsigned side) {
    return side % LAYOUTS == LAYOUT_ALIASED || side % LAYOUTS == LAYOUT_ALIASED_AOS;
}

// The answer depends on the items alone: neither on their layout nor on how they are picked.
static void compare_layouts(enum scene scene, const size_t n) {
    const unsigned step = tests_are_sampled() ? 7 : 3;
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        struct batch batch = batch_fill(c, 7, scene, n + 5);
        unsigned absent = 0;
        for (unsigned variant = 0; absent_arrays(c, 0, variant, &absent); variant++) {
            struct placed b[SIDES];
            for (unsigned j = 0; j < SIDES; j++)
                b[j] = place(&batch.side[1], j, n, GUARD_BEHIND, 0);
            for (unsigned i = 0; i < SIDES; i++) {
                struct placed a = place(&batch.side[0], i, n, GUARD_BEHIND, absent);
                for (unsigned j = (i + variant) % step; j < SIDES; j += step) {
                    struct case_side plain[2] = {plain_side(&a), plain_side(&b[j])};
                    struct question q = {.batch = &batch, .n = n, .what = "layouts"};
                    q.side[0] = &plain[0], q.side[1] = &plain[1];
                    q.table = &test_tables()->at[0];
                    q.flags = LBX_REPRODUCIBLE;
                    struct answer expected = ask(&q);
                    q.side[0] = &a.side, q.side[1] = &b[j].side;
                    compare_tables(q, &expected);
                    if (scene == SCENE_MIXED && !aliased(i) && !aliased(j))
                        expect_few_differ(q, &expected);
                    answer_free(&expected);
                    if (j % 4 == 0) compare_fused(q);
                }
                placed_free(&a);
            }
            for (unsigned j = 0; j < SIDES; j++) placed_free(&b[j]);
        }
        batch_free(&batch);
    }
}

Test(bits, layouts_and_picks_mixed) {
    compare_layouts(SCENE_MIXED, 151);
}

Test(bits, layouts_and_picks_touching) {
    compare_layouts(SCENE_TOUCHING, 64);
}

Test(bits, layouts_and_picks_hostile) {
    compare_layouts(SCENE_HOSTILE, 145);
}

Test(bits, layouts_and_picks_of_several_tiles) {
    compare_layouts(SCENE_MIXED, 300);
}

// The slots of an element: one for each float and one more at the end; or with holes, one more
// after every three floats.
static unsigned slots_of(unsigned floats, bool holes) {
    return floats + (holes ? (floats + 2) / 3 : 1);
}

// Elements whose floats lie in order, except that two of them are swapped or one lies in a free
// slot. They almost have the layout that is read in one go.
static void compare_swapped(const struct batch *batch, int s, bool holes, unsigned one,
                            unsigned other) {
    enum { FEW = 19, SLOTS_MAX = CASE_FLOATS_MAX / 3 * 4 };
    const struct elements *elements = &batch->side[s];
    const unsigned slots = slots_of(elements->floats, holes);
    float room[FEW * SLOTS_MAX];
    for (unsigned k = 0; k < FEW * slots; k++) room[k] = NAN;
    struct case_side plain[2] = {dense_side(&batch->side[0]), dense_side(&batch->side[1])};
    struct case_side swapped = {.count = FEW, .stride = slots * sizeof(float)};
    for (unsigned k = 0; k < elements->floats; k++) {
        if (k >= batch->c->required[s]) { // the more arrays there are, the less is read in one go
            plain[s].at[k] = NULL;
            continue;
        }
        unsigned slot = holes ? k + k / 3 : k;
        slot = slot == one ? other : slot == other ? one : slot;
        for (size_t i = 0; i < FEW; i++) room[i * slots + slot] = elements->at[k][i];
        swapped.at[k] = room + slot;
    }
    struct question q = {.batch = batch,
                         .table = &test_tables()->at[0],
                         .side = {&plain[0], &plain[1]},
                         .n = FEW,
                         .flags = LBX_REPRODUCIBLE,
                         .what = "two floats have changed places"};
    struct answer expected = ask(&q);
    q.side[s] = &swapped;
    compare_tables(q, &expected);
    answer_free(&expected);
}

Test(bits, floats_that_have_changed_places) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 8, SCENE_MIXED, 19);
        for (int kind = 0; kind < 4; kind++) {
            const bool holes = kind / 2;
            const unsigned slots = slots_of(batch.side[kind % 2].floats, holes);
            for (unsigned one = 0; one < slots; one++) {
                for (unsigned other = one; other < slots; other++)
                    compare_swapped(&batch, kind % 2, holes, one, other);
            }
        }
        batch_free(&batch);
    }
}

// Leaves out the optional arrays of a side.
static void leave_optional(const struct lbx_case *c, int s, struct case_side *side) {
    for (unsigned k = c->required[s]; k < c->floats[s]; k++) side->at[k] = NULL;
}

// A part of a batch gives the same bits as the whole, fused too. `least` leaves out the optional
// arrays.
static void compare_parts(const struct batch *batch, int one_side, bool least, bool mask_only,
                          unsigned flags) {
    enum { WHOLE = 240 };
    const struct test_tables *tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        struct case_side side[2] = {dense_side(&batch->side[0]), dense_side(&batch->side[1])};
        struct question q = {.batch = batch,
                             .table = &tables->at[t],
                             .side = {&side[0], &side[1]},
                             .n = WHOLE,
                             .flags = flags,
                             .mask_only = mask_only,
                             .what = "a part of a batch"};
        if (one_side >= 0) side[one_side].pick = lbx_one(11);
        for (int s = 0; s < 2 && least; s++) leave_optional(batch->c, s, &side[s]);
        const struct answer whole = ask(&q);
        for (size_t first = 0; first <= 70; first += (tests_are_sampled() ? 8 : 1) + first % 5) {
            for (q.n = 0; q.n <= 67; q.n++) {
                for (int s = 0; s < 2; s++) {
                    if (s != one_side) side[s].pick = lbx_from(first);
                }
                struct answer part = ask(&q);
                for (size_t i = 0; i < q.n; i++) {
                    bool same = case_said(batch->c, part.hits, i) ==
                                case_said(batch->c, whole.hits, first + i);
                    for (unsigned k = 0; k < part.outputs; k++) {
                        same = same && memcmp(&part.out[k][i], &whole.out[k][first + i],
                                              sizeof(float)) == 0;
                    }
                    if (!same) fail_item(&q, i, &part, NULL, "another verdict than in the whole");
                }
                answer_free(&part);
            }
        }
        struct answer done = whole;
        answer_free(&done);
    }
}

// Kernels with optional arrays take the short path only without them. That path is also tested with
// the scene in which fused verdicts differ.
static void compare_parts_of_scenes(unsigned flags) {
    static const enum scene scenes[] = {SCENE_MIXED, SCENE_TOUCHING, SCENE_HOSTILE, SCENE_WORST};
    for (size_t k = 0; k < lbx_case_count; k++) {
        const bool lacks = lbx_cases[k]->optional[0][0];
        for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
            struct batch batch = batch_fill(lbx_cases[k], 5, scenes[s], 240);
            for (int one_side = -1; one_side < 2; one_side++) {
                const bool fuses = flags == 0;
                if (scenes[s] != SCENE_WORST) compare_parts(&batch, one_side, false, fuses, flags);
                if (lacks) compare_parts(&batch, one_side, true, true, flags);
                if (lacks && !fuses) compare_parts(&batch, one_side, true, false, flags);
            }
            batch_free(&batch);
        }
    }
}

Test(bits, position_and_n_reproducible) {
    compare_parts_of_scenes(LBX_REPRODUCIBLE);
}

Test(bits, position_and_n_fused) {
    compare_parts_of_scenes(0);
}

// A pair by itself, with the first side as one for all, is a short call. Under LBX_REPRODUCIBLE it
// gives the same bits as among other pairs.
static void compare_singles(const struct batch *batch) {
    enum { WHOLE = 240 };
    for (size_t t = 0; t < test_tables()->count; t++) {
        struct case_side side[2] = {dense_side(&batch->side[0]), dense_side(&batch->side[1])};
        struct question q = {.batch = batch,
                             .table = &test_tables()->at[t],
                             .side = {&side[0], &side[1]},
                             .n = WHOLE,
                             .flags = LBX_REPRODUCIBLE,
                             .mask_only = true,
                             .what = "a pair by itself"};
        for (int s = 0; s < 2; s++) leave_optional(batch->c, s, &side[s]);
        struct answer whole = ask(&q);
        q.n = 1;
        for (size_t i = 0; i < WHOLE; i++) {
            side[0].pick = lbx_one(i);
            side[1].pick = lbx_from(i);
            struct answer single = ask(&q);
            if (case_said(batch->c, single.hits, 0) != case_said(batch->c, whole.hits, i))
                fail_item(&q, 0, &single, NULL, "another verdict than among others");
            answer_free(&single);
        }
        answer_free(&whole);
    }
}

Test(bits, a_pair_by_itself) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        for (enum scene scene = SCENE_TOUCHING; scene <= SCENE_HOSTILE; scene++) {
            struct batch batch = batch_fill(lbx_cases[k], 11, scene, 240);
            compare_singles(&batch);
            batch_free(&batch);
        }
    }
}

enum { SOME = 77 };

// Leaving out outputs does not change the others. Without LBX_REPRODUCIBLE, the mask alone may be
// fused where another output forbids it: other tests cover that.
static void compare_wanted(const struct question *q) {
    const struct lbx_case *c = q->batch->c;
    struct answer all = ask(q);
    for (unsigned wanted = 0; wanted < 2u << c->outputs; wanted++) {
        if (q->flags == 0 && c->outputs && wanted < 2) continue;
        const unsigned group = wanted >> 1 & c->together;
        if (group != 0 && group != c->together) continue;
        uint8_t hits[SOME];
        float out[CASE_OUTPUTS_MAX][SOME], *outs[CASE_OUTPUTS_MAX];
        memset(out, 0xff, sizeof out);
        for (unsigned o = 0; o < CASE_OUTPUTS_MAX; o++)
            outs[o] = wanted >> (o + 1) & 1 ? out[o] : NULL;
        const ptrdiff_t found =
            case_run(c, q->side[0], q->side[1], q->n, q->flags, wanted & 1 ? hits : NULL, outs);
        struct answer some = all;
        some.found = found;
        if (wanted & 1) some.hits = hits;
        for (unsigned o = 0; o < CASE_OUTPUTS_MAX; o++) {
            if (outs[o]) some.out[o] = outs[o];
        }
        expect(found == all.found, "%s %s: %td, %td", c->name, q->table->name, found, all.found);
        expect_same(q, &some, &all);
    }
    answer_free(&all);
}

static void compare_wanted_by_all(struct question *q) {
    for (size_t t = 0; t < test_tables()->count; t++) {
        q->table = &test_tables()->at[t];
        for (q->flags = 0; q->flags <= LBX_REPRODUCIBLE; q->flags++) compare_wanted(q);
    }
}

Test(bits, any_output_may_be_null) {
    static const size_t sizes[] = {5, 32, SOME};
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 3, SCENE_MIXED, SOME);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
            struct question q = {
                .batch = &batch, .side = {&a, &b}, .n = sizes[s], .what = "an output is NULL"};
            for (unsigned way = 0; way < 6; way++) {
                if (way == 3) leave_optional(batch.c, 0, &a), leave_optional(batch.c, 1, &b);
                a.pick = way % 3 == 1 ? lbx_one(2) : lbx_from(0);
                b.pick = way % 3 == 2 ? lbx_one(2) : lbx_from(0);
                compare_wanted_by_all(&q);
            }
            const unsigned listed = PICKING_EVERY * LAYOUTS + LAYOUT_TIGHT;
            struct placed first = place(&batch.side[0], listed, q.n, GUARD_BEHIND, 0);
            struct placed second = place(&batch.side[1], listed, q.n, GUARD_BEHIND, 0);
            q.side[0] = &first.side;
            q.side[1] = &second.side;
            compare_wanted_by_all(&q);
            placed_free(&first);
            placed_free(&second);
        }
        batch_free(&batch);
    }
}

// Batches larger than the caches, which kernels may read in another way, give the same bits as part
// by part.
// In a sample each kernel is asked in one of three ways.
Test(bits, large_batches) {
    enum { ITEMS = 160003, PART = 4096 };
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 6, SCENE_MIXED, ITEMS);
        struct case_side side[2] = {dense_side(&batch.side[0]), dense_side(&batch.side[1])};
        for (int way = 0; way < 6; way++) {
            const int one_side = way / 2 - 1;
            if (tests_are_sampled() && (size_t)way / 2 != k % 3) continue;
            struct question q = {.batch = &batch,
                                 .table = &test_tables()->at[0],
                                 .side = {&side[0], &side[1]},
                                 .n = ITEMS,
                                 .flags = LBX_REPRODUCIBLE,
                                 .mask_only = way % 2,
                                 .what = "a large batch"};
            for (int s = 0; s < 2; s++) side[s].pick = s == one_side ? lbx_one(3) : lbx_from(0);
            struct answer parts = ask(&q);
            memset(parts.hits, 0, case_bytes(batch.c, ITEMS));
            for (size_t first = 0; first < ITEMS; first += PART) {
                for (int s = 0; s < 2; s++) {
                    if (s != one_side) side[s].pick = lbx_from(first);
                }
                float *out[CASE_OUTPUTS_MAX] = {NULL};
                for (unsigned o = 0; o < parts.outputs; o++) out[o] = parts.out[o] + first;
                const size_t n = ITEMS - first < PART ? ITEMS - first : PART;
                case_run(batch.c, &side[0], &side[1], n, q.flags,
                         parts.hits + case_bytes(batch.c, first), out);
            }
            for (int s = 0; s < 2; s++) {
                if (s != one_side) side[s].pick = lbx_from(0);
            }
            compare_tables(q, &parts);
            if (q.mask_only) compare_fused(q);
            answer_free(&parts);
        }
        batch_free(&batch);
    }
}
