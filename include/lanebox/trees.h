// SPDX-License-Identifier: MIT
/// @file lanebox/trees.h
/// Finds which triangles of two meshes touch each other while the meshes move rigidly, where rays
/// meet a mesh, and which of its triangles are nearest to points.
///
/// A *tree* holds a mesh's triangles in leaves of a few triangles each, and oriented boxes around
/// them, eight per node. docs/use/trees.md tells how it works and what it costs. Build a tree once
/// for each shape: poses are arguments of the searches, so that instances and threads share a tree.
/// A tree lies in the caller's memory: nothing here allocates.
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
/// ptrdiff_t a_bytes = lbx_obb_tree_build(&a_mesh, NULL, a, bytes, scratch);  // negative: an error
/// ptrdiff_t b_bytes = lbx_obb_tree_build(&b_mesh, NULL, b, bytes, scratch);
/// const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}}, there = {{0, 0, 1}, {0, 0, 0, 1}};
/// lbx_pair pairs[8];
/// ptrdiff_t found = lbx_obb_tree_collide(a, &here, b, &there, NULL, pairs, 8, NULL);  // 1: {0, 0}
/// @endcode
#ifndef LANEBOX_TREES_H
#define LANEBOX_TREES_H

#include "pairs.h"
#include "volumes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where a mesh is: its vertex v is at position + rotation(v).
typedef struct lbx_rigid_pose {
    double position[3]; ///< x y z
    double rotation[4]; ///< unit quaternion x y z w, of a length within 2^-20 of 1
} lbx_rigid_pose;

/// How a tree is built. Set all fields to zero, or pass NULL, for the defaults.
typedef struct lbx_obb_tree_options {
    /// Most triangles per leaf, 1 to LBX_LEAF_MAX; 0 is LBX_LEAF. Leaves hold fewer where that
    /// makes their boxes smaller and their node has room.
    uint32_t leaf;
    /// Called now and then with the number of triangles that are already in their leaves. It
    /// returns 0 to continue, anything else to stop. If NULL, it is never called. With workers, any
    /// of their threads may call it, one at a time.
    int (*progress)(void *context, size_t done, size_t all);
    void *context;              ///< passed to `progress`
    const lbx_workers *workers; ///< threads that may help; NULL: this one alone
    unsigned flags;             ///< LBX_SKIP_REFUSED, or 0
} lbx_obb_tree_options;

enum {
    LBX_LEAF = 4,     ///< most triangles per leaf by default
    LBX_LEAF_MAX = 8, ///< most triangles per leaf

    /// A flag of builds: the triangles that lbx_mesh_check marks are left out, and the others keep
    /// their numbers. Refits leave out the same ones, whatever their new vertices are. A build with
    /// nothing left returns LBX_ERROR_MESH.
    LBX_SKIP_REFUSED = 64,
};

/// What a search found, and how much it tested.
typedef struct lbx_obb_tree_counts {
    uint64_t pairs;     ///< touching pairs of triangles
    uint64_t boxes;     ///< pairs of boxes that were tested
    uint64_t triangles; ///< pairs of triangles that were tested
    /// Pairs of triangles that floats left undecided, so that double decided them.
    uint64_t in_double;
} lbx_obb_tree_counts;

/// Flags of searches, besides LBX_REPRODUCIBLE.
enum {
    LBX_ANY = 16 ///< stop at the first pair
};

/// Where a search of two trees stopped. Set all fields to zero to begin one.
typedef struct lbx_obb_tree_cursor {
    uint32_t a;    ///< the next box of tree a
    uint32_t b;    ///< that of tree b
    uint32_t pair; ///< how many pairs of these boxes were written already
    uint32_t done; ///< 1 once all pairs were found: the next call would find none
} lbx_obb_tree_cursor;

