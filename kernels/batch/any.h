// SPDX-License-Identifier: MIT
// The loop over at most 32 items: the rest of a call after its whole groups, and small calls of
// heavy kernels. It learns at run time how the sides lie, so it contains each form of the core
// once. Those of walk.h contain it once for every reading; with these alone the library had 5.2 MB.
#ifndef LBX_ANY_H
#define LBX_ANY_H

#include "walk.h"

FORCE_INLINE struct any_side any_of_dense(const struct lbx_dense *d) {
    return (struct any_side){.kind = d->kind == LBX_PICK_ONE ? OPERAND_ONE : OPERAND_CONTIGUOUS,
                             .at = d->at,
                             .first = d->first,
                             .distance = d->distance};
}

// Reads the floats `from` to `to` - 1 of `count` items. A compact side is read from float 0 on.
FORCE_INLINE void read_any(union lanes *x, const struct any_side *side, unsigned from, unsigned to,
                           size_t i, size_t count) {
    forget(); // otherwise gcc 12 reads the pointers of all branches before it takes one
    if (side->kind == OPERAND_COMPACT) {
        struct side listed; // with the members that read_lanes uses of a compact side
        listed.list = side->list;
        listed.step = side->step;
        listed.at[0] = side->at[0];
        listed.at[3] = side->at[3];
        read_lanes(x, &listed, (struct layout){READ_COMPACT, to}, side->first + i, count);
    } else if (side->kind == OPERAND_ONE) {
        for (unsigned k = from; k < to; k++) x->at[k] = vf_set(side->at[k][side->first]);
    } else if (count == LANES) {
        for (unsigned k = from; k < to; k++) x->at[k] = vf_load(side->at[k] + side->first + i);
    } else {
        forget();
        for (unsigned k = from; k < to; k++)
            x->at[k] = vf_load_first(side->at[k] + side->first + i, count);
    }
}

// Tests at most 32 items of two such sides. `answers` and `out` point to those of item 0.
FORCE_INLINE size_t walk_any(const struct kernel *k, enum form form, core *ask,
                             const struct any_side *a, const struct any_side *b, size_t n,
                             uint8_t *answers, float *const *out) {
    assert(n > 0 && n <= 32 && a->kind != OPERAND_STAGED && b->kind != OPERAND_STAGED);
    const unsigned floats = k->ranged ? RAY_AT_T_MIN : k->floats[0];
    const bool ranged = k->ranged && a->optional & (RAY_T_MIN | RAY_T_MAX);
    union lanes x, y;
    vf made[OUTPUTS_MAX];
    struct group rest;
    open_group(k, &rest);
    for (size_t i = 0, v = 0; i < n; i += LANES, v++) {
        const size_t count = n - i < LANES ? n - i : LANES;
        read_any(&x, a, 0, floats, i, count);
        if (ranged) {
            read_any(&x, a, floats, k->floats[0], i, count);
        } else {
            for (unsigned f = floats; f < k->floats[0]; f++) x.at[f] = vf_set(0); // unused
        }
        read_any(&y, b, 0, k->floats[1], i, count);
        if (k->ranged) {
            x.ray.inverted = a->optional & RAY_INVERSE;
            x.ray.has_t_min = a->optional & RAY_T_MIN;
            x.ray.has_t_max = a->optional & RAY_T_MAX;
        }
        // All forms share one reading of the sides, because its code is as long as many cores are.
        const struct masks m = k->outputs && form == FORM_OUTPUTS ? ask(FORM_OUTPUTS, &x, &y, made)
                               : LANES_FUSE && k->fuses && !k->fuses_prepared && form == FORM_FUSED
                                   ? ask(FORM_FUSED, &x, &y, made)
                                   : ask(FORM_PLAIN, &x, &y, made);
        put_vector(k, form, m, made, i, count, &rest, v, out);
    }
    const size_t found = store_group(k, wants_classes(k, out), &rest, answers, 0, n);
    struct noted noted;
    noted.count = 0;
    if (k->settle) note_group(&noted, 0, rest.undecided & (uint32_t)((UINT64_C(1) << n) - 1));
    if (noted.count == 0) return found;
    return found - settle_noted(k, form, &noted, a, b, answers, out);
}

#endif
