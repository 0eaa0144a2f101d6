// SPDX-License-Identifier: MIT
// The public search for the nearest triangles of two trees, and the distance of two triangles in
// double, once for all instruction sets.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "distance_job.h"
#include "kernels/api/entries.h"
#include "kernels/doubles/near_double.h"

ENTRIES(lbx_distance, distance);
ENTRIES(lbx_collide, collide);
ENTRIES(lbx_collide_leaves, collide_leaves);

// Triangles that are farther apart than these times s, the root of s w, and w, and the last one, do
// not touch: twice what numerics.md says.
#define TOUCH_SIZE 0x1p-17
#define TOUCH_ROOT 0x1p-16
#define TOUCH_FAR 0x1p-36
#define TOUCH_LEAST 0x1p-118
// A distance that is not 0 is this at least.
#define APART_LEAST 0x1p-1022

// The vertices of triangle a of one tree and b of the other, in the frame of a, and the largest
// distance at which they may touch.
static double open_facets(const struct lbx_collide_job *job, uint32_t a, uint32_t b,
                          struct facet at[2]) {
    const struct lbx_transform *const transform = &job->transform[1];
    double s = 0, w = job->far;
    for (int c = 0; c < 3; c++) w = fmax(w, job->far + fabs((double)job->a.vertex[a][0][c]));
    for (int c = 0; c < 3; c++) {
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int v = 0; v < 3; v++) {
            const float *const x = job->b.vertex[b][v];
            at[0].vertex[v][c] = (double)job->a.vertex[a][v][c];
            at[1].vertex[v][c] = transform->translation[c];
            for (int k = 0; k < 3; k++)
                at[1].vertex[v][c] += product_of(transform->rotation[c][k], (double)x[k]);
            for (int side = 0; side < 2; side++) {
                low[side] = fmin(low[side], at[side].vertex[v][c]);
                high[side] = fmax(high[side], at[side].vertex[v][c]);
            }
        }
        s += high[0] - low[0] + (high[1] - low[1]);
    }
    return TOUCH_SIZE * s + TOUCH_ROOT * sqrt(product_of(s, w)) + TOUCH_FAR * w + TOUCH_LEAST;
}

// Whether lbx_obb_tree_collide finds a pair.
static bool collides(const struct lbx_collide_job *job, uint32_t a, uint32_t b) {
    struct lbx_collide_job pair = *job;
    pair.any = false;
    pair.hint = NULL;
    pair.least = NULL;
    pair.counts.pairs = 0;
    ACTIVE(collide_leaves)(&pair, leaf_of(a, 1), leaf_of(b, 1));
    return pair.counts.pairs > 0;
}

void lbx_distance_in_double(struct lbx_distance_job *job, uint32_t a, uint32_t b) {
    struct facet at[2];
    double point[2][3];
    const lbx_pair pair = {job->collide.a.id[a], job->collide.b.id[b]};
    const double most = open_facets(&job->collide, a, b, at);
    double distance = sqrt(lbx_nearest_points(&at[0], &at[1], point));
    job->collide.counts.in_double++;
    if (distance <= most) {
        job->touches = collides(&job->collide, a, b);
        distance = job->touches ? 0 : fmax(distance, APART_LEAST);
    }
    if (distance > job->best) return;
    if (distance == job->best && !pair_is_before(pair, job->nearest.pair)) return;
    job->best = distance;
    job->nearest = (struct lbx_found){pair, {a, b}};
}

// Opens the trees of a question, of which none is answered if one cannot be.
static int open_job(const lbx_posed_trees *trees, double reach, struct lbx_distance_job *job) {
    *job = (struct lbx_distance_job){
        .collide = {.room = SIZE_MAX},
        .nearest.pair = {LBX_NO_TRIANGLE, LBX_NO_TRIANGLE},
        .best = fmin(reach, (double)LBX_DISTANCE_MAX),
    };
    if (!(reach >= 0)) return LBX_ERROR_DISTANCE;
    return lbx_collide_open(&job->collide, trees->a, trees->a_pose, trees->b, trees->b_pose);
}

// Finds the nearest pair: if one touches, the least that does, or any.
static void find_nearest(struct lbx_distance_job *job, bool any) {
    ACTIVE(distance)(job);
    if (!job->touches || any) return;
    job->collide.least = &job->nearest;
    ACTIVE(collide)(&job->collide);
}

// What is written about the pair, its points where the poses have them.
static lbx_separation separation_of(const struct lbx_distance_job *job,
                                    const lbx_rigid_pose *a_pose) {
    lbx_separation out = {INFINITY, {0, 0, 0}, {0, 0, 0}, job->nearest.pair};
    if (out.pair.a == LBX_NO_TRIANGLE) return out;
    struct facet at[2];
    double point[2][3];
    open_facets(&job->collide, job->nearest.place.a, job->nearest.place.b, at);
    lbx_nearest_points(&at[0], &at[1], point);
    out.distance = job->best;
    lbx_pose_point(a_pose, point[0], out.from);
    lbx_pose_point(a_pose, point[1], out.to);
    return out;
}

ptrdiff_t lbx_obb_tree_distance(const lbx_posed_trees *trees, size_t n, const double *reach,
                                unsigned flags, lbx_pair *hints, lbx_separation *out,
                                lbx_obb_tree_counts *counts) {
    struct lbx_distance_job job;
    ptrdiff_t found = 0;
    if (flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_ANY)) return LBX_ERROR_FLAGS;
    if (n > 0 && !trees) return LBX_ERROR_NULL;
    for (size_t i = 0; i < n; i++) {
        const int error = open_job(&trees[i], reach ? reach[i] : INFINITY, &job);
        if (error) return error;
    }
    if (counts) *counts = (lbx_obb_tree_counts){0, 0, 0, 0};
    for (size_t i = 0; i < n; i++) {
        (void)open_job(&trees[i], reach ? reach[i] : INFINITY, &job);
        job.collide.fuse = !(flags & LBX_REPRODUCIBLE);
        job.collide.hint = hints ? &hints[i] : NULL;
        if (lbx_collide_relate(&job.collide, trees[i].a_pose, trees[i].b_pose))
            find_nearest(&job, flags & LBX_ANY);
        const bool is_near = job.nearest.pair.a != LBX_NO_TRIANGLE;
        if (is_near && hints)
            hints[i] = (lbx_pair){leaf_of(job.nearest.place.a, 1), leaf_of(job.nearest.place.b, 1)};
        if (out) out[i] = separation_of(&job, trees[i].a_pose);
        found += is_near;
        if (!counts) continue;
        counts->pairs += job.collide.counts.pairs;
        counts->boxes += job.collide.counts.boxes;
        counts->triangles += job.collide.counts.triangles;
        counts->in_double += job.collide.counts.in_double;
    }
    return found;
}
