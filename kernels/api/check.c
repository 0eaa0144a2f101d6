// SPDX-License-Identifier: MIT
// Which items the tests promise nothing for.
#include <assert.h>
#include <math.h>

#include "table.h"

// What speaks against an item besides a float that is not finite.
typedef bool malformed_item(const struct lbx_operand *o, size_t i);

static bool any_not_finite(const struct lbx_operand *o, unsigned floats, size_t i) {
    for (unsigned k = 0; k < floats; k++) {
        if (!isfinite(operand_float(o, k, i))) return true;
    }
    return false;
}

static bool malformed_aabb(const struct lbx_operand *o, size_t i) {
    for (unsigned c = 0; c < 3; c++) {
        if (operand_float(o, c, i) > operand_float(o, 3 + c, i)) return true;
    }
    return false;
}

static bool malformed_obb(const struct lbx_operand *o, size_t i) {
    for (unsigned k = 0; k < 3; k++) {
        if (operand_float(o, 3 + k, i) < 0) return true;
        for (unsigned j = 0; j <= k; j++) {
            double product = j == k ? -1 : 0;
            for (unsigned c = 0; c < 3; c++) {
                product += (double)operand_float(o, 6 + 3 * k + c, i) *
                           (double)operand_float(o, 6 + 3 * j + c, i);
            }
            if (fabs(product) > 0x1p-19) return true;
        }
    }
    return false;
}

// o[0] as ray and dir, o[1] as the kernels see the ray, with inv_dir where it is given.
static bool malformed_ray(const struct lbx_operand *o, size_t i) {
    const struct lbx_operand *const ray = o + 1;
    bool moves = false;
    for (unsigned c = 3; c < 6; c++) {
        const float dir = operand_float(o, c, i);
        if (dir != 0) moves = true;
        if (ray->optional & RAY_INVERSE && operand_float(ray, c, i) != 1.0f / dir)
            return true; // NaN too
    }
    if (ray->optional & RAY_T_MIN && !isfinite(operand_float(ray, 6, i))) return true;
    return !moves || (ray->optional & RAY_T_MAX && isnan(operand_float(ray, 7, i)));
}

static bool malformed_plane(const struct lbx_operand *o, size_t i) {
    for (unsigned c = 0; c < 3; c++) {
        if (operand_float(o, c, i) != 0) return false;
    }
    return true;
}

static bool malformed_sphere(const struct lbx_operand *o, size_t i) {
    return operand_float(o, 3, i) < 0;
}

static bool malformed_pose(const struct lbx_operand *o, size_t i) {
    double square = 0;
    for (unsigned k = 3; k < 7; k++) {
        const double x = operand_float(o, k, i);
        square += x * x;
    }
    return !(fabs(sqrt(square) - 1) <= 0x1p-19);
}

// The first `finite` floats have to be finite; `malformed_at` is NULL where that is all.
static ptrdiff_t mark(malformed_item *malformed_at, const struct lbx_operand *o, unsigned finite,
                      size_t n, uint8_t *malformed) {
    assert(n > 0);
    ptrdiff_t found = 0;
    for (size_t first = 0; first < n; first += 8) {
        unsigned byte = 0;
        for (size_t i = first; i < n && i < first + 8; i++) {
            const bool bad = any_not_finite(o, finite, i) || (malformed_at && malformed_at(o, i));
            byte |= (unsigned)bad << (i - first);
        }
        found += __builtin_popcount(byte);
        if (malformed) malformed[first / 8] = (uint8_t)byte;
    }
    return found;
}

#define CHECK(shape, malformed_at)                                                                 \
    ptrdiff_t lbx_##shape##s_check(const lbx_##shape##s *view, size_t n, uint8_t *malformed) {     \
        if (n == 0) return 0;                                                                      \
        struct lbx_operand o;                                                                      \
        struct lbx_lists lists = {.table = lbx_table_active()};                                    \
        const ptrdiff_t error = lbx_operand_##shape##s(&o, view, n, &lists);                       \
        return error ? error : mark(malformed_at, &o, shape##_floats, n, malformed);               \
    }

CHECK(aabb, malformed_aabb)
CHECK(obb, malformed_obb)
CHECK(segment, NULL)
CHECK(plane, malformed_plane)
CHECK(triangle, NULL)
CHECK(sphere, malformed_sphere)
CHECK(motion, NULL)
CHECK(pose, malformed_pose)

ptrdiff_t lbx_rays_check(const lbx_rays *rays, size_t n, uint8_t *malformed) {
    if (n == 0) return 0;
    struct lbx_operand o[2];
    struct lbx_lists lists = {.table = lbx_table_active()};
    ptrdiff_t error = lbx_operand_rays_dir(&o[0], rays, n, &lists);
    if (!error) error = lbx_operand_rays(&o[1], rays, n, &lists);
    return error ? error : mark(malformed_ray, o, 6, n, malformed);
}
