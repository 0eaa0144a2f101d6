// SPDX-License-Identifier: MIT
// Pairs of boxes of two trees: which of both is opened, and the other one in its frame.
#ifndef LBX_BOX_PAIRS_H
#define LBX_BOX_PAIRS_H

#include "../../kernels/math/shapes.h"
#include "../collide_job.h"

// Box k of a node, transformed and inflated, in every lane.
FORCE_INLINE void transform_box(const struct lbx_transform *transform, float inflate,
                                const struct lbx_obb_node *node, unsigned k, struct obb *out) {
    const float(*const rotation)[3] = transform->rounded;
    for (int i = 0; i < 3; i++) {
        double center = transform->translation[i];
        for (int j = 0; j < 3; j++)
            center += transform->rotation[i][j] * (double)node->center[j][k];
        out->center[i] = vf_set((float)center);
        out->half[i] = vf_set(node->half[i][k] + inflate);
        for (int a = 0; a < 3; a++) {
            out->axis[a][i] =
                vf_set(rotation[i][0] * node->axis[a][0][k] + rotation[i][1] * node->axis[a][1][k] +
                       rotation[i][2] * node->axis[a][2][k]);
        }
    }
}

// As many boxes of a node as fit, from box k on. Returns how many.
FORCE_INLINE size_t load_node_boxes(const struct lbx_obb_node *n, unsigned k, struct obb *out) {
    const size_t count = LANES < TREE_WIDTH ? LANES : TREE_WIDTH;
    for (int c = 0; c < 3; c++) {
        out->center[c] = vf_load_first(n->center[c] + k, count);
        out->half[c] = vf_load_first(n->half[c] + k, count);
        for (int a = 0; a < 3; a++) out->axis[a][c] = vf_load_first(n->axis[a][c] + k, count);
    }
    return count;
}

// A box that is tested against a node of the other tree.
struct box_node {
    int into; // whose node it is: 0 for a, 1 for b
    const struct lbx_obb_node *node;
    struct obb box; // in the node's frame, inflated
    uint32_t hits;  // bit k: it is not apart from child k
};

// Two boxes, one of each tree: slot k of node n is TREE_WIDTH n + k. Their children and sizes are
// here, too, LEAF_SIZE for a leaf, so that their nodes are not read again for these.
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

// How many children a node has: they come first.
FORCE_INLINE unsigned children_of(const struct lbx_obb_node *node) {
    unsigned children = 0;
    for (unsigned k = 0; k < TREE_WIDTH; k++) children += node->child[k] != 0;
    return children;
}

// Child k of the node that was opened, and the box that was not.
FORCE_INLINE void put_below(struct box_pair *below, const struct box_pair *p,
                            const struct box_node *v, unsigned k, const float size[TREE_WIDTH]) {
    *below = *p;
    below->slot[v->into] = TREE_WIDTH * p->child[v->into] + k;
    below->child[v->into] = v->node->child[k];
    below->size[v->into] = size[k];
}

// The boxes of both roots.
FORCE_INLINE struct box_pair pair_of_roots(const struct lbx_collide_job *job) {
    struct box_pair roots = {.slot = {0, 0}};
    for (int s = 0; s < 2; s++) {
        float size[TREE_WIDTH];
        const struct lbx_obb_node *const root = s ? job->b.node : job->a.node;
        sizes_of(root, size);
        roots.child[s] = root->child[0];
        roots.size[s] = size[0];
    }
    return roots;
}

// Whether a tree has these triangles, be they a leaf of it or not.
FORCE_INLINE bool has_leaf(const struct lbx_obb_tree *t, uint32_t leaf) {
    return is_leaf(leaf) && leaf_first(leaf) + leaf_count(leaf) <= t->header->triangles;
}

// Whether the search has a hint, and it names triangles of both trees.
FORCE_INLINE bool is_hinted(const struct lbx_collide_job *job) {
    return job->hint && has_leaf(&job->a, job->hint->a) && has_leaf(&job->b, job->hint->b);
}

#endif
