// SPDX-License-Identifier: MIT
// The search of an instruction set. Where two boxes meet, it descends depth first into the larger
// one; where two leaves meet, it tests their triangles. One box is moved and tested against the
// eight of a node. No node is ever moved, and only those triangles are whose leaves meet.
#include "kernels/api/entries.h"
#include "kernels/math/frames.h"
#include "kernels/math/triangles.h"
#include "kernels/math/within.h"
#include "trees/meeting.h"

// Two boxes that meet: slot k of node n is TREE_WIDTH n + k. The entry also holds their children
// and sizes, LEAF_SIZE for a leaf, so that their nodes are not read again for these.
struct entry {
    uint32_t slot[2], child[2]; // a, b
    float size[2];
};

#define LEAF_SIZE (-1.0f)

// Each turn pops one entry and pushes at most eight, one level farther down in one of the trees; it
// pops two only where the stack is low.
enum {
    TWO_BELOW = 64,
    STACK_ENTRIES = 2 * TREE_LEVELS * (TREE_WIDTH - 1) + 1 + TWO_BELOW + 2 * TREE_WIDTH
};

// The size of each child's box, half the sum of its sides.
FORCE_INLINE void sizes_of(const struct lbx_tree_node *node, float size[TREE_WIDTH]) {
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const float half_sum = node->half[0][k] + node->half[1][k] + node->half[2][k];
        size[k] = is_leaf(node->child[k]) ? LEAF_SIZE : half_sum;
    }
}

