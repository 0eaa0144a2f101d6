// SPDX-License-Identifier: MIT
// The public searches by rays: their arguments are checked here.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "kernels/api/entries.h"
#include "kernels/api/operand.h"
#include "rays_job.h"

ENTRIES(lbx_trace_rays, trace_rays);

enum { RAYS_NARROW = 64 };

// Rays that go down the tree one by one, or few together, fill no vector that is wider than a node:
// AVX2's unit traces them where AVX-512's is active. A build with a list of its own has no other.
void lbx_trace(struct lbx_rays_job *job) {
    unsigned unit = lbx_isa_index();
#ifdef LBX_IF_AVX512
    LBX_IF_AVX512(LBX_IF_AVX2(if (trace_rays_entries[unit] == &lbx_trace_rays_avx512 &&
                                  (job->n <= RAYS_NARROW || job->query >= QUERY_ALL)) unit--;))
#endif
    trace_rays_entries[unit](job);
}

// The arguments that all searches have.
struct request {
    const void *tree;
    const lbx_rays *rays;
    const lbx_ray_filter *filter;
    size_t n;
    unsigned flags;
};

ptrdiff_t lbx_rays_take(struct lbx_rays_job *job, struct lbx_operand *operand, const lbx_rays *rays,
                        size_t n, unsigned flags) {
    struct lbx_lists lists = {.list = NULL};
    job->rays = operand;
    job->n = n;
    job->coherent = (flags & LBX_COHERENT) != 0;
    job->masked = job->filter.mask != NULL;
    if (job->filter.stride == 0) job->filter.stride = sizeof(uint32_t);
    const ptrdiff_t fault = lbx_operand_rays_dir(operand, rays, n, &lists);
    return fault || job->filter.stride % sizeof(uint32_t) == 0 ? fault : LBX_ERROR_STRIDE;
}

ptrdiff_t lbx_rays_run(struct lbx_rays_job *job, ptrdiff_t error, void *scratch, size_t bytes) {
    if (!error && job->n > 0) error = lbx_scratch_check(scratch, bytes);
    if (error || job->n == 0) return error;
    job->scratch = scratch;
    job->bytes = bytes;
    if (job->hits) memset(job->hits, 0, (job->n + 7) / 8);
    lbx_trace(job);
    return (ptrdiff_t)job->found;
}

static ptrdiff_t prepare_job(struct lbx_rays_job *job, struct lbx_operand *rays,
                             const struct request *r) {
    if (r->flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_COHERENT)) return LBX_ERROR_FLAGS;
    const ptrdiff_t error = lbx_aabb_tree_open(&job->tree, r->tree);
    if (error || r->n == 0) return error;
    if (r->n > UINT32_MAX) return LBX_ERROR_COUNT;
    if (r->filter) job->filter = *r->filter;
    job->inflate = RAY_INFLATE;
    return lbx_rays_take(job, rays, r->rays, r->n, r->flags);
}

ptrdiff_t lbx_aabb_tree_nearest(const void *tree, const lbx_rays *rays,
                                const lbx_ray_filter *filter, size_t n, unsigned flags,
                                const lbx_ray_hits *hits, void *scratch, size_t bytes) {
    static const lbx_ray_hits unwanted = {NULL, NULL, NULL, NULL, NULL};
    const struct request r = {tree, rays, filter, n, flags};
    struct lbx_rays_job job = {.query = QUERY_NEAREST, .out = hits ? *hits : unwanted};
    struct lbx_operand operand;
    const ptrdiff_t found = lbx_rays_run(&job, prepare_job(&job, &operand, &r), scratch, bytes);
    if (found >= 0 && job.out.in_double) *job.out.in_double = job.in_double;
    return found;
}

ptrdiff_t lbx_aabb_tree_any(const void *tree, const lbx_rays *rays, const lbx_ray_filter *filter,
                            size_t n, unsigned flags, uint8_t *hits, void *scratch, size_t bytes) {
    const struct request r = {tree, rays, filter, n, flags};
    struct lbx_rays_job job = {.query = QUERY_ANY, .hits = hits};
    struct lbx_operand operand;
    return lbx_rays_run(&job, prepare_job(&job, &operand, &r), scratch, bytes);
}

