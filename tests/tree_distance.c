// SPDX-License-Identifier: MIT
// How far apart meshes are: the least of what trees of one triangle each say, whatever the tree,
// the hint and the instruction set. oracle/test_distance.c compares these with exact distances.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "known.h"
#include "scalar_ref.h"
#include "tables.h"
#include "trees.h"
#include "trees/tree.h"
#include "upper_halves.h"

static lbx_separation ask(const void *a, const void *b, const lbx_rigid_pose pose[2], double reach,
                          lbx_pair *hint, lbx_obb_tree_counts *counts) {
    const lbx_posed_trees trees = {a, &pose[0], b, &pose[1]};
    lbx_separation out;
    memset(&out, 0x5a, sizeof out);
    const ptrdiff_t found =
        lbx_obb_tree_distance(&trees, 1, &reach, LBX_REPRODUCIBLE, hint, &out, counts);
    expect(found == (out.distance < INFINITY), "%td for %a", found, out.distance);
    return out;
}

static bool is_none(const lbx_separation *s) {
    const lbx_separation none = {
        INFINITY, {0, 0, 0}, {0, 0, 0}, {LBX_NO_TRIANGLE, LBX_NO_TRIANGLE}};
    return memcmp(s, &none, sizeof none) == 0;
}

static bool is_less(const lbx_separation *x, const lbx_separation *y) {
    if (x->distance != y->distance) return x->distance < y->distance;
    if (x->pair.a != y->pair.a) return x->pair.a < y->pair.a;
    return x->pair.b < y->pair.b;
}

// The nearest of all pairs of triangles, each asked by itself.
static lbx_separation brute_force(const struct mesh mesh[2], const lbx_rigid_pose pose[2]) {
    lbx_separation nearest = {.distance = INFINITY};
    for (uint32_t i = 0; i < mesh[0].triangles; i++) {
        struct tree a = tree_of_triangle(&mesh[0], i);
        for (uint32_t j = 0; j < mesh[1].triangles; j++) {
            struct tree b = tree_of_triangle(&mesh[1], j);
            lbx_separation pair = ask(a.at, b.at, pose, INFINITY, NULL, NULL);
            pair.pair = (lbx_pair){i, j};
            if (is_less(&pair, &nearest)) nearest = pair;
            tree_free(&b);
        }
        tree_free(&a);
    }
    return nearest;
}

// How far a point of the world is from a triangle at its pose. Slivers have edges that the
// reference may miss.
static double from_triangle(const struct mesh *mesh, const lbx_rigid_pose *pose, uint32_t triangle,
                            const double at[3]) {
    double corner[3][3], weight[2], least = INFINITY;
    const double origin[3] = {0, 0, 0};
    int feature;
    for (int v = 0; v < 3; v++) {
        double x[3];
        for (int c = 0; c < 3; c++)
            x[c] = (double)mesh->vertex[mesh->index[3 * triangle + (unsigned)v]][c];
        pose_rotate(pose->rotation, x, corner[v]);
        for (int c = 0; c < 3; c++) corner[v][c] += pose->position[c] - at[c];
    }
    for (int v = 0; v < 4; v++) { // the edges, then the face
        double *const third = corner[v < 3 ? v : 2], *const second = corner[(v + 1) % 3];
        least = fmin(least, ref_point_triangle_double(origin, corner[v % 3], second, third, weight,
                                                      &feature));
    }
    return sqrt(least);
}

// The points are of their triangles and as far apart as the distance says.
static void expect_points(const char *what, const struct mesh mesh[2], const lbx_rigid_pose pose[2],
                          const lbx_separation *s) {
    double square = 0, size = 0, off;
    for (int c = 0; c < 3; c++) square += pow(s->from[c] - s->to[c], 2);
    for (int side = 0; side < 2; side++) {
        for (int c = 0; c < 3; c++) {
            size += fabs(pose[side].position[c]);
            for (size_t v = 0; v < mesh[side].vertices; v++)
                size = fmax(size, fabs((double)mesh[side].vertex[v][c]));
        }
    }
    off = 0x1p-17 * size;
    expect(fabs(sqrt(square) - s->distance) <= off, "%s: %a apart, not %a", what, sqrt(square),
           s->distance);
    off *= 0x1p-20; // what is computed in double
    if (s->distance > 0) {
        expect(fabs(sqrt(square) - s->distance) <= off, "%s: %a apart, not %a", what, sqrt(square),
               s->distance);
    }
    const double from_a = from_triangle(&mesh[0], &pose[0], s->pair.a, s->from);
    const double from_b = from_triangle(&mesh[1], &pose[1], s->pair.b, s->to);
    expect(from_a <= off && from_b <= off, "%s: points are off by %a and %a", what, from_a, from_b);
}

