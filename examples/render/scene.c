// SPDX-License-Identifier: MIT
#include "scene.h"

#include <math.h>
#include <stdlib.h>

#include "examples/mesh.h"
#include "examples/tool.h"

float (*scene_corners(const char *path, size_t *triangles))[3] {
    struct mesh mesh;
    mesh_load(&mesh, path);
    float(*const corner)[3] = resize(NULL, 3 * mesh.count, sizeof *corner);
    for (size_t i = 0; i < 3 * mesh.count; i++) { // in the file y is up
        const size_t v = i % 3 * 3;
        corner[i][0] = mesh.vertex[v][i / 3];
        corner[i][1] = -mesh.vertex[v + 2][i / 3];
        corner[i][2] = mesh.vertex[v + 1][i / 3];
    }
    *triangles = mesh.count;
    mesh_free(&mesh);
    return corner;
}

struct camera scene_view(const double position[3], const double middle[3], double tangent) {
    static const double up[3] = {0, 0, 1};
    struct camera camera = {.tangent = tangent};
    double *const right = camera.axis[0], *const above = camera.axis[1],
                  *const back = camera.axis[2];
    for (int c = 0; c < 3; c++) {
        camera.position[c] = position[c];
        camera.middle[c] = middle[c];
        back[c] = position[c] - middle[c];
    }
    camera.distance = sqrt(dot(back, back));
    to_length_one(back, 3);
    cross_product(up, back, right);
    to_length_one(right, 3);
    cross_product(back, right, above);
    return camera;
}

struct camera scene_camera(void) {
    return scene_view((const double[3]){.55, -1.25, .75}, (const double[3]){0, 0, .38}, .42);
}

bool scene_surface(double corner[3][3], const double origin[3], const double dir[3], double t,
                   double point[3], double normal[3]) {
    const double off = 1e-4;
    double edge[2][3];
    for (int c = 0; c < 3; c++) {
        for (int e = 0; e < 2; e++) edge[e][c] = corner[e + 1][c] - corner[0][c];
    }
    cross_product(edge[0], edge[1], normal);
    if (!(dot(normal, normal) > 0)) return false;
    to_length_one(normal, 3);
    const double side = dot(normal, dir) > 0 ? -1 : 1;
    for (int c = 0; c < 3; c++) {
        normal[c] *= side;
        point[c] = origin[c] + t * dir[c] + off * normal[c];
    }
    return true;
}

void scene_scatter(struct random *draws, const double normal[3], double dir[3]) {
    do { // a point on the unit sphere, which is then centered at the tip of the normal
        for (int c = 0; c < 3; c++) dir[c] = random_between(draws, -1, 1);
    } while (dot(dir, dir) > 1 || dot(dir, dir) < 1e-4);
    to_length_one(dir, 3);
    for (int c = 0; c < 3; c++) dir[c] += normal[c] * 1.0001;
}

void *aligned(size_t bytes) {
    if (bytes > PTRDIFF_MAX - 63) die("out of memory");
    void *const memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory) die("out of memory: %s bytes", grouped(bytes).text);
    return memory;
}

size_t morton_x(size_t morton) {
    size_t x = 0;
    for (int k = 0; k < 32; k++) x |= (morton >> 2 * k & 1) << k;
    return x;
}
