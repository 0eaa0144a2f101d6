// SPDX-License-Identifier: MIT
// Rays (origin, dir, inv_dir, t_min, t_max) and axis-aligned boxes (min, max).
#include "rays.h"

// Scales lengths and, by another power of two, t.
static void scale_both(struct random *r, float ray[], float box[], float t_min, float t_max) {
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -10, 10);
    for (int k = 0; k < 6; k++) {
        box[k] = ldexpf(box[k], scale);
        ray[k] = ldexpf(ray[k], k < DIR ? scale : scale - stretch);
        if (fabsf(box[k]) < LEAST_LENGTH) box[k] *= 0;
    }
    finish_ray(ray, ldexpf(t_min, stretch), ldexpf(t_max, stretch));
}

// In integers: the ray meets a face, an edge or a corner of the box at an integer t, and goes in,
// out, or only along it; or it almost meets it.
static void contact(struct random *r, enum scene scene, float ray[], float box[]) {
    const bool off = scene == SCENE_ULP || (scene == SCENE_DEGENERATE && random_chance(r, 2));
    const unsigned face = random_below(r, 3);
    const int t = random_int(r, 0, 8);
    bool moves = false;
    for (unsigned c = 0; c < 3; c++) {
        const int dir = random_chance(r, 3) ? 0 : random_int(r, -7, 7);
        const int at =
            (int)random_signed(r, random_int(r, 1, 64)); // no plane is at 0, see aabb_aabb.c
        ray[DIR + c] = (float)(dir ? dir : 0 * random_sign(r));
        ray[ORIGIN + c] = (float)(at - t * dir);
        moves |= dir != 0;
        const unsigned kind = random_below(r, c == face ? 2 : 3); // at its min, at its max, inside
        const double below = kind == 0 ? 0 : extent(r, scene),
                     above = kind == 1 ? 0 : extent(r, scene);
        box[c] = (float)(at - below);
        box[3 + c] = (float)(at + above);
        if (c != face || !off) continue;
        float *const moved = kind == 0 ? &box[c] : &box[3 + c];
        *moved = nudged(r, *moved);
        if (box[c] > box[3 + c]) box[3 + c] = box[c];
    }
    if (!moves) { // then it moves along axis 1, and still gets to its point at t
        ray[DIR + 1] = 1;
        ray[ORIGIN + 1] -= (float)t;
    }
    float t_min = (float)random_int(r, -2, 0), t_max = random_chance(r, 2) ? INFINITY : 100;
    if (random_chance(r, 4)) t_max = (float)t; // enters where the range ends
    if (random_chance(r, 4)) t_min = (float)t; // leaves where it begins
    if (off && t_max == (float)t && t > 0 && random_chance(r, 4)) t_max = nudged(r, t_max);
    scale_both(r, ray, box, t_min, t_max);
}

// On one axis or two, the ray lies in a face's plane or an ulp beside it. It is parallel to the
// plane, or so slightly slanted that it is about to leave where it meets the other faces.
static void along(struct random *r, float ray[], float box[]) {
    const unsigned across = random_below(r, 3);
    const int t = random_int(r, 0, 8);
    for (unsigned c = 0; c < 3; c++) {
        const int low = (int)random_signed(r, random_int(r, 1, 8)),
                  high = low + random_int(r, 1, 8);
        box[c] = (float)low;
        box[3 + c] = (float)high;
        if (c == across) { // from outside the box to its first or last face, or from inside
            const float dir = (float)random_signed(r, random_int(r, 1, 7));
            ray[DIR + c] = dir;
            ray[ORIGIN + c] = (random_chance(r, 2) ? box[c] : box[3 + c]) - (float)t * dir;
            continue;
        }
        const double slight = random_signed(r, random_scale(r, -30, -12));
        float at = random_chance(r, 2) ? box[c] : box[3 + c];
        if (at != 0 && random_chance(r, 3)) at = float_step(at, random_int(r, -1, 1));
        if (random_chance(r, 4)) at = (float)random_between(r, low, high);
        ray[DIR + c] = (float)(slight * (random_chance(r, 2) ? 0 : 1));
        ray[ORIGIN + c] = (float)(at - t * (double)ray[DIR + c]);
    }
    scale_both(r, ray, box, 0, random_chance(r, 2) ? INFINITY : (float)t);
}

