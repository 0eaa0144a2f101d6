// SPDX-License-Identifier: MIT
// Frusta against oriented boxes: known answers.
#include <float.h>
#include <math.h>

#include "examples/random.h"
#include "harness.h"
#include "tests/scenes/rotations.h"
#include "tests/support/frusta.h"

static void expect_seen(const char *what, const lbx_frustum *frustum, const float box[15],
                        unsigned class) {
    frusta_expect(SEEN_OBBS, what, frustum, box, class);
}

// Axes of the world, and such axes turned about y by 45 degrees.
#define ALONG 1, 0, 0, 0, 1, 0, 0, 0, 1
#define TURNED .70710677f, 0, -.70710677f, 0, 1, 0, .70710677f, 0, .70710677f

Test(frustum_obb, known_answers) {
    const struct {
        const char *what;
        float box[15];
        unsigned class;
    } rows[] = {
        {"inside", {0, 0, 5, 1, 1, 1, TURNED}, LBX_INSIDE},
        {"beside", {-8.5f, .5f, 2.5f, .5f, .5f, .5f, ALONG}, LBX_OUTSIDE},
        {"beside, along the side", {-4, 0, 2, 1, 1, 1, TURNED}, LBX_OUTSIDE},
        {"behind", {0, 0, 11.5f, .5f, .5f, 1, ALONG}, LBX_OUTSIDE},
        {"across a side", {-5, 0, 5, 1, 1, 1, TURNED}, LBX_INTERSECTING},
        {"touching a side", {-5.5f, .5f, 4.5f, .5f, .5f, .5f, ALONG}, LBX_INTERSECTING},
        {"beyond no plane, but along x", {-12.5f, .5f, 11, 1.5f, .5f, 2, ALONG}, LBX_OUTSIDE},
        {"the same, with two axes exchanged",
         {-12.5f, .5f, 11, 2, .5f, 1.5f, 0, 0, 1, 0, 1, 0, -1, 0, 0},
         LBX_OUTSIDE},
        {"around it", {0, 0, 0, 50, 50, 50, TURNED}, LBX_INTERSECTING},
        {"a point", {1, 1, 2, 0, 0, 0, TURNED}, LBX_INSIDE},
        {"a point beyond", {3, 1, 2, 0, 0, 0, TURNED}, LBX_OUTSIDE},
        {"far away", {0x1p60f, 0, 0, 1, 1, 1, TURNED}, LBX_OUTSIDE},
        {"no number", {-9, NAN, 2, 1, 1, 1, ALONG}, LBX_INTERSECTING},
        {"no axis", {-9, 0, 2, 1, 1, 1, NAN, 0, 0, 0, 1, 0, 0, 0, 1}, LBX_INTERSECTING},
        {"an infinite axis",
         {-9, 0, 2, 1, 1, 1, 1, 0, 0, 0, INFINITY, 0, 0, 0, 1},
         LBX_INTERSECTING}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect_seen(rows[k].what, &frustum_ahead, rows[k].box, rows[k].class);

    // An edge of the box separates it from one of the camera.
    const lbx_frustum turned = frustum_turned();
    expect_seen("beyond an edge", &turned, (float[]){-.25f, 7, -.25f, 2.75f, 1, 2.75f, ALONG},
                LBX_OUTSIDE);

    lbx_frustum wide = frustum_ahead;
    wide.parallel = 1;
    wide.z_near = -2;
    expect_seen("parallel, beside", &wide, (float[]){1.75f, 0, 4, .5f, 1, 1, ALONG}, LBX_OUTSIDE);
    expect_seen("parallel, beside an edge", &wide,
                (float[]){1.7f, 1.7f, 4, 1, 1, .5f, .6f, .8f, 0, -.8f, .6f, 0, 0, 0, 1},
                LBX_INTERSECTING);
    expect_seen("parallel, beyond an edge", &wide,
                (float[]){1.75f, 1.75f, 4, .9f, 2, .5f, .70710677f, .70710677f, 0, -.70710677f,
                          .70710677f, 0, 0, 0, 1},
                LBX_OUTSIDE);
    lbx_frustum endless = frustum_ahead;
    endless.z_far = INFINITY;
    expect_seen("endless", &endless, (float[]){0, 0, 1e9f, 1e8f, 1e8f, 1e8f, TURNED}, LBX_INSIDE);
    expect_seen("endless, beside", &endless, (float[]){2.5e9f, 0, 1e9f, 5e8f, 1, 1, TURNED},
                LBX_OUTSIDE);
    lbx_frustum narrow = frustum_ahead;
    for (int k = 0; k < 2; k++) {
        narrow.low[k] = -.1f;
        narrow.high[k] = .1f;
    }
    expect_seen("a rod that enters it far from its center", &narrow,
                (float[]){0, -.9f, 0, .01f, .01f, 8, 1, 0, 0, 0, .995f, -.0995f, 0, .0995f, .995f},
                LBX_INTERSECTING);
    lbx_frustum broken = frustum_ahead;
    broken.axis[1][1] = 0;
    expect_seen("a flat frustum", &broken, (float[]){0, 0, 4, 1, 1, 1, TURNED}, LBX_INTERSECTING);
}

// Boxes around the eye that reach just to the near side: their size is in the slack.
Test(frustum_obb, around_the_eye) {
    struct random r = random_of(1, 0);
    for (int k = 0; k < 500; k++) {
        double axis[3][3], reach = 0;
        float box[15] = {0};
        random_rotation(&r, axis);
        for (int i = 0; i < 3; i++) {
            box[3 + i] = (float)random_between(&r, .1, 1);
            for (int c = 0; c < 3; c++) box[6 + 3 * i + c] = (float)axis[i][c];
            reach += fabs((double)box[3 + i] * box[6 + 3 * i + 2]);
        }
        lbx_frustum at = frustum_ahead; // so wide that the corner there is within its other sides
        for (int c = 0; c < 2; c++) {
            at.low[c] = -1000;
            at.high[c] = 1000;
        }
        at.z_near = (float)reach;
        if (at.z_near > reach) at.z_near = nextafterf(at.z_near, 0);
        expect_seen("around the eye", &at, box, LBX_INTERSECTING);
    }
}

// Boxes of which a side has the eye of a frustum that begins there, behind it.
Test(frustum_obb, touching_the_eye) {
    struct random r = random_of(1, 1);
    lbx_frustum at = frustum_ahead;
    at.z_near = 0;
    for (int k = 0; k < 500; k++) {
        double axis[3][3];
        float box[15];
        random_rotation(&r, axis);
        const double sign = axis[0][2] < 0 ? 1 : -1;
        for (int i = 0; i < 3; i++) {
            box[3 + i] = 1;
            for (int c = 0; c < 3; c++) box[6 + 3 * i + c] = (float)(sign * axis[i][c]);
        }
        for (int c = 0; c < 3; c++) box[c] = box[6 + c];
        expect_seen("touching the eye", &at, box, LBX_INTERSECTING);
    }
}
