// SPDX-License-Identifier: MIT
// The generators: each makes one pair of a scene's kind for a kernel. They make the same pairs on
// every machine: they use nothing of libm but what IEEE 754 makes exact, and nothing fused.
#ifndef LBX_SCENES_H
#define LBX_SCENES_H

#include "cases.h"
#include "examples/random.h"
#include "list.h"

enum { ORIGIN = 0, DIR = 3, INV_DIR = 6, T_MIN = 9, T_MAX = 10 }; // the floats of a ray
enum { CENTER = 0, HALF = 3, AXIS = 6 };                          // of an oriented box
enum { BOX_DELTA = 6 };                                           // of a box that moves
enum { RADIUS = 3, DELTA = 4 };                                   // of a sphere, and one that moves
enum { CAPSULE_DELTA = 7 };                                       // of a capsule that moves
enum { START = 0, END = 3, AROUND = 6 }; // of a capsule: AROUND is its radius
enum { NORMAL = 0, OFFSET = 3 };         // of a plane

// Makes one pair of the scene's kind.
typedef void scene_item(struct random *r, enum scene scene, float first[], float second[]);

#define SCENE(name) scene_item scene_##name;
TESTS(SCENE)
#undef SCENE

// Makes any item within `reach` of the origin, of half extents from `least` to `most`.
typedef void any_item(struct random *r, float x[], double reach, double least, double most);

// The first four scenes, in which the items know nothing of each other. In SCENE_ALL_MISS one of
// them, the first if `away` is negative, is moved by at least |away|.
struct scattered {
    any_item *first, *second;
    struct sizes {
        double reach, least, most;
    } sizes[4];
    double away;
};

// Makes such a pair; returns false if the scene is another one.
static inline bool scatter(struct random *r, enum scene scene, const struct scattered *any,
                           float first[], float second[]) {
    if (scene > SCENE_ALL_MISS) return false;
    const struct sizes *const s = &any->sizes[scene];
    any->first(r, first, s->reach, s->least, s->most);
    any->second(r, second, s->reach, s->least, s->most);
    if (scene == SCENE_ALL_MISS) {
        const float by = (float)random_signed(r, random_between(r, fabs(any->away), 50));
        (any->away < 0 ? first : second)[CENTER + random_below(r, 3)] += by;
    }
    return true;
}

// A pair of another scene, moved to the limits of float if the kernel is total, otherwise to the
// limits of what the views' checks accept.
void whole_range(struct random *r, const struct lbx_case *c, scene_item *item, float first[],
                 float second[]);

// The stream of a scene. For a given seed it does not depend on how many scenes there are.
static inline uint64_t scene_stream(uint64_t seed, enum scene scene) {
    static const unsigned char number[SCENES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 64, 10};
    return seed * 11 + number[scene];
}

// Makes one input element of a conversion.
typedef void scene_element(struct random *r, enum scene scene, float x[]);

scene_element scene_obb, scene_triangle, scene_pose, scene_point_triangle, scene_capsule;

enum { POINT_TRIANGLE_FLOATS = 12 }; // of the last: a point, and three vertices

// The same for an element. `shape` names its parts as in lbx_case; q is a rotation.
void whole_range_element(struct random *r, const char *shape, scene_element *item, float x[]);

// The least length other than 0 in the range of the promises.
#define LEAST_LENGTH 0x1p-60f

static inline void hostile_item(struct random *r, float x[], unsigned floats) {
    const bool tame = random_chance(r, 2); // only a single float is awkward
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

// x changed by an ulp either way, or by up to a relative 2^-8. x is not zero.
static inline float nudged(struct random *r, float x) {
    switch (random_below(r, 3)) {
    case 0: return float_step(x, 1);
    case 1: return float_step(x, -1);
    default: return (float)(x * (1 + random_signed(r, random_scale(r, -22, -8))));
    }
}

// A length on the grid of contacts, which is 2^-16: an integer, and in degenerate scenes often 0 or
// tiny.
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

static inline void put_span(float box[], unsigned c, double low, double high) {
    box[c] = (float)low;
    box[3 + c] = (float)high;
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
