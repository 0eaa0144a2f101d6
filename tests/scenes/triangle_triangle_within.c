// SPDX-License-Identifier: MIT
// Pairs of triangles about case_distance apart, of different sizes. Most are made from two parallel
// planes. In each plane lies a feature of one triangle, a vertex, an edge or a face, and the rest
// of the triangle is behind the plane. A line perpendicular to the planes meets both features.
#include <math.h>

#include "rotations.h"
#include "scenes.h"

enum { FLOATS = 9, TRIES = 16, CANDIDATES = 48 };

struct triangles {
    double at[2][3][3];
};

// How far apart pairs should be, limited to what fits into the range. Within larger distances, all
// pairs are hits.
static double wanted(void) {
    return case_distance > 0x1p50f ? 0x1p50 : (double)case_distance;
}

static double unit_length(void) {
    return case_distance > 0 ? wanted() : 1;
}

static void put(const struct triangles *t, float first[], float second[]) {
    for (int k = 0; k < FLOATS; k++) {
        first[k] = (float)t->at[0][k / 3][k % 3];
        second[k] = (float)t->at[1][k / 3][k % 3];
    }
}

static void any_pair(struct random *r, struct triangles *t, double reach, double spread) {
    const double unit = unit_length();
    for (int s = 0; s < 2; s++) {
        double middle[3];
        for (int c = 0; c < 3; c++) middle[c] = random_between(r, -reach, reach);
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                t->at[s][v][c] = unit * (middle[c] + random_between(r, -spread, spread));
        }
    }
}

static void move(struct triangles *t, int side, const double by[3]) {
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) t->at[side][v][c] += by[c];
    }
}

static void turn(struct random *r, struct triangles *t) {
    double axis[3][3];
    random_rotation(r, axis);
    for (int k = 0; k < 6; k++) {
        double *const at = t->at[k / 3][k % 3];
        const double x[3] = {dot(at, axis[0]), dot(at, axis[1]), dot(at, axis[2])};
        memcpy(at, x, sizeof x);
    }
}

// --- between two planes ---

// Integer axes, perpendicular and equally long. The first leads from plane to plane.
struct frame {
    double axis[3][3], length;
};

static struct frame whole_frame(struct random *r, unsigned kind) {
    static const struct frame frames[] = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1},
                                          {{{1, 2, 2}, {2, 1, -2}, {2, -2, 1}}, 3},
                                          {{{3, 4, 0}, {4, -3, 0}, {0, 0, 5}}, 5},
                                          {{{2, 3, 6}, {3, -6, 2}, {6, 2, -3}}, 7}};
    const struct frame *const from = &frames[kind];
    const unsigned turn = random_below(r, 3), first = random_below(r, 3);
    struct frame f = {.length = from->length};
    for (unsigned c = 0; c < 3; c++) {
        const double sign = random_sign(r);
        for (unsigned k = 0; k < 3; k++)
            f.axis[k][c] = sign * from->axis[(k + first) % 3][(c + turn) % 3];
    }
    return f;
}

// A frame whose steps from plane to plane are floats.
static struct frame exact_frame(struct random *r) {
    const unsigned kind = random_below(r, 4);
    const struct frame f = whole_frame(r, kind);
    const double part = wanted() / f.length;
    return (double)(float)part == part && part * f.length == wanted() ? f : whole_frame(r, 0);
}

