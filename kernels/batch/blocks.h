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
#define run_parts EXPORTED(run_parts)

void open_blocks(struct block_side *side, const struct lbx_operand *o, unsigned floats,
                 enum way way, size_t n);

// Makes side->block of the items first to first + n - 1.
void next_block(struct block_side *side, size_t first, size_t n);

// The walks of a kernel in one form, for all readings of its sides. No side may need staging, and
// at most one side may be one item.
typedef size_t form_walks(const struct lbx_operand *a, const struct lbx_operand *b, size_t first,
                          size_t n, uint8_t *answers, float *const *out);

// What it takes to know of a kernel's sides: see struct kernel.
struct sides {
    unsigned floats[2], parts[2];
    enum quads_of quads;
    bool classes;
};

// Runs a kernel's walks over the whole batch, whose views are `operands`, a side's second view
// after its first. What no walk can read is staged.
ptrdiff_t run_parts(const struct sides *k, form_walks *walks, const struct lbx_operand *operands,
                    size_t n, uint8_t *answers, float *const *out);

#endif
