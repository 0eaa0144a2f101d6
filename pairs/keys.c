// SPDX-License-Identifier: MIT
// The order of boxes: Morton keys of their centers, 10 bits an axis, by radix sort. Boxes of one
// key are sorted by keys of their own where they are many, so that neither far piles nor a mixture
// of scales leaves a part of the set unsorted.
#include "kernels/api/floats.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "boxes.h"

enum {
    CELLS = 1 << 10, // of an axis
    SAMPLES = 63,    // of the sizes of boxes
    RUN = 32,        // as many boxes of one key, or fewer, may lie in any order
    DEPTH = 32,    // of keys within keys: each level has 2^10 cells, more than floats have binades
    UNSORTED = 64, // as many boxes, or fewer, are not worth sorting
    LARGE = 1 << 30, // the key of boxes LARGE_SIZE times as large as usual, which come after these
    UNBOUNDED = LARGE + 1, // that of boxes of no finite size or center
    EMPTY = UNBOUNDED + 1
};
#define LARGE_SIZE 64.0f

// The key above, the number of the box below.
typedef uint64_t entry;

static const uint32_t *numbers_of(const entry *x) {
    return (const uint32_t *)(const void *)x + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

// A quarter of min + max and of max - min: of finite boxes they and their differences are finite.
struct extents_of_boxes {
    float middle[3][TILE], size[3][TILE], longest[TILE];
    uint32_t key[TILE]; // UNBOUNDED, EMPTY or 0
};

static void read_extents(const struct lbx_boxes *boxes, const entry *x, size_t n, size_t ahead,
                         struct extents_of_boxes *e) {
    struct tile tile;
    lbx_boxes_read(boxes, numbers_of(x), sizeof *x, n, ahead, &tile);
    for (size_t j = 0; j < TILE; j++) {
        e->longest[j] = 0;
        e->key[j] = 0;
    }
    for (unsigned c = 0; c < 3; c++) {
        for (size_t j = 0; j < n; j++) {
            const float min = .25f * tile.at[c][j], max = .25f * tile.at[3 + c][j];
            const float size = fabsf(max - min);
            e->middle[c][j] = min + max;
            e->size[c][j] = size;
            e->key[j] = size <= FLT_MAX ? e->key[j] : UNBOUNDED;
            e->longest[j] = size > e->longest[j] ? size : e->longest[j];
        }
    }
    for (size_t j = 0; j < n; j++) e->key[j] = tile.at[3][j] < AABB_LEAST_END ? EMPTY : e->key[j];
}

static float median(float *x, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        const float moved = x[i];
        unsigned k = i;
        for (; k > 0 && x[k - 1] > moved; k--) x[k] = x[k - 1];
        x[k] = moved;
    }
    return n ? x[n / 2] : 0;
}

// How large a usual box is: the median of some, along each axis, and that of the longest sides.
static void usual_size(const struct lbx_boxes *boxes, const entry *x, size_t n, float size[4]) {
    struct extents_of_boxes e;
    entry sample[SAMPLES];
    const size_t samples = n < SAMPLES ? n : SAMPLES;
    for (size_t s = 0; s < samples; s++) sample[s] = x[s * n / samples];
    read_extents(boxes, sample, samples, 0, &e);
    unsigned taken = 0;
    for (size_t s = 0; s < samples; s++) {
        if (e.key[s]) continue;
        for (unsigned c = 0; c < 3; c++) e.size[c][taken] = e.size[c][s];
        e.longest[taken++] = e.longest[s];
    }
    for (unsigned c = 0; c < 3; c++) size[c] = median(e.size[c], taken);
    size[3] = median(e.longest, taken);
}

// Cells of half a usual box or, where the set has more of them than CELLS along an axis, larger
// ones: cell k of axis c begins at least[c] + k / (scale[c] * prescale).
struct grid {
    float least[3], scale[3], prescale; // in two factors: the inverse of a denormal is infinite
    float large;                        // sizes above it are LARGE
};

