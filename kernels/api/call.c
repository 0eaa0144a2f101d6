// SPDX-License-Identifier: MIT
#include "../lanes/floats.h"

#include "call.h"

ptrdiff_t lbx_call_two(lbx_test *const entries[], lbx_make_operand *make_a, const void *a,
                       lbx_make_operand *make_b, const void *b, size_t n, unsigned flags,
                       uint8_t *answers, float *const out[]) {
    const struct lbx_given given[] = {{make_a, a}, {make_b, b}};
    struct lbx_operand operands[2];
    const ptrdiff_t answer = open_views(operands, given, 2, n, flags);
    return answer != LBX_RUN ? answer : entries[lbx_isa_index()](operands, n, flags, answers, out);
}
