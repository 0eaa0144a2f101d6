// SPDX-License-Identifier: MIT
// Rays against scenes of instances. The answers are those of every instance asked by itself in its
// frame, bit for bit, whatever the scene, the scratch, the flags and the instruction set.
#include <math.h>
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

// How a search is called.
struct way {
    const char *what;
    const lbx_rays *view;
    const lbx_scene_filter *filter;
    size_t first, n; // rays
    unsigned flags;
    size_t bytes; // scratch
};

static void expect_hits(const struct crowd *s, const struct way *w,
                        const struct crowd_found *want) {
    static uint32_t instance[RAYS], triangle[RAYS];
    static float t[RAYS], u[RAYS], v[RAYS];
    static uint8_t bits[RAYS];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    const lbx_scene_hits out = {instance, triangle, t, u, v, NULL};
    const ptrdiff_t found = lbx_scene_nearest(s->scene, &s->trees, w->view, w->filter, w->n,
                                              w->flags, &out, scratch, w->bytes);
    expect(!upper_halves_in_use(), "%s, nearest: upper halves are in use", w->what);
    size_t hits = 0;
    for (size_t i = 0; i < w->n; i++) {
        const struct crowd_hit got = {instance[i], triangle[i], t[i], u[i], v[i]};
        const struct crowd_hit *const h = &want->nearest[w->first + i];
        hits += h->instance != LBX_NO_INSTANCE;
        expect(memcmp(&got, h, sizeof got) == 0,
               "%s, ray %zu of %zu from %zu on, flags %u, %zu bytes: instance %u, triangle %u at "
               "%a, %a, %a, not %u, %u at %a, %a, %a",
               w->what, i, w->n, w->first, w->flags, w->bytes, got.instance, got.triangle,
               (double)got.t, (double)got.u, (double)got.v, h->instance, h->triangle, (double)h->t,
               (double)h->u, (double)h->v);
    }
    expect(found == (ptrdiff_t)hits, "%s: %td of %zu", w->what, found, hits);
    memset(bits, UNTOUCHED, sizeof bits);
    const ptrdiff_t any = lbx_scene_any(s->scene, &s->trees, w->view, w->filter, w->n, w->flags,
                                        bits, scratch, w->bytes);
    expect(!upper_halves_in_use(), "%s, any: upper halves are in use", w->what);
    expect(any == (ptrdiff_t)hits, "%s, flags %u: any of %td rays, not %zu", w->what, w->flags, any,
           hits);
    for (size_t i = 0; i < w->n; i++)
        expect((bits[i / 8] >> i % 8 & 1) ==
                   (want->nearest[w->first + i].instance != LBX_NO_INSTANCE),
               "%s: any, ray %zu", w->what, i);
    expect(w->n % 8 == 0 || bits[w->n / 8] >> w->n % 8 == 0, "%s: bits behind the last", w->what);
    expect(bits[(w->n + 7) / 8] == UNTOUCHED, "%s: bytes behind the last one", w->what);
}

// All rays as streams and as packets, with much scratch and little; on every table.
static void expect_all_ways(const char *what, const struct crowd *s, const lbx_rays *view,
                            const lbx_scene_filter *filter, const struct crowd_found *want) {
    const struct test_tables *const tables = test_tables();
    static const size_t scratches[] = {LBX_TRACE_SCRATCH, LBX_TRACE_SCRATCH_LEAST,
                                       LBX_TRACE_SCRATCH_LEAST + 8, 40000};
    for (size_t t = 0; t < tables->count; t++) {
        char name[96];
        table_use(&tables->at[t]);
        snprintf(name, sizeof name, "%s, %zu instances, %s", what, s->n, tables->at[t].name);
        for (size_t k = 0; k < sizeof scratches / sizeof *scratches; k++) {
            for (unsigned coherent = 0; coherent < 2; coherent++) {
                const struct way w = {
                    name, view, filter, 0, RAYS - k, coherent ? LBX_COHERENT : 0, scratches[k],
                };
                expect_hits(s, &w, want);
            }
        }
    }
}

static const size_t numbers[] = {0, 1, 7, 8, 9, 63, 64, 65};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

