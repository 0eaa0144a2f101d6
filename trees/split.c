// SPDX-License-Identifier: MIT
// Which triangles go together: splits by surface area, Goldsmith and Salmon 1987, of triangles'
// bounds along x, y and z.
//
// A node's parts are split in two, the one of the largest surface first, until there are eight
// parts or all are leaves. Of few triangles, eight leaves' worth, each part is a multiple of a
// leaf, so that all leaves but one are full.
//
// Trees of oriented boxes then split leaves in what room a node has left, where two boxes have less
// surface than the one: four large triangles in a leaf are a fat box that every other one meets.
//
// No node but the root's has fewer than nine triangles: a part of at most eight that remains when a
// node is full becomes a leaf. With B nodes without nodes below and I others, each of which has
// eight children, the triangles are at least 9 B, and one for each of the 8 I - (B + I - 1) leaves
// of the latter: the nodes are at most a seventh of the triangles, also below any node.
//
// Nodes of large ranges, the top, are made first, one after the other; workers share each split.
// The other ranges are tasks, each of one worker. Nodes are numbered from the root on, each before
// those below it, but how many a task makes is known only when it has. Until then a node is a
// record of its children, and records are counted from the task's first.
#include "item_bounds.h"

#include <assert.h>
#include <string.h>

#include "cut.h"
#include "volumes/mesh.h"

enum { STEEP = TREE_LEVELS / 2 }; // nodes this far down are split in halves: 28 levels suffice
#define TASK_BIT 0x40000000u      // a child of the top that is a task

struct range {
    size_t begin, end;
    double surface;
    uint32_t level; // of its node
    bool spare;     // its items are in the spare memory
};

struct task {
    struct range range;
    uint32_t nodes, levels; // made
    uint32_t first;         // the number of its first node
};

typedef uint32_t record[TREE_WIDTH];

struct lbx_tree_item lbx_tree_item_of(const struct lbx_piece *piece, size_t triangle) {
    struct lbx_tree_item item = {.id = (uint32_t)triangle};
    for (int c = 0; c < 3; c++) {
        const float x = *corner_float(piece, 3 * triangle, c),
                    y = *corner_float(piece, 3 * triangle + 1, c),
                    z = *corner_float(piece, 3 * triangle + 2, c);
        const float low = x < y ? x : y, high = x < y ? y : x;
        item.min[c] = low < z ? low : z;
        item.max[c] = high > z ? high : z;
    }
    return item;
}

// How the memory is used: `node` holds the spare items until the nodes are laid out; `room` holds
// what follows. Of 40 bytes an item, records take 7, tasks 24 and what workers find in parts 4.
struct build {
    struct lbx_splits *job;
    size_t large; // more items are a part of the top, fewer a task
    struct lbx_tree_item *spare;
    record *top, *below; // the records of tasks: those of a range that begins at b from b / 7 on
    struct task *task;
    uint32_t tasks;
    void *cut_room;
    atomic_size_t done; // triangles in leaves
    atomic_flag reporting;
    atomic_bool stopped;
};

struct maker {
    struct build *build;
    record *record;
    uint32_t nodes, levels;
    bool is_top;
};

static void begin(struct build *b, struct lbx_splits *job) {
    // Ranges of one level of the top do not overlap.
    const size_t most = 1 + job->n / lbx_tree_large(job->n) * TREE_LEVELS;
    b->job = job;
    b->large = lbx_tree_large(job->n);
    b->spare = (struct lbx_tree_item *)(void *)job->node;
    b->top = (record *)(void *)job->room;
    b->below = b->top + most;
    b->task = (struct task *)(void *)(b->below + job->n / 7 + 1);
    b->tasks = 0;
    b->cut_room = b->task + TREE_WIDTH * most;
    assert(job->n <= LBX_CUT_PART ||
           (char *)b->cut_room + LBX_CUT_ROOM * cut_parts(job->n) <= job->room + 40 * job->n);
    atomic_init(&b->done, 0);
    atomic_flag_clear(&b->reporting);
    atomic_init(&b->stopped, false);
}

// Tells the caller of triangles that are now in leaves, unless another thread does just then.
static void report(struct build *b, size_t placed) {
    const struct lbx_splits *const job = b->job;
    if (!job->progress) return;
    b->done += placed;
    if (b->stopped || atomic_flag_test_and_set(&b->reporting)) return;
    if (job->progress(job->context, b->done, job->n) != 0) b->stopped = true;
    atomic_flag_clear(&b->reporting);
}

static struct lbx_tree_item *items_of(const struct build *b, const struct range *r) {
    return (r->spare ? b->spare : b->job->item) + r->begin;
}

// Moves the items of a range from the spare memory to where they belong.
static void settle(const struct build *b, struct range *r) {
    if (r->spare)
        memcpy(b->job->item + r->begin, b->spare + r->begin,
               (r->end - r->begin) * sizeof *b->spare);
    r->spare = false;
}