/// What a search of two trees looks for. Set all fields to zero, or pass NULL, for every pair that
/// touches.
typedef struct lbx_obb_tree_query {
    float distance; ///< of lbx_obb_tree_within, from 0 to 2^60; lbx_obb_tree_collide ignores it
    unsigned flags; ///< LBX_REPRODUCIBLE, LBX_ANY, or both
    /// Of searches with LBX_ANY that have no cursor: the leaves that are tried first. A search that
    /// finds a pair writes those of the pair; another one leaves them alone. Pass them again once
    /// the meshes have moved a little. All bytes are safe: leaves of other poses or trees cost the
    /// tests of one pair of leaves. Zeros are no hint, and neither is NULL. Which pair is found
    /// depends on the hint, too.
    lbx_pair *hint;
    /// Continues a search of the same trees, poses, distance and flags, and moves behind what this
    /// call finds. The calls together find the same list in the same order. Each returns what it
    /// wrote: a list without room ends it rather than being an error. Hints are not tried. NULL:
    /// the whole search. A cursor that no call has written is LBX_ERROR_INDEX, or finds other
    /// pairs.
    lbx_obb_tree_cursor *cursor;
    /// With a cursor: the most tests of this call, of boxes and of triangles together, counted
    /// alike on every instruction set; at least one node or one pair of leaves is tested, up to 64
    /// tests. 0: no limit. LBX_ERROR_NULL without a cursor.
    uint64_t budget;
} lbx_obb_tree_query;

// ---------------------------------------------------------------------------------------------
/// @name Trees
///
/// A tree is the caller's memory. It must be aligned to 8 bytes, and is fastest if aligned to 64.
/// It holds no pointers: it may be copied, written to a file and mapped again on machines of the
/// same byte order. The bytes of a tree are the same on every instruction set and compiler.
/// @{
// ---------------------------------------------------------------------------------------------

/// The most bytes that the tree of a mesh takes: 114 per triangle, plus 1,100. Returns SIZE_MAX for
/// more than 2^28 triangles. Reads only triangle_count.
LBX_API size_t lbx_obb_tree_bytes(const lbx_mesh *mesh);

/// The bytes of scratch that building the tree of a mesh takes: 32 per triangle. Returns SIZE_MAX
/// for more than 2^28 triangles.
LBX_API size_t lbx_obb_tree_scratch_bytes(const lbx_mesh *mesh);

/// Builds the tree of a mesh in `memory`, which has `bytes` bytes. `scratch` has
/// lbx_obb_tree_scratch_bytes and is aligned to 8. The mesh is copied, so that the caller may free
/// it; it must lie neither in `memory` nor in `scratch`, and neither may that of a refit.
///
/// @return the bytes that the tree takes, no more than lbx_obb_tree_bytes; 0 if `progress` stopped
/// the build; or an error. The errors are LBX_ERROR_NULL; LBX_ERROR_STRIDE for memory that is not
/// aligned; LBX_ERROR_COUNT for less memory than lbx_obb_tree_bytes, a leaf that is too large or
/// more than 2^28 triangles; LBX_ERROR_FLAGS; and after these the errors of a mesh, as lbx_obb_fit
/// returns them. An error leaves `memory` as it was; after a build that was stopped it holds no
/// tree that other functions accept.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_tree_build(const lbx_mesh *mesh,
                                                   const lbx_obb_tree_options *options,
                                                   void *memory, size_t bytes, void *scratch);

/// Takes the new vertices of a mesh that deforms. Its triangles must be those that the tree was
/// built from, in the same order. Answers stay exact; searches become slower the more the shape
/// changed. Returns 0, or an error that leaves the tree as it was: the errors of building, and
/// LBX_ERROR_COUNT for another number of triangles.
LBX_API LBX_NODISCARD int lbx_obb_tree_refit(const lbx_mesh *mesh, void *memory,
                                             const lbx_workers *workers);

/// Validates a whole tree, such as one that was copied or read from a file. A tree that passes is
/// safe to search, and its boxes contain their triangles. Returns 0, or LBX_ERROR_TREE if it is
/// damaged, or if it was made in another rounding mode or with denormals flushed (FTZ, DAZ) and is
/// checked without. The other functions check only its header and must not be given a damaged tree.
LBX_API LBX_NODISCARD int lbx_obb_tree_check(const void *memory, size_t bytes,
                                             const lbx_workers *workers);

/// Says how good a tree is, the same numbers everywhere. Returns 0, or LBX_ERROR_NULL,
/// LBX_ERROR_STRIDE or LBX_ERROR_TREE as searches do.
LBX_API LBX_NODISCARD int lbx_obb_tree_stats(const void *tree, lbx_tree_stats *stats);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Searches
///
/// lbx_obb_tree_collide looks for triangles that touch, lbx_obb_tree_within for those that are
/// within a distance. Meshes are surfaces: one that lies inside another does not touch it. Whatever
/// the poses, no such pair is lost, and a pair that is found is closer
/// than a bound that docs/use/trees.md states. Whether a pair is found depends only on its two
/// triangles and on the poses.
/// @{
// ---------------------------------------------------------------------------------------------

