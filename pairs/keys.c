// SPDX-License-Identifier: MIT
// The order of boxes: by the positions of their centers on a Hilbert curve, 10 bits an axis, by
// radix sort. Where many boxes have one position, they are sorted by keys of their own, so that
// neither far piles nor a mixture of scales leaves a part of the set unsorted.
#include "kernels/lanes/floats.h"

#include <stdatomic.h>
#include <string.h>

#include "keys.h"
#include "radix.h"

enum {
    RUN = 32,             // so many boxes of one key, or fewer, may lie in any order
    LONG = 8 * KEYS_PART, // a run of so many boxes is shared out by itself
    DEPTH = 32,    // of keys within keys, of GRID_CELLS an axis each: more than floats have binades
    UNSORTED = 64, // so few boxes are not worth sorting
    LARGE = 1 << 3 * GRID_BITS // the key of large boxes and of empty ones: they come last
};

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

struct keying {
    const struct sort *sort;
    struct grid grid;
    _Atomic uint32_t ones, zeros; // the bits that are set, or clear, in any key
};

// Writes the keys of a part's boxes beside their numbers: places on the curve, or LARGE.
static void put_keys_of(void *data, size_t part) {
    struct keying *const k = data;
    const struct grid *const grid = &k->grid;
    const size_t end = lbx_part_end(k->sort->n, KEYS_PART, part);
    uint32_t ones = 0, zeros = 0;
    for (size_t i = part * KEYS_PART; i < end; i += TILE) {
        struct lbx_extents e;
        uint32_t key[TILE] = {0};
        const size_t count = lbx_read_block(k->sort, i, &e);
        leave_out(&e, grid->large);
        for (unsigned c = 0; c < 3; c++) {
            for (size_t j = 0; j < TILE; j++) {
                const float cell =
                    (e.middle[c][j] - grid->least[c]) * grid->prescale[c] * grid->scale[c];
                const float last = GRID_CELLS - 1; // NaNs get it too
                key[j] |= spread((uint32_t)(int32_t)(cell < last ? cell : last)) << c;
            }
        }
        places_on_curve(key, count, grid->levels);
        for (size_t j = 0; j < count; j++) {
            key[j] = e.longest[j] <= grid->large ? key[j] : LARGE;
            ones |= key[j];
            zeros |= ~key[j];
        }
        for (size_t j = 0; j < count; j++) k->sort->x[i + j].key = key[j];
    }
    atomic_fetch_or_explicit(&k->ones, ones, memory_order_relaxed);
    atomic_fetch_or_explicit(&k->zeros, zeros, memory_order_relaxed);
}

// Returns the bits in which keys differ.
static uint32_t put_keys(const struct sort *s, bool fine) {
    struct keying k = {s, lbx_grid_of(s, fine), 0, 0};
    lbx_share(s->workers, put_keys_of, &k, lbx_parts(s->n, KEYS_PART));
    return k.ones & k.zeros;
}

static void insertion_sort(struct entry *x, size_t n) {
    for (size_t i = 1; i < n; i++) {
        const struct entry moved = x[i];
        size_t k = i;
        for (; k > 0 && x[k - 1].key > moved.key; k--) x[k] = x[k - 1];
        x[k] = moved;
    }
}

// --- runs of boxes of one key ---

static void sort_entries(struct sort *s);

static void sort_run(const struct sort *s, size_t first, size_t end, const lbx_workers *workers) {
    struct sort run = *s;
    run.workers = workers;
    run.x += first;
    run.scratch += first;
    run.spare += first;
    run.n = end - first;
    run.depth++;
    sort_entries(&run);
}

// Whether a run is shared out by itself: it goes on far beyond the part that it begins in.
static bool is_long(size_t first, size_t end) {
    return end > (first / KEYS_PART + 1) * KEYS_PART + LONG;
}

