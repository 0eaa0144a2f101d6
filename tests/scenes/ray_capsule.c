// SPDX-License-Identifier: MIT
// Rays (origin, dir, inv_dir, t_min, t_max) and capsules (start, end, radius).
#include "capsules.h"
#include "rays.h"
#include "rounds.h"

enum { STEPS = 24 }; // of a climb

// The float radius that just reaches the ray's line or, if it is not, the ray's range of t.
static double distance_of(const float ray[], const float capsule[]) {
    const double high = ray[T_MAX] < 0x1p60 ? ray[T_MAX] : 0x1p60;
    double from[3], way[3], rod[3], least = 1e300;
    for (int c = 0; c < 3; c++) {
        from[c] = (double)ray[ORIGIN + c] - capsule[START + c];
        way[c] = ray[DIR + c];
        rod[c] = (double)capsule[END + c] - capsule[START + c];
    }
    // Convex in t: by thirds, from a range that is about as long as the way there.
    double low = ray[T_MIN] > 0 ? ray[T_MIN] : 0, speed = 0, far = 0, square = 0, end = high;
    for (int c = 0; c < 3; c++) {
        speed += way[c] * way[c];
        far += fabs(from[c]) + fabs(rod[c]);
        square += rod[c] * rod[c];
    }
    end = fmin(end, fmax(low, 4 * far / sqrt(speed)));
    for (int k = 0; k < 120; k++) {
        double found[2];
        const double t[2] = {low + (end - low) / 3, end - (end - low) / 3};
        for (int j = 0; j < 2; j++) {
            double part = 0;
            for (int c = 0; c < 3; c++) part += (from[c] + t[j] * way[c]) * rod[c];
            part = square > 0 ? part / square : 0;
            part = part < 0 ? 0 : part > 1 ? 1 : part;
            found[j] = 0;
            for (int c = 0; c < 3; c++) {
                const double off = from[c] + t[j] * way[c] - part * rod[c];
                found[j] += off * off;
            }
            least = fmin(least, found[j]);
        }
        if (found[0] <= found[1]) {
            end = t[1];
        } else {
            low = t[0];
        }
    }
    return sqrt(least);
}

static void put_ray(float ray[], const double at[3], const double dir[3], double t) {
    for (int c = 0; c < 3; c++) {
        ray[ORIGIN + c] = (float)(at[c] - t * dir[c]);
        ray[DIR + c] = (float)dir[c];
    }
}

static void scale_both(struct random *r, float ray[], float capsule[], float t_min, float t_max) {
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -10, 10);
    for (int k = 0; k < 6; k++) ray[k] = ldexpf(ray[k], k < DIR ? scale : scale - stretch);
    scale_floats(capsule, CAPSULE_FLOATS, scale);
    finish_ray(ray, ldexpf(t_min, stretch), ldexpf(t_max, stretch));
}

// In integers, times `step`: a segment and a line on parallel planes, and the radius is the
// distance of these. The range of t may begin or end where they touch.
static void contact(struct random *r, enum scene scene, bool bounded, float ray[],
                    float capsule[]) {
    const bool degenerate = scene == SCENE_DEGENERATE;
    const struct whole_frame frame = whole_frame(r);
    const double gap = random_chance(r, degenerate ? 3 : 8) ? 0 : ldexp(1, random_int(r, -4, 2));
    const double length = ldexp(1, random_int(r, 0, 6));
    struct rod rod;
    double at[3], dir[3], way[2][2] = {{0}};
    for (int c = 0; c < 3; c++) at[c] = random_int(r, -64, 64);
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 2; k++) way[s][k] = random_int(r, -4, 4);
    if (random_chance(r, 4)) memcpy(way[1], way[0], sizeof way[0]);
    if (way[1][0] == 0 && way[1][1] == 0) way[1][0] = 1;
    const bool point = degenerate && random_chance(r, 3);
    const double behind = point ? 0 : random_int(r, 0, 4), ahead = point ? 0 : random_int(r, 0, 4);
    for (int c = 0; c < 3; c++) {
        const double along = length * (way[0][0] * frame.v[1][c] + way[0][1] * frame.v[2][c]);
        rod.start[c] = at[c] - behind * along / 4;
        rod.end[c] = at[c] + ahead * along / 4;
        at[c] += gap * frame.v[0][c];
        dir[c] = way[1][0] * frame.v[1][c] + way[1][1] * frame.v[2][c];
    }
    rod.radius = gap * frame.w;
    const int t = random_int(r, 0, 2);
    put_ray(ray, at, dir, t);
    put_capsule(capsule, &rod);
    float t_min = (float)random_int(r, -2, 0), t_max = random_chance(r, 2) ? INFINITY : 100;
    if (bounded && t_max > 100) t_max = 4;
    if (random_chance(r, 4)) t_max = (float)t;
    if (random_chance(r, 4)) t_min = (float)t;
    if (scene == SCENE_ULP || (degenerate && random_chance(r, 2))) {
        const unsigned c = random_below(r, 3);
        const bool radius = random_chance(r, 2);
        float *const x = radius ? &capsule[AROUND] : &ray[ORIGIN + c];
        if (*x != 0) *x = nudged(r, *x);
        if (radius && scene == SCENE_ULP && random_chance(r, 2)) *x *= 1 - 0x1p-12f;
    }
    scale_both(r, ray, capsule, t_min, t_max);
}

