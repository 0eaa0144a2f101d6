// SPDX-License-Identifier: MIT
// Rays against scenes of instances that bytes make up. The hits on every table must be those of
// every instance asked by itself. A refit to an instance out of range leaves the scene as it was.
// Damaged scenes that pass the check are searched, too, which the sanitizers watch.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "crowd.h"
#include "decode.h"
#include "harness.h"
#include "scenes/scene.h"
#include "soup.h"
#include "tables.h"

enum { INSTANCES = 40 };

struct search {
    const struct crowd *crowd;
    const void *scene;
    const lbx_rays *rays;
    const lbx_scene_filter *filter;
    size_t n, scratch, room;
    const struct crowd_found *want; // NULL: any answer
};

static double take_double(struct bytes *in) {
    const uint64_t low = take_word(in), bits = low | (uint64_t)take_word(in) << 32;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Changes a part of an instance to what bytes say.
static void change(lbx_instance *at, struct bytes *in) {
    const unsigned part = take_byte(in);
    switch (part % 8) {
    case 0: at->pose.position[part / 8 % 3] = take_double(in); break;
    case 1: at->pose.position[part / 8 % 3] = ldexp(1, (int)(take_byte(in) % 128) - 64); break;
    case 2: at->pose.rotation[part / 8 % 4] = take_double(in); break;
    case 3: at->scale = take_double(in); break;
    case 4: at->scale = ldexp(1, (int)(take_byte(in) % 64) - 32); break;
    case 5: at->tree = take_byte(in) % 9; break;
    case 6: at->mask = take_word(in); break;
    default: *at = (lbx_instance){{{0, 0, 0}, {0, 0, 0, 1}}, 1, part / 8 % 8, ~0u}; break;
    }
}

static void refit(struct crowd *s, struct bytes *in) {
    static lbx_instance before[INSTANCES];
    memcpy(before, s->at, sizeof before);
    for (unsigned left = take_byte(in) % 4; left > 0 && s->n > 0; left--)
        change(&s->at[take_byte(in) % s->n], in);
    struct block old = block_alloc(s->bytes, 0);
    memcpy(old.at, s->scene, s->bytes);
    const int error = lbx_scene_refit(&s->trees, s->at, s->n, s->scene, NULL);
    expect(error == 0 || error == LBX_ERROR_POSE || error == LBX_ERROR_INDEX, "%d", error);
    if (error) {
        expect(memcmp(old.at, s->scene, s->bytes) == 0, "an error, but another scene");
        memcpy(s->at, before, sizeof before);
    }
    expect(lbx_scene_check(s->scene, s->bytes, NULL) == 0, "refitted");
    block_free(&old);
}

static void expect_same(const struct search *s, const char *table, unsigned flags) {
    struct block out[5], scratch = block_alloc(s->scratch, 0),
                         bits = block_alloc((s->n + 7) / 8, 0);
    const bool lacking = s->scratch < LBX_TRACE_SCRATCH_LEAST && s->n > 0;
    for (int k = 0; k < 5; k++) out[k] = block_alloc(4 * s->n, 0);
    const lbx_scene_hits hits = {(uint32_t *)(void *)out[0].at, (uint32_t *)(void *)out[1].at,
                                 (float *)(void *)out[2].at,    (float *)(void *)out[3].at,
                                 (float *)(void *)out[4].at,    NULL};
    const lbx_scene_trees *const trees = &s->crowd->trees;
    const ptrdiff_t got[2] = {lbx_scene_nearest(s->scene, trees, s->rays, s->filter, s->n, flags,
                                                &hits, scratch.at, s->scratch),
                              lbx_scene_any(s->scene, trees, s->rays, s->filter, s->n, flags,
                                            bits.at, scratch.at, s->scratch)};
    for (int k = 0; k < 2; k++)
        expect(lacking ? got[k] == LBX_ERROR_COUNT : got[k] >= 0 && got[k] == got[0],
               "%s, flags %u: %td and %td", table, flags, got[0], got[1]);
    for (size_t i = 0; i < s->n && s->want && !lacking; i++) {
        const struct crowd_hit *const w = &s->want->nearest[i];
        const struct crowd_hit h = {hits.instance[i], hits.triangle[i], hits.t[i], hits.u[i],
                                    hits.v[i]};
        expect(memcmp(&h, w, sizeof h) == 0,
               "%s, flags %u, ray %zu: %u, %u at %a, not %u, %u at %a", table, flags, i, h.instance,
               h.triangle, (double)h.t, w->instance, w->triangle, (double)w->t);
        expect((bits.at[i / 8] >> i % 8 & 1) == (w->instance != LBX_NO_INSTANCE), "%s: any", table);
    }
    for (int k = 0; k < 5; k++) block_free(&out[k]);
    block_free(&scratch);
    block_free(&bits);
}

static void expect_all(const struct search *s, const char *table, unsigned flags) {
    lbx_scene_ray_cursor cursor = {0};
    struct block out = block_alloc(s->room * sizeof(lbx_scene_hit), 0);
    lbx_scene_hit *const hits = (lbx_scene_hit *)(void *)out.at;
    size_t count = 0;
    for (size_t some = s->room; some == s->room && count < 100 * s->room; count += some) {
        const ptrdiff_t found = lbx_scene_all(s->scene, &s->crowd->trees, s->rays, s->filter, s->n,
                                              flags, &cursor, hits, s->room);
        expect(found >= 0 && (size_t)found <= s->room, "%s: %td", table, found);
        some = (size_t)found;
        for (size_t k = 0; k < some && s->want && flags & LBX_SORTED; k++)
            expect(memcmp(&hits[k], &s->want->all[count + k], sizeof *hits) == 0, "%s: hit %zu",
                   table, count + k);
    }
    block_free(&out);
}

static void search_all_tables(const struct search *s) {
    const struct test_tables *const tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
            expect_same(s, tables->at[t].name, flags);
        expect_all(s, tables->at[t].name, 0);
        expect_all(s, tables->at[t].name, LBX_SORTED);
    }
}

