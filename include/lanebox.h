// SPDX-License-Identifier: MIT
/// @file lanebox.h
/// Batch collision tests over structures of arrays.
///
/// One call tests n pairs and writes one bit per pair. The same bits on every instruction set,
/// where asked for; two items that touch are never reported apart.
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

#define LBX_VERSION_MAJOR 0
#define LBX_VERSION_MINOR 1
#define LBX_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LBX_API __attribute__((visibility("default")))
#else
#define LBX_API
#endif

// ---------------------------------------------------------------------------------------------
// Batches
// ---------------------------------------------------------------------------------------------

/// How a pick names the element that item i reads; see lbx_pick.
enum {
    LBX_PICK_FROM = 0, ///< element first + i
    LBX_PICK_ONE,      ///< element first, for every item
    LBX_PICK_INDEXED   ///< element list[i]
};

/// Which element of a view item i reads. All zero reads element i. Made by lbx_from, lbx_one,
/// lbx_indexed and lbx_indexed_every.
typedef struct lbx_pick {
    int kind;             ///< LBX_PICK_FROM, LBX_PICK_ONE or LBX_PICK_INDEXED
    size_t first;         ///< FROM: the element of item 0; ONE: the element of every item
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

/// Item i reads element list[i], from a list whose entries lie `bytes` apart: one array of pairs
/// serves both sides of a test.
static inline lbx_pick lbx_indexed_every(const uint32_t *list, size_t bytes) {
    lbx_pick pick = {LBX_PICK_INDEXED, 0, NULL, 0};
    pick.list = list;
    pick.step = bytes;
    return pick;
}

/// Item i reads element list[i].
static inline lbx_pick lbx_indexed(const uint32_t *list) {
    return lbx_indexed_every(list, sizeof *list);
}

// A view names arrays that the caller owns. They are never written through, and aligned to 4 bytes,
// nothing more. `stride` 0 is the structure of arrays, every array dense; any other multiple of 4
// reads an array of structures where it lies.

/// Axis-aligned boxes, closed: both faces belong to the box.
typedef struct lbx_aabbs {
    const float *min[3]; ///< lower corner, x y z
    const float *max[3]; ///< upper corner, x y z
    size_t count;        ///< elements behind each pointer
    size_t stride;       ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;       ///< the element that item i reads
} lbx_aabbs;

/// Oriented boxes: center + sum of x[k] axis[k], each |x[k]| <= half[k].
typedef struct lbx_obbs {
    const float *center[3];  ///< x y z
    const float *half[3];    ///< half extents along the three axes, none negative
    const float *axis[3][3]; ///< axis[k][c]: component c of unit axis k; of either handedness
    size_t count;            ///< elements behind each pointer
    size_t stride;           ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;           ///< the element that item i reads
} lbx_obbs;

/// Rays origin + t dir, t from max(t_min, 0) to t_max, both ends cut at 2^127.
typedef struct lbx_rays {
    const float *origin[3];  ///< x y z
    const float *dir[3];     ///< need not have unit length; zero components are legal
    const float *inv_dir[3]; ///< the rounded 1/dir, +-inf for +-0; all three NULL: computed
    const float *t_min;      ///< NULL: 0
    const float *t_max;      ///< NULL: +inf
    size_t count;            ///< elements behind each pointer
    size_t stride;           ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;           ///< the element that item i reads
} lbx_rays;

/// Segments, both ends included; start = end is a point.
typedef struct lbx_segments {
    const float *start[3]; ///< x y z
    const float *end[3];   ///< x y z
    size_t count;          ///< elements behind each pointer
    size_t stride;         ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;         ///< the element that item i reads
} lbx_segments;

/// Planes n.x + offset = 0.
typedef struct lbx_planes {
    const float *normal[3]; ///< need not have unit length
    const float *offset;    ///< minus n.p for a point p of the plane
    size_t count;           ///< elements behind each pointer
    size_t stride;          ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;          ///< the element that item i reads
} lbx_planes;

/// Triangles; slivers, segments and points are legal.
typedef struct lbx_triangles {
    const float *vertex[3][3]; ///< vertex[v][c]: component c of vertex v
    size_t count;              ///< elements behind each pointer
    size_t stride;             ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;             ///< the element that item i reads
} lbx_triangles;

/// Balls: the surface and all within.
typedef struct lbx_spheres {
    const float *center[3]; ///< x y z
    const float *radius;    ///< not negative; 0 is a point
    size_t count;           ///< elements behind each pointer
    size_t stride;          ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;          ///< the element that item i reads
} lbx_spheres;

/// Displacements over a step, u from 0 to 1.
typedef struct lbx_motions {
    const float *delta[3]; ///< x y z
    size_t count;          ///< elements behind each pointer
    size_t stride;         ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;         ///< the element that item i reads
} lbx_motions;

/// Rigid transforms: rotate, then move.
typedef struct lbx_poses {
    const float *position[3]; ///< x y z
    const float *rotation[4]; ///< unit quaternion x y z w
    size_t count;             ///< elements behind each pointer
    size_t stride;            ///< bytes from one element to the next, a multiple of 4; 0 is dense
    lbx_pick pick;            ///< the element that item i reads
} lbx_poses;

// Views of arrays of structures, every element picked. Each argument points to floats of the first
// structure: x y z in a row, of an axis nine, of a rotation four. `stride` is the size of one:
// lbx_aabbs_of(body[0].min, body[0].max, count, sizeof body[0]).
//
// Which layout to keep: arrays for items in order; for items that a list picks, structures whose
// floats lie side by side in the view's order. Such an element is loaded 16 bytes at a time, from
// its first float to its last and never beyond; between min and max of a box there may be anything.
// Lists are read fastest where their entries lie 8 bytes apart, as in an array of pairs. README.md
// says what each layout costs, and from how many items on a call is faster than a loop inline.

#define LBX_XYZ(p)                                                                                 \
    { (p), (p) + 1, (p) + 2 }

static inline lbx_aabbs lbx_aabbs_of(const float *min, const float *max, size_t count,
                                     size_t stride) {
    lbx_aabbs view = {LBX_XYZ(min), LBX_XYZ(max), count, stride, lbx_from(0)};
    return view;
}

/// `axis` is axis 0 x y z, axis 1 x y z, axis 2 x y z.
static inline lbx_obbs lbx_obbs_of(const float *center, const float *half, const float *axis,
                                   size_t count, size_t stride) {
    lbx_obbs view = {
        LBX_XYZ(center), LBX_XYZ(half), {LBX_XYZ(axis), LBX_XYZ(axis + 3), LBX_XYZ(axis + 6)},
        count,           stride,        lbx_from(0)};
    return view;
}

/// Without inv_dir, t_min and t_max.
static inline lbx_rays lbx_rays_of(const float *origin, const float *dir, size_t count,
                                   size_t stride) {
    lbx_rays view = {LBX_XYZ(origin), LBX_XYZ(dir), {NULL, NULL, NULL}, NULL, NULL,
                     count,           stride,       lbx_from(0)};
    return view;
}

static inline lbx_segments lbx_segments_of(const float *start, const float *end, size_t count,
                                           size_t stride) {
    lbx_segments view = {LBX_XYZ(start), LBX_XYZ(end), count, stride, lbx_from(0)};
    return view;
}

static inline lbx_planes lbx_planes_of(const float *normal, const float *offset, size_t count,
                                       size_t stride) {
    lbx_planes view = {LBX_XYZ(normal), offset, count, stride, lbx_from(0)};
    return view;
}

static inline lbx_triangles lbx_triangles_of(const float *v0, const float *v1, const float *v2,
                                             size_t count, size_t stride) {
    lbx_triangles view = {{LBX_XYZ(v0), LBX_XYZ(v1), LBX_XYZ(v2)}, count, stride, lbx_from(0)};
    return view;
}

static inline lbx_spheres lbx_spheres_of(const float *center, const float *radius, size_t count,
                                         size_t stride) {
    lbx_spheres view = {LBX_XYZ(center), radius, count, stride, lbx_from(0)};
    return view;
}

static inline lbx_motions lbx_motions_of(const float *delta, size_t count, size_t stride) {
    lbx_motions view = {LBX_XYZ(delta), count, stride, lbx_from(0)};
    return view;
}

/// `rotation` is x y z w.
static inline lbx_poses lbx_poses_of(const float *position, const float *rotation, size_t count,
                                     size_t stride) {
    lbx_poses view = {LBX_XYZ(position),
                      {rotation, rotation + 1, rotation + 2, rotation + 3},
                      count,
                      stride,
                      lbx_from(0)};
    return view;
}

#undef LBX_XYZ

// Where conversions write: the views' twins, without a pick. Item i is element i. The arrays may be
// those of the view that is read, all of them, picked from element 0 on; else they overlap nothing.

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
    float *radius;
    size_t count;  ///< elements that fit behind each pointer
    size_t stride; ///< bytes from one element to the next, a multiple of 4; 0 is dense
} lbx_spheres_out;