/// Finds every pair of a triangle of `a` and one of `b` that touch at these poses. `pairs` receives
/// the numbers of the triangles in their meshes: up to `room` pairs, in the same order on every
/// instruction set. If `pairs` is NULL, pairs are only counted. With LBX_ANY the search stops at
/// the first pair.
///
/// Every pair is tested by lbx_triangle_triangle_classify first, and in double if that leaves it
/// undecided. So a pair that is found but does not touch is closer than the rounding of the poses.
///
/// @param query its flags count, its distance does not; NULL: all pairs
/// @param counts what the search found and tested, even if there was too little room; may be NULL
/// @return the number of pairs. Errors: LBX_ERROR_NULL; LBX_ERROR_STRIDE for memory that is not
/// aligned and LBX_ERROR_TREE for memory that is no tree; LBX_ERROR_FLAGS; LBX_ERROR_POSE for a
/// position that is not finite or a rotation off unit length by more than 2^-20; LBX_ERROR_COUNT if
/// there are more pairs than `room`. In this case the first `room` pairs are written, and `counts`
/// says how many there are.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_tree_collide(const void *a, const lbx_rigid_pose *a_pose,
                                                     const void *b, const lbx_rigid_pose *b_pose,
                                                     const lbx_obb_tree_query *query,
                                                     lbx_pair *pairs, size_t room,
                                                     lbx_obb_tree_counts *counts);

/// Finds every pair of a triangle of `a` and one of `b` that are at most query->distance apart, in
/// the sense of lbx_triangle_triangle_within. With LBX_ANY it tells whether the meshes keep that
/// clearance.
///
/// @return as lbx_obb_tree_collide, or LBX_ERROR_DISTANCE for a distance that is not from 0 to
/// 2^60; the parameters are the same, too.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_tree_within(const void *a, const lbx_rigid_pose *a_pose,
                                                    const void *b, const lbx_rigid_pose *b_pose,
                                                    const lbx_obb_tree_query *query,
                                                    lbx_pair *pairs, size_t room,
                                                    lbx_obb_tree_counts *counts);

/// Finds every pair of triangles of one mesh that touch and share no vertex: where cloth has folded
/// into itself, and where models are broken. Triangles that share a vertex number, such as
/// neighbors, are never a pair; vertices of different numbers at the same place are not shared. Of
/// all other pairs, those are found that lbx_obb_tree_collide finds of the mesh and itself.
///
/// @param mesh the mesh that the tree was built from, of which only the indices and triangle_count
/// are read
/// @param pairs as for lbx_obb_tree_collide. The first number of each pair is the lower one.
/// @return as lbx_obb_tree_collide; the parameters are the same, too. Further errors:
/// LBX_ERROR_NULL if `mesh` is, LBX_ERROR_COUNT for another number of triangles than the tree's.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_tree_self(const void *tree, const lbx_mesh *mesh,
                                                  const lbx_obb_tree_query *query, lbx_pair *pairs,
                                                  size_t room, lbx_obb_tree_counts *counts);

/// Two meshes at their poses, of which a search asks how far apart they are.
typedef struct lbx_posed_trees {
    const void *a;                ///< a tree
    const lbx_rigid_pose *a_pose; ///< where its mesh is
    const void *b;                ///< a tree, maybe the same one
    const lbx_rigid_pose *b_pose; ///< where its mesh is
} lbx_posed_trees;

/// How far apart two meshes are: the distance, and which points of which triangles say so. If
/// nothing is within reach, the distance is +inf, the points are 0 and the triangles
/// LBX_NO_TRIANGLE.
typedef struct lbx_separation {
    double distance; ///< 0 if the meshes touch
    double from[3];  ///< the nearest point of mesh a, at its pose
    double to[3];    ///< the nearest point of mesh b, at its pose
    lbx_pair pair;   ///< a triangle of a and one of b
} lbx_separation;

