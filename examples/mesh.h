// SPDX-License-Identifier: MIT
// Triangle meshes from files of any format that assimp reads.
#ifndef EXAMPLE_MESH_H
#define EXAMPLE_MESH_H

#include <stdbool.h>
#include <stddef.h>

struct aiMatrix4x4;
struct aiMesh;
struct aiScene;
struct aiVector3D;

/// A range of triangles that belong together: one mesh of one node of the file, or a piece.
struct mesh_part {
    char name[40]; ///< its name in the file, truncated to fit
    size_t first;  ///< its first triangle
    size_t count;  ///< at least 1
};

/// Triangles as a structure of arrays, moved and scaled so that their bounding box is centered at
/// the origin and its longest side is 1.
struct mesh {
    float *vertex[9]; ///< vertex[3 * v + c]: component c of vertex v, of every triangle
    size_t count;     ///< triangles, at least 1
    struct mesh_part *parts;
    size_t part_count;
};

/// Reads a file. Skips points and lines. If the file cannot be read, has no triangle, or has one
/// that is not finite, the program ends with a one-line reason on stderr.
void mesh_load(struct mesh *mesh, const char *path);

/// Imports a file by assimp, with its faces cut into triangles, or ends the program in the same
/// way. Release it with aiReleaseImport.
const struct aiScene *mesh_import(const char *path);

/// Reads a face of a mesh of a file, with its corners transformed. Returns false for points and
/// lines; ends the program if a corner is not finite.
/// @param corner receives three
bool mesh_face(const char *path, const struct aiMesh *source, unsigned number,
               const struct aiMatrix4x4 *world, struct aiVector3D *corner);

/// Cuts the mesh into pieces of equal triangle counts and small extent, by repeatedly splitting at
/// the median of the longest axis. The pieces become the mesh's parts. Neighbours in the list are
/// neighbours in space: if the number of pieces is a power of two, any aligned run of 2^k pieces is
/// one cell.
/// @param pieces from 1 to the number of triangles
void mesh_split(struct mesh *mesh, size_t pieces);

void mesh_free(struct mesh *mesh);

#endif
