// SPDX-License-Identifier: MIT
// The pairs that need the pads of segments and triangles against boxes.
#include "hulls.h"

// --- oriented boxes: axes skewed as far as _check accepts after they are rounded to floats ---

#define SKEW (.94 * 0x1p-19)

static void skew(double axis[3][3], double by[3][3]) {
    for (unsigned p = 0; p < 3; p++) {
        for (unsigned q = p; q < 3; q++) lean(axis, p, q, by[p][q] * SKEW);
    }
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) axis[k][c] = (float)axis[k][c];
    }
}

// The hull begins at the tip of a stick, so that they touch exactly. The stick leans in the
// direction in which the hull leads away, which the kernel takes for a gap.
static void tip_of_stick(struct random *r, struct hull_pair *p) {
    const unsigned stick = random_below(r, 3);
    double by[3][3], outward[3];
    for (int k = 0; k < 3; k++) outward[k] = random_sign(r);
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) by[k][j] = outward[k] * outward[j];
    }
    skew(p->box.axis, by);
    p->box.half[stick] = 1;
    const double *const tip = p->box.axis[stick];
    const int ratio = random_int(r, -6, 1);
    for (unsigned v = 0; v < p->hull.corners; v++) {
        double *const at = p->hull.corner[v];
        for (int c = 0; c < 3; c++) at[c] = outward[stick] * tip[c];
        for (int k = 0; k < 3 && v > 0; k++) {
            const bool across = random_chance(r, 2);
            const double part = ldexp(outward[k] * random_unit(r), across ? ratio : ratio - 16);
            for (int c = 0; c < 3; c++) at[c] += part * p->box.axis[k][c];
        }
    }
}

// The hull is beyond a face by up to 8 * 2^-19 of all half extents, which the kernel takes for
// less: the end of the hull that is nearest to the face lies far to the side, and the axes lean so
// that the face does, too.
static void beside_face(struct random *r, struct hull_pair *p) {
    const unsigned face = random_below(r, 3);
    double side[3], by[3][3], way[3], y[3][3] = {{0}};
    for (unsigned k = 0; k < 3; k++) side[k] = random_sign(r);
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned j = 0; j < 3; j++) // -1 with itself, and what pushes y away from the face
            by[k][j] = k == j ? -1 : k == face || j == face ? side[k] * side[j] : random_sign(r);
    }
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < k; j++) by[k][j] = by[j][k];
    }
    double size = 0;
    for (unsigned k = 0; k < 3; k++) {
        p->box.half[k] = random_chance(r, 2) ? 0 : (float)random_scale(r, -8, 0);
        way[k] = random_scale(r, -4, 0);
        if (k == face) way[k] = 0x1p-19 * random_between(r, 0, 4);
        size += p->box.half[k] + way[k];
    }
    skew(p->box.axis, by);
    const double gap = 0x1p-19 * random_between(r, -1, 8) * size;
    for (unsigned v = 0; v < p->hull.corners; v++) {
        const double t = v < 2 ? v : random_unit(r);
        for (unsigned k = 0; k < 3; k++) {
            y[v][k] = side[k] * (k == face ? p->box.half[k] + gap + 2 * t * way[k]
                                           : -p->box.half[k] - 2 * (1 - t) * way[k]);
        }
    }
    for (unsigned v = 0; v < p->hull.corners; v++) {
        for (int c = 0; c < 3; c++) {
            p->hull.corner[v][c] = 0;
            for (int k = 0; k < 3; k++) {
                double z = y[v][k];
                for (int j = 0; j < 3; j++) z -= SKEW * by[k][j] * y[v][j];
                p->hull.corner[v][c] += z * p->box.axis[k][c];
            }
        }
    }
}

// --- axis-aligned boxes: rounding alone ---

