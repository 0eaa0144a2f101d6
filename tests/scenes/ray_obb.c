// SPDX-License-Identifier: MIT
// Rays (origin, dir, inv_dir, t_min, t_max) and oriented boxes (center, half, axis 0, axis 1,
// axis 2).
#include "obbs.h"
#include "rays.h"

// The vector from the box's center to the point with coordinates x along its axes.
static void from_center(const struct obb *box, const double x[3], double point[3]) {
    for (int c = 0; c < 3; c++) {
        point[c] = 0;
        for (int k = 0; k < 3; k++) point[c] += x[k] * box->axis[k][c];
    }
}

// Scales lengths and, by another power of two, t.
static void scale_both(struct random *r, float ray[], struct obb *box, float t_min, float t_max) {
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -10, 10);
    for (int k = 0; k < 6; k++) ray[k] = ldexpf(ray[k], k < DIR ? scale : scale - stretch);
    scale_box(box, scale);
    finish_ray(ray, ldexpf(t_min, stretch), ldexpf(t_max, stretch));
}

// Where the ray meets the box: at a corner, an edge, a face or within.
static void meeting(struct random *r, const struct obb *box, double x[3]) {
    for (int k = 0; k < 3; k++) x[k] = box->half[k] * random_int(r, -1, 1);
    for (int k = random_int(r, 1, 3); k > 0; k--) {
        const unsigned face = random_below(r, 3);
        x[face] = random_signed(r, box->half[face]);
    }
}

// Its direction there: any, along one axis of the box or across one.
static void direction(struct random *r, enum scene scene, const struct obb *box, double dir[3]) {
    const unsigned kind = random_below(r, 3), only = random_below(r, 3);
    double x[3];
    do {
        for (unsigned k = 0; k < 3; k++) {
            const bool along = kind == 0 || (kind == 1 ? k == only : k != only);
            x[k] = along ? random_int(r, -1, 1) / 2.0 : 0;
        }
    } while (x[0] == 0 && x[1] == 0 && x[2] == 0);
    from_center(box, x, dir);
    if (kind == 0 && scene != SCENE_DEGENERATE) {
        for (int c = 0; c < 3; c++) dir[c] = random_int(r, -255, 255) / 512.0;
        if (random_chance(r, 4)) dir[only] = 0 * random_sign(r);
        if (dir[0] == 0 && dir[1] == 0 && dir[2] == 0) dir[only] = .5;
    }
}

// Lengths are on a grid of 2^-22 and below 4, so that nothing is rounded. The ray meets the box at
// t, and goes in, out, or only along it.
static void contact(struct random *r, enum scene scene, float ray[], float y[]) {
    struct obb box = {{0}, {0}, {{0}}};
    awkward_rotation(r, box.axis);
    onto_grid(r, &box);
    if (scene == SCENE_DEGENERATE) {
        for (int k = 0; k < 3; k++) {
            if (random_chance(r, 2)) box.half[k] = random_chance(r, 2) ? 0 : 0x1p-20;
        }
    }
    double x[3], dir[3], at[3];
    meeting(r, &box, x);
    from_center(&box, x, at);
    direction(r, scene, &box, dir);
    const int t = random_int(r, 0, 2);
    for (int c = 0; c < 3; c++) {
        box.center[c] = random_int(r, -2, 2) / 8.0;
        ray[DIR + c] = (float)dir[c];
        ray[ORIGIN + c] = (float)(box.center[c] + at[c] - t * dir[c]);
    }
    float t_min = (float)random_int(r, -2, 0), t_max = random_chance(r, 2) ? INFINITY : 100;
    if (random_chance(r, 4)) t_max = (float)t; // enters where the range ends
    if (random_chance(r, 4)) t_min = (float)t; // leaves where it begins
    const bool off = scene == SCENE_ULP || (scene == SCENE_DEGENERATE && random_chance(r, 2));
    if (off) {
        const unsigned c = random_below(r, 3);
        if (ray[ORIGIN + c] != 0) ray[ORIGIN + c] = nudged(r, ray[ORIGIN + c]);
        if (t_max == (float)t && t > 0 && random_chance(r, 2)) t_max = nudged(r, t_max);
    }
    scale_both(r, ray, &box, t_min, t_max);
    put_box(y, &box);
}

// On one axis or two, the ray lies in a face's plane or beside it by up to 2^-6. It is parallel to
// the plane, or so slightly slanted that it is about to leave where it meets the other faces.
static void along(struct random *r, float ray[], float y[]) {
    struct obb box;
    awkward_rotation(r, box.axis);
    double x[3], slant[3], at[3], dir[3];
    const unsigned across = random_below(r, 3);
    const int t = random_int(r, 0, 4);
    for (unsigned k = 0; k < 3; k++) {
        box.center[k] = random_int(r, -8, 8);
        box.half[k] = random_int(r, 1, 4);
        const double beside = random_signed(r, random_scale(r, -24, -6));
        slant[k] = random_chance(r, 2) ? 0 : random_signed(r, random_scale(r, -30, -12));
        x[k] = random_signed(r, box.half[k]);
        if (k == across) {
            slant[k] = random_signed(r, random_int(r, 1, 2));
        } else if (random_chance(r, 2)) {
            x[k] += beside;
        } else if (random_chance(r, 4)) {
            x[k] *= random_unit(r);
        }
    }
    from_center(&box, x, at);
    from_center(&box, slant, dir);
    for (int c = 0; c < 3; c++) {
        ray[DIR + c] = (float)dir[c];
        ray[ORIGIN + c] = (float)(box.center[c] + at[c] - t * dir[c]);
    }
    scale_both(r, ray, &box, 0, random_chance(r, 2) ? INFINITY : (float)t);
    put_box(y, &box);
}

