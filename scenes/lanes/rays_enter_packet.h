// SPDX-License-Identifier: MIT
// A packet in a scene: its blocks go down the scene's tree together. Those that meet an instance
// become a packet in its frame.
#ifndef LBX_RAYS_ENTER_PACKET_H
#define LBX_RAYS_ENTER_PACKET_H

#include "../../trees/lanes/rays_traverse_packet.h"
#include "rays_enter.h"

// The blocks that meet an instance, in its frame, and what they find there.
struct inner_packet {
    _Alignas(64) float row[RAY_ROWS][PACKET];
    float best[PACKET], t[PACKET], u[PACKET], v[PACKET];
    uint32_t id[PACKET];
    uint8_t hits[PACKET / 8];
    uint32_t met[BLOCKS]; // by rays of each block
    uint8_t block[BLOCKS];
    size_t blocks;
};

static void turn_blocks(const struct lbx_rays_job *job, const struct packet *p,
                        const struct lbx_scene_instance *instance, struct inner_packet *in) {
    struct way_in way;
    open_way(instance, &way);
    for (size_t k = 0; k < in->blocks; k++) {
        struct ray_rows rows;
        const size_t from = in->block[k] * BLOCK, to = k * BLOCK;
        const size_t some = p->n - from < BLOCK ? p->n - from : BLOCK;
        read_rays(job, p->item + from, some, p->in_a_row, BLOCK, &rows);
        for (size_t j = 0; j < BLOCK; j += LANES) {
            struct ray ray;
            for (int c = 0; c < 3; c++) {
                ray.origin[c] = vf_load(rows.at[ORIGIN_ROW + c] + j);
                ray.direction[c] = vf_load(rows.at[DIRECTION_ROW + c] + j);
            }
            enter_frame(&way, ray.origin, ray.direction);
            for (int c = 0; c < 3; c++) {
                vf_store(in->row[ORIGIN_ROW + c] + to + j, ray.origin[c]);
                vf_store(in->row[DIRECTION_ROW + c] + to + j, ray.direction[c]);
            }
        }
        memcpy(in->row[T_MIN_ROW] + to, rows.at[T_MIN_ROW], BLOCK * sizeof(float));
        memcpy(in->row[T_MAX_ROW] + to, rows.at[T_MAX_ROW], BLOCK * sizeof(float));
        memcpy(in->best + to, p->best + from, BLOCK * sizeof(float));
        for (uint32_t apart = ~in->met[k] & BLOCK_BITS; apart; apart &= apart - 1)
            in->best[to + (size_t)__builtin_ctz(apart)] = -INFINITY;
    }
}

// Takes over the hits of a block that are nearer than what its rays have. Returns a bit for each
// ray whose hit is as near: there the number of the instance decides.
FORCE_INLINE uint32_t take_nearer(struct packet *p, const struct inner_packet *in, size_t k,
                                  uint32_t number) {
    const vf instance = set_bits(number);
    uint32_t as_near = 0;
    for (size_t l = 0; l < BLOCK; l += LANES) {
        const size_t from = k * BLOCK + l, to = in->block[k] * BLOCK + l;
        const vf t = vf_load(in->t + from), best = vf_load(p->best + to);
        const vm nearer = vf_less(t, best);
        as_near |= vm_bits(vm_and(vf_equal(t, best), vf_less(t, vf_set(INFINITY)))) << l;
        vf_store(p->best + to, vm_select(nearer, t, best));
        vf_store(p->u + to, vm_select(nearer, vf_load(in->u + from), vf_load(p->u + to)));
        vf_store(p->v + to, vm_select(nearer, vf_load(in->v + from), vf_load(p->v + to)));
        vf_store(p->id + to, vm_select(nearer, load_bits(in->id + from), vf_load(p->id + to)));
        vf_store(p->instance + to, vm_select(nearer, instance, vf_load(p->instance + to)));
    }
    return as_near;
}

