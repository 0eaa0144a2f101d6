// SPDX-License-Identifier: MIT
// Contacts of oriented boxes: all pairs are tested along the fifteen axes, and those that touch are
// listed. Full lists are read again for their points.
#include "box_edges.h"
#include "box_faces.h"
#include "contacts/cores.h"
#include "contacts/preference.h"
#include "kernels/batch/walk.h"

#define BETWEEN_BOXES 0xf0u // a feature: nearest points

FORCE_INLINE vf preference_of(vf depth, vf size) {
    return vf_add(vf_mul(vf_abs(depth), vf_set(PREFERENCE)), vf_mul(size, vf_set(PREFERENCE_SIZE)));
}

// Called, since few calls know of a last step.
NOINLINE vf last_depth(const struct posed_boxes *p, vf number) {
    return depth_of_number(p, number);
}

// Tests LANES pairs and returns the bits of those that touch, with their axes and depths. `last`
// are the axes of the last step, or NULL.
FORCE_INLINE uint32_t test_boxes(const struct obb *a, const struct obb *b, float margin,
                                 const float *last, float *number, float *depth) {
    struct posed_boxes p;
    struct depths d;
    pose_boxes(a, b, false, &p);
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
        const vf old = vf_load(last), along = last_depth(&p, old);
        const vf least = vf_min(d.edge, d.face);
        const vf most = vf_add(least, preference_of(least, p.size));
        // Two edges have one point: faces that are nearly as good take over.
        const vf half = vf_mul(preference_of(along, p.size), vf_set(.5f));
        const vm by_face = vf_less(old, vf_set(FACE_AXES));
        const vm good =
            vm_and(vf_at_most(along, most), vm_or(by_face, vf_less(vf_add(along, half), d.face)));
        const vm keep = vm_and_not(good, vf_equal(old, axis)); // the same axis has the same depth
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
    return vm_bits(vm_and_not(known_boxes(&p), apart));
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
        lbx_point_between_boxes(box[0], box[1], at);
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
    list->item[k] = (uint32_t)(job->first + item);
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
            last[l] = l < lanes ? job->axes[job->first + first + j + l] : NO_AXIS;
        uint32_t bits =
            test_boxes(&x.obb, &y.obb, job->margin, job->axes ? last : NULL, number, depth);
        bits &= (uint32_t)((UINT64_C(1) << lanes) - 1);
        for (; bits; bits &= bits - 1) {
            const unsigned l = (unsigned)__builtin_ctz(bits);
            if (job->found == job->room) {
                job->next = job->first + first + j + l;
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
    bool room = true;
    for (size_t first = 0; room && first < job->n; first += TILE)
        room = test_block(&b, first, job->n - first < TILE ? job->n - first : TILE);
    if (room) job->next = job->first + job->n;
    for (int kind = FACES; kind <= EDGES; kind++) write_list(&b, kind);
}
