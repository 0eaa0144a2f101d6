// SPDX-License-Identifier: MIT
// The contact of a face of one oriented box and the face of another that is turned to it most: the
// second face is clipped to the prism above the first one. What is left is a polygon whose corners
// are among twelve slots: where each of its edges begins and ends, and the corners of the first
// face that lie over the second. Four of them are kept: the deepest one, the one farthest from it,
// and the farthest on either side of the line through these.
#ifndef LBX_FACE_CLIP_H
#define LBX_FACE_CLIP_H

#include "contact_lanes.h"

enum { EDGE_SLOTS = 8, SLOTS = 12 };

// The first face is x = top, |y| <= half[0], |z| <= half[1]. The second one is center + s u + t v,
// |s|, |t| <= 1.
struct faces {
    vf top, half[2], center[3], u[3], v[3];
};

struct slots {
    vf at[SLOTS][3];
    vm there[SLOTS];
};

struct picked {
    vf at[3], slot; // its number as bits
    vf key;         // the least one so far; of the lowest, INFINITY if there is no slot
    vm found;       // not of the lowest
};

FORCE_INLINE void pick(struct picked *p, vm there, vf key, const vf *at, vf slot) {
    const vm less = vm_and(there, vf_less(key, p->key));
    p->key = vm_select(less, key, p->key);
    p->slot = vm_select(less, slot, p->slot);
    for (int c = 0; c < 3; c++) p->at[c] = vm_select(less, at[c], p->at[c]);
}

#define SLOT(k) FEATURE_BITS((k) << 4)
static const float slot_bits[SLOTS] = {SLOT(0), SLOT(1), SLOT(2), SLOT(3), SLOT(4),  SLOT(5),
                                       SLOT(6), SLOT(7), SLOT(8), SLOT(9), SLOT(10), SLOT(11)};

// Clips the edge from `start` along `way` by 1 / way, and fills slots e and e + 4.
FORCE_INLINE void clip_edge(const struct faces *f, const vf *start, const vf *way,
                            const vf *inverse, unsigned e, struct slots *s, struct picked *lowest) {
    vf first = vf_set(0), last = vf_set(1);
    for (int c = 0; c < 2; c++) {
        const vf low = vf_mul(vf_sub(vf_negate(f->half[c]), start[1 + c]), inverse[c]);
        const vf high = vf_mul(vf_sub(f->half[c], start[1 + c]), inverse[c]);
        first = vf_max(vf_min(low, high), first);
        last = vf_min(vf_max(low, high), last);
    }
    s->there[e] = vf_at_most(first, last);
    s->there[e + 4] = vm_and(s->there[e], vf_less(last, vf_set(1)));
    for (int c = 0; c < 3; c++) {
        s->at[e][c] = vf_add(start[c], vf_mul(first, way[c]));
        s->at[e + 4][c] = vf_add(start[c], vf_mul(last, way[c]));
    }
    pick(lowest, s->there[e], s->at[e][0], s->at[e], vf_set(slot_bits[e]));
    pick(lowest, s->there[e + 4], s->at[e + 4][0], s->at[e + 4], vf_set(slot_bits[e + 4]));
}

#define NEAR_SQUARE 0x1p-20f  // points nearer than this squared are one
#define THIN 0x1p-60f         // a face of less area lies over no corner
#define NARROW 0x1p-10f       // a polygon narrower than this part of its length is a line
#define CROSSING_WAY 0x1p-40f // an edge that moves less across the prism crosses no side of it

