// SPDX-License-Identifier: MIT
// Pairs of the other scenes, moved to the limits of floats or of the promises. Exact contacts stay
// exact if they were only multiplied by powers of two and nothing was rounded. The oracle tells the
// truth about each pair.
#include <float.h>

#include "../../kernels/api/range.h"
#include "scenes.h"

enum { LEAST_EXPONENT = -149, MOST_EXPONENT = 127, RANGE = 60 };

struct change {
    struct random *r;
    const char *shape[2];
    bool total;
    int scale[3], speed; // powers of two: for lengths along each axis, and for directions
    int normal;          // and for a normal, besides 2^-scale
    double base[3];      // added to positions, after that
};

// Visits the parts of both sides, in the order of their floats.
typedef void visit(struct change *change, char part, float x[]);

static void each_part(struct change *change, visit *part_of, float first[], float second[]) {
    float *const side[2] = {first, second};
    for (int s = 0; s < 2; s++) {
        float *x = side[s];
        for (const char *part = change->shape[s]; *part; part++) {
            part_of(change, *part, x);
            x += strchr("tro", *part) ? 1 : 3;
        }
    }
}

static float finite(double x) {
    return x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : (float)x;
}

static double scaled(float x, int scale) {
    return ldexp(x, scale);
}

// Scales lengths by a power of two per axis, and t by the inverse of the speed's. Inverse
// directions, axes and quaternions stay as they are.
static void scale_part(struct change *change, char part, float x[]) {
    const int *const scale = change->scale, speed = change->speed;
    if (strchr("iaq", part)) return;
    if (part == 't') {
        if (isfinite(*x)) *x = finite(scaled(*x, -speed));
    } else if (part == 'o') {
        *x = finite(scaled(*x, change->normal));
    } else if (part == 'r') {
        *x = finite(scaled(*x, scale[0]));
    } else {
        for (int k = 0; k < 3; k++) {
            const int by = part == 'd'   ? scale[k] + speed
                           : part == 'n' ? change->normal - scale[k]
                                         : scale[k];
            x[k] = finite(scaled(x[k], by));
        }
    }
}

static void move_part(struct change *change, char part, float x[]) {
    if (!strchr("pmM", part)) return;
    for (int k = 0; k < 3; k++) x[k] = finite(x[k] + change->base[k]);
}

// Any floats, with every exponent equally likely.
static void any_part(struct change *change, char part, float x[]) {
    const int floats = strchr("tro", part) ? 1 : 3;
    const bool total = change->total;
    for (int k = 0; k < floats && !strchr("iaq", part); k++) {
        const double any = random_scale(change->r, LEAST_EXPONENT, total ? 128 : RANGE);
        x[k] = finite(strchr("rh", part) ? any : random_signed(change->r, any));
    }
}

static void open_part(struct change *change, char part, float x[]) {
    static const float far[] = {FLT_MAX, 1e38f, 1e18f};
    if (!strchr("mM", part)) return;
    for (int k = 0; k < 3; k++) {
        const float end = far[random_below(change->r, 3)];
        if (random_chance(change->r, 2)) x[k] = part == 'm' ? -end : end;
    }
}

// Makes min <= max.
static void sort_boxes(struct change *change, char part, float x[]) {
    (void)change;
    for (int k = 0; k < 3 && part == 'm'; k++) {
        if (x[k] <= x[3 + k]) continue;
        const float swap = x[k];
        x[k] = x[3 + k];
        x[3 + k] = swap;
    }
}

// --- what the checks accept ---

static float at_most(float x, float limit) {
    return x > limit ? limit : x < -limit ? -limit : x;
}

