// SPDX-License-Identifier: MIT
#include "frustums.h"

#include <float.h>
#include <string.h>

#include "rotations.h"
#include "scenes.h"

// The point x axis[0] + y axis[1] + z axis[2] of a frustum, where x and y are of 1: its high sides.
static void point_of(const lbx_frustum *f, const double at[3], double point[3]) {
    const double wide = f->parallel != 0 ? 1 : at[2];
    double across[2];
    for (int k = 0; k < 2; k++)
        across[k] = wide * (f->low[k] + (at[k] + 1) / 2 * ((double)f->high[k] - f->low[k]));
    for (int c = 0; c < 3; c++)
        point[c] = f->eye[c] + across[0] * f->axis[0][c] + across[1] * f->axis[1][c] +
                   at[2] * f->axis[2][c];
}

static double end_of(const lbx_frustum *f) {
    return isinf(f->z_far) ? f->z_near + 20 : f->z_far;
}

static void make_frustum(struct random *r, enum scene scene, lbx_frustum *f) {
    double axis[3][3];
    const bool simple = scene == SCENE_TOUCHING || scene == SCENE_ALONG || random_chance(r, 4);
    if (simple)
        awkward_rotation(r, axis);
    else
        random_rotation(r, axis);
    if (scene == SCENE_ALONG) turn_slightly(r, axis);
    for (int k = 0; k < 3; k++) {
        // The worst axes are as long or as short as the range allows.
        const double length = scene == SCENE_WORST ? 1 + random_signed(r, 0x1.cp-21) : 1;
        f->eye[k] = (float)random_int(r, -8, 8) / 2;
        for (int c = 0; c < 3; c++) f->axis[k][c] = (float)(length * axis[k][c]);
    }
    f->parallel = random_chance(r, 4);
    for (int k = 0; k < 2; k++) {
        const double low = random_between(r, -1.5, .5), wide = random_between(r, .25, 2);
        f->low[k] = (float)(simple ? -.5 : low);
        f->high[k] = (float)(simple ? .5 : low + wide);
        if (scene == SCENE_DEGENERATE && random_chance(r, 2))
            f->high[k] = (float)(f->low[k] + random_scale(r, -16, -2));
        if (f->parallel != 0) {
            f->low[k] *= 4;
            f->high[k] *= 4;
        }
    }
    f->z_near = (float)random_int(r, 0, 4) / 4;
    f->z_far = f->z_near + (float)random_int(r, 1, 40) / 2;
    if (scene == SCENE_DEGENERATE && random_chance(r, 4)) f->z_far = float_step(f->z_near + 1, 1);
    if (random_chance(r, 4)) f->z_far = INFINITY;
    if (f->parallel != 0 && random_chance(r, 2)) f->z_near = -f->z_near;
}

// A box that knows nothing of the frustum but where it is.
static void scatter_box(struct random *r, enum scene scene, const lbx_frustum *f, double min[3],
                        double max[3]) {
    const double reach = scene == SCENE_SPARSE ? 60 : 12, most = scene == SCENE_SPARSE ? .5 : 4;
    double center[3];
    for (int c = 0; c < 3; c++) center[c] = f->eye[c] + random_between(r, -reach, reach);
    if (scene == SCENE_ALL_HIT || scene == SCENE_ALL_MISS) {
        double at[3];
        for (int k = 0; k < 2; k++) at[k] = random_between(r, -1, 1);
        const double z = random_unit(r);
        at[2] = f->z_near + z * (end_of(f) - f->z_near);
        point_of(f, at, center);
        for (int c = 0; scene == SCENE_ALL_MISS && c < 3; c++)
            center[c] -= (at[2] + 9 - f->z_near) * f->axis[2][c];
    }
    for (int c = 0; c < 3; c++) {
        const double half = random_between(r, .01, most);
        min[c] = center[c] - half;
        max[c] = center[c] + half;
    }
}

