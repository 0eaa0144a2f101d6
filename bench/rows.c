// SPDX-License-Identifier: MIT
#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "data.h"

// --- running ---

static const struct row *now;

void row_open(const struct row *row) {
    now = row;
    row->kind->open(row->work);
}

double row_footprint(void) {
    return now->kind->footprint();
}

void row_run(void) {
    now->kind->run();
}

size_t row_found(void) {
    return now->kind->found();
}

size_t row_expected(void) {
    return now->kind->expected ? now->kind->expected() : now->n;
}

// --- the list ---

static struct row *rows;
static size_t row_count;

void row_add(struct row row, const void *work, size_t bytes) {
    struct row *const grown = realloc(rows, (row_count + 1) * sizeof *rows);
    void *const kept = malloc(bytes);
    if (!grown || !kept) give_up("no memory for the rows");
    row.work = memcpy(kept, work, bytes);
    rows = grown;
    rows[row_count++] = row;
}

const struct row *rows_added(size_t *count) {
    *count = row_count;
    return rows;
}
