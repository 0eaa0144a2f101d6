// SPDX-License-Identifier: MIT
// Frusta in double: made from matrices, and made ready for tests (numerics.md).
#include "../lanes/floats.h"

#include "frustum.h"

#include <math.h>
#include <string.h>

// All of this runs once a frustum. Unrolled it would take twice the code.
#define ONCE __attribute__((cold))

struct lbx_frustum_item lbx_frustum_read(const struct lbx_operand o[2], size_t i) {
    struct lbx_frustum_item f;
    for (unsigned c = 0; c < 3; c++) {
        f.eye[c] = operand_float(&o[0], c, i);
        for (unsigned k = 0; k < 3; k++) f.axis[k][c] = operand_float(&o[0], 3 + 3 * k + c, i);
    }
    for (unsigned k = 0; k < 2; k++) {
        f.low[k] = operand_float(&o[1], k, i);
        f.high[k] = operand_float(&o[1], 2 + k, i);
    }
    f.z_near = operand_float(&o[1], 4, i);
    f.z_far = operand_float(&o[1], 5, i);
    f.parallel = o[1].optional ? operand_float(&o[1], 6, i) : 0;
    return f;
}

// --- vectors ---

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double length_of(const double v[3]) {
    return sqrt(dot(v, v));
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++) {
        const int j = (c + 1) % 3, k = (c + 2) % 3;
        out[c] = a[j] * b[k] - a[k] * b[j];
    }
}

// a + b, and what rounding took from it in *rest (Knuth's TwoSum).
static double two_sum(double a, double b, double *rest) {
    const double sum = a + b, part = sum - a;
    *rest = (a - (sum - part)) + (b - part);
    return sum;
}

// The frustum's frame in double. Products of two of its floats are exact.
struct frame {
    double axis[3][3];
    double low[2], high[2], range[2]; // of x and y, of z
    bool parallel;
    double edge[4][3]; // from the eye, unless it is parallel
};

// axis[2] + x axis[0] + y axis[1], within 2^-52 of each component however its terms cancel, and
// 2^-100 of the terms.
ONCE static void edge_at(const struct frame *f, double x, double y, double edge[3]) {
    for (int c = 0; c < 3; c++) {
        double rest, more;
        const double sum = two_sum(x * f->axis[0][c], y * f->axis[1][c], &rest);
        edge[c] = two_sum(f->axis[2][c], sum, &more);
        edge[c] += more + rest;
    }
}

// --- intervals ---

struct interval {
    double low, high;
};

// What rounding leaves of a product of an axis and an edge that are perpendicular; see numerics.md.
#define EDGE_LEAST 0x1p-46

// Where z times the edge lies along an axis of length 1, z being in the frustum's range.
static struct interval along_edge(const struct frame *f, const double axis[3],
                                  const double edge[3]) {
    const double slope = dot(axis, edge), least = EDGE_LEAST * length_of(edge);
    if (slope > least) return (struct interval){slope * f->range[0], slope * f->range[1]};
    if (slope < -least) return (struct interval){slope * f->range[1], slope * f->range[0]};
    return (struct interval){0, 0};
}

ONCE static struct interval along(const struct frame *f, const double axis[3]) {
    if (f->parallel) {
        struct interval x = along_edge(f, axis, f->axis[2]);
        for (int k = 0; k < 2; k++) {
            const double slope = dot(axis, f->axis[k]);
            const double low = slope * f->low[k], high = slope * f->high[k];
            const double more = EDGE_LEAST / 4 * (fabs(f->low[k]) + fabs(f->high[k]));
            x.low += fmin(low, high) - more;
            x.high += fmax(low, high) + more;
        }
        return x;
    }
    struct interval x = along_edge(f, axis, f->edge[0]);
    for (int k = 1; k < 4; k++) {
        const struct interval other = along_edge(f, axis, f->edge[k]);
        x.low = fmin(x.low, other.low);
        x.high = fmax(x.high, other.high);
    }
    return x;
}

