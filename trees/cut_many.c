// SPDX-License-Identifier: MIT
// Cuts of many items: with bins, Wald 2007, of the items' middles along x, y and z; or in halves.
//
// Items in place are parted by swaps. Large runs are parted by workers: each finds what a part of
// the run has in its bins, and moves the part's items to where they belong in other memory.
#include "item_bounds.h"

#include <string.h>

#include "cut.h"

enum { BINS = 16 };

struct bin {
    struct bounds bounds;
    size_t count;
};

struct cut {
    int axis; // -1: none
    unsigned bin;
    float low, per_bin;
    double cost;
};

// The best cut across one axis, if it is better than `best`.
static __attribute__((noinline)) void cut_axis(const struct bin bin[BINS], struct cut cut,
                                               struct cut *best) {
    double above[BINS]; // the cost of bin k and those behind it
    struct bounds bounds = nothing();
    size_t count = 0;
    for (unsigned k = BINS; --k > 0;) {
        count += bin[k].count;
        add_bounds(&bounds, &bin[k].bounds);
        above[k] = count ? half_surface(&bounds) * (double)count : INFINITY;
    }
    bounds = nothing();
    count = 0;
    for (unsigned k = 1; k < BINS; k++) {
        count += bin[k - 1].count;
        add_bounds(&bounds, &bin[k - 1].bounds);
        if (count == 0) continue;
        cut.cost = half_surface(&bounds) * (double)count + above[k];
        cut.bin = k;
        if (cut.cost < best->cost) *best = cut;
    }
}

// The bounds of twice the middles.
static __attribute__((noinline)) struct bounds middles_of(const struct lbx_tree_item *item,
                                                          size_t n) {
    struct bounds middles = nothing();
    for (size_t i = 0; i < n; i++) {
        const struct bounds b = bounds_of(&item[i]);
        struct bounds m;
        for (int k = 0; k < SIDES; k++) m.min[k] = m.max[k] = vf_add(b.min[k], b.max[k]);
        add_bounds(&middles, &m);
    }
    return middles;
}

static void store_bounds(const struct bounds *b, float min[4], float max[4]) {
    for (int k = 0; k < SIDES; k++) {
        vf_store(min + k * LANES, b->min[k]);
        vf_store(max + k * LANES, b->max[k]);
    }
}

// The cuts across all three axes; their bins divide the range of the middles.
static void cuts_across(const struct bounds *middles, struct cut cut[3]) {
    float min[4], max[4];
    store_bounds(middles, min, max);
    for (int c = 0; c < 3; c++) {
        cut[c] = (struct cut){.axis = c, .low = min[c], .per_bin = (float)BINS / (max[c] - min[c])};
        if (!(cut[c].per_bin <= 0x1p100f)) cut[c].per_bin = 0; // all in one bin
    }
}

// Whether an item's place, in bins from the lowest middle, is before the cut.
static inline bool is_below(const struct lbx_tree_item *item, const struct cut *cut) {
    return (twice_middle(item, cut->axis) - cut->low) * cut->per_bin < (float)cut->bin;
}

static __attribute__((noinline)) void fill_bins(const struct lbx_tree_item *item, size_t n,
                                                const struct cut cut[3], struct bin bin[3][BINS]) {
    const float lows[4] = {cut[0].low, cut[1].low, cut[2].low, 0};
    const float scales[4] = {cut[0].per_bin, cut[1].per_bin, cut[2].per_bin, 0};
    vf low[SIDES], scale[SIDES];
    for (int k = 0; k < SIDES; k++) {
        low[k] = vf_load(lows + k * LANES);
        scale[k] = vf_load(scales + k * LANES);
    }
    for (int c = 0; c < 3; c++) {
        for (unsigned k = 0; k < BINS; k++) bin[c][k] = (struct bin){nothing(), 0};
    }
    for (size_t i = 0; i < n; i++) {
        const struct bounds bounds = bounds_of(&item[i]);
        float place[4]; // in bins, from the lowest middle
        for (int k = 0; k < SIDES; k++) {
            const vf middle = vf_add(bounds.min[k], bounds.max[k]);
            const vf at = vf_mul(vf_sub(middle, low[k]), scale[k]);
            vf_store(place + k * LANES, vf_min(at, vf_set(BINS - 1)));
        }
        for (int c = 0; c < 3; c++) {
            struct bin *const b = &bin[c][(unsigned)(int)place[c]];
            add_bounds(&b->bounds, &bounds);
            b->count++;
        }
    }
}

static struct cut best_of(const struct bin bin[3][BINS], const struct cut cut[3]) {
    struct cut best = {.axis = -1, .cost = INFINITY};
    for (int c = 0; c < 3; c++) cut_axis(bin[c], cut[c], &best);
    return best;
}

static inline void swap_items(struct lbx_tree_item *a, struct lbx_tree_item *b) {
    const struct lbx_tree_item x = *a;
    *a = *b;
    *b = x;
}

