// SPDX-License-Identifier: MIT
// From views to operands: every error that a view can hold is found here.
#include "operand.h"

#include <assert.h>
#include <stdbool.h>

#include "table.h"

enum { SPAN_MAX = 256 }; // bytes of an element; two pages at most, both of which hold floats of it

// Of the first six floats.
static bool is_compact(const struct lbx_operand *o) {
    for (int k = 0; k < 6; k += 3) {
        if (o->at[k + 1] != o->at[k] + 1 || o->at[k + 2] != o->at[k] + 2) return false;
    }
    const uintptr_t low = (uintptr_t)o->at[0], high = (uintptr_t)(o->at[5] + 1);
    return (uintptr_t)o->at[3] >= low + 12 && high - low <= SPAN_MAX && high - low <= o->step;
}

// Of four floats.
static bool is_quad(const struct lbx_operand *o) {
    return o->at[1] == o->at[0] + 1 && o->at[2] == o->at[0] + 2 && o->at[3] == o->at[0] + 3;
}

// Inlined, so that the loops over the arrays are none.
static inline __attribute__((always_inline)) ptrdiff_t
finish(struct lbx_operand *o, unsigned floats, const float *const arrays[], size_t count,
       size_t stride, const lbx_pick *pick, size_t n, const struct lbx_table *table) {
    assert(n > 0 && floats <= LBX_FLOATS_MAX);
    for (unsigned k = 0; k < floats; k++) {
        if (!arrays[k]) return LBX_ERROR_NULL;
    }
    const bool from = pick->kind == LBX_PICK_FROM, indexed = pick->kind == LBX_PICK_INDEXED;
    if (indexed && !pick->list) return LBX_ERROR_NULL;
    if (n > PTRDIFF_MAX) return LBX_ERROR_COUNT;
    if (from && (pick->first > count || n > count - pick->first)) return LBX_ERROR_COUNT;
    if (stride % 4 != 0 || (indexed && pick->step % 4 != 0)) return LBX_ERROR_STRIDE;

    // The stride of one element says nothing: its floats may lie in memory of their own, and what
    // is between them may be nobody's.
    const size_t step = stride && count > 1 ? stride : 4;
    size_t offset = pick->first * step;
    o->step = step;
    o->list = NULL;
    if (from) {
        o->kind = step == 4 ? OPERAND_CONTIGUOUS : OPERAND_STAGED;
    } else if (pick->kind == LBX_PICK_ONE) {
        if (pick->first >= count) return LBX_ERROR_INDEX;
        o->kind = OPERAND_ONE;
        o->step = 0;
    } else if (indexed) {
        o->kind = OPERAND_STAGED;
        o->list = pick->list;
        o->list_step = pick->step ? pick->step : 4;
        offset = 0;
        if (table->highest_entry(o->list, o->list_step, n) >= count) return LBX_ERROR_INDEX;
    } else {
        return LBX_ERROR_INDEX;
    }
    for (unsigned k = 0; k < floats; k++) {
        o->at[k] = (const float *)((const char *)copy_pointer(arrays[k]) + offset);
    }
    assert(o->kind != OPERAND_CONTIGUOUS || (o->step == 4 && !o->list));
    assert(!o->list || o->kind == OPERAND_STAGED); // until it is found compact
    return 0;
}

ptrdiff_t lbx_operand_aabbs(struct lbx_operand *o, const void *view, size_t n,
                            const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_aabbs *boxes = view;
    const float *const arrays[aabb_floats] = {boxes->min[0], boxes->min[1], boxes->min[2],
                                              boxes->max[0], boxes->max[1], boxes->max[2]};
    const ptrdiff_t error =
        finish(o, aabb_floats, arrays, boxes->count, boxes->stride, &boxes->pick, n, table);
    if (error) return error;
    if (o->kind == OPERAND_STAGED && is_compact(o)) o->kind = OPERAND_COMPACT;
    if (o->kind == OPERAND_ONE && !(*o->at[0] >= AABB_LEAST_END && *o->at[3] >= AABB_LEAST_END)) {
        o->kind = OPERAND_STAGED;
    }
    return 0;
}

ptrdiff_t lbx_operand_obbs(struct lbx_operand *o, const void *view, size_t n,
                           const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_obbs *boxes = view;
    const float *arrays[obb_floats];
    for (int c = 0; c < 3; c++) {
        arrays[c] = boxes->center[c];
        arrays[3 + c] = boxes->half[c];
        for (int k = 0; k < 3; k++) arrays[6 + 3 * k + c] = boxes->axis[k][c];
    }
    return finish(o, obb_floats, arrays, boxes->count, boxes->stride, &boxes->pick, n, table);
}

