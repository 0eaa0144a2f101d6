// SPDX-License-Identifier: MIT
#include "counted.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/api/call.h"

// Masks and classes are of one kernel.
#define lbx_triangle_triangle_classify_test_counting lbx_triangle_triangle_test_counting
#define ENTRY(kernel) extern lbx_test lbx_##kernel##_test_counting;
TESTS(ENTRY)
#undef ENTRY
#define ENTRY(conversion) extern lbx_conversion lbx_##conversion##_counting;
CONVERSIONS(ENTRY)
#undef ENTRY

enum { SEED = 1 };

static lbx_test *test_named(const char *name) {
#define ENTRY(kernel)                                                                              \
    if (strcmp(#kernel, name) == 0) return lbx_##kernel##_test_counting;
    TESTS(ENTRY)
#undef ENTRY
    abort();
}

static lbx_conversion *conversion_named(const char *name) {
#define ENTRY(conversion)                                                                          \
    if (strcmp(#conversion, name) == 0) return lbx_##conversion##_counting;
    CONVERSIONS(ENTRY)
#undef ENTRY
    abort();
}

// One side of a batch, dense.
struct floats {
    float of[CASE_FLOATS_MAX][COUNTED_MAX], *at[CASE_FLOATS_MAX];
};

static void open_floats(struct floats *x) {
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) x->at[k] = x->of[k];
}

// What a ray lacks may be read all the same.
static struct lbx_operand operand_of(const struct floats *x, unsigned first, unsigned end) {
    struct lbx_operand o = {.kind = OPERAND_CONTIGUOUS, .step = sizeof(float)};
    for (unsigned k = 0; k < LBX_FLOATS_MAX; k++) o.at[k] = x->of[k < end - first ? first + k : 0];
    return o;
}

struct operations count_case(const struct lbx_case *c, size_t n, size_t *hits) {
    static struct floats side[2];
    struct lbx_operand operands[4], *next = operands;
    float *const unwanted[CASE_OUTPUTS_MAX] = {NULL};
    for (int s = 0; s < 2; s++) {
        const unsigned motion = c->motion[s], required = c->required[s];
        open_floats(&side[s]);
        *next++ = operand_of(&side[s], 0, motion ? motion : required);
        if (motion) *next++ = operand_of(&side[s], motion, required);
    }
    if (c->within) operands[0].distance = case_distance;
    c->fill(SEED, SCENE_ALL_HIT, n, side[0].at, side[1].at);
    counting_start();
    const ptrdiff_t found = test_named(c->name)(operands, n, LBX_REPRODUCIBLE, NULL, unwanted);
    if (hits) *hits = (size_t)found;
    return counting_done();
}

struct operations count_conversion(const struct conversion *c, size_t n) {
    static struct floats side[2], out;
    struct lbx_operand operands[2];
    struct lbx_target target = {.step = sizeof(float)};
    for (int s = 0; s < 2; s++) {
        open_floats(&side[s]);
        operands[s] = operand_of(&side[s], 0, c->floats[s]);
    }
    for (unsigned k = 0; k < c->out_floats; k++) target.at[k] = out.of[k];
    c->fill(SEED, SCENE_ALL_HIT, n, side[0].at, side[1].at);
    counting_start();
    conversion_named(c->name)(operands, n, &target);
    return counting_done();
}
