// SPDX-License-Identifier: MIT
/// @file lanebox.h
/// Batch collision tests over structures of arrays.
///
/// One call tests n pairs and writes one bit per pair. Two items that touch are never reported
/// apart. With LBX_REPRODUCIBLE the bits are the same on every instruction set.
///
/// Which of four boxes overlap the first one?
///
/// @code
/// const float min[3][4] = {{0, 1, 5, 9}, {0, 1, 5, 9}, {0, 1, 5, 9}};
/// const float max[3][4] = {{2, 3, 6, 9}, {2, 3, 6, 9}, {2, 3, 6, 9}};
/// const lbx_aabbs boxes = {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}, 4, 0, lbx_from(0)};
/// lbx_aabbs query = boxes;
/// query.pick = lbx_one(0);
/// uint8_t hits[1];
/// ptrdiff_t found = lbx_aabb_aabb(&query, &boxes, 4, 0, hits);    // 2, hits[0] == 3
/// @endcode
#ifndef LANEBOX_H
#define LANEBOX_H

#include <stddef.h>
#include <stdint.h>

/// @name Version
/// @{

/// The first part of the version of this header.
#define LBX_VERSION_MAJOR 0
/// The second part.
#define LBX_VERSION_MINOR 2
/// The third part.
#define LBX_VERSION_PATCH 0
/// The whole version as one number. lbx_version returns the number of the library that runs.
#define LBX_VERSION (10000 * LBX_VERSION_MAJOR + 100 * LBX_VERSION_MINOR + LBX_VERSION_PATCH)

/// @}

