// SPDX-License-Identifier: MIT
// One lane of plain C, scalar.h, that calls a hook for every operation. Before including this file,
// define
//
//     HOOK(operation, TERM(result), TERM(operand)...)
//
// and TERM, for values of either type. Values are numbered. The same operation on the same values
// gives the same number, and calls the hook once, because a compiler would do it once. Operations
// on constants alone, which are what vf_set makes, do not call the hook: a call of the library does
// them once for all of its items. Reading, writing and vf_hold compute nothing. A new operation in
// lanes.h needs a line in each of the two parts below; without them it takes the wrong types.
#ifndef LBX_LANES_HOOKED_H
#define LBX_LANES_HOOKED_H

#include <stdbool.h>
#include <stdlib.h>

#include "../../kernels/lanes/scalar.h"

typedef struct {
    float x;
    uint32_t number;
} hooked_vf;

typedef struct {
    uint32_t x, number;
} hooked_vm;

// --- numbers: even ones of values, odd ones of constants ---

enum { NUMBERS_MAX = 1 << 18 };

// What has a number: an operation's name with the numbers of its operands; the float at an address;
// or, if `what` is NULL, a constant with these bits.
static struct {
    const void *what;
    uint32_t of[3], number;
} numbers[NUMBERS_MAX];
static uint32_t numbers_given;

static inline void forget_numbers(void) {
    memset(numbers, 0, sizeof numbers);
    numbers_given = 0;
}

// Finds or gives the number. Returns whether it is new.
static inline bool give_number(uint32_t *number, const void *what, uint32_t a, uint32_t b,
                               uint32_t c, bool constant) {
    size_t at = ((uintptr_t)what >> 2) * 7u + a * 40503u + b * 60493u + c * 52711u;
    for (;; at++) {
        at %= NUMBERS_MAX;
        if (!numbers[at].number) break;
        *number = numbers[at].number;
        if (numbers[at].what == what && numbers[at].of[0] == a && numbers[at].of[1] == b &&
            numbers[at].of[2] == c && (*number & 1) == constant)
            return false;
    }
    if (++numbers_given == NUMBERS_MAX) abort();
    numbers[at].what = what;
    numbers[at].of[0] = a;
    numbers[at].of[1] = b;
    numbers[at].of[2] = c;
    *number = numbers[at].number = numbers_given << 1 | constant;
    return true;
}

// Numbers the result of an operation. Returns whether the hook is to be called.
static inline bool give_result(uint32_t *number, const char *operation, uint32_t a, uint32_t b,
                               uint32_t c) {
    const bool constant = a & b & c & 1;
    return give_number(number, operation, a, b, c, constant) && !constant;
}

// --- operations ---

static inline hooked_vf hooked_vf_set(float x) {
    hooked_vf r = {.x = x};
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    give_number(&r.number, NULL, bits, 0, 0, true);
    return r;
}

static inline hooked_vf hooked_vf_load(const float *p) {
    hooked_vf r = {.x = *p};
    give_number(&r.number, p, 0, 0, 0, false);
    return r;
}

static inline hooked_vf hooked_vf_load_first(const float *p, size_t count) {
    (void)count;
    return hooked_vf_load(p);
}

static inline void hooked_vf_store(float *p, hooked_vf x) {
    *p = x.x;
}

static inline void hooked_vf_store_first(float *p, hooked_vf x, size_t count) {
    (void)count;
    *p = x.x;
}

static inline void hooked_vf_load_quads(const char *base, const size_t offset[LANES],
                                        hooked_vf out[4]) {
    for (int k = 0; k < 4; k++) out[k] = hooked_vf_load((const float *)(base + offset[0]) + k);
}

static inline void hooked_vf_store_quads(char *base, size_t step, const hooked_vf x[4]) {
    (void)step;
    for (int k = 0; k < 4; k++) ((float *)base)[k] = x[k].x;
}

static inline hooked_vf hooked_vf_hold(hooked_vf a) {
    return a;
}

static inline float hooked_vf_most(hooked_vf a) {
    return a.x;
}

static inline uint32_t hooked_vm_bits(hooked_vm m) {
    return vm_bits(m.x);
}

static inline uint64_t hooked_classes_store(uint8_t *p, const hooked_vm *low, const hooked_vm *high,
                                            unsigned flip) {
    vm plain[2][32];
    for (int k = 0; k < 32; k++) plain[0][k] = low[k].x, plain[1][k] = high[k].x;
    return classes_store(p, plain[0], plain[1], flip);
}

