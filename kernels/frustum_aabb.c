// SPDX-License-Identifier: MIT
// What frusta see of axis-aligned boxes, by all separating axes: Greene 1994; Ericson 2005, 5.2.1.
//
// The inputs are m frusta and n boxes. Each frustum is made ready once (api/frustum.c). All boxes
// are moved to its eye and compared with its six planes: those beyond one are OUTSIDE, those within
// all are INSIDE. What straddles a plane is collected, and compared along x, y, z and the products
// of edges. Whatever nothing proves is INTERSECTING, as is a box with a NaN. The empty box is
// OUTSIDE.
#include "batch/kernel.h"
#include "batch/stage.h"
#include "math/frusta.h"

enum {
    READY = 4,          // frusta that are ready at a time
    GROUP = 32,         // boxes whose classes are stored together
    ARRAYS_BLOCK = 512, // boxes of arrays that all frusta see before the next ones
    STRADDLING = 128,   // boxes that are tested by all axes together
    SEEN_FLIP = 3       // masks are of what is proven
};

// Boxes whose floats are arrays, up to a whole number of groups, and their classes likewise.
struct block {
    const float *at[aabb_floats];
    uint8_t *classes;
    size_t n;
};

// Boxes that straddle more than one plane, and where their classes are.
struct straddling {
    float at[aabb_floats][STRADDLING];
    uint16_t item[STRADDLING];
    size_t count;
};

// Tests them. Returns how many are outside after all.
FORCE_INLINE size_t test_straddling(bool fuse, struct lbx_frustum_ready *f,
                                    const struct planes *planes, const struct straddling *boxes,
                                    uint8_t *classes) {
    size_t found = 0;
    if (boxes->count && !f->crossed) lbx_frustum_cross(f);
    for (size_t first = 0; first < boxes->count; first += LANES) {
        const size_t rest = boxes->count - first < LANES ? boxes->count - first : LANES;
        vf box[aabb_floats];
        for (int k = 0; k < aabb_floats; k++) box[k] = vf_load_first(boxes->at[k] + first, rest);
        const struct seen seen = see(fuse, planes, planes->pad, box, box + 3);
        uint32_t outside = vm_bits(outside_across(fuse, f, &seen));
        outside &= (uint32_t)((UINT64_C(1) << rest) - 1);
        found += bits_count(outside);
        for (; outside; outside &= outside - 1)
            classes[boxes->item[first + (size_t)__builtin_ctz(outside)]] = LBX_OUTSIDE;
    }
    return found;
}

// Writes the classes of a block, and returns how many are not OUTSIDE.
FORCE_INLINE size_t see_block(bool fuse, struct lbx_frustum_ready *f, const struct planes *planes,
                              const struct block *block) {
    struct straddling boxes;
    size_t found = 0;
    boxes.count = 0;
    for (size_t first = 0; first < block->n; first += GROUP) {
        vm low[GROUP / LANES], high[GROUP / LANES];
        uint32_t open = 0;
        for (size_t g = 0; g < GROUP / LANES; g++) {
            vf box[aabb_floats];
            for (int k = 0; k < aabb_floats; k++)
                box[k] = vf_load(block->at[k] + first + g * LANES);
            const struct seen seen = see(fuse, planes, planes->pad, box, box + 3);
            const struct sides side = side_of_planes(fuse, planes, &seen);
            low[g] = vm_or(outside_of(&side, &seen), vf_less(box[3], box[0]));
            high[g] = vm_or(low[g], side.inside);
            open |= (ALL_LANES & ~vm_bits(vm_or(low[g], side.but_one))) << g * LANES;
        }
        const uint64_t proven = classes_store(block->classes + first, low, high, SEEN_FLIP);
        const size_t rest = block->n - first;
        const uint32_t items = rest < GROUP ? (UINT32_C(1) << rest) - 1 : UINT32_MAX;
        found += bits_count(~(uint32_t)proven & items);
        for (open &= items; open; open &= open - 1) {
            const size_t i = first + (size_t)__builtin_ctz(open);
            for (int k = 0; k < aabb_floats; k++) boxes.at[k][boxes.count] = block->at[k][i];
            boxes.item[boxes.count++] = (uint16_t)i;
        }
        if (boxes.count > STRADDLING - GROUP || rest <= GROUP) {
            found -= test_straddling(fuse, f, planes, &boxes, block->classes);
            boxes.count = 0;
        }
    }
    return found;
}

