// SPDX-License-Identifier: MIT
// Searches a tree for the triangles that are nearest to points, or within their reach. Points are
// sorted along a curve, as many as there is scratch for, and searched for window by window.
#include "closest_stream.h"

enum { CLOSEST_ALONE = 16 }; // so few points of a call are searched for one by one

static void search_span(struct lbx_closest_job *job, const struct lbx_near_key *key, size_t n,
                        char *scratch, size_t bytes) {
    const size_t of_one = sizeof(struct near_query) + CLOSEST_ENTRIES * sizeof(uint64_t);
    const size_t most = (bytes - 2 * SLACK * sizeof(uint64_t)) / of_one;
    const size_t window = most < CLOSEST_WINDOW ? most : CLOSEST_WINDOW;
    struct near_query *const query = (struct near_query *)(void *)scratch;
    uint64_t *const arena = (uint64_t *)(void *)(query + window);
    const size_t room = window * CLOSEST_ENTRIES + 2 * SLACK;
    for (size_t i = 0; i < n; i += window) {
        const struct near_window w = {job, query, n - i < window ? n - i : window};
        for (size_t k = 0; k < w.n; k++) read_query(job, key[i + k].item, &query[k]);
        search_window(&w, arena, room);
        for (size_t k = 0; k < w.n; k += LANES)
            write_found(job, query + k, w.n - k < LANES ? w.n - k : LANES);
    }
}

lbx_closest_points EXPORTED(closest_points);
void EXPORTED(closest_points)(struct lbx_closest_job *job) {
    find_floor(job);
    if (job->around) {
        search_around(job);
        return;
    }
    if (job->n <= CLOSEST_ALONE) {
        for (size_t i = 0; i < job->n; i++) search_alone(job, i);
        return;
    }
    // half of the scratch for keys, and as much to sort them
    const size_t most = job->bytes / 2 / sizeof(struct lbx_near_key);
    const size_t spans = (job->n + most - 1) / most, span = (job->n + spans - 1) / spans;
    struct lbx_near_key *const key = (struct lbx_near_key *)(void *)job->scratch;
    for (size_t i = 0, n; i < job->n; i += n) {
        n = job->n - i < span ? job->n - i : span;
        lbx_closest_sort(job, i, n, key, key + span);
        search_span(job, key, n, (char *)(key + span), job->bytes - span * sizeof *key);
    }
}
