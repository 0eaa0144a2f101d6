// SPDX-License-Identifier: MIT
// The rays: those of an eye, and from each of their hits one into the room and one to a square
// light.
#include <math.h>
#include <stdlib.h>

#include "examples/tool.h"
#include "way.h"

static void make_room(struct rays *rays, size_t n) {
    for (int c = 0; c < 3; c++) {
        rays->origin[c] = resize(NULL, n, sizeof(float));
        rays->dir[c] = resize(NULL, n, sizeof(float));
    }
    rays->t_max = resize(NULL, n, sizeof(float));
    rays->n = 0;
}

void rays_free(struct rays *rays) {
    for (int c = 0; c < 3; c++) {
        free(rays->origin[c]);
        free(rays->dir[c]);
    }
    free(rays->t_max);
}

static void add_ray(struct rays *rays, const double origin[3], const double dir[3], float t_max) {
    for (int c = 0; c < 3; c++) {
        rays->origin[c][rays->n] = (float)origin[c];
        rays->dir[c][rays->n] = (float)dir[c];
    }
    rays->t_max[rays->n++] = t_max;
}

void rays_primary(struct rays *rays, size_t size) {
    const struct camera camera = scene_camera();
    const double half = (double)size / 2;
    make_room(rays, size * size);
    rays->coherent = true;
    rays->any = false;
    for (size_t i = 0; i < size * size; i++) {
        const double x = ((double)morton_x(i) + .5) / half - 1;
        const double y = 1 - ((double)morton_x(i >> 1) + .5) / half;
        double dir[3];
        camera_aim(&camera, x, y, dir);
        add_ray(rays, camera.position, dir, INFINITY);
    }
}

// Finds where ray i hit; returns false if it missed.
static bool leave(const struct scene *scene, const struct rays *from, const struct answers *hits,
                  size_t i, double point[3], double normal[3]) {
    double origin[3], dir[3];
    if (hits->triangle[i] == UINT32_MAX) return false;
    for (int c = 0; c < 3; c++) {
        origin[c] = (double)from->origin[c][i];
        dir[c] = (double)from->dir[c][i];
    }
    return scene_surface(scene, hits->triangle[i], origin, dir, (double)hits->t[i], point, normal);
}

void rays_diffuse(struct rays *rays, const struct scene *scene, const struct rays *from,
                  const struct answers *hits) {
    struct random r = {7};
    make_room(rays, from->n);
    rays->coherent = rays->any = false;
    for (size_t i = 0; i < from->n; i++) {
        double origin[3], normal[3], dir[3];
        if (!leave(scene, from, hits, i, origin, normal)) continue;
        scene_scatter(&r, normal, dir);
        add_ray(rays, origin, dir, INFINITY);
    }
}

void rays_shadow(struct rays *rays, const struct scene *scene, const struct rays *from,
                 const struct answers *hits) {
    struct random r = {9};
    make_room(rays, from->n);
    rays->coherent = rays->any = true;
    for (size_t i = 0; i < from->n; i++) {
        double origin[3], normal[3], dir[3];
        if (!leave(scene, from, hits, i, origin, normal)) continue;
        const double x = random_between(&r, .9, 1.1), y = random_between(&r, -.9, -.7);
        const double light[3] = {x, y, 2};
        for (int c = 0; c < 3; c++) dir[c] = light[c] - origin[c];
        add_ray(rays, origin, dir, .999f);
    }
}
