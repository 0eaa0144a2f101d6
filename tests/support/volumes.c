// SPDX-License-Identifier: MIT
#include "volumes.h"

#include "harness.h"

const char *const box_fit_names[BOX_FITS] = {"covariance",  "one slice", "slices",
                                             "most slices", "best",      "least"};

ptrdiff_t box_fit(unsigned fit, const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                  const lbx_obbs_out *out) {
    switch (fit) {
    case BOX_COVARIANCE: return lbx_obb_fit_covariance(mesh, parts, n, out);
    case BOX_ONE_SLICE: return lbx_obb_fit_hull(mesh, parts, n, 1, out);
    case BOX_SLICES: return lbx_obb_fit_hull(mesh, parts, n, LBX_SLICES, out);
    case BOX_MOST_SLICES: return lbx_obb_fit_hull(mesh, parts, n, LBX_SLICES_MAX, out);
    case BOX_LEAST: return lbx_obb_fit_least(mesh, parts, n, out);
    default: return lbx_obb_fit(mesh, parts, n, out);
    }
}

ptrdiff_t ball_fit(unsigned fit, const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                   const lbx_spheres_out *out) {
    if (fit == BALL_CAABB) return lbx_caabb_fit(mesh, parts, n, out);
    return lbx_sphere_fit(mesh, parts, n, out);
}

lbx_obbs_out boxes_out(struct fitted_box *boxes, size_t n) {
    return lbx_obbs_out_of(boxes->center, boxes->half, boxes->axis[0], n, sizeof *boxes);
}

lbx_spheres_out balls_out(struct fitted_ball *balls, size_t n) {
    return lbx_spheres_out_of(balls->center, &balls->radius, n, sizeof *balls);
}

lbx_capsules_out rods_out(struct fitted_rod *rods, size_t n) {
    return lbx_capsules_out_of(rods->start, rods->end, &rods->radius, n, sizeof *rods);
}

struct fitted_box fit_one_box(unsigned fit, const lbx_mesh *mesh) {
    struct fitted_box box;
    const lbx_obbs_out out = boxes_out(&box, 1);
    const ptrdiff_t fitted = box_fit(fit, mesh, NULL, 1, &out);
    expect(fitted == 1, "%s: %td", box_fit_names[fit], fitted);
    return box;
}

struct fitted_ball fit_one_ball(unsigned fit, const lbx_mesh *mesh) {
    struct fitted_ball ball;
    const lbx_spheres_out out = balls_out(&ball, 1);
    const ptrdiff_t fitted = ball_fit(fit, mesh, NULL, 1, &out);
    expect(fitted == 1, "fit %u: %td", fit, fitted);
    return ball;
}

struct fitted_rod fit_one_rod(const lbx_mesh *mesh) {
    struct fitted_rod rod;
    const lbx_capsules_out out = rods_out(&rod, 1);
    const ptrdiff_t fitted = lbx_capsule_fit(mesh, NULL, 1, &out);
    expect(fitted == 1, "capsule: %td", fitted);
    return rod;
}