// A vertex, an edge or a face around the line between the planes, in steps along the frame's axes.
// at[v][0] is how far the vertex is behind the plane.
static void feature(struct random *r, enum scene scene, double at[3][3]) {
    const unsigned kind = random_below(r, 3);
    const bool flat = random_chance(r, scene == SCENE_ALONG ? 2 : 6);
    for (int v = 0; v < 3; v++) {
        at[v][0] = flat ? 0 : random_int(r, 0, 16);
        for (int c = 1; c < 3; c++) at[v][c] = random_int(r, -16, 16);
    }
    if (kind < 2) at[0][0] = 0;
    if (kind == 0) at[0][1] = at[0][2] = 0;
    if (kind == 1) {
        const int near = random_int(r, 0, 4), far = random_int(r, 0, 4);
        at[1][0] = 0;
        for (int c = 1; c < 3; c++) {
            const double step = at[0][c];
            at[0][c] = -near * step;
            at[1][c] = far * step;
        }
    }
    if (kind == 2) {
        for (int v = 0; v < 3; v++) at[v][0] = 0;
        for (int c = 1; c < 3; c++) at[2][c] = -at[0][c] - at[1][c];
    }
    const unsigned shape = scene == SCENE_DEGENERATE ? random_below(r, 4) : 4;
    for (int c = 0; c < 3 && shape < 3; c++) {
        const double part = shape == 1 ? .5 : random_scale(r, -20, -2);
        if (shape == 0) at[1][c] = at[2][c] = at[0][c];                     // a point
        if (shape == 1) at[2][c] = part * (at[0][c] + at[1][c]);            // a segment
        if (shape == 2) at[2][c] = at[0][c] + part * (at[2][c] - at[0][c]); // a needle
    }
}

static void shuffle(struct random *r, double at[3][3]) {
    for (unsigned v = 2; v > 0; v--) {
        const unsigned w = random_below(r, v + 1);
        for (int c = 0; c < 3; c++) {
            const double swap = at[v][c];
            at[v][c] = at[w][c];
            at[w][c] = swap;
        }
    }
}

// Converts the steps of both sides to coordinates. The planes are `apart` times the wanted distance
// from each other, and a step of a side is 2^scale[side].
static void between_planes(struct triangles *t, const struct frame *f, double step[2][3][3],
                           double apart, const int scale[2]) {
    for (int s = 0; s < 2; s++) {
        const double unit = ldexp(1, scale[s]), sign = s ? 1 : -1;
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) {
                const double way = s * apart * (wanted() / f->length);
                const double ahead = way + sign * step[s][v][0] * unit;
                t->at[s][v][c] = ahead * f->axis[0][c] + unit * (step[s][v][1] * f->axis[1][c] +
                                                                 step[s][v][2] * f->axis[2][c]);
            }
        }
    }
}

static bool all_floats(const struct triangles *t) {
    for (int k = 0; k < 2 * FLOATS; k++) {
        const double x = t->at[k / FLOATS][k % FLOATS / 3][k % 3];
        if ((double)(float)x != x) return false;
    }
    return true;
}

static void contact(struct random *r, enum scene scene, struct triangles *t) {
    const bool exact = scene == SCENE_TOUCHING || scene == SCENE_ULP, any = scene == SCENE_SCALES;
    const bool off = scene != SCENE_TOUCHING && random_chance(r, 2);
    const double apart = off ? 1 + random_signed(r, random_scale(r, -26, -8)) : 1;
    for (int k = 0; k < TRIES; k++) {
        const struct frame f = exact ? exact_frame(r) : whole_frame(r, random_below(r, 4));
        const int own = ilogb(unit_length()), ratio = any ? random_int(r, -24, 20) : 0;
        const int about = own + ratio + random_int(r, -8, 2), far = any ? random_int(r, -8, 8) : 0;
        const int scale[2] = {about, about + far};
        double step[2][3][3];
        for (int s = 0; s < 2; s++) {
            feature(r, scene, step[s]);
            shuffle(r, step[s]);
        }
        between_planes(t, &f, step, apart, scale);
        if (!exact || off || all_floats(t)) break;
    }
    if (scene == SCENE_SCALES && random_chance(r, 2)) { // far from the origin
        double by[3];
        for (int c = 0; c < 3; c++)
            by[c] = random_signed(r, unit_length() * random_scale(r, 0, 16));
        move(t, 0, by);
        move(t, 1, by);
    }
    if (!exact && random_chance(r, 2)) turn(r, t); // no component is 0
}