// A box that touches the frustum from outside: with a corner, at a point of its surface, or with an
// edge, at a point of one of its edges.
static void touch(struct random *r, enum scene scene, const lbx_frustum *f, double min[3],
                  double max[3]) {
    double at[3], point[3], middle[3], away[3];
    for (int k = 0; k < 2; k++) {
        const int side = random_int(r, -1, 1);
        at[k] = side ? side : random_between(r, -1, 1);
    }
    const double z = random_unit(r);
    const int end = random_int(r, 0, 2);
    at[2] = end == 0   ? (double)f->z_near
            : end == 1 ? end_of(f)
                       : f->z_near + z * (end_of(f) - f->z_near);
    if (scene == SCENE_TOUCHING) at[2] = f->z_near + floor(4 * (at[2] - f->z_near)) / 4;
    point_of(f, at, point);
    const double center[3] = {0, 0, (f->z_near + end_of(f)) / 2};
    point_of(f, center, middle);
    for (int c = 0; c < 3; c++) away[c] = point[c] - middle[c];
    int across = -1; // the axis of a box's edge that crosses one of the frustum's
    if (random_chance(r, 2)) {
        across = (int)random_below(r, 3);
        double edge[3], unit[3] = {across == 0, across == 1, across == 2}, product[3];
        const int of = random_int(r, 0, 2);
        for (int c = 0; c < 3; c++)
            edge[c] = of < 2 ? (double)f->axis[of][c] : point[c] - f->eye[c];
        cross(unit, edge, product);
        const double sign = dot(product, away) < 0 ? -1 : 1;
        for (int c = 0; c < 3; c++) away[c] = sign * product[c];
    }
    const int step = scene == SCENE_TOUCHING ? 0 : random_int(r, -30, 30);
    const double off = random_signed(r, random_scale(r, -26, -8));
    for (int c = 0; c < 3; c++) {
        const double size = random_between(r, .1, 3), other = random_between(r, .1, 3);
        float near = (float)point[c];
        if (scene == SCENE_ULP && near != 0) near = float_step(near, step);
        const double from =
            scene == SCENE_WORST || scene == SCENE_SCALES ? near + off * size : near;
        min[c] = c == across ? from - other : away[c] < 0 ? from - size : from;
        max[c] = c == across ? from + size : away[c] < 0 ? from : from + size;
    }
    if (scene == SCENE_DEGENERATE) {
        const unsigned c = random_below(r, 3);
        max[c] = min[c];
    }
}

static void scale(lbx_frustum *f, int by) {
    for (int c = 0; c < 3; c++) f->eye[c] = ldexpf(f->eye[c], by);
    for (int k = 0; k < 2 && f->parallel != 0; k++) {
        f->low[k] = ldexpf(f->low[k], by);
        f->high[k] = ldexpf(f->high[k], by);
    }
    f->z_near = ldexpf(f->z_near, by);
    f->z_far = ldexpf(f->z_far, by);
}

static void box_for(struct random *r, enum scene scene, const lbx_frustum *f, float box[6]) {
    double min[3], max[3];
    if (scene <= SCENE_ALL_MISS || random_chance(r, 8))
        scatter_box(r, scene, f, min, max);
    else
        touch(r, scene, f, min, max);
    for (int c = 0; c < 3; c++) {
        box[c] = (float)min[c];
        box[3 + c] = (float)max[c];
    }
}

// The frustum as seen in a frame with these axes.
static lbx_frustum seen_along(const lbx_frustum *f, double axis[3][3]) {
    lbx_frustum turned = *f;
    for (int k = 0; k < 3; k++) {
        turned.eye[k] = 0;
        for (int j = 0; j < 3; j++) turned.axis[j][k] = 0;
        for (int c = 0; c < 3; c++) {
            turned.eye[k] += (float)(axis[k][c] * f->eye[c]);
            for (int j = 0; j < 3; j++) turned.axis[j][k] += (float)(axis[k][c] * f->axis[j][c]);
        }
    }
    return turned;
}

// A box for the frustum as one with these axes sees it.
static void obb_for(struct random *r, enum scene scene, const lbx_frustum *f, float x[15]) {
    double axis[3][3];
    float box[6];
    if (random_chance(r, 2))
        awkward_rotation(r, axis);
    else
        random_rotation(r, axis);
    const lbx_frustum turned = seen_along(f, axis);
    box_for(r, scene, &turned, box);
    for (int c = 0; c < 3; c++) {
        double center = 0;
        for (int k = 0; k < 3; k++) {
            center += axis[k][c] * ((double)box[k] + box[3 + k]) / 2;
            x[6 + 3 * k + c] = (float)axis[k][c];
        }
        x[c] = (float)center;
        x[3 + c] = (float)(((double)box[3 + c] - box[c]) / 2);
    }
    if (scene == SCENE_WORST && random_chance(r, 2)) { // axes as long or short as the range allows
        const double length = 1 + random_signed(r, 0x1.cp-21);
        for (int k = 6; k < 15; k++) x[k] = (float)(length * x[k]);
    }
}

