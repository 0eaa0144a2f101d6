// SPDX-License-Identifier: MIT
#include "decode.h"

#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"

enum {
    ELEMENTS_MAX = 320,        // more than two tiles
    BLOCK_BYTES_MAX = 1 << 16, // bytes over which a stride may spread the elements
    PATCHES_MAX = 32
};

unsigned take_byte(struct bytes *in) {
    if (!in->left) return 0;
    in->left--;
    return *in->at++;
}

uint32_t take_word(struct bytes *in) {
    uint32_t word = 0;
    for (int k = 0; k < 4; k++) word |= (uint32_t)take_byte(in) << 8 * k;
    return word;
}

struct block block_alloc(size_t bytes, size_t shift) {
    struct block block = {.memory = malloc(shift + bytes)};
    expect(block.memory, "%zu bytes", bytes);
    block.at = (unsigned char *)block.memory + shift;
    ASAN_POISON_MEMORY_REGION(block.memory, shift);
    return block;
}

void block_free(struct block *block) {
    free(block->memory);
    *block = (struct block){0};
}

// The planned layout of a side in memory.
struct plan {
    lbx_pick pick;
    size_t count;    // elements according to the view
    size_t elements; // elements that exist
    size_t stride;
    bool shared;                    // all floats in one block
    size_t offset[CASE_FLOATS_MAX]; // bytes from one origin
    size_t shift;                   // in floats, see block_alloc
    unsigned absent;                // arrays that are NULL, a bit each
};

// Mostly a value near zero or near the largest one.
static size_t take_size(struct bytes *in) {
    const unsigned kind = take_byte(in);
    const size_t value = take_word(in);
    switch (kind % 4) {
    case 0: return value % 1024;
    case 1: return value;
    case 2: return SIZE_MAX - value % 1024;
    default: return (size_t)PTRDIFF_MAX - 512 + value % 1024;
    }
}

static size_t take_n(struct bytes *in) {
    const unsigned kind = take_byte(in), more = take_byte(in);
    if (kind < 160) return kind % 80;
    if (kind < 252) return 3 * (kind - 160) + more % 4;
    return kind % 2 ? SIZE_MAX - more : (size_t)PTRDIFF_MAX + 1 + more;
}

// A list of n entries, one of which may be any number. The bytes between entries are no indices.
static void decode_list(struct plan *plan, struct block *block, size_t n, struct bytes *in) {
    static const size_t steps[] = {4, 8, 12, 16, 20, 64, 8, 4};
    const unsigned kind = take_byte(in);
    plan->pick.step = kind < 224 ? steps[kind % 8] : take_size(in);
    const size_t step = kind < 224 ? plan->pick.step : 4;
    if (kind >= 224 && plan->pick.step % 4 == 0) plan->pick.step = 0; // else the list is too short
    uint8_t pattern[8];
    for (int k = 0; k < 8; k++) pattern[k] = (uint8_t)take_byte(in);
    const size_t shift = take_byte(in) % 4 * sizeof(uint32_t);
    const size_t odd = take_byte(in);
    const uint32_t odd_entry = odd ? take_word(in) : 0;
    if (n > PTRDIFF_MAX) n = 0;
    *block = block_alloc(n ? (n - 1) * step + sizeof(uint32_t) : 0, shift);
    if (n) memset(block->at, 0xff, (n - 1) * step + sizeof(uint32_t));
    for (size_t i = 0; i < n; i++) {
        uint32_t entry = (uint32_t)((pattern[i % 8] * (i / 8 + 1) + i) % plan->count);
        if (odd && i == odd - 1) entry = odd_entry;
        memcpy(block->at + i * step, &entry, sizeof entry);
    }
    plan->pick.list = (const uint32_t *)(const void *)block->at;
}