// Names the arrays of a block that begins at an item, or stages them.
static void open_block(struct block *block, const struct lbx_operand *boxes,
                       const struct quads *plan, size_t first, size_t n, struct tile *tile) {
    const size_t rest = n - first;
    const bool in_place = boxes->kind == OPERAND_CONTIGUOUS && rest >= GROUP;
    block->n = in_place ? rest / GROUP * GROUP : rest;
    if (block->n > (in_place ? ARRAYS_BLOCK : TILE)) block->n = in_place ? ARRAYS_BLOCK : TILE;
    if (!in_place) stage_items(boxes, aabb_floats, plan, first, block->n, tile);
    for (int k = 0; k < aabb_floats; k++) {
        for (size_t i = block->n; !in_place && i % GROUP; i++) tile->at[k][i] = tile->at[k][0];
        block->at[k] = in_place ? boxes->at[k] + first : tile->at[k];
    }
}

FORCE_INLINE size_t see_all(bool fuse, const struct lbx_operand *frusta, size_t m,
                            const struct lbx_operand *boxes, size_t n, uint8_t *classes) {
    struct lbx_frustum_ready ready[READY];
    struct planes planes[READY];
    struct tile tile;
    struct quads quads;
    uint8_t unwanted[ARRAYS_BLOCK];
    const bool planned = plan_quads(&quads, boxes, aabb_floats);
    size_t found = 0;
    for (size_t f = 0; f < m; f += READY) {
        const size_t here = m - f < READY ? m - f : READY;
        for (size_t k = 0; k < here; k++) {
            lbx_frustum_prepare(&ready[k], frusta, f + k);
            set_planes(&planes[k], &ready[k]);
        }
        struct block block;
        for (size_t first = 0; first < n; first += block.n) {
            open_block(&block, boxes, planned ? &quads : NULL, first, n, &tile);
            for (size_t k = 0; k < here; k++) {
                uint8_t *const row = classes ? classes + (f + k) * n + first : NULL;
                const bool direct = row && block.n % GROUP == 0;
                block.classes = direct ? row : unwanted;
                found += see_block(fuse, &ready[k], &planes[k], &block);
                if (row && !direct) memcpy(row, unwanted, block.n);
            }
        }
    }
    return found;
}

#ifdef LBX_UNIT
lbx_frusta_test EXPORTED(frustum_aabb_test);
ptrdiff_t EXPORTED(frustum_aabb_test)(const struct lbx_operand *frusta, size_t m,
                                      const struct lbx_operand *boxes, size_t n, unsigned flags,
                                      uint8_t *classes) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return (ptrdiff_t)(fuse ? see_all(true, frusta, m, boxes, n, classes)
                            : see_all(false, frusta, m, boxes, n, classes));
}
#else
ENTRIES(lbx_frusta_test, frustum_aabb_test);
ptrdiff_t lbx_frustum_aabb(const lbx_frustums *frustums, size_t m, const lbx_aabbs *boxes, size_t n,
                           unsigned flags, uint8_t *classes) {
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (m == 0 || n == 0) return 0;
    struct lbx_operand frusta[2], operand;
    struct lbx_lists lists = {.list = NULL};
    ptrdiff_t error = lbx_operand_frustums(frusta, frustums, m, &lists);
    lists.list = NULL; // the other list has another length
    if (!error) error = lbx_operand_aabbs(&operand, boxes, n, &lists);
    if (!error && m > PTRDIFF_MAX / n) error = LBX_ERROR_COUNT;
    return error ? error : ACTIVE(frustum_aabb_test)(frusta, m, &operand, n, flags, classes);
}
#endif