// Edges that are parallel except for a small angle and nearest between their ends. Each triangle is
// behind its edge, in one plane with it, or almost a segment.
static void along_edges(struct random *r, struct triangles *t, bool sliver) {
    const int own = ilogb(unit_length()), about = own + random_int(r, -12, 12);
    const int scale[2] = {about, about + random_int(r, -2, 2)};
    const double angle = random_scale(r, -30, -1);
    const double apart = random_chance(r, 2) ? random_between(r, 0, 2)
                                             : 1 + random_signed(r, random_scale(r, -26, -8));
    const struct frame f = whole_frame(r, random_below(r, 4));
    double step[2][3][3];
    for (int s = 0; s < 2; s++) {
        const double tilt = s ? angle : 0;
        for (int v = 0; v < 2; v++) {
            const double end = (v ? 1 : -1) * random_scale(r, -2, 2);
            step[s][v][0] = 0;
            step[s][v][1] = end;
            step[s][v][2] = end * tilt;
        }
        const double behind = random_chance(r, 3) ? 0 : random_scale(r, -3, 1);
        const double aside = random_between(r, -2, 2), along = random_between(r, -1.5, 1.5);
        const double thin = sliver ? random_scale(r, -28, -4) : 1;
        step[s][2][0] = thin * behind;
        step[s][2][1] = along;
        step[s][2][2] = along * tilt + thin * aside;
        shuffle(r, step[s]);
    }
    between_planes(t, &f, step, apart, scale);
    turn(r, t);
}

// One triangle goes through the other, whose edges may all be far, or ends a little before it.
static void through(struct random *r, struct triangles *t) {
    any_pair(r, t, 0, random_scale(r, -3, 8));
    double target[3], way[3];
    const double x = random_unit(r), y = random_unit(r) * (1 - x);
    const double part = random_chance(r, 2) ? 1 : random_between(r, -.125, 1);
    for (int c = 0; c < 3; c++) {
        const double *const from = &t->at[0][0][c];
        target[c] = from[0] + x * (from[3] - from[0]) + y * (from[6] - from[0]);
        way[c] = target[c] - t->at[1][0][c] - part * (t->at[1][1][c] - t->at[1][0][c]);
    }
    move(t, 1, way);
    if (random_chance(r, 2)) { // a needle
        const double thin = random_scale(r, -28, -2);
        for (int c = 0; c < 3; c++)
            t->at[1][2][c] = t->at[1][1][c] + thin * (t->at[1][2][c] - t->at[1][1][c]);
    }
}

// --- pairs that need the pad ---

// The gap between a vertex of each as the kernel computes it, minus the wanted distance, as a part
// of the size of both. Sets `distance` to the exact gap.
static double computed_gap(const float a[3], const float b[3], const float origin[3], float size,
                           double *distance) {
    const float scale = ldexpf(1, -ilogbf(size));
    float x[3], y[3], way[3];
    double square = 0, length = 0;
    for (int c = 0; c < 3; c++) {
        const double between = (double)a[c] - b[c];
        x[c] = (a[c] - origin[c]) * scale;
        y[c] = (b[c] - origin[c]) * scale;
        way[c] = x[c] - y[c];
        square += between * between;
        length += (double)way[c] * way[c];
    }
    float at[2];
    for (int s = 0; s < 2; s++) {
        const float *const p = s ? y : x;
        const float sum = p[0] * way[0] + p[1] * way[1];
        at[s] = sum + p[2] * way[2];
    }
    *distance = sqrt(square);
    return ((double)(at[0] - at[1]) / sqrt(length) - wanted() * scale) / ((double)size * scale);
}

