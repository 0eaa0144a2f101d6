// SPDX-License-Identifier: MIT
// How far the points of a scan are from a model, as numbers and as colors.
#ifndef EXAMPLE_DISTANCE_SCAN_H
#define EXAMPLE_DISTANCE_SCAN_H

#include "model.h"

/// Asks for the deviation of every point of a scan. Free them.
float *scan_measure(const struct surface *scan, const struct model *model, struct pool *pool);

/// Prints how large deviations are. Returns that which 99 of 100 points do not exceed.
double scan_report(const float *deviation, size_t n);

/// Writes a PLY file of the scan in colors: blue inside the model, red outside, grey where the
/// deviation is 0; and the deviations themselves. Dies if it cannot.
/// @param range the deviation that has the full color
void scan_write(const struct surface *scan, const float *deviation, double range, const char *path);

#endif
