// SPDX-License-Identifier: MIT
// The searches by points, as the public functions pass them to the instruction sets' units.
#ifndef LBX_CLOSEST_JOB_H
#define LBX_CLOSEST_JOB_H

#include "aabb_tree.h"

struct lbx_signs;

struct lbx_closest_job {
    struct lbx_aabb_tree tree;
    const struct lbx_operand *points;
    const float *reach; // of each point; NULL: no limit
    size_t n;
    lbx_ray_filter filter; // arrays or NULL, and the bytes between their entries
    bool filtered;         // whether some triangles do not count for some points
    char *scratch;
    size_t bytes;
    float floor;  // of the squares that boxes are compared with; the units set it
    size_t found; // points that found a triangle; of `around` triangles
    lbx_closest_out out;
    const struct lbx_signs *signs; // NULL: distances have no signs
    // every triangle within reach
    bool around;
    lbx_near_hit *all; // NULL: only counted
    size_t room;
    bool full;         // no room is left
    size_t item;       // the point to begin with; once it is full, to continue with
    lbx_ray_cursor at; // how far that point has come
    uint32_t node;     // the last one that it came to
};

// A point, and its place on a curve.
struct lbx_near_key {
    uint32_t item, place;
};

// Sorts n points from the first one on along a curve. `scratch` has room for as many.
void lbx_closest_sort(const struct lbx_closest_job *job, size_t first, size_t n,
                      struct lbx_near_key *key, struct lbx_near_key *scratch);

typedef void lbx_closest_points(struct lbx_closest_job *job);

// lbx_aabb_tree_closest, with the signs of distances if they are not NULL.
ptrdiff_t lbx_closest(const struct lbx_signs *signs, const void *tree, const lbx_points *points,
                      const float *reach, const lbx_ray_filter *filter, size_t n, unsigned flags,
                      const lbx_closest_out *out, void *scratch, size_t bytes);

// Whether a point is on the inner side of the surface, given the triangle that is nearest to it.
bool lbx_is_behind(const struct lbx_signs *s, const struct lbx_aabb_tree *t, uint32_t triangle,
                   const float point[3]);

#endif
