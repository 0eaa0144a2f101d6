// SPDX-License-Identifier: MIT
// Trees of boxes converted from another tree's nodes: they give the same answers as any other tree,
// split the triangles where the nodes do, and detect nodes that form no tree.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "mesh_rays.h"
#include "trees/aabb_tree.h"

enum { NODES = 2 * MESH_TRIANGLES_MAX, WIDEST = 9, UNTOUCHED = 0x5a };

// A caller's node. `child` is read only if the view names it.
struct node {
    float bounds[6];
    uint32_t first, count, child[WIDEST];
};

struct nodes {
    struct node at[NODES];
    uint32_t order[MESH_TRIANGLES_MAX];
    uint32_t count, width;
    bool adjacent;
};

static lbx_tree_nodes view_of(const struct nodes *x) {
    return (lbx_tree_nodes){.count = &x->at[0].count,
                            .first = &x->at[0].first,
                            .child = x->adjacent ? NULL : x->at[0].child,
                            .node_count = x->count,
                            .stride = sizeof *x->at,
                            .width = x->width,
                            .order = x->order};
}

// Splits the triangles from `begin` to `end` at random places, in node `number`, which already
// exists.
static void part(struct nodes *x, struct random *r, uint32_t number, uint32_t begin, uint32_t end) {
    struct node *const node = &x->at[number];
    uint32_t cut[WIDEST + 1];
    node->first = begin;
    node->count = end - begin;
    if (node->count <= 1 + random_below(r, 4)) return;
    // Adjacent children are all present; others may be few, with gaps between them.
    const uint32_t children = x->adjacent ? x->width : 2 + random_below(r, x->width - 1);
    if (node->count < children) return;
    cut[0] = begin;
    for (uint32_t k = 1; k <= children; k++) { // each child has at least one
        const uint32_t most = end - (children - k);
        cut[k] = k == children ? end : cut[k - 1] + 1 + random_below(r, most - cut[k - 1]);
    }
    node->count = 0;
    node->first = x->count;
    x->count += children;
    for (uint32_t k = 0; k < x->width; k++) node->child[k] = LBX_NO_NODE;
    for (uint32_t k = 0, at = 0; k < children; k++, at++) {
        while (x->width - at > children - k && random_chance(r, 2)) at++;
        node->child[at] = node->first + k;
    }
    const uint32_t first = node->first;
    for (uint32_t k = 0; k < children; k++) part(x, r, first + k, cut[k], cut[k + 1]);
}

static void make_nodes(struct nodes *x, size_t triangles, uint32_t width, bool adjacent,
                       uint64_t seed) {
    struct random r = random_of(seed, 4);
    memset(x, 0, sizeof *x);
    x->width = width;
    x->adjacent = adjacent;
    x->count = 1;
    for (uint32_t i = 0; i < triangles; i++) { // any order
        const uint32_t at = random_below(&r, i + 1);
        x->order[i] = x->order[at];
        x->order[at] = i;
    }
    part(x, &r, 0, 0, (uint32_t)triangles);
    expect(x->count <= NODES, "%u nodes", x->count);
}

// Converts into memory of exactly the promised size.
static struct guarded convert(const lbx_mesh *mesh, const lbx_tree_nodes *nodes,
                              const lbx_aabb_tree_options *options, enum guard guard,
                              ptrdiff_t *bytes) {
    const size_t room = lbx_aabb_tree_bytes(mesh);
    const struct guarded memory = guarded_alloc((room + 7) / 8 * 8, guard, UNTOUCHED);
    struct guarded scratch = guarded_alloc(
        (lbx_aabb_tree_convert_scratch_bytes(mesh, nodes) + 7) / 8 * 8, guard, UNTOUCHED);
    *bytes = lbx_aabb_tree_convert(mesh, nodes, options, memory.at, room, scratch.at);
    expect(guarded_intact(&memory, UNTOUCHED) && guarded_intact(&scratch, UNTOUCHED), "beyond");
    guarded_free(&scratch);
    return memory;
}

static void expect_same_answers(const char *what, const void *tree, const void *other,
                                const struct mesh *mesh, uint64_t seed) {
    static struct rays rays;
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    static uint32_t id[2][RAYS];
    static float t[2][RAYS], u[2][RAYS], v[2][RAYS];
    rays_make(&rays, mesh, seed);
    const lbx_rays view = rays_view(&rays);
    for (int k = 0; k < 2; k++) {
        const lbx_ray_hits hits = {id[k], t[k], u[k], v[k], NULL};
        expect(lbx_aabb_tree_nearest(k ? other : tree, &view, NULL, RAYS, 0, &hits, scratch,
                                     sizeof scratch) >= 0,
               "traced");
    }
    expect(memcmp(id[0], id[1], sizeof id[0]) == 0 && memcmp(t[0], t[1], sizeof t[0]) == 0 &&
               memcmp(u[0], u[1], sizeof u[0]) == 0 && memcmp(v[0], v[1], sizeof v[0]) == 0,
           "%s, seed %llu: other answers", what, (unsigned long long)seed);
}

