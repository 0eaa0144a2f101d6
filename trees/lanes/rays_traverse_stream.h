// SPDX-License-Identifier: MIT
// Streams: lists of rays that meet a node. Its rows stay in registers while its eight boxes are
// tested against one ray after the other; each child gets the list of the rays that meet it. Where
// rays diverge lists become short, and each of their rays then traverses the tree by itself.
#ifndef LBX_RAYS_TRAVERSE_STREAM_H
#define LBX_RAYS_TRAVERSE_STREAM_H

#include "rays_traverse_one.h"

enum {
    STREAM = 8192,       // rays of a window
    LIST_SHORT = 4,      // rays of a list that is not worthwhile
    ENTRIES_OF_RAY = 32, // of scratch
    KINDS = 3 * TREE_WIDTH
};

struct stream {
    struct lbx_rays_job *job;
    unsigned octant; // of all rays
    uint8_t *met;    // room for a byte a ray plus eight
};

// A ray of a list, in 8 bytes.
FORCE_INLINE struct prepared_ray *ray_at(const uint64_t *list, size_t i) {
    return (struct prepared_ray *)(uintptr_t)list[i];
}

// Rays of a list that follow the same axis stand together.
static __attribute__((noinline)) void intersect_stream_leaf(const struct stream *s, uint32_t child,
                                                            const uint64_t *list, size_t n) {
    const struct lbx_aabb_leaf *const leaf = &s->job->tree.leaf[leaf_first(child)];
    struct leaf_lanes lanes;
    for (size_t i = 0; i < n;) {
        struct prepared_ray *r[2] = {ray_at(list, i), ray_at(list, i + AT_ONCE - 1)};
        if (i == 0 || r[0]->axis != ray_at(list, i - 1)->axis) load_leaf(leaf, r[0]->axis, &lanes);
        const bool both = i + AT_ONCE <= n && r[1]->axis == r[0]->axis;
        if (!both) r[1] = r[0];
        intersect_leaf(false, s->job, r, both ? AT_ONCE : 1, leaf, leaf_count(child), &lanes);
        i += both ? AT_ONCE : 1;
    }
}

// Which of a node's children each ray of a list meets: bit k of a byte a ray.
FORCE_INLINE void intersect_stream_node(const struct stream *s, const struct lbx_aabb_node *node,
                                        const uint64_t *list, size_t n) {
    vf in[PARTS][3], out[PARTS][3];
    for (unsigned part = 0; part < PARTS; part++) {
        for (int c = 0; c < 3; c++) {
            const float *const near = near_row(node, s->octant, c) + part * STEP;
            const float *const far = far_row(node, s->octant, c) + part * STEP;
            in[part][c] = load_rows(near, near);
            out[part][c] = load_rows(far, far);
        }
    }
    for (size_t i = 0; i < n; i += AT_ONCE) {
        const struct prepared_ray *const a = ray_at(list, i);
        const struct prepared_ray *const b = ray_at(list, i + 1 < n ? i + AT_ONCE - 1 : i);
        uint32_t met = 0;
        for (unsigned part = 0; part < PARTS; part++) {
            vf first = broadcast_two(a->t_low, b->t_low), last = broadcast_two(a->best, b->best);
            for (int c = 0; c < 3; c++) {
                const vf inverse = broadcast_two(a->inverse[c], b->inverse[c]);
                const vf near = broadcast_two(a->near[c], b->near[c]);
                const vf far = broadcast_two(a->far[c], b->far[c]);
                intersect_slabs(in[part][c], out[part][c], inverse, near, far, &first, &last);
            }
            met |= (vm_bits(vf_at_most(first, last)) & ((1u << STEP * AT_ONCE) - 1)) << part * STEP;
        }
        for (unsigned q = 0; q < AT_ONCE; q++) s->met[i + q] = (uint8_t)(met >> q * TREE_WIDTH);
    }
    memset(s->met + n, 0, TREE_WIDTH);
}

// Transposes eight bytes of eight bits: bit i of byte k is what bit k of byte i was.
FORCE_INLINE uint64_t transpose_bits(uint64_t x) {
    uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ t ^ t << 28;
}

// The children of a node in the order in which rays of an octant pass their middles. A child's
// place is the count of those before it: there is no branch to predict.
FORCE_INLINE void order_children(const struct stream *s, const struct lbx_aabb_node *node,
                                 uint8_t order[TREE_WIDTH]) {
    vf along[PARTS];
    float middle[TREE_WIDTH + LANES];
    for (unsigned part = 0; part < PARTS; part++) {
        along[part] = vf_set(0);
        for (int c = 0; c < 3; c++) {
            const vf near = vf_load(near_row(node, s->octant, c) + part * STEP);
            const vf twice = vf_add(near, vf_load(far_row(node, s->octant, c) + part * STEP));
            along[part] =
                s->octant >> c & 1 ? vf_sub(along[part], twice) : vf_add(along[part], twice);
        }
        // A missing child comes last.
        along[part] =
            vm_select(vf_unordered(along[part], along[part]), vf_set(INFINITY), along[part]);
        vf_store(middle + part * STEP, along[part]);
    }
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        uint32_t less = 0, equal = 0;
        for (unsigned part = 0; part < PARTS; part++) {
            const vf own = vf_set(middle[k]);
            less |= step_bits(vf_less(along[part], own), part);
            equal |= step_bits(vf_equal(along[part], own), part);
        }
        order[bits_count(less | (equal & ((1u << k) - 1)))] = (uint8_t)k;
    }
}

