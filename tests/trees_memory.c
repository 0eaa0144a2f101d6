// SPDX-License-Identifier: MIT
// Trees of meshes in memory: they take as many bytes as promised, and the same ones every time;
// damage is detected; builds stop; errors.
#include <fenv.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "known.h"
#include "mesh_rays.h"
#include "tables.h"
#include "trees.h"
#include "trees/obb_tree.h"
#include "volumes/fit.h"

// Meshes, scratch, trees and pairs at guard pages, each with exactly the bytes that are asked for.
Test(trees, guard_pages) {
    enum { UNTOUCHED = 0x5a, TRIANGLES = 46 }; // an even number: scratch is aligned at its end, too
    static struct mesh mesh[2];
    const struct test_tables *const tables = test_tables();
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        struct guarded tree[2];
        lbx_rigid_pose pose[2];
        for (unsigned k = 0; k < 2; k++) {
            mesh_make(&mesh[k], MESH_BALL, 3 + k);
            mesh[k].triangles = TRIANGLES;
            pose[k] = pose_near(&mesh[k], 5 + k);
            const lbx_mesh view = mesh_view(&mesh[k]);
            const size_t room = lbx_obb_tree_bytes(&view);
            struct guarded at = guarded_alloc(room, guard, UNTOUCHED),
                           scratch =
                               guarded_alloc(lbx_obb_tree_scratch_bytes(&view), guard, UNTOUCHED);
            const ptrdiff_t bytes = lbx_obb_tree_build(&view, NULL, at.at, room, scratch.at);
            expect(bytes > 0 && guarded_intact(&at, UNTOUCHED) &&
                       guarded_intact(&scratch, UNTOUCHED),
                   "built: %td", bytes);
            tree[k] = guarded_alloc((size_t)bytes, guard, UNTOUCHED);
            memcpy(tree[k].at, at.at, (size_t)bytes);
            guarded_free(&at);
            guarded_free(&scratch);
            expect(lbx_obb_tree_check(tree[k].at, tree[k].bytes, NULL) == 0, "a copy");
        }
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            for (int near = 0; near < 2; near++) {
                const float distance = near ? .5f : TOUCHING;
                const ptrdiff_t n =
                    tree_search(tree[0].at, tree[1].at, pose, distance, 0, NULL, 0, NULL);
                struct guarded pairs =
                    guarded_alloc((size_t)n * sizeof(lbx_pair), guard, UNTOUCHED);
                expect(n > 2 && tree_search(tree[0].at, tree[1].at, pose, distance, 0,
                                            (lbx_pair *)(void *)pairs.at, (size_t)n, NULL) == n,
                       "%td pairs", n);
                expect(guarded_intact(&pairs, UNTOUCHED), "wrote beyond the pairs");
                guarded_free(&pairs);
            }
        }
        for (int k = 0; k < 2; k++) guarded_free(&tree[k]);
    }
}

// Trees take at most the bytes that were promised, and no more than are written. The bytes are the
// same again, also from other memory and through a copy.
Test(trees, bytes) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint32_t leaf = 0; leaf <= LBX_LEAF_MAX; leaf++) {
            mesh_make(&mesh, kind, leaf + 1);
            const lbx_obb_tree_options options = {.leaf = leaf};
            struct tree a = tree_of(&mesh, &options), b = tree_of(&mesh, &options);
            const lbx_mesh view = mesh_view(&mesh);
            expect(a.bytes == b.bytes && a.bytes <= lbx_obb_tree_bytes(&view) &&
                       lbx_obb_tree_bytes(&view) <= 114 * mesh.triangles + 1100,
                   "%s: %zu bytes", mesh_names[kind], a.bytes);
            expect(memcmp(a.at, b.at, a.bytes) == 0, "%s: other bytes", mesh_names[kind]);
            expect(lbx_obb_tree_check(a.at, a.bytes, NULL) == 0, "%s", mesh_names[kind]);
            expect(lbx_obb_tree_check(a.at, a.bytes - 1, NULL) == LBX_ERROR_TREE, "a byte less");
            tree_free(&a);
            tree_free(&b);
        }
    }
}

