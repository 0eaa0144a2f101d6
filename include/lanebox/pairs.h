// SPDX-License-Identifier: MIT
/// @file lanebox/pairs.h
/// Finds every overlapping pair of a set of boxes, tells which pairs were added and which were
/// removed since the last time, and finds what boxes, rays and moving boxes meet in a set.
///
/// An *order* holds the boxes of a set sorted along a Hilbert curve, sixteen per tile, and tiles of
/// tiles above them. docs/use/pairs.md tells how it works and what it costs. Sort once; while the
/// boxes move, refit each step and sort again every eighth step or so. An order lies in the
/// caller's memory: nothing here allocates.
///
/// Which of four boxes overlap each other?
///
/// @code
/// const float box[4][6] = {{0, 0, 0, 2, 2, 2}, {1, 1, 1, 3, 3, 3}, {5, 5, 5, 6, 6, 6},
///                          {3, 3, 3, 4, 4, 4}};
/// const lbx_aabbs boxes = lbx_aabbs_of(&box[0][0], &box[0][3], 4, sizeof *box);
/// const size_t bytes = lbx_order_bytes(4);
/// void *const order = malloc(bytes);
/// lbx_order_sort(&boxes, 4, order, bytes, NULL);
/// lbx_cursor cursor = {0};
/// lbx_pair pairs[8];
/// ptrdiff_t found = lbx_pairs(order, NULL, &cursor, pairs, 8);  // 2: {0, 1} and {1, 3}
/// @endcode
#ifndef LANEBOX_PAIRS_H
#define LANEBOX_PAIRS_H

#include "../lanebox.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The numbers of two items. In pairs of one set a < b.
typedef struct lbx_pair {
    uint32_t a; ///< of one item
    uint32_t b; ///< of the other
} lbx_pair;

/// Which items may form a pair, by Bullet's rule: i and j are a pair only if category[i] & mask[j]
/// and category[j] & mask[i] are both nonzero. An array that is NULL counts as all ones; so does a
/// filter that is NULL.
typedef struct lbx_filter {
    const uint32_t *category; ///< of item i
    const uint32_t *mask;     ///< of item i
    size_t stride;            ///< bytes from one item to the next, a multiple of 4; 0 is dense
} lbx_filter;

/// How far a search has come. Set all fields to zero to begin a search; the library does the rest.
/// A cursor holds no pointers, and a copy of it continues from the same place.
typedef struct lbx_cursor {
    uint64_t generation[2]; ///< of the orders that are searched; 0: not begun
    uint64_t budget;        ///< yours to set: the most tile tests that a call makes; 0: no limit
    uint32_t part;          ///< as lbx_cursor_range says
    uint32_t parts;         ///< the number of parts; 0: the whole search
    uint32_t next[2];       ///< the tiles or queries to look at next
    uint32_t given;         ///< the position within what these two meet
    uint16_t search;        ///< which function began it
    uint16_t done;          ///< 1 once the search is complete, 0 if it stopped for room or budget
} lbx_cursor;

/// How good an order or a tree is. docs/use/pairs.md and trees.md say which number to look at if a
/// search is slow. The root is the box around all. A random line that meets the root meets a box
/// within it with a probability that is the ratio of their surfaces (Goldsmith and Salmon 1987).
/// Area ratios add these up, so that they count the nodes and leaves that such a line meets. They
/// are 0 where the root has no surface.
typedef struct lbx_tree_stats {
    uint64_t bytes;         ///< of memory
    uint64_t items;         ///< boxes of an order, triangles of a tree
    uint64_t nodes;         ///< those with other nodes or leaves below: 16 in an order, 8 in a tree
    uint64_t leaves;        ///< those with items: up to 16 boxes, or 8 triangles
    uint64_t height;        ///< nodes from the root to the farthest leaf
    double leaf_items;      ///< items per leaf, on average
    double area_ratio;      ///< of all nodes' boxes but the root's, added up, to the root's
    double leaf_area_ratio; ///< of all leaves' boxes, added up, to the root's
    /// How deep boxes are in their siblings, from 0 to 1, on average over all pairs of siblings.
    /// For two boxes it is the least along any axis of the length that they share over the length
    /// of the shorter one: 0 if they are apart or touch, 1 if one covers the other along each axis.
    /// Oriented boxes are taken as the boxes around them along the axes of their node's box.
    double overlap;
} lbx_tree_stats;

// ---------------------------------------------------------------------------------------------
/// @name Orders
///
/// `order` is the caller's memory of at least lbx_order_bytes(n) bytes. It must be aligned to 8
/// bytes, and is fastest if aligned to 64. It holds no pointers: it may be copied, written to a
/// file and mapped again on machines of the same byte order. Any number of threads may search an
/// order at once.
/// @{
// ---------------------------------------------------------------------------------------------

