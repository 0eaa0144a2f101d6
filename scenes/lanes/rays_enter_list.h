// SPDX-License-Identifier: MIT
// A list of a stream enters an instance: its rays are read as they were given, turned and prepared
// for the tree of the mesh in one pass, but for those that meet no child of its root.
#ifndef LBX_RAYS_ENTER_LIST_H
#define LBX_RAYS_ENTER_LIST_H

#include "../../trees/lanes/rays_traverse_stream.h"
#include "rays_enter.h"

// Rays as they were given: the origin and t_min, the direction and t_max.
struct given_ray {
    float origin[3], t_min, direction[3], t_max;
};

FORCE_INLINE void load_given(const struct given_ray *given, const size_t offset[LANES],
                             struct ray *ray) {
    vf first[4], second[4];
    vf_load_quads((const char *)given->origin, offset, first);
    vf_load_quads((const char *)given->direction, offset, second);
    for (int c = 0; c < 3; c++) {
        ray->origin[c] = first[c];
        ray->direction[c] = second[c];
    }
    ray->t_min = first[3];
    ray->t_max = second[3];
    ray->has_t_min = ray->has_t_max = true;
}

FORCE_INLINE void store_given(struct given_ray *given, const struct ray *ray) {
    const vf first[4] = {ray->origin[0], ray->origin[1], ray->origin[2], ray->t_min};
    const vf second[4] = {ray->direction[0], ray->direction[1], ray->direction[2], ray->t_max};
    vf_store_quads((char *)given->origin, sizeof *given, first);
    vf_store_quads((char *)given->direction, sizeof *given, second);
}

FORCE_INLINE struct lbx_operand operand_of_given(const struct given_ray *given) {
    struct lbx_operand rays = {.kind = OPERAND_STAGED,
                               .step = sizeof *given,
                               .t_step = sizeof *given,
                               .optional = RAY_T_MIN | RAY_T_MAX};
    for (unsigned c = 0; c < 3; c++) {
        rays.at[ORIGIN_ROW + c] = &given->origin[c];
        rays.at[DIRECTION_ROW + c] = &given->direction[c];
    }
    rays.at[T_MIN_ROW] = &given->t_min;
    rays.at[T_MAX_ROW] = &given->t_max;
    return rays;
}

// Which of LANES rays meet any child of a root before `best`.
FORCE_INLINE uint32_t meet_children(const struct lbx_aabb_tree *tree,
                                    const struct prepared_lanes *o, vf best) {
    const uint32_t root = tree->node->child[0];
    const struct lbx_aabb_node *const node = &tree->node[is_leaf(root) ? 0 : node_number(root)];
    vm down[3];
    uint32_t met = 0;
    for (int c = 0; c < 3; c++) down[c] = vf_negative(o->inverse[c]);
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k] && met != ALL_LANES; k++) {
        vf first = o->turned.t_low, last = best;
        for (int c = 0; c < 3; c++) {
            const vf min = vf_set(node->min[c][k]), max = vf_set(node->max[c][k]);
            intersect_slabs(vm_select(down[c], max, min), vm_select(down[c], min, max),
                            o->inverse[c], o->near[c], o->far[c], &first, &last);
        }
        met |= vm_bits(vf_at_most(first, last));
    }
    return met;
}

// The scratch of a window: its rays, prepared for the scene and as they were given, and the rays of
// a list, likewise.
struct scene_window {
    struct prepared_ray *ray, *own;
    struct given_ray *given, *turned;
    uint32_t first; // the item of the first ray
    uint8_t *met;
    uint64_t *arena;
    size_t room;
};