// Takes over what the blocks found.
static void take_blocks(const struct lbx_rays_job *job, struct packet *p,
                        const struct inner_packet *in, uint32_t number) {
    const bool any = job->query == QUERY_ANY;
    for (size_t k = 0; k < in->blocks; k++) {
        const size_t from = k * BLOCK, to = in->block[k] * BLOCK;
        uint32_t left = any ? in->met[k] : take_nearer(p, in, k, number);
        for (; left; left &= left - 1) {
            const size_t l = (size_t)__builtin_ctz(left), i = from + l;
            struct prepared_ray ray = load_ray(p, to + l);
            if (any ? !(in->hits[i / 8] >> i % 8 & 1) : ray.instance < number) continue;
            ray.best = any ? -INFINITY : in->t[i];
            ray.u = any ? 0 : in->u[i];
            ray.v = any ? 0 : in->v[i];
            ray.id = any ? 0 : in->id[i];
            ray.instance = number;
            store_ray(p, to + l, &ray);
        }
        p->latest[in->block[k]] = latest_of(p, in->block[k]);
    }
}

static void traverse_coherent(struct lbx_rays_job *job, size_t first, size_t n);

// Few rays of the blocks enter one by one.
static void enter_by_rays(struct lbx_rays_job *job, struct packet *p, const struct inner_packet *in,
                          uint32_t child) {
    for (size_t k = 0; k < in->blocks; k++) {
        for (uint32_t met = in->met[k]; met; met &= met - 1) {
            const size_t i = in->block[k] * BLOCK + (size_t)__builtin_ctz(met);
            struct prepared_ray ray = load_ray(p, i);
            enter_with_ray(job, &ray, child);
            store_ray(p, i, &ray);
        }
        p->latest[in->block[k]] = latest_of(p, in->block[k]);
    }
}

// Some blocks of a packet that may meet an instance.
static __attribute__((noinline)) void enter_with_blocks(struct lbx_rays_job *job, struct packet *p,
                                                        const struct group_entry *top,
                                                        uint32_t blocks) {
    struct lbx_rays_job *const inner = &job->scene->inner;
    const struct lbx_scene_instance *const at = open_inner(job, top->child);
    struct inner_packet in;
    size_t rays = 0;
    in.blocks = 0;
    for (; blocks && at->given.mask; blocks &= blocks - 1) {
        const size_t block = (size_t)__builtin_ctz(blocks);
        const uint32_t met = intersect_rays_box(p, block, &job->tree.node[top->node], top->place);
        if (!met) continue;
        in.block[in.blocks] = (uint8_t)block;
        in.met[in.blocks++] = met;
        rays += bits_count(met);
    }
    if (rays <= ENTER_FEW) {
        enter_by_rays(job, p, &in, top->child);
        return;
    }
    turn_blocks(job, p, at, &in);
    struct lbx_operand turned = {.kind = OPERAND_CONTIGUOUS,
                                 .step = sizeof(float),
                                 .t_step = sizeof(float),
                                 .optional = RAY_T_MIN | RAY_T_MAX};
    for (unsigned k = 0; k < RAY_ROWS; k++) turned.at[k] = in.row[k];
    inner->rays = &turned;
    inner->n = in.blocks * BLOCK;
    inner->best = in.best;
    inner->out = (lbx_ray_hits){in.id, in.t, in.u, in.v, NULL};
    inner->hits = in.hits;
    if (job->query == QUERY_ANY) memset(in.hits, 0, sizeof in.hits);
    traverse_coherent(inner, 0, inner->n);
    take_blocks(job, p, &in, at->number);
}

// Traverses a scene's tree with all blocks of a packet.
static void traverse_scene(struct lbx_rays_job *job, struct packet *p) {
    const uint32_t all = (1u << (p->n + BLOCK - 1) / BLOCK) - 1;
    struct group_entry stack[STACK_ENTRIES];
    size_t height = 1;
    stack[0] = (struct group_entry){-INFINITY, job->tree.node->child[0], all, 0, 0};
    while (height > 0) {
        const struct group_entry top = stack[--height];
        const uint32_t blocks = top.members & not_past(p->latest, BLOCKS, top.enter);
        if (!blocks) continue;
        if (is_leaf(top.child)) {
            enter_with_blocks(job, p, &top, blocks);
            continue;
        }
        const struct lbx_aabb_node *const node = &job->tree.node[top.child];
        const size_t begin = height;
        float enters[TREE_WIDTH + LANES];
        uint32_t met = intersect_ranges_node(p->whole, 1, p->octant, INFINITY, node, enters);
        for (; met; met &= met - 1) {
            const unsigned k = (unsigned)__builtin_ctz(met);
            const uint32_t meet = node->child[k] ? intersect_blocks_box(p, node, k) & blocks : 0;
            if (meet) height = push_group(job, stack, begin, height, top.child, k, enters[k], meet);
        }
    }
}

#endif
