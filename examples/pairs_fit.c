// SPDX-License-Identifier: MIT
// A box around a part: principal axes of its surface (book 9.2.1), the covariance taken about the
// mean, or x y z where that box has the smaller surface.
#include <float.h>
#include <math.h>

#include "pairs_bodies.h"

static void corner(const struct mesh *mesh, size_t triangle, int v, double out[3]) {
    for (int c = 0; c < 3; c++) out[c] = mesh->vertex[3 * v + c][triangle];
}

// The area of a triangle, its middle, and its corners relative to the middle.
static double measure(const struct mesh *mesh, size_t triangle, double middle[3],
                      double offset[3][3]) {
    for (int v = 0; v < 3; v++) corner(mesh, triangle, v, offset[v]);
    double cross_square = 0;
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        const double cross = (offset[1][d] - offset[0][d]) * (offset[2][e] - offset[0][e]) -
                             (offset[1][e] - offset[0][e]) * (offset[2][d] - offset[0][d]);
        cross_square += cross * cross;
        middle[c] = (offset[0][c] + offset[1][c] + offset[2][c]) / 3;
        for (int v = 0; v < 3; v++) offset[v][c] -= middle[c];
    }
    return sqrt(cross_square) / 2;
}

static void covariance(const struct mesh *mesh, const struct mesh_part *part, double out[3][3]) {
    double area = 0, mean[3] = {0}, middle[3], offset[3][3];
    for (size_t t = part->first; t < part->first + part->count; t++) {
        const double a = measure(mesh, t, middle, offset);
        area += a;
        for (int c = 0; c < 3; c++) mean[c] += a * middle[c];
    }
    for (int c = 0; c < 3; c++) mean[c] /= area > 0 ? area : 1;
    for (size_t t = part->first; t < part->first + part->count; t++) {
        const double a = measure(mesh, t, middle, offset);
        for (int c = 0; c < 3; c++) {
            for (int d = 0; d < 3; d++) {
                // Over a triangle the mean of x y is that of its middle + sum of the corners' / 12.
                double within = 0;
                for (int v = 0; v < 3; v++) within += offset[v][c] * offset[v][d] / 12;
                out[c][d] += a * ((middle[c] - mean[c]) * (middle[d] - mean[d]) + within);
            }
        }
    }
}

// Jacobi: turns m, symmetric, step by step into a diagonal one; the turned axes are its
// eigenvectors.
static void eigenvectors(double m[3][3], double axis[3][3]) {
    for (int step = 0; step < 30; step++) {
        const int p = step % 3, q = (step + 1) % 3;
        if (fabs(m[p][q]) <= DBL_MIN) continue;
        const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
        const double tangent = copysign(1, theta) / (fabs(theta) + hypot(theta, 1));
        const double cosine = 1 / hypot(tangent, 1), sine = tangent * cosine;
        for (int k = 0; k < 3; k++) { // columns
            const double x = m[k][p], y = m[k][q];
            m[k][p] = cosine * x - sine * y;
            m[k][q] = sine * x + cosine * y;
        }
        for (int k = 0; k < 3; k++) { // rows, and the axes with them
            const double x = m[p][k], y = m[q][k];
            m[p][k] = cosine * x - sine * y;
            m[q][k] = sine * x + cosine * y;
            const double u = axis[p][k], v = axis[q][k];
            axis[p][k] = cosine * u - sine * v;
            axis[q][k] = sine * u + cosine * v;
        }
    }
}

static struct obb box_along(const struct mesh *mesh, const struct mesh_part *part,
                            double axis[3][3]) {
    struct obb box = {{0}, {0}, {{0}}};
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t t = part->first; t < part->first + part->count; t++) {
            for (int v = 0; v < 3; v++) {
                double at[3];
                corner(mesh, t, v, at);
                const double along = at[0] * axis[k][0] + at[1] * axis[k][1] + at[2] * axis[k][2];
                low = fmin(low, along);
                high = fmax(high, along);
            }
        }
        box.half[k] = (float)((high - low) / 2);
        for (int c = 0; c < 3; c++) {
            box.axis[k][c] = (float)axis[k][c];
            box.center[c] += (float)(axis[k][c] * (low + high) / 2);
        }
    }
    return box;
}

static float surface(const struct obb *box) {
    return box->half[0] * box->half[1] + box->half[1] * box->half[2] + box->half[2] * box->half[0];
}

struct obb fit_box(const struct mesh *mesh, const struct mesh_part *part) {
    double world[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double principal[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double spread[3][3] = {{0}};
    covariance(mesh, part, spread);
    eigenvectors(spread, principal);
    const struct obb straight = box_along(mesh, part, world);
    const struct obb turned = box_along(mesh, part, principal);
    return surface(&turned) < surface(&straight) ? turned : straight;
}
