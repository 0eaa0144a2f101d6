// SPDX-License-Identifier: MIT
// Spheres and capsules against capsules. A sphere is a capsule whose ends coincide.
#include "capsules.h"

#include "rotations.h"

enum { CANDIDATES = 48 };

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
    const int v[3][3] = {
        {m * m + n * n - p * p - q * q, 2 * (m * q + n * p), 2 * (n * q - m * p)},
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
    for (int c = 1; c < 3; c++)
        sum = maybe_float(rounded, maybe_float(rounded, a[c] * b[c]) + sum);
    return sum;
}

static double part(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
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

double segments_square(bool rounded, const double from[3], const double a[3], const double b[3]) {
#define R(x) maybe_float(rounded, x)
    const double least = 0x1p-126, along = product(rounded, a, b);
    const double a_from = product(rounded, a, from), b_from = product(rounded, b, from);
    const double a_inverse = R(1 / fmax(product(rounded, a, a), least));
    const double b_inverse = R(1 / fmax(product(rounded, b, b), least));
    double far[3], across[3], offset[3], square[5];
    behind(rounded, from, -1, a, far);
    square[0] = square_behind(rounded, from, part(R(b_from * b_inverse)), b);
    square[1] = square_behind(rounded, far, part(R(R(b_from + along) * b_inverse)), b);
    square[2] = square_behind(rounded, from, -part(-R(a_from * a_inverse)), a);
    behind(rounded, from, -part(R(R(along - a_from) * a_inverse)), a, far);
    square[3] = square_behind(rounded, far, 1, b);
    behind(rounded, a, R(along * b_inverse), b, across);
    behind(rounded, from, R(b_from * b_inverse), b, offset);
    const double divisor = fmax(product(rounded, across, across), least);
    const double at = part(-R(product(rounded, offset, across) / divisor));
    behind(rounded, from, -at, a, far);
    const double b_at = R(R(b_from + R(at * along)) * b_inverse);
    square[4] = square_behind(rounded, far, part(b_at), b);
#undef R
    for (int k = 1; k < 5; k++) square[0] = fmin(square[0], square[k]);
    return square[0];
}

// The ends relative to each other, as floats if `rounded`.
static void ways_of(bool rounded, const struct rod rod[2], double from[3], double way[2][3]) {
    for (int c = 0; c < 3; c++) {
        from[c] = maybe_float(rounded, rod[0].start[c] - rod[1].start[c]);
        for (int s = 0; s < 2; s++)
            way[s][c] = maybe_float(rounded, rod[s].end[c] - rod[s].start[c]);
    }
}

static double distance_of(bool rounded, const struct rod rod[2]) {
    double from[3], way[2][3];
    ways_of(rounded, rod, from, way);
    return sqrt(segments_square(rounded, from, way[0], way[1]));
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
            if (s == 1 && parallel) way[s][k] = of_parallel * way[0][k] + lean * random_int(r, -1, 1);
        }
        const bool point = (sphere && s == 0) || (degenerate && random_chance(r, 3));
        const double behind = point ? 0 : random_int(r, 0, 4), ahead = point ? 0 : random_int(r, 0, 4);
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
        const bool first = random_chance(r, 2);
        float *const x = (first ? a : b) + random_below(r, first ? floats : CAPSULE_FLOATS);
        if (*x != 0) *x = nudged(r, *x);
    }
    const int scale = random_int(r, -20, 20);
    scale_floats(a, floats, scale);
    scale_floats(b, CAPSULE_FLOATS, scale);
}