// ---------------------------------------------------------------------------------------------
// Errors and flags
// ---------------------------------------------------------------------------------------------

/// What a call returns instead of a count; found before anything is written. Flags are looked at
/// first, then the views in the order of the arguments: NULL, count, stride and index of each.
enum {
    LBX_ERROR_NULL = -1,   ///< a view, an array or an index list is NULL
    LBX_ERROR_COUNT = -2,  ///< n beyond `count` or PTRDIFF_MAX
    LBX_ERROR_INDEX = -3,  ///< a pick names an element at or beyond `count`, or is of no known kind
    LBX_ERROR_STRIDE = -4, ///< a stride or a list's step is no multiple of 4
    LBX_ERROR_FLAGS = -5,  ///< a flag that this library does not know
    LBX_ERROR_ISA = -6,    ///< an instruction set that this machine lacks
    LBX_ERROR_MEMORY = -7  ///< no memory
};

/// One sentence for an error, "no error" for a count. Never NULL; static.
LBX_API const char *lbx_error_text(ptrdiff_t error);

/// Flags of a test.
enum {
    /// The same bits on every instruction set, for every input, pick, position and n. Without it a
    /// verdict may use fused multiply-add where that is faster (all tests but lbx_aabb_aabb and
    /// lbx_aabb_aabb_sweep; where only some calls do, the test says which); touching items are
    /// found either way.
    LBX_REPRODUCIBLE = 1
};

