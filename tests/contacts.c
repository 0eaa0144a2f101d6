// SPDX-License-Identifier: MIT
// Contacts of boxes: known ones, what is promised, and that bits depend on nothing but the pair.
#include "lanebox/contacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contacts.h"
#include "contacts/box_points.h"
#include "harness.h"
#include "layout.h"
#include "scenes/rotations.h"
#include "tables.h"
#include "upper_halves.h"

extern const struct lbx_case case_obb_obb;

enum { ITEMS = 600, FLOATS = 15 };

static lbx_contact got[ITEMS], want[ITEMS];

static ptrdiff_t ask(const struct case_side *a, const struct case_side *b, size_t n,
                     const lbx_contact_query *query, const lbx_contacts_out *out) {
    union case_view first, second;
    case_obb_obb.view[0](&first, a);
    case_obb_obb.view[1](&second, b);
    return lbx_obb_obb_contacts(&first.obbs, &second.obbs, n, query, out);
}

static void boxes_of(const struct batch *batch, size_t item, float box[2][FLOATS]) {
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < FLOATS; k++) box[s][k] = batch->side[s].at[k][item];
}

// --- known contacts ---

struct body {
    float center[3], half[3], axis[3][3];
};

static ptrdiff_t contacts_of(const struct body *a, const struct body *b, size_t n,
                             const lbx_contact_query *query) {
    const lbx_obbs first = lbx_obbs_of(a->center, a->half, a->axis[0], n, sizeof *a);
    const lbx_obbs second = lbx_obbs_of(b->center, b->half, b->axis[0], n, sizeof *b);
    const lbx_contacts_out out = lbx_contacts_out_of(got, ITEMS);
    return lbx_obb_obb_contacts(&first, &second, n, query, &out);
}

