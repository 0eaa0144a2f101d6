// SPDX-License-Identifier: MIT
// The list of oracles, which is the list of kernels.
#include "oracle.h"

#include <string.h>

#include "list.h"

#define ORACLE(name) extern const struct oracle oracle_##name;
TESTS(ORACLE)
#undef ORACLE

const struct oracle *oracle_of(const char *kernel) {
#define ORACLE(name)                                                                               \
    if (strcmp(#name, kernel) == 0) return &oracle_##name;
    TESTS(ORACLE)
#undef ORACLE
    return NULL;
}
