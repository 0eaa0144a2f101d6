// SPDX-License-Identifier: MIT
#include "surface.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "examples/mesh.h"
#include "examples/tool.h"

struct reader {
    struct surface *to;
    const char *path;
    const struct aiScene *scene;
    size_t room[2]; // points, triangles
};

static void make_room(void *items, size_t *room, size_t count, size_t bytes) {
    void *at;
    if (count <= *room) return;
    *room = 2 * count;
    memcpy(&at, items, sizeof at);
    at = resize(at, *room, bytes);
    memcpy(items, &at, sizeof at);
}

static const char *name_of(const struct aiMesh *mesh) {
    return mesh->mName.length ? mesh->mName.data : "a mesh without a name";
}

static bool is_finite(const struct aiVector3D *at) {
    return isfinite(at->x) && isfinite(at->y) && isfinite(at->z);
}

// Dies if a point is not finite, and says which: of a triangle, if there is one.
static void check_points(const char *path, const struct aiMesh *mesh) {
    for (unsigned f = 0; f < mesh->mNumFaces; f++) {
        const struct aiFace *const face = &mesh->mFaces[f];
        for (unsigned v = 0; v < face->mNumIndices && face->mNumIndices == 3; v++) {
            const struct aiVector3D *const at = &mesh->mVertices[face->mIndices[v]];
            if (!is_finite(at))
                die("%s: triangle %u of %s: vertex %u is not finite: (%g, %g, %g)", path, f,
                    name_of(mesh), v, (double)at->x, (double)at->y, (double)at->z);
        }
    }
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        const struct aiVector3D *const at = &mesh->mVertices[v];
        if (!is_finite(at))
            die("%s: point %u of %s is not finite: (%g, %g, %g)", path, v, name_of(mesh),
                (double)at->x, (double)at->y, (double)at->z);
    }
}

static void add_mesh(struct reader *r, const struct aiMesh *mesh, const struct aiMatrix4x4 *world) {
    struct surface *const to = r->to;
    const size_t first = to->points;
    make_room(&to->position, &r->room[0], first + mesh->mNumVertices, sizeof *to->position);
    make_room(&to->indices, &r->room[1], to->triangles + mesh->mNumFaces, 3 * sizeof *to->indices);
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        struct aiVector3D at = mesh->mVertices[v];
        aiTransformVecByMatrix4(&at, world);
        if (!is_finite(&at)) die("%s: points of %s are moved too far", r->path, name_of(mesh));
        const float x[3] = {at.x, at.y, at.z};
        memcpy(to->position[to->points++], x, sizeof x);
    }
    for (unsigned f = 0; f < mesh->mNumFaces; f++) {
        const struct aiFace *const face = &mesh->mFaces[f];
        if (face->mNumIndices != 3) continue; // a point or a line
        for (size_t v = 0; v < 3; v++)
            to->indices[3 * to->triangles + v] = (uint32_t)(first + face->mIndices[v]);
        to->triangles++;
    }
}

static void add_node(struct reader *r, const struct aiNode *node, struct aiMatrix4x4 world) {
    aiMultiplyMatrix4(&world, &node->mTransformation);
    for (unsigned m = 0; m < node->mNumMeshes; m++)
        add_mesh(r, r->scene->mMeshes[node->mMeshes[m]], &world);
    for (unsigned k = 0; k < node->mNumChildren; k++) add_node(r, node->mChildren[k], world);
}

void surface_read(struct surface *surface, const char *path) {
    *surface = (struct surface){.position = NULL};
    const struct aiScene *scene = mesh_import(path);
    for (unsigned m = 0; m < scene->mNumMeshes; m++) check_points(path, scene->mMeshes[m]);
    // Readers of some formats repeat a point for every triangle that has it.
    scene = aiApplyPostProcessing(scene, aiProcess_JoinIdenticalVertices);
    if (!scene) die("%s: %s", path, aiGetErrorString());
    struct reader r = {surface, path, scene, {0, 0}};
    struct aiMatrix4x4 identity;
    aiIdentityMatrix4(&identity);
    if (scene->mRootNode) add_node(&r, scene->mRootNode, identity);
    aiReleaseImport(scene);
    if (surface->points == 0) die("%s: no points", path);
    if (surface->points > UINT32_MAX) die("%s: too many points", path);
    for (int c = 0; c < 3; c++) {
        surface->low[c] = INFINITY, surface->high[c] = -INFINITY;
        for (size_t i = 0; i < surface->points; i++) {
            surface->low[c] = fminf(surface->position[i][c], surface->low[c]);
            surface->high[c] = fmaxf(surface->position[i][c], surface->high[c]);
        }
    }
}

void surface_free(struct surface *surface) {
    free(surface->position);
    free(surface->indices);
}
