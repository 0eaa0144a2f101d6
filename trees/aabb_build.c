// SPDX-License-Identifier: MIT
// Trees of axis-aligned boxes: built, refitted, opened and checked.
#include "kernels/api/floats.h"

#include <math.h>
#include <string.h>

#include "aabb_tree.h"
#include "pairs/order.h"
#include "volumes/fit.h"

#define AABB_MAGIC 0x6178626cu // "lbxa" where the lowest byte comes first

enum { AABB_VERSION = 1 };

size_t lbx_aabb_tree_lay(struct lbx_aabb_tree *t, void *memory, size_t nodes, size_t leaves) {
    t->header = memory;
    t->node = (struct lbx_aabb_node *)(t->header + 1);
    t->leaf = (struct lbx_aabb_leaf *)((char *)t->node + nodes * sizeof *t->node);
    return sizeof *t->header + nodes * sizeof *t->node + leaves * sizeof *t->leaf;
}

int lbx_aabb_tree_open(struct lbx_aabb_tree *t, const void *memory) {
    if (!memory) return LBX_ERROR_NULL;
    if ((uintptr_t)memory % _Alignof(struct lbx_aabb_header) != 0) return LBX_ERROR_STRIDE;
    const struct lbx_aabb_header *const h = memory;
    if (h->magic != AABB_MAGIC || h->version != AABB_VERSION || h->triangles == 0 ||
        h->triangles > TREE_TRIANGLES_MAX || h->nodes == 0 || h->nodes > TREE_TRIANGLES_MAX ||
        h->leaves == 0 || h->leaves > TREE_TRIANGLES_MAX || h->levels == 0 ||
        h->levels > TREE_LEVELS ||
        h->bytes !=
            lbx_aabb_tree_lay(t, (void *)(uintptr_t)memory, (size_t)h->nodes, (size_t)h->leaves))
        return LBX_ERROR_FORMAT;
    return 0;
}

// --- boxes ---

static const struct lbx_aabb_box no_box = {
    {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};

static void add_box(struct lbx_aabb_box *b, const struct lbx_aabb_box *other) {
    for (int c = 0; c < 3; c++) {
        b->min[c] = other->min[c] < b->min[c] ? other->min[c] : b->min[c];
        b->max[c] = other->max[c] > b->max[c] ? other->max[c] : b->max[c];
    }
    b->mask |= other->mask;
}

// Of the triangles of a leaf, each grown.
static struct lbx_aabb_box box_of_leaf(const struct lbx_aabb_leaf *leaf) {
    struct lbx_aabb_box all = no_box;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        struct lbx_aabb_box box = {.mask = leaf->mask[k]};
        float longest = 0;
        for (int c = 0; c < 3; c++) {
            const float x = leaf->vertex[c][0][k], y = leaf->vertex[c][1][k],
                        z = leaf->vertex[c][2][k];
            box.min[c] = x < y ? x < z ? x : z : y < z ? y : z;
            box.max[c] = x > y ? x > z ? x : z : y > z ? y : z;
            const float side = box.max[c] - box.min[c];
            longest = side > longest ? side : longest;
        }
        for (int c = 0; c < 3; c++) {
            box.min[c] -= longest * AABB_GROW;
            box.max[c] += longest * AABB_GROW;
        }
        add_box(&all, &box);
    }
    return all;
}

static float longest_side(const struct lbx_aabb_box *box) {
    float longest = 0;
    for (int c = 0; c < 3; c++) {
        const float side = rounded_up((double)box->max[c] - (double)box->min[c]);
        longest = side > longest ? side : longest;
    }
    return longest;
}

static void put_box(struct lbx_aabb_node *node, unsigned k, const struct lbx_aabb_box *box) {
    for (int c = 0; c < 3; c++) {
        node->min[c][k] = box->min[c];
        node->max[c][k] = box->max[c];
    }
    node->mask[k] = box->mask;
}

// Fits the boxes of a node and of those below it, and says how large its leaves are.
static struct lbx_aabb_box fit_boxes(struct lbx_aabb_tree *t, uint32_t number) {
    struct lbx_aabb_node *const node = &t->node[number];
    struct lbx_aabb_box all = no_box;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        struct lbx_aabb_box box = no_box;
        if (child != 0 && is_leaf(child)) {
            struct lbx_aabb_leaf *const leaf = &t->leaf[leaf_first(child)];
            box = box_of_leaf(leaf);
            leaf->longest = longest_side(&box);
        } else if (child != 0) {
            box = fit_boxes(t, child);
        }
        put_box(node, k, &box);
        add_box(&all, &box);
    }
    return all;
}

