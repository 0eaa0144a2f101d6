// SPDX-License-Identifier: MIT
// Frusta against boxes and spheres, for any bytes as floats. Errors must follow the contract. Each
// class must be that of its frustum and item by themselves on the scalar table, on every table, and
// without LBX_REPRODUCIBLE nothing may be outside for one and inside for another.
#include <math.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "harness.h"
#include "lanebox/pairs.h"
#include "tables.h"
#include "tests/scenes/frustums.h"

enum { FRUSTA_MAX = 6, ITEMS_MAX = 70, FAULTS = 7, UNTOUCHED = 0xa5 };

static float take_float(struct bytes *in, unsigned kind) {
    const unsigned byte = take_byte(in);
    if (kind < 3) return ((float)byte - 96) / 16;
    const uint32_t bits = take_word(in);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Axes along those of the world in any order, or turned by an eighth about one of them.
static void take_axes(struct bytes *in, float axis[3][3]) {
    const unsigned byte = take_byte(in), first = byte % 3;
    const float part = byte & 4 ? .70710677f : 1, rest = byte & 4 ? part : 0;
    memset(axis, 0, 9 * sizeof(float));
    axis[0][first] = byte & 8 ? -1 : 1;
    axis[1][(first + 1) % 3] = axis[2][(first + 2) % 3] = part;
    axis[1][(first + 2) % 3] = rest;
    axis[2][(first + 1) % 3] = -rest;
}

static lbx_frustum take_frustum(struct bytes *in) {
    const unsigned kind = take_byte(in) % 8; // 3: all floats are any bytes
    lbx_frustum f = {.z_near = (float)(take_byte(in) % 8) / 4, .parallel = kind == 4};
    take_axes(in, f.axis);
    f.z_far = kind == 5 ? INFINITY : f.z_near + (float)take_byte(in) / 8;
    for (int k = 0; k < 3; k++) f.eye[k] = take_float(in, 0);
    for (int k = 0; k < 2; k++) {
        f.low[k] = take_float(in, 0);
        f.high[k] = f.low[k] + (float)take_byte(in) / 64;
    }
    float *const at = f.eye;
    if (kind == 6) at[take_byte(in) % (sizeof f / sizeof *at)] = take_float(in, 3);
    for (size_t k = 0; kind == 3 && k < sizeof f / sizeof *at; k++) at[k] = take_float(in, 3);
    return f;
}

struct frusta_call {
    size_t m, n, elements;
    lbx_frustum frustum[FRUSTA_MAX];
    lbx_frustums frusta;
    enum seen_shape shape;
    const float *at[SEEN_FLOATS_MAX]; // of the items
    size_t stride;
    lbx_pick pick;
    struct block item, list;
    unsigned fault;
};

static struct seen_items items_of(const struct frusta_call *call, lbx_pick pick) {
    return seen_items_of(call->shape, call->at, call->elements, call->stride, pick);
}

// An item: positions, then sizes. Boxes go from min to max; oriented ones have a rotation's axes.
static void take_item(struct bytes *in, const struct frusta_call *call, unsigned kind, float *x) {
    for (int c = 0; c < 3; c++) x[c] = take_float(in, kind);
    if (call->shape == SEEN_OBBS) {
        float axis[3][3];
        take_axes(in, axis);
        memcpy(x + 6, axis, sizeof axis);
        if (kind % 2) x[6 + take_byte(in) % 9] = take_float(in, kind);
    }
    for (unsigned k = 3; k < (call->shape == SEEN_SPHERES ? 4 : 6); k++) {
        const float from = call->shape == SEEN_AABBS ? x[k - 3] : 0;
        x[k] = kind % 2 ? take_float(in, kind) : from + (float)take_byte(in) / 16;
    }
}

static void decode(struct frusta_call *call, struct bytes *in) {
    call->shape = take_byte(in) % SEEN_SHAPES;
    call->m = take_byte(in) % (FRUSTA_MAX + 1);
    call->n = take_byte(in) % (ITEMS_MAX + 1);
    call->elements = 1 + take_byte(in) % ITEMS_MAX;
    call->fault = take_byte(in) % (4 * FAULTS);
    const unsigned layout = take_byte(in), kind = layout / 8 % 4, floats = seen_floats(call->shape);
    for (size_t k = 0; k < FRUSTA_MAX; k++) call->frustum[k] = take_frustum(in);
    call->stride = floats * sizeof(float);
    call->item = block_alloc(call->stride * call->elements, 4 * (layout / 32 % 4));
    call->list = block_alloc(ITEMS_MAX * sizeof(uint32_t), 0);
    float *const item = (float *)(void *)call->item.at;
    uint32_t *const list = (uint32_t *)(void *)call->list.at;
    for (size_t i = 0; i < call->elements; i++) take_item(in, call, kind, item + floats * i);
    for (unsigned k = 0; k < SEEN_FLOATS_MAX; k++) call->at[k] = k < floats ? item + k : NULL;
    for (size_t i = 0; i < ITEMS_MAX; i++) list[i] = take_byte(in) % (unsigned)call->elements;
    call->frusta = lbx_frustums_of(call->frustum, FRUSTA_MAX);
    if (layout & 1) call->frusta.pick = lbx_one(FRUSTA_MAX - 1);
    if (layout / 2 % 3 == 0) {
        if (call->n > call->elements) call->n = call->elements;
        call->pick = lbx_from(call->elements - call->n);
    } else {
        call->pick = layout / 2 % 3 == 1 ? lbx_indexed(list, call->n) : lbx_one(0);
    }
    if (call->fault == 1) call->frusta.z_far = NULL;
    if (call->fault == 2) call->at[3] = NULL;
    if (call->fault == 3) call->frusta.stride = 6;
    if (call->fault == 4) call->frusta.pick = lbx_from(FRUSTA_MAX - call->m + 1);
    if (call->fault == 5 && call->n) list[call->n - 1] = (uint32_t)call->elements;
}

static ptrdiff_t wanted(const struct frusta_call *call) {
    if (call->m == 0 || call->n == 0) return 0;
    if (call->fault == 1 || call->fault == 2) return LBX_ERROR_NULL;
    if (call->fault == 3) return LBX_ERROR_STRIDE;
    if (call->fault == 4) return LBX_ERROR_COUNT;
    return call->fault == 5 && call->pick.kind == LBX_PICK_INDEXED ? LBX_ERROR_INDEX : 1;
}

// Frustum f and item i by themselves.
static unsigned alone(const struct frusta_call *call, size_t f, size_t i) {
    const lbx_pick *const pick = &call->pick;
    lbx_frustums frusta = call->frusta;
    uint8_t class;
    frusta.pick = lbx_one(frusta.pick.kind == LBX_PICK_ONE ? frusta.pick.first : f);
    const struct seen_items item =
        items_of(call, lbx_one(pick->kind == LBX_PICK_INDEXED ? pick->list[i]
                               : pick->kind == LBX_PICK_ONE   ? pick->first
                                                              : pick->first + i));
    expect(seen_from(&frusta, 1, &item, 1, LBX_REPRODUCIBLE, &class) == (class != LBX_OUTSIDE),
           "frustum %zu, item %zu", f, i);
    return class;
}

// The same boxes through an order, in lists of a few pairs: those that are seen by themselves.
static void search_order(const struct frusta_call *call) {
    const struct test_tables *const tables = test_tables();
    const size_t n = call->elements, bytes = lbx_order_bytes(n);
    struct block order = block_alloc(bytes, 0);
    const struct seen_items items = items_of(call, lbx_from(0));
    const lbx_aabbs *const boxes = &items.aabbs;
    lbx_frustums frusta = call->frusta;
    uint8_t right[FRUSTA_MAX * ITEMS_MAX], left[FRUSTA_MAX * ITEMS_MAX];
    size_t seen = 0;
    frusta.pick = lbx_from(0);
    expect(lbx_order_sort(boxes, n, order.at, bytes, NULL) >= 0, "sorted");
    expect(lbx_frustum_aabb(&frusta, FRUSTA_MAX, boxes, n, LBX_REPRODUCIBLE, right) >= 0, "seen");
    for (size_t k = 0; k < FRUSTA_MAX * n; k++) {
        const float max = boxes->max[0][k % n * seen_floats(SEEN_AABBS)];
        right[k] = right[k] != LBX_OUTSIDE && !(max < -0x1.fffffcp127f); // or it is empty
        seen += right[k];
    }
    for (size_t way = 0; way < tables->count; way++) {
        lbx_cursor cursor = {.budget = way % 2 ? 2 : 0};
        size_t found = 0;
        memcpy(left, right, FRUSTA_MAX * n);
        table_use(&tables->at[way]);
        while (!cursor.done) {
            lbx_pair pairs[7];
            const ptrdiff_t some =
                lbx_query_frustums(order.at, &frusta, FRUSTA_MAX, NULL, NULL, &cursor, pairs, 7);
            expect(some >= 0, "%s", lbx_error_text(some));
            for (ptrdiff_t k = 0; k < some; k++) {
                uint8_t *const pair = &left[pairs[k].a * n + pairs[k].b];
                expect(*pair, "%s: frustum %u, box %u", tables->at[way].name, pairs[k].a,
                       pairs[k].b);
                *pair = 0;
            }
            found += (size_t)some;
        }
        expect(found == seen, "%s: %zu found, not %zu", tables->at[way].name, found, seen);
    }
    block_free(&order);
}

void fuzz_frusta(struct bytes *in) {
    const struct test_tables *const tables = test_tables();
    struct frusta_call call;
    decode(&call, in);
    const size_t pairs = call.m * call.n;
    const ptrdiff_t want = wanted(&call);
    const struct seen_items items = items_of(&call, call.pick);
    struct block classes = block_alloc(pairs, take_byte(in) % 8);
    uint8_t right[FRUSTA_MAX * ITEMS_MAX];
    table_use(&tables->at[0]);
    for (size_t k = 0; want > 0 && k < pairs; k++)
        right[k] = (uint8_t)alone(&call, k / call.n, k % call.n);
    for (size_t way = 0; way < 2 * tables->count; way++) {
        const unsigned flags = way % 2 ? LBX_REPRODUCIBLE : 0;
        table_use(&tables->at[way / 2]);
        memset(classes.at, UNTOUCHED, pairs);
        const ptrdiff_t found = seen_from(&call.frusta, call.m, &items, call.n, flags, classes.at);
        if (want <= 0) expect(found == want, "%td, not %td", found, want);
        ptrdiff_t seen = 0;
        for (size_t k = 0; k < pairs; k++) {
            const unsigned class = classes.at[k];
            if (want <= 0) {
                expect(class == UNTOUCHED, "class %zu is written", k);
                continue;
            }
            seen += class != LBX_OUTSIDE;
            expect(class == right[k] ||
                       (!flags && (class == LBX_INTERSECTING || right[k] == LBX_INTERSECTING)),
                   "%s, flags %u, frustum %zu, item %zu: %u, not %u", tables->at[way / 2].name,
                   flags, k / call.n, k % call.n, class, right[k]);
        }
        expect(want <= 0 || found == seen, "%td classes, not %td", found, seen);
    }
    if (want >= 0 && (call.fault == 0 || call.fault > 3) && call.shape == SEEN_AABBS)
        search_order(&call);
    block_free(&classes);
    block_free(&call.item);
    block_free(&call.list);
}
