// SPDX-License-Identifier: MIT
// Spheres against triangles, capsules against triangles and boxes.
#include "rounds.h"

#include "capsules.h"
#include "obbs.h"

enum { STEPS = 24, TRIANGLE_FLOATS = 9 }; // STEPS: of a climb

static unsigned round_floats(enum round_kind kind) {
    return kind == SPHERE_TRIANGLE ? SPHERE_FLOATS : CAPSULE_FLOATS;
}

static unsigned other_lengths(enum round_kind kind) {
    return kind <= TRIANGLE_CAPSULE ? TRIANGLE_FLOATS : 6; // all floats but axes
}

static float *radius_of(const struct round_pair *p) {
    return &p->round[round_floats(p->kind) - 1];
}

static void any_triangle(struct random *r, float x[], double reach, double least, double most) {
    double center[3];
    for (int c = 0; c < 3; c++) center[c] = random_between(r, -reach, reach);
    for (int k = 0; k < TRIANGLE_FLOATS; k++)
        x[k] = (float)(center[k % 3] + random_signed(r, random_between(r, least, most)));
}

static void any_aabb(struct random *r, float x[], double reach, double least, double most) {
    make_box(r, x, reach, least, most);
}

static void put_aabb(struct random *r, enum round_kind kind, float x[], const double min[3],
                     const double max[3]) {
    struct obb box = {{0}, {0}, {{0}}};
    unsigned turn = random_below(r, 3);
    if (kind == CAPSULE_AABB) {
        for (unsigned c = 0; c < 3; c++) put_span(x, c, min[c], max[c]);
        return;
    }
    for (unsigned k = 0; k < 3; k++) {
        const unsigned c = (k + turn) % 3;
        box.center[c] = (min[c] + max[c]) / 2;
        box.half[k] = (max[c] - min[c]) / 2;
        box.axis[k][c] = random_sign(r);
    }
    put_box(x, &box);
}

static void put_rod(const struct round_pair *p, const struct rod *rod) {
    if (p->kind == SPHERE_TRIANGLE) {
        put_sphere(p->round, rod->start, rod->radius);
    } else {
        put_capsule(p->round, rod);
    }
}

static void scale_pair(const struct round_pair *p, int scale) {
    scale_floats(p->round, round_floats(p->kind), scale);
    scale_floats(p->other, other_lengths(p->kind), scale);
}

// Sets the radius to the least float that reaches the other, give or take rounding in double.
static void reach_it(const struct round_pair *p, double part) {
    *radius_of(p) = (float)(distance_of_round(p) * part);
    if (*radius_of(p) < LEAST_LENGTH) *radius_of(p) = LEAST_LENGTH;
}

// A triangle in the plane of two axes of the frame about a point `at` of it.
static void flat_triangle(struct random *r, const struct whole_frame *frame, bool degenerate,
                          bool leans, const double at[3], float x[]) {
    const double length = ldexp(1, random_int(r, 0, 8));
    double side[2][3];
    int weight[2] = {random_int(r, 0, 4), 0};
    weight[1] = random_int(r, 0, 4 - weight[0]);
    for (int s = 0; s < 2; s++) {
        const int p = random_int(r, -4, 4), q = random_int(r, -4, 4);
        for (int c = 0; c < 3; c++) side[s][c] = length * (p * frame->v[1][c] + q * frame->v[2][c]);
    }
    if (degenerate && random_chance(r, 3)) memcpy(side[1], side[0], sizeof side[0]);
    if (degenerate && random_chance(r, 3)) memset(side[random_below(r, 2)], 0, sizeof side[0]);
    const bool corner = leans && weight[0] == 0 && weight[1] == 0; // touches alone
    const unsigned first = random_below(r, 3);
    for (unsigned v = 0; v < 3; v++) {
        float *const to = x + 3 * ((v + first) % 3);
        const double down = corner && v ? length * random_int(r, 0, 2) : 0;
        for (int c = 0; c < 3; c++) {
            const double origin = at[c] - (weight[0] * side[0][c] + weight[1] * side[1][c]) / 4;
            to[c] = (float)(origin + (v ? side[v - 1][c] : 0) - down * frame->v[0][c]);
        }
    }
}

