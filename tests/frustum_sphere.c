// SPDX-License-Identifier: MIT
// Frusta against spheres: known answers.
#include <float.h>
#include <math.h>

#include "harness.h"
#include "tests/support/frusta.h"

static void expect_seen(const char *what, const lbx_frustum *frustum, const float sphere[4],
                        unsigned class) {
    frusta_expect(SEEN_SPHERES, what, frustum, sphere, class);
}

Test(frustum_sphere, known_answers) {
    const struct {
        const char *what;
        float sphere[4];
        unsigned class;
    } rows[] = {{"inside", {0, 0, 5, 1}, LBX_INSIDE},
                {"beside", {-8, .5f, 2, .5f}, LBX_OUTSIDE},
                {"behind", {0, 0, 11, .75f}, LBX_OUTSIDE},
                {"across a side", {-5, 0, 5, 1}, LBX_INTERSECTING},
                {"touching the near side", {0, 0, 0, 1}, LBX_INTERSECTING},
                {"before the near side", {0, 0, -1e-3f, 1}, LBX_OUTSIDE},
                {"touching an edge of the far side", {0, 13, 14, 5}, LBX_INTERSECTING},
                {"beyond an edge of the far side", {0, 13.001f, 14, 5}, LBX_OUTSIDE},
                {"touching a corner of the far side", {12, 12, 11, 3}, LBX_INTERSECTING},
                {"beyond a corner of the far side", {12, 12.001f, 11, 3}, LBX_OUTSIDE},
                {"around it", {0, 0, 0, 50}, LBX_INTERSECTING},
                {"around a side of it", {11, 0, 5, 6}, LBX_INTERSECTING},
                {"a point", {1, 1, 2, 0}, LBX_INSIDE},
                {"a point beyond", {3, 1, 2, 0}, LBX_OUTSIDE},
                {"far away", {0x1p60f, 0, 0, 1}, LBX_OUTSIDE},
                {"no number", {-9, NAN, 2, 1}, LBX_INTERSECTING},
                {"no radius", {-9, 0, 2, NAN}, LBX_INTERSECTING}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect_seen(rows[k].what, &frustum_ahead, rows[k].sphere, rows[k].class);

    lbx_frustum wide = frustum_ahead;
    wide.parallel = 1;
    wide.z_near = -2;
    expect_seen("parallel, beside", &wide, (float[]){1.75f, 0, 4, .5f}, LBX_OUTSIDE);
    expect_seen("parallel, touching an edge", &wide, (float[]){4, 5, 4, 5}, LBX_INTERSECTING);
    expect_seen("parallel, beyond an edge", &wide, (float[]){4, 5.001f, 4, 5}, LBX_OUTSIDE);
    expect_seen("parallel, touching a corner", &wide, (float[]){2, 3, -4, 3}, LBX_INTERSECTING);
    expect_seen("parallel, beyond a corner", &wide, (float[]){2, 3, -4.001f, 3}, LBX_OUTSIDE);
    lbx_frustum endless = frustum_ahead;
    endless.z_far = INFINITY;
    expect_seen("endless", &endless, (float[]){0, 0, 1e9f, 1e8f}, LBX_INSIDE);
    expect_seen("endless, beyond an edge", &endless, (float[]){1.25e9f, 1.25e9f, 1e9f, 2e8f},
                LBX_OUTSIDE);
    lbx_frustum apex = frustum_ahead;
    apex.z_near = 0;
    expect_seen("touching the eye", &apex, (float[]){0, 3, -4, 5}, LBX_INTERSECTING);
    expect_seen("behind the eye", &apex, (float[]){0, 3, -4.001f, 5}, LBX_OUTSIDE);
    lbx_frustum broken = frustum_ahead;
    broken.axis[1][1] = 0;
    expect_seen("a flat frustum", &broken, (float[]){9, 9, 4, 1}, LBX_INTERSECTING);
}
