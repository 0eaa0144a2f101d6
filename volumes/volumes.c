// SPDX-License-Identifier: MIT
// The public fits: arguments are checked here, and results are written.
#include "kernels/lanes/floats.h"

#include "fit.h"
#include "kernels/api/operand.h"

// Writes the floats of item i, in the target's order.
static void put(const struct lbx_target *target, size_t i, const void *item, unsigned floats) {
    for (unsigned k = 0; k < floats; k++) {
        memcpy((char *)target->at[k] + i * target->step, (const char *)item + k * sizeof(float),
               sizeof(float));
    }
}

// --- oriented boxes ---

enum { STRAIGHT = 1, SURFACE = 2, SLICES = 4, LEAST = 8 };

// An eighth of the surface: the order is the same.
static double surface(const struct lbx_box *box) {
    const double x = (double)box->half[0], y = (double)box->half[1], z = (double)box->half[2];
    return x * y + y * z + z * x;
}

static void fit_one_way(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                        unsigned way, unsigned slices, double axis[3][3], struct lbx_box *box) {
    double spread[3][3] = {{0}};
    if (way == SURFACE) lbx_spread_of_surface(piece, bounds, spread);
    if (way == SLICES) lbx_spread_of_slices(piece, bounds, slices, spread);
    if (way == LEAST)
        lbx_least_axes(piece, bounds, axis);
    else
        lbx_eigenvectors(spread, axis); // x y z if there is no spread
    lbx_box_along(piece, bounds, axis, box);
}

// The first box with the least surface, of the ways asked for in the order of their bits.
static void fit_ways(const struct lbx_piece *piece, unsigned ways, unsigned slices,
                     struct lbx_box *best) {
    struct lbx_bounds bounds;
    struct lbx_box box;
    double axis[3][3];
    lbx_piece_bounds(piece, &bounds);
    unsigned way = STRAIGHT;
    while (!(ways & way)) way <<= 1;
    fit_one_way(piece, &bounds, way, slices, axis, best);
    for (way <<= 1; way <= SLICES; way <<= 1) {
        if (!(ways & way)) continue;
        fit_one_way(piece, &bounds, way, slices, axis, &box);
        if (surface(&box) < surface(best)) *best = box;
    }
}

void lbx_box_around(const struct lbx_piece *piece, struct lbx_box *box) {
    fit_ways(piece, STRAIGHT | SURFACE, 0, box);
}

static ptrdiff_t fit_boxes(unsigned ways, unsigned slices, const lbx_mesh *mesh,
                           const lbx_part *parts, size_t n, const lbx_obbs_out *out) {
    if (n == 0) return 0;
    struct lbx_target target;
    ptrdiff_t error = lbx_piece_check(mesh, parts, n);
    if (!error) error = lbx_target_obbs(&target, out, n);
    if (error) return error;
    for (size_t i = 0; i < n; i++) {
        const struct lbx_piece piece = lbx_piece_of(mesh, parts, i);
        struct lbx_box box;
        fit_ways(&piece, ways, slices, &box);
        put(&target, i, &box, obb_floats);
    }
    return (ptrdiff_t)n;
}

ptrdiff_t lbx_obb_fit_covariance(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                                 const lbx_obbs_out *out) {
    return fit_boxes(SURFACE, 0, mesh, parts, n, out);
}

ptrdiff_t lbx_obb_fit_hull(const lbx_mesh *mesh, const lbx_part *parts, size_t n, unsigned slices,
                           const lbx_obbs_out *out) {
    if (n == 0) return 0;
    if (slices == 0 || slices > LBX_SLICES_MAX) return LBX_ERROR_COUNT;
    return fit_boxes(SLICES, slices, mesh, parts, n, out);
}

ptrdiff_t lbx_obb_fit(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                      const lbx_obbs_out *out) {
    return fit_boxes(STRAIGHT | SURFACE | SLICES, LBX_SLICES, mesh, parts, n, out);
}