// ---------------------------------------------------------------------------------------------
// Tests
//
// Every test takes a view of either side, sweeps one of the displacements besides, and the number n
// of pairs, and returns the number of hits or a
// negative LBX_ERROR_*. Bit i % 8 of hits[i / 8] is pair i; the bits past n in the last byte are
// zero, and nothing behind it is written. (Some answer a class an item instead.) Any output may be
// NULL: not wanted. Outputs overlap no input. n = 0 is 0 hits, whatever the views hold. No call
// allocates, and any number of threads may call.
//
// A pair is "apart" only if it is proven apart: a pair that touches is never lost, and a pair
// reported falsely is closer than the bound stated with the test (docs/numerics.md derives each). A
// NaN proves nothing. The empty box, (+inf, -inf) or (FLT_MAX, -FLT_MAX), meets nothing.
// ---------------------------------------------------------------------------------------------

/// Which boxes overlap. Exact. Gomez 1999, listing 3.
LBX_API ptrdiff_t lbx_aabb_aabb(const lbx_aabbs *a, const lbx_aabbs *b, size_t n, unsigned flags,
                                uint8_t *hits);

/// Which rays hit which boxes, and where. Book 9.2.2 (1), the slab method.
///
/// False hits pass the box closer than 2^-20 (distance from the origin of the ray + size of the
/// box); fused, 2^-20 of the largest coordinate more. t is within 2^-20, relative, of the exact
/// one. Without LBX_REPRODUCIBLE the verdict of one ray (lbx_one) against many boxes is fused,
/// where no t is wanted.
/// @param t_enter where the ray enters the box, at least max(t_min, 0); +inf for a miss
/// @param t_exit where it leaves, never below the exact t, at most t_max; -inf for a miss
LBX_API ptrdiff_t lbx_ray_aabb(const lbx_rays *rays, const lbx_aabbs *boxes, size_t n,
                               unsigned flags, uint8_t *hits, float *t_enter, float *t_exit);

/// Which rays hit which oriented boxes, and where. Book 9.2.2 (2), slabs in the box's frame.
/// inv_dir is not read.
///
/// False hits would hit the box if each of its half extents were larger by 3 * 2^-19 (distance from
/// the origin of the ray to the center, summed over x y z, + sum of the half extents). t is that of
/// a box between the given one and the one so grown, within 2^-20, relative. Without
/// LBX_REPRODUCIBLE the verdict is fused where no t is wanted.
/// @param t_enter where the ray enters, at least max(t_min, 0); +inf for a miss
/// @param t_exit where it leaves, never below the exact t, at most t_max; -inf for a miss
LBX_API ptrdiff_t lbx_ray_obb(const lbx_rays *rays, const lbx_obbs *boxes, size_t n, unsigned flags,
                              uint8_t *hits, float *t_enter, float *t_exit);

