// SPDX-License-Identifier: MIT
// What signs of distances need of a mesh, in a block of its own: a header and a record for each
// triangle of the mesh. No pointers.
//
// A record says what lies around its triangle: how far each edge is bent, and the pseudonormal of
// each vertex. Everything else is computed from the vertices, which lie in the leaves of the tree
// that the signs were built from.
#ifndef LBX_SIGNS_H
#define LBX_SIGNS_H

#include "closest_job.h"

enum { SIGNS_VERSION = 1 };

struct lbx_signs_header {
    uint32_t magic, version;
    uint64_t bytes;
    uint64_t tree;              // the sum of the tree's leaves, which name its triangles
    uint64_t sum;               // of the records' words
    uint32_t triangles, leaves; // of the mesh: records; of the tree
    uint32_t edges, flat;       // as lbx_sign_counts has them
    int64_t beyond;             // 1: beyond the tree's reach is outside; -1: inside; 0: neither
};

_Static_assert(sizeof(struct lbx_signs_header) == 56, "without gaps, which would hold any bytes");

// Edge k runs from vertex k to the next one. It is the cosine of half the angle by which the
// surface is bent there, as a float, negative where it is bent inwards. Or it is a link, to what
// is behind the edge: so it is where a flat triangle is behind, and always of flat triangles,
// which have no normals of their own.
struct lbx_sign {
    uint32_t place;     // 8 * leaf + lane, with FLAT_BIT; NO_PLACE of a triangle that was refused
    uint32_t edge[3];   // floats or links
    uint32_t normal[4]; // of vertices, see lbx_normal_put
};

_Static_assert(sizeof(struct lbx_sign) == 32, "as the interface promises");

#define FLAT_BIT 0x80000000u // the triangle has no area
#define NO_PLACE UINT32_MAX

// A link is LINK_BIT, the number of the edge behind which the other triangle is, as that triangle
// numbers it, and the triangle. No float from -1 to 1 has this bit.
#define LINK_BIT 0x40000000u
#define LINK_SHIFT 28
#define NO_LINK (LINK_BIT | 3u << LINK_SHIFT)

static inline uint32_t link_to(uint32_t triangle, uint32_t edge) {
    return LINK_BIT | edge << LINK_SHIFT | triangle;
}

static inline uint32_t link_triangle(uint32_t link) {
    return link & ((1u << LINK_SHIFT) - 1);
}

static inline uint32_t link_edge(uint32_t link) {
    return link >> LINK_SHIFT & 3;
}

struct lbx_signs {
    struct lbx_signs_header *header;
    struct lbx_sign *sign; // of each triangle of the mesh
};

// Says where the parts of signs lie. Returns their bytes.
size_t lbx_signs_lay(struct lbx_signs *s, void *memory, size_t triangles);

// Opens what lbx_tree_signs_build made: 0, or an LBX_ERROR_*.
int lbx_signs_open(struct lbx_signs *s, const void *memory);

// The header's sum, of what it says of the tree and of the records' words.
uint64_t lbx_signs_sum(const struct lbx_signs *s, const lbx_workers *workers);

// Those of a tree: LBX_ERROR_TREE if they were built from another one, or before its last refit.
int lbx_signs_open_of(struct lbx_signs *s, const void *memory, const struct lbx_aabb_tree *t);

// A point by its coordinates as bits. Corners are sorted by it, and then by themselves where points
// differ.
static inline uint32_t lbx_point_hash(const uint32_t bits[3]) {
    uint64_t hash = 0;
    for (int c = 0; c < 3; c++) hash = lbx_scatter(hash + bits[c] + 1);
    return (uint32_t)hash;
}

// --- directions ---

// A direction is two integers of NORMAL_BITS bits: the point of an octahedron, whose lower half is
// folded outwards (Meyer et al. 2010, "On floating-point normal vectors"). Vertex k has the lower
// 32 bits in word k and the others in word 3.
enum { NORMAL_BITS = 21, NORMAL_MOST = (1 << (NORMAL_BITS - 1)) - 1 };

void lbx_normal_put(struct lbx_sign *sign, unsigned k, const double normal[3]);
void lbx_normal_get(const struct lbx_sign *sign, unsigned k, double normal[3]);

// --- triangles ---

static inline double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross3(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void minus3(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++) out[c] = a[c] - b[c];
}

// Divides by the length, if there is one.
void lbx_make_unit(double x[3]);

void lbx_sign_corners(const struct lbx_aabb_tree *t, uint32_t place, double corner[3][3]);

// The normal of a triangle, of any length. It is 0 only if the triangle has no area, exactly.
void lbx_sign_normal(double (*corner)[3], double normal[3]);

// A triangle without area as a segment, along the axis on which it is longest.
struct lbx_flat {
    int axis;
    unsigned low, middle, high; // the order of the vertices along it
};

struct lbx_flat lbx_flat_of(double (*corner)[3]);
unsigned lbx_flat_edge(const struct lbx_flat *f); // from end to end

// The unit normal of the surface behind a link, at this point of the edge: flat triangles are
// crossed. 0 if there is none.
void lbx_normal_behind(const struct lbx_signs *s, const struct lbx_aabb_tree *t, uint32_t link,
                       const double at[3], double normal[3]);

#endif