// Coordinates of few values: segments along axes, in one line, with common ends.
static void along(struct random *r, bool sphere, float a[], float b[]) {
    for (int s = 0; s < 2; s++) {
        struct rod rod = {.radius = random_chance(r, 2) ? 0 : random_int(r, 0, 1)};
        for (int c = 0; c < 3; c++) {
            rod.start[c] = random_int(r, 0, 2);
            rod.end[c] = random_chance(r, 2) ? rod.start[c] : random_int(r, 0, 3);
        }
        put_round(s ? b : a, &rod, sphere && s == 0);
        for (int c = 0; c < 3; c++) (s ? b : a)[c] = (float)random_signed(r, (s ? b : a)[c]) + 0.0f;
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
    const double distance = distance_of(false, rod);
    rod[0].radius = radius_near(r, distance * random_scale(r, -24, 0) / 2);
    put_round(a, &rod[0], sphere);
    rod[1].radius = radius_near(r, random_chance(r, 2) ? fabs(distance - rod[0].radius)
                                                       : distance * random_scale(r, -4, 4));
    put_round(b, &rod[1], false);
}

static double l1_of(const double x[3]) {
    return fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

// Two segments that pass each other, or nearly run along each other, much closer than they are
// long. Two axes are so much shorter than the third that their squares just count.
static void passing(struct random *r, bool sphere, struct rod rod[2]) {
    const int longest = random_int(r, 0, 2), thin = random_int(r, -14, 0);
    const bool parallel = random_chance(r, 2);
    double at[3], way[2][3];
    for (int c = 0; c < 3; c++) at[c] = random_signed(r, random_scale(r, -20, -1));
    for (int s = 0; s < 2; s++) {
        const double length = random_between(r, 1, 2) * (sphere || s == 0 ? 1 : random_scale(r, -3, 3));
        const double lean = random_scale(r, -16, 0);
        for (int c = 0; c < 3; c++) {
            const double any = random_signed(r, c == longest ? 1 : random_scale(r, thin - 1, thin + 1));
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

// The pair, of many, that rounding harms most.
static void worst(struct random *r, bool sphere, float a[], float b[]) {
    const bool lost = random_chance(r, 2);
    const double pad = sphere ? 0x1.6p-21 : 0x1.6p-20;
    struct rod rod[2], best[2];
    double most = -INFINITY;
    for (int k = 0; k < CANDIDATES; k++) {
        double from[3], way[2][3];
        passing(r, sphere, rod);
        ways_of(false, rod, from, way);
        const double lengths = l1_of(way[0]) + l1_of(way[1]);
        const double exact = distance_of(false, rod), got = distance_of(true, rod);
        const double harm = (lost ? got - exact : exact - got) / (exact + lengths);
        if (harm <= most) continue;
        most = harm;
        memcpy(best, rod, sizeof best);
        best[0].radius = 0;
        // At the least radius that touches, or the least at which the test reports contact.
        best[1].radius = lost ? float_step((float)exact, 1)
                              : fmax((got - pad * lengths) / (1 + pad) * (1 - 0x1p-22), 0);
    }
    if (!lost) best[1].radius *= random_between(r, .99, 1.001);
    put_round(a, &best[0], sphere);
    put_round(b, &best[1], false);
    const int scale = random_int(r, -20, 20);
    scale_floats(a, sphere ? SPHERE_FLOATS : CAPSULE_FLOATS, scale);
    scale_floats(b, CAPSULE_FLOATS, scale);
}

static void make(struct random *r, enum scene scene, bool sphere, float a[], float b[]) {
    static const struct scattered
        spheres = {any_sphere,
                   any_capsule,
                   {{1.25, .25, 1.25}, {3, .25, 1.25}, {.75, 1, 2}, {1, 0, 1}},
                   -8},
        capsules = {any_capsule,
                    any_capsule,
                    {{1.375, .25, 1.25}, {3, .25, 1.25}, {.75, 1, 2}, {1, 0, 1}},
                    8};
    switch (scene) {
    case SCENE_ULP:
    case SCENE_TOUCHING:
    case SCENE_DEGENERATE: contact(r, scene, sphere, a, b); return;
    case SCENE_ALONG: along(r, sphere, a, b); return;
    case SCENE_SCALES: scales(r, sphere, a, b); return;
    case SCENE_WORST: worst(r, sphere, a, b); return;
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
    case SCENE_HOSTILE:
        hostile_item(r, a, sphere ? SPHERE_FLOATS : CAPSULE_FLOATS);
        hostile_item(r, b, CAPSULE_FLOATS);
        return;
    default: scatter(r, scene, sphere ? &spheres : &capsules, a, b);
    }

}

void scene_sphere_capsule(struct random *r, enum scene scene, float a[], float b[]) {
    make(r, scene, true, a, b);
}

void scene_capsule_capsule(struct random *r, enum scene scene, float a[], float b[]) {
    make(r, scene, false, a, b);
}
