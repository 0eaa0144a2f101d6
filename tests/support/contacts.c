// SPDX-License-Identifier: MIT
#include "contacts.h"

#include <math.h>
#include <string.h>

#include "harness.h"
#include "scenes/rotations.h"

extern const struct lbx_case case_obb_obb;

enum { AT_CENTER = 0, AT_HALF = 3, AT_AXIS = 6 };

struct body cube(float x, float y, float z) {
    return (struct body){{x, y, z}, {1, 1, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

ptrdiff_t body_contacts(const struct body *a, const struct body *b, size_t n,
                        const lbx_contact_query *query, lbx_contact *out, size_t room) {
    const lbx_obbs first = lbx_obbs_of(a->center, a->half, a->axis[0], n, sizeof *a);
    const lbx_obbs second = lbx_obbs_of(b->center, b->half, b->axis[0], n, sizeof *b);
    const lbx_contacts_out to = lbx_contacts_out_of(out, room);
    return lbx_obb_obb_contacts(&first, &second, n, query, &to);
}

ptrdiff_t ask_contacts(const struct case_side *a, const struct case_side *b, size_t n,
                       const lbx_contact_query *query, const lbx_contacts_out *out) {
    union case_view first, second;
    if (a) case_obb_obb.view[0](&first, a);
    if (b) case_obb_obb.view[1](&second, b);
    return lbx_obb_obb_contacts(a ? &first.obbs : NULL, b ? &second.obbs : NULL, n, query, out);
}

bool same_contacts(const lbx_contact *x, const lbx_contact *y, size_t n) {
    for (size_t w = 0; w < n * (sizeof *x / sizeof(float)); w++) {
        float a, b;
        memcpy(&a, (const char *)x + w * sizeof a, sizeof a);
        memcpy(&b, (const char *)y + w * sizeof b, sizeof b);
        if (memcmp(&a, &b, sizeof a) != 0 && !(isnan(a) && isnan(b))) return false;
    }
    return true;
}

static void axis_of(const float box[15], int k, double axis[3]) {
    for (int c = 0; c < 3; c++) axis[c] = (double)box[AT_AXIS + 3 * k + c];
}

static double reach(const float box[15], const double unit[3]) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double axis[3];
        axis_of(box, k, axis);
        sum += fabs(dot(unit, axis)) * (double)box[AT_HALF + k];
    }
    return sum;
}

double boxes_along(const float a[15], const float b[15], const double unit[3]) {
    double between[3];
    for (int c = 0; c < 3; c++) between[c] = (double)b[AT_CENTER + c] - (double)a[AT_CENTER + c];
    return reach(a, unit) + reach(b, unit) - dot(unit, between);
}

// The difference of the boxes is a zonotope, and any face of it is parallel to two of the six axes.
double boxes_least(const float a[15], const float b[15]) {
    double axis[6][3], least = INFINITY;
    for (int k = 0; k < 6; k++) axis_of(k < 3 ? a : b, k % 3, axis[k]);
    for (int i = 0; i < 6; i++) {
        for (int j = i + 1; j < 6; j++) {
            double unit[3];
            cross(axis[i], axis[j], unit);
            const double sine = sqrt(dot(unit, unit));
            if (sine < 0x1p-40) continue;
            for (int c = 0; c < 3; c++) unit[c] /= sine;
            least = fmin(least, boxes_along(a, b, unit));
            for (int c = 0; c < 3; c++) unit[c] = -unit[c];
            least = fmin(least, boxes_along(a, b, unit));
        }
    }
    return least;
}

double box_distance(const float box[15], const double point[3]) {
    double from[3], square = 0;
    for (int c = 0; c < 3; c++) from[c] = point[c] - (double)box[AT_CENTER + c];
    for (int k = 0; k < 3; k++) {
        double axis[3];
        axis_of(box, k, axis);
        const double beyond = fabs(dot(from, axis)) - (double)box[AT_HALF + k];
        square += beyond > 0 ? beyond * beyond : 0;
    }
    return sqrt(square);
}

double boxes_size(const float a[15], const float b[15]) {
    double size = 0;
    for (int k = AT_HALF; k < AT_AXIS; k++) size += (double)a[k] + (double)b[k];
    return size;
}

static double largest(const float x[3]) {
    return fmax(fabs((double)x[0]), fmax(fabs((double)x[1]), fabs((double)x[2])));
}

void judge_contact(const float a[15], const float b[15], float margin, const lbx_contact *contact,
                   struct contact_facts *facts) {
    const double depth = (double)contact->depth, size = boxes_size(a, b);
    const double bound = 0x1.4p-17 * (size + fmax(-depth, 0));
    const double least = boxes_least(a, b), far = fmax(largest(a), largest(b));
    double unit[3];
    for (int c = 0; c < 3; c++) unit[c] = (double)contact->normal[c];
    facts->unit = fmax(facts->unit, fabs(sqrt(dot(unit, unit)) - 1) / 0x1p-22);
    facts->along = fmax(facts->along, fabs(boxes_along(a, b, unit) - depth) / bound);
    facts->lower = fmax(facts->lower, (least - depth) / bound);
    if (least > 0) { // apart, edges without an axis may know of a larger gap
        double half = 0;
        for (int k = AT_HALF; k < AT_AXIS; k++) half = fmax(half, fmax((double)a[k], (double)b[k]));
        const double preference = .05 * least + 0x1p-12 * size + 0x1p-9 * half;
        facts->upper = fmax(facts->upper, (depth - least) / (preference + bound));
    }
    expect(depth >= -(double)margin * (1 + 0x1p-15) - 0x1p-8 * size, "depth %g", depth);
    expect(contact->points >= 1 && contact->points <= 4, "%u points", contact->points);
    expect(contact->axis < 15, "axis %u", contact->axis);
    if (contact->axis >= 6) {
        double first[3], second[3], across[3];
        axis_of(a, (int)(contact->axis - 6) / 3, first);
        axis_of(b, (int)contact->axis % 3, second);
        cross(first, second, across);
        expect(dot(across, across) > 0x.ffp-20, "edges nearly parallel give no axis");
    }
    for (uint32_t k = 0; k < 4; k++) {
        const lbx_contact_point *const p = &contact->point[k];
        const double at[3] = {(double)p->position[0], (double)p->position[1],
                              (double)p->position[2]};
        const double most = fmax(fabs(depth), fabs((double)p->depth));
        const double off = fmax(box_distance(a, at), box_distance(b, at)) - most;
        facts->point = fmax(facts->point, off / (0x1p-11 * size + bound + 0x1p-22 * far));
        for (uint32_t j = 0; j < k && k < contact->points; j++)
            expect(p->feature != contact->point[j].feature, "points %u and %u are one", j, k);
        expect(k < contact->points || memcmp(p, &contact->point[0], sizeof *p) == 0,
               "point %u of %u", k, contact->points);
        expect(p->depth <= contact->point[0].depth, "the first point is not the deepest");
        expect((double)p->depth <= depth + bound,
               "a point is %g deep, the contact %g, axis %u, size %g", (double)p->depth, depth,
               contact->axis, size);
    }
}
