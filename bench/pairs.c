// SPDX-License-Identifier: MIT
// The rows of pairs. A run has several frames. In each frame the boxes of a set have moved, the
// order is brought up to date and all pairs are found.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/support/isas.h"
#include "../tests/support/sets.h"
#include "data.h"
#include "kinds.h"
#include "lanebox/pairs.h"

// How boxes move from frame to frame, and when the order is sorted. Boxes swing and are sorted in
// every frame; or they swing and the order of the first frame is kept; or they drift and are sorted
// in every eighth frame.
static const struct way {
    const char *name;
    unsigned most_frames;
    void (*move)(const struct set_box *begun, float (*const velocity)[3], size_t n, unsigned frame,
                 struct set_box *boxes);
    unsigned sorted; // every this many frames; 0: once, before the run
} ways[] = {
    {"", SWINGS, set_swing, 1}, {"_refit", SWINGS, set_swing, 0}, {"_drift", DRIFTS, set_drift, 8}};

static const enum set_kind kinds[] = {SET_SPARSE, SET_DENSE, SET_PILES, SET_MIXED, SET_FLAT};
static const size_t sizes[] = {1024, 10000, 100000, 1000000};

enum {
    WAYS = sizeof ways / sizeof *ways,
    KINDS = sizeof kinds / sizeof *kinds,
    SIZES = sizeof sizes / sizeof *sizes,
    FEWEST_FRAMES = 8,    // of a motion
    KEPT_BOXES = 4000000, // in all frames of a motion together
    PAIRS = 16,           // per box, more than any of these sets has
    SWEPT_MOST = 100000,  // boxes that a sweep along x can handle
    SET_SEED = 1,
    VELOCITY_SEED = 9
};

struct pairs_work {
    unsigned kind, way, size;
    enum { TABLE, REFERENCE } runner;
    lbx_isa isa;
};

// --- data, made when first asked for and kept while the same set is asked for ---

struct room {
    struct set_box *frame[DRIFTS];
    void *order;
    size_t order_bytes;
    lbx_pair *pairs;
    uint32_t *by_x; // of the reference
};

static struct {
    const struct pairs_work *work;
    struct room room;
    size_t n;
    unsigned frames;
} now;

static unsigned frames_of(const struct pairs_work *w) {
    const size_t kept = KEPT_BOXES / sizes[w->size];
    const size_t frames = kept < FEWEST_FRAMES ? FEWEST_FRAMES : kept;
    return frames < ways[w->way].most_frames ? (unsigned)frames : ways[w->way].most_frames;
}

static void *allocate(size_t bytes) {
    void *const p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) give_up("no memory for the sets");
    memset(p, 0, bytes); // so that the pages are mapped before the clock starts
    return p;
}

static void free_room(struct room *room) {
    for (unsigned f = 0; f < DRIFTS; f++) free(room->frame[f]);
    free(room->order);
    free(room->pairs);
    free(room->by_x);
    *room = (struct room){{NULL}, NULL, 0, NULL, NULL};
}

static void make_room(const struct pairs_work *w, size_t n) {
    const struct way *const way = &ways[w->way];
    struct room *const room = &now.room;
    float(*const velocity)[3] = allocate(n * sizeof *velocity);
    free_room(room);
    for (unsigned f = 0; f < now.frames; f++) room->frame[f] = allocate(n * sizeof **room->frame);
    set_fill(kinds[w->kind], n, SET_SEED, room->frame[0]);
    set_velocities(kinds[w->kind], n, VELOCITY_SEED, velocity);
    for (unsigned f = 1; f < now.frames; f++)
        way->move(room->frame[0], velocity, n, f, room->frame[f]);
    free(velocity);
    room->order_bytes = lbx_order_bytes(n);
    room->order = allocate(room->order_bytes);
    room->pairs = allocate(n * PAIRS * sizeof *room->pairs);
    room->by_x = allocate(n * sizeof *room->by_x);
}

static lbx_aabbs frame_view(unsigned frame) {
    struct set_box *const boxes = now.room.frame[frame];
    return lbx_aabbs_of(boxes->min, boxes->max, now.n, sizeof *boxes);
}

static void sort(unsigned frame) {
    const lbx_aabbs view = frame_view(frame);
    const ptrdiff_t sorted =
        lbx_order_sort(&view, now.n, now.room.order, now.room.order_bytes, NULL);
    if (sorted < 0) give_up(lbx_error_text(sorted));
}

