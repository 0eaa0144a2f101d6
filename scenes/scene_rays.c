// SPDX-License-Identifier: MIT
// The public searches of scenes by rays, and rays in the frame of an instance.
#include "kernels/lanes/floats.h"

#include "kernels/api/operand.h"
#include "kernels/lanes/base.h"
#include "lanes/way_in.h"
#include "scene_rays.h"

ptrdiff_t lbx_rays_to_instance(const lbx_instance *instance, const lbx_rays *rays, size_t n,
                               const lbx_rays_out *out) {
    struct lbx_operand from;
    struct lbx_target to;
    struct lbx_lists lists = {.list = NULL};
    if (!instance) return LBX_ERROR_NULL;
    if (!lbx_instance_is_sound(instance)) return LBX_ERROR_POSE;
    if (n == 0) return 0;
    ptrdiff_t error = lbx_operand_rays_dir(&from, rays, n, &lists);
    if (!error) error = lbx_target_rays(&to, out, n);
    if (error) return error;
    struct lbx_scene_instance at;
    struct way_in way;
    lbx_instance_open(instance, 0, 0, &at);
    open_way(&at, &way);
    for (size_t i = 0; i < n; i += LANES) {
        const size_t some = n - i < LANES ? n - i : LANES;
        float row[6][LANES] = {{0}}, ray[ray_floats];
        vf turned[6];
        for (size_t l = 0; l < some; l++) {
            operand_ray(&from, i + l, ray);
            for (int k = 0; k < 6; k++) row[k][l] = ray[k];
        }
        for (int k = 0; k < 6; k++) turned[k] = vf_load(row[k]);
        enter_frame(&way, turned, turned + 3);
        for (int k = 0; k < 6; k++) vf_store(row[k], turned[k]);
        for (size_t l = 0; l < some; l++) {
            for (int k = 0; k < 6; k++)
                *(float *)(void *)((char *)to.at[k] + (i + l) * to.step) = row[k][l];
        }
    }
    return (ptrdiff_t)n;
}

// The arguments that all searches have.
struct request {
    const void *scene;
    const lbx_scene_trees *trees;
    const lbx_rays *rays;
    const lbx_scene_filter *filter;
    size_t n;
    unsigned flags;
};

static ptrdiff_t begin(struct lbx_rays_job *job, struct lbx_operand *rays,
                       const struct request *r) {
    struct lbx_scene scene;
    if (r->flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_COHERENT)) return LBX_ERROR_FLAGS;
    ptrdiff_t error = lbx_scene_open(&scene, r->scene);
    if (!error) error = lbx_scene_trees_check(&scene, r->trees);
    if (error || r->n == 0) return error;
    if (r->n > UINT32_MAX) return LBX_ERROR_COUNT;
    job->tree = (struct lbx_aabb_tree){&scene.header->top, scene.node, NULL};
    job->inflate = SCENE_INFLATE;
    job->scene->instance = scene.instance;
    job->scene->tree = r->trees->rays;
    if (r->filter) {
        job->filter = (lbx_ray_filter){.mask = r->filter->mask, .stride = r->filter->stride};
        job->scene->skip_instance = r->filter->skip_instance;
        job->scene->skip_triangle = r->filter->skip_triangle;
        if (!r->filter->skip_instance != !r->filter->skip_triangle) return LBX_ERROR_NULL;
    }
    error = lbx_rays_take(job, rays, r->rays, r->n, r->flags);
    job->scene->inner =
        (struct lbx_rays_job){.query = job->query, .masked = job->masked, .inflate = RAY_INFLATE};
    return error;
}

ptrdiff_t lbx_scene_nearest(const void *scene, const lbx_scene_trees *trees, const lbx_rays *rays,
                            const lbx_scene_filter *filter, size_t n, unsigned flags,
                            const lbx_scene_hits *hits, void *scratch, size_t bytes) {
    const lbx_scene_hits out = hits ? *hits : (lbx_scene_hits){.instance = NULL};
    const struct request r = {scene, trees, rays, filter, n, flags};
    struct lbx_scene_rays of_scene = {.out = out.instance};
    struct lbx_rays_job job = {.query = QUERY_NEAREST,
                               .scene = &of_scene,
                               .out = {out.triangle, out.t, out.u, out.v, NULL}};
    struct lbx_operand operand;
    const ptrdiff_t found = lbx_rays_run(&job, begin(&job, &operand, &r), scratch, bytes);
    if (found >= 0 && out.in_double) *out.in_double = of_scene.inner.in_double;
    return found;
}

ptrdiff_t lbx_scene_any(const void *scene, const lbx_scene_trees *trees, const lbx_rays *rays,
                        const lbx_scene_filter *filter, size_t n, unsigned flags, uint8_t *hits,
                        void *scratch, size_t bytes) {
    const struct request r = {scene, trees, rays, filter, n, flags};
    struct lbx_scene_rays of_scene = {.out = NULL};
    struct lbx_rays_job job = {.query = QUERY_ANY, .scene = &of_scene, .hits = hits};
    struct lbx_operand operand;
    return lbx_rays_run(&job, begin(&job, &operand, &r), scratch, bytes);
}

ptrdiff_t lbx_scene_all(const void *scene, const lbx_scene_trees *trees, const lbx_rays *rays,
                        const lbx_scene_filter *filter, size_t n, unsigned flags,
                        lbx_scene_ray_cursor *cursor, lbx_scene_hit *out, size_t room) {
    const struct request r = {scene, trees, rays, filter, n, flags & ~(unsigned)LBX_SORTED};
    struct lbx_scene_rays of_scene = {.out = NULL};
    const bool sorted = (flags & LBX_SORTED) != 0;
    struct lbx_rays_job job = {.query = sorted ? QUERY_SORTED : QUERY_ALL,
                               .scene = &of_scene,
                               .all = (lbx_ray_hit *)(void *)out,
                               .hit_bytes = sizeof *out,
                               .room = room};
    struct lbx_operand operand;
    if (!cursor) return LBX_ERROR_NULL;
    const ptrdiff_t error = begin(&job, &operand, &r);
    if (error || n == 0) return error;
    if (out && room == 0) return LBX_ERROR_COUNT;
    of_scene.at = cursor->mesh;
    of_scene.inner.all = job.all;
    of_scene.inner.hit_bytes = job.hit_bytes;
    of_scene.inner.room = room;
    of_scene.inner.in_instance = true;
    of_scene.inner.at_instance = cursor->place[0];
    if (!sorted) job.at = (lbx_ray_cursor){0, cursor->place[0], cursor->place[1], 0};
    job.item = cursor->ray;
    lbx_trace(&job);
    if (out)
        *cursor = (lbx_scene_ray_cursor){
            job.item, {sorted ? job.at_instance : job.at.node, job.at.leaf}, of_scene.at};
    return (ptrdiff_t)job.found;
}