/// Finds how far apart two meshes are, for each of n pairs of meshes at their poses. The distance
/// is 0 if and only if lbx_obb_tree_collide finds a pair with the same flags; otherwise it is
/// within 2^-17 s + 2^-37 w of the exact one; docs/use/trees.md says what s and w are. Of all
/// pairs of triangles it is the least distance, as it is computed, and of equal ones the pair with
/// the lowest number in a, then in b. The same bits are found on every instruction set and whatever
/// the hints, unless a pair of triangles is so close that collide decides it: then flags count.
///
/// @param trees n pairs of meshes
/// @param reach n distances, not negative, beyond which nothing counts; NULL: none. No distance
/// beyond 2^60 counts.
/// @param flags LBX_REPRODUCIBLE, LBX_ANY, or both. With LBX_ANY a search ends at the first pair
/// that touches, which is much sooner if many do: the distance is 0 all the same, but which pair
/// says so depends on the hint and on the trees.
/// @param hints n pairs of leaves that are tried first, or NULL. A search that finds something
/// writes what it found: pass it again once the meshes have moved a little. They change how long
/// searches take, and no answer but that of LBX_ANY. All bytes are safe; zeros are no hint.
/// @param out n separations; may be NULL
/// @param counts what all searches tested; its pairs are the touching pairs of triangles, of which
/// LBX_ANY counts none. May be NULL
/// @return the number of pairs of meshes of which something is within reach. Errors, after which
/// nothing is written: LBX_ERROR_FLAGS; LBX_ERROR_NULL; LBX_ERROR_DISTANCE for a reach that is
/// negative or a NaN; those of lbx_obb_tree_collide for a tree or a pose.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_tree_distance(const lbx_posed_trees *trees, size_t n,
                                                      const double *reach, unsigned flags,
                                                      lbx_pair *hints, lbx_separation *out,
                                                      lbx_obb_tree_counts *counts);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Rays
///
/// A tree of axis-aligned boxes finds where rays meet a mesh: the nearest triangle, any triangle,
/// or all of them. It is built, copied and shared like the trees above. The answers are those of
/// lbx_ray_triangle for every triangle: the same hits, and the same bits of t, u and v on every
/// instruction set, however rays are ordered and divided among calls. There are two exceptions,
/// which lbx_ray_triangle has meet every triangle:
/// - A ray with a NaN or an infinity in its origin or direction, or a NaN in t_min or t_max, meets
///   nothing.
/// - A ray whose direction is 0 meets the triangles that its origin touches, within the bound of
///   lbx_ray_triangle. It does so at t = max(t_min, 0), if that is not beyond t_max, and at the u
///   and v of a ray along z from there.
/// @{
// ---------------------------------------------------------------------------------------------

/// How a tree of boxes is built. Pass NULL for the defaults.
typedef struct lbx_aabb_tree_options {
    /// One word per triangle, which the words of rays are compared with. NULL: all ones.
    const uint32_t *masks;
    /// As in lbx_obb_tree_options.
    int (*progress)(void *context, size_t done, size_t all);
    void *context;              ///< passed to `progress`
    const lbx_workers *workers; ///< as in lbx_obb_tree_options
    unsigned flags;             ///< as in lbx_obb_tree_options
} lbx_aabb_tree_options;

/// The most bytes that the tree of a mesh takes: 80 per triangle, plus 980. Returns SIZE_MAX for
/// more than 2^28 triangles. Reads only triangle_count.
LBX_API size_t lbx_aabb_tree_bytes(const lbx_mesh *mesh);

/// The bytes of scratch that building the tree of a mesh takes: 32 per triangle.
LBX_API size_t lbx_aabb_tree_scratch_bytes(const lbx_mesh *mesh);

/// Builds the tree of a mesh in `memory`. Parameters, result and errors are those of
/// lbx_obb_tree_build.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_build(const lbx_mesh *mesh,
                                                    const lbx_aabb_tree_options *options,
                                                    void *memory, size_t bytes, void *scratch);

/// The number that stands for no node.
#define LBX_NO_NODE UINT32_MAX

enum { LBX_CHILDREN_MAX = 64 /**< of a node of lbx_tree_nodes */ };