// --- surfaces ---

enum { MEASURED_PARTS = 64 };

struct bounding {
    const struct lbx_tree_item *item;
    size_t n, size;
    struct bounds bounds[MEASURED_PARTS];
};

static void bound_part(void *data, size_t k) {
    struct bounding *const b = data;
    const size_t begin = k * b->size;
    b->bounds[k] = bounds_of_all(b->item + begin, lbx_part_end(b->n, b->size, k) - begin);
}

// It is called by a recursive function, whose frames would all be as large.
static __attribute__((noinline)) struct bounds
bounds_of_large(const struct lbx_tree_item *item, size_t n, const lbx_workers *workers) {
    struct bounding b;
    b.item = item;
    b.n = n;
    b.size = lbx_part_size(n, LBX_CUT_PART, MEASURED_PARTS);
    const size_t parts = lbx_parts(n, b.size);
    lbx_share(workers, bound_part, &b, parts);
    for (size_t k = 1; k < parts; k++) add_bounds(&b.bounds[0], &b.bounds[k]);
    return b.bounds[0];
}

static void measure(const struct build *b, struct range *r, bool large) {
    const size_t n = r->end - r->begin;
    const struct bounds all = large ? bounds_of_large(items_of(b, r), n, b->job->workers)
                                    : bounds_of_all(items_of(b, r), n);
    r->surface = half_surface(&all);
}

// --- nodes ---

// Splits a range in two.
static void split(const struct build *b, struct range two[2], bool is_top) {
    const struct lbx_splits *const job = b->job;
    const struct range r = two[0];
    const size_t n = r.end - r.begin, leaf = job->full ? job->leaf : 1;
    const bool large = is_top && n > LBX_CUT_PART;
    struct lbx_tree_item *const item = items_of(b, &r);
    bool moved = false;
    size_t middle;
    if (r.level > STEEP && job->rank)
        middle = multiple_of(n / 2, leaf);
    else if (r.level > STEEP)
        middle = lbx_cut_halves(item, n, leaf);
    else if (n <= LBX_FEW_ITEMS)
        middle = lbx_cut_few(item, n, job->leaf);
    else if (job->rank)
        middle = lbx_cut_ranked(job->rank + r.begin, n, job->leaf, large ? job->workers : NULL);
    else if (large)
        middle = lbx_cut_large(item, (r.spare ? job->item : b->spare) + r.begin, n, leaf,
                               b->cut_room, job->workers, &moved);
    else
        middle = lbx_cut_many(item, n, leaf);
    two[0].spare = r.spare != moved;
    two[1] = two[0];
    two[0].end = two[1].begin = r.begin + middle;
    for (int k = 0; k < 2; k++) measure(b, &two[k], large);
}

// The part with the largest surface that is no leaf; `parts` if all are leaves.
static unsigned widest(const struct range *part, unsigned parts, size_t leaf) {
    unsigned found = parts;
    for (unsigned k = 0; k < parts; k++) {
        if (part[k].end - part[k].begin <= leaf) continue;
        if (found == parts || part[k].surface > part[found].surface) found = k;
    }
    return found;
}

// A leaf in two, and how much less surface both have than the one. A single triangle saves nothing:
// the surface of what is left is infinite.
struct halves {
    struct range part[2];
    double saved;
};

static struct halves halves_of(const struct build *b, const struct range *r) {
    struct halves h = {.part = {*r, *r}};
    struct lbx_tree_item *const item = items_of(b, r);
    h.part[0].end = h.part[1].begin = r->begin + lbx_cut_few(item, r->end - r->begin, 1);
    for (int k = 0; k < 2; k++) measure(b, &h.part[k], false);
    h.saved = r->surface - h.part[0].surface - h.part[1].surface;
    return h;
}

// Splits leaves while there are fewer than eight, first the one that saves most; returns how many
// there are.
static unsigned split_leaves(const struct build *b, struct range part[TREE_WIDTH], unsigned parts) {
    struct halves halves[TREE_WIDTH];
    for (unsigned k = 0; k < parts && parts < TREE_WIDTH; k++) halves[k] = halves_of(b, &part[k]);
    for (; parts < TREE_WIDTH; parts++) {
        unsigned k = 0;
        for (unsigned i = 1; i < parts; i++) {
            if (halves[i].saved > halves[k].saved) k = i;
        }
        if (!(halves[k].saved > 0)) break;
        memmove(&part[k + 2], &part[k + 1], (parts - k - 1) * sizeof *part);
        memcpy(&part[k], halves[k].part, sizeof halves[k].part);
        memmove(&halves[k + 2], &halves[k + 1], (parts - k - 1) * sizeof *halves);
        for (unsigned i = k; i < k + 2; i++) halves[i] = halves_of(b, &part[i]);
    }
    return parts;
}

