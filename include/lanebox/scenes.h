// SPDX-License-Identifier: MIT
/// @file lanebox/scenes.h
/// Searches scenes of many instances, each of them a mesh with a pose and a scale: what rays meet,
/// what is nearest to points, and which instances touch.
///
/// A *scene* is a tree over the boxes of the instances. Each instance names the trees of its mesh
/// by a number, so that thousands of instances share the trees of a few meshes. When instances
/// move, bring the scene up to date: lbx_scene_refit is the faster call, but searches are faster
/// after lbx_scene_build. A scene lies in the caller's memory: nothing here allocates.
///
/// Which of two instances of one triangle does a ray along z meet first?
///
/// @code
/// const float corner[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
/// const lbx_mesh mesh = lbx_mesh_of(corner[0], 3, sizeof *corner, NULL, 1);
/// const size_t tree_bytes = lbx_aabb_tree_bytes(&mesh);
/// void *const tree = malloc(tree_bytes), *const room = malloc(lbx_aabb_tree_scratch_bytes(&mesh));
/// ptrdiff_t built = lbx_aabb_tree_build(&mesh, NULL, tree, tree_bytes, room);  // < 0: an error
/// const void *const list[] = {tree};
/// const lbx_scene_trees trees = {.rays = list, .count = 1};
/// const lbx_instance instances[2] = {{{{0, 0, 9}, {0, 0, 0, 1}}, 1, 0, ~0u},
///                                    {{{0, 0, 5}, {0, 0, 0, 1}}, 1, 0, ~0u}};
/// const size_t bytes = lbx_scene_bytes(2);
/// void *const scene = malloc(bytes), *const scratch = malloc(LBX_TRACE_SCRATCH);
/// built = lbx_scene_build(&trees, instances, 2, scene, bytes, NULL);
/// const float ray[6] = {1, 1, 0, 0, 0, 1};
/// const lbx_rays rays = {.origin = {ray, ray + 1, ray + 2}, .dir = {ray + 3, ray + 4, ray + 5},
///                        .count = 1};
/// uint32_t instance;
/// ptrdiff_t hits = lbx_scene_nearest(scene, &trees, &rays, NULL, 1, 0,
///                                    &(lbx_scene_hits){.instance = &instance}, scratch,
///                                    LBX_TRACE_SCRATCH);  // 1, and instance is 1
/// @endcode
#ifndef LANEBOX_SCENES_H
#define LANEBOX_SCENES_H

#include "trees.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A mesh at a place: its vertex v is at position + scale * rotation(v).
typedef struct lbx_instance {
    lbx_rigid_pose pose; ///< positions are up to 2^60 along x, y and z
    double scale;        ///< from LBX_SCALE_LEAST to LBX_SCALE_MOST
    uint32_t tree;       ///< the number of its mesh's trees in lbx_scene_trees
    uint32_t mask;       ///< a search with a mask needs a bit that both have
} lbx_instance;

#define LBX_SCALE_LEAST 0x1p-20 ///< the least scale of an instance
#define LBX_SCALE_MOST 0x1p20   ///< the greatest scale of an instance

/// The trees of the meshes in a scene. Entry i of an array is the tree of mesh i, or NULL for a
/// mesh that no instance has. An array that is NULL has no trees. Boxes around instances come from
/// the first array if there is one, otherwise from the second. Searches by rays and points need
/// a scene with boxes from the first.
typedef struct lbx_scene_trees {
    const void *const *rays;     ///< trees of axis-aligned boxes, for rays and points
    const void *const *touching; ///< trees of oriented boxes, for lbx_scene_touching
    size_t count;                ///< the trees in each array
} lbx_scene_trees;

// ---------------------------------------------------------------------------------------------
/// @name Scenes
///
/// A scene is the caller's memory. It must be aligned to 8 bytes, and is fastest if aligned to 64.
/// It holds no pointers, and its bytes are the same on every instruction set and compiler. It holds
/// copies of the instances, and boxes around them; the trees stay the caller's and are passed with
/// each call. Any number of threads may search a scene at once. Refit a scene after refitting any
/// of its trees.
///
/// Errors: LBX_ERROR_NULL, also for a tree that an instance names; LBX_ERROR_STRIDE for memory that
/// is not aligned; LBX_ERROR_COUNT for less memory than lbx_scene_bytes; LBX_ERROR_INDEX for an
/// instance whose tree is not below trees->count; LBX_ERROR_TREE for memory that is no tree;
/// LBX_ERROR_POSE for an instance whose pose or scale is out of range. An error leaves a scene as
/// it was. `workers` share the work; they may be NULL.
/// @{
// ---------------------------------------------------------------------------------------------

