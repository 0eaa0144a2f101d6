// SPDX-License-Identifier: MIT
// Makes targets from views that are to be written.
#include "../lanes/floats.h"

#include <assert.h>

#include "operand.h"

static ptrdiff_t finish(struct lbx_target *t, unsigned floats, size_t count, size_t stride,
                        size_t n) {
    assert(n > 0 && floats <= LBX_FLOATS_MAX);
    for (unsigned k = 0; k < floats; k++)
        if (!t->at[k]) return LBX_ERROR_NULL;
    if (n > count) return LBX_ERROR_COUNT;
    if (stride % 4 != 0) return LBX_ERROR_STRIDE;
    t->step = stride ? stride : 4;
    return 0;
}

#define TARGET_OF(shape, ...)                                                                      \
    ptrdiff_t lbx_target_##shape##s(struct lbx_target *t, const lbx_##shape##s_out *out,           \
                                    size_t n) {                                                    \
        if (!out) return LBX_ERROR_NULL;                                                           \
        float *const arrays[shape##_floats] = {__VA_ARGS__};                                       \
        for (int k = 0; k < shape##_floats; k++) t->at[k] = arrays[k];                             \
        return finish(t, shape##_floats, out->count, out->stride, n);                              \
    }
#define THREE(array) (array)[0], (array)[1], (array)[2]

TARGET_OF(aabb, THREE(out->min), THREE(out->max))
TARGET_OF(obb, THREE(out->center), THREE(out->half), THREE(out->axis[0]), THREE(out->axis[1]),
          THREE(out->axis[2]))
TARGET_OF(sphere, THREE(out->center), out->radius)
TARGET_OF(capsule, THREE(out->start), THREE(out->end), out->radius)
TARGET_OF(nearest, out->distance, out->u, out->v, (float *)out->feature)
TARGET_OF(separation, out->distance, THREE(out->from), THREE(out->to))
TARGET_OF(depth, out->depth, (float *)out->axis)

ptrdiff_t lbx_target_rays(struct lbx_target *t, const lbx_rays_out *out, size_t n) {
    if (!out) return LBX_ERROR_NULL;
    for (int c = 0; c < 3; c++) {
        t->at[c] = out->origin[c];
        t->at[3 + c] = out->dir[c];
    }
    return finish(t, RAY_AT_T_MIN, out->count, out->stride, n);
}
