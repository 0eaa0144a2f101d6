// SPDX-License-Identifier: MIT
#include "tables.h"

#include <stdio.h>
#include <string.h>

#include "harness.h"
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

// The name of the running test: NULL in programs without tests.
#if defined(LBX_PLAIN)
const char *tables_test;
#else
#define tables_test criterion_current_test->name
#endif

// A test sees all emulated tables, or the k-th of them alone if the environment asks for a sample.
static bool is_left_out(unsigned k, unsigned count) {
    const char *name = tables_test;
    if (!tests_are_sampled() || !name) return false;
    unsigned sum = 0;
    for (; *name; name++) sum = 31 * sum + (unsigned char)*name;
    return sum % count != k;
}

// The Makefile names the instruction sets of the library and the emulated ones: lists of
// SHIPPED(isa) and FOREIGN(isa).
const struct test_tables *test_tables(void) {
    static struct test_tables tables;
    if (tables.count) return &tables;
    for (int isa = 0; isa < ISAS; isa++) {
        if (lbx_isa_select((lbx_isa)isa) == 0)
            add(&tables, lbx_isa_name((lbx_isa)isa), false, lbx_isa_index());
    }
#define FOREIGN(isa) {#isa, LISTED_##isa##_emulated},
    static const struct {
        const char *isa;
        unsigned index;
    } foreign[] = {LBX_FOREIGN{NULL, 0}};
#undef FOREIGN
    const unsigned count = sizeof foreign / sizeof *foreign - 1;
    for (unsigned k = 0; k < count; k++) {
        if (!is_left_out(k, count)) add(&tables, foreign[k].isa, true, foreign[k].index);
    }
    return &tables;
}
