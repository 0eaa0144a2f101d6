// SPDX-License-Identifier: MIT
// From views to be written to targets.
#include <assert.h>

#include "operand.h"

static ptrdiff_t finish(struct lbx_target *t, unsigned floats, size_t count, size_t stride,
                        size_t n) {
    assert(n > 0 && floats <= LBX_FLOATS_MAX);
    for (unsigned k = 0; k < floats; k++) {
        if (!t->at[k]) return LBX_ERROR_NULL;
    }
    if (n > count) return LBX_ERROR_COUNT;
    if (stride % 4 != 0) return LBX_ERROR_STRIDE;
    t->step = stride ? stride : 4;
    return 0;
}

ptrdiff_t lbx_target_aabbs(struct lbx_target *t, const lbx_aabbs_out *out, size_t n) {
    if (!out) return LBX_ERROR_NULL;
    for (int c = 0; c < 3; c++) {
        t->at[c] = out->min[c];
        t->at[3 + c] = out->max[c];
    }
    return finish(t, aabb_floats, out->count, out->stride, n);
}

ptrdiff_t lbx_target_obbs(struct lbx_target *t, const lbx_obbs_out *out, size_t n) {
    if (!out) return LBX_ERROR_NULL;
    for (int c = 0; c < 3; c++) {
        t->at[c] = out->center[c];
        t->at[3 + c] = out->half[c];
        for (int k = 0; k < 3; k++) t->at[6 + 3 * k + c] = out->axis[k][c];
    }
    return finish(t, obb_floats, out->count, out->stride, n);
}

ptrdiff_t lbx_target_spheres(struct lbx_target *t, const lbx_spheres_out *out, size_t n) {
    if (!out) return LBX_ERROR_NULL;
    for (int c = 0; c < 3; c++) t->at[c] = out->center[c];
    t->at[3] = out->radius;
    return finish(t, sphere_floats, out->count, out->stride, n);
}