static void scales(struct random *r, float ray[], float box[]) {
    const int scale = random_int(r, -52, 54), speed = random_int(r, -55, 35);
    const double t = ldexp(random_between(r, 0, 1), scale - speed);
    for (int c = 0; c < 3; c++) {
        const int ratio = random_int(r, -24, 0);
        const double size = random_chance(r, 8) ? 0 : random_scale(r, scale + ratio, scale + 1);
        box[c] = (float)random_signed(r, random_scale(r, scale - 4, scale + 4));
        box[3 + c] = (float)(box[c] + size);
        if (box[3 + c] - box[c] < LEAST_LENGTH) box[3 + c] = box[c];
        ray[DIR + c] = (float)random_signed(r, random_scale(r, speed - 4, speed + 4));
        if (random_chance(r, 6)) ray[DIR + c] *= 0;
        const double through = box[c] + random_between(r, -.25, 1.25) * (box[3 + c] - box[c]);
        ray[ORIGIN + c] = (float)((random_chance(r, 4) ? box[c] : through) - t * ray[DIR + c]);
        if (fabsf(ray[ORIGIN + c]) < LEAST_LENGTH) ray[ORIGIN + c] *= 0;
    }
    if (ray[DIR] == 0 && ray[DIR + 1] == 0 && ray[DIR + 2] == 0) ray[DIR] = (float)ldexp(1, speed);
    const float t_min = random_chance(r, 2) ? 0 : (float)(t * random_between(r, -1, 1.5));
    finish_ray(ray, t_min, random_chance(r, 2) ? INFINITY : (float)(t * random_between(r, .5, 2)));
}

// --- pairs that need the pads ---

// How a ray meets the plane at which it enters or leaves, at about t. If `lost`, the kernel's
// rounding should make it enter late and leave early; otherwise the other way round.
struct meeting {
    bool fused, enters, lost;
    double t;
};

struct axis {
    float origin, dir, plane;
};

// The t that the kernel finds for a plane ahead. The fused form starts from -origin / dir moved by
// its pad: by the whole pad to provoke false hits, by a quarter of it to provoke lost contacts.
static double found_t(const struct meeting *m, const struct axis *x) {
    if (!m->fused) return (double)((x->origin - x->plane) * (-1.0f / x->dir));
    const float inverse = 1.0f / x->dir, offset = x->origin * inverse;
    const double pad = (m->enters ? -0x1p-24 : 0x1p-24) * (m->lost ? 1 : 4);
    const float start = (float)(pad * fabs((double)offset) - (double)offset);
    return (double)(float)((double)x->plane * (double)inverse + (double)start);
}

// Plain: origin is -t * dir, rounded, and plane is the rounding error, so that each of the kernel's
// three operations can be off by half an ulp. Fused: they are far from 0, where t * dir has few
// bits. The best case is an origin / dir that is rounded to a power of two, since a quarter of the
// pad, half an ulp, leaves it unchanged. For a false hit the plane is some ulps off.
static struct axis any_axis(struct random *r, const struct meeting *m) {
    if (!m->fused) {
        const double dir = (float)(1 - random_unit(r) / 16), origin = -(float)(m->t * dir);
        const double touch = m->lost ? (m->enters ? -0x1p-46 : 0x1p-46) : 0;
        return (struct axis){(float)origin, (float)dir, (float)(origin + m->t * dir + touch)};
    }
    const int far = random_int(r, 5, 10), apart = m->lost ? 0 : random_int(r, -2, 7);
    const double dir = ldexp(random_int(r, 64, 127), -7);
    const double size = random_chance(r, 2) ? ldexp(dir, far) : random_scale(r, far, far + 1);
    const float origin = (float)random_signed(r, size);
    const double away = ldexp(m->enters ? apart : -apart, far - 23);
    return (struct axis){origin, (float)dir, (float)(origin + m->t * dir + away)};
}

