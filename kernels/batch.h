// SPDX-License-Identifier: MIT
// The loop over a batch, shared by all kernels: reads lanes of both sides, asks the kernel's core
// which lanes are apart, packs the bits. Include after the lanes.
#ifndef LBX_BATCH_H
#define LBX_BATCH_H

#include <stdbool.h>
#include <string.h>

#include "operand.h"
#include "stage.h"
#include "table.h"

#define FORCE_INLINE static inline __attribute__((always_inline))

// Which lanes of the items i to i + count - 1 are apart. Lanes past count hold anything legal to
// compute with; what the core stores, it stores for `count` lanes only.
typedef vm core(const void *context, const vf *a, const vf *b, size_t i, size_t count);

FORCE_INLINE bool all_apart(vm apart) {
    return vm_bits(apart) == (uint32_t)((UINT64_C(1) << LANES) - 1);
}

// One side inside the loop. A plain local copy: what it points to may change by the stores into
// hits, for all that the compiler knows, the copy itself may not.
struct side {
    const float *at[LBX_FLOATS_MAX];
    vf one[LBX_FLOATS_MAX]; // READ_ONE
};

// How a side is read, fixed where the loop is compiled.
enum reading {
    READ_CONTIGUOUS = OPERAND_CONTIGUOUS,
    READ_ONE = OPERAND_ONE,         // broadcast once; what is known of it alone is computed once
    READ_COMPACT = OPERAND_COMPACT, // quads transposed in registers
    READ_AHEAD                      // contiguous; asks for lines before it needs them
};

// Thirty streams from DRAM are too many for the hardware to run ahead of: 11.4 ns a pair of
// oriented boxes against 5.4. Within the caches asking costs a sixth, so it is kept for batches
// beyond them.
enum { AHEAD_ITEMS = 64, AHEAD_BYTES = 16 << 20 };

// Items between two stores of the mask: enough vectors in flight for a light kernel, no more than
// the registers hold for a heavy one.
enum { LIGHT_GROUP = 32, HEAVY_GROUP = LANES > 8 ? LANES : 8 };

FORCE_INLINE void read_lanes(vf *x, const struct side *side, const struct lbx_operand *o,
                             enum reading reading, unsigned floats, size_t i, size_t count) {
    if (reading == READ_COMPACT) {
        size_t offset[LANES];
        vf low[4], high[4];
        element_offsets(o, i, count, offset);
        if (floats == 4) {
            vf_load_quads((const char *)side->at[0], offset, x);
            return;
        }
        vf_load_quads((const char *)side->at[0], offset, low);
        vf_load_quads((const char *)(side->at[3] - 1), offset, high);
        for (int c = 0; c < 3; c++) {
            x[c] = low[c];
            x[3 + c] = high[c + 1];
        }
        return;
    }
    if (reading == READ_AHEAD) {
        for (unsigned k = 0; k < floats; k++) prefetch(side->at[k] + i + AHEAD_ITEMS);
    }
    for (unsigned k = 0; k < floats; k++) {
        x[k] = reading == READ_ONE ? side->one[k]
               : count == LANES    ? vf_load(side->at[k] + i)
                                   : vf_load_first(side->at[k] + i, count);
    }
}

FORCE_INLINE void store_count(float *p, vf x, size_t count) {
    if (count == LANES) {
        vf_store(p, x);
    } else {
        vf_store_first(p, x, count);
    }
}

FORCE_INLINE void open_side(struct side *side, const struct lbx_operand *o, enum reading reading,
                            unsigned floats) {
    for (unsigned k = 0; k < floats; k++) {
        if (reading == READ_ONE) {
            side->one[k] = vf_set(*o->at[k]);
        } else {
            side->at[k] = copy_pointer(o->at[k]);
        }
    }
}

// Items 0 to n - 1 of both operands, none of which is staged; `first` is the number of item 0 in
// the batch. `group` items, a multiple of 8 and of LANES, are answered between two stores.
FORCE_INLINE size_t loop(core *apart, const void *context, const struct lbx_operand *a,
                         enum reading a_reading, unsigned a_floats, const struct lbx_operand *b,
                         enum reading b_reading, unsigned b_floats, unsigned group, size_t first,
                         size_t n, uint8_t *hits) {
    struct side as, bs;
    open_side(&as, a, a_reading, a_floats);
    open_side(&bs, b, b_reading, b_floats);
    vf x[LBX_FLOATS_MAX], y[LBX_FLOATS_MAX];
    size_t i = 0, found = 0;
    for (const size_t whole = n - n % group; i != whole; i += group) {
        uint32_t bits = 0;
        for (unsigned v = 0; v < group; v += LANES) {
            read_lanes(x, &as, a, a_reading, a_floats, i + v, LANES);
            read_lanes(y, &bs, b, b_reading, b_floats, i + v, LANES);
            bits |= vm_bits(apart(context, x, y, first + i + v, LANES)) << v;
        }
        bits = ~bits & (uint32_t)((UINT64_C(1) << group) - 1);
        found += bits_count(bits);
        if (hits) {
            bits_store(hits, bits, group / 8);
            hits += group / 8;
        }
    }
    if (i == n) return found;
    uint32_t bits = 0;
    for (size_t j = i; j < n; j += LANES) {
        const size_t count = n - j < LANES ? n - j : LANES;
        read_lanes(x, &as, a, a_reading, a_floats, j, count);
        read_lanes(y, &bs, b, b_reading, b_floats, j, count);
        bits |= (~vm_bits(apart(context, x, y, first + j, count)) & ((UINT32_C(1) << count) - 1))
                << (j - i);
    }
    found += bits_count(bits);
    if (hits) bits_store(hits, bits, (n - i + 7) / 8);
    return found;
}

