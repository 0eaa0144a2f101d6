// SPDX-License-Identifier: MIT
// Scenes in memory: they take as many bytes as promised and the same ones every time, whichever way
// workers make them; refits; damage is detected; errors leave them as they were.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "scenes/scene.h"
#include "searches.h"
#include "tables.h"
#include "workers.h"

static struct crowd crowd;

// Builds the crowd's scene once more in memory of exactly the bytes that are promised.
static struct guarded build_guarded(enum guard guard, ptrdiff_t *bytes) {
    const size_t room = lbx_scene_bytes(crowd.n);
    struct guarded at = guarded_alloc(room, guard, UNTOUCHED);
    *bytes = lbx_scene_build(&crowd.trees, crowd.at, crowd.n, at.at, room, NULL);
    expect(*bytes > 0 && (size_t)*bytes <= room && guarded_intact(&at, UNTOUCHED), "%td of %zu",
           *bytes, room);
    return at;
}

// Instances and scenes at guard pages.
Test(scenes, bytes) {
    for (size_t n = 0; n <= 300; n += n < 130 ? 1 : 17) {
        const enum crowd_kind kind = (enum crowd_kind)(n % CROWD_KINDS);
        crowd_make(&crowd, kind, n, n % 2, n);
        for (enum guard guard = 0; guard < GUARDS; guard++) {
            ptrdiff_t bytes;
            struct guarded at = build_guarded(guard, &bytes);
            expect((size_t)bytes == crowd.bytes && memcmp(at.at, crowd.scene, crowd.bytes) == 0,
                   "%zu instances: other bytes", n);
            struct guarded copy = guarded_alloc((size_t)bytes, guard, UNTOUCHED);
            memcpy(copy.at, at.at, (size_t)bytes);
            expect(lbx_scene_check(copy.at, (size_t)bytes, NULL) == 0, "a copy of %zu", n);
            EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(copy.at, (size_t)bytes - 1, NULL));
            struct guarded given = guarded_alloc(n * sizeof *crowd.at, guard, UNTOUCHED);
            if (n > 0) memcpy(given.at, crowd.at, n * sizeof *crowd.at);
            const lbx_instance *const instances = (const lbx_instance *)(const void *)given.at;
            EXPECT_ERROR(0, lbx_scene_refit(&crowd.trees, instances, n, copy.at, NULL));
            expect(memcmp(copy.at, at.at, (size_t)bytes) == 0 && guarded_intact(&copy, UNTOUCHED),
                   "%zu instances, refitted: other bytes", n);
            guarded_free(&given);
            guarded_free(&copy);
            guarded_free(&at);
        }
        crowd_free(&crowd);
    }
}

Test(scenes, sizes) {
    const size_t most = (size_t)1 << 28;
    for (size_t n = 0; n <= most; n += n / 3 + 1) {
        const size_t bytes = lbx_scene_bytes(n);
        if (sizeof(size_t) < 8 && bytes == SIZE_MAX) break;
        expect(bytes >= 128 * n && bytes - 128 * n <= 64 * n + 2000, "%zu: %zu", n, bytes);
    }
    expect(lbx_scene_bytes(most + 1) == SIZE_MAX && lbx_scene_bytes(SIZE_MAX) == SIZE_MAX,
           "too many");
}

// Instances that were moved there and back are those that were there; moved ones pass the check.
Test(scenes, refits) {
    for (uint64_t seed = 0; seed < 40; seed++) {
        const enum crowd_kind kind = (enum crowd_kind)(seed % CROWD_KINDS);
        static lbx_instance before[CROWD_MOST];
        crowd_make(&crowd, kind, seed * 7, seed % 2, seed);
        memcpy(before, crowd.at, crowd.n * sizeof *before);
        char *const built = memory_of(crowd.bytes);
        memcpy(built, crowd.scene, crowd.bytes);
        crowd_move(&crowd, (enum crowd_kind)((seed + 3) % CROWD_KINDS), seed % 3, seed + 100);
        EXPECT_ERROR(0, lbx_scene_refit(&crowd.trees, crowd.at, crowd.n, crowd.scene, NULL));
        expect(lbx_scene_check(crowd.scene, crowd.bytes, NULL) == 0, "moved");
        expect(crowd.n == 0 || memcmp(crowd.scene, built, crowd.bytes) != 0, "it moved");
        EXPECT_ERROR(0, lbx_scene_refit(&crowd.trees, before, crowd.n, crowd.scene, NULL));
        expect(memcmp(crowd.scene, built, crowd.bytes) == 0, "%zu instances, there and back",
               crowd.n);
        free(built);
        crowd_free(&crowd);
    }
}

