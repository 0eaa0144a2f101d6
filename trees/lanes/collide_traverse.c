// SPDX-License-Identifier: MIT
// Traverses two trees, depth first: where two boxes meet, it descends into the larger one; where
// two leaves meet, it intersects their triangles.
#include "collide_intersect.h"

// Two boxes that meet: slot k of node n is TREE_WIDTH n + k. Their children and sizes are here,
// too, LEAF_SIZE for a leaf, so that their nodes are not read again for these.
struct box_pair {
    uint32_t slot[2], child[2]; // a, b
    float size[2];
};

#define LEAF_SIZE (-1.0f)

// Each round pops a pair of boxes and pushes at most eight, one level farther down in one of the
// trees; it pops two only where the stack is low.
enum {
    TWO_BELOW = 64,
    STACK_PAIRS = 2 * TREE_LEVELS * (TREE_WIDTH - 1) + 1 + TWO_BELOW + 2 * TREE_WIDTH
};

FORCE_INLINE bool are_leaves(const struct box_pair *p) {
    return p->size[0] < 0 && p->size[1] < 0;
}

// The size of each child's box, half the sum of its sides.
FORCE_INLINE void sizes_of(const struct lbx_obb_node *node, float size[TREE_WIDTH]) {
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const float half_sum = node->half[0][k] + node->half[1][k] + node->half[2][k];
        size[k] = is_leaf(node->child[k]) ? LEAF_SIZE : half_sum;
    }
}

// Descends into the larger box of a pair: the node below it, and the other box in its frame.
FORCE_INLINE void descend(const struct lbx_collide_job *job, const struct box_pair *p,
                          struct box_node *v) {
    const struct lbx_obb_node *const node[2] = {job->a.node, job->b.node};
    v->into = p->size[1] > p->size[0];
    v->node = &node[v->into][p->child[v->into]];
    const int held = 1 - v->into;
    transform_box(&job->transform[held], job->inflate, &node[held][p->slot[held] / TREE_WIDTH],
                  p->slot[held] % TREE_WIDTH, &v->box);
}

// Tests below the topmost pair of boxes, or below the two topmost at once, of which `below` pairs
// are under the first. Two pay where a vector holds two nodes; neither pair may be two leaves, and
// few pairs may be below, so that the stack suffices. Returns how many pairs it tested.
FORCE_INLINE unsigned intersect_topmost(const struct lbx_collide_job *job, bool fuse,
                                        const struct box_pair *top, size_t below,
                                        struct box_pair pair[2], struct box_node v[2]) {
    pair[0] = *top;
    descend(job, &pair[0], &v[0]);
    if (LANES < 2 * TREE_WIDTH || job->any || below == 0 || below > TWO_BELOW ||
        are_leaves(top - 1)) {
        v[0].hits = intersect_node(fuse, &v[0].box, v[0].node);
        return 1;
    }
    pair[1] = top[-1];
    descend(job, &pair[1], &v[1]);
    intersect_two_nodes(fuse, v);
    return 2;
}

// Pushes the children that are hit, the first one on top.
FORCE_INLINE size_t push_hits(struct lbx_collide_job *job, const struct box_pair *p,
                              const struct box_node *v, struct box_pair *stack, size_t height) {
    uint32_t children = 0, hits = v->hits;
    for (unsigned k = 0; k < TREE_WIDTH; k++) children += v->node->child[k] != 0;
    job->counts.boxes += children;
    hits &= (1u << children) - 1;
    float size[TREE_WIDTH];
    sizes_of(v->node, size);
    while (hits) {
        const uint32_t k = 31 - (uint32_t)__builtin_clz(hits);
        hits ^= 1u << k;
        struct box_pair *const pushed = &stack[height++];
        *pushed = *p;
        pushed->slot[v->into] = TREE_WIDTH * p->child[v->into] + k;
        pushed->child[v->into] = v->node->child[k];
        pushed->size[v->into] = size[k];
    }
    return height;
}

// Intersects two leaves, whose numbers become the hint if the search is done.
NOINLINE bool is_done_with(struct lbx_collide_job *job, uint32_t a_leaf, uint32_t b_leaf) {
    const bool done = intersect_leaves(job, a_leaf, b_leaf);
    if (done && job->hint) *job->hint = (lbx_pair){a_leaf, b_leaf};
    return done;
}

// Whether a tree has these triangles, be they a leaf of it or not.
FORCE_INLINE bool has_leaf(const struct lbx_obb_tree *t, uint32_t leaf) {
    return is_leaf(leaf) && leaf_first(leaf) + leaf_count(leaf) <= t->header->triangles;
}

FORCE_INLINE bool is_hinted(const struct lbx_collide_job *job) {
    return job->hint && has_leaf(&job->a, job->hint->a) && has_leaf(&job->b, job->hint->b);
}

lbx_collide EXPORTED(collide);
void EXPORTED(collide)(struct lbx_collide_job *job) {
    if (is_hinted(job) && is_done_with(job, job->hint->a, job->hint->b)) return;
    struct box_pair stack[STACK_PAIRS];
    size_t height = 1;
    stack[0] = (struct box_pair){.slot = {0, 0}};
    for (int s = 0; s < 2; s++) {
        float size[TREE_WIDTH];
        const struct lbx_obb_node *const root = s ? job->b.node : job->a.node;
        sizes_of(root, size);
        stack[0].child[s] = root->child[0];
        stack[0].size[s] = size[0];
    }
    while (height > 0) {
        const struct box_pair *const top = &stack[height - 1];

        // two leaves: intersect their triangles
        if (are_leaves(top)) {
            height--;
            if (is_done_with(job, top->child[0], top->child[1])) return;
            continue;
        }

        // pop one pair of boxes, or two, and intersect the nodes below
        struct box_pair popped[2];
        struct box_node v[2];
        unsigned count = LANES_FUSE && job->fuse
                             ? intersect_topmost(job, true, top, height - 1, popped, v)
                             : intersect_topmost(job, false, top, height - 1, popped, v);
        height -= count;

        // push their children, the topmost pair's last: the order of leaves stays the same
        for (; count > 0; count--)
            height = push_hits(job, &popped[count - 1], &v[count - 1], stack, height);
    }
}
