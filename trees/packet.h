// SPDX-License-Identifier: MIT
// Packets: rays that are close together and of one kind, in rows. A node's boxes are asked of the
// ranges of all of them, as long as few are met; from there on boxes and triangles are asked of
// blocks of rays, a ray a lane.
#ifndef LBX_PACKET_H
#define LBX_PACKET_H

#include "one_ray.h"

enum {
    PACKET = 128, // rays that go down the tree together, while they meet few of a node's children
    WIDE = 6,     // those are too many
    BLOCK = LANES > 16 ? LANES : 16,
    BLOCKS = PACKET / BLOCK,
    VECTORS = BLOCK / LANES
};

// Rays that follow the same axis most, and no axis in opposite directions. Those behind the last
// one have no range.
struct packet {
    _Alignas(64) float inverse[3][PACKET];
    float near[3][PACKET], far[3][PACKET], origin[3][PACKET], shear[2][PACKET], to_t[PACKET];
    float t_low[PACKET], t_high[PACKET], best[PACKET], u[PACKET], v[PACKET];
    float id[PACKET]; // the bits of one
    size_t first, n;  // of the batch
    unsigned axis, octant;
    float latest[BLOCKS], reach; // the best of a block that is latest; of all
};

// False if the rays are not of one kind.
static bool open_packet(const struct lbx_tracing *job, size_t first, size_t n, struct packet *p) {
    const uint32_t whole = (uint32_t)((UINT64_C(1) << LANES) - 1);
    uint32_t kind = 0;
    p->first = first;
    p->n = n;
    p->reach = 0;
    for (size_t i = 0; i < n; i += OPENED) {
        float row[ROWS][OPENED], reach[LANES];
        const size_t some = n - i < OPENED ? n - i : OPENED;
        read_rays(job, first + i, some, row);
        for (size_t j = 0; j < OPENED; j += LANES) {
            struct opened o;
            const size_t at = i + j;
            open_lanes(job->tree.header, row, j, &o);
            uint32_t kinds = 0;
            for (int k = 0; k < 5; k++) {
                const uint32_t bits = k < 3 ? o.down[k] : o.axis[k - 3];
                if (bits != 0 && bits != whole) return false;
                kinds |= (bits & 1) << k;
            }
            if (at > 0 && kinds != kind) return false;
            kind = kinds;
            for (int c = 0; c < 3; c++) {
                vf_store(p->inverse[c] + at, o.inverse[c]);
                vf_store(p->near[c] + at, o.near[c]);
                vf_store(p->far[c] + at, o.far[c]);
                vf_store(p->origin[c] + at, o.turned.origin[c]);
            }
            for (int c = 0; c < 2; c++) vf_store(p->shear[c] + at, o.turned.shear[c]);
            vf_store(p->to_t + at, o.turned.inverse);
            vf_store(p->t_low + at, o.turned.t_low);
            vf_store(p->t_high + at, o.turned.t_high);
            vf_store(p->best + at, o.turned.t_high);
            vf_store(reach, o.reach);
            for (size_t l = 0; l < LANES; l++) p->reach = reach[l] > p->reach ? reach[l] : p->reach;
        }
    }
    p->octant = kind & 7;
    p->axis = kind >> 3 & 1 ? 0 : kind >> 4 & 1 ? 1 : 2;
    const size_t end = (n + OPENED - 1) / OPENED * OPENED;
    for (size_t i = n; i < end; i++) p->best[i] = p->t_high[i] = -INFINITY;
    const uint32_t none = LBX_NO_TRIANGLE;
    for (size_t i = 0; i < end; i++) {
        p->u[i] = p->v[i] = 0;
        memcpy(&p->id[i], &none, sizeof none);
    }
    return true;
}

static void close_packet(struct lbx_tracing *job, const struct packet *p) {
    for (size_t i = 0; i < p->n; i++) {
        struct lbx_traced ray = {.best = p->best[i], .u = p->u[i], .v = p->v[i]};
        memcpy(&ray.id, &p->id[i], sizeof ray.id);
        ray.item = (uint32_t)(p->first + i);
        close_ray(job, &ray);
    }
}

FORCE_INLINE float least_lane(vf x) {
    float lane[LANES];
    vf_store(lane, x);
    for (size_t l = 1; l < LANES; l++) lane[0] = lane[l] < lane[0] ? lane[l] : lane[0];
    return lane[0];
}

static float latest_of(const struct packet *p, size_t block) {
    vf latest = vf_load(p->best + block * BLOCK);
    for (size_t v = 1; v < VECTORS; v++)
        latest = vf_max(vf_load(p->best + block * BLOCK + v * LANES), latest);
    return -least_lane(vf_negate(latest));
}

