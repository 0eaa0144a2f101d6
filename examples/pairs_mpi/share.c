// SPDX-License-Identifier: MIT
#include "share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Messages are these structures as they are in memory: all ranks must lay them out alike.
_Static_assert(sizeof(struct body) == 48 && sizeof(struct item) == 32, "messages have padding");

void share_begin(struct share *share, const struct scene *scene, const struct wire *wire) {
    const uint64_t ranks = (uint64_t)wire->ranks, rank = (uint64_t)wire->rank;
    // Every rank starts with n / R boxes; the first n mod R ranks have one more each.
    const uint64_t each = scene->n / ranks, more = scene->n % ranks;
    const uint64_t first = each * rank + (rank < more ? rank : more);
    *share = (struct share){.scene = *scene, .owned = each + (rank < more)};
    bricks_make(&share->bricks, wire->ranks);
    scene_fill(scene, first, share->owned,
               buffer_room(&share->bodies, share->owned, sizeof(struct body)));
}

void share_free(struct share *share) {
    bricks_free(&share->bricks);
    free(share->bodies.at);
    free(share->items.at);
    free(share->sent.at);
    free(share->received.at);
    free(share->order_of.at);
}

// Computes the boxes of the owned bodies from `first` on.
static void place(struct share *share, size_t first, unsigned step) {
    const float times = scene_times(&share->scene, step);
    struct body *const bodies = share->bodies.at;
    struct item *const items = buffer_room(&share->items, share->owned, sizeof *items);
    for (size_t i = first; i < share->owned; i++) {
        items[i].id = bodies[i].id;
        set_move(&bodies[i].begun, &bodies[i].velocity, 1, times, &items[i].box);
    }
}

void share_move(struct share *share, unsigned step) {
    place(share, 0, step);
}

void share_cut(struct share *share, const struct wire *wire) {
    // With 1024 samples per rank, a brick has some 3 % more or less than its share. All ranks hold
    // all samples, so there are fewer per rank if there are a thousand ranks or more.
    enum { SAMPLES = 1024, MOST = 1 << 20 };
    const uint64_t ranks = (uint64_t)wire->ranks;
    const uint64_t wanted = ranks * SAMPLES < MOST ? ranks * SAMPLES : MOST;
    // Samples are chosen by the boxes' numbers, not by their places in lists: they are the same
    // boxes each time, so cuts move only as far as boxes do. The numbers are scattered because sets
    // repeat themselves: every other box of the set of piles, say, would miss half the piles.
    const uint64_t step = share->scene.n > wanted ? share->scene.n / wanted : 1;
    const struct item *const items = share->items.at;
    size_t count = 0;
    for (size_t i = 0; i < share->owned; i++) {
        if (scatter(items[i].id + 1) % step != 0) continue;
        struct corner *const samples = buffer_room(&share->sent, count + 1, sizeof *samples);
        samples[count++] = min_corner(&items[i].box);
    }
    const size_t all = wire_gather_all(wire, share->sent.at, count, &share->received,
                                       sizeof(struct corner), "a sample of the boxes");
    share->bytes += (count * sizeof(struct corner) + sizeof(struct cut)) * (ranks - 1);
    const struct cut own = bricks_cut(&share->bricks, wire->rank, share->received.at, all);
    wire_gather_all(wire, &own, 1, &share->received, sizeof own, "the cuts");
    memcpy(share->bricks.cuts, share->received.at, ranks * sizeof own);
    share->brick = bricks_of(&share->bricks, wire->rank);
}

// Computes where each rank's items begin from how many each has; returns how many all have.
static size_t begin_each(const struct wire *wire, const size_t *counts, size_t *begins) {
    size_t sum = 0;
    for (int k = 0; k < wire->ranks; k++) {
        begins[k] = sum;
        sum += counts[k];
    }
    return sum;
}

