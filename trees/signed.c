// SPDX-License-Identifier: MIT
// The public search for signed distances: that for nearest triangles with signs, or with what
// crossings say afterwards.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "kernels/api/operand.h"
#include "signs.h"

enum { PORTION = 256 }; // points that are copied at a time

// Makes the distances of points negative that are inside a closed mesh.
static ptrdiff_t sign_by_crossings(const void *tree, const struct lbx_operand *points, size_t n,
                                   float *distance) {
    float at[3][PORTION];
    uint8_t inside[PORTION / 8];
    for (size_t first = 0; first < n; first += PORTION) {
        const size_t some = n - first < PORTION ? n - first : PORTION;
        for (unsigned c = 0; c < 3; c++)
            for (size_t i = 0; i < some; i++) at[c][i] = operand_float(points, c, first + i);
        const lbx_points view = {.position = {at[0], at[1], at[2]}, .count = some};
        const ptrdiff_t found = lbx_aabb_tree_inside(tree, &view, some, 0, inside);
        if (found < 0) return found;
        for (size_t i = 0; i < some && found > 0; i++) {
            float *const one = &distance[first + i];
            if (inside[i / 8] >> i % 8 & 1 && *one > 0 && *one < INFINITY) *one = -*one;
        }
    }
    return 0;
}

ptrdiff_t lbx_aabb_tree_signed_distance(const void *tree, const void *signs,
                                        const lbx_points *points, const float *reach, size_t n,
                                        unsigned flags, const lbx_closest_out *out, void *scratch,
                                        size_t bytes) {
    struct lbx_aabb_tree t;
    struct lbx_signs s;
    const bool by_crossings = flags & LBX_SIGN_BY_CROSSINGS;
    if (flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_SIGN_BY_CROSSINGS)) return LBX_ERROR_FLAGS;
    ptrdiff_t error = lbx_aabb_tree_open(&t, tree);
    if (!error && !by_crossings) error = lbx_signs_open_of(&s, signs, &t);
    if (error) return error;
    const ptrdiff_t found =
        lbx_closest(by_crossings ? NULL : &s, tree, points, reach, NULL, n, 0, out, scratch, bytes);
    if (found <= 0 || !by_crossings || !out || !out->distance) return found;
    struct lbx_operand operand;
    struct lbx_lists lists = {.list = NULL};
    error = lbx_operand_points(&operand, points, n, &lists);
    if (!error) error = sign_by_crossings(tree, &operand, n, out->distance);
    return error ? error : found;
}
