// SPDX-License-Identifier: MIT
// What a search of rays is asked: between the public functions and the instruction sets' units.
#ifndef LBX_TRACING_H
#define LBX_TRACING_H

#include "aabb_tree.h"

enum lbx_trace_kind { TRACE_NEAREST, TRACE_ANY, TRACE_ALL };

// What boxes are grown by for a ray, on each side, of how far away the tree reaches and of how
// large the ray's origin is. See docs/trees.md.
#define TRACE_GROW 0x1p-19f
#define TRACE_LEAST 0x1p-120f // and this: more than underflow takes
// What moves slower along an axis, of its speed along another, is taken to move so fast: it stays
// within what boxes are grown by.
#define TRACE_SLOW 0x1p-40f
// How far beside a ray that meets a leaf's box its vertices are, of its longest side; and the pad
// that areas have at most then, of that times that and how far away the tree reaches.
#define TRACE_BESIDE 2.25f
#define TRACE_PAD (1.25f * CONTACT_PAD)

// A ray, as boxes and leaves read it: the t of the plane x is x * inverse + near, or + far where
// the ray leaves. Origin and direction are turned so that z is the axis that the ray follows most.
struct lbx_traced {
    float inverse[3], best; // no later hit counts; -inf where all is known
    float near[3], t_low;
    float far[3], t_high;
    float origin[3], to_t;
    float shear[2];
    float reach; // no vertex is farther away along x, y or z
    float u, v;  // of the best hit
    uint32_t id; // LBX_NO_TRIANGLE: none
    uint32_t mask, item;
    uint16_t axis, octant; // of the latter bit c: the ray goes down along axis c
};

struct lbx_tracing {
    struct lbx_aabb_tree tree;
    enum lbx_trace_kind kind;
    const struct lbx_operand *rays;
    size_t n;
    const uint32_t *ray_masks; // NULL: all ones
    bool coherent;
    char *scratch;
    size_t bytes;
    size_t found; // rays that hit; of TRACE_ALL the hits of this ray
    lbx_ray_hits out;
    uint8_t *hits;
    // TRACE_ALL
    lbx_ray_hit *all;
    size_t room, written;
    size_t at_ray, given; // where it goes on: of this ray so many hits were given
};

typedef void lbx_trace(struct lbx_tracing *job);

#endif
