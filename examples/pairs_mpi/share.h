// SPDX-License-Identifier: MIT
// A rank's share of the set: the boxes that it owns, which are those whose min corner lies in its
// brick, and its ghosts, which are boxes of other ranks that its pairs may need.
#ifndef PAIRS_MPI_SHARE_H
#define PAIRS_MPI_SHARE_H

#include "bricks.h"
#include "wire.h"

/// What boxes are computed from, on all ranks and in the one process that they are compared with.
struct scene {
    uint64_t n, odd; // boxes; one in `odd` boxes is an odd one, 0 for none
    enum set_kind kind;
    int drifts; // otherwise swings
    int grid;   // whether boxes begin and end at whole numbers, so that many touch, also at cuts
    int speed;  // multiplies the set's velocities
};

/// What a box is computed from, on whichever rank it is.
struct body {
    uint64_t id;
    struct set_box begun;
    float velocity[3];
    uint32_t unused; // no byte on the wire is left undefined
};

/// A box at its current place, as ranks send it to be a ghost.
struct item {
    uint64_t id;
    struct set_box box;
};

struct share {
    struct scene scene;
    struct bricks bricks;
    struct brick brick;                     // this rank's
    struct buffer bodies, items;            // items: the bodies' boxes, then the ghosts
    struct buffer sent, received, order_of; // scratch
    size_t owned, ghosts, migrants;         // migrants: bodies that left in this step
    uint64_t bytes;                         // bytes that left this rank in this step
};

/// Hashes x one-to-one: the last steps of splitmix64.
static inline uint64_t scatter(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/// Computes `count` bodies of a scene from `first` on, including odd ones.
void scene_fill(const struct scene *scene, size_t first, size_t count, struct body *bodies);

/// How far boxes are from where they began, as a multiple of their velocities.
float scene_times(const struct scene *scene, unsigned step);

/// Begins with an equal part of the list, wherever its boxes are; the first migration sends each to
/// its owner.
void share_begin(struct share *share, const struct scene *scene, const struct wire *wire);
void share_free(struct share *share);

/// Moves the owned boxes to their places in this step.
void share_move(struct share *share, unsigned step);

/// Cuts space anew, from a sample of the boxes of all ranks.
void share_cut(struct share *share, const struct wire *wire);

/// Sends bodies whose min corner has left the brick to their owners.
void share_migrate(struct share *share, const struct wire *wire, unsigned step);

/// How many owned boxes lie outside of the brick: none after a migration.
size_t share_strays(const struct share *share);

/// Sends owned boxes to all other ranks that may need them, and receives the ghosts.
void share_ghosts(struct share *share, const struct wire *wire);

#endif
