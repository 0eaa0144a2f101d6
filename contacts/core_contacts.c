// SPDX-License-Identifier: MIT
// Contacts of all pairs but two boxes. The test of the same shapes, in lanes, says which pairs may
// be in contact; these are computed one by one in double.
#include "kernels/lanes/floats.h"

#include "contacts.h"
#include "core_contact.h"

#include <assert.h>
#include <float.h>
#include <string.h>

#define NEAR_SQUARE 0x1p-56 // of the square of the size: nearer points give no normal
#define GROWN_MORE 0x1p-20f // more than the sum of a length and the margin is off by

static bool contact_of(struct core_pair *p, double margin, unsigned last,
                       struct core_contact *contact) {
    struct core *const a = &p->core[0], *const b = &p->core[1];
    if (a->kind == CORE_HALF_SPACE) b->faces = b->edges = 0; // none of them gives an axis
    p->radii = a->radius + b->radius;
    p->size = a->size + b->size;
    p->near.square = INFINITY;
    if (a->kind == CORE_SEGMENT || (b->kind == CORE_SEGMENT && a->kind != CORE_HALF_SPACE))
        lbx_near_cores(a, b, &p->near);
    p->apart = p->near.square < INFINITY &&
               p->near.square > product_of(NEAR_SQUARE, product_of(p->size, p->size));
    if (p->apart) lbx_core_way(p);
    const double least = lbx_core_axis(p, last, &contact->axis);
    if (!(least >= -margin - product_of(CONTACT_MORE, p->size))) return false;
    lbx_core_points(p, margin, contact);
    return true;
}

static void write_contact(const struct lbx_contact_job *job, uint32_t item, const double origin[3],
                          const struct core_contact *contact) {
    float words[CONTACT_WORDS];
    const uint32_t axis = contact->axis.number, points = contact->points;
    memcpy(&words[WORD_ITEM], &item, sizeof item);
    memcpy(&words[WORD_AXIS], &axis, sizeof axis);
    memcpy(&words[WORD_POINTS], &points, sizeof points);
    words[WORD_DEPTH] = (float)contact->axis.depth;
    for (int c = 0; c < 3; c++) // without a zero that is negative
        words[WORD_NORMAL + c] = (float)contact->axis.unit[c] + 0.0f;
    for (unsigned k = 0; k < POINTS_MAX; k++) {
        const struct core_point *const from = &contact->point[k < points ? k : 0];
        float *const to = words + WORD_POINT + k * POINT_WORDS;
        for (int c = 0; c < 3; c++) to[c] = (float)(origin[c] + from->position[c]);
        to[POINT_DEPTH] = (float)from->depth;
        memcpy(&to[POINT_FEATURE], &from->feature, sizeof from->feature);
    }
    put_words(job, job->found, words);
}

typedef float tile_items[TILE][ITEM_FLOATS];

static void read_items(const struct core_call *call, const struct lbx_contact_job *job,
                       size_t first, size_t count, tile_items item[2]) {
    for (unsigned s = 0; s < 2; s++) {
        const struct lbx_operand *const o = &job->operands[s];
        for (size_t j = 0; j < count; j++) {
            const size_t element = operand_element(o, first + j);
            for (unsigned k = 0; k < call->side[s].floats; k++)
                item[s][j][k] = element_float(o, k, element);
        }
    }
}

// The bits of those items that may be in contact. Their lengths grow by the margin.
static void filter_items(const struct core_call *call, const struct lbx_contact_job *job,
                         size_t count, tile_items item[2], uint8_t *hits) {
    for (size_t j = 0; j < count && job->margin > 0; j++) {
        for (unsigned k = call->from; k < call->to; k++) {
            float *const length = &item[call->grown][j][k];
            const float more = (*length + job->margin) * (1 + GROWN_MORE);
            *length = more > FLT_MAX ? FLT_MAX : more;
        }
    }
    const ptrdiff_t found = call->filter(item[0][0], item[1][0], count, hits);
    assert(found >= 0);
    (void)found;
}

// Opens a pair; false if it has no contact whatever the margin.
static bool open_pair(const struct core_call *call, const float *a, const float *b,
                      double origin[3], struct core_pair *pair) {
    // A half-space has no place.
    const float *const place = call->side[0].open == lbx_open_half_space ? b : a;
    for (int c = 0; c < 3; c++) origin[c] = (double)place[c];
    return call->side[0].open(&pair->core[0], a, origin) &&
           call->side[1].open(&pair->core[1], b, origin);
}

static void find_contacts(const struct core_call *call, struct lbx_contact_job *job) {
    tile_items item[2];
    struct core_pair pair;
    struct core_contact contact;
    for (size_t first = 0; first < job->n; first += TILE) {
        const size_t count = job->n - first < TILE ? job->n - first : TILE;
        uint8_t hits[TILE / 8];
        memset(hits, 0xff, sizeof hits);
        read_items(call, job, first, count, item);
        if (call->filter) {
            filter_items(call, job, count, item, hits);
            if (job->margin > 0) read_items(call, job, first, count, item);
        }
        for (size_t j = 0; j < count; j++) {
            double origin[3];
            const size_t at = job->first + first + j;
            const unsigned last = job->axes ? job->axes[at] : NO_NUMBER;
            if (!(hits[j / 8] >> j % 8 & 1) ||
                !open_pair(call, item[0][j], item[1][j], origin, &pair) ||
                !contact_of(&pair, (double)job->margin, last, &contact))
                continue;
            if (job->found == job->room) {
                job->next = at;
                return;
            }
            write_contact(job, (uint32_t)at, origin, &contact);
            job->found++;
        }
    }
    job->next = job->first + job->n;
}

ptrdiff_t lbx_core_call(const struct core_call *call, const void *a, const void *b, size_t n,
                        const lbx_contact_query *query, const lbx_contacts_out *out) {
    const unsigned floats[] = {call->side[0].floats, call->side[1].floats};
    const struct lbx_given given[] = {{call->side[0].make, a}, {call->side[1].make, b}};
    struct lbx_contact_job job;
    const ptrdiff_t answer = lbx_contacts_open(&job, given, floats, n, query, out);
    if (answer != LBX_RUN) return answer;
    find_contacts(call, &job);
    return lbx_contacts_close(&job, n, query);
}
