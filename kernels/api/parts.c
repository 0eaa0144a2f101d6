// SPDX-License-Identifier: MIT
// Sharing a call's parts out to the caller's workers.
#include "parts.h"

#include <assert.h>

#ifdef NDEBUG

void lbx_share(const lbx_workers *workers, lbx_part_task *task, void *data, size_t parts) {
    if (workers && parts > 1)
        workers->run(workers->context, task, data, parts);
    else
        for (size_t k = 0; k < parts; k++) task(data, k);
}

#else

// What is counted of a call of `run`: the parts that began, and the sum of their numbers' squares.
// A part that ran twice, or never, changes one of them.
struct counted {
    lbx_part_task *task;
    void *data;
    size_t parts;
    _Atomic uint64_t begun, squares, ended;
};

static void run_counted(void *data, size_t part) {
    struct counted *const c = data;
    assert(part < c->parts);
    lbx_add_to(&c->begun, 1);
    lbx_add_to(&c->squares, (uint64_t)part * part);
    assert(c->begun <= c->parts);
    c->task(c->data, part);
    lbx_add_to(&c->ended, 1);
}

void lbx_share(const lbx_workers *workers, lbx_part_task *task, void *data, size_t parts) {
    if (!workers || parts <= 1) {
        for (size_t k = 0; k < parts; k++) task(data, k);
        return;
    }
    struct counted c = {task, data, parts, 0, 0, 0};
    uint64_t squares = 0;
    for (size_t k = 0; k < parts; k++) squares += (uint64_t)k * k;
    workers->run(workers->context, run_counted, &c, parts);
    assert(c.ended == parts); // `run` returned before the last task did, or left one out
    assert(c.begun == parts && c.squares == squares); // it ran each task once
}

#endif
