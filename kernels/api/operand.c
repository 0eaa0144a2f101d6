// SPDX-License-Identifier: MIT
// Makes operands from views. Every error that a view can hold is found here.
#include "../lanes/floats.h"

#include "operand.h"

#include <assert.h>
#include <stdbool.h>

#include "entries.h"
#include "lists.h"

enum { SPAN_MAX = 256 }; // bytes of an element: two pages at most, which both hold its floats

// Looks at the first six floats.
static bool is_compact(const struct lbx_operand *o) {
    for (int k = 0; k < 6; k += 3)
        if (o->at[k + 1] != o->at[k] + 1 || o->at[k + 2] != o->at[k] + 2) return false;
    const uintptr_t low = (uintptr_t)o->at[0], high = (uintptr_t)(o->at[5] + 1);
    return (uintptr_t)o->at[3] >= low + 12 && high - low <= SPAN_MAX && high - low <= o->step;
}

ENTRIES(lbx_highest, highest);

static inline __attribute__((always_inline)) uint32_t
highest_entry(struct lbx_lists *lists, const uint32_t *list, size_t step, size_t n) {
    if (lists->list && step == lists->step) {
        if (list == lists->list) return lists->highest;
        if (step == PAIR_STEP && list == lists->list + 1) {
            const uint32_t last = list[2 * (n - 1)];
            return last > lists->beside ? last : lists->beside;
        }
    }
    uint32_t beside;
    const uint32_t highest = ACTIVE(highest)(list, step, n, &beside);
    if (!lists->list) {
        lists->list = list;
        lists->step = step;
        lists->highest = highest;
        lists->beside = beside;
    }
    return highest;
}

// `bytes` is what each array has of an element, `t_stride` that of a range of t or 0. Inlined, so
// that the loops over arrays unroll.
static inline __attribute__((always_inline)) ptrdiff_t
finish(size_t bytes, struct lbx_operand *o, unsigned floats, const float *const arrays[],
       size_t count, size_t stride, size_t t_stride, const lbx_pick *pick, size_t n,
       struct lbx_lists *lists) {
    assert(n > 0 && floats <= LBX_FLOATS_MAX);
    for (unsigned k = 0; k < floats; k++)
        if (!arrays[k]) return LBX_ERROR_NULL;
    const bool from = pick->kind == LBX_PICK_FROM, indexed = pick->kind == LBX_PICK_INDEXED;
    if (indexed && !pick->list) return LBX_ERROR_NULL;
    if (n > PTRDIFF_MAX || (indexed && n > pick->first)) return LBX_ERROR_COUNT;
    if (from && (pick->first > count || n > count - pick->first)) return LBX_ERROR_COUNT;
    if ((stride | t_stride) % 4 != 0 || (indexed && pick->step % 4 != 0)) return LBX_ERROR_STRIDE;

    // The stride of a single element means nothing: its floats may lie in separate memory.
    const size_t step = stride && count > 1 ? stride : bytes;
    size_t offset = pick->first * step;
    o->step = step;
    o->list = NULL;
    if (from) {
        o->kind = step == bytes ? OPERAND_CONTIGUOUS : OPERAND_STAGED;
    } else if (pick->kind == LBX_PICK_ONE) {
        if (pick->first >= count) return LBX_ERROR_INDEX;
        o->kind = OPERAND_ONE;
        o->step = 0;
    } else if (indexed) {
        o->kind = OPERAND_STAGED;
        o->list = pick->list;
        o->list_step = pick->step ? pick->step : 4;
        o->bytes = count * step;
        offset = 0;
        if (highest_entry(lists, o->list, o->list_step, n) >= count) return LBX_ERROR_INDEX;
    } else {
        return LBX_ERROR_INDEX;
    }
    o->t_step = o->step;
    for (unsigned k = 0; k < floats; k++)
        o->at[k] = (const float *)((const char *)copy_pointer(arrays[k]) + offset);
    assert(o->kind != OPERAND_CONTIGUOUS || (o->step == bytes && !o->list));
    assert(!o->list || o->kind == OPERAND_STAGED); // until it proves compact
    return 0;
}