// What is left to single rays: what floats leave open, and hits that are as near as one before.
static __attribute__((noinline)) void take_lanes(struct lbx_tracing *job, struct packet *p,
                                                 size_t at, const struct lbx_aabb_leaf *leaf,
                                                 unsigned k, uint32_t bits, uint32_t sure,
                                                 const struct contacts *found) {
    float t[LANES], u[LANES], v[LANES];
    vf_store(t, found->t);
    vf_store(u, found->u);
    vf_store(v, found->v);
    for (; bits; bits &= bits - 1) {
        const unsigned l = (unsigned)__builtin_ctz(bits);
        const size_t i = at + l;
        if (i >= p->n) return;
        struct lbx_traced ray = {.best = p->best[i],
                                 .t_low = p->t_low[i],
                                 .t_high = p->t_high[i],
                                 .u = p->u[i],
                                 .v = p->v[i],
                                 .mask = UINT32_MAX,
                                 .item = (uint32_t)(p->first + i)};
        memcpy(&ray.id, &p->id[i], sizeof ray.id);
        if (sure >> l & 1)
            take_hit(job, &ray, leaf, k, t[l], u[l], v[l]);
        else
            settle_hit(job, &ray, leaf, k);
        p->best[i] = ray.best;
        p->u[i] = ray.u;
        p->v[i] = ray.v;
        memcpy(&p->id[i], &ray.id, sizeof ray.id);
    }
}

// One triangle after the other, of all rays of a block.
FORCE_INLINE void block_leaf(struct lbx_tracing *job, struct packet *p, size_t block,
                             const struct lbx_aabb_leaf *leaf, uint32_t count) {
    const float beside = TRACE_BESIDE * leaf->longest;
    const vf pad = vf_set(beside * (beside + p->reach) * TRACE_PAD);
    for (unsigned k = 0; k < count; k++) {
        if (leaf->mask[k] == 0) continue; // the rays' are all ones
        struct triangle seen;
        for (unsigned c = 0; c < 3; c++) {
            for (unsigned v = 0; v < 3; v++)
                seen.vertex[v][c] = vf_set(leaf->vertex[(p->axis + 1 + c) % 3][v][k]);
        }
        float id;
        memcpy(&id, &leaf->id[k], sizeof id);
        for (size_t at = block * BLOCK; at < (block + 1) * BLOCK; at += LANES) {
            struct turned_ray ray;
            struct areas areas;
            struct contacts found;
            for (int c = 0; c < 3; c++) ray.origin[c] = vf_load(p->origin[c] + at);
            for (int c = 0; c < 2; c++) ray.shear[c] = vf_load(p->shear[c] + at);
            areas_of(&ray, &seen, &areas);
            if (all_lanes(lines_apart(&areas, pad))) continue;
            ray.inverse = vf_load(p->to_t + at);
            ray.t_low = vf_load(p->t_low + at);
            ray.t_high = vf_load(p->t_high + at);
            const vf best = vf_load(p->best + at);
            pad_areas(&areas);
            contacts_of(&ray, &areas, lines_apart(&areas, areas.pad), &found);
            const vm better = vm_and(found.sure, vf_less(found.t, best));
            const uint32_t sure = vm_bits(found.sure);
            const uint32_t left = (~vm_bits(vm_or(found.apart, found.sure)) |
                                   vm_bits(vm_and(found.sure, vf_equal(found.t, best)))) &
                                  (uint32_t)((UINT64_C(1) << LANES) - 1);
            const vf now = job->kind == TRACE_ANY ? vf_set(-INFINITY) : found.t;
            vf_store(p->best + at, vm_select(better, now, best));
            vf_store(p->id + at, vm_select(better, vf_set(id), vf_load(p->id + at)));
            if (job->kind == TRACE_NEAREST) {
                vf_store(p->u + at, vm_select(better, found.u, vf_load(p->u + at)));
                vf_store(p->v + at, vm_select(better, found.v, vf_load(p->v + at)));
            }
            if (left) take_lanes(job, p, at, leaf, k, left, sure, &found);
        }
    }
    p->latest[block] = latest_of(p, block);
}

// The rays of a block from a child on: each box is asked of all of them.
static void trace_block(struct lbx_tracing *job, struct packet *p, size_t block, uint32_t from) {
    struct waiting stack[WAITING];
    size_t height = 1;
    stack[0] = (struct waiting){-INFINITY, from};
    while (height > 0) {
        const struct waiting top = stack[--height];
        if (top.enter > p->latest[block]) continue;
        if (is_leaf(top.child)) {
            block_leaf(job, p, block, &job->tree.leaf[leaf_first(top.child)],
                       leaf_count(top.child));
            continue;
        }
        const struct lbx_aabb_node *const node = &job->tree.node[top.child];
        const size_t begin = height;
        for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++) {
            vf in[3], out[3];
            for (int c = 0; c < 3; c++) {
                in[c] = vf_set(near_row(node, p->octant, c)[k]);
                out[c] = vf_set(far_row(node, p->octant, c)[k]);
            }
            vf entered = vf_set(INFINITY); // of the rays that meet it, where the first one does
            uint32_t met = 0;
            for (size_t at = block * BLOCK; at < (block + 1) * BLOCK; at += LANES) {
                vf first = vf_load(p->t_low + at), last = vf_load(p->best + at);
                for (int c = 0; c < 3; c++) {
                    const vf inverse = vf_load(p->inverse[c] + at);
                    const vf near = vf_load(p->near[c] + at), far = vf_load(p->far[c] + at);
                    first = vf_max(multiply_add(LANES_FUSE, in[c], inverse, near), first);
                    last = vf_min(multiply_add(LANES_FUSE, out[c], inverse, far), last);
                }
                const vm meets = vf_at_most(first, last);
                met |= vm_bits(meets);
                entered = vf_min(vm_select(meets, first, vf_set(INFINITY)), entered);
            }
            if (!(met & (uint32_t)((UINT64_C(1) << LANES) - 1))) continue;
            height = push_waiting(stack, begin, height, least_lane(entered), node->child[k]);
        }
    }
}

