// SPDX-License-Identifier: MIT
// Trees of meshes. The pairs on every table must be those of trees of one triangle each. Damaged
// trees must fail the check or be safe to search.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "harness.h"
#include "tables.h"
#include "trees.h"
#include "trees/obb_tree.h"

enum { TRIANGLES_MAX = 40 };

struct soup {
    size_t triangles;
    float vertex[3 * TRIANGLES_MAX][3];
    struct block tree;
    ptrdiff_t bytes;
};

static void take_soup(struct soup *soup, struct bytes *in) {
    const unsigned kind = take_byte(in) % 4;
    soup->triangles = 1 + take_byte(in) % TRIANGLES_MAX;
    for (size_t i = 0; i < 3 * soup->triangles; i++) {
        for (int c = 0; c < 3; c++) {
            const unsigned byte = take_byte(in);
            const float near = i % 3 ? soup->vertex[i - i % 3][c] : 0;
            float x = kind == 1 ? (float)(byte % 4) : near + (float)byte / (i % 3 ? 64 : 8);
            if (kind == 2) x += 1e6f;
            if (kind == 3) x = ldexpf(x, (int)byte - 100);
            soup->vertex[i][c] = fabsf(x) <= 0x1p58f ? x : 0;
        }
    }
}

static lbx_mesh view_of(const float (*vertex)[3], size_t triangles) {
    return lbx_mesh_of(vertex[0], 3 * triangles, sizeof *vertex, NULL, triangles);
}

static struct block build(const float (*vertex)[3], size_t triangles, uint32_t leaf,
                          ptrdiff_t *bytes) {
    const lbx_mesh mesh = view_of(vertex, triangles);
    const lbx_obb_tree_options options = {.leaf = leaf};
    const size_t room = lbx_obb_tree_bytes(&mesh);
    struct block made = block_alloc(room, 0);
    struct block scratch = block_alloc(lbx_obb_tree_scratch_bytes(&mesh), 0);
    *bytes = lbx_obb_tree_build(&mesh, &options, made.at, room, scratch.at);
    expect(*bytes > 0 && *bytes <= (ptrdiff_t)room, "%td bytes", *bytes);
    block_free(&scratch);
    struct block exact = block_alloc((size_t)*bytes, 0); // exactly the tree's bytes
    memcpy(exact.at, made.at, (size_t)*bytes);
    block_free(&made);
    return exact;
}

static lbx_rigid_pose take_pose(struct bytes *in) {
    lbx_rigid_pose pose;
    double square = 0;
    for (int c = 0; c < 3; c++) pose.position[c] = (double)take_byte(in) / 64 - 2;
    for (int k = 0; k < 4; k++) {
        pose.rotation[k] = (double)take_byte(in) - 128 + (k == 3) / 2.;
        square += pose.rotation[k] * pose.rotation[k];
    }
    for (int k = 0; k < 4; k++) pose.rotation[k] /= sqrt(square);
    return pose;
}

static lbx_separation separation_of(const void *a, const void *b, const lbx_rigid_pose pose[2],
                                    lbx_pair *hint) {
    const lbx_posed_trees trees = {a, &pose[0], b, &pose[1]};
    lbx_separation out;
    expect(lbx_obb_tree_distance(&trees, 1, NULL, LBX_REPRODUCIBLE, hint, &out, NULL) >= 0,
           "distance");
    return out;
}

// Whether two triangles are a hit. `nearest` becomes what they say, if they are nearer.
static bool is_hit(const struct soup soup[2], const lbx_rigid_pose pose[2], float distance,
                   size_t i, size_t j, lbx_separation *nearest) {
    ptrdiff_t bytes;
    struct block a = build(soup[0].vertex + 3 * i, 1, 0, &bytes);
    struct block b = build(soup[1].vertex + 3 * j, 1, 0, &bytes);
    const ptrdiff_t hit = tree_search(a.at, b.at, pose, distance, LBX_REPRODUCIBLE, NULL, 0, NULL);
    lbx_separation own = separation_of(a.at, b.at, pose, NULL);
    own.pair = (lbx_pair){(uint32_t)i, (uint32_t)j};
    if (own.distance < nearest->distance) *nearest = own;
    block_free(&a);
    block_free(&b);
    return hit == 1;
}

// Whatever the hint, a search for any pair finds one, and this one again by the hint that it
// leaves.
static void expect_first_pair(const char *table, const struct soup soup[2],
                              const lbx_rigid_pose pose[2], float distance, lbx_pair hint,
                              uint8_t want[TRIANGLES_MAX][TRIANGLES_MAX], size_t n) {
    lbx_pair found[2] = {{0, 0}, {0, 0}};
    const lbx_obb_tree_query query = {.distance = distance == TOUCHING ? 0 : distance,
                                      .flags = LBX_ANY | LBX_REPRODUCIBLE,
                                      .hint = &hint};
    for (int k = 0; k < 2; k++) {
        const ptrdiff_t any = (distance == TOUCHING ? lbx_obb_tree_collide : lbx_obb_tree_within)(
            soup[0].tree.at, &pose[0], soup[1].tree.at, &pose[1], &query, &found[k], 1, NULL);
        expect(any == (n > 0) && (!any || want[found[k].a][found[k].b]), "%s: any: %td", table,
               any);
    }
    expect(memcmp(&found[0], &found[1], sizeof *found) == 0, "%s: another pair", table);
}

