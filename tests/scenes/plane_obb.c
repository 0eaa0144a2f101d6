// SPDX-License-Identifier: MIT
// Planes (normal, offset) and oriented boxes.
#include "obbs.h"
#include "planes.h"

// The point of the box of these floats that lies furthest along the normal or against it.
static void furthest(const float plane[], const float x[], double sign, double point[3]) {
    for (int c = 0; c < 3; c++) point[c] = x[CENTER + c];
    for (int k = 0; k < 3; k++) {
        double along = 0;
        for (int c = 0; c < 3; c++) along += (double)plane[c] * x[AXIS + 3 * k + c];
        const double s = along * sign < 0 ? -1 : 1;
        for (int c = 0; c < 3; c++) point[c] += s * x[HALF + k] * x[AXIS + 3 * k + c];
    }
}

// The plane passes through the point that lies furthest on either side, or a point inside.
static void contact(struct random *r, enum scene scene, float plane[], float x[]) {
    const bool exact = scene == SCENE_TOUCHING || scene == SCENE_ULP;
    struct obb box;
    double point[3];
    awkward_rotation(r, box.axis);
    for (int k = 0; k < 3; k++) {
        box.center[k] = random_int(r, -8, 8);
        box.half[k] = extent(r, scene) / 8;
    }
    if (exact) {
        for (int k = 0; k < 3; k++) { // on a grid on which all sums are floats
            const double whole = ldexp(1, random_int(r, -1, 0));
            box.half[k] = random_chance(r, 8) ? 0 : whole;
            box.center[k] = 0;
            for (int c = 0; c < 3; c++) {
                const double shift = 0x1.8p35; // rounds to 2^-17
                box.axis[k][c] = box.axis[k][c] + shift - shift;
            }
            if (dot(box.axis[k], box.axis[k]) != 1) { // too coarse for a unit vector
                memset(box.axis, 0, sizeof box.axis);
                box.axis[0][1] = box.axis[1][2] = box.axis[2][0] = 1;
            }
        }
    }
    whole_normal(r, scene, plane);
    put_box(x, &box);
    if (scene == SCENE_ALONG && random_chance(r, 2)) { // a face of the box
        const unsigned k = random_below(r, 3);
        for (int c = 0; c < 3; c++) plane[c] = x[AXIS + 3 * k + c];
    }
    const double sign = random_sign(r);
    furthest(plane, x, sign, point);
    if (scene == SCENE_ALONG || scene == SCENE_DEGENERATE) {
        const double part = random_chance(r, 4) ? random_unit(r) : 1;
        for (int c = 0; c < 3; c++) point[c] = x[CENTER + c] + part * (point[c] - x[CENTER + c]);
    }
    plane_through(plane, point);
    if (scene == SCENE_ULP || (scene != SCENE_TOUCHING && !random_chance(r, 3)))
        nudge_plane(r, plane);
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -20, 20);
    scale_plane(plane, scale, stretch);
    for (int k = 0; k < AXIS; k++) x[k] = ldexpf(x[k], scale);
}

// Near contact, with boxes down to 2^-20 of their distance and a normal whose components differ
// widely.
static void scales(struct random *r, float plane[], float x[]) {
    const int scale = random_int(r, -36, 34), far = random_chance(r, 2) ? 0 : random_int(r, 0, 22);
    const int stretch = random_int(r, -36, 40);
    double point[3], size = 0;
    struct obb box;
    random_rotation(r, box.axis);
    for (int c = 0; c < 3; c++) {
        plane[c] = (float)random_signed(r, random_scale(r, stretch - 20, stretch));
        box.center[c] = random_signed(r, random_scale(r, scale + far - 4, scale + far));
        box.half[c] = random_scale(r, scale - 20, scale + 2);
    }
    put_box(x, &box);
    const double sign = random_sign(r);
    furthest(plane, x, sign, point);
    for (int c = 0; c < 3; c++) size += fabs(plane[c] * point[c]);
    plane_through(plane, point);
    const double off = random_signed(r, random_scale(r, -28, -15));
    plane[OFFSET] = (float)(plane[OFFSET] + off * size);
}

// --- pairs that need the pad ---

