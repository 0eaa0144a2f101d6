// SPDX-License-Identifier: MIT
// The public searches: their arguments are checked here, and poses become motions.
#include "kernels/api/floats.h"

#include <math.h>

#include "kernels/api/entries.h"
#include "kernels/api/resolve.h"
#include "meeting.h"

ENTRIES(lbx_meet, meet);

#define UNIT_TOLERANCE 0x1p-20
// Vertices are within 2^58 along x, y and z: meshes whose frames are farther apart than FAR do not
// touch, and are not within DISTANCE_MAX of each other.
#define FAR 0x1p62
#define DISTANCE_MAX 0x1p60f

static bool is_pose(const lbx_rigid_pose *p) {
    double square = 0;
    for (int k = 0; k < 4; k++) square += p->rotation[k] * p->rotation[k];
    for (int c = 0; c < 3; c++) {
        if (!isfinite(p->position[c])) return false;
    }
    return fabs(sqrt(square) - 1) <= UNIT_TOLERANCE; // false for NaN
}

// The matrix of the quaternion, normalised. Its entries are off by 2^-49 at most.
static void turn_of(const lbx_rigid_pose *p, double turn[3][3]) {
    const double *const q = p->rotation;
    const double twice = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        turn[i][i] = 1 - twice * (q[j] * q[j] + q[k] * q[k]);
        turn[i][j] = twice * (q[i] * q[j] - q[k] * q[3]);
        turn[i][k] = twice * (q[i] * q[k] + q[j] * q[3]);
    }
}

// shift + turn x
static void move(const double turn[3][3], const double x[3], const double shift[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = turn[i][0] * x[0] + turn[i][1] * x[1] + turn[i][2] * x[2] + shift[i];
}

static double largest_of(const double x[3]) {
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

// The motions between two trees at their poses; false if they are too far apart to touch.
static bool place(struct lbx_meeting *m, const lbx_rigid_pose *a_pose,
                  const lbx_rigid_pose *b_pose) {
    const struct lbx_tree_header *const a = m->a.header, *const b = m->b.header;
    static const double zero[3] = {0, 0, 0};
    double a_turn[3][3], b_turn[3][3], a_back[3][3], between[3], a_origin[3], b_origin[3];
    for (int c = 0; c < 3; c++) {
        between[c] = b_pose->position[c] - a_pose->position[c];
        a_origin[c] = (double)a->origin[c];
        b_origin[c] = (double)b->origin[c];
    }
    if (!(largest_of(between) <= FAR)) return false;
    turn_of(a_pose, a_turn);
    turn_of(b_pose, b_turn);
    struct lbx_motion *const v = &m->b_to_a, *const into_b = &m->boxes[0],
                             *const into_a = &m->boxes[1];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            a_back[i][k] = a_turn[k][i];
            v->turn[i][k] = a_turn[0][i] * b_turn[0][k] + a_turn[1][i] * b_turn[1][k] +
                            a_turn[2][i] * b_turn[2][k];
            into_a->turn[i][k] = into_b->turn[k][i] = v->turn[i][k];
            into_a->rounded[i][k] = into_b->rounded[k][i] = (float)v->turn[i][k];
        }
    }
    move((const double(*)[3])a_back, between, zero, v->shift);
    double from[3];
    for (int c = 0; c < 3; c++) from[c] = v->shift[c] - a_origin[c];
    move((const double(*)[3])v->turn, b_origin, from, into_a->shift);
    double back[3];
    for (int c = 0; c < 3; c++) {
        from[c] = a_origin[c] - v->shift[c];
        back[c] = -b_origin[c];
    }
    move((const double(*)[3])into_b->turn, from, back, into_b->shift);
    const double far = largest_of(v->shift) + largest_of(a_origin) + largest_of(b_origin);
    m->grow = (float)(GROW_SIZE * (double)(a->size + b->size) +
                      GROW_REACH * (double)(a->reach + b->reach) + GROW_FAR * far +
                      (1 + GROW_DISTANCE) * (double)m->distance);
    m->far = largest_of(v->shift);
    m->extra = (float)(EXTRA * m->far + EXTRA_LEAST);
    return true;
}

// Does what `m` asks for.
static ptrdiff_t search(struct lbx_meeting *m, const void *a, const lbx_rigid_pose *a_pose,
                        const void *b, const lbx_rigid_pose *b_pose, unsigned flags,
                        lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts) {
    if (!a_pose || !b_pose) return LBX_ERROR_NULL;
    int error = lbx_tree_open(&m->a, a);
    if (!error) error = lbx_tree_open(&m->b, b);
    if (error) return error;
    if (!is_pose(a_pose) || !is_pose(b_pose)) return LBX_ERROR_FORMAT;
    m->touch = lbx_triangles_touch;
    m->fuse = !(flags & LBX_REPRODUCIBLE);
    m->any = (flags & LBX_ANY) != 0;
    m->pairs = pairs;
    m->room = pairs ? room : SIZE_MAX;
    if (place(m, a_pose, b_pose)) ACTIVE(meet)(m);
    if (counts) *counts = m->counts;
    return m->counts.pairs > m->room ? LBX_ERROR_COUNT : (ptrdiff_t)m->counts.pairs;
}

static bool are_flags(unsigned flags) {
    return !(flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_ANY));
}

ptrdiff_t lbx_obb_tree_collide(const void *a, const lbx_rigid_pose *a_pose, const void *b,
                               const lbx_rigid_pose *b_pose, unsigned flags, lbx_pair *pairs,
                               size_t room, lbx_obb_tree_counts *counts) {
    struct lbx_meeting m = {.near_too = false};
    if (!are_flags(flags)) return LBX_ERROR_FLAGS;
    return search(&m, a, a_pose, b, b_pose, flags, pairs, room, counts);
}

ptrdiff_t lbx_obb_tree_within(const void *a, const lbx_rigid_pose *a_pose, const void *b,
                              const lbx_rigid_pose *b_pose, float d, unsigned flags,
                              lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts) {
    struct lbx_meeting m = {.near_too = true, .distance = d};
    if (!are_flags(flags)) return LBX_ERROR_FLAGS;
    if (!(d >= 0 && d <= DISTANCE_MAX)) return LBX_ERROR_DISTANCE;
    return search(&m, a, a_pose, b, b_pose, flags, pairs, room, counts);
}
