// SPDX-License-Identifier: MIT
// Instances that touch: pairs of boxes from an order, block by block, and the trees of each pair.
#include "kernels/lanes/floats.h"

#include "kernels/api/resolve.h"
#include "pairs/job.h"
#include "scene.h"
#include "trees/collide_job.h"

enum {
    BOX_PAIRS = 128, // pairs of boxes
    SOME = 1024      // pairs of triangles
};

struct touching {
    struct lbx_scene scene;
    const void *const *tree;
    struct lbx_order boxes;
    const lbx_scene_query *query;
    struct lbx_collide_job job;
    lbx_scene_touch *out; // or NULL
    size_t room, found;
    lbx_pair triangles[SOME];
};

// Opens the tree of an instance. Returns where it is.
static const lbx_rigid_pose *open_instance(const struct touching *t, uint32_t number,
                                           struct lbx_obb_tree *tree) {
    const lbx_instance *const at = &t->scene.instance[t->scene.instance[number].place].given;
    const struct lbx_obb_header *const h = t->tree[at->tree];
    lbx_obb_tree_lay(tree, (void *)(uintptr_t)h, (size_t)h->triangles, (size_t)h->nodes);
    return &at->pose;
}

// The hint of a pair of instances, which other pairs may use, too.
static lbx_pair *hint_of(const lbx_scene_query *query, lbx_pair of) {
    if (!(query->flags & LBX_ANY) || !query->hints || query->hint_count == 0) return NULL;
    return &query->hints[lbx_scatter((uint64_t)of.a << 32 | of.b) % query->hint_count];
}

// Searches a pair of instances from a cursor on, or without one, and adds what it finds, unless
// that is more than `room`, which no search with a cursor finds. Returns how many it found.
static size_t find_triangles(struct touching *t, lbx_pair of, lbx_obb_tree_cursor *cursor,
                             size_t room) {
    struct lbx_collide_job *const job = &t->job;
    const lbx_rigid_pose *const a_pose = open_instance(t, of.a, &job->a);
    const lbx_rigid_pose *const b_pose = open_instance(t, of.b, &job->b);
    job->hint = hint_of(t->query, of);
    job->cursor = cursor;
    job->room = room;
    job->counts = (lbx_obb_tree_counts){0, 0, 0, 0};
    lbx_collide_at(job, a_pose, b_pose);
    const size_t found = (size_t)job->counts.pairs;
    if (found > room) return found;
    for (size_t i = 0; i < found && t->out; i++) {
        const lbx_pair triangles = t->triangles[i];
        t->out[t->found + i] = (lbx_scene_touch){of.a, of.b, triangles.a, triangles.b};
    }
    t->found += found;
    return found;
}

// Searches on in a pair of instances until the cursor is done, or there is no room for what comes
// next. Without a cursor a search is faster: this is tried first, and costs as much as the search
// if there is too little room. Returns whether the cursor is one of this search.
static bool search_pair(struct touching *t, lbx_pair of, lbx_obb_tree_cursor *cursor) {
    bool continues = cursor->a || cursor->b || cursor->pair;
    while (!cursor->done) {
        const size_t left = t->room - t->found;
        const size_t room = !t->out ? SIZE_MAX : left < SOME ? left : SOME;
        const size_t found = find_triangles(t, of, continues ? cursor : NULL, room);
        if (t->job.lost) return false;
        if (!continues && found <= room) cursor->done = 1;
        continues = true;
        if (t->found == t->room) break;
    }
    return true;
}

// Makes a search for pairs of boxes one of this order, even if it stops within the first block.
static void begin_pairs(lbx_cursor *pairs, const lbx_cursor *ahead, const struct lbx_order *order) {
    const uint32_t parts = pairs->parts ? pairs->parts : 1;
    if (pairs->generation[0] != 0) return;
    for (unsigned s = 0; s < 2; s++) pairs->generation[s] = ahead->generation[s];
    pairs->search = ahead->search;
    pairs->next[0] = (uint32_t)lbx_first_seeker(order->tiles[0], pairs->part, parts);
}

// Searches until the room is filled. Returns 0, or an LBX_ERROR_*.
static ptrdiff_t search_order(struct touching *t, const void *order, lbx_scene_cursor *cursor) {
    lbx_pair block[BOX_PAIRS];
    do {
        lbx_cursor ahead = cursor->pairs;
        const ptrdiff_t n = lbx_pairs(order, t->query->filter, &ahead, block, BOX_PAIRS);
        if (n < 0) return n;
        if (cursor->given > (size_t)n) return LBX_ERROR_INDEX;
        begin_pairs(&cursor->pairs, &ahead, &t->boxes);
        while (cursor->given < (size_t)n) {
            if (t->found == t->room) return 0;
            if (!search_pair(t, block[cursor->given], &cursor->trees)) return LBX_ERROR_INDEX;
            if (!cursor->trees.done) return 0;
            cursor->trees = (lbx_obb_tree_cursor){0, 0, 0, 0};
            cursor->given++;
        }
        cursor->pairs = ahead;
        cursor->given = 0;
    } while (!cursor->pairs.done);
    return 0;
}

// Checks the arguments of a search: 0, or an LBX_ERROR_*.
static int begin(struct touching *t, const void *scene, const lbx_scene_trees *trees,
                 const void *order) {
    const lbx_scene_query *const query = t->query;
    if (query->flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_ANY)) return LBX_ERROR_FLAGS;
    if (!(query->distance >= 0 && query->distance <= LBX_DISTANCE_MAX)) return LBX_ERROR_DISTANCE;
    int error = lbx_scene_open(&t->scene, scene);
    if (!error) error = lbx_scene_touching_check(&t->scene, trees);
    if (!error) error = lbx_order_open(&t->boxes, order);
    if (error) return error;
    if (t->scene.header->scaled > 0) return LBX_ERROR_POSE;
    if (t->boxes.n != t->scene.header->top.triangles) return LBX_ERROR_ORDER;
    t->tree = trees->touching;
    t->job.touch = lbx_triangles_touch;
    t->job.distance = query->distance;
    t->job.by_distance = query->distance > 0;
    t->job.fuse = !(query->flags & LBX_REPRODUCIBLE);
    t->job.any = (query->flags & LBX_ANY) != 0;
    t->job.budget = UINT64_MAX;
    t->job.pairs = t->out ? t->triangles : NULL;
    return 0;
}

ptrdiff_t lbx_scene_touching(const void *scene, const lbx_scene_trees *trees, const void *order,
                             const lbx_scene_query *query, lbx_scene_cursor *cursor,
                             lbx_scene_touch *out, size_t room) {
    static const lbx_scene_query all = {0, 0, NULL, NULL, 0};
    struct touching t;
    t.query = query ? query : &all;
    t.out = out;
    t.room = out ? room : SIZE_MAX;
    t.found = 0;
    t.job = (struct lbx_collide_job){.by_distance = false};
    if (!cursor) return LBX_ERROR_NULL;
    if (out && room == 0) return LBX_ERROR_COUNT;
    ptrdiff_t error = begin(&t, scene, trees, order);
    if (error) return error;
    lbx_scene_cursor at = *cursor;
    at.pairs.budget = 0;
    error = search_order(&t, order, &at);
    if (error) return error;
    at.pairs.budget = cursor->pairs.budget;
    if (out) *cursor = at;
    return (ptrdiff_t)t.found;
}