// Moves the items of the bins below a cut's to the front; returns how many there are. Every item is
// swapped: skipping those that need not be takes an unpredictable branch.
static size_t part_items(struct lbx_tree_item *item, size_t n, const struct cut *cut) {
    size_t low = 0;
    for (size_t i = 0; i < n; i++) {
        const struct lbx_tree_item x = item[i];
        item[i] = item[low];
        item[low] = x;
        low += is_below(&x, cut);
    }
    return low;
}

// --- whole leaves ---

// The items of a run that are farthest along an axis, or farthest back, from the farthest on.
struct farthest {
    size_t low, high; // the run
    int axis;
    bool forward;
    unsigned wanted, found; // fewer than a leaf has
    size_t at[LBX_LEAF_MAX];
};

// Whether an item is farther than one that is kept.
static inline bool is_farther(const struct farthest *f, const struct lbx_tree_item *item, size_t i,
                              unsigned than) {
    return comes_before(&item[f->at[than]], &item[i], f->axis) == f->forward;
}

static __attribute__((noinline)) void keep_item(struct farthest *f,
                                                const struct lbx_tree_item *item, size_t i) {
    unsigned k = f->found;
    while (k > 0 && is_farther(f, item, i, k - 1)) k--;
    if (f->found < f->wanted) f->found++;
    memmove(&f->at[k + 1], &f->at[k], (f->found - 1 - k) * sizeof *f->at);
    f->at[k] = i;
}

static inline void keep_farthest(struct farthest *f, const struct lbx_tree_item *item, size_t i) {
    if (f->found < f->wanted || is_farther(f, item, i, f->wanted - 1)) keep_item(f, item, i);
}

// Moves the cut behind item `middle` so that the first part is a multiple of a leaf: a few of the
// items nearest to the cut go over to the other side. Says which are looked for; none if wanted is
// 0.
static struct farthest lacking(size_t n, size_t middle, size_t leaf, int axis) {
    const size_t over = middle % leaf, lacks = leaf - over;
    if (over == 0) return (struct farthest){.wanted = 0};
    if (middle > over && (over <= lacks || n - middle <= lacks))
        return (struct farthest){0, middle, axis, true, (unsigned)over, 0, {0}};
    return (struct farthest){middle, n, axis, false, (unsigned)lacks, 0, {0}};
}

// Moves them to the end of the run, or to its begin; returns where the cut is then.
static __attribute__((noinline)) size_t move_farthest(struct farthest *f,
                                                      struct lbx_tree_item *item) {
    size_t low = f->low, high = f->high;
    for (unsigned k = 0; k < f->found; k++) {
        const size_t to = f->forward ? --high : low++;
        swap_items(&item[f->at[k]], &item[to]);
        for (unsigned later = k + 1; later < f->found; later++)
            if (f->at[later] == to) f->at[later] = f->at[k];
    }
    return f->forward ? high : low;
}

// --- halves ---

// The order of keys is that of the middles.
static uint32_t key_of(const struct lbx_tree_item *item, int axis) {
    const float x = twice_middle(item, axis);
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits ^ (bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31);
}

size_t lbx_cut_halves(struct lbx_tree_item *item, size_t n, size_t leaf) {
    enum { DIGITS = 256 };
    const size_t half = multiple_of(n / 2, leaf);
    const struct bounds middles = middles_of(item, n);
    float min[4], max[4];
    int axis = 0;
    store_bounds(&middles, min, max);
    for (int c = 1; c < 3; c++) {
        if (max[c] - min[c] > max[axis] - min[axis]) axis = c;
    }

    // the key that `half` items come before, digit by digit
    uint32_t key = 0;
    size_t before = half; // of the items that have these digits
    for (int shift = 24; shift >= 0; shift -= 8) {
        size_t count[DIGITS] = {0};
        unsigned digit = 0;
        for (size_t i = 0; i < n; i++) {
            const uint32_t other = key_of(&item[i], axis);
            if ((other ^ key) >> shift < DIGITS) count[other >> shift & (DIGITS - 1)]++;
        }
        while (before >= count[digit]) before -= count[digit++];
        key |= (uint32_t)digit << shift;
    }

    // lower keys first, then equal ones
    size_t low = 0;
    for (int equal = 0; equal < 2; equal++) {
        for (size_t i = low; i < n; i++) {
            const uint32_t other = key_of(&item[i], axis);
            if (equal ? other == key : other < key) swap_items(&item[i], &item[low++]);
        }
    }
    return half;
}

// --- bins ---

size_t lbx_cut_many(struct lbx_tree_item *item, size_t n, size_t leaf) {
    struct bin bin[3][BINS];
    struct cut cut[3];
    const struct bounds middles = middles_of(item, n);
    cuts_across(&middles, cut);
    fill_bins(item, n, cut, bin);
    const struct cut best = best_of((const struct bin(*)[BINS])bin, cut);
    if (best.axis < 0) return lbx_cut_halves(item, n, leaf);
    const size_t low = part_items(item, n, &best);
    struct farthest f = lacking(n, low, leaf, best.axis);
    if (f.wanted == 0) return low;
    for (size_t i = f.low; i < f.high; i++) keep_farthest(&f, item, i);
    return move_farthest(&f, item);
}

