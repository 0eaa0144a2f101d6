// SPDX-License-Identifier: MIT
// Contacts of oriented boxes: all pairs are tested along the fifteen axes, and those that touch are
// listed. Full lists are read again for their points.
#include "box_lists.h"
#include "contacts/box_points.h"
#include "face_clip.h"
#include "kernels/batch/walk.h"

#define PREFERENCE                                                                                 \
    0.05f // of the depth: what an axis may be worse by than the best and still be taken
#define PREFERENCE_SIZE 0x1p-12f // and this, times the sum of all half extents
#define MARGIN_MORE 0x1.0001p0f  // more than what gaps are off by, a part of themselves
#define BETWEEN_BOXES 0xf0u      // a feature: nearest points

FORCE_INLINE vf preference_of(vf depth, vf size) {
    return vf_add(vf_mul(vf_abs(depth), vf_set(PREFERENCE)), vf_mul(size, vf_set(PREFERENCE_SIZE)));
}

// The depth along the axes that are numbered, INFINITY if that is none.
NOINLINE vf depth_of_number(const struct depths *d, vf number) {
    vf margin = vf_set(INFINITY), square = vf_set(1);
    for (int k = 0; k < AXES; k++) {
        const vm this = vf_equal(number, vf_set((float)k));
        margin = vm_select(this, d->margin[k], margin);
        if (k >= FACE_AXES) square = vm_select(this, d->square[k], square);
    }
    const vf depth = vf_div(margin, vf_sqrt(square));
    return vm_select(vf_less(square, vf_set(EDGE_SQUARE)), vf_set(INFINITY), depth);
}

// Tests LANES pairs and returns the bits of those that touch, with their axes and depths. `last`
// are the axes of the last step, or NULL.
FORCE_INLINE uint32_t test_boxes(const struct obb *a, const struct obb *b, float margin,
                                 const float *last, float *number, float *depth) {
    struct posed_boxes p;
    struct depths d;
    pose_boxes(a, b, &p);
    const vf within = vf_mul(vf_set(margin * MARGIN_MORE), p.scale);
    const vf pad = multiply_add(false, p.size, vf_set(-OBB_PAD), vf_set(-FRAMES_FLOOR));
    const vf bound = vf_sub(pad, within);
    depths_of_faces(&p, &d);
    if (all_lanes(vf_less(d.least, bound))) return 0;
    depths_of_edges(&p, &d);
    const vm by_edge = vf_less(vf_add(d.edge, preference_of(d.edge, p.size)), d.face);
    vf axis = vm_select(by_edge, d.edge_number, d.face_number);
    vf best = vm_select(by_edge, d.edge, d.face);
    if (last) {
        const vf old = vf_load(last), along = depth_of_number(&d, old);
        const vf least = vf_min(d.edge, d.face);
        const vm keep = vf_at_most(along, vf_add(least, preference_of(least, p.size)));
        axis = vm_select(keep, old, axis);
        best = vm_select(keep, along, best);
    }
    vm apart = vf_less(d.least, bound);
    if (margin > 0) { // above, the margin of cross products is not times their sine
        const vf along = vf_sub(pad, vf_mul(within, d.sine));
        apart = vm_or(apart, vf_less(vf_mul(d.edge, d.sine), along));
    }
    vf_store(number, axis);
    vf_store(depth, vf_div(best, p.scale));
    return ~vm_bits(vm_or(apart, lost_boxes(&p))) & ALL_LANES;
}

