// SPDX-License-Identifier: MIT
// Meshes at poses against the exact oracle: no pair that touches is missing, and no pair that is
// found is farther apart than stated. Triangles are made to touch others at a vertex or an edge
// except for rounding, where losses are most likely, or to be at the given distance from them.
#include <math.h>

#include "harness.h"
#include "oracle/posed.h"
#include "oracle/posed_scenes.h"

enum { MESHES = 30 };

// Searches for all pairs of a scene. The oracle judges the pairs that were found, those that were
// made to be found, and some others.
static void ask(const struct setting *setting, float distance, uint64_t seed, int *hits,
                int *misses) {
    static struct scene s;
    static lbx_pair pairs[SCENE_TRIANGLES * SCENE_TRIANGLES];
    scene_make(&s, setting, (double)distance, seed);
    struct tree a = tree_of_soup(s.vertex[0], SCENE_TRIANGLES),
                b = tree_of_soup(s.vertex[1], SCENE_TRIANGLES);
    bool found[SCENE_TRIANGLES][SCENE_TRIANGLES] = {{false}};
    const ptrdiff_t n = tree_search(a.at, b.at, s.pose, distance, 0, pairs,
                                    SCENE_TRIANGLES * SCENE_TRIANGLES, NULL);
    expect(n >= 0, "%td", n);
    for (ptrdiff_t i = 0; i < n; i++) found[pairs[i].a][pairs[i].b] = true;
    for (int i = 0; i < SCENE_TRIANGLES; i++) {
        for (int j = 0; j < SCENE_TRIANGLES; j++) {
            if (!found[i][j] && (i + j + (int)seed) % 16 && i != j) continue;
            float(*const x)[3] = &s.vertex[0][3 * i], (*const y)[3] = &s.vertex[1][3 * j];
            const double size = size_of(x) + size_of(y), far = setting->size + setting->offset;
            double margin, bound = 0x1p-40 * size + 0x1p-36 * far + 0x1p-119;
            bool hit;
            if (distance == TOUCHING) {
                hit = exact_touch(x, &s.pose[0], y, &s.pose[1], &margin);
            } else {
                hit = exact_within(x, &s.pose[0], y, &s.pose[1], distance, &margin);
                bound = 0x1p-17 * (size + (double)distance + 0x1p-20 * far) + 0x1p-119;
            }
            expect(!hit || found[i][j], "%s, %a, seed %llu: %d and %d are lost, %g", setting->name,
                   (double)distance, (unsigned long long)seed, i, j, margin);
            expect(!found[i][j] || margin >= -bound, "%s, %a, seed %llu: %d and %d, %g apart",
                   setting->name, (double)distance, (unsigned long long)seed, i, j, -margin);
            *hits += hit && i == j;
            *misses += !hit && i == j;
        }
    }
    tree_free(&a);
    tree_free(&b);
}

Test(oracle_trees, nothing_that_touches_is_lost) {
    for (size_t k = 0; k < setting_count; k++) {
        int hits = 0, misses = 0;
        for (uint64_t seed = 1; seed <= MESHES; seed++)
            ask(&settings[k], TOUCHING, seed, &hits, &misses);
        expect(hits > 60 && misses > 20, "%s: %d touch, %d do not", settings[k].name, hits, misses);
    }
}

Test(oracle_trees, nothing_within_a_distance_is_lost) {
    static const double parts[] = {0, .01, .25, 3};
    for (size_t k = 0; k < setting_count; k++) {
        int hits = 0, misses = 0;
        for (uint64_t seed = 1; seed <= MESHES; seed++) {
            const double part = parts[seed % (sizeof parts / sizeof *parts)];
            ask(&settings[k], (float)(part * settings[k].size), seed, &hits, &misses);
        }
        expect(hits > 150 && misses > 20, "%s: %d are, %d are not", settings[k].name, hits, misses);
    }
}
