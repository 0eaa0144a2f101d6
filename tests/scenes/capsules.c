// SPDX-License-Identifier: MIT
// Spheres and capsules against capsules. A sphere is a capsule whose ends coincide.
#include "capsules.h"

#include "rotations.h"

enum { STEPS = 24 }; // of a climb

void put_capsule(float x[], const struct rod *rod) {
    put_sphere(x + END, rod->end, rod->radius);
    float start[SPHERE_FLOATS];
    put_sphere(start, rod->start, 0);
    memcpy(x + START, start, 3 * sizeof *x);
}

static void put_round(float x[], const struct rod *rod, bool sphere) {
    if (sphere) {
        put_sphere(x, rod->start, rod->radius);
    } else {
        put_capsule(x, rod);
    }
}

void any_capsule(struct random *r, float x[], double reach, double least, double most) {
    for (int c = 0; c < 3; c++) {
        const double at = random_between(r, -reach, reach);
        x[START + c] = (float)at;
        x[END + c] = (float)(at + random_between(r, -most, most));
    }
    x[AROUND] = (float)random_between(r, least, most);
}

// The quaternion m, n, p, q turns three unit vectors.
struct whole_frame whole_frame(struct random *r) {
    const unsigned kind = random_below(r, 4);
    const int m = random_int(r, 1, 3), q = kind > 0 ? random_int(r, -3, 3) : 0;
    const int n = kind > 1 ? random_int(r, -3, 3) : 0, p = kind > 1 ? random_int(r, -3, 3) : 0;
    const int v[3][3] = {{m * m + n * n - p * p - q * q, 2 * (m * q + n * p), 2 * (n * q - m * p)},
                         {2 * (n * p - m * q), m * m - n * n + p * p - q * q, 2 * (p * q + m * n)},
                         {2 * (n * q + m * p), 2 * (p * q - m * n), m * m - n * n - p * p + q * q}};
    struct whole_frame whole = {.w = m * m + n * n + p * p + q * q};
    const unsigned turn = random_below(r, 3);
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned c = 0; c < 3; c++) whole.v[k][c] = v[(k + turn) % 3][c];
    }
    return whole;
}

static double maybe_float(bool rounded, double x) {
    return rounded ? (float)x : x;
}

static double product(bool rounded, const double a[3], const double b[3]) {
    double sum = maybe_float(rounded, a[0] * b[0]);
    for (int c = 1; c < 3; c++) sum = maybe_float(rounded, maybe_float(rounded, a[c] * b[c]) + sum);
    return sum;
}

static void behind(bool rounded, const double from[3], double at, const double way[3],
                   double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = maybe_float(rounded, from[c] - maybe_float(rounded, at * way[c]));
}

static double square_behind(bool rounded, const double from[3], double at, const double way[3]) {
    double rest[3];
    behind(rounded, from, at, way, rest);
    return product(rounded, rest, rest);
}

// A square that vanishes makes it a NaN, which the kernels cut to 1.
static double part_of(bool rounded, double product, double square) {
    const double x = maybe_float(rounded, product / square);
    return x < 1 ? x > 0 ? x : 0 : 1;
}

static double end_square(bool rounded, const double from[3], const double way[3]) {
    const double inverse = maybe_float(rounded, 1 / product(rounded, way, way));
    const double at = product(rounded, from, way) * inverse;
    return square_behind(rounded, from, part_of(rounded, at, 1), way);
}

// The square of the distance of two rods' segments, as the kernel finds it. If `rounded`, every
// operation is rounded to float.
static double segments_square(bool rounded, const struct rod *a, const struct rod *b) {
    double way[2][3], start[3], end[3], across[3], offset[3];
    for (int c = 0; c < 3; c++) {
        way[0][c] = maybe_float(rounded, a->start[c] - a->end[c]);
        way[1][c] = maybe_float(rounded, b->end[c] - b->start[c]);
        start[c] = maybe_float(rounded, a->start[c] - b->start[c]);
        end[c] = maybe_float(rounded, a->start[c] - b->end[c]);
    }
    const double ends = fmin(end_square(rounded, start, way[0]), end_square(rounded, end, way[0]));
    const double square = product(rounded, way[1], way[1]);
    const double inverse = maybe_float(rounded, 1 / square);
    if (square == 0) return fmin(ends, end_square(rounded, start, way[0]));
    behind(rounded, way[0], maybe_float(rounded, product(rounded, way[0], way[1]) * inverse),
           way[1], across);
    behind(rounded, start, maybe_float(rounded, product(rounded, start, way[1]) * inverse), way[1],
           offset);
    const double at =
        part_of(rounded, product(rounded, offset, across), product(rounded, across, across));
    behind(rounded, start, at, way[0], offset);
    const double b_at = maybe_float(rounded, product(rounded, offset, way[1]) * inverse);
    return fmin(square_behind(rounded, offset, part_of(false, b_at, 1), way[1]), ends);
}