static void make_pair_of_meshes(struct mesh mesh[2], lbx_rigid_pose pose[2], unsigned kind,
                                uint64_t seed, double apart) {
    double size = 0;
    mesh_make(&mesh[0], kind, seed);
    mesh_make(&mesh[1], (kind + seed / 2) % MESH_KINDS, seed + 7);
    for (int k = 0; k < 2; k++) {
        mesh[k].triangles = mesh[k].triangles < 40 ? mesh[k].triangles : 40;
        pose[k] = pose_near(&mesh[k], seed + 100 * (unsigned)k);
        for (size_t v = 0; v < mesh[k].vertices; v++)
            size = fmax(size, fabs((double)mesh[k].vertex[v][0] - (double)mesh[k].vertex[0][0]));
    }
    pose[1].position[seed % 3] += apart * size;
}

Test(tree_distance, is_the_least_of_all_pairs) {
    static struct mesh mesh[2];
    const struct test_tables *const tables = test_tables();
    size_t touching = 0, apart = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 3 : 9); seed++) {
            static const double aparts[] = {0, .25, 2};
            lbx_rigid_pose pose[2];
            make_pair_of_meshes(mesh, pose, kind, seed, aparts[seed % 3]);
            table_use(&tables->at[0]);
            const lbx_separation want = brute_force(mesh, pose);
            expect_points(mesh_names[kind], mesh, pose, &want);
            touching += want.distance == 0, apart += want.distance > 0;
            for (uint32_t leaf = 1; leaf <= LBX_LEAF_MAX; leaf += 1 + (leaf > 1) * 2) {
                const lbx_obb_tree_options options = {.leaf = leaf};
                struct tree a = tree_of(&mesh[0], &options), b = tree_of(&mesh[1], &options);
                lbx_obb_tree_counts first = {0};
                for (size_t t = 0; t < tables->count; t++) {
                    lbx_obb_tree_counts counts;
                    table_use(&tables->at[t]);
                    const lbx_separation got = ask(a.at, b.at, pose, INFINITY, NULL, &counts);
                    expect(!upper_halves_in_use(), "%s: upper halves in use", tables->at[t].name);
                    expect(memcmp(&got, &want, sizeof got) == 0,
                           "%s, seed %llu, leaf %u, %s: %a (%u, %u), not %a (%u, %u)",
                           mesh_names[kind], (unsigned long long)seed, leaf, tables->at[t].name,
                           got.distance, got.pair.a, got.pair.b, want.distance, want.pair.a,
                           want.pair.b);
                    if (t == 0) first = counts;
                    expect(memcmp(&counts, &first, sizeof counts) == 0, "%s: other counts",
                           tables->at[t].name);
                }
                tree_free(&a);
                tree_free(&b);
            }
        }
    }
    expect(touching > 15 && apart > 15, "%zu touch, %zu do not", touching, apart);
}

