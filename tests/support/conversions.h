// SPDX-License-Identifier: MIT
// The conversions that tests and benchmarks iterate over, like the cases of cases.h.
#ifndef LBX_CONVERSIONS_H
#define LBX_CONVERSIONS_H

#include "cases.h"
#include "list.h"

// Where a conversion writes: a target without a type.
struct case_target {
    float *at[CASE_FLOATS_MAX];
    size_t count, stride;
};

struct conversion {
    const char *name;
    unsigned views;     // views that are read: 1 or 2
    unsigned floats[2]; // arrays of each view
    unsigned out_floats;
    unsigned unique_floats; // the first ones, which are no choice among equals; 0: all

    // For each output, the input floats that it depends on, a bit each. The floats of the second
    // view follow those of the first.
    uint32_t made_of[CASE_FLOATS_MAX];

    // Fills n elements of a scene's kind; the same seed gives the same bits on every machine.
    void (*fill)(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]);

    // Calls the public function; a side or a target that is NULL is a NULL view.
    ptrdiff_t (*call)(const struct case_side *first, const struct case_side *second, size_t n,
                      const struct case_target *out);

    // The double reference on one element, and the float reference over contiguous arrays.
    void (*truth)(const float first[], const float second[], double out[]);
    void (*reference)(float *const first[], float *const second[], size_t n, float *const out[]);
};

#define ONE_MORE(name) +1
enum { CONVERSIONS = 0 CONVERSIONS(ONE_MORE) };
#undef ONE_MORE
extern const struct conversion *const conversions[CONVERSIONS];

// Dense elements of both views. `second` is not read if the conversion has only one.
struct conversion_batch {
    const struct conversion *c;
    size_t n;
    float *at[2][CASE_FLOATS_MAX];
};

struct conversion_batch conversion_fill(const struct conversion *c, uint64_t seed, enum scene scene,
                                        size_t n);
void conversion_free(struct conversion_batch *batch);
struct case_side conversion_side(const struct conversion_batch *batch, int side);

#endif
