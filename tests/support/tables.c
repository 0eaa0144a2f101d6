// SPDX-License-Identifier: MIT
#include "tables.h"

#include <stdio.h>

#include "isas.h"
#include "listed.h"

static void add(struct test_tables *tables, const char *name, bool emulated, unsigned index) {
    struct test_table *next = &tables->at[tables->count++];
    snprintf(next->name, sizeof next->name, "%s%s", name, emulated ? " emulated" : "");
    next->emulated = emulated;
    next->fuses = name_fuses(name);
    next->index = index;
}

#if defined(LBX_INLINED)
const bool tables_are_inlined = true;
#else
const bool tables_are_inlined = false;
#endif

// The Makefile names the instruction sets of the library and the emulated ones: lists of
// SHIPPED(isa) and FOREIGN(isa).
const struct test_tables *test_tables(void) {
    static struct test_tables tables;
    if (tables.count) return &tables;
    for (int isa = 0; isa < ISAS; isa++) {
        if (lbx_isa_select((lbx_isa)isa) == 0)
            add(&tables, lbx_isa_name((lbx_isa)isa), false, lbx_isa_index());
    }
#define FOREIGN(isa) add(&tables, #isa, true, LISTED_##isa##_emulated);
    LBX_FOREIGN
#undef FOREIGN
    return &tables;
}
