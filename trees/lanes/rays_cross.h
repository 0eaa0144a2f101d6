// SPDX-License-Identifier: MIT
// Counts the triangles of a leaf that a ray crosses, by the rule of ray_crossing.c. A vertex has
// one x and y for a ray, whichever triangle it is read from, and for the opposite ray the same.
#ifndef LBX_RAYS_CROSS_H
#define LBX_RAYS_CROSS_H

#include "../../kernels/doubles/ray_crossing.h"
#include "rays_intersect.h"

// Whether a crossing at this t counts. One at the origin does if the ray goes up along its dominant
// axis: then it does not for the opposite ray.
FORCE_INLINE bool counts_at(const struct prepared_ray *r, double t, bool up) {
    return (t > 0 || (t == 0 && up)) && (double)r->t_low <= t && t <= (double)r->t_high;
}

static __attribute__((noinline)) void cross_leaf(struct lbx_rays_job *job, struct prepared_ray *r,
                                                 const struct lbx_aabb_leaf *leaf, uint32_t count) {
    float given[RAY_ROWS];
    struct leaf_lanes lanes;
    struct turned_ray ray;
    operand_ray(job->rays, r->item, given);
    const float along = given[DIRECTION_ROW + r->axis];
    load_leaf(leaf, r->axis, &lanes);
    for (int c = 0; c < 3; c++) ray.origin[c] = vf_set(r->origin[c]);
    for (int c = 0; c < 2; c++) ray.shear[c] = vf_set(r->shear[c]);
    for (unsigned part = 0; part < PARTS; part++) {
        struct areas areas;
        areas_of(&ray, &lanes.part[part], &areas);
        pad_areas(&areas);
        const uint32_t there = ((1u << count) - 1) >> part * STEP & ((1u << STEP) - 1);
        uint32_t left = ~vm_bits(lines_pass(&areas)) & there;
        if (!left) continue;
        float x[3][LANES], y[3][LANES], z[3][LANES];
        for (int v = 0; v < 3; v++) {
            vf_store(x[v], areas.x[v]);
            vf_store(y[v], areas.y[v]);
            vf_store(z[v], areas.z[v]);
        }
        for (; left; left &= left - 1) {
            const unsigned l = (unsigned)__builtin_ctz(left), k = l + part * STEP;
            double at;
            if (!is_let(r, leaf, k)) continue;
            if (lbx_line_crosses((float[]){x[0][l], x[1][l], x[2][l]},
                                 (float[]){y[0][l], y[1][l], y[2][l]},
                                 (float[]){z[0][l], z[1][l], z[2][l]}, &at))
                r->id += counts_at(r, at / (double)along, along > 0);
        }
    }
}

#endif
