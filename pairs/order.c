// SPDX-License-Identifier: MIT
// Making, refitting and checking orders.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "boxes.h"
#include "kernels/api/entries.h"
#include "memory.h"

ENTRIES(const struct lbx_fill_entry, fill);

#define ORDER_MAGIC 0x6f78626cu // "lbxo" where the lowest byte comes first

size_t lbx_order_lay(struct lbx_order *o, void *memory, size_t n) {
    if (n > UINT32_MAX) return SIZE_MAX;
    uint64_t bytes = sizeof(struct lbx_order_header);
    *o = (struct lbx_order){.header = memory, .n = n};
    for (size_t entries = n; entries > 0;) {
        const size_t tiles = (entries - 1) / ORDER_TILE + 1;
        o->level[o->top] = (struct lbx_tile *)((char *)memory + (size_t)bytes);
        o->tiles[o->top++] = tiles;
        bytes += (uint64_t)tiles * sizeof(struct lbx_tile);
        entries = tiles > 1 || o->top == 1 ? tiles : 0;
    }
    if (o->top) o->top--;
    o->id = (uint32_t *)((char *)memory + (size_t)bytes);
    return lbx_block_bytes(bytes + (uint64_t)o->tiles[0] * ORDER_TILE * sizeof *o->id);
}

size_t lbx_order_bytes(size_t n) {
    struct lbx_order o;
    static char nothing;
    return lbx_order_lay(&o, &nothing, n);
}

int lbx_order_open(struct lbx_order *o, const void *memory) {
    if (!memory) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory)) return LBX_ERROR_STRIDE;
    const struct lbx_order_header *const header = memory;
    if (header->magic != ORDER_MAGIC || header->version != ORDER_VERSION ||
        header->n > UINT32_MAX || header->bytes > PTRDIFF_MAX ||
        header->bytes != lbx_order_lay(o, (void *)(uintptr_t)memory, (size_t)header->n))
        return LBX_ERROR_ORDER;
    return 0;
}

// --- making ---

// No two sorts or refits of a process have the same generation. A cursor knows what it was begun on
// by the sum, of which the generation is a part: an order of another process may have the same
// generation, but only the same boxes have the same sum.
static uint64_t next_generation(void) {
    static _Atomic uint64_t last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

static uint64_t sum_of_tiles(const struct lbx_order *o, size_t first, size_t n) {
    return ACTIVE(fill)->sum_words(&o->level[0][first].min[0][0], n * ORDER_TILE_WORDS, first);
}

// Of all but the tiles of boxes.
static uint64_t sum_of_rest(const struct lbx_order *o) {
    const uint64_t sum = lbx_scatter(o->header->generation);
    if (o->n == 0) return sum;
    const size_t words = (size_t)(o->header->bytes - sizeof *o->header) / sizeof(uint32_t);
    return sum + ACTIVE(fill)->sum_words(&o->level[1][0].min[0][0],
                                         words - o->tiles[0] * ORDER_TILE_WORDS, o->tiles[0]);
}

static uint64_t never_zero(uint64_t sum) {
    return sum ? sum : 1;
}

uint64_t lbx_order_sum(const struct lbx_order *o) {
    return never_zero(sum_of_rest(o) + (o->n ? sum_of_tiles(o, 0, o->tiles[0]) : 0));
}

// Fills the tiles of all levels and writes the sum; returns the number of boxes that are not empty.
static size_t put_boxes(struct lbx_order *o, const struct lbx_boxes *boxes) {
    size_t filled = 0;
    uint64_t sum = 0;
    for (size_t k = o->n; k < ORDER_TILE * o->tiles[0]; k++) o->id[k] = UINT32_MAX;
    for (size_t i = 0; i < o->n; i += TILE) {
        const size_t left = o->n - i, n = left < TILE ? left : TILE;
        uint32_t elements[TILE];
        const struct lbx_operand block =
            lbx_boxes_of(boxes, o->id + i, sizeof *o->id, n, left - n, elements);
        filled += boxes->fill->fill_tiles(&block, n, &o->level[0][i / ORDER_TILE]);
        sum += sum_of_tiles(o, i / ORDER_TILE, (n + ORDER_TILE - 1) / ORDER_TILE);
    }
    for (unsigned level = 1; level <= o->top; level++)
        boxes->fill->span_tiles(o->level[level - 1], o->tiles[level - 1], o->level[level]);
    o->header->sum = never_zero(sum + sum_of_rest(o));
    return filled;
}

// Checks the view and the memory of n boxes.
static ptrdiff_t prepare_boxes(struct lbx_boxes *prepared, struct lbx_operand *operand,
                               const lbx_aabbs *boxes, size_t n, const void *order, size_t bytes) {
    if (!order || (n && !boxes)) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(order)) return LBX_ERROR_STRIDE;
    const size_t least = lbx_order_bytes(n);
    if (least == SIZE_MAX || bytes < least) return LBX_ERROR_COUNT;
    struct lbx_lists lists = {.list = NULL};
    *prepared = (struct lbx_boxes){operand, ACTIVE(fill)};
    return n ? lbx_operand_aabbs(operand, boxes, n, &lists) : 0;
}