ptrdiff_t lbx_aabb_tree_all(const void *tree, const lbx_rays *rays, const lbx_ray_filter *filter,
                            size_t n, unsigned flags, lbx_ray_cursor *cursor, lbx_ray_hit *out,
                            size_t room) {
    const struct request r = {tree, rays, filter, n, flags & ~(unsigned)LBX_SORTED};
    struct lbx_rays_job job = {.query = flags & LBX_SORTED ? QUERY_SORTED : QUERY_ALL,
                               .all = out,
                               .hit_bytes = sizeof *out,
                               .room = room};
    struct lbx_operand operand;
    if (!cursor) return LBX_ERROR_NULL;
    const ptrdiff_t error = prepare_job(&job, &operand, &r);
    if (error || n == 0) return error;
    if (out && room == 0) return LBX_ERROR_COUNT;
    job.at = *cursor;
    job.item = cursor->ray;
    lbx_trace(&job);
    job.at.ray = job.item;
    if (out) *cursor = job.at;
    return (ptrdiff_t)job.found;
}

ptrdiff_t lbx_aabb_tree_crossings(const void *tree, const lbx_rays *rays,
                                  const lbx_ray_filter *filter, size_t n, unsigned flags,
                                  uint32_t *counts) {
    const struct request r = {tree, rays, filter, n, flags};
    struct lbx_rays_job job = {.query = QUERY_CROSSINGS, .counts = counts};
    struct lbx_operand operand;
    const ptrdiff_t error = prepare_job(&job, &operand, &r);
    if (error || n == 0) return error;
    lbx_trace(&job);
    return (ptrdiff_t)job.found;
}

enum { POINTS = 64 }; // at a time

// From a point along the axis on which it is nearest to a side of the tree's box.
static void leave_box(const struct lbx_aabb_node *root, float ray[RAY_AT_T_MIN][POINTS], size_t k) {
    float least = INFINITY, way = 1;
    int axis = 0;
    for (int c = 0; c < 3; c++) {
        const float up = root->max[c][0] - ray[c][k], down = ray[c][k] - root->min[c][0];
        const float out = up < down ? up : down;
        if (!(out < least)) continue;
        least = out;
        axis = c;
        way = up < down ? 1 : -1;
    }
    for (int c = 0; c < 3; c++) ray[3 + c][k] = c == axis ? way : 0;
}

ptrdiff_t lbx_aabb_tree_inside(const void *tree, const lbx_points *points, size_t n, unsigned flags,
                               uint8_t *inside) {
    struct lbx_rays_job job = {.query = QUERY_CROSSINGS, .inflate = RAY_INFLATE};
    struct lbx_operand from;
    struct lbx_lists lists = {.list = NULL};
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    ptrdiff_t error = lbx_aabb_tree_open(&job.tree, tree);
    if (error || n == 0) return error;
    error = lbx_operand_points(&from, points, n, &lists);
    if (error) return error;
    float ray[RAY_AT_T_MIN][POINTS];
    struct lbx_operand rays = {
        .kind = OPERAND_CONTIGUOUS, .step = sizeof(float), .t_step = sizeof(float)};
    for (unsigned k = 0; k < ray_floats; k++) rays.at[k] = ray[k < RAY_AT_T_MIN ? k : 0];
    job.rays = &rays;
    for (size_t i = 0; i < n; i += POINTS) {
        job.n = n - i < POINTS ? n - i : POINTS;
        for (size_t k = 0; k < job.n; k++) {
            for (unsigned c = 0; c < 3; c++) ray[c][k] = operand_float(&from, c, i + k);
            leave_box(job.tree.node, ray, k);
        }
        job.hits = inside ? inside + i / 8 : NULL;
        if (inside) memset(job.hits, 0, (job.n + 7) / 8);
        lbx_trace(&job);
    }
    return (ptrdiff_t)job.found;
}
