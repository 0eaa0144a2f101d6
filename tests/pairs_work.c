// SPDX-License-Identifier: MIT
// Sets that make other searches quadratic. Here only the number of their pairs may do so:
// comparisons are counted, not timed.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "examples/random.h"
#include "harness.h"
#include "lanes/comparing.h"
#include "searches.h"
#include "support/tables.h"

enum { FEW = 2040, MANY = 8 * FEW }; // not whole blocks

// Boxes of a usual size about a point, so that each overlaps some others.
static void put_about(const double middle[3], uint64_t i, size_t n, struct set_box *box) {
    struct random r = random_of(7, i);
    const double length = cbrt(4 * (double)n);
    for (int c = 0; c < 3; c++) {
        const double center = middle[c] + length * random_unit(&r),
                     half = random_between(&r, .3, .7);
        box->min[c] = (float)(center - half);
        box->max[c] = (float)(center + half);
    }
}

static void far_apart(double apart, size_t n, struct set_box *boxes) {
    for (size_t i = 0; i < n; i++)
        put_about((double[3]){i & 1 ? apart : 0, 0, 0}, i, n / 2, &boxes[i]);
}

static void piles_1e5(size_t n, struct set_box *boxes) {
    far_apart(1e5, n, boxes);
}

static void piles_1e6(size_t n, struct set_box *boxes) {
    far_apart(1e6, n, boxes);
}

static void far_away(size_t n, struct set_box *boxes) {
    for (size_t i = 0; i < n; i++) put_about((double[3]){1e6, 1e6, 1e6}, i, n, &boxes[i]);
}

static void mostly_empty(size_t n, struct set_box *boxes) {
    for (size_t i = 0; i < n; i++) {
        put_about((double[3]){0, 0, 0}, i, n / 4, &boxes[i]);
        if (i % 4 == 0) continue;
        for (int c = 0; c < 3; c++) boxes[i].min[c] = INFINITY, boxes[i].max[c] = -INFINITY;
    }
}

// A pile at each power of ten. Each is further from the others than all piles before it are large.
static void piles_of_all_distances(size_t n, struct set_box *boxes) {
    for (size_t i = 0; i < n; i++)
        put_about((double[3]){pow(10, (double)(i % 7)), 0, 0}, i, n / 7, &boxes[i]);
}

static void mixed_scales(size_t n, struct set_box *boxes) {
    for (size_t i = 0; i < n; i++) {
        put_about((double[3]){0, 0, 0}, i, n, &boxes[i]);
        const float scale = ldexpf(1, 3 * (int)(i % 32) - 48);
        for (int c = 0; c < 3; c++) boxes[i].min[c] *= scale, boxes[i].max[c] *= scale;
    }
}

static void with_plane(float end, size_t n, struct set_box *boxes) {
    set_fill(SET_SPARSE, n, 1, boxes);
    boxes[n / 2] = (struct set_box){{-end, -end, -end}, {end, end, 0}};
}

static void plane_1e18(size_t n, struct set_box *boxes) {
    with_plane(1e18f, n, boxes);
}

static void plane_flt_max(size_t n, struct set_box *boxes) {
    with_plane(FLT_MAX, n, boxes);
}

static void plane_infinite(size_t n, struct set_box *boxes) {
    with_plane(INFINITY, n, boxes);
}

static void along_a_line(size_t n, struct set_box *boxes) {
    for (size_t i = 0; i < n; i++) {
        boxes[i] = (struct set_box){{0, 0, 0}, {1, 1, 1}};
        boxes[i].min[1] = (float)((i * 2654435761u) % n), boxes[i].max[1] = boxes[i].min[1] + .75f;
    }
}

// Squares side by side in the plane, so that each overlaps some, all with the same ends along z.
static void in_a_plane(float low, float high, size_t n, struct set_box *boxes) {
    const double length = sqrt((double)n);
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(3, i);
        for (int c = 0; c < 2; c++) {
            boxes[i].min[c] = (float)(length * random_unit(&r));
            boxes[i].max[c] = boxes[i].min[c] + .8f;
        }
        boxes[i].min[2] = low, boxes[i].max[2] = high;
    }
}

static void columns_1e6(size_t n, struct set_box *boxes) {
    in_a_plane(-1e6f, 1e6f, n, boxes);
}

static void columns_flt_max(size_t n, struct set_box *boxes) {
    in_a_plane(-FLT_MAX, FLT_MAX, n, boxes);
}

