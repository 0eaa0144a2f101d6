// SPDX-License-Identifier: MIT
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"
#include "scalar_ref/scalar_ref.h"

static bool overlap(const struct boxes *a, const struct boxes *b) {
    for (int c = 0; c < 3; c++) {
        if (a->min[c] > b->max[c] || b->min[c] > a->max[c]) return false;
    }
    return true;
}

size_t check_close(const struct search *search) {
    const lbx_pair *next = search->close.pair, *const end = next + search->close.count;
    size_t wrong = 0;
    for (uint32_t a = 0; a < search->count; a++) {
        for (uint32_t b = a + 1; b < search->count; b++) {
            const bool found = next < end && next->a == a && next->b == b;
            wrong += found != overlap(&search->boxes[a], &search->boxes[b]);
            next += found;
        }
    }
    return wrong + (size_t)(end - next);
}

size_t check_boxes(const struct search *search, const struct body *bodies,
                   const struct shape *shape) {
    size_t wrong = 0;
    for (size_t i = 0; i < search->count; i++) {
        const struct boxes *const box = &search->boxes[i];
        for (size_t k = 0; k < 3 * shape->triangles; k++) {
            double point[3];
            pose_point(&bodies[i].pose, 1, shape->corner[k], point);
            for (int c = 0; c < 3; c++)
                wrong += !(point[c] >= (double)box->min[c] && point[c] <= (double)box->max[c]);
        }
    }
    return wrong;
}

// A triangle of a body in the world, and its box.
struct placed {
    double corner[3][3], min[3], max[3];
};

static int by_min(const void *a, const void *b) {
    const double x = ((const struct placed *)a)->min[0], y = ((const struct placed *)b)->min[0];
    return (x > y) - (x < y);
}

// The triangles of a body that may reach a box, sorted along x.
static size_t place(const struct body *body, const struct shape *shape, const struct boxes *box,
                    double apart, struct placed *placed) {
    size_t count = 0;
    for (size_t i = 0; i < shape->triangles; i++) {
        struct placed *const p = &placed[count];
        bool near = true;
        for (size_t v = 0; v < 3; v++)
            pose_point(&body->pose, 1, shape->corner[3 * i + v], p->corner[v]);
        for (int c = 0; c < 3; c++) {
            p->min[c] = fmin(fmin(p->corner[0][c], p->corner[1][c]), p->corner[2][c]) - apart;
            p->max[c] = fmax(fmax(p->corner[0][c], p->corner[1][c]), p->corner[2][c]) + apart;
            near = near && p->min[c] <= (double)box->max[c] && p->max[c] >= (double)box->min[c];
        }
        count += near;
    }
    qsort(placed, count, sizeof *placed, by_min);
    return count;
}

static bool meet(struct placed *a, size_t m, struct placed *b, size_t n, double apart) {
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < n && b[k].min[0] <= a[i].max[0]; k++) {
            bool near = true;
            for (int c = 0; c < 3; c++)
                near = near && a[i].min[c] <= b[k].max[c] && b[k].min[c] <= a[i].max[c];
            if (near && ref_triangle_triangle_double(a[i].corner, b[k].corner, apart)) return true;
        }
    }
    return false;
}

size_t check_touching(const struct search *search, const struct body *bodies,
                      const struct shape *shape) {
    struct placed *const a = resize(NULL, shape->triangles, sizeof *a);
    struct placed *const b = resize(NULL, shape->triangles, sizeof *b);
    size_t wrong = 0, next = 0;
    for (size_t i = 0; i < search->close.count; i++) {
        const lbx_pair pair = search->close.pair[i];
        const bool found = next < search->touch.count &&
                           memcmp(&search->touch.pair[next], &pair, sizeof pair) == 0;
        const double apart = found ? 0x1p-16 : 0;
        const size_t m = place(&bodies[pair.a], shape, &search->boxes[pair.b], apart, a);
        const size_t n = place(&bodies[pair.b], shape, &search->boxes[pair.a], apart, b);
        wrong += meet(a, m, b, n, apart) != found;
        next += found;
    }
    free(a);
    free(b);
    return wrong + search->touch.count - next;
}

enum { RAYS = 64, SOME = 4096 }; // rays; triangles per call

struct sample {
    float origin[3], dir[3], t;
    uint32_t instance, triangle;
};