Test(tree_convert, gives_the_same_answers) {
    static struct mesh mesh;
    static struct nodes nodes;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 10; seed++) {
            mesh_make(&mesh, kind, seed);
            const lbx_mesh view = mesh_view(&mesh);
            struct tree built = aabb_tree_of(&mesh, NULL);
            make_nodes(&nodes, mesh.triangles, 2 + (uint32_t)seed % (WIDEST - 1), seed % 2, seed);
            const lbx_tree_nodes given = view_of(&nodes);
            ptrdiff_t bytes;
            struct guarded tree = convert(&view, &given, NULL, seed % GUARDS, &bytes);
            expect(bytes > 0 && lbx_aabb_tree_check(tree.at, (size_t)bytes, NULL) == 0, "%s: %td",
                   mesh_names[kind], bytes);
            expect_same_answers(mesh_names[kind], tree.at, built.at, &mesh, seed);
            guarded_free(&tree);
            tree_free(&built);
        }
    }
}

// Dense arrays for all three, without `order`, give the same tree as structures.
Test(tree_convert, dense_arrays) {
    static struct mesh mesh;
    static struct nodes nodes;
    static uint32_t first[NODES], count[NODES], child[NODES][4];
    mesh_make(&mesh, MESH_SOUP, 3);
    const lbx_mesh view = mesh_view(&mesh);
    make_nodes(&nodes, mesh.triangles, 4, false, 3);
    for (uint32_t i = 0; i < mesh.triangles; i++) nodes.order[i] = i;
    for (uint32_t i = 0; i < nodes.count; i++) {
        first[i] = nodes.at[i].first;
        count[i] = nodes.at[i].count;
        memcpy(child[i], nodes.at[i].child, sizeof child[i]);
    }
    const lbx_tree_nodes structures = view_of(&nodes);
    const lbx_tree_nodes dense = {
        .count = count, .first = first, .child = child[0], .node_count = nodes.count, .width = 4};
    ptrdiff_t bytes[2];
    struct guarded tree = convert(&view, &structures, NULL, GUARD_BEHIND, &bytes[0]);
    struct guarded other = convert(&view, &dense, NULL, GUARD_BEHIND, &bytes[1]);
    expect(bytes[0] > 0 && bytes[0] == bytes[1] && memcmp(tree.at, other.at, (size_t)bytes[0]) == 0,
           "%td and %td bytes", bytes[0], bytes[1]);
    guarded_free(&tree);
    guarded_free(&other);
}

// Whether the triangles of each leaf belong to one group under `of`.
static bool are_parted(const void *memory, uint32_t (*of)(uint32_t triangle)) {
    struct lbx_aabb_tree t;
    expect(lbx_aabb_tree_open(&t, memory) == 0, "a tree");
    for (size_t i = 0; i < t.header->leaves; i++) {
        for (int k = 1; k < 8; k++) {
            if (of(t.leaf[i].id[k]) != of(t.leaf[i].id[0])) return false;
        }
    }
    return true;
}

static uint32_t of_group(uint32_t triangle) {
    return triangle % 7;
}

// Groups that no box could tell apart are split as the nodes say: 280 triangles by their numbers
// modulo 7, in a tree that is a list and in a bushy one, after leaves without triangles.
Test(tree_convert, parts_where_the_nodes_do) {
    enum { GROUPS = 7, EACH = 40 };
    static struct mesh mesh;
    mesh_make(&mesh, MESH_SOUP, 5);
    mesh.triangles = GROUPS * EACH;
    const lbx_mesh view = mesh_view(&mesh);
    for (int shape = 0; shape < 3; shape++) {
        static struct nodes nodes;
        memset(&nodes, 0, sizeof nodes);
        nodes.width = shape == 2 ? WIDEST : 2;
        for (uint32_t i = 0; i < GROUPS * EACH; i++) nodes.order[i] = i % EACH * GROUPS + i / EACH;
        for (uint32_t i = 0; i < NODES; i++)
            memset(nodes.at[i].child, 0xff, sizeof nodes.at[i].child);
        // Leaf g is node g + 1. In a list, node 20 + g holds it and the next node.
        for (uint32_t g = 0; g < GROUPS; g++) {
            nodes.at[g + 1].first = g * EACH;
            nodes.at[g + 1].count = EACH;
            nodes.at[0].child[g] = shape == 2 ? g + 1 : LBX_NO_NODE;
        }
        nodes.count = 40;
        if (shape < 2) { // node 0 and those from 20 on are inner ones
            uint32_t at = 0;
            for (uint32_t g = 0; g + 1 < GROUPS; g++) {
                const uint32_t rest = g + 2 < GROUPS ? 20 + g : GROUPS;
                nodes.at[at].child[shape] = g + 1;
                nodes.at[at].child[!shape] = rest;
                at = rest;
            }
        } else { // an empty leaf first
            nodes.at[0].child[8] = nodes.at[0].child[0];
            nodes.at[0].child[0] = 30;
        }
        const lbx_tree_nodes given = view_of(&nodes);
        ptrdiff_t bytes;
        struct guarded tree = convert(&view, &given, NULL, GUARD_BEHIND, &bytes);
        expect(bytes > 0 && are_parted(tree.at, of_group), "shape %d: %td", shape, bytes);
        guarded_free(&tree);
    }
}