// `inverse`: the second three floats are inv_dir.
static inline __attribute__((always_inline)) ptrdiff_t rays_operand(struct lbx_operand *o,
                                                                    const lbx_rays *rays,
                                                                    bool inverse, size_t n,
                                                                    const struct lbx_table *table) {
    const float *arrays[ray_floats];
    for (int c = 0; c < 3; c++) {
        if (!rays->dir[c]) return LBX_ERROR_NULL;
        arrays[c] = rays->origin[c];
        arrays[3 + c] = inverse ? rays->inv_dir[c] : rays->dir[c];
    }
    arrays[6] = rays->t_min ? rays->t_min : rays->origin[0];
    arrays[7] = rays->t_max ? rays->t_max : rays->origin[0];
    o->optional =
        (inverse ? RAY_INVERSE : 0) | (rays->t_min ? RAY_T_MIN : 0) | (rays->t_max ? RAY_T_MAX : 0);
    const ptrdiff_t error =
        finish(o, ray_floats, arrays, rays->count, rays->stride, &rays->pick, n, table);
    if (!error && o->kind == OPERAND_STAGED && !rays->t_min && !rays->t_max && is_compact(o)) {
        o->kind = OPERAND_COMPACT;
    }
    return error;
}

ptrdiff_t lbx_operand_rays(struct lbx_operand *o, const void *view, size_t n,
                           const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_rays *rays = view;
    const bool inverse = rays->inv_dir[0] || rays->inv_dir[1] || rays->inv_dir[2];
    return rays_operand(o, rays, inverse, n, table);
}

ptrdiff_t lbx_operand_rays_dir(struct lbx_operand *o, const void *view, size_t n,
                               const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_rays *rays = view;
    const bool any = rays->inv_dir[0] || rays->inv_dir[1] || rays->inv_dir[2];
    if (any && !(rays->inv_dir[0] && rays->inv_dir[1] && rays->inv_dir[2])) return LBX_ERROR_NULL;
    return rays_operand(o, rays, false, n, table);
}

ptrdiff_t lbx_operand_segments(struct lbx_operand *o, const void *view, size_t n,
                               const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_segments *segments = view;
    const float *const arrays[segment_floats] = {segments->start[0], segments->start[1],
                                                 segments->start[2], segments->end[0],
                                                 segments->end[1],   segments->end[2]};
    const ptrdiff_t error = finish(o, segment_floats, arrays, segments->count, segments->stride,
                                   &segments->pick, n, table);
    if (!error && o->kind == OPERAND_STAGED && is_compact(o)) o->kind = OPERAND_COMPACT;
    return error;
}

ptrdiff_t lbx_operand_planes(struct lbx_operand *o, const void *view, size_t n,
                             const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_planes *planes = view;
    const float *const arrays[plane_floats] = {planes->normal[0], planes->normal[1],
                                               planes->normal[2], planes->offset};
    return finish(o, plane_floats, arrays, planes->count, planes->stride, &planes->pick, n, table);
}

ptrdiff_t lbx_operand_triangles(struct lbx_operand *o, const void *view, size_t n,
                                const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_triangles *triangles = view;
    const float *arrays[triangle_floats];
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) arrays[3 * v + c] = triangles->vertex[v][c];
    }
    return finish(o, triangle_floats, arrays, triangles->count, triangles->stride, &triangles->pick,
                  n, table);
}

ptrdiff_t lbx_operand_spheres(struct lbx_operand *o, const void *view, size_t n,
                              const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_spheres *spheres = view;
    const float *const arrays[sphere_floats] = {spheres->center[0], spheres->center[1],
                                                spheres->center[2], spheres->radius};
    const ptrdiff_t error =
        finish(o, sphere_floats, arrays, spheres->count, spheres->stride, &spheres->pick, n, table);
    if (!error && o->kind == OPERAND_STAGED && is_quad(o)) o->kind = OPERAND_COMPACT;
    return error;
}

ptrdiff_t lbx_operand_motions(struct lbx_operand *o, const void *view, size_t n,
                              const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_motions *motions = view;
    const float *const arrays[motion_floats] = {motions->delta[0], motions->delta[1],
                                                motions->delta[2]};
    return finish(o, motion_floats, arrays, motions->count, motions->stride, &motions->pick, n,
                  table);
}

ptrdiff_t lbx_operand_poses(struct lbx_operand *o, const void *view, size_t n,
                            const struct lbx_table *table) {
    if (!view) return LBX_ERROR_NULL;
    const lbx_poses *poses = view;
    const float *const arrays[pose_floats] = {
        poses->position[0], poses->position[1], poses->position[2], poses->rotation[0],
        poses->rotation[1], poses->rotation[2], poses->rotation[3]};
    return finish(o, pose_floats, arrays, poses->count, poses->stride, &poses->pick, n, table);
}
