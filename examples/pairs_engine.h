// SPDX-License-Identifier: MIT
// What a physics engine asks of lanebox in each step: which bodies touch, and which contacts have
// changed.
#ifndef EXAMPLE_PAIRS_ENGINE_H
#define EXAMPLE_PAIRS_ENGINE_H

#include <stdint.h>

#include "lanebox/pairs.h"
#include "pairs_bodies.h"

/// A list of pairs that grows as needed.
struct pair_list {
    lbx_pair *pairs;
    size_t count, room;
};

/// Makes room for `more` further pairs.
void pair_list_reserve(struct pair_list *list, size_t more);

/// What an engine keeps from step to step.
struct engine {
    void *order;
    size_t order_bytes;
    struct pair_list pairs;         ///< pairs whose AABBs overlap, sorted
    struct pair_list contacts, old; ///< pairs whose OBBs touch, in this step and the one before
    struct pair_list began, ended;  ///< contacts that began or ended in this step
    struct pair_list scratch;
    uint8_t *hits; ///< one bit for each of `pairs`: whether it is a contact
};

void engine_make(struct engine *engine, size_t bodies);
void engine_free(struct engine *engine);

/// Finds all pairs whose AABBs overlap, `step` steps after the first.
void engine_find_pairs(struct engine *engine, const struct world *world, size_t step);

/// Finds those of these pairs whose OBBs touch, in the same order.
void engine_find_contacts(struct engine *engine, const struct world *world);

/// Finds which contacts began and which ended since the step before.
void engine_find_changes(struct engine *engine);

#endif
