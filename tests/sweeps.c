// SPDX-License-Identifier: MIT
// What the sweeps have in common: a pick for each view, errors, and symmetries.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

static const char *const sweeps[] = {"aabb_aabb_sweep", "sphere_sphere_sweep",
                                     "sphere_plane_sweep"};
enum { SWEEPS = sizeof sweeps / sizeof *sweeps, VIEWS = 4 };

// Which arrays of which side a view has. The views of a sweep are in the order of its arguments.
struct view_arrays {
    unsigned side, first, count;
};

static const struct view_arrays views_of[SWEEPS][VIEWS] = {
    {{0, 0, 6}, {0, 6, 3}, {1, 0, 6}, {1, 6, 3}},
    {{0, 0, 4}, {0, 4, 3}, {1, 0, 4}, {1, 4, 3}},
    {{0, 0, 4}, {0, 4, 3}, {1, 0, 4}},
};

// Calls a sweep. Each view has its own arrays, count, stride and pick.
static ptrdiff_t call_views(unsigned sweep, const struct case_side view[VIEWS], size_t n,
                            unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    lbx_aabbs boxes[2];
    lbx_spheres spheres[2];
    lbx_planes planes;
    lbx_motions motions[2];
    for (int s = 0; s < 2; s++) {
        const struct case_side *a = &view[2 * s], *m = &view[2 * s + 1];
        boxes[s] = (lbx_aabbs){{a->at[0], a->at[1], a->at[2]},
                               {a->at[3], a->at[4], a->at[5]},
                               a->count,
                               a->stride,
                               a->pick};
        spheres[s] =
            (lbx_spheres){{a->at[0], a->at[1], a->at[2]}, a->at[3], a->count, a->stride, a->pick};
        motions[s] = (lbx_motions){{m->at[0], m->at[1], m->at[2]}, m->count, m->stride, m->pick};
        planes =
            (lbx_planes){{a->at[0], a->at[1], a->at[2]}, a->at[3], a->count, a->stride, a->pick};
    }
    switch (sweep) {
    case 0:
        return lbx_aabb_aabb_sweep(&boxes[0], &motions[0], &boxes[1], &motions[1], n, flags, hits,
                                   out[0], out[1]);
    case 1:
        return lbx_sphere_sphere_sweep(&spheres[0], &motions[0], &spheres[1], &motions[1], n, flags,
                                       hits, out[0], out[1]);
    default:
        return lbx_sphere_plane_sweep(&spheres[0], &motions[0], &planes, n, flags, hits, out[0],
                                      out + 1);
    }
}

enum { ITEMS = 300, ELEMENTS = 11, KINDS = 5 };

// One view, with arrays of its own length. Item i is element `element[i]` of them. If strided, the
// same floats are interleaved.
struct own_view {
    float dense[6][ITEMS + 3], strided[6 * (ITEMS + 3)];
    uint32_t element[ITEMS];
    struct case_side side;
};

static void make_view(struct own_view *own, const struct elements *from,
                      const struct view_arrays *arrays, unsigned kind, uint64_t seed) {
    struct random r = random_of(seed, kind);
    const size_t count = kind == 2 || kind == 3 ? ELEMENTS : ITEMS + 3;
    const bool strided = kind == 3 || kind == 4;
    own->side =
        (struct case_side){.count = count, .stride = strided ? arrays->count * sizeof(float) : 0};
    for (unsigned k = 0; k < arrays->count; k++) {
        for (size_t e = 0; e < count; e++) {
            own->dense[k][e] = from->at[arrays->first + k][e];
            own->strided[e * arrays->count + k] = own->dense[k][e];
        }
        own->side.at[k] = strided ? &own->strided[k] : own->dense[k];
    }
    for (uint32_t i = 0; i < ITEMS; i++) {
        own->element[i] = kind == 0 || kind == 4 ? i + 3
                          : kind == 1            ? 7
                                                 : random_below(&r, ELEMENTS);
    }
    own->side.pick = kind == 0 || kind == 4 ? lbx_from(3)
                     : kind == 1            ? lbx_one(7)
                                            : lbx_indexed(own->element, ITEMS);
}

