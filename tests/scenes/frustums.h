// SPDX-License-Identifier: MIT
// Frusta, and boxes and spheres that they see, of every scene, the same bits on every machine; and
// the tests of each shape, called alike.
#ifndef LBX_SCENES_FRUSTUMS_H
#define LBX_SCENES_FRUSTUMS_H

#include "../support/cases.h"

enum { SCENE_FRUSTA = 7, SCENE_SEEN = 203, SEEN_FLOATS_MAX = 15 };

enum seen_shape { SEEN_AABBS, SEEN_OBBS, SEEN_SPHERES, SEEN_SHAPES };

// Each item is made for one of the frusta.
struct frusta {
    enum seen_shape shape;
    lbx_frustum frustum[SCENE_FRUSTA];
    float item[SEEN_FLOATS_MAX][SCENE_SEEN]; // in the order of the view
};

void scene_frusta(struct frusta *made, enum seen_shape shape, enum scene scene, uint64_t seed);

struct seen_items {
    enum seen_shape shape;
    union {
        lbx_aabbs aabbs;
        lbx_obbs obbs;
        lbx_spheres spheres;
    };
};

unsigned seen_floats(enum seen_shape shape);
const char *seen_test(enum seen_shape shape); // frustum_aabb and so on

// A view of such items, of an array per float.
struct seen_items seen_items_of(enum seen_shape shape, const float *const at[], size_t count,
                                size_t stride, lbx_pick pick);
struct seen_items scene_items(const struct frusta *made);

// Calls lbx_frustum_aabb and so on; lbx_aabbs_check and so on.
ptrdiff_t seen_from(const lbx_frustums *frusta, size_t m, const struct seen_items *items, size_t n,
                    unsigned flags, uint8_t *classes);
ptrdiff_t seen_check(const struct seen_items *items, size_t n, uint8_t *malformed);

#endif
