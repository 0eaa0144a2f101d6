// SPDX-License-Identifier: MIT
// Triangle meshes out of files of any format that assimp reads.
#ifndef EXAMPLE_MESH_H
#define EXAMPLE_MESH_H

#include <stddef.h>

/// A run of triangles that belong together: one mesh of one node of the file, or a piece.
struct mesh_part {
    char name[40]; ///< as the file calls it, cut to fit
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

/// Reads a file. Points, lines and triangles that are not finite are left out; a file that cannot
/// be read or has no triangle ends the program with one line on stderr that says why.
void mesh_load(struct mesh *mesh, const char *path);

/// Cuts the mesh into pieces of equal triangle counts and small extent, by splitting at the median
/// of the longest axis again and again: these become its parts. Neighbours in the list are
/// neighbours in space: with a power of two of pieces, any aligned run of 2^k is one cell.
/// @param pieces from 1 to the number of triangles
void mesh_split(struct mesh *mesh, size_t pieces);

void mesh_free(struct mesh *mesh);

#endif
