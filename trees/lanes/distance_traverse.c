// SPDX-License-Identifier: MIT
// Finds the nearest triangles of two trees, depth first: it descends into the larger box of a pair,
// nearest children first, and leaves out what is farther apart than the nearest triangles so far.
// Lanes bound the distances of triangles from below and above. The few that may be the nearest are
// kept, and their distances computed in double at the end.
#include "../distance_job.h"
#include "distance_bounds.h"

// A pair of boxes and the square of what they are apart at least.
struct near_boxes {
    struct box_pair pair;
    float square;
};

// A pair of triangles that may be the nearest, and what they are apart at least.
struct candidate {
    uint32_t a, b;
    float least;
};

enum { CANDIDATES = 32 };

struct near_search {
    struct lbx_distance_job *job;
    float most; // the nearest triangles are not farther apart, but for its rounding
    size_t count;
    struct candidate candidate[CANDIDATES];
};

// --- candidates ---

static void settle_pair(struct near_search *s, uint32_t a, uint32_t b) {
    lbx_distance_in_double(s->job, a, b);
    const float most = (float)s->job->best;
    s->most = most < s->most ? most : s->most;
}

static void settle_candidates(struct near_search *s) {
    for (size_t k = 0; k < s->count && !s->job->touches; k++) {
        const struct candidate c = s->candidate[k];
        if (c.least <= s->most) settle_pair(s, c.a, c.b);
    }
    s->count = 0;
}

static void add_candidate(struct near_search *s, struct candidate c) {
    size_t kept = 0;
    for (size_t k = 0; s->count == CANDIDATES && k < CANDIDATES; k++)
        if (s->candidate[k].least <= s->most) s->candidate[kept++] = s->candidate[k];
    if (kept == CANDIDATES)
        settle_candidates(s);
    else if (s->count == CANDIDATES)
        s->count = kept;
    s->candidate[s->count++] = c;
}

// Looks at all pairs of triangles of two leaves.
NOINLINE void search_leaves(struct near_search *s, uint32_t a_leaf, uint32_t b_leaf) {
    struct leaf_pairs pairs;
    float least[LEAF_PAIRS + LANES], most[LEAF_PAIRS + LANES];
    gather_leaf_pairs(&s->job->collide, a_leaf, b_leaf, &pairs);
    bound_leaf_pairs(&pairs, s->most, least, most);
    s->job->collide.counts.triangles += pairs.count;
    for (uint32_t p = 0; p < pairs.count; p++) s->most = most[p] < s->most ? most[p] : s->most;
    for (uint32_t p = 0; p < pairs.count && !s->job->touches; p++) {
        if (least[p] > s->most) continue;
        const struct candidate c = {pairs.a_first + p / pairs.b_count,
                                    pairs.b_first + p % pairs.b_count, least[p]};
        // One that touches would end the search.
        if (c.least == 0)
            settle_pair(s, c.a, c.b);
        else
            add_candidate(s, c);
    }
}

// --- boxes ---

// Boxes are too far apart if their squares exceed that of the nearest triangles by more than
// rounding: see numerics.md.
static float square_above(float most) {
    return most * most * (1 + 0x1p-14f) + 0x1p-120f;
}

// Pushes the children that are near enough, the nearest one on top.
FORCE_INLINE size_t push_near(struct near_search *s, const struct box_pair *p,
                              const struct box_node *v, const float square[TREE_WIDTH],
                              struct near_boxes *stack, size_t height) {
    const size_t begin = height;
    const unsigned children = children_of(v->node);
    const float most = square_above(s->most);
    float size[TREE_WIDTH];
    sizes_of(v->node, size);
    s->job->collide.counts.boxes += children;
    for (unsigned k = 0; k < children; k++) {
        if (square[k] > most) continue;
        size_t at = height++;
        for (; at > begin && stack[at - 1].square < square[k]; at--) stack[at] = stack[at - 1];
        put_below(&stack[at].pair, p, v, k, size);
        stack[at].square = square[k];
    }
    return height;
}

lbx_distance EXPORTED(distance);
void EXPORTED(distance)(struct lbx_distance_job *job) {
    const struct lbx_collide_job *const trees = &job->collide;
    struct near_search s = {.job = job, .most = (float)job->best, .count = 0};
    if (is_hinted(trees)) search_leaves(&s, trees->hint->a, trees->hint->b);
    struct near_boxes stack[STACK_PAIRS];
    size_t height = 1;
    stack[0] = (struct near_boxes){pair_of_roots(trees), 0};
    while (height > 0 && !job->touches) {
        const struct near_boxes top = stack[--height];
        if (top.square > square_above(s.most)) continue;
        if (are_leaves(&top.pair)) {
            search_leaves(&s, top.pair.child[0], top.pair.child[1]);
            continue;
        }
        struct box_node below;
        float square[TREE_WIDTH + LANES];
        descend(trees, &top.pair, &below);
        node_squares(&below.box, below.node, square);
        height = push_near(&s, &top.pair, &below, square, stack, height);
    }
    settle_candidates(&s);
}