// What workers find in a part of a large run.
struct part {
    struct bounds middles;
    struct bin bin[3][BINS];
    size_t low, high; // where its items go
    struct farthest farthest;
};

_Static_assert(sizeof(struct part) + _Alignof(struct part) <= LBX_CUT_ROOM, "room for a part");

struct large {
    const struct lbx_tree_item *from;
    struct lbx_tree_item *to;
    size_t n, size; // of all, of a part
    struct cut cut[3], best;
    struct farthest farthest;
    struct part *part;
};

// A few parts at least.
static size_t part_size(size_t n) {
    enum { PARTS = 4, FEWEST = LBX_CUT_PART / PARTS };
    const size_t even = n / PARTS;
    return even < FEWEST ? FEWEST : even > LBX_CUT_PART ? LBX_CUT_PART : even;
}

static const struct lbx_tree_item *items_of_part(const struct large *l, size_t k, size_t *n) {
    *n = lbx_part_end(l->n, l->size, k) - k * l->size;
    return l->from + k * l->size;
}

static void find_middles(void *data, size_t k) {
    struct large *const l = data;
    size_t n;
    const struct lbx_tree_item *const item = items_of_part(l, k, &n);
    l->part[k].middles = middles_of(item, n);
}

static void find_bins(void *data, size_t k) {
    struct large *const l = data;
    size_t n;
    const struct lbx_tree_item *const item = items_of_part(l, k, &n);
    fill_bins(item, n, l->cut, l->part[k].bin);
}

static void move_items(void *data, size_t k) {
    const struct large *const l = data;
    size_t n;
    const struct lbx_tree_item *const item = items_of_part(l, k, &n);
    size_t low = l->part[k].low, high = l->part[k].high;
    for (size_t i = 0; i < n; i++) {
        const bool below = is_below(&item[i], &l->best);
        l->to[below ? low : high] = item[i];
        low += below;
        high += !below;
    }
}

static void find_farthest(void *data, size_t k) {
    struct large *const l = data;
    const struct farthest *const all = &l->farthest;
    struct farthest *const f = &l->part[k].farthest;
    const size_t end = lbx_part_end(all->high - all->low, l->size, k);
    *f = *all;
    for (size_t i = all->low + k * l->size; i < all->low + end; i++) keep_farthest(f, l->to, i);
}

static void merge_bins(struct bin sum[3][BINS], const struct part *part, size_t parts) {
    memcpy(sum, part[0].bin, sizeof part[0].bin);
    for (size_t p = 1; p < parts; p++) {
        for (int c = 0; c < 3; c++) {
            for (unsigned k = 0; k < BINS; k++) {
                add_bounds(&sum[c][k].bounds, &part[p].bin[c][k].bounds);
                sum[c][k].count += part[p].bin[c][k].count;
            }
        }
    }
}

// Says where the items of each part go; returns how many are below the cut.
static size_t place_parts(struct large *l, size_t parts) {
    size_t all_below = 0;
    for (size_t p = 0; p < parts; p++) {
        size_t below = 0;
        for (unsigned k = 0; k < l->best.bin; k++) below += l->part[p].bin[l->best.axis][k].count;
        l->part[p].low = all_below;
        l->part[p].high = p * l->size - all_below;
        all_below += below;
    }
    for (size_t p = 0; p < parts; p++) l->part[p].high += all_below;
    return all_below;
}

size_t lbx_cut_large(struct lbx_tree_item *item, struct lbx_tree_item *to, size_t n, size_t leaf,
                     void *room, const lbx_workers *workers, bool *moved) {
    struct large l = {.from = item, .to = to, .n = n, .size = part_size(n)};
    const size_t parts = lbx_parts(n, l.size), align = _Alignof(struct part);
    struct bin bin[3][BINS];
    l.part = (struct part *)(void *)((char *)room + (align - (uintptr_t)room % align) % align);
    lbx_share(workers, find_middles, &l, parts);
    struct bounds middles = l.part[0].middles;
    for (size_t p = 1; p < parts; p++) add_bounds(&middles, &l.part[p].middles);
    cuts_across(&middles, l.cut);
    lbx_share(workers, find_bins, &l, parts);
    merge_bins(bin, l.part, parts);
    l.best = best_of((const struct bin(*)[BINS])bin, l.cut);
    *moved = l.best.axis >= 0;
    if (!*moved) return lbx_cut_halves(item, n, leaf);
    const size_t low = place_parts(&l, parts);
    lbx_share(workers, move_items, &l, parts);
    l.farthest = lacking(n, low, leaf, l.best.axis);
    if (l.farthest.wanted == 0) return low;
    const size_t runs = lbx_parts(l.farthest.high - l.farthest.low, l.size);
    lbx_share(workers, find_farthest, &l, runs);
    for (size_t p = 0; p < runs; p++) {
        const struct farthest *const f = &l.part[p].farthest;
        for (unsigned k = 0; k < f->found; k++) keep_farthest(&l.farthest, to, f->at[k]);
    }
    return move_farthest(&l.farthest, to);
}