// What is known of a packet in all lanes: its range of inverse directions, and of origins, grown.
struct packet_lanes {
    vf inverse[2][3], near[3], far[3];
};

// Of the first n floats of a row, which repeats its last one up to OPENED.
FORCE_INLINE void range_of_row(const float *row, size_t n, float *low, float *high) {
    vf least = vf_load(row), most = least;
    for (size_t i = LANES; i < n; i += LANES) {
        least = vf_min(vf_load(row + i), least);
        most = vf_max(vf_load(row + i), most);
    }
    *low = least_lane(least);
    *high = -least_lane(vf_negate(most));
}

FORCE_INLINE void open_packet_lanes(const struct packet *p, struct packet_lanes *l) {
    float low[3], high[3], large = 0;
    for (unsigned c = 0; c < 3; c++) {
        range_of_row(p->origin[(c + 2 - p->axis) % 3], p->n, &low[c], &high[c]); // it is turned
        large = fabsf(low[c]) > large ? fabsf(low[c]) : large;
        large = fabsf(high[c]) > large ? fabsf(high[c]) : large;
    }
    const float grow = (p->reach + large) * (1.25f * TRACE_GROW) + 2 * TRACE_LEAST;
    for (unsigned c = 0; c < 3; c++) {
        const bool down = p->octant >> c & 1;
        float least, most;
        range_of_row(p->inverse[c], p->n, &least, &most);
        l->inverse[0][c] = vf_set(least);
        l->inverse[1][c] = vf_set(most);
        l->near[c] = vf_set(down ? low[c] - grow : high[c] + grow);
        l->far[c] = vf_set(down ? high[c] + grow : low[c] - grow);
    }
}

// Which of a node's children some ray of a packet may meet, and from where on.
FORCE_INLINE uint32_t ask_packet(const struct packet_lanes *l, unsigned octant, float latest,
                                 const struct lbx_aabb_node *node,
                                 float enter[TREE_WIDTH + LANES]) {
    uint32_t met = 0;
    for (unsigned part = 0; part < PARTS; part++) {
        vf first = vf_set(0), last = vf_set(latest);
        for (int c = 0; c < 3; c++) {
            const vf in = vf_sub(vf_load(near_row(node, octant, c) + part * STEP), l->near[c]);
            const vf out = vf_sub(vf_load(far_row(node, octant, c) + part * STEP), l->far[c]);
            first =
                vf_max(vf_min(vf_mul(in, l->inverse[0][c]), vf_mul(in, l->inverse[1][c])), first);
            last =
                vf_min(vf_max(vf_mul(out, l->inverse[0][c]), vf_mul(out, l->inverse[1][c])), last);
        }
        vf_store(enter + part * STEP, first);
        met |= (vm_bits(vf_at_most(first, last)) & ((1u << STEP) - 1)) << part * STEP;
    }
    return met;
}

static void trace_packet(struct lbx_tracing *job, struct packet *p) {
    struct waiting stack[WAITING];
    struct packet_lanes lanes;
    const size_t blocks = (p->n + BLOCK - 1) / BLOCK;
    size_t height = 1;
    float latest = -INFINITY;
    open_packet_lanes(p, &lanes);
    for (size_t b = 0; b < blocks; b++) {
        p->latest[b] = latest_of(p, b);
        latest = p->latest[b] > latest ? p->latest[b] : latest;
    }
    stack[0] = (struct waiting){-INFINITY, job->tree.node->child[0]};
    while (height > 0) {
        const struct waiting top = stack[--height];
        if (top.enter > latest) continue;
        if (!is_leaf(top.child)) {
            const struct lbx_aabb_node *const node = &job->tree.node[top.child];
            float enter[TREE_WIDTH + LANES];
            uint32_t met = ask_packet(&lanes, p->octant, latest, node, enter);
            if (bits_count(met) < WIDE) {
                const size_t begin = height;
                for (; met; met &= met - 1) {
                    const unsigned k = (unsigned)__builtin_ctz(met);
                    if (node->child[k])
                        height = push_waiting(stack, begin, height, enter[k], node->child[k]);
                }
                continue;
            }
        }
        latest = -INFINITY;
        for (size_t b = 0; b < blocks; b++) {
            if (top.enter <= p->latest[b]) trace_block(job, p, b, top.child);
            latest = p->latest[b] > latest ? p->latest[b] : latest;
        }
    }
}

#endif
