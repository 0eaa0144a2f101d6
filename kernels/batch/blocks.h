// SPDX-License-Identifier: MIT
// Runs batches in blocks of TILE items. Views that cannot be read in place are staged.
#ifndef LBX_BLOCKS_H
#define LBX_BLOCKS_H

#include <assert.h>

#include "kernel.h"
#include "stage.h"

// How the walks read a view of a batch: as it is; by a list of entries LIST_STEP bytes apart, made
// from another list or from items in order; or staged into a tile.
enum way { WAY_AS_IT_IS, WAY_LISTED, WAY_STAGED };

struct block_side {
    const struct lbx_operand *operand;
    unsigned floats;
    enum way way;
    bool planned;
    struct quads plan;
    struct lbx_operand block; // what the walks see
    struct tile tile;
    uint32_t list[TILE * LIST_STEP / sizeof(uint32_t)];
};

// Exported by blocks.c.
#define open_blocks EXPORTED(open_blocks)
#define next_block EXPORTED(next_block)
#define merge EXPORTED(merge)
#define run_staged EXPORTED(run_staged)
#define run_two EXPORTED(run_two)

void open_blocks(struct block_side *side, const struct lbx_operand *o, unsigned floats,
                 enum way way, size_t n);

// Makes side->block of the items first to first + n - 1.
void next_block(struct block_side *side, size_t first, size_t n);

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
// floats follow the first one's, makes one view of both: blocks would cost each call 90 cycles.
bool merge(struct lbx_operand *both, const struct lbx_operand *views, unsigned first_floats,
           unsigned floats);

// Runs a batch block by block. Not inlined: calls that stage nothing need no tiles.
size_t run_staged(form_walks *walks, const struct part *part, unsigned a_parts, unsigned parts,
                  bool classes, size_t n, uint8_t *answers, float *const *out);

// Elements that a list names in random order are prefetched one block ahead if they exceed the
// second-level cache. In local order, prefetching only costs.
enum { SCATTERED_BYTES = 1 << 20, NEARBY_BYTES = 1 << 14 };

FORCE_INLINE bool is_scattered(const struct lbx_operand *o) {
    return o->list && o->bytes >= SCATTERED_BYTES;
}

// How a view is read. `quads`: walks read quads of it; `one`: its side may be one item.
FORCE_INLINE enum way way_of(const struct lbx_operand *o, bool quads, bool one) {
    if (o->kind == OPERAND_CONTIGUOUS) return WAY_AS_IT_IS;
    if (o->kind == OPERAND_ONE) return one ? WAY_AS_IT_IS : WAY_STAGED;
    if (o->kind == OPERAND_STAGED || !quads) return WAY_STAGED;
    return o->list && o->list_step == LIST_STEP ? WAY_AS_IT_IS : WAY_LISTED;
}

// Whether walks read a view by its list of pairs.
FORCE_INLINE bool is_pair_list(const struct lbx_operand *o) {
    return o->kind == OPERAND_COMPACT && o->list && o->list_step == LIST_STEP && !is_scattered(o);
}

// Runs a kernel's walks over the whole batch, whose views are `operands`, a side's second view
// after its first. What no walk can read is staged. One side at most is one item.
FORCE_INLINE ptrdiff_t run(const struct kernel *k, form_walks *walks,
                           const struct lbx_operand *operands, size_t n, uint8_t *answers,
                           float *const *out) {
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
    for (unsigned p = 0; p < parts; p++)
        if (part[p].operand->kind != OPERAND_ONE) side_is_one[p >= a_parts] = false;
    if (side_is_one[0]) side_is_one[1] = false;
    const bool compact = k->quads != QUADS_NEVER && parts == 2 &&
                         part[0].operand->kind == OPERAND_COMPACT &&
                         part[1].operand->kind == OPERAND_COMPACT;
    for (unsigned p = 0; p < parts; p++) {
        const bool second = p >= a_parts;
        const bool quads = compact || k->quads == QUADS_OF_BOTH ||
                           k->quads == (second ? QUADS_OF_SECOND : QUADS_OF_FIRST);
        const struct lbx_operand *const o = part[p].operand;
        part[p].way = way_of(o, quads, side_is_one[second]);
        any = any || part[p].way || is_scattered(o);
    }
    if (any) return (ptrdiff_t)run_staged(walks, part, a_parts, parts, k->classes, n, answers, out);
    const struct part *const second = part + a_parts;
    const struct lbx_operand *a = part->operand, *b = second->operand;
    if (a_parts == 2) a = join(&joined[0], a, part->floats, part[1].operand, part[1].floats);
    if (parts - a_parts == 2)
        b = join(&joined[1], b, second->floats, second[1].operand, second[1].floats);
    return (ptrdiff_t)walks(a, b, 0, n, answers, out);
}

// The same where each side is one view, as in most kernels, which share this.
ptrdiff_t run_two(unsigned a_floats, unsigned b_floats, enum quads_of quads, bool classes,
                  form_walks *walks, const struct lbx_operand *operands, size_t n, uint8_t *answers,
                  float *const *out);

#endif