// Whether two meshes collide; the distance must say the same, with the least of all pairs.
static bool expect_0_if_they_collide(const struct mesh mesh[2], const lbx_rigid_pose pose[2]) {
    enum { PAIRS_MAX = MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX };
    static lbx_pair pairs[PAIRS_MAX];
    const struct test_tables *const tables = test_tables();
    struct tree a = tree_of(&mesh[0], NULL), b = tree_of(&mesh[1], NULL);
    ptrdiff_t n = 0;
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (unsigned flags = 0; flags <= LBX_REPRODUCIBLE; flags += LBX_REPRODUCIBLE) {
            const lbx_posed_trees trees = {a.at, &pose[0], b.at, &pose[1]};
            const lbx_obb_tree_query query = {.flags = flags};
            lbx_separation out;
            lbx_obb_tree_counts counts;
            n = lbx_obb_tree_collide(a.at, &pose[0], b.at, &pose[1], &query, pairs, PAIRS_MAX,
                                     NULL);
            expect(lbx_obb_tree_distance(&trees, 1, NULL, flags, NULL, &out, &counts) >= 0,
                   "searched");
            expect((out.distance == 0) == (n > 0) && out.distance >= 0, "%s: %a, but %td pairs",
                   tables->at[t].name, out.distance, n);
            expect(counts.pairs == (uint64_t)n, "%llu pairs", (unsigned long long)counts.pairs);
            for (ptrdiff_t k = 0; k < n; k++) {
                expect(out.pair.a < pairs[k].a ||
                           (out.pair.a == pairs[k].a && out.pair.b <= pairs[k].b),
                       "not the least pair");
            }
        }
    }
    tree_free(&a);
    tree_free(&b);
    return n > 0;
}

// It is 0 where lbx_obb_tree_collide finds a pair, of which it has the least, and nowhere else.
Test(tree_distance, is_0_where_meshes_collide) {
    static struct mesh mesh[2];
    size_t touching = 0, apart = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct random r = random_of(53, seed);
        lbx_rigid_pose pose[2];
        make_pair_of_meshes(mesh, pose, seed % MESH_KINDS, seed, 1.5 * random_unit(&r));
        if (seed % 3 == 0) mesh[1] = mesh[0], pose[1] = pose[0];
        if (seed % 6 == 0) pose[1].position[0] += random_scale(&r, -60, 0);
        const bool touch = expect_0_if_they_collide(mesh, pose);
        touching += touch, apart += !touch;
    }
    expect(touching > 80 && apart > 80, "%zu touch, %zu do not", touching, apart);
}

// The same with the pairs of the kernel's scenes, two of them at a time: triangles that touch or
// all but touch, also with nearly parallel edges.
Test(tree_distance, is_0_where_triangles_of_scenes_collide) {
    enum { ITEMS = 120, EACH = 2 };
    static struct mesh mesh[2];
    static float item[2][9][ITEMS];
    const struct lbx_case *const c = case_named("triangle_triangle");
    const lbx_rigid_pose pose[2] = {{{0, 0, 0}, {0, 0, 0, 1}}, {{0, 0, 0}, {0, 0, 0, 1}}};
    size_t touching = 0, apart = 0;
    for (enum scene scene = SCENE_MIXED; scene <= SCENE_WORST; scene++) {
        float *at[2][9];
        for (int k = 0; k < 18; k++) at[k / 9][k % 9] = item[k / 9][k % 9];
        c->fill(5, scene, ITEMS, at[0], at[1]);
        for (uint32_t first = 0; first < ITEMS; first += EACH) {
            for (int s = 0; s < 2; s++) {
                mesh[s].triangles = EACH;
                mesh[s].vertices = 3 * (size_t)EACH;
                for (uint32_t v = 0; v < 3 * EACH; v++) {
                    mesh[s].index[v] = v;
                    for (unsigned k = 0; k < 3; k++) {
                        const float x = item[s][3 * (v % 3) + k][first + v / 3];
                        mesh[s].vertex[v][k] = fabsf(x) < 0x1p58f ? x : 0;
                    }
                }
            }
            const bool touch = expect_0_if_they_collide(mesh, pose);
            touching += touch, apart += !touch;
        }
    }
    expect(touching > 80 && apart > 80, "%zu touch, %zu do not", touching, apart);
}

