// SPDX-License-Identifier: MIT
// The errors of the book about planes against oriented boxes, as in errata.c.
#include <math.h>

#include "harness.h"
#include "known.h"
#include "scalar_ref.h"

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// By corners, step 1 as printed: it takes the axes u_1 to u_3. With three axes, the last of these
// is the first axis.
static enum ref_side corners_literal(const double n[3], double d, const double C[3], double u[3][3],
                                     const double l[3]) {
    double r = 0;
    for (int k = 0; k < 3; k++) r += l[k] * fabs(dot(n, u[(k + 1) % 3]));
    const double s = dot(C, n) + d, low = s - r, high = s + r;
    return low > 0                 ? REF_POSITIVE
           : high < 0              ? REF_NEGATIVE
           : low == 0 || high == 0 ? REF_TANGENT
                                   : REF_INTERSECTING;
}

static double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// Half extents (1, 2, 3), n = x, d = -.5. The box's center is half a unit and more before the
// plane.
Test(errata_planes, axes_from_0_to_2) {
    const double l[3] = {1, 2, 3}, C[3] = {-1, 0, 0}, n[3] = {1, 0, 0};
    expect(corners_literal(n, -.5, C, axes, l) == REF_INTERSECTING, "the text takes a half of 3");
    expect(ref_plane_obb_double(n, -.5, C, axes, l) == REF_NEGATIVE, "half 1");
    const float plane[4] = {1, 0, 0, -.5f};
    const float box[15] = {-1, 0, 0, 1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_class(case_named("plane_obb"), "axes 0 to 2", plane, box, LBX_NEGATIVE);
}

// By the radius, steps 2-9 as printed.
static enum ref_side radius_literal(double s, double r) {
    if (s > r) return REF_POSITIVE;
    if (s < -r) return REF_POSITIVE;
    return REF_TANGENT; // `else`
}

static void expect_height(const char *what, double z, enum ref_side text, enum ref_side right) {
    const double l[3] = {1, 1, 1}, C[3] = {0, 0, z}, n[3] = {0, 0, 1};
    expect(radius_literal(z, 1) == text && text != right, "%s: the text", what);
    expect(ref_plane_obb_radius_double(n, 0, C, axes, l) == right, "%s: the radius", what);
    expect(ref_plane_obb_double(n, 0, C, axes, l) == right, "%s: the corners", what);
    const float plane[4] = {0, 0, 1, 0};
    const float box[15] = {0, 0, (float)z, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_class(case_named("plane_obb"), what, plane, box, (unsigned)right);
}

Test(errata_planes, below_is_negative) {
    expect_height("the box at z = -5", -5, REF_POSITIVE, REF_NEGATIVE);
}

Test(errata_planes, not_all_that_is_left_is_tangent) {
    expect_height("the box at z = .5", .5, REF_TANGENT, REF_INTERSECTING);
}
