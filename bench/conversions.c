// SPDX-License-Identifier: MIT
// The rows of the conversions: arrays to arrays and structures to structures.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/support/counted.h"
#include "../tests/support/isas.h"
#include "data.h"
#include "kinds.h"

enum { SEED = 1, BLOCK = 256 };

// More than any rounding error, including that of outward rounding.
#define TOLERATED 1e-4

struct conversion_work {
    const struct conversion *c;
    struct operations operations; // of one item
    bool structures;              // reads and writes structures, padded as plain.h says
    size_t n;
    enum { TABLE, REFERENCE, PLAIN } runner;
    lbx_isa isa;
    plain_conversion *loop;
};

static const size_t sizes[] = {1024, 65536, 4194304};

// --- data, made when first asked for and kept ---

struct room { // of one size and layout
    float *in[2][CASE_FLOATS_MAX], *out[CASE_FLOATS_MAX];
    size_t in_step[2], out_step; // floats
    size_t bytes;
};

static size_t step_of(const struct conversion_work *w, unsigned floats) {
    return w->structures ? padded(floats) : 1;
}

static void make_arrays(size_t n, size_t step, unsigned floats, float *at[]) {
    if (step == 1) {
        if (lbx_soa_alloc(floats, n, at)) give_up("no memory for the data");
        return;
    }
    float *base;
    if (lbx_soa_alloc(1, n * step, &base)) give_up("no memory for the data");
    memset(base, 0, n * step * sizeof *base);
    for (unsigned k = 0; k < floats; k++) at[k] = base + k;
}

static struct room make_room(const struct conversion_work *w) {
    struct room room = {.out_step = step_of(w, w->c->out_floats)};
    struct conversion_batch batch = conversion_fill(w->c, SEED, SCENE_MIXED, w->n);
    for (unsigned v = 0; v < w->c->views; v++) {
        room.in_step[v] = step_of(w, w->c->floats[v]);
        make_arrays(w->n, room.in_step[v], w->c->floats[v], room.in[v]);
        for (unsigned k = 0; k < w->c->floats[v]; k++) {
            for (size_t i = 0; i < w->n; i++)
                room.in[v][k][i * room.in_step[v]] = batch.at[v][k][i];
        }
        room.bytes += w->n * sizeof(float) * (w->structures ? room.in_step[v] : w->c->floats[v]);
    }
    conversion_free(&batch);
    make_arrays(w->n, room.out_step, w->c->out_floats, room.out);
    for (unsigned k = 0; k < w->c->out_floats; k++) {
        for (size_t i = 0; i < w->n; i++) room.out[k][i * room.out_step] = 0;
    }
    room.bytes += w->n * sizeof(float) * (w->structures ? room.out_step : w->c->out_floats);
    return room;
}

static struct room *room_of(const struct conversion_work *w) {
    static struct room rooms[CONVERSIONS][2][sizeof sizes / sizeof *sizes];
    for (size_t k = 0; k < CONVERSIONS; k++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            if (conversions[k] != w->c || sizes[s] != w->n) continue;
            struct room *room = &rooms[k][w->structures][s];
            if (!room->bytes) *room = make_room(w);
            return room;
        }
    }
    give_up("a size that is not listed");
}

// --- running ---

static struct {
    const struct conversion_work *work;
    struct room *room;
    struct case_side side[2];
    struct case_target out;
} now;

static void open(const void *of) {
    const struct conversion_work *const work = of;
    now.work = work;
    now.room = room_of(work);
    for (unsigned v = 0; v < 2; v++) {
        const size_t step = now.room->in_step[v];
        now.side[v] = (struct case_side){.count = work->n, .stride = step > 1 ? 4 * step : 0};
        for (unsigned k = 0; k < work->c->floats[v]; k++) now.side[v].at[k] = now.room->in[v][k];
    }
    const size_t step = now.room->out_step;
    now.out = (struct case_target){.count = work->n, .stride = step > 1 ? 4 * step : 0};
    memcpy(now.out.at, now.room->out, sizeof now.out.at);
    if (work->runner == TABLE) use_isa(work->isa);
}

static double footprint(void) {
    return (double)now.room->bytes;
}