#define HOOKED(type, operation, of_a)                                                              \
    static inline type hooked_##operation(of_a a) {                                                \
        type r = {.x = operation(a.x)};                                                            \
        if (give_result(&r.number, #operation, a.number, 1, 1)) HOOK(operation, TERM(r), TERM(a)); \
        return r;                                                                                  \
    }
#define HOOKED_2(type, operation, of_a, of_b)                                                      \
    static inline type hooked_##operation(of_a a, of_b b) {                                        \
        type r = {.x = operation(a.x, b.x)};                                                       \
        if (give_result(&r.number, #operation, a.number, b.number, 1))                             \
            HOOK(operation, TERM(r), TERM(a), TERM(b));                                            \
        return r;                                                                                  \
    }
#define HOOKED_3(type, operation, of_a, of_b, of_c)                                                \
    static inline type hooked_##operation(of_a a, of_b b, of_c c) {                                \
        type r = {.x = operation(a.x, b.x, c.x)};                                                  \
        if (give_result(&r.number, #operation, a.number, b.number, c.number))                      \
            HOOK(operation, TERM(r), TERM(a), TERM(b), TERM(c));                                   \
        return r;                                                                                  \
    }

HOOKED_2(hooked_vf, vf_add, hooked_vf, hooked_vf)
HOOKED_2(hooked_vf, vf_sub, hooked_vf, hooked_vf)
HOOKED_2(hooked_vf, vf_mul, hooked_vf, hooked_vf)
HOOKED_2(hooked_vf, vf_div, hooked_vf, hooked_vf)
HOOKED(hooked_vf, vf_sqrt, hooked_vf)
HOOKED_3(hooked_vf, vf_fma, hooked_vf, hooked_vf, hooked_vf)
HOOKED_3(hooked_vf, vf_fnma, hooked_vf, hooked_vf, hooked_vf)
HOOKED_2(hooked_vf, vf_min, hooked_vf, hooked_vf)
HOOKED_2(hooked_vf, vf_max, hooked_vf, hooked_vf)
HOOKED(hooked_vf, vf_abs, hooked_vf)
HOOKED(hooked_vf, vf_minus_abs, hooked_vf)
HOOKED(hooked_vf, vf_negate, hooked_vf)
HOOKED_2(hooked_vf, vf_flip, hooked_vf, hooked_vf)
HOOKED_2(hooked_vf, vf_or, hooked_vf, hooked_vf)
HOOKED(hooked_vf, vf_inverse_power, hooked_vf)
HOOKED_2(hooked_vm, vf_less, hooked_vf, hooked_vf)
HOOKED_2(hooked_vm, vf_at_most, hooked_vf, hooked_vf)
HOOKED_2(hooked_vm, vf_equal, hooked_vf, hooked_vf)
HOOKED_2(hooked_vm, vf_unordered, hooked_vf, hooked_vf)
HOOKED(hooked_vm, vf_negative, hooked_vf)
HOOKED_2(hooked_vm, vm_or, hooked_vm, hooked_vm)
HOOKED_2(hooked_vm, vm_and, hooked_vm, hooked_vm)
HOOKED_2(hooked_vm, vm_and_not, hooked_vm, hooked_vm)
HOOKED_2(hooked_vf, vm_keep, hooked_vm, hooked_vf)
HOOKED_3(hooked_vf, vm_select, hooked_vm, hooked_vf, hooked_vf)

static inline void hooked_vf_swap(hooked_vm m, hooked_vf *a, hooked_vf *b) { // as two selections
    const hooked_vf x = *a;
    *a = hooked_vm_select(m, *b, x);
    *b = hooked_vm_select(m, x, *b);
}

#undef HOOKED
#undef HOOKED_2
#undef HOOKED_3

// --- what kernels see ---

#define vf hooked_vf
#define vm hooked_vm
#define vf_set hooked_vf_set
#define vf_load hooked_vf_load
#define vf_load_first hooked_vf_load_first
#define vf_store hooked_vf_store
#define vf_store_first hooked_vf_store_first
#define vf_load_quads hooked_vf_load_quads
#define vf_store_quads hooked_vf_store_quads
#define vf_add hooked_vf_add
#define vf_sub hooked_vf_sub
#define vf_mul hooked_vf_mul
#define vf_div hooked_vf_div
#define vf_sqrt hooked_vf_sqrt
#define vf_fma hooked_vf_fma
#define vf_fnma hooked_vf_fnma
#define vf_min hooked_vf_min
#define vf_max hooked_vf_max
#define vf_abs hooked_vf_abs
#define vf_minus_abs hooked_vf_minus_abs
#define vf_negate hooked_vf_negate
#define vf_flip hooked_vf_flip
#define vf_or hooked_vf_or
#define vf_most hooked_vf_most
#define vf_hold hooked_vf_hold
#define vf_inverse_power hooked_vf_inverse_power
#define vf_less hooked_vf_less
#define vf_at_most hooked_vf_at_most
#define vf_equal hooked_vf_equal
#define vf_unordered hooked_vf_unordered
#define vf_negative hooked_vf_negative
#define vm_or hooked_vm_or
#define vm_and hooked_vm_and
#define vm_and_not hooked_vm_and_not
#define vm_keep hooked_vm_keep
#define vm_select hooked_vm_select
#define vf_swap hooked_vf_swap
#define vm_bits hooked_vm_bits
#define classes_store hooked_classes_store

#endif
