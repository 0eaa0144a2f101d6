// SPDX-License-Identifier: MIT
// The loop of frusta against items: Greene 1994.
//
// Each frustum is made ready once (api/frustum.c). All items are compared with its six planes:
// those beyond one are OUTSIDE, those within all are INSIDE. The rest are INTERSECTING unless the
// shape's own axes separate them. A shape says how by a constant struct frusta_shape.
#ifndef LBX_BATCH_FRUSTA_H
#define LBX_BATCH_FRUSTA_H

#include "../math/frusta.h"
#include "kernel.h"
#include "stage.h"

enum {
    FRUSTA_READY = 4,          // frusta that are ready at a time
    FRUSTA_GROUP = 32,         // items whose classes are stored together
    FRUSTA_ARRAYS_BLOCK = 512, // items of arrays that all frusta see before the next ones
    FRUSTA_REST = 128,         // items that are collected, to be tested by all axes together
    FRUSTA_FLIP = 3            // masks are of what is proven
};

// Items whose floats are arrays, up to a whole number of groups, and their classes likewise.
struct seen_items {
    const float *at[LBX_FLOATS_MAX];
    uint8_t *classes;
    size_t n;
};

// What the planes say of lanes; no further axis can separate those that are `met`.
struct verdict {
    vm outside, inside, met;
};

// An item whose center is within all planes is met.
FORCE_INLINE struct verdict verdict_of(struct sides s, vf slack) {
    return (struct verdict){outside_of(&s, slack), s.inside,
                            vm_or(s.but_one, vf_less(slack, s.center))};
}

// The items of a block that planes leave open, one frustum's.
struct open_items {
    struct lbx_frustum_ready *frustum;
    const struct planes *planes;
    const struct seen_items *block;
    uint16_t item[FRUSTA_REST];
    size_t count;
};

struct frusta_shape {
    unsigned floats;
    struct verdict (*judge)(bool fuse, const struct planes *planes, const vf item[]);
    // Writes the classes of those that are OUTSIDE after all, and returns how many these are.
    size_t (*settle)(bool fuse, const struct open_items *open);
};

// Writes the classes of a block, and returns how many are not OUTSIDE.
FORCE_INLINE size_t see_block(const struct frusta_shape *shape, bool fuse,
                              struct lbx_frustum_ready *f, const struct planes *planes,
                              const struct seen_items *block) {
    struct open_items rest = {.frustum = f, .planes = planes, .block = block};
    size_t found = 0;
    for (size_t first = 0; first < block->n; first += FRUSTA_GROUP) {
        vm low[FRUSTA_GROUP / LANES], high[FRUSTA_GROUP / LANES];
        uint32_t open = 0;
        for (size_t g = 0; g < FRUSTA_GROUP / LANES; g++) {
            vf item[LBX_FLOATS_MAX];
            for (unsigned k = 0; k < shape->floats; k++)
                item[k] = vf_load(block->at[k] + first + g * LANES);
            const struct verdict v = shape->judge(fuse, planes, item);
            low[g] = v.outside;
            high[g] = vm_or(v.outside, v.inside);
            open |= (ALL_LANES & ~vm_bits(vm_or(v.outside, v.met))) << g * LANES;
        }
        const uint64_t proven = classes_store(block->classes + first, low, high, FRUSTA_FLIP);
        const size_t left = block->n - first;
        const uint32_t items = left < FRUSTA_GROUP ? (UINT32_C(1) << left) - 1 : UINT32_MAX;
        found += bits_count(~(uint32_t)proven & items);
        for (open &= items; open; open &= open - 1)
            rest.item[rest.count++] = (uint16_t)(first + (size_t)__builtin_ctz(open));
        if (rest.count > FRUSTA_REST - FRUSTA_GROUP || left <= FRUSTA_GROUP) {
            found -= shape->settle(fuse, &rest);
            rest.count = 0;
        }
    }
    return found;
}

