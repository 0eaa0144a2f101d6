// SPDX-License-Identifier: MIT
// Trees of meshes find what testing every pair of triangles finds, whatever the tree.
// oracle/test_trees.c tests that no pair that touches is lost under any pose; trees_memory.c tests
// what trees are in memory.
#include "trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "tables.h"
#include "upper_halves.h"

static int by_numbers(const void *a, const void *b) {
    const lbx_pair *const x = a, *const y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

enum { PAIRS_MAX = MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX };

// Compares trees with every leaf size, on every table, with brute force. Returns the number of
// pairs.
static size_t expect_brute_force(const char *what, uint64_t seed, const struct mesh mesh[2],
                                 const lbx_rigid_pose pose[2], float distance) {
    static lbx_pair want[PAIRS_MAX], got[PAIRS_MAX];
    const struct test_tables *const tables = test_tables();
    table_use(&tables->at[0]);
    const size_t n = tree_brute_force(mesh, pose, distance, want);
    for (uint32_t leaf = 1; leaf <= LBX_LEAF_MAX; leaf++) {
        const lbx_obb_tree_options options = {.leaf = leaf};
        struct tree a = tree_of(&mesh[0], &options), b = tree_of(&mesh[1], &options);
        lbx_obb_tree_counts counts;
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            const ptrdiff_t found =
                tree_search(a.at, b.at, pose, distance, LBX_REPRODUCIBLE, got, PAIRS_MAX, &counts);
            expect(!upper_halves_in_use(), "%s: upper halves are in use", tables->at[t].name);
            expect(found == (ptrdiff_t)n && counts.pairs == n,
                   "%s, seed %llu, distance %a, leaf %u, %s: %td of %zu", what,
                   (unsigned long long)seed, (double)distance, leaf, tables->at[t].name, found, n);
            qsort(got, n, sizeof *got, by_numbers);
            expect(memcmp(got, want, n * sizeof *got) == 0, "%s, seed %llu: other pairs", what,
                   (unsigned long long)seed);
        }
        tree_free(&a);
        tree_free(&b);
    }
    return n;
}

Test(trees, find_what_brute_force_finds) {
    static struct mesh mesh[2];
    size_t touching = 0, within = 0, at_zero = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            lbx_rigid_pose pose[2];
            float size = 0;
            mesh_make(&mesh[0], kind, seed);
            mesh_make(&mesh[1], (kind + seed / 2) % MESH_KINDS, seed + 7);
            for (int k = 0; k < 2; k++) {
                mesh[k].triangles = mesh[k].triangles < 60 ? mesh[k].triangles : 60;
                pose[k] = pose_near(&mesh[k], seed + 100 * (unsigned)k);
            }
            for (size_t v = 0; v < mesh[0].vertices; v++) {
                const float x = mesh[0].vertex[v][0] - mesh[0].vertex[0][0];
                size = x > size ? x : size;
            }
            const char *const name = mesh_names[kind];
            touching += expect_brute_force(name, seed, mesh, pose, TOUCHING);
            within += expect_brute_force(name, seed, mesh, pose, .0625f * size);
            if (seed == 1) at_zero += expect_brute_force(name, seed, mesh, pose, 0);
        }
    }
    expect(touching > 1500 && within > 4000 && at_zero > 300, "%zu, %zu and %zu pairs", touching,
           within, at_zero);
}

// Pairs of the kernel's scenes: pairs that touch or nearly touch, also with nearly parallel edges,
// where floats alone would find pairs that are far apart.
Test(trees, find_what_brute_force_finds_in_scenes) {
    enum { ITEMS = 30 };
    static struct mesh mesh[2];
    static float item[2][9][ITEMS];
    const struct lbx_case *const c = case_named("triangle_triangle");
    const lbx_rigid_pose pose[2] = {{{0, 0, 0}, {0, 0, 0, 1}}, {{0, 0, 0}, {0, 0, 0, 1}}};
    size_t touching = 0, within = 0;
    for (enum scene scene = SCENE_MIXED; scene <= SCENE_WORST; scene++) {
        for (uint64_t seed = 1; seed <= 8; seed++) {
            float *at[2][9];
            for (int k = 0; k < 18; k++) at[k / 9][k % 9] = item[k / 9][k % 9];
            c->fill(seed, scene, ITEMS, at[0], at[1]);
            for (int s = 0; s < 2; s++) {
                mesh[s].triangles = ITEMS;
                mesh[s].vertices = 3 * (size_t)ITEMS;
                for (uint32_t v = 0; v < 3 * ITEMS; v++) {
                    mesh[s].index[v] = v;
                    for (unsigned k = 0; k < 3; k++) {
                        const float x = item[s][3 * (v % 3) + k][v / 3];
                        mesh[s].vertex[v][k] = fabsf(x) < 0x1p58f ? x : 0;
                    }
                }
            }
            touching += expect_brute_force(scene_names[scene], seed, mesh, pose, TOUCHING);
            within += expect_brute_force(scene_names[scene], seed, mesh, pose, 0);
        }
    }
    expect(touching > 1500 && within > touching, "%zu and %zu pairs", touching, within);
}

