// SPDX-License-Identifier: MIT
// The search of an instruction set: for each tile of one order, in turn, the tiles of another that
// it overlaps, and for each of these the pairs of boxes. It only compares, so that every
// instruction set finds the same in the same order.
#ifndef LBX_WALK_PAIRS_H
#define LBX_WALK_PAIRS_H

#include "../kernels/math/shapes.h"
#include "job.h"

// Bit e: entry e of a tile overlaps the box.
FORCE_INLINE uint32_t tile_overlaps(const struct lbx_tile *t, const vf *min, const vf *max) {
    uint32_t bits = 0;
    for (unsigned e = 0; e < ORDER_TILE; e += LANES) {
        vm all[3];
        for (unsigned c = 0; c < 3; c++) {
            all[c] = vm_and(vf_at_most(vf_load(t->min[c] + e), max[c]),
                            vf_at_most(min[c], vf_load(t->max[c] + e)));
        }
        bits |= vm_bits(vm_and(vm_and(all[0], all[1]), all[2])) << e;
    }
    return bits;
}

// The same of an entry of another tile.
FORCE_INLINE uint32_t entry_overlaps(const struct lbx_tile *t, const struct lbx_tile *other,
                                     size_t entry) {
    vf min[3], max[3];
    for (unsigned c = 0; c < 3; c++) {
        min[c] = vf_set(other->min[c][entry]);
        max[c] = vf_set(other->max[c][entry]);
    }
    return tile_overlaps(t, min, max);
}

static inline uint32_t word_of(const uint32_t *words, size_t stride, uint32_t item) {
    return words ? *(const uint32_t *)((const char *)words + item * stride) : UINT32_MAX;
}

// Of some pairs those that the filters let meet.
static size_t filter_pairs(const struct lbx_job *job, lbx_pair *pairs, size_t n) {
    const lbx_filter *const f = &job->a_filter, *const g = &job->b_filter;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const lbx_pair p = pairs[i];
        pairs[kept] = p;
        kept += (word_of(f->category, f->stride, p.a) & word_of(g->mask, g->stride, p.b)) != 0 &&
                (word_of(g->category, g->stride, p.b) & word_of(f->mask, f->stride, p.a)) != 0;
    }
    return kept;
}

// The pairs of the boxes of two tiles, row by row; of one tile with itself those above the
// diagonal. There is room for all of them.
FORCE_INLINE size_t tile_pairs(const struct lbx_job *job, size_t ta, size_t tb, lbx_pair *out) {
    const struct lbx_order *const a = job->a, *const b = job->b;
    const struct lbx_tile *const rows = &a->level[0][ta], *const columns = &b->level[0][tb];
    const uint32_t *const row_id = a->id + ORDER_TILE * ta, *const column_id =
                                                                b->id + ORDER_TILE * tb;
    const bool one_set = job->one_set, same = one_set && ta == tb;
    uint32_t left = entry_overlaps(rows, &b->level[1][tb / ORDER_TILE], tb % ORDER_TILE);
    size_t found = 0;
    for (; left; left &= left - 1) {
        const unsigned row = (unsigned)__builtin_ctz(left);
        uint32_t bits = entry_overlaps(columns, rows, row);
        if (same) bits &= UINT32_MAX << row << 1;
        const uint32_t i = row_id[row];
        for (; bits; bits &= bits - 1) {
            const uint32_t j = column_id[__builtin_ctz(bits)];
            const bool ordered = !one_set || i < j;
            out[found++] = (lbx_pair){ordered ? i : j, ordered ? j : i};
        }
    }
    if (job->filtered) found = filter_pairs(job, out, found);
    return found;
}

// Where a search of a tree for one box is: on each level the node, and which of its entries are
// still to be entered.
struct descent {
    unsigned level;
    uint32_t left[ORDER_LEVELS];
    size_t node[ORDER_LEVELS];
};

// Bits of the entries of a node that lead to tile `first` or behind it.
FORCE_INLINE uint32_t entries_from(size_t node, unsigned level, size_t first) {
    const size_t entry = first >> 4 * (level - 1);
    return node == entry / ORDER_TILE ? UINT32_MAX << entry % ORDER_TILE : UINT32_MAX;
}

static size_t walk_pairs(const struct lbx_job *job, struct lbx_place *place, lbx_pair *out,
                         size_t room) {
    enum { MOST = ORDER_TILE * ORDER_TILE };
    const struct lbx_order *const a = job->a, *const b = job->b;
    lbx_pair few[MOST];
    size_t found = 0;
    for (; place->a < job->stop; place->a++, place->b = 0) {
        const struct lbx_tile *const above = &a->level[1][place->a / ORDER_TILE];
        const unsigned entry = place->a % ORDER_TILE;
        vf min[3], max[3];
        for (unsigned c = 0; c < 3; c++) {
            min[c] = vf_set(above->min[c][entry]);
            max[c] = vf_set(above->max[c][entry]);
        }
        const size_t first = job->one_set && place->a > place->b ? place->a : place->b;
        struct descent d = {.level = b->top};
        d.left[d.level] =
            tile_overlaps(&b->level[d.level][0], min, max) & entries_from(0, d.level, first);
        for (;;) {
            while (!d.left[d.level] && d.level < b->top) d.level++;
            if (!d.left[d.level]) break;
            const size_t child =
                ORDER_TILE * d.node[d.level] + (unsigned)__builtin_ctz(d.left[d.level]);
            d.left[d.level] &= d.left[d.level] - 1;
            if (d.level > 1) {
                d.node[--d.level] = child;
                d.left[d.level] = tile_overlaps(&b->level[d.level][child], min, max) &
                                  entries_from(child, d.level, first);
                continue;
            }
            if (child != place->b) place->given = 0;
            place->b = (uint32_t)child;
            if (out && room - found >= MOST && !place->given) {
                found += tile_pairs(job, place->a, child, out + found);
                continue;
            }
            const size_t all = tile_pairs(job, place->a, child, few);
            const size_t given = place->given < all ? place->given : all;
            const size_t some = out && all - given > room - found ? room - found : all - given;
            if (out) memcpy(out + found, few + given, some * sizeof *out);
            found += some;
            place->given = (uint32_t)(given + some);
            if (given + some < all) return found;
        }
        place->given = 0;
    }
    return found;
}

#endif
