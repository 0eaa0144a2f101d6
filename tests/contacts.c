// SPDX-License-Identifier: MIT
// Contacts of boxes: known ones, what is promised, and the last step.
#include "lanebox/contacts.h"

#include <math.h>
#include <string.h>

#include "contacts.h"
#include "contacts/cores.h"
#include "harness.h"
#include "layout.h"
#include "scenes/rotations.h"
#include "tables.h"

extern const struct lbx_case case_obb_obb;

enum { ITEMS = 600, FLOATS = 15 };

static lbx_contact got[ITEMS], want[ITEMS];

static void boxes_of(const struct batch *batch, size_t item, float box[2][FLOATS]) {
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < FLOATS; k++) box[s][k] = batch->side[s].at[k][item];
}

// --- known contacts ---

Test(contacts, known_faces) {
    const struct body a = cube(0, 0, 0), b = cube(.5f, 1.75f, -.25f), c = cube(.5f, -1.75f, -.25f);
    for (int below = 0; below < 2; below++) {
        expect(body_contacts(&a, below ? &c : &b, 1, NULL, got, ITEMS) == 1, "below %d", below);
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
    expect(body_contacts(&a, &far, 1, NULL, got, ITEMS) == 0, "apart");
    expect(body_contacts(&a, &far, 1, &(lbx_contact_query){.margin = .25f}, got, ITEMS) == 1 &&
               got[0].depth == -.25f && got[0].points == 4,
           "within the margin");
    expect(body_contacts(&a, &far, 1, &(lbx_contact_query){.margin = .24f}, got, ITEMS) == 0,
           "beyond it");
}

// A cube on its edge above another one that is turned by a quarter of a turn.
Test(contacts, known_edges) {
    const float s = (float)sqrt(.5), rise = 2 * (float)sqrt(2) - .125f;
    const struct body a = {{0, 0, 0}, {1, 1, 1}, {{1, 0, 0}, {0, s, s}, {0, -s, s}}};
    const struct body b = {{.5f, .25f, rise}, {1, 1, 1}, {{s, 0, s}, {0, 1, 0}, {-s, 0, s}}};
    expect(body_contacts(&a, &b, 1, NULL, got, ITEMS) == 1, "touch");
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
    expect(body_contacts(&a, &corner, 1, NULL, got, ITEMS) == 1 && got[0].points == 1 &&
               got[0].axis == 2,
           "%u", got[0].points);
    expect(fabs((double)got[0].point[0].position[2] - .9375) < 1e-6, "corner");
    const struct body edge = {
        {0, 0, 1 + (float)sqrt(2) - .125f}, {.5f, 1, 1}, {{1, 0, 0}, {0, s, s}, {0, -s, s}}};
    expect(body_contacts(&a, &edge, 1, NULL, got, ITEMS) == 1 && got[0].axis == 2, "%u",
           got[0].axis);
    expect(got[0].points == 2 && fabs((double)got[0].point[0].depth - .125) < 1e-6, "%u points",
           got[0].points);
}

// An edge cuts off a corner of a face: a triangle, whichever corner it is.
Test(contacts, known_triangles) {
    const float s = (float)sqrt(.5);
    for (int corner = 0; corner < 4; corner++) {
        const float x = corner & 1 ? -1 : 1, y = corner & 2 ? -1 : 1, off = 1 + s - .25f;
        const struct body a = cube(0, 0, 0);
        const struct body b = {
            {off * x, off * y, 1.875f}, {1, 1, 1}, {{s, s, 0}, {-s, s, 0}, {0, 0, 1}}};
        expect(body_contacts(&a, &b, 1, NULL, got, ITEMS) == 1 && got[0].axis == 2 &&
                   got[0].points == 3,
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
// right angles, 7 and 9, are along the same direction as the faces, which take over.
Test(contacts, edges_nearly_parallel) {
    const struct body a = cube(0, 0, 0);
    struct body b = cube(0, 0, 1.99f);
    b.axis[0][1] = 1e-4f;
    b.axis[1][0] = -1e-4f;
    for (uint8_t axis = 0; axis < 16; axis++) {
        expect(body_contacts(&a, &b, 1, &(lbx_contact_query){.axes = &axis}, got, ITEMS) == 1,
               "axis %u", axis);
        const bool taken = axis == 5;
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
        const ptrdiff_t n = ask_contacts(turned ? &b : &a, turned ? &a : &b, ITEMS, &query, &out);
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
        const ptrdiff_t n = ask_contacts(&a, &b, ITEMS, NULL, &out);
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

// lbx_obb_obb_depth has no preference for faces, so a contact is as deep, or deeper by at most
// that.
Test(contacts, agree_with_depths) {
    static float depth[ITEMS];
    static uint32_t axis[ITEMS];
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        const struct batch batch = batch_fill(&case_obb_obb, 5, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        union case_view first, second;
        case_obb_obb.view[0](&first, &a);
        case_obb_obb.view[1](&second, &b);
        const lbx_depths_out depths = {depth, axis, ITEMS, 0};
        expect(lbx_obb_obb_depth(&first.obbs, &second.obbs, ITEMS, &depths) == ITEMS, "all");
        const lbx_contacts_out out = lbx_contacts_out_of(got, ITEMS);
        const ptrdiff_t n = ask_contacts(&a, &b, ITEMS, NULL, &out);
        size_t deeper = 0;
        for (ptrdiff_t k = 0; k < n; k++) {
            float box[2][FLOATS];
            boxes_of(&batch, got[k].item, box);
            const double size = boxes_size(box[0], box[1]), e = 0x1.4p-17 * size + 0x1p-120;
            const double least = (double)depth[got[k].item], found = (double)got[k].depth;
            const double preference = .05 * fabs(least) + 0x1p-12 * size;
            expect(found >= least - e && found <= least + preference + 2 * e,
                   "%s, item %u: %g and %g of axes %u and %u", scene_names[scene], got[k].item,
                   found, least, got[k].axis, axis[got[k].item]);
            deeper += found > least + 2 * e;
        }
        expect(scene != SCENE_MIXED || (deeper > 0 && 3 * deeper < (size_t)n), "%zu of %td", deeper,
               n);
        batch_free((struct batch *)&batch);
    }
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
                expect(body_contacts(body, body + 1, PAIRS, &query, got, ITEMS) == PAIRS, "a gap");
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
        lbx_point_between_boxes(box[0], box[1], found);
        for (int c = 0; c < 3; c++) at[c] = (double)found[c];
        const double first = box_distance(box[0], at), second = box_distance(box[1], at);
        expect(first + second < reached + 1e-5 && fabs(first - second) < 1e-5,
               "round %d: %g and %g, %g", round, first, second, reached);
        apart += first > .01;
    }
    expect(apart > 1000, "%zu", apart);
}

// Boxes without a volume of axes still have a point.
Test(contacts, point_between_boxes_that_are_none) {
    struct body a = cube(0, 0, 0);
    const struct body b = cube(2, 4, 6);
    float found[3];
    memcpy(a.axis[1], a.axis[0], sizeof a.axis[1]);
    lbx_point_between_boxes(a.center, b.center, found);
    expect(found[0] == 1 && found[1] == 2 && found[2] == 3, "%g %g %g", (double)found[0],
           (double)found[1], (double)found[2]);
}

// Whatever the axes say, promises hold; a byte that is no axis counts for nothing.
Test(contacts, take_any_axes) {
    static uint8_t axes[ITEMS];
    const struct test_tables *const tables = test_tables();
    const lbx_contact_query query = {.axes = axes};
    size_t taken = 0, edges = 0; // of two edges, where a face would be preferred
    for (unsigned round = 0; round < 34; round++) {
        static bool by_face[ITEMS];
        struct batch batch =
            batch_fill(&case_obb_obb, 9, round % 2 ? SCENE_ALONG : SCENE_ALL_HIT, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        struct contact_facts facts = {0, 0, 0, 0, 0};
        for (size_t i = 0; i < ITEMS; i++)
            axes[i] = (uint8_t)(round < 15 ? round : round < 33 ? 15 + 14 * (round - 15) : 255);
        lbx_contacts_out out = lbx_contacts_out_of(want, ITEMS);
        table_use(&tables->at[0]);
        const ptrdiff_t plain = ask_contacts(&a, &b, ITEMS, NULL, &out);
        for (ptrdiff_t k = 0; k < plain; k++) by_face[want[k].item] = want[k].axis < 6;
        const ptrdiff_t n = ask_contacts(&a, &b, ITEMS, round == 33 ? NULL : &query, &out);
        for (ptrdiff_t k = 0; k < n; k++) {
            float box[2][FLOATS];
            boxes_of(&batch, want[k].item, box);
            judge_contact(box[0], box[1], 0, &want[k], &facts);
            taken += round < 15 && want[k].axis == round;
            edges += round >= 6 && round < 15 && want[k].axis == round && by_face[want[k].item];
        }
        expect_facts(&facts, "axes");
        // The axes that were found find the same contacts.
        for (ptrdiff_t k = 0; k < n; k++) axes[want[k].item] = (uint8_t)want[k].axis;
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            out = lbx_contacts_out_of(got, ITEMS);
            expect(ask_contacts(&a, &b, ITEMS, &query, &out) == n &&
                       memcmp(got, want, (size_t)n * sizeof *got) == 0,
                   "%s, round %u", tables->at[t].name, round);
        }
        batch_free(&batch);
    }
    expect(taken > ITEMS && edges > 5, "%zu, of edges %zu", taken, edges);
}
