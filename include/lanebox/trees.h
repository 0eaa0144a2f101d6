// SPDX-License-Identifier: MIT
/// @file lanebox/trees.h
/// Which triangles of two meshes touch each other, while the meshes move rigidly.
///
/// A *tree* holds a mesh's triangles in leaves of a few, and oriented boxes around them, eight a
/// node. docs/trees.md tells how it works and what it costs. Build it once for each shape: poses
/// are arguments of the searches, so that instances and threads share a tree. It lies in the
/// caller's memory: nothing here allocates.
///
/// Do two triangles touch, one of them moved by (0, 0, 1)?
///
/// @code
/// const float corners[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
/// const float others[3][3] = {{1, 1, -2}, {1, 1, 2}, {2, 1, 0}};
/// const lbx_mesh a_mesh = lbx_mesh_of(corners[0], 3, sizeof *corners, NULL, 1);
/// const lbx_mesh b_mesh = lbx_mesh_of(others[0], 3, sizeof *others, NULL, 1);
/// const size_t bytes = lbx_obb_tree_bytes(&a_mesh), room = lbx_obb_tree_scratch_bytes(&a_mesh);
/// void *const a = malloc(bytes), *const b = malloc(bytes), *const scratch = malloc(room);
/// lbx_obb_tree_build(&a_mesh, NULL, a, bytes, scratch);
/// lbx_obb_tree_build(&b_mesh, NULL, b, bytes, scratch);
/// const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}}, there = {{0, 0, 1}, {0, 0, 0, 1}};
/// lbx_pair pairs[8];
/// ptrdiff_t found = lbx_obb_tree_collide(a, &here, b, &there, 0, pairs, 8, NULL);  // 1: {0, 0}
/// @endcode
#ifndef LANEBOX_TREES_H
#define LANEBOX_TREES_H

#include "pairs.h"
#include "volumes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where a mesh is: a vertex v of it is at position + rotation(v).
typedef struct lbx_rigid_pose {
    double position[3]; ///< x y z
    double rotation[4]; ///< unit quaternion x y z w, of a length within 2^-20 of 1
} lbx_rigid_pose;

/// How a tree is built. All zero, or NULL in its place, is the default.
typedef struct lbx_obb_tree_options {
    uint32_t leaf; ///< most triangles of a leaf, 1 to LBX_LEAF_MAX; 0 is LBX_LEAF
    /// Called now and then with the number of triangles that have found their leaf; returns 0 to
    /// go on, anything else to stop. NULL: never called.
    int (*progress)(void *context, size_t done, size_t all);
    void *context; ///< of `progress`
} lbx_obb_tree_options;

enum {
    LBX_LEAF = 4,     ///< triangles of a leaf, if not said otherwise
    LBX_LEAF_MAX = 8, ///< at most
};

/// What a search found, and how much it tested.
typedef struct lbx_obb_tree_counts {
    uint64_t pairs;     ///< touching pairs of triangles
    uint64_t boxes;     ///< pairs of boxes that were tested
    uint64_t triangles; ///< pairs of triangles that were tested
} lbx_obb_tree_counts;

/// Flags of searches, besides LBX_REPRODUCIBLE.
enum {
    LBX_ANY = 16 ///< stop at the first pair
};

// ---------------------------------------------------------------------------------------------
/// @name Trees
///
/// A tree is memory of the caller's, aligned to 8 bytes, and fastest aligned to 64. It holds no
/// pointers: it may be copied, written to a file and mapped again on machines of the same byte
/// order. The bytes of a tree are the same on every instruction set and compiler.
/// @{
// ---------------------------------------------------------------------------------------------

/// Bytes that the tree of a mesh takes at most: 114 a triangle, and 1,100. SIZE_MAX for more than
/// 2^28 triangles. Looks at triangle_count alone.
LBX_API size_t lbx_obb_tree_bytes(const lbx_mesh *mesh);

