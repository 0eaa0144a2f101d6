// SPDX-License-Identifier: MIT
// The walks of one kernel, and what its object exports. Below its description a kernel includes
// this and brings NAME, NAME_core and NAME_kernel (kernel.h), and NO_FEW if its public function has
// no short path. The description is read by name, so that what it rules out is dropped early.
#include "any.h"
#include "blocks.h"
#include "rows.h"
#include "walk.h"

// Names that belong to the kernel.
#define PASTED(name, part) name##part
#define PASTE(name, part) PASTED(name, part)
#define OF(part) PASTE(NAME, part)
#define THIS OF(_kernel)

static form_walks OF(_walks_plain), OF(_walks_outputs);

// It is not inlined, because every reading of the sides would get a copy.
static __attribute__((noinline)) size_t OF(_any)(enum form form, const struct any_side *a,
                                                 const struct any_side *b, size_t n,
                                                 uint8_t *answers, float *const *out) {
    return walk_any(&THIS, form, THIS.core_of_contiguous ? THIS.core_of_contiguous : OF(_core), a,
                    b, n, answers, out);
}

// Tests the items 0 to n - 1, if the first side is one item that can be prepared. These are whole
// groups if the kernel is heavy.
FORCE_INLINE bool OF(_prepared)(enum form form, const struct lbx_operand *a,
                                const struct lbx_operand *b, size_t first, size_t n,
                                uint8_t *answers, float *const *out, size_t *found) {
    if (!THIS.prepare || a->kind != OPERAND_ONE || b->kind != OPERAND_CONTIGUOUS) return false;
    struct prepared one;
    const enum form ask = prepare_one(&THIS, THIS.prepare, form, a, b, &one);
    const union lanes held = one.lanes; // in registers; clang 14 keeps `one` in memory
#define WALK_PREPARED(form)                                                                        \
    walk((struct fixed){&THIS, form, {READ_PREPARED, 0}, {READ_CONTIGUOUS, THIS.prepared_floats}}, \
         THIS.core_of_prepared, a, b, &one.others, &held, first, n, answers, out)
    if (ask == FORM_FUSED) {
        *found = WALK_PREPARED(FORM_FUSED);
    } else if (ask == FORM_OUTPUTS) {
        *found = WALK_PREPARED(FORM_OUTPUTS);
    } else if (ask == FORM_PLAIN || THIS.always_prepared) {
        *found = WALK_PREPARED(FORM_PLAIN);
    } else {
        return false;
    }
#undef WALK_PREPARED
    return true;
}

// Tests the items 0 to n - 1, whole groups of them, by the loop that reads the sides as they lie.
FORCE_INLINE size_t OF(_groups)(enum form form, const struct lbx_operand *a,
                                const struct lbx_operand *b, size_t first, size_t n,
                                uint8_t *answers, float *const *out) {
    const bool ranged = THIS.ranged && a->optional & (RAY_T_MIN | RAY_T_MAX);
    const unsigned a_floats = THIS.floats[0], b_floats = THIS.floats[1];
#define WALK_FLOATS(ask, a_reading, a_floats, b_reading)                                           \
    walk((struct fixed){&THIS, form, {a_reading, a_floats}, {b_reading, b_floats}}, ask, a, b, b,  \
         NULL, first, n, answers, out)
#define WALK(ask, a_reading, b_reading)                                                            \
    (!THIS.ranged ? WALK_FLOATS(ask, a_reading, a_floats, b_reading)                               \
     : ranged && (a_reading) != READ_COMPACT                                                       \
         ? WALK_FLOATS(ask, a_reading, a_floats, b_reading)                                        \
         : WALK_FLOATS(ask, a_reading, RAY_AT_T_MIN, b_reading))
    const bool quads_of_first = THIS.quads == QUADS_OF_FIRST || THIS.quads == QUADS_OF_BOTH;
    const bool quads_of_second = THIS.quads == QUADS_OF_SECOND || THIS.quads == QUADS_OF_BOTH;
    core *const of_one = THIS.core_of_one ? THIS.core_of_one : OF(_core);
    core *const of_contiguous = THIS.core_of_contiguous ? THIS.core_of_contiguous : OF(_core);

    size_t found;
    if (THIS.heavy && OF(_prepared)(form, a, b, first, n, answers, out, &found)) return found;
    if (a->kind == OPERAND_COMPACT && b->kind == OPERAND_COMPACT)
        return WALK(OF(_core), READ_COMPACT, READ_COMPACT);
    if (quads_of_second && b->kind == OPERAND_COMPACT)
        return a->kind == OPERAND_ONE ? WALK(of_one, READ_ONE, READ_COMPACT)
                                      : WALK(OF(_core), READ_CONTIGUOUS, READ_COMPACT);
    if (quads_of_first && !THIS.symmetric && a->kind == OPERAND_COMPACT)
        return b->kind == OPERAND_ONE ? WALK(of_one, READ_COMPACT, READ_ONE)
                                      : WALK(OF(_core), READ_COMPACT, READ_CONTIGUOUS);
    if (b->kind == OPERAND_ONE) return WALK(of_one, READ_CONTIGUOUS, READ_ONE);
    if (!THIS.symmetric && !THIS.always_prepared && a->kind == OPERAND_ONE)
        return WALK(of_one, READ_ONE, READ_CONTIGUOUS);
    return WALK(of_contiguous, READ_CONTIGUOUS, READ_CONTIGUOUS);
#undef WALK
#undef WALK_FLOATS
}