// The nearest triangle of each ray, from all of an instance.
static void nearest_of_instance(const struct world *world, uint32_t instance, struct sample *ray,
                                size_t rays) {
    static float t[SOME];
    static uint8_t hits[SOME / 8];
    const struct shape *const shape = &world->shape[world->instance[instance].tree];
    struct sample local[RAYS];
    const lbx_rays in_world = lbx_rays_of(ray->origin, ray->dir, rays, sizeof *ray);
    lbx_rays_out out = {.count = rays, .stride = sizeof *local};
    for (int c = 0; c < 3; c++) {
        out.origin[c] = local->origin + c;
        out.dir[c] = local->dir + c;
    }
    checked(lbx_rays_to_instance(&world->instance[instance], &in_world, rays, &out));
    lbx_rays view = lbx_rays_of(local->origin, local->dir, rays, sizeof *local);
    for (size_t first = 0, n; first < shape->triangles; first += n) {
        n = shape->triangles - first < SOME ? shape->triangles - first : SOME;
        const float(*const corner)[3] = (const float(*)[3])shape->corner + 3 * first;
        const lbx_triangles triangles =
            lbx_triangles_of(corner[0], corner[1], corner[2], n, 3 * sizeof *corner);
        for (size_t k = 0; k < rays; k++) {
            view.pick = lbx_one(k);
            checked(lbx_ray_triangle(&view, &triangles, n, 0, hits, t, NULL, NULL));
            for (size_t i = 0; i < n; i++) {
                if (!(t[i] < ray[k].t)) continue;
                ray[k].t = t[i];
                ray[k].instance = instance;
                ray[k].triangle = (uint32_t)(first + i);
            }
        }
    }
}

static void nearest_of_all(const struct world *world, struct sample *ray, size_t rays) {
    for (size_t k = 0; k < rays; k++) {
        ray[k].t = INFINITY;
        ray[k].instance = LBX_NO_INSTANCE;
        ray[k].triangle = LBX_NO_TRIANGLE;
    }
    for (uint32_t i = 0; i < world->instances; i++) nearest_of_instance(world, i, ray, rays);
}

static void aim(const struct picture *picture, struct sample ray[RAYS]) {
    for (size_t k = 0; k < RAYS; k++) {
        struct random r = random_of(11, k);
        const double x = random_between(&r, -1, 1), y = random_between(&r, -1, 1);
        double dir[3];
        camera_aim(&picture->camera, x, y, dir);
        for (int c = 0; c < 3; c++) {
            ray[k].origin[c] = (float)picture->camera.position[c];
            ray[k].dir[c] = (float)dir[c];
        }
    }
}

// Rays to the sun from where rays hit. Returns how many.
static size_t leave(const struct world *world, const struct sample *seen, struct sample *sun) {
    size_t count = 0;
    for (size_t k = 0; k < RAYS; k++) {
        double origin[3], dir[3], point[3], normal[3];
        for (int c = 0; c < 3; c++) {
            origin[c] = (double)seen[k].origin[c];
            dir[c] = (double)seen[k].dir[c];
        }
        if (seen[k].instance == LBX_NO_INSTANCE ||
            !world_surface(world, seen[k].instance, seen[k].triangle, origin, dir,
                           (double)seen[k].t, point, normal))
            continue;
        for (int c = 0; c < 3; c++) {
            sun[count].origin[c] = (float)point[c];
            sun[count].dir[c] = (float)sun_way[c];
        }
        count++;
    }
    return count;
}

size_t check_rays(const struct picture *picture, size_t *rays) {
    struct sample seen[RAYS], sun[RAYS];
    const struct world *const world = picture->world;
    uint32_t instance[RAYS], triangle[RAYS];
    float t[RAYS];
    uint8_t blocked[RAYS / 8];
    size_t wrong = 0;
    void *const scratch = aligned(LBX_TRACE_SCRATCH);
    aim(picture, seen);
    const lbx_rays eye = lbx_rays_of(seen->origin, seen->dir, RAYS, sizeof *seen);
    const lbx_scene_hits hits = {.instance = instance, .triangle = triangle, .t = t};
    checked(lbx_scene_nearest(world->scene, &world->trees, &eye, NULL, RAYS, LBX_COHERENT, &hits,
                              scratch, LBX_TRACE_SCRATCH));
    nearest_of_all(world, seen, RAYS);
    for (size_t k = 0; k < RAYS; k++) {
        wrong += instance[k] != seen[k].instance || triangle[k] != seen[k].triangle ||
                 bits_of_float(t[k]) != bits_of_float(seen[k].t);
    }
    const size_t suns = leave(world, seen, sun);
    const lbx_rays up = lbx_rays_of(sun->origin, sun->dir, suns, sizeof *sun);
    checked(lbx_scene_any(world->scene, &world->trees, &up, NULL, suns, 0, blocked, scratch,
                          LBX_TRACE_SCRATCH));
    nearest_of_all(world, sun, suns);
    for (size_t k = 0; k < suns; k++)
        wrong += (blocked[k / 8] >> k % 8 & 1) != (sun[k].instance != LBX_NO_INSTANCE);
    free(scratch);
    *rays = RAYS + suns;
    return wrong;
}