// The same nodes, each behind a node that has only this child. An empty leaf comes before the first
// child.
static void pad_nodes(const struct nodes *from, struct nodes *to) {
    *to = *from;
    to->width = from->width + 1;
    for (uint32_t i = 0; i < from->count; i++) {
        struct node *const node = &to->at[i];
        if (node->count) continue;
        memset(node->child, 0xff, sizeof node->child);
        for (uint32_t k = 0, at = 0; k < from->width; k++) {
            if (from->at[i].child[k] == LBX_NO_NODE) continue;
            if (at == 0) node->child[at++] = to->count++; // memory of zeros, and no children
            node->child[at++] = to->count;
            to->at[to->count++].child[0] = from->at[i].child[k];
        }
    }
    for (uint32_t i = from->count; i < to->count; i++) {
        struct node *const node = &to->at[i];
        for (int k = 0; k < WIDEST; k++)
            if (node->child[k] == 0) node->child[k] = LBX_NO_NODE; // nobody's child
    }
    expect(to->count <= NODES, "%u nodes", to->count);
}

Test(tree_convert, nodes_without_triangles_of_their_own_change_nothing) {
    static struct mesh mesh;
    static struct nodes nodes, padded;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        mesh_make(&mesh, MESH_BALL, seed);
        mesh.triangles = 180;
        const lbx_mesh view = mesh_view(&mesh);
        make_nodes(&nodes, mesh.triangles, 2 + (uint32_t)seed % 6, false, seed);
        pad_nodes(&nodes, &padded);
        const lbx_tree_nodes given = view_of(&nodes), other = view_of(&padded);
        ptrdiff_t bytes[2];
        struct guarded tree = convert(&view, &given, NULL, GUARD_BEHIND, &bytes[0]);
        struct guarded same = convert(&view, &other, NULL, GUARD_BEHIND, &bytes[1]);
        expect(bytes[0] > 0 && bytes[0] == bytes[1] &&
                   memcmp(tree.at, same.at, (size_t)bytes[0]) == 0,
               "seed %llu: %td and %td bytes", (unsigned long long)seed, bytes[0], bytes[1]);
        guarded_free(&tree);
        guarded_free(&same);
    }
}

// A leaf of one triangle too many, a leaf from the second triangle on, and a node that is its own
// child. Nothing is read beyond the order, and nothing is written beyond the scratch.
Test(tree_convert, damaged_nodes_lead_nowhere) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_BALL, 1);
    const lbx_mesh view = mesh_view(&mesh);
    const uint32_t n = (uint32_t)mesh.triangles, itself[2] = {0, 0};
    struct guarded order = guarded_alloc(n * sizeof(uint32_t), GUARD_BEHIND, UNTOUCHED);
    for (uint32_t i = 0; i < n; i++) ((uint32_t *)(void *)order.at)[i] = i;
    uint32_t first = 0, count = n;
    lbx_tree_nodes given = {.count = &count,
                            .first = &first,
                            .node_count = 1,
                            .width = 2,
                            .order = (const uint32_t *)(const void *)order.at};
    for (int damage = 0; damage < 4; damage++) {
        ptrdiff_t bytes;
        first = damage == 2;
        count = damage == 1 ? n + 1 : damage == 3 ? 0 : n;
        given.child = damage == 3 ? itself : NULL;
        struct guarded tree = convert(&view, &given, NULL, GUARD_BEHIND, &bytes);
        expect(damage ? bytes == LBX_ERROR_FORMAT : bytes > 0, "damage %d: %td", damage, bytes);
        guarded_free(&tree);
    }
    guarded_free(&order);
}

static int stop(void *context, size_t done, size_t all) {
    (void)context;
    return done <= all;
}

