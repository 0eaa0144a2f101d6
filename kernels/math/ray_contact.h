// SPDX-License-Identifier: MIT
// Where rays meet triangles, in lanes: Woop, Benthin and Wald 2013. Coordinates are permuted so
// that z is the axis that the ray follows most, and sheared so that the ray runs along z through x
// = y = 0. The line then meets the triangle if the areas it spans with the edges have one sign.
//
// These floats decide what is certainly apart and what is certainly hit. The rest is decided in
// double: rays within a few roundings of an edge or of an end of their range, and triangles of
// which the ray sees little more than a segment. numerics.md derives the constants.
#ifndef LBX_RAY_CONTACT_H
#define LBX_RAY_CONTACT_H

#include "../doubles/ray_double.h"
#include "slabs.h"

#define CONTACT_PAD 0x1.2p-20f  // 18 roundings, of the areas
#define CONTACT_T 0x1p-20f      // 16, of t
#define CONTACT_LEAST 0x1p-96f  // of areas: smaller ones may have vanished
#define CONTACT_MOST 0x1p100f   // and larger ones may overflow
#define CONTACT_DEPTH 0x1p-60f  // of depths: the t of nearer ones may have vanished
#define CONTACT_SLENDER 0x1p-6f // of the farthest vertex squared: less is decided in double

// A ray with permuted axes: z is the axis that it follows most.
struct turned_ray {
    vf origin[3], shear[2], inverse; // of the direction along z
    vf t_low, t_high;
};

struct contacts {
    vm apart, sure; // if neither, decided in double
    vf t, u, v;     // of the lanes that are sure: u and v above 0, u + v below 1
};

// A triangle as the ray sees it: its vertices, and the areas that the ray spans with the edges
// opposite to them. `beside` and `depth` are those of the farthest vertex.
struct areas {
    vf x[3], y[3], z[3], side[3];
    vf beside, depth, sum, pad;
};

FORCE_INLINE void areas_of(const struct turned_ray *ray, const struct triangle *turned,
                           struct areas *a) {
    for (int v = 0; v < 3; v++) {
        const vf z = vf_sub(turned->vertex[v][2], ray->origin[2]);
        const vf x = vf_sub(turned->vertex[v][0], ray->origin[0]);
        const vf y = vf_sub(turned->vertex[v][1], ray->origin[1]);
        a->x[v] = vf_sub(x, vf_mul(ray->shear[0], z));
        a->y[v] = vf_sub(y, vf_mul(ray->shear[1], z));
        a->z[v] = z;
    }
    for (int v = 0; v < 3; v++) {
        const int i = (v + 1) % 3, j = (v + 2) % 3;
        a->side[v] = vf_sub(vf_mul(a->x[j], a->y[i]), vf_mul(a->y[j], a->x[i]));
    }
}

// The effect that rounding may have on the areas, and what else follows from them.
FORCE_INLINE void pad_areas(struct areas *a) {
    a->beside = vf_max(vf_abs(a->x[0]), vf_abs(a->y[0]));
    a->depth = vf_abs(a->z[0]);
    for (int v = 1; v < 3; v++) {
        a->beside = vf_max(vf_max(vf_abs(a->x[v]), vf_abs(a->y[v])), a->beside);
        a->depth = vf_max(vf_abs(a->z[v]), a->depth);
    }
    a->sum = vf_add(vf_add(a->side[0], a->side[1]), a->side[2]);
    a->pad = vf_mul(vf_mul(a->beside, vf_add(a->beside, a->depth)), vf_set(CONTACT_PAD));
}

// Which lines certainly miss the triangle, if areas are off by `pad` at most. May pass over a NaN.
FORCE_INLINE vm lines_apart(const struct areas *a, vf pad) {
    const vf least = vf_min(vf_min(a->side[0], a->side[1]), a->side[2]);
    const vf most = vf_max(vf_max(a->side[0], a->side[1]), a->side[2]);
    const vm split = vm_and(vf_less(least, vf_negate(pad)), vf_less(pad, most));
    return vm_and(split, vf_less(vf_set(CONTACT_LEAST * CONTACT_PAD), pad));
}

