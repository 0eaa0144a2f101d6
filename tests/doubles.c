// SPDX-License-Identifier: MIT
// Boxes of doubles to boxes of floats: known answers, layouts, the caller's rounding mode, errors.
// proof/claims_doubles.c checks that each face is the exact one.
#include "doubles.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "tables.h"

enum { UNTOUCHED = 0xa5, LONGEST = 600 };

static bool same_float(float a, float b) { // which NaN it is, is left open
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

// --- known answers ---

struct known {
    double x, origin;
    float min, max;
};

static const struct known known[] = {
    {3, 1, 2, 2},
    {1e6 + .5, 1e6, .5f, .5f},
    {.1, 0, 0x1.999998p-4f, 0x1.99999ap-4f},
    {-.1, 0, -0x1.99999ap-4f, -0x1.999998p-4f},
    // The double nearest to the difference is a float itself. One face must be the float beside it.
    {1, 0x1p-80, 0x1.fffffep-1f, 1},
    {1, -0x1p-80, 1, 0x1.000002p0f},
    {-1, 0x1p-80, -0x1.000002p0f, -1},
    {0x1p-80, 1, -1, -0x1.fffffep-1f},
    {0x1p-1074, 1, -1, -0x1.fffffep-1f},
    {0x1.000001p0, 0x1p-60, 1, 0x1.000002p0f},
    // Zeros.
    {5, 5, -0.0f, 0},
    {0, 0, -0.0f, 0},
    {-0.0, -0.0, -0.0f, 0},
    {0, -0.0, 0, 0},
    {-0.0, 0, -0.0f, -0.0f},
    // Denormals.
    {0x1p-149, 0, 0x1p-149f, 0x1p-149f},
    {0x1p-150, 0, 0, 0x1p-149f},
    {-0x1p-150, 0, -0x1p-149f, -0.0f},
    {0x1p-1074, 0, 0, 0x1p-149f},
    {-0x1p-1074, 0, -0x1p-149f, -0.0f},
    {0x1.8p-148, 0, 0x1.8p-148f, 0x1.8p-148f},
    {0x1.cp-148, 0, 0x1.8p-148f, 0x1p-147f},
    // Beyond FLT_MAX.
    {FLT_MAX, 0, FLT_MAX, FLT_MAX},
    {0x1p128, 0, FLT_MAX, INFINITY},
    {-0x1p128, 0, -INFINITY, -FLT_MAX},
    {FLT_MAX, -1, FLT_MAX, INFINITY},
    {-FLT_MAX, 1, -INFINITY, -FLT_MAX},
    {DBL_MAX, -DBL_MAX, FLT_MAX, INFINITY},
    {-DBL_MAX, DBL_MAX, -INFINITY, -FLT_MAX},
    {1, -DBL_MAX, FLT_MAX, INFINITY},
    // Infinities and NaN.
    {INFINITY, 1, INFINITY, INFINITY},
    {-INFINITY, 1, -INFINITY, -INFINITY},
    {1, INFINITY, -INFINITY, -INFINITY},
    {1, -INFINITY, INFINITY, INFINITY},
    {INFINITY, -INFINITY, INFINITY, INFINITY},
    {INFINITY, INFINITY, NAN, NAN},
    {NAN, 1, NAN, NAN},
    {1, NAN, NAN, NAN},
};

static void expect_known(const struct known *k, size_t n) {
    static struct doubles boxes;
    static struct rounded got;
    boxes.n = n;
    for (int c = 0; c < 3; c++) boxes.origin[c] = k->origin;
    for (int c = 0; c < CORNERS; c++) {
        for (size_t i = 0; i < n; i++) boxes.at[c][i] = k->x;
    }
    const lbx_aabbs_f64 view = doubles_view(&boxes);
    const lbx_aabbs_out out = rounded_out(&got, n);
    expect(lbx_aabbs_from_doubles(&view, boxes.origin, n, &out) == (ptrdiff_t)n, "n %zu", n);
    for (int c = 0; c < CORNERS; c++) {
        for (size_t i = 0; i < n; i++) {
            const float want = c < 3 ? k->min : k->max;
            expect(same_float(got.at[c][i], want), "%a - %a: face %d of %zu is %a, not %a", k->x,
                   k->origin, c, i, (double)got.at[c][i], (double)want);
        }
    }
}

Test(doubles, known_answers) {
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        expect_known(&known[k], 1);
        expect_known(&known[k], 19);
    }
}