// --- axes ---

// False if the frustum has no volume.
ONCE static bool set_sides(struct lbx_frustum_ready *to, const struct frame *f) {
    double normal[3][3];
    for (int k = 0; k < 3; k++) cross(f->axis[(k + 1) % 3], f->axis[(k + 2) % 3], normal[k]);
    const double volume = dot(f->axis[0], normal[0]);
    for (int k = 0; k < 3; k++) {
        const double scale = copysign(1 / length_of(normal[k]), volume);
        if (!isfinite(scale)) return false;
        for (int c = 0; c < 3; c++) to->normal[k][c] = (float)(normal[k][c] *= scale);
    }
    // A point's coordinate k is dot(normal[k], point) / along[k].
    const double along[3] = {dot(normal[0], f->axis[0]), dot(normal[1], f->axis[1]),
                             dot(normal[2], f->axis[2])};
    for (int side = 0; side < 4; side++) {
        const int k = side % 2, sign = side < 2 ? 1 : -1;
        const double at = sign * (side < 2 ? f->low[k] : f->high[k]);
        const double lean = f->parallel ? 0 : -at * along[k] / along[2];
        double inward[3];
        for (int c = 0; c < 3; c++) inward[c] = sign * normal[k][c] + lean * normal[2][c];
        const double length = length_of(inward);
        to->mix[side][0] = (float)(sign / length);
        to->mix[side][1] = (float)(lean / length);
        to->offset[side] = f->parallel ? (float)(-2 * at * along[k]) : 0;
        for (int c = 0; c < 3; c++) to->size[side][c] = (float)fabs(inward[c] / length);
    }
    for (int end = 0; end < 2; end++) to->offset[4 + end] = (float)(2 * f->range[end] * along[2]);
    for (int c = 0; c < 3; c++) to->size[4][c] = fabsf(to->normal[2][c]);
    return true;
}

// Adds the products of an edge and x, y, z, unless it is parallel to it.
ONCE static void add_crosses(struct lbx_frustum_ready *to, const struct frame *f,
                             const double edge[3]) {
    const double length = length_of(edge);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double across = sqrt(edge[j] * edge[j] + edge[k] * edge[k]);
        if (!(across > 0x1p-40 * length)) continue;
        double axis[3];
        axis[i] = 0;
        axis[j] = -edge[k] / across;
        axis[k] = edge[j] / across;
        const struct interval x = along(f, axis);
        to->cross[i][to->crosses[i]++] = (struct lbx_frustum_cross){
            {(float)axis[j], (float)axis[k]}, (float)(2 * x.low), (float)(2 * x.high)};
    }
}

#define FRUSTUM_PAD 0x1p-20f // 16 half ulps of 1, see numerics.md

// False if a float is none or infinite, or if it has no end behind its start. An eye that is none
// is in the slack of every box.
ONCE static bool set_frame(struct frame *f, const struct lbx_frustum_item *item) {
    *f = (struct frame){.range = {(double)item->z_near, (double)item->z_far},
                        .parallel = item->parallel != 0};
    float sum = 0 * item->z_near + 0 * item->parallel; // a NaN if one of them is none, or infinite
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
            f->axis[k][c] = (double)item->axis[k][c];
            sum += 0 * item->axis[k][c];
        }
    }
    for (int k = 0; k < 2; k++) {
        f->low[k] = (double)item->low[k];
        f->high[k] = (double)item->high[k];
        sum += 0 * item->low[k] + 0 * item->high[k];
    }
    return isfinite(sum) && item->z_far >= item->z_near;
}

ONCE void lbx_frustum_prepare(struct lbx_frustum_ready *to, const struct lbx_operand o[2],
                              size_t i) {
    const struct lbx_frustum_item item = lbx_frustum_read(o, i);
    struct frame f;
    *to = (struct lbx_frustum_ready){.from = o, .item = i};
    memcpy(to->eye, item.eye, sizeof to->eye);
    to->pad = set_frame(&f, &item) && set_sides(to, &f) ? FRUSTUM_PAD : NAN;
}