// The outward normal of a side of a frustum: left, lower, near, right, upper, far.
static void outward(const lbx_frustum *f, int side, double normal[3]) {
    const int k = side % 3, high = side / 3;
    double a[3], b[3];
    for (int c = 0; c < 3; c++) {
        a[c] = f->axis[(k + 1) % 3][c];
        b[c] = f->axis[(k + 2) % 3][c];
        const double lean = high ? f->high[k % 2] : f->low[k % 2];
        if (k < 2 && f->parallel == 0) // along z, which is b of x and a of y
            *(k == 0 ? &b[c] : &a[c]) += lean * f->axis[k][c];
    }
    cross(a, b, normal);
    double along[3];
    for (int c = 0; c < 3; c++) along[c] = f->axis[k][c];
    const double sign = (dot(normal, along) < 0) == (high != 0) ? -1 : 1;
    normalize(normal);
    for (int c = 0; c < 3; c++) normal[c] *= sign;
}

// A sphere that touches the frustum from outside, in a point of a side, an edge or a corner.
static void touch_by_sphere(struct random *r, enum scene scene, const lbx_frustum *f, double x[4]) {
    double at[3], point[3], away[3] = {0, 0, 0}, normal[3];
    int sides = 0;
    for (int k = 0; k < 3; k++) {
        const int side = random_int(r, -1, 1);
        const double part = random_between(r, -1, 1), weight = random_unit(r);
        at[k] = side ? side : part;
        if (side == 0 || (k == 2 && side > 0 && isinf(f->z_far))) continue;
        outward(f, side < 0 ? k : 3 + k, normal);
        for (int c = 0; c < 3; c++) away[c] += (scene == SCENE_TOUCHING ? 1 : weight) * normal[c];
        sides++;
    }
    at[2] = f->z_near + (at[2] + 1) / 2 * (end_of(f) - f->z_near);
    if (scene == SCENE_TOUCHING) at[2] = f->z_near + floor(4 * (at[2] - f->z_near)) / 4;
    point_of(f, at, point);
    const double radius = random_scale(r, -6, 1), off = random_signed(r, random_scale(r, -26, -8));
    const double length = sides ? sqrt(dot(away, away)) : 1;
    x[3] = scene == SCENE_TOUCHING ? ceil(8 * radius) / 8 : radius;
    const double from = scene == SCENE_WORST || scene == SCENE_SCALES ? 1 + off : 1;
    for (int c = 0; c < 3; c++) x[c] = point[c] + from * x[3] * away[c] / length;
    if (scene == SCENE_DEGENERATE && random_chance(r, 2)) x[3] = random_scale(r, -30, -10);
}

static void sphere_for(struct random *r, enum scene scene, const lbx_frustum *f, float x[4]) {
    double sphere[4], min[3], max[3];
    if (scene <= SCENE_ALL_MISS || random_chance(r, 8)) {
        scatter_box(r, scene, f, min, max);
        for (int c = 0; c < 3; c++) sphere[c] = (min[c] + max[c]) / 2;
        sphere[3] = (max[0] - min[0]) / 2;
    } else {
        touch_by_sphere(r, scene, f, sphere);
    }
    for (int k = 0; k < 4; k++) x[k] = (float)sphere[k];
    if (scene == SCENE_ULP) x[3] = float_step(x[3], random_int(r, -30, 30));
}

static void make_hostile(struct random *r, float x[], size_t count) {
    for (size_t k = 0; k < count; k++)
        if (random_chance(r, 3)) x[k] = random_hostile(r);
}

