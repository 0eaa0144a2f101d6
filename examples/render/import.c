// SPDX-License-Identifier: MIT
#include "import.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdlib.h>

#include "examples/mesh.h"
#include "examples/tool.h"

struct box {
    double min[3], max[3];
};

// A mesh of the file; its shape is made once an instance needs it. Corners in the shape are
// (corner in the file - middle) / size.
struct source {
    size_t triangles; // of any instance
    bool has_shape;
    uint32_t shape;
    double middle[3], size;
};

struct import {
    struct world *world;
    const char *path;
    const struct aiScene *file;
    struct source *source;  // of each mesh of the file
    struct box around;      // all instances, in the file's coordinates, but z up
    double middle[3], size; // of that box; a middle in its lowest face
    size_t own;             // instances that have a shape of their own
};

// What to do with each mesh of each node.
typedef void visitor(struct import *import, unsigned mesh, const struct aiMatrix4x4 *transform);

static void walk(struct import *import, const struct aiNode *node, struct aiMatrix4x4 transform,
                 visitor *visit) {
    aiMultiplyMatrix4(&transform, &node->mTransformation);
    for (unsigned m = 0; m < node->mNumMeshes; m++) visit(import, node->mMeshes[m], &transform);
    for (unsigned k = 0; k < node->mNumChildren; k++)
        walk(import, node->mChildren[k], transform, visit);
}

static struct box no_box(void) {
    return (struct box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static void include(struct box *box, const struct aiVector3D *corner) {
    const double at[3] = {(double)corner->x, (double)corner->y, (double)corner->z};
    for (int c = 0; c < 3; c++) {
        box->min[c] = fmin(box->min[c], at[c]);
        box->max[c] = fmax(box->max[c], at[c]);
    }
}

// Returns the longest side, or 1 for a point, and the middle.
static double measure(const struct box *box, double middle[3]) {
    double size = 0;
    for (int c = 0; c < 3; c++) {
        middle[c] = (box->min[c] + box->max[c]) / 2;
        size = fmax(size, box->max[c] - box->min[c]);
    }
    return size > 0 ? size : 1;
}

// Reads the triangles of a mesh, with their corners transformed.
static struct shape read_shape(const struct import *import, unsigned mesh,
                               const struct aiMatrix4x4 *transform, struct box *around) {
    const struct aiMesh *const source = import->file->mMeshes[mesh];
    struct shape shape = {.corner =
                              resize(NULL, 3 * (size_t)source->mNumFaces, sizeof *shape.corner)};
    for (unsigned f = 0; f < source->mNumFaces; f++) {
        struct aiVector3D corner[3];
        if (!mesh_face(import->path, source, f, transform, corner)) continue;
        for (int v = 0; v < 3; v++) {
            float *const out = shape.corner[3 * shape.triangles + (size_t)v];
            include(around, &corner[v]);
            out[0] = corner[v].x, out[1] = corner[v].y, out[2] = corner[v].z;
        }
        shape.triangles++;
    }
    return shape;
}

static void look(struct import *import, unsigned mesh, const struct aiMatrix4x4 *transform) {
    const struct shape shape = read_shape(import, mesh, transform, &import->around);
    import->source[mesh].triangles = shape.triangles;
    free(shape.corner);
}

// Moves a shape's corners and divides them by a size.
static void normalize(struct shape *shape, const double middle[3], double size) {
    for (size_t i = 0; i < 3 * shape->triangles; i++) {
        for (int c = 0; c < 3; c++)
            shape->corner[i][c] = (float)(((double)shape->corner[i][c] - middle[c]) / size);
    }
}

static void make_shape(struct import *import, unsigned mesh) {
    struct source *const source = &import->source[mesh];
    struct aiMatrix4x4 identity;
    struct box around = no_box();
    aiIdentityMatrix4(&identity);
    struct shape shape = read_shape(import, mesh, &identity, &around);
    source->size = measure(&around, source->middle);
    normalize(&shape, source->middle, source->size);
    source->shape = world_add_shape(import->world, shape);
    source->has_shape = true;
}

// The quaternion of a rotation matrix. It is computed from its largest component, so that nothing
// cancels: Shepperd, Quaternion from rotation matrix, 1978.
static void quaternion_of(double m[3][3], double q[4]) {
    const double trace = m[0][0] + m[1][1] + m[2][2];
    int largest = 3;
    for (int c = 0; c < 3; c++) {
        if (m[c][c] > (largest == 3 ? trace : m[largest][largest])) largest = c;
    }
    if (largest == 3) {
        for (int c = 0; c < 3; c++) {
            const int d = (c + 1) % 3, e = (c + 2) % 3;
            q[c] = m[e][d] - m[d][e];
        }
        q[3] = 1 + trace;
    } else {
        const int c = largest, d = (c + 1) % 3, e = (c + 2) % 3;
        q[c] = 1 + m[c][c] - m[d][d] - m[e][e];
        q[d] = m[d][c] + m[c][d];
        q[e] = m[e][c] + m[c][e];
        q[3] = m[e][d] - m[d][e];
    }
    to_length_one(q, 4);
}

// Splits a transform into a rotation and one positive scale. Returns false if its axes differ by
// more than 2^-18 of the scale from perpendicular ones of this length. Less moves corners by far
// less than a pixel, and is how products of transforms in floats are rounded.
static bool split(const struct aiMatrix4x4 *m, double rotation[4], double *scale) {
    const double column[3][3] = {{(double)m->a1, (double)m->b1, (double)m->c1},
                                 {(double)m->a2, (double)m->b2, (double)m->c2},
                                 {(double)m->a3, (double)m->b3, (double)m->c3}};
    double square = 0, third[3], unit[3][3];
    for (int k = 0; k < 3; k++) square += dot(column[k], column[k]) / 3;
    if (!(square > 0)) return false;
    *scale = sqrt(square);
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l <= k; l++) {
            const double product = dot(column[k], column[l]) / square;
            if (!(fabs(product - (k == l)) <= 0x1p-18)) return false;
        }
        for (int c = 0; c < 3; c++) unit[c][k] = column[k][c] / *scale;
    }
    cross_product(column[0], column[1], third);
    if (dot(third, column[2]) < 0) return false; // a mirror
    quaternion_of(unit, rotation);
    return true;
}

