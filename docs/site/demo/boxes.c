// SPDX-License-Identifier: MIT
// What the page does in WebAssembly: boxes move, lbx_pairs finds which of them overlap, and
// lbx_pair_changes which pairs came and went. boxes.js draws, times and checks.
#include <lanebox.h>
#include <lanebox/pairs.h>
#include <stdlib.h>

#include "examples/random.h"

// For functions that only the page calls.
#define EXPORT(name) __attribute__((export_name(name)))
#pragma clang diagnostic ignored "-Wmissing-prototypes"

enum { BOXES_MAX = 50000, PAIRS_MAX = 1 << 17, SORT_EVERY = 8 };

// The boxes lie flat in a plane, so that the page shows every overlap.
struct box {
    float min[3], max[3];
};

static struct box boxes[BOXES_MAX];
static float velocity[BOXES_MAX][2]; // units per second
static float world[2];               // its size; it begins at 0
static lbx_pair pairs[2][PAIRS_MAX], scratch[PAIRS_MAX];
static ptrdiff_t found[2];
static size_t count, bytes, steps, came, went;
static void *order;
static unsigned now; // which of the two lists

EXPORT("boxes") struct box *boxes_at(void) {
    return boxes;
}

EXPORT("pairs") lbx_pair *pairs_at(void) {
    return pairs[now];
}

EXPORT("came") size_t pairs_that_came(void) {
    return came;
}

EXPORT("went") size_t pairs_that_went(void) {
    return went;
}

EXPORT("isa_name") const char *isa_name(void) {
    return lbx_isa_name(lbx_isa_active());
}

EXPORT("use_simd") void use_simd(int simd) {
    lbx_isa_select(simd ? LBX_ISA_BEST : LBX_ISA_SCALAR);
}

// Makes n boxes, of a size at which about half of them overlap no other.
EXPORT("open") int world_open(size_t n, float width, float height, unsigned seed) {
    if (n > BOXES_MAX) return LBX_ERROR_COUNT;
    count = n, steps = 0, found[0] = found[1] = 0;
    world[0] = width, world[1] = height;
    const double place = sqrt((double)width * height / (double)n);
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(seed, i);
        struct box *const box = &boxes[i];
        for (int c = 0; c < 2; c++) {
            const double side = place * random_between(&r, .2, .75);
            box->min[c] = (float)(random_unit(&r) * ((double)world[c] - side));
            box->max[c] = (float)((double)box->min[c] + side);
            velocity[i][c] = (float)random_between(&r, -30, 30);
        }
        box->min[2] = 0, box->max[2] = 1;
    }
    free(order);
    bytes = (lbx_order_bytes(n) + 63) / 64 * 64;
    order = aligned_alloc(64, bytes);
    return order ? 0 : LBX_ERROR_MEMORY;
}

// They bounce off the world's edges.
EXPORT("move") void world_move(float seconds) {
    for (size_t i = 0; i < count; i++) {
        struct box *const box = &boxes[i];
        for (int c = 0; c < 2; c++) {
            float *const v = &velocity[i][c];
            if ((box->min[c] < 0 && *v < 0) || (box->max[c] > world[c] && *v > 0)) *v = -*v;
            box->min[c] += *v * seconds;
            box->max[c] += *v * seconds;
        }
    }
}

// Returns the number of pairs, or an error.
EXPORT("find") ptrdiff_t world_find(void) {
    const lbx_aabbs view = lbx_aabbs_of(boxes->min, boxes->max, count, sizeof *boxes);
    const ptrdiff_t ordered = steps++ % SORT_EVERY == 0
                                  ? lbx_order_sort(&view, count, order, bytes, NULL)
                                  : lbx_order_refit(&view, count, order, bytes, NULL);
    if (ordered < 0) return ordered;
    now = !now;
    lbx_cursor cursor = {0};
    found[now] = lbx_pairs(order, NULL, &cursor, pairs[now], PAIRS_MAX);
    return found[now] < PAIRS_MAX ? found[now] : LBX_ERROR_COUNT;
}

// Sorts the pairs found and compares them with the previous list. Returns an error or the number of
// changes.
EXPORT("compare") ptrdiff_t world_compare(void) {
    lbx_pairs_sort(pairs[now], (size_t)found[now], scratch);
    return lbx_pair_changes(pairs[!now], (size_t)found[!now], pairs[now], (size_t)found[now], NULL,
                            &came, NULL, &went);
}