static float in_range(double x) {
    return (float)(fabs(x) < LEAST_LENGTH ? 0 * x : x);
}

static void scales(struct random *r, float ray[], float y[]) {
    const int scale = random_int(r, -32, 50), speed = random_int(r, -50, 35);
    const int ratio = random_int(r, -20, 0), far = random_int(r, -4, 4);
    struct obb box;
    awkward_rotation(r, box.axis);
    double x[3], at[3], way[3], length = 0;
    for (int k = 0; k < 3; k++) {
        box.center[k] = random_signed(r, random_scale(r, scale, scale + 5));
        box.half[k] = random_chance(r, 8) ? 0 : random_scale(r, scale + ratio, scale + ratio + 4);
        x[k] = box.half[k] * random_between(r, -1.25, 1.25);
        way[k] = random_signed(r, random_scale(r, scale + far - 4, scale + far + 1));
        if (random_chance(r, 6)) way[k] *= 0;
        length = fmax(length, fabs(way[k]));
    }
    from_center(&box, x, at);
    const double pace = ldexp(1 + random_unit(r), speed), t = length / pace;
    for (int c = 0; c < 3; c++) {
        ray[DIR + c] = in_range(length > 0 ? way[c] / t : c == 0 ? pace : 0);
        ray[ORIGIN + c] = in_range(box.center[c] + at[c] - way[c]);
    }
    const float t_min = random_chance(r, 2) ? 0 : (float)(t * random_between(r, -1, 1.5));
    finish_ray(ray, t_min, random_chance(r, 2) ? INFINITY : (float)(t * random_between(r, .5, 2)));
    put_box(y, &box);
}

// --- pairs that need the pad ---

// Axes skewed as far as _check accepts after they are rounded to floats. The ray comes from beside
// the middle of face k. It ends on the edge or corner where the axes' dot products make the box
// seem thinnest, or beyond it by up to the bound, where they make it seem thickest.
static void worst(struct random *r, float ray[], float y[]) {
    const double skew = .88 * 0x1p-19, coarse = 0x1.8p29, fine = 0x1.8p28; // to 2^-23, 2^-24
    const unsigned k = random_below(r, 3);
    const bool lost = random_chance(r, 2);
    struct obb box = {{0}, {0}, {{0}}};
    random_rotation(r, box.axis);
    double x[3], from[3], end[3], start[3], size = 0, way = 0;
    for (unsigned j = 0; j < 3; j++) {
        const bool flat = random_chance(r, 2) && j == k;
        box.half[j] = flat || random_chance(r, 4) ? 0 : .5;
        x[j] = random_signed(r, box.half[j]);
        from[j] = j == k ? 0 : .125 * box.half[j] * random_between(r, -1, 1);
        size += box.half[j];
    }
    const double outward = x[k] < 0 || (x[k] == 0 && random_chance(r, 2)) ? -1 : 1;
    for (unsigned j = 0; j < 3; j++) {
        const double sign = x[j] * outward < 0 ? -1 : 1;
        lean(box.axis, k, j, (lost ? sign : -sign) * skew);
    }
    from[k] = x[k] + outward * random_scale(r, -14, -1);
    for (int j = 0; j < 3; j++) {
        for (int c = 0; c < 3; c++) box.axis[j][c] = box.axis[j][c] + coarse - coarse;
    }
    from_center(&box, from, start);
    for (int c = 0; c < 3; c++) way += fabs(start[c]);
    if (!lost) x[k] += outward * random_between(r, 0, 3 * 0x1p-19) * (size + way);
    from_center(&box, x, end);
    for (int c = 0; c < 3; c++) { // the ray gets there at exactly t = 1
        ray[ORIGIN + c] = (float)(start[c] + fine - fine);
        ray[DIR + c] = (float)(end[c] + fine - fine - (double)ray[ORIGIN + c]);
    }
    scale_both(r, ray, &box, 0, 1);
    put_box(y, &box);
}

static void hostile(struct random *r, float ray[], float y[]) {
    any_box(r, y, 1, .5, 1.25);
    aimed(r, ray, 1.25);
    if (random_chance(r, 4)) {
        hostile_item(r, ray, T_MAX + 1);
        hostile_item(r, y, AXIS + 9);
        return;
    }
    for (unsigned k = random_below(r, 5); k > 0; k--) { // a few floats of either
        const float awkward = random_hostile(r);
        if (random_chance(r, 2)) {
            ray[random_below(r, T_MAX + 1)] = awkward;
        } else {
            y[random_below(r, AXIS + 9)] = awkward;
        }
    }
}

void scene_ray_obb(struct random *r, enum scene scene, float ray[], float y[]) {
    switch (scene) {
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_DEGENERATE: contact(r, scene, ray, y); return;
    case SCENE_ALONG: along(r, ray, y); return;
    case SCENE_SCALES: scales(r, ray, y); return;
    case SCENE_WORST: worst(r, ray, y); return;
    case SCENE_HOSTILE: hostile(r, ray, y); return;
    default: scatter_ray(r, scene, any_box, 1.25, ray, y);
    }
}
