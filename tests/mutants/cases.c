// SPDX-License-Identifier: MIT
// The cases that the tests of a mutant walk, see mutants.py: those that LBX_CASES names.
#define _POSIX_C_SOURCE 200809L // strdup
#define lbx_cases all_cases
#define lbx_case_count all_case_count
#include "support/cases.c"
#undef lbx_cases
#undef lbx_case_count

#include <stdlib.h>
#include <string.h>

// Others see them as constants; they are, once the program begins.
const struct lbx_case *lbx_cases[sizeof all_cases / sizeof *all_cases];
size_t lbx_case_count;

__attribute__((constructor)) static void choose_cases(void) {
    const char *given = getenv("LBX_CASES");
    char *const names = strdup(given ? given : "");
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
        size_t k = 0;
        while (k < all_case_count && strcmp(all_cases[k]->name, name) != 0) k++;
        if (k == all_case_count || lbx_case_count == all_case_count) abort();
        lbx_cases[lbx_case_count++] = all_cases[k];
    }
    free(names);
}
