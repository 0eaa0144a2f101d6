// SPDX-License-Identifier: MIT
// The axes of boxes that are turned.
#ifndef LBX_BENCH_TURNED_H
#define LBX_BENCH_TURNED_H

#include <cmath>

// The axes of a quaternion of any length, x y z each.
inline void turned_axes(double q[4], float axis[9]) {
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++) q[k] /= length;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        axis[3 * i + i] = static_cast<float>(1 - 2 * (q[j] * q[j] + q[k] * q[k]));
        axis[3 * i + j] = static_cast<float>(2 * (q[i] * q[j] + q[k] * q[3]));
        axis[3 * i + k] = static_cast<float>(2 * (q[i] * q[k] - q[j] * q[3]));
    }
}

#endif
