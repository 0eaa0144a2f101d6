// SPDX-License-Identifier: MIT
// The public tests: flags and views are checked here, then the active table's kernel runs.
#include "table.h"

// What a test needs to run.
struct opened {
    const struct lbx_table *table;
    struct lbx_operand a, b;
    ptrdiff_t answer; // where there is nothing to run: an error, or no hits
};

// Inlined, so that the operands are made by direct calls.
static inline __attribute__((always_inline)) bool open_test(struct opened *o,
                                                            lbx_make_operand *make_a, const void *a,
                                                            lbx_make_operand *make_b, const void *b,
                                                            size_t n, unsigned flags) {
    o->answer = flags & ~(unsigned)LBX_REPRODUCIBLE ? LBX_ERROR_FLAGS : 0;
    if (o->answer || n == 0) return false;
    o->table = lbx_table_active();
    o->answer = make_a(&o->a, a, n, o->table);
    if (!o->answer) o->answer = make_b(&o->b, b, n, o->table);
    return !o->answer;
}

ptrdiff_t lbx_aabb_aabb(const lbx_aabbs *a, const lbx_aabbs *b, size_t n, unsigned flags,
                        uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_aabbs, a, lbx_operand_aabbs, b, n, flags)
               ? o.table->aabb_aabb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_ray_aabb(const lbx_rays *rays, const lbx_aabbs *boxes, size_t n, unsigned flags,
                       uint8_t *hits, float *t_enter, float *t_exit) {
    struct opened o;
    return open_test(&o, lbx_operand_rays, rays, lbx_operand_aabbs, boxes, n, flags)
               ? o.table->ray_aabb(&o.a, &o.b, n, flags, hits, t_enter, t_exit)
               : o.answer;
}

ptrdiff_t lbx_ray_obb(const lbx_rays *rays, const lbx_obbs *boxes, size_t n, unsigned flags,
                      uint8_t *hits, float *t_enter, float *t_exit) {
    struct opened o;
    return open_test(&o, lbx_operand_rays_dir, rays, lbx_operand_obbs, boxes, n, flags)
               ? o.table->ray_obb(&o.a, &o.b, n, flags, hits, t_enter, t_exit)
               : o.answer;
}

ptrdiff_t lbx_aabb_obb(const lbx_aabbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                       uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_aabbs, a, lbx_operand_obbs, b, n, flags)
               ? o.table->aabb_obb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_obb_obb(const lbx_obbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                      uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_obbs, a, lbx_operand_obbs, b, n, flags)
               ? o.table->obb_obb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_segment_aabb(const lbx_segments *segments, const lbx_aabbs *boxes, size_t n,
                           unsigned flags, uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_segments, segments, lbx_operand_aabbs, boxes, n, flags)
               ? o.table->segment_aabb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_segment_obb(const lbx_segments *segments, const lbx_obbs *boxes, size_t n,
                          unsigned flags, uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_segments, segments, lbx_operand_obbs, boxes, n, flags)
               ? o.table->segment_obb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_triangle_aabb(const lbx_triangles *triangles, const lbx_aabbs *boxes, size_t n,
                            unsigned flags, uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_triangles, triangles, lbx_operand_aabbs, boxes, n, flags)
               ? o.table->triangle_aabb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_triangle_obb(const lbx_triangles *triangles, const lbx_obbs *boxes, size_t n,
                           unsigned flags, uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_triangles, triangles, lbx_operand_obbs, boxes, n, flags)
               ? o.table->triangle_obb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_sphere_sphere(const lbx_spheres *a, const lbx_spheres *b, size_t n, unsigned flags,
                            uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_spheres, a, lbx_operand_spheres, b, n, flags)
               ? o.table->sphere_sphere(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_sphere_aabb(const lbx_spheres *spheres, const lbx_aabbs *boxes, size_t n,
                          unsigned flags, uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_spheres, spheres, lbx_operand_aabbs, boxes, n, flags)
               ? o.table->sphere_aabb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

ptrdiff_t lbx_sphere_obb(const lbx_spheres *spheres, const lbx_obbs *boxes, size_t n,
                         unsigned flags, uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_spheres, spheres, lbx_operand_obbs, boxes, n, flags)
               ? o.table->sphere_obb(&o.a, &o.b, n, flags, hits)
               : o.answer;
}