// Of a test that is symmetric half of the loops suffice: those whose first kind is not above the
// second.
FORCE_INLINE void order_sides(const struct lbx_operand **a, const struct lbx_operand **b) {
    if ((*a)->kind <= (*b)->kind) return;
    const struct lbx_operand *const swap = *a;
    *a = *b;
    *b = swap;
}

// Which sides of a kernel are read in quads where they are compact. Of the others what is compact
// is staged.
enum quads_of { QUADS_OF_NONE, QUADS_OF_FIRST, QUADS_OF_BOTH };

// The loops of one reading of the first side.
FORCE_INLINE size_t second_loops(core *apart, const void *context, const struct lbx_operand *a,
                                 enum reading a_reading, unsigned a_floats,
                                 const struct lbx_operand *b, unsigned b_floats,
                                 enum quads_of quads, unsigned group, size_t first, size_t n,
                                 uint8_t *hits) {
    if (quads == QUADS_OF_BOTH && b->kind == OPERAND_COMPACT) {
        return loop(apart, context, a, a_reading, a_floats, b, READ_COMPACT, b_floats, group, first,
                    n, hits);
    }
    if (a_reading != READ_ONE && b->kind == OPERAND_ONE) {
        return loop(apart, context, a, a_reading, a_floats, b, READ_ONE, b_floats, group, first, n,
                    hits);
    }
    return loop(apart, context, a, a_reading, a_floats, b, READ_CONTIGUOUS, b_floats, group, first,
                n, hits);
}

// The loops of a kernel for every way in which its sides may lie: neither is staged, and at most
// one of them is one item.
FORCE_INLINE size_t all_loops(core *apart, const void *context, const struct lbx_operand *a,
                              unsigned a_floats, const struct lbx_operand *b, unsigned b_floats,
                              enum quads_of quads, unsigned group, size_t first, size_t n,
                              uint8_t *hits) {
    if (quads != QUADS_OF_NONE && a->kind == OPERAND_COMPACT) {
        return second_loops(apart, context, a, READ_COMPACT, a_floats, b, b_floats, quads, group,
                            first, n, hits);
    }
    return a->kind == OPERAND_ONE ? second_loops(apart, context, a, READ_ONE, a_floats, b, b_floats,
                                                 quads, group, first, n, hits)
                                  : second_loops(apart, context, a, READ_CONTIGUOUS, a_floats, b,
                                                 b_floats, quads, group, first, n, hits);
}

// The same of a test that is symmetric, by the loops that order_sides leaves.
FORCE_INLINE size_t symmetric_loops(core *apart, const void *context, const struct lbx_operand *a,
                                    const struct lbx_operand *b, unsigned floats,
                                    enum quads_of quads, unsigned group, size_t first, size_t n,
                                    uint8_t *hits) {
    order_sides(&a, &b);
    if (quads == QUADS_OF_NONE || a->kind == OPERAND_CONTIGUOUS) {
        return second_loops(apart, context, a, READ_CONTIGUOUS, floats, b, floats, quads, group,
                            first, n, hits);
    }
    return a->kind == OPERAND_ONE ? loop(apart, context, a, READ_ONE, floats, b, READ_COMPACT,
                                         floats, group, first, n, hits)
                                  : loop(apart, context, a, READ_COMPACT, floats, b, READ_COMPACT,
                                         floats, group, first, n, hits);
}

// The same of a heavy kernel, which reads many arrays.
FORCE_INLINE size_t heavy_loops(core *apart, const void *context, const struct lbx_operand *a,
                                unsigned a_floats, const struct lbx_operand *b, unsigned b_floats,
                                enum quads_of quads, size_t first, size_t n, uint8_t *hits) {
    const bool contiguous = a->kind == OPERAND_CONTIGUOUS && b->kind == OPERAND_CONTIGUOUS;
    return contiguous && n >= AHEAD_BYTES / ((a_floats + b_floats) * sizeof(float))
               ? loop(apart, context, a, READ_AHEAD, a_floats, b, READ_AHEAD, b_floats, HEAVY_GROUP,
                      first, n, hits)
               : all_loops(apart, context, a, a_floats, b, b_floats, quads, HEAVY_GROUP, first, n,
                           hits);
}

