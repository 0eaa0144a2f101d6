// SPDX-License-Identifier: MIT
#include "meshes.h"

#include <math.h>
#include <string.h>

#include "examples/random.h"

const char *const mesh_names[MESH_KINDS] = {
    "box",   "turned",  "cube", "ball",  "soup",  "dense",   "sheet",  "floor", "line",   "upright",
    "point", "slivers", "far",  "grain", "least", "largest", "scales", "stick", "planar",
};

// A frame of unit axes, from a random quaternion.
static void any_frame(struct random *r, double u[3][3]) {
    double q[4], square = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = random_between(r, -1, 1);
        square += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++) q[k] /= sqrt(square);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                               {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                               {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(u, rows, sizeof rows);
}

static void put(struct mesh *mesh, const double x[3]) {
    for (int c = 0; c < 3; c++) mesh->vertex[mesh->vertices][c] = (float)x[c];
    mesh->vertices++;
}

// Adds the vertex `from` + the sum of at[k] u[k].
static void put_in(struct mesh *mesh, const double from[3], double u[3][3], const double at[3]) {
    double x[3];
    for (int c = 0; c < 3; c++)
        x[c] = from[c] + (at[0] * u[0][c] + at[1] * u[1][c] + at[2] * u[2][c]);
    put(mesh, x);
}

static void join(struct mesh *mesh, size_t a, size_t b, size_t c) {
    uint32_t *const at = mesh->index + 3 * mesh->triangles++;
    at[0] = (uint32_t)a;
    at[1] = (uint32_t)b;
    at[2] = (uint32_t)c;
}

// Makes triangles of random vertices, so that every vertex is used. Each statement draws only one
// random number: the compiler may choose the order of two in one expression.
static void join_all(struct mesh *mesh, struct random *r, size_t triangles) {
    const unsigned n = (unsigned)mesh->vertices;
    for (size_t i = 0; mesh->triangles < triangles; i++) {
        const unsigned a = i < n ? (unsigned)i : random_below(r, n);
        const unsigned b = random_below(r, n);
        const unsigned c = random_below(r, n);
        join(mesh, a, b, c);
    }
}

static void make_cuboid(struct mesh *mesh, const double from[3], double u[3][3],
                        const double half[3]) {
    static const uint8_t sides[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                        {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (int corner = 0; corner < 8; corner++) {
        const double at[3] = {corner & 1 ? half[0] : -half[0], corner & 2 ? half[1] : -half[1],
                              corner & 4 ? half[2] : -half[2]};
        put_in(mesh, from, u, at);
    }
    for (int s = 0; s < 6; s++) {
        join(mesh, sides[s][0], sides[s][1], sides[s][2]);
        join(mesh, sides[s][0], sides[s][2], sides[s][3]);
    }
}

// Makes points in a cuboid, or on the sphere in it.
static void make_cloud(struct mesh *mesh, struct random *r, const double from[3], double u[3][3],
                       const double half[3], size_t n, bool on_sphere) {
    for (size_t i = 0; i < n; i++) {
        double at[3], square = 0;
        for (int k = 0; k < 3; k++) {
            at[k] = random_between(r, -1, 1);
            square += at[k] * at[k];
        }
        for (int k = 0; k < 3; k++) at[k] *= on_sphere ? half[k] / sqrt(square) : half[k];
        put_in(mesh, from, u, at);
    }
    join_all(mesh, r, 2 * n);
}

static void make_magnitudes(struct mesh *mesh, struct random *r, int low, int high, size_t n) {
    for (size_t i = 0; i < n; i++) {
        double x[3];
        for (int c = 0; c < 3; c++) {
            const double size = random_chance(r, 8) ? 0 : random_scale(r, low, high);
            x[c] = random_signed(r, size);
        }
        put(mesh, x);
    }
    if (high == 58) { // the corners of the range
        put(mesh, (const double[]){0x1p58, 0x1p58, -0x1p58});
        put(mesh, (const double[]){-0x1p58, -0x1p58, 0x1p58});
    }
    join_all(mesh, r, 2 * n);
}

void mesh_make(struct mesh *mesh, enum mesh_kind kind, uint64_t seed) {
    static double straight[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    struct random r = random_of(seed, kind);
    double half[3], from[3], u[3][3];
    mesh->vertices = mesh->triangles = 0;
    for (int k = 0; k < 3; k++) half[k] = random_int(&r, 1, 9);
    for (int k = 0; k < 3; k++) from[k] = random_int(&r, -20, 20);
    const size_t n = (size_t)random_int(&r, 3, 30);
    any_frame(&r, u);
    switch (kind) {
    case MESH_BOX: make_cuboid(mesh, from, straight, half); break;
    case MESH_TURNED: make_cuboid(mesh, from, u, half); break;
    case MESH_CUBE: {
        const double s = sqrt(.5);
        double turned[3][3] = {{s, s, 0}, {-s, s, 0}, {0, 0, 1}};
        make_cuboid(mesh, from, turned, (const double[]){1, 1, 1});
        break;
    }
    case MESH_BALL: make_cloud(mesh, &r, from, u, (const double[]){3, 3, 3}, 100, true); break;
    case MESH_DENSE:
        make_cuboid(mesh, from, u, half);
        for (int k = 0; k < 3; k++) half[k] *= random_unit(&r);
        for (int i = 0; i < 40; i++) {
            double at[3];
            for (int k = 0; k < 3; k++) at[k] = random_unit(&r) * half[k];
            put_in(mesh, from, u, at);
        }
        for (size_t i = 8; i + 2 < mesh->vertices; i++) join(mesh, i, i + 1, i + 2);
        break;
    case MESH_SHEET:
        half[2] = 0;
        make_cloud(mesh, &r, from, u, half, n, false);
        break;
    case MESH_FLOOR:
        half[2] = 0;
        make_cloud(mesh, &r, from, straight, half, n, false);
        break;
    case MESH_LINE:
        half[1] = half[2] = 0;
        make_cloud(mesh, &r, from, u, half, n, false);
        break;
    case MESH_UPRIGHT:
        half[0] = half[2] = 0;
        make_cloud(mesh, &r, from, straight, half, n, false);
        break;
    case MESH_POINT:
        half[0] = half[1] = half[2] = 0;
        make_cloud(mesh, &r, from, u, half, 3, false);
        break;
    case MESH_SLIVERS:
        for (size_t i = 0; i < n; i++) {
            const double x = random_between(&r, -9, 9);
            const double y = random_between(&r, -9, 9);
            put_in(mesh, from, u, (const double[]){x, y, 0});
            put_in(mesh, from, u, (const double[]){x + 1, y + 1e-7, 0});
            put_in(mesh, from, u, (const double[]){x + 2, y, 1e-6});
            join(mesh, 3 * i, 3 * i + 1, 3 * i + 2);
        }
        break;
    case MESH_FAR:
    case MESH_GRAIN: {
        const double size = kind == MESH_FAR ? 1 : .25;
        for (int k = 0; k < 3; k++) from[k] = random_signed(&r, 1e6 + random_unit(&r));
        for (int k = 0; k < 3; k++) half[k] = size * random_unit(&r);
        make_cloud(mesh, &r, from, u, half, n, false);
        break;
    }
    case MESH_LEAST: make_magnitudes(mesh, &r, -149, -126, n); break;
    case MESH_LARGEST: make_magnitudes(mesh, &r, 50, 58, n); break;
    case MESH_SCALES: make_magnitudes(mesh, &r, -140, 57, n); break;
    case MESH_STICK:
        half[0] = 1;
        half[1] = half[2] = 1e-6;
        make_cloud(mesh, &r, from, u, half, n, false);
        break;
    case MESH_PLANAR:
        for (size_t i = 0; i < n; i++) {
            const double x = random_between(&r, -9, 9);
            const double z = random_between(&r, -2, 2);
            put(mesh, (const double[]){x, x, z});
        }
        join_all(mesh, &r, 2 * n);
        break;
    default: make_cloud(mesh, &r, from, u, half, n, false); break; // MESH_SOUP
    }
}

lbx_mesh mesh_view(const struct mesh *mesh) {
    return lbx_mesh_of(mesh->vertex[0], mesh->vertices, sizeof mesh->vertex[0], mesh->index,
                       mesh->triangles);
}