#ifdef __cplusplus
extern "C" {
#endif

// On Windows, define LBX_DLL in a program that links the DLL, and LBX_DLL_BUILD when building the
// DLL. Elsewhere, a static library that is built with LBX_HIDDEN is not exported by the shared
// libraries that link it.
#if defined(_WIN32)
#if defined(LBX_DLL_BUILD)
#define LBX_API __declspec(dllexport)
#elif defined(LBX_DLL)
#define LBX_API __declspec(dllimport)
#else
#define LBX_API
#endif
#elif defined(LBX_HIDDEN)
#define LBX_API __attribute__((visibility("hidden")))
#elif defined(__GNUC__)
/// Marks what the library exports.
#define LBX_API __attribute__((visibility("default")))
#else
#define LBX_API
#endif

/// Marks functions whose result may be an error, which a caller must not ignore.
#if defined(__GNUC__)
#define LBX_NODISCARD __attribute__((warn_unused_result))
#else
#define LBX_NODISCARD
#endif

// ---------------------------------------------------------------------------------------------
/// @name Picks
/// @{
// ---------------------------------------------------------------------------------------------

/// How a pick names the element that item i reads; see lbx_pick.
enum {
    LBX_PICK_FROM = 0, ///< element first + i
    LBX_PICK_ONE,      ///< element first, for every item
    LBX_PICK_INDEXED   ///< element list[i]
};

/// Which element of a view item i reads. If all fields are zero, item i reads element i. lbx_from,
/// lbx_one, lbx_indexed and lbx_indexed_every make picks.
typedef struct lbx_pick {
    int kind;             ///< LBX_PICK_FROM, LBX_PICK_ONE or LBX_PICK_INDEXED
    size_t first;         ///< FROM: the element of item 0; ONE: of every item; INDEXED: entries
    const uint32_t *list; ///< INDEXED: the element of item 0; aligned to 4 bytes
    size_t step;          ///< INDEXED: bytes from one entry to the next, a multiple of 4; 0 is 4
} lbx_pick;

/// Item i reads element first + i.
static inline lbx_pick lbx_from(size_t first) {
    lbx_pick pick = {LBX_PICK_FROM, 0, NULL, 0};
    pick.first = first;
    return pick;
}

/// Every item reads element k.
static inline lbx_pick lbx_one(size_t k) {
    lbx_pick pick = {LBX_PICK_ONE, 0, NULL, 0};
    pick.first = k;
    return pick;
}

/// Item i reads element list[i], from a list of `length` entries that lie `bytes` apart. This lets
/// one array of pairs serve both sides of a test. A call of more items returns LBX_ERROR_COUNT.
static inline lbx_pick lbx_indexed_every(const uint32_t *list, size_t length, size_t bytes) {
    lbx_pick pick = {LBX_PICK_INDEXED, 0, NULL, 0};
    pick.first = length;
    pick.list = list;
    pick.step = bytes;
    return pick;
}

/// Item i reads element list[i], from a list of `length` entries.
static inline lbx_pick lbx_indexed(const uint32_t *list, size_t length) {
    return lbx_indexed_every(list, length, sizeof *list);
}

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Views
///
/// A view names arrays that the caller owns. They need to be aligned to 4 bytes only, and are never
/// written. With a `stride` of 0 every array is dense: the view is a structure of arrays. With any
/// other multiple of 4 the view reads an array of structures in place. A negative stride, converted
/// to size_t, reads it backwards from the element that the pointers name.
///
/// Each view states the range of its floats. The promises of the tests hold within this range. The
/// view's lbx_*_check marks every item that is outside of it.
/// @{
// ---------------------------------------------------------------------------------------------

/// Axis-aligned boxes. Both faces belong to the box. The range is any finite floats with min <=
/// max, except that no box ends below -8.5e37 (-2^126) along x, where the empty box ends.
typedef struct lbx_aabbs {
    const float *min[3]; ///< lower corner, x y z
    const float *max[3]; ///< upper corner, x y z
    size_t count;        ///< elements behind each pointer
    size_t stride;       ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;       ///< the element that item i reads
} lbx_aabbs;

/// Nodes of eight axis-aligned boxes, as in wide trees. Each pointer names eight floats per node,
/// those of boxes 0 to 7 in order. Unused boxes of a node may be the empty box.
typedef struct lbx_aabb8s {
    const float *min[3]; ///< lower corners, x y z
    const float *max[3]; ///< upper corners, x y z
    size_t count;        ///< nodes behind each pointer
    size_t stride;       ///< bytes from one node to the next, a multiple of 4; 0 is 32, dense
    lbx_pick pick;       ///< the node that item i reads
} lbx_aabb8s;

/// Axis-aligned boxes of doubles, for worlds where floats are too coarse: 10^6 m from the origin,
/// floats are 6 cm apart. No test reads them; lbx_aabbs_from_doubles makes boxes of floats about a
/// local origin.
typedef struct lbx_aabbs_f64 {
    const double *min[3]; ///< lower corner, x y z; aligned to 4 bytes, as floats are
    const double *max[3]; ///< upper corner, x y z
    size_t count;         ///< elements behind each pointer
    size_t stride;        ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;        ///< the element that item i reads
} lbx_aabbs_f64;

/// Oriented boxes: the points center + x[0] axis[0] + x[1] axis[1] + x[2] axis[2] with every |x[k]|
/// <= half[k]. The range is centers and half extents up to 2^60, and axes whose dot products differ
/// from those of orthonormal axes by at most 2^-19.
typedef struct lbx_obbs {
    const float *center[3];  ///< x y z
    const float *half[3];    ///< half extents along the three axes, none negative
    const float *axis[3][3]; ///< axis[k][c]: component c of unit axis k; of either handedness
    size_t count;            ///< elements behind each pointer
    size_t stride;           ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;           ///< the element that item i reads
} lbx_obbs;

/// Rays: the points origin + t dir for t from max(t_min, 0) to t_max, both clamped to 2^127. The
/// range is origins up to 2^60 and components of dir up to 2^40, the longest one at least 2^-60. If
/// inv_dir is given, each component of dir is at least 2^-126 or 0.
///
/// Rays may have an end instead of a direction; lbx_rays_along makes such a view of segments. Then
/// dir is end - origin, rounded to floats once, and a t_max that is NULL is 1. The ray stops at
/// origin + dir, which is off from `end` by at most 2^-24 of end - origin, along each axis. With
/// both `end` and dir or inv_dir, calls return LBX_ERROR_FORMAT.
typedef struct lbx_rays {
    const float *origin[3];  ///< x y z
    const float *dir[3];     ///< of any length; components of 0 are allowed
    const float *inv_dir[3]; ///< the rounded 1/dir, +-inf for +-0; computed if all are NULL
    const float *t_min;      ///< NULL: 0
    const float *t_max;      ///< NULL: +inf; may change between calls, such as to the best hit
    size_t count;            ///< elements behind each pointer
    size_t stride;           ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;           ///< the element that item i reads
    size_t t_stride;         ///< the stride of t_min and t_max; 0 is as `stride`; 4 is dense arrays
    const float *end[3];     ///< x y z, where t is 1; NULL if dir is given
} lbx_rays;

/// Segments, including both ends. A segment whose start and end coincide is a point. The range is
/// coordinates up to 2^60.
typedef struct lbx_segments {
    const float *start[3]; ///< x y z
    const float *end[3];   ///< x y z
    size_t count;          ///< elements behind each pointer
    size_t stride;         ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;         ///< the element that item i reads
} lbx_segments;

/// Planes: the points x with n.x + offset = 0. The normal points to the positive side. The range is
/// normals whose longest component is from 2^-40 to 2^60, and offsets up to 2^120.
typedef struct lbx_planes {
    const float *normal[3]; ///< of any length
    const float *offset;    ///< minus n.p for a point p of the plane
    size_t count;           ///< elements behind each pointer
    size_t stride;          ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;          ///< the element that item i reads
} lbx_planes;

/// Triangles. Slivers, segments and points are allowed. The range is coordinates up to 2^60.
typedef struct lbx_triangles {
    const float *vertex[3][3]; ///< vertex[v][c]: component c of vertex v
    size_t count;              ///< elements behind each pointer
    size_t stride;             ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;             ///< the element that item i reads
} lbx_triangles;

/// Solid spheres: the surface and everything within it. The range is centers up to 2^60, and radii
/// that are 0 or from 2^-60 to 2^60.
typedef struct lbx_spheres {
    const float *center[3]; ///< x y z
    const float *radius;    ///< 0 is a point
    size_t count;           ///< elements behind each pointer
    size_t stride;          ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;          ///< the element that item i reads
} lbx_spheres;

/// Solid capsules: all points within the radius of a segment. A capsule whose start and end
/// coincide is a sphere. The range is coordinates up to 2^60, and radii that are 0 or from 2^-60 to
/// 2^60.
typedef struct lbx_capsules {
    const float *start[3]; ///< x y z
    const float *end[3];   ///< x y z
    const float *radius;   ///< 0 is a segment
    size_t count;          ///< elements behind each pointer
    size_t stride;         ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;         ///< the element that item i reads
} lbx_capsules;

/// What cameras see: the points eye + x axis[0] + y axis[1] + z axis[2] with z_near <= z <= z_far,
/// low[0] z <= x <= high[0] z and low[1] z <= y <= high[1] z. Their sides are closed. Where
/// `parallel` is not 0 the camera is orthographic: low[k] <= x <= high[k], and likewise y. The
/// range is eyes, low, high, z_near and finite z_far up to 2^60, slopes up to 2^20, low[k] <
/// high[k], and z_near < z_far. z_near is at least 0 unless `parallel`; z_far may be +inf. Axes are
/// as those of lbx_obbs.
typedef struct lbx_frustums {
    const float *eye[3];     ///< x y z
    const float *axis[3][3]; ///< axis[k][c]: component c of unit axis k: right, up, forward
    const float *low[2];     ///< slopes of the left and the lower side; offsets if `parallel`
    const float *high[2];    ///< slopes of the right and the upper side; offsets if `parallel`
    const float *z_near;     ///< where it begins, along axis[2]
    const float *z_far;      ///< where it ends
    const float *parallel;   ///< 0: sides meet in the eye; not 0: orthographic; NULL: 0 for all
    size_t count;            ///< elements behind each pointer
    size_t stride;           ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;           ///< the element that item i reads
} lbx_frustums;

/// One frustum in memory, as lbx_frustum_of_matrix writes it and lbx_frustums_of reads it.
typedef struct lbx_frustum {
    float eye[3];     ///< x y z
    float axis[3][3]; ///< right, up, forward
    float low[2];     ///< slopes, or offsets, of the left and the lower side
    float high[2];    ///< of the right and the upper side
    float z_near;     ///< where it begins
    float z_far;      ///< where it ends, may be +inf
    float parallel;   ///< 0, or 1 for orthographic
} lbx_frustum;

/// Displacements over a step, in which u goes from 0 to 1. The range is components up to 2^40.
typedef struct lbx_motions {
    const float *delta[3]; ///< x y z
    size_t count;          ///< elements behind each pointer
    size_t stride;         ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;         ///< the element that item i reads
} lbx_motions;

/// Points. The range is coordinates up to 2^60.
typedef struct lbx_points {
    const float *position[3]; ///< x y z
    size_t count;             ///< elements behind each pointer
    size_t stride;            ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;            ///< the element that item i reads
} lbx_points;

/// Rigid transforms: rotate, then translate. The range is positions up to 2^60, and quaternions
/// whose length is within 2^-19 of 1.
typedef struct lbx_poses {
    const float *position[3]; ///< x y z
    const float *rotation[4]; ///< unit quaternion x y z w
    size_t count;             ///< elements behind each pointer
    size_t stride;            ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;            ///< the element that item i reads
} lbx_poses;

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Views of arrays of structures
///
/// Each of these functions makes a view that picks every element. Each pointer argument names
/// consecutive floats of the first structure: x y z, except that axes are nine floats and a
/// rotation is four. `stride` is the size of one structure: lbx_aabbs_of(body[0].min, body[0].max,
/// count, sizeof body[0]). With a stride of 0 and more than one structure, every call that reads
/// the view returns LBX_ERROR_STRIDE.
///
/// Which layout to keep: use arrays for items in order. For items that a list picks, use structures
/// whose floats are adjacent in the view's order. Such an element is loaded 16 bytes at a time,
/// from its first float to its last and never beyond. There may be anything between min and max of
/// a box. Lists are read fastest if their entries lie 8 bytes apart, as in an array of pairs.
/// docs/use/guide.md says what each layout costs, and from how many items on a call is faster than
/// an inline loop.
/// @{
// ---------------------------------------------------------------------------------------------

/// @cond
#define LBX_XYZ(p)                                                                                 \
    { (p), (p) + 1, (p) + 2 }

// The stride of a view of structures. More than one cannot be 0 bytes apart: no call accepts 1.
static inline size_t lbx_stride_of(size_t count, size_t stride) {
    return stride == 0 && count > 1 ? 1 : stride;
}
/// @endcond

/// `min` and `max` each point to x y z. So does every argument below that is not described.
static inline lbx_aabbs lbx_aabbs_of(const float *min, const float *max, size_t count,
                                     size_t stride) {
    lbx_aabbs view = {LBX_XYZ(min), LBX_XYZ(max), count, lbx_stride_of(count, stride), lbx_from(0)};
    return view;
}

/// The same for boxes of doubles.
static inline lbx_aabbs_f64 lbx_aabbs_f64_of(const double *min, const double *max, size_t count,
                                             size_t stride) {
    lbx_aabbs_f64 view = {LBX_XYZ(min), LBX_XYZ(max), count, lbx_stride_of(count, stride),
                          lbx_from(0)};
    return view;
}

/// `axis` is axis 0 x y z, axis 1 x y z, axis 2 x y z.
static inline lbx_obbs lbx_obbs_of(const float *center, const float *half, const float *axis,
                                   size_t count, size_t stride) {
    lbx_obbs view = {LBX_XYZ(center),
                     LBX_XYZ(half),
                     {LBX_XYZ(axis), LBX_XYZ(axis + 3), LBX_XYZ(axis + 6)},
                     count,
                     lbx_stride_of(count, stride),
                     lbx_from(0)};
    return view;
}

/// `min` points to the eight lower corners of node 0: eight x, eight y, eight z. `max` points to
/// the upper corners in the same way.
static inline lbx_aabb8s lbx_aabb8s_of(const float *min, const float *max, size_t count,
                                       size_t stride) {
    lbx_aabb8s view = {
        {NULL, NULL, NULL}, {NULL, NULL, NULL}, count, lbx_stride_of(count, stride), lbx_from(0)};
    for (int c = 0; c < 3; c++) {
        view.min[c] = min + 8 * c;
        view.max[c] = max + 8 * c;
    }
    return view;
}

/// The view has no inv_dir, t_min and t_max.
static inline lbx_rays lbx_rays_of(const float *origin, const float *dir, size_t count,
                                   size_t stride) {
    lbx_rays view = {LBX_XYZ(origin),
                     LBX_XYZ(dir),
                     {NULL, NULL, NULL},
                     NULL,
                     NULL,
                     count,
                     lbx_stride_of(count, stride),
                     lbx_from(0),
                     0,
                     {NULL, NULL, NULL}};
    return view;
}

/// `start` and `end` point to x y z each.
static inline lbx_segments lbx_segments_of(const float *start, const float *end, size_t count,
                                           size_t stride) {
    lbx_segments view = {LBX_XYZ(start), LBX_XYZ(end), count, lbx_stride_of(count, stride),
                         lbx_from(0)};
    return view;
}

/// Rays along segments, from start to end, with t from 0 to 1. Layout and pick are those of the
/// segments. t_min and t_max may be set.
static inline lbx_rays lbx_rays_along(const lbx_segments *segments) {
    const lbx_segments *const s = segments;
    lbx_rays view = {{s->start[0], s->start[1], s->start[2]},
                     {NULL, NULL, NULL},
                     {NULL, NULL, NULL},
                     NULL,
                     NULL,
                     s->count,
                     s->stride,
                     s->pick,
                     0,
                     {s->end[0], s->end[1], s->end[2]}};
    return view;
}

/// `offset` points to the one float of plane 0.
static inline lbx_planes lbx_planes_of(const float *normal, const float *offset, size_t count,
                                       size_t stride) {
    lbx_planes view = {LBX_XYZ(normal), offset, count, lbx_stride_of(count, stride), lbx_from(0)};
    return view;
}

/// `v0`, `v1` and `v2` are the vertices of triangle 0.
static inline lbx_triangles lbx_triangles_of(const float *v0, const float *v1, const float *v2,
                                             size_t count, size_t stride) {
    lbx_triangles view = {
        {LBX_XYZ(v0), LBX_XYZ(v1), LBX_XYZ(v2)}, count, lbx_stride_of(count, stride), lbx_from(0)};
    return view;
}

/// `radius` points to the one float of sphere 0.
static inline lbx_spheres lbx_spheres_of(const float *center, const float *radius, size_t count,
                                         size_t stride) {
    lbx_spheres view = {LBX_XYZ(center), radius, count, lbx_stride_of(count, stride), lbx_from(0)};
    return view;
}

/// `start` and `end` point to x y z each, `radius` to the one float of capsule 0.
static inline lbx_capsules lbx_capsules_of(const float *start, const float *end,
                                           const float *radius, size_t count, size_t stride) {
    lbx_capsules view = {LBX_XYZ(start), LBX_XYZ(end), radius, count, lbx_stride_of(count, stride),
                         lbx_from(0)};
    return view;
}

/// `delta` points to x y z.
static inline lbx_motions lbx_motions_of(const float *delta, size_t count, size_t stride) {
    lbx_motions view = {LBX_XYZ(delta), count, lbx_stride_of(count, stride), lbx_from(0)};
    return view;
}

static inline lbx_points lbx_points_of(const float *position, size_t count, size_t stride) {
    lbx_points view = {LBX_XYZ(position), count, lbx_stride_of(count, stride), lbx_from(0)};
    return view;
}

/// `rotation` is x y z w.
static inline lbx_poses lbx_poses_of(const float *position, const float *rotation, size_t count,
                                     size_t stride) {
    lbx_poses view = {LBX_XYZ(position),
                      {rotation, rotation + 1, rotation + 2, rotation + 3},
                      count,
                      lbx_stride_of(count, stride),
                      lbx_from(0)};
    return view;
}

/// Frusta in memory, one behind the other.
static inline lbx_frustums lbx_frustums_of(const lbx_frustum *frusta, size_t count) {
    const lbx_frustum *const f = frusta;
    lbx_frustums view = {LBX_XYZ(f->eye),
                         {LBX_XYZ(f->axis[0]), LBX_XYZ(f->axis[1]), LBX_XYZ(f->axis[2])},
                         {f->low, f->low + 1},
                         {f->high, f->high + 1},
                         &f->z_near,
                         &f->z_far,
                         &f->parallel,
                         count,
                         sizeof *f,
                         lbx_from(0)};
    return view;
}

#undef LBX_XYZ

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Targets
///
/// Conversions write to targets, which are views without a pick: item i is element i. A conversion
/// may work in place: the arrays of its target may be those of the view that it reads, if all of
/// them are the same and the view picks from element 0 on. Otherwise they must overlap nothing that
/// is read.
/// @{
// ---------------------------------------------------------------------------------------------

/// Axis-aligned boxes to be written.
typedef struct lbx_aabbs_out {
    float *min[3]; ///< lower corner, x y z
    float *max[3]; ///< upper corner, x y z
    size_t count;  ///< elements that fit behind each pointer
    size_t stride; ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_aabbs_out;

/// Oriented boxes to be written.
typedef struct lbx_obbs_out {
    float *center[3];  ///< x y z
    float *half[3];    ///< half extents along the three axes
    float *axis[3][3]; ///< axis[k][c]: component c of axis k
    size_t count;      ///< elements that fit behind each pointer
    size_t stride;     ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_obbs_out;

/// Spheres to be written.
typedef struct lbx_spheres_out {
    float *center[3]; ///< x y z
    float *radius;    ///< 0 is a point
    size_t count;     ///< elements that fit behind each pointer
    size_t stride;    ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_spheres_out;

/// Rays to be written.
typedef struct lbx_rays_out {
    float *origin[3]; ///< x y z
    float *dir[3];    ///< x y z
    size_t count;     ///< elements that fit behind each pointer
    size_t stride;    ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_rays_out;

/// Capsules to be written.
typedef struct lbx_capsules_out {
    float *start[3]; ///< x y z
    float *end[3];   ///< x y z
    float *radius;   ///< 0 is a segment
    size_t count;    ///< elements that fit behind each pointer
    size_t stride;   ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_capsules_out;

/// Nearest points of triangles to be written: distances, the weights of vertices 1 and 2 in the
/// points, and the features that they are on.
typedef struct lbx_nearests_out {
    float *distance;   ///< from the point that was asked for
    float *u;          ///< the weight of vertex 1
    float *v;          ///< the weight of vertex 2; u, v and 1 - u - v are at least 0, exactly
    uint32_t *feature; ///< LBX_FACE, LBX_EDGE + k or LBX_VERTEX + k
    size_t count;      ///< elements that fit behind each pointer
    size_t stride;     ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_nearests_out;

/// Distances of triangles to be written, and the points that are so far apart.
typedef struct lbx_separations_out {
    float *distance; ///< not negative; 0 or hardly more where the triangles meet
    float *from[3];  ///< the nearest point of the first triangle, x y z
    float *to[3];    ///< that of the second one, x y z
    size_t count;    ///< elements that fit behind each pointer
    size_t stride;   ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_separations_out;

/// Depths of oriented boxes to be written, and the axes that they are measured along.
typedef struct lbx_depths_out {
    float *depth;   ///< how far one box moves along the axis until they touch; negative is a gap
    uint32_t *axis; ///< 0 to 14, which lbx_contact_query.axes takes as bytes; 255 is none
    size_t count;   ///< elements that fit behind each pointer
    size_t stride;  ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_depths_out;

/// The features of a triangle.
enum {
    LBX_FACE = 0,  ///< neither an edge nor a vertex
    LBX_EDGE = 1,  ///< and 0, 1 or 2: the edge from that vertex to the next, without its ends
    LBX_VERTEX = 4 ///< and 0, 1 or 2
};

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Errors and flags
/// @{
// ---------------------------------------------------------------------------------------------

/// What a call returns instead of a count. Errors are found before anything is written. Flags are
/// checked first, then a distance, then the views in the order of the arguments: NULL, count,
/// stride and index of each.
enum {
    LBX_ERROR_NULL = -1,     ///< a view, an array, a list or an order is NULL
    LBX_ERROR_COUNT = -2,    ///< n exceeds `count`, PTRDIFF_MAX or the available room
    LBX_ERROR_INDEX = -3,    ///< a pick beyond `count`; another search's cursor; an unsorted list
    LBX_ERROR_STRIDE = -4,   ///< a stride or step not a multiple of 4; an order not aligned to 8
    LBX_ERROR_FLAGS = -5,    ///< a flag that this library does not know
    LBX_ERROR_ISA = -6,      ///< an instruction set that this machine lacks
    LBX_ERROR_MEMORY = -7,   ///< no memory
    LBX_ERROR_FORMAT = -8,   ///< a class that is none; nodes that form no tree; rays' dir and end
    LBX_ERROR_DISTANCE = -9, ///< a distance is negative, infinite or a NaN
    LBX_ERROR_MESH = -10,    ///< a vertex of a mesh is a NaN, infinite or out of range
    LBX_ERROR_POSE = -11,    ///< a pose that is not finite, or a rotation off unit length
    LBX_ERROR_ORDER = -12,   ///< memory that holds no order, or a damaged one
    LBX_ERROR_TREE = -13,    ///< memory that holds no tree, or a damaged one
    LBX_ERROR_SCENE = -14    ///< memory that holds no scene, or a damaged one
};

/// Returns one sentence that describes an error, or "no error" for a count. The string is static
/// and never NULL.
LBX_API const char *lbx_error_text(ptrdiff_t error);

/// Flags of a test.
enum {
    /// The answers have the same bits on every instruction set, for every input, pick, position and
    /// n. Without this flag a test may compute its verdict with fused multiply-add where that is
    /// faster. Such a verdict is called fused. Instruction sets that fuse then agree with one
    /// another, and those that do not (scalar, SSE2) give the bits of LBX_REPRODUCIBLE. No touching
    /// pair is lost either way. All tests except lbx_aabb_aabb and lbx_aabb_aabb_sweep fuse; a test
    /// that fuses only some calls says which.
    LBX_REPRODUCIBLE = 1
};

/// Flags of lbx_keep_arrays.
enum {
    LBX_MISSES = 1 ///< keep the items that miss instead of those that hit
};

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Tests
///
/// A test takes one view per side and the number n of pairs; sweeps also take one view of
/// displacements per side. It returns the number of hits or a negative LBX_ERROR_*. Bit i % 8 of
/// hits[i / 8] is pair i; the bits past n in the last byte are zero, and nothing behind it is
/// written. (Some tests write one class per item instead.) Any output may be NULL if it is not
/// wanted. Outputs must not overlap inputs. With n = 0 a call returns 0, whatever the views hold.
/// No call allocates, and any number of threads may call at once. A call takes up to 60 KB of
/// stack. In addition to its items it costs from some 10 ns, for few items in arrays, to some 100
/// ns, for oriented boxes that are copied first; docs/use/guide.md says from how many items on a
/// call pays off.
///
/// Touching is overlap, and rounding is never a reason for a miss: a pair is reported apart only if
/// it is proven apart. The price is false hits. A pair that is apart may be reported as a hit, but
/// only if it is closer than the bound that the test states; docs/develop/numerics.md derives each.
/// Each bound also has an absolute part, 2^-70 unless the test states another. Each statement that
/// a value is never below another has the same absolute part.
///
/// The promises hold within the range of the views, in round-to-nearest. Boxes that are open to one
/// side may be written with FLT_MAX. Six tests of axis-aligned boxes lose no touching pair even if
/// their other side is out of its range: lbx_aabb_aabb, lbx_segment_aabb, lbx_triangle_aabb and
/// lbx_plane_aabb for any finite floats, lbx_ray_aabb for origins up to 2^102 (5e30) and directions
/// up to 2^104 (2e31), lbx_aabb_aabb_sweep for displacements up to 2^103 (1e31). Bounds on false
/// hits, t and u hold only within the range, and for boxes with sides up to 2^60. With FTZ or DAZ
/// on, which flush denormals to zero, no touching pair is lost as long as no input, no difference
/// of two coordinates and no exact result is denormal. The absolute part of bounds is then 2^-60,
/// and conversions promise nothing about denormals. The speed is the same.
///
/// The floating-point environment must be the one that programs start in: round-to-nearest, and
/// exceptions masked. In another rounding mode a test may lose touching pairs, and a tree passes
/// its check only in the mode that it was made in. What compares alone stays exact in any mode:
/// lbx_aabb_aabb, orders, and their pairs and queries by boxes; so does lbx_aabbs_from_doubles.
/// Calls raise floating-point exceptions for ordinary data: a ray along an axis divides by 0, and a
/// NaN is compared. A program that unmasks exceptions must mask them around calls.
///
/// A NaN proves nothing: the other floats of the item still count. The empty box, (+inf, -inf) or
/// (FLT_MAX, -FLT_MAX), meets nothing.
/// @{
// ---------------------------------------------------------------------------------------------

/// Which boxes overlap. Exact: no false hits. Gomez 1999, listing 3.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_aabb(const lbx_aabbs *a, const lbx_aabbs *b, size_t n,
                                              unsigned flags, uint8_t *hits);

/// Which rays hit which boxes, and where, by the slab method. Book 9.2.2 (1).
///
/// A false hit passes the box closer than 1e-6 (2^-20) of the distance from the ray's origin plus
/// the size of the box, and 2^-58. The test of one ray (lbx_one) against many boxes is fused where
/// no t is wanted. This adds 1e-6 of the largest coordinate to the bound. t is within a relative
/// 1e-6 (2^-20) of the exact one. Statements about t hold up to an absolute 2^-99. A box behind
/// t_max or before t_min is a miss. A traversal that keeps its best hit in t_max loses no hit that
/// is equally near.
/// @param t_enter where the ray enters the box, at least max(t_min, 0); +inf for a miss
/// @param t_exit where it leaves, never below the exact t, at most t_max; -inf for a miss
LBX_API LBX_NODISCARD ptrdiff_t lbx_ray_aabb(const lbx_rays *rays, const lbx_aabbs *boxes, size_t n,
                                             unsigned flags, uint8_t *hits, float *t_enter,
                                             float *t_exit);

/// Which of a node's eight boxes each ray hits, and where it enters them. Answers are those of
/// lbx_ray_aabb with LBX_REPRODUCIBLE, bit for bit. The function serves tree traversals, which pass
/// lists of rays and nodes.
///
/// @param masks one byte per item: bit k is set if the ray hits box k; may be NULL
/// @param t_enter eight floats per item, as lbx_ray_aabb writes them; may be NULL
/// @return the number of boxes that are hit, summed over all items, or an error
LBX_API LBX_NODISCARD ptrdiff_t lbx_ray_aabb8(const lbx_rays *rays, const lbx_aabb8s *nodes,
                                              size_t n, unsigned flags, uint8_t *masks,
                                              float *t_enter);

/// Which rays hit which oriented boxes, and where, by slabs in the box's frame. Book 9.2.2 (2).
/// inv_dir is not read.
///
/// A false hit would be a true one if each half extent were larger by 6e-6 (3 * 2^-19) of D, the
/// distance from the ray's origin to the center, summed over x y z, plus the sum of the half
/// extents. t is that of some box between the given one and the grown one, within a relative 1e-6.
/// The test is fused where no t is wanted.
/// @param t_enter where the ray enters, at least max(t_min, 0); +inf for a miss
/// @param t_exit where it leaves, never below the exact t, at most t_max; -inf for a miss
LBX_API LBX_NODISCARD ptrdiff_t lbx_ray_obb(const lbx_rays *rays, const lbx_obbs *boxes, size_t n,
                                            unsigned flags, uint8_t *hits, float *t_enter,
                                            float *t_exit);

/// Which rays hit which capsules, and where: by the distance of the ray from the capsule's segment.
/// Ericson 2005, 5.1.9. inv_dir is not read.
///
/// A ray that starts inside enters where its range begins. A false hit would be a true one if the
/// radius were larger by 4e-6 (2^-18) of D, the distance from the ray's origin to the capsule's
/// start plus the length of its segment and the radius, and by 2^-59; t is that of some capsule
/// whose radius is off by no more than that.
/// @param t_enter where the ray enters, at least max(t_min, 0); +inf for a miss
/// @param t_exit where it leaves, at most t_max; -inf for a miss
LBX_API LBX_NODISCARD ptrdiff_t lbx_ray_capsule(const lbx_rays *rays, const lbx_capsules *capsules,
                                                size_t n, unsigned flags, uint8_t *hits,
                                                float *t_enter, float *t_exit);

/// Which rays hit which triangles, where, and at which weights of the vertices. Woop, Benthin and
/// Wald 2013. inv_dir is not read.
///
/// A ray that meets the closed triangle is never lost, not even along edges, through vertices or
/// within the triangle's plane. A hit would be a true one if each vertex were moved by up to 1e-6
/// (2^-20) of D along each axis, D being the largest coordinate of a vertex relative to the ray's
/// origin. t is where the ray first meets a triangle whose vertices are off by that and by 6e-5
/// (2^-14) of the longest side of the triangle's box. It is that far off only where the ray sees
/// the triangle edge-on or as a sliver. Verdicts are always those of LBX_REPRODUCIBLE.
/// @param t where the ray first meets the triangle, from max(t_min, 0) to t_max; +inf for a miss
/// @param u the weight of vertex 1 there; 0 for a miss
/// @param v the weight of vertex 2; u, v and 1 - u - v are at least 0, exactly
LBX_API LBX_NODISCARD ptrdiff_t lbx_ray_triangle(const lbx_rays *rays,
                                                 const lbx_triangles *triangles, size_t n,
                                                 unsigned flags, uint8_t *hits, float *t, float *u,
                                                 float *v);

/// Which oriented boxes overlap, by 15 separating axes. Book 9.2.6; Gomez 1999, listing 6.
///
/// A false hit is closer than .7 % (sqrt(3) * 2^-8) of S, the sum of the six half extents. Only
/// edges that are nearly parallel reach that bound. Along an axis, a false hit is closer than 2e-5
/// (5 * 2^-18) S / sine of the angle between the edges that make the axis; for a face the sine is
/// 1. If the axes come from unit quaternions, it is closer than 1.2e-5 (3 * 2^-18) S / sine.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_obb(const lbx_obbs *a, const lbx_obbs *b, size_t n,
                                            unsigned flags, uint8_t *hits);

/// Which axis-aligned boxes overlap which oriented ones, by 15 separating axes. Book 9.2.6, where
/// the first box's axes are those of the world.
///
/// A false hit is closer than .7 % (sqrt(3) * 2^-8) of S, the sum of all half extents, and along an
/// axis closer than 1.4e-5 (7 * 2^-19) S / sine of the angle between its edges; for a face the sine
/// is 1.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_obb(const lbx_aabbs *a, const lbx_obbs *b, size_t n,
                                             unsigned flags, uint8_t *hits);

/// Which spheres overlap: the static part of Gomez 1999, listing 2.
///
/// A false hit is closer than 6e-7 (5 * 2^-23) of the sum of the radii. Points (radius 0) must
/// coincide.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_sphere(const lbx_spheres *a, const lbx_spheres *b,
                                                  size_t n, unsigned flags, uint8_t *hits);

/// Which spheres overlap which boxes. Arvo 1990; Gomez 1999, listing 5.
///
/// A false hit is closer than 5e-7 (2^-21) of the radius. A sphere of negative radius meets
/// nothing.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_aabb(const lbx_spheres *spheres, const lbx_aabbs *boxes,
                                                size_t n, unsigned flags, uint8_t *hits);

/// Which spheres overlap which oriented boxes: Arvo's test in the frame of the box.
///
/// A false hit is closer than 8e-6 (2^-17) of the radius plus the sum of the half extents.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_obb(const lbx_spheres *spheres, const lbx_obbs *boxes,
                                               size_t n, unsigned flags, uint8_t *hits);

/// Which spheres overlap which capsules: the distance from a point to a segment. Ericson 2005,
/// 4.5.1.
///
/// A false hit is closer than 1.5e-6 (1.5 * 2^-20) of the radii plus the length of the capsule's
/// segment, and 2^-59.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_capsule(const lbx_spheres *spheres,
                                                   const lbx_capsules *capsules, size_t n,
                                                   unsigned flags, uint8_t *hits);

/// Which capsules overlap: the distance of segments, by the ends of both and the points within.
/// Ericson 2005, 4.5.1.
///
/// A false hit is closer than 2e-6 (2^-19) of the radii plus the lengths of both segments, and
/// 2^-59, however parallel the segments are.
LBX_API LBX_NODISCARD ptrdiff_t lbx_capsule_capsule(const lbx_capsules *a, const lbx_capsules *b,
                                                    size_t n, unsigned flags, uint8_t *hits);

/// Which capsules overlap which boxes: the distance of a segment, which is convex along it.
///
/// A false hit is closer than 2e-6 (2^-19) of the radius plus the length of the segment, and 2^-59.
LBX_API LBX_NODISCARD ptrdiff_t lbx_capsule_aabb(const lbx_capsules *capsules,
                                                 const lbx_aabbs *boxes, size_t n, unsigned flags,
                                                 uint8_t *hits);

/// Which capsules overlap which oriented boxes: the same in the frame of the box.
///
/// A false hit is closer than 1.2e-5 (13 * 2^-20) of the radius, the length of the segment and the
/// sum of the half extents, and 2^-59.
LBX_API LBX_NODISCARD ptrdiff_t lbx_capsule_obb(const lbx_capsules *capsules, const lbx_obbs *boxes,
                                                size_t n, unsigned flags, uint8_t *hits);

/// Which triangles overlap which capsules: the distance from a segment to the three edges, and to
/// the face where the segment crosses its plane or ends nearest to it. Ericson 2005, 5.1.9.
///
/// A triangle has no inside but its plane's, and may be a sliver, a segment or a point. A false hit
/// is closer than 4e-6 (2^-18) of the radius plus the lengths of the segment and of the triangle's
/// edges at vertex 0, and 2^-59.
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_capsule(const lbx_triangles *triangles,
                                                     const lbx_capsules *capsules, size_t n,
                                                     unsigned flags, uint8_t *hits);

/// Which spheres overlap which triangles: the distance from a point to a triangle. Ericson 2005,
/// 5.2.7.
///
/// The triangle may be a sliver, a segment or a point. A false hit is closer than 4e-6 (2^-18) of
/// the radius plus the lengths of the triangle's edges at vertex 0, and 2^-59.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_triangle(const lbx_spheres *spheres,
                                                    const lbx_triangles *triangles, size_t n,
                                                    unsigned flags, uint8_t *hits);

/// Which segments overlap which boxes, by 6 separating axes. Book 9.2.3; Gomez 1999, listing 7.
///
/// A false hit is closer than .4 % (2^-8) of S, the sum of the half extents of the box and of the
/// segment's own box. Only a segment that is nearly parallel to an edge reaches that bound. In
/// general a false hit is closer than 2e-6 (2^-19) S / sine of the angle between the segment d and
/// the deciding axis of the box, times |d|_1 / |d|. The absolute part of both bounds is 2^-60.
/// Faces are exact.
LBX_API LBX_NODISCARD ptrdiff_t lbx_segment_aabb(const lbx_segments *segments,
                                                 const lbx_aabbs *boxes, size_t n, unsigned flags,
                                                 uint8_t *hits);

/// Which segments overlap which oriented boxes, by 6 separating axes. Book 9.2.3; Gomez 1999,
/// listing 7.
///
/// A false hit is closer than .4 % (2^-8) of S, the sum of the half extents of the box and of the
/// segment along the box's axes. In general it is closer than 1.4e-5 (7 * 2^-19) S / sine of the
/// angle between the segment d and the deciding axis, times |d|_1 / |d|; on a face the sine is 1.
/// The absolute part of both bounds is 2^-60.
LBX_API LBX_NODISCARD ptrdiff_t lbx_segment_obb(const lbx_segments *segments, const lbx_obbs *boxes,
                                                size_t n, unsigned flags, uint8_t *hits);

/// Which triangles overlap which boxes, by 13 separating axes. Book 9.2.5.
///
/// Let S be the sum of the half extents of the box and of the triangle's own box. A false hit is
/// closer than 4e-6 (17 * 2^-22) S / sine of the angle between the triangle's edge d and the
/// deciding axis of the box, times |d|_1 / |d|; where the triangle's normal d decides, the sine is
/// that of the triangle's largest angle. Even for slivers and for edges that are nearly parallel to
/// one of the box, a false hit is closer than .4 % (2^-8) of S. The absolute part of both bounds is
/// 2^-60. Faces of the box are exact.
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_aabb(const lbx_triangles *triangles,
                                                  const lbx_aabbs *boxes, size_t n, unsigned flags,
                                                  uint8_t *hits);

/// Which triangles overlap which oriented boxes, by 13 separating axes. Book 9.2.5.
///
/// The bounds on false hits are those of lbx_triangle_aabb, their absolute part included, with the
/// triangle's extents taken along the box's axes, and with 1.6e-5 (2^-16) in place of 4e-6. Faces
/// of the box are not exact: there the sine is 1.
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_obb(const lbx_triangles *triangles,
                                                 const lbx_obbs *boxes, size_t n, unsigned flags,
                                                 uint8_t *hits);

/// The classes of lbx_obb_obb_prejudge and lbx_triangle_triangle_classify, counted up from 0.
enum {
    LBX_APART = 0,   ///< certain
    LBX_OVERLAPPING, ///< certain; touching counts
    LBX_UNDECIDED    ///< lbx_obb_obb or lbx_triangle_triangle_resolve decides
};

/// Which triangles touch which triangles, by 32 separating axes. Gottschalk 1996.
///
/// Triangles are closed sets: two that share a point touch, even in one plane. They may be slivers,
/// segments or points. Let s be the sum of both triangles' largest extents along x, y or z. A false
/// hit is closer than 3.1e-5 (2^-15) s / sine of the angle between the two edges that decide. These
/// are one edge of each triangle, or two edges of one triangle, whose largest angle then counts.
/// Even for slivers and for edges that are nearly parallel, a false hit is closer than 1.6 % (2^-6)
/// of s plus 2^-60.
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_triangle(const lbx_triangles *a,
                                                      const lbx_triangles *b, size_t n,
                                                      unsigned flags, uint8_t *hits);

/// The same test as lbx_triangle_triangle, but instead of the mask it writes one class per item,
/// one byte each: LBX_APART, LBX_OVERLAPPING or LBX_UNDECIDED. It returns how many are not APART;
/// these are the hits of lbx_triangle_triangle.
///
/// APART and OVERLAPPING are certain. All false hits are UNDECIDED, and so are pairs that overlap
/// by less than the bound on false hits, such as triangles that share a plane, an edge or a vertex.
/// lbx_triangle_triangle_resolve decides them.
/// @param classes n bytes; NULL if not wanted
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_triangle_classify(const lbx_triangles *a,
                                                               const lbx_triangles *b, size_t n,
                                                               unsigned flags, uint8_t *classes);

/// Decides in double what lbx_triangle_triangle_classify left UNDECIDED: such a class becomes APART
/// or OVERLAPPING, and the other classes stay. Returns how many are not APART.
///
/// A pair that touches never becomes APART. A pair that becomes OVERLAPPING without touching is
/// closer than 2.4e-7 (2^-22) of the s of lbx_triangle_triangle, and closer than 5.7e-14 (2^-44) s
/// / sine. A pair with a NaN or an infinity stays UNDECIDED. The classes are the same on every
/// machine.
/// @param classes n bytes, each of which must be a class, otherwise LBX_ERROR_FORMAT; NULL is an
/// error
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_triangle_resolve(const lbx_triangles *a,
                                                              const lbx_triangles *b, size_t n,
                                                              uint8_t *classes);

/// Which triangles are at most d apart, with one d for all pairs. It tells, for example, whether
/// the parts of a robot or an assembly keep a clearance. With d = 0 it tells which triangles touch.
/// Triangles may be slivers, segments or points. Ericson 2005, 5.1.
///
/// A pair that is at most d apart is never missed. A false hit is closer than d + 8e-6 (2^-17)
/// (S + d), where S is the longest side of the box around both triangles. A pair with a NaN in a
/// triangle hits.
/// @param d finite and not negative, otherwise LBX_ERROR_DISTANCE
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_triangle_within(const lbx_triangles *a,
                                                             const lbx_triangles *b, float d,
                                                             size_t n, unsigned flags,
                                                             uint8_t *hits);

/// Which oriented boxes are apart or overlap, as far as the distance of their centers and their
/// half extents alone can tell. Instead of the mask it writes one class per item, one byte each. It
/// returns how many are not APART. Geng & Gao, equations 9 to 11.
///
/// APART and OVERLAPPING are certain. UNDECIDED is returned needlessly only in two cases: the
/// distance exceeds the sum of the half diagonals by at most 4e-6 (2^-18) of it, or falls short of
/// the sum of the least half extents by at most 2e-6 (2^-19) of that sum. Both also allow an
/// absolute 2^-44.
/// @param classes n bytes; NULL if not wanted
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_obb_prejudge(const lbx_obbs *a, const lbx_obbs *b, size_t n,
                                                     unsigned flags, uint8_t *classes);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Tests of planes
///
/// Instead of the mask these tests write one class per item, one byte each. They return how many
/// items are neither POSITIVE nor NEGATIVE. These two classes are certain: what touches the plane
/// is never reported to be on one side of it.
/// @{
// ---------------------------------------------------------------------------------------------

/// The side of a plane that a box is on.
enum {
    LBX_POSITIVE = 0, ///< entirely on the side that the normal points to; the empty box too
    LBX_NEGATIVE,     ///< entirely on the other side
    LBX_TANGENT,      ///< as computed, it touches the plane and does not cross it
    LBX_INTERSECTING  ///< anything else: crosses the plane, is too near to tell, or holds a NaN
};

/// Which side of planes boxes lie on. Book 9.2.4 (1), by corners.
///
/// A box on one side that is reported as INTERSECTING is closer to the plane than 1e-6 (2^-20) of
/// the distance of its center from the origin plus half its diagonal. With LBX_REPRODUCIBLE it is
/// closer than 6e-7 (1.25 * 2^-21) of that sum.
/// @param sides a class per item, n bytes; NULL if not wanted
LBX_API LBX_NODISCARD ptrdiff_t lbx_plane_aabb(const lbx_planes *planes, const lbx_aabbs *boxes,
                                               size_t n, unsigned flags, uint8_t *sides);

/// Which side of planes oriented boxes lie on. Book 9.2.4 (2), by the radius; Gomez 1999.
///
/// A box on one side that is reported as INTERSECTING is closer to the plane than 1e-6 (2^-20) of
/// this sum: the distance of the plane from the origin, that of the box's center, and the half
/// extents.
/// @param sides a class per item, n bytes; NULL if not wanted
LBX_API LBX_NODISCARD ptrdiff_t lbx_plane_obb(const lbx_planes *planes, const lbx_obbs *boxes,
                                              size_t n, unsigned flags, uint8_t *sides);

/// Which side of planes capsules lie on. Ericson 2005, 5.2.2, for both ends.
///
/// A capsule on one side that is reported as INTERSECTING is closer to the plane than 1e-6 (2^-20)
/// of the distance of its farther end from the origin plus its radius.
/// @param sides a class per item, n bytes; NULL if not wanted
LBX_API LBX_NODISCARD ptrdiff_t lbx_plane_capsule(const lbx_planes *planes,
                                                  const lbx_capsules *capsules, size_t n,
                                                  unsigned flags, uint8_t *sides);

/// Where boxes are, seen from frusta.
enum {
    LBX_OUTSIDE = 0, ///< certainly not seen; the empty box too
    LBX_INSIDE = 1   ///< certainly seen as a whole
    // LBX_INTERSECTING: anything else
};

/// Which boxes `m` frusta see, in one call: row f of `classes` has the classes of the n boxes seen
/// from frustum f. All separating axes are tested: sides of both, products of edges. Greene 1994;
/// Ericson 2005, 5.2.1.
///
/// A class is LBX_OUTSIDE, LBX_INSIDE or LBX_INTERSECTING. The first two are certain. Let b be 2e-6
/// (2^-19) of the distance from the eye to the furthest corner of a box, summed over x y z, and
/// for an orthographic frustum 2^-46 of its low and high. A box outside that is reported as
/// INTERSECTING would touch the frustum if it were larger by b on all sides, and a box inside would
/// not lie inside then. This holds up to 2^-60.
/// @param m the items of `frustums`
/// @param n the items of `boxes`
/// @param classes m rows of n bytes; NULL if not wanted
/// @return how many classes are not LBX_OUTSIDE, or an error; LBX_ERROR_COUNT too if m * n exceeds
///     PTRDIFF_MAX
LBX_API LBX_NODISCARD ptrdiff_t lbx_frustum_aabb(const lbx_frustums *frustums, size_t m,
                                                 const lbx_aabbs *boxes, size_t n, unsigned flags,
                                                 uint8_t *classes);

/// The same for oriented boxes. Here b is 2e-6 (2^-19) of the distance from the eye to a box's
/// center, summed over x y z, plus its half extents.
LBX_API LBX_NODISCARD ptrdiff_t lbx_frustum_obb(const lbx_frustums *frustums, size_t m,
                                                const lbx_obbs *boxes, size_t n, unsigned flags,
                                                uint8_t *classes);

/// The same for spheres, by their distance from the frustum: Greene 1994; Ericson 2005, 5.1.2. Here
/// b is 2e-6 (2^-19) of the distance from the eye to a sphere's center, summed over x y z, plus its
/// radius.
LBX_API LBX_NODISCARD ptrdiff_t lbx_frustum_sphere(const lbx_frustums *frustums, size_t m,
                                                   const lbx_spheres *spheres, size_t n,
                                                   unsigned flags, uint8_t *classes);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Sweeps
///
/// A moving shape is displaced in a straight line while u goes from 0 to 1. Each view has its own
/// pick, so that items may share shapes and displacements. The u that are written are from 0 to 1;
/// a miss writes 2.
/// @{
// ---------------------------------------------------------------------------------------------

/// Which moving boxes meet, and from when to when. Gomez 1999, listing 4.
///
/// A false hit passes closer than 1.2e-6 (1.25 * 2^-20) of the boxes' distance at the start, plus
/// 2^-58. u is within a relative 1e-6 (2^-20) of the exact one, or within 2^-99. Boxes at rest
/// relative to each other are compared exactly, and so are boxes that separate at once.
/// @param u_first the first u at which they overlap, 0 if they touch at the start
/// @param u_last the last u at which they overlap, at most 1, never below an exact u of 2^-100 or
/// more
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_aabb_sweep(const lbx_aabbs *a,
                                                    const lbx_motions *a_motions,
                                                    const lbx_aabbs *b,
                                                    const lbx_motions *b_motions, size_t n,
                                                    unsigned flags, uint8_t *hits, float *u_first,
                                                    float *u_last);

/// Which moving spheres meet which moving or standing capsules, and from when to when: as a ray
/// against a capsule. Ericson 2005, 5.5.5.
///
/// A false hit passes closer than 4e-6 (2^-18) of the sum of the radii plus the lengths of the
/// capsule's segment and of the relative displacement, and 2^-59. At each u that is written they
/// are that close to contact, or closer.
/// @param u_first the first u at which they touch, 0 if they touch at the start
/// @param u_last the last u at which they touch, at least u_first, at most 1
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_capsule_sweep(const lbx_spheres *spheres,
                                                         const lbx_motions *sphere_motions,
                                                         const lbx_capsules *capsules,
                                                         const lbx_motions *capsule_motions,
                                                         size_t n, unsigned flags, uint8_t *hits,
                                                         float *u_first, float *u_last);

/// Which moving spheres meet, and from when to when, decided at the u where they are closest. Gomez
/// 1999, listing 2.
///
/// A false hit passes closer than 1.5e-6 (1.5 * 2^-20) of the sum of the radii plus the length of
/// the relative displacement. At each u that is written the spheres are that close to contact, or
/// closer. The test is fused where no u is wanted.
/// @param u_first the first u at which they touch, 0 if they touch at the start
/// @param u_last the last u at which they touch, at least u_first, at most 1
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_sphere_sweep(const lbx_spheres *a,
                                                        const lbx_motions *a_motions,
                                                        const lbx_spheres *b,
                                                        const lbx_motions *b_motions, size_t n,
                                                        unsigned flags, uint8_t *hits,
                                                        float *u_first, float *u_last);

/// Which moving spheres touch which planes, from either side, and where they touch first. Gomez
/// 1999, listing 1.
///
/// A false hit misses the plane by less than 6e-7 (1.25 * 2^-21) of this sum: the distances of the
/// center and of the plane from the origin, the radius, and the length of the displacement. At the
/// u that is written the sphere is that close to contact, or closer. The test is fused where
/// neither u nor point is wanted.
/// @param u_first the first u at which the sphere touches the plane, 0 if it touches at the start
/// @param point the sphere's center at u_first, rounded; 0 for a miss and in place of NaN. Pass
///     NULL if not wanted; otherwise set all three pointers or none
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_plane_sweep(const lbx_spheres *spheres,
                                                       const lbx_motions *motions,
                                                       const lbx_planes *planes, size_t n,
                                                       unsigned flags, uint8_t *hits,
                                                       float *u_first, float *const point[3]);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Conversions
///
/// A broad phase calls these each frame. Each writes n items and returns n, or returns an
/// LBX_ERROR_* before anything is written. Errors of the views that are read come before errors of
/// the target. The bits are identical on every instruction set, whatever the pick, the layout and
/// n, except for NaN payloads. Every float that is computed from a NaN is a NaN.
/// @{
// ---------------------------------------------------------------------------------------------

/// The boxes around oriented boxes, rounded outward. Each contains its box exactly, whatever its
/// axes, and no face is further out than 1e-6 (2^-20) of |center| + extent along its axis. Gomez
/// 1999, OBB to AABB.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabbs_from_obbs(const lbx_obbs *boxes, size_t n,
                                                    const lbx_aabbs_out *out);

