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
    double position[3];
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

/// What a search did.
typedef struct lbx_obb_tree_counts {
    uint64_t pairs;     ///< touching pairs of triangles
    uint64_t boxes;     ///< pairs of boxes that were tested
    uint64_t triangles; ///< pairs of triangles that were tested
} lbx_obb_tree_counts;

// Flags of searches, besides LBX_REPRODUCIBLE.
enum {
    LBX_ANY = 16 ///< stop at the first pair
};

// ---------------------------------------------------------------------------------------------
// Trees
//
// A tree is memory of the caller's, aligned to 8 bytes, and fastest aligned to 64. It holds no
// pointers: it may be copied, written to a file and mapped again on machines of the same byte
// order. The bytes of a tree are the same on every instruction set and compiler.
// ---------------------------------------------------------------------------------------------

/// Bytes that the tree of a mesh takes at most: 114 a triangle, and 1,100. SIZE_MAX for more than
/// 2^28 triangles. Looks at triangle_count alone.
LBX_API size_t lbx_obb_tree_bytes(const lbx_mesh *mesh);

/// Bytes of scratch that building the tree of a mesh takes, 28 a triangle. SIZE_MAX for more than
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

// ---------------------------------------------------------------------------------------------
// Searches
//
// lbx_obb_tree_collide looks for triangles that touch, lbx_obb_tree_within for those that are
// within a distance. Whatever the poses, no such pair is lost, and a pair that is found is closer
// than a stated bound: docs/trees.md. Whether a pair is found depends on its two triangles and on
// the poses alone.
// ---------------------------------------------------------------------------------------------

/// Finds every pair of a triangle of `a` and one of `b` that touch at these poses. `pairs` gets the
/// numbers of the triangles in their meshes: up to `room` of them, in the same order on every
/// instruction set. If `pairs` is NULL, they are counted. With LBX_ANY the search stops at the
/// first.
///
/// Every pair is first asked by lbx_triangle_triangle_classify, and in double where that is
/// undecided, so a pair that is found but does not touch lies closer than the rounding of poses.
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

#ifdef __cplusplus
}
#endif

#endif
