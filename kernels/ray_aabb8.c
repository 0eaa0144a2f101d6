// SPDX-License-Identifier: MIT
// Rays against a tree's nodes of eight axis-aligned boxes: ray_aabb.c, with a box in each lane.
//
// LANES rays are read and inverted at once. Then each ray is tested by itself against the rows of
// its node: min x of eight boxes, min y, ... The outputs are one byte per ray, in which bit k is
// that of box k, and t_enter of all eight boxes, +inf for a miss. Verdicts and t have the bits of
// ray_aabb.c, not fused. The sign of -1 / direction picks which row is the near plane.
#include "batch/kernel.h"
#include "math/ray_slabs.h"

enum {
    NODE_BOXES = 8,
    NODE_STEP = LANES < NODE_BOXES ? LANES : NODE_BOXES, // boxes per vector
    ALONG_INVERSE = 3,
    ALONG_LOW = 6,
    ALONG_HIGH,
    ALONG_ROWS // after the origin
};

// What the tests need of rays: float k of ray l is row[k][l].
struct along {
    float row[ALONG_ROWS][LANES];
};

// As read_floats, if the ranges of t have steps of their own, or rays have an end.
static __attribute__((noinline, unused)) void read_apart(const struct lbx_operand *rays,
                                                         size_t first, size_t count,
                                                         unsigned floats, vf at[ray_floats]) {
    float x[ray_floats][LANES] = {{0}};
    for (size_t l = 0; l < count; l++) {
        float ray[ray_floats];
        operand_ray(rays, first + l, ray);
        for (unsigned k = 0; k < ray_floats; k++) x[k][l] = ray[k];
    }
    for (unsigned k = 0; k < ray_floats; k++)
        if (floats >> k & 1) at[k] = vf_load(x[k]);
}

// Reads `count` rays from item `first` on: float k of each where `floats` has bit k.
static __attribute__((unused)) void read_floats(const struct lbx_operand *rays, size_t first,
                                                size_t count, unsigned floats, vf at[ray_floats]) {
    size_t offset[LANES] = {0};
    if (rays->kind == OPERAND_CONTIGUOUS) {
        for (unsigned k = 0; k < ray_floats; k++)
            if (floats >> k & 1) at[k] = vf_load_first(rays->at[k] + first, count);
        return;
    }
    if (rays->t_step != rays->step || rays->optional & RAY_END) {
        read_apart(rays, first, count, floats, at);
        return;
    }
    for (size_t l = 0; l < count; l++) offset[l] = operand_element(rays, first + l) * rays->step;
    for (unsigned k = 0; k < ray_floats; k++) {
        float x[LANES] = {0};
        if (!(floats >> k & 1)) continue;
        for (size_t l = 0; l < count; l++)
            x[l] = *(const float *)((const char *)rays->at[k] + offset[l]);
        at[k] = vf_load(x);
    }
}

// Makes the rows of `count` rays from item `first` on.
static __attribute__((unused)) void read_along(const struct lbx_operand *rays, size_t first,
                                               size_t count, struct along *along) {
    const unsigned given = rays->optional;
    struct ray ray = {.inverted = given & RAY_INVERSE,
                      .has_t_min = given & RAY_T_MIN,
                      .has_t_max = given & (RAY_T_MAX | RAY_END)};
    vf at[ray_floats], minus_inverse[3], t_low, t_high;
    for (unsigned k = 0; k < ray_floats; k++) at[k] = vf_set(0);
    read_floats(rays, first, count,
                0x3f | (ray.has_t_min ? 1u << RAY_AT_T_MIN : 0) |
                    (ray.has_t_max ? 1u << RAY_AT_T_MAX : 0),
                at);
    for (int c = 0; c < 3; c++) {
        ray.origin[c] = at[c];
        ray.direction[c] = at[3 + c];
    }
    ray.t_min = at[RAY_AT_T_MIN];
    ray.t_max = at[RAY_AT_T_MAX];
    ray_inverse(&ray, minus_inverse);
    scaled_range(&ray, &t_low, &t_high);
    for (int c = 0; c < 3; c++) {
        vf_store(along->row[c], ray.origin[c]);
        vf_store(along->row[ALONG_INVERSE + c], minus_inverse[c]);
    }
    vf_store(along->row[ALONG_LOW], t_low);
    vf_store(along->row[ALONG_HIGH], t_high);
}

// Tests ray l against the node that is `offset` bytes behind the pointers of `nodes`. Returns one
// bit per box that the ray meets; writes t only if `wanted`.
FORCE_INLINE uint32_t along_meets(const struct along *along, size_t l,
                                  const struct lbx_operand *nodes, size_t offset, bool wanted,
                                  float *t) {
    const float *near_row[3], *far_row[3];
    vf origin[3], minus_inverse[3];
    for (int c = 0; c < 3; c++) {
        const float inverse = along->row[ALONG_INVERSE + c][l];
        const float *const min = (const float *)((const char *)nodes->at[c] + offset);
        const float *const max = (const float *)((const char *)nodes->at[3 + c] + offset);
        near_row[c] = signbit(inverse) ? min : max; // minus 1 / dir: no sign if the ray runs down
        far_row[c] = signbit(inverse) ? max : min;
        origin[c] = vf_set(along->row[c][l]);
        minus_inverse[c] = vf_set(inverse);
    }
    const vf t_low = vf_set(along->row[ALONG_LOW][l]), t_high = vf_set(along->row[ALONG_HIGH][l]);
    uint32_t apart = 0;
    for (int k = 0; k < NODE_BOXES; k += NODE_STEP) {
        vf near[3], far[3], range[2];
        vm missed;
        for (int c = 0; c < 3; c++) {
            near[c] =
                plane_t(origin[c], minus_inverse[c], vf_load_first(near_row[c] + k, NODE_STEP));
            far[c] = plane_t(origin[c], minus_inverse[c], vf_load_first(far_row[c] + k, NODE_STEP));
        }
        if (wanted) {
            missed = slabs_apart_t(near, far, t_low, t_high, RAY_T_LEAST, range);
            unscale(range);
            vf_store_first(t + k, range[0], NODE_STEP);
        } else {
            missed = slabs_apart(near, far, t_low, t_high, RAY_T_LEAST);
        }
        apart |= vm_bits(missed) << k;
    }
    return ~apart & ((1u << NODE_BOXES) - 1);
}

FORCE_INLINE ptrdiff_t nodes_test(const struct lbx_operand *rays, const struct lbx_operand *nodes,
                                  size_t n, uint8_t *masks, bool wanted, float *t) {
    struct along along;
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t l = i % LANES;
        if (l == 0 && (i == 0 || rays->kind != OPERAND_ONE))
            read_along(rays, i, n - i < LANES ? n - i : LANES, &along);
        const uint32_t met = along_meets(&along, l, nodes, operand_element(nodes, i) * nodes->step,
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