// With LBX_ANY, the distance is the same, of a pair that touches if one does, and the hint that it
// leaves finds this pair again at once.
Test(tree_distance, ends_at_any_pair_that_touches) {
    static struct mesh mesh[2];
    size_t touching = 0, others = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        lbx_rigid_pose pose[2];
        make_pair_of_meshes(mesh, pose, seed % MESH_KINDS, seed, seed % 2 ? 1 : 0);
        struct tree a = tree_of(&mesh[0], NULL), b = tree_of(&mesh[1], NULL);
        const lbx_posed_trees trees = {a.at, &pose[0], b.at, &pose[1]};
        const lbx_separation least = ask(a.at, b.at, pose, INFINITY, NULL, NULL);
        lbx_separation any[2];
        lbx_pair hint = {0, 0};
        for (int k = 0; k < 2; k++) {
            lbx_obb_tree_counts counts;
            const ptrdiff_t found = lbx_obb_tree_distance(
                &trees, 1, NULL, LBX_REPRODUCIBLE | LBX_ANY, &hint, &any[k], &counts);
            expect(found == (least.distance < INFINITY) && any[k].distance == least.distance,
                   "%a, not %a", any[k].distance, least.distance);
            expect(counts.pairs == 0, "all pairs");
            if (k && least.distance == 0)
                expect(counts.boxes == 0 && memcmp(&any[0], &any[1], sizeof *any) == 0,
                       "not again");
        }
        if (least.distance > 0) {
            expect(memcmp(&any[0], &least, sizeof least) == 0, "another pair");
        } else {
            struct tree one[2] = {tree_of_triangle(&mesh[0], any[0].pair.a),
                                  tree_of_triangle(&mesh[1], any[0].pair.b)};
            expect(ask(one[0].at, one[1].at, pose, 0, NULL, NULL).distance == 0, "apart");
            for (int side = 0; side < 2; side++) tree_free(&one[side]);
            touching++;
            others += memcmp(&any[0].pair, &least.pair, sizeof least.pair) != 0;
        }
        tree_free(&a);
        tree_free(&b);
    }
    expect(touching > 15 && others > 5, "%zu touch, %zu by other pairs", touching, others);
}

// Nothing counts beyond the reach; what is exactly as far does.
Test(tree_distance, reaches_as_far_as_asked) {
    static struct mesh mesh[2];
    size_t apart = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        lbx_rigid_pose pose[2];
        make_pair_of_meshes(mesh, pose, seed % MESH_KINDS, seed, seed % 2 ? 2 : 0);
        struct tree a = tree_of(&mesh[0], NULL), b = tree_of(&mesh[1], NULL);
        const lbx_separation all = ask(a.at, b.at, pose, INFINITY, NULL, NULL);
        lbx_separation got = ask(a.at, b.at, pose, all.distance, NULL, NULL);
        expect(memcmp(&got, &all, sizeof got) == 0, "as far as the reach");
        got = ask(a.at, b.at, pose, all.distance * 2, NULL, NULL);
        expect(memcmp(&got, &all, sizeof got) == 0, "within the reach");
        if (all.distance > 0) {
            apart++;
            got = ask(a.at, b.at, pose, nextafter(all.distance, 0), NULL, NULL);
            expect(is_none(&got), "%a beyond the reach", got.distance);
            got = ask(a.at, b.at, pose, 0, NULL, NULL);
            expect(is_none(&got), "%a beyond 0", got.distance);
        }
        tree_free(&a);
        tree_free(&b);
    }
    expect(apart > 25, "%zu", apart);
}

// Any bytes are a hint, and no hint changes an answer; what a search left costs no more.
Test(tree_distance, is_the_same_whatever_the_hint) {
    static struct mesh mesh[2];
    const struct test_tables *const tables = test_tables();
    uint64_t with = 0, without = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random r = random_of(54, seed);
        lbx_rigid_pose pose[2];
        struct guarded tree[2]; // nothing may be read behind them
        make_pair_of_meshes(mesh, pose, seed % MESH_KINDS, seed, seed % 3 ? 2 : 0);
        for (int k = 0; k < 2; k++) {
            struct tree made = tree_of(&mesh[k], NULL);
            tree[k] = guarded_alloc(made.bytes, GUARD_BEHIND, 0);
            memcpy(tree[k].at, made.at, made.bytes);
            tree_free(&made);
        }
        lbx_pair hint = {0, 0}, found = {0, 0};
        lbx_obb_tree_counts counts;
        const lbx_separation want = ask(tree[0].at, tree[1].at, pose, INFINITY, &found, &counts);
        without += counts.boxes + counts.triangles;
        for (unsigned k = 0; k < 30; k++) {
            uint32_t *const side[2] = {&hint.a, &hint.b};
            for (int m = 0; m < 2; m++) {
                const uint32_t n = (uint32_t)mesh[m].triangles, any = (uint32_t)random_bits(&r);
                const uint32_t first = k % 4 == 0   ? n - any % 8 // about the end
                                       : k % 4 == 1 ? any % (1u << LEAF_SHIFT)
                                                    : any % n;
                *side[m] = leaf_of(first, 1 + (any >> 8) % LBX_LEAF_MAX);
                if (k % 4 == 3) *side[m] = any;
            }
            if (k == 0) hint = found;
            table_use(&tables->at[k % tables->count]);
            const lbx_separation got = ask(tree[0].at, tree[1].at, pose, INFINITY, &hint, &counts);
            if (k == 0) with += counts.boxes + counts.triangles;
            expect(memcmp(&got, &want, sizeof got) == 0, "seed %llu: %a, not %a",
                   (unsigned long long)seed, got.distance, want.distance);
            expect(memcmp(&hint, &found, sizeof hint) == 0, "another hint");
        }
        hint = (lbx_pair){3, 4}; // and nothing is written where nothing is found
        if (want.distance > 0) {
            ask(tree[0].at, tree[1].at, pose, 0, &hint, NULL);
            expect(hint.a == 3 && hint.b == 4, "a hint to nothing");
        }
        for (int k = 0; k < 2; k++) guarded_free(&tree[k]);
    }
    expect(with < without, "%llu tests with hints, %llu without", (unsigned long long)with,
           (unsigned long long)without);
}

