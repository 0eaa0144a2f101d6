// SPDX-License-Identifier: MIT
// Points against trees of meshes. What they find on every table must be what looking at every
// triangle finds, also after refitting. Damaged trees that pass the check are searched, too.
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "examples/random.h"
#include "harness.h"
#include "mesh_points.h"
#include "soup.h"
#include "tables.h"

enum { ARRAYS = 5 };

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    struct random r = random_of(seed, scene);
    (void)second;
    for (size_t i = 0; i < n; i++) {
        const double size = random_scale(&r, -60, 60);
        for (int c = 0; c < 3; c++) {
            const float any = random_hostile(&r);
            const double x = size * random_between(&r, -1, 1);
            first[c][i] = scene == SCENE_HOSTILE ? any : (float)x;
        }
    }
}

static const struct lbx_case some_points = {
    .name = "points", .floats = {3, 0}, .required = {3, 0}, .shape = {"p", ""}, .fill = fill};

struct search {
    const struct call *call;
    const lbx_points *points;
    const void *tree;
    const float *reach; // or NULL
    const lbx_ray_filter *filter;
    size_t scratch, room;             // bytes, triangles
    ptrdiff_t error;                  // 0: none
    const struct nearest_found *want; // NULL: any answer that is not an error
};

static ptrdiff_t error_of(const struct call *call) {
    if (call->flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (call->n == 0) return 0;
    if (call->n > UINT32_MAX) return LBX_ERROR_COUNT;
    if (call->no_view[0]) return LBX_ERROR_NULL;
    return view_error(call->c, 0, &call->side[0], call->n);
}

static void expect_closest(const struct search *s, const char *table) {
    const struct call *const call = s->call;
    const size_t n = s->error ? 0 : call->n;
    struct block out[ARRAYS] = {{0}}, scratch = block_alloc(s->scratch, 0);
    for (unsigned k = 0; k < ARRAYS; k++)
        if (call->wanted >> k & 1) out[k] = block_alloc(n * sizeof(float), 4 * call->shift);
    const lbx_closest_out to = {(uint32_t *)(void *)out[0].at, (float *)(void *)out[1].at,
                                (float *)(void *)out[2].at, (float *)(void *)out[3].at,
                                (uint32_t *)(void *)out[4].at};
    const bool lacking = s->scratch < LBX_TRACE_SCRATCH_LEAST && call->n && !s->error;
    const ptrdiff_t error = lacking ? LBX_ERROR_COUNT : s->error;
    const ptrdiff_t got = lbx_aabb_tree_closest(s->tree, s->points, s->reach, s->filter, call->n,
                                                call->flags, &to, scratch.at, s->scratch);
    expect(error ? got == error : got >= 0, "%s: %td", table, got);
    expect(error || !s->want || got == (ptrdiff_t)s->want->found, "%s: %td", table, got);
    for (unsigned k = 0; k < ARRAYS && s->want && !error; k++) {
        const void *const want[ARRAYS] = {s->want->triangle, s->want->distance, s->want->u,
                                          s->want->v, s->want->feature};
        expect(!out[k].at || memcmp(out[k].at, want[k], n * sizeof(float)) == 0,
               "%s: other bits in array %u", table, k);
    }
    for (unsigned k = 0; k < ARRAYS; k++) block_free(&out[k]);
    block_free(&scratch);
}

static int compare_hits(const void *a, const void *b) {
    const lbx_near_hit *const x = a, *const y = b;
    if (x->point != y->point) return x->point < y->point ? -1 : 1;
    return x->triangle < y->triangle ? -1 : x->triangle > y->triangle;
}

// Fetches pieces of `room` triangles from the cursor on.
static void expect_around(const struct search *s, const char *table) {
    static lbx_near_hit hits[POINTS * MESH_TRIANGLES_MAX];
    const struct call *const call = s->call;
    lbx_ray_cursor cursor = {0};
    const ptrdiff_t error =
        !s->error && call->n && !s->reach ? (ptrdiff_t)LBX_ERROR_NULL : s->error;
    const ptrdiff_t counted = lbx_aabb_tree_around(s->tree, s->points, s->reach, s->filter, call->n,
                                                   call->flags, &cursor, NULL, 0);
    expect(error ? counted == error : counted >= 0, "%s: %td", table, counted);
    expect(error || !s->want || counted == (ptrdiff_t)s->want->count, "%s: %td", table, counted);
    if (error) return;
    struct block out = block_alloc(s->room * sizeof *hits, 0);
    size_t count = 0;
    for (ptrdiff_t got = (ptrdiff_t)s->room; got == (ptrdiff_t)s->room;) {
        got = lbx_aabb_tree_around(s->tree, s->points, s->reach, s->filter, call->n, call->flags,
                                   &cursor, (lbx_near_hit *)(void *)out.at, s->room);
        expect(got >= 0 && got <= (ptrdiff_t)s->room && (ptrdiff_t)count + got <= counted,
               "%s: %td", table, got);
        memcpy(hits + count, out.at, (size_t)got * sizeof *hits);
        count += (size_t)got;
    }
    expect((ptrdiff_t)count == counted, "%s: %zu of %td", table, count, counted);
    qsort(hits, count, sizeof *hits, compare_hits);
    expect(!s->want || memcmp(hits, s->want->all, count * sizeof *hits) == 0, "%s: other triangles",
           table);
    block_free(&out);
}

static void search_all_tables(const struct search *s) {
    const struct test_tables *const tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        expect_closest(s, tables->at[t].name);
        expect_around(s, tables->at[t].name);
    }
}