Test(tree_convert, errors) {
    static struct mesh mesh;
    static struct nodes good, bad;
    static double memory[16384], scratch[16384], before[16384];
    mesh_make(&mesh, MESH_SOUP, 1);
    const lbx_mesh view = mesh_view(&mesh);
    const size_t room = lbx_aabb_tree_bytes(&view);
    make_nodes(&good, mesh.triangles, 3, false, 1);
    const lbx_tree_nodes given = view_of(&good);
    expect(room <= sizeof memory &&
               lbx_aabb_tree_convert_scratch_bytes(&view, &given) <= sizeof scratch,
           "room");
    expect(lbx_aabb_tree_convert_scratch_bytes(&view, &given) <=
               37 * mesh.triangles + 12 * given.node_count + 8,
           "as much as is said");
    expect(lbx_aabb_tree_convert_scratch_bytes(&view, NULL) == SIZE_MAX &&
               lbx_aabb_tree_convert_scratch_bytes(NULL, &given) == SIZE_MAX,
           "nothing");
#define ASK(nodes) lbx_aabb_tree_convert(&view, nodes, NULL, memory, room, scratch)
    expect(ASK(&given) > 0, "good");
    memcpy(before, memory, sizeof before);
    expect(ASK(NULL) == LBX_ERROR_NULL, "no nodes");
    lbx_tree_nodes other = given;
    other.count = NULL;
    expect(ASK(&other) == LBX_ERROR_NULL, "no counts");
    other = given;
    other.first = NULL;
    expect(ASK(&other) == LBX_ERROR_NULL, "no firsts");
    other = given;
    other.stride = 6;
    expect(ASK(&other) == LBX_ERROR_STRIDE, "stride");
    for (uint32_t width = 0; width < 100; width += width == 1 ? LBX_CHILDREN_MAX : 1) {
        other = given;
        other.width = width;
        if (width < 2 || width > LBX_CHILDREN_MAX)
            expect(ASK(&other) == LBX_ERROR_COUNT, "width %u", width);
    }
    other = given;
    other.node_count = 0;
    expect(ASK(&other) == LBX_ERROR_COUNT, "none");
    other.node_count = given.node_count - 1;
    expect(ASK(&other) == LBX_ERROR_INDEX, "a node less");
    expect(lbx_aabb_tree_convert(NULL, &given, NULL, memory, room, scratch) == LBX_ERROR_NULL &&
               lbx_aabb_tree_convert(&view, &given, NULL, memory, room - 1, scratch) ==
                   LBX_ERROR_COUNT,
           "as in building");

    uint32_t leaf = 0, inner = 0; // the last ones
    for (uint32_t i = 1; i < good.count; i++) {
        if (good.at[i].count)
            leaf = i;
        else
            inner = i;
    }
    bad = good;
    const lbx_tree_nodes damaged = view_of(&bad);
    bad.at[inner].child[0] = 0;
    expect(ASK(&damaged) == LBX_ERROR_FORMAT, "a circle");
    bad = good;
    bad.at[leaf].count = 0;
    memset(bad.at[leaf].child, 0xff, sizeof bad.at[leaf].child);
    expect(ASK(&damaged) == LBX_ERROR_FORMAT, "triangles in no leaf");
    bad = good;
    bad.at[leaf].count++;
    expect(ASK(&damaged) == LBX_ERROR_FORMAT, "more than there are");
    bad = good;
    bad.at[leaf].first = (uint32_t)mesh.triangles;
    expect(ASK(&damaged) == LBX_ERROR_FORMAT, "beyond the order");
    bad = good;
    bad.order[3] = bad.order[4];
    expect(ASK(&damaged) == LBX_ERROR_FORMAT, "a triangle twice");
    bad = good;
    bad.order[3] = (uint32_t)mesh.triangles;
    expect(ASK(&damaged) == LBX_ERROR_INDEX, "no triangle");
    // Node 3, which holds nothing, is a child of node 2 twice, and node 4 is nobody's.
    const uint32_t count[5] = {0, (uint32_t)mesh.triangles}, first[5] = {0}, none = LBX_NO_NODE;
    const uint32_t child[10] = {1, 2, none, none, 3, 3, none, none, none, none};
    const lbx_tree_nodes shared = {count, first, child, 5, 0, 2, NULL};
    expect(ASK(&shared) == LBX_ERROR_FORMAT, "a node with two parents");
    float *const x = &mesh.vertex[mesh.index[4]][1];
    *x += INFINITY;
    expect(ASK(&given) == LBX_ERROR_MESH, "an infinity");
    expect(memcmp(before, memory, sizeof before) == 0 &&
               lbx_aabb_tree_check(memory, room, NULL) == 0,
           "an error leaves the tree that was there");
    *x = 0;
    const lbx_aabb_tree_options options = {.progress = stop};
    expect(lbx_aabb_tree_convert(&view, &given, &options, memory, room, scratch) == 0 &&
               lbx_aabb_tree_check(memory, room, NULL) == LBX_ERROR_TREE,
           "stopped");
}
