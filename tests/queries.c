// SPDX-License-Identifier: MIT
// What boxes, rays, moving boxes, frusta and capsules meet in a set, against tests of every single
// pair.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "scenes/rotations.h"
#include "searches.h"
#include "tables.h"

enum { ITEMS_MAX = 40, FLOATS = 14 };

// Boxes, their motions, rays between the same points, frusta that start there and capsules along
// diagonals of the boxes or beside them, from all kinds of sets.
struct queries {
    float at[ITEMS_MAX][FLOATS]; // box, motion; origin, direction and t_max over them
    lbx_frustum frustum[ITEMS_MAX];
    float capsule[ITEMS_MAX][7];
    struct items items;
};

static lbx_frustum frustum_from(const float *eye, bool hostile, struct random *r) {
    lbx_frustum f = {.z_near = (float)random_unit(r),
                     .z_far = random_chance(r, 4) ? INFINITY : (float)random_scale(r, 1, 8),
                     .parallel = random_chance(r, 5)};
    double axis[3][3];
    random_rotation(r, axis);
    for (int k = 0; k < 3; k++) {
        f.eye[k] = eye[k];
        for (int c = 0; c < 3; c++) f.axis[k][c] = (float)axis[k][c];
    }
    for (int k = 0; k < 2; k++) {
        f.low[k] = (float)random_between(r, -2, .5);
        f.high[k] = f.low[k] + (float)random_between(r, .1, 2);
        if (f.parallel == 0) continue;
        f.low[k] *= 8;
        f.high[k] *= 8;
    }
    if (hostile && random_chance(r, 4)) f.axis[1][2] = random_hostile(r);
    if (hostile && random_chance(r, 4)) f.z_far = random_hostile(r);
    return f;
}

// From one corner of a box to another, which may be the same, and maybe moved; a radius between 0
// and a few times its side.
static void make_capsule(float capsule[7], const float *box, bool hostile, struct random *r) {
    double side = 0;
    const double off = random_chance(r, 2) ? 0 : random_between(r, -2, 2);
    for (int c = 0; c < 3; c++) {
        const double low = (double)box[c], high = (double)box[3 + c];
        side = fmax(side, high - low);
        capsule[c] = (float)((random_chance(r, 2) ? low : high) + off);
        capsule[3 + c] = (float)((random_chance(r, 2) ? low : high) + off);
        if (random_chance(r, 3)) capsule[3 + c] = capsule[c];
    }
    capsule[6] = random_chance(r, 3) ? 0 : (float)(side * random_scale(r, -4, 2));
    if (hostile && random_chance(r, 4)) capsule[random_below(r, 7)] = random_hostile(r);
}

static void make_queries(struct queries *q, unsigned kind, size_t n, uint64_t seed) {
    struct set_box boxes[ITEMS_MAX];
    set_make(kind, n, seed, boxes);
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(seed + 7, i);
        float *const x = q->at[i];
        memcpy(x, boxes[i].min, 3 * sizeof *x);
        memcpy(x + 3, boxes[i].max, 3 * sizeof *x);
        for (int c = 0; c < 3; c++) {
            const bool rests = random_chance(&r, 4);
            x[6 + c] = rests ? 0 : (float)random_between(&r, -5, 5);
            if (kind == SET_HOSTILE && random_chance(&r, 4)) x[6 + c] = random_hostile(&r);
            x[9 + c] = random_chance(&r, 5) ? 0 : 1 / x[6 + c];
        }
        q->frustum[i] = frustum_from(x, kind == SET_HOSTILE, &r);
        make_capsule(q->capsule[i], x, kind == SET_HOSTILE, &r);
        x[12] = (float)random_between(&r, 0, 1);
        x[13] = (float)random_between(&r, 0, 3);
    }
    const size_t stride = sizeof q->at[0];
    q->items =
        (struct items){.boxes = lbx_aabbs_of(q->at[0], q->at[0] + 3, n, stride),
                       .motions = lbx_motions_of(q->at[0] + 6, n, stride),
                       .rays = lbx_rays_of(q->at[0], q->at[0] + 6, n, stride),
                       .frustums = lbx_frustums_of(q->frustum, n),
                       .capsules = lbx_capsules_of(q->capsule[0], q->capsule[0] + 3,
                                                   q->capsule[0] + 6, n, sizeof q->capsule[0]),
                       .n = n};
    if (seed % 2) q->items.rays.t_max = q->at[0] + 13;
    if (seed % 3 == 0) q->items.rays.t_min = q->at[0] + 12;
    if (seed % 4 == 1) {
        for (int c = 0; c < 3; c++) q->items.rays.inv_dir[c] = q->at[0] + 9 + c;
    }
}

