// SPDX-License-Identifier: MIT
// A table holds the kernels of one instruction set, as list.h lists them. Dispatch picks a whole
// table.
#ifndef LBX_TABLE_H
#define LBX_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "../../pairs/job.h"
#include "../../trees/collide_job.h"
#include "../../trees/rays_job.h"
#include "list.h"
#include "operand.h"

// A kernel over n > 0 items. `operands` has one operand per view, in the order of the public
// function. `answers` is the mask or the classes, `out` are the other output arrays. Any of the
// outputs may be NULL.
typedef ptrdiff_t lbx_test(const struct lbx_operand *operands, size_t n, unsigned flags,
                           uint8_t *answers, float *const *out);

// A view of dense arrays, with which it begins: item i is element first + i, or element `first` for
// every item.
struct lbx_dense {
    const float *const *at;
    size_t first;
    int kind;       // LBX_PICK_FROM or LBX_PICK_ONE
    float distance; // as an operand's
};

// The short path of a kernel: 1 to LBX_FEW items of two such views, at most one of which has one
// element for all items.
enum { LBX_FEW = 32 };
typedef ptrdiff_t lbx_few(const struct lbx_dense *a, const struct lbx_dense *b, size_t n,
                          unsigned flags, uint8_t *answers, float *const *out);

// Expands to its text only for tests of two views, by how list.h says that they are made.
#define IF_TWO_VIEWS(made, ...) IF_TWO_VIEWS_##made(__VA_ARGS__)
#define IF_TWO_VIEWS_VIEWS(...) __VA_ARGS__
#define IF_TWO_VIEWS_RAYS(...) __VA_ARGS__
#define IF_TWO_VIEWS_CONTACTS(...) __VA_ARGS__
#define IF_TWO_VIEWS_WITHIN(...) __VA_ARGS__
#define IF_TWO_VIEWS_SWEEP(...)
#define IF_TWO_VIEWS_OWN(...)

struct lbx_extents;

// A conversion of n > 0 items.
typedef ptrdiff_t lbx_conversion(const struct lbx_operand *operands, size_t n,
                                 const struct lbx_target *out);

struct lbx_table {
    lbx_isa isa;
    bool fuses; // verdicts without LBX_REPRODUCIBLE use fused multiply-add

    // lbx_keep for a nonzero number of items of 8 bytes; NULL if plain C is best.
    size_t (*keep_pairs)(const uint8_t *hits, size_t n, const char *pairs, char *kept);

    // Writes one byte and eight floats per item; the operands are rays, then nodes.
    lbx_test *ray_aabb8;

    lbx_search *search[SEEKERS];
    lbx_meet *meet;   // of trees
    lbx_trace *trace; // of trees and rays

    // For orders: see pairs/fill.h.
    void (*read_extents)(const struct lbx_operand *boxes, size_t n, struct lbx_extents *extents);
    size_t (*fill_tiles)(const struct lbx_operand *boxes, size_t n, struct lbx_tile *tiles);
    void (*span_tiles)(const struct lbx_tile *tiles, size_t n, struct lbx_tile *above);

    // The highest of n > 0 list entries. `beside` becomes the highest of the words behind them,
    // except the last one's, if the list is half of a list of pairs; otherwise 0.
    uint32_t (*highest_entry)(const uint32_t *list, size_t step, size_t n, uint32_t *beside);

#define ENTRY(name, made, ...)                                                                     \
    lbx_test *name;                                                                                \
    IF_TWO_VIEWS(made, lbx_few *name##_few;)
    TESTS(ENTRY)
#undef ENTRY
#define ENTRY(name, ...) lbx_conversion *name;
    CONVERSIONS(ENTRY)
#undef ENTRY
};

extern const struct lbx_table lbx_table_scalar, lbx_table_sse2, lbx_table_avx2, lbx_table_avx512,
    lbx_table_neon, lbx_table_wasm128;

// The table that calls use, chosen at the first call. Relaxed memory order is enough, because
// tables are constants, and every thread that finds none chooses the same one.
extern _Atomic(const struct lbx_table *) lbx_table_chosen;
const struct lbx_table *lbx_table_choose(void);
static inline __attribute__((always_inline)) const struct lbx_table *lbx_table_active(void) {
    const struct lbx_table *table = atomic_load_explicit(&lbx_table_chosen, memory_order_relaxed);
    return table ? table : lbx_table_choose();
}

// Makes calls use any table, whatever the machine. This is for tests, which run foreign tables in
// emulation.
void lbx_table_use(const struct lbx_table *table);

#endif
