// SPDX-License-Identifier: MIT
// From views to operands: every error that a view can hold is found here.
#include "operand.h"

#include <stdbool.h>
#include <string.h>

#include "table.h"

enum { SPAN_MAX = 256 }; // bytes of an element; two pages at most, both of which hold floats of it

static bool is_compact_aabb(const struct lbx_operand *o) {
    for (int corner = 0; corner < 6; corner += 3) {
        if (o->at[corner + 1] != o->at[corner] + 1 || o->at[corner + 2] != o->at[corner] + 2)
            return false;
    }
    const uintptr_t low = (uintptr_t)o->at[0], high = (uintptr_t)(o->at[5] + 1);
    return (uintptr_t)o->at[3] >= low + 12 && high - low <= SPAN_MAX && high - low <= o->step;
}

static ptrdiff_t finish(struct lbx_operand *o, unsigned floats, size_t count, size_t stride,
                        lbx_pick pick, size_t n, const struct lbx_table *table) {
    for (unsigned k = 0; k < floats; k++) {
        if (!o->at[k]) return LBX_ERROR_NULL;
    }
    if (pick.kind == LBX_PICK_INDEXED && !pick.list) return LBX_ERROR_NULL;
    if (n > PTRDIFF_MAX) return LBX_ERROR_COUNT;
    if (pick.kind == LBX_PICK_FROM && (pick.first > count || n > count - pick.first))
        return LBX_ERROR_COUNT;
    if (stride % 4 != 0 || (pick.kind == LBX_PICK_INDEXED && pick.step % 4 != 0))
        return LBX_ERROR_STRIDE;

    o->step = stride ? stride : 4;
    o->list = NULL;
    o->list_step = 0;
    size_t first = pick.first;
    switch (pick.kind) {
    case LBX_PICK_FROM: o->kind = o->step == 4 ? OPERAND_CONTIGUOUS : OPERAND_STAGED; break;
    case LBX_PICK_ONE:
        if (pick.first >= count) return LBX_ERROR_INDEX;
        o->kind = OPERAND_ONE;
        break;
    case LBX_PICK_INDEXED:
        o->kind = OPERAND_STAGED;
        o->list = pick.list;
        o->list_step = pick.step ? pick.step : 4;
        first = 0;
        if (table->highest_entry(o->list, o->list_step, n) >= count) return LBX_ERROR_INDEX;
        break;
    default: return LBX_ERROR_INDEX;
    }
    if (first) {
        for (unsigned k = 0; k < floats; k++) {
            o->at[k] = (const float *)((const char *)o->at[k] + first * o->step);
        }
    }
    if (o->kind == OPERAND_ONE) o->step = 0;
    return 0;
}

ptrdiff_t lbx_operand_aabbs(struct lbx_operand *o, const lbx_aabbs *boxes, size_t n,
                            const struct lbx_table *table) {
    if (!boxes) return LBX_ERROR_NULL;
    memcpy(o->at, boxes->min, sizeof boxes->min);
    memcpy(o->at + 3, boxes->max, sizeof boxes->max);
    const ptrdiff_t error =
        finish(o, AABB_FLOATS, boxes->count, boxes->stride, boxes->pick, n, table);
    if (error) return error;
    if (o->kind == OPERAND_STAGED && is_compact_aabb(o)) o->kind = OPERAND_COMPACT;
    return 0;
}

ptrdiff_t lbx_operand_obbs(struct lbx_operand *o, const lbx_obbs *boxes, size_t n,
                           const struct lbx_table *table) {
    if (!boxes) return LBX_ERROR_NULL;
    memcpy(o->at, boxes->center, sizeof boxes->center);
    memcpy(o->at + 3, boxes->half, sizeof boxes->half);
    memcpy(o->at + 6, boxes->axis, sizeof boxes->axis);
    return finish(o, OBB_FLOATS, boxes->count, boxes->stride, boxes->pick, n, table);
}

ptrdiff_t lbx_operand_rays(struct lbx_operand *o, const lbx_rays *rays, size_t n,
                           const struct lbx_table *table) {
    if (!rays) return LBX_ERROR_NULL;
    const bool inverse = rays->inv_dir[0] || rays->inv_dir[1] || rays->inv_dir[2];
    for (int c = 0; c < 3; c++) {
        if (!rays->dir[c]) return LBX_ERROR_NULL;
    }
    memcpy(o->at, rays->origin, sizeof rays->origin);
    memcpy(o->at + 3, inverse ? rays->inv_dir : rays->dir, sizeof rays->dir);
    o->at[6] = rays->t_min ? rays->t_min : rays->origin[0];
    o->at[7] = rays->t_max ? rays->t_max : rays->origin[0];
    o->optional =
        (inverse ? RAY_INVERSE : 0) | (rays->t_min ? RAY_T_MIN : 0) | (rays->t_max ? RAY_T_MAX : 0);
    return finish(o, RAY_FLOATS, rays->count, rays->stride, rays->pick, n, table);
}
