// SPDX-License-Identifier: MIT
// Checking a tree of axis-aligned boxes: first how nodes and leaves hang together, then by parts
// what they hold.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "aabb_tree.h"
#include "kernels/api/parts.h"
#include "volumes/mesh.h"

enum { PART = 64 }; // nodes

bool lbx_aabb_tree_is_whole(const struct lbx_aabb_tree *t, uint32_t full, uint32_t number,
                            unsigned level, struct lbx_aabb_header *found) {
    if (number != found->nodes || number >= t->header->nodes || level >= TREE_LEVELS) return false;
    found->nodes++;
    if (level >= found->levels) found->levels = level + 1;
    const struct lbx_aabb_node *const node = &t->node[number];
    unsigned children = 0;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        if (child == 0) continue;
        // None follows a gap, and node 0 has the root alone.
        if (children++ != k || (number == 0 && k > 0)) return false;
        if (!is_leaf(child)) {
            if (!lbx_aabb_tree_is_whole(t, full, node_number(child), level + 1, found))
                return false;
            continue;
        }
        if (leaf_first(child) != found->leaves || found->leaves >= t->header->leaves) return false;
        found->leaves++;
        found->triangles += leaf_count(child);
        if (leaf_count(child) > full) return false;
        if (leaf_count(child) < full && found->leaves < t->header->leaves) return false;
    }
    return children > 0;
}

// The sums of a part's leaves: of their words, and of their triangles' numbers.
struct sums {
    uint64_t words;
    struct lbx_numbering numbers;
};

static bool is_good_leaf(const struct lbx_aabb_tree *t, uint32_t child, struct lbx_aabb_box *box,
                         struct sums *sums) {
    const uint32_t count = leaf_count(child);
    const struct lbx_aabb_leaf *const leaf = &t->leaf[leaf_first(child)];
    sums->words += lbx_aabb_leaf_sum(leaf, leaf_first(child));
    sums->numbers.count = (uint64_t)TREE_WIDTH * leaf_first(child);
    for (uint32_t k = 0; k < TREE_WIDTH; k++) {
        const uint32_t from = k < count ? k : 0;
        if (leaf->id[k] != leaf->id[from] || leaf->mask[k] != leaf->mask[from] ||
            leaf->id[k] >= t->header->mesh_triangles)
            return false;
        for (int c = 0; c < 3; c++) {
            for (int v = 0; v < 3; v++) {
                const float x = leaf->vertex[c][v][k];
                if (!(fabsf(x) <= MESH_COORDINATE) ||
                    memcmp(&x, &leaf->vertex[c][v][from], sizeof x) != 0)
                    return false;
            }
        }
        if (k < count) lbx_numbering_add(&sums->numbers, leaf->id[k]);
    }
    *box = lbx_aabb_leaf_box(leaf);
    return leaf->longest == lbx_aabb_longest_side(box);
}

// Whether a node has the boxes of what is below it. Adds the sums of its leaves.
static bool is_good_node(const struct lbx_aabb_tree *t, size_t number, struct sums *sums) {
    const struct lbx_aabb_node *const node = &t->node[number];
    struct lbx_aabb_node made = *node;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        struct lbx_aabb_box box = lbx_no_aabb;
        if (is_leaf(child)) {
            if (!is_good_leaf(t, child, &box, sums)) return false;
        } else if (child != 0) {
            box = lbx_aabb_node_box(&t->node[node_number(child)]);
        }
        lbx_aabb_put_box(&made, k, &box);
    }
    return memcmp(&made, node, sizeof made) == 0;
}

struct checking {
    const struct lbx_aabb_tree *tree;
    _Atomic uint64_t words, found, expected;
    atomic_bool wrong;
};

static void check_nodes(void *data, size_t part) {
    struct checking *const c = data;
    const struct lbx_aabb_tree *const t = c->tree;
    const size_t end = lbx_part_end((size_t)t->header->nodes, PART, part);
    struct sums sums = {0, {0, 0, 0}};
    for (size_t i = part * PART; i < end && !c->wrong; i++)
        if (!is_good_node(t, i, &sums)) c->wrong = true;
    lbx_add_to(&c->words, sums.words);
    lbx_add_to(&c->found, sums.numbers.found);
    lbx_add_to(&c->expected, sums.numbers.expected);
}

int lbx_aabb_tree_check(const void *memory, size_t bytes, const lbx_workers *workers) {
    struct lbx_aabb_tree t;
    if (memory && bytes < sizeof(struct lbx_aabb_header)) return LBX_ERROR_TREE;
    const int error = lbx_can_share(workers) ? lbx_aabb_tree_open(&t, memory) : LBX_ERROR_NULL;
    if (error) return error;
    if (bytes < t.header->bytes) return LBX_ERROR_TREE;
    struct lbx_aabb_header found = *t.header;
    found.nodes = found.leaves = found.triangles = found.levels = 0;
    if (!lbx_aabb_tree_is_whole(&t, TREE_WIDTH, 0, 0, &found)) return LBX_ERROR_TREE;
    struct checking c = {.tree = &t};
    lbx_share(workers, check_nodes, &c, lbx_parts((size_t)t.header->nodes, PART));
    const struct lbx_numbering numbers = {c.found, c.expected, found.triangles};
    if (c.wrong || !lbx_tree_has_numbers(&numbers, t.header->mesh_triangles, t.header->numbers))
        return LBX_ERROR_TREE;
    const struct lbx_aabb_box all = lbx_aabb_node_box(&t.node[0]);
    lbx_aabb_measure(&found, &all);
    found.sum = c.words;
    return memcmp(&found, t.header, sizeof found) == 0 &&
                   lbx_aabb_mark_fine(&t, &found, workers, false)
               ? 0
               : LBX_ERROR_TREE;
}