// The same of a sphere.
static double point_square(bool rounded, const struct rod *a, const struct rod *b) {
    double from[3], way[3];
    for (int c = 0; c < 3; c++) {
        from[c] = maybe_float(rounded, a->start[c] - b->start[c]);
        way[c] = maybe_float(rounded, b->end[c] - b->start[c]);
    }
    const double at = part_of(rounded, product(rounded, from, way), product(rounded, way, way));
    return square_behind(rounded, from, at, way);
}

static double distance_of(bool rounded, bool sphere, const struct rod rod[2]) {
    return sqrt(sphere ? point_square(rounded, &rod[0], &rod[1])
                       : segments_square(rounded, &rod[0], &rod[1]));
}

static void swap_ends(struct rod *rod) {
    double start[3];
    memcpy(start, rod->start, sizeof start);
    memcpy(rod->start, rod->end, sizeof start);
    memcpy(rod->end, start, sizeof start);
}

// In integers, times `step`: two segments on parallel planes, or leaning away from these where an
// end touches, and radii that add up to the distance of the planes.
static void contact(struct random *r, enum scene scene, bool sphere, float a[], float b[]) {
    const bool degenerate = scene == SCENE_DEGENERATE;
    const struct whole_frame frame = whole_frame(r);
    const double gap = random_chance(r, degenerate ? 3 : 8) ? 0 : ldexp(1, random_int(r, -4, 2));
    const double share = random_chance(r, degenerate ? 2 : 8) ? 0 : random_int(r, 0, 16) / 16.;
    const bool parallel = random_chance(r, 3);
    const double of_parallel = random_int(r, -4, 4), lean = random_chance(r, 2);
    struct rod rod[2];
    double way[2][2], at[3];
    for (int c = 0; c < 3; c++) at[c] = random_int(r, -64, 64);
    for (int s = 0; s < 2; s++) {
        const double length = ldexp(1, random_int(r, 0, 8));
        for (int k = 0; k < 2; k++) {
            way[s][k] = length * random_int(r, -4, 4);
            if (s == 1 && parallel)
                way[s][k] = of_parallel * way[0][k] + lean * random_int(r, -1, 1);
        }
        const bool point = (sphere && s == 0) || (degenerate && random_chance(r, 3));
        const double behind = point ? 0 : random_int(r, 0, 4),
                     ahead = point ? 0 : random_int(r, 0, 4);
        const double away = behind == 0 ? (s ? 1 : -1) * length * random_int(r, 0, 2) : 0;
        for (int c = 0; c < 3; c++) {
            const double on = at[c] + s * gap * frame.v[0][c];
            const double along = way[s][0] * frame.v[1][c] + way[s][1] * frame.v[2][c];
            rod[s].start[c] = on - behind * along / 4;
            rod[s].end[c] = on + ahead * (along / 4 + away * frame.v[0][c]);
        }
        if (random_chance(r, 2)) swap_ends(&rod[s]);
        rod[s].radius = gap * frame.w * (s ? 1 - share : share);
    }
    put_round(a, &rod[0], sphere);
    put_round(b, &rod[1], false);
    if (degenerate && random_chance(r, 6)) b[AROUND] += 64;
    const unsigned floats = sphere ? SPHERE_FLOATS : CAPSULE_FLOATS;
    if (scene == SCENE_ULP || (degenerate && random_chance(r, 2))) {
        const bool first = random_chance(r, 2), radius = random_chance(r, 2);
        float *x = (first ? a : b) + random_below(r, first ? floats : CAPSULE_FLOATS);
        if (radius) x = a[floats - 1] > b[AROUND] ? &a[floats - 1] : &b[AROUND];
        if (*x != 0) *x = nudged(r, *x);
        if (radius && random_chance(r, 2)) *x *= 1 - 0x1p-12f;
    }
    const int scale = random_int(r, -20, 20);
    scale_floats(a, floats, scale);
    scale_floats(b, CAPSULE_FLOATS, scale);
}

