// SPDX-License-Identifier: MIT
// A backend of one lane that prints its operations, each with its operands and its result. A
// numbered value is printed as v, or as m if it is a mask; a constant is printed as itself.
#ifndef LBX_LANES_TRACING_H
#define LBX_LANES_TRACING_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct term {
    char kind; // v or m
    uint32_t number;
    double x;
};

static inline void print_term(const struct term *t) {
    if (t->number & 1) {
        printf("%a", t->x);
    } else if (t->kind == 'm') {
        printf("m%u %s", t->number >> 1, t->x != 0 ? "true" : "false");
    } else {
        printf("v%u %a", t->number >> 1, t->x);
    }
}

// Prints the result, and then the operands.
static inline void print_operation(const char *operation, const struct term terms[], size_t count) {
    printf("  ");
    print_term(&terms[0]);
    printf(" = %s(", operation);
    for (size_t k = 1; k < count; k++) {
        if (k > 1) printf(", ");
        print_term(&terms[k]);
    }
    printf(")\n");
}

#define TERM(value)                                                                                \
    { _Generic((value), hooked_vf : 'v', hooked_vm : 'm'), (value).number, (double)(value).x }
#define HOOK(operation, ...)                                                                       \
    print_operation(#operation, (const struct term[]){__VA_ARGS__},                                \
                    sizeof((const struct term[]){__VA_ARGS__}) / sizeof(struct term))

#include "hooked.h"

#undef LANES_FUSE // the form says it
#define LANES_FUSE 1

#endif
