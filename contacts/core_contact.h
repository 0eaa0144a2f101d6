// SPDX-License-Identifier: MIT
// The contact of two shapes whose cores are not both boxes, in double.
#ifndef LBX_CORE_CONTACT_H
#define LBX_CORE_CONTACT_H

#include "contacts_job.h"
#include "cores.h"
#include "lanebox/contacts.h"

// An axis and how deep the shapes are in each other along it, from the first to the second.
struct core_axis {
    double unit[3], depth;
    unsigned number; // NO_NUMBER for nearest points
};

enum { NO_NUMBER = 255 };

// Two shapes; the first may be a half-space, the second may not.
struct core_pair {
    struct core core[2];
    double radii, size; // sums; the size is that of the bounds
    struct near_cores near;
    bool apart;           // the cores are, by enough for an axis between nearest points:
    struct core_axis way; // this
};

struct core_point {
    double position[3], depth;
    uint32_t feature;
};

struct core_contact {
    struct core_axis axis;
    unsigned points;
    struct core_point point[POINTS_MAX];
};

// How far rounding may put a point outside of a face, a part of its size.
#define CORE_SLACK 0x1p-40

// Of the size: more than a pair may lack of the margin by rounding, or by the faces of triangles
// that are too thin to have one.
#define CONTACT_MORE 0x1p-24

// A list of pairs: what is read of either side, and what says which pairs may be in contact.
struct core_side {
    lbx_make_operand *make;
    unsigned floats;
    lbx_open_core *open;
};

// The items have ITEM_FLOATS floats each.
enum { ITEM_FLOATS = 16 };
typedef ptrdiff_t lbx_core_filter(const float *a, const float *b, size_t n, uint8_t *hits);

struct core_call {
    struct core_side side[2];
    lbx_core_filter *filter;  // or NULL
    unsigned grown, from, to; // this side's floats that grow by the margin for the filter
};

// A public function: `a` and `b` are its views.
ptrdiff_t lbx_core_call(const struct core_call *call, const void *a, const void *b, size_t n,
                        const lbx_contact_query *query, const lbx_contacts_out *out);

// Finds the axis between nearest points.
void lbx_core_way(struct core_pair *pair);

// Chooses the axis, and returns the least depth along any. `last` is the axis of the last step.
double lbx_core_axis(const struct core_pair *pair, unsigned last, struct core_axis *axis);

// Finds the points along it.
void lbx_core_points(struct core_pair *pair, double margin, struct core_contact *contact);

#endif
