// SPDX-License-Identifier: MIT
// The scene of rays: a mesh that stands in a closed room under a square light.
#include <math.h>
#include <stdlib.h>

#include "examples/mesh.h"
#include "examples/tool.h"
#include "tests/support/random.h"
#include "way.h"

enum { QUADS = 8 }; // along a side of a face of the room

static const double room_min[3] = {-1.6, -1.6, 0}, room_max[3] = {1.6, 1.6, 2.2};

static void add_room(struct scene *scene) {
    for (int axis = 0; axis < 3; axis++) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int side = 0; side < 2; side++) {
            const uint32_t first = (uint32_t)scene->vertices;
            for (int i = 0; i <= QUADS; i++) {
                for (int j = 0; j <= QUADS; j++) {
                    float *const p = scene->position[scene->vertices++];
                    p[axis] = (float)(side ? room_max[axis] : room_min[axis]);
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
    }
}

void scene_make(struct scene *scene, const char *path) {
    struct mesh mesh;
    mesh_load(&mesh, path);
    const size_t room_vertices = 6 * (QUADS + 1) * (QUADS + 1), room_triangles = 12 * QUADS * QUADS;
    scene->position = resize(NULL, 3 * mesh.count + room_vertices, sizeof *scene->position);
    scene->triangle = resize(NULL, mesh.count + room_triangles, sizeof *scene->triangle);
    scene->vertices = scene->triangles = 0;
    float low = INFINITY; // the mesh's y is up, the room's is z
    for (size_t i = 0; i < mesh.count; i++) {
        for (int v = 0; v < 3; v++) low = fminf(low, mesh.vertex[3 * v + 1][i]);
    }
    for (size_t i = 0; i < mesh.count; i++) {
        for (int v = 0; v < 3; v++) {
            float *const p = scene->position[scene->vertices];
            p[0] = mesh.vertex[3 * v][i];
            p[1] = -mesh.vertex[3 * v + 2][i];
            p[2] = mesh.vertex[3 * v + 1][i] - low;
            scene->triangle[i][v] = (uint32_t)scene->vertices++;
        }
    }
    scene->triangles = mesh.count;
    mesh_free(&mesh);
    add_room(scene);
}

void scene_free(struct scene *scene) {
    free(scene->position);
    free(scene->triangle);
}

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

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

static void to_length_one(double a[3]) {
    const double length = sqrt(dot(a, a));
    for (int c = 0; c < 3; c++) a[c] /= length;
}

static size_t even_bits(size_t morton) {
    size_t x = 0;
    for (int k = 0; k < 32; k++) x |= (morton >> 2 * k & 1) << k;
    return x;
}

void rays_primary(struct rays *rays, size_t size) {
    static const double eye[3] = {.55, -1.25, .75}, middle[3] = {0, 0, .38}, up[3] = {0, 0, 1};
    const double half = .42;
    double ahead[3], right[3], above[3];
    for (int c = 0; c < 3; c++) ahead[c] = middle[c] - eye[c];
    to_length_one(ahead);
    cross(ahead, up, right);
    to_length_one(right);
    cross(right, ahead, above);
    make_room(rays, size * size);
    rays->coherent = true;
    rays->any = false;
    for (size_t i = 0; i < size * size; i++) {
        const double x = (2 * ((double)even_bits(i) + .5) / (double)size - 1) * half;
        const double y = (1 - 2 * ((double)even_bits(i >> 1) + .5) / (double)size) * half;
        double dir[3];
        for (int c = 0; c < 3; c++) dir[c] = ahead[c] + x * right[c] + y * above[c];
        add_ray(rays, eye, dir, INFINITY);
    }
}

// Where ray i hit, moved along the normal, which faces where the ray came from; false of a miss.
static bool leave(const struct scene *scene, const struct rays *from, const struct answers *hits,
                  size_t i, double origin[3], double normal[3]) {
    if (hits->triangle[i] == UINT32_MAX) return false;
    const uint32_t *const t = scene->triangle[hits->triangle[i]];
    double edge[2][3], dir[3];
    for (int c = 0; c < 3; c++) {
        for (int e = 0; e < 2; e++)
            edge[e][c] = (double)scene->position[t[e + 1]][c] - (double)scene->position[t[0]][c];
        dir[c] = (double)from->dir[c][i];
    }
    cross(edge[0], edge[1], normal);
    if (!(dot(normal, normal) > 0)) return false;
    to_length_one(normal);
    const double side = dot(normal, dir) > 0 ? -1 : 1;
    for (int c = 0; c < 3; c++) {
        normal[c] *= side;
        origin[c] = (double)from->origin[c][i] + (double)hits->t[i] * dir[c] + 1e-4 * normal[c];
    }
    return true;
}

void rays_diffuse(struct rays *rays, const struct scene *scene, const struct rays *from,
                  const struct answers *hits) {
    struct random r = {7};
    make_room(rays, from->n);
    rays->coherent = rays->any = false;
    for (size_t i = 0; i < from->n; i++) {
        double origin[3], normal[3], dir[3];
        if (!leave(scene, from, hits, i, origin, normal)) continue;
        do { // a point of the unit sphere around the normal's end
            for (int c = 0; c < 3; c++) dir[c] = random_between(&r, -1, 1);
        } while (dot(dir, dir) > 1 || dot(dir, dir) < 1e-4);
        to_length_one(dir);
        for (int c = 0; c < 3; c++) dir[c] += normal[c] * 1.0001;
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
