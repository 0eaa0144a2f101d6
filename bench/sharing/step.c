// SPDX-License-Identifier: MIT
#include "step.h"

#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"
#include "lanebox/pairs.h"
#include "tests/support/sets.h"

enum {
    PARTS = 64,   // of a search
    RANGES = 32,  // of the boxes' numbers
    PAIRS_MAX = 8 // per box; on average there are 5
};

// The pairs of a part of the search, as they were found, and by their range.
struct part {
    lbx_pair *found, *by_range;
    size_t begin[RANGES + 1]; // of each range, and the end
};

// The pairs whose lower number is in a range: of the last two steps, and room for what changed.
struct range {
    lbx_pair *list[2], *scratch, *added, *removed;
    size_t count[2], changes;
};

struct step {
    size_t n, frame;
    struct set_box *begun, *boxes;
    float (*velocity)[3];
    void *order;
    struct part part[PARTS];
    struct range range[RANGES];
    struct range whole;
};

static lbx_pair *pairs_of(size_t count) {
    return resize(NULL, count, sizeof(lbx_pair));
}

static void range_open(struct range *range, size_t room) {
    lbx_pair **const lists[] = {&range->list[0], &range->list[1], &range->scratch, &range->added,
                                &range->removed};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) *lists[k] = pairs_of(room);
}

static void range_free(struct range *range) {
    for (int k = 0; k < 2; k++) free(range->list[k]);
    free(range->scratch);
    free(range->added);
    free(range->removed);
}

// Parts and ranges have room for twice their share.
struct step *step_open(size_t boxes) {
    struct step *const step = resize(NULL, 1, sizeof *step);
    const size_t room = PAIRS_MAX * boxes;
    *step = (struct step){.n = boxes};
    step->begun = resize(NULL, boxes, sizeof *step->begun);
    step->boxes = resize(NULL, boxes, sizeof *step->boxes);
    step->velocity = resize(NULL, boxes, sizeof *step->velocity);
    step->order = aligned_alloc(64, (lbx_order_bytes(boxes) + 63) / 64 * 64);
    if (!step->order) die("no memory");
    set_fill(SET_DENSE, boxes, 1, step->begun);
    set_velocities(SET_DENSE, boxes, 1, step->velocity);
    for (int k = 0; k < PARTS; k++) {
        step->part[k].found = pairs_of(2 * room / PARTS);
        step->part[k].by_range = pairs_of(2 * room / PARTS);
    }
    for (int k = 0; k < RANGES; k++) range_open(&step->range[k], 2 * room / RANGES);
    range_open(&step->whole, room);
    return step;
}

void step_free(struct step *step) {
    free(step->begun);
    free(step->boxes);
    free(step->velocity);
    free(step->order);
    for (int k = 0; k < PARTS; k++) {
        free(step->part[k].found);
        free(step->part[k].by_range);
    }
    for (int k = 0; k < RANGES; k++) range_free(&step->range[k]);
    range_free(&step->whole);
    free(step);
}

static size_t found(const struct step *step, lbx_cursor *cursor, lbx_pair *out, size_t room) {
    const size_t count = checked(lbx_pairs(step->order, NULL, cursor, out, room));
    if (!cursor->done) die("more pairs than %zu", room);
    return count;
}

static void search(void *data, size_t k) {
    struct step *const step = data;
    struct part *const part = &step->part[k];
    lbx_cursor cursor;
    checked(lbx_cursor_range(&cursor, k, PARTS));
    const size_t count = found(step, &cursor, part->found, 2 * PAIRS_MAX * step->n / PARTS);
    size_t at[RANGES + 1] = {0};
    for (size_t i = 0; i < count; i++) at[part->found[i].a * (size_t)RANGES / step->n + 1]++;
    for (int r = 0; r < RANGES; r++) at[r + 1] += at[r];
    memcpy(part->begin, at, sizeof at);
    for (size_t i = 0; i < count; i++)
        part->by_range[at[part->found[i].a * (size_t)RANGES / step->n]++] = part->found[i];
}

// Sorts the list of this step and compares it with that of the last one.
static void compare(struct range *range, size_t frame) {
    const int now = frame % 2, old = !now;
    checked(lbx_pairs_sort(range->list[now], range->count[now], range->scratch));
    range->changes = checked(lbx_pair_changes(range->list[old], range->count[old], range->list[now],
                                              range->count[now], range->added, &(size_t){0},
                                              range->removed, &(size_t){0}));
}

static void gather(void *data, size_t r) {
    struct step *const step = data;
    struct range *const range = &step->range[r];
    const size_t now = step->frame % 2, room = 2 * PAIRS_MAX * step->n / RANGES;
    range->count[now] = 0;
    for (int k = 0; k < PARTS; k++) {
        const struct part *const part = &step->part[k];
        const size_t count = part->begin[r + 1] - part->begin[r];
        if (count > room - range->count[now]) die("more pairs than %zu", room);
        memcpy(range->list[now] + range->count[now], part->by_range + part->begin[r],
               count * sizeof(lbx_pair));
        range->count[now] += count;
    }
    compare(range, step->frame);
}

size_t step_run(struct step *step, bool sort, const lbx_workers *workers) {
    const size_t bytes = lbx_order_bytes(step->n);
    const lbx_aabbs view =
        lbx_aabbs_of(step->boxes->min, step->boxes->max, step->n, sizeof *step->boxes);
    set_swing(step->begun, step->velocity, step->n, (unsigned)(step->frame % SWINGS), step->boxes);
    checked((sort || step->frame == 0 ? lbx_order_sort : lbx_order_refit)(
        &view, step->n, step->order, bytes, workers));
    size_t changes = 0;
    if (workers) {
        workers->run(workers->context, search, step, PARTS);
        workers->run(workers->context, gather, step, RANGES);
        for (int r = 0; r < RANGES; r++) changes += step->range[r].changes;
    } else {
        lbx_cursor cursor = {0};
        struct range *const whole = &step->whole;
        const size_t now = step->frame % 2;
        whole->count[now] = found(step, &cursor, whole->list[now], PAIRS_MAX * step->n);
        compare(whole, step->frame);
        changes = whole->changes;
    }
    step->frame++;
    return changes;
}