Test(scene_rays, find_what_every_instance_finds) {
    static struct crowd s;
    static struct rays rays;
    struct crowd_found want = {.all = NULL};
    size_t hits = 0, all = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        for (size_t k = 0; k < NUMBERS; k++) {
            const uint64_t seed = 10 * kind + k + 1;
            crowd_make(&s, kind, numbers[k], k % 2, seed);
            expect(lbx_scene_check(s.scene, s.bytes, NULL) == 0, "checked");
            crowd_rays(&s, &rays, k % 3 == 2, seed);
            const lbx_rays view = rays_view(&rays);
            table_use(&test_tables()->at[0]);
            crowd_ask(&s, &rays, &view, NULL, numbers[k] < 10, &want);
            hits += want.hits;
            all += want.count;
            expect_all_ways(crowd_names[kind], &s, &view, NULL, &want);
            crowd_free(&s);
        }
    }
    expect(hits > 5000 && all > hits, "%zu rays hit, %zu times", hits, all);
    crowd_found_free(&want);
}

Test(scene_rays, of_many_instances) {
    static struct crowd s;
    static struct rays rays;
    struct crowd_found want = {.all = NULL};
    size_t hits = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind += tests_are_sampled() ? 2 : 1) {
        crowd_make(&s, kind, CROWD_MOST, kind % 2, kind + 1);
        crowd_rays(&s, &rays, kind % 3 == 0, 7);
        const lbx_rays view = rays_view(&rays);
        table_use(&test_tables()->at[0]);
        crowd_ask(&s, &rays, &view, NULL, false, &want);
        hits += want.hits;
        expect_all_ways(crowd_names[kind], &s, &view, NULL, &want);
        crowd_free(&s);
    }
    expect(hits > 500, "%zu rays hit", hits);
    crowd_found_free(&want);
}

// From one to 70 rays a call, of a batch that begins anywhere; and each ray in a call of its own.
Test(scene_rays, few_a_call) {
    static struct crowd s;
    static struct rays rays;
    struct crowd_found want = {.all = NULL};
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        crowd_make(&s, kind, 40, kind % 2, kind + 60);
        crowd_rays(&s, &rays, true, kind);
        lbx_rays view = rays_view(&rays);
        table_use(&tables->at[0]);
        crowd_ask(&s, &rays, &view, NULL, false, &want);
        hits += want.hits;
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            struct way w = {
                .what = tables->at[t].name, .view = &view, .bytes = LBX_TRACE_SCRATCH_LEAST};
            for (w.n = 1; w.n <= 70; w.first = (w.first + w.n) % (RAYS - 70), w.n++) {
                view.pick = lbx_from(w.first);
                w.flags = w.n % 3 ? 0 : LBX_COHERENT;
                expect_hits(&s, &w, &want);
            }
            w.n = 1;
            for (w.first = 0; w.first < RAYS; w.first++) {
                view.pick = lbx_from(w.first);
                expect_hits(&s, &w, &want);
            }
        }
        crowd_free(&s);
    }
    expect(hits > 500, "%zu rays hit", hits);
    crowd_found_free(&want);
}

// Masks and skipped triangles, dense and far apart; rays with a skip of what they meet first meet
// what is behind it.
Test(scene_rays, filters) {
    static struct crowd s;
    static struct rays rays;
    static uint32_t entry[RAYS][5];
    struct crowd_found want = {.all = NULL};
    size_t hits[2] = {0, 0};
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        for (unsigned how = 1; how < 8; how++) {
            struct random r = random_of(how, kind);
            lbx_scene_filter filter = {.stride = sizeof *entry};
            crowd_make(&s, kind, 30, how % 2, how);
            crowd_rays(&s, &rays, how == 7, how);
            const lbx_rays view = rays_view(&rays);
            table_use(&test_tables()->at[0]);
            crowd_ask(&s, &rays, &view, NULL, false, &want);
            hits[0] += want.hits;
            for (size_t i = 0; i < RAYS; i++) {
                const struct crowd_hit *const h = &want.nearest[i];
                const bool other = random_chance(&r, 4);
                entry[i][0] = random_chance(&r, 8) ? 0 : (uint32_t)random_bits(&r) | how % 2 << 30;
                entry[i][1] = other ? random_below(&r, 31) : h->instance;
                entry[i][2] = other ? random_below(&r, 70) : h->triangle;
            }
            filter.mask = how & 1 || how == 6 ? &entry[0][0] : NULL;
            filter.skip_instance = how & 2 ? &entry[0][1] : NULL;
            filter.skip_triangle = how & 2 ? &entry[0][2] : NULL;
            if (how & 4) { // dense
                static uint32_t row[3][RAYS];
                for (size_t i = 0; i < RAYS; i++)
                    for (int k = 0; k < 3; k++) row[k][i] = entry[i][k];
                filter.stride = 0;
                if (filter.mask) filter.mask = row[0];
                if (filter.skip_instance) filter.skip_instance = row[1];
                if (filter.skip_triangle) filter.skip_triangle = row[2];
            }
            crowd_ask(&s, &rays, &view, &filter, false, &want);
            hits[1] += want.hits;
            expect_all_ways("filtered", &s, &view, &filter, &want);
            crowd_free(&s);
        }
    }
    expect(hits[1] > 2000 && hits[1] < hits[0], "%zu rays hit, %zu without", hits[1], hits[0]);
    crowd_found_free(&want);
}