ptrdiff_t lbx_obb_fit_least(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                            const lbx_obbs_out *out) {
    return fit_boxes(LEAST, 0, mesh, parts, n, out);
}

// --- axis-aligned boxes ---

ptrdiff_t lbx_aabb_fit(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                       const lbx_aabbs_out *out) {
    if (n == 0) return 0;
    struct lbx_target target;
    ptrdiff_t error = lbx_piece_check(mesh, parts, n);
    if (!error) error = lbx_target_aabbs(&target, out, n);
    if (error) return error;
    for (size_t i = 0; i < n; i++) {
        const struct lbx_piece piece = lbx_piece_of(mesh, parts, i);
        struct lbx_bounds bounds;
        lbx_piece_bounds(&piece, &bounds);
        put(&target, i, &bounds, aabb_floats);
    }
    return (ptrdiff_t)n;
}

// --- spheres, and cubes given by a center and a half side ---

typedef void center_of(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                       double center[3]);

static ptrdiff_t fit_balls(center_of *choose, const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                           const lbx_spheres_out *out) {
    if (n == 0) return 0;
    struct lbx_target target;
    ptrdiff_t error = lbx_piece_check(mesh, parts, n);
    if (!error) error = lbx_target_spheres(&target, out, n);
    if (error) return error;
    for (size_t i = 0; i < n; i++) {
        const struct lbx_piece piece = lbx_piece_of(mesh, parts, i);
        struct lbx_bounds bounds;
        struct lbx_ball ball;
        double center[3];
        lbx_piece_bounds(&piece, &bounds);
        choose(&piece, &bounds, center);
        lbx_ball_about(&piece, center, &ball);
        put(&target, i, &ball, sphere_floats);
    }
    return (ptrdiff_t)n;
}

ptrdiff_t lbx_caabb_fit(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                        const lbx_spheres_out *out) {
    return fit_balls(lbx_mean_of_centroids, mesh, parts, n, out);
}

ptrdiff_t lbx_sphere_fit(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                         const lbx_spheres_out *out) {
    return fit_balls(lbx_ball_center, mesh, parts, n, out);
}

// --- capsules ---

// 3 / pi of the volume: the order is the same.
static double volume(const struct lbx_rod *rod) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double side = (double)rod->end[c] - (double)rod->start[c];
        square += side * side;
    }
    const double r = (double)rod->radius;
    return r * r * (4 * r + 3 * sqrt(square));
}

// The first capsule with the least volume of those along the boxes' longest sides.
static void fit_rod(const struct lbx_piece *piece, struct lbx_rod *best) {
    struct lbx_bounds bounds;
    double least = INFINITY;
    lbx_piece_bounds(piece, &bounds);
    for (unsigned way = STRAIGHT; way <= SLICES; way <<= 1) {
        struct lbx_box box;
        struct lbx_rod rod;
        double axis[3][3];
        fit_one_way(piece, &bounds, way, LBX_SLICES, axis, &box);
        int longest = box.half[1] > box.half[0];
        if (box.half[2] > box.half[longest]) longest = 2;
        lbx_rod_along(piece, &bounds, axis[longest], &rod);
        const double own = volume(&rod);
        if (!(own < least)) continue;
        least = own;
        *best = rod;
    }
}

ptrdiff_t lbx_capsule_fit(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                          const lbx_capsules_out *out) {
    if (n == 0) return 0;
    struct lbx_target target;
    ptrdiff_t error = lbx_piece_check(mesh, parts, n);
    if (!error) error = lbx_target_capsules(&target, out, n);
    if (error) return error;
    for (size_t i = 0; i < n; i++) {
        const struct lbx_piece piece = lbx_piece_of(mesh, parts, i);
        struct lbx_rod rod = {.radius = 0};
        fit_rod(&piece, &rod);
        put(&target, i, &rod, capsule_floats);
    }
    return (ptrdiff_t)n;
}