// Defines lbx_operand_<shape>s from the view's arrays. `compact`: whether quads may read them.
#define OPERAND_OF(shape, compact, ...)                                                            \
    ptrdiff_t lbx_operand_##shape##s(struct lbx_operand *o, const void *view, size_t n,            \
                                     struct lbx_lists *lists) {                                    \
        if (!view) return LBX_ERROR_NULL;                                                          \
        const lbx_##shape##s *v = view;                                                            \
        const float *const arrays[shape##_floats] = {__VA_ARGS__};                                 \
        const ptrdiff_t error = finish(sizeof(float), o, shape##_floats, arrays, v->count,         \
                                       v->stride, 0, &v->pick, n, lists);                          \
        if (!error && o->kind == OPERAND_STAGED && (compact)) o->kind = OPERAND_COMPACT;           \
        return error;                                                                              \
    }
#define THREE(array) (array)[0], (array)[1], (array)[2]

OPERAND_OF(obb, is_together(o->at, obb_floats), THREE(v->center), THREE(v->half), THREE(v->axis[0]),
           THREE(v->axis[1]), THREE(v->axis[2]))
OPERAND_OF(segment, is_compact(o), THREE(v->start), THREE(v->end))
OPERAND_OF(plane, is_together(o->at, plane_floats), THREE(v->normal), v->offset)
OPERAND_OF(triangle, is_together(o->at, triangle_floats), THREE(v->vertex[0]), THREE(v->vertex[1]),
           THREE(v->vertex[2]))
OPERAND_OF(sphere, is_together(o->at, sphere_floats), THREE(v->center), v->radius)
OPERAND_OF(capsule, false, THREE(v->start), THREE(v->end), v->radius)
OPERAND_OF(motion, false, THREE(v->delta))
OPERAND_OF(point, false, THREE(v->position))
OPERAND_OF(pose, false, THREE(v->position), THREE(v->rotation), v->rotation[3])

ptrdiff_t lbx_operand_aabbs(struct lbx_operand *o, const void *view, size_t n,
                            struct lbx_lists *lists) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_aabbs *boxes = view;
    const float *const arrays[aabb_floats] = {THREE(boxes->min), THREE(boxes->max)};
    const ptrdiff_t error = finish(sizeof(float), o, aabb_floats, arrays, boxes->count,
                                   boxes->stride, 0, &boxes->pick, n, lists);
    if (error) return error;
    if (o->kind == OPERAND_STAGED && is_compact(o)) o->kind = OPERAND_COMPACT;
    if (o->kind == OPERAND_ONE && !(*o->at[0] >= AABB_LEAST_END && *o->at[3] >= AABB_LEAST_END))
        o->kind = OPERAND_STAGED;
    return 0;
}

ptrdiff_t lbx_operand_aabb8s(struct lbx_operand *o, const void *view, size_t n,
                             struct lbx_lists *lists) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_aabb8s *nodes = view;
    const float *const arrays[aabb_floats] = {THREE(nodes->min), THREE(nodes->max)};
    return finish(8 * sizeof(float), o, aabb_floats, arrays, nodes->count, nodes->stride, 0,
                  &nodes->pick, n, lists);
}

// Finds the elements by their eyes, which are points.
ptrdiff_t lbx_operand_frustums(struct lbx_operand *o, const void *view, size_t n,
                               struct lbx_lists *lists) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_frustums *v = view;
    const float *const arrays[frustum_frame_floats + frustum_range_floats] = {
        THREE(v->eye),
        THREE(v->axis[0]),
        THREE(v->axis[1]),
        THREE(v->axis[2]),
        v->low[0],
        v->low[1],
        v->high[0],
        v->high[1],
        v->z_near,
        v->z_far,
        v->parallel ? v->parallel : v->z_far};
    for (unsigned k = 0; k < frustum_frame_floats + frustum_range_floats; k++)
        if (!arrays[k]) return LBX_ERROR_NULL;
    const lbx_points eyes = {{THREE(v->eye)}, v->count, v->stride, v->pick};
    const ptrdiff_t error = lbx_operand_points(&o[0], &eyes, n, lists);
    if (error) return error;
    o[1] = o[0];
    const size_t offset = (uintptr_t)o[0].at[0] - (uintptr_t)v->eye[0];
    for (unsigned k = 0; k < frustum_frame_floats + frustum_range_floats; k++) {
        struct lbx_operand *const to = &o[k >= frustum_frame_floats];
        to->at[k % frustum_frame_floats] = (const float *)((uintptr_t)arrays[k] + offset);
    }
    o[1].optional = v->parallel != NULL;
    return 0;
}