// Coordinates of few values.
static void along(struct random *r, float ray[], float capsule[]) {
    struct rod rod = {.radius = random_int(r, 0, 1)};
    const int t = random_int(r, 0, 2);
    for (int c = 0; c < 3; c++) {
        rod.start[c] = random_signed(r, random_int(r, 0, 1));
        rod.end[c] = random_chance(r, 2) ? rod.start[c] : random_int(r, -1, 2);
        ray[DIR + c] = (float)random_signed(r, random_int(r, 0, 1));
        const double beside = rod.start[c] + (random_chance(r, 3) ? random_int(r, -2, 2) : 0);
        ray[ORIGIN + c] = (float)(beside - t * ray[DIR + c]);
    }
    if (ray[DIR] == 0 && ray[DIR + 1] == 0 && ray[DIR + 2] == 0) ray[DIR] = 1;
    put_capsule(capsule, &rod);
    finish_ray(ray, 0, random_chance(r, 2) ? INFINITY : (float)random_int(r, 0, 3));
}

#define PAD 0x1.4p-20 // the kernels'

// A ray past a capsule, at any ratio of lengths, with a radius that just reaches it or almost.
static void passing(struct random *r, bool worst, float ray[], float capsule[]) {
    const int scale = worst ? 0 : random_int(r, -30, 30), speed = random_int(r, -10, 10);
    const int far = random_int(r, worst ? -2 : -10, worst ? 4 : 16);
    const int thin = worst ? random_int(r, -14, 0) : 0;
    double at[3], way[3], dir[3], length = 0;
    struct rod rod = {.radius = 0};
    const bool parallel = random_chance(r, 3);
    const double part = random_chance(r, 3) ? 0 : random_unit(r), lean = random_scale(r, -20, 0);
    for (int c = 0; c < 3; c++) {
        at[c] = random_signed(r, random_scale(r, -20, -1));
        way[c] = random_signed(r, random_scale(r, c ? thin - 2 : -2, c ? thin + 1 : 1));
        const double any = random_signed(r, random_scale(r, c ? thin - 2 : -2, c ? thin + 1 : 1));
        dir[c] = parallel ? way[c] + lean * any : any;
        length = fmax(length, fabs(dir[c]));
    }
    const double off = random_scale(r, -24, 0);
    for (int c = 0; c < 3; c++) {
        rod.start[c] = ldexp(at[c] - part * way[c], scale);
        rod.end[c] = ldexp(at[c] + (1 - part) * way[c], scale);
        at[c] = ldexp(at[c] + random_signed(r, random_chance(r, 2) ? 0 : off), scale);
        dir[c] = ldexp(dir[c] / length, scale);
    }
    put_ray(ray, at, dir, ldexp(random_unit(r), far));
    for (int c = 0; c < 3; c++) ray[DIR + c] = ldexpf(ray[DIR + c], -speed);
    const double t = ldexp(1, far + speed);
    put_capsule(capsule, &rod);
    const float t_min = random_chance(r, 2) ? 0 : (float)(t * random_between(r, -1, 1));
    finish_ray(ray, t_min, random_chance(r, 2) ? INFINITY : (float)(t * random_between(r, .5, 2)));
    double sizes = 0; // what the pad is a part of
    for (int c = 0; c < 3; c++)
        sizes += fabs((double)ray[ORIGIN + c] - capsule[START + c]) +
                 fabs((double)capsule[END + c] - capsule[START + c]);
    const double distance = distance_of(ray, capsule);
    double radius = distance;
    if (worst) {
        radius -= random_between(r, .25, 2) * PAD * (distance + sizes);
    } else if (random_chance(r, 2)) {
        radius *= random_scale(r, -4, 4);
    }
    capsule[AROUND] = radius < LEAST_LENGTH ? 0 : float_step((float)radius, worst);
}

