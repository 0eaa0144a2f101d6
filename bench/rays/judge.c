// SPDX-License-Identifier: MIT
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"
#include "tests/oracle/traced.h"

enum { SAMPLE = 1024 };

// Around a triangle.
struct sphere {
    float center[3], radius;
};

struct judge {
    const struct scene *scene;
    struct sphere *sphere;
};

// A triangle that a ray meets.
struct met {
    uint32_t triangle;
    double t;
};

struct all_met {
    struct met *met;
    size_t count, room;
    double first; // t of the nearest; infinite if there is none
};

static void read_triangle(const struct scene *scene, size_t triangle,
                          float corners[TRACED_TRIANGLE]) {
    for (int v = 0; v < 3; v++)
        memcpy(corners + 3 * v, scene->position[scene->triangle[triangle][v]], 3 * sizeof(float));
}

static struct sphere sphere_around(const float corners[TRACED_TRIANGLE]) {
    struct sphere sphere;
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const float low = fminf(corners[c], fminf(corners[3 + c], corners[6 + c]));
        const float high = fmaxf(corners[c], fmaxf(corners[3 + c], corners[6 + c]));
        sphere.center[c] = low / 2 + high / 2;
    }
    for (int v = 0; v < 3; v++) {
        double from = 0;
        for (int c = 0; c < 3; c++) {
            const double away = (double)corners[3 * v + c] - (double)sphere.center[c];
            from += away * away;
        }
        square = fmax(square, from);
    }
    sphere.radius = (float)(sqrt(square) * (1 + 0x1p-20)); // still around it after rounding
    return sphere;
}

struct judge *judge_open(const struct scene *scene) {
    struct judge *const judge = resize(NULL, 1, sizeof *judge);
    *judge = (struct judge){scene, resize(NULL, scene->triangles, sizeof *judge->sphere)};
    for (size_t t = 0; t < scene->triangles; t++) {
        float corners[TRACED_TRIANGLE];
        read_triangle(scene, t, corners);
        judge->sphere[t] = sphere_around(corners);
    }
    return judge;
}

void judge_close(struct judge *judge) {
    free(judge->sphere);
    free(judge);
}

// --- what rays truly meet ---

static void read_ray(const struct rays *rays, size_t i, float ray[TRACED_RAY]) {
    for (int c = 0; c < 3; c++) {
        ray[c] = rays->origin[c][i];
        ray[3 + c] = rays->dir[c][i];
    }
    ray[6] = rays->t_max[i];
}

// Whether the ray's line may meet the triangle in the sphere. Rounding in double is far less than
// 2^-40 of the way to the center.
static bool may_meet(const float ray[TRACED_RAY], const struct sphere *sphere) {
    double along = 0, way = 0, dir = 0;
    for (int c = 0; c < 3; c++) {
        const double to = (double)sphere->center[c] - (double)ray[c], d = (double)ray[3 + c];
        along += to * d;
        way += to * to;
        dir += d * d;
    }
    const double radius = (double)sphere->radius;
    return way * dir - along * along <= (radius * radius + 0x1p-40 * way) * dir;
}

// All triangles of the scene that the ray meets.
static void find_met(const struct judge *judge, const float ray[TRACED_RAY], struct all_met *all) {
    all->count = 0;
    all->first = INFINITY;
    for (size_t t = 0; t < judge->scene->triangles; t++) {
        if (!may_meet(ray, &judge->sphere[t])) continue;
        float corners[TRACED_TRIANGLE];
        read_triangle(judge->scene, t, corners);
        double at;
        if (!exact_meets(ray, corners, &at)) continue;
        if (all->count == all->room) {
            all->room = 2 * all->room + 64;
            all->met = resize(all->met, all->room, sizeof *all->met);
        }
        all->met[all->count++] = (struct met){(uint32_t)t, at};
        all->first = fmin(all->first, at);
    }
}

// --- the judgement of answers ---

// The bounds on hits that the docs promise. D is the largest coordinate of a vertex relative to the
// ray's origin.
struct bounds {
    double distance; // of a false hit's triangle from the ray: 2^-20 D
    double point;    // of the ray's point at t from it: another 2^-14 of its box's longest side
};

static struct bounds bounds_of(const struct judge *judge, const float ray[TRACED_RAY],
                               uint32_t triangle) {
    float x[TRACED_TRIANGLE];
    double farthest = 0, longest = 0;
    read_triangle(judge->scene, triangle, x);
    for (int k = 0; k < TRACED_TRIANGLE; k++) {
        farthest = fmax(farthest, fabs((double)x[k] - (double)ray[k % 3]));
        longest = fmax(longest, fabs((double)x[k] - (double)x[(k + 3) % TRACED_TRIANGLE]));
    }
    return (struct bounds){0x1p-20 * farthest, 0x1p-20 * farthest + 0x1p-14 * longest};
}

// Whether t of a triangle that the ray meets is off by more than lbx_ray_triangle's bound.
static bool is_off(const struct judge *judge, const float ray[TRACED_RAY], const struct met *met,
                   float t) {
    float corners[TRACED_TRIANGLE];
    read_triangle(judge->scene, met->triangle, corners);
    return exact_error_of_t(ray, corners, met->t, t) > 1;
}

