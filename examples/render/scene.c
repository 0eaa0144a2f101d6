// SPDX-License-Identifier: MIT
#include "scene.h"

#include <math.h>
#include <stdlib.h>

#include "examples/mesh.h"
#include "examples/tool.h"

enum { QUADS = 8, FACES = 6 }; // along a side of a face; faces of a room

static const double room_min[3] = {-1.6, -1.6, 0}, room_max[3] = {1.6, 1.6, 2.2};
static const double mesh_color[3] = {.78, .66, .5};
static const double ground_min[3] = {-200, -200, 0}, ground_max[3] = {200, 200, 0};

// Adds the lower or the upper face of a box along an axis.
static void add_face(struct scene *scene, const double min[3], const double max[3], int axis,
                     bool upper) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const uint32_t first = (uint32_t)scene->vertices;
    for (int i = 0; i <= QUADS; i++) {
        for (int j = 0; j <= QUADS; j++) {
            float *const p = scene->position[scene->vertices++];
            p[axis] = (float)(upper ? max[axis] : min[axis]);
            p[u] = (float)(min[u] + (max[u] - min[u]) * i / QUADS);
            p[v] = (float)(min[v] + (max[v] - min[v]) * j / QUADS);
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

void scene_of(struct scene *scene, float (*corner)[3], size_t triangles, bool room) {
    const size_t face_vertices = (QUADS + 1) * (QUADS + 1), face_triangles = 2 * QUADS * QUADS;
    *scene = (struct scene){
        .position = resize(corner, 3 * triangles + FACES * face_vertices, sizeof *corner),
        .triangle = resize(NULL, triangles + FACES * face_triangles, sizeof *scene->triangle),
        .vertices = 3 * triangles,
        .triangles = triangles,
        .mesh_triangles = triangles,
        .color = &mesh_color,
        .copy_triangles = triangles,
    };
    for (size_t i = 0; i < 3 * triangles; i++) scene->triangle[i / 3][i % 3] = (uint32_t)i;
    if (!room) add_face(scene, ground_min, ground_max, 2, false);
    for (int face = 0; room && face < FACES; face++)
        add_face(scene, room_min, room_max, face / 2, face % 2);
}

void scene_make(struct scene *scene, const char *path, bool room) {
    size_t triangles;
    float(*const corner)[3] = scene_corners(path, &triangles), low = INFINITY;
    for (size_t i = 0; i < 3 * triangles; i++) low = fminf(low, corner[i][2]);
    for (size_t i = 0; i < 3 * triangles; i++) corner[i][2] -= low;
    scene_of(scene, corner, triangles, room);
}

void scene_free(struct scene *scene) {
    free(scene->position);
    free(scene->triangle);
}

lbx_mesh scene_mesh(const struct scene *scene) {
    return lbx_mesh_of(scene->position[0], scene->vertices, sizeof *scene->position,
                       scene->triangle[0], scene->triangles);
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

static void to_length_one(double a[3]) {
    const double length = sqrt(dot(a, a));
    for (int c = 0; c < 3; c++) a[c] /= length;
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
    to_length_one(back);
    cross(up, back, right);
    to_length_one(right);
    cross(back, right, above);
    return camera;
}

struct camera scene_camera(void) {
    return scene_view((const double[3]){.55, -1.25, .75}, (const double[3]){0, 0, .38}, .42);
}

bool scene_surface(const struct scene *scene, uint32_t triangle, const double origin[3],
                   const double dir[3], double t, double point[3], double normal[3]) {
    const double off = 1e-4;
    const uint32_t *const vertex = scene->triangle[triangle];
    double edge[2][3];
    for (int c = 0; c < 3; c++) {
        for (int e = 0; e < 2; e++) {
            edge[e][c] =
                (double)scene->position[vertex[e + 1]][c] - (double)scene->position[vertex[0]][c];
        }
    }
    cross(edge[0], edge[1], normal);
    if (!(dot(normal, normal) > 0)) return false;
    to_length_one(normal);
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
    to_length_one(dir);
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
