// SPDX-License-Identifier: MIT
// The generators: one pair of a scene's kind for each kernel, and what they share. What is made
// here is the same on every machine: nothing of libm but what IEEE 754 makes exact, nothing fused.
#ifndef LBX_SCENES_H
#define LBX_SCENES_H

#include "../../kernels/api/list.h"
#include "cases.h"
#include "examples/random.h"

enum { ORIGIN = 0, DIR = 3, INV_DIR = 6, T_MIN = 9, T_MAX = 10 }; // the floats of a ray
enum { CENTER = 0, HALF = 3, AXIS = 6 };                          // of an oriented box
enum { BOX_DELTA = 6 };                                           // of a box that moves
enum { RADIUS = 3, DELTA = 4 };                                   // of a sphere, and one that moves
enum { NORMAL = 0, OFFSET = 3 };                                  // of a plane

// Makes one pair of the scene's kind.
typedef void scene_item(struct random *r, enum scene scene, float first[], float second[]);

#define SCENE(name, ...) scene_item scene_##name;
TESTS(SCENE)
#undef SCENE

// A pair of another scene, moved to the ends of float where the kernel is total, else to those of
// what the views' checks let pass.
void whole_range(struct random *r, const struct lbx_case *c, scene_item *item, float first[],
                 float second[]);

// What a scene draws under a seed does not depend on how many scenes there are.
static inline uint64_t scene_stream(uint64_t seed, enum scene scene) {
    static const unsigned char number[SCENES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 64, 10};
    return seed * 11 + number[scene];
}

// One element of what the conversions read.
typedef void scene_element(struct random *r, enum scene scene, float x[]);

scene_element scene_obb, scene_triangle, scene_pose;

// The same of an element, whose parts are as those of lbx_case's shape; q is a rotation.
void whole_range_element(struct random *r, const char *shape, scene_element *item, float x[]);

// Lengths other than 0 start here, see the range of the promises.
#define LEAST_LENGTH 0x1p-60f

static inline void hostile_item(struct random *r, float x[], unsigned floats) {
    const bool tame = random_chance(r, 2); // some items with a single awkward float
    for (unsigned k = 0; k < floats; k++)
        x[k] = tame ? (float)random_int(r, -2, 2) : random_hostile(r);
    if (tame) {
        const float awkward = random_hostile(r);
        x[random_below(r, floats)] = awkward;
    }
    if (random_chance(r, 16)) {
        for (unsigned k = 0; k < floats; k++) x[k] = NAN;
    }
}

// Off by an ulp, either way, or by up to 2^-8; x is not zero.
static inline float nudged(struct random *r, float x) {
    switch (random_below(r, 3)) {
    case 0: return float_step(x, 1);
    case 1: return float_step(x, -1);
    default: return (float)(x * (1 + random_signed(r, random_scale(r, -22, -8))));
    }
}

// A length on the grid of contacts, which is 2^-16: whole, and in degenerate scenes often 0 or
// thin.
static inline double extent(struct random *r, enum scene scene) {
    const int whole = random_int(r, scene == SCENE_ALONG ? 0 : 1, scene == SCENE_ALONG ? 2 : 64);
    const unsigned kind = scene == SCENE_DEGENERATE ? random_below(r, 4) : 3;
    return kind < 2 ? 0 : kind == 2 ? ldexp(whole, -16) : whole;
}

// An axis-aligned box, min then max.
static inline void make_box(struct random *r, float x[6], double reach, double least, double most) {
    for (int c = 0; c < 3; c++) {
        const double center = random_between(r, -reach, reach);
        const double half = random_between(r, least, most);
        x[c] = (float)(center - half);
        x[3 + c] = (float)(center + half);
    }
}

static inline void hostile_box(struct random *r, float x[6]) {
    hostile_item(r, x, 6);
    const unsigned kind = random_below(r, 8);
    for (int c = 0; c < 3 && kind < 3; c++) {
        x[c] = kind == 0 ? INFINITY : kind == 1 ? 0x1.fffffep127f : -0x1.fffffep127f;
        x[3 + c] = -x[c];
    }
}

#endif
