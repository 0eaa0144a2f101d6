// SPDX-License-Identifier: MIT
#include "pairs_engine.h"

#include <stdlib.h>

#include "tool.h"

enum {
    SORTED = 8,  // steps from one sort to the next
    ROOM = 16384 // pairs per call: list, boxes and answers stay in the cache
};

void pair_list_reserve(struct pair_list *list, size_t more) {
    if (list->room - list->count >= more) return;
    list->room = 2 * (list->count + more);
    list->pairs = resize(list->pairs, list->room, sizeof *list->pairs);
}

void engine_make(struct engine *engine, size_t bodies) {
    *engine = (struct engine){.order_bytes = lbx_order_bytes(bodies)};
    engine->order = resize(NULL, engine->order_bytes, 1);
}

void engine_free(struct engine *engine) {
    struct pair_list *const lists[] = {&engine->pairs, &engine->contacts, &engine->old,
                                       &engine->began, &engine->ended,    &engine->scratch};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->pairs);
    free(engine->hits);
    free(engine->order);
}

// Bodies move little in a step, so one sort serves several steps.
void engine_find_pairs(struct engine *engine, const struct world *world, size_t step) {
    const lbx_aabbs aabbs = aabb_view(world);
    struct pair_list *const pairs = &engine->pairs;
    lbx_cursor cursor = {0};
    checked((step % SORTED ? lbx_order_refit : lbx_order_sort)(&aabbs, world->count, engine->order,
                                                               engine->order_bytes, NULL));
    pairs->count = 0;
    for (size_t found = ROOM; found == ROOM; pairs->count += found) {
        pair_list_reserve(pairs, ROOM);
        found = checked(lbx_pairs(engine->order, NULL, &cursor, pairs->pairs + pairs->count, ROOM));
    }
    pair_list_reserve(&engine->scratch, pairs->count);
    checked(lbx_pairs_sort(pairs->pairs, pairs->count, engine->scratch.pairs));
}

void engine_find_contacts(struct engine *engine, const struct world *world) {
    const struct pair_list *const pairs = &engine->pairs;
    struct pair_list *const contacts = &engine->contacts;
    const struct pair_list old = engine->old;
    engine->old = *contacts;
    *contacts = old;
    lbx_obbs a = obb_view(world), b = a;
    engine->hits = resize(engine->hits, pairs->count / 8 + 1, 1);
    contacts->count = 0;
    pair_list_reserve(contacts, pairs->count);
    for (size_t first = 0, n; first < pairs->count; first += n) {
        const lbx_pair *const some = pairs->pairs + first;
        uint8_t *const hits = engine->hits + first / 8;
        n = pairs->count - first < ROOM ? pairs->count - first : ROOM;
        a.pick = lbx_indexed_every(&some->a, n, sizeof *some);
        b.pick = lbx_indexed_every(&some->b, n, sizeof *some);
        checked(lbx_obb_obb(&a, &b, n, 0, hits));
        contacts->count +=
            checked(lbx_keep(hits, n, some, sizeof *some, contacts->pairs + contacts->count));
    }
}

void engine_find_changes(struct engine *engine) {
    const struct pair_list *const now = &engine->contacts, *const old = &engine->old;
    pair_list_reserve(&engine->began, now->count);
    pair_list_reserve(&engine->ended, old->count);
    checked(lbx_pair_changes(old->pairs, old->count, now->pairs, now->count, engine->began.pairs,
                             &engine->began.count, engine->ended.pairs, &engine->ended.count));
}
