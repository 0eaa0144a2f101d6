// SPDX-License-Identifier: MIT
// Signs of meshes that the bytes make up, with many edges of more than two faces and many triangles
// without area. Counts must be those of comparing each edge with all others. Distances must be
// those of nearest triangles, with the same signs on every table. Damaged signs must fail the check
// or be safe to use, which the sanitizers watch.
#include <math.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "examples/random.h"
#include "harness.h"
#include "signs.h"
#include "tables.h"

enum { TRIANGLES_MOST = 60, POINTS_MOST = 40 };

static float take_coordinate(struct bytes *in, unsigned kind) {
    const unsigned byte = take_byte(in);
    if (kind < 2) return (float)(byte % (kind ? 4 : 3));
    if (kind == 2) return (float)byte / 16 - 8;
    float x;
    const uint32_t bits = take_word(in);
    memcpy(&x, &bits, sizeof x);
    return fabsf(x) <= 0x1p58f ? x : (float)byte;
}

static void take_shape(struct shape *s, struct bytes *in) {
    const unsigned kind = take_byte(in) % 4, n = 1 + take_byte(in) % TRIANGLES_MOST;
    const unsigned vertices = 3 + take_byte(in) % 30, shared = take_byte(in);
    float vertex[33][3];
    for (unsigned v = 0; v < vertices; v++)
        for (int c = 0; c < 3; c++) vertex[v][c] = take_coordinate(in, kind);
    s->triangles = 0;
    unsigned at[3] = {0, 1, 2};
    for (unsigned i = 0; i < n; i++) {
        // Often a triangle goes on behind an edge of the one before.
        const unsigned byte = take_byte(in), next = byte % vertices;
        at[byte >> 6 & 1 ? 0 : 1] = at[2];
        at[2] = next;
        if (shared & 1 && byte & 128) at[1] = take_byte(in) % vertices;
        shape_add(s, vertex[at[0]], vertex[at[1]], vertex[at[2]]);
    }
}

static void expect_same_distances(const struct signed_tree *s, const float (*point)[3], size_t n) {
    const struct test_tables *const tables = test_tables();
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    float first[POINTS_MOST], distance[2][POINTS_MOST];
    uint32_t id[POINTS_MOST];
    const lbx_points points = lbx_points_of(point[0], n, sizeof *point);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        const lbx_closest_out to = {.id = id, .distance = first},
                              with = {.id = id, .distance = distance[0]},
                              without = {.distance = distance[1]};
        expect(lbx_aabb_tree_closest(s->tree.at, &points, NULL, NULL, n, 0, &to, scratch,
                                     sizeof scratch) >= 0 &&
                   lbx_aabb_tree_signed_distance(s->tree.at, s->signs.at, &points, NULL, n, 0,
                                                 &with, scratch, sizeof scratch) >= 0 &&
                   lbx_aabb_tree_signed_distance(s->tree.at, s->signs.at, &points, NULL, n, 0,
                                                 &without, scratch, sizeof scratch) >= 0,
               "searched");
        for (size_t i = 0; i < n; i++) {
            const bool behind = id[i] != LBX_NO_TRIANGLE && first[i] > 0 &&
                                lbx_is_behind(&s->open_signs, &s->open_tree, id[i], point[i]);
            const float want = behind ? -first[i] : first[i];
            for (int k = 0; k < 2; k++)
                expect(memcmp(&distance[k][i], &want, sizeof want) == 0,
                       "%s, point %zu: %a, not %a", tables->at[t].name, i, (double)distance[k][i],
                       (double)want);
        }
    }
}

void fuzz_signs(struct bytes *in) {
    static struct shape shape;
    float point[POINTS_MOST][3];
    const unsigned seed = take_byte(in), damages = take_byte(in);
    take_shape(&shape, in);
    const lbx_mesh view = shape_view(&shape);
    struct signed_tree s = signed_of(&view, 0);
    const lbx_sign_counts want = shape_counts(&shape);
    expect(memcmp(&want, &s.counts, sizeof want) == 0, "%llu edges, not %llu; %llu flat, not %llu",
           (unsigned long long)s.counts.edges, (unsigned long long)want.edges,
           (unsigned long long)s.counts.triangles, (unsigned long long)want.triangles);
    struct random r = random_of(seed, 5);
    for (size_t i = 0; i < POINTS_MOST; i++) {
        const float *const near = shape.corner[random_below(&r, (unsigned)(3 * shape.triangles))];
        for (int c = 0; c < 3; c++)
            point[i][c] = i % 8 ? near[c] + (float)random_int(&r, -2, 2) / 2 : random_hostile(&r);
    }
    expect_same_distances(&s, (const float(*)[3])point, POINTS_MOST);

    unsigned char *const at = s.signs.at;
    for (unsigned k = 0; k < damages % 4; k++) {
        const size_t byte = take_word(in) % s.signs.bytes;
        at[byte] ^= (unsigned char)take_byte(in);
    }
    struct lbx_signs mended; // with the sum mended, damage reaches what else is checked
    if (damages & 4 && lbx_signs_open(&mended, at) == 0)
        mended.header->sum = lbx_signs_sum(&mended, NULL);
    struct block exact = block_alloc(s.signs.bytes, 0);
    memcpy(exact.at, at, s.signs.bytes);
    const int error = lbx_tree_signs_check(exact.at, s.signs.bytes, NULL);
    expect(error == 0 || error == LBX_ERROR_TREE, "%d", error);
    if (damages % 4) count_damaged(!error);
    if (!error && lbx_signs_open_of(&s.open_signs, exact.at, &s.open_tree) == 0) {
        for (size_t i = 0; i < POINTS_MOST; i++)
            for (uint32_t id = 0; id < shape.triangles; id++)
                if (s.open_signs.sign[id].place != NO_PLACE)
                    (void)lbx_is_behind(&s.open_signs, &s.open_tree, id, point[i]);
    }
    block_free(&exact);
    signed_free(&s);
}
