// SPDX-License-Identifier: MIT
#ifndef BENCH_FITS_CGAL_H
#define BENCH_FITS_CGAL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The volume of the box that CGAL's oriented_bounding_box finds around these points.
double cgal_least_volume(float (*position)[3], size_t count);

#ifdef __cplusplus
}
#endif

#endif
