// SPDX-License-Identifier: MIT
// The search by capsules: its arguments are checked here, and the tree is traversed with one
// capsule at a time. Only its boxes and triangles are tested by the instruction set's unit.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "capsules_job.h"
#include "descend.h"
#include "kernels/api/entries.h"
#include "kernels/api/operand.h"

ENTRIES(const struct lbx_touch_entry, tree_capsules);

struct touch_job {
    const struct lbx_touch_entry *unit;
    struct lbx_aabb_tree tree;
    struct lbx_operand capsules;
    lbx_ray_filter filter; // arrays or NULL, and the bytes between their entries
    lbx_pair *out;         // NULL: only counted
    size_t found, room;
    float floor;       // how much farther than the radius any box may be
    bool full;         // no room is left
    size_t item;       // the capsule to begin with; once it is full, to continue with
    lbx_ray_cursor at; // how far that capsule has come
    uint32_t node;     // the last one that it came to
};

// What far coordinates round off boxes that are inflated is a part of the largest one.
static float floor_of(const struct lbx_aabb_header *h) {
    float most = 0;
    for (int c = 0; c < 3; c++) most = fabsf(h->middle[c]) > most ? fabsf(h->middle[c]) : most;
    return (most + h->reach) * TOUCH_GRAIN + TOUCH_FLOOR;
}

static void read_capsule(const struct touch_job *job, struct lbx_touching *q) {
    float at[capsule_floats], length = 0;
    bool within = true;
    const size_t element = operand_element(&job->capsules, job->item);
    for (unsigned k = 0; k < capsule_floats; k++) {
        at[k] = element_float(&job->capsules, k, element);
        within = within && fabsf(at[k]) <= TOUCH_RANGE;
    }
    for (int c = 0; c < 3; c++) {
        q->start[c] = at[c];
        q->end[c] = at[3 + c];
        length += fabsf(q->end[c] - q->start[c]);
    }
    q->radius = at[6];
    q->reach = q->radius + ((fabsf(q->radius) + length) * TOUCH_PAD + job->floor);
    if (!within) q->reach = INFINITY;
}

// Gives the triangles of a leaf that no earlier call has given, while there is room.
static void give_touched(struct touch_job *job, const struct lbx_touching *q, uint32_t child) {
    const lbx_ray_filter *const f = &job->filter;
    const uint32_t number = leaf_first(child);
    const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[number];
    const uint32_t mask = filter_entry(f, f->mask, job->item, UINT32_MAX);
    const uint32_t skip = filter_entry(f, f->skip, job->item, LBX_NO_TRIANGLE);
    uint32_t left = job->unit->touched(q, leaf) & ((1u << leaf_count(child)) - 1);
    for (; left; left &= left - 1) {
        const unsigned k = (unsigned)__builtin_ctz(left);
        if (!(leaf->mask[k] & mask) || (f->skip && leaf->id[k] == skip)) continue;
        if (number == job->at.leaf && k < job->at.given) continue;
        if (job->out) job->out[job->found] = (lbx_pair){(uint32_t)job->item, leaf->id[k]};
        job->found++;
        if (!job->out || job->found < job->room) continue;
        job->full = true;
        job->at = (lbx_ray_cursor){0, job->node, number, k + 1};
        return;
    }
}

// The children of a node that the capsule comes near, and that some triangle below lets it.
static uint32_t near_children(const struct touch_job *job, const struct lbx_touching *q,
                              const struct lbx_aabb_node *node) {
    const lbx_ray_filter *const f = &job->filter;
    uint32_t near = job->unit->near_boxes(q, node) & ((1u << TREE_WIDTH) - 1);
    if (f->mask) {
        const uint32_t mask = filter_entry(f, f->mask, job->item, 0);
        for (unsigned k = 0; k < TREE_WIDTH; k++)
            near &= ~((uint32_t) !(node->mask[k] & mask) << k);
    }
    return near;
}

static void search_by_capsule(struct touch_job *job) {
    struct stack_entry stack[STACK_ENTRIES];
    struct lbx_touching q;
    size_t height = 0;
    read_capsule(job, &q);
    stack[height++] = (struct stack_entry){0, job->tree.node->child[0]};
    while (height > 0 && !job->full) {
        const uint32_t child = stack[--height].child;
        if (is_leaf(child)) {
            give_touched(job, &q, child);
            continue;
        }
        const struct lbx_aabb_node *const node = &job->tree.node[node_number(child)];
        job->node = node_number(child);
        const uint32_t left = children_left(&job->tree, &job->at, job->node);
        height = push_in_order(stack, height, node, near_children(job, &q, node) & left);
    }
}

ptrdiff_t lbx_aabb_tree_capsules(const void *tree, const lbx_capsules *capsules,
                                 const lbx_ray_filter *filter, size_t n, unsigned flags,
                                 lbx_ray_cursor *cursor, lbx_pair *out, size_t room) {
    static const lbx_ray_cursor begin = {0};
    struct touch_job job = {.unit = ACTIVE(tree_capsules), .out = out, .room = room};
    struct lbx_lists lists = {.list = NULL};
    if (!cursor) return LBX_ERROR_NULL;
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    ptrdiff_t error = lbx_aabb_tree_open(&job.tree, tree);
    if (error || n == 0) return error;
    if (n > UINT32_MAX) return LBX_ERROR_COUNT;
    error = lbx_operand_capsules(&job.capsules, capsules, n, &lists);
    if (error) return error;
    if (filter) job.filter = *filter;
    if (job.filter.stride == 0) job.filter.stride = sizeof(uint32_t);
    if (job.filter.stride % sizeof(uint32_t) != 0) return LBX_ERROR_STRIDE;
    if (out && room == 0) return LBX_ERROR_COUNT;
    job.floor = floor_of(job.tree.header);
    job.at = *cursor;
    for (job.item = cursor->ray; job.item < n; job.item++, job.at = begin) {
        job.node = 0;
        search_by_capsule(&job);
        if (job.full) break;
    }
    job.at.ray = job.item;
    if (out) *cursor = job.at;
    return (ptrdiff_t)job.found;
}
