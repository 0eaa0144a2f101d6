// SPDX-License-Identifier: MIT
// The public tests and conversions. Flags and views are checked here, then the active table's
// kernel runs. list.h says how each function is made; OWN marks functions that are like no other.
#include "floats.h"

#include <float.h>

#include "views.h"

// What a call needs to run: one operand per view, in the order of its arguments.
struct opened {
    struct lbx_lists lists;
    struct lbx_operand views[4];
    ptrdiff_t answer; // if there is nothing to run: an error, or no hits
};

// This is inlined, so that the operands are made by direct calls.
INLINE bool open_call(struct opened *o, size_t n, unsigned flags) {
    o->answer = flags & ~(unsigned)LBX_REPRODUCIBLE ? LBX_ERROR_FLAGS : 0;
    if (o->answer || n == 0) return false;
    o->lists.table = lbx_table_active();
    o->lists.list = NULL;
    return true;
}

INLINE bool open_view(struct opened *o, int at, lbx_make_operand *make, const void *view,
                      size_t n) {
    o->answer = make(&o->views[at], view, n, &o->lists);
    return !o->answer;
}

INLINE bool open_two(struct opened *o, lbx_make_operand *make_a, const void *a,
                     lbx_make_operand *make_b, const void *b, size_t n, unsigned flags) {
    return open_call(o, n, flags) && open_view(o, 0, make_a, a, n) && open_view(o, 1, make_b, b, n);
}

static bool is_distance(float d) {
    return d >= 0 && d <= FLT_MAX;
}

#define CALL(name, made, ...) CALL_##made(name, __VA_ARGS__)
#define CALL_OWN(name, ...)

// --- tests ---

// Calls that do not take the short path have a stack frame of their own.
#define OPENED __attribute__((noinline)) static ptrdiff_t
#define IF_FEW(name, first, a, second, b)                                                          \
    struct lbx_dense few[2];                                                                       \
    if (n - 1 < LBX_FEW && flags <= LBX_REPRODUCIBLE && dense_##first(&few[0], a, n) &&            \
        dense_##second(&few[1], b, n) && few[0].kind + few[1].kind != 2 * LBX_PICK_ONE)

// Tests of two views that write a mask, or one class per item.
#define CALL_VIEWS(name, first, second)                                                            \
    OPENED name##_opened(const lbx_##first *a, const lbx_##second *b, size_t n, unsigned flags,    \
                         uint8_t *answers) {                                                       \
        struct opened o;                                                                           \
        return open_two(&o, lbx_operand_##first, a, lbx_operand_##second, b, n, flags)             \
                   ? o.lists.table->name(o.views, n, flags, answers, NULL)                         \
                   : o.answer;                                                                     \
    }                                                                                              \
    ptrdiff_t lbx_##name(const lbx_##first *a, const lbx_##second *b, size_t n, unsigned flags,    \
                         uint8_t *answers) {                                                       \
        IF_FEW(name, first, a, second, b)                                                          \
        return lbx_table_active()->name##_few(&few[0], &few[1], n, flags, answers, NULL);          \
        return name##_opened(a, b, n, flags, answers);                                             \
    }