// Every table answers the views of a sweep as it answers the same items laid out plainly.
static void expect_views(unsigned sweep, const struct batch *batch, const struct case_side view[],
                         const struct case_side plain[2], size_t n) {
    const struct lbx_case *c = batch->c;
    for (size_t t = 0; t < test_tables()->count; t++) {
        const struct question q = {.batch = batch,
                                   .table = &test_tables()->at[t],
                                   .side = {&plain[0], &plain[1]},
                                   .n = n,
                                   .flags = LBX_REPRODUCIBLE,
                                   .what = "views of their own"};
        struct answer expected = ask(&q), answer = ask(&q);
        memset(answer.hits, 0, n / 8 + 1);
        for (unsigned k = 0; k < c->outputs; k++) memset(answer.out[k], 0xff, n * sizeof(float));
        answer.found = call_views(sweep, view, n, q.flags, answer.hits, answer.out);
        expect(answer.found == expected.found, "%s %s: %td, not %td", c->name, q.table->name,
               answer.found, expected.found);
        expect_same(&q, &answer, &expected);
        answer_free(&answer);
        answer_free(&expected);
    }
}

// Each view in one of five ways: from 3 on, one for all, listed, listed from structures, structures
// from 3 on. Every combination is compared with the same items laid out plainly.
static void compare_picks(unsigned sweep, enum scene scene) {
    static struct own_view own[VIEWS];
    static float item[2][CASE_FLOATS_MAX][ITEMS];
    static const size_t lengths[] = {1, 7, 128, 131, ITEMS};
    const struct lbx_case *c = case_named(sweeps[sweep]);
    const struct batch batch = batch_fill(c, 15, scene, ITEMS + 3);
    unsigned combinations = 1;
    for (unsigned v = 0; v < VIEWS && views_of[sweep][v].count; v++) combinations *= KINDS;
    for (unsigned combination = 0; combination < combinations; combination++) {
        struct case_side view[VIEWS], plain[2] = {{.count = ITEMS}, {.count = ITEMS}};
        for (unsigned v = 0, left = combination; v < VIEWS; v++, left /= KINDS) {
            const struct view_arrays *arrays = &views_of[sweep][v];
            if (arrays->count == 0) continue;
            make_view(&own[v], &batch.side[arrays->side], arrays, left % KINDS, combination);
            view[v] = own[v].side;
            for (unsigned k = 0; k < arrays->count; k++) {
                float *const at = item[arrays->side][arrays->first + k];
                for (size_t i = 0; i < ITEMS; i++) at[i] = own[v].dense[k][own[v].element[i]];
                plain[arrays->side].at[arrays->first + k] = at;
            }
        }
        if (views_of[sweep][3].count == 0) view[3] = view[2];
        expect_views(sweep, &batch, view, plain,
                     lengths[combination % (sizeof lengths / sizeof *lengths)]);
    }
    struct batch done = batch;
    batch_free(&done);
}

Test(sweeps, every_view_has_a_pick_of_its_own) {
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++) compare_picks(sweep, SCENE_MIXED);
}

// A side's two views of one structure. Kernels may read them as one view if both read the same
// structures: the same pick, and the floats of the motions behind the others. Otherwise they must
// not: the motions have another stride, list or list step, or lie elsewhere.
enum near_miss { SAME, STRIDE, LIST, LIST_STEP, PLACE, NEAR_MISSES };