/// A tree over a mesh's triangles that the caller already has, binary or wide. Its boxes are not
/// needed, since boxes are fitted anew. Node 0 is the root. Every triangle is in one leaf; those
/// that LBX_SKIP_REFUSED leaves out may be in one or in none.
typedef struct lbx_tree_nodes {
    const uint32_t *count; ///< triangles of a leaf; 0: the node has children
    /// For a leaf: where its triangles begin in `order`. For any other node, if `child` is NULL:
    /// its first child, which the others follow, `width` children in all.
    const uint32_t *first;
    const uint32_t *child; ///< `width` numbers of nodes, some LBX_NO_NODE; or NULL
    size_t node_count;     ///< nodes behind each pointer
    size_t stride;         ///< bytes from one node to the next, a multiple of 4; 0: dense arrays
    uint32_t width;        ///< most children per node, 2 to LBX_CHILDREN_MAX
    const uint32_t *order; ///< triangles of the mesh, as leaves refer to them; NULL: 0, 1, 2, ...
} lbx_tree_nodes;

/// The bytes of scratch that lbx_aabb_tree_convert takes: 37 per triangle and 13 per node. Reads
/// only triangle_count and node_count.
LBX_API size_t lbx_aabb_tree_convert_scratch_bytes(const lbx_mesh *mesh,
                                                   const lbx_tree_nodes *nodes);

/// Builds the tree of a mesh from another tree. The triangles are split where the nodes split them,
/// as far as leaves of eight allow. Answers are the same as those of any other tree; how fast
/// searches are depends on how good the other tree's splits are.
///
/// @return as lbx_aabb_tree_build. Further errors: LBX_ERROR_INDEX for a node or a triangle that
/// does not exist; LBX_ERROR_FORMAT for nodes that do not form a tree with every triangle in one
/// leaf; LBX_ERROR_COUNT for no nodes, and for a width that is out of range.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_convert(const lbx_mesh *mesh,
                                                      const lbx_tree_nodes *nodes,
                                                      const lbx_aabb_tree_options *options,
                                                      void *memory, size_t bytes, void *scratch);

/// Takes the new vertices of a mesh that deforms, like lbx_obb_tree_refit.
LBX_API LBX_NODISCARD int lbx_aabb_tree_refit(const lbx_mesh *mesh, void *memory,
                                              const lbx_workers *workers);

/// Validates a whole tree, like lbx_obb_tree_check.
LBX_API LBX_NODISCARD int lbx_aabb_tree_check(const void *memory, size_t bytes,
                                              const lbx_workers *workers);

/// Says how good a tree is, like lbx_obb_tree_stats.
LBX_API LBX_NODISCARD int lbx_aabb_tree_stats(const void *tree, lbx_tree_stats *stats);

/// Flags of searches by rays, besides LBX_REPRODUCIBLE, which changes nothing.
enum {
    LBX_COHERENT = 32, ///< neighbors in the batch are close to each other, like a camera's rays
    LBX_SORTED = 128   ///< of lbx_aabb_tree_all: the hits of a ray by t, equal ones by triangle
};

/// Which triangles each ray may meet. Entry i is ray i's, whatever the rays' pick. An array that is
/// NULL excludes none.
typedef struct lbx_ray_filter {
    const uint32_t *mask; ///< ray i meets the triangles whose mask shares a bit with this word
    /// The number of one triangle that ray i does not meet, such as the one that it starts on;
    /// LBX_NO_TRIANGLE is none. Triangles beside it still count.
    const uint32_t *skip;
    size_t stride; ///< bytes from one entry to the next, a multiple of 4; 0 is dense
} lbx_ray_filter;

/// What is written for each ray: the triangle, and t, u and v as lbx_ray_triangle writes them. A
/// miss writes LBX_NO_TRIANGLE, +inf, 0 and 0. Any of the pointers may be NULL.
typedef struct lbx_ray_hits {
    uint32_t *id; ///< the triangle
    float *t;     ///< where the ray meets it
    float *u;     ///< the weight of vertex 1 there
    float *v;     ///< that of vertex 2
    /// One number: how many tests of a ray and a triangle floats left undecided, so that double
    /// decided them.
    uint64_t *in_double;
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
    LBX_TRACE_SCRATCH = 3 << 20,      ///< bytes of scratch; more do not speed it up
    LBX_TRACE_SCRATCH_LEAST = 8 << 10 ///< bytes of scratch that a search needs
};

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Searches by rays
///
/// Each search takes n rays. A filter that is not NULL says which triangles they meet. `scratch` is
/// used by this call alone: each thread needs its own, aligned to 8. The less scratch there is, the
/// fewer rays are traced together.
///
/// Errors: LBX_ERROR_FLAGS; LBX_ERROR_NULL; LBX_ERROR_STRIDE for memory that is not aligned and
/// LBX_ERROR_TREE for memory that is no tree; LBX_ERROR_COUNT for too little scratch, and for
/// more than 2^32 - 1 rays; those of the rays' view; LBX_ERROR_STRIDE of a filter.
/// @{
// ---------------------------------------------------------------------------------------------

