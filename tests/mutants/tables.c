// SPDX-License-Identifier: MIT
// The tables that judge a mutant, see mutants.py: every one of them holds it, so that there is no
// clean one to be compared with. LBX_MUTANTS is a list of MUTANT(isa), of which the environment
// names those that judge.
#include "tables.h"

#include <stdlib.h>

#include "listed.h"
#include "mutant.h"

int lbx_mutant;
const char *tables_test;
const bool tables_are_inlined = false;
const struct test_table table_counting = {.name = "counting", .index = LISTED_counting};
const struct test_table table_comparing = {.name = "comparing", .index = LISTED_comparing};

__attribute__((constructor)) static void choose_mutant(void) {
    const char *number = getenv("LBX_MUTANT");
    lbx_mutant = number ? atoi(number) : 0;
}

const struct test_tables *test_tables(void) {
    static struct test_tables tables;
    const char *names = getenv("LBX_TABLES");
    if (tables.count || !names) return &tables;
#define MUTANT(isa)                                                                                \
    if (strstr(names, #isa))                                                                       \
        tables.at[tables.count++] = (struct test_table){                                           \
            .name = #isa, .fuses = name_fuses(#isa), .index = LISTED_##isa##_mutant};
    LBX_MUTANTS
#undef MUTANT
    return &tables;
}
