// SPDX-License-Identifier: MIT
// Rays enter instances: what has come down a scene's tree to an instance goes on in its frame, down
// the tree of its mesh.
#ifndef LBX_RAYS_ENTER_H
#define LBX_RAYS_ENTER_H

#include "../../trees/lanes/rays_traverse_one.h"
#include "way_in.h"

enum { ENTER_FEW = 8 }; // so few rays enter one by one

// Makes the inner search one of an instance.
static const struct lbx_scene_instance *open_inner(const struct lbx_rays_job *job, uint32_t child) {
    struct lbx_scene_rays *const s = job->scene;
    const struct lbx_scene_instance *const at = &s->instance[leaf_first(child)];
    const struct lbx_aabb_header *const h = s->tree[at->given.tree];
    lbx_aabb_tree_lay(&s->inner.tree, (void *)(uintptr_t)h, (size_t)h->nodes, (size_t)h->leaves);
    return at;
}

// The triangle of an instance that a ray does not meet.
FORCE_INLINE uint32_t skip_of(const struct lbx_rays_job *job, uint32_t item, uint32_t number) {
    const struct lbx_scene_rays *const s = job->scene;
    if (!s->skip_instance ||
        filter_entry(&job->filter, s->skip_instance, item, LBX_NO_INSTANCE) != number)
        return LBX_NO_TRIANGLE;
    return filter_entry(&job->filter, s->skip_triangle, item, LBX_NO_TRIANGLE);
}

// Whether a hit in an instance comes before a ray's best one: by t, then by the instances' numbers.
FORCE_INLINE bool comes_before(float t, uint32_t number, float best, uint32_t instance) {
    return t < best || (t == best && number < instance);
}

// Takes over what a ray found in an instance's frame.
FORCE_INLINE void take_hit(struct lbx_rays_job *job, struct prepared_ray *r,
                           const struct prepared_ray *own, uint32_t number) {
    if (own->id == LBX_NO_TRIANGLE) return;
    if (job->query == QUERY_ANY) {
        r->best = -INFINITY;
    } else {
        float t = own->best;
        if (t == 0) t = t_of_hit(&job->scene->inner, own->item, t);
        if (!comes_before(t, number, r->best, r->instance)) return;
        r->best = t;
        r->u = own->u;
        r->v = own->v;
    }
    r->id = own->id;
    r->instance = number;
}

// A ray without a direction meets what its origin touches at its t_min, which its range does not
// reach while it is traced.
static void keep_range_at_rest(const struct lbx_rays_job *job, struct prepared_ray *r) {
    float ray[RAY_ROWS];
    const unsigned has = operand_ray(job->rays, r->item, ray);
    if (r->t_high == 0 && rests(ray + DIRECTION_ROW))
        r->best = has & RAY_T_MAX ? fminf(ray[T_MAX_ROW], RAY_T_LIMIT) : RAY_T_LIMIT;
}

// QUERY_ALL and QUERY_SORTED: adds the hits in an instance to those of the ray.
static void take_all(struct lbx_rays_job *job, struct prepared_ray *r, struct prepared_ray *own,
                     uint32_t place) {
    struct lbx_rays_job *const inner = &job->scene->inner;
    const bool sorted = job->query == QUERY_SORTED, begun = sorted || job->at.leaf == place;
    inner->at = begun ? job->scene->at : (lbx_ray_cursor){0, 0, 0, 0};
    if (!sorted && begun) job->scene->at = (lbx_ray_cursor){0, 0, 0, 0};
    inner->node = 0;
    inner->found = job->found;
    inner->kept = job->kept;
    traverse_one(inner, own, inner->tree.node->child[0]);
    job->kept = inner->kept;
    if (sorted) {
        job->found = inner->found; // as they were only counted
        r->best = own->best;
        return;
    }
    if (job->all)
        lbx_scene_put_hits(next_hit(job), job->hit_bytes, inner->found - job->found, r->item);
    job->found = inner->found;
    job->full = inner->full;
    if (!job->full) return;
    job->scene->at = inner->at;
    job->at = (lbx_ray_cursor){0, job->node, place, 0};
}

// QUERY_SORTED: puts a ray's hits in order.
static void sort_hits(struct lbx_rays_job *job) {
    lbx_ray_hit *const first = next_hit(job);
    const size_t before = job->found;
    lbx_sort_hits(job);
    if (!job->scene) return;
    if (job->all)
        lbx_scene_put_hits(first, sizeof *first, job->found - before, (uint32_t)job->item);
    job->scene->at = job->full ? job->at : (lbx_ray_cursor){0, 0, 0, 0};
}

static __attribute__((noinline)) void enter_with_ray(struct lbx_rays_job *job,
                                                     struct prepared_ray *r, uint32_t child) {
    struct lbx_rays_job *const inner = &job->scene->inner;
    const struct lbx_scene_instance *const at = open_inner(job, child);
    if (!(at->given.mask & r->mask)) return;
    struct way_in way;
    struct ray ray;
    struct prepared_ray own;
    float given[RAY_ROWS];
    const unsigned has = operand_ray(job->rays, r->item, given);
    if (!(has & RAY_T_MIN)) given[T_MIN_ROW] = 0;
    if (!(has & RAY_T_MAX)) given[T_MAX_ROW] = INFINITY;
    open_way(at, &way);
    for (int c = 0; c < 3; c++) {
        ray.origin[c] = vf_set(given[ORIGIN_ROW + c]);
        ray.direction[c] = vf_set(given[DIRECTION_ROW + c]);
    }
    enter_frame(&way, ray.origin, ray.direction);
    for (int c = 0; c < 3; c++) {
        given[ORIGIN_ROW + c] = first_lane(ray.origin[c]);
        given[DIRECTION_ROW + c] = first_lane(ray.direction[c]);
    }
    struct lbx_operand rays = {.kind = OPERAND_STAGED, .optional = RAY_T_MIN | RAY_T_MAX};
    for (unsigned k = 0; k < RAY_ROWS; k++) rays.at[k] = &given[k];
    inner->rays = &rays;
    inner->best = &r->best;
    prepare_ray(inner, 0, &own);
    own.mask = r->mask;
    own.skip = skip_of(job, r->item, at->number);
    own.instance = at->number;
    if (job->query >= QUERY_ALL) {
        take_all(job, r, &own, leaf_first(child));
        return;
    }
    traverse_one(inner, &own, inner->tree.node->child[0]);
    take_hit(job, r, &own, at->number);
}

#endif