// Coordinates of few values: segments along axes, in one line, with common ends.
static void along(struct random *r, bool sphere, float a[], float b[]) {
    for (int s = 0; s < 2; s++) {
        struct rod rod = {.radius = random_int(r, 0, 1)};
        for (int c = 0; c < 3; c++) {
            rod.start[c] = random_signed(r, random_int(r, 0, 1));
            rod.end[c] = random_chance(r, 2) ? rod.start[c] : random_int(r, -1, 2);
        }
        put_round(s ? b : a, &rod, sphere && s == 0);
    }
}

// Rounds a rod to floats, so that its distance is that of what is put.
static void round_rod(struct rod *rod) {
    for (int c = 0; c < 3; c++) {
        rod->start[c] = (float)rod->start[c];
        rod->end[c] = (float)rod->end[c];
    }
}

// Near contact, at any ratio of lengths, radii and distances from the origin.
static void scales(struct random *r, bool sphere, float a[], float b[]) {
    const int scale = random_int(r, -36, 34), far = random_int(r, -20, 20);
    struct rod rod[2];
    double at[3];
    for (int c = 0; c < 3; c++) at[c] = random_signed(r, random_scale(r, far, far + 4));
    for (int s = 0; s < 2; s++) {
        const int length = random_int(r, -20, 18);
        for (int c = 0; c < 3; c++) {
            const double start = random_signed(r, random_scale(r, length, length + 2));
            const double end = random_signed(r, random_scale(r, length, length + 2));
            rod[s].start[c] = ldexp(at[c] + (sphere && s == 0 ? 0 : start), scale);
            rod[s].end[c] = ldexp(at[c] + end, scale);
            if (sphere && s == 0) rod[s].end[c] = rod[s].start[c];
        }
        if (s == 1 && random_chance(r, 2)) { // nearly parallel to the other
            const double by = random_scale(r, -8, 2), lean = random_scale(r, -24, -4);
            for (int c = 0; c < 3; c++) {
                const double way = rod[0].end[c] - rod[0].start[c];
                rod[1].end[c] = rod[1].start[c] + by * way * (1 + random_signed(r, lean));
            }
        }
        round_rod(&rod[s]);
    }
    const double distance = distance_of(false, sphere, rod);
    rod[0].radius = radius_near(r, distance * random_scale(r, -24, 0) / 2);
    put_round(a, &rod[0], sphere);
    rod[1].radius = radius_near(r, random_chance(r, 2) ? fabs(distance - rod[0].radius)
                                                       : distance * random_scale(r, -4, 4));
    put_round(b, &rod[1], false);
}

static double l1_of(const struct rod *rod) {
    double sum = 0;
    for (int c = 0; c < 3; c++) sum += fabs(rod->end[c] - rod->start[c]);
    return sum;
}

// Two segments that pass each other, or nearly run along each other, much closer than they are
// long. Two axes are so much shorter than the third that their squares just count.
static void passing(struct random *r, bool sphere, struct rod rod[2]) {
    const int longest = random_int(r, 0, 2), thin = random_int(r, -14, 0);
    const bool parallel = random_chance(r, 2);
    double at[3], way[2][3];
    for (int c = 0; c < 3; c++) at[c] = random_signed(r, random_scale(r, -20, -1));
    for (int s = 0; s < 2; s++) {
        const double length =
            random_between(r, 1, 2) * (sphere || s == 0 ? 1 : random_scale(r, -3, 3));
        const double lean = random_scale(r, -16, 0);
        for (int c = 0; c < 3; c++) {
            const double any =
                random_signed(r, c == longest ? 1 : random_scale(r, thin - 1, thin + 1));
            way[s][c] = length * (s && parallel ? way[0][c] + lean * any : any);
        }
        const double part = random_chance(r, 2) ? 0 : random_between(r, 0, 1);
        for (int c = 0; c < 3; c++) {
            rod[s].start[c] = at[c] - (sphere && s == 0 ? 0 : part * way[s][c]);
            rod[s].end[c] = sphere && s == 0 ? rod[s].start[c] : rod[s].start[c] + way[s][c];
        }
        if (random_chance(r, 2)) swap_ends(&rod[s]);
        round_rod(&rod[s]);
    }
}