// A face of the first box and the second one. Returns the lanes whose points are not good enough.
NOINLINE vm face_contacts(const struct box_list *list, const struct box_rows *rows, unsigned first,
                          float margin, struct contact_lanes *out) {
    struct box_pairs p;
    struct faces f;
    struct picked picked[POINTS_MAX];
    vf rotation[3][3], distance[3], axis[3], half[3];
    open_pairs(list, rows, first, FACES, &p);
    for (int i = 0; i < 3; i++) into_box(false, rotation[i], p.box[0].axis[i], &p.box[1]);
    into_box(false, distance, p.between, &p.box[0]);
    const vf side = distance[0];
    distance[0] = vf_abs(distance[0]);
    for (int k = 0; k < 3; k++) rotation[0][k] = vf_flip(rotation[0][k], side);

    // The second box's axis that follows the first one's most, and the two others.
    const vf along[3] = {vf_abs(rotation[0][0]), vf_abs(rotation[0][1]), vf_abs(rotation[0][2])};
    const vm second = vf_less(along[0], along[1]);
    const vm third = vf_less(vf_max(along[0], along[1]), along[2]);
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        half[k] = vm_select(third, p.box[1].half[k2],
                            vm_select(second, p.box[1].half[k1], p.box[1].half[k]));
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            axis[k] = vm_select(third, rotation[i][k2],
                                vm_select(second, rotation[i][k1], rotation[i][k]));
        }
        rotation[i][0] = axis[0];
        f.u[i] = vf_mul(half[1], axis[1]);
        f.v[i] = vf_mul(half[2], axis[2]);
    }
    const vf down = rotation[0][0];
    for (int i = 0; i < 3; i++)
        f.center[i] = vf_sub(distance[i], vf_flip(vf_mul(half[0], rotation[i][0]), down));
    f.top = p.box[0].half[0];
    f.half[0] = p.box[0].half[1];
    f.half[1] = p.box[0].half[2];
    pick_points(&f, vf_add(f.top, vf_div(vf_set(margin * MARGIN_MORE), p.unit)), picked);

    // Without a slot, the lowest corner and the nearest point of the face.
    const vm none = vm_and_not(vf_equal(f.top, f.top), picked[0].found);
    vf low[3], way[3];
    for (int i = 0; i < 3; i++)
        low[i] = vf_sub(vf_sub(f.center[i], vf_flip(f.u[i], f.u[0])), vf_flip(f.v[i], f.v[0]));
    way[0] = vf_set(0);
    for (int c = 1; c < 3; c++) {
        const vf at = vf_min(vf_max(low[c], vf_negate(f.half[c - 1])), f.half[c - 1]);
        way[c] = vm_keep(none, vf_sub(low[c], at));
        picked[0].at[c] = vm_select(none, vf_mul(vf_add(low[c], at), vf_set(.5f)), picked[0].at[c]);
    }
    way[0] = vm_keep(none, vf_sub(f.top, low[0]));
    picked[0].at[0] = vm_select(none, low[0], picked[0].at[0]);
    picked[0].slot = vm_select(none, vf_set(FEATURE_BITS(SLOTS << 4)), picked[0].slot);
    picked[0].found = vf_equal(f.top, f.top);

    vf base = vf_or(p.axis, bits_where(vf_less(side, vf_set(0)), 1 << 12));
    base = vf_or(base, bits_where(vf_less(down, vf_set(0)), 1 << 8));
    base = vf_or(base, bits_where(vm_and_not(second, third), 1 << 9));
    base = vf_or(base, bits_where(third, 1 << 10));
    // The fourth one takes the place of a third one that is missing.
    const vm moved = vm_and_not(picked[3].found, picked[2].found);
    for (int c = 0; c < 3; c++)
        picked[2].at[c] = vm_select(moved, picked[3].at[c], picked[2].at[c]);
    picked[2].slot = vm_select(moved, picked[3].slot, picked[2].slot);
    picked[3].found = vm_and(picked[3].found, picked[2].found);
    picked[2].found = vm_or(picked[2].found, moved);
    vf points = vf_set(0);
    static const float counts[] = {FEATURE_BITS(1), FEATURE_BITS(2), FEATURE_BITS(3),
                                   FEATURE_BITS(4)};