ptrdiff_t lbx_operand_aabbs_f64(struct lbx_operand *o, const void *view, size_t n,
                                struct lbx_lists *lists) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_aabbs_f64 *boxes = view;
    const float *arrays[aabb_floats];
    for (int c = 0; c < 3; c++) {
        arrays[c] = (const float *)(const void *)boxes->min[c];
        arrays[3 + c] = (const float *)(const void *)boxes->max[c];
    }
    return finish(sizeof(double), o, aabb_floats, arrays, boxes->count, boxes->stride, 0,
                  &boxes->pick, n, lists);
}

// Gives the range of t a step of its own. An end that is missing is read where the other one is,
// not among the origins, which may be too few for this step.
static void step_range(struct lbx_operand *o, const lbx_rays *rays) {
    const size_t first = rays->pick.kind == LBX_PICK_INDEXED ? 0 : rays->pick.first;
    const float *const low = rays->t_min ? rays->t_min : rays->t_max;
    const float *const high = rays->t_max ? rays->t_max : rays->t_min;
    o->at[RAY_AT_T_MIN] = (const float *)((const char *)low + first * rays->t_stride);
    o->at[RAY_AT_T_MAX] = (const float *)((const char *)high + first * rays->t_stride);
    if (o->kind == OPERAND_ONE || rays->t_stride == o->step) return;
    o->t_step = rays->t_stride;
    o->kind = OPERAND_STAGED;
}

// Makes an operand that was made of ends what operand.h says.
static void take_ends(struct lbx_operand *o) {
    o->optional |= RAY_END;
    if (o->kind != OPERAND_ONE) {
        o->kind = OPERAND_STAGED;
        return;
    }
    float ray[ray_floats];
    o->optional = operand_ray(o, 0, ray);
    for (unsigned c = 0; c < 3; c++) {
        o->own[c] = ray[3 + c];
        o->at[3 + c] = &o->own[c];
    }
    o->own[3] = ray[RAY_AT_T_MAX];
    o->at[RAY_AT_T_MAX] = &o->own[3];
}

static inline bool has_any(const float *const arrays[3]) {
    return arrays[0] || arrays[1] || arrays[2];
}

static inline bool has_all(const float *const arrays[3]) {
    return arrays[0] && arrays[1] && arrays[2];
}

// `reads_inverse`: the second three floats are inv_dir if the view has it.
static inline __attribute__((always_inline)) ptrdiff_t rays_operand(struct lbx_operand *o,
                                                                    const lbx_rays *rays,
                                                                    bool reads_inverse, size_t n,
                                                                    struct lbx_lists *lists) {
    if (!rays) return LBX_ERROR_NULL;
    const bool ended = has_any(rays->end), inverted = has_any(rays->inv_dir);
    if (ended && (inverted || has_any(rays->dir))) return LBX_ERROR_FORMAT;
    if (!has_all(ended ? rays->end : rays->dir)) return LBX_ERROR_NULL;
    if (inverted && !has_all(rays->inv_dir)) return LBX_ERROR_NULL;
    const bool inverse = reads_inverse && inverted;
    const float *const *direction = ended ? rays->end : inverse ? rays->inv_dir : rays->dir;
    const float *const arrays[ray_floats] = {THREE(rays->origin), THREE(direction),
                                             rays->t_min ? rays->t_min : rays->origin[0],
                                             rays->t_max ? rays->t_max : rays->origin[0]};
    o->optional =
        (inverse ? RAY_INVERSE : 0) | (rays->t_min ? RAY_T_MIN : 0) | (rays->t_max ? RAY_T_MAX : 0);
    const bool ranged = rays->t_min || rays->t_max;
    const ptrdiff_t error = finish(sizeof(float), o, ray_floats, arrays, rays->count, rays->stride,
                                   ranged ? rays->t_stride : 0, &rays->pick, n, lists);
    if (error) return error;
    if (o->kind == OPERAND_STAGED && !ranged && is_compact(o)) o->kind = OPERAND_COMPACT;
    if (ranged && rays->t_stride && rays->count > 1) step_range(o, rays);
    if (ended) take_ends(o);
    return 0;
}

ptrdiff_t lbx_operand_rays(struct lbx_operand *o, const void *view, size_t n,
                           struct lbx_lists *lists) {
    return rays_operand(o, view, true, n, lists);
}

ptrdiff_t lbx_operand_rays_dir(struct lbx_operand *o, const void *view, size_t n,
                               struct lbx_lists *lists) {
    return rays_operand(o, view, false, n, lists);
}