ptrdiff_t lbx_order_sort(const lbx_aabbs *boxes, size_t n, void *order, size_t bytes,
                         const lbx_workers *workers) {
    (void)workers; // all on this thread
    struct lbx_operand operand;
    struct lbx_boxes prepared;
    const ptrdiff_t error = prepare_boxes(&prepared, &operand, boxes, n, order, bytes);
    if (error) return error;
    struct lbx_order o;
    const size_t all = lbx_order_lay(&o, order, n);
    *o.header = (struct lbx_order_header){.magic = ORDER_MAGIC,
                                          .version = ORDER_VERSION,
                                          .bytes = all,
                                          .n = n,
                                          .generation = next_generation()};
    if (n > 0) lbx_order_keys(&o, &prepared);
    return (ptrdiff_t)put_boxes(&o, &prepared);
}

ptrdiff_t lbx_order_refit(const lbx_aabbs *boxes, size_t n, void *order, size_t bytes,
                          const lbx_workers *workers) {
    (void)workers; // all on this thread
    struct lbx_operand operand;
    struct lbx_boxes prepared;
    struct lbx_order o;
    ptrdiff_t error = prepare_boxes(&prepared, &operand, boxes, n, order, bytes);
    if (!error) error = lbx_order_open(&o, order);
    if (!error && o.n != n) error = LBX_ERROR_COUNT;
    if (error) return error;
    o.header->generation = next_generation();
    return (ptrdiff_t)put_boxes(&o, &prepared);
}

// --- checking ---

// Whether an entry of level 0 is valid: a box, or six NaNs.
static bool is_box(const struct lbx_tile *tile, unsigned entry) {
    unsigned numbers = 0;
    for (unsigned c = 0; c < 3; c++) {
        numbers += !isnan(tile->min[c][entry]);
        numbers += !isnan(tile->max[c][entry]);
    }
    return numbers == 0 || (numbers == aabb_floats && tile->max[0][entry] >= AABB_LEAST_END);
}

static bool same_float(float x, float y) {
    return x == y || (isnan(x) && isnan(y));
}

static bool same_entries(const struct lbx_tile *a, const struct lbx_tile *b) {
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned e = 0; e < ORDER_TILE; e++) {
            if (!same_float(a->min[c][e], b->min[c][e]) || !same_float(a->max[c][e], b->max[c][e]))
                return false;
        }
    }
    return true;
}

static bool has_all_numbers(const struct lbx_order *o) {
    for (size_t k = o->n; k < ORDER_TILE * o->tiles[0]; k++)
        if (o->id[k] != UINT32_MAX) return false;
    return lbx_numbers_all(o->id, o->n);
}

int lbx_order_check(const void *order, size_t bytes, const lbx_workers *workers) {
    (void)workers; // all on this thread
    struct lbx_order o;
    if (order && bytes < sizeof(struct lbx_order_header)) return LBX_ERROR_ORDER;
    const int error = lbx_order_open(&o, order);
    if (error) return error;
    if (bytes < o.header->bytes) return LBX_ERROR_ORDER;
    for (unsigned k = 0; k < sizeof o.header->zero / sizeof *o.header->zero; k++)
        if (o.header->zero[k] != 0) return LBX_ERROR_ORDER;
    if (o.header->sum != lbx_order_sum(&o)) return LBX_ERROR_ORDER;
    if (o.n == 0) return 0;
    for (size_t t = 0; t < o.tiles[0]; t++) {
        for (unsigned e = 0; e < ORDER_TILE; e++) {
            const bool there = ORDER_TILE * t + e < o.n;
            if (!is_box(&o.level[0][t], e) || (!there && lbx_tile_has(&o.level[0][t], e)))
                return LBX_ERROR_ORDER;
        }
    }
    for (unsigned level = 1; level <= o.top; level++) {
        for (size_t t = 0; t < o.tiles[level]; t++) {
            const size_t first = ORDER_TILE * t, left = o.tiles[level - 1] - first;
            struct lbx_tile expected;
            ACTIVE(fill)->span_tiles(&o.level[level - 1][first],
                                     left < ORDER_TILE ? left : ORDER_TILE, &expected);
            if (!same_entries(&expected, &o.level[level][t])) return LBX_ERROR_ORDER;
        }
    }
    return has_all_numbers(&o) ? 0 : LBX_ERROR_ORDER;
}
