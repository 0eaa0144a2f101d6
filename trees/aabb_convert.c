// SPDX-License-Identifier: MIT
// Converts a caller's tree: a walk takes its triangles in order, and they are parted where its
// nodes part them.
#include <string.h>

#include "aabb_tree.h"
#include "pairs/memory.h"
#include "volumes/mesh.h"

// A node that is still to be visited.
struct visit {
    uint32_t node, level;
    uint32_t rank; // of its first triangle
};

// The walk. A node of level rank[i] parts triangle i of the order from the one before.
struct walk {
    const lbx_tree_nodes *nodes;
    const lbx_mesh *mesh;
    bool skip; // triangles that are refused
    struct lbx_tree_item *item;
    struct visit *stack;
    uint32_t *rank, *seen, *reached; // a bit a triangle, a bit a node
    size_t placed;
};

static size_t words_of(size_t bits) {
    return bits / 32 + 1;
}

// Sets a bit; returns whether it was set.
static bool was_set(uint32_t *bits, uint32_t k) {
    const uint32_t bit = UINT32_C(1) << k % 32, before = bits[k / 32];
    bits[k / 32] |= bit;
    return before & bit;
}

size_t lbx_aabb_tree_convert_scratch_bytes(const lbx_mesh *mesh, const lbx_tree_nodes *nodes) {
    if (!nodes || nodes->node_count > UINT32_MAX) return SIZE_MAX;
    const size_t items = lbx_aabb_tree_scratch_bytes(mesh);
    if (items == SIZE_MAX) return SIZE_MAX;
    const uint64_t words = (uint64_t)mesh->triangle_count + words_of(mesh->triangle_count) +
                           words_of(nodes->node_count);
    return lbx_block_bytes(items + (uint64_t)nodes->node_count * sizeof(struct visit) +
                           words * sizeof(uint32_t));
}

static uint32_t word_of(const uint32_t *array, size_t stride, size_t node) {
    return *(const uint32_t *)(const void *)((const char *)array + node * stride);
}

// Child k of a node, or LBX_NO_NODE.
static uint32_t child_of(const lbx_tree_nodes *nodes, uint32_t node, uint32_t k) {
    const size_t stride = nodes->stride ? nodes->stride : sizeof(uint32_t);
    if (!nodes->child) return word_of(nodes->first, stride, node) + k;
    const size_t row = nodes->stride ? nodes->stride : nodes->width * sizeof(uint32_t);
    return word_of(nodes->child + k, row, node);
}

static int place_leaf(struct walk *w, const struct lbx_piece *piece, const struct visit *v,
                      uint32_t first, uint32_t count) {
    const size_t n = w->mesh->triangle_count, before = w->placed;
    if (count > n || first > n - count) return LBX_ERROR_FORMAT;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t id = w->nodes->order ? w->nodes->order[first + k] : first + k;
        if (id >= n) return LBX_ERROR_INDEX;
        if (was_set(w->seen, id)) return LBX_ERROR_FORMAT;
        if (w->skip && lbx_triangle_check(piece, id, w->mesh->vertex_count) != 0) continue;
        w->rank[w->placed] = w->placed > before ? v->level : v->rank;
        w->item[w->placed++].id = id;
    }
    return 0;
}

// The first child is parted from what is before it where the node is, the others here.
static int push_children(struct walk *w, const struct visit *v, size_t *top) {
    const lbx_tree_nodes *const nodes = w->nodes;
    uint32_t first = nodes->width;
    for (uint32_t k = nodes->width; k-- > 0;) {
        const uint32_t child = child_of(nodes, v->node, k);
        if (child == LBX_NO_NODE) continue;
        if (child >= nodes->node_count) return LBX_ERROR_INDEX;
        if (was_set(w->reached, child)) return LBX_ERROR_FORMAT; // it has two parents
        w->stack[(*top)++] = (struct visit){child, v->level + 1, v->level};
        first = k;
    }
    if (first < nodes->width) w->stack[*top - 1].rank = v->rank;
    return 0;
}

static int walk_nodes(struct walk *w, const struct lbx_piece *piece) {
    const lbx_tree_nodes *const nodes = w->nodes;
    const size_t stride = nodes->stride ? nodes->stride : sizeof(uint32_t);
    size_t top = 0;
    uint32_t passed = UINT32_MAX; // the least rank of leaves without triangles of the tree
    w->stack[top++] = (struct visit){0, 0, 0};
    was_set(w->reached, 0);
    while (top > 0) {
        struct visit v = w->stack[--top];
        v.rank = v.rank < passed ? v.rank : passed;
        const uint32_t count = word_of(nodes->count, stride, v.node);
        const size_t below = top, before = w->placed;
        const int error =
            count ? place_leaf(w, piece, &v, word_of(nodes->first, stride, v.node), count)
                  : push_children(w, &v, &top);
        if (error) return error;
        passed = w->placed > before || top > below ? UINT32_MAX : v.rank;
    }
    return 0;
}

struct reading {
    const struct lbx_piece *piece;
    struct lbx_tree_item *item;
    size_t n;
};

enum { PART = 1 << 12 }; // items

static void read_items(void *data, size_t part) {
    const struct reading *const r = data;
    for (size_t i = part * PART; i < lbx_part_end(r->n, PART, part); i++)
        r->item[i] = lbx_tree_item_of(r->piece, r->item[i].id);
}

static int check_nodes(const lbx_tree_nodes *nodes) {
    if (!nodes || !nodes->count || !nodes->first) return LBX_ERROR_NULL;
    if (nodes->stride % sizeof(uint32_t) != 0) return LBX_ERROR_STRIDE;
    return nodes->node_count == 0 || nodes->node_count > UINT32_MAX || nodes->width < 2 ||
                   nodes->width > LBX_CHILDREN_MAX
               ? LBX_ERROR_COUNT
               : 0;
}

ptrdiff_t lbx_aabb_tree_convert(const lbx_mesh *mesh, const lbx_tree_nodes *nodes,
                                const lbx_aabb_tree_options *options, void *memory, size_t bytes,
                                void *scratch) {
    ptrdiff_t error = check_nodes(nodes);
    const unsigned flags = options ? options->flags : 0;
    if (error) return error;
    const lbx_workers *const workers = options ? options->workers : NULL;
    const ptrdiff_t all =
        lbx_tree_begin(mesh, flags, workers, memory, bytes, lbx_aabb_tree_bytes(mesh), scratch);
    if (all < 0) return all;
    const size_t n = mesh->triangle_count;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    struct walk w = {.nodes = nodes, .mesh = mesh, .skip = flags != 0, .item = scratch};
    w.stack = (struct visit *)(void *)(w.item + n);
    w.rank = (uint32_t *)(void *)(w.stack + nodes->node_count);
    w.seen = w.rank + n;
    w.reached = w.seen + words_of(n);
    memset(w.seen, 0, (words_of(n) + words_of(nodes->node_count)) * sizeof *w.seen);
    error = walk_nodes(&w, &piece);
    if (!error && w.placed != (size_t)all) error = LBX_ERROR_FORMAT;
    if (error) return error;
    struct reading reading = {&piece, w.item, w.placed};
    lbx_share(workers, read_items, &reading, lbx_parts(w.placed, PART));
    return lbx_aabb_tree_make(mesh, options, w.item, w.rank, w.placed, memory);
}
