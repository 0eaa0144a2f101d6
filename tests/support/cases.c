// SPDX-License-Identifier: MIT
// The list of cases, which is the list of kernels.
#include "cases.h"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "list.h"

#define CASE(name) extern const struct lbx_case case_##name;
TESTS(CASE)
#undef CASE

const struct lbx_case *const lbx_cases[] = {
#define CASE(name) &case_##name,
    TESTS(CASE)
#undef CASE
};

const size_t lbx_case_count = sizeof lbx_cases / sizeof *lbx_cases;

const char *const scene_names[SCENES] = {
    "mixed", "sparse",     "all hit", "all miss", "touching",    "ulp",
    "along", "degenerate", "scales",  "worst",    "whole range", "hostile",
};

bool case_flushes;
float case_distance = CASE_DISTANCE;

ptrdiff_t case_run(const struct lbx_case *c, const struct case_side *first,
                   const struct case_side *second, size_t n, unsigned flags, uint8_t *hits,
                   float *const out[CASE_OUTPUTS_MAX]) {
    union case_view a, b;
    if (first) c->view[0](&a, first);
    if (second) c->view[1](&b, second);
#ifdef __SSE2__
    const unsigned before = _mm_getcsr();
    if (case_flushes) _mm_setcsr(before | 0x8040);
#endif
    const ptrdiff_t found = c->call(first ? &a : NULL, second ? &b : NULL, n, flags, hits, out);
#ifdef __SSE2__
    _mm_setcsr(before);
#endif
    return found;
}
