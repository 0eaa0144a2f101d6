// SPDX-License-Identifier: MIT
// Every hit of rays in scenes, in the scene's order or sorted, piece by piece. The hits are those
// of every instance asked by itself in its frame, bit for bit.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "tables.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a };

static struct crowd crowd;
static struct rays rays;
static struct crowd_found want;

// Fetches all hits in pieces of `room`, which lie at the end of guarded memory.
static void expect_all(const char *what, const lbx_rays *view, const lbx_scene_filter *filter,
                       unsigned flags, size_t room) {
    static lbx_scene_hit *hits;
    lbx_scene_ray_cursor cursor = {0};
    struct guarded out = guarded_alloc(room * sizeof *hits, GUARD_BEHIND, UNTOUCHED);
    hits = realloc(hits, (want.count + 1) * sizeof *hits);
    expect(hits, "no memory");
    size_t count = 0, pieces = 0;
    for (size_t some = room; some == room; count += some) {
        const ptrdiff_t left = pieces++ % 8 == 0
                                   ? lbx_scene_all(crowd.scene, &crowd.trees, view, filter, RAYS,
                                                   flags, &cursor, NULL, 0)
                                   : (ptrdiff_t)(want.count - count);
        expect(left == (ptrdiff_t)(want.count - count), "%s, flags %u: %td left, not %zu", what,
               flags, left, want.count - count);
        const ptrdiff_t found = lbx_scene_all(crowd.scene, &crowd.trees, view, filter, RAYS, flags,
                                              &cursor, (lbx_scene_hit *)(void *)out.at, room);
        expect(!upper_halves_in_use(), "%s: upper halves are in use", what);
        expect(found >= 0 && (size_t)found <= room && count + (size_t)found <= want.count,
               "%s, flags %u: %td", what, flags, found);
        some = (size_t)found;
        memcpy(hits + count, out.at, some * sizeof *hits);
    }
    expect(count == want.count && guarded_intact(&out, UNTOUCHED), "%s, flags %u: %zu of %zu hits",
           what, flags, count, want.count);
    for (size_t k = 1; k < count; k++) expect(hits[k - 1].ray <= hits[k].ray, "%s: rays", what);
    if (!(flags & LBX_SORTED)) crowd_sort(hits, count);
    for (size_t k = 0; k < count; k++)
        expect(memcmp(&hits[k], &want.all[k], sizeof *hits) == 0,
               "%s, flags %u, room %zu, hit %zu: ray %u, %u, %u at %a, not %u, %u, %u at %a", what,
               flags, room, k, hits[k].ray, hits[k].instance, hits[k].triangle, (double)hits[k].t,
               want.all[k].ray, want.all[k].instance, want.all[k].triangle, (double)want.all[k].t);
    guarded_free(&out);
}

static void expect_on_tables(const char *what, const lbx_rays *view,
                             const lbx_scene_filter *filter) {
    const size_t rooms[] = {1, 3, 64, 1000, want.count + 1};
    const struct test_tables *const tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        char name[96];
        table_use(&tables->at[t]);
        snprintf(name, sizeof name, "%s, %zu instances, %s", what, crowd.n, tables->at[t].name);
        for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
            if (want.count > 200 * rooms[k]) continue; // each piece begins at the root
            expect_all(name, view, filter, k == 2 ? LBX_COHERENT : 0, rooms[k]);
            expect_all(name, view, filter, LBX_SORTED, rooms[k]);
        }
    }
}

Test(scene_all, in_pieces) {
    static const size_t numbers[] = {0, 1, 3, 7, 8, 9, 65};
    size_t all = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            const uint64_t seed = 10 * kind + k + 1;
            crowd_make(&crowd, kind, numbers[k], k % 2, seed);
            crowd_rays(&crowd, &rays, k % 3 == 2, seed);
            const lbx_rays view = rays_view(&rays);
            table_use(&test_tables()->at[0]);
            crowd_ask(&crowd, &rays, &view, NULL, false, &want);
            all += want.count;
            expect_on_tables(crowd_names[kind], &view, NULL);
            crowd_free(&crowd);
        }
    }
    expect(all > 20000, "%zu", all);
}

Test(scene_all, filtered) {
    static uint32_t entry[RAYS][3];
    const lbx_scene_filter filter = {&entry[0][0], &entry[0][1], &entry[0][2], sizeof *entry};
    size_t all = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        struct random r = random_of(kind, 3);
        crowd_make(&crowd, kind, 20, kind % 2, kind);
        crowd_rays(&crowd, &rays, false, kind);
        const lbx_rays view = rays_view(&rays);
        for (size_t i = 0; i < RAYS; i++) {
            entry[i][0] = random_chance(&r, 2) ? 1u << 30 : (uint32_t)random_bits(&r);
            entry[i][1] = random_below(&r, 21);
            entry[i][2] = random_below(&r, 12);
        }
        table_use(&test_tables()->at[0]);
        crowd_ask(&crowd, &rays, &view, &filter, false, &want);
        all += want.count;
        expect_on_tables("filtered", &view, &filter);
        crowd_free(&crowd);
    }
    expect(all > 2000, "%zu", all);
}

Test(scene_all, along_segments) {
    static struct ray_segment segment[RAYS];
    size_t all = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        crowd_make(&crowd, kind, 30, false, kind + 9);
        crowd_rays(&crowd, &rays, false, kind);
        const lbx_rays view = rays_along_segments(&rays, segment);
        table_use(&test_tables()->at[0]);
        crowd_ask(&crowd, &rays, &view, NULL, false, &want);
        all += want.count;
        expect_on_tables("along segments", &view, NULL);
        crowd_free(&crowd);
    }
    expect(all > 1000, "%zu", all);
}

// Any cursor is safe: no search gives more than there is room for, and sorted hits are in order.
Test(scene_all, made_up_cursors) {
    lbx_scene_hit out[20];
    crowd_make(&crowd, CROWD_EQUAL, 20, false, 3);
    crowd_rays(&crowd, &rays, true, 3);
    table_use(&test_tables()->at[0]);
    const lbx_rays view = rays_view(&rays);
    size_t all = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        struct random r = random_of(i, 5);
        lbx_scene_ray_cursor cursor = {.ray = random_below(&r, RAYS + RAYS / 8)};
        cursor.place[0] = random_chance(&r, 4) ? (uint32_t)random_bits(&r) : random_below(&r, 30);
        cursor.place[1] = random_chance(&r, 4) ? (uint32_t)random_bits(&r) : random_below(&r, 30);
        cursor.mesh = (lbx_ray_cursor){.ray = random_below(&r, 3),
                                       .node = random_chance(&r, 2) ? (uint32_t)random_bits(&r)
                                                                    : random_below(&r, 9),
                                       .leaf = random_below(&r, 9),
                                       .given = random_below(&r, 3)};
        const size_t room = 1 + random_below(&r, 20);
        const unsigned flags = i % 2 ? LBX_SORTED : 0;
        const ptrdiff_t found =
            lbx_scene_all(crowd.scene, &crowd.trees, &view, NULL, RAYS, flags, &cursor, out, room);
        expect(found >= 0 && (size_t)found <= room, "%td", found);
        for (ptrdiff_t k = 1; k < found && flags; k++) {
            lbx_scene_hit two[2] = {out[k - 1], out[k]};
            crowd_sort(two, 2);
            expect(memcmp(two, &out[k - 1], sizeof two) == 0, "%td: order", k);
        }
        all += (size_t)found;
    }
    expect(all > 1000, "%zu", all);
    crowd_free(&crowd);
}
