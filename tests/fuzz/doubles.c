// SPDX-License-Identifier: MIT
// Boxes of doubles about an origin, for any bytes as doubles. Errors must follow the contract.
// Every face must be on its side of the exact difference, and no further out than the next float.
#include <math.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "harness.h"
#include "lanebox.h"

enum { ITEMS_MAX = 24, CORNERS = 6 };

static double take_double(struct bytes *in, unsigned kind) {
    const unsigned byte = take_byte(in);
    if (kind == 0) return (double)byte / 8;
    if (kind == 1) return 1e7 + (double)byte * 0x1p-24;
    const uint64_t low = take_word(in), bits = (uint64_t)take_word(in) << 32 | low;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The expected result of a call, with errors in the contract's order.
static ptrdiff_t wanted(const lbx_aabbs_f64 *view, const double *origin, const lbx_aabbs_out *out,
                        size_t n) {
    for (int c = 0; c < 3; c++) {
        if (!view->min[c] || !view->max[c]) return LBX_ERROR_NULL;
    }
    if (view->pick.kind == LBX_PICK_FROM &&
        (view->pick.first > view->count || n > view->count - view->pick.first))
        return LBX_ERROR_COUNT;
    if (view->stride % 4) return LBX_ERROR_STRIDE;
    if (view->pick.kind == LBX_PICK_ONE && view->pick.first >= view->count) return LBX_ERROR_INDEX;
    for (size_t i = 0; view->pick.kind == LBX_PICK_INDEXED && i < n; i++) {
        if (view->pick.list[i] >= view->count) return LBX_ERROR_INDEX;
    }
    if (!origin) return LBX_ERROR_NULL;
    return n > out->count ? LBX_ERROR_COUNT : (ptrdiff_t)n;
}

// Computes in doubles, whose rounding may hide an excess of its size. The exact oracle is stricter.
static bool is_outward(double x, double origin, bool up, float got) {
    const double difference = x - origin, side = up ? 1 : -1;
    if (isnan(difference)) return isnan(got);
    if (isinf(x) || isinf(origin)) return (double)got == difference;
    const double inward = (double)nextafterf(got, up ? -INFINITY : INFINITY);
    return side * (double)got >= side * difference && side * inward <= side * difference;
}

void fuzz_doubles(struct bytes *in) {
    const size_t count = take_byte(in) % (ITEMS_MAX + 1), n = take_byte(in) % (ITEMS_MAX + 1);
    const unsigned kind = take_byte(in) % 3, fault = take_byte(in), pick = take_byte(in) % 4;
    const size_t shift = 4 * (take_byte(in) % 4);
    struct block boxes = block_alloc(CORNERS * count * sizeof(double), shift);
    struct block list = block_alloc(n * sizeof(uint32_t), 0);
    struct block written = block_alloc(CORNERS * n * sizeof(float), shift);
    double origin[3], face;
    for (int c = 0; c < 3; c++) origin[c] = take_double(in, kind);
    for (size_t i = 0; i < CORNERS * count; i++) {
        face = take_double(in, kind);
        memcpy(boxes.at + i * sizeof face, &face, sizeof face);
    }
    uint32_t *const entries = (uint32_t *)(void *)list.at;
    for (size_t i = 0; i < n; i++)
        entries[i] = take_byte(in) % ((unsigned)count + (fault == 1 || !count));
    const double *const at = (const double *)(const void *)boxes.at;
    float *const to = (float *)(void *)written.at;
    lbx_aabbs_f64 view = {.count = count, .stride = fault == 2 ? 50 : CORNERS * sizeof(double)};
    lbx_aabbs_out out = {.count = n - (fault == 3 && n), .stride = CORNERS * sizeof(float)};
    for (int c = 0; c < 3; c++) {
        // Only addresses are formed. They are aligned to 4 bytes, as the view has them.
        view.min[c] = (const double *)(const void *)((const char *)at + c * sizeof(double));
        view.max[c] = (const double *)(const void *)((const char *)at + (3 + c) * sizeof(double));
        out.min[c] = to + c;
        out.max[c] = to + 3 + c;
    }
    const size_t first = pick < 2 ? pick * (fault % 5) : 0;
    view.pick = pick < 2    ? lbx_from(first)
                : pick == 2 ? lbx_one(fault % 7)
                            : lbx_indexed(entries, n);
    if (fault == 4) view.max[2] = NULL;
    const double *const about = fault == 5 ? NULL : origin;
    const ptrdiff_t want = n ? wanted(&view, about, &out, n) : 0;
    memset(written.at, 0xa5, CORNERS * n * sizeof(float));
    const ptrdiff_t got = lbx_aabbs_from_doubles(&view, about, n, &out);
    expect(got == want, "%td, not %td", got, want);
    for (size_t b = 0; got < 0 && b < CORNERS * n * sizeof(float); b++)
        expect(written.at[b] == 0xa5, "byte %zu is written", b);
    for (size_t i = 0; got > 0 && i < n; i++) {
        const size_t e = pick < 2 ? first + i : pick == 2 ? fault % 7 : entries[i];
        for (size_t k = 0; k < CORNERS; k++) {
            memcpy(&face, boxes.at + (CORNERS * e + k) * sizeof face, sizeof face);
            expect(is_outward(face, origin[k % 3], k >= 3, to[CORNERS * i + k]),
                   "face %zu of %zu: %a - %a became %a", k, i, face, origin[k % 3],
                   (double)to[CORNERS * i + k]);
        }
    }
    block_free(&boxes);
    block_free(&list);
    block_free(&written);
}