// Turns the rays of a list and prepares those that meet something; `from` receives their entries.
// Returns how many there are.
static __attribute__((noinline)) size_t turn_list(const struct lbx_rays_job *job,
                                                  const struct lbx_scene_instance *instance,
                                                  const uint64_t *list, size_t n, uint64_t *from) {
    const struct scene_window *const w = job->scene->window;
    const struct lbx_rays_job *const inner = &job->scene->inner;
    struct way_in way;
    size_t kept = 0;
    open_way(instance, &way);
    for (size_t i = 0; i < n; i += LANES) {
        // read the rays
        const size_t some = n - i < LANES ? n - i : LANES;
        size_t offset[LANES];
        float best[LANES];
        uint32_t meet = 0;
        for (size_t l = 0; l < LANES; l++) {
            const struct prepared_ray *const r = ray_at(list, i + (l < some ? l : 0));
            offset[l] = (r->item - w->first) * sizeof *w->given;
            best[l] = r->best;
            meet |= (uint32_t)((r->mask & instance->given.mask) != 0 && l < some) << l;
        }
        struct ray ray;
        load_given(w->given, offset, &ray);

        // turn and prepare them
        struct prepared_lanes o;
        enter_frame(&way, ray.origin, ray.direction);
        prepare_given(inner, &ray, &o);
        const uint32_t others = ~vm_bits(o.fits) & ALL_LANES;
        const vf last = vf_min(vf_load(best), o.turned.t_high);
        meet &= others | meet_children(&inner->tree, &o, last);
        if (!meet) continue;

        // keep those that meet something
        struct prepared_ray *const to = w->own + kept;
        struct given_ray *const to_given = w->turned + kept;
        store_rays(&o, last, vf_set(0), to);
        store_given(to_given, &ray);
        for (; meet; meet &= meet - 1) {
            const size_t l = (size_t)__builtin_ctz(meet);
            const struct prepared_ray *const r = ray_at(list, i + l);
            struct prepared_ray *const own = w->own + kept;
            if (own != to + l) {
                *own = to[l];
                w->turned[kept] = to_given[l];
            }
            own->item = (uint32_t)kept;
            if (others >> l & 1) {
                prepare_ray(inner, kept, own);
                own->best = fminf(r->best, own->best);
            }
            own->mask = r->mask;
            own->skip = skip_of(job, r->item, instance->number);
            from[kept++] = list[i + l];
        }
    }
    return kept;
}

static void enter_with_list(const struct stream *s, uint32_t child, const uint64_t *list, size_t n,
                            uint64_t *arena, size_t room) {
    struct lbx_rays_job *const job = s->job, *const inner = &job->scene->inner;
    if (n <= ENTER_FEW || room < 2 * (n + SLACK)) {
        traverse_list(s, child, list, n);
        return;
    }
    const struct scene_window *const w = job->scene->window;
    const struct lbx_scene_instance *const at = open_inner(job, child);
    const struct lbx_operand turned = operand_of_given(w->turned);
    inner->rays = &turned;
    inner->best = NULL;
    const size_t kept = turn_list(job, at, list, n, arena);
    traverse_window(inner, w->own, kept, w->met, arena + kept, room - kept);
    for (size_t i = 0; i < kept; i++) take_hit(job, ray_at(arena, i), &w->own[i], at->number);
}

// The rays of a window as they are given.
static void read_given(const struct lbx_rays_job *job, size_t first, size_t n,
                       struct given_ray *given) {
    for (size_t i = 0; i < n; i++) {
        float ray[RAY_ROWS];
        const unsigned has = operand_ray(job->rays, first + i, ray);
        memcpy(given[i].origin, ray + ORIGIN_ROW, sizeof given[i].origin);
        memcpy(given[i].direction, ray + DIRECTION_ROW, sizeof given[i].direction);
        given[i].t_min = has & RAY_T_MIN ? ray[T_MIN_ROW] : 0;
        given[i].t_max = has & RAY_T_MAX ? ray[T_MAX_ROW] : INFINITY;
    }
}

enum { SCENE_STREAM = 4096 }; // rays of a window

static void trace_scene_streams(struct lbx_rays_job *job) {
    const size_t of_one = 2 * (sizeof(struct prepared_ray) + sizeof(struct given_ray) + 1) +
                          ENTRIES_OF_RAY * sizeof(uint64_t);
    const size_t fixed = 3 * SLACK * sizeof(uint64_t) +
                         LANES * (sizeof(struct prepared_ray) + sizeof(struct given_ray)) +
                         2 * SLACK;
    const size_t most = (job->bytes - fixed) / of_one,
                 size = most < SCENE_STREAM ? most : SCENE_STREAM;
    struct scene_window w = {.arena = (uint64_t *)(void *)job->scratch,
                             .room = size * ENTRIES_OF_RAY + SLACK};
    w.ray = (struct prepared_ray *)(void *)(w.arena + w.room);
    w.own = w.ray + size;
    w.given = (struct given_ray *)(void *)(w.own + size + LANES);
    w.turned = w.given + size;
    w.met = (uint8_t *)(w.turned + size + LANES);
    job->scene->window = &w;
    for (size_t i = 0, n = 0; i < job->n; i += n) {
        n = job->n - i < size ? job->n - i : size;
        const bool others = prepare_rays(job, i, n, w.ray);
        read_given(job, i, n, w.given);
        w.first = (uint32_t)i;
        for (size_t k = 0; k < n && others; k++) keep_range_at_rest(job, &w.ray[k]);
        traverse_window(job, w.ray, n, w.met + size + SLACK, w.arena, w.room);
        for (size_t k = 0; k < n; k++) write_hit(job, &w.ray[k]);
    }
}

#endif