/// The number of bytes of an order of n boxes, some 30 per box. Returns SIZE_MAX if n is more than
/// 2^32 - 1.
LBX_API size_t lbx_order_bytes(size_t n);

/// Sorts the n boxes that the view picks. From here on, box i is number i in pairs. The boxes are
/// copied. Empty boxes are in no pair. Returns the number of boxes that are not empty, or an error:
/// LBX_ERROR_COUNT if `bytes` is less than lbx_order_bytes(n), LBX_ERROR_STRIDE if `order` is not
/// aligned.
LBX_API LBX_NODISCARD ptrdiff_t lbx_order_sort(const lbx_aabbs *boxes, size_t n, void *order,
                                               size_t bytes, const lbx_workers *workers);

/// Takes the boxes' new positions and sizes and leaves the order as it is. This is for boxes that
/// moved little since they were sorted: answers stay exact, and searches become slower the more the
/// boxes moved, up to the bound that is stated below. For more than 64 boxes it costs half as much
/// as sorting, or less. Returns LBX_ERROR_COUNT if n is not the number of boxes that were sorted.
LBX_API LBX_NODISCARD ptrdiff_t lbx_order_refit(const lbx_aabbs *boxes, size_t n, void *order,
                                                size_t bytes, const lbx_workers *workers);

/// Validates a whole order, such as one that was copied or read from a file. It does not judge how
/// well the boxes are sorted: if you do not trust who made the order, set a budget for its
/// searches. A file that was forged may name a box twice, and a search then pairs it with itself;
/// no search leaves the memory. Returns 0, or LBX_ERROR_ORDER if it is damaged, or if it was made
/// with denormals flushed (FTZ, DAZ) and is checked without. The other functions check only its
/// header and must not be given a damaged order.
LBX_API LBX_NODISCARD int lbx_order_check(const void *order, size_t bytes,
                                          const lbx_workers *workers);

/// Says how good an order is, the same numbers everywhere. Sides beyond FLT_MAX count as FLT_MAX;
/// empty boxes have no area. It costs about as much as refitting. Returns 0, or LBX_ERROR_NULL,
/// LBX_ERROR_STRIDE or LBX_ERROR_ORDER as searches do.
LBX_API LBX_NODISCARD int lbx_order_stats(const void *order, lbx_tree_stats *stats);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Searches
///
/// A search writes up to `room` pairs and moves the cursor behind them, so that the next call
/// continues there. It returns the number of pairs that it wrote; a number less than `room` means
/// that there are no more, and the cursor is `done`. The list that is written is the same, in the
/// same order, on every instruction set, whatever the room. If `out` is NULL, a search counts the
/// pairs that remain and does not change the cursor. Between two calls a filter may change, and the
/// t_max of rays may become smaller. Such a change counts from the second call on; a pair that all
/// of the filters let through is always found.
///
/// The work of a search is counted in *tile tests*: a tile, a box or a ray against a tile, either
/// of sixteen boxes or of the bounds of sixteen tiles. If boxes have moved so far since they were
/// sorted that nothing is left of their order, the pairs of n boxes take some (n/16)^2 / 2 tile
/// tests, and never more than (n/16 + 8)^2; those between m and n boxes take (m/16 + 1)(n/15 + 8)
/// at most, m queries m(n/15 + 8).
///
/// A budget bounds a call: it returns after `budget` tile tests at most, with what it has found,
/// which may be nothing. Call again while the cursor is not `done`. It may stop at different places
/// for different budgets, but at the same places on every instruction set. With a budget, a search
/// without `out` counts as far as that and moves the cursor. To return to its place takes a call up
/// to seven tile tests, so that a budget less than eight counts as eight.
///
/// Errors: LBX_ERROR_NULL; LBX_ERROR_COUNT for a room of 0 with `out`; LBX_ERROR_ORDER for memory
/// that is no order; LBX_ERROR_INDEX for a cursor from before a sort or refit, or of another
/// search; LBX_ERROR_STRIDE of a filter.
/// @{
// ---------------------------------------------------------------------------------------------

/// Finds every pair of boxes of one set that lbx_aabb_aabb would report, once.
LBX_API LBX_NODISCARD ptrdiff_t lbx_pairs(const void *order, const lbx_filter *filter,
                                          lbx_cursor *cursor, lbx_pair *out, size_t room);

/// Finds every pair of a box of one set and a box of another that lbx_aabb_aabb would report, once.
LBX_API LBX_NODISCARD ptrdiff_t lbx_pairs_between(const void *a, const void *b,
                                                  const lbx_filter *a_filter,
                                                  const lbx_filter *b_filter, lbx_cursor *cursor,
                                                  lbx_pair *out, size_t room);