/// Bytes of scratch that building the tree of a mesh takes, 32 a triangle. SIZE_MAX for more than
/// 2^28 triangles.
LBX_API size_t lbx_obb_tree_scratch_bytes(const lbx_mesh *mesh);

/// Builds the tree of a mesh in `memory`, which has `bytes` bytes. `scratch` has
/// lbx_obb_tree_scratch_bytes, aligned to 8. The mesh is copied and may go.
///
/// @return the bytes that the tree takes, no more than lbx_obb_tree_bytes; 0 if `progress` stopped
/// it; or an error: those of a mesh, as lbx_obb_fit has them, and before these LBX_ERROR_NULL;
/// LBX_ERROR_STRIDE for memory that is not aligned; LBX_ERROR_COUNT for less memory than
/// lbx_obb_tree_bytes, a leaf that is too large or more than 2^28 triangles. Unless it returns a
/// number above 0, `memory` holds no tree that other functions would take.
LBX_API ptrdiff_t lbx_obb_tree_build(const lbx_mesh *mesh, const lbx_obb_tree_options *options,
                                     void *memory, size_t bytes, void *scratch);

/// Takes the new vertices of a mesh that deforms, whose triangles are those that the tree was built
/// of, in the same order. Answers stay exact; searches become slower the more the shape changed.
/// Returns 0 or an error, those of building, and LBX_ERROR_COUNT for another number of triangles,
/// and leaves the tree as it was.
LBX_API int lbx_obb_tree_refit(const lbx_mesh *mesh, void *memory);

/// Looks through all of a tree, as after a copy or from a file: a tree that passes is safe to
/// search, and its boxes contain their triangles. Returns 0, or LBX_ERROR_FORMAT if it is damaged.
/// The other functions look at its header alone and must not be given a damaged one.
LBX_API int lbx_obb_tree_check(const void *memory, size_t bytes);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Searches
///
/// lbx_obb_tree_collide looks for triangles that touch, lbx_obb_tree_within for those that are
/// within a distance. Whatever the poses, no such pair is lost, and a pair that is found is closer
/// than a stated bound: docs/trees.md. Whether a pair is found depends on its two triangles and on
/// the poses alone.
/// @{
// ---------------------------------------------------------------------------------------------

/// Finds every pair of a triangle of `a` and one of `b` that touch at these poses. `pairs` gets the
/// numbers of the triangles in their meshes: up to `room` of them, in the same order on every
/// instruction set. If `pairs` is NULL, they are counted. With LBX_ANY the search stops at the
/// first.
///
/// Every pair is tested by lbx_triangle_triangle_classify first, and in double where that is
/// undecided. So a pair that is found but does not touch is closer than the rounding of the poses.
///
/// @param flags LBX_REPRODUCIBLE, LBX_ANY, or both
/// @param counts what was done, also if there was too little room; may be NULL
/// @return the number of pairs. Errors: LBX_ERROR_NULL; LBX_ERROR_STRIDE for memory that is not
/// aligned and LBX_ERROR_FORMAT for memory that is no tree; LBX_ERROR_FLAGS; LBX_ERROR_FORMAT for a
/// position that is not finite or a rotation off unit length by more than 2^-20; LBX_ERROR_COUNT
/// where there are more pairs than `room`, of which the first `room` are written: `counts` says how
/// many there are.
LBX_API ptrdiff_t lbx_obb_tree_collide(const void *a, const lbx_rigid_pose *a_pose, const void *b,
                                       const lbx_rigid_pose *b_pose, unsigned flags,
                                       lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts);

