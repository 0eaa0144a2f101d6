// SPDX-License-Identifier: MIT
// The functions that find contacts, and a judge of all of them. It knows shapes by their vertices
// alone, and looks for axes among all that their differences may have, in double.
#ifndef LBX_TEST_CONTACT_KINDS_H
#define LBX_TEST_CONTACT_KINDS_H

#include "contacts.h"

enum shape_kind { SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_TRIANGLE, SHAPE_OBB, SHAPE_PLANE };

struct contact_kind {
    const char *name;
    const struct lbx_case *pairs; // the test whose scenes and views it takes
    enum shape_kind shape[2];
    unsigned axes; // how many numbers axes may have
    bool spheres;  // the second view's capsules are spheres of the first end
    ptrdiff_t (*call)(const union case_view *a, const union case_view *b, size_t n,
                      const lbx_contact_query *query, const lbx_contacts_out *out);
};

enum { CONTACT_KINDS = 12 };
extern const struct contact_kind contact_kinds[CONTACT_KINDS]; // two boxes are the first

// The contacts of sides of the kind's case, either of which may be NULL.
ptrdiff_t kind_contacts(const struct contact_kind *kind, const struct case_side *a,
                        const struct case_side *b, size_t n, const lbx_contact_query *query,
                        const lbx_contacts_out *out);

// The length of the least translation that parts the shapes; less their distance if they are apart,
// or of two boxes the largest gap along an axis. A pair may be lost if it is `near` the margin by
// what double may be off by.
double kind_least(const struct contact_kind *kind, const float *a, const float *b, double *near);

// Whether the difference of two shapes has so many corners that kind_least takes long.
bool is_least_slow(const struct contact_kind *kind);

// Judges the contact of a pair, and keeps the worst in `facts`: whether its depth is the least only
// if that is asked for.
void judge_shapes(const struct contact_kind *kind, const float *a, const float *b, double margin,
                  const lbx_contact *contact, bool ask_least, struct contact_facts *facts);

#endif
