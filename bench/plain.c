// SPDX-License-Identifier: MIT
// The bodies work on local arrays of constant size without branches, and the arrays have no
// aliases. So gcc 12 and clang 14 vectorise all loops but those over pair lists. Oriented boxes are
// vectorised too, since the margins are folded and compared once. Boundaries are not widened.
#include "plain.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "../tests/support/list.h"

#define INLINE static inline __attribute__((always_inline))

enum { FLOATS_MAX = 15 };

INLINE float least(float a, float b) {
    return a < b ? a : b;
}

INLINE float most(float a, float b) {
    return a > b ? a : b;
}

INLINE float dot(const float *a, const float *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// --- how a batch is walked ---

typedef uint8_t test(const float *a, const float *b); // a verdict or a class

enum walk { PAIRWISE, ONE_MANY, MANY_ONE, PAIRS };

INLINE void walk_arrays(test *hits, enum walk how, unsigned a_floats, const float *const first[],
                        unsigned b_floats, const float *const second[], size_t n,
                        uint8_t *restrict verdicts) {
    const float *a[FLOATS_MAX], *b[FLOATS_MAX];
    for (unsigned k = 0; k < a_floats; k++) a[k] = first[k];
    for (unsigned k = 0; k < b_floats; k++) b[k] = second[k];
    for (size_t i = 0; i < n; i++) {
        float x[FLOATS_MAX], y[FLOATS_MAX];
        for (unsigned k = 0; k < a_floats; k++) x[k] = a[k][how == ONE_MANY ? 0 : i];
        for (unsigned k = 0; k < b_floats; k++) y[k] = b[k][how == MANY_ONE ? 0 : i];
        verdicts[i] = hits(x, y);
    }
}

INLINE void walk_pairs(test *hits, unsigned a_floats, const float *first, unsigned b_floats,
                       const float *second, const struct pair *pairs, size_t n,
                       uint8_t *restrict verdicts) {
    for (size_t i = 0; i < n; i++) {
        const float *a = first + (size_t)pairs[i].element[0] * padded(a_floats);
        const float *b = second + (size_t)pairs[i].element[1] * padded(b_floats);
        verdicts[i] = hits(a, b);
    }
}

#define LOOP(name, hits, how, a_floats, b_floats)                                                  \
    static void name(const float *const first[], const float *const second[],                      \
                     const struct pair *pairs, size_t n, uint8_t *restrict verdicts,               \
                     float *const out[]) {                                                         \
        (void)out;                                                                                 \
        if (how == PAIRS) {                                                                        \
            walk_pairs(hits, a_floats, first[0], b_floats, second[0], pairs, n, verdicts);         \
        } else {                                                                                   \
            walk_arrays(hits, how, a_floats, first, b_floats, second, n, verdicts);                \
        }                                                                                          \
    }

// The loops that every kernel has a row of.
#define LOOPS(name, a_floats, b_floats)                                                            \
    LOOP(name##_pairwise, name, PAIRWISE, a_floats, b_floats)                                      \
    LOOP(name##_one_many, name, ONE_MANY, a_floats, b_floats)                                      \
    LOOP(name##_many_one, name, MANY_ONE, a_floats, b_floats)                                      \
    LOOP(name##_pairs, name, PAIRS, a_floats, b_floats)

// --- boxes: min x y z, max x y z ---

INLINE uint8_t aabb_aabb(const float *a, const float *b) {
    bool hit = true;
    for (int c = 0; c < 3; c++) hit = hit & (a[c] <= b[3 + c]) & (b[c] <= a[3 + c]);
    return hit;
}

LOOPS(aabb_aabb, 6, 6)

// --- rays: origin x y z, dir x y z, inv_dir x y z ---

// Both faces count as hits, without a branch: a ray that runs in a face makes a NaN, which leaves
// enter and exit as they are. After tavianator.com, "Fast, branchless ray/bounding box
// intersections, part 3". The shorter max(enter, min(low, high)) loses such rays.
INLINE uint8_t ray_aabb_inv_dir(const float *ray, const float *box) {
    float enter = 0, exit = INFINITY;
    for (int c = 0; c < 3; c++) {
        const float low = (box[c] - ray[c]) * ray[6 + c];
        const float high = (box[3 + c] - ray[c]) * ray[6 + c];
        enter = least(most(low, enter), most(high, enter));
        exit = most(least(low, exit), least(high, exit));
    }
    return enter <= exit;
}

INLINE uint8_t ray_aabb(const float *ray, const float *box) {
    float with_inverse[9];
    for (int k = 0; k < 6; k++) with_inverse[k] = ray[k];
    for (int c = 0; c < 3; c++) with_inverse[6 + c] = 1.0f / ray[3 + c];
    return ray_aabb_inv_dir(with_inverse, box);
}

LOOP(ray_aabb_pairwise, ray_aabb, PAIRWISE, 6, 6)
LOOP(ray_aabb_many_one, ray_aabb, MANY_ONE, 6, 6)
LOOP(ray_aabb_pairs, ray_aabb, PAIRS, 6, 6)
LOOP(ray_aabb_pairwise_inv_dir, ray_aabb_inv_dir, PAIRWISE, 9, 6)

// For one ray, the near corner is known before the loop.
struct one_ray {
    float origin[3], inverse[3];
    const float *near[3], *far[3];
};

INLINE struct one_ray one_ray(const float *const ray[], const float *const box[]) {
    struct one_ray one;
    for (int c = 0; c < 3; c++) {
        one.origin[c] = *ray[c];
        one.inverse[c] = 1.0f / *ray[3 + c];
        one.near[c] = box[one.inverse[c] < 0 ? 3 + c : c];
        one.far[c] = box[one.inverse[c] < 0 ? c : 3 + c];
    }
    return one;
}

INLINE bool one_ray_hits(const struct one_ray *one, size_t i, float *enter, float *exit) {
    *enter = 0;
    *exit = INFINITY;
    for (int c = 0; c < 3; c++) {
        *enter = most((one->near[c][i] - one->origin[c]) * one->inverse[c], *enter);
        *exit = least((one->far[c][i] - one->origin[c]) * one->inverse[c], *exit);
    }
    return *enter <= *exit;
}

static void ray_aabb_one_many(const float *const first[], const float *const second[],
                              const struct pair *pairs, size_t n, uint8_t *restrict verdicts,
                              float *const out[]) {
    (void)pairs, (void)out;
    const struct one_ray one = one_ray(first, second);
    for (size_t i = 0; i < n; i++) {
        float enter, exit;
        verdicts[i] = one_ray_hits(&one, i, &enter, &exit);
    }
}

// A separate function, because restrict takes effect on parameters.
static __attribute__((noinline)) void one_many_t(const struct one_ray one, size_t n,
                                                 uint8_t *restrict verdicts,
                                                 float *restrict t_enter, float *restrict t_exit) {
    for (size_t i = 0; i < n; i++) {
        float enter, exit;
        const bool hit = one_ray_hits(&one, i, &enter, &exit);
        verdicts[i] = hit;
        t_enter[i] = hit ? enter : INFINITY;
        t_exit[i] = hit ? exit : -INFINITY;
    }
}

static void ray_aabb_one_many_t(const float *const first[], const float *const second[],
                                const struct pair *pairs, size_t n, uint8_t *restrict verdicts,
                                float *const out[]) {
    (void)pairs;
    one_many_t(one_ray(first, second), n, verdicts, out[0], out[1]);
}

// --- rays and oriented boxes: center, half, three axes ---

INLINE bool ray_obb_range(const float *ray, const float *box, float *enter, float *exit) {
    const float offset[3] = {box[0] - ray[0], box[1] - ray[1], box[2] - ray[2]};
    *enter = 0;
    *exit = INFINITY;
    for (int k = 0; k < 3; k++) {
        const float *axis = box + 6 + 3 * k;
        const float s = dot(offset, axis), inverse = 1.0f / dot(ray + 3, axis);
        const float low = (s - box[3 + k]) * inverse, high = (s + box[3 + k]) * inverse;
        *enter = least(most(low, *enter), most(high, *enter));
        *exit = most(least(low, *exit), least(high, *exit));
    }
    return *enter <= *exit;
}

INLINE uint8_t ray_obb(const float *ray, const float *box) {
    float enter, exit;
    return ray_obb_range(ray, box, &enter, &exit);
}

LOOPS(ray_obb, 6, 15)

// --- oriented boxes: center, half, three axes ---

// In A's frame: the offset of the centers, and the components of B's axes along A's.
INLINE uint8_t frames_touch(const float *a_half, const float *b_half, const float *distance,
                            float r[3][3]) {
    float size[3][3], margin = INFINITY;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) size[i][k] = fabsf(r[i][k]);
    }
    for (int i = 0; i < 3; i++) {
        const float radius = a_half[i] + dot(b_half, size[i]);
        margin = least(radius - fabsf(distance[i]), margin);
    }
    for (int k = 0; k < 3; k++) {
        const float column[3] = {r[0][k], r[1][k], r[2][k]};
        const float sizes[3] = {size[0][k], size[1][k], size[2][k]};
        const float radius = b_half[k] + dot(a_half, sizes);
        margin = least(radius - fabsf(dot(distance, column)), margin);
    }
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int k = 0; k < 3; k++) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            const float radius = a_half[i1] * size[i2][k] + a_half[i2] * size[i1][k] +
                                 b_half[k1] * size[i][k2] + b_half[k2] * size[i][k1];
            const float s = distance[i1] * r[i2][k] - distance[i2] * r[i1][k];
            margin = least(radius - fabsf(s), margin);
        }
    }
    return margin >= 0;
}

