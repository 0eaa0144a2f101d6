// SPDX-License-Identifier: MIT
// Capsules against trees of meshes, and against orders of the triangles' boxes. What they touch on
// every table must be what asking for every triangle, or every box, finds, also after refitting.
// Damaged trees that pass the check are searched, too.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "examples/random.h"
#include "harness.h"
#include "lanebox/pairs.h"
#include "mesh_rods.h"
#include "soup.h"
#include "tables.h"

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    struct random r = random_of(seed, scene);
    (void)second;
    for (size_t i = 0; i < n; i++) {
        const double size = random_scale(&r, -60, 60);
        for (int k = 0; k < ROD_FLOATS; k++) {
            const float any = random_hostile(&r);
            const double x = size * random_between(&r, -1, 1);
            first[k][i] = scene == SCENE_HOSTILE ? any : (float)x;
        }
    }
}

static const struct lbx_case some_capsules = {.name = "capsules",
                                              .floats = {ROD_FLOATS, 0},
                                              .required = {ROD_FLOATS, 0},
                                              .shape = {"c", ""},
                                              .fill = fill};

struct search {
    const struct call *call;
    const lbx_capsules *capsules;
    const void *tree;
    const lbx_ray_filter *filter;
    size_t room;                // pairs
    ptrdiff_t error;            // 0: none
    const struct touched *want; // NULL: any answer that is not an error
};

static ptrdiff_t error_of(const struct call *call) {
    if (call->flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (call->n == 0) return 0;
    if (call->n > UINT32_MAX) return LBX_ERROR_COUNT;
    if (call->no_view[0]) return LBX_ERROR_NULL;
    return view_error(call->c, 0, &call->side[0], call->n);
}

// Fetches pieces of `room` pairs from the cursor on.
static void expect_touched(const struct search *s, const char *table) {
    static lbx_pair pairs[RODS * MESH_TRIANGLES_MAX];
    const struct call *const call = s->call;
    lbx_ray_cursor cursor = {0};
    const ptrdiff_t counted = lbx_aabb_tree_capsules(s->tree, s->capsules, s->filter, call->n,
                                                     call->flags, &cursor, NULL, 0);
    expect(s->error ? counted == s->error : counted >= 0, "%s: %td", table, counted);
    expect(s->error || !s->want || counted == (ptrdiff_t)s->want->count, "%s: %td", table, counted);
    if (s->error) return;
    struct block out = block_alloc(s->room * sizeof *pairs, 0);
    size_t count = 0;
    for (ptrdiff_t got = (ptrdiff_t)s->room; got == (ptrdiff_t)s->room;) {
        got = lbx_aabb_tree_capsules(s->tree, s->capsules, s->filter, call->n, call->flags, &cursor,
                                     (lbx_pair *)(void *)out.at, s->room);
        expect(got >= 0 && got <= (ptrdiff_t)s->room && (ptrdiff_t)count + got <= counted,
               "%s: %td", table, got);
        memcpy(pairs + count, out.at, (size_t)got * sizeof *pairs);
        count += (size_t)got;
    }
    expect((ptrdiff_t)count == counted, "%s: %zu of %td", table, count, counted);
    sort_touched(pairs, count);
    expect(!s->want || memcmp(pairs, s->want->all, count * sizeof *pairs) == 0,
           "%s: other triangles", table);
    block_free(&out);
}

static void search_all_tables(const struct search *s) {
    const struct test_tables *const tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        expect_touched(s, tables->at[t].name);
    }
}

// The boxes of the mesh's triangles, as a set.
static void search_boxes(const struct search *s, const struct mesh *mesh) {
    static float box[MESH_TRIANGLES_MAX][6];
    static uint8_t hits[MESH_TRIANGLES_MAX / 8 + 1];
    static lbx_pair want[RODS * MESH_TRIANGLES_MAX], got[RODS * MESH_TRIANGLES_MAX];
    const struct test_tables *const tables = test_tables();
    const size_t n = mesh->triangles;
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) {
            const float x = mesh->vertex[mesh->index[3 * i]][c];
            const float y = mesh->vertex[mesh->index[3 * i + 1]][c];
            box[i][c] = x < y ? x : y;
            box[i][3 + c] = x < y ? y : x;
        }
    }
    const lbx_aabbs view = lbx_aabbs_of(box[0], box[0] + 3, n, sizeof *box);
    struct block order = block_alloc(lbx_order_bytes(n), 0);
    expect(lbx_order_sort(&view, n, order.at, lbx_order_bytes(n), NULL) >= 0, "sorted");
    size_t count = 0;
    table_use(&tables->at[0]);
    for (size_t i = 0; i < s->call->n; i++) {
        float at[ROD_FLOATS];
        for (unsigned k = 0; k < ROD_FLOATS; k++) at[k] = item_float(&s->call->side[0], k, i);
        lbx_capsules one = lbx_capsules_of(at, at + 3, at + 6, 1, 0);
        one.pick = lbx_one(0);
        expect(lbx_capsule_aabb(&one, &view, n, LBX_REPRODUCIBLE, hits) >= 0, "asked");
        for (size_t k = 0; k < n; k++)
            if (hits[k / 8] >> k % 8 & 1) want[count++] = (lbx_pair){(uint32_t)i, (uint32_t)k};
    }
    for (size_t t = 0; t < tables->count; t++) {
        lbx_cursor cursor = {0};
        table_use(&tables->at[t]);
        const ptrdiff_t found = lbx_query_capsules(order.at, s->capsules, s->call->n, NULL, NULL,
                                                   &cursor, got, RODS * MESH_TRIANGLES_MAX);
        expect(found == (ptrdiff_t)count, "%s: %td boxes, not %zu", tables->at[t].name, found,
               count);
        sort_touched(got, count);
        expect(memcmp(got, want, count * sizeof *got) == 0, "%s: other boxes", tables->at[t].name);
    }
    block_free(&order);
}

