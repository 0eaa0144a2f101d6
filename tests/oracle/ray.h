// SPDX-License-Identifier: MIT
// The positions of a ray's floats, and its range of t.
#ifndef LBX_ORACLE_RAY_H
#define LBX_ORACLE_RAY_H

enum { ORIGIN = 0, DIR = 3, T_MIN = 9, T_MAX = 10 };

// The effective range of t, with both ends clamped.
static inline void ray_range(const float first[], float t[2]) {
    const float limit = 0x1p127f;
    t[0] = first[T_MIN] > 0 ? first[T_MIN] : 0;
    t[0] = t[0] < limit ? t[0] : limit;
    t[1] = first[T_MAX] < limit ? first[T_MAX] : limit;
}

#endif
