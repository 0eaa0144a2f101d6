// SPDX-License-Identifier: MIT
#include "room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"

enum { QUADS = 8, FACES = 6 }; // along a side of a face; faces of a room

static const double room_min[3] = {-1.6, -1.6, 0}, room_max[3] = {1.6, 1.6, 2.2};

// Adds the lower or the upper face of the room along an axis.
static void add_face(struct scene *scene, int axis, bool upper) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const uint32_t first = (uint32_t)scene->vertices;
    for (int i = 0; i <= QUADS; i++) {
        for (int j = 0; j <= QUADS; j++) {
            float *const p = scene->position[scene->vertices++];
            p[axis] = (float)(upper ? room_max[axis] : room_min[axis]);
            p[u] = (float)(room_min[u] + (room_max[u] - room_min[u]) * i / QUADS);
            p[v] = (float)(room_min[v] + (room_max[v] - room_min[v]) * j / QUADS);
        }
    }
    for (uint32_t i = 0; i < QUADS; i++) {
        for (uint32_t j = 0; j < QUADS; j++) {
            const uint32_t a = first + i * (QUADS + 1) + j, b = a + QUADS + 1;
            const uint32_t corner[6] = {a, b, a + 1, b, b + 1, a + 1};
            for (int k = 0; k < 6; k++)
                scene->triangle[scene->triangles + (size_t)k / 3][k % 3] = corner[k];
            scene->triangles += 2;
        }
    }
}

void room_make(struct scene *scene, const char *path) {
    const size_t face_vertices = (QUADS + 1) * (QUADS + 1), face_triangles = 2 * QUADS * QUADS;
    size_t triangles;
    float(*const corner)[3] = scene_corners(path, &triangles), low = INFINITY;
    for (size_t i = 0; i < 3 * triangles; i++) low = fminf(low, corner[i][2]);
    for (size_t i = 0; i < 3 * triangles; i++) corner[i][2] -= low;
    *scene = (struct scene){
        .position = resize(corner, 3 * triangles + FACES * face_vertices, sizeof *corner),
        .triangle = resize(NULL, triangles + FACES * face_triangles, sizeof *scene->triangle),
        .vertices = 3 * triangles,
        .triangles = triangles,
    };
    for (size_t i = 0; i < 3 * triangles; i++) scene->triangle[i / 3][i % 3] = (uint32_t)i;
    for (int face = 0; face < FACES; face++) add_face(scene, face / 2, face % 2);
}

void room_free(struct scene *scene) {
    free(scene->position);
    free(scene->triangle);
}

lbx_mesh room_mesh(const struct scene *scene) {
    return lbx_mesh_of(scene->position[0], scene->vertices, sizeof *scene->position,
                       scene->triangle[0], scene->triangles);
}

void room_corners(const void *scene, uint32_t instance, uint32_t triangle, float corner[3][3]) {
    const struct scene *const s = scene;
    (void)instance;
    for (int v = 0; v < 3; v++)
        memcpy(corner[v], s->position[s->triangle[triangle][v]], sizeof corner[v]);
}