// Rays along segments, and rays that lie with others' floats among their own.
Test(scene_rays, views) {
    static struct crowd s;
    static struct rays rays;
    static struct ray_segment segment[RAYS];
    static float packed[RAYS][9], inverse[3][RAYS];
    static uint32_t list[RAYS];
    struct crowd_found want = {.all = NULL};
    size_t hits = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        crowd_make(&s, kind, 50, false, kind + 5);
        crowd_rays(&s, &rays, false, kind);
        lbx_rays view = rays_view(&rays);
        table_use(&test_tables()->at[0]);
        crowd_ask(&s, &rays, &view, NULL, false, &want);
        hits += want.hits;
        for (int c = 0; c < 3; c++) {
            for (size_t i = 0; i < RAYS; i++) inverse[c][i] = 1 / rays.at[3 + c][i];
            view.inv_dir[c] = inverse[c];
        }
        expect_all_ways("with inv_dir", &s, &view, NULL, &want);
        for (size_t i = 0; i < RAYS; i++) {
            list[i] = (uint32_t)(i * 7 % RAYS);
            for (int k = 0; k < RAY_FLOATS; k++) packed[list[i]][k] = rays.at[k][i];
        }
        view = lbx_rays_of(packed[0], packed[0] + 3, RAYS, sizeof *packed);
        view.t_min = packed[0] + 6;
        view.t_max = packed[0] + 7;
        view.pick = lbx_indexed(list, RAYS);
        expect_all_ways("listed", &s, &view, NULL, &want);
        view = rays_along_segments(&rays, segment);
        table_use(&test_tables()->at[0]);
        crowd_ask(&s, &rays, &view, NULL, false, &want);
        hits += want.hits;
        expect_all_ways("along segments", &s, &view, NULL, &want);
        crowd_free(&s);
    }
    expect(hits > 1000, "%zu rays hit", hits);
    crowd_found_free(&want);
}

// Rays of one eye, close together and of one kind, which form packets; and some that do not.
Test(scene_rays, packets) {
    static struct crowd s;
    static struct rays rays;
    struct crowd_found want = {.all = NULL};
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        struct random r = random_of(seed, 5);
        const enum crowd_kind kind = (enum crowd_kind)(seed % CROWD_KINDS);
        crowd_make(&s, kind, 1 + seed * 5, seed % 2, seed);
        crowd_rays(&s, &rays, false, seed);
        const double spread = random_scale(&r, -20, 0), apart = seed % 3 ? 0 : spread;
        for (size_t i = 1; i < RAYS; i++) {
            for (int c = 0; c < 6; c++) {
                const double of = (double)fabsf(rays.at[3 + c % 3][0]);
                const double by = random_signed(&r, 1) * (c < 3 ? apart : spread);
                rays.at[c][i] = (float)((double)rays.at[c][0] + of * by);
            }
            rays.at[6][i] = 0;
            rays.at[7][i] = random_chance(&r, 8) ? rays.at[7][0] : INFINITY;
            if (random_chance(&r, 60)) rays.at[3 + i % 3][i] = i % 2 ? NAN : -rays.at[3 + i % 3][i];
        }
        const lbx_rays view = rays_view(&rays);
        table_use(&tables->at[0]);
        crowd_ask(&s, &rays, &view, NULL, false, &want);
        hits += want.hits;
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            struct way w = {tables->at[t].name, &view, NULL, 0, 1, LBX_COHERENT, LBX_TRACE_SCRATCH};
            for (; w.n <= RAYS; w.n += w.n < 40 ? 3 : 37) expect_hits(&s, &w, &want);
        }
        crowd_free(&s);
    }
    expect(hits > 1000, "%zu hits", hits);
    crowd_found_free(&want);
}