static struct body cube(float x, float y, float z) {
    return (struct body){{x, y, z}, {1, 1, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

Test(contacts, known_faces) {
    const struct body a = cube(0, 0, 0), b = cube(.5f, 1.75f, -.25f), c = cube(.5f, -1.75f, -.25f);
    for (int below = 0; below < 2; below++) {
        expect(contacts_of(&a, below ? &c : &b, 1, NULL) == 1, "below %d", below);
        const lbx_contact *const k = &got[0];
        const float side = below ? -1 : 1;
        expect(k->item == 0 && k->axis == 1 && k->points == 4 && k->depth == .25f, "axis %u, %g",
               k->axis, (double)k->depth);
        expect(k->normal[0] == 0 && k->normal[1] == side && k->normal[2] == 0, "normal");
        bool corner[4] = {0};
        for (int p = 0; p < 4; p++) {
            const float *const at = k->point[p].position;
            expect(at[1] == side * .875f && k->point[p].depth == .25f, "point %d", p);
            expect((at[0] == 1 || at[0] == -.5f) && (at[2] == .75f || at[2] == -1), "%g %g",
                   (double)at[0], (double)at[2]);
            corner[(at[0] > 0) + 2 * (at[2] > 0)] = true;
        }
        expect(corner[0] && corner[1] && corner[2] && corner[3], "a corner twice");
    }
    const struct body far = cube(.5f, 2.25f, 0);
    expect(contacts_of(&a, &far, 1, NULL) == 0, "apart");
    expect(contacts_of(&a, &far, 1, &(lbx_contact_query){.margin = .25f}) == 1 &&
               got[0].depth == -.25f && got[0].points == 4,
           "within the margin");
    expect(contacts_of(&a, &far, 1, &(lbx_contact_query){.margin = .24f}) == 0, "beyond it");
}

// A cube on its edge above another one that is turned by a quarter of a turn.
Test(contacts, known_edges) {
    const float s = (float)sqrt(.5), rise = 2 * (float)sqrt(2) - .125f;
    const struct body a = {{0, 0, 0}, {1, 1, 1}, {{1, 0, 0}, {0, s, s}, {0, -s, s}}};
    const struct body b = {{.5f, .25f, rise}, {1, 1, 1}, {{s, 0, s}, {0, 1, 0}, {-s, 0, s}}};
    expect(contacts_of(&a, &b, 1, NULL) == 1, "touch");
    const lbx_contact *const k = &got[0];
    expect(k->axis == 6 + 3 * 0 + 1 && k->points == 1, "axis %u", k->axis);
    expect(fabs((double)k->depth - .125) < 1e-6 && fabs((double)k->normal[2] - 1) < 1e-6, "%g",
           (double)k->depth);
    const float *const at = k->point[0].position;
    expect(fabs((double)at[0] - .5) < 1e-6 && fabs((double)at[1]) < 1e-6 &&
               fabs((double)at[2] - (sqrt(2) - .0625)) < 1e-6,
           "%g %g %g", (double)at[0], (double)at[1], (double)at[2]);
}

// A corner points at a face: one point; an edge lies on a face: two.
Test(contacts, known_corners) {
    const float s = (float)sqrt(.5), t = (float)sqrt(1. / 3), u = (float)sqrt(1. / 6);
    const struct body a = cube(0, 0, 0);
    const struct body corner = {{.25f, .25f, 1 + (float)sqrt(3) - .125f},
                                {1, 1, 1},
                                {{s, -u, t}, {-s, -u, t}, {0, 2 * u, t}}};
    expect(contacts_of(&a, &corner, 1, NULL) == 1 && got[0].points == 1 && got[0].axis == 2, "%u",
           got[0].points);
    expect(fabs((double)got[0].point[0].position[2] - .9375) < 1e-6, "corner");
    const struct body edge = {
        {0, 0, 1 + (float)sqrt(2) - .125f}, {.5f, 1, 1}, {{1, 0, 0}, {0, s, s}, {0, -s, s}}};
    expect(contacts_of(&a, &edge, 1, NULL) == 1 && got[0].axis == 2, "%u", got[0].axis);
    expect(got[0].points >= 2 && got[0].point[0].depth > .1249f, "%u points", got[0].points);
}

// An edge cuts off a corner of a face: a triangle, whichever corner it is.
Test(contacts, known_triangles) {
    const float s = (float)sqrt(.5);
    for (int corner = 0; corner < 4; corner++) {
        const float x = corner & 1 ? -1 : 1, y = corner & 2 ? -1 : 1, off = 1 + s - .25f;
        const struct body a = cube(0, 0, 0);
        const struct body b = {
            {off * x, off * y, 1.875f}, {1, 1, 1}, {{s, s, 0}, {-s, s, 0}, {0, 0, 1}}};
        expect(contacts_of(&a, &b, 1, NULL) == 1 && got[0].axis == 2 && got[0].points == 3,
               "corner %d: axis %u, %u points", corner, got[0].axis, got[0].points);
        bool found = false;
        for (int p = 0; p < 3; p++) {
            const float *const at = got[0].point[p].position;
            found = found || (at[0] == x && at[1] == y);
        }
        expect(found, "corner %d is none of the points", corner);
    }
}

// Two cubes on each other, one turned by an angle of 1e-4. The cross product of edges that are
// nearly parallel is not taken, although the last step is said to have had it. Those of edges at
// right angles, 7 and 9, are along the same direction as the faces.
Test(contacts, edges_nearly_parallel) {
    const struct body a = cube(0, 0, 0);
    struct body b = cube(0, 0, 1.99f);
    b.axis[0][1] = 1e-4f;
    b.axis[1][0] = -1e-4f;
    for (uint8_t axis = 0; axis < 16; axis++) {
        expect(contacts_of(&a, &b, 1, &(lbx_contact_query){.axes = &axis}) == 1, "axis %u", axis);
        const bool taken = axis == 5 || axis == 7 || axis == 9;
        expect(got[0].axis == (taken ? axis : 2), "axis %u: %u", axis, got[0].axis);
    }
}

// --- what is promised ---

static void judge_scene(enum scene scene, float margin, struct contact_facts *facts, size_t *hits,
                        size_t *settled) {
    const struct test_tables *const tables = test_tables();
    const struct batch batch = batch_fill(&case_obb_obb, 11 + (uint64_t)scene, scene, ITEMS);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    const lbx_contact_query query = {.margin = margin};
    const lbx_contacts_out out = lbx_contacts_out_of(got, ITEMS);
    table_use(&tables->at[0]);
    for (int turned = 0; turned < 2; turned++) {
        const ptrdiff_t n = ask(turned ? &b : &a, turned ? &a : &b, ITEMS, &query, &out);
        expect(n >= 0, "%td", n);
        size_t h = 0;
        for (size_t i = 0; i < ITEMS; i++) {
            float box[2][FLOATS];
            boxes_of(&batch, i, box);
            const float *const first = box[turned], *const second = box[!turned];
            if (h < (size_t)n && got[h].item == i) {
                *settled += got[h].point[0].feature >> 4 == 15;
                judge_contact(first, second, margin, &got[h++], facts);
            } else {
                expect(boxes_least(first, second) < -(double)margin, "%s: item %zu is lost",
                       scene_names[scene], i);
            }
        }
        expect(h == (size_t)n, "items are out of order");
        *hits += (size_t)n;
    }
    batch_free((struct batch *)&batch);
}

static void expect_facts(const struct contact_facts *f, const char *name) {
    expect(f->unit <= 1, "%s: a normal is off by %g", name, f->unit);
    expect(f->along <= 1, "%s: a depth is off by %g along its normal", name, f->along);
    expect(f->lower <= 1, "%s: a depth is %g below the least", name, f->lower);
    expect(f->upper <= 1, "%s: a depth is %g above the least", name, f->upper);
    expect(f->point <= 1, "%s: a point is off by %g", name, f->point);
}

Test(contacts, keep_their_promises) {
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        struct contact_facts facts = {0, 0, 0, 0, 0};
        size_t hits = 0, settled = 0;
        judge_scene(scene, 0, &facts, &hits, &settled);
        expect_facts(&facts, scene_names[scene]);
        expect(settled * 20 <= hits, "%s: the points of %zu of %zu in double", scene_names[scene],
               settled, hits);
        expect(hits > 0 || scene == SCENE_ALL_MISS, "%s: %zu", scene_names[scene], hits);
    }
}

Test(contacts, keep_their_promises_apart) {
    for (enum scene scene = 0; scene <= SCENE_DEGENERATE; scene++) {
        size_t hits = 0, settled = 0;
        for (float margin = .01f; margin < 2; margin *= 8) {
            struct contact_facts facts = {0, 0, 0, 0, 0};
            judge_scene(scene, margin, &facts, &hits, &settled);
            expect_facts(&facts, scene_names[scene]);
        }
        expect(hits > 0 || scene == SCENE_ALL_MISS, "%s: %zu", scene_names[scene], hits);
    }
}

// The pairs are those of lbx_obb_obb.
Test(contacts, agree_with_the_test) {
    static uint8_t hits[(ITEMS + 7) / 8];
    for (enum scene scene = 0; scene < SCENE_WHOLE_RANGE; scene++) {
        const struct batch batch = batch_fill(&case_obb_obb, 3, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        const lbx_contacts_out out = lbx_contacts_out_of(got, ITEMS);
        const ptrdiff_t n = ask(&a, &b, ITEMS, NULL, &out);
        const ptrdiff_t found =
            case_run(&case_obb_obb, &a, &b, ITEMS, LBX_REPRODUCIBLE, hits, NULL);
        expect(n == found, "%s: %td contacts, %td overlap", scene_names[scene], n, found);
        for (ptrdiff_t k = 0; k < n; k++) {
            expect(hits[got[k].item / 8] >> got[k].item % 8 & 1, "%s: item %u", scene_names[scene],
                   got[k].item);
        }
        batch_free((struct batch *)&batch);
    }
}

// --- what does not count ---

// Whether the words are the same, but for the payloads of NaN.
static bool are_same(const lbx_contact *x, const lbx_contact *y) {
    float word[2][27];
    memcpy(word[0], x, sizeof word[0]);
    memcpy(word[1], y, sizeof word[1]);
    for (int w = 0; w < 27; w++) {
        const bool lost = isnan(word[0][w]) && isnan(word[1][w]);
        if (!lost && memcmp(&word[0][w], &word[1][w], sizeof(float)) != 0) return false;
    }
    return true;
}

// Every table, layout and pick, between guard pages, and arrays as well as structures.
Test(contacts, depend_on_the_pair_alone) {
    enum { MOST = 150 };
    const struct test_tables *const tables = test_tables();
    size_t compared = 0;
    for (enum scene scene = 0; scene < SCENES; scene += tests_are_sampled() ? 3 : 1) {
        struct batch batch = batch_fill(&case_obb_obb, 5, scene, MOST + 5);
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
            const ptrdiff_t expected = ask(&first, &second, n, &query, &out);
            expect(expected >= 0, "%td", expected);
            for (size_t t = 0; t < tables->count; t++) {
                struct guarded memory =
                    guarded_alloc((size_t)expected * sizeof(lbx_contact), GUARD_BEHIND, 0xa5);
                lbx_contact *const at = (lbx_contact *)(void *)memory.at;
                table_use(&tables->at[t]);
                out = lbx_contacts_out_of(at, (size_t)expected);
                const ptrdiff_t found = ask(&side[0].side, &side[1].side, n, &query, &out);
                expect(found == expected, "%s, %s, sides %u: %td contacts, not %td",
                       tables->at[t].name, scene_names[scene], number, found, expected);
                for (ptrdiff_t k = 0; k < expected; k++) {
                    expect(are_same(&at[k], &want[k]), "%s, %s, sides %u, item %u",
                           tables->at[t].name, scene_names[scene], number, want[k].item);
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
    expect(compared > 1000, "%zu", compared);
}

Test(contacts, are_written_as_arrays) {
    static float word[27][ITEMS];
    const struct test_tables *const tables = test_tables();
    struct batch batch = batch_fill(&case_obb_obb, 6, SCENE_MIXED, ITEMS);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    lbx_contacts_out out = lbx_contacts_out_of(want, ITEMS);
    const ptrdiff_t n = ask(&a, &b, ITEMS, NULL, &out);
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
        expect(ask(&a, &b, ITEMS, NULL, &out) == n, "%s", tables->at[t].name);
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

// Calls with little room find the same contacts together.
Test(contacts, are_resumed) {
    const struct test_tables *const tables = test_tables();
    struct batch batch = batch_fill(&case_obb_obb, 7, SCENE_MIXED, ITEMS);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    static uint8_t axes[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) axes[i] = (uint8_t)(i % 17);
    lbx_contacts_out out = lbx_contacts_out_of(want, ITEMS);
    const lbx_contact_query whole = {.axes = axes};
    const ptrdiff_t n = ask(&a, &b, ITEMS, &whole, &out);
    for (size_t room = 1; room < ITEMS; room = room * 2 + 1) {
        size_t cursor = 0, found = 0, calls = 0;
        const lbx_contact_query query = {.axes = axes, .cursor = &cursor};
        while (cursor < ITEMS) {
            const size_t left = ITEMS - found;
            table_use(&tables->at[calls++ % tables->count]);
            out = lbx_contacts_out_of(got + found, room < left ? room : left);
            const ptrdiff_t more = ask(&a, &b, ITEMS, &query, &out);
            expect(more >= 0 && (more == (ptrdiff_t)room || cursor == ITEMS), "%td", more);
            found += (size_t)more;
        }
        expect(found == (size_t)n && memcmp(got, want, found * sizeof *got) == 0, "room %zu", room);
    }
    // One box against many, from any item on; by a list, too.
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
    out = lbx_contacts_out_of(want, ITEMS);
    expect(ask(&a, &b, ITEMS, &whole, &out) == n, "as before");
    out = lbx_contacts_out_of(got, (size_t)n - 1);
    memset(got, 0, sizeof got);
    expect(ask(&a, &b, ITEMS, &whole, &out) == LBX_ERROR_COUNT, "no room and no cursor");
    expect(memcmp(got, want, ((size_t)n - 1) * sizeof *got) == 0 && got[n - 1].points == 0,
           "the first ones are written");
    size_t cursor = 0;
    out.count = 0;
    expect(ask(&a, &b, ITEMS, &(lbx_contact_query){.cursor = &cursor}, &out) == 0 &&
               cursor == want[0].item,
           "without room");
    batch_free(&batch);
}

// --- the last step ---

static void jitter(struct body *body, const struct body *still, struct random *r) {
    double about[3], axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++) about[k] = .5e-3 * (2 * random_unit(r) - 1);
    turn_about(axis, about);
    for (int c = 0; c < 3; c++) {
        body->center[c] = still->center[c] + (float)(1e-3 * (2 * random_unit(r) - 1));
        body->half[c] = still->half[c];
        for (int k = 0; k < 3; k++) body->axis[k][c] = (float)axis[k][c];
    }
}

// Ten cubes on each other tremble for twenty steps. With last step's axes no normal flips to
// another axis; without them many do, since two faces are equally deep.
Test(contacts, do_not_flip) {
    enum { CUBES = 10, SEEDS = 100, STEPS = 20, PAIRS = CUBES - 1 };
    size_t flips[2] = {0, 0};
    for (int known = 0; known < 2; known++) {
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct random r = random_of(71, seed);
            struct body body[CUBES];
            uint8_t last[PAIRS];
            for (int step = 0; step < STEPS; step++) {
                for (int k = 0; k < CUBES; k++) {
                    const struct body still = cube(0, 0, 1.99f * (float)k);
                    jitter(&body[k], &still, &r);
                }
                const lbx_contact_query query = {.axes = known && step ? last : NULL};
                expect(contacts_of(body, body + 1, PAIRS, &query) == PAIRS, "a gap");
                for (int p = 0; p < PAIRS; p++) {
                    flips[known] += step && got[p].axis != last[p];
                    last[p] = (uint8_t)got[p].axis;
                    expect(got[p].points == 4, "%u points", got[p].points);
                }
            }
        }
    }
    expect(flips[1] == 0 && flips[0] > 1000, "%zu flips, without axes %zu", flips[1], flips[0]);
}

// A point between two boxes that are apart is midway between nearest points: projecting from one
// to the other in turn comes no nearer.
Test(contacts, points_between_boxes) {
    struct random r = random_of(72, 0);
    size_t apart = 0;
    for (int round = 0; round < 4000; round++) {
        float box[2][FLOATS], found[3];
        double at[3], reached = 0;
        for (int s = 0; s < 2; s++) {
            double axis[3][3];
            random_rotation(&r, axis);
            for (int c = 0; c < 3; c++) {
                box[s][c] = (float)random_between(&r, -2, 2);
                box[s][3 + c] = round % 5 == c ? 0 : (float)random_between(&r, 0, 1);
                for (int k = 0; k < 3; k++) box[s][6 + 3 * k + c] = (float)axis[k][c];
            }
        }
        for (int c = 0; c < 3; c++) at[c] = (double)box[0][c];
        for (int step = 0; step < 2000; step++) {
            double from[3], to[3];
            const float *const b = box[step % 2];
            for (int c = 0; c < 3; c++) {
                from[c] = at[c] - (double)b[c];
                to[c] = (double)b[c];
            }
            for (int k = 0; k < 3; k++) {
                const double axis[3] = {(double)b[6 + 3 * k], (double)b[7 + 3 * k],
                                        (double)b[8 + 3 * k]};
                const double half = (double)b[3 + k];
                const double along = fmax(-half, fmin(half, dot(from, axis)));
                for (int c = 0; c < 3; c++) to[c] += along * axis[c];
            }
            for (int c = 0; c < 3; c++) from[c] = at[c] - to[c];
            reached = sqrt(dot(from, from));
            memcpy(at, to, sizeof at);
        }
        lbx_box_point(box[0], box[1], found);
        for (int c = 0; c < 3; c++) at[c] = (double)found[c];
        const double first = box_distance(box[0], at), second = box_distance(box[1], at);
        expect(first + second < reached + 1e-5 && fabs(first - second) < 1e-5,
               "round %d: %g and %g, %g", round, first, second, reached);
        apart += first > .01;
    }
    expect(apart > 1000, "%zu", apart);
}

// Whatever the axes say, promises hold; a byte that is no axis counts for nothing.
Test(contacts, take_any_axes) {
    static uint8_t axes[ITEMS];
    const struct test_tables *const tables = test_tables();
    const lbx_contact_query query = {.axes = axes};
    size_t taken = 0;
    for (unsigned round = 0; round < 34; round++) {
        struct batch batch =
            batch_fill(&case_obb_obb, 9, round % 2 ? SCENE_ALONG : SCENE_ALL_HIT, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        struct contact_facts facts = {0, 0, 0, 0, 0};
        for (size_t i = 0; i < ITEMS; i++)
            axes[i] = (uint8_t)(round < 15 ? round : round < 33 ? 15 + 14 * (round - 15) : 255);
        lbx_contacts_out out = lbx_contacts_out_of(want, ITEMS);
        table_use(&tables->at[0]);
        const ptrdiff_t n = ask(&a, &b, ITEMS, round == 33 ? NULL : &query, &out);
        for (ptrdiff_t k = 0; k < n; k++) {
            float box[2][FLOATS];
            boxes_of(&batch, want[k].item, box);
            judge_contact(box[0], box[1], 0, &want[k], &facts);
            taken += round < 15 && want[k].axis == round;
        }
        expect_facts(&facts, "axes");
        // The axes that were found find the same contacts.
        for (ptrdiff_t k = 0; k < n; k++) axes[want[k].item] = (uint8_t)want[k].axis;
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            out = lbx_contacts_out_of(got, ITEMS);
            expect(ask(&a, &b, ITEMS, &query, &out) == n &&
                       memcmp(got, want, (size_t)n * sizeof *got) == 0,
                   "%s, round %u", tables->at[t].name, round);
        }
        batch_free(&batch);
    }
    expect(taken > ITEMS, "%zu", taken);
}

// --- what is wrong ---

Test(contacts, errors) {
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
Test(contacts, of_nothing) {
    const struct test_tables *const tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (size_t k = 0; k < 2 * FLOATS; k++) {
            struct body body[2] = {cube(0, 0, 0), cube(.5f, .5f, .5f)};
            expect(contacts_of(&body[0], &body[1], 1, NULL) == 1, "they touch");
            const float nan = NAN;
            memcpy((char *)&body[k / FLOATS] + k % FLOATS * sizeof nan, &nan, sizeof nan);
            expect(contacts_of(&body[0], &body[1], 1, NULL) == 0, "%s: float %zu",
                   tables->at[t].name, k);
        }
    }
}
