// SPDX-License-Identifier: MIT
// What frusta see of axis-aligned boxes, by all separating axes: Greene 1994; Ericson 2005, 5.2.1.
//
// The inputs are m frusta and n boxes. Each frustum is made ready once (api/frustum.c). All boxes
// are moved to its eye and compared with its six planes: those beyond one are OUTSIDE, those within
// all are INSIDE. What straddles a plane is collected, and compared along x, y, z and the products
// of edges. Whatever nothing proves is INTERSECTING, as is a box with a NaN. The empty box is
// OUTSIDE.
#include "api/frustum.h"
#include "batch/kernel.h"
#include "batch/stage.h"
#include "math/products.h"

// A batch of frusta against boxes: m and n exceed 0.
typedef ptrdiff_t frusta_test(const struct lbx_operand *frusta, size_t m,
                              const struct lbx_operand *boxes, size_t n, unsigned flags,
                              uint8_t *classes);

#define FRUSTUM_FLOOR 0x1p-120f // more than underflow takes

enum {
    READY = 4,    // frusta that are ready at a time
    GROUP = 32,   // boxes whose classes are stored together
    SEEN_FLIP = 3 // masks are of what is proven
};

// Twice the center and the half extents of boxes, relative to the eye, and what rounding may make
// of a comparison.
struct seen {
    vf center[3], half[3], slack;
};

FORCE_INLINE struct seen see(const struct lbx_frustum_ready *f, const vf min[3], const vf max[3]) {
    struct seen box;
    for (int c = 0; c < 3; c++) {
        const vf eye = vf_set(f->eye[c]);
        const vf low = vf_sub(min[c], eye), high = vf_sub(max[c], eye);
        box.center[c] = vf_add(high, low);
        box.half[c] = vf_sub(high, low);
    }
    const vf size = vf_add(l1_norm(box.center), sum_of(box.half));
    box.slack = multiply_add(false, size, vf_set(f->pad), vf_set(FRUSTUM_FLOOR));
    return box;
}

// What the planes say of boxes: beyond one of them, within all, across one at most. A box across
// one alone has its furthest corner within all, so that no axis can separate it.
struct sides {
    vm outside, inside, across_one;
};

FORCE_INLINE struct sides side_of_planes(const struct lbx_frustum_ready *f,
                                         const struct seen *box) {
    // How far the furthest corner is within the plane that it is least within, and the nearest
    // corner within the two that it is least within.
    vf furthest = vf_set(INFINITY), least = furthest, second = furthest;
#pragma GCC unroll 1 // unrolled, it takes a third more code
    for (int side = 0; side < FRUSTUM_SIDES; side++) {
        vf at = vf_set(-f->offset[side]), reach = at; // of no use, but gcc 12 warns
        for (int c = 0; c < 3; c++) {
            const vf n = vf_set(f->normal[side][c]);
            at = multiply_add(false, n, box->center[c], at);
            reach = c ? multiply_add(false, vf_abs(n), box->half[c], reach)
                      : vf_mul(vf_abs(n), box->half[c]);
        }
        const vf nearest = vf_sub(at, reach);
        furthest = vf_min(vf_add(at, reach), furthest);
        second = vf_min(vf_max(nearest, least), second);
        least = vf_min(nearest, least);
    }
    return (struct sides){.outside = vf_less(furthest, vf_negate(box->slack)),
                          .inside = vf_less(box->slack, least),
                          .across_one = vf_less(box->slack, second)};
}

// The lanes that x, y, z or a product of edges separates from the frustum.
FORCE_INLINE vm outside_across(const struct lbx_frustum_ready *f, const struct seen *box) {
    vf above = vf_set(INFINITY), below = above; // two chains of minima
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const vf low = vf_sub(box->center[i], box->half[i]);
        const vf high = vf_add(box->center[i], box->half[i]);
        above = vf_min(vf_sub(vf_set(f->high[i]), low), above);
        below = vf_min(vf_sub(high, vf_set(f->low[i])), below);
        for (unsigned e = 0; e < f->crosses[i]; e++) {
            const struct lbx_frustum_cross *const x = &f->cross[i][e];
            const vf a = vf_set(x->at[0]), b = vf_set(x->at[1]);
            const vf at = multiply_add(false, b, box->center[k], vf_mul(a, box->center[j]));
            const vf reach =
                multiply_add(false, vf_abs(b), box->half[k], vf_mul(vf_abs(a), box->half[j]));
            above = vf_min(vf_sub(vf_set(x->high), vf_sub(at, reach)), above);
            below = vf_min(vf_sub(vf_add(at, reach), vf_set(x->low)), below);
        }
    }
    return vf_less(vf_min(above, below), vf_negate(box->slack));
}

// Boxes whose floats are arrays, up to a whole number of groups, and their classes likewise.
struct block {
    const float *at[aabb_floats];
    uint8_t *classes;
    size_t n;
};

