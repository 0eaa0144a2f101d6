// SPDX-License-Identifier: MIT
// Pairs of triangles, including slivers, segments and points, that touch or almost touch.
#include "rotations.h"
#include "scenes.h"

struct corners {
    double at[3][3];
};

static void any_triangle(struct random *r, struct corners *t, double reach, double spread) {
    double middle[3];
    for (int c = 0; c < 3; c++) middle[c] = random_between(r, -reach, reach);
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) t->at[v][c] = middle[c] + random_between(r, -spread, spread);
    }
}

static void move(struct corners *t, const double by[3]) {
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) t->at[v][c] += by[c];
    }
}

// Two triangles with centroids no farther apart than `reach` along x, y and z.
static void about_each_other(struct random *r, struct corners t[2], double reach) {
    double by[3];
    for (int k = 0; k < 2; k++) any_triangle(r, &t[k], 1, 1.25);
    for (int c = 0; c < 3; c++) {
        by[c] = random_between(r, -reach, reach);
        for (int v = 0; v < 3; v++) by[c] += (t[0].at[v][c] - t[1].at[v][c]) / 3;
    }
    move(&t[1], by);
}

static double size_of(const struct corners *t) {
    double size = 0;
    for (int c = 0; c < 3; c++) {
        const double x = t->at[0][c], y = t->at[1][c], z = t->at[2][c];
        size = fmax(size, fmax(x, fmax(y, z)) - fmin(x, fmin(y, z)));
    }
    return size;
}

static void edge_of(const struct corners *t, unsigned v, double edge[3]) {
    for (int c = 0; c < 3; c++) edge[c] = t->at[(v + 1) % 3][c] - t->at[v][c];
}

// --- contact ---

// A triangle around the origin. On a grid, every contact point is a float.
static void random_shape(struct random *r, enum scene scene, bool grid, int ratio,
                         struct corners *t) {
    const bool awkward = scene == SCENE_ALONG || random_chance(r, 2);
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            double x = grid ? 4 * random_int(r, -64, 64) : random_signed(r, extent(r, scene) * 4);
            if (awkward && random_chance(r, 3)) x = 0;
            if (awkward && !grid && random_chance(r, 3)) x *= random_scale(r, -30, -3);
            t->at[v][c] = ldexp(x, ratio - 8);
        }
    }
    const unsigned kind = random_below(r, scene == SCENE_DEGENERATE ? 6 : 24);
    const double part = grid ? ldexp(random_int(r, -2, 6), -2) : random_between(r, -.5, 1.5);
    const double off = kind == 2 && !grid ? random_scale(r, -26, -2) : 0;
    const unsigned last = random_below(r, 3), first = (last + 1) % 3, second = (last + 2) % 3;
    for (int c = 0; c < 3 && kind < 5; c++) {
        double *const x = &t->at[last][c];
        const double from = t->at[first][c], way = t->at[second][c] - from;
        if (kind == 1 || kind == 2) *x = from + part * way + off * *x; // a segment, a sliver
        if (kind == 3) *x = from + (grid ? 0 : random_scale(r, -26, -2) * *x); // a needle
        if (kind == 4) t->at[first][c] = t->at[second][c] = *x;                // a point
    }
}

// One of the axes of the test, of length 1.
static void random_axis(struct random *r, const struct corners t[2], double L[3]) {
    double a[3], b[3];
    const unsigned kind = random_below(r, 8), unit = random_below(r, 3);
    edge_of(&t[kind == 1], random_below(r, 3), a);
    edge_of(&t[kind > 0], random_below(r, 3), b);
    if (kind < 2) edge_of(&t[kind], random_below(r, 3), b); // a normal, at times
    for (int c = 0; c < 3 && kind > 5; c++) b[c] = (unsigned)c == unit;
    cross(a, b, L);
    if (dot(L, L) <= 1e-24 * dot(a, a) * dot(b, b)) {
        for (int c = 0; c < 3; c++) L[c] = (unsigned)c == unit;
    }
    normalize(L);
    const double sign = random_sign(r);
    for (int c = 0; c < 3; c++) L[c] *= sign;
}