FORCE_INLINE size_t OF(_walks)(enum form form, const struct lbx_operand *a,
                               const struct lbx_operand *b, size_t first, size_t n,
                               uint8_t *answers, float *const *out) {
    assert(n > 0 && a->kind != OPERAND_STAGED && b->kind != OPERAND_STAGED);
    assert(a->kind != OPERAND_ONE || b->kind != OPERAND_ONE);
    if (THIS.settle && n > SETTLED_ITEMS)
        return walk_some(&THIS, form == FORM_OUTPUTS ? OF(_walks_outputs) : OF(_walks_plain), a, b,
                         first, n, answers, out);
    // A kernel that fuses only when prepared is plain elsewhere.
    if (form == FORM_FUSED && THIS.fuses_prepared &&
        (a->kind != OPERAND_ONE || b->kind != OPERAND_CONTIGUOUS))
        return OF(_walks_plain)(a, b, first, n, answers, out);
    if (THIS.symmetric && a->kind > b->kind) {
        const struct lbx_operand *const swap = a;
        a = b;
        b = swap;
    }
#if LANES_ROWS
    if (THIS.core_of_rows && a->kind == OPERAND_COMPACT && b->kind == OPERAND_COMPACT)
        return walk_rows(THIS.core_of_rows, a, b, n, answers);
#endif
    size_t found = 0;
    if (!THIS.heavy && OF(_prepared)(form, a, b, first, n, answers, out, &found)) return found;
    const size_t rest = n % group_of(&THIS), whole = n - rest;
    if (whole) {
        found = OF(_groups)(form, a, b, first, whole, answers, out);
        if (!rest) return found;
        if (answers) answers += wants_classes(&THIS, out) ? whole : whole / 8;
    }
    const struct any_side any_a = any_of(a, whole), any_b = any_of(b, whole);
    float *wanted[OUTPUTS_MAX] = {NULL};
    for (unsigned o = 0; form == FORM_OUTPUTS && o < THIS.outputs; o++)
        wanted[o] = out[o] ? out[o] + first + whole : NULL;
    return found + OF(_any)(form, &any_a, &any_b, rest, answers, THIS.masked ? out : wanted);
}

static size_t OF(_walks_plain)(const struct lbx_operand *a, const struct lbx_operand *b,
                               size_t first, size_t n, uint8_t *answers, float *const *out) {
    return OF(_walks)(FORM_PLAIN, a, b, first, n, answers, out);
}

static size_t OF(_walks_fused)(const struct lbx_operand *a, const struct lbx_operand *b,
                               size_t first, size_t n, uint8_t *answers, float *const *out) {
    if (!LANES_FUSE || !THIS.fuses) return 0;
    return OF(_walks)(FORM_FUSED, a, b, first, n, answers, out);
}

static size_t OF(_walks_outputs)(const struct lbx_operand *a, const struct lbx_operand *b,
                                 size_t first, size_t n, uint8_t *answers, float *const *out) {
    if (!THIS.outputs) return 0;
    return OF(_walks)(FORM_OUTPUTS, a, b, first, n, answers, out);
}

