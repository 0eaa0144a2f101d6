// SPDX-License-Identifier: MIT
// The order of boxes: by the positions of their centers on a Hilbert curve, 10 bits an axis, by
// radix sort. Where many boxes have one position, they are sorted by keys of their own, so that
// neither far piles nor a mixture of scales leaves a part of the set unsorted.
#include "kernels/lanes/floats.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "boxes.h"
#include "radix.h"

enum {
    CELL_BITS = 10,
    CELLS = 1 << CELL_BITS, // of an axis
    SAMPLES = 63,           // of the sizes of boxes
    RUN = 32,               // so many boxes of one key, or fewer, may lie in any order
    DEPTH = 32,    // of keys within keys, of CELLS an axis each: more than floats have binades
    ABREAST = 4,   // the width that compilers vectorise
    UNSORTED = 64, // so few boxes are not worth sorting
    LARGE = 1 << 3 * CELL_BITS // the key of large boxes and of empty ones: they come last
};
#define LARGE_SIZE 64.0f
#define GOLDEN 2654435769u // 2^32 over the golden ratio: multiples of it scatter

struct entry { // a box, as lbx_radix_sort sorts it by its key
    uint32_t number, key;
};

static void read_extents(const struct lbx_boxes *boxes, const struct entry *x, size_t n,
                         size_t ahead, struct lbx_extents *e) {
    uint32_t elements[TILE];
    const struct lbx_operand o = lbx_boxes_of(boxes, &x->number, sizeof *x, n, ahead, elements);
    boxes->fill->read_extents(&o, n, e);
}