// Makes the sum of a damaged scene agree.
static void mend(struct block *memory) {
    struct lbx_scene s;
    if (lbx_scene_open(&s, memory->at) != 0) return;
    uint64_t sum = 0;
    for (size_t i = 0; i < s.header->top.nodes * TREE_WIDTH; i++) {
        const struct lbx_aabb_node *const node = &s.node[i / TREE_WIDTH];
        const uint32_t child = node->child[i % TREE_WIDTH];
        if (is_leaf(child) && leaf_first(child) < s.header->top.triangles)
            sum += lbx_scene_instance_sum(&s.instance[leaf_first(child)], node, i % TREE_WIDTH);
    }
    s.header->top.sum = sum;
}

// Damages a copy, and searches it if it passes.
static void damage(struct search *s, struct bytes *in) {
    const unsigned how = take_byte(in), flips = how % 4;
    struct block copy = block_alloc(s->crowd->bytes, 0);
    memcpy(copy.at, s->scene, s->crowd->bytes);
    bool changed = false;
    for (unsigned k = 0; k < flips; k++) {
        const size_t at = take_word(in) % s->crowd->bytes;
        const uint8_t bits = (uint8_t)take_byte(in);
        copy.at[at] ^= bits;
        changed = changed || bits;
    }
    if (how & 4) mend(&copy);
    const int error = lbx_scene_check(copy.at, s->crowd->bytes, NULL);
    expect(error == 0 || error == LBX_ERROR_SCENE, "%d", error);
    expect(error || !(flips == 1 && changed && !(how & 4)), "damage is not told");
    if (flips) count_damaged(!error);
    s->scene = copy.at;
    s->want = NULL;
    if (!error) search_all_tables(s);
    block_free(&copy);
}

void fuzz_scenes(struct bytes *in) {
    static struct crowd crowd;
    static struct rays rays;
    static struct crowd_found want;
    static uint32_t entry[RAYS][3];
    const enum crowd_kind kind = (enum crowd_kind)(take_byte(in) % CROWD_KINDS);
    const size_t n = take_byte(in) % INSTANCES;
    const unsigned seed = take_byte(in), how = take_byte(in);
    crowd_make(&crowd, kind, n, how & 1, seed);
    if (how & 2) refit(&crowd, in);
    crowd_rays(&crowd, &rays, how & 4, take_byte(in));
    struct search s = {.crowd = &crowd,
                       .scene = crowd.scene,
                       .n = 1 + take_word(in) % RAYS,
                       .room = 1 + take_byte(in),
                       .scratch = take_scratch(in)};
    for (unsigned left = take_byte(in) % 8; left > 0; left--) {
        float *const x = &rays.at[take_byte(in) % RAY_FLOATS][take_byte(in)];
        const uint32_t bits = take_word(in);
        memcpy(x, &bits, sizeof bits);
    }
    for (size_t i = 0; i < RAYS; i++) {
        entry[i][0] = 0x9e3779b9u * (uint32_t)i;
        entry[i][1] = (uint32_t)(i % (n + 1));
        entry[i][2] = (uint32_t)(i / 7 % 12);
    }
    const lbx_scene_filter filter = {&entry[0][0], &entry[0][1], &entry[0][2], sizeof *entry};
    const lbx_rays view = rays_view(&rays);
    s.rays = &view;
    s.filter = how & 8 ? &filter : NULL;
    table_use(&test_tables()->at[0]);
    crowd_ask(&crowd, &rays, &view, s.filter, false, &want);
    s.want = &want;
    while (want.count > 80 * s.room) s.room *= 2; // each piece begins at the root
    search_all_tables(&s);
    damage(&s, in);
    crowd_free(&crowd);
}