// Each array has an origin and a face of its own.
Test(doubles, no_array_is_another) {
    const double min[3] = {10, 20, 30}, max[3] = {11, 22, 33}, origin[3] = {1, 2, 3};
    float low[3], high[3];
    const lbx_aabbs_f64 view = lbx_aabbs_f64_of(min, max, 1, 0);
    const lbx_aabbs_out out = {{&low[0], &low[1], &low[2]}, {&high[0], &high[1], &high[2]}, 1, 0};
    expect(lbx_aabbs_from_doubles(&view, origin, 1, &out) == 1, "one");
    for (int c = 0; c < 3; c++)
        expect(low[c] == (float)(min[c] - origin[c]) && high[c] == (float)(max[c] - origin[c]),
               "%d: %g to %g", c, (double)low[c], (double)high[c]);
}

#if defined(FE_UPWARD) // WebAssembly has no other mode than to nearest
// The mode that sums are rounded in. On x86, fegetround reads the mode of the x87 alone.
static int mode_of_sums(void) {
    const volatile float one = 1, tiny = 0x1p-40f;
    if (one + tiny > 1) return FE_UPWARD;
    if (-one - tiny < -1) return FE_DOWNWARD;
    return one - tiny < 1 ? FE_TOWARDZERO : FE_TONEAREST;
}

// The caller's rounding mode is kept, and changes no answer.
Test(doubles, rounding_modes) {
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static struct doubles boxes;
    static struct rounded want, got;
    doubles_fill(&boxes, DOUBLES_WORLD, 5, 300);
    const lbx_aabbs_f64 view = doubles_view(&boxes);
    const lbx_aabbs_out first = rounded_out(&want, 300), out = rounded_out(&got, 300);
    lbx_aabbs_out none = out;
    none.min[0] = NULL;
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        fesetround(modes[m]);
        const ptrdiff_t done = lbx_aabbs_from_doubles(&view, boxes.origin, 300, m ? &out : &first);
        const int after = mode_of_sums();
        const ptrdiff_t failed = lbx_aabbs_from_doubles(&view, boxes.origin, 300, &none);
        const int after_error = mode_of_sums();
        fesetround(FE_TONEAREST);
        expect(done == 300 && failed == LBX_ERROR_NULL, "%td, %td", done, failed);
        expect(after == modes[m] && after_error == modes[m], "mode %d became %d, %d", modes[m],
               after, after_error);
        for (int c = 0; c < CORNERS && m; c++)
            expect(memcmp(got.at[c], want.at[c], 300 * sizeof(float)) == 0, "mode %d", modes[m]);
    }
}
#endif

// --- layouts and picks ---

enum layout { DENSE, STRUCTURES, HOLES, ODD, BACKWARDS, LAYOUTS }; // ODD: aligned to 4 bytes, not 8

struct memory {
    struct guarded block[CORNERS];
    unsigned char *at[CORNERS]; // of element 0
    size_t stride;
};

// Room for numbers of `size` bytes; every block ends or begins at a guard page.
static struct memory make_memory(enum layout layout, size_t size, size_t n, enum guard guard) {
    struct memory m = {.stride = 0};
    const size_t odd = layout == ODD ? 4 : 0;
    const size_t step = layout == DENSE   ? size
                        : layout == HOLES ? CORNERS * size + 12
                        : layout == ODD   ? 2 * size + 4
                                          : CORNERS * size;
    const bool shared = layout != DENSE && layout != ODD;
    const size_t element = shared ? CORNERS * size : size;
    for (unsigned k = 0; k < CORNERS; k++) {
        if (k == 0 || !shared)
            m.block[k] = guarded_alloc(n ? (n - 1) * step + element + odd : 0, guard, UNTOUCHED);
        m.at[k] = shared ? m.block[0].at + k * size : m.block[k].at + odd;
        if (layout == BACKWARDS && n) m.at[k] += (n - 1) * step;
    }
    m.stride = layout == DENSE ? 0 : layout == BACKWARDS ? (size_t)0 - step : step;
    return m;
}

static unsigned char *number_at(const struct memory *m, size_t size, unsigned k, size_t i) {
    return m->at[k] + i * (m->stride ? m->stride : size);
}

