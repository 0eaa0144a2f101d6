// SPDX-License-Identifier: MIT
// What a kernel's object exports if its core is a function that a loop calls for each vector of
// items. The loop is called.c, one for all such kernels of an instruction set, so that a kernel
// costs the library what its core takes: 1.5 KB with AVX2, where walks.h takes 10 to 30. That a
// core reads its floats through pointers costs 1 of 10 cycles an item. There is no short path.
//
// Below its description a kernel includes this in place of walks.h, and brings NAME, NAME_core and
// NAME_kernel (kernel.h). The form is always plain.
#ifndef LBX_CALLED_H
#define LBX_CALLED_H

#include "blocks.h"

// Tests LANES items: a[k] and b[k] point to float k of the first. Returns the bits of their
// masks, `high` above `low`. If `out` is not NULL, output o goes to out[o]. `given` is what the
// first side has of a ray's optional arrays; what it lacks may be read all the same.
typedef uint64_t called_core(unsigned given, const float *const *a, const float *const *b, vf *out);

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

// Defines and exports a conversion, as CONVERT of convert.h does.
#define CONVERT_CALLED(name)                                                                       \
    static uint64_t name##_made(unsigned given, const float *const *a, const float *const *b,      \
                                vf *out) {                                                         \
        (void)given;                                                                               \
        union lanes x, y, made;                                                                    \
        for (unsigned k = 0; k < name##_conversion.floats[0]; k++) x.at[k] = vf_load(a[k]);        \
        for (unsigned k = 0; k < name##_conversion.floats[1]; k++) y.at[k] = vf_load(b[k]);        \
        name##_lanes(&x, &y, &made);                                                               \
        for (unsigned k = 0; k < name##_conversion.out_floats; k++) out[k] = made.at[k];           \
        return 0;                                                                                  \
    }                                                                                              \
    lbx_conversion EXPORTED(name);                                                                 \
    ptrdiff_t EXPORTED(name)(const struct lbx_operand *operands, size_t n,                         \
                             const struct lbx_target *out) {                                       \
        return convert_called(&name##_conversion, name##_made, operands, n, out);                  \
    }

#endif

#ifdef NAME
#define PASTED(name, part) name##part
#define PASTE(name, part) PASTED(name, part)
#define OF(part) PASTE(NAME, part)
#define THIS OF(_kernel)

static uint64_t OF(_lanes)(unsigned given, const float *const *a, const float *const *b, vf *out) {
    union lanes x, y;
    for (unsigned k = 0; k < THIS.floats[0]; k++) x.at[k] = vf_load(a[k]);
    if (THIS.ranged) {
        x.ray.inverted = given & RAY_INVERSE;
        x.ray.has_t_min = given & RAY_T_MIN;
        x.ray.has_t_max = given & RAY_T_MAX;
    }
    for (unsigned k = 0; k < THIS.floats[1]; k++) y.at[k] = vf_load(b[k]);
    const enum form form = THIS.outputs && out ? FORM_OUTPUTS : FORM_PLAIN;
    const struct masks m = OF(_core)(form, &x, &y, out);
    return (uint64_t)vm_bits(m.high) << 32 | vm_bits(m.low);
}

static size_t OF(_walks)(const struct lbx_operand *a, const struct lbx_operand *b, size_t first,
                         size_t n, uint8_t *answers, float *const *out) {
    return walk_called(&THIS, OF(_lanes), a, b, first, n, answers, out);
}

lbx_test EXPORTED(OF(_test));
ptrdiff_t EXPORTED(OF(_test))(const struct lbx_operand *operands, size_t n, unsigned flags,
                              uint8_t *answers, float *const *out) {
    (void)flags; // the plain form is the same on every instruction set
    bool wants = false;
    for (unsigned o = 0; o < THIS.outputs; o++) wants = wants || out[o];
    float *const *const wanted = wants ? out : NULL;
    return THIS.parts[0] || THIS.parts[1]
               ? run_parts(&THIS, OF(_walks), operands, n, answers, wanted)
               : run_two(THIS.floats[0], THIS.floats[1], QUADS_NEVER, THIS.classes, OF(_walks),
                         operands, n, answers, wanted);
}

#undef PASTED
#undef PASTE
#undef OF
#undef THIS
#undef NAME
#endif