static bool is_empty(const struct set_box *box) {
    return box->max[0] < -0x1.fffffcp127f; // not a NaN
}

// Whether ray i may meet anything: origin and direction are finite, and no end of the range is a
// NaN. An inverse is infinite for a direction of 0, and 0 for an infinite one.
static bool may_meet(const lbx_rays *rays, size_t i) {
    const bool inverted = rays->inv_dir[0] != NULL;
    const size_t at = i * rays->stride / sizeof(float);
    for (int c = 0; c < 3; c++) {
        const float d = inverted ? rays->inv_dir[c][at] : rays->dir[c][at];
        if (!isfinite(rays->origin[c][at])) return false;
        if (inverted ? isnan(d) || d == 0 : !isfinite(d)) return false;
    }
    return !(rays->t_min && isnan(rays->t_min[at])) && !(rays->t_max && isnan(rays->t_max[at]));
}

// Which boxes item i hits, a bit a box.
static void hits_of_item(const struct set *set, const struct queries *q, unsigned kind, size_t i,
                         uint8_t *hits) {
    static const float zero;
    const lbx_aabbs view = set_view(set->boxes, set->n);
    const lbx_motions rest = {{&zero, &zero, &zero}, 1, 0, lbx_one(0)};
    lbx_aabbs box = q->items.boxes;
    lbx_rays ray = q->items.rays;
    lbx_motions motion = q->items.motions;
    lbx_frustums frustum = q->items.frustums;
    lbx_capsules capsule = q->items.capsules;
    box.pick = ray.pick = motion.pick = frustum.pick = capsule.pick = lbx_one(i);
    uint8_t *const classes = memory_of(set->n + 1);
    const ptrdiff_t found =
        kind == ITEMS_BOXES  ? lbx_aabb_aabb(&box, &view, set->n, 0, hits)
        : kind == ITEMS_RAYS ? lbx_ray_aabb(&ray, &view, set->n, LBX_REPRODUCIBLE, hits, NULL, NULL)
        : kind == ITEMS_CAPSULES ? lbx_capsule_aabb(&capsule, &view, set->n, LBX_REPRODUCIBLE, hits)
        : kind == ITEMS_FRUSTA
            ? lbx_frustum_aabb(&frustum, 1, &view, set->n, LBX_REPRODUCIBLE, classes)
            : lbx_aabb_aabb_sweep(&box, &motion, &view, &rest, set->n, LBX_REPRODUCIBLE, hits, NULL,
                                  NULL);
    expect(found >= 0, "%s", lbx_error_text(found));
    if (kind == ITEMS_FRUSTA) memset(hits, 0, set->n / 8 + 1);
    for (size_t j = 0; kind == ITEMS_FRUSTA && j < set->n; j++)
        hits[j / 8] |= (uint8_t)((classes[j] != LBX_OUTSIDE) << j % 8);
    free(classes);
}

static struct list truth_of_queries(const struct set *set, const struct queries *q, unsigned kind) {
    struct list all = {memory_of(set->n * q->items.n * sizeof *all.at), 0};
    uint8_t *const hits = memory_of(set->n / 8 + 1);
    for (size_t i = 0; i < q->items.n; i++) {
        hits_of_item(set, q, kind, i, hits);
        for (size_t j = 0; j < set->n; j++) {
            if (hits[j / 8] >> j % 8 & 1 && !is_empty(&set->boxes[j]) &&
                (kind != ITEMS_RAYS || may_meet(&q->items.rays, i)))
                all.at[all.n++] = (lbx_pair){(uint32_t)i, (uint32_t)j};
        }
    }
    free(hits);
    return all;
}

