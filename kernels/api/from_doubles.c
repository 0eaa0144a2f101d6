// SPDX-License-Identifier: MIT
// lbx_aabbs_from_doubles: boxes of doubles about a local origin, rounded outward to floats.
//
// The processor does the rounding: min - origin is rounded downward to a double, and that downward
// to a float. Every float is a double, so the largest float that is not above the exact difference
// is the largest one that is not above the rounded difference (numerics.md). It takes 1 ns per
// box; computing the error of a rounding to nearest (Knuth's TwoSum) took 4.5 (AVX2).
#include "../lanes/floats.h"

// gcc 12 has no pragma FENV_ACCESS, and clang 14 vectorises nothing under it. The difference and
// the conversion are in functions of their own, so that the compiler can fold nothing that another
// mode would change. The pragma comes first, as gcc inlines no function compiled without it.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("rounding-math")
#endif

#include "operand.h"
#include "rounding.h"

#define ROUNDED __attribute__((noinline)) static

enum { BLOCK = 256 }; // items between two changes of mode; structures stay in the L1 cache

typedef double stored_double __attribute__((aligned(4), may_alias)); // as views hold them

// Rounds `count` differences from one array to another.
ROUNDED void subtract_array(const stored_double *restrict from, double origin, float *restrict to,
                            size_t count, unsigned mode) {
    for (size_t i = 0; i < count; i++) to[i] = rounded_difference(from[i], origin, mode);
}

// Rounds the corners of the items first to end - 1, of any layout.
ROUNDED void subtract_corners(const struct lbx_operand *from, unsigned corner,
                              const double origin[3], const struct lbx_target *to, size_t first,
                              size_t end, unsigned mode) {
    const char *x[3];
    char *rounded[3];
    for (unsigned c = 0; c < 3; c++) {
        x[c] = (const char *)from->at[corner + c];
        rounded[c] = (char *)to->at[corner + c];
    }
    for (size_t i = first; i < end; i++) {
        const size_t at = operand_element(from, i) * from->step;
        for (unsigned c = 0; c < 3; c++)
            *(float *)(rounded[c] + i * to->step) =
                rounded_difference(*(const stored_double *)(x[c] + at), origin[c], mode);
    }
}

// `corner` is 0 for the lower corners, 3 for the upper ones.
static void round_corners(const struct lbx_operand *from, unsigned corner, const double origin[3],
                          const struct lbx_target *to, size_t first, size_t end, unsigned mode) {
    if (from->kind != OPERAND_CONTIGUOUS || to->step != sizeof(float)) {
        subtract_corners(from, corner, origin, to, first, end, mode);
        return;
    }
    for (unsigned c = 0; c < 3; c++)
        subtract_array((const stored_double *)(const void *)from->at[corner + c] + first, origin[c],
                       to->at[corner + c] + first, end - first, mode);
}

ptrdiff_t lbx_aabbs_from_doubles(const lbx_aabbs_f64 *boxes, const double origin[3], size_t n,
                                 const lbx_aabbs_out *out) {
    if (n == 0) return 0;
    struct lbx_lists lists = {.list = NULL};
    struct lbx_operand from;
    struct lbx_target to;
    ptrdiff_t error = lbx_operand_aabbs_f64(&from, boxes, n, &lists);
    if (!error && !origin) error = LBX_ERROR_NULL;
    if (!error) error = lbx_target_aabbs(&to, out, n);
    if (error) return error;
    const rounding before = rounding_now();
    for (size_t first = 0; first < n; first += BLOCK) {
        const size_t end = n - first < BLOCK ? n : first + BLOCK;
        rounding_set(before, ROUND_DOWNWARD);
        round_corners(&from, 0, origin, &to, first, end, ROUND_DOWNWARD);
        rounding_set(before, ROUND_UPWARD);
        round_corners(&from, 3, origin, &to, first, end, ROUND_UPWARD);
    }
    rounding_restore(before);
    return (ptrdiff_t)n;
}
