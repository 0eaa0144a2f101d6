// SPDX-License-Identifier: MIT
#include "fill.h"
#include "scalar_ref.h"

// Rays: origin, dir, inv_dir, t_min, t_max. Boxes: min, max.
enum { ORIGIN = 0, DIR = 3, INV_DIR = 6, T_MIN = 9, T_MAX = 10 };

static const unsigned floats[2] = {11, 6};

static void finish_ray(float ray[], float t_min, float t_max) {
    for (int c = 0; c < 3; c++) ray[INV_DIR + c] = 1.0f / ray[DIR + c];
    ray[T_MIN] = t_min;
    ray[T_MAX] = t_max;
}

// From somewhere around the boxes to a point among them.
static void aimed(struct random *r, float ray[], double reach) {
    double target[3];
    for (int c = 0; c < 3; c++) {
        ray[ORIGIN + c] = (float)random_between(r, -6, 6);
        target[c] = random_between(r, -reach, reach);
    }
    const unsigned away = random_below(r, 3);
    ray[ORIGIN + away] = (float)random_signed(r, random_between(r, 5, 9));
    const double length = random_between(r, .25, 4);
    for (int c = 0; c < 3; c++) ray[DIR + c] = (float)((target[c] - ray[ORIGIN + c]) / length);
    if (random_chance(r, 8)) {
        const unsigned flat = (away + 1) % 3; // along an axis: +0 or -0
        ray[DIR + flat] = (float)(0 * random_sign(r));
        ray[ORIGIN + flat] = (float)target[flat];
    }
    finish_ray(ray, 0, INFINITY);
}

// Integers: the ray meets a face, an edge or a corner of the box at an integer t, and goes in, out,
// or only along.
static void touching(struct random *r, float ray[], float box[]) {
    const int t = random_int(r, 0, 8);
    bool moves = false;
    for (int c = 0; c < 3; c++) {
        const int dir = random_chance(r, 3) ? 0 : random_int(r, -7, 7);
        int at = (int)random_signed(r, random_int(r, 1, 64)); // no plane is 0, see aabb_aabb.c
        ray[DIR + c] = (float)(dir ? dir : 0 * random_sign(r));
        ray[ORIGIN + c] = (float)(at - t * dir);
        moves |= dir != 0;
        const unsigned kind = random_below(r, 3); // at its min, at its max, within
        box[c] = (float)(kind == 0 ? at : at - random_int(r, 1, 64));
        box[3 + c] = (float)(kind == 1 ? at : at + random_int(r, 1, 64));
    }
    if (!moves) ray[DIR + random_below(r, 3)] = 1;
    float t_min = (float)random_int(r, -2, 0), t_max = random_chance(r, 2) ? INFINITY : 100;
    if (random_chance(r, 4)) t_max = (float)t; // enters where the range ends
    if (random_chance(r, 4)) t_min = (float)t; // leaves where it begins
    if (t_max > 0 && t_max <= 100 && random_chance(r, 8)) t_max = nudged(r, t_max);
    const unsigned plane = random_below(r, 6);
    if (box[plane] != 0) box[plane] = nudged(r, box[plane]);
    const int scale = random_int(r, -20, 20);
    for (int k = 0; k < 6; k++) {
        ray[k] = ldexpf(ray[k], scale);
        box[k] = ldexpf(box[k], scale);
    }
    if (box[plane % 3] > box[3 + plane % 3]) box[3 + plane % 3] = box[plane % 3];
    const int stretch = random_int(r, -10, 10); // t by another power of two
    for (int c = 0; c < 3; c++) ray[DIR + c] = ldexpf(ray[DIR + c], -stretch);
    finish_ray(ray, ldexpf(t_min, stretch), ldexpf(t_max, stretch));
}

static void scales(struct random *r, float ray[], float box[]) {
    const int scale = random_int(r, -50, 50), speed = random_int(r, -55, 35);
    const double t = ldexp(random_between(r, 0, 1), scale - speed);
    for (int c = 0; c < 3; c++) {
        const int ratio = random_int(r, -24, 0);
        const double size = random_chance(r, 8) ? 0 : random_scale(r, scale + ratio, scale + 1);
        box[c] = (float)random_signed(r, random_scale(r, scale - 4, scale + 4));
        box[3 + c] = (float)(box[c] + size);
        if (box[3 + c] - box[c] < 0x1p-60f) box[3 + c] = box[c];
        ray[DIR + c] = (float)random_signed(r, random_scale(r, speed - 4, speed + 4));
        if (random_chance(r, 6)) ray[DIR + c] *= 0;
        const double through = box[c] + random_between(r, -.25, 1.25) * (box[3 + c] - box[c]);
        ray[ORIGIN + c] = (float)((random_chance(r, 4) ? box[c] : through) - t * ray[DIR + c]);
        // Lengths below 2^-60 are outside of the promise.
        if (fabsf(ray[ORIGIN + c]) < 0x1p-60f) ray[ORIGIN + c] *= 0;
    }
    if (ray[DIR] == 0 && ray[DIR + 1] == 0 && ray[DIR + 2] == 0) ray[DIR] = (float)ldexp(1, speed);
    const float t_min = random_chance(r, 2) ? 0 : (float)(t * random_between(r, -1, 1.5));
    finish_ray(ray, t_min, random_chance(r, 2) ? INFINITY : (float)(t * random_between(r, .5, 2)));
}

