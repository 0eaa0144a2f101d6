// SPDX-License-Identifier: MIT
// The public searches: what they are asked is checked here.
#include "kernels/api/floats.h"

#include "job.h"
#include "kernels/api/table.h"

static bool open_filter(const lbx_filter *filter, lbx_filter *opened) {
    *opened = filter ? *filter : (lbx_filter){NULL, NULL, 0};
    if (opened->stride % 4 != 0) return false;
    if (opened->stride == 0) opened->stride = sizeof(uint32_t);
    return true;
}

// The tile at which part k begins.
static size_t part_begin(size_t tiles, uint32_t k, uint32_t parts) {
    return (size_t)((uint64_t)tiles * k / parts);
}

static ptrdiff_t search(struct lbx_job *job, const lbx_filter *a_filter, const lbx_filter *b_filter,
                        lbx_cursor *cursor, lbx_pair *out, size_t room) {
    if (!cursor) return LBX_ERROR_NULL;
    if (out && room == 0) return LBX_ERROR_COUNT;
    if (room > PTRDIFF_MAX / sizeof *out) room = PTRDIFF_MAX / sizeof *out;
    if (!open_filter(a_filter, &job->a_filter) || !open_filter(b_filter, &job->b_filter))
        return LBX_ERROR_STRIDE;
    job->filtered = a_filter || b_filter;
    const uint64_t made[2] = {job->a->header->generation, job->b->header->generation};
    const size_t tiles = job->a->n && job->b->n ? job->a->tiles[0] : 0;
    const uint32_t parts = cursor->parts ? cursor->parts : 1;
    if (cursor->part >= parts) return LBX_ERROR_INDEX;
    const size_t begin = part_begin(tiles, cursor->part, parts);
    struct lbx_place place = {begin, 0, 0};
    job->stop = part_begin(tiles, cursor->part + 1, parts);
    if (cursor->generation[0] != 0) {
        if (cursor->generation[0] != made[0] || cursor->generation[1] != made[1] ||
            cursor->next[0] < begin || cursor->next[0] > job->stop)
            return LBX_ERROR_INDEX;
        place = (struct lbx_place){cursor->next[0], cursor->next[1], cursor->given};
    }
    const size_t found = lbx_table_active()->search_pairs(job, &place, out, room);
    if (out) {
        cursor->generation[0] = made[0];
        cursor->generation[1] = made[1];
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
    return search(&job, filter, filter, cursor, out, room);
}

ptrdiff_t lbx_pairs_between(const void *a, const void *b, const lbx_filter *a_filter,
                            const lbx_filter *b_filter, lbx_cursor *cursor, lbx_pair *out,
                            size_t room) {
    struct lbx_order first, second;
    int error = lbx_order_open(&first, a);
    if (!error) error = lbx_order_open(&second, b);
    if (error) return error;
    struct lbx_job job = {.a = &first, .b = &second};
    return search(&job, a_filter, b_filter, cursor, out, room);
}

ptrdiff_t lbx_cursor_range(lbx_cursor *cursor, size_t k, size_t of) {
    if (!cursor) return LBX_ERROR_NULL;
    if (of > UINT32_MAX) return LBX_ERROR_COUNT;
    if (k >= of) return LBX_ERROR_INDEX;
    *cursor = (lbx_cursor){.part = (uint32_t)k, .parts = (uint32_t)of};
    return 0;
}