// Sets the middles of boxes larger than `large`, and of empty ones, to NaN. The loops run over the
// whole block, with constant length and without branches, so that compilers vectorise them.
static void leave_out(struct lbx_extents *e, float large) {
    for (size_t j = 0; j < TILE; j++) {
        const float kept = e->longest[j] <= large ? 0 : NAN;
        for (unsigned c = 0; c < 3; c++) e->middle[c][j] += kept;
    }
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

// How large a usual box is: the median of a sample, along each axis and of the longest sides. The
// samples are scattered, differently at every level, so that no regular set has its odd boxes just
// where the samples are taken.
static void usual_size(const struct lbx_boxes *boxes, const struct entry *x, size_t n,
                       unsigned depth, float size[4]) {
    struct lbx_extents e;
    struct entry sample[SAMPLES] = {{0, 0}};
    const size_t samples = n < SAMPLES ? n : SAMPLES;
    for (size_t s = 0; s < samples; s++) {
        const uint32_t scattered = (uint32_t)(depth * SAMPLES + s + 1) * GOLDEN;
        sample[s] = x[(s * (uint64_t)n + ((uint64_t)scattered * n >> 32)) / samples];
    }
    read_extents(boxes, sample, samples, 0, &e);
    unsigned taken = 0;
    for (size_t s = 0; s < samples; s++) {
        if (isnan(e.longest[s])) continue;
        for (unsigned c = 0; c < 3; c++) e.size[c][taken] = e.size[c][s];
        e.longest[taken++] = e.longest[s];
    }
    for (unsigned c = 0; c < 3; c++) size[c] = median(e.size[c], taken);
    size[3] = median(e.longest, taken);
}

// Cells of half a usual box, or larger ones where the set would need more than CELLS along an axis:
// cell k of axis c begins at least[c] + k / (scale[c] * prescale[c]). A coarse grid scales its axes
// together: none has cells LARGE_SIZE times as thin as usual boxes are long, and all are larger
// where one has to be. A fine grid, for boxes that lie in one cell of a coarse one, scales each
// axis by itself.
struct grid {
    float least[3];
    float scale[3], prescale[3]; // in two factors: the inverse of a denormal is infinite
    float large;                 // sizes above it are LARGE
    unsigned levels;             // 2^levels cells along the longest axis
};

static struct grid make_grid(const struct lbx_boxes *boxes, const struct entry *x, size_t n,
                             unsigned depth, bool fine) {
    float usual[4], least[3], most[3];
    usual_size(boxes, x, n, depth, usual);
    struct grid grid = {.large = LARGE_SIZE * usual[3]};
    if (!(grid.large <= FLT_MAX)) grid.large = FLT_MAX;
    float low[3][ABREAST], high[3][ABREAST];
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned l = 0; l < ABREAST; l++) low[c][l] = INFINITY, high[c][l] = -INFINITY;
    }
    for (size_t i = 0; i < n; i += TILE) {
        struct lbx_extents e;
        const size_t count = n - i < TILE ? n - i : TILE;
        read_extents(boxes, x + i, count, n - i - count, &e);
        leave_out(&e, grid.large);
        for (unsigned c = 0; c < 3; c++) {
            for (size_t j = 0; j < TILE; j += ABREAST) {
                for (unsigned l = 0; l < ABREAST; l++) {
                    const float middle = e.middle[c][j + l];
                    low[c][l] = middle < low[c][l] ? middle : low[c][l];
                    high[c][l] = middle > high[c][l] ? middle : high[c][l];
                }
            }
        }
    }
    for (unsigned c = 0; c < 3; c++) {
        least[c] = low[c][0];
        most[c] = high[c][0];
        for (unsigned l = 1; l < ABREAST; l++) {
            least[c] = low[c][l] < least[c] ? low[c][l] : least[c];
            most[c] = high[c][l] > most[c] ? high[c][l] : most[c];
        }
    }
    // A thin axis does not make the cells of the others small.
    double scale[3], cells = 0;
    for (unsigned c = 0; c < 3; c++) {
        const double extent = most[c] > least[c] ? (double)most[c] - (double)least[c] : 0;
        const double least_size =
            fine ? extent / (CELLS - 1) : (double)usual[3] / (double)LARGE_SIZE;
        const double size = fmax((double)usual[c], least_size);
        scale[c] = size > 0 ? 1 / size : 1; // of half a center
        cells = fmax(cells, extent * scale[c]);
        grid.least[c] = extent > 0 ? least[c] : 0;
        if (!(extent > 0)) scale[c] = 0;
    }
    if (!fine && (cells > CELLS - 1 || !(usual[3] > 0))) {
        for (unsigned c = 0; c < 3; c++) scale[c] *= cells > 0 ? (CELLS - 1) / cells : 0;
    }
    cells = cells < CELLS - 1 && usual[3] > 0 ? cells : CELLS - 1;
    while (grid.levels < CELL_BITS && cells >= (double)(1u << grid.levels)) grid.levels++;
    for (unsigned c = 0; c < 3; c++) {
        grid.prescale[c] = scale[c] > 0x1p100 ? 0x1p100f : 1;
        grid.scale[c] = (float)(scale[c] / (double)grid.prescale[c]);
    }
    return grid;
}

// The next level of a Hilbert curve: for a state and an octant, 8 times the next state plus the
// octant's place on the curve. Hamilton 2006, "Compact Hilbert indices", in three dimensions.
static const uint8_t curve[12][8] = {
    {0x08, 0x17, 0x19, 0x26, 0x2b, 0x2c, 0x1a, 0x25},
    {0x18, 0x33, 0x3f, 0x34, 0x01, 0x02, 0x46, 0x45},
    {0x4c, 0x27, 0x4b, 0x50, 0x05, 0x06, 0x42, 0x41},
    {0x00, 0x09, 0x53, 0x0a, 0x5f, 0x4e, 0x54, 0x4d},
    {0x16, 0x07, 0x15, 0x3c, 0x31, 0x58, 0x32, 0x3b},
    {0x3a, 0x55, 0x03, 0x04, 0x39, 0x56, 0x48, 0x37},
    {0x5a, 0x59, 0x2d, 0x2e, 0x0b, 0x20, 0x0c, 0x57},
    {0x24, 0x0d, 0x47, 0x0e, 0x23, 0x4a, 0x28, 0x49},
    {0x3e, 0x51, 0x0f, 0x10, 0x3d, 0x52, 0x5c, 0x5b},
    {0x5e, 0x5d, 0x29, 0x2a, 0x1f, 0x14, 0x38, 0x13},
    {0x12, 0x1b, 0x11, 0x40, 0x35, 0x1c, 0x36, 0x2f},
    {0x44, 0x43, 0x1d, 0x22, 0x4f, 0x30, 0x1e, 0x21},
};

