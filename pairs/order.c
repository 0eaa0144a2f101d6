// SPDX-License-Identifier: MIT
// Making and refitting orders.
#include "kernels/lanes/floats.h"

#include <stdatomic.h>

#include "boxes.h"
#include "kernels/api/entries.h"
#include "kernels/api/parts.h"
#include "memory.h"

ENTRIES(const struct lbx_fill_entry, fill);

// A part's boxes are those below a tile of level 2. The tiles of further levels are few.
enum {
    PART_LEVELS = 2,
    PART_TILES = ORDER_TILE * ORDER_TILE, // of level 0
    PART = PART_TILES * ORDER_TILE
};
_Static_assert(PART % TILE == 0, "parts are whole blocks");

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

// What follows the header, summed from a tile on: the numbers of boxes lie as if in tiles, too.
struct summing {
    const struct lbx_order *order;
    const struct lbx_fill_entry *fill;
    size_t tile, words;
    _Atomic uint64_t sum;
};

static void sum_part(void *data, size_t part) {
    struct summing *const s = data;
    const size_t size = PART_TILES * ORDER_TILE_WORDS, tile = s->tile + part * PART_TILES;
    const size_t words = lbx_part_end(s->words, size, part) - part * size;
    lbx_add_to(&s->sum, s->fill->sum_words(s->order->level[0] + tile, words, tile));
}

// The part of the sum from a tile of level 0 or 1 on, with the generation; never 0 if `more` is
// what the tiles before it add.
static uint64_t sum_from(const struct lbx_order *o, size_t tile, uint64_t more,
                         const lbx_workers *workers) {
    const size_t words = (size_t)(o->header->bytes - sizeof *o->header) / sizeof(uint32_t);
    struct summing s = {o, ACTIVE(fill), tile, words - tile * ORDER_TILE_WORDS, 0};
    lbx_share(workers, sum_part, &s, lbx_parts(s.words, PART_TILES * ORDER_TILE_WORDS));
    const uint64_t sum = s.sum + lbx_scatter(o->header->generation) + more;
    return sum ? sum : 1;
}

uint64_t lbx_order_sum(const struct lbx_order *o, const lbx_workers *workers) {
    return sum_from(o, 0, 0, workers);
}

// Writes the bounds of tiles of level `from` on the levels from there up to `to`.
static void span_levels(const struct lbx_order *o, const struct lbx_fill_entry *fill, unsigned from,
                        unsigned to, size_t tile, size_t tiles) {
    for (unsigned level = from; level < to && level < o->top; level++) {
        fill->span_tiles(o->level[level] + tile, tiles, o->level[level + 1] + tile / ORDER_TILE);
        tile /= ORDER_TILE;
        tiles = lbx_parts(tiles, ORDER_TILE);
    }
}

struct filling {
    const struct lbx_order *order;
    const struct lbx_boxes *boxes;
    _Atomic uint64_t filled, sum;
};

// Fills the tiles of a part's boxes and those above them.
static void fill_part(void *data, size_t part) {
    struct filling *const f = data;
    const struct lbx_order *const o = f->order;
    const struct lbx_fill_entry *const fill = f->boxes->fill;
    const size_t first = part * PART, end = lbx_part_end(o->n, PART, part);
    const size_t tile = first / ORDER_TILE, tiles = lbx_parts(end - first, ORDER_TILE);
    uint64_t filled = 0, sum = 0;
    for (size_t i = first; i < end; i += TILE) {
        const size_t left = o->n - i, n = left < TILE ? left : TILE, at = i / ORDER_TILE;
        uint32_t elements[TILE];
        const struct lbx_operand block =
            lbx_boxes_of(f->boxes, o->id + i, sizeof *o->id, n, left - n, elements);
        filled += fill->fill_tiles(&block, n, o->level[0] + at);
        sum += fill->sum_words(o->level[0] + at, lbx_parts(n, ORDER_TILE) * ORDER_TILE_WORDS, at);
    }
    span_levels(o, fill, 0, PART_LEVELS, tile, tiles);
    lbx_add_to(&f->filled, filled);
    lbx_add_to(&f->sum, sum);
}

// Fills the tiles of all levels and writes the sum; returns the number of boxes that are not empty.
static size_t put_boxes(struct lbx_order *o, const struct lbx_boxes *boxes,
                        const lbx_workers *workers) {
    struct filling f = {o, boxes, 0, 0};
    for (size_t k = o->n; k < ORDER_TILE * o->tiles[0]; k++) o->id[k] = UINT32_MAX;
    lbx_share(workers, fill_part, &f, lbx_parts(o->n, PART));
    span_levels(o, boxes->fill, PART_LEVELS, o->top, 0, o->tiles[PART_LEVELS]);
    o->header->sum = sum_from(o, o->tiles[0], f.sum, workers);
    return (size_t)f.filled;
}

// Checks the view, the memory of n boxes and the workers.
static ptrdiff_t prepare_boxes(struct lbx_boxes *prepared, struct lbx_operand *operand,
                               const lbx_aabbs *boxes, size_t n, const void *order, size_t bytes,
                               const lbx_workers *workers) {
    if (!order || (n && !boxes) || !lbx_can_share(workers)) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(order)) return LBX_ERROR_STRIDE;
    const size_t least = lbx_order_bytes(n);
    if (least == SIZE_MAX || bytes < least) return LBX_ERROR_COUNT;
    struct lbx_lists lists = {.list = NULL};
    *prepared = (struct lbx_boxes){operand, ACTIVE(fill)};
    return n ? lbx_operand_aabbs(operand, boxes, n, &lists) : 0;
}

ptrdiff_t lbx_order_sort(const lbx_aabbs *boxes, size_t n, void *order, size_t bytes,
                         const lbx_workers *workers) {
    struct lbx_operand operand;
    struct lbx_boxes prepared;
    const ptrdiff_t error = prepare_boxes(&prepared, &operand, boxes, n, order, bytes, workers);
    if (error) return error;
    struct lbx_order o;
    const size_t all = lbx_order_lay(&o, order, n);
    *o.header = (struct lbx_order_header){.magic = ORDER_MAGIC,
                                          .version = ORDER_VERSION,
                                          .bytes = all,
                                          .n = n,
                                          .generation = next_generation()};
    if (n > 0) lbx_order_keys(&o, &prepared, workers);
    return (ptrdiff_t)put_boxes(&o, &prepared, workers);
}

ptrdiff_t lbx_order_refit(const lbx_aabbs *boxes, size_t n, void *order, size_t bytes,
                          const lbx_workers *workers) {
    struct lbx_operand operand;
    struct lbx_boxes prepared;
    struct lbx_order o;
    ptrdiff_t error = prepare_boxes(&prepared, &operand, boxes, n, order, bytes, workers);
    if (!error) error = lbx_order_open(&o, order);
    if (!error && o.n != n) error = LBX_ERROR_COUNT;
    if (error) return error;
    o.header->generation = next_generation();
    return (ptrdiff_t)put_boxes(&o, &prepared, workers);
}