/// The boxes of a large world about a local origin, rounded outward to floats. A min is the largest
/// float that is not above the exact min - origin, and a max is the least float that is not below
/// the exact max - origin. Hence boxes that touch in doubles touch in floats.
///
/// Beyond FLT_MAX a face is rounded outward to an infinity, or inward to FLT_MAX and no further.
/// Infinities stay infinite; inf - inf is NaN. A difference of 0 has the sign that IEEE 754 gives
/// it in the rounding mode of its face. For equal numbers a min is -0 and a max is +0; for both
/// faces +0 - -0 is +0, and -0 - +0 is -0. Without FTZ and DAZ denormals are exact.
///
/// The call sets the processor's rounding mode and restores it before it returns; the caller's mode
/// does not matter. valgrind ignores rounding modes, so that faces are rounded to nearest under it.
/// @param origin x y z, three doubles; if NULL, the call returns LBX_ERROR_NULL, after errors of
/// `boxes`
/// @param out must overlap nothing that is read
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabbs_from_doubles(const lbx_aabbs_f64 *boxes,
                                                       const double origin[3], size_t n,
                                                       const lbx_aabbs_out *out);

/// The boxes around triangles, exactly.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabbs_from_triangles(const lbx_triangles *triangles, size_t n,
                                                         const lbx_aabbs_out *out);

