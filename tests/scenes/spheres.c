// SPDX-License-Identifier: MIT
#include "spheres.h"

void put_sphere(float x[], const double center[3], double radius) {
    for (int c = 0; c < 3; c++)
        x[CENTER + c] = (float)(fabs(center[c]) < LEAST_LENGTH ? 0 : center[c]);
    x[RADIUS] = (float)(radius < LEAST_LENGTH ? 0 : radius);
}

void any_sphere(struct random *r, float x[], double reach, double least, double most) {
    for (int c = 0; c < 3; c++) x[CENTER + c] = (float)random_between(r, -reach, reach);
    x[RADIUS] = (float)random_between(r, least, most);
}

void scale_floats(float x[], unsigned floats, int exponent) {
    for (unsigned k = 0; k < floats; k++) x[k] = ldexpf(x[k], exponent);
}

void nudge_sphere(struct random *r, float x[]) {
    float *const moved = random_chance(r, 2) ? x + RADIUS : x + CENTER + random_below(r, 3);
    if (*moved != 0) *moved = nudged(r, *moved);
}

// Uses Euler's four-square identity.
struct whole whole_vector(struct random *r) {
    const unsigned kind = random_below(r, 4), turn = random_below(r, 3);
    const int m = random_int(r, 1, 3), q = kind > 0 ? random_int(r, -3, 3) : 0;
    const int n = kind > 1 ? random_int(r, -3, 3) : 0, p = kind > 1 ? random_int(r, -3, 3) : 0;
    const int v[3] = {m * m + n * n - p * p - q * q, 2 * (m * q + n * p), 2 * (n * q - m * p)};
    struct whole whole = {.w = m * m + n * n + p * p + q * q};
    for (unsigned c = 0; c < 3; c++) whole.v[c] = random_signed(r, v[(c + turn) % 3]);
    return whole;
}

float radius_near(struct random *r, double distance) {
    const float radius = (float)distance;
    return radius < LEAST_LENGTH ? 0 : float_step(radius, random_int(r, -3, 3));
}

double graze(bool lost, float pad, const float distance[3], double square, float first,
             float *second) {
    float sum = distance[0] * distance[0];
    for (int c = 1; c < 3; c++) sum += distance[c] * distance[c];
    const double exact = sqrt(square);
    float radius = (float)((lost ? exact : sqrt(sum / (double)pad)) - first);
    radius = float_step(radius, -3);
    for (;; radius = float_step(radius, 1)) {
        const float reach = first + radius, reach_square = reach * reach;
        *second = radius;
        if (lost && (double)first + radius >= exact) return (double)sum / reach_square;
        if (!lost && sum <= reach_square * pad) return exact / ((double)first + radius);
    }
}
