// SPDX-License-Identifier: MIT
// One ray and one triangle in double. It settles what floats leave undecided: rays close to an edge
// or a triangle's plane, triangles close to a segment. numerics.md derives the constants.
#include "../lanes/floats.h"

#include "ray_double.h"

#include <math.h>

#include "near_double.h"

#define RAY_DOUBLE_PAD 0x1.2p-49 // 18 roundings
#define RAY_DOUBLE_T 0x1p-49     // of the depth: 16 roundings
#define RAY_EDGE_ON 0x1p-24      // of the square of the farthest vertex: less is a segment
#define RAY_EDGE_PADS 0x1p18     // and so is less than this many pads
#define RAY_EDGE_NEAR 0x1p-23    // of the farthest vertex
#define RAY_EDGE_FAR 0x1p-30     // of the depth

// A triangle as seen by the ray, which runs along z through x = y = 0. `beside` is the vertices'
// greatest distance from the ray along x or y, `depth` that from its origin along z.
struct seen {
    double x[3], y[3], z[3], beside, depth;
};

// Where the ray's line meets the triangle: from at[0] to at[1] along z, at these weights of the
// vertices. `reach` is the range along z in which rounding allows the contact to lie.
struct contact {
    double at[2], weight[2][3], reach[2];
};

static double larger_of(double a, double b) {
    return a < b ? b : a;
}

static double smaller_of(double a, double b) {
    return b < a ? b : a;
}

// The axis that the ray follows most.
static int longest_axis(const float direction[3]) {
    const float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static void see(const float ray[6], const float vertex[9], struct seen *s) {
    const int k = longest_axis(ray + 3), i = (k + 1) % 3, j = (k + 2) % 3;
    const double along = (double)ray[3 + k];
    const double shear_x = (double)ray[3 + i] / along, shear_y = (double)ray[3 + j] / along;
    s->beside = s->depth = 0;
    for (int v = 0; v < 3; v++) {
        const float *const at = vertex + 3 * v;
        s->z[v] = (double)at[k] - (double)ray[k];
        s->x[v] = (double)at[i] - (double)ray[i] - product_of(shear_x, s->z[v]);
        s->y[v] = (double)at[j] - (double)ray[j] - product_of(shear_y, s->z[v]);
        s->beside = larger_of(s->beside, larger_of(fabs(s->x[v]), fabs(s->y[v])));
        s->depth = larger_of(s->depth, fabs(s->z[v]));
    }
}

// The contact of a line with a triangle that is not seen as a segment; false if the line misses.
static bool meet_face(const struct seen *s, const double side[3], double pad, struct contact *c) {
    const double least = smaller_of(smaller_of(side[0], side[1]), side[2]);
    const double most = larger_of(larger_of(side[0], side[1]), side[2]);
    if (least < -pad && pad < most) return false;
    const double sign = fabs(least) > most ? -1 : 1;
    double sum = 0, low = s->z[0], high = s->z[0];
    for (int v = 0; v < 3; v++) {
        c->weight[0][v] = larger_of(product_of(sign, side[v]), 0);
        sum += c->weight[0][v];
        low = smaller_of(low, s->z[v]);
        high = larger_of(high, s->z[v]);
    }
    c->at[0] = 0;
    for (int v = 0; v < 3; v++) {
        c->weight[0][v] /= sum;
        c->weight[1][v] = c->weight[0][v];
        c->at[0] += product_of(c->weight[0][v], s->z[v]);
    }
    c->at[1] = c->at[0];
    const double slack = product_of(product_of(6, pad) / sum, high - low);
    c->reach[0] = larger_of(low, c->at[0] - slack);
    c->reach[1] = smaller_of(high, c->at[1] + slack);
    return true;
}

// The contact of a line with a triangle that is seen as a segment: along each edge that the line is
// near, from where it may come close to where it may leave.
static bool meet_edges(const struct seen *s, struct contact *c) {
    const double near = product_of(RAY_EDGE_NEAR, s->beside) + product_of(RAY_EDGE_FAR, s->depth);
    bool met = false;
    for (int from = 0; from < 3; from++) {
        const int to = (from + 1) % 3;
        const double x = s->x[to] - s->x[from], y = s->y[to] - s->y[from];
        const double square = product_of(x, x) + product_of(y, y);
        const double along = -(product_of(s->x[from], x) + product_of(s->y[from], y));
        const double part = part_of(along, square);
        if (!(fabs(s->x[from] + product_of(part, x)) <= near) ||
            !(fabs(s->y[from] + product_of(part, y)) <= near))
            continue;
        const double around = square > product_of(near, near) ? near / sqrt(square) : 1;
        for (int end = -1; end <= 1; end += 2) {
            const double at = larger_of(0, smaller_of(1, part + end * around));
            const double z = s->z[from] + product_of(at, s->z[to] - s->z[from]);
            for (int side = 0; side < 2; side++) {
                if (met && (side ? z <= c->at[1] : c->at[0] <= z)) continue;
                c->at[side] = c->reach[side] = z;
                for (int v = 0; v < 3; v++)
                    c->weight[side][v] = v == from ? 1 - at : v == to ? at : 0;
            }
            met = true;
        }
    }
    return met;
}

// The largest float whose exact sum with u, from 0 to 1, is at most 1.
static float rest_of(float u) {
    const float rest = 1 - u;
    return 1 - rest < u ? rest - 0x1p-24f : rest; // 1 - rest is exact
}

bool lbx_ray_meets_in_double(const float ray[6], const float vertex[9], const float range[2],
                             float out[3]) {
    struct seen s;
    see(ray, vertex, &s);
    double side[3], all = 0;
    for (int v = 0; v < 3; v++) {
        const int i = (v + 1) % 3, j = (v + 2) % 3;
        side[v] = product_of(s.x[j], s.y[i]) - product_of(s.y[j], s.x[i]);
        all += side[v];
    }
    out[0] = range[0];
    out[1] = out[2] = 0;
    if (!(fabs(all) <= INFINITY) || !(range[0] <= range[1])) return range[0] <= range[1];
    struct contact c;
    const double pad = product_of(product_of(RAY_DOUBLE_PAD, s.beside), s.beside + s.depth);
    const double slender = larger_of(product_of(RAY_EDGE_ON, product_of(s.beside, s.beside)),
                                     product_of(RAY_EDGE_PADS, pad));
    const bool edge_on = fabs(all) <= slender;
    if (!(edge_on ? meet_edges(&s, &c) : meet_face(&s, side, pad, &c))) return false;
    const double along = (double)ray[3 + longest_axis(ray + 3)];
    const double slack = product_of(RAY_DOUBLE_T, s.depth) / fabs(along);
    const int near = along < 0, far = !near; // which end of the contact comes first
    const double low = (double)range[0], high = (double)range[1];
    if (!(c.reach[near] / along - slack <= high) || !(low <= c.reach[far] / along + slack))
        return false;
    const double first = c.at[near] / along, last = c.at[far] / along;
    const double t = smaller_of(high, larger_of(low, first));
    const double part = part_of(t - first, last - first);
    for (int v = 1; v < 3; v++) {
        const double way = c.weight[far][v] - c.weight[near][v];
        out[v] = (float)larger_of(0, c.weight[near][v] + product_of(part, way));
    }
    out[0] = (float)t;
    out[1] = fminf(out[1], 1);
    out[2] = fminf(out[2], rest_of(out[1]));
    return true;
}