// By how much rounding misleads the test, as a part of the sizes: by how much the distance seems
// longer than it is.
static double harm_of(bool sphere, const struct rod rod[2], double *exact) {
    *exact = distance_of(false, sphere, rod);
    return (distance_of(true, sphere, rod) - *exact) / (*exact + l1_of(&rod[0]) + l1_of(&rod[1]));
}

// Pairs that long climbs ended at: start and end of each, and what they need of the pad.
static const float summits[2][3][12] = {
    {{0x1.ad5c78p-8f, -0x1.70e3e8p+1f, -0x1.b4c528p-8f, -0x1.121be8p-11f, 0x1.ee497p-3f,
      0x1.18010cp-10f, 0x1.760a92p-18f, 0x1.1686fep-7f, -0x1.7278e4p-19f, -0x1.7767a2p-13f,
      -0x1.752f92p-7f, 0x1.d90082p-4f}, // 6.00u
     {0x1.a6c2cap-6f, 0x1.510bd8p+0f, 0x1.169fd6p-5f, 0x1.f6d2d8p-4f, 0x1.223dd2p-4f,
      -0x1.42c4e8p-15f, -0x1.9fb938p-4f, 0x1.bccb12p+3f, 0x1.7d1bbap-2f, 0x1.f6c7aep-4f,
      0x1.223becp-4f, -0x1.429206p-15f}, // 4.05u
     {-0x1.f488dcp-17f, 0x1.01487p-3f, -0x1.ba1192p-15f, -0x1.15cd2ep-6f, 0x1.224c7ap-4f,
      -0x1.ba1194p-15f, -0x1.60e1a8p-6f, 0x1.3cb40ep-3f, -0x1.6a0b42p+1f, -0x1.f5591ep-17f,
      0x1.0147fcp-3f, -0x1.f9d172p-16f}}, // 4.07u
    // A sphere's center is its start.
    {{-0x1.9f78fap-19f, 0x1.7ac39cp-13f, 0x1.49bcbp-15f, -0x1.9f78fap-19f, 0x1.7ac39cp-13f,
      0x1.49bcbp-15f, -0x1.5691f8p-5f, 0x1.712a8ap+1f, -0x1.85915cp-10f, -0x1.c8b3c8p-20f,
      0x1.6239cep-14f, 0x1.4a29e8p-15f}, // 4.10u
     {0x1.cc5f86p-20f, -0x1.b2a16cp-14f, 0x1.eeaf3cp-17f, 0x1.cc5f86p-20f, -0x1.b2a16cp-14f,
      0x1.eeaf3cp-17f, 0x1.9a4dfap-8f, -0x1.7ffeap+0f, -0x1.33c4aap-7f, -0x1.f752a4p-13f,
      0x1.d9a9ap-5f, 0x1.8c661ap-12f}, // 3.81u
     {-0x1.001bb2p+0f, -0x1.d24b5ap-9f, -0x1.aecd14p-5f, -0x1.001bb2p+0f, -0x1.d24b5ap-9f,
      -0x1.aecd14p-5f, -0x1.dfa3b4p-21f, -0x1.0e5cbcp-6f, 0x1.0bf954p-6f, 0x1.00b894p-22f,
      -0x1.0e5cbcp-6f, 0x1.0b076p-6f}} // 3.47u
};

static void from_summit(struct random *r, bool sphere, struct rod rod[2]) {
    const float *const x = summits[sphere][random_below(r, 3)];
    for (int c = 0; c < 3; c++) {
        const double sign = random_sign(r);
        for (int s = 0; s < 2; s++) {
            rod[s].start[c] = sign * x[6 * s + c];
            rod[s].end[c] = sign * x[6 * s + 3 + c];
        }
    }
}

static void move_a_little(struct random *r, bool sphere, struct rod rod[2]) {
    for (unsigned left = 1 + random_below(r, 2); left > 0; left--) {
        const unsigned s = random_below(r, 2), c = random_below(r, 3);
        double *const x = random_chance(r, 2) ? &rod[s].start[c] : &rod[s].end[c];
        if (random_chance(r, 2) && *x != 0) {
            *x = float_step((float)*x, random_int(r, -4, 4));
        } else {
            *x = (float)(*x * (1 + random_signed(r, random_scale(r, -22, -2))));
        }
    }
    if (sphere) memcpy(rod[0].end, rod[0].start, sizeof rod[0].end);
}