static void into_range(struct change *change, char part, float x[]) {
    const int floats = strchr("tro", part) ? 1 : 3;
    // No box may seem empty in any orientation.
    for (int k = 0; k < 3 && part == 'm'; k++) x[k] = fminf(x[k], -RANGE_AABB_END);
    for (int k = 0; k < 3 && part == 'M'; k++) x[k] = fmaxf(x[k], RANGE_AABB_END);
    if (strchr("tiaqmM", part)) return;
    if (change->total) {
        const bool ray = change->shape[0][1] == 'd';
        const float most = part == 'd'          ? TOTAL_DIR
                           : part == 'v'        ? TOTAL_DELTA
                           : part == 'p' && ray ? TOTAL_ORIGIN
                                                : FLT_MAX;
        for (int k = 0; k < floats; k++) x[k] = at_most(x[k], most);
        return;
    }
    const float limit = strchr("dv", part) ? RANGE_SPEED
                        : part == 'o'      ? RANGE_OFFSET
                                           : RANGE_LENGTH;
    for (int k = 0; k < floats; k++) x[k] = at_most(x[k], limit);
    float *const one = &x[floats == 1 ? 0 : random_below(change->r, 3)];
    const float least = part == 'n' ? RANGE_NORMAL_LEAST : RANGE_DIR_LEAST;
    if (part == 'r' && *x < RANGE_RADIUS_LEAST) *x = 0;
    if (!strchr("nd", part)) return;
    bool any = false;
    for (int k = 0; k < 3; k++) any = any || fabsf(x[k]) >= least;
    if (!any) *one = *one < 0 ? -least : least;
}

// If the test is not total, no component may be denormal, because its inverse may be that of 0.
static void finish_rays(const struct change *change, float x[]) {
    if (change->shape[0][1] != 'd') return;
    for (int k = 0; k < 3 && !change->total; k++)
        if (fabsf(x[DIR + k]) < FLT_MIN) x[DIR + k] = 0;
    if (x[DIR] == 0 && x[DIR + 1] == 0 && x[DIR + 2] == 0) x[DIR] = FLT_MIN;
    for (int k = 0; k < 3; k++) x[INV_DIR + k] = 1 / x[DIR + k];
}

// Moves the plane along with the other side.
static void move_plane(const struct change *change, const char *shape, float x[]) {
    if (shape[0] != 'n') return;
    double offset = x[OFFSET];
    for (int k = 0; k < 3; k++) offset -= x[k] * change->base[k];
    x[OFFSET] = finite(offset);
}

static enum scene any_scene(struct random *r) {
    static const enum scene scenes[] = {SCENE_MIXED, SCENE_TOUCHING,   SCENE_TOUCHING, SCENE_ULP,
                                        SCENE_ALONG, SCENE_DEGENERATE, SCENE_SCALES,   SCENE_WORST};
    return scenes[random_below(r, sizeof scenes / sizeof *scenes)];
}

static void change_both(struct change *change, float first[], float second[]) {
    struct random *const r = change->r;
    const char *const *const shape = change->shape;
    const int low = change->total ? LEAST_EXPONENT : -100;
    const int high = change->total ? MOST_EXPONENT - 6 : RANGE, scale = random_int(r, low, high);
    change->speed = change->total ? random_int(r, -140, 120) : random_int(r, -60, 40);
    change->normal = scale + random_int(r, -60, 60);
    const bool has_axes = strchr(shape[0], 'a') || strchr(shape[1], 'a');
    const bool is_round = strchr(shape[0], 'r') || strchr(shape[1], 'r');
    const bool stretched = !has_axes && !is_round && random_chance(r, 2);
    for (int k = 0; k < 3; k++) change->scale[k] = stretched ? random_int(r, low, high) : scale;
    const unsigned kind = random_below(r, 8);
    if (kind == 0) {
        each_part(change, any_part, first, second);
    } else if (kind == 1) {
        each_part(change, open_part, first, second);
    } else if (kind < 4) { // so far away that differences are few steps of a float
        const int far = random_int(r, low + 30, high);
        change->speed = 0;
        for (int k = 0; k < 3; k++) {
            change->scale[k] = far - random_int(r, 18, 30);
            change->base[k] = random_signed(r, ldexp(random_between(r, 1, 2), far));
        }
        each_part(change, scale_part, first, second);
        each_part(change, move_part, first, second);
        move_plane(change, shape[0], first);
        move_plane(change, shape[1], second);
    } else {
        each_part(change, scale_part, first, second);
    }
    each_part(change, sort_boxes, first, second);
    each_part(change, into_range, first, second);
    finish_rays(change, first);
}

void whole_range(struct random *r, const struct lbx_case *c, scene_item *item, float first[],
                 float second[]) {
    struct change change = {.r = r, .shape = {c->shape[0], c->shape[1]}, .total = c->total};
    item(r, any_scene(r), first, second);
    change_both(&change, first, second);
}

void whole_range_element(struct random *r, const char *shape, scene_element *item, float x[]) {
    struct change change = {.r = r, .shape = {shape, ""}, .total = strcmp(shape, "ppp") == 0};
    item(r, any_scene(r), x);
    change_both(&change, x, NULL);
}