// A point that lies farthest along L: a corner, or a point between corners that tie.
static void farthest(struct random *r, const struct corners *t, const double L[3],
                     double point[3]) {
    unsigned tied[3], ties = 0;
    double most = -INFINITY;
    for (unsigned v = 0; v < 3; v++) most = fmax(most, dot(t->at[v], L));
    for (unsigned v = 0; v < 3; v++) {
        if (most - dot(t->at[v], L) <= 1e-7 * size_of(t)) tied[ties++] = v;
    }
    const double *const a = t->at[tied[random_below(r, ties)]],
                        *const b = t->at[tied[random_below(r, ties)]],
                        *const c = t->at[tied[random_below(r, ties)]];
    const int quarters = random_int(r, 0, 4);
    for (int k = 0; k < 3; k++) {
        point[k] = a[k] + (b[k] - a[k]) * quarters / 4;
        if (quarters == 2) point[k] = (point[k] + c[k]) / 2;
    }
}

// Moves the second triangle so that both share a point, whatever the axis is. Then moves it along
// the axis by the gap, `gap` times the size of both.
static void touch(struct random *r, struct corners t[2], double gap) {
    double L[3], back[3], to[3], from[3], by[3];
    random_axis(r, t, L);
    for (int c = 0; c < 3; c++) back[c] = -L[c];
    farthest(r, &t[0], L, to);
    farthest(r, &t[1], back, from);
    const double size = size_of(&t[0]) + size_of(&t[1]);
    for (int c = 0; c < 3; c++) by[c] = to[c] - from[c] + gap * size * L[c];
    move(&t[1], by);
}

static void contact(struct random *r, enum scene scene, struct corners t[2]) {
    const bool exact = scene == SCENE_TOUCHING || scene == SCENE_ULP, any = scene == SCENE_SCALES;
    const int scale = any ? random_int(r, -30, 30) : random_int(r, -20, 20);
    const int ratio = any ? random_int(r, -20, 20) : 0, far = any ? random_int(r, -2, 20) : 0;
    const bool apart = scene != SCENE_TOUCHING && scene != SCENE_ULP && random_chance(r, 2);
    const double gap = apart ? random_signed(r, random_scale(r, -25, -8)) : 0;
    double by[3];
    for (int k = 0; k < 2; k++) random_shape(r, scene, exact, k ? ratio : 0, &t[k]);
    touch(r, t, gap);
    for (int c = 0; c < 3; c++) by[c] = ldexp(random_int(r, -8, 8), far);
    move(&t[0], by);
    move(&t[1], by);
    for (int k = 0; k < 18; k++) {
        double *const x = &t[k / 9].at[k / 3 % 3][k % 3];
        *x = ldexp(*x, scale);
    }
    double *const moved = &t[random_below(r, 2)].at[random_below(r, 3)][random_below(r, 3)];
    if (scene == SCENE_ULP && *moved != 0) *moved = nudged(r, (float)*moved);
}

// --- the worst for the pads: every coordinate has all its bits ---

static int whole(struct random *r, int bits) {
    return random_int(r, -(1 << bits), 1 << bits);
}

// Twice the kernel's margin on the cross product of both edges 0, as a part of the pad's size.
static double margin_of(const struct corners t[2]) {
    float a[3], b[3], other[2][3], way[3], m[3], n[2][3], most[3] = {0, 0, 0}, norm[2] = {0, 0};
    for (int c = 0; c < 3; c++) {
        a[c] = (float)t[0].at[1][c] - (float)t[0].at[0][c];
        b[c] = (float)t[1].at[1][c] - (float)t[1].at[0][c];
        other[0][c] = (float)t[0].at[0][c] - (float)t[0].at[2][c];
        other[1][c] = (float)t[1].at[0][c] - (float)t[1].at[2][c];
        way[c] = 2 * ((float)t[1].at[0][c] - (float)t[0].at[0][c]);
        norm[0] += fabsf(a[c]);
        norm[1] += fabsf(b[c]);
        most[0] = fmaxf(most[0],
                        fmaxf(fabsf(a[c]), fmaxf(fabsf(other[0][c]), fabsf(a[c] + other[0][c]))));
        most[1] = fmaxf(most[1],
                        fmaxf(fabsf(b[c]), fmaxf(fabsf(other[1][c]), fabsf(b[c] + other[1][c]))));
        most[2] = fmaxf(most[2], fabsf(way[c]) / 2);
    }
    float along = 0, a_third = 0, b_third = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        n[0][i] = other[0][j] * a[k] - other[0][k] * a[j];
        n[1][i] = other[1][j] * b[k] - other[1][k] * b[j];
        m[i] = (b[j] * way[k] - b[k] * way[j]) + n[1][i];
    }
    for (int c = 0; c < 3; c++) {
        along = a[c] * m[c] + along;
        a_third = b[c] * n[0][c] + a_third;
        b_third = a[c] * n[1][c] + b_third;
    }
    const float margin = (fabsf(a_third) + fabsf(b_third)) - fabsf(along + a_third);
    return (double)margin / (double)(norm[0] * norm[1] * (most[0] + most[1] + most[2]));
}