static void measure(struct lbx_aabb_header *header, const struct lbx_aabb_box *all) {
    header->reach = 0;
    for (int c = 0; c < 3; c++) {
        const double min = (double)all->min[c], max = (double)all->max[c];
        header->middle[c] = rounded((min + max) / 2);
        const double middle = (double)header->middle[c];
        const float reach = rounded_up(fmax(max - middle, middle - min));
        header->reach = reach > header->reach ? reach : header->reach;
    }
}

// Each word counts by an odd number: if one is another, so is the sum.
static uint64_t sum_of(const struct lbx_aabb_tree *t) {
    const size_t n = (size_t)t->header->leaves * (sizeof *t->leaf / sizeof(uint32_t));
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t word;
        memcpy(&word, (const char *)t->leaf + i * sizeof word, sizeof word);
        sum += word * (uint64_t)(2 * i + 1);
    }
    return sum;
}

// Takes the vertices of the triangles that the leaves name, and fits all boxes.
static void fit_tree(struct lbx_aabb_tree *t, const struct lbx_piece *piece) {
    for (size_t i = 0; i < t->header->leaves; i++) {
        struct lbx_aabb_leaf *const leaf = &t->leaf[i];
        for (size_t k = 0; k < TREE_WIDTH; k++) {
            for (size_t v = 0; v < 3; v++) {
                for (int c = 0; c < 3; c++)
                    leaf->vertex[c][v][k] = *corner_float(piece, 3 * (size_t)leaf->id[k] + v, c);
            }
        }
    }
    const struct lbx_aabb_box all = fit_boxes(t, 0);
    measure(t->header, &all);
    t->header->sum = sum_of(t);
}

// --- checking ---

// A walk over all nodes: what it has come by.
struct walk {
    const struct lbx_aabb_tree *tree;
    uint64_t triangles, nodes, leaves;
    uint32_t levels;
    uint64_t found, expected; // the numbers of triangles, scattered, as lbx_numbers_all has them
};

static bool is_good_leaf(struct walk *w, uint32_t child, struct lbx_aabb_box *box) {
    const uint32_t number = leaf_first(child), count = leaf_count(child);
    if (number != w->leaves || number >= w->tree->header->leaves) return false;
    const struct lbx_aabb_leaf *const leaf = &w->tree->leaf[w->leaves++];
    for (uint32_t k = 0; k < TREE_WIDTH; k++) {
        const uint32_t from = k < count ? k : 0;
        if (leaf->id[k] != leaf->id[from] || leaf->mask[k] != leaf->mask[from] ||
            leaf->id[k] >= w->tree->header->triangles)
            return false;
        for (int c = 0; c < 3; c++) {
            for (int v = 0; v < 3; v++) {
                const float x = leaf->vertex[c][v][k];
                if (!(fabsf(x) <= MESH_COORDINATE) ||
                    memcmp(&x, &leaf->vertex[c][v][from], sizeof x) != 0)
                    return false;
            }
        }
        if (k >= count) continue;
        w->found += lbx_scatter(leaf->id[k] + 1);
        w->expected += lbx_scatter(++w->triangles);
    }
    *box = box_of_leaf(leaf);
    return leaf->longest == longest_side(box);
}

// Whether a node and those below it lie as they are made, one after the other, and have the boxes
// of their triangles.
static bool is_good_node(struct walk *w, uint32_t number, unsigned level,
                         struct lbx_aabb_box *all) {
    if (number != w->nodes || number >= w->tree->header->nodes || level >= TREE_LEVELS)
        return false;
    w->nodes++;
    if (level >= w->levels) w->levels = level + 1;
    const struct lbx_aabb_node *const node = &w->tree->node[number];
    struct lbx_aabb_node made = *node;
    unsigned children = 0;
    *all = no_box;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        struct lbx_aabb_box box = no_box;
        if (child != 0) {
            // None follows a gap, and node 0 has the root alone.
            if (children++ != k || (number == 0 && k > 0)) return false;
            if (!(is_leaf(child) ? is_good_leaf(w, child, &box)
                                 : is_good_node(w, child, level + 1, &box)))
                return false;
        }
        put_box(&made, k, &box);
        add_box(all, &box);
    }
    return children > 0 && memcmp(&made, node, sizeof made) == 0;
}

int lbx_aabb_tree_check(const void *memory, size_t bytes) {
    struct lbx_aabb_tree t;
    if (memory && bytes < sizeof(struct lbx_aabb_header)) return LBX_ERROR_FORMAT;
    const int error = lbx_aabb_tree_open(&t, memory);
    if (error) return error;
    if (bytes < t.header->bytes) return LBX_ERROR_FORMAT;
    struct walk w = {.tree = &t};
    struct lbx_aabb_box all;
    if (!is_good_node(&w, 0, 0, &all) || w.found != w.expected) return LBX_ERROR_FORMAT;
    struct lbx_aabb_header made = *t.header;
    made.nodes = w.nodes;
    made.leaves = w.leaves;
    made.triangles = w.triangles;
    made.levels = w.levels;
    memset(made.rest, 0, sizeof made.rest);
    measure(&made, &all);
    made.sum = sum_of(&t);
    return memcmp(&made, t.header, sizeof made) == 0 ? 0 : LBX_ERROR_FORMAT;
}

