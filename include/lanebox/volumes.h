// SPDX-License-Identifier: MIT
/// @file lanebox/volumes.h
/// Bounding volumes of meshes: oriented and axis-aligned boxes, spheres, capsules, and boxes that
/// stay valid while the mesh turns. Normals of triangles.
///
/// docs/use/volumes.md tells how each is fitted, how tight it is and what it costs. Nothing here
/// allocates.
///
/// Which box does a triangle soup fit into?
///
/// @code
/// const float corners[6][3] = {{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {0, 0, 0}, {4, 2, 0}, {0, 2, 1}};
/// const lbx_mesh mesh = lbx_mesh_of(corners[0], 6, sizeof *corners, NULL, 2);
/// struct { float center[3], half[3], axis[9]; } box;
/// const lbx_obbs_out out = lbx_obbs_out_of(box.center, box.half, box.axis, 1, sizeof box);
/// ptrdiff_t fitted = lbx_obb_fit(&mesh, NULL, 1, &out);   // 1
/// @endcode
#ifndef LANEBOX_VOLUMES_H
#define LANEBOX_VOLUMES_H

#include "../lanebox.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Triangles that share vertices. The range is coordinates up to 2^58, so that every fitted volume
/// lies within the range of its view (2^60). Slivers, segments and points are allowed as triangles.
/// Vertices that no triangle names may be read, but change nothing.
typedef struct lbx_mesh {
    const float *position[3]; ///< x y z of vertex 0
    size_t vertex_count;      ///< vertices behind each pointer
    size_t stride;            ///< bytes from one vertex to the next, a multiple of 4; 0 is dense
    const uint32_t *indices;  ///< three per triangle; NULL: triangle t is 3t, 3t+1, 3t+2
    size_t triangle_count;    ///< at least 1
} lbx_mesh;

/// A range of a mesh's triangles. A volume is fitted to each part by itself. Parts may overlap.
typedef struct lbx_part {
    size_t first; ///< its first triangle
    size_t count; ///< at least 1
} lbx_part;

/// A mesh of an array of structures, or of packed x y z: `positions` points to x y z of vertex 0.
static inline lbx_mesh lbx_mesh_of(const float *positions, size_t vertex_count, size_t stride,
                                   const uint32_t *indices, size_t triangle_count) {
    lbx_mesh mesh = {{NULL, NULL, NULL}, 0, 0, NULL, 0};
    for (int c = 0; c < 3; c++) mesh.position[c] = positions + c;
    mesh.vertex_count = vertex_count;
    mesh.stride = lbx_stride_of(vertex_count, stride);
    mesh.indices = indices;
    mesh.triangle_count = triangle_count;
    return mesh;
}

/// Marks the triangles for which fits and trees refuse a mesh: those with an index beyond the
/// vertices, or with a coordinate that is a NaN, infinite or beyond 2^58. Returns how many there
/// are, or the errors of a mesh that fits return before they look at its triangles.
/// @param refused a bit per triangle, the lowest first, (triangle_count + 7) / 8 bytes; may be NULL
LBX_API LBX_NODISCARD ptrdiff_t lbx_mesh_check(const lbx_mesh *mesh, uint8_t *refused);

/// The number that stands for no triangle, as searches by rays write it for a miss.
#define LBX_NO_TRIANGLE UINT32_MAX

/// Writes the unit normals of n triangles, such as those that rays hit: the direction of (v1 - v0)
/// x (v2 - v0), from where v0, v1, v2 run counterclockwise. Each component is within 0.501 ulp of
/// the exact one, for slivers and vertices of any scale too, and none is -0. A triangle without an
/// area gets 0 0 0, and so does LBX_NO_TRIANGLE. Returns n; with n = 0 it returns 0, whatever the
/// arguments hold.
///
/// Errors are found before anything is written, in this order: those of a mesh that fits return
/// before they look at its triangles; LBX_ERROR_COUNT if n is too large; LBX_ERROR_INDEX for a
/// triangle or a vertex beyond the mesh; LBX_ERROR_MESH for a triangle that lbx_mesh_check marks
/// by a coordinate; LBX_ERROR_NULL and LBX_ERROR_STRIDE of the target. Other triangles may be bad.
/// @param triangles the numbers of n triangles; NULL: 0 to n - 1
/// @param normal where to write x, y and z of item 0
/// @param stride bytes from one item to the next, a multiple of 4; 0 is dense
LBX_API LBX_NODISCARD ptrdiff_t lbx_mesh_normals(const lbx_mesh *mesh, const uint32_t *triangles,
                                                 size_t n, float *const normal[3], size_t stride);

