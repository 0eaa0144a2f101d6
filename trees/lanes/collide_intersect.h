// SPDX-License-Identifier: MIT
// Intersects the boxes and the triangles of two trees. A box is transformed and tested against the
// eight of a node; no node is ever transformed, and only those triangles are whose leaves meet.
#ifndef LBX_COLLIDE_INTERSECT_H
#define LBX_COLLIDE_INTERSECT_H

#include "../../kernels/math/frames.h"
#include "../../kernels/math/triangles.h"
#include "../../kernels/math/within.h"
#include "box_pairs.h"
#include "leaf_pairs.h"

// --- nodes ---

// Bit k: box k of the node is not apart from the box.
FORCE_INLINE uint32_t intersect_node(bool fuse, const struct obb *box,
                                     const struct lbx_obb_node *n) {
    uint32_t bits = 0;
    for (unsigned k = 0; k < TREE_WIDTH; k += LANES) {
        struct obb other;
        const size_t count = load_node_boxes(n, k, &other);
        bits |= (vm_bits(obb_obb_apart(fuse, box, &other)) & ((1u << count) - 1)) << k;
    }
    return ~bits & ((1u << TREE_WIDTH) - 1);
}

// Eight floats of one node, then eight of another. The reads past the first eight and before the
// other eight stay within the tree: nodes end with their children and follow the header.
FORCE_INLINE vf load_two_rows(vm first, const float *low, const float *high) {
    return vm_select(first, vf_load(low), vf_load(high - TREE_WIDTH));
}

// Two nodes that fill a vector.
FORCE_INLINE void intersect_two_nodes(bool fuse, struct box_node v[2]) {
    static const float halves[2 * TREE_WIDTH] = {1, 1, 1, 1, 1, 1, 1, 1};
    const vm first = vf_less(vf_set(0), vf_load(halves));
    const struct lbx_obb_node *const low = v[0].node, *const high = v[1].node;
    struct obb box, other;
    for (int c = 0; c < 3; c++) {
        box.center[c] = vm_select(first, v[0].box.center[c], v[1].box.center[c]);
        box.half[c] = vm_select(first, v[0].box.half[c], v[1].box.half[c]);
        other.center[c] = load_two_rows(first, low->center[c], high->center[c]);
        other.half[c] = load_two_rows(first, low->half[c], high->half[c]);
        for (int a = 0; a < 3; a++) {
            box.axis[a][c] = vm_select(first, v[0].box.axis[a][c], v[1].box.axis[a][c]);
            other.axis[a][c] = load_two_rows(first, low->axis[a][c], high->axis[a][c]);
        }
    }
    const uint32_t bits = ~vm_bits(obb_obb_apart(fuse, &box, &other));
    v[0].hits = bits & ((1u << TREE_WIDTH) - 1);
    v[1].hits = bits >> TREE_WIDTH & ((1u << TREE_WIDTH) - 1);
}

// --- leaves ---

// Which pairs of triangles are hits, bit l for lane l. Those in `unsure` are still to be confirmed;
// those in `in_double` were.
FORCE_INLINE uint32_t intersect_triangles(const struct lbx_collide_job *job, bool fuse,
                                          const struct triangle *a, const struct triangle *b,
                                          vf extra, uint32_t *unsure, uint32_t *in_double) {
    if (job->by_distance) {
        const struct grown_triangle grown = {*a, vf_set(job->distance)};
        *unsure = 0;
        return ~vm_bits(triangle_triangle_within_apart_sized(fuse, &grown, b, extra, in_double));
    }
    *in_double = 0;
    const struct masks found = triangles_meet(fuse, a, b, extra);
    *unsure = ~(vm_bits(found.low) | vm_bits(found.high));
    return ~vm_bits(found.low);
}

// Whether a triangle of a and one of b that was moved touch, in double.
static bool touch_in_double(const struct lbx_collide_job *job, uint32_t a,
                            double moved[9][LBX_LEAF_MAX], uint32_t b) {
    double vertex[6][3], size = 0;
    for (int k = 0; k < 9; k++) {
        const double x = moved[k][b];
        vertex[k / 3][k % 3] = (double)job->a.vertex[a][k / 3][k % 3];
        vertex[3 + k / 3][k % 3] = x;
        size = fabs(x) > size ? fabs(x) : size;
    }
    return job->touch(vertex, MOVED_OFF * (size + job->far));
}

// Reports a pair. Returns whether the search is done, or has to wait for room.
static bool report(struct lbx_collide_job *job, uint32_t a, uint32_t b) {
    if (job->cursor) { // some hits were reported before
        if (job->passed >= job->skip && job->counts.pairs == job->room) return true;
        if (job->passed++ < job->skip) return false;
    }
    const lbx_pair pair = {job->a.id[a], job->b.id[b]};
    if (job->pairs && job->counts.pairs < job->room) job->pairs[job->counts.pairs] = pair;
    if (job->least && pair_is_before(pair, job->least->pair))
        *job->least = (struct lbx_found){pair, {a, b}};
    job->counts.pairs++;
    return job->any;
}

// Intersects the triangles of a leaf of a with those of a leaf of b. Returns whether the search is
// done.
static bool intersect_leaves(struct lbx_collide_job *job, uint32_t a_leaf, uint32_t b_leaf) {
    struct leaf_pairs pairs;
    uint64_t asked = UINT64_MAX;
    if (job->self) asked = lbx_self_pairs(job, a_leaf, b_leaf);
    if (!asked) return false;
    gather_leaf_pairs(job, a_leaf, b_leaf, &pairs);
    job->counts.triangles += pairs.count;

    // intersect a pair a lane
    for (uint32_t p = 0; p < pairs.count; p += LANES) {
        struct triangle a, b;
        vf extra;
        const size_t lanes = load_leaf_pairs(&pairs, p, &a, &b, &extra);
        const uint32_t filled = (uint32_t)(((UINT64_C(1) << lanes) - 1) & asked >> p);
        uint32_t unsure, in_double;
        uint32_t hits = LANES_FUSE && job->fuse
                            ? intersect_triangles(job, true, &a, &b, extra, &unsure, &in_double)
                            : intersect_triangles(job, false, &a, &b, extra, &unsure, &in_double);
        hits &= filled;
        job->counts.in_double += (unsigned)__builtin_popcount(in_double & filled);

        // report the hits, those in doubt after a test in double
        for (; hits; hits &= hits - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(hits), pair = p + lane;
            const uint32_t i = pairs.a_first + pair / pairs.b_count, j = pair % pairs.b_count;
            if (unsure >> lane & 1) {
                job->counts.in_double++;
                if (!touch_in_double(job, i, pairs.moved, j)) continue;
            }
            if (report(job, i, pairs.b_first + j)) return true;
        }
    }
    return false;
}

#endif
