// SPDX-License-Identifier: MIT
// The rows of lbx_frustum_aabb, _obb and _sphere: one camera, or four, against items.
#include <stdio.h>
#include <stdlib.h>

#include "../tests/scenes/frustums.h"
#include "../tests/support/isas.h"
#include "data.h"
#include "kinds.h"

enum { CAMERAS = 4, SEED = 1 };

struct frusta_work {
    enum seen_shape shape;
    size_t m, n;
    lbx_isa isa;
};

static const size_t sizes[] = {8, 1024, 65536};

enum { SIZES = sizeof sizes / sizeof *sizes };

// --- data, made on first use and kept ---

static struct {
    const struct frusta_work *work;
    struct frusta cameras;
    float *item[SEEN_SHAPES][SEEN_FLOATS_MAX];
    uint8_t *classes;
    lbx_frustums frustums;
    struct seen_items items;
} now;

static void *memory(size_t bytes) {
    void *const at = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!at) give_up("no memory for what frusta see");
    return at;
}

static void make_items(enum seen_shape shape) {
    const size_t most = sizes[SIZES - 1];
    const unsigned floats = seen_floats(shape);
    struct frusta some;
    for (unsigned k = 0; k < floats; k++) now.item[shape][k] = memory(most * sizeof(float));
    for (size_t i = 0; i < most; i++) {
        const size_t k = i % SCENE_SEEN;
        if (k == 0) scene_frusta(&some, shape, SCENE_MIXED, SEED + 1 + i / SCENE_SEEN);
        for (unsigned f = 0; f < floats; f++) now.item[shape][f][i] = some.item[f][k];
    }
}

static void open(const void *of) {
    now.work = of;
    if (!now.classes) {
        now.classes = memory(CAMERAS * sizes[SIZES - 1]);
        scene_frusta(&now.cameras, SEEN_AABBS, SCENE_MIXED, SEED);
    }
    const enum seen_shape shape = now.work->shape;
    if (!now.item[shape][0]) make_items(shape);
    const float *at[SEEN_FLOATS_MAX];
    for (unsigned k = 0; k < SEEN_FLOATS_MAX; k++) at[k] = now.item[shape][k];
    now.frustums = lbx_frustums_of(now.cameras.frustum, now.work->m);
    now.items = seen_items_of(shape, at, now.work->n, 0, lbx_from(0));
    use_isa(now.work->isa);
}

// Per item, seen from all cameras.
static double bytes_of(const struct frusta_work *w) {
    return sizeof(float) * (double)seen_floats(w->shape) + (double)w->m;
}

static double footprint(void) {
    return bytes_of(now.work) * (double)now.work->n;
}

// --- running ---

static size_t found(void) {
    const ptrdiff_t seen =
        seen_from(&now.frustums, now.work->m, &now.items, now.work->n, 0, now.classes);
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
    for (unsigned k = 0; k < 2 * SIZES * ISAS * SEEN_SHAPES; k++) {
        const unsigned way = k / ISAS;
        const struct frusta_work work = {way / 2 / SIZES, way % 2 ? CAMERAS : 1,
                                         sizes[way / 2 % SIZES], (lbx_isa)(k % ISAS)};
        if (!lbx_isa_available(work.isa)) continue;
        struct row row = {.n = work.n,
                          .isa = work.isa,
                          .reproducible = 1,
                          .bytes = bytes_of(&work),
                          .kind = &this_kind};
        snprintf(row.name, sizeof row.name, "%s/%s/%s/%zu", seen_test(work.shape),
                 work.m > 1 ? "four_many" : "one_many", lbx_isa_name(work.isa), work.n);
        row_add(row, &work, sizeof work);
    }
}
