// SPDX-License-Identifier: MIT
// Which triangles go together: splits by surface area, Goldsmith and Salmon 1987, with bins, Wald
// 2007, of triangles' bounds along x, y and z.
//
// A node is split in two until it has eight children or all of them are leaves, the one of the
// largest surface first. Of up to FEW triangles, eight leaves' worth, each part is a multiple of a
// leaf, so that all leaves but one are full.
//
// No node but the root's has fewer than nine triangles: what is left of eight at most when a node
// is full becomes a leaf. With B nodes without nodes below and I others, each of which has eight
// children, the triangles are at least 9 B, and one for each of the 8 I - (B + I - 1) leaves of the
// latter: the nodes are at most a seventh of the triangles.
#include "kernels/api/floats.h"

#include <math.h>
#include <string.h>

#include "tree.h"

enum {
    BINS = 16,
    FEW = TREE_WIDTH * LBX_LEAF,
    STEEP = TREE_LEVELS / 2 // nodes this far down are split in halves: 28 levels are left to do
};

struct bounds {
    float min[3], max[3];
};

static const struct bounds nothing = {{INFINITY, INFINITY, INFINITY},
                                      {-INFINITY, -INFINITY, -INFINITY}};

static void add_bounds(struct bounds *b, const float min[3], const float max[3]) {
    for (int c = 0; c < 3; c++) {
        b->min[c] = min[c] < b->min[c] ? min[c] : b->min[c];
        b->max[c] = max[c] > b->max[c] ? max[c] : b->max[c];
    }
}