// The list and its order are the same on every table; then with little room, with no room, and with
// the first pair alone.
Test(trees, lists_and_room) {
    static struct mesh mesh[2];
    static lbx_pair first[PAIRS_MAX], got[PAIRS_MAX];
    const struct test_tables *const tables = test_tables();
    for (uint64_t seed = 1; seed <= 6; seed++) {
        lbx_rigid_pose pose[2];
        for (unsigned k = 0; k < 2; k++) {
            mesh_make(&mesh[k], MESH_BALL, seed + k);
            pose[k] = pose_near(&mesh[k], seed + 9 * k);
        }
        struct tree a = tree_of(&mesh[0], NULL), b = tree_of(&mesh[1], NULL);
        ptrdiff_t n = 0;
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            lbx_obb_tree_counts counts, others;
            const ptrdiff_t found = lbx_obb_tree_collide(
                a.at, &pose[0], b.at, &pose[1], &(lbx_obb_tree_query){.flags = LBX_REPRODUCIBLE},
                got, PAIRS_MAX, &counts);
            if (t == 0) {
                n = found;
                memcpy(first, got, (size_t)n * sizeof *got);
            }
            expect(n > 4 && found == n && memcmp(first, got, (size_t)n * sizeof *got) == 0,
                   "%s: %td, not %td", tables->at[t].name, found, n);
            expect(counts.triangles >= counts.pairs && counts.boxes > 0, "counts");
            memset(got, 0x5a, sizeof got);
            expect(lbx_obb_tree_collide(a.at, &pose[0], b.at, &pose[1],
                                        &(lbx_obb_tree_query){.flags = LBX_REPRODUCIBLE}, got, 3,
                                        &others) == LBX_ERROR_COUNT &&
                       memcmp(&others, &counts, sizeof counts) == 0 &&
                       memcmp(got, first, 3 * sizeof *got) == 0 && got[3].a == 0x5a5a5a5a,
                   "%s: too little room", tables->at[t].name);
            expect(lbx_obb_tree_collide(a.at, &pose[0], b.at, &pose[1],
                                        &(lbx_obb_tree_query){.flags = LBX_REPRODUCIBLE}, NULL, 0,
                                        NULL) == n,
                   "%s: counted", tables->at[t].name);
            expect(lbx_obb_tree_collide(a.at, &pose[0], b.at, &pose[1],
                                        &(lbx_obb_tree_query){.flags = LBX_REPRODUCIBLE | LBX_ANY},
                                        got, 1, &others) == 1 &&
                       memcmp(got, first, sizeof *got) == 0 && others.boxes < counts.boxes,
                   "%s: any", tables->at[t].name);
        }
        tree_free(&a);
        tree_free(&b);
    }
}

// Triangles smaller than the least normal float: each coordinate is rounded by more than its share.
Test(trees, denormal_triangles) {
    static struct mesh mesh[2];
    const float at[2][3][3] = {
        {{0, 0, 0}, {0x8p-149f, 0, 0}, {0, 0x4p-149f, 0}},
        {{0x3p-149f, 0x3p-149f, 0}, {0x3p-149f, 0x3p-149f, 0}, {0x3p-149f, 0x3p-149f, 0}}};
    struct tree t[2];
    for (int k = 0; k < 2; k++) {
        memcpy(mesh[k].vertex, at[k], sizeof at[k]);
        for (uint32_t v = 0; v < 3; v++) mesh[k].index[v] = v;
        mesh[k].vertices = 3;
        mesh[k].triangles = 1;
        t[k] = tree_of(&mesh[k], NULL);
    }
    const lbx_rigid_pose pose[2] = {{{0, 0, 0}, {0, 0, 0, 1}},
                                    {{-0x1.8p-151, -0x1.4p-151, 0}, {0, 0, 0, 1}}};
    expect(tree_search(t[0].at, t[1].at, pose, TOUCHING, 0, NULL, 0, NULL) == 1,
           "a corner touches");
    expect(tree_search(t[0].at, t[1].at, pose, 0, 0, NULL, 0, NULL) == 1, "a corner is within 0");
    for (int k = 0; k < 2; k++) tree_free(&t[k]);
}

