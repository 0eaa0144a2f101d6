// SPDX-License-Identifier: MIT
// Where rays meet triangles, in lanes: Woop, Benthin and Wald 2013. z is exchanged with the
// axis that the ray follows most, and coordinates are sheared so that the ray runs along z through
// x = y = 0. The line then meets the triangle if the areas it spans with the edges have one sign.
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

struct contacts {
    vm apart, met; // if neither, decided in double
    vm sure;       // met, and t, u and v are right: u and v above 0, u + v below 1
    vf t, u, v;
};

// A triangle as the ray sees it: its vertices, and the areas that the ray spans with the edges
// opposite to them. `beside` and `depth` are those of the farthest vertex.
struct areas {
    vf x[3], y[3], z[3], side[3];
    vf beside, depth, sum, pad;
};

// A vertex relative to the ray's origin, turned as the ray is, sheared.
FORCE_INLINE void shear_vertex(const struct turned_ray *ray, const vf p[3], struct areas *a,
                               int v) {
    a->x[v] = vf_sub(p[0], vf_mul(ray->shear[0], p[2]));
    a->y[v] = vf_sub(p[1], vf_mul(ray->shear[1], p[2]));
    a->z[v] = p[2];
}

FORCE_INLINE void areas_between(struct areas *a) {
    for (int v = 0; v < 3; v++) {
        const int i = (v + 1) % 3, j = (v + 2) % 3;
        a->side[v] = vf_sub(vf_mul(a->x[j], a->y[i]), vf_mul(a->y[j], a->x[i]));
    }
}

// The areas of a triangle that is turned as the ray is.
FORCE_INLINE void areas_of(const struct turned_ray *ray, const struct triangle *turned,
                           struct areas *a) {
    for (int v = 0; v < 3; v++) {
        vf p[3];
        for (int c = 0; c < 3; c++) p[c] = vf_sub(turned->vertex[v][c], ray->origin[c]);
        shear_vertex(ray, p, a, v);
    }
    areas_between(a);
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
    c->met = vm_and(inside, within);
    c->sure = vm_and(c->met, broad);
    c->u = weight[0];
    c->v = weight[1];
}

// The axis that each ray follows most: z if it is neither x nor y.
struct most {
    vm is_x, is_y;
};

// Exchanges z with that axis, here by number.
FORCE_INLINE unsigned turned_axis(unsigned most, unsigned axis) {
    return axis == 2 ? most : axis == most ? 2 : axis;
}

// Exchanges z with it in each lane. Exchanging two axes turns all areas' signs, but takes two
// swaps; a rotation of three takes six blends, of three operations each on Intel's cores.
FORCE_INLINE void turn_point(const struct most *most, vf p[3]) {
    vf_swap(most->is_x, &p[0], &p[2]);
    vf_swap(most->is_y, &p[1], &p[2]);
}

FORCE_INLINE void turn_ray(const struct ray *ray, struct turned_ray *turned, struct most *most) {
    vf direction[3];
    for (int c = 0; c < 3; c++) {
        direction[c] = ray->direction[c];
        turned->origin[c] = ray->origin[c];
    }
    const vf x = vf_abs(direction[0]), y = vf_abs(direction[1]), z = vf_abs(direction[2]);
    most->is_x = vm_and(vf_at_most(y, x), vf_at_most(z, x));
    most->is_y = vm_and_not(vf_at_most(z, y), most->is_x);
    turn_point(most, turned->origin);
    turn_point(most, direction);
    for (int c = 0; c < 2; c++) turned->shear[c] = vf_div(direction[c], direction[2]);
    turned->inverse = vf_div(vf_set(1), direction[2]);
    ray_range(ray, &turned->t_low, &turned->t_high);
}

#endif
