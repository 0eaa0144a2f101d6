// SPDX-License-Identifier: MIT
// Which triangles of one mesh touch: what lbx_obb_tree_collide of the mesh and itself finds, less
// the pairs that share a vertex number, each once.
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "tables.h"
#include "trees.h"
#include "upper_halves.h"

enum { PAIRS_MAX = MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX };

static lbx_pair want[PAIRS_MAX], got[PAIRS_MAX];

static int by_numbers(const void *a, const void *b) {
    const lbx_pair *const x = a, *const y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

static bool share(const struct mesh *mesh, lbx_pair pair) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (mesh->index[3 * pair.a + (uint32_t)i] == mesh->index[3 * pair.b + (uint32_t)j])
                return true;
    return false;
}

// All pairs, and those without shared numbers, which come first in the list.
static size_t expected(const struct mesh *mesh, const void *tree, bool indexed) {
    const lbx_rigid_pose here[2] = {{{0, 0, 0}, {0, 0, 0, 1}}, {{0, 0, 0}, {0, 0, 0, 1}}};
    const ptrdiff_t n =
        tree_search(tree, tree, here, TOUCHING, LBX_REPRODUCIBLE, want, PAIRS_MAX, NULL);
    size_t kept = 0;
    expect(n >= 0, "%td", n);
    for (ptrdiff_t k = 0; k < n; k++) {
        if (want[k].a < want[k].b && !(indexed && share(mesh, want[k]))) want[kept++] = want[k];
    }
    qsort(want, kept, sizeof *want, by_numbers);
    return kept;
}

static const lbx_obb_tree_query reproducible = {.flags = LBX_REPRODUCIBLE};

Test(tree_self, finds_what_shares_no_vertex) {
    static struct mesh mesh;
    const struct test_tables *const tables = test_tables();
    size_t pairs = 0, others = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            mesh_make(&mesh, kind, seed);
            const lbx_mesh view = mesh_view(&mesh);
            for (uint32_t leaf = 1; leaf <= LBX_LEAF_MAX; leaf += 1 + (leaf > 1) * 2) {
                const lbx_obb_tree_options options = {.leaf = leaf};
                struct tree tree = tree_of(&mesh, &options);
                table_use(&tables->at[0]);
                const size_t n = expected(&mesh, tree.at, true);
                for (size_t t = 0; t < tables->count; t++) {
                    lbx_obb_tree_counts counts;
                    table_use(&tables->at[t]);
                    expect(lbx_obb_tree_self(tree.at, &view, &reproducible, got, PAIRS_MAX,
                                             &counts) == (ptrdiff_t)n &&
                               counts.pairs == n,
                           "%s, %s: not %zu pairs", mesh_names[kind], tables->at[t].name, n);
                    expect(!upper_halves_in_use(), "%s: upper halves", tables->at[t].name);
                    qsort(got, n, sizeof *got, by_numbers);
                    expect(memcmp(got, want, n * sizeof *got) == 0, "%s, %s: other pairs",
                           mesh_names[kind], tables->at[t].name);
                }
                pairs += n;
                // A soup has no shared numbers: its neighbors touch.
                lbx_mesh soup = view;
                soup.indices = NULL;
                table_use(&tables->at[0]);
                const size_t all = expected(&mesh, tree.at, false);
                expect(lbx_obb_tree_self(tree.at, &soup, &reproducible, NULL, 0, NULL) ==
                           (ptrdiff_t)all,
                       "%s: not %zu pairs", mesh_names[kind], all);
                others += all - n;
                tree_free(&tree);
            }
        }
    }
    expect(pairs > 1000 && others > 1000, "%zu pairs, %zu that share a vertex", pairs, others);
}

// A strip of cloth, folded through itself: only the fold is found. Two triangles that share corners
// by place but not by number touch.
Test(tree_self, finds_a_fold) {
    enum { SQUARES = 12 };
    float vertex[2 * SQUARES + 2][3];
    uint32_t index[6 * SQUARES];
    for (int i = 0; i <= SQUARES; i++) {
        // along x, and back through the plane of where it came from
        const int back = i > 8 ? i - 8 : 0;
        for (int s = 0; s < 2; s++) {
            float *const v = vertex[2 * i + s];
            v[0] = (float)(i - 2 * back) + (back > 0) * .5f;
            v[1] = (float)s;
            v[2] = back ? 1.2f - .8f * (float)back : 0;
        }
    }
    for (uint32_t i = 0; i < SQUARES; i++) {
        const uint32_t corner[6] = {0, 1, 2, 1, 3, 2};
        for (int k = 0; k < 6; k++) index[6 * i + (uint32_t)k] = 2 * i + corner[k];
    }
    lbx_mesh mesh = lbx_mesh_of(vertex[0], 2 * SQUARES + 2, sizeof *vertex, index, 2 * SQUARES);
    struct tree tree = tree_of_view(&mesh, NULL);
    lbx_pair pairs[32];
    const ptrdiff_t n = lbx_obb_tree_self(tree.at, &mesh, NULL, pairs, 32, NULL);
    expect(n > 0 && n < 16, "%td", n);
    for (ptrdiff_t k = 0; k < n; k++)
        expect(pairs[k].a < 2 * 8 && pairs[k].b >= 2 * 8, "%u and %u", pairs[k].a, pairs[k].b);

    const lbx_obb_tree_query any = {.flags = LBX_ANY};
    expect(lbx_obb_tree_self(tree.at, &mesh, &any, pairs, 1, NULL) == 1, "any");
    expect(lbx_obb_tree_self(tree.at, &mesh, NULL, pairs, 1, NULL) == LBX_ERROR_COUNT, "room");
    expect(lbx_obb_tree_self(tree.at, NULL, NULL, pairs, 1, NULL) == LBX_ERROR_NULL, "no mesh");
    expect(lbx_obb_tree_self(NULL, &mesh, NULL, pairs, 1, NULL) == LBX_ERROR_NULL, "no tree");
    const lbx_obb_tree_query wrong = {.flags = 2};
    expect(lbx_obb_tree_self(tree.at, &mesh, &wrong, pairs, 1, NULL) == LBX_ERROR_FLAGS, "flags");
    mesh.triangle_count--;
    expect(lbx_obb_tree_self(tree.at, &mesh, NULL, pairs, 32, NULL) == LBX_ERROR_COUNT, "another");
    tree_free(&tree);
}
