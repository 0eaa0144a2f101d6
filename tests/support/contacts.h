// SPDX-License-Identifier: MIT
// Judges contacts of boxes in double, which is exact next to what they promise. Boxes have 15
// floats, in the order of lanebox.h.
#ifndef LBX_TEST_CONTACTS_H
#define LBX_TEST_CONTACTS_H

#include <stdbool.h>

#include "cases.h"
#include "lanebox/contacts.h"

struct body {
    float center[3], half[3], axis[3][3];
};

// A cube of side 2 along x y z.
struct body cube(float x, float y, float z);

// The contacts of n bodies a and n bodies b, one behind the other.
ptrdiff_t body_contacts(const struct body *a, const struct body *b, size_t n,
                        const lbx_contact_query *query, lbx_contact *out, size_t room);

// lbx_obb_obb_contacts of sides of case_obb_obb, either of which may be NULL.
ptrdiff_t ask_contacts(const struct case_side *a, const struct case_side *b, size_t n,
                       const lbx_contact_query *query, const lbx_contacts_out *out);

// Whether n contacts have the same words, but for the payloads of NaN.
bool same_contacts(const lbx_contact *x, const lbx_contact *y, size_t n);

// How deep the boxes are in each other along a unit vector from a to b.
double boxes_along(const float a[15], const float b[15], const double unit[3]);

// The length of the least translation that parts the boxes; if they are apart, less the largest gap
// along any of the fifteen axes.
double boxes_least(const float a[15], const float b[15]);

// How far a point is from a box, 0 inside.
double box_distance(const float box[15], const double point[3]);

// The sum of all half extents.
double boxes_size(const float a[15], const float b[15]);

// What a contact is worst at, as parts of the promised bounds, all of which are at most 1.
struct contact_facts {
    double unit, along, lower, upper, point;
};

// Judges the contact of a pair, and keeps the worst in `facts`.
void judge_contact(const float a[15], const float b[15], float margin, const lbx_contact *contact,
                   struct contact_facts *facts);

#endif
