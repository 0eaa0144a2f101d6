// SPDX-License-Identifier: MIT
// Sets with their orders, what is searched in them, and every pair that a search should find.
#ifndef LBX_SEARCHES_H
#define LBX_SEARCHES_H

#include <stdbool.h>

#include "guarded.h"
#include "lanebox/pairs.h"
#include "sets.h"

// Sets for tests, besides those of sets.h.
enum {
    SET_HOSTILE = SET_KINDS, // any floats
    SET_OPEN,                // sides of infinity, FLT_MAX and NaN, empty boxes
    SET_ALL
};

enum { UNTOUCHED = 0x5a }; // around the memory of orders

void *memory_of(size_t bytes); // or the test fails

const char *set_name(unsigned kind);
void set_make(unsigned kind, size_t n, uint64_t seed, struct set_box *boxes);

struct set {
    struct set_box *boxes;
    size_t n, bytes;
    struct guarded order; // sorted; of just these bytes
};

struct set set_open(unsigned kind, size_t n, uint64_t seed);
void set_close(struct set *set);
lbx_aabbs set_view(const struct set_box *boxes, size_t n);

// A call that gives an error, or a count.
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

// The pairs of a list are those of another one, which is in order.
void list_expect(const struct list *found, const struct list *want, const char *what);

// Every pair that lbx_aabb_aabb reports, in order: of one set where `b` is NULL.
struct list truth_of(const struct set *a, const struct set *b);

struct items { // boxes, rays, or boxes in motion: what queries are made of
    lbx_aabbs boxes;
    lbx_rays rays;
    lbx_motions motions;
    size_t n;
};

// What is asked: of one set, between two, or by items, of which there is one kind.
struct search {
    const struct set *a, *b;   // b NULL: of one set
    const struct items *items; // not NULL: these seek in a
    enum { ITEMS_BOXES, ITEMS_RAYS, ITEMS_SWEEPS, ITEMS_KINDS } kind;
    const lbx_filter *a_filter, *b_filter;
    size_t part, parts; // 0 of 0: the whole
    size_t room;
};

// All that a search finds, asked for `room` at a time, in memory that ends where the room does, and
// counted before.
struct list search_all(const struct search *search);

// Every table finds these pairs, all in the same order. The rooms of some tables are smaller ones.
void search_by_every_table(const struct search *search, const struct list *want);

#endif