/// Which oriented boxes overlap, by 15 separating axes. Book 9.2.6; Gomez 1999, listing 6.
///
/// S being the sum of the six half extents, a false hit is apart along none of the axes by more
/// than 3 * 2^-18 S / sine of the angle between its edges (1 for a face) where the axes come from
/// unit quaternions, and than 5 * 2^-18 S / sine for any that lbx_obbs_check passes; along none by
/// more than 2^-8 S. The distance of two boxes is at most sqrt(3) times their gap along the axis
/// that separates them most.
LBX_API ptrdiff_t lbx_obb_obb(const lbx_obbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                              uint8_t *hits);

/// Which axis-aligned boxes overlap which oriented ones, by 15 separating axes. Book 9.2.6, with
/// the first box's axes those of the world.
///
/// S being the sum of all half extents, a false hit is apart along none of the axes by more than
/// 7 * 2^-19 S / sine of the angle between its edges (1 for a face), and along none by more than
/// 2^-8 S. The distance is at most sqrt(3) times the gap along the axis that separates most.
LBX_API ptrdiff_t lbx_aabb_obb(const lbx_aabbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                               uint8_t *hits);

/// Which spheres overlap: the static part of Gomez 1999, listing 2.
///
/// False hits are closer than 5 * 2^-23 of the sum of the radii; points (radius 0) must coincide,
/// but for the absolute 2^-70 of all bounds.
LBX_API ptrdiff_t lbx_sphere_sphere(const lbx_spheres *a, const lbx_spheres *b, size_t n,
                                    unsigned flags, uint8_t *hits);

/// Which spheres overlap which boxes. Arvo 1990; Gomez 1999, listing 5.
///
/// False hits are closer than 2^-21 of the radius. A sphere of negative radius, which
/// lbx_spheres_check marks, meets nothing.
LBX_API ptrdiff_t lbx_sphere_aabb(const lbx_spheres *spheres, const lbx_aabbs *boxes, size_t n,
                                  unsigned flags, uint8_t *hits);

/// Which spheres overlap which oriented boxes: Arvo's test in the frame of the box.
///
/// False hits are closer than 2^-17 of the radius and the three half extents together: the box is
/// what its float axes span, and they change lengths.
LBX_API ptrdiff_t lbx_sphere_obb(const lbx_spheres *spheres, const lbx_obbs *boxes, size_t n,
                                 unsigned flags, uint8_t *hits);

/// Which segments overlap which boxes, by 6 separating axes. Book 9.2.3; Gomez 1999, listing 7.
///
/// S being the sum of the box's and the segment's half extents, false hits are closer than 2^-19 S
/// / sine of the angle between the segment d and the deciding axis of the box, times |d|_1 / |d|;
/// at most 2^-8 S. Faces are exact.
LBX_API ptrdiff_t lbx_segment_aabb(const lbx_segments *segments, const lbx_aabbs *boxes, size_t n,
                                   unsigned flags, uint8_t *hits);

/// Which segments overlap which oriented boxes, by 6 separating axes. Book 9.2.3; Gomez 1999,
/// listing 7.
///
/// False hits as of lbx_segment_aabb, d and the segment's half extents being along the box's axes,
/// but with 7 * 2^-19 in place of 2^-19, and that much on a face.
LBX_API ptrdiff_t lbx_segment_obb(const lbx_segments *segments, const lbx_obbs *boxes, size_t n,
                                  unsigned flags, uint8_t *hits);

/// Which triangles overlap which boxes, by 13 separating axes. Book 9.2.5.
///
/// S being the sum of the box's and the triangle's half extents, false hits are closer than
/// 17 * 2^-22 S / sine of the angle between the edge d and the deciding axis of the box, times
/// |d|_1 / |d|; where the normal d decides, the sine is that of the triangle's largest angle. At
/// most 2^-8 S. Faces of the box are exact.
LBX_API ptrdiff_t lbx_triangle_aabb(const lbx_triangles *triangles, const lbx_aabbs *boxes,
                                    size_t n, unsigned flags, uint8_t *hits);

