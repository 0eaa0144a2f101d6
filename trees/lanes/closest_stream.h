// SPDX-License-Identifier: MIT
// Streams: lists of points that look into a node. A child's box is tested against the list, a point
// a lane, just before the child is searched with those that are near enough. Short lists are
// searched a point at a time.
#ifndef LBX_CLOSEST_STREAM_H
#define LBX_CLOSEST_STREAM_H

#include "closest_one.h"

enum {
    CLOSEST_WINDOW = 4096, // points that are searched for together
    CLOSEST_ENTRIES = 12,  // of scratch, for each of them
    CLOSEST_FEW = 4,       // points of a list that is not worthwhile
    CLOSEST_APART = 64,    // every 64th is searched for alone, at first
    CLOSEST_FINER = 8,     // then seven between two of them, then all
    LIST_GROUP = LANES > TREE_WIDTH ? LANES : TREE_WIDTH // entries that are tested at a time
};

// The points of a window. Lists name them by their bytes from the first one.
struct near_window {
    struct lbx_closest_job *job;
    struct near_query *query;
    size_t n;
};

FORCE_INLINE struct near_query *query_at(const struct near_window *w, uint64_t entry) {
    return (struct near_query *)(void *)((char *)w->query + (size_t)entry);
}

// Repeats the last entry up to a whole group, and returns how many there are then.
FORCE_INLINE size_t end_list(uint64_t *list, size_t n) {
    for (; n % LIST_GROUP; n++) list[n] = list[n - 1];
    return n;
}

// Keeps the points of a list that look into child k of a node.
static __attribute__((noinline)) size_t enter_child(const struct near_window *w,
                                                    const struct lbx_aabb_node *node, unsigned k,
                                                    const uint64_t *list, size_t n,
                                                    uint64_t *kept) {
    vf min[3], max[3];
    for (int c = 0; c < 3; c++) {
        min[c] = vf_set(node->min[c][k]);
        max[c] = vf_set(node->max[c][k]);
    }
    size_t count = 0;
    for (size_t i = 0; i < n; i += LIST_GROUP) {
        uint32_t near = 0;
        for (size_t l = 0; l < LIST_GROUP; l += LANES) {
            size_t offset[LANES];
            vf quad[4];
            for (size_t j = 0; j < LANES; j++) offset[j] = (size_t)list[i + l + j];
            vf_load_quads((const char *)w->query, offset, quad);
            near |= vm_bits(vf_at_most(box_square(min, max, quad), quad[3])) << l;
        }
        if (n - i < LIST_GROUP) near &= (1u << (n - i)) - 1;
        if (!near) continue;
        for (size_t l = 0; l < LIST_GROUP; l += TREE_WIDTH)
            count += keep_entries(list + i + l, near >> l & 0xff, kept + count);
    }
    if (w->job->filter.mask) {
        const size_t all = count;
        count = 0;
        for (size_t i = 0; i < all; i++) {
            const size_t item = query_at(w, kept[i])->item;
            if (node->mask[k] & filter_entry(&w->job->filter, w->job->filter.mask, item, 0))
                kept[count++] = kept[i];
        }
    }
    return count;
}

// Puts the children of a node in the order of their distances from a point, and prefetches those
// that it looks into. Returns how many there are.
static unsigned order_near(const struct near_window *w, const struct lbx_aabb_node *node,
                           const struct near_query *q, uint8_t order[TREE_WIDTH]) {
    float square[TREE_WIDTH + LANES];
    const uint32_t near = box_squares(q, node, square);
    unsigned n = 0;
    for (; n < TREE_WIDTH && node->child[n]; n++) {
        if (near >> n & 1) prefetch_child(&w->job->tree, node->child[n]);
        unsigned at = n;
        for (; at > 0 && square[order[at - 1]] > square[n]; at--) order[at] = order[at - 1];
        order[at] = (uint8_t)n;
    }
    return n;
}

static __attribute__((noinline)) void
search_leaf_by_list(const struct near_window *w, uint32_t child, const uint64_t *list, size_t n) {
    const struct lbx_aabb_leaf *const leaf = &w->job->tree.leaf[leaf_first(child)];
    struct triangle t[PARTS];
    struct known_triangle known[PARTS];
    bool knows = false;
    load_corners(leaf, t);
    for (size_t i = 0; i < n; i += AT_ONCE) {
        const bool both = i + AT_ONCE <= n;
        struct near_query *const q[2] = {query_at(w, list[i]),
                                         query_at(w, list[both ? i + AT_ONCE - 1 : i])};
        if (leaf_is_far(q, leaf, t)) continue;
        for (unsigned part = 0; part < PARTS && !knows; part++)
            know_triangle(&t[part], &known[part]);
        knows = true;
        search_leaf(w->job, q, both ? AT_ONCE : 1, leaf, t, known);
    }
}

