// SPDX-License-Identifier: MIT
// The order of boxes: Morton keys of their centers, 10 bits an axis, by radix sort. Boxes whose
// keys are equal are sorted by keys of their own where they are many, so that neither far piles nor
// a mixture of scales leaves a part of the set unsorted.
#include "kernels/api/floats.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernels/api/operand.h"
#include "order.h"

enum {
    CELLS = 1 << 10, // of an axis
    SAMPLES = 63,    // of the sizes of boxes
    RUN = 32,        // as many boxes of one key, or fewer, may lie in any order
    DEPTH = 32,      // of keys within keys; 10 bits each are more than floats have
    UNSORTED = 64,   // as many boxes, or fewer, are not worth sorting
    LARGE = 1 << 30, // the key of boxes larger than LARGE_SIZE usual ones, which come after these
    UNBOUNDED = LARGE + 1, // that of boxes of no finite size or center
    EMPTY = UNBOUNDED + 1
};
#define LARGE_SIZE 64

// The key above, the number of the box below.
typedef uint64_t entry;

struct box {
    double middle[3], size[3], longest; // twice the center
};

static enum {
    USUAL = 0,
    KEY_UNBOUNDED,
    KEY_EMPTY
} read_box(const struct lbx_operand *boxes, entry x, struct box *box) {
    const size_t i = (uint32_t)x;
    bool bounded = true;
    box->longest = 0;
    for (unsigned c = 0; c < 3; c++) {
        const double min = (double)operand_float(boxes, c, i);
        const double max = (double)operand_float(boxes, 3 + c, i);
        box->middle[c] = min + max;
        box->size[c] = fabs(max - min);
        bounded &= box->size[c] <= (double)FLT_MAX;
        box->longest = box->size[c] > box->longest ? box->size[c] : box->longest;
    }
    if (operand_float(boxes, 3, i) < AABB_LEAST_END) return KEY_EMPTY;
    return bounded ? USUAL : KEY_UNBOUNDED;
}

static double median(double *x, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        const double moved = x[i];
        unsigned k = i;
        for (; k > 0 && x[k - 1] > moved; k--) x[k] = x[k - 1];
        x[k] = moved;
    }
    return n ? x[n / 2] : 0;
}

// How large a usual box is: the median of some, along each axis, and that of the longest sides.
static void usual_size(const struct lbx_operand *boxes, const entry *x, size_t n, double size[4]) {
    double sample[4][SAMPLES];
    unsigned taken = 0;
    const size_t samples = n < SAMPLES ? n : SAMPLES;
    for (size_t s = 0; s < samples; s++) {
        struct box box;
        if (read_box(boxes, x[s * n / samples], &box) != USUAL) continue;
        for (unsigned c = 0; c < 3; c++) sample[c][taken] = box.size[c];
        sample[3][taken++] = box.longest;
    }
    for (unsigned k = 0; k < 4; k++) size[k] = median(sample[k], taken);
}

static uint32_t spread(uint32_t x) { // bit i becomes bit 3 i
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

// Puts keys before the numbers of n boxes: cells of half a usual box or, where the set has more of
// them than CELLS along an axis, larger ones. Returns the bits in which keys differ.
static uint32_t put_keys(const struct lbx_operand *boxes, entry *x, size_t n) {
    double size[4], least[3], most[3], scale[3];
    usual_size(boxes, x, n, size);
    const double longest = size[3], large = LARGE_SIZE * longest;
    for (unsigned c = 0; c < 3; c++) {
        least[c] = HUGE_VAL;
        most[c] = -HUGE_VAL;
    }
    for (size_t i = 0; i < n; i++) {
        struct box box;
        if (read_box(boxes, x[i], &box) != USUAL || box.longest > large) continue;
        for (unsigned c = 0; c < 3; c++) {
            least[c] = box.middle[c] < least[c] ? box.middle[c] : least[c];
            most[c] = box.middle[c] > most[c] ? box.middle[c] : most[c];
        }
    }
    // As a box is large against others, a thin axis must not make the cells of the others small.
    double cells = 0;
    for (unsigned c = 0; c < 3; c++) {
        if (!(most[c] > least[c])) least[c] = most[c] = 0;
        const double cell = size[c] > longest / LARGE_SIZE ? size[c] : longest / LARGE_SIZE;
        const double extent = most[c] - least[c];
        scale[c] = 1 / cell; // of twice the center: cells of half a box
        if (longest == 0) scale[c] = 1;
        cells = extent * scale[c] > cells ? extent * scale[c] : cells;
    }
    const double fit = cells > CELLS - 1 || longest == 0 ? (CELLS - 1) / cells : 1;
    for (unsigned c = 0; c < 3; c++) scale[c] *= cells > 0 ? fit : 0;

    uint32_t all = UINT32_MAX, any = 0;
    for (size_t i = 0; i < n; i++) {
        struct box box;
        uint32_t key = 0;
        switch (read_box(boxes, x[i], &box)) {
        case KEY_EMPTY: key = EMPTY; break;
        case KEY_UNBOUNDED: key = UNBOUNDED; break;
        case USUAL:
            if (box.longest > large) {
                key = LARGE;
                break;
            }
            for (unsigned c = 0; c < 3; c++) {
                const double cell = (box.middle[c] - least[c]) * scale[c];
                key |= spread(cell < CELLS ? (uint32_t)cell : CELLS - 1) << c;
            }
        }
        x[i] = (uint32_t)x[i] | (entry)key << 32;
        all &= key;
        any |= key;
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

static void sort_entries(const struct lbx_operand *boxes, entry *x, entry *scratch, size_t n,
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

void lbx_order_keys(struct lbx_order *o, const struct lbx_operand *boxes) {
    entry *const x = (entry *)(void *)o->level[0];
    for (size_t i = 0; i < o->n; i++) x[i] = i;
    if (o->n > UNSORTED) sort_entries(boxes, x, x + o->n, o->n, 0);
    for (size_t i = 0; i < o->n; i++) o->id[i] = (uint32_t)x[i];
}