void share_migrate(struct share *share, const struct wire *wire, unsigned step) {
    size_t *const counts = resize(NULL, 2 * (size_t)wire->ranks, sizeof *counts);
    size_t *const begins = counts + wire->ranks;
    memset(counts, 0, (size_t)wire->ranks * sizeof *counts);
    struct body *const bodies = share->bodies.at;
    struct item *const items = share->items.at;
    int *const owner = buffer_room(&share->order_of, share->owned, sizeof *owner);
    for (size_t i = 0; i < share->owned; i++) {
        const struct corner min = min_corner(&items[i].box);
        owner[i] =
            brick_holds(&share->brick, &min) ? wire->rank : bricks_owner(&share->bricks, &min);
        counts[owner[i]] += owner[i] != wire->rank;
    }
    share->migrants = begin_each(wire, counts, begins);
    struct body *const leaving = buffer_room(&share->sent, share->migrants, sizeof *leaving);
    size_t kept = 0;
    for (size_t i = 0; i < share->owned; i++) {
        if (owner[i] != wire->rank) {
            leaving[begins[owner[i]]++] = bodies[i];
            continue;
        }
        bodies[kept] = bodies[i];
        items[kept++] = items[i];
    }
    const size_t come = wire_exchange(wire, leaving, counts, &share->received, sizeof *leaving,
                                      "boxes that migrate");
    share->bytes += share->migrants * sizeof *leaving;
    share->owned = kept + come;
    struct body *const all = buffer_room(&share->bodies, share->owned, sizeof *all);
    if (come) memcpy(all + kept, share->received.at, come * sizeof *all);
    free(counts);
    place(share, kept, step);
}

size_t share_strays(const struct share *share) {
    const struct item *const items = share->items.at;
    size_t strays = 0;
    for (size_t i = 0; i < share->owned; i++) {
        const struct corner min = min_corner(&items[i].box);
        strays += !brick_holds(&share->brick, &min);
    }
    return strays;
}

// A box to be sent and the rank that receives it.
struct parcel {
    size_t item;
    int rank;
};

void share_ghosts(struct share *share, const struct wire *wire) {
    const size_t ranks = (size_t)wire->ranks;
    size_t *const counts = resize(NULL, 2 * ranks, sizeof *counts), *const begins = counts + ranks;
    int *const touched = resize(NULL, ranks, sizeof *touched);
    memset(counts, 0, ranks * sizeof *counts);
    const struct item *const items = share->items.at;
    size_t parcels = 0;
    for (size_t i = 0; i < share->owned; i++) {
        struct corner max;
        for (int c = 0; c < 3; c++) max.at[c] = items[i].box.max[c];
        const struct corner min = min_corner(&items[i].box);
        // Most boxes lie within the brick and are sent nowhere.
        if (brick_holds(&share->brick, &min) && brick_holds(&share->brick, &max) &&
            !has_nan(&items[i].box))
            continue;
        const size_t to = bricks_touched(&share->bricks, &items[i].box, touched);
        struct parcel *const list =
            buffer_room(&share->order_of, parcels + to, sizeof(struct parcel));
        for (size_t k = 0; k < to; k++) {
            if (touched[k] == wire->rank) continue;
            list[parcels++] = (struct parcel){i, touched[k]};
            counts[touched[k]]++;
        }
    }
    begin_each(wire, counts, begins);
    const struct parcel *const list = share->order_of.at;
    struct item *const sent = buffer_room(&share->sent, parcels, sizeof *sent);
    for (size_t k = 0; k < parcels; k++) sent[begins[list[k].rank]++] = items[list[k].item];
    share->ghosts = wire_exchange(wire, sent, counts, &share->received, sizeof *sent, "ghosts");
    share->bytes += parcels * sizeof *sent;
    struct item *const all = buffer_room(&share->items, share->owned + share->ghosts, sizeof *all);
    if (share->ghosts) memcpy(all + share->owned, share->received.at, share->ghosts * sizeof *all);
    free(touched);
    free(counts);
}