/// Which triangles overlap which oriented boxes, by 13 separating axes. Book 9.2.5.
///
/// False hits as of lbx_triangle_aabb, d and the triangle's half extents being along the box's
/// axes, but with 2^-16 in place of 17 * 2^-22, and that much on a face.
LBX_API ptrdiff_t lbx_triangle_obb(const lbx_triangles *triangles, const lbx_obbs *boxes, size_t n,
                                   unsigned flags, uint8_t *hits);

/// What is known of two boxes before their axes are looked at. From 0 up.
enum {
    LBX_APART = 0,   ///< certain
    LBX_OVERLAPPING, ///< certain
    LBX_UNDECIDED    ///< lbx_obb_obb tells
};

/// What the distance of the centers and the half extents alone say of oriented boxes: a class an
/// item, one byte each, instead of the mask. Returned is how many are not APART. Geng & Gao,
/// equations 9 to 11.
///
/// Both APART and OVERLAPPING are certain of any boxes that lbx_obbs_check passes. UNDECIDED in
/// excess: where the distance exceeds the sum of the half diagonals by at most 2^-18 of it, or
/// falls short of the sum of the least half extents by at most 2^-19 of that.
/// @param classes n bytes; NULL: not wanted
LBX_API ptrdiff_t lbx_obb_obb_prejudge(const lbx_obbs *a, const lbx_obbs *b, size_t n,
                                       unsigned flags, uint8_t *classes);

// Planes: a class an item, one byte each, instead of the mask. Returned is how many are neither
// POSITIVE nor NEGATIVE. These two are certain: proven of the whole box. Both are padded, so that a
// box that touches the plane is never on one side of it.

/// On which side of a plane a box is.
enum {
    LBX_POSITIVE = 0, ///< all of it on the side that the normal points to; the empty box too
    LBX_NEGATIVE,     ///< all of it on the other side
    LBX_TANGENT,      ///< found to touch the plane exactly, by what is computed
    LBX_INTERSECTING  ///< anything else, a box too near to the plane to tell and NaN too
};

/// On which side of planes boxes lie. Book 9.2.4 (1), by corners.
///
/// A box that is on one side, and is not said to be, is closer to the plane than 2^-20 (|center| +
/// half the diagonal), with LBX_REPRODUCIBLE 1.25 * 2^-21 of the two.
/// @param sides a class per item, n bytes; NULL: not wanted
LBX_API ptrdiff_t lbx_plane_aabb(const lbx_planes *planes, const lbx_aabbs *boxes, size_t n,
                                 unsigned flags, uint8_t *sides);

/// On which side of planes oriented boxes lie. Book 9.2.4 (2), by the radius; Gomez 1999.
///
/// A box that is on one side, and is not said to be, is closer to the plane than 2^-20 (|offset| /
/// |normal| + |center| + the sum of the half extents).
/// @param sides a class per item, n bytes; NULL: not wanted
LBX_API ptrdiff_t lbx_plane_obb(const lbx_planes *planes, const lbx_obbs *boxes, size_t n,
                                unsigned flags, uint8_t *sides);

// Sweeps: what moves is displaced in a straight line while u runs from 0 to 1. Each view has a pick
// of its own: boxes or spheres picked by shape, displacements by body. u is never below 0 or above
// 1 but for a miss, which writes 2.

/// Which moving boxes meet, and from when to when. Gomez 1999, listing 4.
///
/// Pairs reported falsely pass each other closer than 1.25 * 2^-20 of their distance at the start.
/// u is within 2^-20, relative, of the exact one. Two boxes at rest relative to each other are
/// compared exactly, as lbx_aabb_aabb does.
/// @param u_first the first u at which they overlap, 0 where they touch at the start
/// @param u_last the last one, never below the exact u, at most 1
LBX_API ptrdiff_t lbx_aabb_aabb_sweep(const lbx_aabbs *a, const lbx_motions *a_motions,
                                      const lbx_aabbs *b, const lbx_motions *b_motions, size_t n,
                                      unsigned flags, uint8_t *hits, float *u_first, float *u_last);