static void compare_one_structure(unsigned sweep, int s, enum near_miss miss) {
    enum { SLOTS = 11, PICKED = 67 };
    static float room[2][ITEMS * SLOTS], item[2][CASE_FLOATS_MAX][PICKED];
    static uint32_t list[2][2 * PICKED];
    const struct lbx_case *c = case_named(sweeps[sweep]);
    struct batch batch = batch_fill(c, 16, SCENE_MIXED, ITEMS);
    struct random r = random_of(17, miss);
    for (int k = 0; k < 4 * PICKED; k++) list[k % 2][k / 2] = random_below(&r, ITEMS / 2);
    struct case_side view[VIEWS], plain[2] = {{.count = PICKED}, {.count = PICKED}};
    for (unsigned v = 0; v < VIEWS; v++) {
        const struct view_arrays *arrays = &views_of[sweep][v];
        const enum near_miss is = v == 2 * (unsigned)s + 1 ? miss : SAME;
        const size_t twice = is == STRIDE ? 2 : 1, words = is == LIST_STEP ? 1 : 2;
        const uint32_t *const entries = list[is == LIST];
        view[v] =
            (struct case_side){.count = ITEMS / twice,
                               .stride = twice * SLOTS * sizeof(float),
                               .pick = lbx_indexed_every(entries, PICKED, words * sizeof *entries)};
        for (unsigned k = 0; k < arrays->count; k++) {
            const float *const from = batch.side[arrays->side].at[arrays->first + k];
            float *const slot = room[arrays->side] + arrays->first + k + (is == PLACE);
            float *const plainly = item[arrays->side][arrays->first + k];
            for (size_t e = 0; e < ITEMS; e++) slot[e * SLOTS] = from[e];
            for (size_t i = 0; i < PICKED; i++) plainly[i] = from[twice * entries[words * i]];
            view[v].at[k] = slot;
            plain[arrays->side].at[arrays->first + k] = plainly;
        }
    }
    if (views_of[sweep][3].count == 0) view[3] = view[2];
    expect_views(sweep, &batch, view, plain, PICKED);
    batch_free(&batch);
}

Test(sweeps, two_views_of_one_structure) {
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++) {
        for (int s = 0; s < 2 && views_of[sweep][2 * s + 1].count; s++) {
            for (enum near_miss miss = 0; miss < NEAR_MISSES; miss++)
                compare_one_structure(sweep, s, miss);
        }
    }
}

// One view has a fault, and the later ones have others: the first view's error is returned.
Test(sweeps, errors_of_each_view) {
    enum { N = 5, FAULTS = 4 };
    static const ptrdiff_t errors[FAULTS] = {LBX_ERROR_NULL, LBX_ERROR_COUNT, LBX_ERROR_STRIDE,
                                             LBX_ERROR_INDEX};
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++) {
        const struct lbx_case *c = case_named(sweeps[sweep]);
        struct batch batch = batch_fill(c, 1, SCENE_ALL_HIT, N);
        const unsigned views = views_of[sweep][3].count ? 4 : 3;
        for (unsigned way = 0; way < views * FAULTS * 4; way++) {
            struct case_side view[VIEWS] = {{.count = 0}};
            for (unsigned v = 0; v < views; v++) {
                const struct view_arrays *arrays = &views_of[sweep][v];
                view[v].count = N;
                for (unsigned k = 0; k < arrays->count; k++)
                    view[v].at[k] = batch.side[arrays->side].at[arrays->first + k];
            }
            if (views == 3) view[3] = view[2];
            const unsigned first = way % views, fault = way / views % FAULTS;
            for (unsigned v = first; v < views; v++) { // later ones have another fault
                const unsigned kind = v == first ? fault : (fault + way / views / FAULTS) % FAULTS;
                if (kind == 0) view[v].at[views_of[sweep][v].count - 1] = NULL;
                if (kind == 1) view[v].count = N - 1;
                if (kind == 2) view[v].stride = 6;
                if (kind == 3) view[v].pick = lbx_one(N);
            }
            uint8_t hits = 0xa5;
            float out[CASE_OUTPUTS_MAX][N] = {{0}},
                  *outs[CASE_OUTPUTS_MAX] = {out[0], out[1], out[2], out[3]};
            const ptrdiff_t error = call_views(sweep, view, N, 0, &hits, outs);
            expect(error == errors[fault], "%s, way %u: %td", c->name, way, error);
            expect(hits == 0xa5 && out[0][0] == 0 && out[1][0] == 0, "%s: written", c->name);
            expect(call_views(sweep, view, N, 2, &hits, outs) == LBX_ERROR_FLAGS, "flags first");
            expect(call_views(sweep, view, 0, 0, &hits, outs) == 0, "no items");
        }
        batch_free(&batch);
    }
}

