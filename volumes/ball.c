// SPDX-License-Identifier: MIT
// Spheres: about a given center, and a nearly least one; circles around what is seen along an axis.
//
// The least sphere around a set is that of at most four of its points. The search starts with two
// points that are far apart. In each step the farthest point joins the points that define the
// sphere, the least sphere of all of these is searched among their subsets, and the others leave.
// The sphere grows at each step. It is a lower bound of every sphere around the mesh; enlarged to
// reach the farthest point, it is an upper bound of the least one. The search ends once the two are
// within 2^-12. Gartner 1999, "Fast and robust smallest enclosing balls", pivots in the same way.
// The least circle is the least sphere around the points once they are moved along the axis into a
// plane.
#include "kernels/lanes/floats.h"

#include "fit.h"

enum { POINTS = 5, STEPS = 1000 };

#define CLOSE_ENOUGH (1 + 0x1p-12)
#define WITHIN (1 + 0x1p-32) // of a sphere's squared radius: its points are rounded

struct point {
    double at[3];
};

static double square_between(const double a[3], const double b[3]) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

// The first of the farthest corners, relative to `from`. An axis moves them into a plane across it.
static double farthest(const struct lbx_piece *piece, const double from[3], const double *axis,
                       const double center[3], struct point *found) {
    double most = -1;
    for (size_t i = piece->begin; i < piece->end; i++) {
        double x[3];
        corner_from(piece, i, from, x);
        if (axis) {
            const double along = dot(x, axis);
            for (int c = 0; c < 3; c++) x[c] -= along * axis[c];
        }
        const double square = square_between(x, center);
        if (square > most) {
            most = square;
            memcpy(found->at, x, sizeof x);
        }
    }
    return most;
}

// A component of (vertex - center) is rounded once, its square once more and a sum of three twice:
// 5 * 2^-53, and half of it for the root, which is rounded too. 2^-50 is more.
void lbx_ball_about(const struct lbx_piece *piece, const double center[3], struct lbx_ball *ball) {
    static const double origin[3] = {0, 0, 0};
    double stored[3];
    for (int c = 0; c < 3; c++) {
        ball->center[c] = nearest_float(center[c]);
        stored[c] = (double)ball->center[c];
    }
    struct point at;
    ball->radius = rounded_up(sqrt(farthest(piece, origin, NULL, stored, &at)) * (1 + 0x1p-50));
    if (ball->radius > 0 && ball->radius < LEAST_RADIUS) ball->radius = LEAST_RADIUS;
}

// Equations 1 and 2: the mean of the triangles' centroids. Large coordinates may cancel and leave a
// mean that is as small as what they round off.
void lbx_mean_of_centroids(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                           double center[3]) {
    (void)bounds;
    double sum[3] = {0, 0, 0}, lost[3] = {0, 0, 0};
    for (size_t i = piece->begin; i < piece->end; i++) {
        for (int c = 0; c < 3; c++) {
            double rest;
            sum[c] = sum_of_two(sum[c], (double)*corner_float(piece, i, c), &rest);
            lost[c] += rest;
        }
    }
    for (int c = 0; c < 3; c++)
        center[c] = (sum[c] + lost[c]) / (double)(piece->end - piece->begin);
}

// --- the least sphere of few points ---

struct sphere {
    double center[3], square; // of the radius
};

static double determinant(const double a[3], const double b[3], const double c[3]) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// The sphere through 1 to 4 points whose center lies in the space that they span:
// center = p0 + the sum of part[k] edge[k], with center . edge[i] = edge[i]^2 / 2 from p0 on.
// False where the points do not span that space.
static bool sphere_through(const struct point *const p[], int count, struct sphere *s) {
    // Unit rows beyond the points: the solution's parts there are 0.
    double edge[3][3], gram[3][3], half[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        for (int c = 0; c < 3; c++) edge[i][c] = i + 1 < count ? p[i + 1]->at[c] - p[0]->at[c] : 0;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            gram[i][j] = i + 1 < count ? dot(edge[i], edge[j]) : (double)(i == j);
        if (i + 1 < count) half[i] = gram[i][i] / 2;
    }
    const double all = determinant(gram[0], gram[1], gram[2]);
    if (!(all > 0)) return false;
    memcpy(s->center, p[0]->at, sizeof s->center);
    for (int k = 0; k + 1 < count; k++) { // Cramer's rule; the matrix is symmetric
        const double *const row[3] = {k == 0 ? half : gram[0], k == 1 ? half : gram[1],
                                      k == 2 ? half : gram[2]};
        const double part = determinant(row[0], row[1], row[2]) / all;
        for (int c = 0; c < 3; c++) s->center[c] += part * edge[k][c];
    }
    s->square = 0;
    for (int i = 0; i < count; i++) {
        const double square = square_between(s->center, p[i]->at);
        s->square = square > s->square ? square : s->square;
    }
    return true;
}

// The least sphere through some of the points that contains all of them; keeps those that it goes
// through. False if rounding leaves none.
static bool least_sphere(struct point points[POINTS], int *count, struct sphere *s) {
    unsigned kept = 0;
    for (unsigned set = 1; set < 1u << *count; set++) {
        const struct point *p[POINTS];
        struct sphere tried;
        int chosen = 0;
        for (int i = 0; i < *count; i++) {
            if (set >> i & 1) p[chosen++] = &points[i];
        }
        if (chosen == POINTS || !sphere_through(p, chosen, &tried)) continue;
        bool has_all = true;
        for (int i = 0; i < *count; i++)
            has_all &= square_between(tried.center, points[i].at) <= tried.square * WITHIN;
        if (!has_all || (kept && tried.square >= s->square)) continue;
        kept = set;
        *s = tried;
    }
    int left = 0;
    for (int i = 0; i < *count; i++) {
        if (kept >> i & 1) points[left++] = points[i];
    }
    *count = left;
    return kept != 0;
}

static void find_center(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                        const double *axis, double center[3]) {
    static const double middle[3] = {0, 0, 0}; // all is relative to the middle of the bounds
    struct point points[POINTS];
    struct sphere s = {{0, 0, 0}, 0}, best = s;
    int count = 1;
    double least = farthest(piece, bounds->middle, axis, middle, &points[0]);
    double grown = 0;
    for (int step = 0; step < STEPS; step++) {
        if (!least_sphere(points, &count, &s) || (step > 0 && s.square <= grown)) break;
        grown = s.square;
        const double needed = farthest(piece, bounds->middle, axis, s.center, &points[count]);
        if (needed < least) {
            least = needed;
            best = s;
        }
        if (needed <= grown * CLOSE_ENOUGH * CLOSE_ENOUGH) break;
        count++;
    }
    for (int c = 0; c < 3; c++) center[c] = bounds->middle[c] + best.center[c];
}

void lbx_ball_center(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                     double center[3]) {
    find_center(piece, bounds, NULL, center);
}

void lbx_circle_center(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                       const double axis[3], double center[3]) {
    find_center(piece, bounds, axis, center);
}