/// The bytes of a scene: no more than 192 per instance, plus 2,000. Returns SIZE_MAX for more than
/// 2^28 instances.
LBX_API size_t lbx_scene_bytes(size_t n);

/// Builds a scene of n instances. From here on, instances[i] is instance i.
///
/// @return the bytes that the scene takes, no more than lbx_scene_bytes; or an error
LBX_API LBX_NODISCARD ptrdiff_t lbx_scene_build(const lbx_scene_trees *trees,
                                                const lbx_instance *instances, size_t n,
                                                void *memory, size_t bytes,
                                                const lbx_workers *workers);

/// Takes the instances as they are now, and leaves the tree over them as it is. Answers stay exact;
/// searches become slower the more the instances moved relative to each other. Any field of an
/// instance may change, also its tree. Returns 0, or an error; also LBX_ERROR_COUNT for another
/// number of instances than the scene has, and LBX_ERROR_SCENE for memory that is no scene.
LBX_API LBX_NODISCARD int lbx_scene_refit(const lbx_scene_trees *trees,
                                          const lbx_instance *instances, size_t n, void *memory,
                                          const lbx_workers *workers);

/// Validates a whole scene, such as one that was copied or read from a file. A scene that passes is
/// safe to search. Whether its boxes hold its instances depends on the trees: refit it to be sure.
/// Returns 0, LBX_ERROR_NULL, or LBX_ERROR_SCENE if it is damaged. The other functions check only
/// its header and must not be given a damaged scene.
LBX_API LBX_NODISCARD int lbx_scene_check(const void *memory, size_t bytes,
                                          const lbx_workers *workers);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Searches by rays
///
/// A ray meets an instance as its mesh would be met by the ray in the instance's frame, which
/// lbx_rays_to_instance gives: t, u and v are those of lbx_ray_triangle for that ray, bit for bit,
/// on every instruction set, however rays are ordered and divided among calls. An instance does not
/// change t: it is the same in the instance's frame and in the world.
///
/// In the world this means: a triangle is never missed if the exact ray meets it, passes its edges
/// at more than 2^-19 (|origin - position| / scale + size), and begins and ends farther
/// than that from the triangle's plane. Size is how far the farthest vertex of the mesh is from its
/// origin; lengths are those of the mesh. No ray passes between triangles of one instance that
/// share an edge. All of this is for rays that are in the range of lbx_rays in every frame, too.
/// docs/develop/numerics.md derives it.
///
/// `scratch` is used by this call alone. It is aligned to 8 and has LBX_TRACE_SCRATCH_LEAST bytes
/// or more, up to LBX_TRACE_SCRATCH. With LBX_COHERENT rays are traced as packets, which is faster
/// where neighbors in the batch are close to each other; rays that a filter restricts are never.
///
/// Errors: LBX_ERROR_FLAGS for other flags than LBX_REPRODUCIBLE, which changes nothing, and
/// LBX_COHERENT; LBX_ERROR_NULL; LBX_ERROR_STRIDE for memory that is not aligned; LBX_ERROR_SCENE
/// for memory that is no scene; LBX_ERROR_INDEX if an instance of the scene names a tree that is
/// not below trees->count; LBX_ERROR_TREE for memory that is no tree; LBX_ERROR_COUNT for too
/// little scratch, and for more than 2^32 - 1 rays; those of the rays' view; LBX_ERROR_STRIDE of a
/// filter.
/// @{
// ---------------------------------------------------------------------------------------------

/// Rays in the frame of an instance, the ones that searches pass to its mesh. The position is
/// subtracted from the origin first, exactly but for one relative rounding; then origin and
/// direction are rotated back and divided by the scale. t stays as it is, and so do t_min and
/// t_max.
///
/// @return n, or an error: LBX_ERROR_POSE for an instance that is out of range, and those of views
LBX_API LBX_NODISCARD ptrdiff_t lbx_rays_to_instance(const lbx_instance *instance,
                                                     const lbx_rays *rays, size_t n,
                                                     const lbx_rays_out *out);

