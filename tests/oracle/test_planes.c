// SPDX-License-Identifier: MIT
// Known answers of the oracles of planes.
#include <float.h>
#include <math.h>

#include "harness.h"
#include "oracle.h"

static void expect_plane(const char *what, const char *kernel, const float plane[],
                         const float box[], double margin, unsigned wrong) {
    const struct exact exact = oracle_of(kernel)->answer(plane, box);
    expect(exact.hit == (margin >= 0), "%s: hit %d", what, exact.hit);
    expect(exact.margin == margin || fabs(exact.margin - margin) <= 0x1p-48 * fabs(margin),
           "%s: %a, not %a", what, exact.margin, margin);
    expect(exact.weighed == exact.margin, "%s: %a", what, exact.weighed);
    expect(exact.wrong == wrong, "%s: classes %x, not %x", what, exact.wrong, wrong);
}

enum { POSITIVE = 1 << LBX_POSITIVE, NEGATIVE = 1 << LBX_NEGATIVE, BOTH = POSITIVE | NEGATIVE };

// The normal (1, 2, -2) has length 3.
Test(oracle_planes, boxes) {
    const float box[6] = {1, 1, 1, 3, 4, 2};
    const struct {
        float offset;
        double margin;
        unsigned wrong;
    } rows[] = {{3, -2. / 3, NEGATIVE}, {1, 0, BOTH},          {0, 1. / 3, BOTH},
                {-9, 0, BOTH},          {-8, 1. / 3, BOTH},    {-12, -1, POSITIVE},
                {-4, 5. / 3, BOTH},     {1e-30f, 1. / 3, BOTH}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const float plane[4] = {1, 2, -2, rows[k].offset};
        expect_plane("a box", "plane_aabb", plane, box, rows[k].margin, rows[k].wrong);
        const float obb[15] = {2, 2.5f, 1.5f, 1.5f, -1, .5f, 0, 1, 0, -1, 0, 0, 0, 0, 1};
        float positive[15];
        for (int f = 0; f < 15; f++) positive[f] = f == 4 ? 1 : obb[f];
        expect_plane("an oriented box", "plane_obb", plane, positive, rows[k].margin,
                     rows[k].wrong);
    }
    const float most = FLT_MAX, empty[6] = {most, most, most, -most, -most, -most};
    expect_plane("empty", "plane_aabb", (const float[]){1, 2, -2, 0}, empty, -INFINITY, NEGATIVE);
}

// Axes that are neither orthogonal nor of unit length: corners at (+-3, +-2) + z.
Test(oracle_planes, any_axes) {
    const float box[15] = {0, 0, 0, 1, 1, 0, 3, 0, 0, 0, 2, 0, 5, 5, 5};
    expect_plane("a corner", "plane_obb", (const float[]){3, 4, 0, -17}, box, 0, BOTH);
    expect_plane("beyond it", "plane_obb", (const float[]){3, 4, 0, -18}, box, -.2, POSITIVE);
    expect_plane("the other one", "plane_obb", (const float[]){3, -4, 0, 27}, box, -2, NEGATIVE);
}
