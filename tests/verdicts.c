// SPDX-License-Identifier: MIT
// Verdicts against the double references, fused and plain: no pair that touches is lost, and a
// false hit is closer than the stated bound.
#include <math.h>

#include "answer.h"
#include "harness.h"

enum { ITEMS = 2500 };

// The verdicts that the truth allows for an item.
struct allowed {
    bool apart, hit, hit_fused;
    unsigned said; // the class if apart, where there are classes
};

static struct allowed allowed_verdicts(const struct lbx_case *c, const struct batch *batch,
                                       size_t i) {
    float x[2][CASE_FLOATS_MAX];
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < c->floats[s]; k++) x[s][k] = batch->side[s].at[k][i];
    }
    double unsure = c->uncertainty(x[0], x[1]);
    if (unsure > 0) unsure += 0x1p-70; // denormal products
    const struct case_truth shrunk = c->truth(x[0], x[1], -unsure);
    const struct case_truth grown =
        c->truth(x[0], x[1], unsure + c->bound(x[0], x[1], LBX_REPRODUCIBLE).distance);
    const struct case_truth most = c->truth(x[0], x[1], unsure + c->bound(x[0], x[1], 0).distance);
    return (struct allowed){.apart = !shrunk.hit && !shrunk.alternative,
                            .hit = grown.hit && grown.alternative,
                            .hit_fused = most.hit && most.alternative,
                            .said = shrunk.said};
}

static void judge(const struct question *q, const struct answer *answer, size_t i,
                  const struct allowed *allowed) {
    const bool fused = !(q->flags & LBX_REPRODUCIBLE) && q->table->fuses;
    if (!answer_hit(answer, i)) {
        if (!allowed->apart) fail_item(q, i, answer, NULL, "lost a pair that touches");
        if (q->batch->c->classes && answer->hits[i] != allowed->said)
            fail_item(q, i, answer, NULL, "apart, but of another class");
    } else if (!(fused ? allowed->hit_fused : allowed->hit)) {
        fail_item(q, i, answer, NULL, "false hit beyond the bound");
    }
}

// Judges the mask alone, and with other outputs, where kernels take other paths.
static void judge_batch(const struct batch *batch, const struct test_table *table, unsigned flags,
                        uint64_t seed, const struct allowed allowed[]) {
    for (int mask_only = batch->c->outputs == 0; mask_only < 2; mask_only++) {
        struct case_side a = dense_side(&batch->side[0]), b = dense_side(&batch->side[1]);
        struct question q = {batch, table, {&a, &b}, ITEMS, flags, mask_only, "item against item"};
        struct answer answer = ask(&q);
        for (size_t i = 0; i < ITEMS; i++) judge(&q, &answer, i, &allowed[i]);
        answer_free(&answer);
        // Each pair by itself, with the first side broadcast.
        q.n = 1;
        q.what = "one against one";
        for (size_t i = seed % 5; i < ITEMS; i += 5) {
            a.pick = lbx_one(i);
            b.pick = lbx_from(i);
            answer = ask(&q);
            judge(&q, &answer, 0, &allowed[i]);
            answer_free(&answer);
        }
    }
}

static void judge_scene(enum scene scene, unsigned flags) {
    struct allowed allowed[ITEMS];
    const uint64_t seeds = tests_are_sampled() ? 4 : 24;
    for (size_t k = 0; k < lbx_case_count; k++) {
        for (uint64_t seed = 100; seed < 100 + seeds; seed++) {
            struct batch batch = batch_fill(lbx_cases[k], seed, scene, ITEMS);
            for (size_t i = 0; i < ITEMS; i++)
                allowed[i] = allowed_verdicts(lbx_cases[k], &batch, i);
            for (size_t t = 0; t < test_tables()->count; t++)
                judge_batch(&batch, &test_tables()->at[t], flags, seed, allowed);
            batch_free(&batch);
        }
    }
}

static void judge_scenes(enum scene first, enum scene last, unsigned flags) {
    for (enum scene scene = first; scene <= last; scene++) judge_scene(scene, flags);
}

Test(verdicts, mixed) {
    judge_scenes(SCENE_MIXED, SCENE_SPARSE, LBX_REPRODUCIBLE);
}

Test(verdicts, mixed_fused) {
    judge_scenes(SCENE_MIXED, SCENE_SPARSE, 0);
}

Test(verdicts, touching) {
    judge_scenes(SCENE_TOUCHING, SCENE_ULP, LBX_REPRODUCIBLE);
}

Test(verdicts, touching_fused) {
    judge_scenes(SCENE_TOUCHING, SCENE_ULP, 0);
}

Test(verdicts, awkward) {
    judge_scenes(SCENE_ALONG, SCENE_WORST, LBX_REPRODUCIBLE);
}

Test(verdicts, awkward_fused) {
    judge_scenes(SCENE_ALONG, SCENE_WORST, 0);
}

// Expects that between `least` and `most` of all pairs in a scene hit, in every table.
static void expect_hits(enum scene scene, double least, double most) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 1, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            for (unsigned flags = 0; flags < 2; flags++) {
                const struct question q = {
                    &batch, &test_tables()->at[t], {&a, &b}, ITEMS, flags, false, "scene"};
                struct answer answer = ask(&q);
                expect((double)answer.found >= least * ITEMS &&
                           (double)answer.found <= most * ITEMS,
                       "%s %s: %td of %d", batch.c->name, q.table->name, answer.found, ITEMS);
                answer_free(&answer);
            }
        }
        batch_free(&batch);
    }
}