static void add_own_shape(struct import *import, unsigned mesh,
                          const struct aiMatrix4x4 *transform) {
    const lbx_rigid_pose pose = {.rotation = {0, 0, 0, 1}};
    struct box around = no_box();
    struct shape shape = read_shape(import, mesh, transform, &around);
    normalize(&shape, import->middle, import->size);
    world_add(import->world, world_add_shape(import->world, shape), &pose, 1, world_color);
    import->own++;
}

static void add(struct import *import, unsigned mesh, const struct aiMatrix4x4 *m) {
    struct source *const source = &import->source[mesh];
    const double row[3][4] = {{(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
                              {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
                              {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4}};
    lbx_rigid_pose pose;
    double scale;
    if (source->triangles == 0) return;
    const bool rigid = split(m, pose.rotation, &scale);
    if (rigid && !source->has_shape) make_shape(import, mesh);
    const double in_world = rigid ? scale * source->size / import->size : 0;
    if (in_world < LBX_SCALE_LEAST || in_world > LBX_SCALE_MOST) {
        add_own_shape(import, mesh, m);
        return;
    }
    for (int c = 0; c < 3; c++)
        pose.position[c] =
            (dot(row[c], source->middle) + row[c][3] - import->middle[c]) / import->size;
    world_add(import->world, source->shape, &pose, in_world, world_color);
}

size_t import_world(struct world *world, const char *path) {
    const struct aiScene *const file = mesh_import(path);
    const struct aiMatrix4x4 z_up = {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}; // y in files
    struct import import = {.world = world,
                            .path = path,
                            .file = file,
                            .source = resize(NULL, file->mNumMeshes, sizeof *import.source),
                            .around = no_box()};
    for (unsigned m = 0; m < file->mNumMeshes; m++) import.source[m] = (struct source){0};
    if (file->mRootNode) walk(&import, file->mRootNode, z_up, look);
    import.size = measure(&import.around, import.middle);
    import.middle[2] = import.around.min[2];
    if (file->mRootNode) walk(&import, file->mRootNode, z_up, add);
    free(import.source);
    aiReleaseImport(file);
    if (world->instances == 0) die("%s: no triangles", path);
    return import.own;
}
