// SPDX-License-Identifier: MIT
// Marks the items for which the tests promise nothing.
#include "../lanes/floats.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "frustum.h"
#include "range.h"

typedef bool malformed_item(const struct lbx_operand *o, size_t i);

// Whether any of `count` floats from `first` on is a NaN, or further from 0 than `most`.
static bool any_beyond(const struct lbx_operand *o, unsigned first, unsigned count, float most,
                       size_t i) {
    for (unsigned k = first; k < first + count; k++)
        if (!(fabsf(operand_float(o, k, i)) <= most)) return true;
    return false;
}

// Whether the longest of three components is long enough.
static bool is_long(const struct lbx_operand *o, unsigned first, float least, size_t i) {
    for (unsigned k = first; k < first + 3; k++)
        if (fabsf(operand_float(o, k, i)) >= least) return true;
    return false;
}

static bool malformed_aabb(const struct lbx_operand *o, size_t i) {
    for (unsigned c = 0; c < 3; c++)
        if (operand_float(o, c, i) > operand_float(o, 3 + c, i)) return true;
    return operand_float(o, 3, i) < RANGE_AABB_END || any_beyond(o, 0, aabb_floats, FLT_MAX, i);
}

// Whether the nine floats from `first` on are axes as the views state them.
__attribute__((noinline)) static bool is_orthonormal(const struct lbx_operand *o, unsigned first,
                                                     size_t i) {
    for (unsigned k = 0; k < 3; k++)
        for (unsigned j = 0; j <= k; j++) {
            double product = j == k ? -1 : 0;
            for (unsigned c = 0; c < 3; c++)
                product += (double)operand_float(o, first + 3 * k + c, i) *
                           (double)operand_float(o, first + 3 * j + c, i);
            if (fabs(product) > 0x1p-19) return false;
        }
    return true;
}

static bool malformed_obb(const struct lbx_operand *o, size_t i) {
    for (unsigned k = 3; k < 6; k++)
        if (operand_float(o, k, i) < 0) return true;
    return any_beyond(o, 0, 6, RANGE_LENGTH, i) || any_beyond(o, 6, 9, FLT_MAX, i) ||
           !is_orthonormal(o, 6, i);
}

// For shapes that have only coordinates.
static bool malformed_segment(const struct lbx_operand *o, size_t i) {
    return any_beyond(o, 0, segment_floats, RANGE_LENGTH, i);
}

static bool malformed_triangle(const struct lbx_operand *o, size_t i) {
    return any_beyond(o, 0, triangle_floats, RANGE_LENGTH, i);
}

static bool malformed_motion(const struct lbx_operand *o, size_t i) {
    return any_beyond(o, 0, motion_floats, RANGE_SPEED, i);
}

static bool malformed_point(const struct lbx_operand *o, size_t i) {
    return any_beyond(o, 0, point_floats, RANGE_LENGTH, i);
}

// o[0] is the ray with dir; o[1] is the ray as the kernels see it, with inv_dir if it is given.
static bool malformed_ray(const struct lbx_operand *o, size_t i) {
    float ray[ray_floats];
    struct lbx_operand one = {.list = NULL};
    for (unsigned k = 0; k < ray_floats; k++) one.at[k] = &ray[k];
    const unsigned has = operand_ray(o, i, ray) | (o[1].optional & RAY_INVERSE);
    if (any_beyond(&one, 0, 3, RANGE_LENGTH, 0) || any_beyond(&one, 3, 3, RANGE_SPEED, 0) ||
        !is_long(&one, 3, RANGE_DIR_LEAST, 0))
        return true;
    for (unsigned c = 3; c < 6 && has & RAY_INVERSE; c++) {
        if (operand_float(o + 1, c, i) != 1.0f / ray[c]) return true; // NaN too
        if (ray[c] != 0 && fabsf(ray[c]) < FLT_MIN) return true; // it may have the inverse of 0
    }
    return (has & RAY_T_MIN && !isfinite(ray[RAY_AT_T_MIN])) ||
           (has & RAY_T_MAX && isnan(ray[RAY_AT_T_MAX]));
}

static bool malformed_plane(const struct lbx_operand *o, size_t i) {
    return any_beyond(o, 0, 3, RANGE_LENGTH, i) || any_beyond(o, 3, 1, RANGE_OFFSET, i) ||
           !is_long(o, 0, RANGE_NORMAL_LEAST, i);
}

