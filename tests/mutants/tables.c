// SPDX-License-Identifier: MIT
// The tables that judge a mutant, see mutants.py: every one of them holds it, so that there is no
// clean one to be compared with. LBX_MUTANTS is a list of MUTANT(isa).
#include "tables.h"

#include <stdlib.h>

#include "mutant.h"

int lbx_mutant;
const bool tables_are_inlined = false;

__attribute__((constructor)) static void choose_mutant(void) {
    const char *number = getenv("LBX_MUTANT");
    lbx_mutant = number ? atoi(number) : 0;
}

#define MUTANT(isa) extern const struct lbx_table lbx_table_##isa##_mutant;
LBX_MUTANTS
#undef MUTANT

const struct test_tables *test_tables(void) {
#define MUTANT(isa) {.name = #isa, .table = &lbx_table_##isa##_mutant},
    static const struct test_table at[] = {LBX_MUTANTS};
#undef MUTANT
    static struct test_tables tables;
    for (tables.count = 0; tables.count < sizeof at / sizeof *at; tables.count++)
        tables.at[tables.count] = at[tables.count];
    return &tables;
}