// `point` takes three arrays or none. The error is found before anything is written.
Test(sweeps, point_is_three_arrays_or_none) {
    const struct lbx_case *c = case_named("sphere_plane_sweep");
    struct batch batch = batch_fill(c, 1, SCENE_ALL_HIT, 3);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    union case_view x, y;
    c->view[0](&x, &a);
    c->view[1](&y, &b);
    for (unsigned wanted = 0; wanted < 8; wanted++) {
        float at[3][3] = {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}, *point[3];
        for (int k = 0; k < 3; k++) point[k] = wanted >> k & 1 ? at[k] : NULL;
        uint8_t hits = 0xa5;
        const bool legal = wanted == 0 || wanted == 7;
        const ptrdiff_t found =
            lbx_sphere_plane_sweep(&x.moving_spheres.spheres, &x.moving_spheres.motions, &y.planes,
                                   3, 0, &hits, NULL, point);
        expect(found == (legal ? 3 : LBX_ERROR_NULL), "arrays %u: %td", wanted, found);
        expect(hits == (legal ? 7 : 0xa5), "arrays %u: %x", wanted, hits);
        for (int k = 0; k < 3; k++) expect((at[k][2] != 5) == (wanted == 7), "arrays %u", wanted);
    }
    expect(lbx_sphere_plane_sweep(&x.moving_spheres.spheres, &x.moving_spheres.motions, &y.planes,
                                  3, 0, NULL, NULL, NULL) == 3,
           "no point");
    batch_free(&batch);
}

// --- symmetries ---

enum { MANY = 3001 };

// What `change` makes of a batch gives the same answers; the first `outputs` outputs are compared.
static void expect_unchanged(const char *what, const struct lbx_case *c, enum scene scene,
                             void (*change)(struct batch *batch), unsigned outputs) {
    struct batch batch = batch_fill(c, 22, scene, MANY), changed = batch_fill(c, 22, scene, MANY);
    change(&changed);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    const struct case_side x = dense_side(&changed.side[0]), y = dense_side(&changed.side[1]);
    for (size_t t = 0; t < test_tables()->count; t++) {
        struct question q = {&batch, &test_tables()->at[t], {&a, &b}, MANY, 0, false, what};
        struct answer expected = ask(&q);
        q.batch = &changed, q.side[0] = &x, q.side[1] = &y;
        struct answer answer = ask(&q);
        const unsigned all = answer.outputs;
        answer.outputs = outputs;
        expect_same(&q, &answer, &expected);
        answer.outputs = all;
        answer_free(&answer);
        answer_free(&expected);
    }
    batch_free(&batch);
    batch_free(&changed);
}

static void swap_sides(struct batch *batch) {
    const struct elements first = batch->side[0];
    batch->side[0] = batch->side[1];
    batch->side[1] = first;
}

Test(sweeps, swapped_sides_give_the_same_bits) {
    for (enum scene scene = 0; scene < SCENES; scene++) {
        expect_unchanged("swapped", case_named("aabb_aabb_sweep"), scene, swap_sides, 2);
        expect_unchanged("swapped", case_named("sphere_sphere_sweep"), scene, swap_sides, 2);
    }
}

// The x axis becomes the y axis, reversed.
static void turn_boxes(struct batch *batch) {
    for (int s = 0; s < 2; s++) {
        float **at = batch->side[s].at;
        for (int i = 0; i < MANY; i++) {
            const float low = -at[3][i], high = -at[0][i], delta = -at[6][i];
            at[0][i] = at[1][i], at[3][i] = at[4][i], at[6][i] = at[7][i];
            at[1][i] = low, at[4][i] = high, at[7][i] = delta;
        }
    }
}

static void mirror_spheres(struct batch *batch) {
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < MANY; i++) {
            batch->side[s].at[1][i] *= -1;
            if (batch->side[s].floats == 7) batch->side[s].at[5][i] *= -1;
        }
    }
}

static void turn_planes(struct batch *batch) { // the other side becomes positive
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < MANY; i++) batch->side[1].at[k][i] *= -1;
    }
}

Test(sweeps, mirrored_and_turned) {
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        expect_unchanged("turned", case_named("aabb_aabb_sweep"), scene, turn_boxes, 2);
        expect_unchanged("mirrored", case_named("sphere_sphere_sweep"), scene, mirror_spheres, 2);
        expect_unchanged("mirrored", case_named("sphere_plane_sweep"), scene, mirror_spheres, 1);
        expect_unchanged("turned", case_named("sphere_plane_sweep"), scene, turn_planes, 4);
    }
}