// A box on the far side of the plane across the first axis of the frame, which it meets at a point.
static void box_behind(struct random *r, enum round_kind kind, enum scene scene,
                       const struct whole_frame *frame, const double at[3], float x[]) {
    double min[3], max[3];
    for (int c = 0; c < 3; c++) {
        const double below = 2 * extent(r, scene), above = 2 * extent(r, scene);
        min[c] = at[c] - (frame->v[0][c] < 0 ? 0 : below);
        max[c] = at[c] + (frame->v[0][c] > 0 ? 0 : above);
    }
    put_aabb(r, kind, x, min, max);
}

// In integers, times `step`: a segment on a plane parallel to one that the other only touches, or
// leaning away from it where an end touches; the radius is the distance of the planes.
static void contact(struct random *r, enum scene scene, const struct round_pair *p) {
    const bool degenerate = scene == SCENE_DEGENERATE, sphere = p->kind == SPHERE_TRIANGLE;
    const struct whole_frame frame = whole_frame(r);
    const double gap = random_chance(r, degenerate ? 3 : 8) ? 0 : ldexp(1, random_int(r, -4, 2));
    double at[3];
    for (int c = 0; c < 3; c++) at[c] = random_int(r, -64, 64);
    if (p->kind <= TRIANGLE_CAPSULE) {
        flat_triangle(r, &frame, degenerate, true, at, p->other);
    } else {
        box_behind(r, p->kind, scene, &frame, at, p->other);
    }
    struct rod rod;
    const double length = ldexp(1, random_int(r, 0, 8));
    const bool point = sphere || (degenerate && random_chance(r, 3));
    const int across[2] = {random_int(r, -4, 4), random_int(r, -4, 4)};
    const double behind = point ? 0 : random_int(r, 0, 4), ahead = point ? 0 : random_int(r, 0, 4);
    const double away = behind == 0 ? length * random_int(r, 0, 2) : 0;
    for (int c = 0; c < 3; c++) {
        const double on = at[c] + gap * frame.v[0][c];
        const double along = length * (across[0] * frame.v[1][c] + across[1] * frame.v[2][c]);
        rod.start[c] = on - behind * along / 4;
        rod.end[c] = on + ahead * (along / 4 + away * frame.v[0][c]);
    }
    if (gap == 0 && !sphere && random_chance(r, 2)) { // goes through
        for (int c = 0; c < 3; c++) {
            const double way = length * (across[0] * frame.v[1][c] + frame.v[0][c]);
            rod.start[c] = at[c] - behind * way;
            rod.end[c] = at[c] + ahead * way;
        }
    }
    rod.radius = gap * frame.w;
    if (random_chance(r, 2) && !sphere) {
        double start[3];
        memcpy(start, rod.start, sizeof start);
        memcpy(rod.start, rod.end, sizeof start);
        memcpy(rod.end, start, sizeof start);
    }
    put_rod(p, &rod);
    if (degenerate && random_chance(r, 6)) *radius_of(p) += 64;
    if (scene == SCENE_ULP || (degenerate && random_chance(r, 2))) {
        const bool first = random_chance(r, 2), radius = random_chance(r, 2);
        float *x =
            first
                ? p->round + random_below(r, round_floats(p->kind))
                : p->other + random_below(r, p->kind == CAPSULE_AABB ? 3 : other_lengths(p->kind));
        if (radius) x = radius_of(p);
        if (*x != 0) *x = nudged(r, *x);
        if (p->kind == CAPSULE_AABB)
            for (int c = 0; c < 3; c++)
                if (p->other[c] > p->other[3 + c]) p->other[c] = p->other[3 + c];
        if (radius && !random_chance(r, 4)) *x *= 1 - 0x1p-12f;
    }
    scale_pair(p, random_int(r, -20, 20));
}

// Coordinates of few values: along axes, in one plane, with common corners.
static void along(struct random *r, const struct round_pair *p) {
    struct rod rod = {.radius = random_int(r, 0, 2)};
    double min[3], max[3];
    for (int c = 0; c < 3; c++) {
        rod.start[c] = random_signed(r, random_int(r, 0, 1));
        rod.end[c] = random_chance(r, 2) ? rod.start[c] : random_int(r, -1, 2);
        min[c] = random_int(r, -1, 1);
        max[c] = min[c] + random_int(r, 0, 2);
    }
    put_rod(p, &rod);
    if (p->kind > TRIANGLE_CAPSULE) {
        put_aabb(r, p->kind, p->other, min, max);
        return;
    }
    for (int k = 0; k < TRIANGLE_FLOATS; k++) p->other[k] = (float)random_int(r, -1, 2);
}

