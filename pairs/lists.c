// SPDX-License-Identifier: MIT
// Sorted lists of pairs, and what changed from one to another.
#include "kernels/lanes/floats.h"

#include <stdbool.h>

#include "lanebox/pairs.h"
#include "radix.h"

static uint64_t rank(lbx_pair p) {
    return (uint64_t)p.a << 32 | p.b;
}

ptrdiff_t lbx_pairs_sort(lbx_pair *pairs, size_t n, lbx_pair *scratch) {
    if (n == 0) return 0;
    if (!pairs || !scratch) return LBX_ERROR_NULL;
    if (n > PTRDIFF_MAX / sizeof *pairs) return LBX_ERROR_COUNT;
    uint64_t all = UINT64_MAX, any = 0;
    for (size_t i = 0; i < n; i++) {
        all &= rank(pairs[i]);
        any |= rank(pairs[i]);
    }
    lbx_radix_sort(pairs, scratch, n, any & ~all);
    return (ptrdiff_t)n;
}

static bool ascends(const lbx_pair *pairs, size_t n) {
    for (size_t i = 1; i < n; i++) {
        if (rank(pairs[i - 1]) >= rank(pairs[i])) return false;
    }
    return true;
}

ptrdiff_t lbx_pair_changes(const lbx_pair *old, size_t old_count, const lbx_pair *now,
                           size_t now_count, lbx_pair *added, size_t *added_count,
                           lbx_pair *removed, size_t *removed_count) {
    if ((old_count && !old) || (now_count && !now)) return LBX_ERROR_NULL;
    if (old_count > PTRDIFF_MAX / 2 / sizeof *old || now_count > PTRDIFF_MAX / 2 / sizeof *now)
        return LBX_ERROR_COUNT;
    if (!ascends(old, old_count) || !ascends(now, now_count)) return LBX_ERROR_INDEX;
    size_t o = 0, n = 0, came = 0, went = 0;
    while (o < old_count || n < now_count) {
        const uint64_t gone = o < old_count ? rank(old[o]) : UINT64_MAX;
        const uint64_t here = n < now_count ? rank(now[n]) : UINT64_MAX;
        if (o == old_count || here < gone) {
            if (added) added[came] = now[n];
            came++, n++;
        } else if (n == now_count || gone < here) {
            if (removed) removed[went] = old[o];
            went++, o++;
        } else {
            o++, n++;
        }
    }
    if (added_count) *added_count = came;
    if (removed_count) *removed_count = went;
    return (ptrdiff_t)(came + went);
}
