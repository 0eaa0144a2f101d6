// SPDX-License-Identifier: MIT
#include "blocks.h"

void open_blocks(struct block_side *side, const struct lbx_operand *o, unsigned floats,
                 enum way way, size_t n) {
    assert(n > 0 && floats <= LBX_FLOATS_MAX);
    const bool staged = way == WAY_STAGED;
    side->operand = o;
    side->floats = floats;
    side->way = way;
    if (way == WAY_LISTED && !o->list) {
        for (uint32_t i = 0; i < TILE && i < n; i++) side->list[2 * i] = i;
    }
    // A plan costs more than it saves on a few items.
    side->planned =
        staged && n >= LANES && !is_together(o->at, floats) && plan_quads(&side->plan, o, floats);
    side->block.kind = staged ? OPERAND_CONTIGUOUS : o->kind;
    side->block.step = o->step;
    side->block.list = way == WAY_LISTED ? side->list : o->list;
    side->block.distance = o->distance;
    side->block.optional = o->optional;
    for (unsigned k = 0; k < floats; k++) {
        const unsigned row = side->planned ? side->plan.row_of[k] : k;
        side->block.at[k] = staged ? side->tile.at[row] : o->at[k];
    }
}

void next_block(struct block_side *side, size_t first, size_t n) {
    const struct lbx_operand *o = side->operand;
    if (side->way == WAY_STAGED) {
        // One element for all items is in the tile already, because the first block is the longest.
        if (first > 0 && !o->list && o->step == 0) return;
        stage_items(o, side->floats, side->planned ? &side->plan : NULL, first, n, &side->tile);
    } else if (o->list && side->way == WAY_LISTED) {
        const char *entry = (const char *)o->list + first * o->list_step;
        for (size_t i = 0; i < n; i++, entry += o->list_step)
            side->list[2 * i] = *(const uint32_t *)entry;
    } else if (o->list) {
        side->block.list = (const uint32_t *)((const char *)o->list + first * o->list_step);
    } else {
        for (unsigned k = 0; k < side->floats; k++)
            side->block.at[k] = (const float *)((const char *)o->at[k] + first * o->step);
    }
}

// Elements that a list names in random order are prefetched one block ahead if they exceed the
// second-level cache. In local order they are in the cache already, or soon will be, and
// prefetching only costs.
enum { SCATTERED_BYTES = 1 << 20, NEARBY_BYTES = 1 << 14 };

static void ask_ahead(const struct lbx_operand *o, unsigned floats, size_t first, size_t n) {
    if (!o->list || o->bytes < SCATTERED_BYTES) return;
    const size_t one = operand_element(o, first), other = operand_element(o, first + n / 2);
    if ((one > other ? one - other : other - one) * o->step < NEARBY_BYTES) return;
    const char *entry = (const char *)o->list + first * o->list_step;
    for (size_t i = 0; i < n; i++, entry += o->list_step) {
        const size_t at = *(const uint32_t *)entry * o->step;
        prefetch((const char *)o->at[0] + at);
        prefetch((const char *)(o->at[floats - 1]) + at);
    }
}

// A side is one view, or two views that each have their own pick, such as a sphere and its motion.
enum { PARTS_MAX = 4 };

struct part {
    const struct lbx_operand *operand;
    unsigned floats;
    enum way way;
};

// Joins the floats of the two views of a side into one operand, contiguous or one item.
FORCE_INLINE const struct lbx_operand *join(struct lbx_operand *joined,
                                            const struct lbx_operand *first, unsigned floats,
                                            const struct lbx_operand *second,
                                            unsigned second_floats) {
    assert(first->kind == second->kind && floats + second_floats <= LBX_FLOATS_MAX);
    joined->kind = first->kind;
    for (unsigned k = 0; k < floats; k++) joined->at[k] = copy_pointer(first->at[k]);
    for (unsigned k = 0; k < second_floats; k++)
        joined->at[floats + k] = copy_pointer(second->at[k]);
    return joined;
}

// If the two views of a side are of the same structures, under the same pick, and the second one's
// floats follow the first one's, makes one view of both.
static bool merge(struct lbx_operand *both, const struct lbx_operand *views, unsigned first_floats,
                  unsigned floats) {
    const struct lbx_operand *const a = &views[0], *const b = &views[1];
    if (a->kind <= OPERAND_ONE || b->kind <= OPERAND_ONE || a->step != b->step ||
        a->list != b->list || (a->list && a->list_step != b->list_step))
        return false;
    *both = *a;
    for (unsigned k = first_floats; k < floats; k++) both->at[k] = b->at[k - first_floats];
    both->kind = OPERAND_COMPACT;
    return is_together(both->at, floats);
}