static void hostile(struct random *r, float ray[], float box[]) {
    hostile_box(r, box);
    hostile_item(r, ray, floats[0]);
    if (!random_chance(r, 4)) finish_ray(ray, ray[T_MIN], ray[T_MAX]);
    if (random_chance(r, 4)) finish_ray(ray, 0, INFINITY);
}

static void item(struct random *r, enum scene scene, float ray[], float box[]) {
    switch (scene) {
    case SCENE_MIXED:
        make_box(r, box, 1, .5, 1.25);
        aimed(r, ray, 1.25);
        if (random_chance(r, 4)) finish_ray(ray, 0, (float)random_between(r, .5, 8));
        if (random_chance(r, 4)) ray[T_MIN] = (float)random_between(r, -1, 2);
        return;
    case SCENE_SPARSE:
        make_box(r, box, 4, .25, 1);
        aimed(r, ray, 4);
        return;
    case SCENE_ALL_HIT:
        make_box(r, box, .5, 1, 2);
        aimed(r, ray, .4);
        return;
    case SCENE_ALL_MISS: // straight away, or past
        make_box(r, box, 1, 0, 1);
        aimed(r, ray, 1);
        for (int c = 0; c < 3; c++) {
            ray[DIR + c] = -ray[DIR + c];
            ray[ORIGIN + c] += ray[DIR + c] * 16;
        }
        finish_ray(ray, 0, INFINITY);
        return;
    case SCENE_TOUCHING: touching(r, ray, box); return;
    case SCENE_SCALES: scales(r, ray, box); return;
    default: hostile(r, ray, box); return;
    }
}

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(item, floats, seed, scene, n, first, second);
}

static void view_rays(union case_view *view, const struct case_side *side) {
    lbx_rays *rays = &view->rays;
    *rays = (lbx_rays){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(rays->origin, side->at + ORIGIN, sizeof rays->origin);
    memcpy(rays->dir, side->at + DIR, sizeof rays->dir);
    memcpy(rays->inv_dir, side->at + INV_DIR, sizeof rays->inv_dir);
    rays->t_min = side->at[T_MIN];
    rays->t_max = side->at[T_MAX];
}

static ptrdiff_t check_rays(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_rays(&view, side);
    return lbx_rays_check(side ? &view.rays : NULL, n, malformed);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_ray_aabb(first ? &first->rays : NULL, second ? &second->aabbs : NULL, n, flags, hits,
                        out[0], out[1]);
}

// The book's line in the box, cut to the ray's range as the contract says.
static struct case_truth truth(const float first[], const float second[], double grow) {
    struct case_truth truth = {.out = {INFINITY, -INFINITY}};
    if (first[T_MIN] > first[T_MAX]) return truth;
    double origin[3], dir[3], b_min[3], b_max[3], t0, t1, t, Q[3];
    for (int c = 0; c < 3; c++) {
        origin[c] = first[ORIGIN + c];
        dir[c] = first[DIR + c];
        b_min[c] = second[c] - grow;
        b_max[c] = second[3 + c] + grow;
    }
    if (!ref_ray_aabb_double(origin, dir, b_min, b_max, &t0, &t1, &t, Q)) return truth;
    const double limit = 0x1p127, t_max = fmin(first[T_MAX], limit);
    const double enter = fmax(t0, fmin(fmax(first[T_MIN], 0), limit)), exit = fmin(t1, t_max);
    if (enter > exit) return truth;
    truth.hit = truth.alternative = true;
    truth.out[0] = enter;
    truth.out[1] = exit;
    return truth;
}

static double uncertainty(const float first[], const float second[]) {
    const unsigned lengths[2] = {3, 6};
    return sums_exactly((const float *const[]){first, second}, lengths)
               ? 0
               : 1e-12 * (magnitude(first, 3) + magnitude(second, 6));
}

static double bound(const float first[], const float second[], unsigned flags) {
    double distance = 0, size = 0;
    for (int c = 0; c < 3; c++) {
        distance +=
            fmax(fabs((double)second[c] - first[c]), fabs((double)second[3 + c] - first[c]));
        size += (double)second[3 + c] - second[c];
    }
    const double fused = fmax(magnitude(first, 3), magnitude(second, 6));
    return 0x1p-20 * (distance + size + (flags & LBX_REPRODUCIBLE ? 0 : fused));
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float origin[3], dir[3], b_min[3], b_max[3], t0, t1, t, Q[3];
        for (int c = 0; c < 3; c++) {
            origin[c] = first[ORIGIN + c][i];
            dir[c] = first[DIR + c][i];
            b_min[c] = second[c][i];
            b_max[c] = second[3 + c][i];
        }
        verdicts[i] = ref_ray_aabb_float(origin, dir, b_min, b_max, &t0, &t1, &t, Q) &&
                      t0 <= first[T_MAX][i] && t1 >= first[T_MIN][i];
        found += verdicts[i];
    }
    return found;
}

extern const struct lbx_case case_ray_aabb;
const struct lbx_case case_ray_aabb = {
    .name = "ray_aabb",
    .floats = {11, 6},
    .required = {6, 6},
    .optional = {{7u << INV_DIR, 1u << T_MIN, 1u << T_MAX}},
    .outputs = 2,
    .missed = {INFINITY, -INFINITY},
    .fill = fill,
    .view = {view_rays, view_aabbs},
    .call = call,
    .check = {check_rays, check_aabbs},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
    .pinned = UINT64_C(0xf6ab4f6e83903413),
    .operations = {.multiplies = 7, .adds = 13},
};