static void search_list(const struct near_window *w, uint32_t child, const uint64_t *list, size_t n,
                        uint64_t *arena, size_t room) {
    if (is_leaf(child)) {
        search_leaf_by_list(w, child, list, n);
        return;
    }
    if (n <= CLOSEST_FEW || room < n + 2 * SLACK) {
        for (size_t i = 0; i < n; i++) search_one(w->job, query_at(w, list[i]), child);
        return;
    }
    const struct lbx_aabb_node *const node = &w->job->tree.node[node_number(child)];
    uint8_t order[TREE_WIDTH];
    const unsigned children = order_near(w, node, query_at(w, list[n / 2]), order);
    for (unsigned j = 0; j < children; j++) {
        const size_t some = enter_child(w, node, order[j], list, n, arena);
        const size_t used = end_list(arena, some);
        if (some > 0) search_list(w, node->child[order[j]], arena, some, arena + used, room - used);
    }
}

// Looks at the triangle that a point found for others: those so many points before and after it.
static __attribute__((noinline)) void look_beside(const struct near_window *w, size_t number,
                                                  size_t apart) {
    const struct near_query *const q = &w->query[number];
    const struct lbx_aabb_leaf *const leaf = &w->job->tree.leaf[q->place / TREE_WIDTH];
    const unsigned k = q->place % TREE_WIDTH;
    struct triangle triangle;
    struct known_triangle known;
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned v = 0; v < 3; v++) triangle.vertex[v][c] = vf_set(leaf->vertex[c][v][k]);
    }
    know_triangle(&triangle, &known);
    size_t other[2 * CLOSEST_FINER + LANES], count = 0;
    for (size_t j = apart; j < apart * CLOSEST_FINER; j += apart) {
        if (number >= j) other[count++] = number - j;
        if (number + j < w->n) other[count++] = number + j;
    }
    for (size_t i = count; i < count + LANES; i++) other[i] = number;
    for (size_t i = 0; i < count; i += LANES) {
        size_t offset[LANES];
        float square[LANES];
        vf quad[4];
        struct near_points near;
        for (size_t l = 0; l < LANES; l++) offset[l] = other[i + l] * sizeof *q;
        vf_load_quads((const char *)w->query, offset, quad);
        near_points_at(&triangle, &known, quad, &near);
        const vf squares = nearest_square(&near);
        vf_store(square, squares);
        uint32_t left = vm_bits(vf_at_most(squares, quad[3]));
        if (count - i < LANES) left &= (1u << (count - i)) - 1;
        for (; left; left &= left - 1) {
            const unsigned l = (unsigned)__builtin_ctz(left);
            take_triangle(w->job, &w->query[other[i + l]], leaf, k, square[l]);
        }
    }
}

// Searches for the points of a window, which neighbor each other: first for few, then for those
// between them, which begin with what their neighbors found. A point that is so far from its
// neighbor that this says little is searched for alone.
static void search_window(const struct near_window *w, uint64_t *arena, size_t room) {
    const uint32_t root = w->job->tree.node->child[0];
    for (size_t i = 0; i < w->n; i += CLOSEST_APART) search_one(w->job, &w->query[i], root);
    for (size_t known = CLOSEST_APART; known > 1; known /= CLOSEST_FINER) {
        const size_t apart = known / CLOSEST_FINER;
        size_t some = 0;
        for (size_t i = 0; i < w->n; i += known) look_beside(w, i, apart);
        for (size_t i = 0; i < w->n; i += known) {
            const struct near_query *const q = &w->query[i];
            const float longest = w->job->tree.leaf[q->place / TREE_WIDTH].longest;
            const float much = 4 * (q->best + longest * longest);
            for (size_t j = i + apart; j < i + known && j < w->n; j += apart) {
                if (w->query[j].best > much)
                    search_one(w->job, &w->query[j], root);
                else
                    arena[some++] = j * sizeof *q;
            }
        }
        const size_t used = end_list(arena, some);
        if (some > 0) search_list(w, root, arena, some, arena + used, room - used);
    }
}

#endif