#pragma GCC unroll 1
    for (unsigned k = 0; k < POINTS_MAX; k++) {
        struct picked *const q = &picked[k];
        vf from_first[3];
        for (int c = 0; c < 3; c++) q->at[c] = vm_select(q->found, q->at[c], picked[0].at[c]);
        q->slot = vm_select(q->found, q->slot, picked[0].slot);
        points = vm_select(q->found, vf_set(counts[k]), points);
        const vf depth = vf_sub(f.top, q->at[0]);
        const vf x = vf_flip(vf_mul(vf_add(f.top, q->at[0]), vf_set(.5f)), side);
        for (int c = 0; c < 3; c++) {
            from_first[c] = vf_mul(x, p.box[0].axis[0][c]);
            for (int i = 1; i < 3; i++) {
                const vf part = vf_mul(q->at[i], p.box[0].axis[i][c]);
                from_first[c] = vf_add(from_first[c], part);
            }
        }
        put_point(out, k, &p, from_first, depth, vf_or(base, q->slot));
    }
    vf normal[3];
    const vf from_second = vm_keep(p.exchanged, vf_set(-1));
    for (int c = 0; c < 3; c++)
        normal[c] = vf_flip(vf_flip(p.box[0].axis[0][c], side), from_second);
    put_head(out, &p, p.depth, normal, points);
    return vm_and(none, is_too_far(&p, way));
}
// Two edges, each along the first axis of its box.
NOINLINE vm edge_contacts(const struct box_list *list, const struct box_rows *rows, unsigned first,
                          struct contact_lanes *out) {
    struct box_pairs p;
    vf normal[3], along[2][3], w[3], depth;
    open_pairs(list, rows, first, EDGES, &p);
    const vf *const u = p.box[0].axis[0], *const v = p.box[1].axis[0];
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        normal[c] = vf_sub(vf_mul(u[d], v[e]), vf_mul(u[e], v[d]));
    }
    const vf square = dot_product(false, normal, normal);
    const vf inverse =
        vf_flip(vf_div(vf_set(1), vf_sqrt(square)), dot_product(false, normal, p.between));
    for (int c = 0; c < 3; c++) normal[c] = vf_mul(normal[c], inverse);
    for (int s = 0; s < 2; s++) into_box(false, along[s], normal, &p.box[s]);
    depth = vf_negate(dot_product(false, normal, p.between));
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < 3; k++)
            depth = vf_add(depth, vf_mul(p.box[s].half[k], vf_abs(along[s][k])));
    }
    // From the second edge's middle to the first one's: corners on the boxes' sides to each other.
    vf feature = p.axis, corner[3];
    for (int c = 0; c < 3; c++) {
        w[c] = vf_negate(p.between[c]);
        corner[c] = vf_set(0);
    }
    for (int s = 0; s < 2; s++) {
        for (int k = 1; k < 3; k++) {
            const vf half = vf_flip(p.box[s].half[k], along[s][k]);
            for (int c = 0; c < 3; c++) {
                const vf step = vf_mul(half, p.box[s].axis[k][c]);
                w[c] = vf_add(w[c], step);
                if (s == 0) corner[c] = vf_add(corner[c], step);
            }
            feature =
                vf_or(feature, bits_where(vf_less(along[s][k], vf_set(0)), 1u << (2 + 2 * s + k)));
        }
    }
    const vf uv = dot_product(false, u, v), uw = dot_product(false, u, w),
             vw = dot_product(false, v, w);
    const vf low[2] = {vf_negate(p.box[0].half[0]), vf_negate(p.box[1].half[0])};
    vf s = vf_div(vf_sub(vf_mul(uv, vw), uw), square);
    const vf t = vf_min(vf_max(vf_add(vf_mul(uv, s), vw), low[1]), p.box[1].half[0]);
    s = vf_min(vf_max(vf_sub(vf_mul(uv, t), uw), low[0]), p.box[0].half[0]);
    vf way[3], at[3];
    for (int c = 0; c < 3; c++) {
        const vf on_first = vf_add(corner[c], vf_mul(s, u[c]));
        way[c] = vf_sub(vf_add(w[c], vf_mul(s, u[c])), vf_mul(t, v[c]));
        at[c] = vf_sub(on_first, vf_mul(way[c], vf_set(.5f)));
    }
    p.depth = depth;
#pragma GCC unroll 1
    for (unsigned k = 0; k < POINTS_MAX; k++) {
        put_point(out, k, &p, at, depth, feature);
    }
    put_head(out, &p, depth, normal, vf_set(FEATURE_BITS(1)));
    return is_too_far(&p, way);
}

// Finds the points of the lanes that `bits` names in double.
NOINLINE void settle_points(const struct box_rows *rows, unsigned first, uint32_t bits,
                            struct contact_lanes *out) {
    float words[QUAD_WORDS][LANES];
    for (unsigned k = 0; k < QUAD_WORDS; k++) vf_store(words[k], out->at[k]);
    for (; bits; bits &= bits - 1) {
        const unsigned l = (unsigned)__builtin_ctz(bits);
        float box[2][obb_floats], at[3];
        for (unsigned f = 0; f < obb_floats; f++)
            for (unsigned s = 0; s < 2; s++) box[s][f] = rows->at[s][f][first + l];
        lbx_box_point(box[0], box[1], at);
        for (unsigned k = 0; k < POINTS_MAX; k++) {
            float(*const to)[LANES] = words + WORD_POINT + k * POINT_WORDS;
            for (int c = 0; c < 3; c++) to[c][l] = at[c];
            to[POINT_DEPTH][l] = words[WORD_DEPTH][l];
            to[POINT_FEATURE][l] = FEATURE_BITS(BETWEEN_BOXES);
        }
    }
    for (unsigned k = 0; k < QUAD_WORDS; k++) out->at[k] = vf_load(words[k]);
}

// A call: what is listed, and where boxes are read from.
struct box_call {
    struct lbx_contact_job *job;
    bool direct[2]; // structures are read where they are
    struct side side[2];
    struct block_side block[2];
    struct box_list list[2];
    struct tile tile[2]; // of what is listed
    struct box_rows rows;
};