// Sorts the runs from one entry up to another, all of them or only those that are not long.
static void sort_runs(const struct sort *s, size_t first, size_t last, bool all) {
    for (size_t i = first, end; i < last; i = end) {
        const uint32_t key = s->x[i].key;
        for (end = i + 1; end < last && s->x[end].key == key;) end++;
        if (end - i > RUN && (all || !is_long(i, end))) sort_run(s, i, end, NULL);
    }
}

struct range {
    struct entry *x;
    uint32_t *id;
    size_t n;
    uint32_t key;
};

static void put_key(void *data, size_t part) {
    const struct range *const r = data;
    const size_t end = lbx_part_end(r->n, KEYS_PART, part);
    for (size_t i = part * KEYS_PART; i < end; i++) r->x[i].key = r->key;
}

// Sorts the long runs one after the other, each by all workers, and makes them runs again.
static void sort_long_runs(const struct sort *s) {
    for (size_t at = KEYS_PART, end; at < s->n; at = (end / KEYS_PART + 1) * KEYS_PART) {
        const uint32_t key = s->x[at - 1].key;
        size_t first = at - 1;
        end = lbx_next_run(s->x, s->n, at);
        if (end <= at + LONG) continue;
        while (first > 0 && s->x[first - 1].key == key) first--;
        sort_run(s, first, end, s->workers);
        struct range run = {s->x + first, NULL, end - first, key};
        lbx_share(s->workers, put_key, &run, lbx_parts(run.n, KEYS_PART));
    }
}

// Where the first runs of parts begin, in the spare memory.
static size_t *begins_of(const struct sort *s) {
    return (size_t *)(void *)s->spare;
}

// Sorts the runs that begin in a part. Others may be changing all other keys.
static void sort_runs_of(void *data, size_t part) {
    const struct sort *const s = data;
    const size_t *const begin = begins_of(s) + part;
    sort_runs(s, begin[0], begin[1], false);
}

static void share_runs(struct sort *s) {
    const size_t parts = lbx_parts(s->n, KEYS_PART);
    size_t *const begin = begins_of(s);
    sort_long_runs(s);
    for (size_t k = 0; k < parts; k++) begin[k] = lbx_next_run(s->x, s->n, k * KEYS_PART);
    begin[parts] = s->n;
    lbx_share(s->workers, sort_runs_of, s, parts);
}

static void sort_entries(struct sort *s) {
    uint32_t differ = put_keys(s, false);
    if (!differ && s->n > RUN) differ = put_keys(s, true);
    if (!differ) return;
    if (s->n <= UNSORTED)
        insertion_sort(s->x, s->n);
    else
        lbx_radix_sort_by(s->workers, s->x, s->scratch, s->spare, s->n, differ);
    if (s->depth == DEPTH) return;
    if (s->workers && s->n > KEYS_PART)
        share_runs(s);
    else
        sort_runs(s, 0, s->n, true);
}

static void number_part(void *data, size_t part) {
    const struct range *const r = data;
    const size_t end = lbx_part_end(r->n, KEYS_PART, part);
    for (size_t i = part * KEYS_PART; i < end; i++) r->x[i] = (struct entry){(uint32_t)i, 0};
}

static void list_part(void *data, size_t part) {
    const struct range *const r = data;
    const size_t end = lbx_part_end(r->n, KEYS_PART, part);
    for (size_t i = part * KEYS_PART; i < end; i++) r->id[i] = r->x[i].number;
}

void lbx_order_keys(struct lbx_order *o, const struct lbx_boxes *boxes,
                    const lbx_workers *workers) {
    struct entry *const x = (struct entry *)(void *)o->level[0];
    struct range all = {x, o->id, o->n, 0};
    struct sort s = {boxes, workers, x, x + o->n, x + 2 * o->n, o->n, 0};
    lbx_share(workers, number_part, &all, lbx_parts(o->n, KEYS_PART));
    if (o->n > UNSORTED) sort_entries(&s);
    lbx_share(workers, list_part, &all, lbx_parts(o->n, KEYS_PART));
}