// A list in one call is the same as each by itself. Nothing is written behind it, and nothing at
// all where one of its pairs is wrong.
Test(tree_distance, of_a_list) {
    enum { MESHES = 6, LIST = MESHES * MESHES };
    static struct mesh mesh[MESHES];
    static lbx_rigid_pose pose[MESHES];
    struct tree tree[MESHES];
    lbx_posed_trees list[LIST];
    double reach[LIST];
    for (unsigned k = 0; k < MESHES; k++) {
        mesh_make(&mesh[k], k % 2 ? MESH_BALL : MESH_SOUP, k);
        pose[k] = pose_near(&mesh[k], k);
        pose[k].position[k % 3] += 3 * k;
        tree[k] = tree_of(&mesh[k], NULL);
    }
    struct guarded out = guarded_alloc(LIST * sizeof(lbx_separation), GUARD_BEHIND, 0x33);
    struct guarded hints = guarded_alloc(LIST * sizeof(lbx_pair), GUARD_BEHIND, 0);
    lbx_separation *const got = (lbx_separation *)(void *)out.at;
    lbx_obb_tree_counts counts, all = {0};
    ptrdiff_t found = 0;
    for (unsigned k = 0; k < LIST; k++) {
        const unsigned a = k / MESHES, b = k % MESHES;
        list[k] = (lbx_posed_trees){tree[a].at, &pose[a], tree[b].at, &pose[b]};
        reach[k] = k % 4 ? INFINITY : 1;
    }
    for (unsigned k = 0; k < LIST; k++) { // one wrong pair, then the other
        const lbx_posed_trees right = list[k];
        const lbx_rigid_pose bad = {{0, 0, 0}, {0, 0, 0, 2}};
        if (k % 3 == 0) list[k].b_pose = &bad;
        if (k % 3 == 1) list[k].a = NULL;
        if (k % 3 == 2) list[k].b = &reach;
        const ptrdiff_t error =
            lbx_obb_tree_distance(list, LIST, reach, 0, (lbx_pair *)(void *)hints.at, got, &counts);
        expect(error == (k % 3 == 0   ? LBX_ERROR_POSE
                         : k % 3 == 1 ? LBX_ERROR_NULL
                                      : LBX_ERROR_TREE),
               "pair %u: %td", k, error);
        list[k] = right;
        for (size_t i = 0; i < out.bytes; i++) expect(out.at[i] == 0x33, "written");
    }
    const ptrdiff_t n = lbx_obb_tree_distance(list, LIST, reach, LBX_REPRODUCIBLE,
                                              (lbx_pair *)(void *)hints.at, got, &counts);
    for (unsigned k = 0; k < LIST; k++) {
        const lbx_rigid_pose both[2] = {*list[k].a_pose, *list[k].b_pose};
        lbx_obb_tree_counts own;
        lbx_pair hint = {0, 0};
        const lbx_separation alone = ask(list[k].a, list[k].b, both, reach[k], &hint, &own);
        expect(memcmp(&alone, &got[k], sizeof alone) == 0, "pair %u", k);
        expect(memcmp(&hint, hints.at + k * sizeof hint, sizeof hint) == 0, "hint %u", k);
        found += alone.distance < INFINITY;
        all.pairs += own.pairs, all.boxes += own.boxes;
        all.triangles += own.triangles, all.in_double += own.in_double;
    }
    expect(n == found && n > MESHES && n < LIST, "%td, not %td", n, found);
    expect(memcmp(&counts, &all, sizeof all) == 0, "counts");
    for (unsigned k = 0; k < MESHES; k++) tree_free(&tree[k]);
    guarded_free(&out);
    guarded_free(&hints);
}

