// SPDX-License-Identifier: MIT
// An edge counts if it crosses the half plane y = 0, x > 0 from y < 0 to y >= 0 or back. A triangle
// is crossed if one of its edges counts; two do if it lies in the half plane's way, and the line
// misses it. Whether an edge counts follows from its two vertices alone, in either order: products
// of two floats are exact in a double, and so is their comparison. Where each edge is one of an
// even number of triangles, the line therefore crosses an even number of triangles.
#include "../lanes/floats.h"

#include "ray_crossing.h"

#include "near_double.h"

// Twice the signed area that x = y = 0 spans with the edge from vertex i to j. Only the difference
// is rounded, so that the sign is exact.
static double side_of(const float x[3], const float y[3], int i, int j) {
    return product_of((double)x[i], (double)y[j]) - product_of((double)x[j], (double)y[i]);
}

bool lbx_line_crosses(const float x[3], const float y[3], const float z[3], double *at) {
    double sum = 0, along = 0;
    bool crosses = false;
    for (int v = 0; v < 3; v++) {
        const int i = (v + 1) % 3, j = (v + 2) % 3;
        const double side = side_of(x, y, i, j);
        if ((y[i] < 0) != (y[j] < 0)) crosses ^= y[i] < 0 ? side > 0 : side < 0;
        sum += side;
        along += product_of(side, (double)z[v]);
    }
    if (!crosses) return false;
    *at = along / sum; // none of the sides has another's sign
    return true;
}
