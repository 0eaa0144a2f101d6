// SPDX-License-Identifier: MIT
// The parts of the fits. All sums are in double, in the order of the corners of each of a piece's
// parts and then of the parts; least.c looks for outermost vertices in float. They use only
// + - * / and sqrt, which IEEE 754 rounds in one way: the bits are the same everywhere.
#ifndef LBX_VOLUMES_FIT_H
#define LBX_VOLUMES_FIT_H

#include "kernels/lanes/floats.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/math/nearest_float.h"
#include "mesh.h"

// In the order of lbx_target_obbs.
struct lbx_box {
    float center[3], half[3], axis[3][3];
};

struct lbx_ball {
    float center[3], radius;
};

// In the order of lbx_target_capsules.
struct lbx_rod {
    float start[3], end[3], radius;
};

// The covariance of the surface, and that of `slices` slices of the vertices, up to a factor that
// does not turn the axes.
void lbx_spread_of_surface(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                           double spread[3][3]);
void lbx_spread_of_slices(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                          unsigned slices, double spread[3][3]);

// The eigenvectors of a symmetric matrix, one a row: a right-handed frame, kept near x, y and z by
// rotations of at most 45 degrees. The matrix becomes diagonal.
void lbx_eigenvectors(double matrix[3][3], double axis[3][3]);

// The axes of a box of nearly the least volume.
void lbx_least_axes(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                    double axis[3][3]);

// The box along these axes, rounded to floats.
void lbx_box_along(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                   double axis[3][3], struct lbx_box *box);

// The axis-aligned box or the box along the principal axes of the surface, whichever has less
// surface.
void lbx_box_around(const struct lbx_piece *piece, struct lbx_box *box);

// The sphere about this center, rounded to floats.
void lbx_ball_about(const struct lbx_piece *piece, const double center[3], struct lbx_ball *ball);

// The center of a nearly least sphere; the mean of the triangles' centroids.
void lbx_ball_center(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                     double center[3]);
void lbx_mean_of_centroids(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                           double center[3]);

// A point of the axis of a nearly least cylinder in this direction, a unit vector.
void lbx_circle_center(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                       const double axis[3], double center[3]);

// The capsule in this direction, rounded to floats.
void lbx_rod_along(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                   const double axis[3], struct lbx_rod *rod);

// (b - a) x (c - a) of corners that are floats, each component rounded once or nearly so: it is 0
// only if it is exactly.
void lbx_cross_exact(double (*corner)[3], double cross[3]);

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// a + b, and what it rounds off (Knuth's two-sum).
static inline double sum_of_two(double a, double b, double *lost) {
    const double sum = a + b, added = sum - a;
    *lost = (a - (sum - added)) + (b - added);
    return sum;
}

#define LEAST_RADIUS 0x1p-60f // that of lbx_spheres and lbx_capsules

// The least float that is not below x, for x from -2^127 to 2^127.
static inline float rounded_up(double x) {
    float f = nearest_float(x);
    if ((double)f < x) {
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        bits += f < 0 ? UINT32_MAX : 1;
        memcpy(&f, &bits, sizeof bits);
    }
    return f;
}

#endif