#ifndef NO_FEW
// The short path of a call.
FORCE_INLINE ptrdiff_t OF(_few_of)(enum form form, const struct lbx_dense *a,
                                   const struct lbx_dense *b, size_t n, uint8_t *answers,
                                   float *const *out) {
    if (!THIS.short_loops) {
        const struct any_side any_a = any_of_dense(a), any_b = any_of_dense(b);
        return (ptrdiff_t)OF(_any)(form, &any_a, &any_b, n, answers, out);
    }
    const unsigned a_floats = THIS.ranged ? RAY_AT_T_MIN : THIS.floats[0];
    core *const of_contiguous = THIS.core_of_contiguous ? THIS.core_of_contiguous : OF(_core);
#define WALK(ask, a_reading, b_reading)                                                            \
    walk_few((struct fixed){&THIS, form, {a_reading, a_floats}, {b_reading, THIS.floats[1]}}, ask, \
             a, b, n, answers, out)
    if (THIS.symmetric && a->kind == LBX_PICK_ONE) {
        const struct lbx_dense *const swap = a;
        a = b;
        b = swap;
    }
    if (b->kind == LBX_PICK_ONE) return WALK(OF(_core), READ_DENSE, READ_ONE);
    if (!THIS.symmetric && a->kind == LBX_PICK_ONE) return WALK(OF(_core), READ_ONE, READ_DENSE);
    return WALK(of_contiguous, READ_DENSE, READ_DENSE);
#undef WALK
}

lbx_few EXPORTED(OF(_few));
ptrdiff_t EXPORTED(OF(_few))(const struct lbx_dense *a, const struct lbx_dense *b, size_t n,
                             unsigned flags, uint8_t *answers, float *const *out) {
    bool wants = false;
    for (unsigned o = 0; o < THIS.outputs; o++) wants = wants || out[o];
    if (THIS.outputs && wants) return OF(_few_of)(FORM_OUTPUTS, a, b, n, answers, out);
    const bool fuse = LANES_FUSE && THIS.fuses && !(flags & LBX_REPRODUCIBLE);
    if (fuse && THIS.prepare && a->kind == LBX_PICK_ONE) {
        // A prepared item has its verdicts among many items, which are not the core's.
        struct lbx_operand one, many;
        operand_of(&one, a, OPERAND_ONE, THIS.floats[0], THIS.ranged ? RANGE_FLOATS : 0);
        operand_of(&many, b, OPERAND_CONTIGUOUS, THIS.floats[1], 0);
        return (ptrdiff_t)OF(_walks_fused)(&one, &many, 0, n, answers, out);
    }
    if (fuse && !THIS.fuses_prepared) return OF(_few_of)(FORM_FUSED, a, b, n, answers, out);
    return OF(_few_of)(FORM_PLAIN, a, b, n, answers, out);
}
#endif

// t and u come from the plain form, and so does the verdict beside them.
lbx_test EXPORTED(OF(_test));
ptrdiff_t EXPORTED(OF(_test))(const struct lbx_operand *operands, size_t n, unsigned flags,
                              uint8_t *answers, float *const *out) {
    bool wants = false;
    for (unsigned o = 0; o < THIS.outputs; o++) wants = wants || out[o];
    const bool fuse = LANES_FUSE && THIS.fuses && !(flags & LBX_REPRODUCIBLE);
    form_walks *const walks = wants  ? OF(_walks_outputs)
                              : fuse ? OF(_walks_fused)
                                     : OF(_walks_plain);
    if (THIS.parts[0] || THIS.parts[1]) return run(&THIS, walks, operands, n, answers, out);
    // Asked here, 8 pairs of a list take .98 of the time (Intel, AVX2).
    if (are_dense(&operands[0], &operands[1]) ||
        (is_pair_list(&operands[0]) && is_pair_list(&operands[1])))
        return (ptrdiff_t)walks(&operands[0], &operands[1], 0, n, answers, out);
    return run_two(THIS.floats[0], THIS.floats[1], THIS.quads, wants_classes(&THIS, out), walks,
                   operands, n, answers, out);
}

#undef NO_FEW
#undef NAME
