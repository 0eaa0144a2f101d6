// SPDX-License-Identifier: MIT
// Tests that answer a class an item, a byte each, instead of a mask: the loop, and the classes of a
// plane. The core says the classes in bits; they are spread to bytes 32 at a time.
#ifndef LBX_CLASSES_H
#define LBX_CLASSES_H

#include "batch.h"

// The class of the item in lane l is bit l of `low` plus twice bit l of `high`. Bits past LANES are
// anything.
struct class_bits {
    uint32_t low, high;
};

typedef struct class_bits class_core(const void *constants, const vf *a, const vf *b);

struct class_context {
    uint8_t *classes;      // NULL: not wanted
    const void *constants; // for the core
};

enum { CLASS_GROUP = 32, CLASS_LANES = 0xffffffff >> (32 - LANES) };

// As `loop` in batch.h. Counted are the classes with the high bit, and 1 too where `ones` is true.
FORCE_INLINE size_t class_loop(class_core *class_of, bool ones, const void *context,
                               const struct lbx_operand *a, enum reading a_reading,
                               unsigned a_floats, const struct lbx_operand *b,
                               enum reading b_reading, unsigned b_floats, size_t first, size_t n) {
    const struct class_context to = *(const struct class_context *)context;
    struct side as, bs;
    open_side(&as, a, a_reading, a_floats);
    open_side(&bs, b, b_reading, b_floats);
    vf x[LBX_FLOATS_MAX], y[LBX_FLOATS_MAX];
    size_t found = 0;
    for (size_t i = 0; i < n; i += CLASS_GROUP) {
        const size_t items = n - i < CLASS_GROUP ? n - i : CLASS_GROUP;
        struct class_bits all = {0, 0};
        if (items == CLASS_GROUP) {
            for (unsigned v = 0; v < CLASS_GROUP; v += LANES) {
                read_lanes(x, &as, a, a_reading, a_floats, i + v, LANES);
                read_lanes(y, &bs, b, b_reading, b_floats, i + v, LANES);
                const struct class_bits some = class_of(to.constants, x, y);
                all.low |= (some.low & CLASS_LANES) << v;
                all.high |= (some.high & CLASS_LANES) << v;
            }
            if (to.classes) classes_store(to.classes + first + i, all.low, all.high);
        } else {
            for (size_t j = 0; j < items; j += LANES) {
                const size_t count = items - j < LANES ? items - j : LANES;
                read_lanes(x, &as, a, a_reading, a_floats, i + j, count);
                read_lanes(y, &bs, b, b_reading, b_floats, i + j, count);
                const struct class_bits some = class_of(to.constants, x, y);
                all.low |= (some.low & CLASS_LANES) << j;
                all.high |= (some.high & CLASS_LANES) << j;
            }
            all.low &= (UINT32_C(1) << items) - 1;
            all.high &= (UINT32_C(1) << items) - 1;
            if (to.classes) classes_store_first(to.classes + first + i, all.low, all.high, items);
        }
        found += bits_count(ones ? all.low | all.high : all.high);
    }
    return found;
}

// --- planes ---

enum { NORMAL = 0, OFFSET = 3 }; // of a plane

// Of the side that the normal points to: how far the nearest point of the box is on it, and how far
// the furthest one is on the other, in units of the normal; what rounding may make of either. No
// more than one of the two exceeds 0. TANGENT where one is 0, which only 0 is less than a denormal
// away from.
FORCE_INLINE struct class_bits class_of_sides(vf above, vf below, vf slack, const vm *empty) {
    vm positive = vf_less(slack, above);
    if (empty) positive = vm_or(positive, *empty);
    const vm apart = vm_or(positive, vf_less(slack, below));
    const vm tangent = vf_less(vf_abs(vf_max(above, below)), vf_set(0x1p-149f));
    return (struct class_bits){~vm_bits(vm_or(positive, tangent)), ~vm_bits(apart)};
}

#endif
