// SPDX-License-Identifier: MIT
// A capsule against the boxes of a node and the triangles of a leaf, which lie as lanes read them.
//
// A box is left out if it is apart along an axis: x, y, z, or the way from a point of the box to a
// point of the segment that are nearly the nearest ones. Where these are is found by projecting one
// to the other a few times. What is left out is apart wherever they are: the way between them is
// only the direction of an axis.
#include "../../kernels/math/triangle_capsule.h"
#include "../capsules_job.h"
#include "nodes.h"

enum { PROJECTIONS = 2 };

// A capsule whose lanes are equal. Boxes are taken from its start on.
struct touching_lanes {
    vf start[3], way[3], inverse; // of the square of the length
    vf reach;
};

FORCE_INLINE void broadcast_touching(const struct lbx_touching *q, struct touching_lanes *lanes) {
    for (int c = 0; c < 3; c++) {
        lanes->start[c] = vf_set(q->start[c]);
        lanes->way[c] = vf_sub(vf_set(q->end[c]), lanes->start[c]);
    }
    lanes->inverse = vf_div(vf_set(1), dot_product(false, lanes->way, lanes->way));
    lanes->reach = vf_set(q->reach);
}

// The point of the segment that is nearest to a point.
FORCE_INLINE vf project(const struct touching_lanes *q, const vf *point, vf at[3]) {
    const vf part = cut_part(vf_mul(dot_product(false, point, q->way), q->inverse));
    for (int c = 0; c < 3; c++) at[c] = vf_mul(part, q->way[c]);
    return part;
}

FORCE_INLINE vm boxes_apart(const struct touching_lanes *q, const vf *min, const vf *max) {
    const vf zero = vf_set(0);
    vf low[3], high[3], point[3], at[3], part = zero;
    vm apart = vf_less(zero, zero);
    for (int c = 0; c < 3; c++) {
        low[c] = vf_sub(min[c], q->start[c]);
        high[c] = vf_sub(max[c], q->start[c]);
        point[c] = vf_mul(vf_add(low[c], high[c]), vf_set(.5f));
        apart = vm_or(apart, vf_less(vf_add(vf_max(q->way[c], zero), q->reach), low[c]));
        apart = vm_or(apart, vf_less(high[c], vf_sub(vf_min(q->way[c], zero), q->reach)));
    }
    for (int k = 0; k < PROJECTIONS; k++) {
        part = project(q, point, at);
        for (int c = 0; c < 3; c++) point[c] = vf_max(vf_min(at[c], high[c]), low[c]);
    }
    part = project(q, point, at);
    for (int c = 0; c < 3; c++) point[c] = vf_sub(at[c], vf_max(vf_min(at[c], high[c]), low[c]));
    // How far apart the box and the ends are along this axis, times its length.
    const vf square = dot_product(false, point, point), rise = dot_product(false, q->way, point);
    const vf before = vf_mul(part, rise);
    const vf least = vf_add(square, vf_min(vf_negate(before), vf_sub(rise, before)));
    return vm_or(apart, vf_less(vf_mul(q->reach, vf_sqrt(square)), least));
}

static uint32_t near_boxes(const struct lbx_touching *given, const struct lbx_aabb_node *node) {
    struct touching_lanes q;
    uint32_t apart = 0;
    broadcast_touching(given, &q);
    for (unsigned part = 0; part < PARTS; part++) {
        vf min[3], max[3];
        for (int c = 0; c < 3; c++) {
            min[c] = vf_load(node->min[c] + part * STEP);
            max[c] = vf_load(node->max[c] + part * STEP);
        }
        apart |= step_bits(boxes_apart(&q, min, max), part);
    }
    return ~apart;
}

static uint32_t touched(const struct lbx_touching *given, const struct lbx_aabb_leaf *leaf) {
    struct triangle t[PARTS];
    struct capsule capsule;
    uint32_t apart = 0;
    for (int c = 0; c < 3; c++) {
        capsule.start[c] = vf_set(given->start[c]);
        capsule.end[c] = vf_set(given->end[c]);
    }
    capsule.radius = vf_set(given->radius);
    load_corners(leaf, t);
    for (unsigned part = 0; part < PARTS; part++)
        apart |= step_bits(triangle_capsule_apart(false, &t[part], &capsule), part);
    return ~apart;
}

const struct lbx_touch_entry EXPORTED(tree_capsules) = {near_boxes, touched};
