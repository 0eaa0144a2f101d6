// SPDX-License-Identifier: MIT
// Hints of searches for the first pair: leaves that are tried first, whatever bytes they are.
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "tables.h"
#include "trees.h"
#include "trees/tree.h"

enum { PAIRS_MAX = MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX };

static lbx_pair all[PAIRS_MAX];

struct scene {
    struct mesh mesh[2];
    lbx_rigid_pose pose[2];
    struct guarded tree[2]; // so that nothing may be read behind them
    float distance;
    size_t found; // pairs in `all`
};

static void scene_make(struct scene *s, uint64_t seed) {
    struct random r = random_of(51, seed);
    s->distance = seed % 3 ? TOUCHING : .25f;
    for (unsigned k = 0; k < 2; k++) {
        mesh_make(&s->mesh[k], random_below(&r, MESH_BALL + 2), seed + k);
        s->pose[k] = pose_near(&s->mesh[k], seed + 9 * k);
        struct tree tree = tree_of(&s->mesh[k], NULL);
        s->tree[k] = guarded_alloc(tree.bytes, GUARD_BEHIND, 0);
        memcpy(s->tree[k].at, tree.at, tree.bytes);
        tree_free(&tree);
    }
    s->pose[1].position[0] += (double)(seed % 4);
    s->found = (size_t)tree_search(s->tree[0].at, s->tree[1].at, s->pose, s->distance,
                                   LBX_REPRODUCIBLE, all, PAIRS_MAX, NULL);
}

static void scene_free(struct scene *s) {
    for (int k = 0; k < 2; k++) guarded_free(&s->tree[k]);
}

static ptrdiff_t ask(const struct scene *s, unsigned flags, lbx_pair *hint, lbx_pair *pair,
                     lbx_obb_tree_counts *counts) {
    const lbx_obb_tree_query query = {.distance = s->distance == TOUCHING ? 0 : s->distance,
                                      .flags = flags | LBX_REPRODUCIBLE,
                                      .hint = hint};
    return (s->distance == TOUCHING ? lbx_obb_tree_collide : lbx_obb_tree_within)(
        s->tree[0].at, &s->pose[0], s->tree[1].at, &s->pose[1], &query, pair, PAIRS_MAX, counts);
}

static bool is_listed(const struct scene *s, lbx_pair pair) {
    for (size_t k = 0; k < s->found; k++) {
        if (memcmp(&all[k], &pair, sizeof pair) == 0) return true;
    }
    return false;
}

static const lbx_pair nothing = {0, 0};

// No hint finds the pair that a search without one finds; the hint that it leaves finds this pair
// again, without a box.
Test(tree_hints, lead_to_the_same_pair) {
    static struct scene s;
    const struct test_tables *const tables = test_tables();
    size_t hits = 0, misses = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        scene_make(&s, seed);
        lbx_pair common = nothing;
        for (size_t t = 0; t < tables->count; t++) {
            static lbx_pair list[PAIRS_MAX];
            lbx_pair first = {7, 7}, pair = {8, 8}, hint = nothing;
            lbx_obb_tree_counts without, counts;
            table_use(&tables->at[t]);
            const ptrdiff_t found = ask(&s, LBX_ANY, NULL, &first, &without);
            expect(found == (s.found > 0), "%td", found);
            expect(ask(&s, LBX_ANY, &hint, &pair, &counts) == found &&
                       memcmp(&counts, &without, sizeof counts) == 0,
                   "%s: zeros are a hint", tables->at[t].name);
            hits += found > 0, misses += found == 0;
            if (!found) {
                expect(memcmp(&hint, &nothing, sizeof hint) == 0, "a hint to nothing");
                continue;
            }
            expect(memcmp(&pair, &first, sizeof pair) == 0, "%s: another pair", tables->at[t].name);
            if (t == 0) common = hint;
            expect(memcmp(&hint, &common, sizeof hint) == 0, "%s: another hint",
                   tables->at[t].name);
            pair = (lbx_pair){8, 8};
            expect(ask(&s, LBX_ANY, &hint, &pair, &counts) == 1 &&
                       memcmp(&pair, &first, sizeof pair) == 0 && counts.boxes == 0 &&
                       counts.triangles <= LBX_LEAF_MAX * LBX_LEAF_MAX,
                   "%s: not at once", tables->at[t].name);
            expect(memcmp(&hint, &common, sizeof hint) == 0, "%s: another hint",
                   tables->at[t].name);
            // Searches for all pairs neither read a hint nor write one.
            lbx_pair kept = {5, 5};
            expect(ask(&s, 0, &hint, list, &counts) == (ptrdiff_t)s.found && counts.boxes > 0 &&
                       ask(&s, 0, &kept, list, NULL) == (ptrdiff_t)s.found && kept.a == 5,
                   "%s: all pairs", tables->at[t].name);
        }
        scene_free(&s);
    }
    expect(hits >= 40 && misses >= 20, "%zu hits, %zu misses", hits, misses);
}