// Names the arrays of a block that begins at an item, or stages them.
FORCE_INLINE void open_block(struct seen_items *block, const struct lbx_operand *items,
                             unsigned floats, const struct quads *plan, size_t first, size_t n,
                             struct tile *tile) {
    const size_t rest = n - first;
    const bool in_place = items->kind == OPERAND_CONTIGUOUS && rest >= FRUSTA_GROUP;
    const size_t most = in_place ? FRUSTA_ARRAYS_BLOCK : TILE;
    block->n = in_place ? rest / FRUSTA_GROUP * FRUSTA_GROUP : rest;
    if (block->n > most) block->n = most;
    if (!in_place) stage_items(items, floats, plan, first, block->n, tile);
    for (unsigned k = 0; k < floats; k++) {
        for (size_t i = block->n; !in_place && i % FRUSTA_GROUP; i++)
            tile->at[k][i] = tile->at[k][0];
        block->at[k] = in_place ? items->at[k] + first : tile->at[k];
    }
}

FORCE_INLINE size_t see_all(const struct frusta_shape *shape, bool fuse,
                            const struct lbx_operand *frusta, size_t m,
                            const struct lbx_operand *items, size_t n, uint8_t *classes) {
    struct lbx_frustum_ready ready[FRUSTA_READY];
    struct planes planes[FRUSTA_READY];
    struct tile tile;
    struct quads quads;
    uint8_t unwanted[FRUSTA_ARRAYS_BLOCK];
    const bool planned = plan_quads(&quads, items, shape->floats);
    size_t found = 0;
    for (size_t f = 0; f < m; f += FRUSTA_READY) {
        const size_t here = m - f < FRUSTA_READY ? m - f : FRUSTA_READY;
        for (size_t k = 0; k < here; k++) {
            lbx_frustum_prepare(&ready[k], frusta, f + k);
            set_planes(&planes[k], &ready[k]);
        }
        struct seen_items block;
        for (size_t first = 0; first < n; first += block.n) {
            open_block(&block, items, shape->floats, planned ? &quads : NULL, first, n, &tile);
            for (size_t k = 0; k < here; k++) {
                uint8_t *const row = classes ? classes + (f + k) * n + first : NULL;
                const bool direct = row && block.n % FRUSTA_GROUP == 0;
                block.classes = direct ? row : unwanted;
                found += see_block(shape, fuse, &ready[k], &planes[k], &block);
                if (row && !direct) memcpy(row, unwanted, block.n);
            }
        }
    }
    return found;
}

// Settles items one by one, in double.
FORCE_INLINE size_t settle_each(const struct open_items *open, unsigned floats,
                                lbx_frame_misses *misses) {
    size_t found = 0;
    for (size_t i = 0; i < open->count; i++) {
        float item[LBX_FLOATS_MAX];
        for (unsigned k = 0; k < floats; k++) item[k] = open->block->at[k][open->item[i]];
        if (!lbx_frustum_misses(open->frustum, misses, item)) continue;
        open->block->classes[open->item[i]] = LBX_OUTSIDE;
        found++;
    }
    return found;
}

// What a unit's object exports, of frustum_<shape>_judge and frustum_<shape>_settle. A second form,
// with multiply-add, is for what `fuses`: it would be most of the code of the others.
#define FRUSTA_TEST(shape, fuses)                                                                  \
    lbx_frusta_test EXPORTED(frustum_##shape##_test);                                              \
    ptrdiff_t EXPORTED(frustum_##shape##_test)(const struct lbx_operand *frusta, size_t m,         \
                                               const struct lbx_operand *items, size_t n,          \
                                               unsigned flags, uint8_t *classes) {                 \
        static const struct frusta_shape kernel = {shape##_floats, frustum_##shape##_judge,        \
                                                   frustum_##shape##_settle};                      \
        const bool fuse = (fuses) && LANES_FUSE && !(flags & LBX_REPRODUCIBLE);                    \
        return (ptrdiff_t)(fuse ? see_all(&kernel, true, frusta, m, items, n, classes)             \
                                : see_all(&kernel, false, frusta, m, items, n, classes));          \
    }

#endif