// A segment and the other in any position near each other, at any ratio of lengths.
static void near_each_other(struct random *r, const struct round_pair *p, int far, int scale,
                            int ratio) {
    const bool turned = p->kind == CAPSULE_OBB;
    struct obb box = {{0}, {0}, {{0}}};
    struct rod rod = {.radius = 0};
    double at[3], corner[3][3], way[3];
    for (int c = 0; c < 3; c++) at[c] = random_signed(r, random_scale(r, far, far + 4));
    const int thin = random_int(r, -14, 0);
    for (int v = 0; v < 3; v++)
        for (int c = 0; c < 3; c++)
            corner[v][c] =
                random_signed(r, random_scale(r, c == 0 ? -1 : thin - 1, c == 0 ? 1 : thin + 1));
    if (random_chance(r, 3)) { // a sliver
        const double part = random_between(r, -.5, 1.5), off = random_scale(r, -24, -2);
        for (int c = 0; c < 3; c++)
            corner[2][c] =
                corner[0][c] + part * (corner[1][c] - corner[0][c]) + random_signed(r, off);
    }
    awkward_rotation(r, box.axis);
    for (int k = 0; k < 3; k++) box.half[k] = random_chance(r, 6) ? 0 : random_scale(r, -10, 1);
    // A point of the other.
    double on[3] = {0, 0, 0}, weight = random_unit(r);
    if (random_chance(r, 3)) weight = random_below(r, 2);
    const double second = random_chance(r, 2) ? 0 : random_unit(r) * (1 - weight);
    for (int c = 0; c < 3; c++) {
        if (p->kind <= TRIANGLE_CAPSULE) {
            on[c] = corner[0][c] + weight * (corner[1][c] - corner[0][c]) +
                    second * (corner[2][c] - corner[0][c]);
            continue;
        }
        const double to = random_chance(r, 3) ? random_between(r, -1, 1) : random_sign(r);
        if (turned) {
            for (int d = 0; d < 3; d++) on[d] += to * box.half[c] * box.axis[c][d];
        } else {
            on[c] = to * box.half[c];
        }
    }
    const double part = random_chance(r, 3) ? 0 : random_unit(r), long_by = ldexp(1, ratio);
    const double lean = random_scale(r, -24, 0);
    const bool parallel = random_chance(r, 3);
    const unsigned like = random_below(r, 3);
    for (int c = 0; c < 3; c++) {
        const double any =
            random_signed(r, random_chance(r, 3) ? random_scale(r, -22, 0) : random_unit(r));
        const double side = p->kind <= TRIANGLE_CAPSULE
                                ? corner[(like + 1) % 3][c] - corner[like][c]
                            : turned ? box.axis[like][c]
                                     : (unsigned)c == like;
        way[c] = long_by * (parallel ? side + lean * any : any);
        const double off = random_chance(r, 2) ? 0 : random_signed(r, random_scale(r, -30, -6));
        rod.start[c] = ldexp(at[c] + on[c] + off - part * way[c], scale);
        rod.end[c] = ldexp(at[c] + on[c] + off + (1 - part) * way[c], scale);
        for (int v = 0; v < 3 && p->kind <= TRIANGLE_CAPSULE; v++)
            p->other[3 * v + c] = (float)ldexp(at[c] + corner[v][c], scale);
        box.center[c] = at[c];
    }
    scale_box(&box, scale);
    if (turned) put_box(p->other, &box);
    if (p->kind == CAPSULE_AABB) {
        double min[3], max[3];
        for (int c = 0; c < 3; c++) {
            min[c] = box.center[c] - box.half[c];
            max[c] = box.center[c] + box.half[c];
        }
        put_aabb(r, p->kind, p->other, min, max);
    }
    put_rod(p, &rod);
}

// Moves the segment or center by some of the lengths.
static void shift(struct random *r, const struct round_pair *p) {
    const unsigned c = random_below(r, 3);
    const float by = (float)random_signed(r, random_scale(r, -10, 1) * lengths_of_round(p));
    p->round[c] += by;
    if (p->kind != SPHERE_TRIANGLE) p->round[3 + c] += by;
}

static void scales(struct random *r, const struct round_pair *p) {
    const int far = random_int(r, -20, 20), scale = random_int(r, -30, 30);
    const int ratio = random_int(r, -18, 18);
    near_each_other(r, p, far, scale, ratio);
    if (p->kind != SPHERE_TRIANGLE && !random_chance(r, 3)) shift(r, p); // or most go through
    const double distance = distance_of_round(p);
    *radius_of(p) =
        radius_near(r, random_chance(r, 2) ? distance : distance * random_scale(r, -4, 4));
}