FORCE_INLINE void clip_faces(const struct faces *f, struct slots *s, struct picked *lowest) {
    vf way[2][3], inverse[2][2];
    for (int c = 0; c < 3; c++) {
        way[0][c] = vf_mul(vf_set(-2), f->u[c]);
        way[1][c] = vf_mul(vf_set(-2), f->v[c]);
    }
    for (int d = 0; d < 2; d++) {
        for (int c = 0; c < 2; c++) {
            const vf x = way[d][1 + c];
            inverse[d][c] = vf_flip(vf_div(vf_set(1), vf_max(vf_abs(x), vf_set(CROSSING_WAY))), x);
        }
    }
    vf start[3];
    for (int c = 0; c < 3; c++) start[c] = vf_add(vf_add(f->center[c], f->u[c]), f->v[c]);
#pragma GCC unroll 1
    for (unsigned e = 0; e < 4; e++) {
        clip_edge(f, start, way[e % 2], inverse[e % 2], e, s, lowest);
        for (int c = 0; c < 3; c++) {
            start[c] = vf_add(start[c], way[e % 2][c]);
            way[e % 2][c] = vf_negate(way[e % 2][c]);
        }
        for (int c = 0; c < 2; c++) inverse[e % 2][c] = vf_negate(inverse[e % 2][c]);
    }
    // Corner (y, z) of the first face lies at s, t of the second one.
    const vf area = vf_sub(vf_mul(f->u[1], f->v[2]), vf_mul(f->u[2], f->v[1]));
    const vf inverse_area = vf_div(vf_set(1), area), most = vf_abs(area);
    vf corner[2] = {f->half[0], f->half[1]};
#pragma GCC unroll 1
    for (unsigned k = 0; k < 4; k++) {
        vf *const at = s->at[EDGE_SLOTS + k];
        at[1] = corner[0];
        at[2] = corner[1];
        corner[k % 2] = vf_negate(corner[k % 2]);
        const vf y = vf_sub(at[1], f->center[1]), z = vf_sub(at[2], f->center[2]);
        const vf along_u = vf_sub(vf_mul(y, f->v[2]), vf_mul(z, f->v[1]));
        const vf along_v = vf_sub(vf_mul(f->u[1], z), vf_mul(f->u[2], y));
        const vm inside =
            vm_and(vf_at_most(vf_abs(along_u), most), vf_at_most(vf_abs(along_v), most));
        s->there[EDGE_SLOTS + k] = vm_and(inside, vf_less(vf_set(THIN), most));
        const vf up = vf_add(vf_mul(along_u, f->u[0]), vf_mul(along_v, f->v[0]));
        at[0] = vf_add(f->center[0], vf_mul(up, inverse_area));
        pick(lowest, s->there[EDGE_SLOTS + k], at[0], at, vf_set(slot_bits[EDGE_SLOTS + k]));
    }
}

// Clips, and keeps four of the slots: the lowest one, and others not above `most`. The loops are
// not unrolled, since slots are in memory in any case.
FORCE_INLINE void pick_points(const struct faces *f, vf most, struct picked *p) {
    const vf zero = vf_set(0);
    struct slots s;
    for (int k = 0; k < 4; k++) {
        for (int c = 0; c < 3; c++) p[k].at[c] = zero;
        p[k].slot = zero;
        p[k].key = vf_set(INFINITY);
    }
    clip_faces(f, &s, &p[0]);
    p[1].key = vf_set(-NEAR_SQUARE);
#pragma GCC unroll 1
    for (unsigned k = 0; k < SLOTS; k++) {
        const vf y = vf_sub(s.at[k][1], p[0].at[1]), z = vf_sub(s.at[k][2], p[0].at[2]);
        s.there[k] = vm_and(s.there[k], vf_at_most(s.at[k][0], most));
        pick(&p[1], s.there[k], vf_negate(vf_add(vf_mul(y, y), vf_mul(z, z))), s.at[k],
             vf_set(slot_bits[k]));
    }
    p[1].found = vf_less(p[1].key, vf_set(-NEAR_SQUARE));
    const vf way[2] = {vf_sub(p[1].at[1], p[0].at[1]), vf_sub(p[1].at[2], p[0].at[2])};
    const vf narrow =
        vf_mul(vf_add(vf_mul(way[0], way[0]), vf_mul(way[1], way[1])), vf_set(-NARROW));
    p[2].key = p[3].key = narrow;
#pragma GCC unroll 1
    for (unsigned k = 0; k < SLOTS; k++) {
        const vf y = vf_sub(s.at[k][1], p[0].at[1]), z = vf_sub(s.at[k][2], p[0].at[2]);
        const vf side = vf_sub(vf_mul(way[0], z), vf_mul(way[1], y));
        pick(&p[2], s.there[k], side, s.at[k], vf_set(slot_bits[k]));
        pick(&p[3], s.there[k], vf_negate(side), s.at[k], vf_set(slot_bits[k]));
    }
    for (int k = 2; k < 4; k++) p[k].found = vm_and(p[1].found, vf_less(p[k].key, narrow));
}

#endif