static void decode_pick(struct plan *plan, struct block *list, size_t n, struct bytes *in) {
    const unsigned kind = take_byte(in), first = take_byte(in), more = take_byte(in);
    switch (kind % 8) {
    case 0:
    case 1:
    case 2: // mostly as many elements as there must be
        plan->pick = lbx_from(first % 16);
        plan->count = first % 16 + n + (more < 224 ? more % 4 : 0);
        if (more >= 224 && plan->count >= more - 223) plan->count -= more - 223;
        break;
    case 3:
        plan->count = 1 + more;
        plan->pick = lbx_one(first < 240 ? first % plan->count : first);
        break;
    case 4:
    case 5:
    case 6:
        plan->count = 1 + more;
        plan->pick.kind = LBX_PICK_INDEXED;
        plan->pick.first = first < 224 ? n : first; // its length
        decode_list(plan, list, n, in);
        if (first == 255) plan->pick.list = NULL;
        if (first == 254) plan->count = 0;
        break;
    default: // anything but a list, since bytes cannot form a pointer to one
        plan->pick.kind = first < 224 ? (int)first % 2 : (int)take_word(in);
        if (plan->pick.kind == LBX_PICK_INDEXED) plan->pick.kind = LBX_PICK_FROM;
        plan->pick.first = take_size(in);
        plan->pick.step = first; // must be ignored
        plan->count = more;
        break;
    }
    plan->elements = plan->count;
    // Elements that no legal call reads need not exist.
    if (n > PTRDIFF_MAX || plan->elements > ELEMENTS_MAX) plan->elements = 0;
}

static void decode_layout(struct plan *plan, const struct lbx_case *c, int s, struct bytes *in) {
    const unsigned floats = c->floats[s], layout = take_byte(in), gap = take_byte(in);
    size_t span = 0;
    plan->shared = layout % 4 != 0;
    for (unsigned k = 0; k < floats && plan->shared; k++) {
        switch (layout % 4) {
        case 1: plan->offset[k] = 4 * k; break;           // tight
        case 2: plan->offset[k] = 4 * (k + k / 3); break; // a hole after every three floats
        default: plan->offset[k] = take_byte(in) % 80 * 4; break;
        }
        span = plan->offset[k] + 4 > span ? plan->offset[k] + 4 : span;
    }
    switch (layout / 4 % 4) {
    case 0:
    case 1: plan->stride = plan->shared ? span + gap % 4 * 4 : 0; break;
    case 2: plan->stride = 4 * gap; break;
    default: plan->stride = gap < 128 ? 4 * (gap % 20) : take_size(in); break;
    }
    const size_t step = plan->stride ? plan->stride : 4;
    // With an invalid stride nothing is read. With a long stride there is one element at most.
    if (step % 4 != 0) plan->elements = 0;
    if (plan->elements > 1 && step > BLOCK_BYTES_MAX / (plan->elements - 1)) {
        plan->elements = 1;
        plan->count = plan->count > 1 ? 1 : plan->count;
    }
    plan->shift = take_byte(in) % 4;

    const unsigned given = take_byte(in), missing = take_byte(in);
    for (unsigned g = 0; g < CASE_OPTIONAL_MAX; g++) {
        if (given >> g & 1) plan->absent |= c->optional[s][g];
    }
    if (missing >= 240) plan->absent ^= 1u << (missing - 240) % floats;
}

// The float of a byte: small multiples of 1/8, which repeat often, or awkward floats.
static float float_of_byte(unsigned byte) {
    static const uint32_t awkward[] = {
        0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7fa00001,
        0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
        0x7f7fffff, 0xff7fffff, 0x7f000000, 0x01000000, 0xff7ffffe, 0x7f7ffffe,
        0x3f800001, 0xbf800001, 0x3f7fffff, 0x34000000, 0x5f000000, 0x20000000,
    };
    enum { AWKWARD = sizeof awkward / sizeof *awkward };
    return byte < 256 - AWKWARD ? (float)((int)byte - 100) / 8
                                : float_of_bits(awkward[byte - (256 - AWKWARD)]);
}

typedef float side_values[CASE_FLOATS_MAX][ELEMENTS_MAX];

