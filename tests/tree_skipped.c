// SPDX-License-Identifier: MIT
// Trees that leave out the triangles that are refused: they answer as the trees of a mesh without
// these do, with the numbers that triangles have in the whole mesh.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "mesh_rays.h"
#include "trees/aabb_tree.h"

// A mesh with triangles that are refused, and the same mesh without them.
struct pair_of_meshes {
    float vertex[MESH_VERTICES_MAX + 3][3];
    uint32_t index[3 * MESH_TRIANGLES_MAX];
    lbx_mesh whole;
    struct mesh kept;
    uint32_t number[MESH_TRIANGLES_MAX]; // in `whole` of a triangle of `kept`
    uint32_t refused[MESH_TRIANGLES_MAX], refused_count;
};

static void meshes_make(struct pair_of_meshes *m, enum mesh_kind kind, uint64_t seed) {
    static const float bad[3][3] = {{0, NAN, 0}, {-INFINITY, 0, 0}, {0, 0, 0x1.000002p58f}};
    struct random r = random_of(seed, 9);
    mesh_make(&m->kept, kind, seed);
    const size_t n = m->kept.triangles, vertices = m->kept.vertices;
    memcpy(m->vertex, m->kept.vertex, vertices * sizeof *m->vertex);
    memcpy(m->vertex + vertices, bad, sizeof bad);
    memcpy(m->index, m->kept.index, 3 * n * sizeof *m->index);
    m->whole = lbx_mesh_of(m->vertex[0], vertices + 3, sizeof *m->vertex, m->index, n);
    m->kept.triangles = m->refused_count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const bool refuse = i > 0 && random_chance(&r, 3); // the first is always kept
        if (refuse) {
            const uint32_t beyond[4] = {(uint32_t)vertices, (uint32_t)vertices + 1,
                                        (uint32_t)vertices + 2, UINT32_MAX};
            m->index[3 * i + random_below(&r, 3)] = beyond[random_below(&r, 4)];
            m->refused[m->refused_count++] = i;
            continue;
        }
        memmove(m->kept.index + 3 * m->kept.triangles, m->kept.index + 3 * i, 3 * sizeof *m->index);
        m->number[m->kept.triangles++] = i;
    }
}

static int by_pair(const void *a, const void *b) {
    return memcmp(a, b, sizeof(lbx_pair));
}

static void expect_same_pairs(const struct pair_of_meshes *m, const struct tree *skipped,
                              const struct tree *kept, float distance) {
    static lbx_pair pairs[2][MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX];
    const lbx_rigid_pose pose[2] = {{{0, 0, 0}, {0, 0, 0, 1}}, {{.5, 0, 0}, {0, 0, 0, 1}}};
    ptrdiff_t found[2];
    for (int k = 0; k < 2; k++) {
        const void *const tree = k ? kept->at : skipped->at;
        found[k] = tree_search(tree, tree, pose, distance, 0, pairs[k],
                               MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX, NULL);
        expect(found[k] >= 0, "%td", found[k]);
    }
    for (ptrdiff_t i = 0; i < found[1]; i++)
        pairs[1][i] = (lbx_pair){m->number[pairs[1][i].a], m->number[pairs[1][i].b]};
    for (int k = 0; k < 2; k++) qsort(pairs[k], (size_t)found[k], sizeof **pairs, by_pair);
    expect(found[0] == found[1] &&
               memcmp(pairs[0], pairs[1], (size_t)found[0] * sizeof **pairs) == 0,
           "%td pairs, without the refused %td", found[0], found[1]);
}

static void expect_same_hits(const struct pair_of_meshes *m, const struct tree *skipped,
                             const struct tree *kept, uint64_t seed) {
    static struct rays rays;
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    static uint32_t id[2][RAYS];
    static float t[2][RAYS];
    rays_make(&rays, &m->kept, seed);
    const lbx_rays view = rays_view(&rays);
    for (int k = 0; k < 2; k++) {
        const lbx_ray_hits hits = {.id = id[k], .t = t[k]};
        expect(lbx_aabb_tree_nearest(k ? kept->at : skipped->at, &view, NULL, RAYS, 0, &hits,
                                     scratch, sizeof scratch) >= 0,
               "traced");
    }
    for (size_t i = 0; i < RAYS; i++) {
        if (id[1][i] != LBX_NO_TRIANGLE) id[1][i] = m->number[id[1][i]];
        expect(id[0][i] == id[1][i] && memcmp(&t[0][i], &t[1][i], sizeof **t) == 0,
               "ray %zu: triangle %u at %a, without the refused %u at %a", i, id[0][i],
               (double)t[0][i], id[1][i], (double)t[1][i]);
    }
}