/// Which moving spheres meet, and from when to when, decided where they come closest. Gomez 1999,
/// listing 2.
///
/// R being the sum of the radii and V the length of the displacement of one relative to the other,
/// pairs reported falsely pass each other closer than 1.5 * 2^-20 (R + V). At the u that is put out
/// they are within as much of contact, and not before it or behind it by more. Without
/// LBX_REPRODUCIBLE the verdict is fused where no u is wanted.
/// @param u_first the first u at which they touch, 0 where they touch at the start
/// @param u_last the last one, at least u_first, at most 1
LBX_API ptrdiff_t lbx_sphere_sphere_sweep(const lbx_spheres *a, const lbx_motions *a_motions,
                                          const lbx_spheres *b, const lbx_motions *b_motions,
                                          size_t n, unsigned flags, uint8_t *hits, float *u_first,
                                          float *u_last);

/// Which moving spheres touch which planes, from either side, and where first. Gomez 1999, listing
/// 1.
///
/// Spheres reported falsely miss the plane by less than 1.25 * 2^-21 (|center| + |offset| /
/// |normal| + radius + |displacement|). At the u that is put out they are within as much of
/// contact. Without LBX_REPRODUCIBLE the verdict is fused where neither u nor point is wanted.
/// @param u_first the first u at which the sphere touches the plane, 0 where it does at the start
/// @param point its center at u_first, rounded, a component that is NaN as 0; 0 for a miss. All
///     three arrays or none are NULL; NULL itself is none
LBX_API ptrdiff_t lbx_sphere_plane_sweep(const lbx_spheres *spheres, const lbx_motions *motions,
                                         const lbx_planes *planes, size_t n, unsigned flags,
                                         uint8_t *hits, float *u_first, float *const point[3]);

// ---------------------------------------------------------------------------------------------
// Conversions
//
// What a broad phase makes anew each frame. Each writes n items and returns n, or an LBX_ERROR_*
// before anything is written, those of the views first. The same bits on every instruction set,
// whatever the pick, the layout and n, but for which NaN a NaN is. A NaN comes out in every float
// that is made of it.
// ---------------------------------------------------------------------------------------------

/// The boxes around oriented boxes, rounded outward: each contains its box exactly, whatever its
/// axes, and no face is further out than 2^-20 (|center| + extent) along its axis. Gomez 1999, OBB
/// to AABB.
LBX_API ptrdiff_t lbx_aabbs_from_obbs(const lbx_obbs *boxes, size_t n, const lbx_aabbs_out *out);

/// The boxes around triangles, exactly.
LBX_API ptrdiff_t lbx_aabbs_from_triangles(const lbx_triangles *triangles, size_t n,
                                           const lbx_aabbs_out *out);

/// The spheres around oriented boxes, of the same center, rounded outward: of axes that
/// lbx_obbs_check passes, each contains its box exactly, and is larger than the least one of this
/// center by at most 3 * 2^-19, relative. Made of centers and half extents alone.
LBX_API ptrdiff_t lbx_spheres_from_obbs(const lbx_obbs *boxes, size_t n,
                                        const lbx_spheres_out *out);

/// Oriented boxes moved by rigid transforms: rotated, then moved. The length of a quaternion does
/// not matter, as long as its square is a normal float. Components of an axis are within 1.75 *
/// 2^-20 of its length, those of the center within 1.75 * 2^-20 (|center| + |position|); half
/// extents stay as they are.
/// @param out may be `boxes` itself, picked from element 0 on
LBX_API ptrdiff_t lbx_obbs_transform(const lbx_obbs *boxes, const lbx_poses *poses, size_t n,
                                     const lbx_obbs_out *out);

// ---------------------------------------------------------------------------------------------
// What goes in and what comes out
// ---------------------------------------------------------------------------------------------

/// Marks the items that the tests promise nothing for: NaN, infinities and min > max, the empty box
/// too. Returns how many, or an LBX_ERROR_* as the tests do.
/// @param malformed a bit mask as `hits` of the tests; may be NULL
LBX_API ptrdiff_t lbx_aabbs_check(const lbx_aabbs *boxes, size_t n, uint8_t *malformed);

/// The same for oriented boxes: NaN, infinities, negative half extents, and axes whose products are
/// further than 2^-19 from the identity's; both handednesses pass.
LBX_API ptrdiff_t lbx_obbs_check(const lbx_obbs *boxes, size_t n, uint8_t *malformed);

