// SPDX-License-Identifier: MIT
// The rows of lbx_aabbs_from_doubles; conversions.c has those of the other conversions.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tests/support/isas.h"
#include "data.h"
#include "examples/random.h"
#include "kinds.h"

enum { CORNERS = 6 };

struct doubles_work {
    bool structures; // reads and writes structures of six numbers
    size_t n;
    lbx_isa isa;
    plain_doubles *loop; // NULL: lanebox
};

static const size_t sizes[] = {1024, 65536, 4194304};
static const double origin[3] = {1048576.1, -3000000.7, 250000.3};

// --- data, made when first asked for and kept ---

struct room { // of one size and layout
    double *in[CORNERS];
    float *out[CORNERS];
};

static void *memory(size_t bytes) {
    void *const at = malloc(bytes);
    if (!at) give_up("no memory for the data");
    return at;
}

static struct room make_room(const struct doubles_work *w) {
    struct room room;
    const size_t step = w->structures ? CORNERS : 1;
    double *const in = memory(CORNERS * w->n * sizeof *in);
    float *const out = memory(CORNERS * w->n * sizeof *out);
    for (unsigned k = 0; k < CORNERS; k++) {
        room.in[k] = in + (w->structures ? k : k * w->n);
        room.out[k] = out + (w->structures ? k : k * w->n);
        for (size_t i = 0; i < w->n; i++) {
            struct random r = random_of(k % 3, i);
            const double low = random_between(&r, -1000, 1000), size = random_between(&r, 0, 10);
            room.in[k][i * step] = origin[k % 3] + low + (k < 3 ? 0 : size);
            room.out[k][i * step] = 0;
        }
    }
    return room;
}

static struct room *room_of(const struct doubles_work *w) {
    static struct room rooms[2][sizeof sizes / sizeof *sizes];
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        if (sizes[s] != w->n) continue;
        struct room *room = &rooms[w->structures][s];
        if (!room->in[0]) *room = make_room(w);
        return room;
    }
    give_up("a size that is not listed");
}

// --- running ---

static struct {
    const struct doubles_work *work;
    struct room *room;
    lbx_aabbs_f64 boxes;
    lbx_aabbs_out out;
} now;

static void open(const void *of) {
    const struct doubles_work *const work = of;
    now.work = work;
    now.room = room_of(work);
    const size_t floats = work->structures ? CORNERS : 0; // 0: dense
    now.boxes = (lbx_aabbs_f64){.count = work->n, .stride = floats * sizeof(double)};
    now.out = (lbx_aabbs_out){.count = work->n, .stride = floats * sizeof(float)};
    for (unsigned c = 0; c < 3; c++) {
        now.boxes.min[c] = now.room->in[c];
        now.boxes.max[c] = now.room->in[3 + c];
        now.out.min[c] = now.room->out[c];
        now.out.max[c] = now.room->out[3 + c];
    }
    use_isa(work->isa);
}

static double footprint(void) {
    return (double)(CORNERS * now.work->n * (sizeof(double) + sizeof(float)));
}

static void run(void) {
    const struct doubles_work *w = now.work;
    if (w->loop) {
        w->loop((const double *const *)now.room->in, origin, w->n, now.room->out);
        return;
    }
    const ptrdiff_t done = lbx_aabbs_from_doubles(&now.boxes, origin, w->n, &now.out);
    if (done != (ptrdiff_t)w->n) give_up(lbx_error_text(done));
}

// Runs once and counts the boxes that contain their source and exceed it by at most 2^-22 of each
// coordinate.
static size_t found(void) {
    const size_t step = now.work->structures ? CORNERS : 1;
    size_t agreeing = 0;
    run();
    for (size_t i = 0; i < now.work->n; i++) {
        bool agrees = true;
        for (unsigned k = 0; k < CORNERS; k++) {
            const double want = now.room->in[k][i * step] - origin[k % 3];
            const double beyond = (double)now.room->out[k][i * step] - want;
            const double outward = k < 3 ? -beyond : beyond;
            agrees = agrees && outward >= 0 && outward <= 0x1p-22 * fabs(want);
        }
        agreeing += agrees;
    }
    return agreeing;
}

// --- the list ---

static const struct row_kind this_kind = {open, run, found, NULL, footprint};

static void add_row(struct doubles_work work, const char *runner) {
    struct row row = {.n = work.n,
                      .isa = work.isa,
                      .reproducible = 1,
                      .adds = CORNERS,
                      .others = CORNERS,
                      .bytes = CORNERS * (sizeof(double) + sizeof(float)),
                      .kind = &this_kind};
    snprintf(row.name, sizeof row.name, "aabbs_from_doubles/%s/%s/%zu",
             work.structures ? "structures" : "arrays", runner, work.n);
    row_add(row, &work, sizeof work);
}

static void add_plain(struct doubles_work work, const struct plain *plain, const char *name) {
    if (!plain || !lbx_isa_available(plain->isa)) return;
    work.isa = plain->isa;
    work.loop = work.structures ? plain->doubles_structures : plain->doubles_arrays;
    add_row(work, name);
}

void doubles_rows(void) {
    for (size_t k = 0; k < 2 * sizeof sizes / sizeof *sizes; k++) {
        struct doubles_work work = {.structures = k % 2, .n = sizes[k / 2]};
        add_plain(work, &plain_gcc, "plain-gcc");
        add_plain(work, &plain_clang, "plain-clang");
        for (int isa = 0; isa < ISAS; isa++) { // one unit serves them all
            if (!lbx_isa_available((lbx_isa)isa)) continue;
            work.isa = (lbx_isa)isa;
            add_row(work, lbx_isa_name(work.isa));
        }
    }
}
