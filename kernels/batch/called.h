// SPDX-License-Identifier: MIT
// What a kernel's object exports if its core is a function that a loop calls for each vector of
// items. The loop is called.c, one for all such kernels of an instruction set, so that a kernel
// costs the library what its core takes: .7 to 5 KB with AVX2, where walks.h takes 10 to 30. The
// call, and reading floats through pointers, weigh little beside a heavy core. Plain C is ahead of
// light ones (docs/use/functions.md). There is no short path.
//
// Below its description a kernel includes this in place of walks.h, and brings NAME, NAME_core and
// NAME_kernel (kernel.h).
#include "called_loop.h"

#ifdef NAME
#define PASTED(name, part) name##part
#define PASTE(name, part) PASTED(name, part)
#define OF(part) PASTE(NAME, part)
#define THIS OF(_kernel)

FORCE_INLINE uint64_t OF(_lanes)(enum form form, unsigned given, const float *const *a,
                                 size_t a_first, const float *const *b, size_t b_first, vf *out) {
    union lanes x, y;
    for (unsigned k = 0; k < THIS.floats[0]; k++) x.at[k] = vf_load(a[k] + a_first);
    if (THIS.grown) x.at[THIS.floats[0]] = vf_set(*a[THIS.floats[0]]);
    if (THIS.ranged) {
        x.ray.inverted = given & RAY_INVERSE;
        x.ray.has_t_min = given & RAY_T_MIN;
        x.ray.has_t_max = given & RAY_T_MAX;
    }
    for (unsigned k = 0; k < THIS.floats[1]; k++) y.at[k] = vf_load(b[k] + b_first);
    const struct masks m = OF(_core)(form, &x, &y, out);
    return (uint64_t)vm_bits(m.high) << 32 | vm_bits(m.low);
}

static uint64_t OF(_lanes_plain)(unsigned given, const float *const *a, size_t a_first,
                                 const float *const *b, size_t b_first, vf *out) {
    const enum form form = THIS.outputs && out ? FORM_OUTPUTS : FORM_PLAIN;
    return OF(_lanes)(form, given, a, a_first, b, b_first, out);
}

static size_t OF(_called_plain)(const struct lbx_operand *a, const struct lbx_operand *b,
                                size_t first, size_t n, uint8_t *answers, float *const *out) {
    return walk_called(&THIS, OF(_lanes_plain), a, b, first, n, answers, out);
}

static uint64_t OF(_lanes_fused)(unsigned given, const float *const *a, size_t a_first,
                                 const float *const *b, size_t b_first, vf *out) {
    if (!LANES_FUSE || !THIS.fuses) return 0;
    return OF(_lanes)(FORM_FUSED, given, a, a_first, b, b_first, out);
}

static size_t OF(_called_fused)(const struct lbx_operand *a, const struct lbx_operand *b,
                                size_t first, size_t n, uint8_t *answers, float *const *out) {
    if (!LANES_FUSE || !THIS.fuses) return 0;
    return walk_called(&THIS, OF(_lanes_fused), a, b, first, n, answers, out);
}

lbx_test EXPORTED(OF(_test));
ptrdiff_t EXPORTED(OF(_test))(const struct lbx_operand *operands, size_t n, unsigned flags,
                              uint8_t *answers, float *const *out) {
    const bool plain = !LANES_FUSE || !THIS.fuses || flags & LBX_REPRODUCIBLE;
    form_walks *const walks = plain ? OF(_called_plain) : OF(_called_fused);
    bool wants = false;
    for (unsigned o = 0; o < THIS.outputs; o++) wants = wants || out[o];
    float *const *const wanted = wants ? out : NULL;
    return THIS.parts[0] || THIS.parts[1]
               ? run_parts(&THIS, walks, operands, n, answers, wanted)
               : run_two(THIS.floats[0], THIS.floats[1], QUADS_NEVER, THIS.classes, walks, operands,
                         n, answers, wanted);
}

#undef PASTED
#undef PASTE
#undef OF
#undef THIS
#undef NAME
#endif
