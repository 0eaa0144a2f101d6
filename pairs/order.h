// SPDX-License-Identifier: MIT
// How an order lies in memory: a header, tiles of 16 boxes, tiles of the bounds of 16 tiles each
// above them, up to one tile, and the numbers of the boxes. No pointers: it may be copied, mapped
// and sent as it is.
#ifndef LBX_ORDER_H
#define LBX_ORDER_H

#include <stdbool.h>

#include "lanebox/pairs.h"

// Tiles of another width are another version. What else they need, assertions say where it is.
enum {
    ORDER_VERSION = 2,
    ORDER_TILE_BITS = 4,
    ORDER_TILE = 1 << ORDER_TILE_BITS,                          // entries
    ORDER_LEVELS = (32 + ORDER_TILE_BITS - 1) / ORDER_TILE_BITS // of tiles, for 2^32 boxes
};
_Static_assert(ORDER_TILE <= 32, "uint32_t has a bit an entry");

enum { AABB_MAX = 3 }; // of a box's six floats, where max begins

// Entry e is a box, or the bounds of 16 entries of the level below. Six NaNs are an empty box, or
// no entry at all: no comparison with them is true. Boxes hold no other NaN: a NaN end proves
// nothing, and is stored as the infinity beyond all others, which proves nothing either.
struct lbx_tile {
    float min[3][ORDER_TILE], max[3][ORDER_TILE];
};
enum { ORDER_TILE_WORDS = sizeof(struct lbx_tile) / sizeof(uint32_t) };

struct lbx_order_header {
    uint32_t magic; // differs in the other byte order
    uint32_t version;
    uint64_t bytes, n;
    uint64_t generation; // another after each sort and refit of a process
    uint64_t sum;        // of the generation and of all that follows the header; never 0
    uint64_t zero[3];    // the tiles begin at a cache line
};

// An order, opened: where its parts are. Level 0 is that of the boxes, the last has one tile.
struct lbx_order {
    struct lbx_order_header *header;
    struct lbx_tile *level[ORDER_LEVELS];
    size_t tiles[ORDER_LEVELS];
    unsigned top; // the last level, at least 1; without boxes there are no tiles, and it is 0
    uint32_t *id; // of entry e of tile t of level 0: id[ORDER_TILE * t + e]
    size_t n;
};

// Whether an entry holds a box that is not empty.
static inline bool lbx_tile_has(const struct lbx_tile *t, unsigned entry) {
    return t->min[0][entry] == t->min[0][entry];
}

// Says where the parts of an order of n boxes lie. Returns its bytes, SIZE_MAX for too many boxes.
size_t lbx_order_lay(struct lbx_order *o, void *memory, size_t n);

// Opens what lbx_order_sort made: 0, or an LBX_ERROR_*.
int lbx_order_open(struct lbx_order *o, const void *memory);

// What the header's sum must be.
uint64_t lbx_order_sum(const struct lbx_order *o, const lbx_workers *workers);

// Sorts o->n boxes, which are no more than UINT32_MAX, and writes their numbers. The tiles of level
// 0 are its scratch.
struct lbx_boxes;
void lbx_order_keys(struct lbx_order *o, const struct lbx_boxes *boxes, const lbx_workers *workers);

#endif
