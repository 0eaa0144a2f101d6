// SPDX-License-Identifier: MIT
// Rays against trees of meshes. The hits on every table must be those of testing every triangle by
// itself, also after refitting; counts of crossings must be the same, and even for a ray and its
// opposite if the mesh is closed. Damaged trees must fail the check or be valid trees of the
// triangles in their leaves.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "examples/random.h"
#include "harness.h"
#include "mesh_rays.h"
#include "soup.h"
#include "tables.h"

extern const struct lbx_case case_ray_triangle;

enum { ARRAYS = 4, T_MIN = 9 };

// --- rays ---

// Copies the rays that items read.
static void read_rays(const struct call *call, struct rays *rays) {
    const struct case_side *const side = &call->side[0];
    rays->n = call->n;
    for (size_t i = 0; i < call->n; i++) {
        for (unsigned k = 0; k < RAY_FLOATS; k++) {
            const unsigned array = k < 6 ? k : T_MIN + k - 6;
            const float open = k == 6 ? 0 : INFINITY;
            rays->at[k][i] = side->at[array] ? item_float(side, array, i) : open;
        }
    }
}

// Takes directions for ends.
static void end_rays(lbx_rays *view, struct rays *rays) {
    for (int c = 0; c < 3; c++) {
        view->end[c] = view->dir[c];
        view->dir[c] = view->inv_dir[c] = NULL;
        for (size_t i = 0; i < rays->n; i++) rays->at[3 + c][i] -= rays->at[c][i];
    }
    for (size_t i = 0; i < rays->n && !view->t_max; i++) rays->at[7][i] = 1;
}

// Replaces the rays that the bytes gave by rays aimed at the mesh. Every third may keep what the
// bytes gave; or all rays have one eye and are close together, as packets.
static void aim_rays(const struct call *call, const struct mesh *mesh, unsigned how,
                     unsigned seed) {
    static struct rays aimed;
    const struct case_side *const side = &call->side[0];
    struct random r = random_of(seed, 3);
    rays_make(&aimed, mesh, seed);
    const double spread = random_scale(&r, -24, 2);
    const bool packed = how & 1, some = how & 2;
    for (size_t i = 0; i < call->n; i++) {
        for (unsigned k = 0; k < RAY_FLOATS; k++) {
            const unsigned array = k < 6 ? k : T_MIN + k - 6;
            double x = (double)aimed.at[k][packed ? 0 : i];
            if (how & 16 && k >= 3 && k < 6) x = (double)aimed.at[k - 3][packed ? 0 : i] + 4 * x;
            if (packed && k >= 3 && k < 6) x += x * spread * random_between(&r, -1, 1);
            if (some && i % 3 == 0 && !packed) continue;
            if (side->at[array]) put_item_float(side, array, i, (float)x);
        }
        if (packed && how & 4 && random_chance(&r, 30)) {
            const unsigned array = random_below(&r, 6);
            put_item_float(side, array, i, random_hostile(&r));
        }
    }
}

// --- searches ---

struct search {
    const struct call *call;
    const lbx_rays *rays;
    const void *tree;
    const lbx_ray_filter *filter;
    size_t scratch, room;     // bytes, hits
    ptrdiff_t error;          // 0: none
    const struct found *want; // NULL: any answer that is not an error
};

static ptrdiff_t error_of(const struct call *call) {
    if (call->flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_COHERENT)) return LBX_ERROR_FLAGS;
    if (call->n == 0) return 0;
    if (call->n > UINT32_MAX) return LBX_ERROR_COUNT;
    if (call->no_view[0]) return LBX_ERROR_NULL;
    return view_error(call->c, 0, &call->side[0], call->n);
}

static void expect_count(const struct search *s, const char *what, ptrdiff_t got, size_t want) {
    expect(s->error ? got == s->error : got >= 0, "%s: %td", what, got);
    expect(s->error || !s->want || got == (ptrdiff_t)want, "%s: %td, not %zu", what, got, want);
}