NOINLINE void write_list(struct box_call *b, int kind) {
    struct box_list *const list = &b->list[kind];
    if (!list->count) return;
    for (unsigned s = 0; s < 2; s++) {
        struct lbx_operand listed = b->job->operands[s];
        listed.list = list->element[s];
        listed.list_step = sizeof list->element[s][0];
        stage_items(&listed, obb_floats, b->block[s].planned ? &b->block[s].plan : NULL, 0,
                    list->count, &b->tile[s]);
    }
    for (unsigned k = 0; k < list->count; k += LANES) {
        const unsigned lanes = list->count - k < LANES ? list->count - k : LANES;
        struct contact_lanes made;
        made.at[WORD_ITEM] = made.at[CONTACT_WORDS] = vf_set(0);
        const vm far = kind == FACES ? face_contacts(list, &b->rows, k, b->job->margin, &made)
                                     : edge_contacts(list, &b->rows, k, &made);
        const uint32_t bits = vm_bits(far) & (uint32_t)((UINT64_C(1) << lanes) - 1);
        if (bits) settle_points(&b->rows, k, bits, &made);
        store_contacts(b->job, &made, list->item + k, list->place + k, lanes);
    }
    list->count = 0;
}

// Lists a pair.
FORCE_INLINE void list_pair(struct box_call *b, size_t item, float number, float depth) {
    struct lbx_contact_job *const job = b->job;
    const int kind = number < FACE_AXES ? FACES : EDGES;
    struct box_list *const list = &b->list[kind];
    const unsigned k = list->count++;
    const uint32_t axis = (uint32_t)number;
    for (unsigned s = 0; s < 2; s++)
        list->element[s][k] = (uint32_t)operand_element(&job->operands[s], item);
    list->item[k] = (uint32_t)item;
    list->depth[k] = depth;
    list->number[k] = number;
    memcpy(&list->axis[k], &axis, sizeof axis);
    list->place[k] = job->found++;
    if (list->count == TILE) write_list(b, kind);
}

FORCE_INLINE void read_boxes(const struct box_call *b, unsigned s, size_t first, size_t j,
                             size_t lanes, union lanes *out) {
    if (b->direct[s])
        read_lanes(out, &b->side[s], (struct layout){READ_ELEMENTS, obb_floats}, first + j, lanes);
    else
        read_lanes(out, &b->side[s], (struct layout){READ_CONTIGUOUS, obb_floats}, j, lanes);
}

// Tests a block of items. Returns false where there is no more room.
static bool test_block(struct box_call *b, size_t first, size_t count) {
    struct lbx_contact_job *const job = b->job;
    for (unsigned s = 0; s < 2; s++) {
        if (b->direct[s]) continue;
        next_block(&b->block[s], first, count);
        open_side(&b->side[s], &b->block[s].block, (struct layout){READ_CONTIGUOUS, obb_floats});
    }
    for (size_t j = 0; j < count; j += LANES) {
        const size_t lanes = count - j < LANES ? count - j : LANES;
        union lanes x, y;
        float last[LANES], number[LANES], depth[LANES];
        read_boxes(b, 0, first, j, lanes, &x);
        read_boxes(b, 1, first, j, lanes, &y);
        for (size_t l = 0; l < LANES && job->axes; l++)
            last[l] = l < lanes ? job->axes[first + j + l] : AXES;
        uint32_t bits =
            test_boxes(&x.obb, &y.obb, job->margin, job->axes ? last : NULL, number, depth);
        bits &= (uint32_t)((UINT64_C(1) << lanes) - 1);
        for (; bits; bits &= bits - 1) {
            const unsigned l = (unsigned)__builtin_ctz(bits);
            if (job->found == job->room) {
                job->next = first + j + l;
                return false;
            }
            list_pair(b, first + j + l, number[l], depth[l]);
        }
    }
    return true;
}

lbx_contacts EXPORTED(obb_obb_contacts);
void EXPORTED(obb_obb_contacts)(struct lbx_contact_job *job) {
    struct box_call b;
    b.job = job;
    for (unsigned s = 0; s < 2; s++) {
        const struct lbx_operand *const o = &job->operands[s];
        const bool staged = o->kind != OPERAND_CONTIGUOUS;
        open_blocks(&b.block[s], o, obb_floats, staged ? WAY_STAGED : WAY_AS_IT_IS, job->n);
        b.direct[s] = staged && o->step > 0 && is_together(o->at, obb_floats);
        if (b.direct[s]) open_side(&b.side[s], o, (struct layout){READ_ELEMENTS, obb_floats});
        for (unsigned f = 0; f < obb_floats; f++)
            b.rows.at[s][f] = b.tile[s].at[b.block[s].planned ? b.block[s].plan.row_of[f] : f];
    }
    memset(b.list, 0, sizeof b.list);
    size_t first = job->next;
    bool room = true;
    for (; room && first < job->n; first += TILE)
        room = test_block(&b, first, job->n - first < TILE ? job->n - first : TILE);
    if (room) job->next = job->n;
    for (int kind = FACES; kind <= EDGES; kind++) write_list(&b, kind);
}