/// Finds the nearest triangle that each ray meets. Of equally near triangles it is the one with the
/// lowest number. Returns the number of rays that hit.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_nearest(const void *tree, const lbx_rays *rays,
                                                      const lbx_ray_filter *filter, size_t n,
                                                      unsigned flags, const lbx_ray_hits *hits,
                                                      void *scratch, size_t bytes);

/// Finds which rays meet any triangle, such as shadow rays to a light; docs/use/guide.md says how
/// to start rays on a mesh. It writes one bit per ray, as tests do. `hits` may be NULL. Returns the
/// number of rays that hit.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_any(const void *tree, const lbx_rays *rays,
                                                  const lbx_ray_filter *filter, size_t n,
                                                  unsigned flags, uint8_t *hits, void *scratch,
                                                  size_t bytes);

/// How far a search for all hits has come. Set all fields to zero to begin.
typedef struct lbx_ray_cursor {
    size_t ray;     ///< the ray that it has come to
    uint32_t node;  ///< the node of the tree that this ray has come to; sorted: the bits of t
    uint32_t leaf;  ///< the leaf; sorted: the triangle of the last hit
    uint32_t given; ///< how many triangles of this leaf it is past; sorted: whether there is a hit
} lbx_ray_cursor;

/// Finds every triangle that each ray meets, ray by ray. It writes up to `room` hits and moves the
/// cursor behind them, as lbx_pairs does; the next call continues there at no cost. A cursor of
/// another tree, other rays or other flags gives hits that mean nothing. It returns the number of
/// hits that it wrote; a number less than `room` means that there are no more. If `out` is NULL, it
/// counts the hits that remain and does not move the cursor. It needs no scratch.
///
/// The hits of a ray come in the tree's order, or with LBX_SORTED in the order of t, and of the
/// triangles' numbers where these are equal. A sorted call finds those hits of a ray that there is
/// room for, and no others; continuing a ray takes another search of the tree.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_all(const void *tree, const lbx_rays *rays,
                                                  const lbx_ray_filter *filter, size_t n,
                                                  unsigned flags, lbx_ray_cursor *cursor,
                                                  lbx_ray_hit *out, size_t room);

/// Counts how many triangles each ray crosses, by a rule that makes the parity of the count mean
/// inside. A ray that passes through an edge or a vertex crosses one of the triangles there and not
/// the others, as in the rasterization of triangles; one that runs within a triangle's plane may
/// cross it or not. Where every edge of the mesh is one of an even number of triangles, the counts
/// of a ray and of the opposite ray from the same origin have an even sum. An odd count of a ray to
/// infinity then means that its origin is inside, unless the origin is nearer to the surface than
/// 2^-20 of its distance to the farthest corner of the tree's box, plus 2^-149: vertices are
/// rounded as the ray sees them. A ray that is not finite or has no direction crosses nothing.
///
/// @param counts one number per ray; may be NULL
/// @return the number of rays whose count is odd. Errors are those of lbx_aabb_tree_all.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_crossings(const void *tree, const lbx_rays *rays,
                                                        const lbx_ray_filter *filter, size_t n,
                                                        unsigned flags, uint32_t *counts);

/// Finds which points are inside a closed mesh: those from which a ray crosses it an odd number of
/// times, in the sense of lbx_aabb_tree_crossings. Where meshes are nested, inside and outside
/// alternate. The ray of a point leaves the tree's box by the nearest side.
///
/// @param inside one bit per point, as tests write them; may be NULL
/// @return the number of points inside. Errors: LBX_ERROR_FLAGS for other flags than
/// LBX_REPRODUCIBLE, those of a tree, those of the points' view.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_inside(const void *tree, const lbx_points *points,
                                                     size_t n, unsigned flags, uint8_t *inside);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Searches by points
