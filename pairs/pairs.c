// SPDX-License-Identifier: MIT
// The public searches: their arguments are checked here.
#include "kernels/lanes/floats.h"

#include "job.h"
#include "kernels/api/entries.h"
#include "kernels/api/operand.h"

ENTRIES(const struct lbx_search_entry, search);

// A filter as searches read it: arrays or NULL, and a stride. False if its stride is not allowed.
static bool prepare_filter(const lbx_filter *filter, lbx_filter *prepared) {
    *prepared = filter ? *filter : (lbx_filter){NULL, NULL, 0};
    if (prepared->stride % sizeof(uint32_t) != 0) return false;
    if (prepared->stride == 0) prepared->stride = sizeof(uint32_t);
    return true;
}

// Runs a search. `seekers` is the number of tiles of job->a, or of items.
static ptrdiff_t run_search(enum lbx_seeker kind, struct lbx_job *job, size_t seekers,
                            const lbx_filter *a_filter, const lbx_filter *b_filter,
                            lbx_cursor *cursor, lbx_pair *out, size_t room) {
    if (!cursor) return LBX_ERROR_NULL;
    if (out && room == 0) return LBX_ERROR_COUNT;
    if (room > PTRDIFF_MAX / sizeof *out) room = PTRDIFF_MAX / sizeof *out;
    if (!prepare_filter(a_filter, &job->a_filter) || !prepare_filter(b_filter, &job->b_filter))
        return LBX_ERROR_STRIDE;
    job->filtered = a_filter || b_filter;
    job->budget = cursor->budget == 0                 ? UINT64_MAX
                  : cursor->budget < JOB_LEAST_BUDGET ? JOB_LEAST_BUDGET
                                                      : cursor->budget;
    const uint32_t search_id = 2 * (uint32_t)kind + job->one_set + 1; // 0 is in a cursor not begun
    const uint64_t made[2] = {job->a->header->sum, job->b->header->sum};
    if (job->b->n == 0) seekers = 0;
    const uint32_t parts = cursor->parts ? cursor->parts : 1;
    if (cursor->part >= parts) return LBX_ERROR_INDEX;
    const size_t begin = lbx_first_seeker(seekers, cursor->part, parts);
    struct lbx_place place = {begin, 0, 0};
    job->stop = lbx_first_seeker(seekers, cursor->part + 1, parts);
    if (cursor->generation[0] != 0) {
        if (cursor->generation[0] != made[0] || cursor->generation[1] != made[1] ||
            cursor->search != search_id || cursor->next[0] < begin || cursor->next[0] > job->stop)
            return LBX_ERROR_INDEX;
        place = (struct lbx_place){cursor->next[0], cursor->next[1], cursor->given};
    }
    const size_t found = ACTIVE(search)->search[kind](job, &place, out, room);
    if (out || cursor->budget) {
        for (unsigned s = 0; s < 2; s++) cursor->generation[s] = made[s];
        cursor->search = (uint16_t)search_id;
        cursor->done = place.a == job->stop;
        cursor->next[0] = (uint32_t)place.a;
        cursor->next[1] = (uint32_t)place.b;
        cursor->given = (uint32_t)place.given;
    }
    return (ptrdiff_t)found;
}

ptrdiff_t lbx_pairs(const void *order, const lbx_filter *filter, lbx_cursor *cursor, lbx_pair *out,
                    size_t room) {
    struct lbx_order o;
    const int error = lbx_order_open(&o, order);
    if (error) return error;
    struct lbx_job job = {.a = &o, .b = &o, .one_set = true};
    return run_search(SEEK_TILES, &job, o.tiles[0], filter, filter, cursor, out, room);
}

ptrdiff_t lbx_pairs_between(const void *a, const void *b, const lbx_filter *a_filter,
                            const lbx_filter *b_filter, lbx_cursor *cursor, lbx_pair *out,
                            size_t room) {
    struct lbx_order first, second;
    int error = lbx_order_open(&first, a);
    if (!error) error = lbx_order_open(&second, b);
    if (error) return error;
    struct lbx_job job = {.a = &first, .b = &second};
    return run_search(SEEK_TILES, &job, first.tiles[0], a_filter, b_filter, cursor, out, room);
}

