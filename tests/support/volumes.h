// SPDX-License-Identifier: MIT
// The fits of oriented boxes and of spheres that tests iterate over, and structs for the outputs of
// these and of capsules.
#ifndef TEST_VOLUMES_H
#define TEST_VOLUMES_H

#include "meshes.h"

struct fitted_box {
    float center[3], half[3], axis[3][3];
};

struct fitted_ball {
    float center[3], radius;
};

struct fitted_rod {
    float start[3], end[3], radius;
};

// Oriented boxes: the fits of the header. The fit of the hull has several numbers of slices.
enum { BOX_COVARIANCE, BOX_ONE_SLICE, BOX_SLICES, BOX_MOST_SLICES, BOX_BEST, BOX_LEAST, BOX_FITS };
extern const char *const box_fit_names[BOX_FITS];
ptrdiff_t box_fit(unsigned fit, const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                  const lbx_obbs_out *out);

enum { BALL_CAABB, BALL_SPHERE, BALL_FITS };
ptrdiff_t ball_fit(unsigned fit, const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                   const lbx_spheres_out *out);

lbx_obbs_out boxes_out(struct fitted_box *boxes, size_t n);
lbx_spheres_out balls_out(struct fitted_ball *balls, size_t n);
lbx_capsules_out rods_out(struct fitted_rod *rods, size_t n);

// Fits the whole mesh. The test fails on an error.
struct fitted_box fit_one_box(unsigned fit, const lbx_mesh *mesh);
struct fitted_ball fit_one_ball(unsigned fit, const lbx_mesh *mesh);
struct fitted_rod fit_one_rod(const lbx_mesh *mesh);

#endif
