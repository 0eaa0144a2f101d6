// SPDX-License-Identifier: MIT
#include "boxes_picture.h"

#include <math.h>
#include <stdbool.h>

#include "lanebox/pairs.h"
#include "tool.h"

enum {
    RAYS = 4096, // per query
    PAIRS = 4096 // of a ray and a box that it may hit, per call
};

struct ray {
    float origin[3], dir[3];
    float t_max; // t of the nearest box so far
    uint32_t box;
};

static void aim(const struct camera *camera, size_t size, size_t pixel, struct ray *ray) {
    const double half = (double)size / 2, column = (double)(pixel % size),
                 row = (double)(pixel / size);
    double dir[3];
    camera_aim(camera, (column + 0.5) / half - 1, 1 - (row + 0.5) / half, dir);
    for (int c = 0; c < 3; c++) {
        ray->origin[c] = (float)camera->position[c];
        ray->dir[c] = (float)dir[c];
    }
    ray->t_max = INFINITY;
}

// Finds the nearest box on each ray. The query names the boxes whose AABBs a ray meets, and only
// these are tested for where the ray enters them. As t_max shrinks, the query no longer names boxes
// behind the nearest one so far.
static void trace(const void *order, const lbx_obbs *boxes, struct ray *ray, size_t count) {
    static lbx_pair pairs[PAIRS];
    static uint8_t hits[PAIRS / 8];
    static float t_enter[PAIRS], t_exit[PAIRS];
    lbx_rays rays = lbx_rays_of(ray->origin, ray->dir, count, sizeof *ray);
    lbx_obbs named = *boxes;
    rays.t_max = &ray->t_max;
    named.pick = lbx_indexed_every(&pairs->b, PAIRS, sizeof *pairs);
    lbx_cursor cursor = {0};
    for (size_t n = PAIRS; n == PAIRS;) {
        rays.pick = lbx_from(0);
        n = checked(lbx_query_rays(order, &rays, count, NULL, NULL, &cursor, pairs, PAIRS));
        rays.pick = lbx_indexed_every(&pairs->a, PAIRS, sizeof *pairs);
        checked(lbx_ray_obb(&rays, &named, n, 0, hits, t_enter, t_exit));
        for (size_t i = 0; i < n; i++) { // a miss enters at +inf
            if (t_enter[i] >= ray[pairs[i].a].t_max) continue;
            ray[pairs[i].a].t_max = t_enter[i];
            ray[pairs[i].a].box = pairs[i].b;
        }
    }
}

static float component(const float *array, const lbx_obbs *boxes, size_t i) {
    return array[i * (boxes->stride ? boxes->stride / sizeof(float) : 1)];
}

// The light on the face through which a ray enters its box.
static double face_light(const struct camera *camera, const lbx_obbs *boxes,
                         const struct ray *ray) {
    double point[3], normal[3], furthest = 0;
    for (int c = 0; c < 3; c++)
        point[c] = (double)ray->origin[c] + ray->t_max * (double)ray->dir[c];
    for (int k = 0; k < 3; k++) {
        double along = 0;
        for (int c = 0; c < 3; c++) {
            along += (point[c] - component(boxes->center[c], boxes, ray->box)) *
                     component(boxes->axis[k][c], boxes, ray->box);
        }
        const double relative = fabs(along) / component(boxes->half[k], boxes, ray->box);
        if (!(relative > furthest)) continue;
        furthest = relative;
        for (int c = 0; c < 3; c++) normal[c] = component(boxes->axis[k][c], boxes, ray->box);
    }
    return furthest > 0 ? camera_light(camera, point, normal) : 0;
}

void boxes_picture(const struct camera *camera, const void *order, const lbx_obbs *boxes,
                   const float (*color)[3], size_t size, uint8_t *pixels) {
    static struct ray rays[RAYS];
    const size_t all = size * size;
    for (size_t first = 0, count; first < all; first += count) {
        count = all - first < RAYS ? all - first : RAYS;
        for (size_t i = 0; i < count; i++) aim(camera, size, first + i, &rays[i]);
        trace(order, boxes, rays, count);
        for (size_t i = 0; i < count; i++) {
            uint8_t *const pixel = pixels + 3 * (first + i);
            if (isinf(rays[i].t_max)) {
                picture_background((double)((first + i) / size) / (double)size, pixel);
                continue;
            }
            const float *const own = color[rays[i].box];
            const double light = 0.08 + 0.9 * face_light(camera, boxes, &rays[i]);
            picture_color(light * own[0], light * own[1], light * own[2], pixel);
        }
    }
}