// For shapes whose last float is a radius, behind coordinates.
static bool malformed_round(const struct lbx_operand *o, unsigned floats, size_t i) {
    const float radius = operand_float(o, floats - 1, i);
    return any_beyond(o, 0, floats, RANGE_LENGTH, i) ||
           !(radius == 0 || radius >= RANGE_RADIUS_LEAST);
}

static bool malformed_sphere(const struct lbx_operand *o, size_t i) {
    return malformed_round(o, sphere_floats, i);
}

static bool malformed_capsule(const struct lbx_operand *o, size_t i) {
    return malformed_round(o, capsule_floats, i);
}

static bool malformed_pose(const struct lbx_operand *o, size_t i) {
    if (any_beyond(o, 0, 3, RANGE_LENGTH, i)) return true;
    double square = 0;
    for (unsigned k = 3; k < 7; k++) {
        const double x = operand_float(o, k, i);
        square += x * x;
    }
    return !(fabs(sqrt(square) - 1) <= 0x1p-19);
}

static bool malformed_frustum(const struct lbx_operand *o, size_t i) {
    const struct lbx_frustum_item f = lbx_frustum_read(o, i);
    const float most = f.parallel == 0 ? RANGE_SLOPE : RANGE_LENGTH;
    for (unsigned k = 0; k < 2; k++)
        if (!(fabsf(f.low[k]) <= most && fabsf(f.high[k]) <= most && f.low[k] < f.high[k]))
            return true;
    return any_beyond(o, 0, 3, RANGE_LENGTH, i) || any_beyond(o, 3, 9, FLT_MAX, i) ||
           !is_orthonormal(o, 3, i) || !(fabsf(f.z_near) <= RANGE_LENGTH) ||
           !(f.z_far <= RANGE_LENGTH || f.z_far == INFINITY) || !(f.z_near < f.z_far) ||
           (f.parallel == 0 && f.z_near < 0) || !isfinite(f.parallel);
}

// Not inlined, like what follows: each shape would have its own loop.
static __attribute__((noinline)) ptrdiff_t
mark(malformed_item *malformed_at, const struct lbx_operand *o, size_t n, uint8_t *malformed) {
    assert(n > 0);
    ptrdiff_t found = 0;
    for (size_t first = 0; first < n; first += 8) {
        unsigned byte = 0;
        for (size_t i = first; i < n && i < first + 8; i++)
            byte |= (unsigned)malformed_at(o, i) << (i - first);
        found += __builtin_popcount(byte);
        if (malformed) malformed[first / 8] = (uint8_t)byte;
    }
    return found;
}

static __attribute__((noinline)) ptrdiff_t check(lbx_make_operand *make,
                                                 malformed_item *malformed_at, const void *view,
                                                 size_t n, uint8_t *malformed) {
    if (n == 0) return 0;
    struct lbx_operand o;
    struct lbx_lists lists = {.list = NULL};
    const ptrdiff_t error = make(&o, view, n, &lists);
    return error ? error : mark(malformed_at, &o, n, malformed);
}

#define CHECK(shape)                                                                               \
    ptrdiff_t lbx_##shape##s_check(const lbx_##shape##s *view, size_t n, uint8_t *malformed) {     \
        return check(lbx_operand_##shape##s, malformed_##shape, view, n, malformed);               \
    }

CHECK(aabb)
CHECK(obb)
CHECK(segment)
CHECK(plane)
CHECK(triangle)
CHECK(sphere)
CHECK(capsule)
CHECK(motion)
CHECK(point)
CHECK(pose)

ptrdiff_t lbx_frustums_check(const lbx_frustums *frustums, size_t n, uint8_t *malformed) {
    if (n == 0) return 0;
    struct lbx_operand o[2];
    struct lbx_lists lists = {.list = NULL};
    const ptrdiff_t error = lbx_operand_frustums(o, frustums, n, &lists);
    return error ? error : mark(malformed_frustum, o, n, malformed);
}

ptrdiff_t lbx_rays_check(const lbx_rays *rays, size_t n, uint8_t *malformed) {
    if (n == 0) return 0;
    struct lbx_operand o[2];
    struct lbx_lists lists = {.list = NULL};
    ptrdiff_t error = lbx_operand_rays_dir(&o[0], rays, n, &lists);
    if (!error) error = lbx_operand_rays(&o[1], rays, n, &lists);
    return error ? error : mark(malformed_ray, o, n, malformed);
}