static float rounded_dot(const float a[], const float b[]) {
    const float x = a[0] * b[0], y = a[1] * b[1], z = a[2] * b[2];
    const float sum = x + y;
    return sum + z;
}

// How much further from the plane the kernel places the box than it is, as a part of its pad's
// sizes. Sets `exact` to how far it is.
static double beyond(const float plane[], const float x[], double *exact) {
    double s = plane[OFFSET], r = 0, size = fabs(s), half = 0, n = 0;
    float radius = 0;
    const float center = rounded_dot(plane, x + CENTER), distance = center + plane[OFFSET];
    for (int k = 0; k < 3; k++) {
        const float along = rounded_dot(plane, x + AXIS + 3 * k);
        const float part = x[HALF + k] * fabsf(along);
        double exactly = 0;
        for (int c = 0; c < 3; c++) exactly += (double)plane[c] * x[AXIS + 3 * k + c];
        radius = k ? radius + part : part;
        r += x[HALF + k] * fabs(exactly);
        s += (double)plane[k] * x[CENTER + k];
        size += fabs((double)plane[k] * x[CENTER + k]);
        half += x[HALF + k];
        n += fabsf(plane[k]);
    }
    size += n * half;
    const float left = fabsf(distance) - radius;
    *exact = fabs(s) - r;
    return ((double)left - *exact) / size;
}

// A box that just reaches the plane, or falls short of it by up to the bound. Its longest axis lies
// along the normal, and so does the vector to its center. This is the box, of many, that rounding
// harms most.
static void worst(struct random *r, float plane[], float x[]) {
    enum { TRIES = 48, FLOATS = AXIS + 9 };
    const bool lost = random_chance(r, 2);
    const double off = random_between(r, 0, 8) * 0x1p-23;
    double most = -INFINITY, exact;
    for (int k = 0; k < TRIES; k++) {
        struct obb box;
        float n[OFFSET + 1], b[FLOATS];
        double point[3];
        random_rotation(r, box.axis);
        const double angle = random_scale(r, -20, -6);
        if (random_chance(r, 2)) { // almost along the world's axes
            memset(box.axis, 0, sizeof box.axis);
            for (int c = 0; c < 3; c++) box.axis[c][c] = 1;
            turn_about(box.axis, (const double[]){angle, -angle, angle});
        }
        for (int c = 0; c < 3; c++) {
            const double slant = random_scale(r, -20, -3);
            n[c] = (float)(box.axis[0][c] + slant);
            box.half[c] = c ? random_scale(r, -24, -8) : 1 + random_unit(r);
            box.center[c] = random_signed(r, random_scale(r, -16, -4));
        }
        put_box(b, &box);
        const double sign = random_sign(r);
        furthest(n, b, sign, point);
        plane_through(n, point);
        if (!lost) n[OFFSET] *= (float)(1 + 4 * off);
        beyond(n, b, &exact);
        while (lost && exact > 0) {
            b[HALF] = float_step(b[HALF], 1);
            beyond(n, b, &exact);
        }
        const double harm = (lost ? 1 : -1) * beyond(n, b, &exact);
        if (harm <= most) continue;
        most = harm;
        memcpy(plane, n, sizeof n);
        memcpy(x, b, sizeof b);
    }
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -20, 20);
    scale_plane(plane, scale, stretch);
    for (int k = 0; k < AXIS; k++) x[k] = ldexpf(x[k], scale);
}

void scene_plane_obb(struct random *r, enum scene scene, float plane[], float x[]) {
    switch (scene) {
    case SCENE_ALL_HIT: {
        any_plane(r, plane, 0);
        any_box(r, x, 4, .25, 1.25);
        const double center[3] = {x[0], x[1], x[2]};
        plane_through(plane, center);
        return;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG:
    case SCENE_DEGENERATE: contact(r, scene, plane, x); return;
    case SCENE_SCALES: scales(r, plane, x); return;
    case SCENE_WORST: worst(r, plane, x); return;
    case SCENE_HOSTILE:
        hostile_item(r, plane, OFFSET + 1);
        hostile_item(r, x, AXIS + 9);
        return;
    default: scatter_plane(r, scene, any_box, plane, x);
    }
}
