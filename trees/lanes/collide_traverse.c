// SPDX-License-Identifier: MIT
// Traverses two trees, depth first: where two boxes meet, it descends into the larger one; where
// two leaves meet, it intersects their triangles.
#include "collide_intersect.h"

// Tests below the topmost pair of boxes, or below the two topmost at once, of which `below` pairs
// are under the first. Two pay where a vector holds two nodes; neither pair may be two leaves, and
// few pairs may be below, so that the stack suffices. Returns how many pairs it tested.
FORCE_INLINE unsigned intersect_topmost(const struct lbx_collide_job *job, bool fuse,
                                        const struct box_pair *top, size_t below,
                                        struct box_pair pair[2], struct box_node v[2]) {
    pair[0] = *top;
    descend(job, &pair[0], &v[0]);
    if (LANES < 2 * TREE_WIDTH || job->any || job->cursor || below == 0 || below > TWO_BELOW ||
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
    const unsigned children = children_of(v->node);
    uint32_t hits = v->hits & ((1u << children) - 1);
    job->counts.boxes += children;
    float size[TREE_WIDTH];
    sizes_of(v->node, size);
    while (hits) {
        const uint32_t k = 31 - (uint32_t)__builtin_clz(hits);
        hits ^= 1u << k;
        put_below(&stack[height++], p, v, k, size);
    }
    return height;
}

// Intersects two leaves, whose numbers become the hint if the search is done.
NOINLINE bool is_done_with(struct lbx_collide_job *job, uint32_t a_leaf, uint32_t b_leaf) {
    job->passed = 0;
    const bool done = intersect_leaves(job, a_leaf, b_leaf);
    job->skip = 0;
    if (done && job->hint) *job->hint = (lbx_pair){a_leaf, b_leaf};
    return done;
}

lbx_collide_leaves EXPORTED(collide_leaves);
void EXPORTED(collide_leaves)(struct lbx_collide_job *job, uint32_t a_leaf, uint32_t b_leaf) {
    is_done_with(job, a_leaf, b_leaf);
}

// --- cursors ---

// The tests of the next step, which opens a node or intersects two leaves.
static uint64_t tests_of(const struct lbx_collide_job *job, const struct box_pair *p) {
    if (are_leaves(p)) return leaf_count(p->child[0]) * leaf_count(p->child[1]);
    const int into = p->size[1] > p->size[0];
    return children_of(&(into ? job->b.node : job->a.node)[p->child[into]]);
}

// Whether the budget has no room for the next step. There is always one step.
static bool is_spent(const struct lbx_collide_job *job, const struct box_pair *next) {
    const uint64_t spent = job->counts.boxes + job->counts.triangles;
    return spent > 0 && spent + tests_of(job, next) > job->budget;
}

static void stop_at(struct lbx_collide_job *job, const struct box_pair *p, uint32_t passed) {
    *job->cursor = (lbx_obb_tree_cursor){p->slot[0], p->slot[1], passed, 0};
}

// The child of a node that is slot `to`, or has it below; TREE_WIDTH if none does. Nodes are
// numbered in the order of the traversal.
static unsigned child_towards(const struct lbx_obb_node *node, uint32_t number, uint32_t to) {
    unsigned found = TREE_WIDTH;
    if (to / TREE_WIDTH == number) return to % TREE_WIDTH;
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++)
        if (!is_leaf(node->child[k]) && node->child[k] <= to / TREE_WIDTH) found = k;
    return found;
}

// Whether the topmost pair is that where an earlier call stopped. What was tested on the way to it
// does not count again.
static bool has_arrived(struct lbx_collide_job *job, const struct box_pair *top) {
    if (top->slot[0] != job->cursor->a || top->slot[1] != job->cursor->b) return false;
    job->counts.boxes = 0;
    job->skip = job->cursor->pair;
    return true;
}

// Whether a search with a cursor stops before its next step: because no search stops where the
// cursor is, or because the budget is spent. It is called, so that searches without one do not pay.
NOINLINE bool stops_before(struct lbx_collide_job *job, const struct box_pair *next,
                           bool *resumes) {
    if (*resumes) *resumes = !has_arrived(job, next);
    job->lost = *resumes && are_leaves(next);
    if (job->lost) return true;
    if (*resumes || !is_spent(job, next)) return false;
    stop_at(job, next, 0);
    return true;
}

// Leaves out what comes before that pair: its siblings' descendants were searched. Returns whether
// there can be such a pair below.
static bool leave_out(const struct lbx_collide_job *job, const struct box_pair *p,
                      struct box_node *v) {
    const uint32_t to = v->into ? job->cursor->b : job->cursor->a;
    const unsigned k = child_towards(v->node, p->child[v->into], to);
    if (k >= children_of(v->node)) return false;
    v->hits = (v->hits | 1u << k) & (UINT32_MAX << k);
    return true;
}

lbx_collide EXPORTED(collide);
void EXPORTED(collide)(struct lbx_collide_job *job) {
    if (is_hinted(job) && is_done_with(job, job->hint->a, job->hint->b)) return;
    struct box_pair stack[STACK_PAIRS];
    size_t height = 1;
    stack[0] = pair_of_roots(job);
    bool resumes = job->cursor;
    while (height > 0) {
        const struct box_pair *const top = &stack[height - 1];
        if (job->cursor && stops_before(job, top, &resumes)) return;

        // two leaves: intersect their triangles
        if (are_leaves(top)) {
            height--;
            if (is_done_with(job, top->child[0], top->child[1])) {
                if (job->cursor) stop_at(job, top, job->passed);
                return;
            }
            continue;
        }

        // pop one pair of boxes, or two, and intersect the nodes below
        struct box_pair popped[2];
        struct box_node v[2];
        unsigned count = LANES_FUSE && job->fuse
                             ? intersect_topmost(job, true, top, height - 1, popped, v)
                             : intersect_topmost(job, false, top, height - 1, popped, v);
        height -= count;
        if (resumes && !leave_out(job, popped, v)) {
            job->lost = true;
            return;
        }

        // push their children, the topmost pair's last: the order of leaves stays the same
        for (; count > 0; count--)
            height = push_hits(job, &popped[count - 1], &v[count - 1], stack, height);
    }
    if (job->cursor) job->cursor->done = 1;
}
