// SPDX-License-Identifier: MIT
// Checking orders.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "extents.h"
#include "kernels/api/entries.h"
#include "kernels/api/parts.h"
#include "memory.h"

ENTRIES(const struct lbx_fill_entry, fill);

// Whether each of the first n entries of a tile of level 0 is a box or six NaNs, and all others are
// six NaNs.
static bool are_boxes(const struct lbx_tile *tile, uint32_t n) {
    uint32_t numbers[ORDER_TILE] = {0};
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned e = 0; e < ORDER_TILE; e++) {
            numbers[e] += !isnan(tile->min[c][e]);
            numbers[e] += !isnan(tile->max[c][e]);
        }
    }
    uint32_t wrong = 0;
    for (uint32_t e = 0; e < ORDER_TILE; e++) {
        const bool box = (numbers[e] == aabb_floats) & (tile->max[0][e] >= AABB_LEAST_END);
        wrong |= (numbers[e] != 0) & !(box & (e < n));
    }
    return !wrong;
}

// Whether two tiles of bounds are the same, up to the signs of zeros and the bits of NaNs.
static bool same_entries(const struct lbx_tile *a, const struct lbx_tile *b) {
    float x[ORDER_TILE_WORDS], y[ORDER_TILE_WORDS];
    uint32_t differ = 0;
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    for (unsigned k = 0; k < ORDER_TILE_WORDS; k++)
        differ |= !(x[k] == y[k]) & !(isnan(x[k]) & isnan(y[k]));
    return !differ;
}

struct checking {
    const struct lbx_order *order;
    const struct lbx_fill_entry *fill;
    _Atomic uint64_t wrong;
    _Atomic uint64_t numbers; // what lbx_numbering_add finds less what it expects
};

// Whether a tile of level 1 or above has the bounds of the tiles below it.
static bool is_span(const struct checking *c, unsigned level, size_t t) {
    const struct lbx_order *const o = c->order;
    const size_t first = ORDER_TILE * t, left = o->tiles[level - 1] - first;
    struct lbx_tile expected;
    c->fill->span_tiles(o->level[level - 1] + first, left < ORDER_TILE ? left : ORDER_TILE,
                        &expected);
    return same_entries(&expected, &o->level[level][t]);
}

enum { PART_TILES = 256 }; // of each level

// Whether the numbers from one on up to another are below n. Adds what they sum up to.
static bool are_numbers(struct checking *c, size_t first, size_t end) {
    const struct lbx_order *const o = c->order;
    struct lbx_numbering numbering = {0, 0, first};
    for (size_t k = first; k < end; k++) {
        if (o->id[k] >= o->n) return false;
        lbx_numbering_add(&numbering, o->id[k]);
    }
    lbx_add_to(&c->numbers, numbering.found - numbering.expected);
    return true;
}

// Checks a part of the tiles of each level, and the numbers of the boxes in those of level 0.
static void check_part(void *data, size_t part) {
    struct checking *const c = data;
    const struct lbx_order *const o = c->order;
    const size_t first = part * PART_TILES, end = lbx_part_end(o->tiles[0], PART_TILES, part);
    const size_t last = ORDER_TILE * end < o->n ? ORDER_TILE * end : o->n;
    bool right = are_numbers(c, ORDER_TILE * first, last);
    for (size_t t = first; t < end && right; t++)
        right = are_boxes(&o->level[0][t], (uint32_t)(o->n - ORDER_TILE * t));
    for (unsigned level = 1; level <= o->top; level++)
        for (size_t t = first; t < end && t < o->tiles[level] && right; t++)
            right = is_span(c, level, t);
    if (!right) lbx_add_to(&c->wrong, 1);
}

int lbx_order_check(const void *order, size_t bytes, const lbx_workers *workers) {
    struct lbx_order o;
    if (!lbx_can_share(workers)) return LBX_ERROR_NULL;
    if (order && bytes < sizeof(struct lbx_order_header)) return LBX_ERROR_ORDER;
    const int error = lbx_order_open(&o, order);
    if (error) return error;
    if (bytes < o.header->bytes) return LBX_ERROR_ORDER;
    for (unsigned k = 0; k < sizeof o.header->zero / sizeof *o.header->zero; k++)
        if (o.header->zero[k] != 0) return LBX_ERROR_ORDER;
    for (size_t k = o.n; k < ORDER_TILE * o.tiles[0]; k++)
        if (o.id[k] != UINT32_MAX) return LBX_ERROR_ORDER;
    if (o.header->sum != lbx_order_sum(&o, workers)) return LBX_ERROR_ORDER;
    struct checking c = {&o, ACTIVE(fill), 0, 0};
    lbx_share(workers, check_part, &c, lbx_parts(o.tiles[0], PART_TILES));
    return c.wrong == 0 && c.numbers == 0 ? 0 : LBX_ERROR_ORDER;
}
