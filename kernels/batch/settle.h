// SPDX-License-Identifier: MIT
// The second loop over a batch, for kernels with `.settle`, whose cores leave some lanes undecided.
// The walk stores such lanes as hits and notes their group; afterwards each of them is settled by
// itself and its answer corrected. A call of `.settle` within the walk, though for few lanes, takes
// up to a tenth of the time of all: no vector stays in a register over a call.
#ifndef LBX_SETTLE_H
#define LBX_SETTLE_H

#include <assert.h>

#include "kernel.h"
#include "stage.h"

// A side whose kind is looked up while it is read. It may not be staged.
struct any_side {
    enum operand_kind kind;
    const float *const *at;
    size_t first;         // the element of item 0, or its entry in the list
    size_t step;          // of a compact side, like the list
    const uint32_t *list; // entries LIST_STEP bytes apart
    float distance;
    unsigned optional;
};

FORCE_INLINE struct any_side any_of(const struct lbx_operand *o, size_t first) {
    return (struct any_side){o->kind,    o->at,   o->kind == OPERAND_ONE ? 0 : first,
                             o->step,    o->list, o->distance,
                             o->optional};
}

// Groups that hold undecided lanes, and these lanes: bit l is item `item` + l. The walks of such a
// kernel are called with SETTLED_ITEMS items at most, in groups of 8 or more.
enum { SETTLED_ITEMS = 1024, NOTED_MAX = SETTLED_ITEMS / 8 };
struct noted {
    size_t count;
    struct {
        size_t item;
        uint32_t lanes;
    } group[NOTED_MAX];
};

// Notes a group if lanes are undecided, without a branch.
FORCE_INLINE void note_group(struct noted *noted, size_t item, uint32_t lanes) {
    assert(noted->count < NOTED_MAX);
    noted->group[noted->count].item = item;
    noted->group[noted->count].lanes = lanes;
    noted->count += lanes != 0;
}

// Reads `floats` floats of item i.
FORCE_INLINE void read_item(float *x, const struct any_side *side, unsigned floats, size_t i) {
    size_t offset = 0; // of OPERAND_ONE
    if (side->kind == OPERAND_COMPACT) {
        offset = side->list[(side->first + i) * (LIST_STEP / sizeof *side->list)] * side->step;
    } else if (side->kind == OPERAND_CONTIGUOUS) {
        offset = i * sizeof(float);
    }
    if (side->kind != OPERAND_COMPACT) offset += side->first * sizeof(float);
    for (unsigned k = 0; k < floats; k++)
        x[k] = *(const float *)((const char *)side->at[k] + offset);
}

// Settles what was noted. `answers` and `wanted` point to those of item 0. Returns how many items
// are apart after all. Not inlined, so that the walk's registers are its own; and static, like
// ask_lines.
NOINLINE size_t settle_noted(const struct kernel *k, enum form form, const struct noted *noted,
                             const struct any_side *a, const struct any_side *b, uint8_t *answers,
                             float *const *wanted) {
    const bool lacking = k->ranged && !(a->optional & (RAY_T_MIN | RAY_T_MAX));
    size_t apart = 0;
    for (size_t g = 0; g < noted->count; g++) {
        for (uint32_t lanes = noted->group[g].lanes; lanes; lanes &= lanes - 1) {
            const size_t i = noted->group[g].item + (size_t)__builtin_ctz(lanes);
            float x[LBX_FLOATS_MAX] = {0}, y[LBX_FLOATS_MAX], out[OUTPUTS_MAX];
            read_item(x, a, k->floats[0] - (lacking ? RANGE_FLOATS : 0), i);
            read_item(y, b, k->floats[1], i);
            if (k->settle(x, y, a->optional, out)) {
                apart++;
                if (answers) answers[i / 8] ^= (uint8_t)(1u << i % 8);
            }
            for (unsigned o = 0; form == FORM_OUTPUTS && o < k->outputs; o++)
                if (wanted[o]) wanted[o][i] = out[o];
        }
    }
    return apart;
}

// Moves an operand of the walks by SETTLED_ITEMS items.
FORCE_INLINE void move_on(struct lbx_operand *o, unsigned floats) {
    if (o->kind == OPERAND_COMPACT) {
        o->list += SETTLED_ITEMS * (LIST_STEP / sizeof *o->list);
    } else if (o->kind == OPERAND_CONTIGUOUS) {
        for (unsigned k = 0; k < floats; k++) o->at[k] += SETTLED_ITEMS;
    }
}

// Runs the walks on SETTLED_ITEMS items after the other.
NOINLINE size_t walk_some(const struct kernel *k, form_walks *walks, const struct lbx_operand *a,
                          const struct lbx_operand *b, size_t first, size_t n, uint8_t *answers,
                          float *const *out) {
    struct lbx_operand from[2] = {*a, *b};
    size_t found = 0;
    for (size_t i = 0; i < n; i += SETTLED_ITEMS) {
        const size_t count = n - i < SETTLED_ITEMS ? n - i : SETTLED_ITEMS;
        uint8_t *const some = answers ? answers + i / 8 : NULL;
        found += walks(&from[0], &from[1], first + i, count, some, out);
        for (unsigned side = 0; side < 2; side++) move_on(&from[side], k->floats[side]);
    }
    return found;
}

#endif