static struct tree skipping(const lbx_mesh *mesh) {
    const lbx_aabb_tree_options options = {.flags = LBX_SKIP_REFUSED};
    const size_t room = lbx_aabb_tree_bytes(mesh);
    struct tree t = {.at = malloc(room)};
    void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(mesh));
    const ptrdiff_t bytes = lbx_aabb_tree_build(mesh, &options, t.at, room, scratch);
    expect(bytes > 0, "%td", bytes);
    t.bytes = (size_t)bytes;
    free(scratch);
    return t;
}

Test(tree_skipped, answers_as_without_them) {
    static struct pair_of_meshes m;
    const lbx_obb_tree_options options = {.flags = LBX_SKIP_REFUSED};
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            meshes_make(&m, kind, seed);
            struct tree obb[2] = {tree_of_view(&m.whole, &options), tree_of(&m.kept, NULL)};
            struct tree aabb[2] = {skipping(&m.whole), aabb_tree_of(&m.kept, NULL)};
            expect(lbx_obb_tree_check(obb[0].at, obb[0].bytes, NULL) == 0 &&
                       lbx_aabb_tree_check(aabb[0].at, aabb[0].bytes, NULL) == 0,
                   "checked");
            expect(obb[0].bytes == obb[1].bytes && aabb[0].bytes == aabb[1].bytes, "as large");
            expect_same_pairs(&m, &obb[0], &obb[1], TOUCHING);
            expect_same_pairs(&m, &obb[0], &obb[1], .25f);
            expect_same_hits(&m, &aabb[0], &aabb[1], seed);
            for (int k = 0; k < 2; k++) {
                tree_free(&obb[k]);
                tree_free(&aabb[k]);
            }
        }
    }
}

// A refit leaves out what the build left out, be it good by now, and refuses what it kept.
Test(tree_skipped, refits) {
    static struct pair_of_meshes m;
    const lbx_obb_tree_options options = {.flags = LBX_SKIP_REFUSED};
    meshes_make(&m, MESH_SOUP, 5);
    struct tree t[2] = {tree_of_view(&m.whole, &options), skipping(&m.whole)};
    struct tree kept[2] = {tree_of(&m.kept, NULL), aabb_tree_of(&m.kept, NULL)};
    int (*const refit[2])(const lbx_mesh *, void *, const lbx_workers *) = {lbx_obb_tree_refit,
                                                                            lbx_aabb_tree_refit};
    for (size_t v = 0; v < m.kept.vertices; v++) {
        for (int c = 0; c < 3; c++) m.kept.vertex[v][c] = m.vertex[v][c] *= 1.5f;
    }
    memset(m.vertex[m.kept.vertices], 0, sizeof *m.vertex); // one of the three is good now
    const lbx_mesh after = mesh_view(&m.kept);
    for (int k = 0; k < 2; k++) {
        expect(refit[k](&m.whole, t[k].at, NULL) == 0 && refit[k](&after, kept[k].at, NULL) == 0,
               "refit");
        expect((k ? lbx_aabb_tree_check : lbx_obb_tree_check)(t[k].at, t[k].bytes, NULL) == 0,
               "checked");
    }
    expect_same_pairs(&m, &t[0], &kept[0], TOUCHING);
    expect_same_hits(&m, &t[1], &kept[1], 5);

    static char before[1 << 16];
    for (int k = 0; k < 2; k++) {
        expect(t[k].bytes <= sizeof before, "%zu bytes", t[k].bytes);
        memcpy(before, t[k].at, t[k].bytes);
        m.whole.triangle_count--;
        expect(refit[k](&m.whole, t[k].at, NULL) == LBX_ERROR_COUNT, "another mesh");
        m.whole.triangle_count++;
        const uint32_t last = 3 * m.number[m.kept.triangles - 1] + 2, index = m.index[last];
        m.index[last] = UINT32_MAX;
        expect(refit[k](&m.whole, t[k].at, NULL) == LBX_ERROR_INDEX, "an index");
        m.index[last] = (uint32_t)m.kept.vertices + 1;
        expect(refit[k](&m.whole, t[k].at, NULL) == LBX_ERROR_MESH, "a vertex");
        m.index[last] = index;
        expect(memcmp(before, t[k].at, t[k].bytes) == 0, "the tree is another");
    }
    for (int k = 0; k < 2; k++) {
        tree_free(&t[k]);
        tree_free(&kept[k]);
    }
}