static int scale_by;

static void scale_lengths(struct batch *batch) {
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < batch->side[s].floats; k++) {
            if (batch->side[s].floats == 4 && k < 3) continue; // a normal
            for (int i = 0; i < MANY; i++)
                batch->side[s].at[k][i] = ldexpf(batch->side[s].at[k][i], scale_by);
        }
    }
}

static void scale_normals(struct batch *batch) {
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < MANY; i++)
            batch->side[1].at[k][i] = ldexpf(batch->side[1].at[k][i], scale_by);
    }
}

Test(sweeps, powers_of_two_change_no_bit) {
    for (enum scene scene = 0; scene < SCENE_SCALES; scene++) {
        for (scale_by = -3; scale_by <= 5; scale_by += 8) { // within the range of the promises
            for (unsigned sweep = 0; sweep < SWEEPS; sweep++) {
                const struct lbx_case *c = case_named(sweeps[sweep]);
                expect_unchanged("scaled", c, scene, scale_lengths, c->outputs == 2 ? 2 : 1);
            }
            expect_unchanged("normals scaled", case_named("sphere_plane_sweep"), scene,
                             scale_normals, 4);
        }
    }
}

// Boxes that move alike do not move relative to each other, and answer as if at rest.
Test(sweeps, no_relative_motion_is_the_static_test) {
    for (enum scene scene = 0; scene < SCENES; scene++) {
        struct batch batch = batch_fill(case_named("aabb_aabb_sweep"), 23, scene, MANY);
        struct batch still = {.c = case_named("aabb_aabb"), .seed = 23, .scene = scene};
        for (int s = 0; s < 2; s++) {
            still.side[s] = batch.side[s];
            still.side[s].floats = 6;
            for (int k = 6; k < 9; k++) {
                for (int i = 0; i < MANY; i++)
                    batch.side[s].at[k][i] = i % 3 ? .1f * (float)(i % 97) : i % 2 ? 0 : -0.0f;
            }
        }
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        const struct case_side x = dense_side(&still.side[0]), y = dense_side(&still.side[1]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            struct question q = {&still, &test_tables()->at[t], {&x, &y}, MANY, 0, false, "still"};
            struct answer expected = ask(&q);
            q.batch = &batch, q.side[0] = &a, q.side[1] = &b;
            struct answer answer = ask(&q);
            for (size_t i = 0; i < MANY; i++) {
                bool skip = false; // inf - inf is NaN; nothing is promised for min > max
                for (int k = 0; k < 6; k++)
                    skip = skip || isinf(a.at[k][i]) || isinf(b.at[k][i]) ||
                           a.at[k % 3][i] > a.at[3 + k % 3][i] ||
                           b.at[k % 3][i] > b.at[3 + k % 3][i];
                if (skip) continue;
                const bool hit = answer_hit(&expected, i);
                const bool whole = answer.out[0][i] == 0 && answer.out[1][i] == 1;
                if (answer_hit(&answer, i) != hit || (hit && !whole))
                    fail_item(&q, i, &answer, NULL, "not as at rest");
            }
            answer_free(&answer);
            answer_free(&expected);
        }
        batch_free(&batch);
    }
}

// The first u is not after the last one, both are in [0, 1], and neither is -0.
Test(sweeps, u_in_order) {
    for (unsigned sweep = 0; sweep < 2; sweep++) {
        for (enum scene scene = 0; scene < SCENES; scene++) {
            struct batch batch = batch_fill(case_named(sweeps[sweep]), 24, scene, MANY);
            const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
            for (size_t t = 0; t < test_tables()->count; t++) {
                const struct question q = {&batch, &test_tables()->at[t], {&a, &b}, MANY, 0, false,
                                           "order"};
                struct answer answer = ask(&q);
                for (size_t i = 0; i < MANY; i++) {
                    const float first = answer.out[0][i], last = answer.out[1][i];
                    if (answer_hit(&answer, i) && !(0 <= first && first <= last && last <= 1))
                        fail_item(&q, i, &answer, NULL, "not in order");
                    if (signbit(first) || signbit(last)) fail_item(&q, i, &answer, NULL, "-0");
                }
                answer_free(&answer);
            }
            batch_free(&batch);
        }
    }
}