// Any bytes: leaves of other trees, runs that end behind the tree, nodes, noise.
Test(tree_hints, may_be_hostile) {
    static struct scene s;
    const struct test_tables *const tables = test_tables();
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random r = random_of(52, seed);
        scene_make(&s, seed);
        for (unsigned k = 0; k < 40; k++) {
            lbx_pair hint;
            uint32_t *const side[2] = {&hint.a, &hint.b};
            for (int m = 0; m < 2; m++) {
                const uint32_t n = (uint32_t)s.mesh[m].triangles, any = (uint32_t)random_bits(&r);
                const uint32_t first = k % 4 == 0   ? n - any % 8 // about the end
                                       : k % 4 == 1 ? any % (1u << LEAF_SHIFT)
                                                    : any % n;
                *side[m] = leaf_of(first, 1 + (any >> 8) % LBX_LEAF_MAX);
                if (k % 4 == 3) *side[m] = any;
            }
            lbx_pair before = hint, expected = nothing;
            for (size_t t = 0; t < tables->count; t++) {
                lbx_obb_tree_counts counts, without;
                lbx_pair pair = {8, 8};
                table_use(&tables->at[t]);
                hint = before;
                const ptrdiff_t found = ask(&s, LBX_ANY, &hint, &pair, &counts);
                expect(found == (s.found > 0), "%s: %td", tables->at[t].name, found);
                expect(!found || is_listed(&s, pair), "%s: %u, %u", tables->at[t].name, pair.a,
                       pair.b);
                if (t == 0) expected = pair;
                expect(memcmp(&pair, &expected, sizeof pair) == 0, "%s: another pair",
                       tables->at[t].name);
                expect(found || memcmp(&hint, &before, sizeof hint) == 0, "a hint to nothing");
                (void)!ask(&s, LBX_ANY, NULL, &pair, &without);
                expect(counts.boxes <= without.boxes &&
                           counts.triangles <= without.triangles + LBX_LEAF_MAX * LBX_LEAF_MAX,
                       "%s: %llu boxes, %llu triangles", tables->at[t].name,
                       (unsigned long long)counts.boxes, (unsigned long long)counts.triangles);
            }
        }
        scene_free(&s);
    }
}

// The last triangle alone, the same with one that there is not, and the one behind it.
Test(tree_hints, end_with_the_tree) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_BOX, 1);
    struct tree tree = tree_of(&mesh, NULL);
    const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
    const uint32_t n = (uint32_t)mesh.triangles;
    for (uint32_t count = 1; count <= 2; count++) {
        lbx_pair hint = {leaf_of(n - 1, count), leaf_of(n - 1, count)}, pair;
        lbx_obb_tree_counts counts;
        expect(lbx_obb_tree_collide(tree.at, &here, tree.at, &here,
                                    &(lbx_obb_tree_query){.flags = LBX_ANY, .hint = &hint}, &pair,
                                    1, &counts) == 1,
               "the box touches itself");
        expect((counts.boxes == 0) == (count == 1), "%llu boxes", (unsigned long long)counts.boxes);
    }
    for (int side = 0; side < 2; side++) {
        lbx_pair hint = {leaf_of(0, 1), leaf_of(0, 1)}, pair;
        *(side ? &hint.b : &hint.a) = leaf_of(n, 1);
        lbx_obb_tree_counts counts;
        expect(lbx_obb_tree_collide(tree.at, &here, tree.at, &here,
                                    &(lbx_obb_tree_query){.flags = LBX_ANY, .hint = &hint}, &pair,
                                    1, &counts) == 1 &&
                   counts.boxes > 0,
               "side %d: behind the tree", side);
    }
    tree_free(&tree);
}
