// SPDX-License-Identifier: MIT
// Packets: rays that are close together and of one kind. They go down the tree in blocks of 16,
// whose ranges of origins and inverse directions are known. A node's eight boxes are tested against
// the range of one block, or of all blocks together; one box is tested against the ranges of all
// blocks at once. In a leaf the triangles that a block's range does not exclude are tested against
// its rays, a ray a lane.
#ifndef LBX_RAYS_TRAVERSE_PACKET_H
#define LBX_RAYS_TRAVERSE_PACKET_H

#include "rays_packet.h"

enum {
    BLOCKS_FEW = 3,    // so few blocks go on by themselves
    CHILDREN_WIDE = 6, // if all blocks together meet so many children, each goes on by itself
    RAYS_SPARSE = 4    // so few rays of a block are tested against a leaf by themselves
};

// Accepts lanes one by one: those that floats leave undecided, and hits as near as an earlier one.
static __attribute__((noinline)) void accept_lanes(struct lbx_rays_job *job, struct packet *p,
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
        struct prepared_ray ray = load_ray(p, i);
        if (sure >> l & 1)
            accept_hit(job, &ray, leaf, k, t[l], u[l], v[l]);
        else
            retest_in_double(job, &ray, leaf, k);
        store_ray(p, i, &ray);
    }
}

// Which of a leaf's triangles some ray of a block may meet: those whose vertices, as the rays see
// them, are not all on one side. The rays see a vertex within a distance of where the middle ray
// sees it.
FORCE_INLINE uint32_t cull_triangles(const struct packet *p, size_t block,
                                     const struct lbx_aabb_leaf *leaf) {
    const float *const known = p->block[0] + block;
    vf middle[5], away[2], astray[2];
    for (int c = 0; c < 5; c++) middle[c] = vf_set(known[(ROW_MIDDLE + c) * BLOCKS]);
    for (int c = 0; c < 2; c++) {
        away[c] = vf_set(known[(ROW_AWAY + c) * BLOCKS]);
        astray[c] = vf_set(known[(ROW_ASTRAY + c) * BLOCKS]);
    }
    uint32_t culled = 0;
    for (unsigned part = 0; part < PARTS; part++) {
        vf least[2], most[2];
        for (int v = 0; v < 3; v++) {
            vf x[3];
            for (unsigned c = 0; c < 3; c++)
                x[c] = vf_sub(vf_load(leaf->vertex[turned_axis(p->axis, c)][v] + part * STEP),
                              middle[c]);
            const vf far = vf_abs(x[2]);
            for (int c = 0; c < 2; c++) {
                const vf at = vf_sub(x[c], vf_mul(middle[3 + c], x[2]));
                const vf off = vf_add(away[c], vf_mul(astray[c], far));
                const vf low = vf_sub(at, off), high = vf_add(at, off);
                least[c] = v ? vf_min(low, least[c]) : low;
                most[c] = v ? vf_max(high, most[c]) : high;
            }
        }
        const vf none = vf_set(0);
        const vm apart = vm_or(vm_or(vf_less(none, least[0]), vf_less(most[0], none)),
                               vm_or(vf_less(none, least[1]), vf_less(most[1], none)));
        culled |= step_bits(apart, part);
    }
    return ~culled;
}

// Tests all triangles of a leaf against some rays of a block, two rays at a time.
static __attribute__((noinline)) void
intersect_leaf_by_rays(struct lbx_rays_job *job, struct packet *p, size_t block, uint32_t rays,
                       const struct lbx_aabb_leaf *leaf, uint32_t count) {
    struct leaf_lanes lanes;
    load_leaf(leaf, p->axis, &lanes);
    while (rays) {
        const size_t i = block * BLOCK + (size_t)__builtin_ctz(rays);
        rays &= rays - 1;
        struct prepared_ray a = load_ray(p, i);
        if (AT_ONCE == 1 || !rays) {
            struct prepared_ray *const both[2] = {&a, &a};
            intersect_leaf(false, job, both, 1, leaf, count, &lanes);
        } else {
            const size_t j = block * BLOCK + (size_t)__builtin_ctz(rays);
            rays &= rays - 1;
            struct prepared_ray b = load_ray(p, j);
            struct prepared_ray *const both[2] = {&a, &b};
            intersect_leaf(false, job, both, 2, leaf, count, &lanes);
            store_ray(p, j, &b);
        }
        store_ray(p, i, &a);
    }
    p->latest[block] = latest_of(p, block);
}

