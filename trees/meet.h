// SPDX-License-Identifier: MIT
// The search of an instruction set: two boxes that meet are looked into depth first, the larger one
// first, and of what their leaves hold the triangles are tested. One box is moved and asked against
// the eight of a node; no node is ever moved, and of triangles those alone whose leaves meet.
#ifndef LBX_MEET_H
#define LBX_MEET_H

#include "../kernels/obb_obb.h"
#include "../kernels/triangle_triangle.h"
#include "../kernels/triangle_triangle_within.h"
#include "meeting.h"

// Of a tree: slot k of node n is TREE_WIDTH n + k.
struct entries {
    uint32_t of[2]; // a, b
};

// Each turn takes one away and puts eight there at most, one level farther down in one of the
// trees.
enum { ENTRIES = 2 * TREE_LEVELS * (TREE_WIDTH - 1) + 1 };

FORCE_INLINE float half_sum(const struct lbx_tree_node *node, unsigned k) {
    return node->half[0][k] + node->half[1][k] + node->half[2][k];
}

// Box k of a node, moved and grown, in every lane.
FORCE_INLINE void move_box(const struct lbx_motion *motion, float grow,
                           const struct lbx_tree_node *node, unsigned k, struct obb *out) {
    float turn[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) turn[i][j] = (float)motion->turn[i][j];
    }
    for (int i = 0; i < 3; i++) {
        double center = motion->shift[i];
        for (int j = 0; j < 3; j++) center += motion->turn[i][j] * (double)node->center[j][k];
        out->center[i] = vf_set((float)center);
        out->half[i] = vf_set(node->half[i][k] + grow);
        for (int a = 0; a < 3; a++) {
            out->axis[a][i] =
                vf_set(turn[i][0] * node->axis[a][0][k] + turn[i][1] * node->axis[a][1][k] +
                       turn[i][2] * node->axis[a][2][k]);
        }
    }
}

// Bit k: box k of the node is not apart from the box.
FORCE_INLINE uint32_t node_meets(bool fuse, const struct obb *box, const struct lbx_tree_node *n) {
    uint32_t bits = 0;
    for (unsigned k = 0; k < TREE_WIDTH; k += LANES) {
        struct obb other;
        const size_t count = LANES < TREE_WIDTH ? LANES : TREE_WIDTH;
        for (int c = 0; c < 3; c++) {
            other.center[c] = vf_load_first(n->center[c] + k, count);
            other.half[c] = vf_load_first(n->half[c] + k, count);
            for (int a = 0; a < 3; a++) other.axis[a][c] = vf_load_first(n->axis[a][c] + k, count);
        }
        bits |= (vm_bits(obb_obb_apart(fuse, box, &other)) & ((1u << count) - 1)) << k;
    }
    return ~bits & ((1u << TREE_WIDTH) - 1);
}

// The triangles of a leaf of b in the frame of a, float k of triangle j in moved[k][j].
static void move_leaf(const struct lbx_meeting *m, uint32_t first, uint32_t count,
                      double moved[9][LBX_LEAF_MAX]) {
    const struct lbx_motion *const motion = &m->b_to_a;
    for (uint32_t j = 0; j < count; j++) {
        for (int v = 0; v < 3; v++) {
            const float *const x = m->b.vertex[first + j][v];
            for (int i = 0; i < 3; i++) {
                moved[3 * v + i][j] = motion->turn[i][0] * (double)x[0] +
                                      motion->turn[i][1] * (double)x[1] +
                                      motion->turn[i][2] * (double)x[2] + motion->shift[i];
            }
        }
    }
}

// Of pairs of triangles, bit l that of lane l: which are hits, if those of `unsure` are, too.
FORCE_INLINE uint32_t pairs_meet(const struct lbx_meeting *m, bool fuse, const struct triangle *a,
                                 const struct triangle *b, vf extra, uint32_t *unsure) {
    if (m->within) {
        const struct grown_triangle grown = {*a, vf_set(m->distance)};
        *unsure = 0;
        return ~vm_bits(triangle_triangle_within_apart_sized(fuse, &grown, b, extra));
    }
    const struct masks found = triangles_meet(fuse, a, b, extra);
    *unsure = ~(vm_bits(found.low) | vm_bits(found.high));
    return ~vm_bits(found.low);
}

// Whether a triangle of a and one of b that was moved touch, in double.
static bool touch_in_double(const struct lbx_meeting *m, uint32_t a, double moved[9][LBX_LEAF_MAX],
                            uint32_t b, float extra) {
    double vertex[6][3];
    for (int k = 0; k < 9; k++) {
        vertex[k / 3][k % 3] = (double)m->a.vertex[a][k / 3][k % 3];
        vertex[3 + k / 3][k % 3] = moved[k][b];
    }
    return m->touch(vertex, EXTRA_DOUBLE * (double)extra);
}