// A triangle so small that it vanishes next to its partner's distance from the origin of the
// partner's frame. They touch exactly, in a point that doubles round by more than the triangle's
// own pads.
Test(trees, little_triangles_far_from_a_frame) {
    static struct mesh mesh[2];
    const struct test_tables *const tables = test_tables();
    const float little[3][3] = {{-1e-9f, -1e-9f, 0}, {2e-9f, -1e-9f, 0}, {-1e-9f, 2e-9f, 0}};
    const double k = sqrt(.2); // x 1 0 0 2 rotates y and z by 3/5 and 4/5, exactly
    memcpy(mesh[0].vertex, little, sizeof little);
    for (int m = 0; m < 2; m++) {
        for (uint32_t v = 0; v < 3; v++) mesh[m].index[v] = v;
        mesh[m].vertices = 3;
        mesh[m].triangles = 1;
    }
    for (int i = 1; i <= 40; i++) {
        const float y = (float)(5 * (37 * i % 211)), z = (float)(5 * (53 * i % 223));
        const lbx_rigid_pose pose[2] = {
            {{0, 0, 0}, {0, 0, 0, 1}},
            {{-7, (4 * (double)z - 3 * (double)y) / 5, -(4 * (double)y + 3 * (double)z) / 5},
             {k, 0, 0, 2 * k}}};
        struct tree t[2];
        for (int v = 0; v < 3; v++)
            memcpy(mesh[1].vertex[v], (const float[3]){7, y, z}, sizeof mesh[1].vertex[v]);
        for (int m = 0; m < 2; m++) t[m] = tree_of(&mesh[m], NULL);
        for (size_t n = 0; n < tables->count; n++) {
            table_use(&tables->at[n]);
            for (unsigned flags = 0; flags <= LBX_REPRODUCIBLE; flags += LBX_REPRODUCIBLE) {
                expect(tree_search(t[0].at, t[1].at, pose, TOUCHING, flags, NULL, 0, NULL) == 1 &&
                           tree_search(t[0].at, t[1].at, pose, 0, flags, NULL, 0, NULL) == 1,
                       "%s, %d: lost", tables->at[n].name, i);
            }
        }
        for (int m = 0; m < 2; m++) tree_free(&t[m]);
    }
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static void random_direction(struct random *r, double out[3]) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        out[c] = random_between(r, -1, 1);
        square += out[c] * out[c];
    }
    for (int c = 0; c < 3; c++) out[c] /= sqrt(square);
}

enum { TIGHT = LBX_LEAF_MAX + 1 }; // triangles of the smallest mesh whose leaves have boxes to test

// Contacts of little triangles, `far` from the origins of both frames or from one. An edge of b's
// triangle stands on the face of a's, or it crosses an edge all but parallel at a gap that doubles
// do not see.
static void make_contacts(struct mesh mesh[2], lbx_rigid_pose pose[2], uint64_t seed) {
    struct random r = random_of(seed, 9);
    const double far = random_scale(&r, -20, 20), size = far * random_scale(&r, -24, -6);
    const bool crossing = seed % 2, both_far = seed % 3 == 0;
    double from[3], to[3];
    random_direction(&r, from);
    for (int k = 0; k < 2; k++) {
        double square = 0;
        for (int i = 0; i < 4; i++) {
            pose[k].rotation[i] = random_between(&r, -1, 1);
            square += pose[k].rotation[i] * pose[k].rotation[i];
        }
        for (int i = 0; i < 4; i++) pose[k].rotation[i] /= sqrt(square);
    }
    for (int c = 0; c < 3; c++) from[c] *= far;
    pose_rotate(pose[0].rotation, from, to);
    for (int c = 0; c < 3; c++) {
        if (seed % 3 == 1) from[c] = 0;
        pose[0].position[c] = 0;
        pose[1].position[c] = both_far ? 0 : seed % 3 == 1 ? -to[c] : to[c];
    }
    for (size_t t = 0; t < TIGHT; t++) {
        double edge[3], across[3], up[3], corner[2][3][3];
        random_direction(&r, edge);
        random_direction(&r, across);
        cross(edge, across, up);
        const double sine = sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
        for (int c = 0; c < 3; c++) up[c] /= sine;
        cross(up, edge, across);
        const double angle = 0x1p-21 * sqrt(far / size) * random_scale(&r, -3, 3);
        const double gap = crossing ? 0x1p-21 * sqrt(far * size) * random_scale(&r, -3, 2) : 0;
        for (int c = 0; c < 3; c++) {
            const double at = from[c] + 8 * size * random_between(&r, -1, 1);
            const double part = size * edge[c] / 2;
            const double turned = crossing ? part + angle * size * across[c] / 2 : part / 2;
            const double third = size * (crossing ? -up[c] : across[c]);
            const double on = at + (crossing ? 0 : third / 3) + gap * up[c];
            corner[0][0][c] = at - part;
            corner[0][1][c] = at + part;
            corner[0][2][c] = at + third;
            corner[1][0][c] = on - turned;
            corner[1][1][c] = on + turned;
            corner[1][2][c] = on + size * up[c];
        }
        for (size_t v = 0; v < 3; v++) {
            pose_into_b(pose, corner[1][v], to);
            for (int c = 0; c < 3; c++) {
                mesh[0].vertex[3 * t + v][c] = (float)corner[0][v][c];
                mesh[1].vertex[3 * t + v][c] = (float)to[c];
            }
        }
    }
    for (int k = 0; k < 2; k++) {
        for (uint32_t v = 0; v < 3 * TIGHT; v++) mesh[k].index[v] = v;
        mesh[k].vertices = 3 * (size_t)TIGHT;
        mesh[k].triangles = TIGHT;
    }
}

