// SPDX-License-Identifier: MIT
// The search of rays, as the public functions pass it to the instruction sets' units.
#ifndef LBX_RAYS_JOB_H
#define LBX_RAYS_JOB_H

#include "aabb_tree.h"

enum lbx_rays_query { QUERY_NEAREST, QUERY_ANY, QUERY_ALL, QUERY_SORTED, QUERY_CROSSINGS };

struct lbx_rays_job {
    struct lbx_aabb_tree tree;
    enum lbx_rays_query query;
    const struct lbx_operand *rays;
    size_t n;
    lbx_ray_filter filter; // arrays or NULL, and the bytes between their entries
    bool masked;           // some rays do not meet all triangles
    float inflate;         // boxes, by this part of a ray's reach
    bool coherent;
    struct lbx_scene_rays *scene; // NULL: leaves hold triangles; else each is an instance
    const float *best; // NULL, or for each ray a t: later hits do not count, whatever t_max is
    char *scratch;
    size_t bytes;
    size_t found; // rays that hit; for QUERY_ALL and QUERY_SORTED hits; rays with odd counts
    lbx_ray_hits out;
    uint64_t in_double; // tests that floats left undecided
    uint8_t *hits;
    uint32_t *counts; // QUERY_CROSSINGS: of each ray, or NULL
    // QUERY_ALL and QUERY_SORTED
    lbx_ray_hit *all; // NULL: only counted
    size_t room;
    bool full;         // no room is left
    size_t item;       // the ray to begin with; once it is full, to continue with
    lbx_ray_cursor at; // how far that ray has come
    uint32_t node;     // QUERY_ALL: the last one that it came to
    size_t kept;       // QUERY_SORTED: the ray's hits so far, a heap behind all[found]
};

typedef void lbx_trace_rays(struct lbx_rays_job *job);

// Traces the rays with the unit that is best for them.
void lbx_trace(struct lbx_rays_job *job);

// QUERY_SORTED: keeps a hit behind the cursor if it is among the least by (t, triangle) that there
// is room for. Returns the t beyond which no hit of this ray will be kept.
float lbx_keep_hit(struct lbx_rays_job *job, lbx_ray_hit hit);

// Puts the hits of a ray that were kept in order, and moves the cursor behind them if there is no
// more room.
void lbx_sort_hits(struct lbx_rays_job *job);

#endif
