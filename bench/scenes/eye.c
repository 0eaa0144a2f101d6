// SPDX-License-Identifier: MIT
// The eye, and the rays from what it sees.
#include <math.h>

#include "examples/render/scene.h"
#include "way.h"

struct camera instances_camera(const struct instances *instances) {
    static const double from[3] = {.66, -1.5, .44}; // in sides: the whole cube is in the picture
    double eye[3];
    for (int c = 0; c < 3; c++) eye[c] = instances->middle[c] + instances->side * from[c];
    return scene_view(eye, instances->middle, .42);
}

// Finds where ray i hit; returns false if it missed, or if the triangle has no normal.
static bool leave(const struct instances *instances, const struct rays *from,
                  const struct answers *hits, size_t i, double point[3], double normal[3]) {
    float corner[3][3];
    double origin[3], dir[3], exact[3][3];
    if (hits->triangle[i] == UINT32_MAX) return false;
    instances_corners(instances, hits->instance[i], hits->triangle[i], corner);
    for (int c = 0; c < 3; c++) {
        origin[c] = (double)from->origin[c][i];
        dir[c] = (double)from->dir[c][i];
        for (int v = 0; v < 3; v++) exact[v][c] = (double)corner[v][c];
    }
    return scene_surface(exact, origin, dir, (double)hits->t[i], point, normal);
}

void instances_diffuse(struct rays *rays, const struct instances *instances,
                       const struct rays *from, const struct answers *hits) {
    struct random r = {7};
    rays_reserve(rays, from->n);
    rays->coherent = rays->any = false;
    for (size_t i = 0; i < from->n; i++) {
        double origin[3], normal[3], dir[3];
        if (!leave(instances, from, hits, i, origin, normal)) continue;
        scene_scatter(&r, normal, dir);
        rays_add(rays, origin, dir, INFINITY);
    }
}