Test(trees, little_triangles_in_boxes_far_from_frames) {
    static struct mesh mesh[2];
    size_t touching = 0, within = 0;
    const uint64_t scenes = tests_are_sampled() ? 180 : 900;
    for (uint64_t seed = 1; seed <= scenes; seed++) {
        lbx_rigid_pose pose[2];
        make_contacts(mesh, pose, seed);
        touching += expect_brute_force("contacts", seed, mesh, pose, TOUCHING);
        within += expect_brute_force("contacts", seed, mesh, pose, 0);
    }
    expect(touching > 2 * scenes && within > touching, "%zu and %zu pairs", touching, within);
}

// Cuboids side by side, at an edge, at a corner and at an exact distance, as far from the frames'
// origins as floats permit.
Test(trees, boxes_that_touch_exactly) {
    static struct mesh mesh[2];
    static const int scales[] = {-149, -126, -20, 0, 33};
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            const double scale = ldexp(1, scales[k]);
            lbx_rigid_pose pose[2] = {{{0, 0, 0}, {0, 0, 0, 1}}, {{0, 0, 0}, {0, 0, 0, 1}}};
            mesh_make(&mesh[0], MESH_BOX, seed);
            double side[3];
            for (int c = 0; c < 3; c++) {
                const float first = mesh[0].vertex[0][c], last = mesh[0].vertex[7][c];
                side[c] = (double)last - (double)first;
                pose[1].position[c] = (c < (int)(seed / 2) ? side[c] : 1) * scale;
                for (size_t v = 0; v < mesh[0].vertices; v++) {
                    float *const x = &mesh[0].vertex[v][c];
                    *x = (float)(((double)*x + (seed % 2 ? 0x1p23 : 0)) * scale);
                }
            }
            mesh[1] = mesh[0];
            for (int moved = 0; moved < 2; moved++) {
                const float distance = moved ? (float)(3 * scale) : TOUCHING;
                pose[1].position[0] = (side[0] + 3 * moved) * scale;
                const size_t found = expect_brute_force("cuboids", seed, mesh, pose, distance);
                expect(found > 0, "%a, seed %llu: nothing at %a", scale, (unsigned long long)seed,
                       (double)distance);
            }
        }
    }
}

// A refitted tree gives the answers of a tree of the new shape.
Test(trees, refit) {
    static struct mesh mesh, other;
    static lbx_pair got[PAIRS_MAX], want[PAIRS_MAX];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        mesh_make(&mesh, MESH_BALL, seed);
        other = mesh;
        struct random r = random_of(seed, 3);
        for (size_t i = 0; i < mesh.vertices; i++)
            for (int c = 0; c < 3; c++) other.vertex[i][c] += (float)random_between(&r, -.2, .2);
        struct tree a = tree_of(&mesh, NULL), b = tree_of(&other, NULL),
                    still = tree_of(&mesh, NULL);
        const lbx_mesh view = mesh_view(&other);
        expect(lbx_obb_tree_refit(&view, a.at, NULL) == 0 &&
                   lbx_obb_tree_check(a.at, a.bytes, NULL) == 0,
               "refitted");
        const lbx_rigid_pose pose[2] = {pose_near(&mesh, seed), pose_near(&mesh, seed + 3)};
        const ptrdiff_t n = lbx_obb_tree_collide(a.at, &pose[0], still.at, &pose[1],
                                                 &(lbx_obb_tree_query){.flags = LBX_REPRODUCIBLE},
                                                 got, PAIRS_MAX, NULL);
        expect(lbx_obb_tree_collide(b.at, &pose[0], still.at, &pose[1],
                                    &(lbx_obb_tree_query){.flags = LBX_REPRODUCIBLE}, want,
                                    PAIRS_MAX, NULL) == n &&
                   n > 0,
               "%td pairs", n);
        qsort(got, (size_t)n, sizeof *got, by_numbers);
        qsort(want, (size_t)n, sizeof *want, by_numbers);
        expect(memcmp(got, want, (size_t)n * sizeof *got) == 0, "other pairs");
        tree_free(&a);
        tree_free(&b);
        tree_free(&still);
    }
}
