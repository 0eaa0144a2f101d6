// SPDX-License-Identifier: MIT
// The public functions of all shapes but two boxes, which core_contacts.c computes.
#ifndef LBX_SHAPES_CONTACTS_H
#define LBX_SHAPES_CONTACTS_H

#include "contacts.h"
#include "core_contact.h"

enum { ITEM_BYTES = ITEM_FLOATS * sizeof(float) };

static inline lbx_spheres sphere_items(const float *at, size_t n) {
    return lbx_spheres_of(at, at + 3, n, ITEM_BYTES);
}

static inline lbx_capsules capsule_items(const float *at, size_t n) {
    return lbx_capsules_of(at, at + 3, at + 6, n, ITEM_BYTES);
}

static inline lbx_triangles triangle_items(const float *at, size_t n) {
    return lbx_triangles_of(at, at + 3, at + 6, n, ITEM_BYTES);
}

static inline lbx_obbs obb_items(const float *at, size_t n) {
    return lbx_obbs_of(at, at + 3, at + 6, n, ITEM_BYTES);
}

#define SIDE_sphere                                                                                \
    { lbx_operand_spheres, sphere_floats, lbx_open_sphere }
#define SIDE_capsule                                                                               \
    { lbx_operand_capsules, capsule_floats, lbx_open_capsule }
#define SIDE_triangle                                                                              \
    { lbx_operand_triangles, triangle_floats, lbx_open_triangle }
#define SIDE_obb                                                                                   \
    { lbx_operand_obbs, obb_floats, lbx_open_box }
#define SIDE_plane                                                                                 \
    { lbx_operand_planes, plane_floats, lbx_open_half_space }

// The contacts of those pairs that the test of the same name lets pass. The floats from `from` on
// of one side, which end before `to`, grow by the margin for it.
#define SHAPES_CONTACTS(name, a_shape, b_shape, grown, from, to)                                   \
    static ptrdiff_t filter_##name(const float *a, const float *b, size_t n, uint8_t *hits) {      \
        const lbx_##a_shape##s first = a_shape##_items(a, n);                                      \
        const lbx_##b_shape##s second = b_shape##_items(b, n);                                     \
        return lbx_##name(&first, &second, n, LBX_REPRODUCIBLE, hits);                             \
    }                                                                                              \
    ptrdiff_t lbx_##name##_contacts(const lbx_##a_shape##s *a, const lbx_##b_shape##s *b,          \
                                    size_t n, const lbx_contact_query *query,                      \
                                    const lbx_contacts_out *out) {                                 \
        static const struct core_call call = {                                                     \
            {SIDE_##a_shape, SIDE_##b_shape}, filter_##name, grown, from, to};                     \
        return lbx_core_call(&call, a, b, n, query, out);                                          \
    }

#define PLANE_CONTACTS(shape)                                                                      \
    ptrdiff_t lbx_plane_##shape##_contacts(const lbx_planes *planes, const lbx_##shape##s *shapes, \
                                           size_t n, const lbx_contact_query *query,               \
                                           const lbx_contacts_out *out) {                          \
        static const struct core_call call = {{SIDE_plane, SIDE_##shape}, NULL, 0, 0, 0};          \
        return lbx_core_call(&call, planes, shapes, n, query, out);                                \
    }

#endif