#if defined(FE_UPWARD) // WebAssembly has no other mode than to nearest
// A tree passes its check in the rounding mode that it was made in. In another one it passes or
// not, and nothing else happens.
Test(trees, rounding_modes) {
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static struct mesh mesh;
    for (unsigned k = 0; k < 4 * MESH_KINDS; k++) {
        mesh_make(&mesh, k / 4, 5);
        fesetround(modes[k % 4]);
        struct tree obbs = tree_of(&mesh, NULL), aabbs = aabb_tree_of(&mesh, NULL);
        const int own = lbx_obb_tree_check(obbs.at, obbs.bytes, NULL) |
                        lbx_aabb_tree_check(aabbs.at, aabbs.bytes, NULL);
        fesetround(FE_TONEAREST);
        const int errors[] = {lbx_obb_tree_check(obbs.at, obbs.bytes, NULL),
                              lbx_aabb_tree_check(aabbs.at, aabbs.bytes, NULL)};
        expect(own == 0, "%s, mode %d", mesh_names[k / 4], modes[k % 4]);
        for (int t = 0; t < 2; t++)
            expect(errors[t] == 0 || (k % 4 && errors[t] == LBX_ERROR_TREE), "%d", errors[t]);
        tree_free(&obbs);
        tree_free(&aabbs);
    }
}
#endif

Test(trees, damage) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 5);
        struct tree t = tree_of(&mesh, NULL);
        expect_damage_is_told(mesh_names[kind], &t, lbx_obb_tree_check, 400);
        tree_free(&t);
    }
    mesh_make(&mesh, MESH_BALL, 5);
    mesh.triangles = 40;
    struct tree t = tree_of(&mesh, NULL);
    expect_damage_is_told("every bit", &t, lbx_obb_tree_check, 0);
    tree_free(&t);
}

static struct lbx_obb_tree opened(const struct tree *t) {
    struct lbx_obb_tree tree;
    expect(lbx_obb_tree_open(&tree, t->at) == 0, "no tree");
    return tree;
}

static void swap_children(struct lbx_obb_node *node, unsigned j, unsigned k) {
    for (unsigned row = 0; row < sizeof *node / sizeof(uint32_t) / TREE_WIDTH; row++) {
        uint32_t *const at = (uint32_t *)(void *)node + row * TREE_WIDTH;
        uint32_t x, y;
        memcpy(&x, at + j, sizeof x);
        memcpy(&y, at + k, sizeof y);
        memcpy(at + j, &y, sizeof y);
        memcpy(at + k, &x, sizeof x);
    }
}

// Child k of a node, with the box of the triangles from `first` up to `end`.
static void put_child(struct lbx_obb_tree *t, size_t number, unsigned k, uint32_t child,
                      size_t first, size_t end) {
    struct lbx_obb_node *const node = &t->node[number];
    struct lbx_box box;
    lbx_obb_tree_box(t, first, end, NULL, &box);
    lbx_obb_tree_put_box(node, k, &box);
    node->child[k] = child;
}

// A tree of the same triangles with `nodes` nodes, each a level below the one before; all nodes are
// 0.
static struct tree with_nodes(const struct tree *from, size_t nodes) {
    const struct lbx_obb_tree old = opened(from);
    struct lbx_obb_tree made;
    struct tree t = {calloc(1, from->bytes + nodes * sizeof *old.node), 0};
    t.bytes = lbx_obb_tree_lay(&made, t.at, (size_t)old.header->triangles, nodes);
    *made.header = *old.header;
    made.header->nodes = nodes;
    made.header->levels = (uint32_t)nodes;
    made.header->bytes = t.bytes;
    memcpy(made.vertex, old.vertex, (size_t)old.header->triangles * sizeof *made.vertex);
    memcpy(made.id, old.id, (size_t)old.header->triangles * sizeof *made.id);
    return t;
}

