// SPDX-License-Identifier: MIT
/// @file lanebox/contacts.h
/// Contacts: where shapes touch, how deep and which way, for the solver of a physics engine.
///
/// The broad phase finds pairs; these functions take whole lists of them. Contacts are written for
/// those pairs alone that touch, in the order of the items, and nothing is allocated. The bits are
/// identical on every instruction set, whatever the layout and n.
///
/// @code
/// ptrdiff_t touch(const lbx_obbs *boxes, const lbx_obbs *others, lbx_contact contacts[64]) {
///     const lbx_contacts_out out = lbx_contacts_out_of(contacts, 64);
///     return lbx_obb_obb_contacts(boxes, others, 64, NULL, &out);
/// }
/// @endcode
#ifndef LANEBOX_CONTACTS_H
#define LANEBOX_CONTACTS_H

#include "../lanebox.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A point of a contact.
typedef struct lbx_contact_point {
    float position[3]; ///< in the world, midway between the two surfaces
    float depth;       ///< how deep the shapes are in each other here; negative is a gap
    uint32_t feature;  ///< stays the same from step to step while the same features make the point
} lbx_contact_point;

/// How two shapes touch.
typedef struct lbx_contact {
    uint32_t item;   ///< which of the n items
    uint32_t axis;   ///< what lbx_contact_query.axes takes for this pair in the next step
    uint32_t points; ///< how many of `point` there are, from 1 to 4; the rest repeat the first
    float depth;     ///< how far b moves along the normal until the shapes are apart
    float normal[3]; ///< from a to b, of unit length within 2^-22
    lbx_contact_point point[4]; ///< the deepest first
} lbx_contact;

/// Contacts that are written, as arrays or as structures: lbx_contacts_out_of.
typedef struct lbx_contacts_out {
    uint32_t *item;   ///< the fields of lbx_contact, each an array
    uint32_t *axis;   ///< @copydoc item
    uint32_t *points; ///< @copydoc item
    float *depth;     ///< @copydoc item
    float *normal[3]; ///< x y z
    struct {
        float *position[3];
        float *depth;
        uint32_t *feature;
    } point[4];    ///< the same of the points
    size_t count;  ///< contacts that fit behind each pointer
    size_t stride; ///< bytes from one contact to the next, a multiple of 4; 0 is dense
} lbx_contacts_out;

/// The view of an array of structures.
static inline lbx_contacts_out lbx_contacts_out_of(lbx_contact *contacts, size_t count) {
    lbx_contacts_out out;
    int k, c;
    out.item = &contacts->item;
    out.axis = &contacts->axis;
    out.points = &contacts->points;
    out.depth = &contacts->depth;
    for (c = 0; c < 3; c++) out.normal[c] = &contacts->normal[c];
    for (k = 0; k < 4; k++) {
        lbx_contact_point *const point = &contacts->point[k];
        for (c = 0; c < 3; c++) out.point[k].position[c] = &point->position[c];
        out.point[k].depth = &point->depth;
        out.point[k].feature = &point->feature;
    }
    out.count = count;
    out.stride = sizeof(lbx_contact);
    return out;
}

/// What is asked of the pairs. Zeros ask for those that touch and know of no last step.
typedef struct lbx_contact_query {
    /// Shapes that are apart by up to this are in contact, too; finite and not negative.
    float margin;
    /// n bytes, or NULL: the axis that each pair had in the last step. It is taken again as long as
    /// it is not worse than the best one by more than the preference, so that normals do not flip
    /// between axes that are equally good; one of two edges only while every face is worse by more
    /// than half of the preference. Every byte that is no axis, such as 255, is none.
    const uint8_t *axes;
    /// The first item to look at, or NULL for 0. The call sets it to the first item that it did not
    /// look at for lack of room, or to n.
    size_t *cursor;
} lbx_contact_query;

/// Finds the contacts of oriented boxes. Gomez 1999, listing 6. A face is clipped as in
/// Ericson 2005, 5.3.3, and two edges are nearest as in 5.1.9.
///
/// Along one of fifteen axes the boxes are least deep in each other, or farthest apart if they are
/// apart along any. A face is preferred to two edges unless it is deeper by more than 5 % of the
/// depth and 2^-12 S, S being the sum of all six half extents; this is the preference. The points
/// of a face are corners of what is left of the other box's face above it, four at most; two edges
/// have one point. Promised is, with e = 5 * 2^-19 (S + gap) for what is lost to rounding and to
/// axes that are not quite orthonormal, the gap being -`depth` where that is negative and else 0:
///
/// - Every pair that overlaps, or that is apart by no more than `margin`, has a contact.
/// - Moved along the normal by `depth` + e, b is apart from a.
/// - If boxes overlap, no translation by less than `depth` - e - the preference parts them. Edges
///   whose sine is less than 2^-10 have no axis, which may add twice this sine times a half extent.
/// - If they are apart, the gap exceeds their distance by no more than e.
/// - A point is no farther from either box than its depth, or that of the contact, and 2^-11 S + e,
///   and 2^-22 of the centers' coordinates, which have no more bits.
///
/// A pair with a NaN or an infinity, or with axes far from those of the range, has no contact.
/// @param query NULL is zeros
/// @return the number of contacts written, or an error. Without a cursor it is LBX_ERROR_COUNT if
/// the contacts exceed out->count; the first ones are written then. LBX_ERROR_DISTANCE: the margin;
/// LBX_ERROR_INDEX: a cursor above n; LBX_ERROR_COUNT: n above 2^32; the others are those of tests
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_obb_contacts(const lbx_obbs *a, const lbx_obbs *b, size_t n,
                                                     const lbx_contact_query *query,
                                                     const lbx_contacts_out *out);