void fuzz_trees(struct bytes *in) {
    static struct soup soup[2];
    static lbx_pair pairs[TRIANGLES_MAX * TRIANGLES_MAX];
    static uint8_t hits[TRIANGLES_MAX][TRIANGLES_MAX], want[TRIANGLES_MAX][TRIANGLES_MAX];
    lbx_rigid_pose pose[2];
    for (int k = 0; k < 2; k++) {
        take_soup(&soup[k], in);
        soup[k].tree = build(soup[k].vertex, soup[k].triangles, take_byte(in) % (LBX_LEAF_MAX + 1),
                             &soup[k].bytes);
        expect(lbx_obb_tree_check(soup[k].tree.at, (size_t)soup[k].bytes, NULL) == 0,
               "a good tree");
        const lbx_mesh mesh = view_of(soup[k].vertex, soup[k].triangles);
        expect_stats(lbx_obb_tree_stats, soup[k].tree.at, soup[k].triangles,
                     obb_widest(&mesh, soup[k].tree.at));
        pose[k] = take_pose(in);
    }
    const unsigned far = take_byte(in);
    const float distance = far % 4 ? (float)far / 64 : far ? 0 : TOUCHING;
    size_t n = 0;
    lbx_separation nearest = {INFINITY, {0, 0, 0}, {0, 0, 0}, {LBX_NO_TRIANGLE, LBX_NO_TRIANGLE}};
    memset(want, 0, sizeof want);
    for (size_t i = 0; i < soup[0].triangles; i++) {
        for (size_t j = 0; j < soup[1].triangles; j++)
            n += want[i][j] = is_hit(soup, pose, distance, i, j, &nearest);
    }
    const struct test_tables *const tables = test_tables();
    ptrdiff_t touching_itself = -1;
    const lbx_pair hint = {take_word(in), take_word(in)};
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        expect_first_pair(tables->at[t].name, soup, pose, distance, hint, want, n);
        lbx_pair from = hint;
        const lbx_separation s =
            separation_of(soup[0].tree.at, soup[1].tree.at, pose, t % 2 ? &from : NULL);
        expect(memcmp(&s, &nearest, sizeof s) == 0, "%s: %a apart, not %a", tables->at[t].name,
               s.distance, nearest.distance);
        const lbx_mesh mesh = view_of(soup[0].vertex, soup[0].triangles);
        const ptrdiff_t own = lbx_obb_tree_self(soup[0].tree.at, &mesh,
                                                &(lbx_obb_tree_query){.flags = LBX_REPRODUCIBLE},
                                                pairs, TRIANGLES_MAX * TRIANGLES_MAX, NULL);
        expect(own >= 0 && (t == 0 || own == touching_itself), "%s: %td", tables->at[t].name, own);
        touching_itself = own;
        memset(hits, 0, sizeof hits);
        const ptrdiff_t found =
            tree_search(soup[0].tree.at, soup[1].tree.at, pose, distance, LBX_REPRODUCIBLE, pairs,
                        TRIANGLES_MAX * TRIANGLES_MAX, NULL);
        expect(found == (ptrdiff_t)n, "%s: %td of %zu", tables->at[t].name, found, n);
        for (size_t i = 0; i < n; i++) hits[pairs[i].a][pairs[i].b] = 1;
        expect(memcmp(hits, want, sizeof hits) == 0, "%s: other pairs", tables->at[t].name);
    }
    // A search goes on from any cursor, or refuses it.
    lbx_obb_tree_cursor cursor = {take_word(in) % 256, take_word(in) % 256, take_byte(in), 0};
    for (int call = 0; call < 4 && !cursor.done; call++) {
        const lbx_obb_tree_query query = {
            .flags = LBX_REPRODUCIBLE, .cursor = &cursor, .budget = 1 + take_byte(in)};
        const ptrdiff_t found = lbx_obb_tree_collide(soup[0].tree.at, &pose[0], soup[1].tree.at,
                                                     &pose[1], &query, pairs, 5, NULL);
        expect(found == LBX_ERROR_INDEX || (found >= 0 && found <= 5), "%td", found);
        if (found < 0) break;
    }
    // A damaged tree that passes the check must be safe to search, which the sanitizers watch.
    struct soup *const s = &soup[0];
    const unsigned how = take_byte(in), flips = how % 4;
    for (unsigned k = 0; k < flips; k++)
        s->tree.at[take_word(in) % (size_t)s->bytes] ^= (uint8_t)take_byte(in);
    struct lbx_obb_tree t; // with the sums mended, damage reaches what else is checked
    if (how & 4 && lbx_obb_tree_open(&t, s->tree.at) == 0) {
        struct lbx_numbering numbering;
        lbx_obb_tree_numbering(&t, NULL, &numbering);
        t.header->sum = lbx_obb_tree_sum(&t, NULL);
        t.header->numbers = lbx_tree_numbers(&numbering, t.header->mesh_triangles);
    }
    const int error = lbx_obb_tree_check(s->tree.at, (size_t)s->bytes, NULL);
    if (flips) count_damaged(!error);
    if (!error) {
        expect(tree_search(s->tree.at, soup[1].tree.at, pose, distance, 0, NULL, 0, NULL) >= 0,
               "searched");
        (void)separation_of(s->tree.at, soup[1].tree.at, pose, NULL);
    }
    for (int k = 0; k < 2; k++) block_free(&soup[k].tree);
}