/// A target in an array of structures, as lbx_obbs_of makes a view of one. `axis` is axis 0 x y z,
/// axis 1 x y z, axis 2 x y z.
static inline lbx_obbs_out lbx_obbs_out_of(float *center, float *half, float *axis, size_t count,
                                           size_t stride) {
    lbx_obbs_out out;
    for (int c = 0; c < 3; c++) {
        out.center[c] = center + c;
        out.half[c] = half + c;
        for (int k = 0; k < 3; k++) out.axis[k][c] = axis + 3 * k + c;
    }
    out.count = count;
    out.stride = lbx_stride_of(count, stride);
    return out;
}

/// The same for axis-aligned boxes.
static inline lbx_aabbs_out lbx_aabbs_out_of(float *min, float *max, size_t count, size_t stride) {
    lbx_aabbs_out out;
    for (int c = 0; c < 3; c++) {
        out.min[c] = min + c;
        out.max[c] = max + c;
    }
    out.count = count;
    out.stride = lbx_stride_of(count, stride);
    return out;
}

/// The same for spheres.
static inline lbx_spheres_out lbx_spheres_out_of(float *center, float *radius, size_t count,
                                                 size_t stride) {
    lbx_spheres_out out;
    for (int c = 0; c < 3; c++) out.center[c] = center + c;
    out.radius = radius;
    out.count = count;
    out.stride = lbx_stride_of(count, stride);
    return out;
}

/// The same for capsules.
static inline lbx_capsules_out lbx_capsules_out_of(float *start, float *end, float *radius,
                                                   size_t count, size_t stride) {
    lbx_capsules_out out;
    for (int c = 0; c < 3; c++) {
        out.start[c] = start + c;
        out.end[c] = end + c;
    }
    out.radius = radius;
    out.count = count;
    out.stride = lbx_stride_of(count, stride);
    return out;
}

// ---------------------------------------------------------------------------------------------
/// @name Fits
///
/// A fit takes n parts of a mesh, writes item i of `out` for part i and returns n. If `parts` is
/// NULL, n must be 1 and the part is the whole mesh. With n = 0 a fit returns 0, whatever the views
/// hold.
///
/// Every vertex of a part's triangles lies within the part's volume. This holds exactly, for the
/// floats that are written, taken as real numbers. The bits are the same on every machine and from
/// every compiler. Every volume passes its view's check. Two parts of the same triangles in the
/// same order have the same volume, wherever the vertices lie and whether or not there are indices.
///
/// Errors are found before anything is written, in this order. For the mesh: LBX_ERROR_NULL;
/// LBX_ERROR_COUNT for no triangle or no vertex and, without indices, for fewer than three vertices
/// per triangle; LBX_ERROR_STRIDE. For the parts: LBX_ERROR_NULL if `parts` is NULL and n is not 1;
/// LBX_ERROR_COUNT for a part that is empty or ends beyond the mesh. For the parts' triangles:
/// LBX_ERROR_INDEX for an index beyond the vertices; LBX_ERROR_MESH for a coordinate that is NaN,
/// infinite or beyond 2^58, since a volume around the other vertices would belong to another mesh.
/// For `out`: the errors that conversions return.
///
/// The promises hold in round-to-nearest. With FTZ or DAZ on, nothing is promised for vertices with
/// denormal coordinates.
/// @{
// ---------------------------------------------------------------------------------------------

/// How finely lbx_obb_fit_hull slices a mesh.
enum {
    LBX_SLICES = 16,    ///< the slices that lbx_obb_fit passes to lbx_obb_fit_hull
    LBX_SLICES_MAX = 64 ///< the most slices that lbx_obb_fit_hull takes
};