// Boxes that straddle more than one plane, and where their classes are.
struct straddling {
    float at[aabb_floats][TILE];
    uint8_t item[TILE];
    size_t count;
};

// Tests them. Returns how many are outside after all.
FORCE_INLINE size_t test_straddling(const struct lbx_frustum_ready *f,
                                    const struct straddling *boxes, uint8_t *classes) {
    size_t found = 0;
    for (size_t first = 0; first < boxes->count; first += LANES) {
        const size_t rest = boxes->count - first < LANES ? boxes->count - first : LANES;
        vf box[aabb_floats];
        for (int k = 0; k < aabb_floats; k++) box[k] = vf_load_first(boxes->at[k] + first, rest);
        const struct seen seen = see(f, box, box + 3);
        uint32_t outside = vm_bits(outside_across(f, &seen));
        outside &= (uint32_t)((UINT64_C(1) << rest) - 1);
        found += bits_count(outside);
        for (; outside; outside &= outside - 1)
            classes[boxes->item[first + (size_t)__builtin_ctz(outside)]] = LBX_OUTSIDE;
    }
    return found;
}

// Writes the classes of a block, and returns how many are not OUTSIDE.
FORCE_INLINE size_t see_block(const struct lbx_frustum_ready *f, const struct block *block) {
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
            const struct seen seen = see(f, box, box + 3);
            const struct sides side = side_of_planes(f, &seen);
            low[g] = vm_or(side.outside, vf_less(box[3], box[0]));
            high[g] = vm_or(low[g], side.inside);
            open |= (ALL_LANES & ~vm_bits(vm_or(low[g], side.across_one))) << g * LANES;
        }
        const uint64_t proven = classes_store(block->classes + first, low, high, SEEN_FLIP);
        const size_t rest = block->n - first;
        const uint32_t items = rest < GROUP ? (UINT32_C(1) << rest) - 1 : UINT32_MAX;
        found += bits_count(~(uint32_t)proven & items);
        for (open &= items; open; open &= open - 1) {
            const size_t i = first + (size_t)__builtin_ctz(open);
            for (int k = 0; k < aabb_floats; k++) boxes.at[k][boxes.count] = block->at[k][i];
            boxes.item[boxes.count++] = (uint8_t)i;
        }
    }
    return found - test_straddling(f, &boxes, block->classes);
}

// Names the arrays of the items first to first + n - 1, or stages them.
static void open_block(struct block *block, const struct lbx_operand *boxes,
                       const struct quads *plan, size_t first, size_t n, struct tile *tile) {
    const bool in_place = boxes->kind == OPERAND_CONTIGUOUS && n % GROUP == 0;
    if (!in_place) stage_items(boxes, aabb_floats, plan, first, n, tile);
    for (int k = 0; k < aabb_floats; k++) {
        for (size_t i = n; !in_place && i % GROUP; i++) tile->at[k][i] = tile->at[k][0];
        block->at[k] = in_place ? boxes->at[k] + first : tile->at[k];
    }
    block->n = n;
}

FORCE_INLINE size_t see_all(const struct lbx_operand *frusta, size_t m,
                            const struct lbx_operand *boxes, size_t n, uint8_t *classes) {
    struct lbx_frustum_ready ready[READY];
    struct tile tile;
    struct quads quads;
    uint8_t unwanted[TILE];
    const bool planned = plan_quads(&quads, boxes, aabb_floats);
    size_t found = 0;
    for (size_t f = 0; f < m; f += READY) {
        const size_t here = m - f < READY ? m - f : READY;
        for (size_t k = 0; k < here; k++) lbx_frustum_prepare(&ready[k], frusta, f + k);
        for (size_t first = 0; first < n; first += TILE) {
            const size_t count = n - first < TILE ? n - first : TILE;
            struct block block;
            open_block(&block, boxes, planned ? &quads : NULL, first, count, &tile);
            for (size_t k = 0; k < here; k++) {
                uint8_t *const row = classes ? classes + (f + k) * n + first : NULL;
                const bool direct = row && count % GROUP == 0;
                block.classes = direct ? row : unwanted;
                found += see_block(&ready[k], &block);
                if (row && !direct) memcpy(row, unwanted, count);
            }
        }
    }
    return found;
}

#ifdef LBX_UNIT
frusta_test EXPORTED(frustum_aabb_test);
ptrdiff_t EXPORTED(frustum_aabb_test)(const struct lbx_operand *frusta, size_t m,
                                      const struct lbx_operand *boxes, size_t n, unsigned flags,
                                      uint8_t *classes) {
    (void)flags; // nothing is fused: that gained 3 %
    return (ptrdiff_t)see_all(frusta, m, boxes, n, classes);
}
#else
ENTRIES(frusta_test, frustum_aabb_test);
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
