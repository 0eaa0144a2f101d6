// SPDX-License-Identifier: MIT
// What a physics engine asks of lanebox in each step: which bodies touch, and what has changed.
#ifndef EXAMPLE_PAIRS_ENGINE_H
#define EXAMPLE_PAIRS_ENGINE_H

#include <stdint.h>

#include "lanebox/pairs.h"
#include "pairs_bodies.h"

/// Pairs that grow as they must.
struct pair_list {
    lbx_pair *pairs;
    size_t count, room;
};

/// Makes room for so many more.
void pair_list_reserve(struct pair_list *list, size_t more);

/// What an engine keeps from step to step.
struct engine {
    void *order;
    size_t order_bytes;
    struct pair_list pairs;         ///< whose AABBs overlap, sorted
    struct pair_list contacts, old; ///< whose OBBs touch, in this step and the one before
    struct pair_list began, ended;  ///< of the contacts
    struct pair_list scratch;
    uint8_t *hits; ///< of pairs, which are contacts
};

void engine_make(struct engine *engine, size_t bodies);
void engine_free(struct engine *engine);

/// All pairs whose AABBs overlap, `step` steps after the first.
void engine_find_pairs(struct engine *engine, const struct world *world, size_t step);

/// Of these pairs those whose OBBs touch, in the same order.
void engine_find_contacts(struct engine *engine, const struct world *world);

/// Which contacts began and which ended since the step before.
void engine_find_changes(struct engine *engine);

#endif
