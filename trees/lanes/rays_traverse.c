// SPDX-License-Identifier: MIT
// Traverses a tree with rays: as streams, as packets, or one by one.
#include "../../scenes/lanes/rays_enter_list.h"
#include "../../scenes/lanes/rays_enter_packet.h"

enum {
    RAYS_FEW = 8,   // so few of a packet's kind are traversed one by one
    RAYS_STREAM = 4 // and so few of a call
};

// A ray's dominant axis, and the axes along which it goes down, as prepare_lanes has them.
static unsigned kind_of(const struct lbx_rays_job *job, size_t i) {
    float ray[RAY_ROWS];
    const float *const direction = ray + DIRECTION_ROW;
    unsigned octant = 0;
    operand_ray(job->rays, i, ray);
    for (unsigned c = 0; c < 3; c++) {
        octant |= (unsigned)(signbit(direction[c]) != 0) << c;
    }
    const float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    return 3 * octant + (y <= x && z <= x ? 0 : z <= y ? 1 : 2);
}

static void traverse_alone(struct lbx_rays_job *job, size_t item) {
    struct prepared_ray ray;
    const bool others = prepare_ray(job, item, &ray);
    if (others && job->scene) keep_range_at_rest(job, &ray);
    traverse_one(job, &ray, job->tree.node->child[0]);
    write_hit(job, &ray);
    if (others) correct_t(job, &ray, 1);
}

// One by one: rays too few for a packet, or not fit for ranges.
static void traverse_each(struct lbx_rays_job *job, const uint32_t *item, size_t n) {
    for (size_t i = 0; i < n; i++) traverse_alone(job, item[i]);
}

static void traverse_with(struct lbx_rays_job *job, struct packet *packet) {
    if (job->scene)
        traverse_scene(job, packet);
    else
        traverse_packet(job, packet);
}

// Up to PACKET consecutive rays, as packets of one kind each.
static void traverse_coherent(struct lbx_rays_job *job, size_t first, size_t n) {
    struct packet packet;
    uint32_t item[PACKET];
    for (size_t i = 0; i < n; i++) packet.item[i] = (uint32_t)(first + i);
    if (n > RAYS_FEW && prepare_packet(job, n, true, &packet)) {
        traverse_with(job, &packet);
        write_consecutive(job, &packet);
        traverse_each(job, packet.stray, packet.strays);
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
        if (some > RAYS_FEW && prepare_packet(job, some, false, &packet)) {
            traverse_with(job, &packet);
            write_scattered(job, &packet);
            traverse_each(job, packet.stray, packet.strays);
        } else {
            traverse_each(job, item + begin, some);
        }
    }
}

lbx_trace_rays EXPORTED(trace_rays);
void EXPORTED(trace_rays)(struct lbx_rays_job *job) {
    if (job->query == QUERY_CROSSINGS) {
        traverse_crossings(job);
        return;
    }
    if (job->query == QUERY_ALL || job->query == QUERY_SORTED) {
        traverse_all(job);
        return;
    }
    if (job->n <= RAYS_STREAM) {
        for (size_t i = 0; i < job->n; i++) traverse_alone(job, i);
        return;
    }
    if (job->coherent && !job->filter.mask && !job->filter.skip &&
        !(job->scene && job->scene->skip_instance)) {
        for (size_t i = 0; i < job->n; i += PACKET)
            traverse_coherent(job, i, job->n - i < PACKET ? job->n - i : PACKET);
        return;
    }
    if (job->scene) {
        trace_scene_streams(job);
        return;
    }
    const size_t of_one = sizeof(struct prepared_ray) + ENTRIES_OF_RAY * sizeof(uint64_t) + 1;
    const size_t most = (job->bytes - 2 * SLACK * sizeof(uint64_t)) / of_one;
    const size_t window = most < STREAM ? most : STREAM, room = window * ENTRIES_OF_RAY + SLACK;
    uint64_t *const arena = (uint64_t *)(void *)job->scratch;
    struct prepared_ray *const ray = (struct prepared_ray *)(void *)(arena + room);
    uint8_t *const met = (uint8_t *)(ray + window);
    for (size_t i = 0, n = 0; i < job->n; i += n) {
        n = job->n - i < window ? job->n - i : window;
        const bool others = prepare_rays(job, i, n, ray);
        traverse_window(job, ray, n, met, arena, room);
        for (size_t k = 0; k < n; k++) write_hit(job, &ray[k]);
        if (others) correct_t(job, ray, n);
    }
}
