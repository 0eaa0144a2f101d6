// SPDX-License-Identifier: MIT
#include "lanebox/contacts.h"

#include <math.h>

#include "contacts_job.h"
#include "core_contact.h"
#include "kernels/api/call.h"
#include "kernels/api/entries.h"

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

// Checks a call and makes its job. Returns LBX_RUN, or the call's answer if there is nothing to
// run.
static ptrdiff_t open_contacts(struct lbx_contact_job *job, const struct lbx_given given[2],
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

static ptrdiff_t close_contacts(const struct lbx_contact_job *job, size_t n,
                                const lbx_contact_query *query) {
    if (query && query->cursor)
        *query->cursor = job->next;
    else if (job->next < n)
        return LBX_ERROR_COUNT;
    return (ptrdiff_t)job->found;
}

ENTRIES(lbx_contacts, obb_obb_contacts);
ptrdiff_t lbx_obb_obb_contacts(const lbx_obbs *a, const lbx_obbs *b, size_t n,
                               const lbx_contact_query *query, const lbx_contacts_out *out) {
    static const unsigned floats[] = {obb_floats, obb_floats};
    const struct lbx_given given[] = {{lbx_operand_obbs, a}, {lbx_operand_obbs, b}};
    struct lbx_contact_job job;
    const ptrdiff_t answer = open_contacts(&job, given, floats, n, query, out);
    if (answer != LBX_RUN) return answer;
    ACTIVE(obb_obb_contacts)(&job);
    return close_contacts(&job, n, query);
}

// --- shapes as cores ---

static ptrdiff_t contacts_of(const struct core_call *call, const void *a, const void *b, size_t n,
                             const lbx_contact_query *query, const lbx_contacts_out *out) {
    const unsigned floats[] = {call->side[0].floats, call->side[1].floats};
    const struct lbx_given given[] = {{call->side[0].make, a}, {call->side[1].make, b}};
    struct lbx_contact_job job;
    const ptrdiff_t answer = open_contacts(&job, given, floats, n, query, out);
    if (answer != LBX_RUN) return answer;
    lbx_core_contacts(call, &job);
    return close_contacts(&job, n, query);
}

enum { ITEM_BYTES = ITEM_FLOATS * sizeof(float) };

static lbx_spheres sphere_items(const float *at, size_t n) {
    return lbx_spheres_of(at, at + 3, n, ITEM_BYTES);
}

static lbx_capsules capsule_items(const float *at, size_t n) {
    return lbx_capsules_of(at, at + 3, at + 6, n, ITEM_BYTES);
}

static lbx_triangles triangle_items(const float *at, size_t n) {
    return lbx_triangles_of(at, at + 3, at + 6, n, ITEM_BYTES);
}

static lbx_obbs obb_items(const float *at, size_t n) {
    return lbx_obbs_of(at, at + 3, at + 6, n, ITEM_BYTES);
}

#define SPHERES                                                                                    \
    { lbx_operand_spheres, sphere_floats, lbx_open_sphere }
#define CAPSULES                                                                                   \
    { lbx_operand_capsules, capsule_floats, lbx_open_capsule }
#define TRIANGLES                                                                                  \
    { lbx_operand_triangles, triangle_floats, lbx_open_triangle }
#define OBBS                                                                                       \
    { lbx_operand_obbs, obb_floats, lbx_open_box }
#define PLANES                                                                                     \
    { lbx_operand_planes, plane_floats, lbx_open_half_space }

// The contacts of those pairs that the test of the same name lets pass. The floats from `from` on
// of one side, which end before `to`, grow by the margin for it.
#define CONTACTS(name, a_shape, b_shape, A_SIDE, B_SIDE, grown, from, to)                          \
    static ptrdiff_t filter_##name(const float *a, const float *b, size_t n, uint8_t *hits) {      \
        const lbx_##a_shape##s first = a_shape##_items(a, n);                                      \
        const lbx_##b_shape##s second = b_shape##_items(b, n);                                     \
        return lbx_##name(&first, &second, n, LBX_REPRODUCIBLE, hits);                             \
    }                                                                                              \
    ptrdiff_t lbx_##name##_contacts(const lbx_##a_shape##s *a, const lbx_##b_shape##s *b,          \
                                    size_t n, const lbx_contact_query *query,                      \
                                    const lbx_contacts_out *out) {                                 \
        static const struct core_call call = {{A_SIDE, B_SIDE}, filter_##name, grown, from, to};   \
        return contacts_of(&call, a, b, n, query, out);                                            \
    }

CONTACTS(sphere_sphere, sphere, sphere, SPHERES, SPHERES, 0, 3, 4)
CONTACTS(sphere_capsule, sphere, capsule, SPHERES, CAPSULES, 0, 3, 4)
CONTACTS(sphere_obb, sphere, obb, SPHERES, OBBS, 0, 3, 4)
CONTACTS(sphere_triangle, sphere, triangle, SPHERES, TRIANGLES, 0, 3, 4)
CONTACTS(capsule_capsule, capsule, capsule, CAPSULES, CAPSULES, 0, 6, 7)
CONTACTS(capsule_obb, capsule, obb, CAPSULES, OBBS, 0, 6, 7)
CONTACTS(triangle_capsule, triangle, capsule, TRIANGLES, CAPSULES, 1, 6, 7)
CONTACTS(triangle_obb, triangle, obb, TRIANGLES, OBBS, 1, 3, 6)

#define PLANE_CONTACTS(shape, SIDE)                                                                \
    ptrdiff_t lbx_plane_##shape##_contacts(const lbx_planes *planes, const lbx_##shape##s *shapes, \
                                           size_t n, const lbx_contact_query *query,               \
                                           const lbx_contacts_out *out) {                          \
        static const struct core_call call = {{PLANES, SIDE}, NULL, 0, 0, 0};                      \
        return contacts_of(&call, planes, shapes, n, query, out);                                  \
    }

PLANE_CONTACTS(sphere, SPHERES)
PLANE_CONTACTS(capsule, CAPSULES)
PLANE_CONTACTS(obb, OBBS)
