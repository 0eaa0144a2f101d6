// SPDX-License-Identifier: MIT
// Intersects the boxes and the triangles of two trees. A box is transformed and tested against the
// eight of a node; no node is ever transformed, and only those triangles are whose leaves meet.
#ifndef LBX_COLLIDE_INTERSECT_H
#define LBX_COLLIDE_INTERSECT_H

#include "../../kernels/math/frames.h"
#include "../../kernels/math/triangles.h"
#include "../../kernels/math/within.h"
#include "../collide_job.h"

// --- nodes ---

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

// Bit k: box k of the node is not apart from the box.
FORCE_INLINE uint32_t intersect_node(bool fuse, const struct obb *box,
                                     const struct lbx_obb_node *n) {
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

// A box that is tested against a node of the other tree.
struct box_node {
    int into; // whose node it is: 0 for a, 1 for b
    const struct lbx_obb_node *node;
    struct obb box; // in the node's frame, inflated
    uint32_t hits;  // bit k: it is not apart from child k
};

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

// The triangles of a leaf of b in the frame of a, float k of triangle j in moved[k][j].
static void transform_leaf(const struct lbx_collide_job *job, uint32_t first, uint32_t count,
                           double moved[9][LBX_LEAF_MAX]) {
    const struct lbx_transform *const transform = &job->transform[1];
    for (uint32_t j = 0; j < count; j++) {
        for (int v = 0; v < 3; v++) {
            const float *const x = job->b.vertex[first + j][v];
            for (int i = 0; i < 3; i++) {
                moved[3 * v + i][j] = transform->rotation[i][0] * (double)x[0] +
                                      transform->rotation[i][1] * (double)x[1] +
                                      transform->rotation[i][2] * (double)x[2] +
                                      transform->translation[i];
            }
        }
    }
}

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

enum { LEAF_PAIRS = LBX_LEAF_MAX * LBX_LEAF_MAX };

// Intersects the triangles of a leaf of a with those of a leaf of b. Returns whether the search is
// done.
static bool intersect_leaves(struct lbx_collide_job *job, uint32_t a_leaf, uint32_t b_leaf) {
    const uint32_t a_first = leaf_first(a_leaf), a_count = leaf_count(a_leaf);
    const uint32_t b_first = leaf_first(b_leaf), b_count = leaf_count(b_leaf);
    const uint32_t count = a_count * b_count;
    double moved[9][LBX_LEAF_MAX];
    float a[9][LEAF_PAIRS + LBX_LEAF_MAX], b[9][LEAF_PAIRS + LBX_LEAF_MAX];
    float extra[LEAF_PAIRS + LBX_LEAF_MAX];
    transform_leaf(job, b_first, b_count, moved);

    // gather all pairs, relative to a's vertex 0: those of a's next triangle overwrite this one's
    // surplus
    for (uint32_t i = 0; i < a_count; i++) {
        const float *const from = job->a.vertex[a_first + i][0];
        float size = 0;
        for (int c = 0; c < 3; c++) size = fabsf(from[c]) > size ? fabsf(from[c]) : size;
        for (uint32_t j = 0; j < LBX_LEAF_MAX; j++)
            extra[i * b_count + j] = job->extra + (float)EXTRA * size;
        for (int k = 0; k < 9; k++) {
            const float x = from[k] - from[k % 3];
            const double origin = (double)from[k % 3];
            for (uint32_t j = 0; j < LBX_LEAF_MAX; j++) {
                a[k][i * b_count + j] = x;
                b[k][i * b_count + j] = (float)(moved[k][j] - origin);
            }
        }
    }
    job->counts.triangles += count;

    // intersect a pair a lane
    for (uint32_t p = 0; p < count; p += LANES) {
        struct triangle x, y;
        const size_t lanes = count - p < LANES ? count - p : LANES;
        for (int k = 0; k < 9; k++) {
            x.vertex[k / 3][k % 3] = vf_load_first(a[k] + p, lanes);
            y.vertex[k / 3][k % 3] = vf_load_first(b[k] + p, lanes);
        }
        const vf more = vf_load_first(extra + p, lanes);
        const uint32_t filled = (uint32_t)((UINT64_C(1) << lanes) - 1);
        uint32_t unsure, in_double;
        uint32_t hits = LANES_FUSE && job->fuse
                            ? intersect_triangles(job, true, &x, &y, more, &unsure, &in_double)
                            : intersect_triangles(job, false, &x, &y, more, &unsure, &in_double);
        hits &= filled;
        job->counts.in_double += (unsigned)__builtin_popcount(in_double & filled);

        // report the hits, those in doubt after a test in double
        for (; hits; hits &= hits - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(hits), pair = p + lane;
            const uint32_t i = a_first + pair / b_count, j = pair % b_count;
            if (unsure >> lane & 1) {
                job->counts.in_double++;
                if (!touch_in_double(job, i, moved, j)) continue;
            }
            if (job->pairs && job->counts.pairs < job->room)
                job->pairs[job->counts.pairs] = (lbx_pair){job->a.id[i], job->b.id[b_first + j]};
            job->counts.pairs++;
            if (job->any) return true;
        }
    }
    return false;
}

#endif