// Which lines miss it by their own pad. No NaN is passed over.
FORCE_INLINE vm lines_pass(const struct areas *a) {
    return vm_and_not(lines_apart(a, a->pad), vf_unordered(a->sum, a->sum));
}

// The contacts of the lines that do not miss.
FORCE_INLINE void contacts_of(const struct turned_ray *ray, const struct areas *a, vm apart,
                              struct contacts *c) {
    const vf least = vf_min(vf_min(a->side[0], a->side[1]), a->side[2]);
    const vf most = vf_max(vf_max(a->side[0], a->side[1]), a->side[2]);
    const vm area_fits = vm_and(vf_less(vf_set(CONTACT_LEAST * CONTACT_PAD), a->pad),
                                vf_less(a->pad, vf_set(CONTACT_MOST * CONTACT_PAD)));
    const vm fits = vm_and(area_fits, vf_less(vf_set(CONTACT_DEPTH), a->depth));
    const vm inside = vm_and(fits, vm_or(vf_less(a->pad, least), vf_less(most, vf_negate(a->pad))));
    const vf inverse = vf_div(vf_set(1), a->sum);
    vf weight[2], part[2];
    for (int v = 0; v < 2; v++) { // from vertex 0, so that rounding is small for a small triangle
        weight[v] = vf_mul(a->side[v + 1], inverse);
        part[v] = vf_mul(weight[v], vf_sub(a->z[v + 1], a->z[0]));
    }
    const vf to_t = vf_abs(ray->inverse);
    const vf roundings =
        vf_add(vf_mul(vf_mul(a->pad, vf_set(6)), vf_abs(inverse)), vf_set(CONTACT_T));
    const vf slack = vf_mul(vf_mul(roundings, a->depth), to_t);
    c->t = vf_mul(vf_add(vf_add(part[0], part[1]), a->z[0]), ray->inverse);
    const vf later = vf_add(c->t, slack), earlier = vf_sub(c->t, slack);
    const vm beyond = vm_or(vf_less(later, ray->t_low), vf_less(ray->t_high, earlier));
    const vm within = vm_and(vf_at_most(ray->t_low, earlier), vf_at_most(later, ray->t_high));
    const vm broad =
        vf_at_most(vf_mul(vf_mul(a->beside, a->beside), vf_set(CONTACT_SLENDER)), vf_abs(a->sum));
    c->apart = vm_or(apart, vm_and(inside, beyond));
    c->sure = vm_and(vm_and(inside, within), broad);
    c->u = weight[0];
    c->v = weight[1];
}

// Permutes p so that the axis that the ray follows most comes last.
FORCE_INLINE void turn_point(vm is_x, vm is_y, const vf p[3], vf turned[3]) {
    turned[0] = vm_select(is_x, p[1], vm_select(is_y, p[2], p[0]));
    turned[1] = vm_select(is_x, p[2], vm_select(is_y, p[0], p[1]));
    turned[2] = vm_select(is_x, p[0], vm_select(is_y, p[1], p[2]));
}

// The axis that each ray follows most: z if it is neither x nor y.
struct most {
    vm is_x, is_y;
};

FORCE_INLINE void turn_ray(const struct ray *ray, struct turned_ray *turned, struct most *most) {
    const vf x = vf_abs(ray->direction[0]), y = vf_abs(ray->direction[1]),
             z = vf_abs(ray->direction[2]);
    vf direction[3];
    most->is_x = vm_and(vf_at_most(y, x), vf_at_most(z, x));
    most->is_y = vf_at_most(z, y); // or x
    turn_point(most->is_x, most->is_y, ray->origin, turned->origin);
    turn_point(most->is_x, most->is_y, ray->direction, direction);
    for (int c = 0; c < 2; c++) turned->shear[c] = vf_div(direction[c], direction[2]);
    turned->inverse = vf_div(vf_set(1), direction[2]);
    ray_range(ray, &turned->t_low, &turned->t_high);
}

#endif