Test(tree_distance, errors) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_BOX, 1);
    struct tree tree = tree_of(&mesh, NULL);
    const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
    const lbx_posed_trees right = {tree.at, &here, tree.at, &here};
    lbx_separation out = {.distance = 5};
    double reach = 1;
    expect(lbx_obb_tree_distance(NULL, 0, NULL, 0, NULL, NULL, NULL) == 0, "none");
    expect(lbx_obb_tree_distance(NULL, 1, NULL, 0, NULL, &out, NULL) == LBX_ERROR_NULL, "NULL");
    expect(lbx_obb_tree_distance(&right, 1, NULL, 32, NULL, &out, NULL) == LBX_ERROR_FLAGS &&
               lbx_obb_tree_distance(&right, 0, NULL, 2, NULL, &out, NULL) == LBX_ERROR_FLAGS,
           "flags");
    const double bad[] = {-1, NAN, -INFINITY, -0x1p-1074};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        reach = bad[k];
        expect(lbx_obb_tree_distance(&right, 1, &reach, 0, NULL, &out, NULL) == LBX_ERROR_DISTANCE,
               "reach %g", reach);
    }
    lbx_posed_trees wrong = right;
    wrong.a_pose = NULL;
    expect(lbx_obb_tree_distance(&wrong, 1, NULL, 0, NULL, &out, NULL) == LBX_ERROR_NULL, "pose");
    wrong = right;
    wrong.b = (const char *)tree.at + 4;
    expect(lbx_obb_tree_distance(&wrong, 1, NULL, 0, NULL, &out, NULL) == LBX_ERROR_STRIDE,
           "alignment");
    const lbx_rigid_pose lost = {{0, NAN, 0}, {0, 0, 0, 1}};
    wrong = right;
    wrong.b_pose = &lost;
    expect(lbx_obb_tree_distance(&wrong, 1, NULL, 0, NULL, &out, NULL) == LBX_ERROR_POSE, "NaN");
    expect(out.distance == 5, "written");
    expect(lbx_obb_tree_distance(&right, 1, NULL, 0, NULL, NULL, NULL) == 1, "nothing asked");
    tree_free(&tree);
}

// Meshes at the ends of the range of poses: as far apart as distances count, and farther.
Test(tree_distance, ends_at_2_to_the_60) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_CUBE, 1);
    struct tree tree = tree_of(&mesh, NULL);
    const struct test_tables *const tables = test_tables();
    static const struct {
        double at;
        bool found;
    } places[] = {{0x1p59, true},  {0x1.fffffp59, true}, {0x1.001p60, false}, {0x1p61, false},
                  {0x1p62, false}, {0x1p63, false},      {0x1p200, false},    {0x1p1023, false}};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        for (size_t t = 0; t < tables->count; t++) {
            const lbx_rigid_pose pose[2] = {{{0, -places[k].at / 2, 0}, {0, 0, 0, 1}},
                                            {{0, places[k].at / 2, 0}, {0, 0, 1, 0}}};
            table_use(&tables->at[t]);
            const lbx_separation got = ask(tree.at, tree.at, pose, INFINITY, NULL, NULL);
            expect((got.distance < INFINITY) == places[k].found, "%a: %a", places[k].at,
                   got.distance);
            if (places[k].found)
                expect(fabs(got.distance - places[k].at) <= 100, "%a apart", got.distance);
            else
                expect(is_none(&got), "not none");
        }
    }
    tree_free(&tree);
}