// Damaged trees made by hand, with all checksums right.
Test(trees, damage_by_hand) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_BALL, 5);
    struct tree t = tree_of(&mesh, NULL);
    struct lbx_obb_tree tree = opened(&t);
    const uint32_t root = tree.node[0].child[0];
    swap_children(&tree.node[root], 2, 7);
    expect(tree.node[root].child[7] && lbx_obb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE,
           "a gap, or children out of order");
    swap_children(&tree.node[root], 2, 7);
    swap_children(&tree.node[0], 0, 1);
    expect(lbx_obb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE, "a gap before the root");
    swap_children(&tree.node[0], 0, 1);
    expect(lbx_obb_tree_check(t.at, t.bytes, NULL) == 0, "mended");
    tree_free(&t);

    // Two leaves below node 0; then one behind a gap; then the first one alone.
    const float corners[6][3] = {{-1, -1, 0},   {1, -1, 0},   {0, 1, 0},
                                 {-1, -1, .5f}, {1, -1, .5f}, {0, 1, .5f}};
    memcpy(mesh.vertex, corners, sizeof corners);
    for (uint32_t v = 0; v < 6; v++) mesh.index[v] = v;
    mesh.vertices = 6;
    mesh.triangles = 2;
    t = tree_of(&mesh, NULL);
    tree = opened(&t);
    const struct lbx_obb_node whole = tree.node[0];
    for (unsigned first = 0; first < 3; first++) {
        memset(&tree.node[0], 0, sizeof *tree.node);
        put_child(&tree, 0, first % 2, leaf_of(0, 1), 0, 1);
        if (first < 2) put_child(&tree, 0, first + 1, leaf_of(1, 1), 1, 2);
        expect(lbx_obb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE, "leaves, number %u",
               first);
    }
    tree.node[0] = whole;
    expect(lbx_obb_tree_check(t.at, t.bytes, NULL) == 0, "mended");

    // A vertex that is NaN, with the box that results.
    tree.vertex[1][2][0] = NAN;
    tree.header->sum = lbx_obb_tree_sum(&tree, NULL);
    put_child(&tree, 0, 0, leaf_of(0, 2), 0, 2);
    expect(lbx_obb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE, "a NaN");
    tree_free(&t);

    // A node that holds nothing, with the box of nothing, beside a leaf.
    t = tree_of(&mesh, NULL);
    for (size_t nodes = 2; nodes <= 3; nodes++) {
        struct tree longer = with_nodes(&t, nodes);
        tree = opened(&longer);
        put_child(&tree, 0, 0, 1, 0, 2);
        put_child(&tree, 1, 0, leaf_of(0, 2), 0, 2);
        if (nodes == 3) put_child(&tree, 1, 1, 2, 2, 2);
        expect(lbx_obb_tree_check(longer.at, longer.bytes, NULL) ==
                   (nodes == 3 ? LBX_ERROR_TREE : 0),
               "%zu nodes", nodes);
        tree_free(&longer);
    }
    tree_free(&t);
}

// What boxes are inflated by far from the origin is the same on either side of it.
Test(trees, boxes_of_mirrored_meshes) {
    static struct mesh mesh;
    float half[2][3];
    mesh_make(&mesh, MESH_SOUP, 3);
    mesh.triangles = 4; // a leaf
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < 3 * mesh.vertices; i++) {
            float *const x = &mesh.vertex[i / 3][i % 3];
            *x = side ? -*x : *x + 0x1p20f;
        }
        struct tree t = tree_of(&mesh, NULL);
        const struct lbx_obb_tree tree = opened(&t);
        for (int c = 0; c < 3; c++) half[side][c] = tree.node[0].half[c][0];
        tree_free(&t);
    }
    expect(memcmp(half[0], half[1], sizeof half[0]) == 0, "%a, mirrored %a", (double)half[0][0],
           (double)half[1][0]);
}

static int stop_late(void *context, size_t done, size_t all) {
    size_t *const calls = context;
    expect(done <= all && all == 200, "%zu of %zu", done, all);
    return --*calls == 0;
}

// A build that is stopped anywhere leaves nothing that would be taken for a tree.
Test(trees, progress_stops) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_BALL, 1);
    mesh.triangles = 200;
    const lbx_mesh view = mesh_view(&mesh);
    struct tree t = tree_of(&mesh, NULL);
    size_t stops = 1;
    for (;; stops++) {
        size_t calls = stops;
        const lbx_obb_tree_options options = {.progress = stop_late, .context = &calls};
        void *const scratch = malloc(lbx_obb_tree_scratch_bytes(&view));
        const ptrdiff_t bytes =
            lbx_obb_tree_build(&view, &options, t.at, lbx_obb_tree_bytes(&view), scratch);
        free(scratch);
        if (bytes > 0) break;
        expect(bytes == 0 && lbx_obb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE, "%td",
               bytes);
    }
    expect(stops > 5, "%zu calls", stops);
    tree_free(&t);
}

