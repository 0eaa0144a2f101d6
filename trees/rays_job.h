// SPDX-License-Identifier: MIT
// The search of rays, as the public functions pass it to the instruction sets' units.
#ifndef LBX_RAYS_JOB_H
#define LBX_RAYS_JOB_H

#include "aabb_tree.h"

enum lbx_rays_query { QUERY_NEAREST, QUERY_ANY, QUERY_ALL };

struct lbx_rays_job {
    struct lbx_aabb_tree tree;
    enum lbx_rays_query query;
    const struct lbx_operand *rays;
    size_t n;
    const uint32_t *ray_masks; // NULL: all ones
    bool coherent;
    char *scratch;
    size_t bytes;
    size_t found; // rays that hit; for QUERY_ALL the hits of this ray
    lbx_ray_hits out;
    uint64_t in_double; // tests that floats left undecided
    uint8_t *hits;
    // QUERY_ALL
    lbx_ray_hit *all;
    size_t room, written;
    size_t at_ray, given; // where to continue: so many hits of this ray were given
};

typedef void lbx_trace_rays(struct lbx_rays_job *job);

#endif