static void free_memory(struct memory *m) {
    for (unsigned k = 0; k < CORNERS; k++) guarded_free(&m->block[k]);
}

static void expect_untouched(const struct memory *m) {
    for (unsigned k = 0; k < CORNERS; k++) {
        if (!m->block[k].at) continue;
        bool intact = guarded_intact(&m->block[k], UNTOUCHED);
        for (size_t b = 0; b < m->block[k].bytes; b++)
            intact = intact && m->block[k].at[b] == UNTOUCHED;
        expect(intact, "array %u: wrote into a hole", k);
    }
}

enum { FROM, FROM_LATER, ONE, LIST, PAIRS, PICKS };

// Returns the pick, and in `element` the elements that the items read, out of n + 3.
static lbx_pick make_pick(unsigned pick, size_t n, uint32_t list[], size_t element[]) {
    struct random r = random_of(n, pick);
    for (size_t i = 0; i < n; i++) {
        const unsigned any = random_below(&r, (unsigned)n + 3);
        list[pick == PAIRS ? 2 * i : i] = any;
        element[i] = pick == FROM ? i : pick == FROM_LATER ? i + 3 : pick == ONE ? n / 2 : any;
    }
    switch (pick) {
    case FROM: return lbx_from(0);
    case FROM_LATER: return lbx_from(3);
    case ONE: return lbx_one(n / 2);
    case LIST: return lbx_indexed(list, n);
    default: return lbx_indexed_every(list, n, 2 * sizeof *list);
    }
}

static void compare_placed(size_t n, unsigned pick, enum layout from, enum layout to,
                           enum guard guard) {
    static struct doubles boxes;
    static struct rounded dense;
    static uint32_t list[2 * LONGEST];
    static size_t element[LONGEST];
    const size_t count = n + 3;
    doubles_fill(&boxes, DOUBLES_WORLD, 9, count);
    lbx_aabbs_f64 view = doubles_view(&boxes);
    const lbx_aabbs_out all = rounded_out(&dense, count);
    expect(lbx_aabbs_from_doubles(&view, boxes.origin, count, &all) == (ptrdiff_t)count, "all");
    struct memory in = make_memory(from, sizeof(double), count, guard);
    struct memory room = make_memory(to, sizeof(float), n, guard);
    lbx_aabbs_out out = {.count = n, .stride = room.stride};
    view.stride = in.stride;
    view.pick = make_pick(pick, n, list, element);
    for (unsigned k = 0; k < CORNERS; k++) {
        for (size_t i = 0; i < count; i++)
            memcpy(number_at(&in, sizeof(double), k, i), &boxes.at[k][i], sizeof(double));
        *(k < 3 ? &view.min[k] : &view.max[k - 3]) = (const double *)(const void *)in.at[k];
        *(k < 3 ? &out.min[k] : &out.max[k - 3]) = (float *)(void *)room.at[k];
    }
    const ptrdiff_t done = lbx_aabbs_from_doubles(&view, boxes.origin, n, &out);
    expect(done == (ptrdiff_t)n, "n %zu: %td", n, done);
    for (unsigned k = 0; k < CORNERS; k++) {
        for (size_t i = 0; i < n; i++) {
            unsigned char *const at = number_at(&room, sizeof(float), k, i);
            expect(memcmp(at, &dense.at[k][element[i]], sizeof(float)) == 0,
                   "n %zu, pick %u, from %d to %d: face %u of %zu", n, pick, from, to, k, i);
            memset(at, UNTOUCHED, sizeof(float));
        }
    }
    expect_untouched(&room);
    free_memory(&in);
    free_memory(&room);
}

static void compare_layouts(enum guard guard) {
    static const size_t longer[] = {127, 255, 256, 257, 511, 513};
    for (unsigned way = 0; way < LAYOUTS * LAYOUTS * PICKS; way++) {
        const enum layout from = (enum layout)(way % LAYOUTS),
                          to = (enum layout)(way / LAYOUTS % LAYOUTS);
        const unsigned pick = way / LAYOUTS / LAYOUTS;
        for (size_t n = way % 3; n <= 67; n += 3) compare_placed(n, pick, from, to, guard);
        const size_t lengths = sizeof longer / sizeof *longer;
        compare_placed(longer[way % lengths], pick, from, to, guard);
    }
}

Test(doubles, layouts_before_a_guard_page) {
    compare_layouts(GUARD_BEHIND);
}