// Outputs that are not wanted, or that must stay untouched because of an error, have no bytes.
static void expect_nearest(const struct search *s, const char *table, unsigned flags) {
    const struct call *const call = s->call;
    const size_t n = s->error ? 0 : call->n;
    struct block out[ARRAYS] = {{0}}, scratch = block_alloc(s->scratch, 0);
    for (unsigned k = 0; k < ARRAYS; k++)
        if (call->wanted >> k & 1) out[k] = block_alloc(n * sizeof(float), 4 * call->shift);
    const lbx_ray_hits hits = {(uint32_t *)(void *)out[0].at, (float *)(void *)out[1].at,
                               (float *)(void *)out[2].at, (float *)(void *)out[3].at, NULL};
    const ptrdiff_t got = lbx_aabb_tree_nearest(s->tree, s->rays, s->filter, call->n, flags, &hits,
                                                scratch.at, s->scratch);
    expect_count(s, table, got, s->want ? s->want->hits : 0);
    for (unsigned k = 0; k < ARRAYS && s->want; k++) {
        const void *const want[ARRAYS] = {s->want->triangle, s->want->t, s->want->u, s->want->v};
        expect(!out[k].at || memcmp(out[k].at, want[k], n * sizeof(float)) == 0,
               "%s, flags %u: nearest, other bits in array %u", table, flags, k);
    }
    for (unsigned k = 0; k < ARRAYS; k++) block_free(&out[k]);
    block_free(&scratch);
}

static void expect_any(const struct search *s, const char *table, unsigned flags) {
    const struct call *const call = s->call;
    const size_t n = s->error ? 0 : call->n, bytes = (n + 7) / 8;
    struct block out = {0}, scratch = block_alloc(s->scratch, 0);
    if (call->wanted >> ARRAYS & 1) out = block_alloc(bytes, call->shift);
    const ptrdiff_t got = lbx_aabb_tree_any(s->tree, s->rays, s->filter, call->n, flags, out.at,
                                            scratch.at, s->scratch);
    expect_count(s, table, got, s->want ? s->want->hits : 0);
    for (size_t i = 0; i < 8 * bytes && s->want && out.at; i++) {
        expect((out.at[i / 8] >> i % 8 & 1) == (i < n && s->want->any[i]),
               "%s, flags %u: any, ray %zu of %zu", table, flags, i, n);
    }
    block_free(&out);
    block_free(&scratch);
}

// Fetches pieces of `room` hits from the cursor on.
static void expect_all(const struct search *s, const char *table, unsigned flags) {
    static lbx_ray_hit hits[RAYS * MESH_TRIANGLES_MAX];
    const struct call *const call = s->call;
    const size_t all = sizeof hits / sizeof *hits;
    lbx_ray_cursor cursor = {0};
    const ptrdiff_t counted =
        lbx_aabb_tree_all(s->tree, s->rays, s->filter, call->n, flags, &cursor, NULL, 0);
    expect_count(s, table, counted, s->want ? s->want->count : 0);
    struct block out = block_alloc(s->error ? 0 : s->room * sizeof *hits, 0);
    size_t count = 0;
    for (ptrdiff_t got = (ptrdiff_t)s->room; got == (ptrdiff_t)s->room;) {
        got = lbx_aabb_tree_all(s->tree, s->rays, s->filter, call->n, flags, &cursor,
                                (lbx_ray_hit *)(void *)out.at, s->room);
        if (s->error) break;
        expect(got >= 0 && (size_t)got <= s->room && count + (size_t)got <= all, "%s: all, %td",
               table, got);
        memcpy(hits + count, out.at, (size_t)got * sizeof *hits);
        count += (size_t)got;
        expect((ptrdiff_t)count <= counted, "%s: more than were counted", table);
        if (got < (ptrdiff_t)s->room) break;
        const ptrdiff_t left =
            lbx_aabb_tree_all(s->tree, s->rays, s->filter, call->n, flags, &cursor, NULL, 0);
        expect(left == counted - (ptrdiff_t)count, "%s: %td left of %td", table, left, counted);
    }
    expect(s->error || (ptrdiff_t)count == counted, "%s: %zu of %td", table, count, counted);
    for (size_t i = 1; i < count; i++)
        expect(hits[i - 1].ray < hits[i].ray ||
                   (hits[i - 1].ray == hits[i].ray &&
                    (!(flags & LBX_SORTED) || hits[i - 1].t < hits[i].t ||
                     (hits[i - 1].t == hits[i].t && hits[i - 1].triangle < hits[i].triangle))),
               "%s: all, flags %u: order", table, flags);
    sort_hits(hits, count);
    expect(!s->want || memcmp(hits, s->want->all, count * sizeof *hits) == 0, "%s: other hits",
           table);
    block_free(&out);
}

