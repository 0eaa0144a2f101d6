// SPDX-License-Identifier: MIT
// The rotation of a quaternion q is M / N, where the entries of M are sums of products of its
// components and N = q.q. Both are integers if the components are. So the position of a vertex v of
// a, times N_a N_b, is N_b M_a v + N_a N_b p.
#include "posed.h"

#include <math.h>

#include "near.h"

enum { MANTISSA = 53 };

static int lower(double x, int exponent) {
    int own;
    if (frexp(x, &own) == 0) return exponent;
    return own - MANTISSA < exponent ? own - MANTISSA : exponent;
}

// x / 2^exponent, an integer.
static mpz_ptr integer(double x, int exponent) {
    int own;
    const double mantissa = ldexp(frexp(x, &own), MANTISSA);
    const mpz_ptr z = number();
    mpz_set_d(z, mantissa);
    if (mantissa != 0) mpz_mul_2exp(z, z, (mp_bitcnt_t)(own - MANTISSA - exponent));
    return z;
}

// Sets M and returns N.
static mpz_ptr turn_of(const double q[4], struct vector M[3]) {
    int exponent = 0;
    mpz_ptr x[4];
    for (int k = 0; k < 4; k++) exponent = lower(q[k], exponent);
    for (int k = 0; k < 4; k++) x[k] = integer(q[k], exponent);
    const mpz_ptr N = number();
    mpz_set_ui(N, 0);
    for (int k = 0; k < 4; k++) mpz_addmul(N, x[k], x[k]);
    for (int i = 0; i < 3; i++) M[i] = vector();
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_mul(M[i].at[i], x[j], x[j]);
        mpz_addmul(M[i].at[i], x[k], x[k]);
        mpz_mul_2exp(M[i].at[i], M[i].at[i], 1);
        mpz_sub(M[i].at[i], N, M[i].at[i]);
        mpz_mul(M[i].at[j], x[i], x[j]);
        mpz_submul(M[i].at[j], x[k], x[3]);
        mpz_mul_2exp(M[i].at[j], M[i].at[j], 1);
        mpz_mul(M[i].at[k], x[i], x[k]);
        mpz_addmul(M[i].at[k], x[j], x[3]);
        mpz_mul_2exp(M[i].at[k], M[i].at[k], 1);
    }
    return N;
}

// The vertices, times both N, in units of 2^exponent.
static struct solid placed(float (*const triangle)[3], const lbx_rigid_pose *pose,
                           const struct vector M[3], mpz_srcptr N, mpz_srcptr other_N,
                           int exponent) {
    struct solid s = {.corners = 3};
    for (int v = 0; v < 3; v++) {
        const struct vector from = vector_of(triangle[v], exponent);
        s.corner[v] = vector();
        for (int i = 0; i < 3; i++) {
            const mpz_ptr x = s.corner[v].at[i];
            dot(x, &M[i], &from);
            mpz_addmul(x, N, integer(pose->position[i], exponent));
            mpz_mul(x, x, other_N);
        }
    }
    return s;
}

// Both triangles at their poses, times both N.
struct both {
    struct solid a, b;
    mpz_ptr N[2];
    int exponent;
};

static struct both place(float (*const a)[3], const lbx_rigid_pose *a_pose, float (*const b)[3],
                         const lbx_rigid_pose *b_pose, float d) {
    numbers_begin();
    struct both both = {.exponent =
                            exponent_of(a[0], 9, exponent_of(b[0], 9, exponent_of(&d, 1, 0)))};
    for (int c = 0; c < 3; c++) {
        both.exponent = lower(a_pose->position[c], lower(b_pose->position[c], both.exponent));
    }
    struct vector M[2][3];
    both.N[0] = turn_of(a_pose->rotation, M[0]);
    both.N[1] = turn_of(b_pose->rotation, M[1]);
    both.a = placed(a, a_pose, M[0], both.N[0], both.N[1], both.exponent);
    both.b = placed(b, b_pose, M[1], both.N[1], both.N[0], both.exponent);
    return both;
}

bool exact_touch(float (*const a)[3], const lbx_rigid_pose *a_pose, float (*const b)[3],
                 const lbx_rigid_pose *b_pose, double *margin) {
    const struct both both = place(a, a_pose, b, b_pose, 0);
    const struct separation s = separate(&both.a, &both.b, both.exponent);
    *margin = s.margin / mpz_get_d(both.N[0]) / mpz_get_d(both.N[1]);
    return !s.apart;
}

bool exact_within(float (*const a)[3], const lbx_rigid_pose *a_pose, float (*const b)[3],
                  const lbx_rigid_pose *b_pose, float d, double *margin) {
    const struct both both = place(a, a_pose, b, b_pose, d);
    const mpz_ptr reach = number_of(d, both.exponent);
    mpz_mul(reach, reach, both.N[0]);
    mpz_mul(reach, reach, both.N[1]);
    const struct exact e = exact_of_triangles(&both.a, &both.b, reach, both.exponent);
    *margin = e.margin / mpz_get_d(both.N[0]) / mpz_get_d(both.N[1]);
    return e.hit;
}