// --- pairs that need the pad ---

// Those that long climbs ended at, of rays and of sweeps: where the point begins, its way, the ends
// of the segment and, of sweeps, the way of the capsule.
static const float ray_summits[3][12] = {
    {0x1.105bdp-9f, -0x1.19c1b8p-1f, 0x1.beb51ep-4f, -0x1.8eeae4p-8f, 0x1.f4d0a6p+0f,
     -0x1.e8881ap-8f, 0x1.00c43ap-7f, -0x1.ffdd8ap-2f, 0x1.d94df6p-4f, 0x1.7d4078p-12f,
     0x1.3ff55cp-11f, 0x1.b61bb2p-4f}, // 6.90u
    {-0x1.ad5c78p-8f, 0x1.70e3e8p+1f, 0x1.b4c526p-8f, 0x1.cf9ffp-8f, -0x1.8fc88p+1f,
     -0x1.fac5f8p-8f, -0x1.760fc8p-18f, -0x1.1686fcp-7f, 0x1.72777cp-19f, 0x1.76df26p-13f,
     0x1.752f92p-7f, -0x1.d90082p-4f}, // 6.67u
    {-0x1.548334p-7f, 0x1.b49e88p-3f, 0x1.94ef78p-5f, 0x1.f88f4p+0f, -0x1.f6816p-9f, 0x1.5f7d68p-9f,
     -0x1.516db4p-7f, 0x1.143a3p-2f, 0x1.94efa4p-5f, 0x1.7129p+0f, 0x1.a867eap-3f,
     0x1.a51fccp-5f}, // 6.36u
};

static const float sweep_summits[3][15] = {
    {0x1.21d03p-1f, 0x1.1abce8p-4f, 0x1.7bb01ep-3f, -0x1.73ac52p+0f, -0x1.a9e5bp-6f,
     -0x1.42a41ap-6f, -0x1.6d0d6ap+3f, 0x1.76e042p-2f, 0x1.196ap-4f, 0x1.8d3476p-11f,
     0x1.ce2dacp-5f, 0x1.6908dap-3f, -0x1.c75698p-3f, 0x1.6b80c2p-10f, 0x1.d597p-14f}, // 6.71u
    {0x1.a3dde8p+0f, -0x1.c4539cp-6f, -0x1.6f397ap-6f, -0x1.54262ep+0f, 0x1.cb267ap-6f,
     0x1.74591ap-6f, 0x1.7076fap+3f, -0x1.d019bcp-4f, -0x1.7779dep-4f, -0x1.4730fcp-13f,
     -0x1.941604p-13f, -0x1.1a8ffcp-16f, 0x1.3f034p-2f, 0x1.3d04c6p-11f, 0x1.55a916p-12f}, // 6.56u
    {0x1.ad5c78p-8f, 0x1.70e3e8p+1f, -0x1.b4c41ap-8f, -0x1.d5497ap-8f, -0x1.9f309ap+1f,
     0x1.f3dffp-8f, 0x1.760ccep-18f, -0x1.1686fcp-7f, -0x1.72b96ep-19f, -0x1.76db48p-13f,
     0x1.752f92p-7f, 0x1.d90082p-4f, -0x1.6a61fep-14f, -0x1.ed0322p-4f, -0x1.b95bcp-14f}, // 6.19u
};

static void from_summit(struct random *r, struct moving_point *p) {
    const float *const x =
        p->sweeps ? sweep_summits[random_below(r, 3)] : ray_summits[random_below(r, 3)];
    for (int c = 0; c < 3; c++) {
        const float sign = (float)random_sign(r);
        p->from[c] = sign * x[c];
        p->way[0][c] = sign * x[3 + c];
        p->end[0][c] = sign * x[6 + c];
        p->end[1][c] = sign * x[9 + c];
        p->way[1][c] = p->sweeps ? sign * x[12 + c] : 0;
    }
}