// Edges 0 meet in their middles, and the third corners lie on opposite sides, all exactly. This is
// the pair, of some, that rounding moves farthest apart.
static void worst(struct random *r, struct corners best[2]) {
    double least = INFINITY;
    for (int try = 0; try < 24; try++) {
        struct corners t[2];
        double a[3], b[3], L[3];
        const int near = random_int(r, 4, 21), flat = random_int(r, 2, 21);
        for (int c = 0; c < 3; c++) {
            const int middle = whole(r, 21), half[2] = {whole(r, 21), whole(r, near)};
            for (int k = 0; k < 2; k++) {
                t[k].at[0][c] = middle - half[k];
                t[k].at[1][c] = middle + half[k];
                t[k].at[2][c] = middle + whole(r, k ? flat : 21);
            }
        }
        for (int k = 0; k < 2; k++) edge_of(&t[k], 0, k ? b : a);
        cross(a, b, L);
        for (int k = 0; k < 2; k++) { // B above, A below
            double from[3];
            for (int c = 0; c < 3; c++) from[c] = t[k].at[2][c] - t[k].at[0][c];
            if ((dot(from, L) > 0) == (k == 1)) continue;
            for (int c = 0; c < 3; c++)
                t[k].at[2][c] = t[k].at[0][c] + t[k].at[1][c] - t[k].at[2][c];
        }
        const double margin = margin_of(t);
        if (margin < least) {
            least = margin;
            memcpy(best, t, 2 * sizeof *best);
        }
    }
    if (random_chance(r, 4)) { // beyond the pad
        double a[3], b[3], L[3];
        for (int k = 0; k < 2; k++) edge_of(&best[k], 0, k ? b : a);
        cross(a, b, L);
        normalize(L);
        const double gap = random_scale(r, -18, -6) * (size_of(&best[0]) + size_of(&best[1]));
        for (int c = 0; c < 3; c++) L[c] *= gap;
        move(&best[1], L);
    }
    const int scale = random_int(r, -40, 20);
    for (int k = 0; k < 18; k++) {
        double *const x = &best[k / 9].at[k / 3 % 3][k % 3];
        *x = ldexp(*x, scale);
    }
}

// --- all scenes ---

static void hostile(struct random *r, float first[], float second[]) {
    if (random_chance(r, 4)) {
        hostile_item(r, first, 9);
        hostile_item(r, second, 9);
        return;
    }
    for (unsigned k = random_below(r, 5); k > 0; k--) { // a few floats of either
        const unsigned side = random_below(r, 2);
        const float awkward = random_hostile(r);
        (side ? second : first)[random_below(r, 9)] = awkward;
    }
}

void scene_triangle_triangle(struct random *r, enum scene scene, float first[], float second[]) {
    struct corners t[2];
    double by[3] = {0};
    switch (scene) {
    case SCENE_SPARSE:
        any_triangle(r, &t[0], 2.5, 1.25);
        any_triangle(r, &t[1], 2.5, 1.25);
        break;
    case SCENE_ALL_MISS:
        any_triangle(r, &t[0], 1, 1);
        any_triangle(r, &t[1], 1, 1);
        by[random_below(r, 3)] = random_signed(r, random_between(r, 7, 50));
        move(&t[1], by);
        break;
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG:
    case SCENE_DEGENERATE:
    case SCENE_SCALES: contact(r, scene, t); break;
    case SCENE_WORST: worst(r, t); break;
    default: about_each_other(r, t, scene == SCENE_ALL_HIT ? 0 : .7); break;
    }
    for (int k = 0; k < 9; k++) {
        const double x = t[0].at[k / 3][k % 3], y = t[1].at[k / 3][k % 3];
        first[k] = (float)(fabs(x) < LEAST_LENGTH ? 0 : x);
        second[k] = (float)(fabs(y) < LEAST_LENGTH ? 0 : y);
    }
    if (scene == SCENE_HOSTILE) hostile(r, first, second);
}

void scene_triangle_triangle_classify(struct random *r, enum scene scene, float first[],
                                      float second[]) {
    scene_triangle_triangle(r, scene, first, second);
}