static double harm_of(const struct round_pair *p) {
    const double exact = distance_of_round(p);
    return (seen_distance(p) - exact) / (exact + lengths_of_round(p));
}

static void move_a_little(struct random *r, const struct round_pair *p) {
    const unsigned round = round_floats(p->kind) - 1, other = other_lengths(p->kind);
    for (unsigned left = 1 + random_below(r, 2); left > 0; left--) {
        const unsigned k = random_below(r, round + other);
        float *const x = k < round ? &p->round[k] : &p->other[k - round];
        if (random_chance(r, 2) && *x != 0) {
            *x = float_step(*x, random_int(r, -4, 4));
        } else {
            *x = (float)(*x * (1 + random_signed(r, random_scale(r, -22, -2))));
        }
    }
    for (int c = 0; c < 3 && p->kind == CAPSULE_AABB; c++)
        if (p->other[c] > p->other[3 + c]) p->other[c] = p->other[3 + c];
}

// Pairs that long climbs ended at: the center or the ends, then the other.
static const float summits[3][3][15] = {
    {{0x1.9297eep+0f, 0x1.309eb6p-5f, -0x1.b0a2p-9f, -0x1.c8fbbcp-1f, 0x1.56cd1cp-5f,
      -0x1.9cca7p-7f, -0x1.8e72bp-1f, 0x1.4a7794p-5f, -0x1.bd88f8p-10f, 0x1.9aea22p+0f,
      0x1.301e68p-5f, -0x1.a0db86p-9f}, // 7.25u
     {0x1.8d399cp+0f, 0x1.3f05a4p-13f, -0x1.41f66ap-15f, 0x1.7cde7cp-1f, -0x1.054636p-17f,
      -0x1.1a679ap-15f, 0x1.7fbfd4p-1f, 0x1.612716p-13f, -0x1.7548fp-14f, 0x1.980dp+0f,
      0x1.3eea42p-13f, -0x1.2db75ap-15f}, // 6.65u
     {0x1.1f1da4p+0f, 0x1.e60dbap-7f, -0x1.674ad2p-7f, -0x1.4c08a6p-2f, 0x1.8e781ap-6f,
      -0x1.49554ap-7f, 0x1.1f2e2cp+0f, 0x1.e613dp-7f, -0x1.6742f4p-7f, -0x1.4c08a6p-2f,
      -0x1.3ce5e8p-10f, -0x1.6575d4p-6f}}, // 6.51u
    {{0x1.6b45cp+0f, -0x1.8ec232p-10f, -0x1.f013bep-11f, 0x1.6dd386p+0f, -0x1.94f174p-11f,
      0x1.21e8b6p-7f, -0x1.2a1aap-1f, 0x1.f70dfep-8f, -0x1.30be9cp-9f, 0x1.769ae6p+0f,
      -0x1.81dc42p-10f, 0x1.e170f4p-10f, -0x1.2a1aa6p-1f, 0x1.9582cep-8f, -0x1.6f887ep-9f}, // 6.78u
     {0x1.97cf78p+0f, -0x1.99016cp-10f, 0x1.21ce62p-10f, 0x1.853dfep+0f, 0x1.2ec2a4p-2f,
      -0x1.9517cp-8f, -0x1.274348p-1f, 0x1.567272p-10f, 0x1.002808p-9f, -0x1.670ebp-1f,
      0x1.98c096p-10f, -0x1.e61d66p-9f, 0x1.b68ce2p+0f, -0x1.03fb72p-10f, 0x1.12575p-10f}, // 6.65u
     {-0x1.d00382p-2f, -0x1.a3bed2p-8f, -0x1.1f8f88p-8f, -0x1.d02bb2p-2f, 0x1.00167p-30f,
      -0x1.24a76ep-8f, 0x1.24fec8p-1f, -0x1.0945f4p-8f, -0x1.54b5b4p-8f, -0x1.f41146p-2f,
      -0x1.a054bp-8f, -0x1.1fa44ap-8f, 0x1.24fec8p-1f, -0x1.340a4ep-8f, -0x1.1eeb78p-8f}}, // 6.64u
    {{0x1.ce35aep-64f, -0x1.da051p-67f, -0x1.6a8b2cp-3f, -0x1.2ecaaep-79f, 0x1.f11acp-56f,
      0x1.0df78p-10f, 0x1.52cd1p-62f, 0x1.4ece14p-57f, -0x1.0c4a22p-12f, 0x1.184a8ap-32f,
      0x1.def692p-42f, -0x1.379782p-17f},
     {-0x1.53a29cp-1f, -0x1.13c7cp-9f, 0x1.96a8aep-54f, 0x1.e62a92p-5f, -0x1.13c7cp-9f,
      -0x1.609f2p-61f, 0x1.82894p-41f, -0x1.6b41d6p-9f, 0x1.652dbap-54f, 0x1.b0905cp-29f,
      0x1.41adb8p-15f, 0x1.08cfe4p-40f},
     {0x1.ca07f4p-11f, -0x1.2eda52p-5f, -0x1.78b298p+0f, 0x1.ca08a8p-11f, -0x1.2eda52p-5f,
      -0x1.83c442p-1f, -0x1.a8a9a6p-24f, -0x1.59bb9cp-4f, -0x1.84be58p-1f, 0x1.ca084cp-11f,
      0x1.39d2f6p-7f, 0x1.5ab84ep-9f}}, // 2.8u
};

