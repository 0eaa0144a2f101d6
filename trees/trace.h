// SPDX-License-Identifier: MIT
// The search of an instruction set: rays against the tree of a mesh.
#ifndef LBX_TRACE_H
#define LBX_TRACE_H

#include "packet.h"
#include "stream.h"

static void trace_rays(struct lbx_tracing *job) {
    if (job->kind == TRACE_ALL) {
        trace_every(job);
        return;
    }
    const size_t of_one = sizeof(struct lbx_traced) + ENTRIES_OF_RAY * sizeof(uint64_t) + 1;
    const size_t most = (job->bytes - 2 * SLACK * sizeof(uint64_t)) / of_one;
    const size_t window = most < STREAM ? most : STREAM, room = window * ENTRIES_OF_RAY + SLACK;
    uint64_t *const arena = (uint64_t *)(void *)job->scratch;
    struct lbx_traced *const ray = (struct lbx_traced *)(void *)(arena + room);
    uint8_t *const met = (uint8_t *)(ray + window);
    const bool packets = job->coherent && !job->ray_masks;
    for (size_t i = 0, n = 0; i < job->n; i += n) {
        const size_t most_now = packets && PACKET < window ? PACKET : window;
        n = job->n - i < most_now ? job->n - i : most_now;
        if (packets && n <= PACKET) {
            struct packet packet;
            if (open_packet(job, i, n, &packet)) {
                trace_packet(job, &packet);
                close_packet(job, &packet);
                continue;
            }
        }
        open_rays(job, i, n, ray);
        trace_window(job, ray, n, met, arena, room);
        for (size_t k = 0; k < n; k++) close_ray(job, &ray[k]);
    }
}

#endif