Test(verdicts, all_hit) {
    expect_hits(SCENE_ALL_HIT, 1, 1);
}

Test(verdicts, all_miss) {
    expect_hits(SCENE_ALL_MISS, 0, 0);
}

Test(verdicts, scenes_are_as_they_say) {
    expect_hits(SCENE_MIXED, .4, .6);
    expect_hits(SCENE_SPARSE, .01, .08);
    expect_hits(SCENE_TOUCHING, 1, 1);
    expect_hits(SCENE_ULP, .4, .95);
    expect_hits(SCENE_ALONG, .4, .95);
    expect_hits(SCENE_DEGENERATE, .4, 1);
    expect_hits(SCENE_SCALES, .2, .9);
    expect_hits(SCENE_WORST, .4, .95);
    expect_hits(SCENE_WHOLE_RANGE, .1, .95);
}

// All scenes but the hostile one meet the contract's conditions on inputs. The exceptions are
// normals of 2^-60 in SCENE_SCALES, which are shorter than allowed, and SCENE_WHOLE_RANGE of the
// kernels whose promise has no range.
Test(verdicts, scenes_are_well_formed) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        for (enum scene scene = 0; scene < SCENES; scene++) {
            struct batch batch = batch_fill(c, 9, scene, ITEMS);
            for (int s = 0; s < 2; s++) {
                const struct case_side side = dense_side(&batch.side[s]);
                const ptrdiff_t malformed = c->check[s](&side, ITEMS, NULL);
                const bool normals = c->shape[s][0] == 'n' && scene == SCENE_SCALES;
                if (normals || (scene == SCENE_WHOLE_RANGE && c->total)) continue;
                expect((malformed != 0) == (scene == SCENE_HOSTILE), "%s scene %d side %d: %td",
                       c->name, (int)scene, s, malformed);
            }
            batch_free(&batch);
        }
    }
}

// Asks every table, under both flags. `spoiled` has a bit for each side whose items are all NaN;
// `one` is the side that is broadcast, if any.
static void expect_nan_hits(const struct batch *batch, unsigned spoiled, unsigned one) {
    enum { SOME = 201 };
    float nothing[SOME];
    for (size_t i = 0; i < SOME; i++) nothing[i] = NAN;
    struct case_side side[2];
    for (unsigned s = 0; s < 2; s++) {
        side[s] = dense_side(&batch->side[s]);
        side[s].count = SOME;
        if (s == one) side[s].pick = lbx_one(SOME / 2);
        for (unsigned f = 0; f < batch->c->floats[s] && spoiled >> s & 1; f++)
            side[s].at[f] = nothing;
    }
    for (size_t t = 0; t < test_tables()->count; t++) {
        for (unsigned flags = 0; flags < 2; flags++) {
            const struct question q = {
                batch, &test_tables()->at[t], {&side[0], &side[1]}, SOME, flags,
                true,  "items of NaN"};
            struct answer answer = ask(&q);
            for (size_t i = 0; i < SOME; i++) {
                if (!answer_hit(&answer, i)) fail_item(&q, i, &answer, NULL, "NaN proves apart");
            }
            answer_free(&answer);
        }
    }
}

// An item of NaN hits, except against items that hit nothing at all, such as a ray whose range is
// empty.
Test(verdicts, an_item_of_nan_hits) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        for (enum scene scene = SCENE_ALL_HIT; scene <= SCENE_TOUCHING; scene++) {
            struct batch batch = batch_fill(lbx_cases[k], 10, scene, ITEMS);
            for (unsigned spoiled = 1; spoiled < 4; spoiled++) {
                for (unsigned one = 0; one < 3; one++) expect_nan_hits(&batch, spoiled, one);
            }
            batch_free(&batch);
        }
    }
}

// The float reference agrees away from the boundary, where the text itself is right.
Test(verdicts, references_agree) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 2, SCENE_SPARSE, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        const struct question q = {
            &batch, &test_tables()->at[0], {&a, &b}, ITEMS, LBX_REPRODUCIBLE, true, "reference"};
        struct answer answer = ask(&q);
        uint8_t verdicts[ITEMS];
        const size_t found =
            batch.c->reference(batch.side[0].at, batch.side[1].at, ITEMS, verdicts);
        size_t differ = 0;
        for (size_t i = 0; i < ITEMS; i++) {
            differ += case_says_hit(batch.c, verdicts[i]) != answer_hit(&answer, i);
        }
        expect(differ <= 1, "%s: %zu of %zu differ", batch.c->name, differ, found);
        answer_free(&answer);
        batch_free(&batch);
    }
}

// A miss writes what the header says, and no output is ever a NaN.
Test(verdicts, outputs_of_misses) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        for (enum scene scene = 0; scene < SCENES && c->outputs; scene++) {
            struct batch batch = batch_fill(c, 4, scene, ITEMS);
            const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
            for (size_t t = 0; t < test_tables()->count; t++) {
                const struct question q = {
                    &batch, &test_tables()->at[t], {&a, &b}, ITEMS, 0, false, "outputs"};
                struct answer answer = ask(&q);
                for (size_t i = 0; i < ITEMS; i++) {
                    for (unsigned o = 0; o < c->outputs; o++) {
                        const float got = answer.out[o][i];
                        if (isnan(got)) fail_item(&q, i, &answer, NULL, "a NaN comes out");
                        if (!answer_hit(&answer, i) && got != c->missed[o])
                            fail_item(&q, i, &answer, NULL, "not what a miss writes");
                    }
                }
                answer_free(&answer);
            }
            batch_free(&batch);
        }
    }
}