/// The same for rays: NaN, infinities (t_max apart), a direction of length zero, and an inv_dir
/// that is not the rounded 1/dir (+-inf for +-0).
LBX_API ptrdiff_t lbx_rays_check(const lbx_rays *rays, size_t n, uint8_t *malformed);

/// The same for segments and triangles: NaN and infinities.
LBX_API ptrdiff_t lbx_segments_check(const lbx_segments *segments, size_t n, uint8_t *malformed);
LBX_API ptrdiff_t lbx_triangles_check(const lbx_triangles *triangles, size_t n, uint8_t *malformed);

/// The same for planes: NaN, infinities and a normal of length zero.
LBX_API ptrdiff_t lbx_planes_check(const lbx_planes *planes, size_t n, uint8_t *malformed);

/// The same for spheres: NaN, infinities and a negative radius.
LBX_API ptrdiff_t lbx_spheres_check(const lbx_spheres *spheres, size_t n, uint8_t *malformed);

/// The same for displacements: NaN and infinities.
LBX_API ptrdiff_t lbx_motions_check(const lbx_motions *motions, size_t n, uint8_t *malformed);

/// The same for poses: NaN, infinities, and a quaternion whose length is off 1 by more than 2^-19.
LBX_API ptrdiff_t lbx_poses_check(const lbx_poses *poses, size_t n, uint8_t *malformed);

/// Writes the index of every set bit among the first n, in order; returns how many, 0 for n = 0.
/// LBX_ERROR_NULL for hits NULL, LBX_ERROR_COUNT for n beyond 2^32.
/// @param indices as many entries as there are hits, no more; NULL: only count
LBX_API ptrdiff_t lbx_hit_indices(const uint8_t *hits, size_t n, uint32_t *indices);

/// Copies the items whose bit is set to the front of `kept`, in order; returns how many, 0 for n =
/// 0. LBX_ERROR_NULL for hits NULL, and for items NULL where kept is not; LBX_ERROR_COUNT where n *
/// item_bytes is beyond PTRDIFF_MAX.
/// @param items n items of item_bytes each
/// @param kept as many items as there are hits, no more; may be `items` itself; NULL: only count
LBX_API ptrdiff_t lbx_keep(const uint8_t *hits, size_t n, const void *items, size_t item_bytes,
                           void *kept);

/// Allocates the arrays of one batch, each of `count` floats, aligned to 64 bytes and staggered so
/// that items of the same index fall into different cache sets. Contents are indeterminate.
/// @return 0, LBX_ERROR_NULL, or LBX_ERROR_MEMORY and `out` all NULL
LBX_API int lbx_soa_alloc(size_t arrays, size_t count, float *out[]);

/// Frees what lbx_soa_alloc gave and sets `out` to NULL; `out` already NULL is no error.
LBX_API void lbx_soa_free(size_t arrays, float *out[]);

// ---------------------------------------------------------------------------------------------
// Instruction sets
// ---------------------------------------------------------------------------------------------

/// Instruction sets. Two architectures share the list; lbx_isa_available tells which are here.
typedef enum lbx_isa {
    LBX_ISA_BEST = -1, ///< the best that is available and that LANEBOX_ISA allows
    LBX_ISA_SCALAR = 0,
    LBX_ISA_SSE2,
    LBX_ISA_AVX2,   ///< with FMA
    LBX_ISA_AVX512, ///< F, DQ, BW and VL
    LBX_ISA_NEON
} lbx_isa;

/// The one that calls use. Chosen at the first call by what the CPU and the operating system
/// support; the environment variable LANEBOX_ISA (scalar, sse2, avx2, avx512, neon) lowers the
/// choice, and a value that it does not know is ignored.
LBX_API lbx_isa lbx_isa_active(void);

/// Makes calls use `isa` from now on, in every thread. Returns 0, or LBX_ERROR_ISA and changes
/// nothing.
LBX_API int lbx_isa_select(lbx_isa isa);

/// 1 if this library holds kernels for `isa` and this machine runs them, else 0.
LBX_API int lbx_isa_available(lbx_isa isa);

/// "avx2" for LBX_ISA_AVX2 and so on, "best" for LBX_ISA_BEST, "unknown" for no known one. Static.
LBX_API const char *lbx_isa_name(lbx_isa isa);

#ifdef __cplusplus
}
#endif

#endif