static void open(const void *of) {
    const struct pairs_work *const work = of;
    static unsigned made[3] = {KINDS, WAYS, SIZES}; // what the room holds
    const unsigned wanted[3] = {work->kind, work->way, work->size};
    now.work = work;
    now.n = sizes[work->size];
    now.frames = frames_of(work);
    if (memcmp(made, wanted, sizeof made) != 0) make_room(work, now.n);
    memcpy(made, wanted, sizeof made);
    if (work->runner == TABLE) use_isa(work->isa);
    sort(0);
}

static double footprint(void) {
    return (double)(now.frames * now.n * sizeof **now.room.frame + now.room.order_bytes);
}

// --- running ---

static size_t find_pairs(void) {
    lbx_cursor cursor = {0};
    const ptrdiff_t found = lbx_pairs(now.room.order, NULL, &cursor, now.room.pairs, now.n * PAIRS);
    if (found < 0) give_up(lbx_error_text(found));
    if ((size_t)found == now.n * PAIRS) give_up("more pairs than there is room for");
    return (size_t)found;
}

static const struct set_box *swept; // for qsort's comparison

static int by_x(const void *a, const void *b) {
    const float x = swept[*(const uint32_t *)a].min[0], y = swept[*(const uint32_t *)b].min[0];
    return x < y ? -1 : x > y;
}

// Sorts along x, and tests each box against those that begin before it ends.
static size_t sweep(unsigned frame) {
    uint32_t *const order = now.room.by_x;
    size_t found = 0;
    swept = now.room.frame[frame];
    for (size_t i = 0; i < now.n; i++) order[i] = (uint32_t)i;
    qsort(order, now.n, sizeof *order, by_x);
    for (size_t i = 0; i < now.n; i++) {
        const struct set_box *const a = &swept[order[i]];
        for (size_t k = i + 1; k < now.n && swept[order[k]].min[0] <= a->max[0]; k++) {
            const struct set_box *const b = &swept[order[k]];
            found += a->min[1] <= b->max[1] && b->min[1] <= a->max[1] && a->min[2] <= b->max[2] &&
                     b->min[2] <= a->max[2];
        }
    }
    return found;
}

static void run_frame(unsigned frame) {
    const unsigned sorted = ways[now.work->way].sorted;
    if (now.work->runner == REFERENCE) {
        now.room.by_x[0] = (uint32_t)sweep(frame);
        return;
    }
    if (sorted && frame % sorted == 0) {
        sort(frame);
    } else {
        const lbx_aabbs view = frame_view(frame);
        const ptrdiff_t filled =
            lbx_order_refit(&view, now.n, now.room.order, now.room.order_bytes, NULL);
        if (filled < 0) give_up(lbx_error_text(filled));
    }
    find_pairs();
}

static void run(void) {
    for (unsigned frame = 0; frame < now.frames; frame++) run_frame(frame);
}

// The pairs of the first frame, as the row finds them.
static size_t found(void) {
    return now.work->runner == REFERENCE ? sweep(0) : find_pairs();
}

// The same number by a sweep along x, or for large sets by the scalar table.
static size_t expected(void) {
    if (now.n <= SWEPT_MOST) return sweep(0);
    use_isa(LBX_ISA_SCALAR);
    const size_t found = find_pairs();
    use_isa(now.work->isa);
    return found;
}

// --- the list ---

static const struct row_kind this_kind = {open, run, found, expected, footprint};

static void add_row(struct pairs_work work, const char *isa) {
    struct row row = {.n = sizes[work.size],
                      .frames = frames_of(&work),
                      .isa = work.isa,
                      .reproducible = 1,
                      .bytes = sizeof(struct set_box),
                      .kind = &this_kind};
    snprintf(row.name, sizeof row.name, "pairs/%s%s/%s/%zu", set_names[kinds[work.kind]],
             ways[work.way].name, isa, row.n);
    row_add(row, &work, sizeof work);
}

void pairs_rows(void) {
    for (unsigned size = 0; size < SIZES; size++) {
        for (unsigned k = 0; k < KINDS * WAYS; k++) {
            struct pairs_work work = {.kind = k / WAYS, .way = k % WAYS, .size = size};
            if (work.way == 0 && sizes[size] < SWEPT_MOST) {
                work.runner = REFERENCE;
                work.isa = LBX_ISA_BEST;
                add_row(work, "reference");
            }
            work.runner = TABLE;
            for (int isa = 0; isa < ISAS; isa++) {
                if (!lbx_isa_available((lbx_isa)isa)) continue;
                work.isa = (lbx_isa)isa;
                add_row(work, lbx_isa_name(work.isa));
            }
        }
    }
}