/// The boxes around capsules, rounded outward. Each contains its capsule exactly, and no face is
/// further out than 1e-6 (2^-20) of the radius plus |x| of the end that is further out along its
/// axis, and 2^-125.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabbs_from_capsules(const lbx_capsules *capsules, size_t n,
                                                        const lbx_aabbs_out *out);

/// The spheres around oriented boxes, with the same centers, rounded outward. Each contains its box
/// exactly. Its radius exceeds the least radius for this center by at most 6e-6 (3 * 2^-19) of that
/// radius and 2^-60. Axes are not read.
LBX_API LBX_NODISCARD ptrdiff_t lbx_spheres_from_obbs(const lbx_obbs *boxes, size_t n,
                                                      const lbx_spheres_out *out);

/// The nearest points of triangles to points: how far they are, where in the triangle, and whether
/// within its face or an edge, or at a vertex. Ericson 2005, 5.1.5.
///
/// Triangles may be slivers, segments or points. The distance is within 8e-6 (2^-17) of the exact
/// one plus the longest edge, and 2^-60. The point of the triangle with the weights u and v that
/// are written is nearer than that too, and so is the nearest point of the feature.
LBX_API LBX_NODISCARD ptrdiff_t lbx_point_triangle(const lbx_points *points,
                                                   const lbx_triangles *triangles, size_t n,
                                                   const lbx_nearests_out *out);