static void from_summit(struct random *r, const struct round_pair *p) {
    const float *x = summits[p->kind][random_below(r, 3)];
    const unsigned round = round_floats(p->kind) - 1;
    memcpy(p->round, x, round * sizeof *x);
    memcpy(p->other, x + round, other_lengths(p->kind) * sizeof *x);
    for (unsigned c = 0; c < 3; c++) {
        if (random_chance(r, 2)) continue;
        for (unsigned k = c; k < round; k += 3) p->round[k] = -p->round[k];
        for (unsigned k = c; k < other_lengths(p->kind); k += 3) p->other[k] = -p->other[k];
        if (p->kind != CAPSULE_AABB) continue;
        const float min = p->other[3 + c];
        p->other[3 + c] = p->other[c];
        p->other[c] = min;
    }
}

// Climbs to a pair that rounding harms, at the least radius at which it touches.
static void climb(struct random *r, const struct round_pair *p) {
    if (random_chance(r, 2)) from_summit(r, p);
    double harm = harm_of(p);
    for (int k = 0; k < STEPS; k++) {
        float round[CASE_FLOATS_MAX], other[CASE_FLOATS_MAX];
        memcpy(round, p->round, sizeof round);
        memcpy(other, p->other, sizeof other);
        move_a_little(r, p);
        const double more = harm_of(p);
        if (more >= harm) {
            harm = more;
            continue;
        }
        memcpy(p->round, round, sizeof round);
        memcpy(p->other, other, sizeof other);
    }
    reach_it(p, 1);
    *radius_of(p) = float_step(*radius_of(p), 1);
}

// All axes lean as far as _check accepts. A corner moves along the diagonal of its octant, outwards
// or inwards; the segment touches it there, across the diagonal.
static void at_corner(struct random *r, const struct round_pair *p) {
    const bool lost = random_chance(r, 2);
    const double skew = .94 * 0x1p-19 * (lost ? 1 : -1);
    struct obb box = {{0}, {0}, {{0}}};
    double side[3], corner[3] = {0}, out[3] = {0}, way[3], sizes = 0, square = 0;
    float *const x = p->other;
    random_rotation(r, box.axis);
    for (int k = 0; k < 3; k++) {
        side[k] = random_sign(r);
        box.half[k] = random_chance(r, 4) ? 0 : random_scale(r, -4, 2);
        sizes += box.half[k];
    }
    for (unsigned a = 0; a < 3; a++)
        for (unsigned b = a; b < 3; b++) lean(box.axis, a, b, skew * side[a] * side[b]);
    put_box(x, &box);
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
            const double at = side[k] * x[AXIS + 3 * k + c];
            corner[c] += at * x[HALF + k];
            out[c] += at / sqrt(3);
        }
    }
    struct rod rod = {.radius = random_chance(r, 8) ? 0 : random_scale(r, -6, 3)};
    const double gap = lost ? 0 : 0x1p-17 * random_between(r, .25, 1.25) * (rod.radius + sizes);
    const double length = random_scale(r, -10, 2), part = random_unit(r);
    for (int c = 0; c < 3; c++) way[c] = random_between(r, -1, 1);
    normalize(out);
    reject(way, out);
    for (int c = 0; c < 3; c++) {
        const double on = corner[c] + out[c] * (rod.radius + gap);
        rod.start[c] = on - part * length * way[c];
        rod.end[c] = on + (1 - part) * length * way[c];
    }
    put_rod(p, &rod);
    if (lost && rod.radius > 0) { // the distance of the rounded segment
        double from[3], along[3], rest[3];
        for (int c = 0; c < 3; c++) {
            from[c] = p->round[c] - corner[c];
            along[c] = (double)p->round[3 + c] - p->round[c];
        }
        const double at = -dot(from, along) / dot(along, along);
        for (int c = 0; c < 3; c++) rest[c] = from[c] + at * along[c];
        square = dot(rest, rest);
        *radius_of(p) = float_step((float)sqrt(square), 1);
    }
}