/// Which instances and triangles each ray may meet. Entry i is ray i's, whatever the rays' pick. An
/// array that is NULL excludes none.
typedef struct lbx_scene_filter {
    /// Ray i meets instances whose mask shares a bit with this word, and of these the triangles
    /// whose own mask does.
    const uint32_t *mask;
    /// One triangle that ray i does not meet, such as the one that it starts on: its instance,
    /// which is LBX_NO_INSTANCE for none, and its number in the mesh. Set both pointers or none.
    const uint32_t *skip_instance;
    const uint32_t *skip_triangle; ///< see skip_instance
    size_t stride; ///< bytes from one entry to the next, a multiple of 4; 0 is dense
} lbx_scene_filter;

/// The number that stands for no instance.
#define LBX_NO_INSTANCE UINT32_MAX

/// What is written for each ray. A miss writes LBX_NO_INSTANCE, LBX_NO_TRIANGLE, +inf, 0 and 0. Any
/// of the pointers may be NULL.
typedef struct lbx_scene_hits {
    uint32_t *instance;  ///< the instance
    uint32_t *triangle;  ///< the triangle's number in the mesh
    float *t;            ///< where the ray meets it
    float *u;            ///< the weight of vertex 1 there
    float *v;            ///< that of vertex 2
    uint64_t *in_double; ///< one number, as in lbx_ray_hits
} lbx_scene_hits;

/// Finds the nearest triangle that each ray meets. Of equally near triangles it is one of the
/// instance with the lowest number, and of this the one with the lowest number. Returns the number
/// of rays that hit.
LBX_API LBX_NODISCARD ptrdiff_t lbx_scene_nearest(const void *scene, const lbx_scene_trees *trees,
                                                  const lbx_rays *rays,
                                                  const lbx_scene_filter *filter, size_t n,
                                                  unsigned flags, const lbx_scene_hits *hits,
                                                  void *scratch, size_t bytes);

/// Finds which rays meet any triangle. It writes one bit per ray, as tests do. `hits` may be NULL.
/// Returns the number of rays that hit.
LBX_API LBX_NODISCARD ptrdiff_t lbx_scene_any(const void *scene, const lbx_scene_trees *trees,
                                              const lbx_rays *rays, const lbx_scene_filter *filter,
                                              size_t n, unsigned flags, uint8_t *hits,
                                              void *scratch, size_t bytes);

/// A hit of lbx_scene_all.
typedef struct lbx_scene_hit {
    uint32_t ray;      ///< its number in the batch
    uint32_t instance; ///< the instance
    uint32_t triangle; ///< its number in the mesh
    float t;           ///< where the ray meets it
    float u;           ///< the weight of vertex 1 there
    float v;           ///< that of vertex 2
} lbx_scene_hit;

/// How far a search for all hits has come. Set all fields to zero to begin.
typedef struct lbx_scene_ray_cursor {
    size_t ray;          ///< the ray that it has come to
    uint32_t place[2];   ///< of the scene's tree; sorted: the instance of the last hit
    lbx_ray_cursor mesh; ///< within the tree of an instance; sorted: t and triangle of the last hit
} lbx_scene_ray_cursor;

/// Finds every triangle that each ray meets, ray by ray. Room, cursor, `out` that is NULL and what
/// it returns are as in lbx_aabb_tree_all, and so is the flag LBX_SORTED: the hits of a ray then
/// come in the order of t, then of instances, then of triangles. Without it they come in the
/// scene's order. It needs no scratch.
LBX_API LBX_NODISCARD ptrdiff_t lbx_scene_all(const void *scene, const lbx_scene_trees *trees,
                                              const lbx_rays *rays, const lbx_scene_filter *filter,
                                              size_t n, unsigned flags,
                                              lbx_scene_ray_cursor *cursor, lbx_scene_hit *out,
                                              size_t room);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Searches by points
/// @{
// ---------------------------------------------------------------------------------------------

/// What is written for each point. A point that finds nothing writes LBX_NO_INSTANCE,
/// LBX_NO_TRIANGLE, +inf, 0, 0 and 0. Any of the pointers may be NULL.
typedef struct lbx_scene_closest_out {
    uint32_t *instance; ///< the instance
    uint32_t *triangle; ///< the triangle's number in the mesh
    float *distance;    ///< from the point, in the world
    float *u;           ///< the weight of vertex 1 in the nearest point of the triangle
    float *v;           ///< that of vertex 2
    uint32_t *feature;  ///< LBX_FACE, LBX_EDGE + k or LBX_VERTEX + k
} lbx_scene_closest_out;

