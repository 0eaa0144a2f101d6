// SPDX-License-Identifier: MIT
// Eigenvectors of a symmetric 3 by 3 matrix, by Jacobi's method: Golub and Van Loan, 8.5.
//
// Each step turns two axes so that the entry of the matrix between them becomes 0. It disturbs the
// other entries, but quadratically less each time, so that four or five sweeps are enough.
#include "kernels/lanes/floats.h"

#include "fit.h"

enum { SWEEPS = 16 };

// Entries this small beside their diagonal are rounding errors: with n terms in a sum some n 2^-53,
// here squared. Otherwise this noise would turn the box of a cube, for which any axes are
// principal. Between sides of lengths p > q, ignoring such an entry turns the axes by some 2^-44 q
// / p.
#define NOISE 0x1p-88

static bool is_noise(double matrix[3][3], int p, int q) {
    const double x = matrix[p][q];
    return x == 0 || x * x <= NOISE * matrix[p][p] * matrix[q][q];
}

// Turns axes p and q.
static void turn(double matrix[3][3], double axis[3][3], int p, int q) {
    const double theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
    const double size = fabs(theta) + sqrt(theta * theta + 1); // infinite: no turn
    const double tangent = theta < 0 ? -1 / size : 1 / size;
    const double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    const double moved = tangent * matrix[p][q];
    matrix[p][p] -= moved;
    matrix[q][q] += moved;
    matrix[p][q] = matrix[q][p] = 0;
    const int r = 3 - p - q;
    const double rp = matrix[r][p], rq = matrix[r][q];
    matrix[r][p] = matrix[p][r] = cosine * rp - sine * rq;
    matrix[r][q] = matrix[q][r] = sine * rp + cosine * rq;
    for (int c = 0; c < 3; c++) {
        const double u = axis[p][c], v = axis[q][c];
        axis[p][c] = cosine * u - sine * v;
        axis[q][c] = sine * u + cosine * v;
    }
}

// The turned axes are within some 2^-48 of orthonormal; rounding to floats loses more.
void lbx_eigenvectors(double matrix[3][3], double axis[3][3]) {
    double largest = 0;
    for (int k = 0; k < 9; k++) {
        axis[k / 3][k % 3] = k / 3 == k % 3;
        const double x = fabs(matrix[k / 3][k % 3]);
        largest = x > largest ? x : largest;
    }
    if (largest == 0) return;
    for (int k = 0; k < 9; k++) matrix[k / 3][k % 3] /= largest;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool done = true;
        for (int p = 0; p < 2; p++) {
            for (int q = p + 1; q < 3; q++) {
                if (is_noise(matrix, p, q)) continue;
                turn(matrix, axis, p, q);
                done = false;
            }
        }
        if (done) return;
    }
}