// The ray's way ends where its range does.
static void from_passing(struct random *r, struct moving_point *p) {
    float ray[11], capsule[CAPSULE_FLOATS];
    passing(r, true, ray, capsule);
    const float t = ray[T_MAX] < 0x1p60f ? ray[T_MAX] : 4;
    const bool both = p->sweeps && random_chance(r, 2);
    for (unsigned c = 0; c < 3; c++) {
        const float way = ray[DIR + c] * t;
        p->from[c] = ray[ORIGIN + c];
        p->end[0][c] = capsule[START + c];
        p->end[1][c] = capsule[END + c];
        p->way[1][c] = both ? ray[DIR + (c + 1) % 3] * t / 2 : 0;
        p->way[0][c] = way + p->way[1][c];
    }
}

static double harm_of(const struct moving_point *p) {
    const double exact = distance_of_moving(p);
    return (seen_moving(p) - exact) / (exact + lengths_of_moving(p));
}

static void move_a_little(struct random *r, struct moving_point *p) {
    for (unsigned left = 1 + random_below(r, 2); left > 0; left--) {
        const unsigned k = random_below(r, p->sweeps ? 5 : 4), c = random_below(r, 3);
        float *const x = k == 0   ? &p->from[c]
                         : k == 1 ? &p->way[0][c]
                         : k < 4  ? &p->end[k - 2][c]
                                  : &p->way[1][c];
        if (random_chance(r, 2) && *x != 0) {
            *x = float_step(*x, random_int(r, -4, 4));
        } else {
            *x = (float)(*x * (1 + random_signed(r, random_scale(r, -22, -2))));
        }
    }
}

// Climbs to a pair that rounding harms; returns the least radius at which it touches.
static float climb(struct random *r, struct moving_point *p) {
    if (random_chance(r, 2)) {
        from_summit(r, p);
    } else {
        from_passing(r, p);
    }
    double harm = harm_of(p);
    for (int k = 0; k < STEPS; k++) {
        struct moving_point other = *p;
        move_a_little(r, &other);
        const double more = harm_of(&other);
        if (!(more >= harm)) continue;
        harm = more;
        *p = other;
    }
    return float_step(fmaxf((float)distance_of_moving(p), (float)LEAST_LENGTH), 1);
}

// Below the promised range it becomes the least one that is not 0.
static void raise_radius(float *x) {
    if (*x > 0) *x = fmaxf(*x, (float)LEAST_LENGTH);
}

static void put_segment(float capsule[], const struct moving_point *p, float radius) {
    memcpy(capsule + START, p->end[0], sizeof p->end[0]);
    memcpy(capsule + END, p->end[1], sizeof p->end[1]);
    capsule[AROUND] = radius < LEAST_LENGTH ? 0 : radius;
}

static void worst_ray(struct random *r, float ray[], float capsule[]) {
    struct moving_point p = {.sweeps = false};
    if (random_chance(r, 2)) { // so near that the test may report it falsely
        passing(r, true, ray, capsule);
        return;
    }
    const float radius = climb(r, &p);
    memcpy(ray + ORIGIN, p.from, sizeof p.from);
    memcpy(ray + DIR, p.way[0], sizeof p.way[0]);
    put_segment(capsule, &p, radius);
    scale_both(r, ray, capsule, 0, random_chance(r, 2) ? 1 : INFINITY);
    raise_radius(&capsule[AROUND]);
}

static void worst_sweep(struct random *r, float a[], float b[]) {
    struct moving_point p = {.sweeps = true};
    const bool touches = random_chance(r, 2);
    float radius;
    if (touches) {
        radius = climb(r, &p);
    } else {
        from_passing(r, &p);
        const double exact = distance_of_moving(&p), lengths = exact + lengths_of_moving(&p);
        radius = (float)fmax(exact - random_between(r, .25, 2) * PAD * lengths, 0);
    }
    const float share = random_chance(r, 2) ? 0 : radius / 4;
    memcpy(a + CENTER, p.from, sizeof p.from);
    memcpy(a + DELTA, p.way[0], sizeof p.way[0]);
    memcpy(b + CAPSULE_DELTA, p.way[1], sizeof p.way[1]);
    a[RADIUS] = share < LEAST_LENGTH ? 0 : share;
    put_segment(b, &p, touches ? float_step(radius - a[RADIUS], 1) : radius - a[RADIUS]);
    const int scale = random_int(r, -10, 20);
    scale_floats(a, DELTA + 3, scale);
    scale_floats(b, CAPSULE_DELTA + 3, scale);
    raise_radius(&a[RADIUS]);
    raise_radius(&b[AROUND]);
}

