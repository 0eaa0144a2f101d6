// SPDX-License-Identifier: MIT
#include "box_points.h"

#include "kernels/doubles/vectors.h"

// A box whose center is relative to the first box's.
struct solid {
    double center[3], half[3], axis[3][3];
};

static void open_solid(const float *box, const float *origin, struct solid *s) {
    for (int c = 0; c < 3; c++) {
        s->center[c] = (double)box[c] - (double)origin[c];
        s->half[c] = (double)box[3 + c];
        for (int k = 0; k < 3; k++) s->axis[k][c] = (double)box[6 + 3 * k + c];
    }
}

// Edge e of twelve: along axis e / 4, at the signs of the bits of e % 4 along the other two.
static void edge_of(const struct solid *s, int e, double middle[3], double half_way[3]) {
    const int k = e / 4;
    for (int c = 0; c < 3; c++) {
        middle[c] = s->center[c];
        for (int j = 1; j < 3; j++) {
            const int l = (k + j) % 3;
            const double step = product_of(s->half[l], s->axis[l][c]);
            middle[c] += e >> (j - 1) & 1 ? step : -step;
        }
        half_way[c] = product_of(s->half[k], s->axis[k][c]);
    }
}

static double clamped(double x, double most) {
    return x > most ? most : x < -most ? -most : x;
}

// Where the segment comes nearest to the box. Its distance is convex along it and has a kink at
// most where a coordinate enters or leaves the box; between kinks the slope is linear, so that the
// least is found by halving.
static double nearest_on(const struct solid *box, const double middle[3], const double way[3],
                         double on[3], double in[3]) {
    double from[3], at[3], to[3], low = -1, high = 1;
    difference_of(middle, box->center, from);
    for (int k = 0; k < 3; k++) {
        at[k] = dot_of(from, box->axis[k]);
        to[k] = dot_of(way, box->axis[k]);
    }
    for (int round = 0; round < 60; round++) {
        const double t = (low + high) / 2;
        double slope = 0;
        for (int k = 0; k < 3; k++) {
            const double x = at[k] + product_of(t, to[k]);
            slope += product_of(to[k], x - clamped(x, box->half[k]));
        }
        if (slope >= 0) high = t;
        if (slope <= 0) low = t;
    }
    const double t = (low + high) / 2;
    double square = 0;
    for (int c = 0; c < 3; c++) {
        on[c] = middle[c] + product_of(t, way[c]);
        in[c] = box->center[c];
    }
    for (int k = 0; k < 3; k++) {
        const double x = at[k] + product_of(t, to[k]), inside = clamped(x, box->half[k]);
        square += product_of(x - inside, x - inside);
        for (int c = 0; c < 3; c++) in[c] += product_of(inside, box->axis[k][c]);
    }
    return square;
}

// Two boxes are nearest to each other at a point of an edge of one of them, if they do not meet; if
// they do, an edge of one of them meets the other.
void lbx_box_point(const float *a, const float *b, float point[3]) {
    struct solid solid[2];
    double least = INFINITY;
    open_solid(a, a, &solid[0]);
    open_solid(b, a, &solid[1]);
    for (int side = 0; side < 2; side++) {
        for (int e = 0; e < 12; e++) {
            double middle[3], way[3], on[3], in[3];
            edge_of(&solid[side], e, middle, way);
            const double square = nearest_on(&solid[1 - side], middle, way, on, in);
            if (!(square < least)) continue;
            least = square;
            for (int c = 0; c < 3; c++) point[c] = (float)((double)a[c] + (on[c] + in[c]) / 2);
        }
    }
}