Test(trees, errors) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_SOUP, 2);
    lbx_mesh view = mesh_view(&mesh);
    struct tree t = tree_of(&mesh, NULL);
    const size_t room = lbx_obb_tree_bytes(&view);
    static double memory[8192], scratch[2048], before[8192];
    char *const odd = (char *)memory + 4;
    lbx_obb_tree_options options = {.leaf = LBX_LEAF_MAX + 1};
    expect(room <= sizeof memory && lbx_obb_tree_scratch_bytes(&view) <= sizeof scratch, "room");
    expect(lbx_obb_tree_bytes(NULL) == SIZE_MAX && lbx_obb_tree_scratch_bytes(NULL) == SIZE_MAX,
           "no mesh");
    lbx_mesh large = view;
    large.triangle_count = ((size_t)1 << 28) + 1;
    expect(lbx_obb_tree_bytes(&large) == SIZE_MAX && lbx_obb_tree_scratch_bytes(&large) == SIZE_MAX,
           "too many");
    expect(lbx_obb_tree_build(&view, NULL, memory, room, scratch) > 0, "built");
    memcpy(before, memory, sizeof before);
    expect(lbx_obb_tree_build(&large, NULL, memory, sizeof memory, scratch) == LBX_ERROR_COUNT,
           "too many");
    expect(lbx_obb_tree_build(NULL, NULL, memory, room, scratch) == LBX_ERROR_NULL, "no mesh");
    expect(lbx_obb_tree_build(&view, NULL, NULL, room, scratch) == LBX_ERROR_NULL, "no memory");
    expect(lbx_obb_tree_build(&view, NULL, memory, room, NULL) == LBX_ERROR_NULL, "no scratch");
    expect(lbx_obb_tree_build(&view, NULL, odd, room, scratch) == LBX_ERROR_STRIDE, "not aligned");
    expect(lbx_obb_tree_build(&view, NULL, memory, room, odd) == LBX_ERROR_STRIDE, "not aligned");
    expect(lbx_obb_tree_build(&view, NULL, memory, room - 1, scratch) == LBX_ERROR_COUNT, "bytes");
    expect(lbx_obb_tree_build(&view, &options, memory, room, scratch) == LBX_ERROR_COUNT, "leaf");
    float *const x = &mesh.vertex[mesh.index[4]][1], old = *x;
    *x = NAN;
    expect(lbx_obb_tree_build(&view, NULL, memory, room, scratch) == LBX_ERROR_MESH, "NaN");
    expect(lbx_obb_tree_refit(&view, memory, NULL) == LBX_ERROR_MESH, "NaN, refitted");
    *x = old;
    expect(lbx_obb_tree_refit(NULL, memory, NULL) == LBX_ERROR_NULL, "no mesh");
    expect(lbx_obb_tree_refit(&view, NULL, NULL) == LBX_ERROR_NULL, "no tree");
    view.triangle_count--;
    expect(lbx_obb_tree_refit(&view, memory, NULL) == LBX_ERROR_COUNT, "another mesh");
    expect(memcmp(before, memory, sizeof before) == 0 &&
               lbx_obb_tree_check(memory, room, NULL) == 0,
           "an error leaves the tree that was there");
    memset(memory, 0, sizeof memory);
    expect(lbx_obb_tree_check(NULL, 8, NULL) == LBX_ERROR_NULL, "no tree");
    expect(lbx_obb_tree_check(odd, 4000, NULL) == LBX_ERROR_STRIDE, "not aligned");
    expect(lbx_obb_tree_check(t.at, 8, NULL) == LBX_ERROR_TREE, "8 bytes");

    lbx_obb_tree_counts counts = {1, 2, 3, 4};
    lbx_pair pair;
    const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
#define COLLIDE(a, a_pose, b, b_pose, how)                                                         \
    lbx_obb_tree_collide(a, a_pose, b, b_pose, &(lbx_obb_tree_query){.flags = how}, &pair, 1,      \
                         &counts)