// --- queries ---

// Items of one view or, for sweeps, of two.
struct query {
    enum lbx_seeker kind;
    const void *views[JOB_OPERANDS];
    lbx_make_operand *make[JOB_OPERANDS];
    size_t n;
};

static ptrdiff_t run_query(const struct query *query, const void *order,
                           const lbx_filter *item_filter, const lbx_filter *filter,
                           lbx_cursor *cursor, lbx_pair *out, size_t room) {
    struct lbx_order o;
    struct lbx_operand operands[JOB_OPERANDS];
    struct lbx_lists lists = {.list = NULL};
    ptrdiff_t error = lbx_order_open(&o, order);
    if (!error && query->n > UINT32_MAX) error = LBX_ERROR_COUNT;
    for (int v = 0; v < JOB_OPERANDS && !error && query->n && query->make[v]; v++)
        error = query->make[v](&operands[v], query->views[v], query->n, &lists);
    if (error) return error;
    struct lbx_job job = {.a = &o, .b = &o, .operand = operands};
    return run_search(query->kind, &job, query->n, item_filter, filter, cursor, out, room);
}

ptrdiff_t lbx_query_aabbs(const void *order, const lbx_aabbs *boxes, size_t n,
                          const lbx_filter *item_filter, const lbx_filter *filter,
                          lbx_cursor *cursor, lbx_pair *out, size_t room) {
    const struct query query = {SEEK_AABBS, {boxes}, {lbx_operand_aabbs}, n};
    return run_query(&query, order, item_filter, filter, cursor, out, room);
}

ptrdiff_t lbx_query_rays(const void *order, const lbx_rays *rays, size_t n,
                         const lbx_filter *item_filter, const lbx_filter *filter,
                         lbx_cursor *cursor, lbx_pair *out, size_t room) {
    const struct query query = {SEEK_RAYS, {rays}, {lbx_operand_rays}, n};
    return run_query(&query, order, item_filter, filter, cursor, out, room);
}

ptrdiff_t lbx_query_sweeps(const void *order, const lbx_aabbs *boxes, const lbx_motions *motions,
                           size_t n, const lbx_filter *item_filter, const lbx_filter *filter,
                           lbx_cursor *cursor, lbx_pair *out, size_t room) {
    const struct query query = {
        SEEK_SWEEPS, {boxes, motions}, {lbx_operand_aabbs, lbx_operand_motions}, n};
    return run_query(&query, order, item_filter, filter, cursor, out, room);
}

ptrdiff_t lbx_query_frustums(const void *order, const lbx_frustums *frustums, size_t n,
                             const lbx_filter *item_filter, const lbx_filter *filter,
                             lbx_cursor *cursor, lbx_pair *out, size_t room) {
    const struct query query = {SEEK_FRUSTA, {frustums}, {lbx_operand_frustums}, n};
    return run_query(&query, order, item_filter, filter, cursor, out, room);
}

ptrdiff_t lbx_query_capsules(const void *order, const lbx_capsules *capsules, size_t n,
                             const lbx_filter *item_filter, const lbx_filter *filter,
                             lbx_cursor *cursor, lbx_pair *out, size_t room) {
    const struct query query = {SEEK_CAPSULES, {capsules}, {lbx_operand_capsules}, n};
    return run_query(&query, order, item_filter, filter, cursor, out, room);
}

ptrdiff_t lbx_cursor_range(lbx_cursor *cursor, size_t k, size_t of) {
    if (!cursor) return LBX_ERROR_NULL;
    if (of > UINT32_MAX) return LBX_ERROR_COUNT;
    if (k >= of) return LBX_ERROR_INDEX;
    *cursor = (lbx_cursor){.part = (uint32_t)k, .parts = (uint32_t)of};
    return 0;
}
