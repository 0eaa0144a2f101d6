// SPDX-License-Identifier: MIT
// Rays against a tree's nodes of eight axis-aligned boxes: ray_aabb.c, with a box in each lane.
//
// Each ray is tested by itself against the rows of its node: min x of eight boxes, min y, ... The
// outputs are one byte per ray, in which bit k is that of box k, and t_enter of all eight boxes,
// +inf for a miss. Verdicts and t have the bits of ray_aabb.c, not fused. The signs of a direction
// pick which rows are the near planes.
#include "batch/kernel.h"
#include "math/ray_slabs.h"

enum {
    NODE_BOXES = 8,
    NODE_STEP = LANES < NODE_BOXES ? LANES : NODE_BOXES // boxes per vector
};

// One coordinate of NODE_STEP boxes. gcc 12 would use a mask for a count of LANES, too.
FORCE_INLINE vf load_boxes(const float *p) {
    return NODE_STEP == LANES ? vf_load(p) : vf_load_first(p, NODE_STEP);
}

// A ray, broadcast.
struct node_ray {
    vf origin[3], minus_inverse[3], t_low, t_high;
    uintptr_t down[3]; // all ones for an axis along which it goes down, otherwise 0
};

// Reading and inverting LANES rays at once, by way of memory, took 4 of 11 ns a node.
FORCE_INLINE void read_node_ray(const struct lbx_operand *rays, size_t i, struct node_ray *to) {
    float own[ray_floats];
    const unsigned given = operand_ray(rays, i, own);
    for (int c = 0; c < 3; c++) {
        int32_t bits;
        memcpy(&bits, &own[3 + c], sizeof bits);
        to->down[c] = (uintptr_t)(intptr_t)(bits >> 31);
        to->origin[c] = vf_set(own[c]);
        to->minus_inverse[c] =
            vf_set(given & RAY_INVERSE ? own[3 + c] * -RAY_T_SCALE : -RAY_T_SCALE / own[3 + c]);
    }
    struct ray ray = {.has_t_min = given & RAY_T_MIN, .has_t_max = given & RAY_T_MAX};
    ray.t_min = vf_set(own[RAY_AT_T_MIN]);
    ray.t_max = vf_set(own[RAY_AT_T_MAX]);
    scaled_range(&ray, &to->t_low, &to->t_high);
}

// Tests a ray against the node that is `offset` bytes behind the pointers of `nodes`. Returns one
// bit per box that the ray meets; writes t only if `wanted`.
FORCE_INLINE uint32_t node_meets(const struct node_ray *ray, const struct lbx_operand *nodes,
                                 size_t offset, bool wanted, float *t) {
    const float *near_row[3], *far_row[3];
    for (int c = 0; c < 3; c++) {
        // Exchanges the rows if the ray goes down. A condition would be a branch.
        const uintptr_t min = (uintptr_t)nodes->at[c], max = (uintptr_t)nodes->at[3 + c];
        const uintptr_t change = (min ^ max) & ray->down[c];
        near_row[c] = (const float *)((min ^ change) + offset);
        far_row[c] = (const float *)((max ^ change) + offset);
    }
    uint32_t apart = 0;
    for (int k = 0; k < NODE_BOXES; k += NODE_STEP) {
        vf near[3], far[3], range[2];
        vm missed;
        for (int c = 0; c < 3; c++) {
            near[c] = plane_t(ray->origin[c], ray->minus_inverse[c], load_boxes(near_row[c] + k));
            far[c] = plane_t(ray->origin[c], ray->minus_inverse[c], load_boxes(far_row[c] + k));
        }
        if (wanted) {
            missed = slabs_apart_t(near, far, ray->t_low, ray->t_high, RAY_T_LEAST, range);
            unscale(range);
            vf_store_first(t + k, range[0], NODE_STEP);
        } else {
            missed = slabs_apart(near, far, ray->t_low, ray->t_high, RAY_T_LEAST);
        }
        apart |= vm_bits(missed) << k;
    }
    return ~apart & ((1u << NODE_BOXES) - 1);
}

FORCE_INLINE ptrdiff_t nodes_test(const struct lbx_operand *rays, const struct lbx_operand *nodes,
                                  size_t n, uint8_t *masks, bool wanted, float *t) {
    struct node_ray ray;
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || rays->kind != OPERAND_ONE) read_node_ray(rays, i, &ray);
        const uint32_t met = node_meets(&ray, nodes, operand_element(nodes, i) * nodes->step,
                                        wanted, t + (wanted ? NODE_BOXES * i : 0));
        if (masks) masks[i] = (uint8_t)met;
        found += bits_count(met);
    }
    return (ptrdiff_t)found;
}

#ifdef LBX_UNIT
lbx_test EXPORTED(ray_aabb8_test);
ptrdiff_t EXPORTED(ray_aabb8_test)(const struct lbx_operand *operands, size_t n, unsigned flags,
                                   uint8_t *masks, float *const *out) {
    (void)flags; // nothing is fused
    return out[0] ? nodes_test(&operands[0], &operands[1], n, masks, true, out[0])
                  : nodes_test(&operands[0], &operands[1], n, masks, false, NULL);
}
#else
ENTRIES(lbx_test, ray_aabb8_test);
ptrdiff_t lbx_ray_aabb8(const lbx_rays *rays, const lbx_aabb8s *nodes, size_t n, unsigned flags,
                        uint8_t *masks, float *t_enter) {
    float *const out[] = {t_enter};
    const struct lbx_given given[] = {{lbx_operand_rays, rays}, {lbx_operand_aabb8s, nodes}};
    struct lbx_operand operands[2];
    const ptrdiff_t answer = open_views(operands, given, 2, n, flags);
    return answer != LBX_RUN ? answer : ACTIVE(ray_aabb8_test)(operands, n, flags, masks, out);
}
#endif
