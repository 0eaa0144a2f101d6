// SPDX-License-Identifier: MIT
// The rows of lbx_frustum_aabb: one camera, or four, against boxes.
#include <stdio.h>
#include <stdlib.h>

#include "../tests/scenes/frustums.h"
#include "../tests/support/isas.h"
#include "data.h"
#include "kinds.h"

enum { BOX = 6, CAMERAS = 4, SEED = 1 };

struct frusta_work {
    size_t m, n;
    lbx_isa isa;
};

static const size_t sizes[] = {8, 1024, 65536};

enum { SIZES = sizeof sizes / sizeof *sizes };

// --- data, made on first use and kept ---

static struct {
    const struct frusta_work *work;
    struct frusta cameras;
    float *box[BOX];
    uint8_t *classes;
    lbx_frustums frustums;
    lbx_aabbs boxes;
} now;

static void *memory(size_t bytes) {
    void *const at = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!at) give_up("no memory for the boxes");
    return at;
}

static void make_boxes(void) {
    const size_t most = sizes[SIZES - 1];
    struct frusta some;
    for (int k = 0; k < BOX; k++) now.box[k] = memory(most * sizeof(float));
    now.classes = memory(CAMERAS * most);
    scene_frusta(&now.cameras, SCENE_MIXED, SEED);
    for (size_t i = 0; i < most; i++) {
        if (i % SCENE_BOXES == 0) scene_frusta(&some, SCENE_MIXED, SEED + 1 + i / SCENE_BOXES);
        for (int k = 0; k < BOX; k++) now.box[k][i] = some.box[k][i % SCENE_BOXES];
    }
}

static void open(const void *of) {
    now.work = of;
    if (!now.classes) make_boxes();
    now.frustums = lbx_frustums_of(now.cameras.frustum, now.work->m);
    now.boxes = (lbx_aabbs){.count = now.work->n};
    for (int c = 0; c < 3; c++) {
        now.boxes.min[c] = now.box[c];
        now.boxes.max[c] = now.box[3 + c];
    }
    use_isa(now.work->isa);
}

// Per item, a box seen from all cameras.
static double bytes_of(const struct frusta_work *w) {
    return sizeof(float) * BOX + (double)w->m;
}

static double footprint(void) {
    return bytes_of(now.work) * (double)now.work->n;
}

// --- running ---

static size_t found(void) {
    const ptrdiff_t seen =
        lbx_frustum_aabb(&now.frustums, now.work->m, &now.boxes, now.work->n, 0, now.classes);
    if (seen < 0) give_up(lbx_error_text(seen));
    return (size_t)seen;
}

static void run(void) {
    found();
}

static size_t expected(void) {
    use_isa(LBX_ISA_SCALAR);
    const size_t seen = found();
    use_isa(now.work->isa);
    return seen;
}

// --- the list ---

static const struct row_kind this_kind = {open, run, found, expected, footprint};

void frusta_rows(void) {
    for (unsigned k = 0; k < 2 * SIZES * ISAS; k++) {
        const struct frusta_work work = {k / ISAS % 2 ? CAMERAS : 1, sizes[k / ISAS / 2],
                                         (lbx_isa)(k % ISAS)};
        if (!lbx_isa_available(work.isa)) continue;
        struct row row = {.n = work.n,
                          .isa = work.isa,
                          .reproducible = 1,
                          .bytes = bytes_of(&work),
                          .kind = &this_kind};
        snprintf(row.name, sizeof row.name, "frustum_aabb/%s/%s/%zu",
                 work.m > 1 ? "four_many" : "one_many", lbx_isa_name(work.isa), work.n);
        row_add(row, &work, sizeof work);
    }
}