// Vertices near each other and far from b's vertex 0, relative to which the kernel measures. This
// is the pair, of many that are no farther apart than wanted, that rounding moves apart the most.
static void far_vertices(struct random *r, float first[], float second[]) {
    const int exponent = ilogb(unit_length()) + random_int(r, 2, 8);
    const double unit = ldexp(1, exponent);
    double most = -INFINITY;
    for (int k = 0; k < CANDIDATES; k++) {
        double t[2][3][3], way[3], distance;
        float a[3], b[3], origin[3], size = 0;
        for (int c = 0; c < 3; c++) {
            way[c] = random_signed(r, random_between(r, .25, 1));
            t[1][0][c] = unit * random_signed(r, random_scale(r, -12, -3));
            t[1][1][c] = unit * (way[c] < 0 ? -1 : 1) * random_between(r, .98, 1.0625);
            t[1][2][c] = random_unit(r) * t[1][1][c];
        }
        normalize(way);
        for (int c = 0; c < 3; c++) {
            origin[c] = (float)t[1][0][c];
            b[c] = (float)t[1][1][c];
            a[c] = (float)(b[c] + way[c] * wanted());
            t[0][0][c] = a[c];
        }
        for (int v = 1; v < 3; v++) {
            for (int c = 0; c < 3; c++) {
                t[0][v][c] = a[c] + way[c] * wanted() * random_between(r, .5, 1);
                size = fmaxf(size, fabsf((float)t[0][v][c] - origin[c]));
            }
        }
        const double gap = computed_gap(a, b, origin, size, &distance);
        if (k > 0 && (distance > wanted() || gap <= most)) continue;
        if (distance <= wanted()) most = gap;
        for (int f = 0; f < FLOATS; f++) {
            first[f] = (float)t[0][f / 3][f % 3];
            second[f] = (float)t[1][f / 3][f % 3];
        }
    }
}

// --- all scenes ---

static void hostile(struct random *r, float first[], float second[]) {
    struct triangles t;
    any_pair(r, &t, 1, 1);
    put(&t, first, second);
    if (random_chance(r, 4)) {
        hostile_item(r, first, FLOATS);
        hostile_item(r, second, FLOATS);
    }
    for (unsigned k = random_below(r, 4); k > 0; k--) {
        const float awkward = random_hostile(r);
        const unsigned at = random_below(r, 2 * FLOATS);
        (at < FLOATS ? first : second)[at % FLOATS] = awkward;
    }
}

void scene_triangle_triangle_within(struct random *r, enum scene scene, float first[],
                                    float second[]) {
    struct triangles t;
    unsigned shared;
    switch (scene) {
    case SCENE_MIXED: any_pair(r, &t, case_distance > 0 ? 1.1 : .25, 1); break;
    case SCENE_SPARSE: any_pair(r, &t, case_distance > 0 ? 5 : 2, 1); break;
    case SCENE_ALL_HIT:
        if (case_distance > 0) {
            any_pair(r, &t, .125, .125);
            break;
        }
        any_pair(r, &t, 1, 1);
        shared = random_below(r, 3);
        memcpy(t.at[1][random_below(r, 3)], t.at[0][shared], sizeof t.at[0][0]);
        break;
    case SCENE_ALL_MISS: {
        any_pair(r, &t, 1, 1);
        double by[3] = {0};
        const double way = random_signed(r, unit_length() * random_between(r, 8, 50));
        by[random_below(r, 3)] = way;
        move(&t, 1, by);
        break;
    }
    case SCENE_ALONG:
        if (random_chance(r, 2)) {
            along_edges(r, &t, random_chance(r, 2));
            break;
        } // fall through
    case SCENE_DEGENERATE:
        if (random_chance(r, 4)) {
            through(r, &t);
            break;
        } // fall through
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_SCALES: contact(r, scene, &t); break;
    case SCENE_WORST:
        if (random_chance(r, 2)) {
            far_vertices(r, first, second);
            return;
        }
        along_edges(r, &t, true);
        break;
    default: hostile(r, first, second); return;
    }
    put(&t, first, second);
    if (scene == SCENE_ULP && random_chance(r, 2)) {
        float *const moved = &(random_chance(r, 2) ? first : second)[random_below(r, FLOATS)];
        if (*moved != 0) *moved = nudged(r, *moved);
    }
}