// Every kind of set and of items, on every table: the true pairs, in the same order.
Test(queries, of_a_set) {
    static const size_t sizes[] = {0, 1, 16, 17, 65, 300, 700};
    for (unsigned round = 0; round < 4 * SET_ALL; round++) {
        const unsigned kind = round % SET_ALL;
        struct set set = set_open(kind, sizes[round % 7], round);
        struct queries q;
        make_queries(&q, (kind + round / SET_ALL) % SET_ALL, round % (ITEMS_MAX + 1), round);
        for (unsigned items = 0; items < ITEMS_KINDS; items++) {
            table_use(&test_tables()->at[0]);
            struct list want = truth_of_queries(&set, &q, items);
            const struct search search = {
                .a = &set, .items = &q.items, .kind = items, .room = 20000};
            search_by_every_table(&search, &want);
            free(want.at);
        }
        set_close(&set);
    }
}

// One float after the other of a ray that starts in all boxes of a set. A ray may rest, the ends of
// its range may be infinite, and so may its inverses.
Test(queries, rays_that_are_not_finite) {
    enum { N = 100, T_MIN = 6, T_MAX, INVERSE, END = INVERSE + 3 };
    static const float odd[] = {0, NAN, INFINITY, -INFINITY};
    const struct test_tables *const tables = test_tables();
    struct set set = set_open(SET_EQUAL, N, 1);
    const float *const at = set.boxes[0].min;
    for (int place = 0; place < END; place++) {
        for (int k = place < 3; k < 4; k++) {
            float ray[END] = {at[0], at[1], at[2], 1, 0, 0, 0, INFINITY, 1, INFINITY, INFINITY};
            const float x = ray[place] = odd[k];
            const bool meets = place < 3        ? false
                               : place < T_MIN  ? x == 0
                               : place == T_MIN ? x <= 0
                               : place == T_MAX ? x >= 0
                                                : fabsf(x) > 0;
            lbx_rays rays = lbx_rays_of(ray, ray + 3, 1, 0);
            rays.t_min = ray + T_MIN;
            rays.t_max = ray + T_MAX;
            for (int c = 0; place >= INVERSE && c < 3; c++) rays.inv_dir[c] = ray + INVERSE + c;
            for (size_t t = 0; t < tables->count; t++) {
                lbx_cursor cursor = {0};
                table_use(&tables->at[t]);
                const ptrdiff_t found =
                    lbx_query_rays(set.order.at, &rays, 1, NULL, NULL, &cursor, NULL, 0);
                expect(found == (meets ? N : 0), "%s, float %d is %f: %td", tables->at[t].name,
                       place, (double)x, found);
            }
        }
    }
    set_close(&set);
}

enum { SPECKS = 300 };

// What one capsule touches, compared with asking for every box.
static size_t expect_specks(const void *order, const lbx_aabbs *boxes, const float capsule[7]) {
    static lbx_pair out[SPECKS + 1];
    uint8_t want[SPECKS / 8 + 1], got[SPECKS / 8 + 1] = {0};
    const struct test_tables *const tables = test_tables();
    const lbx_capsules one = lbx_capsules_of(capsule, capsule + 3, capsule + 6, 1, 0);
    lbx_capsules for_all = one;
    for_all.pick = lbx_one(0);
    memset(want, 0, sizeof want);
    const ptrdiff_t all = lbx_capsule_aabb(&for_all, boxes, SPECKS, LBX_REPRODUCIBLE, want);
    for (size_t t = 0; t < tables->count; t++) {
        lbx_cursor cursor = {0};
        table_use(&tables->at[t]);
        const ptrdiff_t found =
            lbx_query_capsules(order, &one, 1, NULL, NULL, &cursor, out, SPECKS + 1);
        memset(got, 0, sizeof got);
        for (ptrdiff_t k = 0; k < found; k++) got[out[k].b / 8] |= (uint8_t)(1 << out[k].b % 8);
        expect(found == all && memcmp(got, want, sizeof got) == 0,
               "%s: %td of %td boxes; %a %a %a to %a %a %a, %a", tables->at[t].name, found, all,
               (double)capsule[0], (double)capsule[1], (double)capsule[2], (double)capsule[3],
               (double)capsule[4], (double)capsule[5], (double)capsule[6]);
    }
    return (size_t)all;
}