static void worst(struct random *r, const struct round_pair *p) {
    if (p->kind == CAPSULE_OBB) {
        at_corner(r, p);
    } else {
        const int far = random_int(r, -20, -4), ratio = random_int(r, -3, 3);
        near_each_other(r, p, far, 0, ratio);
        if (random_chance(r, 2)) {
            climb(r, p);
        } else { // so near that the test may report it falsely
            shift(r, p);
            const double exact = distance_of_round(p);
            const double pad = p->kind == CAPSULE_AABB ? 0x1.ep-21 : 0x1.8p-20;
            const double radius =
                exact - random_between(r, .25, 2) * pad * (exact + lengths_of_round(p));
            *radius_of(p) = radius < LEAST_LENGTH ? 0 : (float)radius;
        }
    }
    scale_pair(p, random_int(r, -10, 20));
    if (*radius_of(p) > 0) *radius_of(p) = fmaxf(*radius_of(p), (float)LEAST_LENGTH);
}

static void make(struct random *r, enum scene scene, enum round_kind kind, float first[],
                 float second[]) {
    static const struct scattered any[] = {
        {any_sphere,
         any_triangle,
         {{1.0625, .5, 1.75}, {3.25, .25, 1.25}, {.5, 1, 2}, {1, 0, 1}},
         -8},
        {any_triangle,
         any_capsule,
         {{1.25, .5, 1.75}, {3.75, .25, 1.25}, {.5, 1, 2}, {1, 0, 1}},
         -8},
        {any_capsule, any_aabb, {{1.375, .25, 1.25}, {4.25, .25, 1.25}, {.5, 1, 2}, {1, 0, 1}}, 8},
        {any_capsule, any_box, {{1.375, .25, 1.25}, {4.25, .25, 1.25}, {.5, 1, 2}, {1, 0, 1}}, 8}};
    const bool turned = kind == TRIANGLE_CAPSULE;
    const struct round_pair p = {kind, turned ? second : first, turned ? first : second};
    switch (scene) {
    case SCENE_ULP:
    case SCENE_TOUCHING:
    case SCENE_DEGENERATE: contact(r, scene, &p); return;
    case SCENE_ALONG: along(r, &p); return;
    case SCENE_SCALES: scales(r, &p); return;
    case SCENE_WORST: worst(r, &p); return;
    case SCENE_HOSTILE:
        hostile_item(r, p.round, round_floats(kind));
        hostile_item(r, p.other, kind == CAPSULE_OBB ? AXIS + 9 : other_lengths(kind));
        return;
    case SCENE_ALL_MISS: {
        any[kind].first(r, first, 1, 0, 1);
        any[kind].second(r, second, 1, 0, 1);
        const float by = (float)random_signed(r, random_between(r, 9, 50));
        const unsigned c = random_below(r, 3);
        for (unsigned k = c; k < round_floats(kind) - 1; k += 3) p.round[k] += by;
        return;
    }
    default:
        scatter(r, scene, &any[kind], first, second);
        if (scene == SCENE_ALL_HIT) *radius_of(&p) += 4;
    }
}

void scene_sphere_triangle(struct random *r, enum scene scene, float a[], float b[]) {
    make(r, scene, SPHERE_TRIANGLE, a, b);
}

void scene_triangle_capsule(struct random *r, enum scene scene, float a[], float b[]) {
    make(r, scene, TRIANGLE_CAPSULE, a, b);
}

void scene_capsule_aabb(struct random *r, enum scene scene, float a[], float b[]) {
    make(r, scene, CAPSULE_AABB, a, b);
}

void scene_capsule_obb(struct random *r, enum scene scene, float a[], float b[]) {
    make(r, scene, CAPSULE_OBB, a, b);
}