static inline bool is_staged(const struct lbx_operand *o, bool quads) {
    return o->kind == OPERAND_STAGED || (o->kind == OPERAND_COMPACT && !quads);
}

// A kernel's loops, one for each reading of its sides: calls `loop` with the kernel's constants.
typedef size_t batch_loops(const void *context, const struct lbx_operand *a,
                           const struct lbx_operand *b, size_t first, size_t n, uint8_t *hits);

// One side of a batch that is run in blocks of TILE items: staged into a tile, or where it lies.
struct block_side {
    const struct lbx_operand *operand;
    unsigned floats;
    bool staged, planned;
    struct quads plan;
    struct lbx_operand block; // what the loops see
    struct tile tile;
};

static inline void open_blocks(struct block_side *side, const struct lbx_operand *o,
                               unsigned floats, bool staged, size_t n) {
    side->operand = o;
    side->floats = floats;
    side->staged = staged;
    // A plan costs more than it saves on a few items.
    side->planned = staged && n >= LANES && plan_quads(&side->plan, o, floats);
    side->block.kind = staged ? OPERAND_CONTIGUOUS : o->kind;
    side->block.step = o->step;
    side->block.list = o->list;
    side->block.list_step = o->list_step;
    for (unsigned k = 0; k < floats; k++) {
        const unsigned row = side->planned ? side->plan.row_of[k] : k;
        side->block.at[k] = staged ? side->tile.at[row] : o->at[k];
    }
}

static inline void next_block(struct block_side *side, size_t first, size_t n) {
    const struct lbx_operand *o = side->operand;
    if (side->staged) {
        // One element for all items is in the tile already: the first block is the longest.
        if (first > 0 && !o->list && o->step == 0) return;
        stage(o, side->floats, side->planned ? &side->plan : NULL, first, n, &side->tile);
    } else if (o->list) {
        side->block.list = (const uint32_t *)((const char *)o->list + first * o->list_step);
    } else {
        for (unsigned k = 0; k < side->floats; k++) {
            side->block.at[k] = (const float *)((const char *)o->at[k] + first * o->step);
        }
    }
}

// In a frame of its own: calls that stage nothing do not pay for the tiles.
static __attribute__((noinline)) size_t batch_staged(batch_loops *loops, const void *context,
                                                     const struct lbx_operand *a, unsigned a_floats,
                                                     const struct lbx_operand *b, unsigned b_floats,
                                                     bool a_staged, bool b_staged, size_t n,
                                                     uint8_t *hits) {
    struct block_side as, bs;
    open_blocks(&as, a, a_floats, a_staged, n);
    open_blocks(&bs, b, b_floats, b_staged, n);
    size_t found = 0;
    for (size_t first = 0; first < n; first += TILE) {
        const size_t count = n - first < TILE ? n - first : TILE;
        next_block(&as, first, count);
        next_block(&bs, first, count);
        found += loops(context, &as.block, &bs.block, first, count, hits ? hits + first / 8 : NULL);
    }
    return found;
}

// Runs a kernel's loops over the whole batch, staging the sides that need it, and one of two that
// are one item.
static inline ptrdiff_t batch(batch_loops *loops, const void *context, const struct lbx_operand *a,
                              unsigned a_floats, const struct lbx_operand *b, unsigned b_floats,
                              enum quads_of quads, size_t n, uint8_t *hits) {
    const bool both_one = a->kind == OPERAND_ONE && b->kind == OPERAND_ONE;
    const bool a_staged = is_staged(a, quads != QUADS_OF_NONE);
    const bool b_staged = is_staged(b, quads == QUADS_OF_BOTH) || both_one;
    return (ptrdiff_t)(a_staged || b_staged ? batch_staged(loops, context, a, a_floats, b, b_floats,
                                                           a_staged, b_staged, n, hits)
                                            : loops(context, a, b, 0, n, hits));
}

// The highest of n list entries. Plain C, which the compiler vectorises for the two steps that
// callers use; of pairs it looks at both entries and forgets one.
static uint32_t highest_entry(const uint32_t *list, size_t step, size_t n) {
    enum { WORDS = 32 };
    uint32_t highest[WORDS] = {0};
    const size_t words = step / 4; // from one entry to the next
    size_t i = 0;
    if (words == 1 || words == 2) {
        for (; (n - 1 - i) * words >= WORDS; i += WORDS / words) {
            for (size_t w = 0; w < WORDS; w++) {
                const uint32_t entry = list[i * words + w];
                highest[w] = entry > highest[w] ? entry : highest[w];
            }
        }
    }
    for (; i < n; i++) {
        const uint32_t entry = list[i * words];
        highest[0] = entry > highest[0] ? entry : highest[0];
    }
    for (size_t w = 0; w < WORDS; w += words == 2 ? 2 : 1) {
        highest[0] = highest[w] > highest[0] ? highest[w] : highest[0];
    }
    return highest[0];
}

#endif