// Tests of two views and a distance that write a mask.
#define CALL_WITHIN(name, first, second)                                                           \
    OPENED name##_opened(const lbx_##first *a, const lbx_##second *b, float d, size_t n,           \
                         unsigned flags, uint8_t *hits) {                                          \
        struct opened o;                                                                           \
        if (flags <= LBX_REPRODUCIBLE && !is_distance(d)) return LBX_ERROR_DISTANCE;               \
        if (!open_two(&o, lbx_operand_##first, a, lbx_operand_##second, b, n, flags))              \
            return o.answer;                                                                       \
        o.views[0].distance = d;                                                                   \
        return o.lists.table->name(o.views, n, flags, hits, NULL);                                 \
    }                                                                                              \
    ptrdiff_t lbx_##name(const lbx_##first *a, const lbx_##second *b, float d, size_t n,           \
                         unsigned flags, uint8_t *hits) {                                          \
        IF_FEW(name, first, a, second, b) {                                                        \
            if (!is_distance(d)) return LBX_ERROR_DISTANCE;                                        \
            few[0].distance = d;                                                                   \
            return lbx_table_active()->name##_few(&few[0], &few[1], n, flags, hits, NULL);         \
        }                                                                                          \
        return name##_opened(a, b, d, n, flags, hits);                                             \
    }

// Tests of rays, which are read as the argument says. They write a mask, and arrays that describe
// each contact.
#define CALL_RAYS(name, read, second) CALL_OF_RAYS(name, read, second, RANGE)
#define CALL_CONTACTS(name, read, second) CALL_OF_RAYS(name, read, second, CONTACT)
#define OUT_RANGE float *t_enter, float *t_exit
#define ARRAYS_RANGE t_enter, t_exit
#define OUT_CONTACT float *t, float *u, float *v
#define ARRAYS_CONTACT t, u, v
#define CALL_OF_RAYS(name, read, second, out)                                                      \
    OPENED name##_opened(const lbx_rays *rays, const lbx_##second *others, size_t n,               \
                         unsigned flags, uint8_t *hits, OUT_##out) {                               \
        struct opened o;                                                                           \
        return open_two(&o, lbx_operand_##read, rays, lbx_operand_##second, others, n, flags)      \
                   ? o.lists.table->name(o.views, n, flags, hits, (float *[]){ARRAYS_##out})       \
                   : o.answer;                                                                     \
    }                                                                                              \
    ptrdiff_t lbx_##name(const lbx_rays *rays, const lbx_##second *others, size_t n,               \
                         unsigned flags, uint8_t *hits, OUT_##out) {                               \
        IF_FEW(name, read, rays, second, others)                                                   \
        return lbx_table_active()->name##_few(&few[0], &few[1], n, flags, hits,                    \
                                              (float *[]){ARRAYS_##out});                          \
        return name##_opened(rays, others, n, flags, hits, ARRAYS_##out);                          \
    }

// Sweeps: a side is a view and its motions.
#define CALL_SWEEP(name, first, second)                                                            \
    ptrdiff_t lbx_##name(const lbx_##first *a, const lbx_motions *a_motions,                       \
                         const lbx_##second *b, const lbx_motions *b_motions, size_t n,            \
                         unsigned flags, uint8_t *hits, float *u_first, float *u_last) {           \
        struct opened o;                                                                           \
        return open_two(&o, lbx_operand_##first, a, lbx_operand_motions, a_motions, n, flags) &&   \
                       open_view(&o, 2, lbx_operand_##second, b, n) &&                             \
                       open_view(&o, 3, lbx_operand_motions, b_motions, n)                         \
                   ? o.lists.table->name(o.views, n, flags, hits, (float *[]){u_first, u_last})    \
                   : o.answer;                                                                     \
    }

TESTS(CALL)

ptrdiff_t lbx_sphere_plane_sweep(const lbx_spheres *spheres, const lbx_motions *motions,
                                 const lbx_planes *planes, size_t n, unsigned flags, uint8_t *hits,
                                 float *u_first, float *const point[3]) {
    static float *const unwanted[3] = {NULL, NULL, NULL};
    struct opened o;
    if (!open_two(&o, lbx_operand_spheres, spheres, lbx_operand_motions, motions, n, flags) ||
        !open_view(&o, 2, lbx_operand_planes, planes, n))
        return o.answer;
    if (!point) point = unwanted;
    if (!point[0] != !point[1] || !point[0] != !point[2]) return LBX_ERROR_NULL;
    return o.lists.table->sphere_plane_sweep(o.views, n, flags, hits,
                                             (float *[]){u_first, point[0], point[1], point[2]});
}

ptrdiff_t lbx_ray_aabb8(const lbx_rays *rays, const lbx_aabb8s *nodes, size_t n, unsigned flags,
                        uint8_t *masks, float *t_enter) {
    struct opened o;
    return open_two(&o, lbx_operand_rays, rays, lbx_operand_aabb8s, nodes, n, flags)
               ? o.lists.table->ray_aabb8(o.views, n, flags, masks, (float *[]){t_enter})
               : o.answer;
}

// --- conversions ---

#define CALL_VIEW(name, first, made)                                                               \
    ptrdiff_t lbx_##name(const lbx_##first *from, size_t n, const lbx_##made##_out *out) {         \
        struct opened o;                                                                           \
        struct lbx_target to;                                                                      \
        if (!open_call(&o, n, 0) || !open_view(&o, 0, lbx_operand_##first, from, n))               \
            return o.answer;                                                                       \
        const ptrdiff_t error = lbx_target_##made(&to, out, n);                                    \
        return error ? error : o.lists.table->name(o.views, n, &to);                               \
    }

CONVERSIONS(CALL)

ptrdiff_t lbx_obbs_transform(const lbx_obbs *boxes, const lbx_poses *poses, size_t n,
                             const lbx_obbs_out *out) {
    struct opened o;
    struct lbx_target to;
    if (!open_two(&o, lbx_operand_obbs, boxes, lbx_operand_poses, poses, n, 0)) return o.answer;
    const ptrdiff_t error = lbx_target_obbs(&to, out, n);
    return error ? error : o.lists.table->obbs_transform(o.views, n, &to);
}