// The greatest radius with which a capsule does not touch a box, or the least with which it does.
static float radius_between(const float box[6], float capsule[7], float most, bool touching) {
    const lbx_aabbs other = lbx_aabbs_of(box, box + 3, 1, 0);
    const lbx_capsules one = lbx_capsules_of(capsule, capsule + 3, capsule + 6, 1, 0);
    float low = 0, high = most;
    for (int step = 0; step < 60; step++) {
        capsule[6] = (float)(((double)low + (double)high) / 2);
        if (lbx_capsule_aabb(&one, &other, 1, LBX_REPRODUCIBLE, NULL) == 1)
            high = capsule[6];
        else
            low = capsule[6];
    }
    return touching ? high : low;
}

// Of capsules that just touch a box, and of those beyond the range, no bounds are apart.
Test(queries, capsules_that_just_touch) {
    enum { N = 60 };
    static float box[SPECKS][6];
    void *const order = memory_of(lbx_order_bytes(SPECKS));
    size_t touched = 0, far = 0;
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 12 : 100); seed++) {
        struct random r = random_of(seed, 61);
        const double unit = seed % 3 == 0 ? 0x1p-57 : seed % 3 == 1 ? 0x1p40 : 1;
        for (size_t i = 0; i < SPECKS; i++) {
            for (int c = 0; c < 3; c++) {
                const double x = random_between(&r, -1, 1);
                box[i][c] = (float)(unit * x);
                box[i][3 + c] = (float)(unit * (x + (i % 2 ? .1 * random_unit(&r) : 0)));
            }
        }
        const lbx_aabbs boxes = lbx_aabbs_of(box[0], box[0] + 3, SPECKS, sizeof *box);
        expect(lbx_order_sort(&boxes, SPECKS, order, lbx_order_bytes(SPECKS), NULL) == SPECKS,
               "sorted");
        for (size_t i = 0; i < N; i++) {
            float capsule[7];
            const double length = random_scale(&r, -6, 6);
            table_use(&test_tables()->at[0]);
            for (int c = 0; c < 3; c++) {
                const double x = random_between(&r, -3, 3), way = random_between(&r, -1, 1);
                capsule[c] = (float)(unit * x);
                capsule[3 + c] = (float)(unit * (x + (i % 4 ? length * way : 0)));
            }
            const float *const at = box[random_below(&r, SPECKS)];
            capsule[6] = radius_between(at, capsule, (float)(unit * 64), i % 5 > 0);
            touched += expect_specks(order, &boxes, capsule) > 0;
            for (int k = random_int(&r, 1, 3); k > 0; k--)
                capsule[random_below(&r, 7)] = (float)random_signed(&r, random_scale(&r, 58, 127));
            far += expect_specks(order, &boxes, capsule) > 0;
        }
    }
    expect(touched > 500 && far > 100, "%zu, %zu capsules touch boxes", touched, far);
    free(order);
}

