// SPDX-License-Identifier: MIT
// Sides of sweeps: the arrays of a view and of its motions, with one count, stride and pick.
#ifndef LBX_CASES_MOVING_H
#define LBX_CASES_MOVING_H

#include <stdlib.h>

#include "fill.h"

static inline lbx_motions motions_of(const struct case_side *side, unsigned first) {
    lbx_motions motions = {.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(motions.delta, side->at + first, sizeof motions.delta);
    return motions;
}

static inline void view_moving_aabbs(union case_view *view, const struct case_side *side) {
    union case_view boxes;
    view_aabbs(&boxes, side);
    view->moving_aabbs.boxes = boxes.aabbs;
    view->moving_aabbs.motions = motions_of(side, BOX_DELTA);
}

static inline void view_moving_spheres(union case_view *view, const struct case_side *side) {
    lbx_spheres *spheres = &view->moving_spheres.spheres;
    *spheres = (lbx_spheres){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(spheres->center, side->at + CENTER, sizeof spheres->center);
    spheres->radius = side->at[RADIUS];
    view->moving_spheres.motions = motions_of(side, DELTA);
}

// The masks for two checks, which returned `found` without a mask: errors or counts. NULL if one is
// an error.
static inline uint8_t *masks_of_two(const ptrdiff_t found[2], size_t n) {
    return found[0] < 0 || found[1] < 0 ? NULL : calloc(2, n / 8 + 1);
}

// Marks the items that are malformed in either mask, and frees the masks.
static inline ptrdiff_t either_malformed(uint8_t *masks, size_t n, uint8_t *malformed) {
    ptrdiff_t found = 0;
    for (size_t k = 0; k < (n + 7) / 8; k++) {
        const uint8_t byte = masks[k] | masks[n / 8 + 1 + k];
        found += __builtin_popcount(byte);
        if (malformed) malformed[k] = byte;
    }
    free(masks);
    return found;
}

static inline ptrdiff_t check_moving_aabbs(const struct case_side *side, size_t n,
                                           uint8_t *malformed) {
    union case_view view;
    if (side) view_moving_aabbs(&view, side);
    const lbx_aabbs *boxes = side ? &view.moving_aabbs.boxes : NULL;
    const lbx_motions *motions = side ? &view.moving_aabbs.motions : NULL;
    ptrdiff_t found[2] = {lbx_aabbs_check(boxes, n, NULL), lbx_motions_check(motions, n, NULL)};
    uint8_t *masks = masks_of_two(found, n);
    if (!masks) return found[0] < 0 ? found[0] : found[1];
    found[0] = lbx_aabbs_check(boxes, n, masks);
    found[1] = lbx_motions_check(motions, n, masks + n / 8 + 1);
    return either_malformed(masks, n, malformed);
}

static inline ptrdiff_t check_moving_spheres(const struct case_side *side, size_t n,
                                             uint8_t *malformed) {
    union case_view view;
    if (side) view_moving_spheres(&view, side);
    const lbx_spheres *spheres = side ? &view.moving_spheres.spheres : NULL;
    const lbx_motions *motions = side ? &view.moving_spheres.motions : NULL;
    ptrdiff_t found[2] = {lbx_spheres_check(spheres, n, NULL), lbx_motions_check(motions, n, NULL)};
    uint8_t *masks = masks_of_two(found, n);
    if (!masks) return found[0] < 0 ? found[0] : found[1];
    found[0] = lbx_spheres_check(spheres, n, masks);
    found[1] = lbx_motions_check(motions, n, masks + n / 8 + 1);
    return either_malformed(masks, n, malformed);
}

#endif
