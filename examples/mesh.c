// SPDX-License-Identifier: MIT
#include "mesh.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lanebox.h"
#include "tool.h"

// Reports errors that assimp would report as "no reader found": a missing file, a directory, no
// permission, an empty file.
static void check_file(const char *path) {
    FILE *const file = fopen(path, "rb");
    if (!file) die("%s: %s", path, strerror(errno));
    errno = 0;
    const bool empty = fgetc(file) == EOF;
    const int error = ferror(file) ? errno : 0;
    fclose(file);
    if (error) die("%s: %s", path, strerror(error));
    if (empty) die("%s: the file is empty", path);
}

const struct aiScene *mesh_import(const char *path) {
    check_file(path);
    const struct aiScene *const scene = aiImportFile(path, aiProcess_Triangulate);
    if (!scene) {
        const char *const why = aiGetErrorString();
        die("%s: %.*s", path, (int)strcspn(why, "\r\n"), *why ? why : "not a mesh");
    }
    return scene;
}

// Adds the largest number of triangles and parts that a node and all nodes below it can hold.
static void count_node(const struct aiScene *scene, const struct aiNode *node, size_t *triangles,
                       size_t *parts) {
    for (unsigned m = 0; m < node->mNumMeshes; m++)
        *triangles += scene->mMeshes[node->mMeshes[m]]->mNumFaces;
    *parts += node->mNumMeshes;
    for (unsigned k = 0; k < node->mNumChildren; k++)
        count_node(scene, node->mChildren[k], triangles, parts);
}

bool mesh_face(const char *path, const struct aiMesh *source, unsigned number,
               const struct aiMatrix4x4 *world, struct aiVector3D *corner) {
    const struct aiFace *const face = &source->mFaces[number];
    if (face->mNumIndices != 3) return false; // aiProcess_Triangulate leaves points and lines
    for (int v = 0; v < 3; v++) {
        if (face->mIndices[v] >= source->mNumVertices) return false;
        const struct aiVector3D at = source->mVertices[face->mIndices[v]];
        corner[v] = at;
        aiTransformVecByMatrix4(&corner[v], world);
        if (!isfinite(corner[v].x) || !isfinite(corner[v].y) || !isfinite(corner[v].z))
            die("%s: triangle %u of %s: vertex %d is not finite: (%g, %g, %g)", path, number,
                source->mName.length ? source->mName.data : "a mesh without a name", v,
                (double)at.x, (double)at.y, (double)at.z);
    }
    return true;
}

static void add_part(struct mesh *mesh, const char *path, const struct aiMesh *source,
                     const struct aiNode *node, const struct aiMatrix4x4 *world) {
    struct mesh_part *const part = &mesh->parts[mesh->part_count];
    part->first = mesh->count;
    for (unsigned f = 0; f < source->mNumFaces; f++) {
        struct aiVector3D corner[3];
        if (!mesh_face(path, source, f, world, corner)) continue;
        for (int v = 0; v < 3; v++) {
            mesh->vertex[3 * v][mesh->count] = corner[v].x;
            mesh->vertex[3 * v + 1][mesh->count] = corner[v].y;
            mesh->vertex[3 * v + 2][mesh->count] = corner[v].z;
        }
        mesh->count++;
    }
    part->count = mesh->count - part->first;
    if (part->count == 0) return;
    const char *const name = source->mName.length ? source->mName.data : node->mName.data;
    snprintf(part->name, sizeof part->name, "%.*s", (int)sizeof part->name - 1, name);
    mesh->part_count++;
}

static void add_node(struct mesh *mesh, const char *path, const struct aiScene *scene,
                     const struct aiNode *node, struct aiMatrix4x4 world) {
    aiMultiplyMatrix4(&world, &node->mTransformation);
    for (unsigned m = 0; m < node->mNumMeshes; m++)
        add_part(mesh, path, scene->mMeshes[node->mMeshes[m]], node, &world);
    for (unsigned k = 0; k < node->mNumChildren; k++)
        add_node(mesh, path, scene, node->mChildren[k], world);
}

// Files come in millimeters and in light years; the examples need one size.
static void normalize(struct mesh *mesh) {
    double low[3], high[3], longest = 0;
    for (int c = 0; c < 3; c++) {
        low[c] = INFINITY, high[c] = -INFINITY;
        for (int v = 0; v < 3; v++) {
            for (size_t t = 0; t < mesh->count; t++) {
                low[c] = fmin(low[c], mesh->vertex[3 * v + c][t]);
                high[c] = fmax(high[c], mesh->vertex[3 * v + c][t]);
            }
        }
        longest = fmax(longest, high[c] - low[c]);
    }
    const double scale = longest > 0 ? 1 / longest : 1;
    for (int k = 0; k < 9; k++) {
        const double middle = (low[k % 3] + high[k % 3]) / 2;
        for (size_t t = 0; t < mesh->count; t++)
            mesh->vertex[k][t] = (float)((mesh->vertex[k][t] - middle) * scale);
    }
}

void mesh_load(struct mesh *mesh, const char *path) {
    const struct aiScene *const scene = mesh_import(path);
    *mesh = (struct mesh){0};
    size_t triangles = 0, parts = 0;
    if (scene->mRootNode) count_node(scene, scene->mRootNode, &triangles, &parts);
    if (triangles > 0) {
        checked(lbx_soa_alloc(9, triangles, mesh->vertex));
        mesh->parts = resize(NULL, parts, sizeof *mesh->parts);
        struct aiMatrix4x4 identity;
        aiIdentityMatrix4(&identity);
        add_node(mesh, path, scene, scene->mRootNode, identity);
    }
    aiReleaseImport(scene);
    if (mesh->count == 0) {
        mesh_free(mesh);
        die("%s: no triangles", path);
    }
    normalize(mesh);
}

void mesh_free(struct mesh *mesh) {
    lbx_soa_free(9, mesh->vertex);
    free(mesh->parts);
    *mesh = (struct mesh){0};
}