// The reference reads and writes arrays, so structures are copied to blocks and back.
static void run_reference(float *const out[], size_t out_step) {
    static float block[3][CASE_FLOATS_MAX][BLOCK];
    const struct conversion *c = now.work->c;
    for (size_t i = 0; i < now.work->n; i += BLOCK) {
        float *at[3][CASE_FLOATS_MAX];
        for (unsigned v = 0; v < c->views; v++) {
            const size_t step = now.room->in_step[v];
            for (unsigned k = 0; k < c->floats[v]; k++) {
                at[v][k] = step == 1 ? now.room->in[v][k] + i : block[v][k];
                for (size_t j = 0; j < BLOCK && step > 1; j++)
                    block[v][k][j] = now.room->in[v][k][(i + j) * step];
            }
        }
        for (unsigned k = 0; k < c->out_floats; k++)
            at[2][k] = out_step == 1 ? out[k] + i : block[2][k];
        c->reference(at[0], at[1], BLOCK, at[2]);
        for (unsigned k = 0; k < c->out_floats && out_step > 1; k++) {
            for (size_t j = 0; j < BLOCK; j++) out[k][(i + j) * out_step] = block[2][k][j];
        }
    }
}

static void run(void) {
    const struct conversion_work *w = now.work;
    switch (w->runner) {
    case REFERENCE: run_reference(now.room->out, now.room->out_step); return;
    case PLAIN:
        w->loop((const float *const *)now.room->in[0], (const float *const *)now.room->in[1], w->n,
                now.room->out);
        return;
    default: break;
    }
    const ptrdiff_t done = w->c->call(&now.side[0], &now.side[1], w->n, &now.out);
    if (done != (ptrdiff_t)w->n) give_up(lbx_error_text(done));
}

// Runs once and counts the items that equal those of the float reference up to rounding.
static size_t found(void) {
    const struct conversion_work *w = now.work;
    float *want[CASE_FLOATS_MAX] = {NULL};
    make_arrays(w->n, 1, w->c->out_floats, want);
    run_reference(want, 1);
    run();
    size_t agreeing = 0;
    const unsigned compared = w->c->unique_floats ? w->c->unique_floats : w->c->out_floats;
    for (size_t i = 0; i < w->n; i++) {
        bool agrees = true;
        for (unsigned k = 0; k < compared; k++) {
            const float got = now.room->out[k][i * now.room->out_step];
            agrees = agrees && fabsf(got - want[k][i]) <= TOLERATED * (1 + fabsf(want[k][i]));
        }
        agreeing += agrees;
    }
    lbx_soa_free(w->c->out_floats, want);
    return agreeing;
}

// --- the list ---

static const struct row_kind this_kind = {open, run, found, NULL, footprint};

static void add_row(struct conversion_work work, const char *isa) {
    const struct conversion *c = work.c;
    const size_t floats = c->floats[0] + c->floats[1] + c->out_floats;
    struct row row = {.n = work.n,
                      .isa = work.isa,
                      .reproducible = 1,
                      .multiplies = work.operations.multiplies,
                      .adds = work.operations.adds,
                      .others = work.operations.others,
                      .bytes = (double)(floats * sizeof(float)),
                      .kind = &this_kind};
    snprintf(row.name, sizeof row.name, "%s/%s/%s/%zu", c->name,
             work.structures ? "structures" : "arrays", isa, work.n);
    row_add(row, &work, sizeof work);
}

static void add_plain(struct conversion_work work, const struct plain *plain, const char *name) {
    if (!plain || !lbx_isa_available(plain->isa)) return;
    work.runner = PLAIN;
    work.isa = plain->isa;
    for (size_t k = 0; k < plain->conversion_count; k++) {
        if (strcmp(plain->conversions[k].name, work.c->name) != 0) continue;
        work.loop =
            work.structures ? plain->conversions[k].structures : plain->conversions[k].arrays;
        add_row(work, name);
    }
}

void conversion_rows(void) {
    for (size_t k = 0; k < 2 * CONVERSIONS; k++) {
        const struct conversion *const c = conversions[k / 2];
        const struct operations operations = count_conversion(c, 1);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            struct conversion_work work = {
                .c = c, .operations = operations, .structures = k % 2, .n = sizes[s]};
            work.runner = REFERENCE;
            work.isa = LBX_ISA_BEST;
            add_row(work, "reference");
            add_plain(work, &plain_gcc, "plain-gcc");
            add_plain(work, &plain_clang, "plain-clang");
            work.runner = TABLE;
            for (int isa = 0; isa < ISAS; isa++) {
                if (!lbx_isa_available((lbx_isa)isa)) continue;
                work.isa = (lbx_isa)isa;
                add_row(work, lbx_isa_name(work.isa));
            }
        }
    }
}