///
/// These searches take n points and look for near triangles, on the same trees. Distances and
/// nearest points are those of lbx_point_triangle, bit for bit, on every instruction set, however
/// points are ordered and divided among calls. `reach` has one distance per point, beyond which no
/// triangle counts; entry i is that of point i, whatever the points' pick. A filter that is not
/// NULL says which triangles each point may find, as it does for rays. `scratch` is used by this
/// call alone, as in searches by rays, and has LBX_TRACE_SCRATCH_LEAST bytes or more, up to
/// LBX_TRACE_SCRATCH.
///
/// A point with a NaN or an infinity finds nothing, nor does one whose reach is negative or a NaN.
/// No triangle is found that is farther than 2^63.
///
/// Errors: LBX_ERROR_FLAGS for other flags than LBX_REPRODUCIBLE, which changes nothing;
/// LBX_ERROR_NULL; LBX_ERROR_STRIDE for memory that is not aligned and LBX_ERROR_TREE for memory
/// that is no tree; LBX_ERROR_COUNT for too little scratch, and for more than 2^32 - 1 points;
/// those of the points' view; LBX_ERROR_STRIDE of a filter.
/// @{
// ---------------------------------------------------------------------------------------------

/// What is written for each point: the nearest triangle, and how lbx_point_triangle has it. A point
/// that finds nothing writes LBX_NO_TRIANGLE, +inf, 0, 0 and 0. Any of the pointers may be NULL.
typedef struct lbx_closest_out {
    uint32_t *id;      ///< the triangle
    float *distance;   ///< from the point that was asked for
    float *u;          ///< the weight of vertex 1 in the nearest point of the triangle
    float *v;          ///< that of vertex 2
    uint32_t *feature; ///< LBX_FACE, LBX_EDGE + k or LBX_VERTEX + k
} lbx_closest_out;

/// Finds the nearest triangle of each point. It is the one with the least square of the distance,
/// as floats compute it, and of equal ones the one with the lowest number; `distance` is the root
/// of that square. A triangle counts if its distance is at most `reach`; if `reach` is NULL, all
/// count. It is fastest for many points a call; no order of the points is needed.
///
/// @param out may be NULL
/// @return the number of points that found a triangle
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_closest(const void *tree, const lbx_points *points,
                                                      const float *reach,
                                                      const lbx_ray_filter *filter, size_t n,
                                                      unsigned flags, const lbx_closest_out *out,
                                                      void *scratch, size_t bytes);

/// What lbx_aabb_tree_around finds.
typedef struct lbx_near_hit {
    uint32_t point;    ///< its number in the batch
    uint32_t triangle; ///< its number in the mesh
    float distance;    ///< as in lbx_closest_out
    float u;           ///< as in lbx_closest_out
    float v;           ///< as in lbx_closest_out
    uint32_t feature;  ///< as in lbx_closest_out
} lbx_near_hit;

/// Finds every triangle whose distance from a point is at most its `reach`, point by point and in
/// the tree's order: which triangles spheres touch. It writes up to `room` of them and moves the
/// cursor behind them, as lbx_aabb_tree_all does; the cursor's `ray` is the point. It returns the
/// number that it wrote; a number less than `room` means that there are no more. If `out` is NULL,
/// it counts those that remain and does not move the cursor. It needs no scratch.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_around(const void *tree, const lbx_points *points,
                                                     const float *reach,
                                                     const lbx_ray_filter *filter, size_t n,
                                                     unsigned flags, lbx_ray_cursor *cursor,
                                                     lbx_near_hit *out, size_t room);

/// Finds every triangle that each capsule touches, capsule by capsule and in the tree's order: the
/// same triangles as lbx_triangle_capsule asked for each by itself with LBX_REPRODUCIBLE, on every
/// instruction set. A capsule whose ends coincide is a sphere. It writes the capsule and the
/// triangle of up to `room` pairs and moves the cursor behind them, as lbx_aabb_tree_around does;
/// the cursor's `ray` is the capsule, and a filter's entry i is that of capsule i. It needs no
/// scratch.
///
/// A capsule with a NaN touches every triangle, as in the tests. The errors are those of
/// lbx_aabb_tree_around.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_capsules(const void *tree,
                                                       const lbx_capsules *capsules,
                                                       const lbx_ray_filter *filter, size_t n,
                                                       unsigned flags, lbx_ray_cursor *cursor,
                                                       lbx_pair *out, size_t room);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Signs of distances
