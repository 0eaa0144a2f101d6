// SPDX-License-Identifier: MIT
// Capsules in a given direction, such that no vertex is outside by even a bit.
//
// Across the direction, the axis goes through the center of a nearly least circle. A vertex that is
// `across` away from the axis is in the cap of a capsule of radius r whose end is at most w =
// sqrt(r^2 - across^2) away along the axis. So the capsule begins at the least of all along + w,
// and ends at the largest of all along - w. A vertex that is r away has w = 0 and is between the
// two.
//
// The ends are rounded to floats first. The radius is the largest distance of a vertex from the
// segment of these very floats, and any point of that segment gives a distance that is not too
// small: start + part * way, for a double `part` from 0 to 1 and the exact way. With u = 2^-53, the
// differences (vertex - start) and way are rounded once, as are the product and the last
// difference, the rest, which is off by at most 2 u |rest| + 3 u |way|. The square root of the sum
// of its squares loses 2.5 u more. The pad is 8 u of the distance and of |x| + |y| + |z| of the
// way.
//
// Where the ends are close to each other, rounding them turns the axis. If their distance is but a
// small part both of the radius and of the coordinates, the axis may turn far: then the capsule is
// made a sphere about its middle, whose radius is larger by half of the distance.
#include "kernels/lanes/floats.h"

#include "fit.h"

#define PAD 0x1p-50
#define SHORT 0x1p-4  // of the radius
#define GRAIN 0x1p-16 // of coordinates: 2^8 half ulps

// Where a corner is along the axis, from the center, and the square of its distance from the axis.
static double place(const struct lbx_piece *piece, size_t corner, const double center[3],
                    const double axis[3], double *square) {
    double x[3];
    corner_from(piece, corner, center, x);
    const double along = dot(x, axis);
    for (int c = 0; c < 3; c++) x[c] -= along * axis[c];
    *square = dot(x, x);
    return along;
}

// Where the capsule begins and ends along the axis.
static void find_ends(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                      const double center[3], const double axis[3], double end[2]) {
    double most = 0, square, largest = 0;
    for (size_t i = piece->begin; i < piece->end; i++) {
        place(piece, i, center, axis, &square);
        most = square > most ? square : most;
    }
    end[0] = INFINITY;
    end[1] = -INFINITY;
    for (size_t i = piece->begin; i < piece->end; i++) {
        const double along = place(piece, i, center, axis, &square), within = sqrt(most - square);
        end[0] = along + within < end[0] ? along + within : end[0];
        end[1] = along - within > end[1] ? along - within : end[1];
    }
    for (int c = 0; c < 3; c++) {
        const double middle = bounds->middle[c];
        const double large = fabs(middle) + ((double)bounds->max[c] - middle);
        largest = large > largest ? large : largest;
    }
    const double length = end[1] - end[0];
    if (length <= SHORT * sqrt(most) && length <= GRAIN * largest)
        end[0] = end[1] = (end[0] + end[1]) / 2;
}

// The least radius around the stored segment, padded.
static float radius_around(const struct lbx_piece *piece, const struct lbx_rod *rod) {
    double start[3], way[3], most = 0;
    for (int c = 0; c < 3; c++) {
        start[c] = (double)rod->start[c];
        way[c] = (double)rod->end[c] - start[c];
    }
    const double all = dot(way, way);
    for (size_t i = piece->begin; i < piece->end; i++) {
        double x[3];
        corner_from(piece, i, start, x);
        const double along = dot(x, way);
        const double part = along <= 0 ? 0 : along >= all ? 1 : along / all;
        for (int c = 0; c < 3; c++) x[c] -= part * way[c];
        const double square = dot(x, x);
        most = square > most ? square : most;
    }
    const double length = fabs(way[0]) + fabs(way[1]) + fabs(way[2]);
    const float radius = rounded_up(sqrt(most) * (1 + PAD) + PAD * length);
    return radius > 0 && radius < LEAST_RADIUS ? LEAST_RADIUS : radius;
}

void lbx_rod_along(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                   const double axis[3], struct lbx_rod *rod) {
    double center[3], end[2];
    lbx_circle_center(piece, bounds, axis, center);
    find_ends(piece, bounds, center, axis, end);
    for (int c = 0; c < 3; c++) {
        rod->start[c] = nearest_float(center[c] + end[0] * axis[c]);
        rod->end[c] = nearest_float(center[c] + end[1] * axis[c]);
    }
    rod->radius = radius_around(piece, rod);
}
