// SPDX-License-Identifier: MIT
// The public searches by rays: their arguments are checked here.
#include "kernels/lanes/floats.h"

#include <string.h>

#include "kernels/api/entries.h"
#include "kernels/api/operand.h"
#include "rays_job.h"

ENTRIES(lbx_trace_rays, trace_rays);

// The arguments that all searches have.
struct request {
    const void *tree;
    const lbx_rays *rays;
    const lbx_ray_filter *filter;
    size_t n;
    unsigned flags;
};

static ptrdiff_t prepare_job(struct lbx_rays_job *job, struct lbx_operand *rays,
                             const struct request *r) {
    if (r->flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_COHERENT)) return LBX_ERROR_FLAGS;
    const ptrdiff_t error = lbx_aabb_tree_open(&job->tree, r->tree);
    if (error || r->n == 0) return error;
    if (r->n > UINT32_MAX) return LBX_ERROR_COUNT;
    struct lbx_lists lists = {.list = NULL};
    job->rays = rays;
    if (r->filter) job->filter = *r->filter;
    if (job->filter.stride == 0) job->filter.stride = sizeof(uint32_t);
    job->coherent = (r->flags & LBX_COHERENT) != 0;
    job->n = r->n;
    const ptrdiff_t fault = lbx_operand_rays_dir(rays, r->rays, r->n, &lists);
    return fault || job->filter.stride % sizeof(uint32_t) == 0 ? fault : LBX_ERROR_STRIDE;
}

static ptrdiff_t run_job(struct lbx_rays_job *job, struct lbx_operand *rays,
                         const struct request *r, void *scratch, size_t bytes) {
    const ptrdiff_t error = prepare_job(job, rays, r);
    if (error || r->n == 0) return error;
    if (!scratch) return LBX_ERROR_NULL;
    if ((uintptr_t)scratch % 8 != 0) return LBX_ERROR_STRIDE;
    if (bytes < LBX_TRACE_SCRATCH_LEAST) return LBX_ERROR_COUNT;
    job->scratch = scratch;
    job->bytes = bytes;
    if (job->hits) memset(job->hits, 0, (r->n + 7) / 8);
    ACTIVE(trace_rays)(job);
    return (ptrdiff_t)job->found;
}

ptrdiff_t lbx_aabb_tree_nearest(const void *tree, const lbx_rays *rays,
                                const lbx_ray_filter *filter, size_t n, unsigned flags,
                                const lbx_ray_hits *hits, void *scratch, size_t bytes) {
    static const lbx_ray_hits unwanted = {NULL, NULL, NULL, NULL, NULL};
    const struct request r = {tree, rays, filter, n, flags};
    struct lbx_rays_job job = {.query = QUERY_NEAREST, .out = hits ? *hits : unwanted};
    struct lbx_operand operand;
    const ptrdiff_t found = run_job(&job, &operand, &r, scratch, bytes);
    if (found >= 0 && job.out.in_double) *job.out.in_double = job.in_double;
    return found;
}

ptrdiff_t lbx_aabb_tree_any(const void *tree, const lbx_rays *rays, const lbx_ray_filter *filter,
                            size_t n, unsigned flags, uint8_t *hits, void *scratch, size_t bytes) {
    const struct request r = {tree, rays, filter, n, flags};
    struct lbx_rays_job job = {.query = QUERY_ANY, .hits = hits};
    struct lbx_operand operand;
    return run_job(&job, &operand, &r, scratch, bytes);
}

ptrdiff_t lbx_aabb_tree_all(const void *tree, const lbx_rays *rays, const lbx_ray_filter *filter,
                            size_t n, unsigned flags, lbx_ray_cursor *cursor, lbx_ray_hit *out,
                            size_t room) {
    const struct request r = {tree, rays, filter, n, flags};
    struct lbx_rays_job job = {.query = QUERY_ALL, .all = out, .room = room};
    struct lbx_operand operand;
    if (!cursor) return LBX_ERROR_NULL;
    const ptrdiff_t error = prepare_job(&job, &operand, &r);
    if (error || n == 0) return error;
    if (out && room == 0) return LBX_ERROR_COUNT;
    job.at = *cursor;
    job.item = cursor->ray;
    ACTIVE(trace_rays)(&job);
    job.at.ray = job.item;
    if (out) *cursor = job.at;
    return (ptrdiff_t)job.found;
}
