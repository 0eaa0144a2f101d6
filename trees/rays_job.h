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
    size_t hit_bytes; // from one hit to the next
    size_t room;
    bool full;         // no room is left
    size_t item;       // the ray to begin with; once it is full, to continue with
    lbx_ray_cursor at; // how far that ray has come
    uint32_t node;     // QUERY_ALL: the last one that it came to
    size_t kept;       // QUERY_SORTED: the ray's hits so far, a heap where the next hit goes
    // In an instance, a hit's `ray` is the number of the instance; this is the last hit's.
    bool in_instance;
    uint32_t at_instance;
};

typedef void lbx_trace_rays(struct lbx_rays_job *job);

// Traces the rays with the unit that is best for them.
void lbx_trace(struct lbx_rays_job *job);

// Sets the rays of a job whose tree and filter are set; n is from 1 to UINT32_MAX. Of the flags it
// reads LBX_COHERENT alone. Returns 0, or an LBX_ERROR_*.
ptrdiff_t lbx_rays_take(struct lbx_rays_job *job, struct lbx_operand *operand, const lbx_rays *rays,
                        size_t n, unsigned flags);

// Checks the scratch and traces the job's rays, unless `error`, which is what preparing it
// returned, is not 0. Returns how many hit, or an LBX_ERROR_*.
ptrdiff_t lbx_rays_run(struct lbx_rays_job *job, ptrdiff_t error, void *scratch, size_t bytes);

// Where the next hit goes.
static inline lbx_ray_hit *next_hit(const struct lbx_rays_job *job) {
    return (lbx_ray_hit *)(void *)((char *)job->all + job->found * job->hit_bytes);
}

// QUERY_SORTED: keeps a hit behind the cursor if it is among the least by (t, triangle) that there
// is room for. Returns the t beyond which no hit of this ray will be kept.
float lbx_keep_hit(struct lbx_rays_job *job, lbx_ray_hit hit);

// Puts the hits of a ray that were kept in order, and moves the cursor behind them if there is no
// more room.
void lbx_sort_hits(struct lbx_rays_job *job);

#endif
