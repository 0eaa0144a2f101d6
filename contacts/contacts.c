// SPDX-License-Identifier: MIT
#include "contacts.h"

#include <math.h>

static ptrdiff_t target_of(struct lbx_contact_job *job, const lbx_contacts_out *out) {
    if (!out) return LBX_ERROR_NULL;
    unsigned w = 0;
    job->at[w++] = (float *)out->item;
    job->at[w++] = (float *)out->axis;
    job->at[w++] = (float *)out->points;
    job->at[w++] = out->depth;
    for (unsigned c = 0; c < 3; c++) job->at[w++] = out->normal[c];
    for (unsigned k = 0; k < POINTS_MAX; k++) {
        for (unsigned c = 0; c < 3; c++) job->at[w++] = out->point[k].position[c];
        job->at[w++] = out->point[k].depth;
        job->at[w++] = (float *)out->point[k].feature;
    }
    for (unsigned k = 0; k < CONTACT_WORDS; k++)
        if (!job->at[k]) return LBX_ERROR_NULL;
    if (out->stride % 4 != 0) return LBX_ERROR_STRIDE;
    job->step = out->stride ? out->stride : sizeof(float);
    job->room = out->count;
    job->together = is_together((const float *const *)job->at, CONTACT_WORDS);
    return 0;
}

// Makes item `count` of an operand its item 0.
static void skip_items(struct lbx_operand *o, unsigned floats, size_t count) {
    if (o->list) {
        o->list = (const uint32_t *)((const char *)o->list + count * o->list_step);
        return;
    }
    for (unsigned k = 0; k < floats; k++)
        o->at[k] = (const float *)((const char *)o->at[k] + count * o->step);
}

ptrdiff_t lbx_contacts_open(struct lbx_contact_job *job, const struct lbx_given given[2],
                            const unsigned floats[2], size_t n, const lbx_contact_query *query,
                            const lbx_contacts_out *out) {
    static const lbx_contact_query nothing = {0};
    if (!query) query = &nothing;
    *job = (struct lbx_contact_job){.margin = query->margin, .axes = query->axes};
    if (!(query->margin >= 0 && query->margin < INFINITY)) return LBX_ERROR_DISTANCE;
    if (n > 0 && n - 1 > UINT32_MAX) return LBX_ERROR_COUNT; // numbers of items have 32 bits
    if (query->cursor && *query->cursor > n) return LBX_ERROR_INDEX;
    const ptrdiff_t answer = open_views(job->operands, given, 2, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = target_of(job, out);
    if (error) return error;
    job->first = job->next = query->cursor ? *query->cursor : 0;
    job->n = n - job->first;
    for (unsigned s = 0; s < 2; s++) skip_items(&job->operands[s], floats[s], job->first);
    return job->n ? LBX_RUN : 0;
}

ptrdiff_t lbx_contacts_close(const struct lbx_contact_job *job, size_t n,
                             const lbx_contact_query *query) {
    if (query && query->cursor)
        *query->cursor = job->next;
    else if (job->next < n)
        return LBX_ERROR_COUNT;
    return (ptrdiff_t)job->found;
}