/// Finds the contacts of spheres, from a to b.
///
/// For this function and those below, all that is said of lbx_obb_obb_contacts holds, errors too,
/// with these differences. S is the sum of the sizes of both shapes: a radius, the length of a
/// capsule's segment, the half extents of a box, the lengths of a triangle's edges at vertex 0.
/// Shapes are cores with a radius: points, segments, boxes and triangles.
///
/// - Where the cores are apart, the normal is between their nearest points, and the contact has one
///   point there. A pair with a capsule prefers the normal of a face, by the preference. Where the
///   cores meet, the axis is the best of the normals of faces and the products of edges.
/// - A capsule along a face, and two capsules along each other, have two points.
/// - Axes are numbered: the faces of the first shape, those of the second, then the products of the
///   edges of both. A box has three faces and three edges, a triangle one and three, a plane one
///   face, a capsule one edge, a sphere none. 255 is the way between nearest points.
/// - A shape of negative size has no contact.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_sphere_contacts(const lbx_spheres *a,
                                                           const lbx_spheres *b, size_t n,
                                                           const lbx_contact_query *query,
                                                           const lbx_contacts_out *out);

/// Finds the contacts of spheres with capsules. Ericson 2005, 5.1.2.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_capsule_contacts(const lbx_spheres *spheres,
                                                            const lbx_capsules *capsules, size_t n,
                                                            const lbx_contact_query *query,
                                                            const lbx_contacts_out *out);

/// Finds the contacts of spheres with oriented boxes. Ericson 2005, 5.1.4.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_obb_contacts(const lbx_spheres *spheres,
                                                        const lbx_obbs *boxes, size_t n,
                                                        const lbx_contact_query *query,
                                                        const lbx_contacts_out *out);

/// Finds the contacts of spheres with triangles. Ericson 2005, 5.1.5.
///
/// A triangle has no inside: it pushes a sphere to the side that the center is on.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_triangle_contacts(const lbx_spheres *spheres,
                                                             const lbx_triangles *triangles,
                                                             size_t n,
                                                             const lbx_contact_query *query,
                                                             const lbx_contacts_out *out);

/// Finds the contacts of capsules. Ericson 2005, 5.1.9.
LBX_API LBX_NODISCARD ptrdiff_t lbx_capsule_capsule_contacts(const lbx_capsules *a,
                                                             const lbx_capsules *b, size_t n,
                                                             const lbx_contact_query *query,
                                                             const lbx_contacts_out *out);

/// Finds the contacts of capsules with oriented boxes.
LBX_API LBX_NODISCARD ptrdiff_t lbx_capsule_obb_contacts(const lbx_capsules *capsules,
                                                         const lbx_obbs *boxes, size_t n,
                                                         const lbx_contact_query *query,
                                                         const lbx_contacts_out *out);

/// Finds the contacts of triangles with capsules. Ericson 2005, 5.1.10.
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_capsule_contacts(const lbx_triangles *triangles,
                                                              const lbx_capsules *capsules,
                                                              size_t n,
                                                              const lbx_contact_query *query,
                                                              const lbx_contacts_out *out);

/// Finds the contacts of triangles with oriented boxes: 13 axes, as in Ericson 2005, 5.2.9.
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_obb_contacts(const lbx_triangles *triangles,
                                                          const lbx_obbs *boxes, size_t n,
                                                          const lbx_contact_query *query,
                                                          const lbx_contacts_out *out);

/// Finds the contacts of planes with spheres. Ericson 2005, 5.2.2.
///
/// For this function and the two below, a plane is the surface of a solid that is on its negative
/// side, and the normal is the plane's. A shape below the plane is in contact, however deep it is;
/// e is 5 * 2^-19 (S + |`depth`|), 2^-48 of the coordinates and 2^-149, the least float.
LBX_API LBX_NODISCARD ptrdiff_t lbx_plane_sphere_contacts(const lbx_planes *planes,
                                                          const lbx_spheres *spheres, size_t n,
                                                          const lbx_contact_query *query,
                                                          const lbx_contacts_out *out);

/// Finds the contacts of planes with capsules.
LBX_API LBX_NODISCARD ptrdiff_t lbx_plane_capsule_contacts(const lbx_planes *planes,
                                                           const lbx_capsules *capsules, size_t n,
                                                           const lbx_contact_query *query,
                                                           const lbx_contacts_out *out);

/// Finds the contacts of planes with oriented boxes: corners of the face that is turned to it.
LBX_API LBX_NODISCARD ptrdiff_t lbx_plane_obb_contacts(const lbx_planes *planes,
                                                       const lbx_obbs *boxes, size_t n,
                                                       const lbx_contact_query *query,
                                                       const lbx_contacts_out *out);

#ifdef __cplusplus
}
#endif

#endif
