// SPDX-License-Identifier: MIT
// The public searches by points: their arguments are checked here.
#include "kernels/lanes/floats.h"

#include "closest_job.h"
#include "kernels/api/entries.h"
#include "kernels/api/operand.h"

ENTRIES(lbx_closest_points, closest_points);

// The arguments that both searches have.
struct question {
    const void *tree;
    const lbx_points *points;
    const float *reach;
    const lbx_ray_filter *filter;
    size_t n;
    unsigned flags;
};

static ptrdiff_t open_question(struct lbx_closest_job *job, struct lbx_operand *points,
                               const struct question *q) {
    if (q->flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    const ptrdiff_t error = lbx_aabb_tree_open(&job->tree, q->tree);
    if (error || q->n == 0) return error;
    if (q->n > UINT32_MAX) return LBX_ERROR_COUNT;
    struct lbx_lists lists = {.list = NULL};
    job->points = points;
    job->reach = q->reach;
    if (q->filter) job->filter = *q->filter;
    if (job->filter.stride == 0) job->filter.stride = sizeof(uint32_t);
    job->filtered = job->filter.mask || job->filter.skip;
    job->n = q->n;
    const ptrdiff_t fault = lbx_operand_points(points, q->points, q->n, &lists);
    return fault || job->filter.stride % sizeof(uint32_t) == 0 ? fault : LBX_ERROR_STRIDE;
}

ptrdiff_t lbx_closest(const struct lbx_signs *signs, const void *tree, const lbx_points *points,
                      const float *reach, const lbx_ray_filter *filter, size_t n, unsigned flags,
                      const lbx_closest_out *out, void *scratch, size_t bytes) {
    static const lbx_closest_out unwanted = {NULL, NULL, NULL, NULL, NULL};
    const struct question q = {tree, points, reach, filter, n, flags};
    struct lbx_closest_job job = {
        .out = out ? *out : unwanted, .signs = signs, .scratch = scratch, .bytes = bytes};
    struct lbx_operand operand;
    ptrdiff_t error = open_question(&job, &operand, &q);
    if (!error && n > 0) error = lbx_scratch_check(scratch, bytes);
    if (error || n == 0) return error;
    ACTIVE(closest_points)(&job);
    return (ptrdiff_t)job.found;
}

ptrdiff_t lbx_aabb_tree_closest(const void *tree, const lbx_points *points, const float *reach,
                                const lbx_ray_filter *filter, size_t n, unsigned flags,
                                const lbx_closest_out *out, void *scratch, size_t bytes) {
    return lbx_closest(NULL, tree, points, reach, filter, n, flags, out, scratch, bytes);
}

ptrdiff_t lbx_aabb_tree_around(const void *tree, const lbx_points *points, const float *reach,
                               const lbx_ray_filter *filter, size_t n, unsigned flags,
                               lbx_ray_cursor *cursor, lbx_near_hit *out, size_t room) {
    const struct question q = {tree, points, reach, filter, n, flags};
    struct lbx_closest_job job = {.around = true, .all = out, .room = room};
    struct lbx_operand operand;
    if (!cursor) return LBX_ERROR_NULL;
    const ptrdiff_t error = open_question(&job, &operand, &q);
    if (error || n == 0) return error;
    if (!reach) return LBX_ERROR_NULL;
    if (out && room == 0) return LBX_ERROR_COUNT;
    job.at = *cursor;
    job.item = cursor->ray;
    ACTIVE(closest_points)(&job);
    job.at.ray = job.item;
    if (out) *cursor = job.at;
    return (ptrdiff_t)job.found;
}