static uint32_t add_task(struct build *b, const struct range *range) {
    b->task[b->tasks] = (struct task){.range = *range};
    return TASK_BIT | b->tasks++;
}

// Makes the record of a range's node and of those below it; returns its number. Parts stay in the
// order of their triangles, and a node comes before those below it.
static __attribute__((noinline)) uint32_t make_node(struct maker *m, const struct range *range) {
    struct build *const b = m->build;
    const struct lbx_splits *const job = b->job;
    const uint32_t number = m->nodes++;
    struct range part[TREE_WIDTH] = {*range};
    unsigned parts = 1;
    while (parts < TREE_WIDTH) {
        const unsigned k = widest(part, parts, job->leaf);
        if (k == parts) break;
        memmove(&part[k + 2], &part[k + 1], (parts++ - k - 1) * sizeof *part);
        split(b, &part[k], m->is_top);
    }
    if (!job->full) parts = split_leaves(b, part, parts);
    if (range->level >= m->levels) m->levels = range->level + 1;
    uint32_t *const child = m->record[number];
    memset(child, 0, sizeof *m->record);
    size_t placed = 0;
    for (unsigned k = 0; k < parts && !b->stopped; k++) {
        const size_t count = part[k].end - part[k].begin;
        part[k].level++;
        if (count <= LBX_LEAF_MAX) {
            settle(b, &part[k]);
            child[k] = leaf_of(part[k].begin, count);
            placed += count;
        } else if (m->is_top && count <= b->large) {
            child[k] = add_task(b, &part[k]);
        } else {
            child[k] = make_node(m, &part[k]);
        }
    }
    report(b, placed);
    return number;
}

static void run_task(void *data, size_t k) {
    struct build *const b = data;
    struct task *const t = &b->task[k];
    struct maker m = {.build = b, .record = b->below + t->range.begin / 7};
    if (b->stopped) return;
    settle(b, &t->range);
    make_node(&m, &t->range);
    t->nodes = m.nodes;
    t->levels = m.levels;
}

// --- numbers ---

// Makes a node of a record, whose children that are nodes are counted from `first`.
static __attribute__((noinline)) void put_node(const struct lbx_splits *job, uint32_t number,
                                               const uint32_t *from, uint32_t first) {
    char *const node = job->node + number * job->step;
    uint32_t *const child = (uint32_t *)(void *)(node + job->child);
    memset(node, 0, job->step);
    for (unsigned k = 0; k < TREE_WIDTH && from[k]; k++) {
        child[k] = from[k];
        if (!is_leaf(from[k]))
            child[k] += first;
        else if (job->full)
            child[k] = leaf_of(leaf_first(from[k]) / job->leaf, leaf_count(from[k]));
    }
}

// Numbers a node of the top and those below it, from `number` on. Returns the next number.
static __attribute__((noinline)) uint32_t number_top(struct build *b, uint32_t top,
                                                     uint32_t number) {
    uint32_t next = number + 1;
    for (unsigned k = 0; k < TREE_WIDTH && b->top[top][k]; k++) {
        const uint32_t child = b->top[top][k];
        if (is_leaf(child)) continue;
        b->top[top][k] = next;
        if (!(child & TASK_BIT)) {
            next = number_top(b, child, next);
            continue;
        }
        struct task *const t = &b->task[child & ~TASK_BIT];
        t->first = next;
        next += t->nodes;
        if (t->levels > b->job->levels) b->job->levels = t->levels;
    }
    put_node(b->job, number, b->top[top], 0);
    return next;
}

static void number_task(void *data, size_t k) {
    const struct build *const b = data;
    const struct task *const t = &b->task[k];
    record *const from = b->below + t->range.begin / 7;
    for (uint32_t i = 0; i < t->nodes; i++) put_node(b->job, t->first + i, from[i], t->first);
}

bool lbx_tree_split(struct lbx_splits *job) {
    struct build b;
    begin(&b, job);
    const struct range all = {.end = job->n, .level = 1};
    struct maker m = {.build = &b, .record = b.top, .nodes = 1, .levels = 1, .is_top = true};
    memset(b.top, 0, sizeof *b.top);
    uint32_t *const root = &b.top[0][0];
    if (job->n > b.large)
        *root = make_node(&m, &all);
    else
        *root = job->n > LBX_LEAF_MAX ? add_task(&b, &all) : leaf_of(0, job->n);
    lbx_share(job->workers, run_task, &b, b.tasks);
    if (b.tasks > 1) report(&b, 0); // a thread's last call may have been left out
    if (b.stopped) return false;
    job->levels = m.levels;
    job->nodes = number_top(&b, 0, 0);
    lbx_share(job->workers, number_task, &b, b.tasks);
    return true;
}