Test(queries, in_parts_and_by_filters) {
    enum { N = 300 };
    struct set set = set_open(SET_DENSE, N, 1);
    struct queries q;
    make_queries(&q, SET_DENSE, ITEMS_MAX, 2);
    uint32_t masks[N], categories[ITEMS_MAX];
    for (size_t i = 0; i < N; i++) masks[i] = 1u << i % 4;
    for (size_t i = 0; i < ITEMS_MAX; i++) categories[i] = 1u << i % 4;
    const lbx_filter f = {.category = categories}, g = {.mask = masks};
    table_use(&test_tables()->at[0]);
    for (unsigned items = 0; items < ITEMS_KINDS; items++) {
        struct search search = {.a = &set, .items = &q.items, .kind = items, .room = 100};
        struct list all = search_all(&search);
        size_t n = 0;
        for (search.parts = 7; search.part < 7; search.part++) {
            struct list some = search_all(&search);
            expect(n + some.n <= all.n &&
                       (!some.n || memcmp(some.at, all.at + n, some.n * sizeof *some.at) == 0),
                   "part %zu", search.part);
            n += some.n;
            free(some.at);
        }
        expect(n == all.n && n > 0, "%zu, not %zu", n, all.n);
        search.part = search.parts = 0;
        search.a_filter = &f;
        search.b_filter = &g;
        struct list kept = search_all(&search);
        n = 0;
        for (size_t i = 0; i < all.n; i++) {
            if (all.at[i].a % 4 != all.at[i].b % 4) continue;
            expect(n < kept.n && memcmp(&kept.at[n], &all.at[i], sizeof *all.at) == 0, "%zu", i);
            n++;
        }
        expect(n == kept.n && n > 0, "%zu, not %zu", kept.n, n);
        free(all.at);
        free(kept.at);
    }
    set_close(&set);
}

Test(queries, in_any_budget) {
    struct set set = set_open(SET_DENSE, 300, 1);
    struct queries q;
    make_queries(&q, SET_DENSE, ITEMS_MAX, 2);
    for (unsigned items = 0; items < ITEMS_KINDS; items++) {
        const struct search search = {.a = &set, .items = &q.items, .kind = items, .room = 20000};
        search_by_budgets(&search);
    }
    set_close(&set);
}

// The views of the items are checked, unless there are no items.
Test(queries, errors) {
    struct set set = set_open(SET_DENSE, 100, 1);
    struct queries q;
    make_queries(&q, SET_DENSE, 3, 2);
    const void *const order = set.order.at;
    lbx_cursor cursor = {0};
    _Alignas(8) lbx_pair out[4]; // aligned as an order is
    lbx_aabbs boxes = q.items.boxes;
    lbx_motions motions = q.items.motions;
    lbx_rays rays = q.items.rays;
#define AABBS(order, boxes, n) lbx_query_aabbs(order, boxes, n, NULL, NULL, &cursor, out, 4)
#define RAYS(order, rays, n) lbx_query_rays(order, rays, n, NULL, NULL, &cursor, out, 4)
#define SWEEPS(order, motions, n)                                                                  \
    lbx_query_sweeps(order, &boxes, motions, n, NULL, NULL, &cursor, out, 4)
    expect(AABBS(NULL, &boxes, 3) == LBX_ERROR_NULL, "order");
    expect(AABBS(out, &boxes, 3) == LBX_ERROR_ORDER, "order");
    expect(AABBS(order, NULL, 3) == LBX_ERROR_NULL, "boxes");
    expect(AABBS(order, &boxes, 4) == LBX_ERROR_COUNT, "boxes");
    expect(AABBS(order, &boxes, SIZE_MAX) == LBX_ERROR_COUNT, "boxes");
    expect(RAYS(order, NULL, 3) == LBX_ERROR_NULL, "rays");
    expect(RAYS(order, &rays, 4) == LBX_ERROR_COUNT, "rays");
    expect(SWEEPS(order, NULL, 3) == LBX_ERROR_NULL, "motions");
    motions.stride = 6;
    expect(SWEEPS(order, &motions, 3) == LBX_ERROR_STRIDE, "motions");
#if SIZE_MAX > UINT32_MAX
    lbx_aabbs one = q.items.boxes;
    one.pick = lbx_one(0);
    expect(AABBS(order, &one, (size_t)UINT32_MAX + 1) == LBX_ERROR_COUNT, "2^32 items");
#endif
    expect(AABBS(order, NULL, 0) == 0, "no boxes");
    cursor = (lbx_cursor){0};
    expect(RAYS(order, NULL, 0) == 0, "no rays");
    cursor = (lbx_cursor){0};
    expect(SWEEPS(order, NULL, 0) == 0, "no motions");
    expect(lbx_query_aabbs(order, &boxes, 3, NULL, NULL, NULL, out, 4) == LBX_ERROR_NULL, "cursor");
    set_close(&set);
}
