// SPDX-License-Identifier: MIT
// Planes and boxes of either kind: n.x + offset for every corner of the box, exactly. The box
// touches the plane unless these are all positive or all negative.
//
// The margin of a miss is minus the distance of the nearest corner; that of a hit is how far the
// box must be moved along the normal to leave the plane.
#include <math.h>

#include "oracle.h"
#include "solid.h"

enum { OFFSET = 3, CORNERS = 8 };

// at[] holds n.x of every corner, in units of 2^corners. The normal is in units of 2^normals.
static struct exact side_of(mpz_ptr at[CORNERS], int corners, const float plane[],
                            const struct vector *normal, int normals) {
    const int exponent = exponent_of(plane + OFFSET, 1, corners);
    const mpz_ptr offset = number_of(plane[OFFSET], exponent), low = number(), high = number();
    for (int i = 0; i < CORNERS; i++) {
        mpz_mul_2exp(at[i], at[i], (mp_bitcnt_t)(corners - exponent));
        mpz_add(at[i], at[i], offset);
        if (i == 0 || mpz_cmp(at[i], low) < 0) mpz_set(low, at[i]);
        if (i == 0 || mpz_cmp(at[i], high) > 0) mpz_set(high, at[i]);
    }
    const int above = mpz_sgn(low), below = -mpz_sgn(high);
    mpz_neg(low, low);
    const mpz_ptr depth = mpz_cmp(low, high) < 0 ? low : high, square = number();
    struct exact exact = {.hit = above <= 0 && below <= 0};
    exact.wrong = above > 0   ? 1 << LBX_NEGATIVE
                  : below > 0 ? 1 << LBX_POSITIVE
                              : 1 << LBX_NEGATIVE | 1 << LBX_POSITIVE;
    const int sign = mpz_sgn(depth);
    mpz_mul(depth, depth, depth);
    dot(square, normal, normal);
    exact.margin = exact.weighed = sign * root_of_ratio(depth, square, exponent - normals);
    return exact;
}

static struct exact answer_aabb(const float plane[], const float box[]) {
    if (aabb_is_empty(box)) {
        return (struct exact){
            .margin = -INFINITY, .weighed = -INFINITY, .wrong = 1 << LBX_NEGATIVE};
    }
    numbers_begin();
    const int lengths = exponent_of(box, 6, 0), normals = exponent_of(plane, 3, 0);
    const struct vector normal = vector_of(plane, normals), corner = vector();
    mpz_ptr at[CORNERS];
    for (unsigned i = 0; i < CORNERS; i++) {
        for (int c = 0; c < 3; c++)
            mpz_set(corner.at[c], number_of(box[i >> c & 1 ? 3 + c : c], lengths));
        dot(at[i] = number(), &normal, &corner);
    }
    return side_of(at, lengths + normals, plane, &normal, normals);
}

static struct exact answer_obb(const float plane[], const float box[]) {
    numbers_begin();
    const int lengths = exponent_of(box, 6, 0), axes = exponent_of(box + 6, 9, 0);
    const int normals = exponent_of(plane, 3, 0);
    const struct vector normal = vector_of(plane, normals), corner = vector();
    const struct solid solid = solid_of_obb(box, lengths, axes);
    mpz_ptr at[CORNERS];
    for (unsigned i = 0; i < CORNERS; i++) {
        for (int c = 0; c < 3; c++) {
            mpz_set(corner.at[c], solid.corner[0].at[c]);
            for (int k = 0; k < 3; k++) {
                if (i >> k & 1)
                    mpz_addmul(corner.at[c], solid.half[k], solid.axis[k].at[c]);
                else
                    mpz_submul(corner.at[c], solid.half[k], solid.axis[k].at[c]);
            }
        }
        dot(at[i] = number(), &normal, &corner);
    }
    return side_of(at, lengths + axes + normals, plane, &normal, normals);
}

extern const struct oracle oracle_plane_aabb, oracle_plane_obb;
const struct oracle oracle_plane_aabb = {.answer = answer_aabb};
const struct oracle oracle_plane_obb = {.answer = answer_obb};