/// How far triangles are apart, and the point of each that is nearest to the other. Ericson 2005,
/// 5.1.9 and 5.1.5.
///
/// Triangles may be slivers, segments or points. S is the longest side of the box around both. The
/// distance is within 8e-6 (2^-17) S of the exact one, and 2^-120. It is 0 where an edge of one is
/// found to go through the other's face in double; triangles that only touch may be given more.
/// Each point is within 1e-6 (2^-20) S of its triangle, and their distance within 1e-6 S of the
/// one that is written, both up to 2^-120 and the rounding of the points' coordinates. All outputs
/// are NaN if anything in either triangle is.
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangle_triangle_distance(const lbx_triangles *a,
                                                               const lbx_triangles *b, size_t n,
                                                               const lbx_separations_out *out);

/// How deep oriented boxes are in each other, or how far apart, and along which axis: margins of
/// robots. Gomez 1999, listing 6.
///
/// Of fifteen axes it is the one of the least depth: 0 to 2 are a's axes, 3 to 5 are b's, and
/// 6 + 3 i + k is the cross product of a's axis i and b's axis k, if their sine is at least 2^-10.
/// These are the numbers of lbx_contact, but no axis is preferred. Promised is, with
/// e = 5 * 2^-19 (S + gap), S being the sum of all six half extents and the gap -`depth` where that
/// is negative and else 0:
///
/// - The depth is within e of the exact one along the axis; for a cross product, e / sine.
/// - If boxes overlap, no translation by less than `depth` - e parts them.
/// - If they are apart, the gap exceeds their distance by no more than e, and is at least their
///   distance / sqrt 3 - e.
///
/// Edges whose sine is less have no axis, which may add twice 2^-10 times a half extent to the
/// second promise, and take it from the gap of the third one. A pair with a NaN or an infinity, or
/// with axes far from those of the range, has the depth NaN and the axis 255.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_obb_depth(const lbx_obbs *a, const lbx_obbs *b, size_t n,
                                                  const lbx_depths_out *out);

