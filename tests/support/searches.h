// SPDX-License-Identifier: MIT
// Sets with their orders, searches in them, and every pair that a search should find.
#ifndef LBX_SEARCHES_H
#define LBX_SEARCHES_H

#include <stdbool.h>

#include "guarded.h"
#include "lanebox/pairs.h"
#include "sets.h"

// Further sets for tests, besides those of sets.h.
enum {
    SET_HOSTILE = SET_KINDS, // any floats
    SET_OPEN,                // sides at infinity, FLT_MAX and NaN, and empty boxes
    SET_ALL
};

enum { UNTOUCHED = 0x5a }; // the bytes around the memory of orders

void *memory_of(size_t bytes); // the test fails if there is none

const char *set_name(unsigned kind);
void set_make(unsigned kind, size_t n, uint64_t seed, struct set_box *boxes);

struct set {
    struct set_box *boxes;
    size_t n, bytes;
    struct guarded order; // sorted, in exactly `bytes` bytes
};

struct set set_open(unsigned kind, size_t n, uint64_t seed);
void set_close(struct set *set);
lbx_aabbs set_view(const struct set_box *boxes, size_t n);

// Expects a call to return an error, or a count.
#define EXPECT_ERROR(error, call)                                                                  \
    do {                                                                                           \
        const ptrdiff_t answer = (call);                                                           \
        expect(answer == (error), "%s: %td, not %d", #call, answer, (int)(error));                 \
    } while (0)

struct list {
    lbx_pair *at; // freed by the caller
    size_t n;
};

bool list_same(const struct list *a, const struct list *b);

// Expects the pairs of a list to be those of another one, which is in order.
void list_expect(const struct list *found, const struct list *want, const char *what);

// Every pair that lbx_aabb_aabb reports, in order. If `b` is NULL, these are pairs of one set.
struct list truth_of(const struct set *a, const struct set *b);

struct items { // the items of queries: boxes, rays, moving boxes, frusta, or capsules
    lbx_aabbs boxes;
    lbx_rays rays;
    lbx_motions motions;
    lbx_frustums frustums;
    lbx_capsules capsules;
    size_t n;
};

// A search in one set, between two sets, or by items of one kind.
struct search {
    const struct set *a, *b;   // b NULL: one set
    const struct items *items; // not NULL: queries in a
    enum { ITEMS_BOXES, ITEMS_RAYS, ITEMS_SWEEPS, ITEMS_FRUSTA, ITEMS_CAPSULES, ITEMS_KINDS } kind;
    const lbx_filter *a_filter, *b_filter;
    size_t part, parts; // 0 of 0: the whole
    size_t room;
    uint64_t budget; // of each call
};

// Continues a search.
ptrdiff_t search_on(const struct search *search, lbx_cursor *cursor, lbx_pair *out);

// Everything that a search finds. It counts first, and then fetches up to `room` pairs at a time
// into memory that ends where the room does.
struct list search_all(const struct search *search);

// Expects every table to find these pairs, all in the same order. Some tables get less room.
void search_by_every_table(const struct search *search, const struct list *want);

// Expects a search to find the same list with any budget, in calls that stop at the same places on
// every table.
void search_by_budgets(const struct search *search);

#endif