ONCE void lbx_frustum_cross(struct lbx_frustum_ready *to) {
    const struct lbx_frustum_item item = lbx_frustum_read(to->from, to->item);
    struct frame f;
    to->crossed = true;
    if (!set_frame(&f, &item)) return;
    for (int k = 0; k < 4; k++)
        edge_at(&f, k & 1 ? f.high[0] : f.low[0], k & 2 ? f.high[1] : f.low[1], f.edge[k]);
    for (int c = 0; c < 3; c++) {
        const double axis[3] = {c == 0, c == 1, c == 2};
        const struct interval x = along(&f, axis);
        to->low[c] = (float)(2 * x.low);
        to->high[c] = (float)(2 * x.high);
    }
    add_crosses(to, &f, f.axis[0]);
    add_crosses(to, &f, f.axis[1]);
    if (f.parallel) add_crosses(to, &f, f.axis[2]);
    for (int k = 0; k < 4 && !f.parallel; k++) add_crosses(to, &f, f.edge[k]);
}

// --- matrices ---

#define MATRIX_SKEW 0x1p-10 // what is less off than this is rounding
#define MATRIX_FAR 0x1p-20  // z_near / z_far that floats still tell from 0

static double scale_to_unit(double v[3]) {
    const double length = length_of(v);
    for (int c = 0; c < 3; c++) v[c] /= length;
    return length;
}

// The point p at which a[k].p + a[k][3] is 0 for three rows. False if there is none.
ONCE static bool solve(const double *const a[3], double p[3]) {
    double side[3][3];
    for (int k = 0; k < 3; k++) cross(a[(k + 1) % 3], a[(k + 2) % 3], side[k]);
    const double volume = dot(a[0], side[0]);
    for (int c = 0; c < 3; c++)
        p[c] = -(a[0][3] * side[0][c] + a[1][3] * side[1][c] + a[2][3] * side[2][c]) / volume;
    return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]);
}

// The axis of x or y in clip space, and by how much this grows along it and along `forward`.
struct clip_axis {
    double unit[3], grows, leans;
};

static struct clip_axis clip_axis(const double row[4], const double forward[3]) {
    struct clip_axis a = {.leans = dot(row, forward)};
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

ONCE int lbx_frustum_of_matrix(const float matrix[16], unsigned flags, lbx_frustum *frustum) {
    if (flags > (LBX_MATRIX_ROWS | LBX_MATRIX_DEPTH_BOTH)) return LBX_ERROR_FLAGS;
    if (!matrix || !frustum) return LBX_ERROR_NULL;
    double row[4][4];
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            row[r][c] = (double)matrix[flags & LBX_MATRIX_ROWS ? 4 * r + c : 4 * c + r];

    // Forward is where w grows, or depth if w is the same everywhere: an orthographic matrix. Its
    // eye is where x, y and depth are 0.
    const bool parallel = dot(row[3], row[3]) == 0;
    double forward[3], eye[3];
    memcpy(forward, row[parallel ? 2 : 3], sizeof forward);
    const double w = parallel ? row[3][3] : scale_to_unit(forward);
    if (parallel) scale_to_unit(forward);
    if (!solve((const double *[]){row[0], row[1], row[parallel ? 2 : 3]}, eye) || !(w > 0))
        return LBX_ERROR_FORMAT;
    struct clip_axis axis[2] = {clip_axis(row[0], forward), clip_axis(row[1], forward)};
    const double across = dot(row[2], row[2]), along = dot(row[2], forward);
    const double skew = dot(axis[0].unit, axis[1].unit);
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
    } else if (!depth_range(along, dot(row[2], eye) + row[2][3], w, first, &f.z_near, &f.z_far)) {
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
