// SPDX-License-Identifier: MIT
#include "sets.h"

#include <math.h>

#include "examples/random.h"

const char *const set_names[SET_KINDS] = {"u0.5", "u10",    "piles", "mixed",  "flat",
                                          "far",  "sticks", "plane", "ground", "equal"};

static double normal(struct random *r) { // approximate: twelve uniform numbers, and no libm
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += random_unit(r);
    return sum;
}

// The side of the cube in which n boxes have so many overlaps each. It is found by Newton's method,
// which gives the same bits everywhere.
static double cube(size_t n, double overlaps) {
    const double volume = 8 * (double)n / overlaps;
    double length = volume > 1 ? volume : 1;
    for (int i = 0; i < 200; i++) length = (2 * length + volume / (length * length)) / 3;
    return length;
}

static void put(struct set_box *box, const double center[3], const double size[3]) {
    for (int c = 0; c < 3; c++) {
        box->min[c] = (float)(center[c] - size[c] / 2);
        box->max[c] = (float)(center[c] + size[c] / 2);
    }
}

void set_fill_part(enum set_kind kind, size_t n, uint64_t seed, size_t first, size_t count,
                   struct set_box *boxes) {
    enum { PILE = 500 };
    const size_t piles = n / PILE ? n / PILE : 1;
    double length = cube(n, kind == SET_DENSE ? 10 : .5);
    if (kind == SET_FLAT) length = sqrt((double)n);
    if (kind == SET_FAR) length = cube(n, 10);
    if (kind == SET_PILES) length = 40 * cube(piles, 8);
    for (size_t i = first; i < first + count; i++) {
        struct random r = random_of(seed, i);
        double center[3], size[3];
        for (int c = 0; c < 3; c++) center[c] = length * random_unit(&r);
        for (int c = 0; c < 3; c++) size[c] = random_between(&r, .5, 1.5);
        switch (kind) {
        case SET_PILES: {
            struct random p = random_of(~seed, i % piles);
            for (int c = 0; c < 3; c++) center[c] = length * random_unit(&p) + 2 * normal(&r);
            break;
        }
        case SET_MIXED:
            for (int c = 0; c < 3; c++) size[c] *= i % 100 == 7 ? 10 : 1;
            break;
        case SET_FLAT: center[2] = size[2] / 2; break;
        case SET_FAR: center[0] += i & 1 ? 1e5 : 0; break;
        case SET_STICKS: {
            const int along = (int)random_below(&r, 3);
            for (int c = 0; c < 3; c++) size[c] = c == along ? 20 : .2;
            break;
        }
        case SET_EQUAL:
            for (int c = 0; c < 3; c++) center[c] = 0, size[c] = 1;
            break;
        default: break;
        }
        put(&boxes[i - first], center, size);
    }
    if (!first && count && kind == SET_PLANE)
        boxes[0] = (struct set_box){{-1e18f, -1e18f, -1e18f}, {1e18f, 0, 1e18f}};
    if (!first && count && kind == SET_GROUND)
        put(&boxes[0], (double[]){length / 2, length / 2, length / 2},
            (double[]){2 * length, 2 * length, 2 * length});
}

void set_fill(enum set_kind kind, size_t n, uint64_t seed, struct set_box *boxes) {
    set_fill_part(kind, n, seed, 0, n, boxes);
}

void set_velocities_part(enum set_kind kind, uint64_t seed, size_t first, size_t count,
                         float (*velocity)[3]) {
    for (size_t i = 0; i < count; i++) {
        struct random r = random_of(seed, first + i);
        for (int c = 0; c < 3; c++) velocity[i][c] = (float)random_between(&r, -.05, .05);
        if (kind == SET_FLAT) velocity[i][2] = 0;
    }
}

void set_velocities(enum set_kind kind, size_t n, uint64_t seed, float (*velocity)[3]) {
    set_velocities_part(kind, seed, 0, n, velocity);
}

void set_move(const struct set_box *begun, float (*const velocity)[3], size_t n, float times,
              struct set_box *boxes) {
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) {
            boxes[i].min[c] = begun[i].min[c] + times * velocity[i][c];
            boxes[i].max[c] = begun[i].max[c] + times * velocity[i][c];
        }
    }
}

void set_swing(const struct set_box *begun, float (*const velocity)[3], size_t n, unsigned frame,
               struct set_box *boxes) {
    static const float times[SWINGS] = {0, 1, 2, 3, 2, 1};
    set_move(begun, velocity, n, times[frame % SWINGS], boxes);
}

static double center_of(const struct set_box *box, int c) {
    return ((double)box->min[c] + (double)box->max[c]) / 2;
}

void set_drift(const struct set_box *begun, float (*const velocity)[3], size_t n, unsigned frame,
               struct set_box *boxes) {
    for (int c = 0; c < 3; c++) {
        double low = n ? center_of(begun, c) : 0, high = low;
        for (size_t i = 1; i < n; i++) {
            const double center = center_of(&begun[i], c);
            low = center < low ? center : low;
            high = center > high ? center : high;
        }
        const double length = high > low ? high - low : 1;
        for (size_t i = 0; i < n; i++) {
            const double half = ((double)begun[i].max[c] - (double)begun[i].min[c]) / 2;
            double center = center_of(&begun[i], c) + frame * (double)velocity[i][c];
            while (center < low) center += length;
            while (center > high) center -= length;
            boxes[i].min[c] = (float)(center - half);
            boxes[i].max[c] = (float)(center + half);
        }
    }
}