/// Finds every pair of a triangle of `a` and one of `b` whose distance is at most `d`, as
/// lbx_triangle_triangle_within has it. With LBX_ANY it tells whether the meshes keep a clearance
/// of `d`.
///
/// @param d from 0 to 2^60, else LBX_ERROR_DISTANCE
/// @return as lbx_obb_tree_collide; the other parameters are the same, too.
LBX_API ptrdiff_t lbx_obb_tree_within(const void *a, const lbx_rigid_pose *a_pose, const void *b,
                                      const lbx_rigid_pose *b_pose, float d, unsigned flags,
                                      lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Rays
///
/// A tree of axis-aligned boxes finds where rays meet a mesh: the nearest triangle, any, or all. It
/// is built, copied and shared as the trees above. The answer is that of asking lbx_ray_triangle of
/// every triangle: the same hits, and the same bits of t, u and v on every instruction set, however
/// rays are ordered and cut into calls.
/// @{
// ---------------------------------------------------------------------------------------------

/// The number that stands for no triangle.
#define LBX_NO_TRIANGLE UINT32_MAX

/// How a tree of boxes is built. NULL in its place is the default.
typedef struct lbx_aabb_tree_options {
    /// A word a triangle, which those of rays are compared with. NULL: all ones.
    const uint32_t *masks;
    /// As that of lbx_obb_tree_options.
    int (*progress)(void *context, size_t done, size_t all);
    void *context; ///< of `progress`
} lbx_aabb_tree_options;

/// Bytes that the tree of a mesh takes at most, 80 a triangle, and 980. SIZE_MAX for more than
/// 2^28 triangles. Looks at triangle_count alone.
LBX_API size_t lbx_aabb_tree_bytes(const lbx_mesh *mesh);

/// Bytes of scratch that building the tree of a mesh takes, 32 a triangle.
LBX_API size_t lbx_aabb_tree_scratch_bytes(const lbx_mesh *mesh);

/// Builds the tree of a mesh in `memory`. Parameters, result and errors are those of
/// lbx_obb_tree_build.
LBX_API ptrdiff_t lbx_aabb_tree_build(const lbx_mesh *mesh, const lbx_aabb_tree_options *options,
                                      void *memory, size_t bytes, void *scratch);

/// The number that stands for no node.
#define LBX_NO_NODE UINT32_MAX

enum { LBX_CHILDREN_MAX = 64 /**< of a node of lbx_tree_nodes */ };

/// A tree over a mesh's triangles that the caller already has, binary or wide. Its boxes are not
/// needed: boxes are fitted anew. Node 0 is the root; every triangle is in one leaf.
typedef struct lbx_tree_nodes {
    const uint32_t *count; ///< triangles of a leaf; 0 says that the node has children
    /// Of a leaf, where its triangles begin in `order`. Of any other node, if `child` is NULL, its
    /// first child; the others follow it, `width` in all.
    const uint32_t *first;
    const uint32_t *child; ///< `width` numbers of nodes, some LBX_NO_NODE; or NULL
    size_t node_count;     ///< nodes behind each pointer
    size_t stride;         ///< bytes from one node to the next, a multiple of 4; 0: dense arrays
    uint32_t width;        ///< most children of a node, 2 to LBX_CHILDREN_MAX
    const uint32_t *order; ///< triangles of the mesh, as leaves name them; NULL: 0, 1, 2, ...
} lbx_tree_nodes;

/// Bytes of scratch that lbx_aabb_tree_convert takes: 37 a triangle and 12 a node. Looks at
/// triangle_count and node_count alone.
LBX_API size_t lbx_aabb_tree_convert_scratch_bytes(const lbx_mesh *mesh,
                                                   const lbx_tree_nodes *nodes);

/// Builds the tree of a mesh after another tree: the triangles are split where the nodes split
/// them, as far as leaves of eight allow. Answers are the same as those of any other tree; searches
/// are as fast as the other tree's splits are good.
///
/// @return as lbx_aabb_tree_build. Besides: LBX_ERROR_INDEX for a node or a triangle that there is
/// not; LBX_ERROR_FORMAT for nodes that are no tree with every triangle in one leaf;
/// LBX_ERROR_COUNT for no nodes, and for a width that is out of range.
LBX_API ptrdiff_t lbx_aabb_tree_convert(const lbx_mesh *mesh, const lbx_tree_nodes *nodes,
                                        const lbx_aabb_tree_options *options, void *memory,
                                        size_t bytes, void *scratch);

/// Takes the new vertices of a mesh that deforms, as lbx_obb_tree_refit.
LBX_API int lbx_aabb_tree_refit(const lbx_mesh *mesh, void *memory);

/// Looks through all of a tree, as lbx_obb_tree_check.
LBX_API int lbx_aabb_tree_check(const void *memory, size_t bytes);

/// Flags of searches by rays, besides LBX_REPRODUCIBLE, which changes nothing.
enum {
    LBX_COHERENT = 32 ///< neighbors in the batch are close to each other, as a camera's rays are
};

/// What is written of each ray: the triangle and where the ray meets it, as lbx_ray_triangle has t,
/// u and v; LBX_NO_TRIANGLE, +inf, 0 and 0 for a miss. Any of them may be NULL.
typedef struct lbx_ray_hits {
    uint32_t *id; ///< the triangle
    float *t;     ///< where the ray meets it
    float *u;     ///< the weight of vertex 1 there
    float *v;     ///< that of vertex 2
} lbx_ray_hits;

/// A hit of lbx_aabb_tree_all.
typedef struct lbx_ray_hit {
    uint32_t ray;      ///< its number in the batch
    uint32_t triangle; ///< its number in the mesh
    float t;           ///< where the ray meets the triangle
    float u;           ///< the weight of vertex 1 there
    float v;           ///< that of vertex 2
} lbx_ray_hit;

enum {
    LBX_TRACE_SCRATCH = 3 << 20,      ///< bytes of scratch from which on a search is no faster
    LBX_TRACE_SCRATCH_LEAST = 8 << 10 ///< bytes that it needs
};

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Searches by rays
///
/// Each takes n rays and, where `masks` is not NULL, a word for each ray: the ray meets only those
/// triangles whose mask shares a bit with the word. `scratch` is for this call, one a thread,
/// aligned to 8. The less scratch there is, the fewer rays are traced together.
///
/// Errors: LBX_ERROR_FLAGS; LBX_ERROR_NULL; LBX_ERROR_STRIDE for memory that is not aligned and
/// LBX_ERROR_FORMAT for memory that is no tree; LBX_ERROR_COUNT for too little scratch, and for
/// more than 2^32 - 1 rays; those of the rays' view.
/// @{
// ---------------------------------------------------------------------------------------------

/// The nearest triangle that each ray meets; of equally near ones that of the lowest number.
/// Returns the number of rays that hit.
LBX_API ptrdiff_t lbx_aabb_tree_nearest(const void *tree, const lbx_rays *rays,
                                        const uint32_t *masks, size_t n, unsigned flags,
                                        const lbx_ray_hits *hits, void *scratch, size_t bytes);

/// Which rays meet a triangle, such as those to a light: one bit a ray, as tests write them. `hits`
/// may be NULL. Returns the number of rays that hit.
LBX_API ptrdiff_t lbx_aabb_tree_any(const void *tree, const lbx_rays *rays, const uint32_t *masks,
                                    size_t n, unsigned flags, uint8_t *hits, void *scratch,
                                    size_t bytes);

/// Where a search for all hits is. All zero is its beginning.
typedef struct lbx_ray_cursor {
    size_t ray;   ///< the ray that it has come to
    size_t given; ///< how many hits of this ray it has given
} lbx_ray_cursor;

/// Every triangle that each ray meets, ray by ray, in no order of t: writes up to `room` hits and
/// moves the cursor behind them, as lbx_pairs does. Returns the number that it wrote; less than
/// `room` says that there are no more. With `out` NULL it counts those that remain and leaves the
/// cursor. Needs no scratch.
LBX_API ptrdiff_t lbx_aabb_tree_all(const void *tree, const lbx_rays *rays, const uint32_t *masks,
                                    size_t n, unsigned flags, lbx_ray_cursor *cursor,
                                    lbx_ray_hit *out, size_t room);

/// @}

#ifdef __cplusplus
}
#endif

#endif
