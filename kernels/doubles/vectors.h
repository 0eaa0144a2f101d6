// SPDX-License-Identifier: MIT
// Vectors in double. No product is contracted into a sum.
#ifndef LBX_VECTORS_H
#define LBX_VECTORS_H

#include <math.h>

#include "../lanes/floats.h"

static inline double product_of(double a, double b) {
    double product = a * b;
    ROUND_PRODUCT(FLOAT_REGISTER, product);
    return product;
}

static inline double dot_of(const double a[3], const double b[3]) {
    return product_of(a[0], b[0]) + product_of(a[1], b[1]) + product_of(a[2], b[2]);
}

static inline double length_of(const double v[3]) {
    return sqrt(dot_of(v, v));
}

static inline void difference_of(const double a[3], const double b[3], double difference[3]) {
    for (int c = 0; c < 3; c++) difference[c] = a[c] - b[c];
}

static inline void cross_of(const double a[3], const double b[3], double cross[3]) {
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        cross[c] = product_of(a[d], b[e]) - product_of(a[e], b[d]);
    }
}

#endif
