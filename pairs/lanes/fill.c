// SPDX-License-Identifier: MIT
// Reading boxes from a view, for an instruction set: their extents, by which they are sorted, the
// tiles of an order, and the bounds of tiles.
#include <float.h>

#include "kernels/batch/stage.h"
#include "pairs/extents.h"
#include "pairs/order.h"

_Static_assert(TILE % ORDER_TILE == 0, "blocks of boxes fill whole tiles");
_Static_assert(ORDER_TILE % LANES == 0, "tiles are filled a vector at a time");

// The first n boxes of an operand, 0 < n <= TILE.
static void aabbs_read(const struct lbx_operand *boxes, size_t n, struct tile *tile) {
    struct quads plan;
    const bool quads = plan_quads(&plan, boxes, aabb_floats);
    stage_items(boxes, aabb_floats, quads ? &plan : NULL, 0, n, tile);
    for (unsigned k = 0; quads && k < aabb_floats; k++) { // arrays may coincide
        if (plan.row_of[k] != k) memcpy(tile->at[k], tile->at[plan.row_of[k]], sizeof *tile->at);
    }
}

static void extents_read(const struct lbx_operand *boxes, size_t n, struct lbx_extents *extents) {
    struct tile block;
    const vf least = vf_set(-FLT_MAX), most = vf_set(FLT_MAX), quarter = vf_set(.25f);
    aabbs_read(boxes, n, &block);
    for (unsigned k = 0; k < aabb_floats && n < TILE; k++) {
        for (size_t j = n; j < TILE; j++) block.at[k][j] = -INFINITY; // empty
    }
    for (size_t j = 0; j < TILE; j += LANES) {
        vf longest = vf_set(0);
        for (unsigned c = 0; c < 3; c++) { // if one is NaN, min and max return the second
            const vf low = vf_min(vf_max(vf_load(block.at[c] + j), least), most);
            const vf high = vf_max(vf_min(vf_load(block.at[AABB_MAX + c] + j), most), least);
            const vf min = vf_mul(low, quarter), max = vf_mul(high, quarter);
            const vf size = vf_abs(vf_sub(max, min));
            vf_store(extents->middle[c] + j, vf_add(min, max));
            vf_store(extents->size[c] + j, size);
            longest = vf_max(size, longest);
        }
        const vm empty = vf_less(vf_load(block.at[AABB_MAX] + j), vf_set(AABB_LEAST_END));
        vf_store(extents->longest + j, vm_select(empty, vf_set(NAN), longest));
    }
}

// Fills tiles of an order with boxes; returns how many are not empty.
static size_t tiles_fill(const struct lbx_operand *boxes, size_t n, struct lbx_tile *tiles) {
    struct tile block;
    size_t filled = 0;
    aabbs_read(boxes, n, &block);
    for (; n % ORDER_TILE != 0; n++) block.at[AABB_MAX][n] = -INFINITY; // empty
    for (size_t j = 0; j < n; j += LANES) {
        struct lbx_tile *const tile = &tiles[j / ORDER_TILE];
        const size_t e = j % ORDER_TILE;
        const vm empty = vf_less(vf_load(block.at[AABB_MAX] + j), vf_set(AABB_LEAST_END));
        filled += LANES - bits_count(vm_bits(empty));
        for (unsigned k = 0; k < aabb_floats; k++) {
            const vf x = vf_load(block.at[k] + j),
                     end = vf_set(k < AABB_MAX ? -INFINITY : INFINITY);
            const vf box = vm_select(vf_unordered(x, x), end, x);
            float *const row = k < AABB_MAX ? tile->min[k] : tile->max[k - AABB_MAX];
            vf_store(row + e, vm_select(empty, vf_set(NAN), box));
        }
    }
    return filled;
}

// Writes the bounds of tiles as entries of the level above, from entry 0 of the first tile there
// on: inf to -inf where all entries of a tile are NaNs.
static void tiles_span(const struct lbx_tile *tiles, size_t n, struct lbx_tile *above) {
    for (size_t t = 0; t < n; t++) {
        const unsigned entry = t % ORDER_TILE;
        struct lbx_tile *const to = &above[t / ORDER_TILE];
        float least[3], most[3];
        for (unsigned c = 0; c < 3; c++) {
            float low[LANES], high[LANES];
            vf min = vf_set(INFINITY), max = vf_set(-INFINITY);
            for (unsigned e = 0; e < ORDER_TILE; e += LANES) { // NaNs are skipped
                min = vf_min(vf_load(tiles[t].min[c] + e), min);
                max = vf_max(vf_load(tiles[t].max[c] + e), max);
            }
            vf_store(low, min);
            vf_store(high, max);
            least[c] = low[0];
            most[c] = high[0];
            for (unsigned l = 1; l < LANES; l++) {
                least[c] = low[l] < least[c] ? low[l] : least[c];
                most[c] = high[l] > most[c] ? high[l] : most[c];
            }
        }
        for (unsigned c = 0; c < 3; c++) {
            to->min[c][entry] = least[c];
            to->max[c][entry] = most[c];
        }
    }
    for (size_t t = n; t % ORDER_TILE != 0; t++) {
        for (unsigned c = 0; c < 3; c++) {
            above[n / ORDER_TILE].min[c][t % ORDER_TILE] = NAN;
            above[n / ORDER_TILE].max[c][t % ORDER_TILE] = NAN;
        }
    }
}

// Odd numbers below 2^32 that scatter: multiples of 2^32 over the golden ratio.
#define GOLDEN(i) (2 * 2654435769u * (i) + 1)
#define GOLDENS(i) GOLDEN(i), GOLDEN((i) + 1), GOLDEN((i) + 2), GOLDEN((i) + 3)
#define GOLDEN_ROW(i) GOLDENS(i), GOLDENS((i) + 4), GOLDENS((i) + 8), GOLDENS((i) + 12)

// Of the first n words of a tile, each multiplied by a number of its place.
FORCE_INLINE uint64_t tile_sum(const char *words, size_t n) {
    static const uint32_t golden[] = {GOLDEN_ROW(0u),  GOLDEN_ROW(16u), GOLDEN_ROW(32u),
                                      GOLDEN_ROW(48u), GOLDEN_ROW(64u), GOLDEN_ROW(80u)};
    _Static_assert(sizeof golden == sizeof(struct lbx_tile), "a number a word of a tile");
    uint64_t sum = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t word;
        memcpy(&word, words + k * sizeof word, sizeof word);
        sum += (uint64_t)word * golden[k];
    }
    return sum;
}

// The part of an order's sum of n words, which follow `first` tiles. Each tile's sum is multiplied
// by an odd number of its own. So the sum changes if one word does, and within a tile if one bit of
// each of two does, or if two that differ are exchanged; across tiles, but once in some 2^32.
static uint64_t words_sum(const void *words, size_t n, size_t first) {
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i += ORDER_TILE_WORDS) {
        const char *const at = (const char *)words + i * sizeof(uint32_t);
        const uint64_t of_tile =
            n - i < ORDER_TILE_WORDS ? tile_sum(at, n - i) : tile_sum(at, ORDER_TILE_WORDS);
        sum += of_tile * (2 * UINT64_C(0x9e3779b97f4a7c15) * (first + i / ORDER_TILE_WORDS) + 1);
    }
    return sum;
}

const struct lbx_fill_entry EXPORTED(fill) = {extents_read, tiles_fill, tiles_span, words_sum};