/// Oriented boxes moved by rigid transforms: rotated, then translated. The length of a quaternion
/// does not matter, as long as its square is a normal float. Components of an axis are within
/// 1.7e-6 (1.75 * 2^-20) of its length, and components of the center are within the same fraction
/// of |center| + |position|. Half extents stay as they are.
/// @param out may be the arrays of `boxes`, if `boxes` picks from element 0 on
LBX_API LBX_NODISCARD ptrdiff_t lbx_obbs_transform(const lbx_obbs *boxes, const lbx_poses *poses,
                                                   size_t n, const lbx_obbs_out *out);

/// Capsules moved by rigid transforms: rotated, then translated. The length of a quaternion does
/// not matter, as long as its square is a normal float. Components of an end are within 1.7e-6
/// (1.75 * 2^-20) of |end| + |position|. Radii stay as they are.
/// @param out may be the arrays of `capsules`, if `capsules` picks from element 0 on
LBX_API LBX_NODISCARD ptrdiff_t lbx_capsules_transform(const lbx_capsules *capsules,
                                                       const lbx_poses *poses, size_t n,
                                                       const lbx_capsules_out *out);

/// How a matrix of 16 floats makes clip space, for lbx_frustum_of_matrix. Flags, to be added.
enum {
    LBX_MATRIX_COLUMNS = 0,   ///< matrix[4 c + r] is row r, column c, applied to columns: glTF,
                              ///< OpenGL; the same memory as rows applied to row vectors: Direct3D
    LBX_MATRIX_ROWS = 1,      ///< matrix[4 r + c] is row r, column c, applied to columns
    LBX_MATRIX_DEPTH_BOTH = 2 ///< depths are from -1 to 1, as in OpenGL; without it from 0 to 1
};

