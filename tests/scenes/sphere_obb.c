// SPDX-License-Identifier: MIT
// Spheres (center, radius) and oriented boxes (center, half, axis 0, axis 1, axis 2).
#include "obbs.h"
#include "spheres.h"

// The center is the point of the box that lies furthest along a direction, moved along it by the
// radius, so that the sphere touches there. The contact is exact if the direction is an integer
// vector of integer length and the box is on the grid.
static void contact(struct random *r, enum scene scene, float sphere[], float x[]) {
    const bool exact = scene == SCENE_TOUCHING || scene == SCENE_ULP, any = scene == SCENE_SCALES;
    const int scale = any ? random_int(r, -36, 34) : random_int(r, -20, 20);
    const int ratio = any ? random_int(r, -20, 20) : 0, far = any ? random_int(r, -2, 20) : 0;
    struct obb box = {{0}, {0}, {{0}}};
    awkward_rotation(r, box.axis);
    if (scene == SCENE_ALONG && !random_chance(r, 4)) turn_slightly(r, box.axis);
    for (int k = 0; k < 3; k++) {
        box.half[k] = ldexp(extent(r, scene) / 8, ratio);
        box.center[k] = exact ? 0 : ldexp(random_int(r, -8, 8), far);
    }
    if (exact) onto_grid(r, &box);

    const struct whole away = whole_vector(r);
    double L[3], center[3], radius = ldexp(away.w, -random_int(r, 4, 6));
    for (int c = 0; c < 3; c++) L[c] = away.v[c] / away.w;
    if (!exact && random_chance(r, 2)) memcpy(L, box.axis[random_below(r, 3)], sizeof L);
    if (scene == SCENE_DEGENERATE && random_chance(r, 3)) radius = 0;
    support(r, &box, L, 1, center);
    const bool apart = scene != SCENE_TOUCHING && random_chance(r, 2);
    const double gap = apart ? random_signed(r, random_scale(r, -25, -8)) : 0;
    const double sizes = radius + box.half[0] + box.half[1] + box.half[2];
    for (int c = 0; c < 3; c++) {
        const double out = exact && !apart ? away.v[c] * radius / away.w : L[c] * radius;
        center[c] += box.center[c] + out + L[c] * gap * sizes;
        if (scene == SCENE_DEGENERATE && random_chance(r, 4)) center[c] = box.center[c];
        center[c] = ldexp(center[c], scale);
    }
    scale_box(&box, scale);
    put_box(x, &box);
    put_sphere(sphere, center, ldexp(radius, scale));
    if (scene == SCENE_ULP && !apart) nudge_sphere(r, sphere);
}

// All axes lean as far as _check accepts after they are rounded to floats. A corner moves along the
// diagonal of its octant by sqrt(3) 2^-19 of the half extents: outwards, so that a sphere that
// touches it there seems apart, or inwards.
static void worst(struct random *r, float sphere[], float x[]) {
    const bool lost = random_chance(r, 2);
    const double skew = .94 * 0x1p-19 * (lost ? 1 : -1);
    struct obb box = {{0}, {0}, {{0}}};
    double side[3], corner[3] = {0}, out[3] = {0}, center[3], sizes = 0, square = 0;
    random_rotation(r, box.axis);
    for (int k = 0; k < 3; k++) {
        side[k] = random_sign(r);
        box.half[k] = random_chance(r, 4) ? 0 : random_scale(r, -4, 2);
        sizes += box.half[k];
    }
    for (unsigned p = 0; p < 3; p++) {
        for (unsigned q = p; q < 3; q++) lean(box.axis, p, q, skew * side[p] * side[q]);
    }
    put_box(x, &box);
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
            const double along = side[k] * x[AXIS + 3 * k + c];
            corner[c] += along * x[HALF + k];
            out[c] += along / sqrt(3);
        }
    }
    const double radius = random_chance(r, 8) ? 0 : random_scale(r, -6, 3);
    const double gap = lost ? 0 : 0x1p-17 * random_between(r, .25, 1.25) * (radius + sizes);
    for (int c = 0; c < 3; c++) center[c] = corner[c] + out[c] * (radius + gap);
    put_sphere(sphere, center, radius);
    if (lost && radius > 0) { // the distance of the rounded center
        for (int c = 0; c < 3; c++) square += (sphere[c] - corner[c]) * (sphere[c] - corner[c]);
        sphere[RADIUS] = float_step((float)sqrt(square), 1);
    }
    const int scale = random_int(r, -20, 20);
    scale_floats(sphere, SPHERE_FLOATS, scale);
    scale_floats(x, AXIS, scale);
}

static void hostile(struct random *r, float sphere[], float x[]) {
    any_sphere(r, sphere, 1.5, .25, 1.25);
    any_box(r, x, 1.5, .25, 1.25);
    if (random_chance(r, 2)) hostile_item(r, sphere, SPHERE_FLOATS);
    if (random_chance(r, 4)) hostile_item(r, x, AXIS + 9);
    for (unsigned k = random_below(r, 4); k > 0; k--) { // a few floats of the box
        const float awkward = random_hostile(r);
        x[random_below(r, AXIS + 9)] = awkward;
    }
}

void scene_sphere_obb(struct random *r, enum scene scene, float sphere[], float box[]) {
    static const struct scattered any = {
        any_sphere, any_box, {{1.25, .25, 1.25}, {4, .25, 1.25}, {.5, 1, 2}, {1, 0, 1}}, -6};
    switch (scene) {
    case SCENE_WORST: worst(r, sphere, box); return;
    case SCENE_HOSTILE: hostile(r, sphere, box); return;
    default:
        if (!scatter(r, scene, &any, sphere, box)) contact(r, scene, sphere, box);
    }
}