enum { LEAF_PAIRS = LBX_LEAF_MAX * LBX_LEAF_MAX };

static bool meet_leaves(struct lbx_meeting *m, uint32_t a_leaf, uint32_t b_leaf) {
    const uint32_t a_first = leaf_first(a_leaf), a_count = leaf_count(a_leaf);
    const uint32_t b_first = leaf_first(b_leaf), b_count = leaf_count(b_leaf);
    const uint32_t count = a_count * b_count;
    double moved[9][LBX_LEAF_MAX];
    float a[9][LEAF_PAIRS + LBX_LEAF_MAX], b[9][LEAF_PAIRS + LBX_LEAF_MAX];
    float extra[LEAF_PAIRS + LBX_LEAF_MAX];
    move_leaf(m, b_first, b_count, moved);
    // Pairs lie close together, those of a's next triangle over what is too much of this one's.
    for (uint32_t i = 0; i < a_count; i++) {
        const float *const from = m->a.vertex[a_first + i][0];
        const float size = fmaxf(fabsf(from[0]), fmaxf(fabsf(from[1]), fabsf(from[2])));
        for (uint32_t j = 0; j < LBX_LEAF_MAX; j++)
            extra[i * b_count + j] = m->extra + (float)EXTRA * size;
        for (int k = 0; k < 9; k++) {
            const float x = from[k] - from[k % 3];
            const double origin = (double)from[k % 3];
            for (uint32_t j = 0; j < LBX_LEAF_MAX; j++) {
                a[k][i * b_count + j] = x;
                b[k][i * b_count + j] = (float)(moved[k][j] - origin);
            }
        }
    }
    m->counts.triangles += count;
    for (uint32_t p = 0; p < count; p += LANES) {
        struct triangle x, y;
        const size_t lanes = count - p < LANES ? count - p : LANES;
        for (int k = 0; k < 9; k++) {
            x.vertex[k / 3][k % 3] = vf_load_first(a[k] + p, lanes);
            y.vertex[k / 3][k % 3] = vf_load_first(b[k] + p, lanes);
        }
        const vf more = vf_load_first(extra + p, lanes);
        uint32_t unsure, hits = m->fuse ? pairs_meet(m, LANES_FUSE, &x, &y, more, &unsure)
                                        : pairs_meet(m, false, &x, &y, more, &unsure);
        hits &= (uint32_t)((UINT64_C(1) << lanes) - 1);
        for (; hits; hits &= hits - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(hits), pair = p + lane;
            const uint32_t i = a_first + pair / b_count, j = pair % b_count;
            if (unsure >> lane & 1 && !touch_in_double(m, i, moved, j, extra[pair])) continue;
            if (m->pairs && m->counts.pairs < m->room)
                m->pairs[m->counts.pairs] = (lbx_pair){m->a.id[i], m->b.id[b_first + j]};
            m->counts.pairs++;
            if (m->any) return true;
        }
    }
    return false;
}

static void trees_meet(struct lbx_meeting *m) {
    const struct lbx_tree_node *const node[2] = {m->a.node, m->b.node};
    struct entries stack[ENTRIES];
    size_t height = 0;
    stack[height++] = (struct entries){{0, 0}};
    while (height > 0) {
        const struct entries e = stack[--height];
        const struct lbx_tree_node *of[2];
        uint32_t child[2];
        float size[2];
        for (int s = 0; s < 2; s++) {
            of[s] = &node[s][e.of[s] / TREE_WIDTH];
            child[s] = of[s]->child[e.of[s] % TREE_WIDTH];
            size[s] = is_leaf(child[s]) ? -1 : half_sum(of[s], e.of[s] % TREE_WIDTH);
        }
        if (size[0] < 0 && size[1] < 0) {
            if (meet_leaves(m, child[0], child[1])) return;
            continue;
        }
        const int into = size[1] > size[0], held = 1 - into;
        const struct lbx_tree_node *const next = &node[into][child[into]];
        struct obb box;
        move_box(&m->boxes[held], m->grow, of[held], e.of[held] % TREE_WIDTH, &box);
        uint32_t bits =
            m->fuse ? node_meets(LANES_FUSE, &box, next) : node_meets(false, &box, next);
        unsigned children = 0;
        while (children < TREE_WIDTH && next->child[children]) children++;
        m->counts.boxes += children;
        bits &= (1u << children) - 1;
        while (bits) { // the first slot comes off the stack first
            const uint32_t k = 31 - (uint32_t)__builtin_clz(bits);
            bits ^= 1u << k;
            stack[height] = e;
            stack[height++].of[into] = TREE_WIDTH * child[into] + k;
        }
    }
}

#endif
