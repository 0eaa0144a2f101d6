// SPDX-License-Identifier: MIT
// What called.c exports to kernels and conversions whose cores are functions: see called.h.
#ifndef LBX_CALLED_LOOP_H
#define LBX_CALLED_LOOP_H

#include "blocks.h"

// Tests LANES items: a[k] + a_first and b[k] + b_first point to float k of the first. Returns the
// bits of their masks, `high` above `low`. If `out` is not NULL, output o goes to out[o]. `given`
// is what the first side has of a ray's optional arrays; what it lacks may be read all the same.
typedef uint64_t called_core(unsigned given, const float *const *a, size_t a_first,
                             const float *const *b, size_t b_first, vf *out);

// Exported by called.c.
#define walk_called EXPORTED(walk_called)

// Tests the items 0 to n - 1 of two operands, contiguous or one item. `first` is the number of
// item 0 in the batch, for the outputs.
size_t walk_called(const struct kernel *k, called_core *ask, const struct lbx_operand *a,
                   const struct lbx_operand *b, size_t first, size_t n, uint8_t *answers,
                   float *const *out);

// The same for a whole batch with sides of two views, by these walks.
#define run_parts EXPORTED(run_parts)
ptrdiff_t run_parts(const struct kernel *k, form_walks *walks, const struct lbx_operand *operands,
                    size_t n, uint8_t *answers, float *const *out);

// Converts n items of one view or two; float k of what is made goes to out[k].
#define convert_called EXPORTED(convert_called)
ptrdiff_t convert_called(const struct conversion *k, called_core *ask,
                         const struct lbx_operand *operands, size_t n,
                         const struct lbx_target *out);

// Defines and exports a conversion, as CONVERT of convert.h does. The loop gets a description
// without the core, of which the library would otherwise have a copy more.
#define CONVERT_CALLED(name)                                                                       \
    static uint64_t name##_made(unsigned given, const float *const *a, size_t a_first,             \
                                const float *const *b, size_t b_first, vf *out) {                  \
        (void)given;                                                                               \
        union lanes x, y, made;                                                                    \
        for (unsigned k = 0; k < name##_conversion.floats[0]; k++)                                 \
            x.at[k] = vf_load(a[k] + a_first);                                                     \
        for (unsigned k = 0; k < name##_conversion.floats[1]; k++)                                 \
            y.at[k] = vf_load(b[k] + b_first);                                                     \
        name##_lanes(&x, &y, &made);                                                               \
        for (unsigned k = 0; k < name##_conversion.out_floats; k++) out[k] = made.at[k];           \
        return 0;                                                                                  \
    }                                                                                              \
    lbx_conversion EXPORTED(name);                                                                 \
    ptrdiff_t EXPORTED(name)(const struct lbx_operand *operands, size_t n,                         \
                             const struct lbx_target *out) {                                       \
        const struct conversion k = {                                                              \
            .floats = {name##_conversion.floats[0], name##_conversion.floats[1]},                  \
            .out_floats = name##_conversion.out_floats};                                           \
        return convert_called(&k, name##_made, operands, n, out);                                  \
    }

#endif