static void columns_infinite(size_t n, struct set_box *boxes) {
    in_a_plane(-INFINITY, INFINITY, n, boxes);
}

static void columns_nan(size_t n, struct set_box *boxes) {
    in_a_plane(NAN, NAN, n, boxes);
}

static void columns_above(size_t n, struct set_box *boxes) {
    in_a_plane(0, FLT_MAX, n, boxes);
}

// A tenth of a set is open upwards.
static void some_open(size_t n, struct set_box *boxes) {
    set_fill(SET_SPARSE, n, 1, boxes);
    for (size_t i = 0; i < n; i += 10) {
        boxes[i].min[2] = 1e3f;
        boxes[i].max[2] = i % 20 ? INFINITY : FLT_MAX;
    }
}

static void sheets(size_t n, struct set_box *boxes) {
    for (size_t i = 0; i < n; i++) {
        const float low = 1e-7f * (float)((i * 2654435761u) % n);
        boxes[i] = (struct set_box){{0, 0, low}, {.21f, .3f, low + 5e-8f}};
    }
}

static void bundle(size_t n, struct set_box *boxes) {
    const size_t wide = (size_t)sqrt((double)n) + 1;
    for (size_t i = 0; i < n; i++) {
        const size_t k = (i * 2654435761u) % n;
        const float y = (float)(k % wide), z = (float)(k / wide);
        boxes[i] = (struct set_box){{0, y, z}, {1e6f, y + .5f, z + .5f}};
    }
}

// Small boxes at the places of 63 equidistant samples: of the whole set, and of what remains of it
// after each level of keys. All other boxes are of usual size but large.
static void odd_at_regular_places(size_t n, struct set_box *boxes) {
    enum { SAMPLES = 63, LEVELS = 34 };
    size_t *const number = memory_of(n * sizeof *number);
    size_t left = n;
    for (size_t i = 0; i < n; i++) {
        put_about((double[3]){0, 0, 0}, i, n, &boxes[i]);
        for (int c = 0; c < 3; c++) boxes[i].min[c] *= 0x1p100f, boxes[i].max[c] *= 0x1p100f;
        number[i] = i;
    }
    for (int level = 0; level < LEVELS && left > 2 * SAMPLES; level++) {
        const float scale = ldexpf(1, 7 * level - 140);
        for (size_t k = SAMPLES; k-- > 0;) {
            const size_t place = k * left / SAMPLES;
            struct set_box *const box = &boxes[number[place]];
            for (int c = 0; c < 3; c++) {
                box->min[c] = ldexpf(box->min[c], -100) * scale;
                box->max[c] = ldexpf(box->max[c], -100) * scale;
            }
            number[place] = SIZE_MAX;
        }
        size_t kept = 0;
        for (size_t i = 0; i < left; i++) {
            if (number[i] != SIZE_MAX) number[kept++] = number[i];
        }
        left = kept;
    }
    free(number);
}

// --- sets that are sorted ---

// Comparisons per box and pair.
static double work_of(const struct set_box *boxes, size_t n, size_t *pairs) {
    const lbx_aabbs view = set_view(boxes, n);
    const size_t bytes = lbx_order_bytes(n);
    void *const order = memory_of(bytes);
    lbx_cursor cursor = {0};
    expect(lbx_order_sort(&view, n, order, bytes, NULL) > 0, "sorted");
    compared = 0;
    const ptrdiff_t found = lbx_pairs(order, NULL, &cursor, NULL, 0);
    expect(found >= 0, "%td", found);
    *pairs = (size_t)found;
    free(order);
    return (double)compared / (double)(n + *pairs);
}