// The axis, of many, that rounding harms most.
static struct axis worst_axis(struct random *r, const struct meeting *m) {
    enum { TRIES = 48 };
    struct axis worst = {0};
    double most = -INFINITY;
    for (int k = 0; k < TRIES; k++) {
        const struct axis x = any_axis(r, m);
        const double late = found_t(m, &x) - ((double)x.plane - (double)x.origin) / (double)x.dir;
        const double harm =
            (m->enters == m->lost ? late : -late) / fabs((double)x.origin / (double)x.dir);
        if (harm <= most) continue;
        most = harm;
        worst = x;
    }
    return worst;
}

static void put_axis(struct random *r, const struct axis *x, bool enters, double size, unsigned c,
                     float ray[], float box[]) {
    const bool mirrored = random_chance(r, 2);
    const float sign = mirrored ? -1 : 1, other = (float)(x->plane + (enters ? size : -size));
    ray[ORIGIN + c] = sign * x->origin;
    ray[DIR + c] = sign * x->dir;
    box[enters == mirrored ? 3 + c : c] = sign * x->plane;
    box[enters == mirrored ? c : 3 + c] = sign * other;
}

// The ray passes over an edge of the box, which it meets exactly or misses by about the bound; or
// it only goes to the first face, where the range of t ends. The box is small, since its size is
// part of the bound.
static void worst(struct random *r, float ray[], float box[]) {
    const bool fused = random_chance(r, 2), lost = random_chance(r, 2);
    struct meeting m = {.fused = fused, .lost = lost, .enters = true};
    m.t = m.fused ? 1 + random_int(r, 1, 7) / 8.0 : 1 + random_unit(r) / 16;
    const unsigned first = random_below(r, 3), second = (first + random_int(r, 1, 2)) % 3;
    const struct axis in = worst_axis(r, &m), within = {0x1p-20f, 0x1p-20f, -0x1p-18f};
    if (!m.lost && !m.fused) m.t *= 1 - 0x1p-24 * random_between(r, -16, 16);
    m.enters = false;
    const bool ends = random_chance(r, 4);
    const struct axis out = ends ? within : worst_axis(r, &m);
    float t_max = ends ? (float)m.t : INFINITY;
    if (ends && m.lost && (double)t_max < m.t) t_max = float_step(t_max, 1);
    put_axis(r, &in, true, 0x1p-10, first, ray, box);
    put_axis(r, &out, ends, ends ? 0x1p-17 : 0x1p-10, second, ray, box);
    put_axis(r, &within, true, 0x1p-17, 3 - first - second, ray, box);
    scale_both(r, ray, box, 0, t_max);
}

static void hostile(struct random *r, float ray[], float box[]) {
    hostile_box(r, box);
    hostile_item(r, ray, T_MAX + 1);
    if (!random_chance(r, 4)) finish_ray(ray, ray[T_MIN], ray[T_MAX]);
    if (random_chance(r, 4)) finish_ray(ray, 0, INFINITY);
}

void scene_ray_aabb(struct random *r, enum scene scene, float ray[], float box[]) {
    switch (scene) {
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_DEGENERATE: contact(r, scene, ray, box); return;
    case SCENE_ALONG: along(r, ray, box); return;
    case SCENE_SCALES: scales(r, ray, box); return;
    case SCENE_WORST: worst(r, ray, box); return;
    case SCENE_HOSTILE: hostile(r, ray, box); return;
    default: scatter_ray(r, scene, make_box, 1, ray, box);
    }
}
