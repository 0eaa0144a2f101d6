// SPDX-License-Identifier: MIT
// The hits of a ray in the order of (t, instance, triangle). While it traverses the tree, those
// that come first, as many as there is room for, are a heap with the last one on top.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "rays_job.h"

static bool is_before(const lbx_ray_hit *a, const lbx_ray_hit *b) {
    if (a->t != b->t) return a->t < b->t;
    return a->ray < b->ray || (a->ray == b->ray && a->triangle < b->triangle);
}

// Puts a hit into the heap in place of the one at `at`, none of whose children is before it.
static void sink(lbx_ray_hit *heap, size_t n, size_t at, lbx_ray_hit hit) {
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_before(&heap[child], &heap[child + 1])) child++;
        if (!is_before(&hit, &heap[child])) break;
        heap[at] = heap[child];
    }
    heap[at] = hit;
}

// The cursor's hit: t in the bits of `node`, the triangle in `leaf`; it has one if `given`.
static bool is_given(const struct lbx_rays_job *job, const lbx_ray_hit *hit) {
    lbx_ray_hit last = {.ray = job->in_instance ? job->at_instance : hit->ray,
                        .triangle = job->at.leaf};
    memcpy(&last.t, &job->at.node, sizeof last.t);
    return job->at.given && !is_before(&last, hit);
}

float lbx_keep_hit(struct lbx_rays_job *job, lbx_ray_hit hit) {
    if (is_given(job, &hit)) return INFINITY;
    if (!job->all) {
        job->found++;
        return INFINITY;
    }
    lbx_ray_hit *const heap = next_hit(job);
    const size_t room = job->room - job->found;
    if (job->kept == room) {
        if (is_before(&hit, heap)) sink(heap, room, 0, hit);
        return heap->t;
    }
    size_t at = job->kept++;
    for (size_t up; at > 0 && is_before(&heap[up = (at - 1) / 2], &hit); at = up)
        heap[at] = heap[up];
    heap[at] = hit;
    return job->kept == room ? heap->t : INFINITY;
}

void lbx_sort_hits(struct lbx_rays_job *job) {
    lbx_ray_hit *const heap = next_hit(job);
    if (job->kept == 0) return;
    const lbx_ray_hit last = heap[0];
    for (size_t n = job->kept - 1; n > 0; n--) {
        const lbx_ray_hit hit = heap[n];
        heap[n] = heap[0];
        sink(heap, n, 0, hit);
    }
    job->found += job->kept;
    job->kept = 0;
    job->full = job->found == job->room;
    if (!job->full) return;
    job->at = (lbx_ray_cursor){.leaf = last.triangle, .given = 1};
    job->at_instance = last.ray;
    memcpy(&job->at.node, &last.t, sizeof last.t);
}