Test(doubles, layouts_behind_a_guard_page) {
    compare_layouts(GUARD_BEFORE);
}

// --- errors ---

static struct doubles given;
static struct rounded written;

static void expect_error(const lbx_aabbs_f64 *view, const double *origin, size_t n,
                         const lbx_aabbs_out *out, ptrdiff_t error, const char *what) {
    memset(&written, UNTOUCHED, sizeof written);
    const ptrdiff_t got = lbx_aabbs_from_doubles(view, origin, n, out);
    expect(got == error, "%s: %td, not %td", what, got, error);
    for (size_t b = 0; b < sizeof written; b++)
        expect(((unsigned char *)&written)[b] == UNTOUCHED, "%s: written", what);
    expect(lbx_aabbs_from_doubles(view, origin, 0, out) == 0, "%s, no items", what);
}

Test(doubles, errors) {
    enum { N = 21 };
    static uint32_t list[N];
    doubles_fill(&given, DOUBLES_GRID, 1, N);
    const lbx_aabbs_f64 view = doubles_view(&given);
    const lbx_aabbs_out out = rounded_out(&written, N);
    const double *const origin = given.origin;
    expect(lbx_aabbs_from_doubles(&view, origin, N, &out) == N, "all is well");
    expect_error(NULL, origin, N, &out, LBX_ERROR_NULL, "no boxes");
    expect_error(&view, NULL, N, &out, LBX_ERROR_NULL, "no origin");
    expect_error(&view, origin, N, NULL, LBX_ERROR_NULL, "no target");
    for (int c = 0; c < 3; c++) {
        lbx_aabbs_f64 low = view, high = view;
        lbx_aabbs_out no_low = out, no_high = out;
        low.min[c] = NULL, high.max[c] = NULL, no_low.min[c] = NULL, no_high.max[c] = NULL;
        expect_error(&low, origin, N, &out, LBX_ERROR_NULL, "no min");
        expect_error(&high, origin, N, &out, LBX_ERROR_NULL, "no max");
        expect_error(&view, origin, N, &no_low, LBX_ERROR_NULL, "no min to write");
        expect_error(&view, origin, N, &no_high, LBX_ERROR_NULL, "no max to write");
    }
    static const struct {
        lbx_pick pick;
        size_t count, stride;
        ptrdiff_t error;
    } faults[] = {
        {{LBX_PICK_FROM, 0, NULL, 0}, N - 1, 0, LBX_ERROR_COUNT},
        {{LBX_PICK_FROM, 1, NULL, 0}, N, 0, LBX_ERROR_COUNT},
        {{LBX_PICK_FROM, 0, NULL, 0}, N, 18, LBX_ERROR_STRIDE},
        {{LBX_PICK_ONE, N, NULL, 0}, N, 0, LBX_ERROR_INDEX},
        {{LBX_PICK_INDEXED, N, NULL, 0}, N, 0, LBX_ERROR_NULL},
        {{LBX_PICK_INDEXED, N, list, 0}, N, 0, LBX_ERROR_INDEX},
        {{LBX_PICK_INDEXED, N - 1, list, 0}, N, 0, LBX_ERROR_COUNT},
        {{LBX_PICK_INDEXED, N, list, 6}, N, 0, LBX_ERROR_STRIDE},
        {{7, 0, NULL, 0}, N, 0, LBX_ERROR_INDEX},
    };
    list[N - 1] = N;
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        lbx_aabbs_f64 bad = view;
        bad.pick = faults[k].pick, bad.count = faults[k].count, bad.stride = faults[k].stride;
        expect_error(&bad, origin, N, &out, faults[k].error, "the boxes");
        expect_error(&bad, NULL, N, NULL, faults[k].error, "the boxes first");
    }
    lbx_aabbs_out small = out, skewed = out;
    small.count = N - 1, skewed.stride = 10;
    expect_error(&view, origin, N, &small, LBX_ERROR_COUNT, "little room");
    expect_error(&view, origin, N, &skewed, LBX_ERROR_STRIDE, "stride 10");
    expect_error(&view, NULL, N, &small, LBX_ERROR_NULL, "the origin before the target");
    lbx_aabbs_f64 many = view;
    many.count = SIZE_MAX;
    expect_error(&many, origin, SIZE_MAX, &out, LBX_ERROR_COUNT, "more than PTRDIFF_MAX");
}