// Counts are those of the first table, which `want` holds from it on.
static void expect_crossings(const struct search *s, bool first, const char *table,
                             uint32_t want[RAYS]) {
    const struct call *const call = s->call;
    const size_t n = s->error ? 0 : call->n;
    struct block out = {0};
    if (call->wanted >> ARRAYS & 1) out = block_alloc(n * sizeof *want, 4 * call->shift);
    const ptrdiff_t got = lbx_aabb_tree_crossings(s->tree, s->rays, s->filter, call->n, call->flags,
                                                  (uint32_t *)(void *)out.at);
    if (first && got >= 0)
        expect(lbx_aabb_tree_crossings(s->tree, s->rays, s->filter, call->n, call->flags, want) ==
                   got,
               "%s: counts", table);
    size_t odd = 0;
    for (size_t i = 0; i < n; i++) odd += want[i] % 2;
    expect(s->error ? got == s->error : got == (ptrdiff_t)odd, "%s: crossings, %td, not %zu", table,
           got, odd);
    expect(!out.at || memcmp(out.at, want, n * sizeof *want) == 0, "%s: other counts", table);
    block_free(&out);
}

// Whether parity is promised: the ray is within the range.
static bool is_in_range(const struct rays *rays, size_t i) {
    float longest = 0;
    for (int c = 0; c < 3; c++) {
        if (!(fabsf(rays->at[c][i]) <= 0x1p60f) || !(fabsf(rays->at[3 + c][i]) <= 0x1p40f))
            return false;
        longest = fmaxf(fabsf(rays->at[3 + c][i]), longest);
    }
    return longest >= 0x1p-60f;
}

// A tetrahedron on each triangle, which closes the mesh: a ray and its opposite cross it an even
// number of times.
static void expect_even(const struct mesh *mesh, const struct rays *rays) {
    static struct mesh closed;
    static struct rays opposite;
    const struct test_tables *const tables = test_tables();
    const size_t n =
        mesh->triangles < MESH_TRIANGLES_MAX / 4 ? mesh->triangles : MESH_TRIANGLES_MAX / 4;
    closed = *mesh;
    closed.triangles = 4 * n;
    for (size_t k = 0; k < n; k++) {
        const uint32_t *const v = mesh->index + 3 * k, apex = mesh->index[3 * ((k + 1) % n)];
        const uint32_t faces[12] = {v[0], v[1], v[2], v[0], v[1], apex,
                                    v[1], v[2], apex, v[2], v[0], apex};
        memcpy(closed.index + 12 * k, faces, sizeof faces);
    }
    opposite = *rays;
    for (size_t i = 0; i < rays->n; i++)
        for (int c = 3; c < 6; c++) opposite.at[c][i] = -opposite.at[c][i];
    struct tree tree = aabb_tree_of(&closed, NULL);
    for (size_t t = 0; t < tables->count; t++) {
        uint32_t counts[2][RAYS];
        table_use(&tables->at[t]);
        for (int k = 0; k < 2; k++) {
            lbx_rays view = rays_view(k ? &opposite : rays);
            view.t_min = view.t_max = NULL;
            expect(lbx_aabb_tree_crossings(tree.at, &view, NULL, rays->n, 0, counts[k]) >= 0,
                   "counted");
        }
        for (size_t i = 0; i < rays->n; i++)
            expect((counts[0][i] + counts[1][i]) % 2 == 0 || !is_in_range(rays, i),
                   "%s, ray %zu: %u and %u", tables->at[t].name, i, counts[0][i], counts[1][i]);
    }
    tree_free(&tree);
}