/// The axis-aligned boxes, exactly.
LBX_API LBX_NODISCARD ptrdiff_t lbx_aabb_fit(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                                             const lbx_aabbs_out *out);

/// Oriented boxes along the principal axes of the surface: eigenvectors of the covariance of its
/// points, each triangle weighted by its area. Book 9.2.1.
///
/// Axes form a right-handed frame. A half extent exceeds half of the vertices' extent along its
/// axis by at most the sum of 2.4e-7 (2^-22) of that, 1.2e-7 (2^-23) of the center's distance from
/// the origin, 2^-45 of the box's diagonal, and 2^-148. The box is not the smallest one: the box of
/// a cube may come out turned, with up to 4.6 times the volume. If no triangle has an area, all
/// triangles have the same weight.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_fit_covariance(const lbx_mesh *mesh, const lbx_part *parts,
                                                       size_t n, const lbx_obbs_out *out);

/// Oriented boxes along the principal axes of a few outlying vertices: the outermost four of each
/// of `slices` slices across the longest side. Geng & Gao, 1.3.2.
///
/// Interior vertices and the density of triangles have less influence than on
/// lbx_obb_fit_covariance; single vertices that stick out have more.
/// @param slices from 1 to LBX_SLICES_MAX, otherwise LBX_ERROR_COUNT before all other errors
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_fit_hull(const lbx_mesh *mesh, const lbx_part *parts,
                                                 size_t n, unsigned slices,
                                                 const lbx_obbs_out *out);

/// The axis-aligned box or one of the two above, whichever has the least surface. Use this fit if
/// nothing is known about the meshes.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_fit(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                                            const lbx_obbs_out *out);

/// Oriented boxes of nearly the least volume, flat meshes by area: for what is fitted once and
/// tested often.
///
/// However it is turned, a cuboid's box has at most 1.00001 times its volume, and a flat mesh's at
/// most 1.001 times the least area, but for what floats round. Other boxes may be larger than the
/// least by some hundredths. docs/use/volumes.md compares them with those of the fits above and of
/// CGAL's search, and says what they cost.
LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_fit_least(const lbx_mesh *mesh, const lbx_part *parts,
                                                  size_t n, const lbx_obbs_out *out);

/// Cubes that stay valid while the mesh turns about their center. When the mesh moves, only the
/// center has to be updated. Geng & Gao, 1.3.1, CAABB.
///
/// They are written as spheres, since a cube is given by its center and half its side: the cube is
/// center +- radius along x y z. The sphere contains the mesh, too. The center is the mean of the
/// triangles' centroids, rounded: it is off by at most 6.1e-8 (2^-24 + 2^-51) of itself, 2^-106 k^2
/// of the largest coordinate, k being the number of corners, and 2^-149. The radius is the distance
/// of the farthest vertex, rounded up: it is too large by at most 2.4e-7 (2^-22) of that distance.
/// Radii between 0 and 2^-60 are written as 2^-60.
LBX_API LBX_NODISCARD ptrdiff_t lbx_caabb_fit(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                                              const lbx_spheres_out *out);

/// Spheres whose radius is at most 1.05 times the least possible one, plus 1.2e-7 (2^-23) of the
/// center's distance from the origin and 2^-60. In practice it is within 1.001 times the least one.
LBX_API LBX_NODISCARD ptrdiff_t lbx_sphere_fit(const lbx_mesh *mesh, const lbx_part *parts,
                                               size_t n, const lbx_spheres_out *out);

/// Capsules along the longest side of one of the three boxes that lbx_obb_fit compares: of those
/// three, the one with the least volume. It is a sphere if its ends coincide.
///
/// The radius is at most 1.1 times that of the least capsule along the same axis, or of the least
/// sphere, plus 3.9e-6 (2^-18) of the ends' largest coordinate and 2^-60. The ends are as near to
/// each other as the radius allows. Radii between 0 and 2^-60 are written as 2^-60.
LBX_API LBX_NODISCARD ptrdiff_t lbx_capsule_fit(const lbx_mesh *mesh, const lbx_part *parts,
                                                size_t n, const lbx_capsules_out *out);

/// @}

#ifdef __cplusplus
}
#endif

#endif