// Box k of a node, moved and grown, in every lane.
FORCE_INLINE void move_box(const struct lbx_motion *motion, float grow,
                           const struct lbx_tree_node *node, unsigned k, struct obb *out) {
    const float(*const turn)[3] = motion->rounded;
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

// Which pairs of triangles are hits, bit l for lane l. Those in `unsure` are still to be confirmed.
FORCE_INLINE uint32_t pairs_meet(const struct lbx_meeting *m, bool fuse, const struct triangle *a,
                                 const struct triangle *b, vf extra, uint32_t *unsure) {
    if (m->near_too) {
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
                            uint32_t b) {
    double vertex[6][3], size = 0;
    for (int k = 0; k < 9; k++) {
        const double x = moved[k][b];
        vertex[k / 3][k % 3] = (double)m->a.vertex[a][k / 3][k % 3];
        vertex[3 + k / 3][k % 3] = x;
        size = fabs(x) > size ? fabs(x) : size;
    }
    return m->touch(vertex, MOVED_OFF * (size + m->far));
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
    // Pairs lie close together: those of a's next triangle overwrite this one's surplus.
    for (uint32_t i = 0; i < a_count; i++) {
        const float *const from = m->a.vertex[a_first + i][0];
        float size = 0;
        for (int c = 0; c < 3; c++) size = fabsf(from[c]) > size ? fabsf(from[c]) : size;
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
            if (unsure >> lane & 1 && !touch_in_double(m, i, moved, j)) continue;
            if (m->pairs && m->counts.pairs < m->room)
                m->pairs[m->counts.pairs] = (lbx_pair){m->a.id[i], m->b.id[b_first + j]};
            m->counts.pairs++;
            if (m->any) return true;
        }
    }
    return false;
}

// A pair of boxes whose larger one is descended into: the node below it, and the other box, moved.
// Bit k of `bits`: child k of the node is met.
struct visit {
    struct entry entry;
    int into;
    const struct lbx_tree_node *next;
    struct obb box;
    uint32_t bits;
};

FORCE_INLINE bool are_leaves(const struct entry *e) {
    return e->size[0] < 0 && e->size[1] < 0;
}

FORCE_INLINE void open_visit(const struct lbx_meeting *m, const struct entry *e, struct visit *v) {
    const struct lbx_tree_node *const node[2] = {m->a.node, m->b.node};
    v->entry = *e;
    v->into = e->size[1] > e->size[0];
    v->next = &node[v->into][e->child[v->into]];
    const int held = 1 - v->into;
    move_box(&m->boxes[held], m->grow, &node[held][e->slot[held] / TREE_WIDTH],
             e->slot[held] % TREE_WIDTH, &v->box);
}

// Eight floats of one node, then eight of another. The reads past the first eight and before the
// other eight stay within the tree: nodes end with their children and follow the header.
FORCE_INLINE vf rows_of(vm first, const float *low, const float *high) {
    return vm_select(first, vf_load(low), vf_load(high - TREE_WIDTH));
}

// Two nodes that fill a vector.
FORCE_INLINE void ask_two(bool fuse, struct visit v[2]) {
    static const float halves[2 * TREE_WIDTH] = {1, 1, 1, 1, 1, 1, 1, 1};
    const vm first = vf_less(vf_set(0), vf_load(halves));
    const struct lbx_tree_node *const low = v[0].next, *const high = v[1].next;
    struct obb box, other;
    for (int c = 0; c < 3; c++) {
        box.center[c] = vm_select(first, v[0].box.center[c], v[1].box.center[c]);
        box.half[c] = vm_select(first, v[0].box.half[c], v[1].box.half[c]);
        other.center[c] = rows_of(first, low->center[c], high->center[c]);
        other.half[c] = rows_of(first, low->half[c], high->half[c]);
        for (int a = 0; a < 3; a++) {
            box.axis[a][c] = vm_select(first, v[0].box.axis[a][c], v[1].box.axis[a][c]);
            other.axis[a][c] = rows_of(first, low->axis[a][c], high->axis[a][c]);
        }
    }
    const uint32_t bits = ~vm_bits(obb_obb_apart(fuse, &box, &other));
    v[0].bits = bits & ((1u << TREE_WIDTH) - 1);
    v[1].bits = bits >> TREE_WIDTH & ((1u << TREE_WIDTH) - 1);
}

// Tests the topmost pair of boxes, or the two topmost at once: where this pays, neither pair is two
// leaves, and few entries are below, so that the stack suffices. The first one's children are
// popped before the second one's, so the order of leaves stays the same. Returns how many it took.
FORCE_INLINE unsigned ask(const struct lbx_meeting *m, bool fuse, const struct entry *top,
                          size_t below, struct visit v[2]) {
    open_visit(m, top, &v[0]);
    if (LANES < 2 * TREE_WIDTH || m->any || below == 0 || below > TWO_BELOW ||
        are_leaves(top - 1)) {
        v[0].bits = node_meets(fuse, &v[0].box, v[0].next);
        return 1;
    }
    open_visit(m, top - 1, &v[1]);
    ask_two(fuse, v);
    return 2;
}

// Pushes the children that are met, the first slot on top.
FORCE_INLINE size_t push_met(struct lbx_meeting *m, const struct visit *v, struct entry *stack,
                             size_t height) {
    uint32_t children = 0, bits = v->bits;
    for (unsigned k = 0; k < TREE_WIDTH; k++) children += v->next->child[k] != 0;
    m->counts.boxes += children;
    bits &= (1u << children) - 1;
    float size[TREE_WIDTH];
    sizes_of(v->next, size);
    while (bits) {
        const uint32_t k = 31 - (uint32_t)__builtin_clz(bits);
        bits ^= 1u << k;
        struct entry *const pushed = &stack[height++];
        *pushed = v->entry;
        pushed->slot[v->into] = TREE_WIDTH * v->entry.child[v->into] + k;
        pushed->child[v->into] = v->next->child[k];
        pushed->size[v->into] = size[k];
    }
    return height;
}

lbx_meet EXPORTED(meet);
void EXPORTED(meet)(struct lbx_meeting *m) {
    struct entry stack[STACK_ENTRIES];
    struct visit v[2];
    size_t height = 1;
    stack[0] = (struct entry){.slot = {0, 0}};
    for (int s = 0; s < 2; s++) {
        float size[TREE_WIDTH];
        const struct lbx_tree_node *const root = s ? m->b.node : m->a.node;
        sizes_of(root, size);
        stack[0].child[s] = root->child[0];
        stack[0].size[s] = size[0];
    }
    while (height > 0) {
        const struct entry *const top = &stack[height - 1];
        if (are_leaves(top)) {
            height--;
            if (meet_leaves(m, top->child[0], top->child[1])) return;
            continue;
        }
        unsigned asked =
            m->fuse ? ask(m, LANES_FUSE, top, height - 1, v) : ask(m, false, top, height - 1, v);
        height -= asked;
        while (asked > 0) height = push_met(m, &v[--asked], stack, height);
    }
}
