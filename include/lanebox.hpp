// SPDX-License-Identifier: MIT
/// @file lanebox.hpp
/// lanebox for C++17: views of containers of structures, exceptions instead of error codes, and
/// orders, trees and scenes that own their memory. Everything is an inline wrapper of the C
/// headers, which say what each function answers. Names are those of C without `lbx_`.
///
/// Calls do not copy the caller's data. Objects that own memory allocate (orders, trees, scenes,
/// soa, trace_scratch), and so do functions that return a std::vector. Arrays are spans: std::span
/// where it exists, otherwise a pointer and a size. Pass an empty span for an output that is not
/// wanted. An output that is too small is an error, found before the call. Errors are thrown as
/// lanebox::error.
///
/// @code
/// struct body { float min[3], max[3]; };
/// std::vector<body> bodies = ...;
/// const lanebox::aabbs all = lanebox::aabbs_of(bodies, &body::min, &body::max);
/// std::vector<std::uint8_t> hits(lanebox::mask_bytes(bodies.size()));
/// std::size_t found = lanebox::aabb_aabb(lanebox::one(all, 0), all, bodies.size(), hits);
/// @endcode
#ifndef LANEBOX_HPP
#define LANEBOX_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "lanebox.hpp needs C++17 or later: -std=c++17; older C++ can include lanebox.h"
#else

#include "lanebox.h"
#include "lanebox/contacts.h"
#include "lanebox/pairs.h"
#include "lanebox/scenes.h"
#include "lanebox/trees.h"
#include "lanebox/volumes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L
#include <span>
#endif

namespace lanebox {

// ---------------------------------------------------------------------------------------------
/// @name Errors and spans
/// @{
// ---------------------------------------------------------------------------------------------

/// The exception that a call throws if the C function returns an error. Nothing has been written
/// then.
class error : public std::runtime_error {
  public:
    /// Makes the error of a negative result.
    explicit error(std::ptrdiff_t code) : std::runtime_error(lbx_error_text(code)), code_(code) {
    }
    /// One of LBX_ERROR_*.
    std::ptrdiff_t code() const noexcept {
        return code_;
    }

