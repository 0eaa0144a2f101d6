// SPDX-License-Identifier: MIT
// Searches a tree for the triangles that are nearest to points, or within their reach.
#include "closest_one.h"

lbx_closest_points EXPORTED(closest_points);
void EXPORTED(closest_points)(struct lbx_closest_job *job) {
    const float floor = floor_of(job->tree.header);
    if (job->around) {
        search_around(job, floor);
        return;
    }
    for (size_t i = 0; i < job->n; i++) {
        struct near_query q;
        read_query(job, i, floor, &q);
        if (q.best >= 0) search_one(job, &q, job->tree.node->child[0], floor);
        write_found(job, &q, 1);
    }
}