// --- the public functions ---

// All leaves but one are full. A node has at least two children, and each is a leaf or a node.
size_t lbx_aabb_tree_bytes(const lbx_mesh *mesh) {
    if (!mesh || mesh->triangle_count > TREE_TRIANGLES_MAX) return SIZE_MAX;
    struct lbx_aabb_tree t;
    static char none;
    const size_t leaves = mesh->triangle_count / TREE_WIDTH + 1;
    return lbx_aabb_tree_lay(&t, &none, 1 + leaves, leaves);
}

size_t lbx_aabb_tree_scratch_bytes(const lbx_mesh *mesh) {
    return lbx_obb_tree_scratch_bytes(mesh);
}

// The leaves of a node and of those below it, from those of its triangles.
static void fill_leaves(struct lbx_aabb_tree *t, const struct lbx_tree_item *item,
                        const uint32_t *masks, uint32_t number) {
    struct lbx_aabb_node *const node = &t->node[number];
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        if (child == 0) continue;
        if (!is_leaf(child)) {
            fill_leaves(t, item, masks, child);
            continue;
        }
        struct lbx_aabb_leaf *const leaf = &t->leaf[t->header->leaves];
        const uint32_t count = leaf_count(child);
        memset(leaf->rest, 0, sizeof leaf->rest);
        for (uint32_t j = 0; j < TREE_WIDTH; j++) {
            const uint32_t id = item[leaf_first(child) + (j < count ? j : 0)].id;
            leaf->id[j] = id;
            leaf->mask[j] = masks ? masks[id] : UINT32_MAX;
        }
        node->child[k] = leaf_of((size_t)t->header->leaves++, count);
    }
}

static bool is_aligned(const void *memory) {
    return (uintptr_t)memory % _Alignof(struct lbx_aabb_header) == 0;
}

ptrdiff_t lbx_aabb_tree_build(const lbx_mesh *mesh, const lbx_aabb_tree_options *options,
                              void *memory, size_t bytes, void *scratch) {
    static const lbx_aabb_tree_options usual = {NULL, NULL, NULL};
    if (!options) options = &usual;
    if (!mesh || !memory || !scratch) return LBX_ERROR_NULL;
    if (!is_aligned(memory) || !is_aligned(scratch)) return LBX_ERROR_STRIDE;
    if (mesh->triangle_count > TREE_TRIANGLES_MAX || bytes < lbx_aabb_tree_bytes(mesh))
        return LBX_ERROR_COUNT;
    const ptrdiff_t error = lbx_piece_check(mesh, NULL, 1);
    if (error) return error;

    struct lbx_aabb_tree t;
    struct lbx_tree_item *const item = scratch;
    const size_t n = mesh->triangle_count;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    lbx_aabb_tree_lay(&t, memory, 0, 0);
    *t.header = (struct lbx_aabb_header){.version = AABB_VERSION, .triangles = n};
    lbx_tree_items(&piece, n, item);
    struct lbx_splits splits = {.item = item,
                                .n = n,
                                .leaf = TREE_WIDTH,
                                .full = true,
                                .node = (char *)t.node,
                                .step = sizeof *t.node,
                                .child = offsetof(struct lbx_aabb_node, child),
                                .progress = options->progress,
                                .context = options->context};
    if (!lbx_tree_split(&splits)) return 0;
    t.header->nodes = splits.nodes;
    t.header->levels = splits.levels;
    lbx_aabb_tree_lay(&t, memory, splits.nodes, 0);
    fill_leaves(&t, item, options->masks, 0);
    t.header->bytes = lbx_aabb_tree_lay(&t, memory, splits.nodes, (size_t)t.header->leaves);
    fit_tree(&t, &piece);
    t.header->magic = AABB_MAGIC;
    return (ptrdiff_t)t.header->bytes;
}

int lbx_aabb_tree_refit(const lbx_mesh *mesh, void *memory) {
    struct lbx_aabb_tree t;
    ptrdiff_t error = mesh ? lbx_aabb_tree_open(&t, memory) : LBX_ERROR_NULL;
    if (!error && mesh->triangle_count != t.header->triangles) error = LBX_ERROR_COUNT;
    if (!error) error = lbx_piece_check(mesh, NULL, 1);
    if (error) return (int)error;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    fit_tree(&t, &piece);
    return 0;
}