// Traverses fine boxes with some rays of a block, one by one.
static __attribute__((noinline)) void traverse_fine_by_rays(struct lbx_rays_job *job,
                                                            struct packet *p, size_t block,
                                                            uint32_t rays, uint32_t child) {
    for (; rays; rays &= rays - 1) {
        const size_t i = block * BLOCK + (size_t)__builtin_ctz(rays);
        struct prepared_ray ray = load_ray(p, i);
        for (int c = 0; c < 3; c++) ray.inverse[c] = p->inverse[c][i];
        ray.axis = p->axis;
        ray.octant = p->octant;
        traverse_fine(job, &ray, child);
        store_ray(p, i, &ray);
    }
    p->latest[block] = latest_of(p, block);
}

// Tests one triangle of a leaf after the other against all rays of a block.
FORCE_INLINE void intersect_leaf_by_block(struct lbx_rays_job *job, struct packet *p, size_t block,
                                          const struct lbx_aabb_leaf *leaf, uint32_t count) {
    const float beside = RAY_BESIDE * leaf->longest;
    const vf pad = vf_set(beside * (beside + p->reach) * RAY_AREA_PAD + p->rounding);
    uint32_t changed = 0;
    uint32_t met = cull_triangles(p, block, leaf) & ((1u << count) - 1);
    for (; met; met &= met - 1) {
        const unsigned k = (unsigned)__builtin_ctz(met);
        if (leaf->mask[k] == 0) continue; // the rays' are all ones
        struct triangle seen;
        for (unsigned c = 0; c < 3; c++) {
            for (unsigned v = 0; v < 3; v++)
                seen.vertex[v][c] = vf_set(leaf->vertex[turned_axis(p->axis, c)][v][k]);
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
            contacts_of(&ray, &areas, lines_pass(&areas), &found);
            const vm better = vm_and(found.sure, vf_less(found.t, best));
            const uint32_t sure = vm_bits(found.sure);
            const uint32_t left = (~vm_bits(vm_or(found.apart, found.sure)) |
                                   vm_bits(vm_and(found.sure, vf_equal(found.t, best)))) &
                                  ALL_LANES;
            const vf now = job->query == QUERY_ANY ? vf_set(-INFINITY) : found.t;
            vf_store(p->best + at, vm_select(better, now, best));
            vf_store(p->id + at, vm_select(better, vf_set(id), vf_load(p->id + at)));
            if (job->query == QUERY_NEAREST) {
                vf_store(p->u + at, vm_select(better, found.u, vf_load(p->u + at)));
                vf_store(p->v + at, vm_select(better, found.v, vf_load(p->v + at)));
            }
            if (left) accept_lanes(job, p, at, leaf, k, left, sure, &found);
            changed |= vm_bits(better) | left;
        }
    }
    if (changed) p->latest[block] = latest_of(p, block);
}

// Which rays of a block meet a box.
FORCE_INLINE uint32_t intersect_rays_box(const struct packet *p, size_t block,
                                         const struct lbx_aabb_node *node, unsigned k) {
    vf in[3], out[3];
    for (int c = 0; c < 3; c++) {
        in[c] = vf_set(near_row(node, p->octant, c)[k]);
        out[c] = vf_set(far_row(node, p->octant, c)[k]);
    }
    uint32_t met = 0;
    for (size_t l = 0; l < BLOCK; l += LANES) {
        const size_t at = block * BLOCK + l;
        vf first = vf_load(p->t_low + at), last = vf_load(p->best + at);
        for (int c = 0; c < 3; c++) {
            const vf inverse = vf_load(p->inverse[c] + at);
            const vf near = vf_load(p->near[c] + at), far = vf_load(p->far[c] + at);
            intersect_slabs(in[c], out[c], inverse, near, far, &first, &last);
        }
        met |= vm_bits(vf_at_most(first, last)) << l;
    }
    return met;
}