/// Finds which boxes of a set each of n boxes meets, such as what an explosion may reach. The n
/// boxes need no order of their own. The result is every pair (item, box of the set) that
/// lbx_aabb_aabb would report.
LBX_API LBX_NODISCARD ptrdiff_t lbx_query_aabbs(const void *order, const lbx_aabbs *boxes, size_t n,
                                                const lbx_filter *item_filter,
                                                const lbx_filter *filter, lbx_cursor *cursor,
                                                lbx_pair *out, size_t room);

/// Finds which boxes of a set each of n rays meets: every pair that lbx_ray_aabb would report with
/// LBX_REPRODUCIBLE, except for empty boxes, which are in no pair. For rays outside of
/// lbx_ray_aabb's range some of these pairs may be missing. Pairs are not ordered by distance;
/// lbx_ray_aabb gives the t of a pair.
///
/// Unlike in lbx_ray_aabb, a ray with a NaN or an infinity in its origin or direction, or a NaN in
/// t_min or t_max, meets nothing. If inv_dir is given, this is a NaN or a 0 in inv_dir. A ray whose
/// direction is 0 meets the boxes that hold its origin.
LBX_API LBX_NODISCARD ptrdiff_t lbx_query_rays(const void *order, const lbx_rays *rays, size_t n,
                                               const lbx_filter *item_filter,
                                               const lbx_filter *filter, lbx_cursor *cursor,
                                               lbx_pair *out, size_t room);

/// Finds which boxes of a set at rest each of n moving boxes meets: every pair that
/// lbx_aabb_aabb_sweep would report, except for empty boxes. For displacements outside of its range
/// some of these pairs may be missing.
LBX_API LBX_NODISCARD ptrdiff_t lbx_query_sweeps(const void *order, const lbx_aabbs *boxes,
                                                 const lbx_motions *motions, size_t n,
                                                 const lbx_filter *item_filter,
                                                 const lbx_filter *filter, lbx_cursor *cursor,
                                                 lbx_pair *out, size_t room);

/// Finds which boxes of a set each of n frusta sees: every pair that lbx_frustum_aabb would not
/// report as LBX_OUTSIDE with LBX_REPRODUCIBLE, except for empty boxes. Tiles outside are not
/// entered, and boxes of a tile that is inside are given without a test of their own.
LBX_API LBX_NODISCARD ptrdiff_t lbx_query_frustums(const void *order, const lbx_frustums *frustums,
                                                   size_t n, const lbx_filter *item_filter,
                                                   const lbx_filter *filter, lbx_cursor *cursor,
                                                   lbx_pair *out, size_t room);

/// Finds which boxes of a set each of n capsules touches: every pair that lbx_capsule_aabb would
/// report with LBX_REPRODUCIBLE, except for empty boxes. A capsule whose ends coincide is a sphere.
/// Tiles that a capsule does not touch are not entered.
LBX_API LBX_NODISCARD ptrdiff_t lbx_query_capsules(const void *order, const lbx_capsules *capsules,
                                                   size_t n, const lbx_filter *item_filter,
                                                   const lbx_filter *filter, lbx_cursor *cursor,
                                                   lbx_pair *out, size_t room);

/// Makes a cursor without a budget for part k of `of` parts of a search. The lists of all parts,
/// concatenated, are the whole list. Distribute the parts over threads, with several times as many
/// parts as threads. Returns LBX_ERROR_INDEX if k is not below `of`, LBX_ERROR_COUNT for more than
/// 2^32 - 1 parts.
LBX_API LBX_NODISCARD ptrdiff_t lbx_cursor_range(lbx_cursor *cursor, size_t k, size_t of);

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Lists of pairs
/// @{
// ---------------------------------------------------------------------------------------------

/// Sorts pairs by a, then by b. `scratch` has room for n pairs. Returns n.
LBX_API LBX_NODISCARD ptrdiff_t lbx_pairs_sort(lbx_pair *pairs, size_t n, lbx_pair *scratch);

/// Which pairs were added and which were removed between one sorted list and another. `added` has
/// room for now_count pairs, `removed` for old_count. Both are written in order, and so are their
/// counts. Each output may be NULL if it is not wanted. Returns the total number of added and
/// removed pairs. Returns LBX_ERROR_INDEX if a list is not strictly ascending; nothing is written
/// then.
LBX_API LBX_NODISCARD ptrdiff_t lbx_pair_changes(const lbx_pair *old, size_t old_count,
                                                 const lbx_pair *now, size_t now_count,
                                                 lbx_pair *added, size_t *added_count,
                                                 lbx_pair *removed, size_t *removed_count);

/// @}

#ifdef __cplusplus
}
#endif

#endif
