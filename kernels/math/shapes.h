// SPDX-License-Identifier: MIT
// What cores take: one shape per lane, its floats in the order of lanebox.h's views.
#ifndef LBX_SHAPES_H
#define LBX_SHAPES_H

#ifndef LANES // an editor, or a test that needs no instruction set
#include "../lanes/scalar.h"
#endif

#include <math.h>
#include <stdbool.h>

// Tests compile cores once, not once for each walk, and so does plain C beside lanes.
#ifndef FORCE_INLINE
#if LANES == 1 && defined(__OPTIMIZE_SIZE__)
#define FORCE_INLINE static __attribute__((unused))
#if defined(__GNUC__) && !defined(__clang__) // a core that is called leaves unasked outputs alone
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#else
#define FORCE_INLINE static inline __attribute__((always_inline, unused))
#endif
#endif
#define NOINLINE static __attribute__((noinline, unused))

// Makes the compiler forget what it knows about memory. A loop that has this is not unrolled.
FORCE_INLINE void forget(void) {
    __asm__ volatile("" ::: "memory");
}

// The form of a core: FORM_FUSED multiplies and adds at once; FORM_OUTPUTS is plain, with t or u.
enum form { FORM_NONE, FORM_PLAIN, FORM_FUSED, FORM_OUTPUTS };

struct aabb {
    vf min[3], max[3];
};

struct obb {
    vf center[3], half[3], axis[3][3];
};

// An oriented box without its axes, for tests that only need its size.
struct extents {
    vf center[3], half[3];
};

struct ray {
    vf origin[3], direction[3]; // the direction's inverse if `inverted`
    vf t_min, t_max;
    bool inverted, has_t_min, has_t_max; // the same for all lanes
};

struct segment {
    vf start[3], end[3];
};

struct plane {
    vf normal[3], offset;
};

struct triangle {
    vf vertex[3][3];
};

// A triangle, and everything within a distance of it, which is the call's.
struct grown_triangle {
    struct triangle triangle;
    vf distance;
};

struct sphere {
    vf center[3], radius;
};

struct capsule {
    vf start[3], end[3], radius;
};

struct moving_aabb {
    struct aabb box;
    vf delta[3];
};

struct moving_sphere {
    struct sphere sphere;
    vf delta[3];
};

struct moving_capsule {
    struct capsule capsule;
    vf delta[3];
};

struct point {
    vf position[3];
};

struct pose {
    vf position[3], rotation[4];
};

// What is known of the nearest point of a triangle.
struct nearest {
    vf distance, u, v, feature; // the feature as bits
};

// How far two triangles are apart, and the point of each that says so.
struct separation {
    vf distance, from[3], to[3];
};

// How deep two oriented boxes are in each other, and along which axis.
struct depth {
    vf depth, axis; // the axis as bits
};

// An axis-aligned box by the two corners that one plane or ray picks: the first one along it and
// the last one. min x and max x are repeated for the test whether the box is empty.
struct corners {
    vf near[3], far[3], min_x, max_x;
};

// One ray and one plane, broadcast, with everything that is computed before the loop.
struct one_ray {
    vf origin[3], inverse[3], minus_inverse[3];
    vf near_offset[3], far_offset[3]; // fused: -origin / direction, moved apart by the pad
    vf t_low, t_high;
};

// A ray whose z is exchanged with the axis that it follows most.
struct turned_ray {
    vf origin[3], shear[2], inverse; // of the direction along z
    vf t_low, t_high;
};

struct one_plane {
    vf normal[3], minus_normal[3], weight[3], offset, minus_offset; // weight: |n| times the pad
};

union lanes {
    vf at[sizeof(struct obb) / sizeof(vf)]; // float k of any shape
    struct aabb aabb;
    struct obb obb;
    struct extents extents;
    struct ray ray;
    struct segment segment;
    struct plane plane;
    struct triangle triangle;
    struct grown_triangle grown_triangle;
    struct sphere sphere;
    struct capsule capsule;
    struct moving_aabb moving_aabb;
    struct moving_sphere moving_sphere;
    struct moving_capsule moving_capsule;
    struct point point;
    struct pose pose;
    struct nearest nearest;
    struct separation separation;
    struct depth depth;
    struct corners corners;
    struct one_ray one_ray;
    struct turned_ray turned_ray;
    struct one_plane one_plane;
};

#if LANES_ROWS
// QUADS boxes as they lie in memory: min x y z and the float behind; the one before and max x y z.
struct aabb_row {
    vr min, max;
};
#endif

// Which lanes a core found apart, or the bits of their classes. A lane's class is 1 if `low` plus 2
// if `high`, with the bits of the kernel's `flip` flipped. A complement may be cheaper.
struct masks {
    vm low, high;
};

#define FEATURE_BITS(k) ((k)*0x1p-149f)                    // the float whose bits are k
#define ALL_LANES ((uint32_t)((UINT64_C(1) << LANES) - 1)) // the bits of all lanes

FORCE_INLINE bool all_lanes(vm m) {
    return vm_bits(m) == ALL_LANES;
}

#endif