// Climbs to a pair that rounding harms, at the least radius at which it touches.
static void climb(struct random *r, bool sphere, struct rod rod[2]) {
    double exact;
    if (random_chance(r, 2)) from_summit(r, sphere, rod);
    double harm = harm_of(sphere, rod, &exact);
    for (int k = 0; k < STEPS; k++) {
        struct rod other[2];
        double other_exact;
        memcpy(other, rod, sizeof other);
        move_a_little(r, sphere, other);
        const double more = harm_of(sphere, other, &other_exact);
        if (!(more >= harm)) continue;
        harm = more, exact = other_exact;
        memcpy(rod, other, sizeof other);
    }
    const float least = fmaxf((float)exact, (float)LEAST_LENGTH);
    rod[1].radius = float_step(least, 1);
}

static void worst(struct random *r, bool sphere, float a[], float b[]) {
    struct rod rod[2];
    passing(r, sphere, rod);
    rod[0].radius = 0;
    if (random_chance(r, 2)) {
        climb(r, sphere, rod);
    } else { // so near that the test may report it falsely
        const double lengths = l1_of(&rod[0]) + l1_of(&rod[1]);
        const double by = random_signed(r, random_scale(r, -10, 1) * lengths);
        const unsigned c = random_below(r, 3);
        rod[0].start[c] += by;
        rod[0].end[c] += by;
        round_rod(&rod[0]);
        const double exact = distance_of(false, sphere, rod), pad = sphere ? 0x1.6p-21 : 0x1.cp-21;
        rod[1].radius = exact - random_between(r, .25, 2) * pad * (exact + lengths);
    }
    put_round(a, &rod[0], sphere);
    put_round(b, &rod[1], false);
    const int scale = random_int(r, -10, 20);
    scale_floats(a, sphere ? SPHERE_FLOATS : CAPSULE_FLOATS, scale);
    scale_floats(b, CAPSULE_FLOATS, scale);
    if (b[AROUND] > 0) b[AROUND] = fmaxf(b[AROUND], (float)LEAST_LENGTH);
}

static void make(struct random *r, enum scene scene, bool sphere, float a[], float b[]) {
    static const struct scattered
        spheres = {any_sphere,
                   any_capsule,
                   {{1.25, .25, 1.25}, {3.75, .25, 1.25}, {.75, 1, 2}, {1, 0, 1}},
                   -8},
        capsules = {any_capsule,
                    any_capsule,
                    {{1.375, .25, 1.25}, {3.75, .25, 1.25}, {.75, 1, 2}, {1, 0, 1}},
                    8};
    switch (scene) {
    case SCENE_ULP:
    case SCENE_TOUCHING:
    case SCENE_DEGENERATE: contact(r, scene, sphere, a, b); return;
    case SCENE_ALONG: along(r, sphere, a, b); return;
    case SCENE_SCALES: scales(r, sphere, a, b); return;
    case SCENE_WORST: worst(r, sphere, a, b); return;
    case SCENE_HOSTILE:
        hostile_item(r, a, sphere ? SPHERE_FLOATS : CAPSULE_FLOATS);
        hostile_item(r, b, CAPSULE_FLOATS);
        return;
    case SCENE_ALL_MISS:
        if (!sphere) {
            any_capsule(r, a, 1, 0, 1);
            any_capsule(r, b, 1, 0, 1);
            const float by = (float)random_signed(r, random_between(r, 8, 50));
            const unsigned c = random_below(r, 3);
            b[START + c] += by;
            b[END + c] += by;
            return;
        } // fall through
    default: scatter(r, scene, sphere ? &spheres : &capsules, a, b);
    }
}

void scene_sphere_capsule(struct random *r, enum scene scene, float a[], float b[]) {
    make(r, scene, true, a, b);
}

void scene_capsule_capsule(struct random *r, enum scene scene, float a[], float b[]) {
    make(r, scene, false, a, b);
}

// One capsule of the scene.
void scene_capsule(struct random *r, enum scene scene, float x[]) {
    float other[CAPSULE_FLOATS];
    make(r, scene, false, x, other);
    if (random_chance(r, 2)) memcpy(x, other, sizeof other);
}