/// The frustum that a matrix from the world to clip space sees: a projection times a view. Depths
/// may be reversed, and z_far may be infinite. A z_far beyond 2^20 z_near becomes +inf, because
/// matrices of floats cannot tell the two apart.
/// @param flags LBX_MATRIX_* added up
/// @return 0; LBX_ERROR_NULL; LBX_ERROR_FLAGS; LBX_ERROR_FORMAT and nothing is written if no
///     lbx_frustum is within 1e-3 of the matrix: it is skewed, its near plane is oblique, or it has
///     a NaN
LBX_API LBX_NODISCARD int lbx_frustum_of_matrix(const float matrix[16], unsigned flags,
                                                lbx_frustum *frustum);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Input checks, compaction and memory
/// @{
// ---------------------------------------------------------------------------------------------

/// Marks the items for which the tests promise nothing: items outside of the range that the view
/// states, with a NaN or an infinity, or with min > max. The empty box is marked too. Returns how
/// many items are marked, or an LBX_ERROR_* as the tests do.
/// @param malformed a bit mask, as `hits` of the tests; may be NULL
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabbs_check(const lbx_aabbs *boxes, size_t n,
                                                uint8_t *malformed);

/// The same for oriented boxes; also marks negative half extents. Both handednesses pass.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obbs_check(const lbx_obbs *boxes, size_t n, uint8_t *malformed);

