// SPDX-License-Identifier: MIT
#include "stage.h"

bool plan_quads(struct quads *plan, const struct lbx_operand *o, unsigned floats) {
    uintptr_t low = (uintptr_t)o->at[0], high = low;
    for (unsigned k = 1; k < floats; k++) {
        const uintptr_t at = (uintptr_t)o->at[k];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    const size_t span = high + 4 - low;
    if (o->t_step != o->step || span < 16 || span > 16 * SPAN_QUADS || span > o->step) return false;
    const size_t last = (span - 1) / 16;
    struct quads all;
    for (size_t q = 0; q <= last; q++) {
        all.quad[q].at = (unsigned)(q < last ? 16 * q : span - 16);
        memset(all.quad[q].row, SINK, 4);
    }
    for (unsigned k = 0; k < floats; k++) {
        const size_t at = (uintptr_t)o->at[k] - low, q = at / 16;
        uint8_t *row = &all.quad[q].row[(at - all.quad[q].at) / 4];
        if (*row == SINK) *row = (uint8_t)k;
        plan->row_of[k] = *row;
    }
    plan->base = (const char *)low;
    plan->count = 0;
    for (size_t q = 0; q <= last; q++) {
        const uint8_t *row = all.quad[q].row;
        if (row[0] + row[1] + row[2] + row[3] < 4 * SINK) plan->quad[plan->count++] = all.quad[q];
    }
    return true;
}

// Copies LANES items, of which `count` are wanted, into column j of the tile.
static void stage_quads(const struct lbx_operand *o, const struct quads *plan, size_t first,
                        size_t count, struct tile *tile, size_t j) {
    assert(count > 0 && count <= LANES && j + LANES <= TILE);
    size_t offset[LANES];
    element_offsets(o, first, count, offset);
    for (unsigned q = 0; q < plan->count; q++) {
        vf x[4];
        vf_load_quads(plan->base + plan->quad[q].at, offset, x);
        for (int f = 0; f < 4; f++) vf_store(tile->at[plan->quad[q].row[f]] + j, x[f]);
    }
}

// Elements whose floats lie in order need no plan.
FORCE_INLINE void stage_in_order(const struct lbx_operand *o, unsigned floats, size_t first,
                                 size_t n, struct tile *tile) {
    for (size_t j = 0; j < n; j += LANES) {
        size_t offset[LANES];
        element_offsets(o, first + j, n - j < LANES ? n - j : LANES, offset);
        for (unsigned k = 0; k < floats; k += 4) {
            const unsigned at = quad_at(k, floats);
            vf x[4];
            vf_load_quads((const char *)(o->at[0] + at), offset, x);
            for (unsigned f = k - at; f < 4; f++) vf_store(tile->at[at + f] + j, x[f]);
        }
    }
}

void stage_items(const struct lbx_operand *o, unsigned floats, const struct quads *plan,
                 size_t first, size_t n, struct tile *tile) {
    assert(n > 0 && n <= TILE);
    size_t j = 0;
    if (is_together(o->at, floats)) {
        switch (floats) {
        case 4: stage_in_order(o, 4, first, n, tile); return;
        case 6: stage_in_order(o, 6, first, n, tile); return;
        case 7: stage_in_order(o, 7, first, n, tile); return;
        case 9: stage_in_order(o, 9, first, n, tile); return;
        case 15: stage_in_order(o, 15, first, n, tile); return;
        default: break;
        }
    }
    if (plan) {
        for (; j + LANES <= n; j += LANES) stage_quads(o, plan, first + j, LANES, tile, j);
        if (j < n) stage_quads(o, plan, first + j, n - j, tile, j);
        return;
    }
    size_t offset[TILE], step = o->step;
    for (; j < n; j++) offset[j] = operand_element(o, first + j) * step;
    for (unsigned k = 0; k < floats; k++) {
        const char *base = (const char *)o->at[k];
        if (operand_step(o, k) != step) { // the range of a ray, which comes last
            step = o->t_step;
            for (j = 0; j < n; j++) offset[j] = operand_element(o, first + j) * step;
        }
        for (j = 0; j < n; j++) tile->at[k][j] = *(const float *)(base + offset[j]);
    }
}