// `bounded`: where lines are in contact, t_max is finite.
static void make(struct random *r, enum scene scene, bool bounded, float ray[], float capsule[]) {
    switch (scene) {
    case SCENE_ULP:
    case SCENE_TOUCHING:
    case SCENE_DEGENERATE: contact(r, scene, bounded, ray, capsule); return;
    case SCENE_ALONG: along(r, ray, capsule); return;
    case SCENE_SCALES: passing(r, false, ray, capsule); return;
    case SCENE_WORST: worst_ray(r, ray, capsule); return;
    case SCENE_HOSTILE:
        hostile_item(r, ray, 11);
        hostile_item(r, capsule, CAPSULE_FLOATS);
        return;
    default: scatter_ray(r, scene, any_capsule, 1.75, ray, capsule);
    }
}

void scene_ray_capsule(struct random *r, enum scene scene, float ray[], float capsule[]) {
    make(r, scene, false, ray, capsule);
}

// A ray becomes a sphere that moves as far as its range, or twice its direction, and gives some of
// the capsule's radius to it. Both may move besides.
void scene_sphere_capsule_sweep(struct random *r, enum scene scene, float a[], float b[]) {
    float ray[11];
    if (scene == SCENE_HOSTILE) {
        hostile_item(r, a, DELTA + 3);
        hostile_item(r, b, CAPSULE_DELTA + 3);
        return;
    }
    if (scene == SCENE_WORST) {
        worst_sweep(r, a, b);
        return;
    }
    make(r, scene, true, ray, b);
    const bool touches = scene == SCENE_TOUCHING || scene == SCENE_ULP || scene == SCENE_DEGENERATE;
    const bool both = random_chance(r, 2), rest = scene == SCENE_DEGENERATE && random_chance(r, 3);
    // All miss: the rays point away; all hit: at most 9 sqrt 3 away, at a fourth or more of that.
    const float by = scene == SCENE_ALL_HIT ? 8 : rest ? 0 : ray[T_MAX] < 0x1p60f ? ray[T_MAX] : 4;
    float shrink = 1; // into the range
    for (int c = 0; c < 3; c++)
        if (fabsf(ray[DIR + c] * by) > 0x1p38f) shrink = 0x1p-60f;
    for (int c = 0; c < 3; c++) {
        a[c] = ray[ORIGIN + c];
        a[DELTA + c] = ray[DIR + c] * (by > 0 ? by : 0) * shrink;
        if (fabsf(a[DELTA + c]) < LEAST_LENGTH) a[DELTA + c] = 0;
    }
    for (int c = 0; c < 3; c++) b[CAPSULE_DELTA + c] = both ? a[DELTA + (c + 1) % 3] / 2 : 0;
    for (int c = 0; c < 3; c++) {
        if (fabsf(b[CAPSULE_DELTA + c]) < LEAST_LENGTH) b[CAPSULE_DELTA + c] = 0;
        a[DELTA + c] += b[CAPSULE_DELTA + c];
        if (fabsf(a[DELTA + c]) < LEAST_LENGTH) a[DELTA + c] = 0;
    }
    if (scene == SCENE_SCALES) {
        float way[11] = {0};
        for (int c = 0; c < 3; c++) {
            way[ORIGIN + c] = a[c];
            way[DIR + c] = a[DELTA + c] - b[CAPSULE_DELTA + c];
        }
        way[T_MAX] = 1;
        const bool moves = way[DIR] != 0 || way[DIR + 1] != 0 || way[DIR + 2] != 0;
        const double reach = moves ? distance_of(way, b) : b[AROUND];
        const double radius = random_chance(r, 2) ? reach : reach * random_scale(r, -4, 4);
        b[AROUND] = radius < LEAST_LENGTH ? 0 : float_step((float)radius, 1);
    }
    a[RADIUS] = random_chance(r, 3) ? 0 : b[AROUND] / (touches ? 4 : 3);
    if (a[RADIUS] < LEAST_LENGTH) a[RADIUS] = 0;
    b[AROUND] -= a[RADIUS];
    if (b[AROUND] < LEAST_LENGTH) b[AROUND] = 0;
}