/// Finds the nearest triangle of each point. An instance is asked in its own frame, into which the
/// point goes like the origin of a ray: distance, u, v and feature are those of lbx_point_triangle
/// there, and the distance is then multiplied by the scale. Of equally near triangles it is one of
/// the instance with the lowest number, and of this the one with the lowest number. The bits are
/// the same on every instruction set, however points are ordered and divided among calls.
///
/// @param reach as for lbx_aabb_tree_closest: one distance per point in the world, or NULL
/// @param filter entry i is that of point i; it may be NULL
/// @param out may be NULL
/// @return the number of points that found a triangle. Errors are those of searches by rays, and of
/// the points' view; LBX_REPRODUCIBLE, which changes nothing, is the only flag.
LBX_API LBX_NODISCARD ptrdiff_t lbx_scene_closest(const void *scene, const lbx_scene_trees *trees,
                                                  const lbx_points *points, const float *reach,
                                                  const lbx_scene_filter *filter, size_t n,
                                                  unsigned flags, const lbx_scene_closest_out *out,
                                                  void *scratch, size_t bytes);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Instances that touch
///
/// Pairs of instances whose boxes overlap come from an order of these boxes: write the boxes with
/// lbx_scene_aabbs, and sort or refit the order with them whenever the scene was brought up to
/// date. Of each of these pairs, lbx_obb_tree_collide finds the triangles that touch, or
/// lbx_obb_tree_within those that are near. All instances must have scale 1.
/// @{
// ---------------------------------------------------------------------------------------------

/// Writes the boxes around all instances of a scene, box i for instance i. `grow` is how far each
/// of them is grown on every side: half the distance that lbx_scene_touching will be asked for.
///
/// @return the number of instances, or an error: LBX_ERROR_DISTANCE for a `grow` that is not from 0
/// to 2^60, those of a scene, and those of the view
LBX_API LBX_NODISCARD ptrdiff_t lbx_scene_aabbs(const void *scene, float grow,
                                                const lbx_aabbs_out *out);

/// Two triangles of two instances that touch or are near.
typedef struct lbx_scene_touch {
    uint32_t a;          ///< the instance with the lower number
    uint32_t b;          ///< the other one
    uint32_t a_triangle; ///< the triangle's number in the mesh of a
    uint32_t b_triangle; ///< that in the mesh of b
} lbx_scene_touch;

/// What lbx_scene_touching looks for. Set all fields to zero, or pass NULL, for every pair of
/// triangles that touch.
typedef struct lbx_scene_query {
    float distance; ///< how near triangles must be, from 0 to 2^60; 0 is those that touch
    /// LBX_REPRODUCIBLE, which lbx_obb_tree_collide describes, and LBX_ANY: only one pair of
    /// triangles for each pair of instances
    unsigned flags;
    const lbx_filter *filter; ///< which instances may form a pair, as in lbx_pairs; NULL: all
    /// With LBX_ANY: the leaves that are tried first, for any number of pairs of instances. The
    /// search keeps in it which leaves touch; pass it again once the instances have moved a little.
    /// All bytes are safe, zeros are no hints. Some entries per pair that touches are best. Threads
    /// that search at once need hints of their own. NULL: none.
    lbx_pair *hints;
    size_t hint_count; ///< entries of `hints`
} lbx_scene_query;

/// Where lbx_scene_touching stopped. Set all fields to zero to begin a search. For threads, let
/// lbx_cursor_range make `pairs` for each part of the search.
typedef struct lbx_scene_cursor {
    lbx_cursor pairs;          ///< the search for pairs of boxes
    uint32_t given;            ///< how many of the next pairs of boxes are searched
    lbx_obb_tree_cursor trees; ///< where the search of the next pair stopped
} lbx_scene_cursor;

/// Finds pairs of triangles of different instances that touch, or that are at most query->distance
/// apart. It writes up to `room` of them and moves the cursor behind them. It returns how many it
/// wrote; a number less than `room` means that there are no more. If `out` is NULL, it counts those
/// that remain and does not move the cursor.
///
/// @param order of the boxes that lbx_scene_aabbs writes, grown by half of query->distance or more
/// @return LBX_ERROR_POSE if any instance of the scene has another scale than 1; LBX_ERROR_COUNT
/// for a room of 0 with `out`; LBX_ERROR_ORDER for an order of another number of boxes; the errors
/// of lbx_pairs, of lbx_obb_tree_within and of a scene
LBX_API LBX_NODISCARD ptrdiff_t lbx_scene_touching(const void *scene, const lbx_scene_trees *trees,
                                                   const void *order, const lbx_scene_query *query,
                                                   lbx_scene_cursor *cursor, lbx_scene_touch *out,
                                                   size_t room);

/// @}

#ifdef __cplusplus
}
#endif

#endif
