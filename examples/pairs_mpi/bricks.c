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

static int sorted_axis;

static int by_axis(const void *a, const void *b) {
    const float x = ((const struct corner *)a)->at[sorted_axis];
    const float y = ((const struct corner *)b)->at[sorted_axis];
    return (x > y) - (x < y);
}

static void sort_along(int axis, struct corner *samples, size_t count) {
    sorted_axis = axis;
    qsort(samples, count, sizeof *samples, by_axis);
}

// How far the samples spread along an axis that they are sorted along. A tenth at each end does not
// count: few boxes that lie far outside, at infinity too, must not choose the axis.
static double spread(int axis, const struct corner *samples, size_t count) {
    const double low = samples[count / 10].at[axis];
    const double high = samples[count - 1 - count / 10].at[axis];
    return low < high ? high - low : 0;
}

// How many of the sorted samples go left, near `wanted`. Equal ones stay together.
static size_t split(int axis, const struct corner *samples, size_t count, size_t wanted) {
    size_t below = wanted, above = wanted;
    const float at = samples[wanted].at[axis];
    while (below > 0 && samples[below - 1].at[axis] >= at) below--;
    while (above < count && samples[above].at[axis] <= at) above++;
    return above == count || wanted - below <= above - wanted ? below : above;
}

static void cut_node(const struct bricks *bricks, struct node node, struct corner *samples,
                     size_t count) {
    if (node.count < 2) return;
    struct cut *const cut = cut_of(bricks, node);
    *cut = (struct cut){0, 0};
    size_t left = 0;
    if (count > 0) {
        double widest = -1;
        for (int axis = 0; axis < 3; axis++) {
            sort_along(axis, samples, count);
            const double length = spread(axis, samples, count);
            if (length > widest) widest = length, cut->axis = axis;
        }
        sort_along(cut->axis, samples, count);
        const double share = (double)left_of(node).count / node.count;
        left = split(cut->axis, samples, count, (size_t)(share * (double)count));
        // A finite cut leaves both sides some space, whatever lies at infinity.
        cut->at = fminf(fmaxf(samples[left].at[cut->axis], -FLT_MAX), FLT_MAX);
    }
    cut_node(bricks, left_of(node), samples, left);
    cut_node(bricks, right_of(node), samples + left, count - left);
}

void bricks_cut(struct bricks *bricks, struct corner *samples, size_t count) {
    cut_node(bricks, (struct node){0, bricks->ranks}, samples, count);
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

// Appends the ranks of a node that the corners' box, both ends included, has points of.
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

// A node without samples may be cut outside of its space, which leaves one side nothing.
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