// Repeats the remaining bytes, or makes a scene of the case and replaces some of its floats.
static void decode_values(const struct lbx_case *c, const struct plan plan[2],
                          side_values values[2], struct bytes *in) {
    const unsigned kind = take_byte(in);
    const size_t elements =
        plan[0].elements > plan[1].elements ? plan[0].elements : plan[1].elements;
    if (kind % 2 == 0) {
        float *at[2][CASE_FLOATS_MAX];
        for (int s = 0; s < 2; s++) {
            for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) at[s][k] = values[s][k];
        }
        const enum scene scene = kind / 2 % SCENES;
        c->fill(take_byte(in), scene, elements, at[0], at[1]);
        for (int k = 0; k < PATCHES_MAX && in->left && elements; k++) {
            const unsigned array = take_byte(in), element = take_byte(in);
            const uint32_t bits = take_word(in);
            const unsigned s = c->floats[1] ? array & 1 : 0;
            values[s][(array >> 1) % c->floats[s]][element % elements] = float_of_bits(bits);
        }
        return;
    }
    const size_t bytes_each = kind / 2 % 2 ? 4 : 1;
    struct bytes next = *in;
    for (int s = 0; s < 2; s++) {
        for (size_t e = 0; e < plan[s].elements; e++) {
            for (unsigned k = 0; k < c->floats[s]; k++) {
                if (next.left < bytes_each) next = *in;
                values[s][k][e] = bytes_each == 4 ? float_of_bits(take_word(&next))
                                                  : float_of_byte(take_byte(&next));
            }
        }
    }
}

static void put_floats(struct call *call, int s, const struct plan *plan, side_values values) {
    const size_t step = plan->stride ? plan->stride : 4;
    const size_t beyond = plan->elements ? (plan->elements - 1) * step + 4 : 0;
    const unsigned floats = call->c->floats[s];
    size_t low = SIZE_MAX, high = 0;
    for (unsigned k = 0; k < floats; k++) {
        if (plan->absent >> k & 1) continue;
        low = plan->offset[k] < low ? plan->offset[k] : low;
        high = plan->offset[k] > high ? plan->offset[k] : high;
    }
    for (unsigned k = 0; k < floats; k++) {
        if (plan->absent >> k & 1) continue;
        struct block *block = &call->arrays[s][plan->shared ? 0 : k];
        if (!block->memory) {
            const size_t spread = plan->shared && plan->elements ? high - low : 0;
            *block = block_alloc(beyond + spread, 4 * plan->shift);
            memset(block->at, 0xff, beyond + spread);
        }
        unsigned char *at =
            block->at + (plan->elements ? plan->offset[k] - (plan->shared ? low : 0) : 0);
        for (size_t e = 0; e < plan->elements; e++) {
            memcpy(at + e * step, &values[k][e], sizeof(float));
        }
        call->side[s].at[k] = (const float *)(const void *)at;
    }
    call->side[s].count = plan->count;
    call->side[s].stride = plan->stride;
    call->side[s].pick = plan->pick;
}

// Makes the second side read the memory of the first.
static void share_memory(struct call *call) {
    struct case_side *first = &call->side[0], *second = &call->side[1];
    for (unsigned k = 0; k < call->c->floats[1] && k < call->c->floats[0]; k++) {
        second->at[k] = first->at[k];
    }
    second->count = first->count;
    second->stride = first->stride;
}

void decode_call(struct call *call, const struct lbx_case *c, struct bytes *in) {
    static side_values values[2];
    *call = (struct call){.c = c};
    const unsigned flags = take_byte(in), views = take_byte(in);
    call->flags = flags < 240 ? flags % 2 * LBX_REPRODUCIBLE : take_word(in);
    call->n = take_n(in);
    call->wanted = take_byte(in);
    call->shift = take_byte(in) % 4;
    struct plan plan[2];
    memset(plan, 0, sizeof plan);
    for (int s = 0; s < 2 && c->floats[s]; s++) {
        decode_pick(&plan[s], &call->list[s], call->n, in);
        decode_layout(&plan[s], c, s, in);
    }
    decode_values(c, plan, values, in);
    for (int s = 0; s < 2; s++) put_floats(call, s, &plan[s], values[s]);
    if (views >= 248) call->no_view[views % 2] = true;
    if (views < 32 && c->floats[1] <= c->floats[0]) share_memory(call);
}