// Searches of a scene whose instances moved, became others, or whose trees were refitted.
Test(scenes, searches_after_refits) {
    static struct rays rays;
    static uint32_t instance[RAYS];
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    struct crowd_found want = {.all = NULL};
    size_t hits = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        crowd_make(&crowd, kind, 70, false, kind);
        for (uint64_t step = 0; step < 6; step++) {
            crowd_move(&crowd, step % 2 ? kind : CROWD_NEAR, step % 2, step);
            if (step > 3) { // a mesh that breathes
                struct crowd_mesh *const m = &crowd.mesh[step];
                for (size_t v = 0; v < m->mesh.vertices; v++)
                    for (int c = 0; c < 3; c++) m->mesh.vertex[v][c] *= 1.25f;
                const lbx_mesh view = mesh_view(&m->mesh);
                expect(lbx_aabb_tree_refit(&view, m->tree.at, NULL) == 0, "refitted");
            }
            EXPECT_ERROR(0, lbx_scene_refit(&crowd.trees, crowd.at, crowd.n, crowd.scene, NULL));
            expect(lbx_scene_check(crowd.scene, crowd.bytes, NULL) == 0, "step %d", (int)step);
            crowd_rays(&crowd, &rays, true, step);
            const lbx_rays view = rays_view(&rays);
            table_use(&test_tables()->at[0]);
            crowd_ask(&crowd, &rays, &view, NULL, false, &want);
            hits += want.hits;
            const lbx_scene_hits out = {.instance = instance};
            const ptrdiff_t found =
                lbx_scene_nearest(crowd.scene, &crowd.trees, &view, NULL, RAYS,
                                  step % 3 ? 0 : LBX_COHERENT, &out, scratch, sizeof scratch);
            expect(found == (ptrdiff_t)want.hits, "%s: %td of %zu", crowd_names[kind], found,
                   want.hits);
            for (size_t i = 0; i < RAYS; i++)
                expect(instance[i] == want.nearest[i].instance, "ray %zu", i);
        }
        crowd_free(&crowd);
    }
    expect(hits > 2000, "%zu", hits);
    crowd_found_free(&want);
}

Test(scenes, workers) {
    enum { MANY = 6000 };
    static lbx_instance many[2][MANY];
    crowd_make(&crowd, CROWD_NEAR, CROWD_MOST, true, 1);
    for (uint64_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < MANY; i += CROWD_MOST) {
            crowd_move(&crowd, k ? CROWD_AWAY : CROWD_EQUAL, true, i + k);
            memcpy(many[k] + i, crowd.at, sizeof crowd.at);
        }
    }
    const size_t room = lbx_scene_bytes(MANY);
    char *const want = memory_of(room), *const moved = memory_of(room), *const s = memory_of(room);
    const ptrdiff_t bytes = lbx_scene_build(&crowd.trees, many[0], MANY, want, room, NULL);
    expect(bytes > 0, "%td", bytes);
    memcpy(moved, want, (size_t)bytes);
    EXPECT_ERROR(0, lbx_scene_refit(&crowd.trees, many[1], MANY, moved, NULL));
    for (size_t w = 0; w < workers_way_count; w++) {
        const struct workers_way *const way = &workers_ways[w];
        memset(s, UNTOUCHED, room);
        size_t calls = workers_calls();
        expect(lbx_scene_build(&crowd.trees, many[0], MANY, s, room, &way->workers) == bytes &&
                   memcmp(s, want, (size_t)bytes) == 0,
               "%s: other bytes", way->name);
        expect(workers_calls() > calls + 2, "%s: not shared", way->name);
        expect(lbx_scene_check(s, room, &way->workers) == 0, "%s", way->name);
        calls = workers_calls();
        EXPECT_ERROR(0, lbx_scene_refit(&crowd.trees, many[1], MANY, s, &way->workers));
        expect(memcmp(s, moved, (size_t)bytes) == 0, "%s: other bytes of a refit", way->name);
        expect(workers_calls() > calls + 1, "%s: a refit is not shared", way->name);
        s[bytes / 2] ^= 1;
        EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(s, room, &way->workers));
        // Of several faults the first one's error is returned.
        many[1][4000].scale = 0;
        many[1][3000].tree = CROWD_MESHES;
        many[1][2999].pose.position[2] = NAN;
        EXPECT_ERROR(LBX_ERROR_POSE,
                     lbx_scene_build(&crowd.trees, many[1], MANY, s, room, &way->workers));
        many[1][2999].pose.position[2] = 0;
        EXPECT_ERROR(LBX_ERROR_INDEX,
                     lbx_scene_build(&crowd.trees, many[1], MANY, s, room, &way->workers));
        many[1][4000].scale = 1;
        many[1][3000].tree = 0;
        s[bytes / 2] ^= 1;
        expect(memcmp(s, moved, (size_t)bytes) == 0, "%s: written", way->name);
        memcpy(moved, want, (size_t)bytes);
        EXPECT_ERROR(0, lbx_scene_refit(&crowd.trees, many[1], MANY, moved, NULL));
    }
    free(want);
    free(moved);
    free(s);
    crowd_free(&crowd);
}

