// SPDX-License-Identifier: MIT
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"

struct batch batch_fill(const struct lbx_case *c, uint64_t seed, enum scene scene, size_t count) {
    struct batch batch = {.c = c, .seed = seed, .scene = scene};
    for (int s = 0; s < 2; s++) {
        batch.side[s].floats = c->floats[s];
        batch.side[s].count = count;
        for (unsigned k = 0; k < c->floats[s]; k++) {
            batch.side[s].at[k] = malloc(count * sizeof(float));
            expect(batch.side[s].at[k], "%zu floats", count);
        }
    }
    c->fill(seed, scene, count, batch.side[0].at, batch.side[1].at);
    return batch;
}

void batch_free(struct batch *batch) {
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < batch->side[s].floats; k++) free(batch->side[s].at[k]);
    }
}

struct case_side dense_side(const struct elements *elements) {
    struct case_side side = {.count = elements->count};
    for (unsigned k = 0; k < elements->floats; k++) side.at[k] = elements->at[k];
    return side;
}

// Where a layout puts the floats of an element: bytes from its first float, if they share memory.
struct plan {
    bool shared;
    size_t offset[CASE_FLOATS_MAX], stride;
    unsigned source[CASE_FLOATS_MAX]; // the array that lies there: another one if aliased
};

static struct plan plan_layout(enum layout layout, unsigned floats) {
    struct plan plan = {.shared = true};
    for (unsigned k = 0; k < floats; k++) {
        plan.source[k] = k;
        switch (layout) {
        case LAYOUT_PADDED: plan.offset[k] = 4 * k + k / 3 * 4; break;
        case LAYOUT_SHUFFLED: plan.offset[k] = 4 * (((floats % 7 ? 7 : 5) * k + 3) % floats); break;
        case LAYOUT_SPREAD:
            plan.offset[k] =
                k / 3 < (floats - 1) / 3 ? k / 3 * 64 + k % 3 * 4 : 256 - 4 * (floats - k);
            break;
        case LAYOUT_WIDE: plan.offset[k] = 52 * k; break;
        case LAYOUT_ALIASED: plan.source[k] = k < 6 ? k / 3 * 3 : k; break;
        case LAYOUT_ALIASED_AOS: plan.source[k] = k < 6 ? k % 3 : k; // fall through
        default: plan.offset[k] = 4 * plan.source[k]; break;
        }
    }
    switch (layout) {
    case LAYOUT_DENSE:
    case LAYOUT_ALIASED: plan.stride = 0; break;
    case LAYOUT_STRIDED: plan.stride = 12; break;
    case LAYOUT_PADDED: plan.stride = 4 * (floats + (floats + 2) / 3); break;
    case LAYOUT_SPREAD: plan.stride = 256; break;
    case LAYOUT_WIDE: plan.stride = 52 * floats; break;
    case LAYOUT_SHUFFLED: plan.stride = 4 * floats + 4; break;
    default: plan.stride = 4 * floats; break;
    }
    plan.shared = layout != LAYOUT_DENSE && layout != LAYOUT_ALIASED && layout != LAYOUT_STRIDED;
    return plan;
}

// Returns the number of elements that n items need, and sets the element that each item reads.
static size_t plan_picking(enum picking picking, size_t n, size_t element[]) {
    struct random r = random_of(n, picking);
    const size_t count = picking == PICKING_FROM  ? n + 5
                         : picking == PICKING_ONE ? 3
                         : picking == PICKING_ALL ? n
                                                  : n / 2 + 1;
    for (size_t i = 0; i < n; i++) {
        element[i] = picking == PICKING_ALL    ? i
                     : picking == PICKING_FROM ? i + 5
                     : picking == PICKING_ONE  ? 2
                     : i == n / 3              ? count - 1
                                               : random_below(&r, (unsigned)count);
    }
    return count;
}

// Memory that counts as uninitialised until it is written, so that holes between floats and between
// list entries remain so.
static struct guarded nothing_yet(size_t bytes, enum guard guard) {
    struct guarded memory = guarded_alloc(bytes, guard, 0xff);
    guarded_forget(&memory);
    return memory;
}

