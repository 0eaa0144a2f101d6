// SPDX-License-Identifier: MIT
// Tests that answer a class an item, a byte each, instead of a mask: the loop, and the classes of a
// plane. The core says the classes in masks; they are packed to bytes 32 items at a time.
#ifndef LBX_CLASSES_H
#define LBX_CLASSES_H

#include "batch.h"

// A lane's class is 1 where `low` plus 2 where `high`, with the bits of the kernel's `flip`
// flipped: some are found by what they are not.
struct class_masks {
    vm low, high;
};

typedef struct class_masks class_core(const void *constants, const vf *a, const vf *b);

struct class_context {
    uint8_t *classes;      // NULL: not wanted
    const void *constants; // for the core
};

enum { CLASS_GROUP = 32 };

// How many of the classes that classes_store wrote are 2 and 3, and 1 too where count_ones is true,
// of those that are there.
FORCE_INLINE unsigned classes_count(uint64_t bits, unsigned flip, bool count_ones, uint32_t there) {
    const uint32_t low = (uint32_t)bits ^ (flip & 1 ? UINT32_MAX : 0);
    const uint32_t high = (uint32_t)(bits >> 32) ^ (flip & 2 ? UINT32_MAX : 0);
    return bits_count((count_ones ? low | high : high) & there);
}

// As `loop` in batch.h, but for what it returns: see classes_count.
FORCE_INLINE size_t class_loop(class_core *class_of, unsigned flip, bool count_ones,
                               const void *context, const struct lbx_operand *a,
                               enum reading a_reading, unsigned a_floats,
                               const struct lbx_operand *b, enum reading b_reading,
                               unsigned b_floats, size_t first, size_t n) {
    const struct class_context to = *(const struct class_context *)context;
    struct side as, bs;
    open_side(&as, a, a_reading, a_floats);
    open_side(&bs, b, b_reading, b_floats);
    vf x[LBX_FLOATS_MAX], y[LBX_FLOATS_MAX];
    vm low[CLASS_GROUP / LANES], high[CLASS_GROUP / LANES];
    uint8_t classes[CLASS_GROUP];
    size_t i = 0, found = 0;
    for (const size_t whole = n - n % CLASS_GROUP; i != whole; i += CLASS_GROUP) {
        for (unsigned v = 0; v < CLASS_GROUP / LANES; v++) {
            read_lanes(x, &as, a, a_reading, a_floats, i + v * LANES, LANES);
            read_lanes(y, &bs, b, b_reading, b_floats, i + v * LANES, LANES);
            const struct class_masks some = class_of(to.constants, x, y);
            low[v] = some.low;
            high[v] = some.high;
        }
        uint8_t *const p = to.classes ? to.classes + first + i : classes;
        found += classes_count(classes_store(p, low, high, flip), flip, count_ones, UINT32_MAX);
    }
    if (i == n) return found;
    for (unsigned v = 0; v < CLASS_GROUP / LANES; v++) low[v] = high[v] = vf_negative(vf_set(0));
    for (size_t j = i; j < n; j += LANES) {
        const size_t count = n - j < LANES ? n - j : LANES;
        read_lanes(x, &as, a, a_reading, a_floats, j, count);
        read_lanes(y, &bs, b, b_reading, b_floats, j, count);
        const struct class_masks some = class_of(to.constants, x, y);
        low[(j - i) / LANES] = some.low;
        high[(j - i) / LANES] = some.high;
    }
    const uint64_t bits = classes_store(classes, low, high, flip);
    if (to.classes) memcpy(to.classes + first + i, classes, n - i);
    return found + classes_count(bits, flip, count_ones, (UINT32_C(1) << (n - i)) - 1);
}

// As `all_loops` in batch.h, without quads.
FORCE_INLINE size_t class_loops(class_core *class_of, unsigned flip, bool count_ones,
                                const void *context, const struct lbx_operand *a, unsigned a_floats,
                                const struct lbx_operand *b, unsigned b_floats, size_t first,
                                size_t n) {
    if (a->kind == OPERAND_ONE) {
        return class_loop(class_of, flip, count_ones, context, a, READ_ONE, a_floats, b,
                          READ_CONTIGUOUS, b_floats, first, n);
    }
    return b->kind == OPERAND_ONE
               ? class_loop(class_of, flip, count_ones, context, a, READ_CONTIGUOUS, a_floats, b,
                            READ_ONE, b_floats, first, n)
               : class_loop(class_of, flip, count_ones, context, a, READ_CONTIGUOUS, a_floats, b,
                            READ_CONTIGUOUS, b_floats, first, n);
}

// --- planes ---

enum { OFFSET = 3 };     // of a plane
enum { SIDES_FLIP = 3 }; // INTERSECTING is what nothing speaks against

// `beyond`: how far the box stays away from the plane, negative where they cross, on the side that
// the sign of `side` says; `slack`: what rounding may make of it. TANGENT where it is 0, the only
// float whose size is below the least denormal. POSITIVE is both bits, NEGATIVE high, TANGENT low,
// INTERSECTING none, all flipped.
FORCE_INLINE struct class_masks class_of_side(vf side, vf beyond, vf slack) {
    const vm apart = vf_less(slack, beyond);
    const vm tangent = vf_less(vf_abs(beyond), vf_set(0x1p-149f));
    return (struct class_masks){vm_or(vm_and_not(apart, vf_negative(side)), tangent), apart};
}

#endif
