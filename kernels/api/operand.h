// SPDX-License-Identifier: MIT
// An operand is a view as the kernels see it: its pick is checked and folded into pointers.
#ifndef LBX_OPERAND_H
#define LBX_OPERAND_H

#include <stdbool.h>

#include "../math/elements.h"
#include "lanebox.h"

enum { PAIR_STEP = 8 }; // bytes from one entry to the next in half of a list of pairs

enum operand_kind {
    OPERAND_CONTIGUOUS, // item i of array k is at[k][i]
    OPERAND_ONE, // every item of array k is at[k][0]; no AABB that is empty, begins at -FLT_MAX or
                 // has a NaN for min x or max x
    OPERAND_COMPACT, // elements that are read in quads: all floats in a row, of OBBs, planes,
                     // triangles, spheres, or of a shape and its motion; twice x y z in a
                     // row, the second above the first, of AABBs, segments, rays without a range of
                     // t
    OPERAND_STAGED   // anything else
};

// Item i of array k is the float at (char *)at[k] + e * operand_step(k), where e is i, or list
// entry i. This holds for every kind; the kind says what may be read faster.
struct lbx_operand {
    enum operand_kind kind;
    size_t step;          // bytes from one element to the next; 0 for OPERAND_ONE
    size_t t_step;        // the same of a ray's range of t; of other shapes it is `step`
    const uint32_t *list; // NULL: items in order
    size_t list_step;     // bytes from one entry to the next
    size_t bytes;         // of all elements that a list may name
    float distance;       // the call's; for a first view whose test takes a distance
    // Rays: which of RAY_INVERSE, RAY_T_MIN, RAY_T_MAX and RAY_END the view has. With RAY_END it is
    // staged, the second three floats are the end, and a t_max that it lacks is 1.
    unsigned optional;
    const float *at[LBX_FLOATS_MAX];
    float own[4]; // of one ray with an end, which is made one with a direction: this, and t_max
};

// Items, float by float: item j of array k is at[k][j].
enum { TILE = 128 };
struct tile {
    _Alignas(64) float at[LBX_FLOATS_MAX + 1][TILE]; // the last row takes unwanted floats
};

// What operands of one call share: the first list that was searched. The next view's list may be
// the same one or, in a list of pairs, its other half.
struct lbx_lists {
    const uint32_t *list; // NULL: none
    size_t step;
    uint32_t highest, beside; // highest entry; highest word behind an entry but the last
};

// Makes the operand of a view of n > 0 items, or returns an LBX_ERROR_*. The name says the type.
typedef ptrdiff_t lbx_make_operand(struct lbx_operand *o, const void *view, size_t n,
                                   struct lbx_lists *lists);
lbx_make_operand lbx_operand_aabbs, lbx_operand_obbs, lbx_operand_segments, lbx_operand_planes,
    lbx_operand_triangles, lbx_operand_spheres, lbx_operand_motions, lbx_operand_poses,
    lbx_operand_points, lbx_operand_capsules;

// at[k] points to the eight floats of an element.
lbx_make_operand lbx_operand_aabb8s;

// at[k] points to doubles, and the step of a contiguous operand is the size of a double.
lbx_make_operand lbx_operand_aabbs_f64;

// The second three floats are inv_dir if the view has it, otherwise dir or the end. The pointers of
// a range that the view lacks name some other array, whose floats mean nothing.
lbx_make_operand lbx_operand_rays;

// The second three floats are dir or the end, whether the view has inv_dir or not.
lbx_make_operand lbx_operand_rays_dir;

// Makes both operands of frusta: what frustum_frame_floats and frustum_range_floats count.
// `optional` of the second one says whether the view has `parallel`.
lbx_make_operand lbx_operand_frustums;

// Where a conversion writes: float k of item i goes to (char *)at[k] + i * step.
struct lbx_target {
    size_t step;
    float *at[LBX_FLOATS_MAX];
};

// Each of these checks a view of n items that is to be written, and makes its target.
ptrdiff_t lbx_target_aabbs(struct lbx_target *t, const lbx_aabbs_out *out, size_t n);
ptrdiff_t lbx_target_obbs(struct lbx_target *t, const lbx_obbs_out *out, size_t n);
ptrdiff_t lbx_target_rays(struct lbx_target *t, const lbx_rays_out *out, size_t n);
ptrdiff_t lbx_target_spheres(struct lbx_target *t, const lbx_spheres_out *out, size_t n);
ptrdiff_t lbx_target_capsules(struct lbx_target *t, const lbx_capsules_out *out, size_t n);
ptrdiff_t lbx_target_nearests(struct lbx_target *t, const lbx_nearests_out *out, size_t n);
ptrdiff_t lbx_target_separations(struct lbx_target *t, const lbx_separations_out *out, size_t n);
ptrdiff_t lbx_target_depths(struct lbx_target *t, const lbx_depths_out *out, size_t n);

// Keeps a copied pointer in a register of its own. Copied as vectors, pointers that were just
// stored wait for the store to retire: 7 of 27 ns of a short call.
static inline const float *copy_pointer(const float *p) {
    __asm__("" : "+r"(p));
    return p;
}

// Whether the floats of an element are adjacent and in order.
static inline __attribute__((always_inline)) bool is_together(const float *const *at,
                                                              unsigned floats) {
    for (unsigned k = 1; k < floats; k++)
        if ((uintptr_t)at[k] != (uintptr_t)at[0] + k * sizeof(float)) return false;
    return true;
}

// Whether both are dense arrays with items in order, or one of them is, and the other one item.
static inline bool are_dense(const struct lbx_operand *a, const struct lbx_operand *b) {
    _Static_assert(OPERAND_CONTIGUOUS == 0 && OPERAND_ONE == 1, "the sum below");
    return a->kind + b->kind <= OPERAND_ONE;
}

static inline size_t operand_element(const struct lbx_operand *o, size_t i) {
    return o->list ? *(const uint32_t *)((const char *)o->list + i * o->list_step) : i;
}

static inline size_t operand_step(const struct lbx_operand *o, unsigned k) {
    return k == RAY_AT_T_MIN || k == RAY_AT_T_MAX ? o->t_step : o->step;
}

static inline float element_float(const struct lbx_operand *o, unsigned k, size_t element) {
    return *(const float *)((const char *)o->at[k] + element * operand_step(o, k));
}

static inline float operand_float(const struct lbx_operand *o, unsigned k, size_t i) {
    return element_float(o, k, operand_element(o, i));
}

// Reads a ray, with the direction to its end if the view has RAY_END. Returns what it has then.
static inline unsigned operand_ray(const struct lbx_operand *o, size_t i, float ray[ray_floats]) {
    const size_t element = operand_element(o, i);
    for (unsigned k = 0; k < ray_floats; k++) ray[k] = element_float(o, k, element);
    if (!(o->optional & RAY_END)) return o->optional;
    for (unsigned c = 0; c < 3; c++) ray[3 + c] -= ray[c];
    if (!(o->optional & RAY_T_MAX)) ray[RAY_AT_T_MAX] = 1;
    return (o->optional & RAY_T_MIN) | RAY_T_MAX;
}

#endif