static void complain(const struct judge *judge, const float ray[TRACED_RAY], const struct met *met,
                     const struct account *account, const char *what, uint32_t triangle, float t) {
    float x[TRACED_TRIANGLE];
    if (!account->promised) return;
    read_triangle(judge->scene, met->triangle, x);
    fprintf(stderr,
            "%s, %s: %s: ray %a %a %a, %a %a %a, t_max %a; triangle %u, %a %a %a, %a %a %a, "
            "%a %a %a, met at %a; it says %u at %a\n",
            account->library, account->way, what, (double)ray[0], (double)ray[1], (double)ray[2],
            (double)ray[3], (double)ray[4], (double)ray[5], (double)ray[6], met->triangle,
            (double)x[0], (double)x[1], (double)x[2], (double)x[3], (double)x[4], (double)x[5],
            (double)x[6], (double)x[7], (double)x[8], met->t, triangle, (double)t);
}

// Whether lbx_ray_triangle's bounds also exclude a hit on a triangle that the ray does not meet.
// The triangle is none of those found to be met. If the ray meets it all the same, the test of its
// sphere has wrongly excluded it.
static bool is_wild(const struct judge *judge, const float ray[TRACED_RAY], uint32_t triangle,
                    float t) {
    float corners[TRACED_TRIANGLE];
    read_triangle(judge->scene, triangle, corners);
    const double distance = exact_distance(ray, corners);
    if (distance == 0) die("judge: triangle %u is met, and was not asked", triangle);
    return distance > bounds_of(judge, ray, triangle).distance ||
           exact_error_of_t(ray, corners, (double)t, t) > 1;
}

// If a way answered with a triangle that the ray meets, its answer is placed at the true t where
// that is nearer. So a t that is off does not by itself lose a triangle.
static void judge_nearest(const struct judge *judge, const float ray[TRACED_RAY],
                          const struct all_met *all, uint32_t triangle, float t,
                          struct account *account) {
    const struct met *own = NULL, *lost = NULL;
    for (size_t k = 0; k < all->count; k++)
        if (all->met[k].triangle == triangle) own = &all->met[k];
    const double place = own ? fmin((double)t, own->t) : (double)t;
    for (size_t k = 0; k < all->count && !lost; k++) {
        const struct met *const met = &all->met[k];
        if (met->t < place && (triangle == UINT32_MAX || is_off(judge, ray, met, (float)place)))
            lost = met;
    }
    if (lost) complain(judge, ray, lost, account, "lost", triangle, t);
    account->lost += lost != NULL;
    if (triangle == UINT32_MAX) return;
    account->false_hits += !own && (double)t < all->first;
    if (own ? !is_off(judge, ray, own, t) : !is_wild(judge, ray, triangle, t)) return;
    complain(judge, ray, own ? own : &(struct met){triangle, INFINITY}, account, "off", triangle,
             t);
    account->off++;
}

static void judge_any(const struct judge *judge, const float ray[TRACED_RAY],
                      const struct all_met *all, bool hit, struct account *account) {
    account->false_hits += hit && all->count == 0;
    if (hit || all->count == 0) return;
    complain(judge, ray, &all->met[0], account, "lost", UINT32_MAX, INFINITY);
    account->lost++;
}

// Whether an answer differs from the first way's. For ways that promise the same bits, any bit
// counts. For others, the points at t must be farther apart than either triangle's bound allows.
static bool differs(const struct judge *judge, const struct rays *rays, size_t i,
                    const struct account *account, const struct answers *first) {
    const struct answers *const got = &account->got;
    const uint32_t expected = first->triangle[i], triangle = got->triangle[i];
    if ((triangle == UINT32_MAX) != (expected == UINT32_MAX)) return true;
    if (account->promised)
        return triangle != expected ||
               (!rays->any && memcmp(&got->t[i], &first->t[i], sizeof *got->t) != 0);
    if (rays->any || expected == UINT32_MAX || got->t[i] == first->t[i]) return false;
    float ray[TRACED_RAY];
    read_ray(rays, i, ray);
    const double dir[3] = {(double)ray[3], (double)ray[4], (double)ray[5]};
    const double apart = fabs((double)got->t[i] - (double)first->t[i]) * sqrt(dot(dir, dir));
    return !(apart <=
             fmin(bounds_of(judge, ray, expected).point, bounds_of(judge, ray, triangle).point));
}

size_t judge_rays(const struct judge *judge, const struct rays *rays, struct account *accounts,
                  size_t count) {
    const size_t every = rays->n / SAMPLE + 1;
    size_t judged = 0;
    struct all_met all = {NULL, 0, 0, 0};
    for (size_t i = 0; i < rays->n; i++) {
        bool is_judged = i % every == 0;
        for (size_t w = 1; w < count; w++) {
            const bool other = differs(judge, rays, i, &accounts[w], &accounts[0].got);
            accounts[w].differ += other;
            is_judged = is_judged || other;
        }
        if (!is_judged) continue;
        float ray[TRACED_RAY];
        read_ray(rays, i, ray);
        find_met(judge, ray, &all);
        judged++;
        for (size_t w = 0; w < count; w++) {
            const uint32_t triangle = accounts[w].got.triangle[i];
            const bool hit = triangle != UINT32_MAX;
            if (rays->any)
                judge_any(judge, ray, &all, hit, &accounts[w]);
            else
                judge_nearest(judge, ray, &all, triangle, hit ? accounts[w].got.t[i] : INFINITY,
                              &accounts[w]);
        }
    }
    free(all.met);
    return judged;
}