///
/// On which side of a mesh a point is can be read off the nearest triangle, if what lies around
/// that triangle is known: how its edges are bent, and the angle-weighted pseudonormals of its
/// vertices (Baerentzen and Aanaes 2005). Signs hold this for every triangle of a tree of
/// axis-aligned boxes. They lie in the caller's memory and are copied and shared like trees.
/// Build them again whenever the tree was refitted.
/// @{
// ---------------------------------------------------------------------------------------------

/// What lbx_tree_signs_build met in a mesh. If `edges` is 0, the mesh is closed: signs are right
/// everywhere, or wrong everywhere if its triangles run clockwise as seen from outside.
typedef struct lbx_sign_counts {
    /// Edges that do not have exactly two faces that agree about which side is outside: those on
    /// the rim of a hole, those of three or more faces, and those between faces of which one is
    /// turned over. Near them signs may be wrong.
    uint64_t edges;
    uint64_t triangles; ///< triangles that have no area. They do no harm.
} lbx_sign_counts;

/// The bytes that the signs of a tree take: 32 per triangle of the mesh, plus 56. Returns SIZE_MAX
/// if `tree` is no tree of axis-aligned boxes.
LBX_API size_t lbx_tree_signs_bytes(const void *tree);

/// The bytes of scratch that building the signs of a tree takes: 36 per triangle of the mesh.
LBX_API size_t lbx_tree_signs_scratch_bytes(const void *tree);

/// Builds the signs of a tree in `memory`, which has `bytes` bytes. `scratch` has
/// lbx_tree_signs_scratch_bytes. Both are aligned to 8. Vertices are those of the tree; where
/// coordinates are equal they are one vertex, whatever their numbers in the mesh. The bytes are the
/// same on every instruction set and compiler.
///
/// @param counts what the mesh lacks; may be NULL
/// @param workers share the work; may be NULL
/// @return the bytes that the signs take. Errors, which leave `memory` as it was: LBX_ERROR_NULL;
/// LBX_ERROR_STRIDE for memory that is not aligned; LBX_ERROR_TREE for memory that is no tree;
/// LBX_ERROR_COUNT for less memory than lbx_tree_signs_bytes.
LBX_API LBX_NODISCARD ptrdiff_t lbx_tree_signs_build(const void *tree, void *memory, size_t bytes,
                                                     void *scratch, lbx_sign_counts *counts,
                                                     const lbx_workers *workers);

/// Validates signs, such as those that were copied or read from a file. Signs that pass are safe to
/// use with a tree that passes lbx_aabb_tree_check. Returns 0, or LBX_ERROR_TREE if they are
/// damaged. Other functions check only their header.
LBX_API LBX_NODISCARD int lbx_tree_signs_check(const void *memory, size_t bytes,
                                               const lbx_workers *workers);

enum {
    /// A flag of lbx_aabb_tree_signed_distance: signs are those of lbx_aabb_tree_inside, whichever
    /// way triangles are turned. It is for meshes of which lbx_tree_signs_build counts edges.
    LBX_SIGN_BY_CROSSINGS = 256
};

/// Finds the nearest triangle of each point as lbx_aabb_tree_closest does, and makes the distance
/// negative if the point is inside. Where the mesh is closed and does not meet itself, the sign is
/// right unless rounding hides it: the point is almost on the surface, or two sheets of it are
/// almost on each other where they are nearest to the point. For meshes without such sheets no sign
/// is wrong farther than 1e-6 of the mesh's diagonal from the surface; docs/develop/numerics.md
/// derives the bounds. Where build counts edges, signs near these may be wrong.
///
/// With LBX_SIGN_BY_CROSSINGS a point is inside if rays from it cross the surface an odd number of
/// times, as lbx_aabb_tree_inside says. That is right too where an even number of faces meet at an
/// edge, whichever way they are turned, but takes longer near the surface of a large mesh. It means
/// nothing near holes.
///
/// @param signs those of the tree; not read with LBX_SIGN_BY_CROSSINGS
/// @param out as for lbx_aabb_tree_closest; a distance of 0 stays 0
/// @return the number of points that found a triangle. Errors are those of lbx_aabb_tree_closest,
/// for signs those of a tree, and LBX_ERROR_TREE for signs that were built from another tree or
/// before its last refit.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_tree_signed_distance(
    const void *tree, const void *signs, const lbx_points *points, const float *reach, size_t n,
    unsigned flags, const lbx_closest_out *out, void *scratch, size_t bytes);

/// @}

#ifdef __cplusplus
}
#endif

#endif
