// SPDX-License-Identifier: MIT
// A step of a program with moving boxes: sort or refit, find all pairs, find which came and went.
#ifndef BENCH_SHARING_STEP_H
#define BENCH_SHARING_STEP_H

#include <stdbool.h>

#include "lanebox.h"

struct step;

struct step *step_open(size_t boxes);
void step_free(struct step *step);

/// Makes the next step. Workers share all of it: the search by parts, the changes by ranges of the
/// boxes' numbers. Without workers it is one search and one list. Returns how many pairs came or
/// went.
size_t step_run(struct step *step, bool sort, const lbx_workers *workers);

#endif