// A caller's nodes may name those that are left out, or not: the tree is the same. Their leaf comes
// first in its node, where the nodes part what is before it from what is behind. Both parts are so
// small that only the first split is that of the nodes.
Test(tree_skipped, conversion) {
    static struct pair_of_meshes m;
    static uint32_t order[MESH_TRIANGLES_MAX];
    enum { REFUSED = 1, KEPT = 2, NODES = 7 }; // leaves; the inner nodes are behind them
    static const uint32_t part[3] = {24, 8, 14}, n = 46;
    const lbx_aabb_tree_options options = {.flags = LBX_SKIP_REFUSED};
    meshes_make(&m, MESH_BALL, 6);
    expect(m.kept.triangles >= n, "%zu", m.kept.triangles);
    m.kept.triangles = n;
    m.whole.triangle_count = m.number[n - 1] + 1;
    m.refused_count = (uint32_t)m.whole.triangle_count - n;
    struct tree kept = aabb_tree_of(&m.kept, NULL), before = {0};
    for (int named = 0; named < 3; named++) { // not; behind the kept ones in the order; before them
        const uint32_t refused = m.refused_count;
        const uint32_t begin = named == 2 ? refused : 0;
        memcpy(order + begin, m.number, n * sizeof *order);
        memcpy(order + (begin ? 0 : n), m.refused, refused * sizeof *order);
        const uint32_t first[NODES] = {0, begin ? 0 : n, begin, begin + part[0],
                                       begin + part[0] + part[1]};
        uint32_t count[NODES] = {0, refused, part[0], part[1], part[2]};
        const uint32_t child[NODES][2] = {
            [0] = {5, 6},
            [5] = {KEPT, KEPT + 1},
            [6] = {named ? REFUSED : LBX_NO_NODE, KEPT + 2},
        };
        const lbx_tree_nodes nodes = {.count = count,
                                      .first = first,
                                      .child = child[0],
                                      .node_count = NODES,
                                      .width = 2,
                                      .order = order};
        const size_t room = lbx_aabb_tree_bytes(&m.whole);
        struct tree t = {.at = calloc(1, room)};
        void *const scratch = malloc(lbx_aabb_tree_convert_scratch_bytes(&m.whole, &nodes));
        const ptrdiff_t bytes =
            lbx_aabb_tree_convert(&m.whole, &nodes, &options, t.at, room, scratch);
        expect(bytes > 0 && lbx_aabb_tree_check(t.at, (size_t)bytes, NULL) == 0, "%td", bytes);
        t.bytes = (size_t)bytes;
        expect_same_hits(&m, &t, &kept, 6);
        if (named) {
            expect(t.bytes == before.bytes && memcmp(t.at, before.at, t.bytes) == 0,
                   "another tree if their leaf is named");
            tree_free(&before);
        }
        before = t;
        count[KEPT + 2]--;
        void *const other = malloc(room);
        expect(lbx_aabb_tree_convert(&m.whole, &nodes, &options, other, room, scratch) ==
                   LBX_ERROR_FORMAT,
               "one is in no leaf");
        free(other);
        free(scratch);
    }
    tree_free(&before);
    tree_free(&kept);
}

Test(tree_skipped, damage_is_told) {
    static struct pair_of_meshes m;
    const lbx_obb_tree_options options = {.flags = LBX_SKIP_REFUSED};
    meshes_make(&m, MESH_BALL, 7);
    struct tree obb = tree_of_view(&m.whole, &options), aabb = skipping(&m.whole);
    expect_damage_is_told("oriented boxes", &obb, lbx_obb_tree_check, 2000);
    expect_damage_is_told("boxes", &aabb, lbx_aabb_tree_check, 2000);
    tree_free(&obb);
    tree_free(&aabb);
}

Test(tree_skipped, errors) {
    static struct pair_of_meshes m;
    static uint64_t memory[1 << 14], scratch[1 << 12];
    meshes_make(&m, MESH_BOX, 8);
    lbx_obb_tree_options obb = {.flags = 0};
    lbx_aabb_tree_options aabb = {.flags = 0};
    const struct {
        unsigned flags;
        float x; // of all vertices, unless it is 0
        ptrdiff_t want;
    } row[] = {{0, 0, LBX_ERROR_INDEX},
               {1, 0, LBX_ERROR_FLAGS},
               {LBX_SKIP_REFUSED | LBX_ANY, 0, LBX_ERROR_FLAGS},
               {LBX_SKIP_REFUSED, NAN, LBX_ERROR_MESH}};
    m.index[3 * m.refused[0]] = UINT32_MAX;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        obb.flags = aabb.flags = row[i].flags;
        for (size_t v = 0; row[i].x != 0 && v < m.whole.vertex_count; v++)
            m.vertex[v][0] = row[i].x;
        const ptrdiff_t got[2] = {
            lbx_obb_tree_build(&m.whole, &obb, memory, sizeof memory, scratch),
            lbx_aabb_tree_build(&m.whole, &aabb, memory, sizeof memory, scratch)};
        expect(got[0] == row[i].want && got[1] == row[i].want, "row %zu: %td, %td", i, got[0],
               got[1]);
    }
}