// The kernel's margin on the cross product of axis i and the edge from one corner to the next, in
// float and in double. Both are divided by the 1-norm of the edge.
static void margins(const float hull[], const float box[], unsigned corners, unsigned from,
                    unsigned i, double found[2]) {
    const unsigned to = (from + 1) % corners, j = (i + 1) % 3, k = (i + 2) % 3;
    const float *const p = hull + 3 * from, *const q = hull + 3 * to;
    const float *const last = hull + 3 * ((from + 2) % corners);
    float edge[3], center[3], size[3];
    double e[3], c[3], h[3], length = 0;
    for (unsigned x = 0; x < 3; x++) {
        edge[x] = q[x] - p[x];
        center[x] = (box[x] - p[x]) + (box[3 + x] - (corners == 2 ? q : p)[x]);
        size[x] = box[3 + x] - box[x];
        e[x] = (double)q[x] - p[x];
        c[x] = ((double)box[x] - p[x]) + ((double)box[3 + x] - (corners == 2 ? q : p)[x]);
        h[x] = (double)box[3 + x] - box[x];
        length += fabs(e[x]);
    }
    const float other_j = last[j] - p[j], other_k = last[k] - p[k];
    const float beyond = corners == 2 ? 0 : edge[j] * other_k - edge[k] * other_j;
    const double exact =
        corners == 2 ? 0 : e[j] * ((double)last[k] - p[k]) - e[k] * ((double)last[j] - p[j]);
    const float s = (edge[k] * center[j] + beyond) - edge[j] * center[k];
    const double t = (e[k] * c[j] + exact) - e[j] * c[k];
    const float r = (fabsf(beyond) - fabsf(s)) + fabsf(edge[k]) * size[j];
    found[0] = (double)(r + fabsf(edge[j]) * size[k]) / length;
    found[1] = (fabs(exact) - fabs(t) + fabs(e[k]) * h[j] + fabs(e[j]) * h[k]) / length;
}

// A random pair that touches on that axis, or is apart by `gap` times all half extents.
static void any_contact(struct random *r, struct hull_pair *p, unsigned from, unsigned i,
                        double gap) {
    const unsigned j = (i + 1) % 3, k = (i + 2) % 3, to = (from + 1) % p->hull.corners;
    double edge[3], L[3] = {0}, point[3];
    for (int c = 0; c < 3; c++) {
        const float low = (float)random_between(r, -1, 0), high = (float)random_between(r, 0, 1);
        edge[c] = random_between(r, -1, 1);
        p->box.center[c] = ((double)low + high) / 2;
        p->box.half[c] = ((double)high - low) / 2;
    }
    L[j] = -edge[k];
    L[k] = edge[j];
    normalize(L);
    const double part = random_unit(r);
    for (unsigned c = 0; c < 3; c++) {
        const double s = c == i ? random_between(r, -1, 1) : L[c] < 0 ? -1 : 1;
        point[c] = p->box.center[c] + s * p->box.half[c];
        p->hull.corner[from][c] = point[c] - part * edge[c];
        p->hull.corner[to][c] = point[c] + (1 - part) * edge[c];
    }
    const double away = random_unit(r), along = random_between(r, -.5, 1.5);
    for (int c = 0; c < 3 && p->hull.corners == 3; c++)
        p->hull.corner[(from + 2) % 3][c] = point[c] + away * L[c] + (along - part) * edge[c];
    gap *= pair_size(p);
    for (int c = 0; c < 3; c++) L[c] *= gap;
    move_hull(&p->hull, L);
}

// The pair, of many, whose margin suffers most from rounding: lost though it touches, or found
// though it does not.
static void worst_rounding(struct random *r, struct hull_pair *p) {
    enum { TRIES = 24 };
    const bool lost = random_chance(r, 2);
    const unsigned from = random_below(r, p->hull.corners), i = random_below(r, 3);
    const double gap = lost ? 0 : 0x1p-24 * random_between(r, 0, 80);
    struct hull_pair worst = *p;
    double most = -INFINITY;
    for (int k = 0; k < TRIES; k++) {
        float first[9], second[6];
        double found[2];
        any_contact(r, p, from, i, gap);
        put_pair(p, first, second);
        margins(first, second, p->hull.corners, from, i, found);
        const double harm = (lost ? found[1] - found[0] : found[0] - found[1]) / pair_size(p);
        if (k > 0 && (harm <= most || (lost && found[1] < 0))) continue;
        most = harm;
        worst = *p;
    }
    *p = worst;
}

void worst_hull(struct random *r, struct hull_pair *p) {
    if (p->aligned) {
        for (int k = 0; k < 3; k++) p->box.axis[k][k] = 1;
        worst_rounding(r, p);
        return;
    }
    random_rotation(r, p->box.axis);
    if (random_chance(r, 2)) {
        tip_of_stick(r, p);
    } else {
        beside_face(r, p);
    }
}
