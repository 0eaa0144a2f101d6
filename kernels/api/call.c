// SPDX-License-Identifier: MIT
#include "floats.h"

#include "call.h"

ptrdiff_t lbx_open_views(struct lbx_operand operands[], const struct lbx_given given[],
                         unsigned views, size_t n, unsigned flags) {
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (n == 0) return 0;
    struct lbx_lists lists = {.list = NULL};
    for (unsigned v = 0; v < views; v++) {
        const ptrdiff_t error = given[v].make(&operands[v], given[v].view, n, &lists);
        if (error) return error;
    }
    return LBX_RUN;
}

ptrdiff_t lbx_call(const struct lbx_kernel *const entries[], const struct lbx_given given[],
                   unsigned views, float distance, size_t n, unsigned flags, uint8_t *answers,
                   float *const out[]) {
    struct lbx_operand operands[VIEWS_MAX];
    const ptrdiff_t answer = lbx_open_views(operands, given, views, n, flags);
    if (answer != LBX_RUN) return answer;
    operands[0].distance = distance;
    return entries[lbx_isa_index()]->test(operands, n, flags, answers, out);
}
