// SPDX-License-Identifier: MIT
// The pairs of triangles of two leaves, in the frame of a: a pair a lane.
#ifndef LBX_LEAF_PAIRS_H
#define LBX_LEAF_PAIRS_H

#include "../../kernels/math/shapes.h"
#include "../collide_job.h"

enum {
    LEAF_PAIRS = LBX_LEAF_MAX * LBX_LEAF_MAX,
    LEAF_ROW = LEAF_PAIRS + 2 * LBX_LEAF_MAX // with room for a surplus; whole cache lines
};

// Pair p is triangle p / b_count of a's leaf and p % b_count of b's, float k in a[k][p] and
// b[k][p], as seen from a's vertex 0.
struct leaf_pairs {
    _Alignas(64) float a[9][LEAF_ROW];
    float b[9][LEAF_ROW], extra[LEAF_ROW];
    double moved[9][LBX_LEAF_MAX]; // float k of triangle j of b's leaf, in the frame of a
    uint32_t a_first, b_first, b_count, count;
};

// The triangles of a leaf of b in the frame of a.
static void transform_leaf(const struct lbx_collide_job *job, struct leaf_pairs *pairs) {
    const struct lbx_transform *const transform = &job->transform[1];
    for (uint32_t j = 0; j < pairs->b_count; j++) {
        for (int v = 0; v < 3; v++) {
            const float *const x = job->b.vertex[pairs->b_first + j][v];
            for (int i = 0; i < 3; i++) {
                pairs->moved[3 * v + i][j] = transform->rotation[i][0] * (double)x[0] +
                                             transform->rotation[i][1] * (double)x[1] +
                                             transform->rotation[i][2] * (double)x[2] +
                                             transform->translation[i];
            }
        }
    }
}

FORCE_INLINE void gather_leaf_pairs(const struct lbx_collide_job *job, uint32_t a_leaf,
                                    uint32_t b_leaf, struct leaf_pairs *pairs) {
    const uint32_t a_count = leaf_count(a_leaf), b_count = leaf_count(b_leaf);
    pairs->a_first = leaf_first(a_leaf);
    pairs->b_first = leaf_first(b_leaf);
    pairs->b_count = b_count;
    pairs->count = a_count * b_count;
    transform_leaf(job, pairs);

    // those of a's next triangle overwrite this one's surplus
    for (uint32_t i = 0; i < a_count; i++) {
        const float *const from = job->a.vertex[pairs->a_first + i][0];
        float size = 0;
        for (int c = 0; c < 3; c++) size = fabsf(from[c]) > size ? fabsf(from[c]) : size;
        for (uint32_t j = 0; j < LBX_LEAF_MAX; j++)
            pairs->extra[i * b_count + j] = job->extra + (float)EXTRA * size;
        for (int k = 0; k < 9; k++) {
            const float x = from[k] - from[k % 3];
            const double origin = (double)from[k % 3];
            for (uint32_t j = 0; j < LBX_LEAF_MAX; j++) {
                pairs->a[k][i * b_count + j] = x;
                pairs->b[k][i * b_count + j] = (float)(pairs->moved[k][j] - origin);
            }
        }
    }
}

// The pairs from p on, as many as fit. Returns how many.
FORCE_INLINE size_t load_leaf_pairs(const struct leaf_pairs *pairs, uint32_t p, struct triangle *a,
                                    struct triangle *b, vf *extra) {
    const size_t count = pairs->count - p < LANES ? pairs->count - p : LANES;
    for (int k = 0; k < 9; k++) {
        a->vertex[k / 3][k % 3] = vf_load_first(pairs->a[k] + p, count);
        b->vertex[k / 3][k % 3] = vf_load_first(pairs->b[k] + p, count);
    }
    *extra = vf_load_first(pairs->extra + p, count);
    return count;
}

#endif
