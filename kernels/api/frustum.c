// SPDX-License-Identifier: MIT
// Frusta made ready for tests, in double (numerics.md), and the call of these tests.
#include "../lanes/floats.h"

#include "frustum.h"

#include <math.h>
#include <string.h>

#include "../doubles/vectors.h"
#include "call.h"

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

// a + b, and what rounding took from it in *rest (Knuth's TwoSum).
static double two_sum(double a, double b, double *rest) {
    const double sum = a + b, part = sum - a;
    *rest = (a - (sum - part)) + (b - part);
    return sum;
}

// axis[2] + x axis[0] + y axis[1], within 2^-52 of each component however its terms cancel, and
// 2^-100 of the terms.
ONCE static void edge_at(const struct frustum_frame *f, double x, double y, double edge[3]) {
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
static struct interval along_edge(const struct frustum_frame *f, const double axis[3],
                                  const double edge[3]) {
    const double slope = dot_of(axis, edge), least = EDGE_LEAST * length_of(edge);
    if (slope > least) return (struct interval){slope * f->range[0], slope * f->range[1]};
    if (slope < -least) return (struct interval){slope * f->range[1], slope * f->range[0]};
    return (struct interval){0, 0};
}

ONCE static struct interval along(const struct frustum_frame *f, const double axis[3]) {
    if (f->parallel) {
        struct interval x = along_edge(f, axis, f->axis[2]);
        for (int k = 0; k < 2; k++) {
            const double slope = dot_of(axis, f->axis[k]);
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
ONCE static bool set_sides(struct lbx_frustum_ready *to, const struct frustum_frame *f) {
    double normal[3][3];
    for (int k = 0; k < 3; k++) cross_of(f->axis[(k + 1) % 3], f->axis[(k + 2) % 3], normal[k]);
    const double volume = dot_of(f->axis[0], normal[0]);
    for (int k = 0; k < 3; k++) {
        const double scale = copysign(1 / length_of(normal[k]), volume);
        if (!isfinite(scale)) return false;
        for (int c = 0; c < 3; c++) to->normal[k][c] = (float)(normal[k][c] *= scale);
    }
    // A point's coordinate k is dot_of(normal[k], point) / along[k].
    const double along[3] = {dot_of(normal[0], f->axis[0]), dot_of(normal[1], f->axis[1]),
                             dot_of(normal[2], f->axis[2])};
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
ONCE static void add_crosses(struct lbx_frustum_ready *to, const struct frustum_frame *f,
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
ONCE static bool set_frame(struct frustum_frame *f, const struct lbx_frustum_item *item) {
    *f = (struct frustum_frame){.range = {(double)item->z_near, (double)item->z_far},
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
    *to = (struct lbx_frustum_ready){.pad = FRUSTUM_PAD};
    memcpy(to->eye, item.eye, sizeof to->eye);
    if (!set_frame(&to->frame, &item) || !set_sides(to, &to->frame)) to->pad = NAN;
}

// Adds the edges to the frame. False if nothing can be proven.
ONCE static bool span(struct lbx_frustum_ready *to) {
    struct frustum_frame *const f = &to->frame;
    for (int k = 0; k < 4 && !f->spanned; k++)
        edge_at(f, k & 1 ? f->high[0] : f->low[0], k & 2 ? f->high[1] : f->low[1], f->edge[k]);
    if (!f->spanned) lbx_frame_duals(f->axis, f->dual);
    f->spanned = true;
    return to->pad == FRUSTUM_PAD;
}

ONCE void lbx_frustum_cross(struct lbx_frustum_ready *to) {
    const struct frustum_frame *const f = &to->frame;
    to->crossed = true;
    if (!span(to)) return;
    for (int c = 0; c < 3; c++) {
        const double axis[3] = {c == 0, c == 1, c == 2};
        const struct interval x = along(f, axis);
        to->low[c] = (float)(2 * x.low);
        to->high[c] = (float)(2 * x.high);
    }
    add_crosses(to, f, f->axis[0]);
    add_crosses(to, f, f->axis[1]);
    if (f->parallel) add_crosses(to, f, f->axis[2]);
    for (int k = 0; k < 4 && !f->parallel; k++) add_crosses(to, f, f->edge[k]);
}

bool lbx_frustum_misses(struct lbx_frustum_ready *to, lbx_frame_misses *misses,
                        const float item[]) {
    double center[3];
    for (int c = 0; c < 3; c++) center[c] = (double)item[c] - (double)to->eye[c];
    return span(to) && misses(&to->frame, center, item + 3);
}

// --- calls ---

ptrdiff_t lbx_call_frusta(lbx_frusta_test *const entries[], const lbx_frustums *frustums, size_t m,
                          const struct lbx_given *items, size_t n, unsigned flags,
                          uint8_t *classes) {
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (m == 0 || n == 0) return 0;
    struct lbx_operand frusta[2], operand;
    struct lbx_lists lists = {.list = NULL};
    ptrdiff_t error = lbx_operand_frustums(frusta, frustums, m, &lists);
    lists.list = NULL; // the other list has another length
    if (!error) error = items->make(&operand, items->view, n, &lists);
    if (!error && m > PTRDIFF_MAX / n) error = LBX_ERROR_COUNT;
    return error ? error : entries[lbx_isa_index()](frusta, m, &operand, n, flags, classes);
}