void call_free(struct call *call) {
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) block_free(&call->arrays[s][k]);
        block_free(&call->list[s]);
    }
}

static uint32_t list_entry(const lbx_pick *pick, size_t i) {
    uint32_t entry;
    memcpy(&entry, (const char *)pick->list + i * (pick->step ? pick->step : 4), sizeof entry);
    return entry;
}

// All errors except arrays that are NULL, in which views with the same pick may differ.
static ptrdiff_t pick_error(const struct case_side *side, size_t n) {
    const lbx_pick *pick = &side->pick;
    const bool from = pick->kind == LBX_PICK_FROM, indexed = pick->kind == LBX_PICK_INDEXED;
    if (indexed && !pick->list) return LBX_ERROR_NULL;
    if (n > PTRDIFF_MAX || (indexed && n > pick->first) ||
        (from && (n > side->count || pick->first > side->count - n)))
        return LBX_ERROR_COUNT;
    if (side->stride % 4 != 0 || (indexed && pick->step % 4 != 0)) return LBX_ERROR_STRIDE;
    if (from) return 0;
    if (pick->kind == LBX_PICK_ONE) return pick->first < side->count ? 0 : LBX_ERROR_INDEX;
    if (!indexed) return LBX_ERROR_INDEX;
    for (size_t i = 0; i < n; i++) {
        if (list_entry(pick, i) >= side->count) return LBX_ERROR_INDEX;
    }
    return 0;
}

ptrdiff_t view_error(const struct lbx_case *c, int s, const struct case_side *side, size_t n) {
    const unsigned first = c->motion[s] ? c->motion[s] : c->required[s];
    for (unsigned k = 0; k < first; k++) {
        if (!side->at[k]) return LBX_ERROR_NULL;
    }
    for (unsigned g = 0; g < CASE_OPTIONAL_MAX; g++) {
        unsigned given = 0;
        for (unsigned k = 0; k < c->floats[s]; k++) given |= (side->at[k] ? 1u : 0) << k;
        given &= c->optional[s][g];
        if (given && given != c->optional[s][g]) return LBX_ERROR_NULL;
    }
    const ptrdiff_t error = pick_error(side, n);
    if (error) return error;
    for (unsigned k = first; k < c->required[s]; k++) {
        if (!side->at[k]) return LBX_ERROR_NULL;
    }
    return 0;
}

static size_t item_offset(const struct case_side *side, size_t i) {
    const lbx_pick *pick = &side->pick;
    const size_t element = pick->kind == LBX_PICK_FROM  ? pick->first + i
                           : pick->kind == LBX_PICK_ONE ? pick->first
                                                        : list_entry(pick, i);
    return element * (side->stride ? side->stride : 4);
}

float item_float(const struct case_side *side, unsigned k, size_t i) {
    float x;
    memcpy(&x, (const char *)side->at[k] + item_offset(side, i), sizeof x);
    return x;
}

void put_item_float(const struct case_side *side, unsigned k, size_t i, float x) {
    memcpy((char *)(uintptr_t)side->at[k] + item_offset(side, i), &x, sizeof x);
}

struct dense dense_alloc(const struct call *call) {
    struct dense dense = {.call = {.c = call->c, .n = call->n}};
    dense.items = malloc((call->n + 1) * 2 * CASE_FLOATS_MAX * sizeof *dense.items);
    expect(dense.items, "%zu items", call->n);
    for (int s = 0; s < 2; s++) {
        dense.call.side[s].count = call->n;
        for (unsigned k = 0; k < call->c->floats[s]; k++) {
            if (!call->side[s].at[k]) continue;
            float *array = dense.items + (s * CASE_FLOATS_MAX + k) * call->n;
            for (size_t i = 0; i < call->n; i++) array[i] = item_float(&call->side[s], k, i);
            dense.call.side[s].at[k] = array;
        }
    }
    return dense;
}

void dense_free(struct dense *dense) {
    free(dense->items);
}
