// SPDX-License-Identifier: MIT
#include "blocks.h"

// Rows of a tile for what rays with an end lack. Arrays of a view may be one and the same, and then
// share a row, so that the ends stay where they are.
enum { TO_END_ROW = ray_floats, WHOLE_ROW = TO_END_ROW + 3 };

static unsigned row_of(const struct block_side *side, unsigned k) {
    return side->planned ? side->plan.row_of[k] : k;
}

static bool has_ends(const struct block_side *side) { // other shapes have other numbers of floats
    return side->floats == ray_floats && side->operand->optional & RAY_END;
}

NOINLINE void make_directions(struct block_side *side, size_t n) {
    for (unsigned c = 0; c < 3; c++) {
        const float *const origin = side->tile.at[row_of(side, c)];
        const float *const end = side->tile.at[row_of(side, 3 + c)];
        for (size_t j = 0; j < n; j += LANES)
            vf_store(side->tile.at[TO_END_ROW + c] + j,
                     vf_sub(vf_load(end + j), vf_load(origin + j)));
    }
}

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
    for (unsigned k = 0; k < floats; k++)
        side->block.at[k] = staged ? side->tile.at[row_of(side, k)] : o->at[k];
    if (!has_ends(side)) return;
    side->block.optional = (o->optional & RAY_T_MIN) | RAY_T_MAX;
    for (unsigned c = 0; c < 3; c++) side->block.at[3 + c] = side->tile.at[TO_END_ROW + c];
    if (o->optional & RAY_T_MAX) return;
    for (size_t j = 0; j < TILE; j += LANES) vf_store(side->tile.at[WHOLE_ROW] + j, vf_set(1));
    side->block.at[RAY_AT_T_MAX] = side->tile.at[WHOLE_ROW];
}

void next_block(struct block_side *side, size_t first, size_t n) {
    const struct lbx_operand *o = side->operand;
    if (side->way == WAY_STAGED) {
        // One element for all items is in the tile already, because the first block is the longest.
        if (first > 0 && !o->list && o->step == 0) return;
        stage_items(o, side->floats, side->planned ? &side->plan : NULL, first, n, &side->tile);
        if (has_ends(side)) make_directions(side, n);
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

static void ask_ahead(const struct lbx_operand *o, unsigned floats, size_t first, size_t n) {
    if (!is_scattered(o)) return;
    const size_t one = operand_element(o, first), other = operand_element(o, first + n / 2);
    if ((one > other ? one - other : other - one) * o->step < NEARBY_BYTES) return;
    const char *entry = (const char *)o->list + first * o->list_step;
    for (size_t i = 0; i < n; i++, entry += o->list_step) {
        const size_t at = *(const uint32_t *)entry * o->step;
        prefetch((const char *)o->at[0] + at);
        prefetch((const char *)(o->at[floats - 1]) + at);
    }
}

bool merge(struct lbx_operand *both, const struct lbx_operand *views, unsigned first_floats,
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

size_t run_staged(form_walks *walks, const struct part *part, unsigned a_parts, unsigned parts,
                  bool classes, size_t n, uint8_t *answers, float *const *out) {
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

ptrdiff_t run_two(unsigned a_floats, unsigned b_floats, enum quads_of quads, bool classes,
                  form_walks *walks, const struct lbx_operand *operands, size_t n, uint8_t *answers,
                  float *const *out) {
    const struct lbx_operand *const a = &operands[0], *const b = &operands[1];
    const bool both =
        quads == QUADS_OF_BOTH ||
        (quads != QUADS_NEVER && a->kind == OPERAND_COMPACT && b->kind == OPERAND_COMPACT);
    const enum way a_way = way_of(a, both || quads == QUADS_OF_FIRST, true);
    const enum way b_way = way_of(b, both || quads == QUADS_OF_SECOND, a->kind != OPERAND_ONE);
    if (!a_way && !b_way && !is_scattered(a) && !is_scattered(b))
        return (ptrdiff_t)walks(a, b, 0, n, answers, out);
    const struct part part[] = {{a, a_floats, a_way}, {b, b_floats, b_way}};
    return (ptrdiff_t)run_staged(walks, part, 1, 2, classes, n, answers, out);
}