INLINE uint8_t obb_obb(const float *a, const float *b) {
    float offset[3], distance[3], r[3][3];
    for (int c = 0; c < 3; c++) offset[c] = b[c] - a[c];
    for (int i = 0; i < 3; i++) {
        const float *axis = a + 6 + 3 * i;
        distance[i] = dot(offset, axis);
        for (int k = 0; k < 3; k++) r[i][k] = dot(axis, b + 6 + 3 * k);
    }
    return frames_touch(a + 3, b + 3, distance, r);
}

LOOPS(obb_obb, 15, 15)

// --- min and max against oriented boxes ---

INLINE uint8_t aabb_obb(const float *a, const float *b) {
    float half[3], distance[3], r[3][3];
    for (int c = 0; c < 3; c++) {
        half[c] = (a[3 + c] - a[c]) * .5f;
        distance[c] = b[c] - (a[3 + c] + a[c]) * .5f;
        for (int k = 0; k < 3; k++) r[c][k] = b[6 + 3 * k + c];
    }
    return frames_touch(half, b + 3, distance, r);
}

LOOPS(aabb_obb, 6, 15)

#include "plain_capsules.h"
#include "plain_classes.h"
#include "plain_contacts.h"
#include "plain_conversions.h"
#include "plain_hulls.h"
#include "plain_spheres.h"
#include "plain_sweeps.h"
#include "plain_within.h"

// --- the table ---

#define ROW(name, pattern) {#name, #pattern, name##_##pattern},
#define ROWS(name) ROW(name, one_many) ROW(name, many_one) ROW(name, pairwise) ROW(name, pairs)

static const struct plain_row rows[] = {TESTS(ROWS) ROW(ray_aabb, one_many_t)
                                            ROW(ray_aabb, pairwise_inv_dir)};

#define CONVERSION_ROW(name) {#name, name##_arrays, name##_structures},

static const struct plain_conversion_row conversion_rows[] = {CONVERSIONS(CONVERSION_ROW)};

const struct plain PLAIN = {
#if defined(__clang__)
    .compiler = __VERSION__,
#else
    .compiler = "GCC " __VERSION__,
#endif
#if defined(__AVX2__)
    .isa = LBX_ISA_AVX2,
#elif defined(__aarch64__)
    .isa = LBX_ISA_NEON,
#else
    .isa = LBX_ISA_SCALAR,
#endif
    .rows = rows,
    .count = sizeof rows / sizeof *rows,
    .conversions = conversion_rows,
    .conversion_count = sizeof conversion_rows / sizeof *conversion_rows,
    .doubles_arrays = doubles_arrays,
    .doubles_structures = doubles_structures,
};
