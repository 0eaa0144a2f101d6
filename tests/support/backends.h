// SPDX-License-Identifier: MIT
// The backends of lanes, native and emulated, for tests that check one operation at a time.
#ifndef LBX_TEST_BACKENDS_H
#define LBX_TEST_BACKENDS_H

#include <stdbool.h>

#include "lanes/operations.h"

struct backend {
    const char *name;
    const char *isa; // NULL: emulated, runs anywhere
    const struct lane_operations *o;
};

// Calls the test with every backend that runs here.
typedef void backend_test(const struct backend *backend);
void each_backend(backend_test *test);

bool same_bits(float a, float b);

// Three operands. Over all rounds every pair of awkward values meets in some lane, since `round`
// shifts the operands against each other.
void operands(unsigned round, float a[], float b[], float c[]);

// Compares a backend's result of an operation with plain C's, lane by lane.
void expect_lanes(const struct backend *backend, const char *operation, const float got[],
                  const float want[], const float a[], const float b[], const float c[],
                  bool (*same)(float, float));

#endif
