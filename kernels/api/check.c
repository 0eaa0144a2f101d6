// SPDX-License-Identifier: MIT
// Which items the tests promise nothing for.
#include <assert.h>
#include <math.h>

#include "table.h"

typedef bool malformed_item(const struct lbx_operand *o, size_t i);

static bool any_not_finite(const struct lbx_operand *o, unsigned first, unsigned last, size_t i) {
    for (unsigned k = first; k <= last; k++) {
        if (!isfinite(operand_float(o, k, i))) return true;
    }
    return false;
}

static bool malformed_aabb(const struct lbx_operand *o, size_t i) {
    for (unsigned c = 0; c < 3; c++) {
        if (operand_float(o, c, i) > operand_float(o, 3 + c, i)) return true;
    }
    return any_not_finite(o, 0, 5, i);
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
    return any_not_finite(o, 0, 14, i);
}

// o[0] as the kernels see the ray, with inv_dir where it is given; o[1] with dir.
static bool malformed_ray(const struct lbx_operand *o, size_t i) {
    const struct lbx_operand *const with_dir = o + 1;
    bool moves = false;
    for (unsigned c = 3; c < 6; c++) {
        const float dir = operand_float(with_dir, c, i);
        if (dir != 0) moves = true;
        if (o->optional & RAY_INVERSE && operand_float(o, c, i) != 1.0f / dir)
            return true; // NaN too
    }
    if (o->optional & RAY_T_MIN && !isfinite(operand_float(o, 6, i))) return true;
    if (o->optional & RAY_T_MAX && isnan(operand_float(o, 7, i))) return true;
    return !moves || any_not_finite(with_dir, 0, 5, i);
}

static ptrdiff_t mark(malformed_item *malformed_at, const struct lbx_operand *o, size_t n,
                      uint8_t *malformed) {
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

static bool all_zero(const struct lbx_operand *o, unsigned first, unsigned last, size_t i) {
    for (unsigned k = first; k <= last; k++) {
        if (operand_float(o, k, i) != 0) return false;
    }
    return true;
}

static bool malformed_segment(const struct lbx_operand *o, size_t i) {
    return any_not_finite(o, 0, 5, i);
}

static bool malformed_plane(const struct lbx_operand *o, size_t i) {
    return all_zero(o, 0, 2, i) || any_not_finite(o, 0, 3, i);
}

static bool malformed_triangle(const struct lbx_operand *o, size_t i) {
    return any_not_finite(o, 0, 8, i);
}

static bool malformed_sphere(const struct lbx_operand *o, size_t i) {
    return operand_float(o, 3, i) < 0 || any_not_finite(o, 0, 3, i);
}

static bool malformed_motion(const struct lbx_operand *o, size_t i) {
    return any_not_finite(o, 0, 2, i);
}

static bool malformed_pose(const struct lbx_operand *o, size_t i) {
    double square = 0;
    for (unsigned k = 3; k < 7; k++) {
        const double x = operand_float(o, k, i);
        square += x * x;
    }
    return !(fabs(sqrt(square) - 1) <= 0x1p-19) || any_not_finite(o, 0, 2, i);
}

static ptrdiff_t check(lbx_make_operand *make, malformed_item *malformed_at, const void *view,
                       size_t n, uint8_t *malformed) {
    if (n == 0) return 0;
    struct lbx_operand o;
    const ptrdiff_t error = make(&o, view, n, lbx_table_active());
    return error ? error : mark(malformed_at, &o, n, malformed);
}

ptrdiff_t lbx_aabbs_check(const lbx_aabbs *boxes, size_t n, uint8_t *malformed) {
    return check(lbx_operand_aabbs, malformed_aabb, boxes, n, malformed);
}

ptrdiff_t lbx_obbs_check(const lbx_obbs *boxes, size_t n, uint8_t *malformed) {
    return check(lbx_operand_obbs, malformed_obb, boxes, n, malformed);
}

ptrdiff_t lbx_segments_check(const lbx_segments *segments, size_t n, uint8_t *malformed) {
    return check(lbx_operand_segments, malformed_segment, segments, n, malformed);
}

ptrdiff_t lbx_planes_check(const lbx_planes *planes, size_t n, uint8_t *malformed) {
    return check(lbx_operand_planes, malformed_plane, planes, n, malformed);
}

ptrdiff_t lbx_triangles_check(const lbx_triangles *triangles, size_t n, uint8_t *malformed) {
    return check(lbx_operand_triangles, malformed_triangle, triangles, n, malformed);
}

ptrdiff_t lbx_spheres_check(const lbx_spheres *spheres, size_t n, uint8_t *malformed) {
    return check(lbx_operand_spheres, malformed_sphere, spheres, n, malformed);
}

ptrdiff_t lbx_motions_check(const lbx_motions *motions, size_t n, uint8_t *malformed) {
    return check(lbx_operand_motions, malformed_motion, motions, n, malformed);
}

ptrdiff_t lbx_poses_check(const lbx_poses *poses, size_t n, uint8_t *malformed) {
    return check(lbx_operand_poses, malformed_pose, poses, n, malformed);
}

ptrdiff_t lbx_rays_check(const lbx_rays *rays, size_t n, uint8_t *malformed) {
    if (n == 0) return 0;
    struct lbx_operand o[2];
    ptrdiff_t error = lbx_operand_rays(&o[0], rays, n, lbx_table_active());
    if (!error) error = lbx_operand_rays_dir(&o[1], rays, n, lbx_table_active());
    return error ? error : mark(malformed_ray, o, n, malformed);
}