static void search_all_tables(const struct search *search) {
    const struct test_tables *const tables = test_tables();
    struct search s = *search;
    uint32_t crossings[RAYS];
    for (size_t t = 0; t < tables->count; t++) {
        const char *const table = tables->at[t].name;
        table_use(&tables->at[t]);
        expect_all(&s, table, s.call->flags);
        expect_all(&s, table, s.call->flags | LBX_SORTED);
        expect_crossings(&s, t == 0, table, crossings);
        // Only searches that need scratch check it, after everything else.
        const bool lacking = s.scratch < LBX_TRACE_SCRATCH_LEAST && s.call->n && !s.error;
        if (lacking) s.error = LBX_ERROR_COUNT;
        expect_nearest(&s, table, s.call->flags);
        expect_any(&s, table, s.call->flags);
        expect_nearest(&s, table, s.call->flags ^ LBX_COHERENT);
        expect_any(&s, table, s.call->flags ^ LBX_COHERENT);
        s.error = search->error;
    }
}

void fuzz_rays(struct bytes *in) {
    static struct soup soup;
    static struct rays rays;
    static struct found want;
    static struct lbx_case alone; // the case with only its first side
    uint32_t entry[RAYS][2];
    struct damage damage[SOUP_DAMAGES];
    take_soup(&soup, in);
    const unsigned aim = take_byte(in), seed = take_byte(in), mask = take_byte(in);
    const unsigned room = take_byte(in), refitted = take_byte(in), damages = take_byte(in);
    struct search s = {.tree = soup.tree.at, .scratch = take_scratch(in)};
    for (unsigned k = 0; k < damages % (SOUP_DAMAGES + 1); k++)
        damage[k] = (struct damage){take_word(in), take_byte(in), damages & 4};
    struct random r = random_of(mask, 4);
    for (size_t i = 0; i < RAYS; i++) {
        entry[i][0] = random_below(&r, 8);
        entry[i][1] = random_below(&r, 2 * SOUP_TRIANGLES);
    }
    const lbx_ray_filter filter = {mask & 4 ? entry[0] : NULL, mask & 8 ? entry[0] + 1 : NULL,
                                   sizeof *entry};
    alone = case_ray_triangle;
    alone.floats[1] = 0;
    struct call call;
    decode_call(&call, &alone, in);
    union case_view view;
    alone.view[0](&view, &call.side[0]);
    s.call = &call;
    s.rays = call.no_view[0] ? NULL : &view.rays;
    s.filter = mask % 4 == 3 ? &filter : NULL;
    s.error = error_of(&call);
    s.room = 1 + room;
    s.want = &want;
    want.hits = want.count = rays.n = 0;
    if (!s.error && call.n) {
        if (aim & 8) aim_rays(&call, &soup.mesh, aim, seed);
        read_rays(&call, &rays);
        expect_even(&soup.mesh, &rays);
        if (aim & 16) end_rays(&view.rays, &rays);
    }
    const uint32_t *const masks = soup.masked ? soup.masks : NULL;
    for (unsigned fits = 0; fits < 1 + refitted % 2; fits++) {
        if (fits > 0) refit_soup(&soup, refitted / 2);
        table_use(&test_tables()->at[0]);
        ask_every_triangle(&soup.mesh, &rays, masks, s.filter, &want);
        if (s.room < want.count / 50) s.room = want.count / 50; // each piece starts from the root
        search_all_tables(&s);
    }
    // A damaged tree that passes the check must be the tree of the triangles in its leaves, and
    // safe to search, which the sanitizers watch.
    const unsigned n = damages % (SOUP_DAMAGES + 1);
    do_damage(&soup, damage, n);
    const int error = lbx_aabb_tree_check(soup.tree.at, soup.bytes, NULL);
    expect(error == 0 || error == LBX_ERROR_TREE, "%d", error);
    if (n) count_damaged(!error);
    expect(error || n != 1 || damage->mended || !damage->bits, "damage is not told");
    if (n > 0 && !error) {
        if (take_leaves(&soup)) {
            table_use(&test_tables()->at[0]);
            ask_every_triangle(&soup.mesh, &rays, soup.masks, s.filter, &want);
        } else {
            s.want = NULL;
        }
        search_all_tables(&s);
    }
    call_free(&call);
    block_free(&soup.tree);
}