// The same for all rays of a range: with the least and the greatest inverse direction, and planes
// relative to the origins that make the entry earliest and the exit latest.
FORCE_INLINE void intersect_slabs_of_all(vf in, vf out, vf least, vf most, vf *first, vf *last) {
    *first = vf_max(vf_min(vf_mul(in, least), vf_mul(in, most)), *first);
    *last = vf_min(vf_max(vf_mul(out, least), vf_mul(out, most)), *last);
}

// Which of a node's children rays of a range may meet, and from which t on. Rows of the range are
// `step` floats apart.
FORCE_INLINE uint32_t intersect_ranges_node(const float *range, size_t step, unsigned octant,
                                            float latest, const struct lbx_aabb_node *node,
                                            float enter[TREE_WIDTH + LANES]) {
    uint32_t met = 0;
    for (unsigned part = 0; part < PARTS; part++) {
        vf first = vf_set(0), last = vf_set(latest);
        for (unsigned c = 0; c < 3; c++) {
            const float *const of = range + c * step;
            const vf least = vf_set(of[ROW_LEAST * step]), most = vf_set(of[ROW_MOST * step]);
            const vf in = vf_sub(vf_load(near_row(node, octant, (int)c) + part * STEP),
                                 vf_set(of[ROW_NEAR * step]));
            const vf out = vf_sub(vf_load(far_row(node, octant, (int)c) + part * STEP),
                                  vf_set(of[ROW_FAR * step]));
            intersect_slabs_of_all(in, out, least, most, &first, &last);
        }
        vf_store(enter + part * STEP, first);
        met |= step_bits(vf_at_most(first, last), part);
    }
    return met;
}

// Which blocks may meet a child.
FORCE_INLINE uint32_t intersect_blocks_box(const struct packet *p, const struct lbx_aabb_node *node,
                                           unsigned k) {
    uint32_t met = 0;
    for (size_t b = 0; b < BLOCKS; b += LANES) {
        vf first = vf_set(0), last = vf_load(p->latest + b);
        for (int c = 0; c < 3; c++) {
            const vf least = vf_load(p->block[ROW_LEAST + c] + b);
            const vf most = vf_load(p->block[ROW_MOST + c] + b);
            const vf in = vf_sub(vf_set(near_row(node, p->octant, c)[k]),
                                 vf_load(p->block[ROW_NEAR + c] + b));
            const vf out =
                vf_sub(vf_set(far_row(node, p->octant, c)[k]), vf_load(p->block[ROW_FAR + c] + b));
            intersect_slabs_of_all(in, out, least, most, &first, &last);
        }
        met |= vm_bits(vf_at_most(first, last)) << b;
    }
    return met;
}

// A child that some rays of a block, or some blocks of a packet, have yet to visit.
struct group_entry {
    float enter;
    uint32_t child, members;
    uint32_t node, place; // whose child it is
};

// Pushes child k of a node as push_sorted does.
FORCE_INLINE size_t push_group(const struct lbx_rays_job *job, struct group_entry *stack,
                               size_t begin, size_t height, uint32_t node, unsigned k, float enter,
                               uint32_t members) {
    const uint32_t child = job->tree.node[node].child[k];
    size_t at = height;
    prefetch_child(&job->tree, child);
    for (; at > begin && stack[at - 1].enter < enter; at--) stack[at] = stack[at - 1];
    stack[at] = (struct group_entry){enter, child, members, node, k};
    return height + 1;
}