// Puts points around the mesh in the place of those that the bytes gave; every third may stay.
static void aim_points(const struct call *call, const struct mesh *mesh, unsigned how,
                       unsigned seed, float reach[POINTS]) {
    static struct points aimed;
    points_make(&aimed, mesh, seed);
    for (size_t i = 0; i < call->n; i++) {
        reach[i] = aimed.reach[i];
        if (how & 2 && i % 3 == 0) continue;
        for (unsigned c = 0; c < 3; c++) put_item_float(&call->side[0], c, i, aimed.at[c][i]);
    }
}

void fuzz_points(struct bytes *in) {
    static struct soup soup;
    static struct points points;
    static struct nearest_found want;
    uint32_t entry[POINTS][2];
    struct damage damage[SOUP_DAMAGES];
    take_soup(&soup, in);
    const unsigned aim = take_byte(in), seed = take_byte(in), mask = take_byte(in);
    const unsigned room = take_byte(in), refitted = take_byte(in), damages = take_byte(in);
    const unsigned n = damages % (SOUP_DAMAGES + 1);
    struct search s = {.tree = soup.tree.at, .scratch = take_scratch(in), .want = &want};
    for (unsigned k = 0; k < n; k++)
        damage[k] = (struct damage){take_word(in), take_byte(in), damages & 4};
    struct random r = random_of(mask, 4);
    for (size_t i = 0; i < POINTS; i++) {
        entry[i][0] = random_below(&r, 8);
        entry[i][1] = random_below(&r, 2 * SOUP_TRIANGLES);
        points.reach[i] = random_hostile(&r);
    }
    const lbx_ray_filter filter = {mask & 4 ? entry[0] : NULL, mask & 8 ? entry[0] + 1 : NULL,
                                   sizeof *entry};
    struct call call;
    decode_call(&call, &some_points, in);
    lbx_points view = {
        .count = call.side[0].count, .stride = call.side[0].stride, .pick = call.side[0].pick};
    for (int c = 0; c < 3; c++) view.position[c] = call.side[0].at[c];
    s.call = &call;
    s.points = call.no_view[0] ? NULL : &view;
    s.filter = mask % 4 == 3 ? &filter : NULL;
    s.reach = aim & 1 ? points.reach : NULL;
    s.error = error_of(&call);
    s.room = 1 + room;
    points.n = 0;
    if (!s.error && call.n) {
        if (aim & 8) aim_points(&call, &soup.mesh, aim, seed, points.reach);
        points.n = call.n;
        for (size_t i = 0; i < call.n; i++)
            for (unsigned c = 0; c < 3; c++) points.at[c][i] = item_float(&call.side[0], c, i);
    }
    for (unsigned fits = 0; fits < 1 + refitted % 2; fits++) {
        if (fits > 0) refit_soup(&soup, refitted / 2);
        table_use(&test_tables()->at[0]);
        ask_for_nearest(&soup.mesh, &points, s.reach, soup.masked ? soup.masks : NULL, s.filter,
                        &want);
        if (s.room < want.count / 50) s.room = want.count / 50; // each piece starts from the root
        search_all_tables(&s);
    }
    do_damage(&soup, damage, n);
    if (n > 0 && lbx_aabb_tree_check(soup.tree.at, soup.bytes, NULL) == 0) {
        s.want = take_leaves(&soup) ? &want : NULL;
        table_use(&test_tables()->at[0]);
        if (s.want) ask_for_nearest(&soup.mesh, &points, s.reach, soup.masks, s.filter, &want);
        search_all_tables(&s);
    }
    call_free(&call);
    block_free(&soup.tree);
}