Test(pairs_work, no_set_is_quadratic) {
    static const struct {
        const char *name;
        void (*fill)(size_t n, struct set_box *boxes);
    } sets[] = {{"piles 1e5 apart", piles_1e5},
                {"piles 1e6 apart", piles_1e6},
                {"a pile far away", far_away},
                {"mostly empty", mostly_empty},
                {"piles of all distances", piles_of_all_distances},
                {"mixed scales", mixed_scales},
                {"a plane of 1e18", plane_1e18},
                {"a plane of FLT_MAX", plane_flt_max},
                {"an infinite plane", plane_infinite},
                {"columns of 1e6", columns_1e6},
                {"columns of FLT_MAX", columns_flt_max},
                {"infinite columns", columns_infinite},
                {"columns of NaN", columns_nan},
                {"columns open upwards", columns_above},
                {"some open upwards", some_open},
                {"sheets", sheets},
                {"a bundle of sticks", bundle},
                {"odd at regular places", odd_at_regular_places},
                {"along a line", along_a_line}};
    enum { SETS = sizeof sets / sizeof *sets };
    struct set_box *const boxes = memory_of(MANY * sizeof *boxes);
    table_use(&table_comparing);
    for (unsigned k = 0; k < SETS + SET_KINDS; k++) {
        const char *const name = k < SETS ? sets[k].name : set_name(k - SETS);
        const size_t shrunk = k >= SETS && k - SETS == SET_EQUAL ? 8 : 1; // all pairs
        double work[2];
        size_t pairs[2];
        for (int many = 0; many < 2; many++) {
            const size_t n = (many ? MANY : FEW) / shrunk;
            if (k < SETS)
                sets[k].fill(n, boxes);
            else
                set_fill(k - SETS, n, 1, boxes);
            work[many] = work_of(boxes, n, &pairs[many]);
        }
        expect(work[0] < 1000 && work[1] < 1500 && work[1] < 2 * work[0],
               "%s: %.0f comparisons for a box and pair, of eight times as many boxes %.0f", name,
               work[0], work[1]);
    }
    free(boxes);
}

// --- orders that no longer are in order ---

enum { A_TEST = 6 * 16 }; // the comparisons of a tile test of one box

// Boxes of which few overlap, each refitted to where another one was when they were sorted.
static void *shuffled_order(size_t n) {
    struct set_box *const boxes = memory_of(n * sizeof *boxes);
    const lbx_aabbs view = set_view(boxes, n);
    const size_t bytes = lbx_order_bytes(n);
    void *const order = memory_of(bytes);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        set_fill(SET_SPARSE, n, seed, boxes);
        if (seed == 1)
            expect(lbx_order_sort(&view, n, order, bytes, NULL) > 0, "sorted");
        else
            expect(lbx_order_refit(&view, n, order, bytes, NULL) > 0, "refitted");
    }
    expect(lbx_order_check(order, bytes, NULL) == 0,
           "the check does not judge how boxes are sorted");
    free(boxes);
    return order;
}

static bool is_done_within(const void *order, double budget) {
    lbx_cursor cursor = {.budget = (uint64_t)budget};
    expect(lbx_pairs(order, NULL, &cursor, NULL, 0) >= 0, "searched");
    return cursor.done;
}

// The bounds that pairs.h states.
Test(pairs_work, of_shuffled_boxes) {
    table_use(&table_comparing);
    for (size_t n = 17; n <= MANY; n = 3 * n + 5) {
        void *const order = shuffled_order(n);
        const double tiles = (double)n / 16, most = (tiles + 8) * (tiles + 8);
        compared = 0;
        expect(is_done_within(order, most), "%zu boxes: more than %.0f", n, most);
        expect((double)compared < 17 * A_TEST * most, "%zu boxes: %.0f", n, (double)compared);
        expect(n < 1000 || !is_done_within(order, .45 * tiles * tiles), "%zu boxes: fewer", n);
        free(order);
    }
}

// A call tests no more than its budget, and no less unless the search is done.
Test(pairs_work, of_a_budget) {
    enum { BUDGET = 1000, ITEMS = 400 };
    void *const order = shuffled_order(FEW);
    struct set_box *const boxes = memory_of(ITEMS * sizeof *boxes);
    set_fill(SET_SPARSE, ITEMS, 1, boxes);
    const lbx_aabbs view = set_view(boxes, ITEMS);
    table_use(&table_comparing);
    for (int query = 0; query < 2; query++) {
        lbx_cursor cursor = {.budget = BUDGET};
        while (!cursor.done) {
            compared = 0;
            const ptrdiff_t found =
                query ? lbx_query_aabbs(order, &view, ITEMS, NULL, NULL, &cursor, NULL, 0)
                      : lbx_pairs(order, NULL, &cursor, NULL, 0);
            expect(found >= 0, "%td", found);
            const uint64_t most = (query ? 1 : 17) * A_TEST * BUDGET;
            expect(compared <= most && (cursor.done || compared >= A_TEST * BUDGET),
                   "%llu comparisons", (unsigned long long)compared);
        }
    }
    free(boxes);
    free(order);
}
