// SPDX-License-Identifier: MIT
// Frusta made from matrices.
#include "../lanes/floats.h"

#include "lanebox.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../doubles/vectors.h"

#define MATRIX_SKEW 0x1p-10 // what is less off than this is rounding
#define MATRIX_FAR 0x1p-20  // z_near / z_far that floats still tell from 0

static double scale_to_unit(double v[3]) {
    const double length = length_of(v);
    for (int c = 0; c < 3; c++) v[c] /= length;
    return length;
}

// The point p at which a[k].p + a[k][3] is 0 for three rows. False if there is none.
static bool solve(const double *const a[3], double p[3]) {
    double side[3][3];
    for (int k = 0; k < 3; k++) cross_of(a[(k + 1) % 3], a[(k + 2) % 3], side[k]);
    const double volume = dot_of(a[0], side[0]);
    for (int c = 0; c < 3; c++)
        p[c] = -(a[0][3] * side[0][c] + a[1][3] * side[1][c] + a[2][3] * side[2][c]) / volume;
    return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]);
}

// The axis of x or y in clip space, and by how much this grows along it and along `forward`.
struct clip_axis {
    double unit[3], grows, leans;
};

static struct clip_axis clip_axis(const double row[4], const double forward[3]) {
    struct clip_axis a = {.leans = dot_of(row, forward)};
    for (int c = 0; c < 3; c++) a.unit[c] = row[c] - a.leans * forward[c];
    a.grows = scale_to_unit(a.unit);
    return a;
}

// Where it begins and ends along forward. Depth over w is (grows + rest / z) / w; a z of infinity
// or beyond has an inverse of 0 or less.
static bool depth_range(double grows, double rest, double w, double first, float *z_near,
                        float *z_far) {
    const double a = (first * w - grows) / rest, b = (w - grows) / rest;
    const double near_inverse = fmax(a, b), far_inverse = fmin(a, b);
    if (!(near_inverse > 0 && isfinite(near_inverse))) return false;
    *z_near = (float)(1 / near_inverse);
    *z_far = far_inverse > MATRIX_FAR * near_inverse ? (float)(1 / far_inverse) : INFINITY;
    return true;
}

int lbx_frustum_of_matrix(const float matrix[16], unsigned flags, lbx_frustum *frustum) {
    if (flags > (LBX_MATRIX_ROWS | LBX_MATRIX_DEPTH_BOTH)) return LBX_ERROR_FLAGS;
    if (!matrix || !frustum) return LBX_ERROR_NULL;
    double row[4][4];
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            row[r][c] = (double)matrix[flags & LBX_MATRIX_ROWS ? 4 * r + c : 4 * c + r];

    // Forward is where w grows, or depth if w is the same everywhere: an orthographic matrix. Its
    // eye is where x, y and depth are 0.
    const bool parallel = dot_of(row[3], row[3]) == 0;
    double forward[3], eye[3];
    memcpy(forward, row[parallel ? 2 : 3], sizeof forward);
    const double w = parallel ? row[3][3] : scale_to_unit(forward);
    if (parallel) scale_to_unit(forward);
    if (!solve((const double *[]){row[0], row[1], row[parallel ? 2 : 3]}, eye) || !(w > 0))
        return LBX_ERROR_FORMAT;
    struct clip_axis axis[2] = {clip_axis(row[0], forward), clip_axis(row[1], forward)};
    const double across = dot_of(row[2], row[2]), along = dot_of(row[2], forward);
    const double skew = dot_of(axis[0].unit, axis[1].unit);
    if (!(fabs(skew) <= MATRIX_SKEW && across - along * along <= MATRIX_SKEW * across))
        return LBX_ERROR_FORMAT;
    for (int c = 0; c < 3; c++) axis[1].unit[c] -= skew * axis[0].unit[c];
    scale_to_unit(axis[1].unit);

    lbx_frustum f = {.parallel = parallel};
    for (int k = 0; k < 2; k++) {
        const double leans = parallel ? 0 : axis[k].leans;
        if (parallel && fabs(axis[k].leans) > MATRIX_SKEW * axis[k].grows) return LBX_ERROR_FORMAT;
        f.low[k] = (float)((-w - leans) / axis[k].grows);
        f.high[k] = (float)((w - leans) / axis[k].grows);
    }
    const double first = flags & LBX_MATRIX_DEPTH_BOTH ? -1 : 0;
    if (parallel) {
        f.z_near = (float)(first * w / along);
        f.z_far = (float)(w / along);
    } else if (!depth_range(along, dot_of(row[2], eye) + row[2][3], w, first, &f.z_near,
                            &f.z_far)) {
        return LBX_ERROR_FORMAT;
    }
    for (int c = 0; c < 3; c++) {
        f.eye[c] = (float)eye[c];
        for (int k = 0; k < 2; k++) f.axis[k][c] = (float)axis[k].unit[c];
        f.axis[2][c] = (float)forward[c];
    }
    *frustum = f;
    return 0;
}
