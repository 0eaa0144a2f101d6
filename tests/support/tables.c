// SPDX-License-Identifier: MIT
#include "tables.h"

#include <stdio.h>
#include <string.h>

// The Makefile names the emulated tables: LBX_FOREIGN is a list of FOREIGN(isa).
#define FOREIGN(isa) extern const struct lbx_table lbx_table_##isa##_emulated;
LBX_FOREIGN
#undef FOREIGN

static void add(struct test_tables *tables, const char *name, bool emulated,
                const struct lbx_table *table) {
    struct test_table *next = &tables->at[tables->count++];
    snprintf(next->name, sizeof next->name, "%s%s", name, emulated ? " emulated" : "");
    next->emulated = emulated;
    next->table = table;
}

#if defined(LBX_INLINED)
const bool tables_are_inlined = true;
#else
const bool tables_are_inlined = false;
#endif

const struct test_tables *test_tables(void) {
    static struct test_tables tables;
    if (tables.count) return &tables;
    for (int isa = 0; strcmp(lbx_isa_name((lbx_isa)isa), "unknown") != 0; isa++) {
        if (lbx_isa_select((lbx_isa)isa) == 0)
            add(&tables, lbx_isa_name((lbx_isa)isa), false, lbx_table_active());
    }
#define FOREIGN(isa) add(&tables, #isa, true, &lbx_table_##isa##_emulated);
    LBX_FOREIGN
#undef FOREIGN
    return &tables;
}