// Converts the Morton keys of n cells, of `levels` octants each, to their places on the curve. It
// goes level by level, because one cell's steps wait for each other.
static void places_on_curve(uint32_t *key, size_t n, unsigned levels) {
    uint32_t place[TILE] = {0};
    uint8_t state[TILE] = {0};
    for (unsigned level = levels; level-- > 0;) {
        for (size_t j = 0; j < n; j++) {
            const uint8_t step = curve[state[j]][key[j] >> 3 * level & 7];
            place[j] = place[j] << 3 | (step & 7);
            state[j] = step >> 3;
        }
    }
    memcpy(key, place, n * sizeof *key);
}

static uint32_t spread(uint32_t x) { // bit i becomes bit 3 i
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

// Writes the keys of n boxes beside their numbers: places on the curve, or LARGE. Returns the bits
// in which keys differ.
static uint32_t put_keys(const struct lbx_boxes *boxes, struct entry *x, size_t n, unsigned depth,
                         bool fine) {
    const struct grid grid = make_grid(boxes, x, n, depth, fine);
    uint32_t all = UINT32_MAX, any = 0;
    for (size_t i = 0; i < n; i += TILE) {
        struct lbx_extents e;
        uint32_t key[TILE] = {0};
        const size_t count = n - i < TILE ? n - i : TILE;
        read_extents(boxes, x + i, count, n - i - count, &e);
        leave_out(&e, grid.large);
        for (unsigned c = 0; c < 3; c++) {
            for (size_t j = 0; j < TILE; j++) {
                const float cell =
                    (e.middle[c][j] - grid.least[c]) * grid.prescale[c] * grid.scale[c];
                const float last = CELLS - 1; // NaNs get it too
                key[j] |= spread((uint32_t)(int32_t)(cell < last ? cell : last)) << c;
            }
        }
        places_on_curve(key, count, grid.levels);
        for (size_t j = 0; j < count; j++) {
            key[j] = e.longest[j] <= grid.large ? key[j] : LARGE;
            all &= key[j];
            any |= key[j];
        }
        for (size_t j = 0; j < count; j++) x[i + j].key = key[j];
    }
    return any & ~all;
}

static void insertion_sort(struct entry *x, size_t n) {
    for (size_t i = 1; i < n; i++) {
        const struct entry moved = x[i];
        size_t k = i;
        for (; k > 0 && x[k - 1].key > moved.key; k--) x[k] = x[k - 1];
        x[k] = moved;
    }
}

static void sort_entries(const struct lbx_boxes *boxes, struct entry *x, struct entry *scratch,
                         size_t n, unsigned depth) {
    uint32_t differ = put_keys(boxes, x, n, depth, false);
    if (!differ && n > RUN) differ = put_keys(boxes, x, n, depth, true);
    if (!differ) return;
    if (n <= UNSORTED)
        insertion_sort(x, n);
    else
        lbx_radix_sort(x, scratch, n, differ);
    if (depth == DEPTH) return;
    for (size_t i = 0, end; i < n; i = end) {
        const uint32_t key = x[i].key;
        for (end = i + 1; end < n && x[end].key == key;) end++;
        if (end - i > RUN) sort_entries(boxes, x + i, scratch + i, end - i, depth + 1);
    }
}

void lbx_order_keys(struct lbx_order *o, const struct lbx_boxes *boxes) {
    struct entry *const x = (struct entry *)(void *)o->level[0];
    for (size_t i = 0; i < o->n; i++) x[i] = (struct entry){(uint32_t)i, 0};
    if (o->n > UNSORTED) sort_entries(boxes, x, x + o->n, o->n, 0);
    for (size_t i = 0; i < o->n; i++) o->id[i] = x[i].number;
}