// Half of it; products of doubles of lengths up to 2^59.
static double surface(const struct bounds *b) {
    double side[3];
    for (int c = 0; c < 3; c++) side[c] = (double)b->max[c] - (double)b->min[c];
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

static float twice_middle(const struct lbx_tree_item *item, int c) {
    return item->min[c] + item->max[c];
}

struct range {
    size_t begin, end;
    double surface;
};

static struct range range_of(const struct lbx_tree_item *item, size_t begin, size_t end) {
    struct bounds all = nothing;
    for (size_t i = begin; i < end; i++) add_bounds(&all, item[i].min, item[i].max);
    return (struct range){begin, end, surface(&all)};
}

// --- many triangles: bins ---

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

static unsigned bin_of(const struct lbx_tree_item *item, const struct cut *cut) {
    const float at = (twice_middle(item, cut->axis) - cut->low) * cut->per_bin;
    return at < (float)BINS ? (unsigned)at : BINS - 1;
}

// The best cut across one axis, if it is better than `best`.
static void cut_axis(const struct bin bin[BINS], struct cut cut, struct cut *best) {
    double above[BINS]; // the cost of bin k and those behind it
    struct bounds bounds = nothing;
    size_t count = 0;
    for (unsigned k = BINS; --k > 0;) {
        count += bin[k].count;
        add_bounds(&bounds, bin[k].bounds.min, bin[k].bounds.max);
        above[k] = count ? surface(&bounds) * (double)count : INFINITY;
    }
    bounds = nothing;
    count = 0;
    for (unsigned k = 1; k < BINS; k++) {
        count += bin[k - 1].count;
        add_bounds(&bounds, bin[k - 1].bounds.min, bin[k - 1].bounds.max);
        if (count == 0) continue;
        cut.cost = surface(&bounds) * (double)count + above[k];
        cut.bin = k;
        if (cut.cost < best->cost) *best = cut;
    }
}

static void swap_items(struct lbx_tree_item *a, struct lbx_tree_item *b) {
    const struct lbx_tree_item x = *a;
    *a = *b;
    *b = x;
}

static size_t split_many(struct lbx_tree_item *item, size_t begin, size_t end) {
    struct bounds middles = nothing;
    for (size_t i = begin; i < end; i++) {
        float m[3];
        for (int c = 0; c < 3; c++) m[c] = twice_middle(&item[i], c);
        add_bounds(&middles, m, m);
    }
    struct cut best = {.axis = -1, .cost = INFINITY}, cut[3];
    struct bin bin[3][BINS];
    for (int c = 0; c < 3; c++) {
        const float width = middles.max[c] - middles.min[c];
        cut[c] = (struct cut){.axis = c, .low = middles.min[c], .per_bin = (float)BINS / width};
        if (!(cut[c].per_bin <= 0x1p100f)) cut[c].per_bin = 0; // all in one bin
        for (unsigned k = 0; k < BINS; k++) bin[c][k] = (struct bin){nothing, 0};
    }
    for (size_t i = begin; i < end; i++) {
        for (int c = 0; c < 3; c++) {
            struct bin *const b = &bin[c][bin_of(&item[i], &cut[c])];
            add_bounds(&b->bounds, item[i].min, item[i].max);
            b->count++;
        }
    }
    for (int c = 0; c < 3; c++) cut_axis(bin[c], cut[c], &best);
    if (best.axis < 0) return begin + (end - begin) / 2;
    size_t low = begin, high = end;
    while (low < high) {
        if (bin_of(&item[low], &best) < best.bin)
            low++;
        else
            swap_items(&item[low], &item[--high]);
    }
    return low;
}

// --- few triangles: every multiple of a leaf ---

// Of equal middles the lower number comes first: the order is that of no other call's.
static bool comes_before(const struct lbx_tree_item *a, const struct lbx_tree_item *b, int c) {
    const float x = twice_middle(a, c), y = twice_middle(b, c);
    return x < y || (x == y && a->id < b->id);
}

static void sort_items(struct lbx_tree_item *item, size_t n, int c) {
    for (size_t i = 1; i < n; i++) {
        const struct lbx_tree_item x = item[i];
        size_t k = i;
        for (; k > 0 && comes_before(&x, &item[k - 1], c); k--) item[k] = item[k - 1];
        item[k] = x;
    }
}

static size_t split_few(struct lbx_tree_item *item, size_t begin, size_t end, size_t leaf) {
    struct lbx_tree_item sorted[FEW];
    const size_t n = end - begin;
    double least = INFINITY, above[FEW];
    size_t best = leaf;
    for (int c = 0; c < 3; c++) {
        memcpy(sorted, item + begin, n * sizeof *sorted);
        sort_items(sorted, n, c);
        struct bounds bounds = nothing;
        for (size_t i = n; --i > 0;) {
            add_bounds(&bounds, sorted[i].min, sorted[i].max);
            above[i] = surface(&bounds) * (double)(n - i);
        }
        bounds = nothing;
        bool better = false;
        for (size_t i = 1; i < n; i++) {
            add_bounds(&bounds, sorted[i - 1].min, sorted[i - 1].max);
            const double cost = surface(&bounds) * (double)i + above[i];
            if (i % leaf != 0 || !(cost < least)) continue;
            least = cost;
            best = i;
            better = true;
        }
        if (better) memcpy(item + begin, sorted, n * sizeof *sorted);
    }
    return begin + best;
}

// --- nodes ---

struct maker {
    struct lbx_tree *tree;
    struct lbx_tree_item *item;
    const lbx_obb_tree_options *options;
    size_t leaf, done;
    bool stopped;
};

static size_t split(const struct maker *m, const struct range *r, unsigned level) {
    if (level > STEEP) return r->begin + (r->end - r->begin) / 2;
    if (r->end - r->begin <= FEW) return split_few(m->item, r->begin, r->end, m->leaf);
    return split_many(m->item, r->begin, r->end);
}

// The part of the largest surface that is no leaf; `parts` if all are.
static unsigned widest(const struct range *part, unsigned parts, size_t leaf) {
    unsigned found = parts;
    for (unsigned k = 0; k < parts; k++) {
        if (part[k].end - part[k].begin <= leaf) continue;
        if (found == parts || part[k].surface > part[found].surface) found = k;
    }
    return found;
}

// Makes a node of a range and those below it; returns its number. Parts stay in the order of their
// triangles, and a node comes before those below it.
static uint32_t make_node(struct maker *m, struct range range, unsigned level) {
    struct lbx_tree_header *const header = m->tree->header;
    const uint32_t number = (uint32_t)header->nodes++;
    struct lbx_tree_node *const node = &m->tree->node[number];
    struct range part[TREE_WIDTH] = {range};
    unsigned parts = 1;
    while (parts < TREE_WIDTH) {
        const unsigned k = widest(part, parts, m->leaf);
        if (k == parts) break;
        const size_t middle = split(m, &part[k], level);
        for (unsigned j = parts++; j > k + 1; j--) part[j] = part[j - 1];
        part[k + 1] = range_of(m->item, middle, part[k].end);
        part[k] = range_of(m->item, part[k].begin, middle);
    }
    if (level >= header->levels) header->levels = level + 1;
    memset(node, 0, sizeof *node);
    for (unsigned k = 0; k < parts && !m->stopped; k++) {
        const size_t count = part[k].end - part[k].begin;
        if (count > LBX_LEAF_MAX) {
            node->child[k] = make_node(m, part[k], level + 1);
            continue;
        }
        node->child[k] = leaf_of(part[k].begin, count);
        m->done += count;
    }
    if (m->options->progress && !m->stopped)
        m->stopped =
            m->options->progress(m->options->context, m->done, (size_t)header->triangles) != 0;
    return number;
}

bool lbx_tree_split(struct lbx_tree *t, struct lbx_tree_item *item,
                    const lbx_obb_tree_options *options) {
    const size_t n = (size_t)t->header->triangles;
    struct maker m = {t, item, options, options->leaf ? options->leaf : LBX_LEAF, 0, false};
    memset(t->node, 0, sizeof *t->node);
    t->header->nodes = t->header->levels = 1;
    t->node->child[0] = leaf_of(0, n <= LBX_LEAF_MAX ? n : 1);
    if (n > LBX_LEAF_MAX) t->node->child[0] = make_node(&m, range_of(item, 0, n), 1);
    return !m.stopped;
}
