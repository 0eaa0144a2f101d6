// SPDX-License-Identifier: MIT
// What the steps share that build the signs of a tree. They follow each other; the parts of each
// are shared out to workers.
#ifndef LBX_SIGNS_BUILD_H
#define LBX_SIGNS_BUILD_H

#include "kernels/api/parts.h"
#include "signs.h"

// A corner or an edge of the mesh, 3 * triangle + vertex, by a key that it is sorted by.
struct keyed {
    uint32_t at, key;
};

enum {
    SIGNS_SCRATCH = 3 * sizeof(struct keyed) + 3 * sizeof(uint32_t), // bytes a triangle
    SIGNS_PART = 4096,                                               // triangles, or what is sorted
    SIGNS_LEAVES = SIGNS_PART / TREE_WIDTH                           // leaves of a part
};

struct signs_build {
    struct lbx_aabb_tree tree;
    struct lbx_signs signs;
    const lbx_workers *workers;
    size_t triangles;   // of the mesh
    size_t corners;     // of those triangles that the tree has
    struct keyed *item; // three for each triangle
    uint32_t *vertex;   // the number of each corner's; corners at one point have the same
    uint32_t vertices;
    _Atomic uint64_t items;       // that are edges
    _Atomic uint64_t edges, flat; // what lbx_sign_counts counts
};

// Runs a task for all parts of the mesh's triangles, or of the tree's leaves.
static inline void share_triangles(struct signs_build *b, lbx_part_task *task) {
    lbx_share(b->workers, task, b, lbx_parts(b->triangles, SIGNS_PART));
}

static inline void share_leaves(struct signs_build *b, lbx_part_task *task) {
    lbx_share(b->workers, task, b, lbx_parts(b->tree.header->leaves, SIGNS_LEAVES));
}

static inline size_t triangles_end(const struct signs_build *b, size_t part) {
    return lbx_part_end(b->triangles, SIGNS_PART, part);
}

static inline size_t leaves_end(const struct signs_build *b, size_t part) {
    return lbx_part_end(b->tree.header->leaves, SIGNS_LEAVES, part);
}

// How many triangles a leaf has.
unsigned lbx_signs_in_leaf(const struct lbx_aabb_leaf *leaf);

// Turns the counts of parts into where each part begins; returns the sum of all.
static inline uint32_t begin_parts(uint32_t *count, size_t parts) {
    uint32_t all = 0;
    for (size_t k = 0; k < parts; k++) {
        const uint32_t one = count[k];
        count[k] = all;
        all += one;
    }
    return all;
}

// Numbers the vertices. Uses the memory of the items and of the records.
void lbx_signs_vertices(struct signs_build *b);

// Sorts the edges of triangles by their vertices. Uses the memory of the items and of the records.
void lbx_signs_edges(struct signs_build *b);

// Begins the records: places, no links, angles where normals will be.
void lbx_signs_records(struct signs_build *b);

// Links the faces of each edge.
void lbx_signs_links(struct signs_build *b);

// Turns angles into normals, and links to triangles that are not flat into how far edges are bent.
// Uses the memory of the items.
void lbx_signs_normals(struct signs_build *b);

#endif