#define WITHIN(d, how)                                                                             \
    lbx_obb_tree_within(t.at, &here, t.at, &here,                                                  \
                        &(lbx_obb_tree_query){.distance = d, .flags = how}, &pair, 1, &counts)
    static const float no_distances[] = {-0x1p-149f, -1, INFINITY, -INFINITY, NAN, 0x1.000002p60f};
    for (size_t k = 0; k < sizeof no_distances / sizeof *no_distances; k++)
        expect(WITHIN(no_distances[k], 0) == LBX_ERROR_DISTANCE, "%g", (double)no_distances[k]);
    expect(WITHIN(1, 2) == LBX_ERROR_FLAGS && WITHIN(NAN, 4) == LBX_ERROR_FLAGS, "flags");
    expect(lbx_obb_tree_within(NULL, &here, t.at, &here, NULL, NULL, 0, NULL) == LBX_ERROR_NULL &&
               lbx_obb_tree_within(t.at, &here, t.at, NULL, NULL, NULL, 0, NULL) == LBX_ERROR_NULL,
           "no tree, no pose");
    expect(COLLIDE(NULL, &here, t.at, &here, 0) == LBX_ERROR_NULL, "no a");
    expect(COLLIDE(t.at, &here, NULL, &here, 0) == LBX_ERROR_NULL, "no b");
    expect(COLLIDE(t.at, NULL, t.at, &here, 0) == LBX_ERROR_NULL, "no pose");
    expect(COLLIDE(t.at, &here, t.at, NULL, 0) == LBX_ERROR_NULL, "no pose");
    expect(COLLIDE(t.at, &here, t.at, &here, 2) == LBX_ERROR_FLAGS, "flags");
    expect(COLLIDE(odd, &here, t.at, &here, 0) == LBX_ERROR_STRIDE, "not aligned");
    expect(COLLIDE(memory, &here, t.at, &here, 0) == LBX_ERROR_TREE, "no tree");
    static const size_t altered[] = {offsetof(struct lbx_obb_header, magic),
                                     offsetof(struct lbx_obb_header, version)};
    for (int k = 0; k < 2; k++) {
        memcpy(memory, before, sizeof before);
        ++*((char *)memory + altered[k]);
        expect(COLLIDE(memory, &here, t.at, &here, 0) == LBX_ERROR_TREE, "of another kind");
    }
    for (int c = 0; c < 7; c++) {
        static const double wrong[] = {INFINITY, NAN};
        for (int k = 0; k < 2; k++) {
            lbx_rigid_pose there = here;
            *(c < 3 ? &there.position[c] : &there.rotation[c - 3]) = wrong[k];
            expect(COLLIDE(t.at, &there, t.at, &here, 0) == LBX_ERROR_POSE, "pose of a");
            expect(COLLIDE(t.at, &here, t.at, &there, 0) == LBX_ERROR_POSE, "pose of b");
        }
    }
    lbx_rigid_pose there = here;
    there.rotation[3] = 1 + 0x1.01p-20;
    expect(COLLIDE(t.at, &here, t.at, &there, 0) == LBX_ERROR_POSE, "no unit");
    there.rotation[3] = -1 - 0x1p-20;
    expect(counts.pairs == 1 && counts.boxes == 2 && counts.triangles == 3, "counts of errors");
    expect(COLLIDE(t.at, &here, t.at, &there, LBX_ANY) == 1, "all but a unit");
    there.position[1] = 1e300; // with the other pose the difference overflows
    lbx_rigid_pose back = here;
    back.position[1] = -DBL_MAX;
    expect(COLLIDE(t.at, &back, t.at, &there, 0) == 0 && counts.boxes == 0, "far apart");
    counts.pairs = 0; // all pairs, at the largest distance; none beyond all distances
    const lbx_rigid_pose far = {{0x1p59, 0, 0}, {0, 0, 0, 1}},
                         beyond = {{0x1p62, 0, 0}, {0, 0, 0, 1}};
    const size_t all = mesh.triangles * mesh.triangles;
    expect(lbx_obb_tree_within(t.at, &here, t.at, &far, &(lbx_obb_tree_query){.distance = 0x1p60f},
                               &pair, 1, &counts) == LBX_ERROR_COUNT &&
               counts.pairs == all,
           "%llu of %zu pairs", (unsigned long long)counts.pairs, all);
    expect(lbx_obb_tree_within(t.at, &here, t.at, &beyond,
                               &(lbx_obb_tree_query){.distance = 0x1p60f}, &pair, 1, &counts) == 0,
           "beyond all distances");
    tree_free(&t);
}