/// The same for rays; also marks an inv_dir that is not the rounded 1/dir. t_max may be infinite.
LBX_API LBX_NODISCARD ptrdiff_t lbx_rays_check(const lbx_rays *rays, size_t n, uint8_t *malformed);

/// The same for segments.
LBX_API LBX_NODISCARD ptrdiff_t lbx_segments_check(const lbx_segments *segments, size_t n,
                                                   uint8_t *malformed);

/// The same for triangles.
LBX_API LBX_NODISCARD ptrdiff_t lbx_triangles_check(const lbx_triangles *triangles, size_t n,
                                                    uint8_t *malformed);

/// The same for planes.
LBX_API LBX_NODISCARD ptrdiff_t lbx_planes_check(const lbx_planes *planes, size_t n,
                                                 uint8_t *malformed);

/// The same for spheres; also marks negative radii.
LBX_API LBX_NODISCARD ptrdiff_t lbx_spheres_check(const lbx_spheres *spheres, size_t n,
                                                  uint8_t *malformed);

/// The same for capsules; also marks negative radii.
LBX_API LBX_NODISCARD ptrdiff_t lbx_capsules_check(const lbx_capsules *capsules, size_t n,
                                                   uint8_t *malformed);

/// The same for displacements.
LBX_API LBX_NODISCARD ptrdiff_t lbx_motions_check(const lbx_motions *motions, size_t n,
                                                  uint8_t *malformed);

/// The same for points.
LBX_API LBX_NODISCARD ptrdiff_t lbx_points_check(const lbx_points *points, size_t n,
                                                 uint8_t *malformed);

/// The same for frusta.
LBX_API LBX_NODISCARD ptrdiff_t lbx_frustums_check(const lbx_frustums *frustums, size_t n,
                                                   uint8_t *malformed);

/// The same for poses.
LBX_API LBX_NODISCARD ptrdiff_t lbx_poses_check(const lbx_poses *poses, size_t n,
                                                uint8_t *malformed);

/// Writes the index of every set bit among the first n, in order, and returns how many there are, 0
/// for n = 0. Returns LBX_ERROR_NULL if hits is NULL, LBX_ERROR_COUNT if n exceeds 2^32.
/// @param indices room for as many entries as there are hits, no more; if NULL, hits are only
/// counted
LBX_API LBX_NODISCARD ptrdiff_t lbx_hit_indices(const uint8_t *hits, size_t n, uint32_t *indices);

/// Writes, for each item that hit, the element that it reads through a pick. After a test of one
/// box against many, these are the numbers of the boxes that it meets. Returns how many there are,
/// 0 for n = 0. Errors are those of lbx_hit_indices and of the pick, and LBX_ERROR_COUNT for
/// elements beyond 2^32 - 1.
/// @param pick the pick of the view whose elements are wanted, as it was passed to the test
/// @param elements room for as many entries as there are hits, no more; if NULL, hits are only
/// counted
LBX_API LBX_NODISCARD ptrdiff_t lbx_hit_elements(const uint8_t *hits, size_t n,
                                                 const lbx_pick *pick, uint32_t *elements);

/// Copies the items whose bit is set to the front of `kept`, in order, and returns how many there
/// are, 0 for n = 0. Returns LBX_ERROR_NULL if hits is NULL, or if items is NULL and kept is not;
/// LBX_ERROR_COUNT if n * item_bytes exceeds PTRDIFF_MAX.
/// @param items n items of item_bytes each
/// @param kept room for as many items as there are hits, no more; may be `items` itself; if NULL,
/// hits are only counted
LBX_API LBX_NODISCARD ptrdiff_t lbx_keep(const uint8_t *hits, size_t n, const void *items,
                                         size_t item_bytes, void *kept);

/// lbx_keep for several arrays of n items each: array k is copied from items[k], whose items have
/// item_bytes[k] bytes, to kept[k]. With LBX_MISSES it keeps the items whose bit is clear. Returns
/// how many items of each array it keeps.
LBX_API LBX_NODISCARD ptrdiff_t lbx_keep_arrays(const uint8_t *hits, size_t n, unsigned flags,
                                                size_t arrays, const void *const items[],
                                                const size_t item_bytes[], void *const kept[]);

/// Allocates the arrays of one batch, each of `count` floats, aligned to 64 bytes and staggered so
/// that items of the same index fall into different cache sets. Contents are indeterminate.
/// @return 0; LBX_ERROR_NULL; or LBX_ERROR_MEMORY, in which case every entry of `out` is NULL
LBX_API LBX_NODISCARD int lbx_soa_alloc(size_t arrays, size_t count, float *out[]);

/// Frees what lbx_soa_alloc allocated and sets the entries of `out` to NULL. It is no error if they
/// already are NULL.
LBX_API void lbx_soa_free(size_t arrays, float *out[]);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Threads
/// @{
// ---------------------------------------------------------------------------------------------

/// Threads of the caller's that may share the work of one call: a sort, a build, a refit or a
/// check. What the call writes is the same with any number of them. NULL stands for the calling
/// thread alone. A call that is too small to be shared does not call `run`; a large one calls it
/// several times, always from the calling thread, and never from within a task.
///
/// Tasks compute in the rounding mode of the thread that runs them, and flush denormals if it does
/// (FTZ, DAZ): give all threads the modes of the calling thread. What a task wrote must be visible
/// to the caller when `run` returns, and to the tasks of its next call, as any pool of threads sees
/// to. A `run` that calls a task twice, leaves one out, or returns too early breaks the call. The
/// asserts of debug builds of the library detect it.
typedef struct lbx_workers {
    /// Calls task(data, k) once for each k below `tasks`, on any threads in any order, and returns
    /// when all of these calls have returned. `context` is that of the structure. Functions that
    /// take workers return LBX_ERROR_NULL if `run` is NULL.
    void (*run)(void *context, void (*task)(void *data, size_t k), void *data, size_t tasks);
    void *context; ///< passed to `run`
} lbx_workers;

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Instruction sets
/// @{
// ---------------------------------------------------------------------------------------------

/// The LBX_VERSION of the library that runs, which may be later than that of this header.
LBX_API int lbx_version(void);

/// Instruction sets. All architectures share this list; lbx_isa_available tells which ones can be
/// used.
typedef enum lbx_isa {
    LBX_ISA_BEST = -1, ///< the best that is available and that LANEBOX_ISA allows
    LBX_ISA_SCALAR = 0,
    LBX_ISA_SSE2,
    LBX_ISA_AVX2,   ///< with FMA
    LBX_ISA_AVX512, ///< F, DQ, BW and VL
    LBX_ISA_NEON,
    LBX_ISA_WASM128 ///< WebAssembly, if compiled with -msimd128
} lbx_isa;

/// The instruction set that calls use. The first call chooses it by what the CPU and the operating
/// system support. The environment variable LANEBOX_ISA (scalar, sse2, avx2, avx512, neon, wasm128;
/// in upper or lower case) lowers the choice; an unknown value is ignored.
LBX_API lbx_isa lbx_isa_active(void);

/// Makes calls use `isa` from now on, in every thread. Returns 0, or LBX_ERROR_ISA and changes
/// nothing.
LBX_API LBX_NODISCARD int lbx_isa_select(lbx_isa isa);

/// 1 if this library holds kernels for `isa` and this machine runs them, else 0.
LBX_API int lbx_isa_available(lbx_isa isa);

/// "avx2" for LBX_ISA_AVX2 and so on, "best" for LBX_ISA_BEST, "unknown" for any other value. The
/// string is static.
LBX_API const char *lbx_isa_name(lbx_isa isa);

/// @}

#ifdef __cplusplus
}
#endif

#endif
