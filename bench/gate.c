// SPDX-License-Identifier: MIT
// Runs each table's rows of 8 and of 1,024 items. Callgrind counts their instructions and dumps one
// count per row, with the row's name. track/gate.py starts this program and reads the dumps.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "data.h"
#include "kinds.h"

enum {
    FEW = 8, // what a call costs
    MANY = 1024,
    MOST_FRAMES = 8 // rows of more frames take minutes under callgrind
};

static bool is_counted(const struct row *row) {
    char part[32]; // in the names of the tables' rows, not in those of the reference or a peer
    snprintf(part, sizeof part, "/%s/", lbx_isa_name(row->isa));
    return (row->n == FEW || row->n == MANY) && row->frames <= MOST_FRAMES &&
           strstr(row->name, part);
}

int main(void) {
    if (!RUNNING_ON_VALGRIND) give_up("instructions are counted by valgrind --tool=callgrind");
    if (!lbx_isa_available(LBX_ISA_AVX2)) give_up("no AVX2 under valgrind on this machine");
    size_t count;
    const struct row *rows = rows_all(&count);
    // The data are made here and kept, because making them under instrumentation is slow.
    for (const struct row *r = rows; r < rows + count; r++) {
        if (is_counted(r)) row_open(r);
    }
    CALLGRIND_START_INSTRUMENTATION;
    for (const struct row *r = rows; r < rows + count; r++) {
        if (!is_counted(r)) continue;
        row_open(r);
        row_run(); // the first call of a function from a shared library costs its look-up
        CALLGRIND_TOGGLE_COLLECT;
        row_run();
        CALLGRIND_TOGGLE_COLLECT;
        CALLGRIND_DUMP_STATS_AT(r->name);
    }
}