static lbx_pick make_pick(enum picking picking, size_t n, const size_t element[], enum guard guard,
                          struct guarded *memory) {
    const size_t step = picking != PICKING_EVERY ? 4 : n % 3 == 0 ? 12 : 8;
    switch (picking) {
    case PICKING_ALL: return lbx_from(0);
    case PICKING_FROM: return lbx_from(5);
    case PICKING_ONE: return lbx_one(2);
    default: break;
    }
    *memory = nothing_yet(n ? (n - 1) * step + 4 : 0, guard);
    for (size_t i = 0; i < n; i++) {
        const uint32_t entry = (uint32_t)element[i];
        memcpy(memory->at + i * step, &entry, sizeof entry);
    }
    const uint32_t *list = (const uint32_t *)(const void *)memory->at;
    return picking == PICKING_EVERY ? lbx_indexed_every(list, n, step) : lbx_indexed(list, n);
}

static void put_floats(unsigned char *at, size_t step, const float *floats, size_t count) {
    for (size_t e = 0; e < count; e++) memcpy(at + e * step, &floats[e], sizeof(float));
}

struct placed place(const struct elements *elements, unsigned number, size_t n, enum guard guard,
                    unsigned absent) {
    const struct plan plan = plan_layout(number % LAYOUTS, elements->floats);
    const enum picking picking = number / LAYOUTS;
    struct placed placed = {.n = n, .number = number};
    size_t *element = malloc((n + 1) * sizeof *element);
    expect(element, "%zu items", n);
    const size_t count = plan_picking(picking, n, element);
    expect(count <= elements->count, "%zu elements of %zu", count, elements->count);
    const size_t step = plan.stride ? plan.stride : 4;

    size_t low = SIZE_MAX, high = 0;
    for (unsigned k = 0; k < elements->floats; k++) {
        if (absent >> k & 1) continue;
        low = plan.offset[k] < low ? plan.offset[k] : low;
        high = plan.offset[k] > high ? plan.offset[k] : high;
    }
    if (plan.shared) {
        placed.memory[0] = nothing_yet(count ? (count - 1) * step + high - low + 4 : 0, guard);
    }
    for (unsigned k = 0; k < elements->floats; k++) {
        if (absent >> k & 1) continue;
        const unsigned source = plan.source[k];
        unsigned char *at = placed.memory[source].at;
        if (plan.shared) {
            at = placed.memory[0].at + plan.offset[k] - low;
        } else if (!at) {
            placed.memory[source] = nothing_yet(count ? (count - 1) * step + 4 : 0, guard);
            at = placed.memory[source].at;
        }
        put_floats(at, step, elements->at[source], count);
        placed.side.at[k] = (const float *)(const void *)at;
        placed.item[k] = malloc((n + 1) * sizeof(float));
        expect(placed.item[k], "%zu items", n);
        for (size_t i = 0; i < n; i++) placed.item[k][i] = elements->at[source][element[i]];
    }
    placed.side.count = count;
    placed.side.stride = plan.stride;
    placed.side.pick = make_pick(picking, n, element, guard, &placed.memory[CASE_FLOATS_MAX]);
    free(element);
    return placed;
}

void placed_free(struct placed *placed) {
    for (unsigned k = 0; k <= CASE_FLOATS_MAX; k++) guarded_free(&placed->memory[k]);
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) free(placed->item[k]);
}

struct case_side plain_side(const struct placed *placed) {
    struct case_side side = {.count = placed->n};
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) side.at[k] = placed->item[k];
    return side;
}

bool absent_arrays(const struct lbx_case *c, int side, unsigned k, unsigned *absent) {
    unsigned groups = 0;
    *absent = 0;
    for (; groups < CASE_OPTIONAL_MAX && c->optional[side][groups]; groups++) {
        if (k >> groups & 1) *absent |= c->optional[side][groups];
    }
    return k >> groups == 0;
}
