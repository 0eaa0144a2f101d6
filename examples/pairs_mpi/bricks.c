// SPDX-License-Identifier: MIT
#include "bricks.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "examples/tool.h"

// --- a node's ranks: the left half, rounded down, and the rest ---

struct node {
    int first, count; // ranks
};

static struct node left_of(struct node node) {
    return (struct node){node.first, node.count / 2};
}

static struct node right_of(struct node node) {
    const int left = node.count / 2;
    return (struct node){node.first + left, node.count - left};
}

static struct cut *cut_of(const struct bricks *bricks, struct node node) {
    return &bricks->cuts[right_of(node).first];
}

void bricks_make(struct bricks *bricks, int ranks) {
    bricks->ranks = ranks;
    bricks->cuts = resize(NULL, (size_t)ranks, sizeof *bricks->cuts);
    for (int k = 0; k < ranks; k++) bricks->cuts[k] = (struct cut){0, 0};
}

void bricks_free(struct bricks *bricks) {
    free(bricks->cuts);
}

// --- cutting ---

static void swap(struct corner *a, struct corner *b) {
    const struct corner old = *a;
    *a = *b, *b = old;
}

// Samples that are equal along an axis, from `begin` to `end`.
struct run {
    size_t begin, end;
    float at;
};

// Returns the run of the k-th sample. Partially orders the samples: those before the k-th are
// smaller along the axis or in its run, those after it larger or in its run. Halving a node needs
// no full sort.
static struct run select_run(int axis, struct corner *samples, size_t count, size_t k) {
    for (size_t low = 0, high = count;;) {
        const float pivot = samples[low + (high - low) / 2].at[axis];
        size_t less = low, equal = low, more = high;
        while (equal < more) {
            const float x = samples[equal].at[axis];
            if (x < pivot)
                swap(&samples[less++], &samples[equal++]);
            else if (x > pivot)
                swap(&samples[equal], &samples[--more]);
            else
                equal++;
        }
        if (k >= less && k < equal) return (struct run){less, equal, pivot};
        if (k < less)
            high = less;
        else
            low = equal;
    }
}

// How far the samples spread along an axis. A tenth at each end does not count: a few boxes far
// outside, even at infinity, must not determine the axis.
static double spread(int axis, struct corner *samples, size_t count) {
    const double low = select_run(axis, samples, count, count / 10).at;
    const double high = select_run(axis, samples, count, count - 1 - count / 10).at;
    return low < high ? high - low : 0;
}

// Cuts a node so that its ranks have equally many samples. Equal samples stay together. Moves the
// left samples to the front and returns how many they are.
static size_t cut_samples(struct cut *cut, struct node node, struct corner *samples, size_t count) {
    // A later axis replaces an earlier one only if it is clearly longer. Otherwise the axes of a
    // cube would take turns as boxes move, and every box would migrate.
    const double clearly = 1.1;
    double widest = -1;
    for (int axis = 0; axis < 3; axis++) {
        const double length = spread(axis, samples, count);
        if (length > clearly * widest) widest = length, cut->axis = axis;
    }
    const double share = (double)left_of(node).count / node.count;
    const size_t wanted = (size_t)(share * (double)count);
    const struct run run = select_run(cut->axis, samples, count, wanted);
    float at = run.at;
    const bool behind = run.end < count && run.end - wanted < wanted - run.begin;
    if (behind) {
        at = samples[run.end].at[cut->axis];
        for (size_t i = run.end; i < count; i++) at = fminf(at, samples[i].at[cut->axis]);
    }
    // A finite cut leaves space on both sides, even if samples lie at infinity.
    cut->at = fminf(fmaxf(at, -FLT_MAX), FLT_MAX);
    return behind ? run.end : run.begin;
}

struct cut bricks_cut(const struct bricks *bricks, int rank, struct corner *samples, size_t count) {
    struct cut own = {0, 0};
    for (struct node node = {0, bricks->ranks}; node.count > 1;) {
        struct cut cut = {0, 0};
        const size_t left = count ? cut_samples(&cut, node, samples, count) : 0;
        if (rank == right_of(node).first) own = cut;
        if (rank < right_of(node).first) {
            node = left_of(node);
            count = left;
        } else {
            node = right_of(node);
            samples += left, count -= left;
        }
    }
    return own;
}

// --- asking ---

struct corner min_corner(const struct set_box *box) {
    struct corner corner;
    for (int c = 0; c < 3; c++) corner.at[c] = isnan(box->min[c]) ? -INFINITY : box->min[c];
    return corner;
}

bool has_nan(const struct set_box *box) {
    bool found = false;
    for (int c = 0; c < 3; c++) found = found || isnan(box->min[c]) || isnan(box->max[c]);
    return found;
}

int bricks_owner(const struct bricks *bricks, const struct corner *point) {
    struct node node = {0, bricks->ranks};
    while (node.count > 1) {
        const struct cut *const cut = cut_of(bricks, node);
        node = point->at[cut->axis] < cut->at ? left_of(node) : right_of(node);
    }
    return node.first;
}

// Writes the ranks of a node whose bricks contain points of the box from min to max, both ends
// included, and returns how many.
static size_t descend(const struct bricks *bricks, struct node node, const struct corner *min,
                      const struct corner *max, int *ranks) {
    if (node.count == 1) {
        *ranks = node.first;
        return 1;
    }
    const struct cut *const cut = cut_of(bricks, node);
    size_t found = 0;
    if (min->at[cut->axis] < cut->at) found = descend(bricks, left_of(node), min, max, ranks);
    if (max->at[cut->axis] >= cut->at)
        found += descend(bricks, right_of(node), min, max, ranks + found);
    return found;
}

size_t bricks_touched(const struct bricks *bricks, const struct set_box *box, int *ranks) {
    if (has_nan(box)) {
        for (int rank = 0; rank < bricks->ranks; rank++) ranks[rank] = rank;
        return (size_t)bricks->ranks;
    }
    const struct corner min = min_corner(box);
    struct corner max;
    for (int c = 0; c < 3; c++) max.at[c] = fmaxf(box->min[c], box->max[c]);
    return descend(bricks, (struct node){0, bricks->ranks}, &min, &max, ranks);
}

// A node without samples may be cut outside of its space, which leaves one side empty.
struct brick bricks_of(const struct bricks *bricks, int rank) {
    struct brick brick = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    struct node node = {0, bricks->ranks};
    while (node.count > 1) {
        const struct cut *const cut = cut_of(bricks, node);
        if (rank < right_of(node).first) {
            brick.high[cut->axis] = fminf(brick.high[cut->axis], cut->at);
            node = left_of(node);
        } else {
            brick.low[cut->axis] = fmaxf(brick.low[cut->axis], cut->at);
            node = right_of(node);
        }
    }
    return brick;
}