// --- damage ---

static void flip(size_t byte, unsigned bit) {
    ((uint8_t *)crowd.scene)[byte] ^= (uint8_t)(1u << bit);
}

static void expect_told(size_t byte, unsigned bit) {
    flip(byte, bit);
    const int error = lbx_scene_check(crowd.scene, crowd.bytes, NULL);
    expect(error == LBX_ERROR_SCENE, "%zu instances, byte %zu, bit %u: %d", crowd.n, byte, bit,
           error);
    flip(byte, bit);
}

// Every bit of small scenes, and a sample of those of large ones.
Test(scenes, damage) {
    static const size_t numbers[] = {0, 1, 2, 7, 8, 9, 17, 65};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        crowd_make(&crowd, (enum crowd_kind)(k % CROWD_KINDS), numbers[k], k % 2, k);
        for (size_t i = 0; i < 8 * crowd.bytes; i++) expect_told(i / 8, i % 8);
        expect(lbx_scene_check(crowd.scene, crowd.bytes, NULL) == 0, "mended");
        crowd_free(&crowd);
    }
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        struct random r = random_of(kind, 71);
        crowd_make(&crowd, kind, CROWD_MOST, kind % 2, kind);
        for (size_t i = 0; i < 3000; i++) {
            const size_t byte = random_below(&r, (unsigned)crowd.bytes);
            expect_told(byte, random_below(&r, 8));
        }
        crowd_free(&crowd);
    }
}

// Two instances in each other's places, two words of one instance exchanged.
Test(scenes, exchanged) {
    crowd_make(&crowd, CROWD_NEAR, 40, true, 3);
    struct lbx_scene s;
    expect(lbx_scene_open(&s, crowd.scene) == 0, "opened");
    for (size_t i = 0; i < crowd.n; i++) {
        for (size_t k = 0; k < i; k++) {
            const struct lbx_scene_instance a = s.instance[i], b = s.instance[k];
            s.instance[i] = b;
            s.instance[k] = a;
            EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(crowd.scene, crowd.bytes, NULL));
            s.instance[i] = a;
            s.instance[k] = b;
        }
        double *const x = s.instance[i].given.pose.position;
        const double y = x[0];
        x[0] = x[1];
        x[1] = y;
        EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(crowd.scene, crowd.bytes, NULL));
        x[1] = x[0];
        x[0] = y;
    }
    expect(lbx_scene_check(crowd.scene, crowd.bytes, NULL) == 0, "mended");
    crowd_free(&crowd);
}

// A scene that says it has more leaves than instances, and nodes that have them: what would lie
// behind the end must not be read.
Test(scenes, leaves_beyond_the_end) {
    crowd_make(&crowd, CROWD_NEAR, 1, false, 3);
    struct guarded at = guarded_alloc(crowd.bytes, GUARD_BEHIND, UNTOUCHED);
    memcpy(at.at, crowd.scene, crowd.bytes);
    struct lbx_scene s;
    expect(lbx_scene_open(&s, at.at) == 0 && s.header->top.nodes == 2, "opened");
    s.header->top.leaves = TREE_WIDTH;
    for (uint32_t k = 1; k < TREE_WIDTH; k++) {
        for (int c = 0; c < 3; c++) {
            s.node[1].min[c][k] = s.node[1].min[c][0];
            s.node[1].max[c][k] = s.node[1].max[c][0];
        }
        s.node[1].mask[k] = s.node[1].mask[0];
        s.node[1].child[k] = leaf_of(k, 1);
    }
    EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(at.at, crowd.bytes, NULL));
    guarded_free(&at);
    crowd_free(&crowd);
}