// Puts capsules around the mesh in the place of those that the bytes gave; every third may stay.
static void aim_capsules(const struct call *call, const struct mesh *mesh, unsigned how,
                         unsigned seed) {
    static struct rods aimed;
    rods_make(&aimed, mesh, seed);
    for (size_t i = 0; i < call->n; i++) {
        if (how & 2 && i % 3 == 0) continue;
        for (unsigned k = 0; k < ROD_FLOATS; k++)
            put_item_float(&call->side[0], k, i, aimed.at[k][i % RODS]);
    }
}

void fuzz_rods(struct bytes *in) {
    static struct soup soup;
    static struct rods rods;
    static struct touched want;
    uint32_t entry[RODS][2];
    struct damage damage[SOUP_DAMAGES];
    take_soup(&soup, in);
    const unsigned aim = take_byte(in), seed = take_byte(in), mask = take_byte(in);
    const unsigned room = take_byte(in), refitted = take_byte(in), damages = take_byte(in);
    const unsigned n = damages % (SOUP_DAMAGES + 1);
    struct search s = {.tree = soup.tree.at, .want = &want, .room = 1 + room};
    for (unsigned k = 0; k < n; k++)
        damage[k] = (struct damage){take_word(in), take_byte(in), damages & 4};
    struct random r = random_of(mask, 4);
    for (size_t i = 0; i < RODS; i++) {
        entry[i][0] = random_below(&r, 8);
        entry[i][1] = random_below(&r, 2 * SOUP_TRIANGLES);
    }
    const lbx_ray_filter filter = {mask & 4 ? entry[0] : NULL, mask & 8 ? entry[0] + 1 : NULL,
                                   sizeof *entry};
    struct call call;
    decode_call(&call, &some_capsules, in);
    lbx_capsules view = {
        .count = call.side[0].count, .stride = call.side[0].stride, .pick = call.side[0].pick};
    for (int c = 0; c < 3; c++) {
        view.start[c] = call.side[0].at[c];
        view.end[c] = call.side[0].at[3 + c];
    }
    view.radius = call.side[0].at[6];
    s.call = &call;
    s.capsules = call.no_view[0] ? NULL : &view;
    s.filter = mask % 4 == 3 ? &filter : NULL;
    s.error = error_of(&call);
    rods.n = 0;
    if (!s.error && call.n) {
        if (call.n > RODS) call.n = RODS;
        if (aim & 8) aim_capsules(&call, &soup.mesh, aim, seed);
        rods.n = call.n;
        for (size_t i = 0; i < call.n; i++)
            for (unsigned k = 0; k < ROD_FLOATS; k++)
                rods.at[k][i] = item_float(&call.side[0], k, i);
        search_boxes(&s, &soup.mesh);
    }
    for (unsigned fits = 0; fits < 1 + refitted % 2; fits++) {
        if (fits > 0) refit_soup(&soup, refitted / 2);
        table_use(&test_tables()->at[0]);
        ask_for_touched(&soup.mesh, &rods, soup.masked ? soup.masks : NULL, s.filter, &want);
        if (s.room < want.count / 50) s.room = want.count / 50; // each piece starts from the root
        search_all_tables(&s);
    }
    do_damage(&soup, damage, n);
    if (n > 0 && lbx_aabb_tree_check(soup.tree.at, soup.bytes, NULL) == 0) {
        s.want = take_leaves(&soup) ? &want : NULL;
        table_use(&test_tables()->at[0]);
        if (s.want) ask_for_touched(&soup.mesh, &rods, soup.masks, s.filter, &want);
        search_all_tables(&s);
    }
    call_free(&call);
    block_free(&soup.tree);
}
