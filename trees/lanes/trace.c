// SPDX-License-Identifier: MIT
// The search of an instruction set: rays against the tree of a mesh.
#include "packet.h"
#include "stream.h"

enum { FEW_RAYS = 8 }; // so few are traced one by one

// A ray's dominant axis, and the axes along which it goes down, as in open_lanes.
static unsigned kind_of(const struct lbx_tracing *job, size_t i) {
    float direction[3];
    unsigned octant = 0;
    for (unsigned c = 0; c < 3; c++) {
        direction[c] = ray_float(job, i, 3 + c);
        octant |= (unsigned)(signbit(direction[c]) != 0) << c;
    }
    const float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    return 3 * octant + (y <= x && z <= x ? 0 : z <= y ? 1 : 2);
}

// Traces rays of a kind one by one: too few for a packet, or not fit for ranges.
static void trace_each(struct lbx_tracing *job, const uint32_t *item, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct lbx_traced ray;
        open_rays(job, item[i], 1, &ray);
        trace_one(job, &ray, job->tree.node->child[0]);
        close_ray(job, &ray);
    }
}

// Traces up to PACKET consecutive rays, as packets of one kind each.
static void trace_coherent(struct lbx_tracing *job, size_t first, size_t n) {
    struct packet packet;
    uint32_t item[PACKET];
    for (size_t i = 0; i < n; i++) packet.item[i] = (uint32_t)(first + i);
    if (n > FEW_RAYS && open_packet(job, n, true, &packet)) {
        trace_packet(job, &packet);
        close_row(job, &packet);
        return;
    }
    size_t end[KINDS + 1] = {0};
    uint8_t kind[PACKET];
    for (size_t i = 0; i < n; i++) {
        kind[i] = (uint8_t)kind_of(job, first + i);
        end[kind[i] + 1]++;
    }
    for (unsigned k = 0; k < KINDS; k++) end[k + 1] += end[k];
    for (size_t i = 0; i < n; i++) item[end[kind[i]]++] = (uint32_t)(first + i);
    for (size_t k = 0, begin = 0; k < KINDS; begin = end[k++]) {
        const size_t some = end[k] - begin;
        memcpy(packet.item, item + begin, some * sizeof *item);
        if (some > FEW_RAYS && open_packet(job, some, false, &packet)) {
            trace_packet(job, &packet);
            close_scattered(job, &packet);
        } else {
            trace_each(job, item + begin, some);
        }
    }
}

lbx_trace EXPORTED(trace);
void EXPORTED(trace)(struct lbx_tracing *job) {
    if (job->kind == TRACE_ALL) {
        trace_every(job);
        return;
    }
    if (job->coherent && !job->ray_masks) {
        for (size_t i = 0; i < job->n; i += PACKET)
            trace_coherent(job, i, job->n - i < PACKET ? job->n - i : PACKET);
        return;
    }
    const size_t of_one = sizeof(struct lbx_traced) + ENTRIES_OF_RAY * sizeof(uint64_t) + 1;
    const size_t most = (job->bytes - 2 * SLACK * sizeof(uint64_t)) / of_one;
    const size_t window = most < STREAM ? most : STREAM, room = window * ENTRIES_OF_RAY + SLACK;
    uint64_t *const arena = (uint64_t *)(void *)job->scratch;
    struct lbx_traced *const ray = (struct lbx_traced *)(void *)(arena + room);
    uint8_t *const met = (uint8_t *)(ray + window);
    for (size_t i = 0, n = 0; i < job->n; i += n) {
        n = job->n - i < window ? job->n - i : window;
        open_rays(job, i, n, ray);
        trace_window(job, ray, n, met, arena, room);
        for (size_t k = 0; k < n; k++) close_ray(job, &ray[k]);
    }
}
