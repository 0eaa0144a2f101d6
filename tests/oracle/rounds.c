// SPDX-License-Identifier: MIT
// A hull of fewer corners is a triangle whose last corner is there more than once (near.c). A
// segment's distance from a point or a segment is that of the triangles.
#include "rounds.h"

struct exact exact_of_rounds(const struct round shapes[2]) {
    int exponent = 0;
    for (int s = 0; s < 2; s++) {
        exponent = exponent_of(shapes[s].corners, 3 * shapes[s].count, exponent);
        exponent = exponent_of(&shapes[s].radius, 1, exponent);
    }
    struct solid hull[2];
    const mpz_ptr reach = number();
    mpz_set_ui(reach, 0);
    for (int s = 0; s < 2; s++) {
        float corners[9];
        for (unsigned v = 0; v < 3; v++) {
            const unsigned from = v < shapes[s].count ? v : shapes[s].count - 1;
            for (int c = 0; c < 3; c++)
                corners[3 * v + (unsigned)c] = shapes[s].corners[3 * from + (unsigned)c];
        }
        hull[s] = solid_of_corners(corners, 3, exponent);
        mpz_add(reach, reach, number_of(shapes[s].radius, exponent));
    }
    return exact_of_triangles(&hull[0], &hull[1], reach, exponent);
}
