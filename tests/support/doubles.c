// SPDX-License-Identifier: MIT
#include "doubles.h"

#include <float.h>

#include "examples/random.h"

const char *const doubles_names[DOUBLES_SCENES] = {
    "world", "grid", "floats", "halfway", "scales", "denormal", "beyond", "hostile",
};

static double double_of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// x, or a number up to two steps away. x must be finite, and not one of the largest doubles.
static double nearby(struct random *r, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int steps = random_int(r, -2, 2);
    return x == 0 ? steps * 0x1p-1074 : double_of_bits(bits + (uint64_t)(int64_t)steps);
}

static double any_double(struct random *r) {
    static const double awkward[] = {
        0.0,
        -0.0,
        INFINITY,
        -INFINITY,
        NAN,
        -NAN,
        0x1p-1074,
        DBL_MAX,
        -DBL_MAX,
        FLT_MAX,
        -FLT_MAX,
        0x1p128,
        0x1.ffffffp127,
        0x1p-149,
        0x1p-150,
        -0x1p-150,
        0x1p-1022,
        0x1.fffffefffffffp127,
        -0x1p-149,
        1,
        -1,
    };
    switch (random_below(r, 4)) {
    case 0: return awkward[random_below(r, sizeof awkward / sizeof *awkward)];
    case 1: return double_of_bits(random_bits(r));
    case 2: return random_int(r, -2, 2);
    default: return (double)random_hostile(r);
    }
}

static double finite_scale(struct random *r, int low, int high) {
    const double x = random_scale(r, low, high);
    return random_signed(r, x);
}

static double random_origin(struct random *r, enum doubles_scene scene) {
    const bool none = random_chance(r, 8);
    switch (scene) {
    case DOUBLES_GRID: return random_int(r, -80000000, 80000000) / 8.0;
    case DOUBLES_SCALES: return finite_scale(r, -1074, 1023);
    case DOUBLES_DENORMAL: return none ? 0 : finite_scale(r, -180, -100);
    case DOUBLES_BEYOND: return none ? 0 : finite_scale(r, 100, random_chance(r, 2) ? 130 : 1023);
    case DOUBLES_HOSTILE: return any_double(r);
    default: return none ? 0 : random_between(r, -1e7, 1e7);
    }
}

static double random_coordinate(struct random *r, enum doubles_scene scene, double origin) {
    float f;
    switch (scene) {
    case DOUBLES_WORLD: return origin + random_between(r, -1e3, 1e3);
    case DOUBLES_GRID: return origin + random_int(r, -8000, 8000) / 8.0;
    case DOUBLES_FLOATS: f = (float)finite_scale(r, -30, 30); return nearby(r, origin + (double)f);
    case DOUBLES_HALFWAY:
        f = (float)finite_scale(r, -10, 20);
        return nearby(r, origin + ((double)f + (double)float_step(f, 1)) / 2);
    case DOUBLES_SCALES: return finite_scale(r, -1074, 1023);
    case DOUBLES_DENORMAL:
        return nearby(r, origin + 0x1p-149 * random_int(r, -5, 5) * (random_chance(r, 2) ? .5 : 1));
    case DOUBLES_BEYOND:
        switch (random_below(r, 4)) {
        case 0: return finite_scale(r, 1000, 1023);
        case 1: return nearby(r, random_signed(r, DBL_MAX / 2)) + origin;
        case 2: return nearby(r, origin + random_signed(r, FLT_MAX));
        default: return nearby(r, origin + random_signed(r, 0x1.ffffffp127));
        }
    default: return random_chance(r, 4) ? origin : any_double(r);
    }
}

void doubles_fill(struct doubles *boxes, enum doubles_scene scene, uint64_t seed, size_t n) {
    struct random r = random_of(seed * DOUBLES_SCENES + scene, n);
    boxes->n = n;
    for (int c = 0; c < 3; c++) boxes->origin[c] = random_origin(&r, scene);
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < CORNERS; k++)
            boxes->at[k][i] = random_coordinate(&r, scene, boxes->origin[k % 3]);
    }
}

lbx_aabbs_f64 doubles_view(const struct doubles *boxes) {
    lbx_aabbs_f64 view = {.count = boxes->n};
    for (int c = 0; c < 3; c++) {
        view.min[c] = boxes->at[c];
        view.max[c] = boxes->at[3 + c];
    }
    return view;
}

lbx_aabbs_out rounded_out(struct rounded *rounded, size_t n) {
    lbx_aabbs_out out = {.count = n};
    for (int c = 0; c < 3; c++) {
        out.min[c] = rounded->at[c];
        out.max[c] = rounded->at[3 + c];
    }
    return out;
}