void scene_frusta(struct frusta *made, enum seen_shape shape, enum scene scene, uint64_t seed) {
    struct random r = random_of(scene_stream(seed, scene), 0);
    const bool ranges = scene == SCENE_SCALES || scene == SCENE_WHOLE_RANGE;
    const enum scene kind =
        scene == SCENE_WHOLE_RANGE || scene == SCENE_HOSTILE ? SCENE_WORST : scene;
    const unsigned floats = seen_floats(shape);
    const unsigned lengths = shape == SEEN_OBBS ? 6 : floats;
    made->shape = shape;
    for (size_t k = 0; k < SCENE_FRUSTA; k++) make_frustum(&r, kind, &made->frustum[k]);
    struct random size = random_of(seed, 1);
    for (size_t i = 0; i < SCENE_SEEN; i++) {
        float x[SEEN_FLOATS_MAX];
        const lbx_frustum *const f = &made->frustum[i % SCENE_FRUSTA];
        if (shape == SEEN_AABBS)
            box_for(&r, kind, f, x);
        else if (shape == SEEN_OBBS)
            obb_for(&r, kind, f, x);
        else
            sphere_for(&r, kind, f, x);
        if (scene == SCENE_HOSTILE && random_chance(&r, 2)) make_hostile(&r, x, floats);
        for (unsigned k = 0; k < floats; k++) made->item[k][i] = x[k];
    }
    const int most = scene == SCENE_SCALES ? 20 : 54, by = random_int(&size, -most, most);
    for (size_t i = 0; ranges && i < SCENE_SEEN; i++)
        for (unsigned k = 0; k < lengths; k++) made->item[k][i] = ldexpf(made->item[k][i], by);
    for (size_t k = 0; k < SCENE_FRUSTA; k++) {
        lbx_frustum *const f = &made->frustum[k];
        if (ranges) scale(f, by);
        if (scene == SCENE_HOSTILE && k % 2)
            make_hostile(&r, (float *)f, sizeof *f / sizeof(float));
    }
}

unsigned seen_floats(enum seen_shape shape) {
    static const unsigned floats[SEEN_SHAPES] = {6, 15, 4};
    return floats[shape];
}

const char *seen_test(enum seen_shape shape) {
    static const char *const names[SEEN_SHAPES] = {"frustum_aabb", "frustum_obb", "frustum_sphere"};
    return names[shape];
}

struct seen_items seen_items_of(enum seen_shape shape, const float *const at[], size_t count,
                                size_t stride, lbx_pick pick) {
    struct seen_items items = {.shape = shape};
    const unsigned floats = seen_floats(shape);
    memcpy(&items.aabbs, at, floats * sizeof *at);
    if (shape == SEEN_AABBS) {
        items.aabbs.count = count;
        items.aabbs.stride = stride;
        items.aabbs.pick = pick;
    } else if (shape == SEEN_OBBS) {
        items.obbs.count = count;
        items.obbs.stride = stride;
        items.obbs.pick = pick;
    } else {
        items.spheres.count = count;
        items.spheres.stride = stride;
        items.spheres.pick = pick;
    }
    return items;
}

struct seen_items scene_items(const struct frusta *made) {
    const float *at[SEEN_FLOATS_MAX];
    for (unsigned k = 0; k < SEEN_FLOATS_MAX; k++) at[k] = made->item[k];
    return seen_items_of(made->shape, at, SCENE_SEEN, 0, lbx_from(0));
}

ptrdiff_t seen_from(const lbx_frustums *frusta, size_t m, const struct seen_items *items, size_t n,
                    unsigned flags, uint8_t *classes) {
    switch (items->shape) {
    case SEEN_AABBS: return lbx_frustum_aabb(frusta, m, &items->aabbs, n, flags, classes);
    case SEEN_OBBS: return lbx_frustum_obb(frusta, m, &items->obbs, n, flags, classes);
    default: return lbx_frustum_sphere(frusta, m, &items->spheres, n, flags, classes);
    }
}

ptrdiff_t seen_check(const struct seen_items *items, size_t n, uint8_t *malformed) {
    switch (items->shape) {
    case SEEN_AABBS: return lbx_aabbs_check(&items->aabbs, n, malformed);
    case SEEN_OBBS: return lbx_obbs_check(&items->obbs, n, malformed);
    default: return lbx_spheres_check(&items->spheres, n, malformed);
    }
}