// Not inlined, so that calls that stage nothing do not pay for a stack frame with tiles.
static __attribute__((noinline)) size_t run_staged(form_walks *walks, struct part *part,
                                                   unsigned a_parts, unsigned parts, bool classes,
                                                   size_t n, uint8_t *answers, float *const *out) {
    struct block_side side[PARTS_MAX];
    struct lbx_operand joined[2];
    struct block_side *const second = side + a_parts;
    for (unsigned p = 0; p < parts; p++)
        open_blocks(&side[p], part[p].operand, part[p].floats, part[p].way, n);
    size_t found = 0;
    for (unsigned p = 0; p < parts; p++)
        ask_ahead(part[p].operand, part[p].floats, 0, n < TILE ? n : TILE);
    for (size_t first = 0; first < n; first += TILE) {
        const size_t left = n - first, count = left < TILE ? left : TILE;
        for (unsigned p = 0; p < parts && left > TILE; p++)
            ask_ahead(part[p].operand, part[p].floats, first + TILE,
                      left - TILE < TILE ? left - TILE : TILE);
        for (unsigned p = 0; p < parts; p++) next_block(&side[p], first, count);
        const struct lbx_operand *a = &side->block, *b = &second->block;
        if (a_parts == 2) a = join(&joined[0], a, side->floats, &side[1].block, side[1].floats);
        if (parts - a_parts == 2)
            b = join(&joined[1], b, second->floats, &second[1].block, second[1].floats);
        uint8_t *const p = answers ? answers + (classes ? first : first / 8) : NULL;
        found += walks(a, b, first, count, p, out);
    }
    return found;
}

// At most one side is one item, and only if both of its views are.
ptrdiff_t run_parts(const struct sides *k, form_walks *walks, const struct lbx_operand *operands,
                    size_t n, uint8_t *answers, float *const *out) {
    struct part part[PARTS_MAX];
    struct lbx_operand merged[2], joined[2];
    unsigned parts = 0, a_parts = 0;
    for (unsigned side = 0; side < 2; side++) {
        const struct lbx_operand *const views = operands + (side && k->parts[0] ? 2 : side);
        const unsigned floats = k->floats[side], first = k->parts[side];
        if (!first) {
            part[parts++] = (struct part){views, floats, WAY_AS_IT_IS};
        } else if (merge(&merged[side], views, first, floats)) {
            part[parts++] = (struct part){&merged[side], floats, WAY_AS_IT_IS};
        } else {
            part[parts++] = (struct part){views, first, WAY_AS_IT_IS};
            part[parts++] = (struct part){views + 1, floats - first, WAY_AS_IT_IS};
        }
        if (side == 0) a_parts = parts;
    }
    bool side_is_one[2] = {true, true}, any = false;
    for (unsigned p = 0; p < parts; p++) {
        if (part[p].operand->kind != OPERAND_ONE) side_is_one[p >= a_parts] = false;
    }
    if (side_is_one[0]) side_is_one[1] = false;
    const bool compact = parts == 2 && part[0].operand->kind == OPERAND_COMPACT &&
                         part[1].operand->kind == OPERAND_COMPACT;
    for (unsigned p = 0; p < parts; p++) {
        const bool second = p >= a_parts;
        const bool quads = compact || k->quads == QUADS_OF_BOTH ||
                           k->quads == (second ? QUADS_OF_SECOND : QUADS_OF_FIRST);
        const struct lbx_operand *const o = part[p].operand;
        const enum operand_kind kind = o->kind;
        part[p].way = kind == OPERAND_STAGED || (kind == OPERAND_COMPACT && !quads) ||
                              (kind == OPERAND_ONE && !side_is_one[second])
                          ? WAY_STAGED
                      : kind == OPERAND_COMPACT && !(o->list && o->list_step == LIST_STEP)
                          ? WAY_LISTED
                          : WAY_AS_IT_IS;
        any = any || part[p].way || (o->list && o->bytes >= SCATTERED_BYTES);
    }
    if (any) return (ptrdiff_t)run_staged(walks, part, a_parts, parts, k->classes, n, answers, out);
    const struct part *const second = part + a_parts;
    const struct lbx_operand *a = part->operand, *b = second->operand;
    if (a_parts == 2) a = join(&joined[0], a, part->floats, part[1].operand, part[1].floats);
    if (parts - a_parts == 2)
        b = join(&joined[1], b, second->floats, second[1].operand, second[1].floats);
    return (ptrdiff_t)walks(a, b, 0, n, answers, out);
}