static struct grid make_grid(const struct lbx_boxes *boxes, const entry *x, size_t n) {
    float usual[4], least[3], most[3];
    usual_size(boxes, x, n, usual);
    struct grid grid = {.prescale = 1, .large = LARGE_SIZE * usual[3]};
    for (unsigned c = 0; c < 3; c++) least[c] = INFINITY, most[c] = -INFINITY;
    for (size_t i = 0; i < n; i += TILE) {
        struct extents_of_boxes e;
        const size_t count = n - i < TILE ? n - i : TILE;
        read_extents(boxes, x + i, count, n - i - count, &e);
        for (unsigned c = 0; c < 3; c++) {
            for (size_t j = 0; j < count; j++) {
                const float middle = e.middle[c][j];
                const bool counts = e.key[j] == 0 && e.longest[j] <= grid.large;
                least[c] = counts && middle < least[c] ? middle : least[c];
                most[c] = counts && middle > most[c] ? middle : most[c];
            }
        }
    }
    // A thin axis does not make the cells of the others small.
    double scale[3], cells = 0;
    for (unsigned c = 0; c < 3; c++) {
        const double extent = most[c] > least[c] ? (double)most[c] - (double)least[c] : 0;
        const double size = fmax((double)usual[c], (double)usual[3] / (double)LARGE_SIZE);
        scale[c] = size > 0 ? 1 / size : 1; // of half a center
        cells = fmax(cells, extent * scale[c]);
        grid.least[c] = extent > 0 ? least[c] : 0;
        if (!(extent > 0)) scale[c] = 0;
    }
    if (cells > CELLS - 1 || !(usual[3] > 0)) {
        for (unsigned c = 0; c < 3; c++) scale[c] *= cells > 0 ? (CELLS - 1) / cells : 0;
    }
    const double highest = fmax(scale[0], fmax(scale[1], scale[2]));
    if (highest > 0x1p100) grid.prescale = 0x1p100f;
    for (unsigned c = 0; c < 3; c++) grid.scale[c] = (float)(scale[c] / (double)grid.prescale);
    return grid;
}

static uint32_t spread(uint32_t x) { // bit i becomes bit 3 i
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

// Puts keys above the numbers of n boxes. Returns the bits in which keys differ.
static uint32_t put_keys(const struct lbx_boxes *boxes, entry *x, size_t n) {
    const struct grid grid = make_grid(boxes, x, n);
    uint32_t all = UINT32_MAX, any = 0;
    for (size_t i = 0; i < n; i += TILE) {
        struct extents_of_boxes e;
        uint32_t key[TILE] = {0};
        const size_t count = n - i < TILE ? n - i : TILE;
        read_extents(boxes, x + i, count, n - i - count, &e);
        for (unsigned c = 0; c < 3; c++) {
            for (size_t j = 0; j < count; j++) {
                float cell = (e.middle[c][j] - grid.least[c]) * grid.prescale * grid.scale[c];
                cell = cell < CELLS - 1 ? cell : CELLS - 1;
                cell = cell > 0 ? cell : 0;
                key[j] |= spread((uint32_t)(int32_t)cell) << c;
            }
        }
        for (size_t j = 0; j < count; j++) {
            key[j] = e.longest[j] <= grid.large ? key[j] : LARGE;
            key[j] = e.key[j] ? e.key[j] : key[j];
            all &= key[j];
            any |= key[j];
        }
        for (size_t j = 0; j < count; j++) x[i + j] = (uint32_t)x[i + j] | (entry)key[j] << 32;
    }
    return any & ~all;
}

static void insertion_sort(entry *x, size_t n) {
    for (size_t i = 1; i < n; i++) {
        const entry moved = x[i];
        size_t k = i;
        for (; k > 0 && x[k - 1] >> 32 > moved >> 32; k--) x[k] = x[k - 1];
        x[k] = moved;
    }
}

// By the keys' bits that differ, eight at a time from the lowest.
static void radix_sort(entry *x, entry *scratch, size_t n, uint32_t differ) {
    entry *from = x, *to = scratch;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        if (!(differ >> shift & 255)) continue;
        size_t place[256] = {0}, next = 0;
        for (size_t i = 0; i < n; i++) place[from[i] >> (32 + shift) & 255]++;
        for (unsigned d = 0; d < 256; d++) {
            const size_t count = place[d];
            place[d] = next;
            next += count;
        }
        for (size_t i = 0; i < n; i++) to[place[from[i] >> (32 + shift) & 255]++] = from[i];
        entry *const swap = from;
        from = to;
        to = swap;
    }
    if (from != x) memcpy(x, from, n * sizeof *x);
}

static void sort_entries(const struct lbx_boxes *boxes, entry *x, entry *scratch, size_t n,
                         unsigned depth) {
    const uint32_t differ = put_keys(boxes, x, n);
    if (!differ) return;
    if (n <= UNSORTED)
        insertion_sort(x, n);
    else
        radix_sort(x, scratch, n, differ);
    if (depth == DEPTH) return;
    for (size_t i = 0, end; i < n; i = end) {
        const uint32_t key = (uint32_t)(x[i] >> 32);
        for (end = i + 1; end < n && x[end] >> 32 == key;) end++;
        if (end - i > RUN && key < UNBOUNDED)
            sort_entries(boxes, x + i, scratch + i, end - i, depth + 1);
    }
}

void lbx_order_keys(struct lbx_order *o, const struct lbx_boxes *boxes) {
    entry *const x = (entry *)(void *)o->level[0];
    for (size_t i = 0; i < o->n; i++) x[i] = i;
    if (o->n > UNSORTED) sort_entries(boxes, x, x + o->n, o->n, 0);
    for (size_t i = 0; i < o->n; i++) o->id[i] = (uint32_t)x[i];
}
