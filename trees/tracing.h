// SPDX-License-Identifier: MIT
// The search of rays, as the public functions pass it to the instruction sets' units.
#ifndef LBX_TRACING_H
#define LBX_TRACING_H

#include "aabb_tree.h"

enum lbx_trace_kind { TRACE_NEAREST, TRACE_ANY, TRACE_ALL };

// For a ray, boxes are grown on each side by TRACE_GROW times the sum of how far away the tree
// reaches and how large the ray's origin is. See docs/trees.md.
#define TRACE_GROW 0x1p-19f
#define TRACE_LEAST 0x1p-120f // added to it: more than underflow takes
// A direction's component that is a smaller part of the largest one is taken to be this part of it:
// the ray stays within what boxes are grown by.
#define TRACE_SLOW 0x1p-40f
// How far beside a ray that meets a leaf's box the leaf's vertices lie at most, as a multiple of
// its longest side. The areas' pad is then at most TRACE_PAD * that * (that + the tree's reach).
#define TRACE_BESIDE 2.25f
#define TRACE_PAD (1.25f * CONTACT_PAD)

// A ray, as boxes and leaves read it: the t of the plane x is x * inverse + near, or + far where
// the ray leaves. Origin and direction are permuted so that z is the ray's dominant axis.
struct lbx_traced {
    float inverse[3], best; // no later hit counts; -inf once the ray is done
    float near[3], t_low;
    float far[3], t_high;
    float origin[3], to_t;
    float shear[2];
    float reach; // no vertex is farther away along x, y or z
    float u, v;  // of the best hit
    uint32_t id; // LBX_NO_TRIANGLE: none
    uint32_t mask, item;
    uint16_t axis, octant; // bit c of octant: the ray goes down along axis c
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
    size_t found; // rays that hit; for TRACE_ALL the hits of this ray
    lbx_ray_hits out;
    uint8_t *hits;
    // TRACE_ALL
    lbx_ray_hit *all;
    size_t room, written;
    size_t at_ray, given; // where to continue: so many hits of this ray were given
};

typedef void lbx_trace(struct lbx_tracing *job);

#endif