// Which of `count` floats are not less than `enter`.
FORCE_INLINE uint32_t not_past(const float *latest, size_t count, float enter) {
    uint32_t bits = 0;
    for (size_t l = 0; l < count; l += LANES)
        bits |= vm_bits(vf_at_most(vf_set(enter), vf_load(latest + l))) << l;
    return bits;
}

// Traverses what is below a child with some rays of a block.
static void traverse_block(struct lbx_rays_job *job, struct packet *p, size_t block,
                           struct group_entry from) {
    struct group_entry stack[STACK_ENTRIES];
    size_t height = 1;
    stack[0] = from;
    while (height > 0) {
        // pop the next child, unless all its rays have found nearer hits
        const struct group_entry top = stack[--height];
        const uint32_t rays = top.members & not_past(p->best + block * BLOCK, BLOCK, top.enter);
        if (!rays) continue;

        // a leaf: intersect its triangles, by rays or by the block; fine boxes: traverse them
        if (top.child >= FINE_BIT) {
            const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[leaf_first(top.child)];
            if (!is_leaf(top.child))
                traverse_fine_by_rays(job, p, block, rays, top.child);
            else if (bits_count(rays) <= RAYS_SPARSE)
                intersect_leaf_by_rays(job, p, block, rays, leaf, leaf_count(top.child));
            else
                intersect_leaf_by_block(job, p, block, leaf, leaf_count(top.child));
            continue;
        }

        // a node: push the children that the block's range and some of its rays meet
        const struct lbx_aabb_node *const node = &job->tree.node[top.child];
        const size_t begin = height;
        float enter[TREE_WIDTH + LANES];
        uint32_t met = intersect_ranges_node(p->block[0] + block, BLOCKS, p->octant,
                                             p->latest[block], node, enter);
        for (; met; met &= met - 1) {
            const unsigned k = (unsigned)__builtin_ctz(met);
            const uint32_t meet = node->child[k] ? intersect_rays_box(p, block, node, k) & rays : 0;
            if (meet) height = push_group(job, stack, begin, height, top.child, k, enter[k], meet);
        }
    }
}

// Traverses the tree with all blocks of a packet together, as long as that pays.
static void traverse_packet(struct lbx_rays_job *job, struct packet *p) {
    const uint32_t all = (1u << (p->n + BLOCK - 1) / BLOCK) - 1;
    struct group_entry stack[STACK_ENTRIES];
    size_t height = 1;
    stack[0] = (struct group_entry){-INFINITY, job->tree.node->child[0], all, 0, 0};
    while (height > 0) {
        // pop the next child, and test its boxes against the range of all rays
        struct group_entry top = stack[--height];
        uint32_t blocks = top.members & not_past(p->latest, BLOCKS, top.enter), met = 0;
        const struct lbx_aabb_node *node = &job->tree.node[top.node];
        float enter[TREE_WIDTH + LANES];
        bool apart = top.child >= FINE_BIT || bits_count(blocks) <= BLOCKS_FEW;
        if (!apart) {
            met = intersect_ranges_node(p->whole, 1, p->octant, INFINITY,
                                        &job->tree.node[top.child], enter);
            apart = bits_count(met) >= CHILDREN_WIDE;
        }

        // a leaf, fine boxes, few blocks or many children: each block goes on by itself
        if (apart) {
            for (; blocks; blocks &= blocks - 1) {
                const size_t block = (size_t)__builtin_ctz(blocks);
                top.members = intersect_rays_box(p, block, node, top.place);
                if (top.members) traverse_block(job, p, block, top);
            }
            continue;
        }

        // else push the children that blocks meet
        node = &job->tree.node[top.child];
        const size_t begin = height;
        for (; met; met &= met - 1) {
            const unsigned k = (unsigned)__builtin_ctz(met);
            const uint32_t meet = node->child[k] ? intersect_blocks_box(p, node, k) & blocks : 0;
            if (meet) height = push_group(job, stack, begin, height, top.child, k, enter[k], meet);
        }
    }
}

#endif