// --- classes ---

ptrdiff_t lbx_obb_obb_prejudge(const lbx_obbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                               uint8_t *classes) {
    struct opened o;
    return open_test(&o, lbx_operand_obbs, a, lbx_operand_obbs, b, n, flags)
               ? o.table->obb_obb_prejudge(&o.a, &o.b, n, flags, classes)
               : o.answer;
}

ptrdiff_t lbx_plane_aabb(const lbx_planes *planes, const lbx_aabbs *boxes, size_t n, unsigned flags,
                         uint8_t *sides) {
    struct opened o;
    return open_test(&o, lbx_operand_planes, planes, lbx_operand_aabbs, boxes, n, flags)
               ? o.table->plane_aabb(&o.a, &o.b, n, flags, sides)
               : o.answer;
}

ptrdiff_t lbx_plane_obb(const lbx_planes *planes, const lbx_obbs *boxes, size_t n, unsigned flags,
                        uint8_t *sides) {
    struct opened o;
    return open_test(&o, lbx_operand_planes, planes, lbx_operand_obbs, boxes, n, flags)
               ? o.table->plane_obb(&o.a, &o.b, n, flags, sides)
               : o.answer;
}

// --- sweeps: a side is a view and its motions ---

ptrdiff_t lbx_aabb_aabb_sweep(const lbx_aabbs *a, const lbx_motions *a_motions, const lbx_aabbs *b,
                              const lbx_motions *b_motions, size_t n, unsigned flags, uint8_t *hits,
                              float *u_first, float *u_last) {
    struct opened x, y;
    if (!open_test(&x, lbx_operand_aabbs, a, lbx_operand_motions, a_motions, n, flags))
        return x.answer;
    if (!open_test(&y, lbx_operand_aabbs, b, lbx_operand_motions, b_motions, n, flags))
        return y.answer;
    return x.table->aabb_aabb_sweep(&x.a, &x.b, &y.a, &y.b, n, flags, hits, u_first, u_last);
}

ptrdiff_t lbx_sphere_sphere_sweep(const lbx_spheres *a, const lbx_motions *a_motions,
                                  const lbx_spheres *b, const lbx_motions *b_motions, size_t n,
                                  unsigned flags, uint8_t *hits, float *u_first, float *u_last) {
    struct opened x, y;
    if (!open_test(&x, lbx_operand_spheres, a, lbx_operand_motions, a_motions, n, flags))
        return x.answer;
    if (!open_test(&y, lbx_operand_spheres, b, lbx_operand_motions, b_motions, n, flags))
        return y.answer;
    return x.table->sphere_sphere_sweep(&x.a, &x.b, &y.a, &y.b, n, flags, hits, u_first, u_last);
}

ptrdiff_t lbx_sphere_plane_sweep(const lbx_spheres *spheres, const lbx_motions *motions,
                                 const lbx_planes *planes, size_t n, unsigned flags, uint8_t *hits,
                                 float *u_first, float *const point[3]) {
    static float *const unwanted[3] = {NULL, NULL, NULL};
    struct opened o;
    struct lbx_operand against;
    if (!open_test(&o, lbx_operand_spheres, spheres, lbx_operand_motions, motions, n, flags))
        return o.answer;
    const ptrdiff_t error = lbx_operand_planes(&against, planes, n, o.table);
    if (error) return error;
    if (!point) point = unwanted;
    if (!point[0] != !point[1] || !point[0] != !point[2]) return LBX_ERROR_NULL;
    return o.table->sphere_plane_sweep(&o.a, &o.b, &against, n, flags, hits, u_first, point);
}
