// SPDX-License-Identifier: MIT
// The rays from what primary rays hit: from each hit one into the room, and one to a square light.
#include <math.h>

#include "examples/render/scene.h"
#include "rays.h"

// Finds where ray i hit; returns false if it missed, or if the triangle has no normal.
static bool leave(const struct rays *from, const struct answers *hits, size_t i, corners_of *of,
                  const void *scene, double point[3], double normal[3]) {
    float corner[3][3];
    double origin[3], dir[3], exact[3][3];
    if (hits->triangle[i] == UINT32_MAX) return false;
    of(scene, hits->instance ? hits->instance[i] : 0, hits->triangle[i], corner);
    for (int c = 0; c < 3; c++) {
        origin[c] = (double)from->origin[c][i];
        dir[c] = (double)from->dir[c][i];
        for (int v = 0; v < 3; v++) exact[v][c] = (double)corner[v][c];
    }
    return scene_surface(exact, origin, dir, (double)hits->t[i], point, normal);
}

void rays_diffuse(struct rays *rays, const struct rays *from, const struct answers *hits,
                  corners_of *of, const void *scene) {
    struct random r = {7};
    rays_reserve(rays, from->n);
    rays->coherent = rays->any = false;
    for (size_t i = 0; i < from->n; i++) {
        double origin[3], normal[3], dir[3];
        if (!leave(from, hits, i, of, scene, origin, normal)) continue;
        scene_scatter(&r, normal, dir);
        rays_add(rays, origin, dir, INFINITY);
    }
}

void rays_shadow(struct rays *rays, const struct rays *from, const struct answers *hits,
                 corners_of *of, const void *scene) {
    struct random r = {9};
    rays_reserve(rays, from->n);
    rays->coherent = rays->any = true;
    for (size_t i = 0; i < from->n; i++) {
        double origin[3], normal[3], dir[3];
        if (!leave(from, hits, i, of, scene, origin, normal)) continue;
        const double x = random_between(&r, .9, 1.1), y = random_between(&r, -.9, -.7);
        const double light[3] = {x, y, 2};
        for (int c = 0; c < 3; c++) dir[c] = light[c] - origin[c];
        rays_add(rays, origin, dir, .999f);
    }
}
