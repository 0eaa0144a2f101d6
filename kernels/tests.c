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

ptrdiff_t lbx_obb_obb(const lbx_obbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                      uint8_t *hits) {
    struct opened o;
    return open_test(&o, lbx_operand_obbs, a, lbx_operand_obbs, b, n, flags)
               ? o.table->obb_obb(&o.a, &o.b, n, flags, hits)
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