// The children of a node that rays of a list meet, in the order in which rays pass them, and where
// the list of each begins.
struct stream_children {
    uint32_t child[TREE_WIDTH];
    uint32_t begin[TREE_WIDTH + 1];
};

// Tests a list against a node and writes the lists of its children. Not inlined, so that a level of
// the traversal takes little of the stack.
static __attribute__((noinline)) void
open_stream_node(const struct stream *s, const struct lbx_aabb_node *node, const uint64_t *list,
                 size_t n, uint64_t *arena, struct stream_children *lists) {
    intersect_stream_node(s, node, list, n);
    uint64_t *const bits = arena; // byte k of word g: which rays of 8 g and up meet child k
    const size_t groups = (n + TREE_WIDTH - 1) / TREE_WIDTH;
    for (size_t g = 0; g < groups; g++) {
        uint64_t met = 0;
        for (unsigned i = TREE_WIDTH; i-- > 0;) met = met << 8 | s->met[TREE_WIDTH * g + i];
        bits[g] = transpose_bits(met);
    }
    uint8_t order[TREE_WIDTH];
    order_children(s, node, order);
    size_t used = groups;
    for (unsigned j = 0; j < TREE_WIDTH; j++) {
        const unsigned k = order[j];
        lists->child[j] = node->child[k];
        lists->begin[j] = (uint32_t)used;
        if (!node->child[k]) continue;
        prefetch_child(&s->job->tree, node->child[k]);
        for (size_t g = 0; g < groups; g++) {
            const uint32_t met = bits[g] >> 8 * k & 0xff;
            used += keep_entries(list + TREE_WIDTH * g, met, arena + used);
        }
    }
    lists->begin[TREE_WIDTH] = (uint32_t)used;
}

// One ray after the other.
static __attribute__((noinline)) void traverse_list(const struct stream *s, uint32_t child,
                                                    const uint64_t *list, size_t n) {
    for (size_t i = 0; i < n; i++) traverse_one(s->job, ray_at(list, i), child);
}

static void enter_with_list(const struct stream *s, uint32_t child, const uint64_t *list, size_t n,
                            uint64_t *arena, size_t room);

static void traverse_stream(const struct stream *s, uint32_t child, const uint64_t *list, size_t n,
                            uint64_t *arena, size_t room) {
    if (is_leaf(child)) {
        if (s->job->scene)
            enter_with_list(s, child, list, n, arena, room);
        else
            intersect_stream_leaf(s, child, list, n);
        return;
    }
    if (child & FINE_BIT || n <= LIST_SHORT || room < TREE_WIDTH * n + (n + SLACK) + SLACK) {
        traverse_list(s, child, list, n);
        return;
    }
    struct stream_children lists;
    open_stream_node(s, &s->job->tree.node[child], list, n, arena, &lists);
    // The slack after the lists is not part of them.
    const size_t used = lists.begin[TREE_WIDTH] + SLACK;
    for (unsigned j = 0; j < TREE_WIDTH; j++) {
        const size_t count = lists.begin[j + 1] - lists.begin[j];
        if (count > 0)
            traverse_stream(s, lists.child[j], arena + lists.begin[j], count, arena + used,
                            room - used);
    }
}

// A list for each octant, in which rays that follow the same axis stand together.
static void traverse_window(struct lbx_rays_job *job, struct prepared_ray *ray, size_t n,
                            uint8_t *met, uint64_t *arena, size_t room) {
    uint32_t end[KINDS + 1] = {0}, begin = 0;
    for (size_t i = 0; i < n; i++) end[3 * ray[i].octant + ray[i].axis + 1]++;
    for (unsigned k = 0; k < KINDS; k++) end[k + 1] += end[k];
    for (size_t i = 0; i < n; i++)
        arena[end[3 * ray[i].octant + ray[i].axis]++] = (uintptr_t)&ray[i];
    for (unsigned octant = 0; octant < TREE_WIDTH; octant++) {
        const struct stream s = {job, octant, met};
        const uint32_t after = end[3 * octant + 2];
        if (after > begin)
            traverse_stream(&s, job->tree.node->child[0], arena + begin, after - begin,
                            arena + n + SLACK, room - n - SLACK);
        begin = after;
    }
}

// It needs what is above, and defines what was declared there.
#include "../../scenes/lanes/rays_enter_list.h"

#endif
