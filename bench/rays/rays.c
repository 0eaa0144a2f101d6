// SPDX-License-Identifier: MIT
#include "rays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/render/scene.h"
#include "examples/tool.h"

void rays_reserve(struct rays *rays, size_t n) {
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

void rays_add(struct rays *rays, const double origin[3], const double dir[3], float t_max) {
    for (int c = 0; c < 3; c++) {
        rays->origin[c][rays->n] = (float)origin[c];
        rays->dir[c][rays->n] = (float)dir[c];
    }
    rays->t_max[rays->n++] = t_max;
}

void rays_primary(struct rays *rays, const struct camera *camera, size_t size) {
    const double half = (double)size / 2;
    rays_reserve(rays, size * size);
    rays->coherent = true;
    rays->any = false;
    for (size_t i = 0; i < size * size; i++) {
        const double x = ((double)morton_x(i) + .5) / half - 1;
        const double y = 1 - ((double)morton_x(i >> 1) + .5) / half;
        double dir[3];
        camera_aim(camera, x, y, dir);
        rays_add(rays, camera->position, dir, INFINITY);
    }
}

// Memory that is written already, so that whoever writes it first does not wait for its pages.
static void *touched(size_t n) {
    void *const memory = resize(NULL, n, sizeof(uint32_t));
    memset(memory, 0xFF, n * sizeof(uint32_t));
    return memory;
}

struct answers answers_for(size_t n, bool of_instances) {
    return (struct answers){touched(n), touched(n), of_instances ? touched(n) : NULL};
}

void answers_free(struct answers *answers) {
    free(answers->triangle);
    free(answers->t);
    free(answers->instance);
}
