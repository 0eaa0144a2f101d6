// SPDX-License-Identifier: MIT
// Cuts where another tree has its splits.
#include "cut.h"

enum { PARTS = 64, PART = 1 << 13 /* items at least */ };

struct ranks {
    const uint32_t *rank;
    size_t n, size;
    size_t best[PARTS];
};

static size_t distance_from_end(size_t i, size_t n) {
    return i < n - i ? n - i : i;
}

// Whether split i is better than an earlier one.
static bool is_better(const struct ranks *r, size_t i, size_t best) {
    return r->rank[i] < r->rank[best] ||
           (r->rank[i] == r->rank[best] &&
            distance_from_end(i, r->n) < distance_from_end(best, r->n));
}

static void look_at_part(void *data, size_t part) {
    struct ranks *const r = data;
    size_t best = part ? part * r->size : 1;
    for (size_t i = best + 1; i < lbx_part_end(r->n, r->size, part); i++)
        if (is_better(r, i, best)) best = i;
    r->best[part] = best;
}

size_t lbx_cut_ranked(const uint32_t *rank, size_t n, size_t leaf, const lbx_workers *workers) {
    struct ranks r;
    r.rank = rank;
    r.n = n;
    r.size = lbx_part_size(n, PART, PARTS);
    const size_t parts = lbx_parts(n, r.size);
    lbx_share(workers, look_at_part, &r, parts);
    size_t best = r.best[0];
    for (size_t k = 1; k < parts; k++)
        if (is_better(&r, r.best[k], best)) best = r.best[k];
    const size_t nearest = (best + leaf / 2) / leaf * leaf;
    const size_t last = (n - 1) / leaf * leaf; // the last one that leaves an item
    return nearest < leaf ? leaf : nearest > last ? last : nearest;
}
