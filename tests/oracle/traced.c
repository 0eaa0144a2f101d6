// SPDX-License-Identifier: MIT
#include "traced.h"

#include <math.h>
#include <string.h>

#include "oracle.h"
#include "ray.h"

enum { RAY_FLOATS = T_MAX + 1 };

extern const struct oracle oracle_ray_triangle;

// The oracle must not look at inv_dir.
static void put_ray(float x[RAY_FLOATS], const float ray[]) {
    memcpy(x, ray, 6 * sizeof *ray);
    for (int c = 0; c < 3; c++) x[6 + c] = NAN;
    x[T_MIN] = 0;
    x[T_MAX] = ray[6];
}

static struct exact ask(const float ray[], const float triangle[]) {
    float x[RAY_FLOATS];
    put_ray(x, ray);
    return oracle_ray_triangle.answer(x, triangle);
}

bool exact_meets(const float ray[], const float triangle[], double *t) {
    const struct exact exact = ask(ray, triangle);
    *t = exact.hit ? exact.out[0] : INFINITY;
    return exact.hit;
}

double exact_distance(const float ray[], const float triangle[]) {
    const struct exact exact = ask(ray, triangle);
    return exact.hit ? 0 : -exact.margin;
}

double exact_error_of_t(const float ray[], const float triangle[], double exact, float t) {
    float x[RAY_FLOATS];
    put_ray(x, ray);
    const struct exact answer = {.hit = true, .out = {exact}};
    return oracle_ray_triangle.output_error(&answer, x, triangle, 0, t);
}
