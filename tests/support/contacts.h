// SPDX-License-Identifier: MIT
// Judges contacts of boxes in double, which is exact next to what they promise. Boxes have 15
// floats, in the order of lanebox.h.
#ifndef LBX_TEST_CONTACTS_H
#define LBX_TEST_CONTACTS_H

#include <stdbool.h>

#include "lanebox/contacts.h"

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