  private:
    std::ptrdiff_t code_;
};

/// Returns the count that a C function returned, or throws its error.
inline std::size_t checked(std::ptrdiff_t result) {
    if (result < 0) throw error(result);
    return static_cast<std::size_t>(result);
}

#if defined(__cpp_lib_span)
template <class T> using span = std::span<T>;
#else
/// A pointer and a size, made from arrays and from anything that has data() and size().
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    /// `size` elements from a pointer on.
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {
    }
    /// A whole array.
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {
    }
    template <class C,
              class = std::enable_if_t<std::is_convertible_v<
                  std::remove_pointer_t<decltype(std::data(std::declval<C &>()))> (*)[], T (*)[]>>,
              class = std::enable_if_t<!std::is_array_v<std::remove_reference_t<C>>>>
    /// A whole container.
    constexpr span(C &&container) noexcept
        : data_(std::data(container)), size_(std::size(container)) {
    }
    /// The first element.
    constexpr T *data() const noexcept {
        return data_;
    }
    /// The number of elements.
    constexpr std::size_t size() const noexcept {
        return size_;
    }
    /// Whether there are no elements.
    constexpr bool empty() const noexcept {
        return size_ == 0;
    }
    /// Element i.
    constexpr T &operator[](std::size_t i) const noexcept {
        return data_[i];
    }
    /// The first element.
    constexpr T *begin() const noexcept {
        return data_;
    }
    /// Behind the last element.
    constexpr T *end() const noexcept {
        return data_ + size_;
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

/// Bytes of a bit mask of n items.
constexpr std::size_t mask_bytes(std::size_t n) noexcept {
    return n / 8 + (n % 8 != 0);
}

/// Whether item i hit, by its bit in a mask, which must have it: as for a span, i is not checked.
inline bool hit(span<const std::uint8_t> hits, std::size_t i) noexcept {
    return hits[i / 8] >> i % 8 & 1;
}

namespace detail {

// The pointer of an output, which must have at least `each` elements for each of n items; NULL if
// the span is empty.
template <class T> T *output(span<T> out, std::size_t n, std::size_t each = 1) {
    if (out.empty()) return nullptr;
    if (out.size() / each < n) throw error(LBX_ERROR_COUNT);
    return out.data();
}

// The pointer of what a search fills. An empty span is an error, whatever its pointer: C would
// count the pairs if it is NULL, and return more than were written.
template <class T> T *room(span<T> out) {
    if (out.empty()) throw error(LBX_ERROR_COUNT);
    return out.data();
}

// The floats of a member of a container's first element. The member has exactly N floats.
template <std::size_t N, class T, class C, class S, class M>
auto *floats(C &items, M S::*member) noexcept {
    static_assert(sizeof(M) == N * sizeof(T) && std::is_trivially_copyable_v<M>,
                  "the member must be so many floats in a row, as an array or a structure of them");
    static_assert(std::is_standard_layout_v<S>, "the members must lie as they are declared");
    using element = std::remove_pointer_t<decltype(std::data(items))>;
    using number = std::conditional_t<std::is_const_v<element>, const T, T>;
    return std::size(items) ? reinterpret_cast<number *>(&(std::data(items)->*member)) : nullptr;
}

template <class C> constexpr std::size_t stride_of(const C &items) noexcept {
    return sizeof(*std::data(items));
}

} // namespace detail

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Views
///
/// *_of makes a view of a container of structures, by pointers to the members that hold the floats.
/// A member is an array or a structure of exactly as many consecutive floats as the view needs. For
/// separate arrays, *_of takes one span per coordinate, all of the same size. The caller keeps the
/// container, which must outlive the view.
/// @{
// ---------------------------------------------------------------------------------------------

/// The lbx_aabbs of C.
using aabbs = lbx_aabbs;
/// The lbx_aabb8s of C.
using aabb8s = lbx_aabb8s;
/// The lbx_aabbs_f64 of C.
using aabbs_f64 = lbx_aabbs_f64;
/// The lbx_obbs of C.
using obbs = lbx_obbs;
/// The lbx_rays of C.
using rays = lbx_rays;
/// The lbx_segments of C.
using segments = lbx_segments;
/// The lbx_planes of C.
using planes = lbx_planes;
/// The lbx_triangles of C.
using triangles = lbx_triangles;
/// The lbx_spheres of C.
using spheres = lbx_spheres;
/// The lbx_capsules of C.
using capsules = lbx_capsules;
/// The lbx_points of C.
using points = lbx_points;
/// The lbx_motions of C.
using motions = lbx_motions;
/// The lbx_poses of C.
using poses = lbx_poses;
/// The lbx_frustums of C; lbx_frustums_of makes them.
using frustums = lbx_frustums;
/// The lbx_aabbs_out of C.
using aabbs_out = lbx_aabbs_out;
/// The lbx_obbs_out of C.
using obbs_out = lbx_obbs_out;
/// The lbx_spheres_out of C.
using spheres_out = lbx_spheres_out;
/// The lbx_capsules_out of C.
using capsules_out = lbx_capsules_out;
/// The lbx_rays_out of C.
using rays_out = lbx_rays_out;
/// The lbx_nearests_out of C.
using nearests_out = lbx_nearests_out;
/// The lbx_separations_out of C.
using separations_out = lbx_separations_out;
/// The lbx_depths_out of C.
using depths_out = lbx_depths_out;
/// The lbx_mesh of C.
using mesh = lbx_mesh;
/// The lbx_part of C.
using part = lbx_part;
/// The lbx_pair of C.
using pair = lbx_pair;
/// The lbx_filter of C.
using filter = lbx_filter;
/// The lbx_cursor of C.
using cursor = lbx_cursor;
/// The lbx_tree_stats of C.
using tree_stats = lbx_tree_stats;
/// The lbx_rigid_pose of C.
using rigid_pose = lbx_rigid_pose;
/// The lbx_posed_trees of C.
using posed_trees = lbx_posed_trees;
/// The lbx_separation of C.
using separation = lbx_separation;
/// The lbx_obb_tree_cursor of C.
using tree_cursor = lbx_obb_tree_cursor;
/// The lbx_ray_hit of C.
using ray_hit = lbx_ray_hit;
/// The lbx_near_hit of C.
using near_hit = lbx_near_hit;
/// The lbx_instance of C.
using instance = lbx_instance;
/// The lbx_scene_hit of C.
using scene_hit = lbx_scene_hit;
/// The lbx_scene_ray_cursor of C.
using scene_ray_cursor = lbx_scene_ray_cursor;
/// The lbx_scene_touch of C.
using scene_touch = lbx_scene_touch;
/// The lbx_scene_query of C.
using scene_query = lbx_scene_query;
/// The lbx_scene_cursor of C.
using scene_cursor = lbx_scene_cursor;
/// The lbx_contact of C.
using contact = lbx_contact;
/// The lbx_contact_point of C.
using contact_point = lbx_contact_point;
/// The lbx_contacts_out of C.
using contacts_out = lbx_contacts_out;
/// The lbx_isa of C.
using isa = lbx_isa;
/// The lbx_workers of C, which may share the work of a call; a null pointer is this thread alone.
/// lanebox/thread_pool.hpp has a pool of threads.
using workers = lbx_workers;

/// Boxes by their corners, three floats each.
template <class C, class S, class M0, class M1>
aabbs aabbs_of(const C &items, M0 S::*min, M1 S::*max) {
    if (!std::size(items)) return {};
    return lbx_aabbs_of(detail::floats<3, float>(items, min), detail::floats<3, float>(items, max),
                        std::size(items), detail::stride_of(items));
}

/// The same for doubles.
template <class C, class S, class M0, class M1>
aabbs_f64 aabbs_f64_of(const C &items, M0 S::*min, M1 S::*max) {
    if (!std::size(items)) return {};
    return lbx_aabbs_f64_of(detail::floats<3, double>(items, min),
                            detail::floats<3, double>(items, max), std::size(items),
                            detail::stride_of(items));
}

/// Nodes of eight boxes. For each corner: eight x, eight y, eight z.
template <class C, class S, class M0, class M1>
aabb8s aabb8s_of(const C &items, M0 S::*min, M1 S::*max) {
    if (!std::size(items)) return {};
    return lbx_aabb8s_of(detail::floats<24, float>(items, min),
                         detail::floats<24, float>(items, max), std::size(items),
                         detail::stride_of(items));
}

/// Oriented boxes; `axis` is nine floats, axis by axis.
template <class C, class S, class M0, class M1, class M2>
obbs obbs_of(const C &items, M0 S::*center, M1 S::*half, M2 S::*axis) {
    if (!std::size(items)) return {};
    return lbx_obbs_of(detail::floats<3, float>(items, center),
                       detail::floats<3, float>(items, half), detail::floats<9, float>(items, axis),
                       std::size(items), detail::stride_of(items));
}

/// Rays from t = 0 on. Set inv_dir, t_min and t_max of the view for more.
template <class C, class S, class M0, class M1>
rays rays_of(const C &items, M0 S::*origin, M1 S::*dir) {
    if (!std::size(items)) return {};
    return lbx_rays_of(detail::floats<3, float>(items, origin),
                       detail::floats<3, float>(items, dir), std::size(items),
                       detail::stride_of(items));
}

/// Calls lbx_segments_of.
template <class C, class S, class M0, class M1>
segments segments_of(const C &items, M0 S::*start, M1 S::*end) {
    if (!std::size(items)) return {};
    return lbx_segments_of(detail::floats<3, float>(items, start),
                           detail::floats<3, float>(items, end), std::size(items),
                           detail::stride_of(items));
}

/// Calls lbx_rays_along: rays from the starts of segments to their ends.
inline rays rays_along(const segments &of) {
    return lbx_rays_along(&of);
}

/// Calls lbx_planes_of.
template <class C, class S, class M0, class M1>
planes planes_of(const C &items, M0 S::*normal, M1 S::*offset) {
    if (!std::size(items)) return {};
    return lbx_planes_of(detail::floats<3, float>(items, normal),
                         detail::floats<1, float>(items, offset), std::size(items),
                         detail::stride_of(items));
}

/// Calls lbx_triangles_of.
template <class C, class S, class M0, class M1, class M2>
triangles triangles_of(const C &items, M0 S::*v0, M1 S::*v1, M2 S::*v2) {
    if (!std::size(items)) return {};
    return lbx_triangles_of(
        detail::floats<3, float>(items, v0), detail::floats<3, float>(items, v1),
        detail::floats<3, float>(items, v2), std::size(items), detail::stride_of(items));
}

/// Calls lbx_spheres_of.
template <class C, class S, class M0, class M1>
spheres spheres_of(const C &items, M0 S::*center, M1 S::*radius) {
    if (!std::size(items)) return {};
    return lbx_spheres_of(detail::floats<3, float>(items, center),
                          detail::floats<1, float>(items, radius), std::size(items),
                          detail::stride_of(items));
}

/// Calls lbx_capsules_of.
template <class C, class S, class M0, class M1, class M2>
capsules capsules_of(const C &items, M0 S::*start, M1 S::*end, M2 S::*radius) {
    if (!std::size(items)) return {};
    return lbx_capsules_of(
        detail::floats<3, float>(items, start), detail::floats<3, float>(items, end),
        detail::floats<1, float>(items, radius), std::size(items), detail::stride_of(items));
}

/// Calls lbx_motions_of.
template <class C, class S, class M0> motions motions_of(const C &items, M0 S::*delta) {
    if (!std::size(items)) return {};
    return lbx_motions_of(detail::floats<3, float>(items, delta), std::size(items),
                          detail::stride_of(items));
}

/// Calls lbx_points_of.
template <class C, class S, class M0> points points_of(const C &items, M0 S::*position) {
    if (!std::size(items)) return {};
    return lbx_points_of(detail::floats<3, float>(items, position), std::size(items),
                         detail::stride_of(items));
}

/// `rotation` is x y z w.
template <class C, class S, class M0, class M1>
poses poses_of(const C &items, M0 S::*position, M1 S::*rotation) {
    if (!std::size(items)) return {};
    return lbx_poses_of(detail::floats<3, float>(items, position),
                        detail::floats<4, float>(items, rotation), std::size(items),
                        detail::stride_of(items));
}

/// A target of the same layout, which conversions and fits write.
template <class C, class S, class M0, class M1>
aabbs_out aabbs_out_of(C &items, M0 S::*min, M1 S::*max) {
    if (!std::size(items)) return {};
    return lbx_aabbs_out_of(detail::floats<3, float>(items, min),
                            detail::floats<3, float>(items, max), std::size(items),
                            detail::stride_of(items));
}

/// A target of the same layout, which conversions and fits write.
template <class C, class S, class M0, class M1, class M2>
obbs_out obbs_out_of(C &items, M0 S::*center, M1 S::*half, M2 S::*axis) {
    if (!std::size(items)) return {};
    return lbx_obbs_out_of(
        detail::floats<3, float>(items, center), detail::floats<3, float>(items, half),
        detail::floats<9, float>(items, axis), std::size(items), detail::stride_of(items));
}

/// A target of the same layout, which conversions and fits write.
template <class C, class S, class M0, class M1>
spheres_out spheres_out_of(C &items, M0 S::*center, M1 S::*radius) {
    if (!std::size(items)) return {};
    return lbx_spheres_out_of(detail::floats<3, float>(items, center),
                              detail::floats<1, float>(items, radius), std::size(items),
                              detail::stride_of(items));
}

/// A target of the same layout, which conversions and fits write.
template <class C, class S, class M0, class M1, class M2>
capsules_out capsules_out_of(C &items, M0 S::*start, M1 S::*end, M2 S::*radius) {
    if (!std::size(items)) return {};
    return lbx_capsules_out_of(
        detail::floats<3, float>(items, start), detail::floats<3, float>(items, end),
        detail::floats<1, float>(items, radius), std::size(items), detail::stride_of(items));
}

/// A target of the same layout, which rays_to_instance writes.
template <class C, class S, class M0, class M1>
rays_out rays_out_of(C &items, M0 S::*origin, M1 S::*dir) {
    if (!std::size(items)) return {};
    float *const p = detail::floats<3, float>(items, origin);
    float *const d = detail::floats<3, float>(items, dir);
    return {{p, p + 1, p + 2}, {d, d + 1, d + 2}, std::size(items), detail::stride_of(items)};
}

/// A target of the same layout, which point_triangle writes.
template <class C, class S, class M0, class M1, class M2, class M3>
nearests_out nearests_out_of(C &items, M0 S::*distance, M1 S::*u, M2 S::*v, M3 S::*feature) {
    if (!std::size(items)) return {};
    return {detail::floats<1, float>(items, distance),
            detail::floats<1, float>(items, u),
            detail::floats<1, float>(items, v),
            detail::floats<1, std::uint32_t>(items, feature),
            std::size(items),
            detail::stride_of(items)};
}

/// A target of the same layout, which triangle_triangle_distance writes.
template <class C, class S, class M0, class M1, class M2>
separations_out separations_out_of(C &items, M0 S::*distance, M1 S::*from, M2 S::*to) {
    if (!std::size(items)) return {};
    float *const p = detail::floats<3, float>(items, from);
    float *const q = detail::floats<3, float>(items, to);
    return {detail::floats<1, float>(items, distance),
            {p, p + 1, p + 2},
            {q, q + 1, q + 2},
            std::size(items),
            detail::stride_of(items)};
}

/// A target of the same layout, which obb_obb_depth writes.
template <class C, class S, class M0, class M1>
depths_out depths_out_of(C &items, M0 S::*depth, M1 S::*axis) {
    if (!std::size(items)) return {};
    return {detail::floats<1, float>(items, depth), detail::floats<1, std::uint32_t>(items, axis),
            std::size(items), detail::stride_of(items)};
}

/// x, y and z in separate arrays.
template <class T> struct xyz_of {
    span<T> x; ///< of all items
    span<T> y; ///< of all items
    span<T> z; ///< of all items
};
/// Arrays that are read.
using xyz = xyz_of<const float>;

namespace detail {

// Takes pointers, and checks that all arrays have the same number of elements.
template <class T> void take(T *(&to)[3], std::size_t n, const xyz_of<T> &from) {
    if (from.x.size() != n || from.y.size() != n || from.z.size() != n)
        throw error(LBX_ERROR_COUNT);
    to[0] = from.x.data();
    to[1] = from.y.data();
    to[2] = from.z.data();
}

template <class T> void take(T *&to, std::size_t n, span<T> from) {
    if (from.size() != n) throw error(LBX_ERROR_COUNT);
    to = from.data();
}

} // namespace detail

/// The same, by one span per coordinate.
inline aabbs aabbs_of(const xyz &min, const xyz &max) {
    aabbs view = {};
    view.count = min.x.size();
    detail::take(view.min, view.count, min);
    detail::take(view.max, view.count, max);
    return view;
}

/// The same, by one span per coordinate.
inline obbs obbs_of(const xyz &center, const xyz &half, const std::array<xyz, 3> &axis) {
    obbs view = {};
    view.count = center.x.size();
    detail::take(view.center, view.count, center);
    detail::take(view.half, view.count, half);
    for (std::size_t k = 0; k < 3; k++) detail::take(view.axis[k], view.count, axis[k]);
    return view;
}

/// The same, by one span per coordinate.
inline rays rays_of(const xyz &origin, const xyz &dir) {
    rays view = {};
    view.count = origin.x.size();
    detail::take(view.origin, view.count, origin);
    detail::take(view.dir, view.count, dir);
    return view;
}

/// The same, by one span per coordinate.
inline segments segments_of(const xyz &start, const xyz &end) {
    segments view = {};
    view.count = start.x.size();
    detail::take(view.start, view.count, start);
    detail::take(view.end, view.count, end);
    return view;
}

/// The same, by one span per coordinate.
inline planes planes_of(const xyz &normal, span<const float> offset) {
    planes view = {};
    view.count = offset.size();
    detail::take(view.normal, view.count, normal);
    detail::take(view.offset, view.count, offset);
    return view;
}

/// The same, by one span per coordinate.
inline triangles triangles_of(const std::array<xyz, 3> &vertex) {
    triangles view = {};
    view.count = vertex[0].x.size();
    for (std::size_t v = 0; v < 3; v++) detail::take(view.vertex[v], view.count, vertex[v]);
    return view;
}

/// The same, by one span per coordinate.
inline spheres spheres_of(const xyz &center, span<const float> radius) {
    spheres view = {};
    view.count = radius.size();
    detail::take(view.center, view.count, center);
    detail::take(view.radius, view.count, radius);
    return view;
}

/// The same, by one span per coordinate.
inline capsules capsules_of(const xyz &start, const xyz &end, span<const float> radius) {
    capsules view = {};
    view.count = radius.size();
    detail::take(view.start, view.count, start);
    detail::take(view.end, view.count, end);
    detail::take(view.radius, view.count, radius);
    return view;
}

/// The same, by one span per coordinate.
inline motions motions_of(const xyz &delta) {
    motions view = {};
    view.count = delta.x.size();
    detail::take(view.delta, view.count, delta);
    return view;
}

/// The same, by one span per coordinate.
inline points points_of(const xyz &position) {
    points view = {};
    view.count = position.x.size();
    detail::take(view.position, view.count, position);
    return view;
}

/// The view, with item i reading element first + i.
template <class V> V from(V view, std::size_t first) noexcept {
    view.pick = lbx_from(first);
    return view;
}

/// The view, with every item reading element k.
template <class V> V one(V view, std::size_t k) noexcept {
    view.pick = lbx_one(k);
    return view;
}

/// The view, with item i reading element list[i]. The list is not copied.
template <class V> V indexed(V view, span<const std::uint32_t> list) noexcept {
    view.pick = lbx_indexed(list.data(), list.size());
    return view;
}

/// The same, with the list in a member of structures, such as one half of a list of pairs.
template <class V, class C, class S>
V indexed(V view, const C &list, std::uint32_t S::*member) noexcept {
    view.pick = lbx_indexed_every(std::size(list) ? &(std::data(list)->*member) : nullptr,
                                  std::size(list), detail::stride_of(list));
    return view;
}

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Tests
///
/// Each test returns the number of hits. The C headers say which flags there are and what is
/// promised.
/// @{
// ---------------------------------------------------------------------------------------------

/// Calls lbx_aabb_aabb.
inline std::size_t aabb_aabb(const aabbs &a, const aabbs &b, std::size_t n,
                             span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_aabb_aabb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_obb_obb.
inline std::size_t obb_obb(const obbs &a, const obbs &b, std::size_t n,
                           span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_obb_obb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_aabb_obb.
inline std::size_t aabb_obb(const aabbs &a, const obbs &b, std::size_t n,
                            span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_aabb_obb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_sphere_sphere.
inline std::size_t sphere_sphere(const spheres &a, const spheres &b, std::size_t n,
                                 span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_sphere_sphere(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_sphere_aabb.
inline std::size_t sphere_aabb(const spheres &a, const aabbs &b, std::size_t n,
                               span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_sphere_aabb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_sphere_obb.
inline std::size_t sphere_obb(const spheres &a, const obbs &b, std::size_t n,
                              span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_sphere_obb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_sphere_capsule.
inline std::size_t sphere_capsule(const spheres &a, const capsules &b, std::size_t n,
                                  span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_sphere_capsule(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_capsule_capsule.
inline std::size_t capsule_capsule(const capsules &a, const capsules &b, std::size_t n,
                                   span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_capsule_capsule(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_capsule_aabb.
inline std::size_t capsule_aabb(const capsules &a, const aabbs &b, std::size_t n,
                                span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_capsule_aabb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_capsule_obb.
inline std::size_t capsule_obb(const capsules &a, const obbs &b, std::size_t n,
                               span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_capsule_obb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_triangle_capsule.
inline std::size_t triangle_capsule(const triangles &a, const capsules &b, std::size_t n,
                                    span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_triangle_capsule(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_sphere_triangle.
inline std::size_t sphere_triangle(const spheres &a, const triangles &b, std::size_t n,
                                   span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_sphere_triangle(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_segment_aabb.
inline std::size_t segment_aabb(const segments &a, const aabbs &b, std::size_t n,
                                span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_segment_aabb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_segment_obb.
inline std::size_t segment_obb(const segments &a, const obbs &b, std::size_t n,
                               span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_segment_obb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_triangle_aabb.
inline std::size_t triangle_aabb(const triangles &a, const aabbs &b, std::size_t n,
                                 span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_triangle_aabb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_triangle_obb.
inline std::size_t triangle_obb(const triangles &a, const obbs &b, std::size_t n,
                                span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_triangle_obb(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_triangle_triangle.
inline std::size_t triangle_triangle(const triangles &a, const triangles &b, std::size_t n,
                                     span<std::uint8_t> hits = {}, unsigned flags = 0) {
    return checked(lbx_triangle_triangle(&a, &b, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Which triangles are at most d apart.
inline std::size_t triangle_triangle_within(const triangles &a, const triangles &b, float d,
                                            std::size_t n, span<std::uint8_t> hits = {},
                                            unsigned flags = 0) {
    return checked(
        lbx_triangle_triangle_within(&a, &b, d, n, flags, detail::output(hits, mask_bytes(n))));
}

/// Calls lbx_ray_aabb. t_enter and t_exit receive n floats each.
inline std::size_t ray_aabb(const rays &a, const aabbs &b, std::size_t n,
                            span<std::uint8_t> hits = {}, span<float> t_enter = {},
                            span<float> t_exit = {}, unsigned flags = 0) {
    return checked(lbx_ray_aabb(&a, &b, n, flags, detail::output(hits, mask_bytes(n)),
                                detail::output(t_enter, n), detail::output(t_exit, n)));
}

/// Calls lbx_ray_obb.
inline std::size_t ray_obb(const rays &a, const obbs &b, std::size_t n,
                           span<std::uint8_t> hits = {}, span<float> t_enter = {},
                           span<float> t_exit = {}, unsigned flags = 0) {
    return checked(lbx_ray_obb(&a, &b, n, flags, detail::output(hits, mask_bytes(n)),
                               detail::output(t_enter, n), detail::output(t_exit, n)));
}

/// Calls lbx_ray_capsule.
inline std::size_t ray_capsule(const rays &a, const capsules &b, std::size_t n,
                               span<std::uint8_t> hits = {}, span<float> t_enter = {},
                               span<float> t_exit = {}, unsigned flags = 0) {
    return checked(lbx_ray_capsule(&a, &b, n, flags, detail::output(hits, mask_bytes(n)),
                                   detail::output(t_enter, n), detail::output(t_exit, n)));
}

/// Calls lbx_ray_aabb8. It writes one byte of `masks` and eight floats of t_enter per item.
inline std::size_t ray_aabb8(const rays &a, const aabb8s &nodes, std::size_t n,
                             span<std::uint8_t> masks = {}, span<float> t_enter = {},
                             unsigned flags = 0) {
    return checked(lbx_ray_aabb8(&a, &nodes, n, flags, detail::output(masks, n),
                                 detail::output(t_enter, n, 8)));
}

/// Calls lbx_ray_triangle.
inline std::size_t ray_triangle(const rays &a, const triangles &b, std::size_t n,
                                span<std::uint8_t> hits = {}, span<float> t = {},
                                span<float> u = {}, span<float> v = {}, unsigned flags = 0) {
    return checked(lbx_ray_triangle(&a, &b, n, flags, detail::output(hits, mask_bytes(n)),
                                    detail::output(t, n), detail::output(u, n),
                                    detail::output(v, n)));
}

// These write one class per item, n bytes, instead of the mask.

/// Calls lbx_plane_aabb.
inline std::size_t plane_aabb(const planes &a, const aabbs &b, std::size_t n,
                              span<std::uint8_t> classes = {}, unsigned flags = 0) {
    return checked(lbx_plane_aabb(&a, &b, n, flags, detail::output(classes, n)));
}

/// Calls lbx_frustum_aabb. It writes m rows of n classes.
inline std::size_t frustum_aabb(const frustums &a, std::size_t m, const aabbs &b, std::size_t n,
                                span<std::uint8_t> classes = {}, unsigned flags = 0) {
    return checked(lbx_frustum_aabb(&a, m, &b, n, flags, detail::output(classes, n, m)));
}

/// Calls lbx_frustum_obb. It writes m rows of n classes.
inline std::size_t frustum_obb(const frustums &a, std::size_t m, const obbs &b, std::size_t n,
                               span<std::uint8_t> classes = {}, unsigned flags = 0) {
    return checked(lbx_frustum_obb(&a, m, &b, n, flags, detail::output(classes, n, m)));
}

/// Calls lbx_frustum_sphere. It writes m rows of n classes.
inline std::size_t frustum_sphere(const frustums &a, std::size_t m, const spheres &b, std::size_t n,
                                  span<std::uint8_t> classes = {}, unsigned flags = 0) {
    return checked(lbx_frustum_sphere(&a, m, &b, n, flags, detail::output(classes, n, m)));
}

/// Calls lbx_frustum_of_matrix.
inline lbx_frustum frustum_of_matrix(const float (&matrix)[16], unsigned flags = 0) {
    lbx_frustum made;
    checked(lbx_frustum_of_matrix(matrix, flags, &made));
    return made;
}

/// Calls lbx_plane_obb.
inline std::size_t plane_obb(const planes &a, const obbs &b, std::size_t n,
                             span<std::uint8_t> classes = {}, unsigned flags = 0) {
    return checked(lbx_plane_obb(&a, &b, n, flags, detail::output(classes, n)));
}

/// Calls lbx_plane_capsule.
inline std::size_t plane_capsule(const planes &a, const capsules &b, std::size_t n,
                                 span<std::uint8_t> classes = {}, unsigned flags = 0) {
    return checked(lbx_plane_capsule(&a, &b, n, flags, detail::output(classes, n)));
}

/// Calls lbx_obb_obb_prejudge.
inline std::size_t obb_obb_prejudge(const obbs &a, const obbs &b, std::size_t n,
                                    span<std::uint8_t> classes = {}, unsigned flags = 0) {
    return checked(lbx_obb_obb_prejudge(&a, &b, n, flags, detail::output(classes, n)));
}

/// Calls lbx_triangle_triangle_classify.
inline std::size_t triangle_triangle_classify(const triangles &a, const triangles &b, std::size_t n,
                                              span<std::uint8_t> classes = {}, unsigned flags = 0) {
    return checked(lbx_triangle_triangle_classify(&a, &b, n, flags, detail::output(classes, n)));
}

/// Decides what triangle_triangle_classify left undecided.
inline std::size_t triangle_triangle_resolve(const triangles &a, const triangles &b, std::size_t n,
                                             span<std::uint8_t> classes) {
    return checked(lbx_triangle_triangle_resolve(&a, &b, n, detail::output(classes, n)));
}

/// Calls lbx_aabb_aabb_sweep.
inline std::size_t aabb_aabb_sweep(const aabbs &a, const motions &a_motions, const aabbs &b,
                                   const motions &b_motions, std::size_t n,
                                   span<std::uint8_t> hits = {}, span<float> u_first = {},
                                   span<float> u_last = {}, unsigned flags = 0) {
    return checked(lbx_aabb_aabb_sweep(&a, &a_motions, &b, &b_motions, n, flags,
                                       detail::output(hits, mask_bytes(n)),
                                       detail::output(u_first, n), detail::output(u_last, n)));
}

/// Calls lbx_sphere_sphere_sweep.
inline std::size_t sphere_sphere_sweep(const spheres &a, const motions &a_motions, const spheres &b,
                                       const motions &b_motions, std::size_t n,
                                       span<std::uint8_t> hits = {}, span<float> u_first = {},
                                       span<float> u_last = {}, unsigned flags = 0) {
    return checked(lbx_sphere_sphere_sweep(&a, &a_motions, &b, &b_motions, n, flags,
                                           detail::output(hits, mask_bytes(n)),
                                           detail::output(u_first, n), detail::output(u_last, n)));
}

/// Calls lbx_sphere_capsule_sweep.
inline std::size_t sphere_capsule_sweep(const spheres &a, const motions &a_motions,
                                        const capsules &b, const motions &b_motions, std::size_t n,
                                        span<std::uint8_t> hits = {}, span<float> u_first = {},
                                        span<float> u_last = {}, unsigned flags = 0) {
    return checked(lbx_sphere_capsule_sweep(&a, &a_motions, &b, &b_motions, n, flags,
                                            detail::output(hits, mask_bytes(n)),
                                            detail::output(u_first, n), detail::output(u_last, n)));
}

/// Calls lbx_sphere_plane_sweep. `point` is three arrays of n floats, or all three are empty.
inline std::size_t sphere_plane_sweep(const spheres &a, const motions &a_motions, const planes &b,
                                      std::size_t n, span<std::uint8_t> hits = {},
                                      span<float> u_first = {}, const xyz_of<float> &point = {},
                                      unsigned flags = 0) {
    float *const to[3] = {detail::output(point.x, n), detail::output(point.y, n),
                          detail::output(point.z, n)};
    return checked(
        lbx_sphere_plane_sweep(&a, &a_motions, &b, n, flags, detail::output(hits, mask_bytes(n)),
                               detail::output(u_first, n), to[0] || to[1] || to[2] ? to : nullptr));
}

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Conversions, checks, compaction
/// @{
// ---------------------------------------------------------------------------------------------

/// Calls lbx_aabbs_from_obbs.
inline std::size_t aabbs_from_obbs(const obbs &items, std::size_t n, const aabbs_out &out) {
    return checked(lbx_aabbs_from_obbs(&items, n, &out));
}

/// Calls lbx_aabbs_from_triangles.
inline std::size_t aabbs_from_triangles(const triangles &items, std::size_t n,
                                        const aabbs_out &out) {
    return checked(lbx_aabbs_from_triangles(&items, n, &out));
}

/// Calls lbx_aabbs_from_capsules.
inline std::size_t aabbs_from_capsules(const capsules &items, std::size_t n, const aabbs_out &out) {
    return checked(lbx_aabbs_from_capsules(&items, n, &out));
}

/// Calls lbx_spheres_from_obbs.
inline std::size_t spheres_from_obbs(const obbs &items, std::size_t n, const spheres_out &out) {
    return checked(lbx_spheres_from_obbs(&items, n, &out));
}

/// Calls lbx_aabbs_from_doubles.
inline std::size_t aabbs_from_doubles(const aabbs_f64 &items, const std::array<double, 3> &origin,
                                      std::size_t n, const aabbs_out &out) {
    return checked(lbx_aabbs_from_doubles(&items, origin.data(), n, &out));
}

/// Calls lbx_obbs_transform.
inline std::size_t obbs_transform(const obbs &items, const poses &by, std::size_t n,
                                  const obbs_out &out) {
    return checked(lbx_obbs_transform(&items, &by, n, &out));
}

/// Calls lbx_capsules_transform.
inline std::size_t capsules_transform(const capsules &items, const poses &by, std::size_t n,
                                      const capsules_out &out) {
    return checked(lbx_capsules_transform(&items, &by, n, &out));
}

/// Calls lbx_point_triangle.
inline std::size_t point_triangle(const points &from, const triangles &to, std::size_t n,
                                  const nearests_out &out) {
    return checked(lbx_point_triangle(&from, &to, n, &out));
}

/// Calls lbx_triangle_triangle_distance.
inline std::size_t triangle_triangle_distance(const triangles &a, const triangles &b, std::size_t n,
                                              const separations_out &out) {
    return checked(lbx_triangle_triangle_distance(&a, &b, n, &out));
}

/// Calls lbx_obb_obb_depth.
inline std::size_t obb_obb_depth(const obbs &a, const obbs &b, std::size_t n,
                                 const depths_out &out) {
    return checked(lbx_obb_obb_depth(&a, &b, n, &out));
}

/// Calls lbx_aabbs_check.
inline std::size_t check(const aabbs &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_aabbs_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_obbs_check.
inline std::size_t check(const obbs &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_obbs_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_rays_check.
inline std::size_t check(const rays &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_rays_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_segments_check.
inline std::size_t check(const segments &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_segments_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_triangles_check.
inline std::size_t check(const triangles &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_triangles_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_planes_check.
inline std::size_t check(const planes &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_planes_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_spheres_check.
inline std::size_t check(const spheres &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_spheres_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_capsules_check.
inline std::size_t check(const capsules &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_capsules_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_motions_check.
inline std::size_t check(const motions &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_motions_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_points_check.
inline std::size_t check(const points &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_points_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_frustums_check.
inline std::size_t check(const frustums &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_frustums_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

/// Calls lbx_poses_check.
inline std::size_t check(const poses &items, std::size_t n, span<std::uint8_t> malformed = {}) {
    return checked(lbx_poses_check(&items, n, detail::output(malformed, mask_bytes(n))));
}

namespace detail {

inline const std::uint8_t *mask(span<const std::uint8_t> hits, std::size_t n) {
    if (hits.size() < mask_bytes(n)) throw error(LBX_ERROR_COUNT);
    return hits.data();
}

} // namespace detail

/// Returns the numbers of the items that hit.
inline std::vector<std::uint32_t> hit_indices(span<const std::uint8_t> hits, std::size_t n) {
    const std::uint8_t *const mask = detail::mask(hits, n);
    std::vector<std::uint32_t> indices(checked(lbx_hit_indices(mask, n, nullptr)));
    checked(lbx_hit_indices(mask, n, indices.data()));
    return indices;
}

/// Returns the elements that the items that hit read through a view's pick.
template <class V>
std::vector<std::uint32_t> hit_elements(span<const std::uint8_t> hits, std::size_t n,
                                        const V &view) {
    const std::uint8_t *const mask = detail::mask(hits, n);
    std::vector<std::uint32_t> found(checked(lbx_hit_elements(mask, n, &view.pick, nullptr)));
    checked(lbx_hit_elements(mask, n, &view.pick, found.data()));
    return found;
}

/// Copies the items that hit to the front of `kept`, and returns how many hit. `kept` may be the
/// items themselves, and has room for all that hit.
template <class C, class D>
std::size_t keep(span<const std::uint8_t> hits, const C &items, D &&kept) {
    using item = std::remove_cv_t<std::remove_pointer_t<decltype(std::data(items))>>;
    static_assert(std::is_same_v<item, std::remove_pointer_t<decltype(std::data(kept))>> &&
                      std::is_trivially_copyable_v<item>,
                  "bytes of the same type are copied");
    const std::uint8_t *const mask = detail::mask(hits, std::size(items));
    if (std::size(kept) < std::size(items) &&
        checked(lbx_hit_indices(mask, std::size(items), nullptr)) > std::size(kept))
        throw error(LBX_ERROR_COUNT);
    return checked(
        lbx_keep(mask, std::size(items), std::data(items), sizeof(item), std::data(kept)));
}

/// Calls lbx_keep_arrays for several arrays of n items, `bytes[k]` bytes per item, with room for
/// all that are kept.
inline std::size_t keep_arrays(span<const std::uint8_t> hits, std::size_t n,
                               span<const void *const> items, span<const std::size_t> bytes,
                               span<void *const> kept, unsigned flags = 0) {
    if (bytes.size() != items.size() || kept.size() != items.size()) throw error(LBX_ERROR_COUNT);
    return checked(lbx_keep_arrays(detail::mask(hits, n), n, flags, items.size(), items.data(),
                                   bytes.data(), kept.data()));
}

/// Owns the arrays that lbx_soa_alloc allocates: `arrays` of them, of `count` floats each.
class soa {
  public:
    /// Allocates `arrays` arrays of `count` floats each.
    soa(std::size_t arrays, std::size_t count) : array_(arrays), count_(count) {
        checked(lbx_soa_alloc(arrays, count, array_.data()));
    }
    ~soa() {
        lbx_soa_free(array_.size(), array_.data());
    }
    /// Takes over the arrays of another.
    soa(soa &&other) noexcept : array_(std::move(other.array_)), count_(other.count_) {
        other.array_.clear();
    }
    /// Takes over the arrays of another.
    soa &operator=(soa &&other) noexcept {
        std::swap(array_, other.array_);
        std::swap(count_, other.count_);
        return *this;
    }
    /// Array k.
    span<float> operator[](std::size_t k) const noexcept {
        return {array_[k], count_};
    }

  private:
    std::vector<float *> array_;
    std::size_t count_;
};

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Instruction sets
/// @{
// ---------------------------------------------------------------------------------------------

/// The LBX_VERSION of the library that runs.
inline int version() {
    return lbx_version();
}

/// Calls lbx_isa_active.
inline isa isa_active() {
    return lbx_isa_active();
}

/// Calls lbx_isa_select.
inline void isa_select(isa wanted) {
    checked(lbx_isa_select(wanted));
}

/// Calls lbx_isa_available.
inline bool isa_available(isa asked) noexcept {
    return lbx_isa_available(asked) != 0;
}

/// Calls lbx_isa_name.
inline const char *isa_name(isa asked) noexcept {
    return lbx_isa_name(asked);
}

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Pairs of a set
/// @{
// ---------------------------------------------------------------------------------------------

namespace detail {

/// Owns a block of memory aligned to 64 bytes.
class block {
  public:
    block() noexcept = default;
    explicit block(std::size_t bytes)
        : data_(::operator new(bytes, std::align_val_t(64))), bytes_(bytes) {
    }
    // The copy of one that was moved from is as empty: C refuses NULL, but would read other memory.
    block(const block &other) : block(other.data_ ? block(other.bytes_) : block()) {
        if (bytes_) std::memcpy(data_, other.data_, bytes_);
    }
    block(block &&other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {
    }
    // Two operators: one that takes its argument by value would make the copy noexcept to clang.
    block &operator=(const block &other) {
        return *this = block(other);
    }
    block &operator=(block &&other) noexcept {
        block taken(std::move(other));
        std::swap(data_, taken.data_);
        std::swap(bytes_, taken.bytes_);
        return *this;
    }
    ~block() {
        ::operator delete(data_, std::align_val_t(64));
    }
    void *data() const noexcept {
        return data_;
    }
    std::size_t size() const noexcept {
        return bytes_;
    }

  private:
    void *data_ = nullptr;
    std::size_t bytes_ = 0;
};

// A block of the size that a C function returned. SIZE_MAX means that there are too many items.
inline block block_of(std::size_t bytes) {
    if (bytes == SIZE_MAX) throw error(LBX_ERROR_COUNT);
    return block(bytes);
}

// Runs a search from its beginning to its end, into a vector.
template <class T, class Search> std::vector<T> all_of(Search search) {
    std::vector<T> found;
    for (std::size_t have = 0, room = 1024;; room *= 2) {
        found.resize(have + room);
        const std::size_t more = search(span<T>(found.data() + have, room));
        have += more;
        if (more < room) {
            found.resize(have);
            return found;
        }
    }
}

} // namespace detail

/// Makes a cursor for part k of `of` parts of a search.
inline cursor cursor_range(std::size_t k, std::size_t of) {
    cursor made = {};
    checked(lbx_cursor_range(&made, k, of));
    return made;
}

/// A sorted set of boxes, whose memory grows with the set. Searches that take a span write up to
/// its size, or until the cursor's budget is spent, move the cursor behind what they wrote and
/// return how many pairs they wrote; the cursor is `done` when there are no more. Searches without
/// a span return all pairs in a vector. A filter that is NULL lets everything through. A span
/// without room is an error.
class order {
  public:
    /// An order of no boxes.
    order() : memory_(detail::block_of(lbx_order_bytes(0))) {
        const aabbs none = {};
        checked(lbx_order_sort(&none, 0, memory_.data(), memory_.size(), nullptr));
    }
    /// Makes an order of n boxes and sorts it.
    order(const aabbs &boxes, std::size_t n, const workers *with = nullptr) {
        sort(boxes, n, with);
    }

    /// Sorts n boxes and returns how many are not empty. Allocates if n is larger than ever before.
    /// If it throws, the order holds the boxes that it held.
    std::size_t sort(const aabbs &boxes, std::size_t n, const workers *with = nullptr) {
        const std::size_t bytes = lbx_order_bytes(n);
        if (bytes <= memory_.size())
            return checked(lbx_order_sort(&boxes, n, memory_.data(), memory_.size(), with));
        detail::block larger = detail::block_of(bytes);
        const std::size_t filled = checked(lbx_order_sort(&boxes, n, larger.data(), bytes, with));
        memory_ = std::move(larger);
        return filled;
    }
    /// Takes the new positions and sizes of the same boxes.
    std::size_t refit(const aabbs &boxes, std::size_t n, const workers *with = nullptr) {
        return checked(lbx_order_refit(&boxes, n, memory_.data(), memory_.size(), with));
    }
    /// Validates all of it; throws if it is damaged.
    void check(const workers *with = nullptr) const {
        checked(lbx_order_check(memory_.data(), memory_.size(), with));
    }
    /// How good it is, as lbx_order_stats says.
    tree_stats stats() const {
        tree_stats found = {};
        checked(lbx_order_stats(memory_.data(), &found));
        return found;
    }
    /// The memory, for functions of C.
    const void *data() const noexcept {
        return memory_.data();
    }

    /// Calls lbx_pairs.
    std::size_t pairs(cursor &at, span<pair> out, const filter *let = nullptr) const {
        return checked(lbx_pairs(data(), let, &at, detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<pair> pairs(const filter *let = nullptr) const {
        cursor at = {};
        return detail::all_of<pair>([&](span<pair> out) { return pairs(at, out, let); });
    }

    /// Calls lbx_pairs_between.
    std::size_t pairs_between(const order &b, cursor &at, span<pair> out,
                              const filter *let = nullptr, const filter *b_let = nullptr) const {
        return checked(
            lbx_pairs_between(data(), b.data(), let, b_let, &at, detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<pair> pairs_between(const order &b, const filter *let = nullptr,
                                    const filter *b_let = nullptr) const {
        cursor at = {};
        return detail::all_of<pair>(
            [&](span<pair> out) { return pairs_between(b, at, out, let, b_let); });
    }

    /// Calls lbx_query_aabbs. Pairs are of an item and a box of the set.
    std::size_t query_aabbs(const aabbs &boxes, std::size_t n, cursor &at, span<pair> out,
                            const filter *item_let = nullptr, const filter *let = nullptr) const {
        return checked(
            lbx_query_aabbs(data(), &boxes, n, item_let, let, &at, detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<pair> query_aabbs(const aabbs &boxes, std::size_t n,
                                  const filter *item_let = nullptr,
                                  const filter *let = nullptr) const {
        cursor at = {};
        return detail::all_of<pair>(
            [&](span<pair> out) { return query_aabbs(boxes, n, at, out, item_let, let); });
    }

    /// Calls lbx_query_rays.
    std::size_t query_rays(const rays &by, std::size_t n, cursor &at, span<pair> out,
                           const filter *item_let = nullptr, const filter *let = nullptr) const {
        return checked(
            lbx_query_rays(data(), &by, n, item_let, let, &at, detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<pair> query_rays(const rays &by, std::size_t n, const filter *item_let = nullptr,
                                 const filter *let = nullptr) const {
        cursor at = {};
        return detail::all_of<pair>(
            [&](span<pair> out) { return query_rays(by, n, at, out, item_let, let); });
    }

    /// Calls lbx_query_frustums.
    std::size_t query_frustums(const frustums &by, std::size_t n, cursor &at, span<pair> out,
                               const filter *item_let = nullptr,
                               const filter *let = nullptr) const {
        return checked(
            lbx_query_frustums(data(), &by, n, item_let, let, &at, detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<pair> query_frustums(const frustums &by, std::size_t n,
                                     const filter *item_let = nullptr,
                                     const filter *let = nullptr) const {
        cursor at = {};
        return detail::all_of<pair>(
            [&](span<pair> out) { return query_frustums(by, n, at, out, item_let, let); });
    }

    /// Calls lbx_query_capsules.
    std::size_t query_capsules(const capsules &by, std::size_t n, cursor &at, span<pair> out,
                               const filter *item_let = nullptr,
                               const filter *let = nullptr) const {
        return checked(
            lbx_query_capsules(data(), &by, n, item_let, let, &at, detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<pair> query_capsules(const capsules &by, std::size_t n,
                                     const filter *item_let = nullptr,
                                     const filter *let = nullptr) const {
        cursor at = {};
        return detail::all_of<pair>(
            [&](span<pair> out) { return query_capsules(by, n, at, out, item_let, let); });
    }

    /// Calls lbx_query_sweeps.
    std::size_t query_sweeps(const aabbs &boxes, const motions &by, std::size_t n, cursor &at,
                             span<pair> out, const filter *item_let = nullptr,
                             const filter *let = nullptr) const {
        return checked(lbx_query_sweeps(data(), &boxes, &by, n, item_let, let, &at,
                                        detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<pair> query_sweeps(const aabbs &boxes, const motions &by, std::size_t n,
                                   const filter *item_let = nullptr,
                                   const filter *let = nullptr) const {
        cursor at = {};
        return detail::all_of<pair>(
            [&](span<pair> out) { return query_sweeps(boxes, by, n, at, out, item_let, let); });
    }

  private:
    detail::block memory_;
};

/// Sorts pairs by a, then by b. `scratch` must be as long as `pairs`.
inline void pairs_sort(span<pair> pairs, span<pair> scratch) {
    if (scratch.size() < pairs.size()) throw error(LBX_ERROR_COUNT);
    if (!pairs.empty()) checked(lbx_pairs_sort(pairs.data(), pairs.size(), scratch.data()));
}

/// The pairs that were added and removed between one sorted list and another.
struct changes {
    std::vector<pair> added;   ///< pairs that only the new list has
    std::vector<pair> removed; ///< pairs that only the old list has
};
/// Calls lbx_pair_changes.
inline changes pair_changes(span<const pair> old, span<const pair> now) {
    changes found = {std::vector<pair>(now.size()), std::vector<pair>(old.size())};
    // The data() of an empty list may be NULL.
    static const pair none = {};
    pair nowhere;
    std::size_t added = 0, removed = 0;
    checked(lbx_pair_changes(old.empty() ? &none : old.data(), old.size(),
                             now.empty() ? &none : now.data(), now.size(),
                             now.empty() ? &nowhere : found.added.data(), &added,
                             old.empty() ? &nowhere : found.removed.data(), &removed));
    found.added.resize(added);
    found.removed.resize(removed);
    return found;
}

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Volumes around meshes
/// @{
// ---------------------------------------------------------------------------------------------

namespace detail {

// Without vertices there are no pointers.
inline mesh mesh_at(const float *positions, std::size_t vertices, std::size_t stride,
                    span<const std::uint32_t> indices) {
    if (indices.size() % 3 != 0) throw error(LBX_ERROR_COUNT);
    const std::size_t triangles = (indices.empty() ? vertices : indices.size()) / 3;
    if (!vertices) return {};
    return lbx_mesh_of(positions, vertices, stride, indices.data(), triangles);
}

} // namespace detail

/// A mesh of packed x y z. Without indices triangle t is vertices 3t, 3t + 1 and 3t + 2. Throws if
/// the numbers of floats and indices are no multiples of three.
inline mesh mesh_of(span<const float> positions, span<const std::uint32_t> indices = {}) {
    if (positions.size() % 3 != 0) throw error(LBX_ERROR_COUNT);
    return detail::mesh_at(positions.data(), positions.size() / 3, 3 * sizeof(float), indices);
}

/// A mesh of a container of vertices and the member that is their position.
template <class C, class S, class M>
mesh mesh_of(const C &vertices, M S::*position, span<const std::uint32_t> indices = {}) {
    return detail::mesh_at(detail::floats<3, float>(vertices, position), std::size(vertices),
                           detail::stride_of(vertices), indices);
}

/// An axis-aligned box, as the fits of a whole mesh return it.
struct aabb {
    float min[3]; ///< lower corner, x y z
    float max[3]; ///< upper corner, x y z
};
/// An oriented box.
struct obb {
    float center[3];  ///< x y z
    float half[3];    ///< half extents along the three axes
    float axis[3][3]; ///< axis[k][c]: component c of unit axis k
};
/// A sphere, or the cube of lbx_caabb_fit.
struct sphere {
    float center[3]; ///< x y z
    float radius;    ///< half the side of the cube
};
/// A capsule.
struct capsule {
    float start[3]; ///< x y z
    float end[3];   ///< x y z
    float radius;   ///< around the segment
};

namespace detail {

template <class Fit> aabb fitted_aabb(Fit fit) {
    aabb one = {};
    const aabbs_out out = lbx_aabbs_out_of(one.min, one.max, 1, sizeof one);
    checked(fit(&out));
    return one;
}

template <class Fit> obb fitted_obb(Fit fit) {
    obb one = {};
    const obbs_out out = lbx_obbs_out_of(one.center, one.half, one.axis[0], 1, sizeof one);
    checked(fit(&out));
    return one;
}

template <class Fit> sphere fitted_sphere(Fit fit) {
    sphere one = {};
    const spheres_out out = lbx_spheres_out_of(one.center, &one.radius, 1, sizeof one);
    checked(fit(&out));
    return one;
}

template <class Fit> capsule fitted_capsule(Fit fit) {
    capsule one = {};
    const capsules_out out = lbx_capsules_out_of(one.start, one.end, &one.radius, 1, sizeof one);
    checked(fit(&out));
    return one;
}

} // namespace detail

/// Calls lbx_aabb_fit.
inline std::size_t aabb_fit(const mesh &of, span<const part> parts, const aabbs_out &out) {
    return checked(lbx_aabb_fit(&of, parts.data(), parts.size(), &out));
}
/// The same for a whole mesh.
inline aabb aabb_fit(const mesh &of) {
    return detail::fitted_aabb(
        [&](const aabbs_out *out) { return lbx_aabb_fit(&of, nullptr, 1, out); });
}

/// Calls lbx_obb_fit.
inline std::size_t obb_fit(const mesh &of, span<const part> parts, const obbs_out &out) {
    return checked(lbx_obb_fit(&of, parts.data(), parts.size(), &out));
}
/// The same for a whole mesh.
inline obb obb_fit(const mesh &of) {
    return detail::fitted_obb(
        [&](const obbs_out *out) { return lbx_obb_fit(&of, nullptr, 1, out); });
}

/// Calls lbx_obb_fit_least.
inline std::size_t obb_fit_least(const mesh &of, span<const part> parts, const obbs_out &out) {
    return checked(lbx_obb_fit_least(&of, parts.data(), parts.size(), &out));
}
/// The same for a whole mesh.
inline obb obb_fit_least(const mesh &of) {
    return detail::fitted_obb(
        [&](const obbs_out *out) { return lbx_obb_fit_least(&of, nullptr, 1, out); });
}

/// Calls lbx_obb_fit_covariance.
inline std::size_t obb_fit_covariance(const mesh &of, span<const part> parts, const obbs_out &out) {
    return checked(lbx_obb_fit_covariance(&of, parts.data(), parts.size(), &out));
}
/// The same for a whole mesh.
inline obb obb_fit_covariance(const mesh &of) {
    return detail::fitted_obb(
        [&](const obbs_out *out) { return lbx_obb_fit_covariance(&of, nullptr, 1, out); });
}

/// Calls lbx_mesh_check.
inline std::size_t check(const mesh &of, span<std::uint8_t> refused = {}) {
    return checked(lbx_mesh_check(&of, detail::output(refused, mask_bytes(of.triangle_count))));
}

/// Calls lbx_mesh_normals for listed triangles, and writes the member of as many elements of `out`.
template <class C, class S, class M>
std::size_t mesh_normals(const mesh &of, span<const std::uint32_t> listed, C &&out, M S::*normal) {
    if (std::size(out) < listed.size()) throw error(LBX_ERROR_COUNT);
    float *const x = detail::floats<3, float>(out, normal);
    float *const to[3] = {x, x + 1, x + 2};
    return checked(lbx_mesh_normals(&of, listed.data(), listed.size(), to, detail::stride_of(out)));
}
/// The same for the first triangles of a mesh, one per element of `out`.
template <class C, class S, class M>
std::size_t mesh_normals(const mesh &of, C &&out, M S::*normal) {
    float *const x = detail::floats<3, float>(out, normal);
    float *const to[3] = {x, x + 1, x + 2};
    return checked(lbx_mesh_normals(&of, nullptr, std::size(out), to, detail::stride_of(out)));
}

/// Calls lbx_caabb_fit.
inline std::size_t caabb_fit(const mesh &of, span<const part> parts, const spheres_out &out) {
    return checked(lbx_caabb_fit(&of, parts.data(), parts.size(), &out));
}
/// The same for a whole mesh.
inline sphere caabb_fit(const mesh &of) {
    return detail::fitted_sphere(
        [&](const spheres_out *out) { return lbx_caabb_fit(&of, nullptr, 1, out); });
}

/// Calls lbx_sphere_fit.
inline std::size_t sphere_fit(const mesh &of, span<const part> parts, const spheres_out &out) {
    return checked(lbx_sphere_fit(&of, parts.data(), parts.size(), &out));
}
/// The same for a whole mesh.
inline sphere sphere_fit(const mesh &of) {
    return detail::fitted_sphere(
        [&](const spheres_out *out) { return lbx_sphere_fit(&of, nullptr, 1, out); });
}

/// Calls lbx_capsule_fit.
inline std::size_t capsule_fit(const mesh &of, span<const part> parts, const capsules_out &out) {
    return checked(lbx_capsule_fit(&of, parts.data(), parts.size(), &out));
}
/// The same for a whole mesh.
inline capsule capsule_fit(const mesh &of) {
    return detail::fitted_capsule(
        [&](const capsules_out *out) { return lbx_capsule_fit(&of, nullptr, 1, out); });
}

/// Calls lbx_obb_fit_hull.
inline std::size_t obb_fit_hull(const mesh &of, span<const part> parts, const obbs_out &out,
                                unsigned slices = LBX_SLICES) {
    return checked(lbx_obb_fit_hull(&of, parts.data(), parts.size(), slices, &out));
}
/// The same for a whole mesh.
inline obb obb_fit_hull(const mesh &of, unsigned slices = LBX_SLICES) {
    return detail::fitted_obb(
        [&](const obbs_out *out) { return lbx_obb_fit_hull(&of, nullptr, 1, slices, out); });
}

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Trees of meshes
///
/// A tree owns its memory. Building allocates this memory, and scratch that is freed at the end. A
/// tree may be copied, and threads that search may share it. The mesh may be freed after building.
/// For long builds that can be stopped, use the C functions with `progress` of their options.
/// @{
// ---------------------------------------------------------------------------------------------

namespace detail {

// Builds into a block of the largest size that may be needed, and keeps a copy of the size that is.
template <class Build> block built(std::size_t most, std::size_t scratch, Build build) {
    const block large = block_of(most), room = block_of(scratch);
    const std::size_t bytes = checked(build(large.data(), large.size(), room.data()));
    block tree(bytes);
    std::memcpy(tree.data(), large.data(), bytes);
    return tree;
}

inline lbx_obb_tree_query tree_query(float distance, unsigned flags,
                                     lbx_pair *hint = nullptr) noexcept {
    lbx_obb_tree_query query = {};
    query.distance = distance;
    query.flags = flags;
    query.hint = hint;
    return query;
}

} // namespace detail

/// Oriented boxes around the triangles of a mesh, for meshes against meshes.
class obb_tree {
  public:
    /// Builds the tree of a mesh, with at most `leaf` triangles per leaf; with LBX_SKIP_REFUSED,
    /// without the triangles that lbx_mesh_check marks.
    explicit obb_tree(const mesh &of, std::uint32_t leaf = LBX_LEAF, unsigned flags = 0,
                      const workers *with = nullptr) {
        lbx_obb_tree_options options = {};
        options.leaf = leaf;
        options.workers = with;
        options.flags = flags;
        memory_ = detail::built(lbx_obb_tree_bytes(&of), lbx_obb_tree_scratch_bytes(&of),
                                [&](void *tree, std::size_t bytes, void *scratch) {
                                    return lbx_obb_tree_build(&of, &options, tree, bytes, scratch);
                                });
    }
    /// Copies and validates the bytes of a tree.
    static obb_tree from_bytes(span<const std::byte> bytes, const workers *with = nullptr) {
        obb_tree tree;
        tree.memory_ = detail::block(bytes.size());
        if (!bytes.empty()) std::memcpy(tree.memory_.data(), bytes.data(), bytes.size());
        tree.check(with);
        return tree;
    }
    /// The bytes of the tree, to be kept in a file.
    span<const std::byte> bytes() const noexcept {
        return {static_cast<const std::byte *>(memory_.data()), memory_.size()};
    }
    /// The memory, for functions of C.
    const void *data() const noexcept {
        return memory_.data();
    }

    /// Takes the new vertices of the same triangles.
    void refit(const mesh &of, const workers *with = nullptr) {
        checked(lbx_obb_tree_refit(&of, memory_.data(), with));
    }
    /// Validates all of it; throws if it is damaged.
    void check(const workers *with = nullptr) const {
        checked(lbx_obb_tree_check(memory_.data(), memory_.size(), with));
    }
    /// How good it is, as lbx_obb_tree_stats says.
    tree_stats stats() const {
        tree_stats found = {};
        checked(lbx_obb_tree_stats(memory_.data(), &found));
        return found;
    }

    /// Finds pairs of touching triangles, with this mesh's triangle first. A span that is too small
    /// is an error.
    std::size_t collide(const rigid_pose &pose, const obb_tree &b, const rigid_pose &b_pose,
                        span<pair> out, unsigned flags = 0) const {
        pair none;
        const lbx_obb_tree_query query = detail::tree_query(0, flags);
        return checked(lbx_obb_tree_collide(data(), &pose, b.data(), &b_pose, &query,
                                            out.empty() ? &none : out.data(), out.size(), nullptr));
    }
    /// The same, returned in a vector.
    std::vector<pair> collide(const rigid_pose &pose, const obb_tree &b, const rigid_pose &b_pose,
                              unsigned flags = 0) const {
        const lbx_obb_tree_query query = detail::tree_query(0, flags);
        return all([&](pair *out, std::size_t room, lbx_obb_tree_counts *counts) {
            return lbx_obb_tree_collide(data(), &pose, b.data(), &b_pose, &query, out, room,
                                        counts);
        });
    }
    /// The same in calls of bounded work and room: goes on where `place` is, which is set to {} at
    /// first, and moves it. `budget` is that of lbx_obb_tree_query.
    std::size_t collide(const rigid_pose &pose, const obb_tree &b, const rigid_pose &b_pose,
                        tree_cursor &place, span<pair> out, std::uint64_t budget = 0,
                        unsigned flags = 0) const {
        pair none;
        lbx_obb_tree_query query = detail::tree_query(0, flags);
        query.cursor = &place;
        query.budget = budget;
        return checked(lbx_obb_tree_collide(data(), &pose, b.data(), &b_pose, &query,
                                            out.empty() ? &none : out.data(), out.size(), nullptr));
    }
    /// Whether any two triangles touch. `hint` is that of lbx_obb_tree_query.
    bool touches(const rigid_pose &pose, const obb_tree &b, const rigid_pose &b_pose,
                 pair *hint = nullptr) const {
        const lbx_obb_tree_query query = detail::tree_query(0, LBX_ANY, hint);
        return checked(lbx_obb_tree_collide(data(), &pose, b.data(), &b_pose, &query, nullptr, 0,
                                            nullptr)) != 0;
    }

    /// Finds pairs of triangles that are at most d apart.
    std::size_t within(const rigid_pose &pose, const obb_tree &b, const rigid_pose &b_pose, float d,
                       span<pair> out, unsigned flags = 0) const {
        pair none;
        const lbx_obb_tree_query query = detail::tree_query(d, flags);
        return checked(lbx_obb_tree_within(data(), &pose, b.data(), &b_pose, &query,
                                           out.empty() ? &none : out.data(), out.size(), nullptr));
    }
    /// The same, returned in a vector.
    std::vector<pair> within(const rigid_pose &pose, const obb_tree &b, const rigid_pose &b_pose,
                             float d, unsigned flags = 0) const {
        const lbx_obb_tree_query query = detail::tree_query(d, flags);
        return all([&](pair *out, std::size_t room, lbx_obb_tree_counts *counts) {
            return lbx_obb_tree_within(data(), &pose, b.data(), &b_pose, &query, out, room, counts);
        });
    }
    /// Whether any two triangles are at most d apart. `hint` is that of lbx_obb_tree_query.
    bool is_within(const rigid_pose &pose, const obb_tree &b, const rigid_pose &b_pose, float d,
                   pair *hint = nullptr) const {
        const lbx_obb_tree_query query = detail::tree_query(d, LBX_ANY, hint);
        return checked(lbx_obb_tree_within(data(), &pose, b.data(), &b_pose, &query, nullptr, 0,
                                           nullptr)) != 0;
    }

    /// How far apart the meshes are, as lbx_obb_tree_distance says; the lists of distances() cost
    /// no more. `hint` is that of lbx_obb_tree_distance.
    separation distance(const rigid_pose &pose, const obb_tree &b, const rigid_pose &b_pose,
                        double reach = std::numeric_limits<double>::infinity(),
                        pair *hint = nullptr, unsigned flags = 0) const {
        const posed_trees both = {data(), &pose, b.data(), &b_pose};
        separation found = {};
        checked(lbx_obb_tree_distance(&both, 1, &reach, flags, hint, &found, nullptr));
        return found;
    }

    /// The pairs of touching triangles of this tree's mesh that share no vertex number.
    std::vector<pair> self(const mesh &of, unsigned flags = 0) const {
        const lbx_obb_tree_query query = detail::tree_query(0, flags);
        return all([&](pair *out, std::size_t room, lbx_obb_tree_counts *counts) {
            return lbx_obb_tree_self(data(), &of, &query, out, room, counts);
        });
    }

  private:
    obb_tree() noexcept = default;

    // Searches once if the pairs are few, otherwise again with room for all of them.
    template <class Search> static std::vector<pair> all(Search search) {
        std::vector<pair> found(256);
        lbx_obb_tree_counts counts = {};
        std::ptrdiff_t result = search(found.data(), found.size(), &counts);
        if (result == LBX_ERROR_COUNT && counts.pairs > found.size()) {
            found.resize(static_cast<std::size_t>(counts.pairs));
            result = search(found.data(), found.size(), &counts);
        }
        found.resize(checked(result));
        return found;
    }

    detail::block memory_;
};

/// Calls lbx_obb_tree_distance. `found` has room for all; `reach` and `hints` are empty, or have
/// one item for each.
inline std::size_t distances(span<const posed_trees> trees, span<separation> found,
                             span<pair> hints = {}, span<const double> reach = {},
                             unsigned flags = 0) {
    if (found.size() < trees.size() || (!hints.empty() && hints.size() < trees.size()) ||
        (!reach.empty() && reach.size() < trees.size()))
        throw error(LBX_ERROR_COUNT);
    return checked(lbx_obb_tree_distance(
        trees.data(), trees.size(), reach.empty() ? nullptr : reach.data(), flags,
        hints.empty() ? nullptr : hints.data(), found.data(), nullptr));
}

/// Scratch for searches by rays, of the size with which they are fastest. Each thread needs its
/// own.
class trace_scratch {
  public:
    trace_scratch() : memory_(LBX_TRACE_SCRATCH) {
    }
    /// The memory, for functions of C.
    void *data() noexcept {
        return memory_.data();
    }
    /// Its bytes.
    std::size_t size() const noexcept {
        return memory_.size();
    }

  private:
    detail::block memory_;
};

/// Where rays meet a mesh, as nearest writes it. Each span has n elements or is empty.
struct ray_hits {
    span<std::uint32_t> id;             ///< the triangle
    span<float> t;                      ///< where the ray meets it
    span<float> u;                      ///< the weight of vertex 1 there
    span<float> v;                      ///< the weight of vertex 2
    std::uint64_t *in_double = nullptr; ///< how many tests double decided; may be null
};

/// Which triangles each of n rays may meet, as lbx_ray_filter says. Each span has n elements or is
/// empty, which excludes none.
struct ray_filter {
    span<const std::uint32_t> mask; ///< words that are compared with the masks of triangles
    span<const std::uint32_t> skip; ///< triangles; LBX_NO_TRIANGLE is none
};

/// The triangles that are nearest to points, as closest writes them. Each span has n elements or is
/// empty.
struct closest_out {
    span<std::uint32_t> id;      ///< the triangle
    span<float> distance;        ///< from the point
    span<float> u;               ///< the weight of vertex 1 in the triangle's nearest point
    span<float> v;               ///< the weight of vertex 2
    span<std::uint32_t> feature; ///< LBX_FACE, LBX_EDGE + k or LBX_VERTEX + k
};

class aabb_tree;

/// What signs of distances need of a tree, as lbx_tree_signs_build makes it. They own their memory
/// and may be copied and shared.
class tree_signs {
  public:
    /// Builds the signs of a tree. Build them again after each refit.
    explicit tree_signs(const aabb_tree &of, const workers *with = nullptr);
    /// Copies and validates the bytes of signs. Their counts are 0.
    static tree_signs from_bytes(span<const std::byte> bytes, const workers *with = nullptr) {
        tree_signs signs;
        signs.memory_ = detail::block(bytes.size());
        if (!bytes.empty()) std::memcpy(signs.memory_.data(), bytes.data(), bytes.size());
        signs.check(with);
        return signs;
    }
    /// The bytes of the signs, to be kept in a file.
    span<const std::byte> bytes() const noexcept {
        return {static_cast<const std::byte *>(memory_.data()), memory_.size()};
    }
    /// The memory, for functions of C.
    const void *data() const noexcept {
        return memory_.data();
    }
    /// Calls lbx_tree_signs_check.
    void check(const workers *with = nullptr) const {
        checked(lbx_tree_signs_check(memory_.data(), memory_.size(), with));
    }
    /// What building them met in the mesh.
    const lbx_sign_counts &counts() const noexcept {
        return counts_;
    }

  private:
    tree_signs() noexcept = default;

    detail::block memory_;
    lbx_sign_counts counts_ = {};
};

/// Axis-aligned boxes around the triangles of a mesh, for rays and points. `masks` has one word per
/// triangle;
/// empty means all ones.
class aabb_tree {
  public:
    /// Builds the tree of a mesh; with LBX_SKIP_REFUSED, without the triangles that lbx_mesh_check
    /// marks.
    explicit aabb_tree(const mesh &of, span<const std::uint32_t> masks = {}, unsigned flags = 0,
                       const workers *with = nullptr) {
        const lbx_aabb_tree_options options = options_of(of, masks, flags, with);
        memory_ = detail::built(lbx_aabb_tree_bytes(&of), lbx_aabb_tree_scratch_bytes(&of),
                                [&](void *tree, std::size_t bytes, void *scratch) {
                                    return lbx_aabb_tree_build(&of, &options, tree, bytes, scratch);
                                });
    }
    /// Builds the tree by the nodes of a tree that the caller already has.
    static aabb_tree convert(const mesh &of, const lbx_tree_nodes &nodes,
                             span<const std::uint32_t> masks = {}, unsigned flags = 0,
                             const workers *with = nullptr) {
        const lbx_aabb_tree_options options = options_of(of, masks, flags, with);
        aabb_tree tree;
        tree.memory_ = detail::built(
            lbx_aabb_tree_bytes(&of), lbx_aabb_tree_convert_scratch_bytes(&of, &nodes),
            [&](void *to, std::size_t bytes, void *scratch) {
                return lbx_aabb_tree_convert(&of, &nodes, &options, to, bytes, scratch);
            });
        return tree;
    }
    /// Copies and validates the bytes of a tree.
    static aabb_tree from_bytes(span<const std::byte> bytes, const workers *with = nullptr) {
        aabb_tree tree;
        tree.memory_ = detail::block(bytes.size());
        if (!bytes.empty()) std::memcpy(tree.memory_.data(), bytes.data(), bytes.size());
        tree.check(with);
        return tree;
    }
    /// The bytes of the tree, to be kept in a file.
    span<const std::byte> bytes() const noexcept {
        return {static_cast<const std::byte *>(memory_.data()), memory_.size()};
    }
    /// The memory, for functions of C.
    const void *data() const noexcept {
        return memory_.data();
    }

    /// Calls lbx_aabb_tree_refit.
    void refit(const mesh &of, const workers *with = nullptr) {
        checked(lbx_aabb_tree_refit(&of, memory_.data(), with));
    }
    /// Calls lbx_aabb_tree_check.
    void check(const workers *with = nullptr) const {
        checked(lbx_aabb_tree_check(memory_.data(), memory_.size(), with));
    }
    /// How good it is, as lbx_aabb_tree_stats says.
    tree_stats stats() const {
        tree_stats found = {};
        checked(lbx_aabb_tree_stats(memory_.data(), &found));
        return found;
    }

    /// Finds the nearest triangle that each of n rays meets, and returns how many rays hit.
    std::size_t nearest(const rays &by, std::size_t n, const ray_hits &hits, trace_scratch &scratch,
                        unsigned flags = 0, const ray_filter &may = {}) const {
        const lbx_ray_hits to = {detail::output(hits.id, n), detail::output(hits.t, n),
                                 detail::output(hits.u, n), detail::output(hits.v, n),
                                 hits.in_double};
        const lbx_ray_filter filtered = filter_of(may, n);
        return checked(lbx_aabb_tree_nearest(data(), &by, &filtered, n, flags, &to, scratch.data(),
                                             scratch.size()));
    }

    /// Finds which of n rays meet a triangle, writes one bit per ray, and returns how many hit.
    std::size_t any(const rays &by, std::size_t n, span<std::uint8_t> hits, trace_scratch &scratch,
                    unsigned flags = 0, const ray_filter &may = {}) const {
        const lbx_ray_filter filtered = filter_of(may, n);
        return checked(lbx_aabb_tree_any(data(), &by, &filtered, n, flags,
                                         detail::output(hits, mask_bytes(n)), scratch.data(),
                                         scratch.size()));
    }

    /// Finds every triangle that each of n rays meets, from the cursor on, up to the size of `out`;
    /// with LBX_SORTED, those of a ray by t.
    std::size_t all(const rays &by, std::size_t n, lbx_ray_cursor &at, span<ray_hit> out,
                    unsigned flags = 0, const ray_filter &may = {}) const {
        const lbx_ray_filter filtered = filter_of(may, n);
        return checked(lbx_aabb_tree_all(data(), &by, &filtered, n, flags, &at, detail::room(out),
                                         out.size()));
    }
    /// The same, returned in a vector.
    std::vector<ray_hit> all(const rays &by, std::size_t n, unsigned flags = 0,
                             const ray_filter &may = {}) const {
        lbx_ray_cursor at = {};
        return detail::all_of<ray_hit>(
            [&](span<ray_hit> out) { return all(by, n, at, out, flags, may); });
    }

    /// Counts the triangles that each of n rays crosses, as lbx_aabb_tree_crossings does, and
    /// returns how many rays have odd counts.
    std::size_t crossings(const rays &by, std::size_t n, span<std::uint32_t> counts,
                          const ray_filter &may = {}) const {
        const lbx_ray_filter filtered = filter_of(may, n);
        return checked(
            lbx_aabb_tree_crossings(data(), &by, &filtered, n, 0, detail::output(counts, n)));
    }

    /// Finds which of n points are inside a closed mesh, writes one bit per point, and returns how
    /// many are.
    std::size_t inside(const points &at, std::size_t n, span<std::uint8_t> bits) const {
        return checked(
            lbx_aabb_tree_inside(data(), &at, n, 0, detail::output(bits, mask_bytes(n))));
    }

    /// Finds the triangle that is nearest to each of n points, within its `reach` unless that is
    /// empty, and returns how many points found one.
    std::size_t closest(const points &at, std::size_t n, const closest_out &out,
                        trace_scratch &scratch, span<const float> reach = {},
                        const ray_filter &may = {}) const {
        const lbx_closest_out to = {detail::output(out.id, n), detail::output(out.distance, n),
                                    detail::output(out.u, n), detail::output(out.v, n),
                                    detail::output(out.feature, n)};
        const lbx_ray_filter filtered = filter_of(may, n);
        return checked(lbx_aabb_tree_closest(data(), &at, detail::output(reach, n), &filtered, n, 0,
                                             &to, scratch.data(), scratch.size()));
    }

    /// Finds every triangle within reach of each of n points, from the cursor on, up to the size of
    /// `out`.
    std::size_t around(const points &at, span<const float> reach, std::size_t n,
                       lbx_ray_cursor &from, span<near_hit> out, const ray_filter &may = {}) const {
        const lbx_ray_filter filtered = filter_of(may, n);
        return checked(lbx_aabb_tree_around(data(), &at, detail::output(reach, n), &filtered, n, 0,
                                            &from, detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<near_hit> around(const points &at, span<const float> reach, std::size_t n,
                                 const ray_filter &may = {}) const {
        lbx_ray_cursor from = {};
        return detail::all_of<near_hit>(
            [&](span<near_hit> out) { return around(at, reach, n, from, out, may); });
    }

    /// Finds every triangle that each of n capsules touches, from the cursor on, up to the size of
    /// `out`: pairs of a capsule and a triangle.
    std::size_t touched(const capsules &by, std::size_t n, lbx_ray_cursor &from, span<pair> out,
                        const ray_filter &may = {}) const {
        const lbx_ray_filter filtered = filter_of(may, n);
        return checked(lbx_aabb_tree_capsules(data(), &by, &filtered, n, 0, &from,
                                              detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<pair> touched(const capsules &by, std::size_t n, const ray_filter &may = {}) const {
        lbx_ray_cursor from = {};
        return detail::all_of<pair>([&](span<pair> out) { return touched(by, n, from, out, may); });
    }

    /// Finds the nearest triangle of each of n points, makes the distances of points that are
    /// inside negative, and returns how many points found one. `reach` has n distances or is empty.
    std::size_t signed_distance(const points &at, std::size_t n, const tree_signs &signs,
                                const closest_out &out, trace_scratch &scratch,
                                span<const float> reach = {}, unsigned flags = 0) const {
        const lbx_closest_out to = {detail::output(out.id, n), detail::output(out.distance, n),
                                    detail::output(out.u, n), detail::output(out.v, n),
                                    detail::output(out.feature, n)};
        return checked(lbx_aabb_tree_signed_distance(data(), signs.data(), &at,
                                                     detail::output(reach, n), n, flags, &to,
                                                     scratch.data(), scratch.size()));
    }

  private:
    aabb_tree() noexcept = default;

    static lbx_ray_filter filter_of(const ray_filter &may, std::size_t n) {
        return {detail::output(may.mask, n), detail::output(may.skip, n), 0};
    }

    static lbx_aabb_tree_options options_of(const mesh &of, span<const std::uint32_t> masks,
                                            unsigned flags, const workers *with) {
        lbx_aabb_tree_options options = {};
        options.workers = with;
        options.flags = flags;
        options.masks = detail::output(masks, of.triangle_count);
        return options;
    }

    detail::block memory_;
};

inline tree_signs::tree_signs(const aabb_tree &of, const workers *with) {
    memory_ = detail::built(
        lbx_tree_signs_bytes(of.data()), lbx_tree_signs_scratch_bytes(of.data()),
        [&](void *signs, std::size_t bytes, void *scratch) {
            return lbx_tree_signs_build(of.data(), signs, bytes, scratch, &counts_, with);
        });
}

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Scenes of instances
///
/// A scene owns its memory and may be copied, and threads that search may share it. The trees of
/// its meshes stay the caller's and are passed with each call. Searches that take a span write up
/// to its size and move the cursor behind what they wrote; a result that is less than the size
/// means that there is no more. Searches without a span return all in a vector.
/// @{
// ---------------------------------------------------------------------------------------------

/// Where the trees of a scene's meshes are, as lbx_scene_trees says, which functions take: element
/// i is the data() of the tree of mesh i. Either is empty, or both have the same size. Make them
/// again once a tree was moved or assigned.
struct scene_trees {
    std::vector<const void *> rays;     ///< of each aabb_tree
    std::vector<const void *> touching; ///< of each obb_tree

    /// Those of C, which point into the vectors.
    operator lbx_scene_trees() const & {
        if (!rays.empty() && !touching.empty() && rays.size() != touching.size())
            throw error(LBX_ERROR_COUNT);
        return {rays.empty() ? nullptr : rays.data(), touching.empty() ? nullptr : touching.data(),
                rays.empty() ? touching.size() : rays.size()};
    }
    operator lbx_scene_trees() && = delete; ///< nothing would be left to point to
};

/// The trees of meshes for rays and points, and those for touching.
inline scene_trees scene_trees_of(span<const aabb_tree> for_rays,
                                  span<const obb_tree> for_touching = {}) {
    scene_trees made;
    for (const aabb_tree &tree : for_rays) made.rays.push_back(tree.data());
    for (const obb_tree &tree : for_touching) made.touching.push_back(tree.data());
    return made;
}

/// Calls lbx_rays_to_instance.
inline std::size_t rays_to_instance(const instance &of, const rays &by, std::size_t n,
                                    const rays_out &out) {
    return checked(lbx_rays_to_instance(&of, &by, n, &out));
}

/// Where rays meet a scene, as nearest writes it. Each span has n elements or is empty.
struct scene_hits {
    span<std::uint32_t> instance;       ///< the instance
    span<std::uint32_t> triangle;       ///< the triangle's number in the mesh
    span<float> t;                      ///< where the ray meets it
    span<float> u;                      ///< the weight of vertex 1 there
    span<float> v;                      ///< the weight of vertex 2
    std::uint64_t *in_double = nullptr; ///< how many tests double decided; may be null
};

/// Which instances and triangles each of n rays or points may meet, as lbx_scene_filter says. Each
/// span has n elements or is empty, which excludes none.
struct scene_filter {
    span<const std::uint32_t> mask;          ///< words that are compared with masks
    span<const std::uint32_t> skip_instance; ///< instances; LBX_NO_INSTANCE is none
    span<const std::uint32_t> skip_triangle; ///< triangles of these
};

/// The triangles that are nearest to points, as closest writes them. Each span has n elements or is
/// empty.
struct scene_closest_out {
    span<std::uint32_t> instance; ///< the instance
    span<std::uint32_t> triangle; ///< the triangle's number in the mesh
    span<float> distance;         ///< from the point, in the world
    span<float> u;                ///< the weight of vertex 1 in the triangle's nearest point
    span<float> v;                ///< the weight of vertex 2
    span<std::uint32_t> feature;  ///< LBX_FACE, LBX_EDGE + k or LBX_VERTEX + k
};

/// Instances of meshes, and a tree over the boxes around them.
class scene {
  public:
    /// Builds a scene of instances.
    scene(const lbx_scene_trees &trees, span<const instance> instances,
          const workers *with = nullptr) {
        build(trees, instances, with);
    }
    /// Copies and validates the bytes of a scene.
    static scene from_bytes(span<const std::byte> bytes, const workers *with = nullptr) {
        scene made;
        made.memory_ = detail::block(bytes.size());
        made.bytes_ = bytes.size();
        if (!bytes.empty()) std::memcpy(made.memory_.data(), bytes.data(), bytes.size());
        made.check(with);
        return made;
    }
    /// The bytes of the scene, to be kept in a file.
    span<const std::byte> bytes() const noexcept {
        return {static_cast<const std::byte *>(memory_.data()), memory_.data() ? bytes_ : 0};
    }
    /// The memory, for functions of C.
    const void *data() const noexcept {
        return memory_.data();
    }

    /// Builds the scene anew. Allocates if it needs more memory than ever before. If it throws, the
    /// scene is what it was.
    void build(const lbx_scene_trees &trees, span<const instance> instances,
               const workers *with = nullptr) {
        const std::size_t most = lbx_scene_bytes(instances.size());
        const auto build_in = [&](detail::block &memory) {
            return checked(lbx_scene_build(&trees, instances.data(), instances.size(),
                                           memory.data(), memory.size(), with));
        };
        if (most <= memory_.size()) {
            bytes_ = build_in(memory_);
            return;
        }
        detail::block larger = detail::block_of(most);
        bytes_ = build_in(larger);
        memory_ = std::move(larger);
    }
    /// Takes the instances as they are now, as many as before, and leaves the tree over them.
    void refit(const lbx_scene_trees &trees, span<const instance> instances,
               const workers *with = nullptr) {
        checked(lbx_scene_refit(&trees, instances.data(), instances.size(), memory_.data(), with));
    }
    /// Validates all of it; throws if it is damaged.
    void check(const workers *with = nullptr) const {
        checked(lbx_scene_check(data(), bytes_, with));
    }

    /// Finds the nearest triangle that each of n rays meets, and returns how many rays hit.
    std::size_t nearest(const lbx_scene_trees &trees, const rays &by, std::size_t n,
                        const scene_hits &hits, trace_scratch &scratch, unsigned flags = 0,
                        const scene_filter &may = {}) const {
        const lbx_scene_hits to = {
            detail::output(hits.instance, n), detail::output(hits.triangle, n),
            detail::output(hits.t, n),        detail::output(hits.u, n),
            detail::output(hits.v, n),        hits.in_double};
        const lbx_scene_filter filtered = filter_of(may, n);
        return checked(lbx_scene_nearest(data(), &trees, &by, &filtered, n, flags, &to,
                                         scratch.data(), scratch.size()));
    }

    /// Finds which of n rays meet a triangle, writes one bit per ray, and returns how many hit.
    std::size_t any(const lbx_scene_trees &trees, const rays &by, std::size_t n,
                    span<std::uint8_t> hits, trace_scratch &scratch, unsigned flags = 0,
                    const scene_filter &may = {}) const {
        const lbx_scene_filter filtered = filter_of(may, n);
        return checked(lbx_scene_any(data(), &trees, &by, &filtered, n, flags,
                                     detail::output(hits, mask_bytes(n)), scratch.data(),
                                     scratch.size()));
    }

    /// Finds every triangle that each of n rays meets, from the cursor on; with LBX_SORTED, those
    /// of a ray by t.
    std::size_t all(const lbx_scene_trees &trees, const rays &by, std::size_t n,
                    scene_ray_cursor &at, span<scene_hit> out, unsigned flags = 0,
                    const scene_filter &may = {}) const {
        const lbx_scene_filter filtered = filter_of(may, n);
        return checked(lbx_scene_all(data(), &trees, &by, &filtered, n, flags, &at,
                                     detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<scene_hit> all(const lbx_scene_trees &trees, const rays &by, std::size_t n,
                               unsigned flags = 0, const scene_filter &may = {}) const {
        scene_ray_cursor at = {};
        return detail::all_of<scene_hit>(
            [&](span<scene_hit> out) { return all(trees, by, n, at, out, flags, may); });
    }

    /// Finds the triangle that is nearest to each of n points, within its `reach` unless that is
    /// empty, and returns how many points found one.
    std::size_t closest(const lbx_scene_trees &trees, const points &at, std::size_t n,
                        const scene_closest_out &out, trace_scratch &scratch,
                        span<const float> reach = {}, const scene_filter &may = {}) const {
        const lbx_scene_closest_out to = {
            detail::output(out.instance, n), detail::output(out.triangle, n),
            detail::output(out.distance, n), detail::output(out.u, n),
            detail::output(out.v, n),        detail::output(out.feature, n)};
        const lbx_scene_filter filtered = filter_of(may, n);
        return checked(lbx_scene_closest(data(), &trees, &at, detail::output(reach, n), &filtered,
                                         n, 0, &to, scratch.data(), scratch.size()));
    }

    /// Writes the boxes around all instances, grown by `grow` on every side, and returns how many
    /// instances there are.
    std::size_t aabbs(float grow, const aabbs_out &out) const {
        return checked(lbx_scene_aabbs(data(), grow, &out));
    }
    /// The same, returned in a vector.
    std::vector<aabb> aabbs(float grow = 0) const {
        // A scene holds copies of the instances.
        std::vector<aabb> boxes(bytes().size() / sizeof(instance));
        boxes.resize(aabbs(grow, aabbs_out_of(boxes, &aabb::min, &aabb::max)));
        return boxes;
    }

    /// Finds pairs of triangles of different instances that touch or are near, from the cursor on.
    /// `boxes` is an order of the boxes that aabbs writes.
    std::size_t touching(const lbx_scene_trees &trees, const order &boxes, scene_cursor &at,
                         span<scene_touch> out, const scene_query &query = {}) const {
        return checked(lbx_scene_touching(data(), &trees, boxes.data(), &query, &at,
                                          detail::room(out), out.size()));
    }
    /// The same, returned in a vector.
    std::vector<scene_touch> touching(const lbx_scene_trees &trees, const order &boxes,
                                      const scene_query &query = {}) const {
        scene_cursor at = {};
        return detail::all_of<scene_touch>(
            [&](span<scene_touch> out) { return touching(trees, boxes, at, out, query); });
    }

  private:
    scene() noexcept = default;

    static lbx_scene_filter filter_of(const scene_filter &may, std::size_t n) {
        return {detail::output(may.mask, n), detail::output(may.skip_instance, n),
                detail::output(may.skip_triangle, n), 0};
    }

    detail::block memory_;
    std::size_t bytes_ = 0; // of the scene in it
};

/// @}

// ---------------------------------------------------------------------------------------------
/// @name Contacts
///
/// Where n pairs of shapes touch, how deep and which way. Each function writes to a target and
/// returns how many contacts it wrote, or returns all of them in a vector. Without a cursor, more
/// contacts than fit are an error, and the first ones are written then.
/// @{
// ---------------------------------------------------------------------------------------------

/// What is asked of n pairs, as lbx_contact_query says.
struct contact_query {
    float margin = 0;                   ///< shapes that are apart by up to this are in contact, too
    span<const std::uint8_t> axes = {}; ///< of the last step: n elements, or empty
    std::size_t *cursor = nullptr;      ///< where a call begins and the next goes on; may be null
};

/// A target of contacts, one after the other.
inline contacts_out contacts_out_of(span<contact> items) {
    if (items.empty()) return {};
    return lbx_contacts_out_of(items.data(), items.size());
}
/// The same, of a container of structures with a contact as a member.
template <class C, class S> contacts_out contacts_out_of(C &items, contact S::*member) {
    if (!std::size(items)) return {};
    contacts_out out = lbx_contacts_out_of(&(std::data(items)->*member), std::size(items));
    out.stride = detail::stride_of(items);
    return out;
}

namespace detail {

inline lbx_contact_query asked(const contact_query &query, std::size_t n) {
    return {query.margin, output(query.axes, n), query.cursor};
}

// Calls a function of C from the query's cursor, or else from the first item, to the last item.
template <class Call, class A, class B>
std::vector<contact> all_contacts(Call call, const A &a, const B &b, std::size_t n,
                                  const contact_query &query) {
    std::size_t first = 0;
    lbx_contact_query rest = asked(query, n);
    if (!rest.cursor) rest.cursor = &first;
    std::vector<contact> found;
    for (std::size_t have = 0, room = 1024;; room *= 2) {
        found.resize(have + (room < n ? room : n));
        const contacts_out out = contacts_out_of({found.data() + have, found.size() - have});
        have += checked(call(&a, &b, n, &rest, &out));
        if (*rest.cursor >= n) {
            found.resize(have);
            return found;
        }
    }
}

} // namespace detail

/// Calls lbx_obb_obb_contacts.
inline std::size_t obb_obb_contacts(const obbs &a, const obbs &b, std::size_t n,
                                    const contacts_out &out, const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_obb_obb_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> obb_obb_contacts(const obbs &a, const obbs &b, std::size_t n,
                                             const contact_query &query = {}) {
    return detail::all_contacts(lbx_obb_obb_contacts, a, b, n, query);
}

/// Calls lbx_sphere_sphere_contacts.
inline std::size_t sphere_sphere_contacts(const spheres &a, const spheres &b, std::size_t n,
                                          const contacts_out &out,
                                          const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_sphere_sphere_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> sphere_sphere_contacts(const spheres &a, const spheres &b,
                                                   std::size_t n, const contact_query &query = {}) {
    return detail::all_contacts(lbx_sphere_sphere_contacts, a, b, n, query);
}

/// Calls lbx_sphere_capsule_contacts.
inline std::size_t sphere_capsule_contacts(const spheres &a, const capsules &b, std::size_t n,
                                           const contacts_out &out,
                                           const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_sphere_capsule_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> sphere_capsule_contacts(const spheres &a, const capsules &b,
                                                    std::size_t n,
                                                    const contact_query &query = {}) {
    return detail::all_contacts(lbx_sphere_capsule_contacts, a, b, n, query);
}

/// Calls lbx_sphere_obb_contacts.
inline std::size_t sphere_obb_contacts(const spheres &a, const obbs &b, std::size_t n,
                                       const contacts_out &out, const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_sphere_obb_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> sphere_obb_contacts(const spheres &a, const obbs &b, std::size_t n,
                                                const contact_query &query = {}) {
    return detail::all_contacts(lbx_sphere_obb_contacts, a, b, n, query);
}

/// Calls lbx_sphere_triangle_contacts.
inline std::size_t sphere_triangle_contacts(const spheres &a, const triangles &b, std::size_t n,
                                            const contacts_out &out,
                                            const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_sphere_triangle_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> sphere_triangle_contacts(const spheres &a, const triangles &b,
                                                     std::size_t n,
                                                     const contact_query &query = {}) {
    return detail::all_contacts(lbx_sphere_triangle_contacts, a, b, n, query);
}

/// Calls lbx_capsule_capsule_contacts.
inline std::size_t capsule_capsule_contacts(const capsules &a, const capsules &b, std::size_t n,
                                            const contacts_out &out,
                                            const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_capsule_capsule_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> capsule_capsule_contacts(const capsules &a, const capsules &b,
                                                     std::size_t n,
                                                     const contact_query &query = {}) {
    return detail::all_contacts(lbx_capsule_capsule_contacts, a, b, n, query);
}

/// Calls lbx_capsule_obb_contacts.
inline std::size_t capsule_obb_contacts(const capsules &a, const obbs &b, std::size_t n,
                                        const contacts_out &out, const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_capsule_obb_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> capsule_obb_contacts(const capsules &a, const obbs &b, std::size_t n,
                                                 const contact_query &query = {}) {
    return detail::all_contacts(lbx_capsule_obb_contacts, a, b, n, query);
}

/// Calls lbx_triangle_capsule_contacts.
inline std::size_t triangle_capsule_contacts(const triangles &a, const capsules &b, std::size_t n,
                                             const contacts_out &out,
                                             const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_triangle_capsule_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> triangle_capsule_contacts(const triangles &a, const capsules &b,
                                                      std::size_t n,
                                                      const contact_query &query = {}) {
    return detail::all_contacts(lbx_triangle_capsule_contacts, a, b, n, query);
}

/// Calls lbx_triangle_obb_contacts.
inline std::size_t triangle_obb_contacts(const triangles &a, const obbs &b, std::size_t n,
                                         const contacts_out &out, const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_triangle_obb_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> triangle_obb_contacts(const triangles &a, const obbs &b, std::size_t n,
                                                  const contact_query &query = {}) {
    return detail::all_contacts(lbx_triangle_obb_contacts, a, b, n, query);
}

/// Calls lbx_plane_sphere_contacts.
inline std::size_t plane_sphere_contacts(const planes &a, const spheres &b, std::size_t n,
                                         const contacts_out &out, const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_plane_sphere_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> plane_sphere_contacts(const planes &a, const spheres &b, std::size_t n,
                                                  const contact_query &query = {}) {
    return detail::all_contacts(lbx_plane_sphere_contacts, a, b, n, query);
}

/// Calls lbx_plane_capsule_contacts.
inline std::size_t plane_capsule_contacts(const planes &a, const capsules &b, std::size_t n,
                                          const contacts_out &out,
                                          const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_plane_capsule_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> plane_capsule_contacts(const planes &a, const capsules &b,
                                                   std::size_t n, const contact_query &query = {}) {
    return detail::all_contacts(lbx_plane_capsule_contacts, a, b, n, query);
}

/// Calls lbx_plane_obb_contacts.
inline std::size_t plane_obb_contacts(const planes &a, const obbs &b, std::size_t n,
                                      const contacts_out &out, const contact_query &query = {}) {
    const lbx_contact_query asked = detail::asked(query, n);
    return checked(lbx_plane_obb_contacts(&a, &b, n, &asked, &out));
}
/// The same, returned in a vector.
inline std::vector<contact> plane_obb_contacts(const planes &a, const obbs &b, std::size_t n,
                                               const contact_query &query = {}) {
    return detail::all_contacts(lbx_plane_obb_contacts, a, b, n, query);
}

/// @}

} // namespace lanebox

#endif // C++17
#endif
