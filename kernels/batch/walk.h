// SPDX-License-Identifier: MIT
// The walk over a batch, shared by all tests. It reads lanes of both sides, calls the kernel's
// core, packs the answers, and stores t and u. Each side lies in one of the ways of enum reading.
#ifndef LBX_WALK_H
#define LBX_WALK_H

#include <assert.h>

#include "kernel.h"
#include "settle.h"
#include "stage.h"

// How a side is read. This is a constant when the walk is compiled.
enum reading {
    READ_CONTIGUOUS = OPERAND_CONTIGUOUS,
    READ_ONE = OPERAND_ONE,         // broadcast; what depends on it alone is computed once: 108
                                    // cycles for 8 oriented boxes, not 122
    READ_COMPACT = OPERAND_COMPACT, // quads transposed in registers: 1.35 ns a moving sphere and
                                    // plane; staged 2.0
    READ_DENSE,                     // contiguous from element `first` on
    READ_PREPARED,                  // prepared: there is nothing to read
    READ_ELEMENTS                   // structures whose floats are adjacent, in order: in quads
};

// Thirty streams from DRAM are too many for the hardware prefetcher: pairs of oriented boxes took
// 11.4 ns each, against 5.4 with software prefetch. Within the caches prefetching costs a sixth, so
// it is used only for batches that exceed them.
enum { AHEAD_ITEMS = 64, AHEAD_BYTES = 16 << 20, LINE_FLOATS = 16 };

// Items between two stores of the answers. Registers hold a heavy kernel's.
enum { LIGHT_GROUP = 32, HEAVY_GROUP = LANES > 8 ? LANES : 8 };

// Passed by value, and not part of struct side: clang propagates a constant beside an array only
// after it has unrolled all loops over it: AVX2 took 2.1 MB of code, and takes .64.
struct layout {
    enum reading reading;
    unsigned floats;
};

// One side inside the loop. It is a plain local copy: for all that the compiler knows, the stores
// into hits may change what it points to, but not the copy itself.
struct side {
    const struct lbx_operand *operand;
    const float *at[LBX_FLOATS_MAX];
    const uint32_t *list; // READ_COMPACT: entries LIST_STEP bytes apart
    size_t step, first;   // READ_DENSE: the element of item 0
    union lanes one;      // READ_ONE
};

FORCE_INLINE void open_side(struct side *side, const struct lbx_operand *o, struct layout layout) {
    side->operand = o;
    side->list = o->list;
    side->step = o->step;
    for (unsigned k = 0; k < layout.floats; k++) {
        if (layout.reading == READ_ONE) {
            side->one.at[k] = vf_set(*o->at[k]);
        } else {
            side->at[k] = copy_pointer(o->at[k]);
        }
    }
}

FORCE_INLINE size_t listed_offset(const struct side *side, size_t i) {
    return *(const uint32_t *)((const char *)side->list + i * LIST_STEP) * side->step;
}

// The offsets of the items i to i + count - 1, with the last one repeated up to LANES.
FORCE_INLINE void listed_offsets(const struct side *side, size_t i, size_t count,
                                 size_t offset[LANES]) {
    for (size_t l = 0; l < LANES; l++)
        offset[l] = listed_offset(side, i + (l < count ? l : count - 1));
}

FORCE_INLINE void read_lanes(union lanes *x, const struct side *side, struct layout layout,
                             size_t i, size_t count) {
    assert(count > 0 && count <= LANES);
    if (layout.reading == READ_ELEMENTS || (layout.reading == READ_COMPACT && layout.floats != 6)) {
        size_t offset[LANES];
        if (layout.reading == READ_COMPACT) {
            listed_offsets(side, i, count, offset);
        } else {
            element_offsets(side->operand, i, count, offset);
        }
        // Pairs are read from the last quad to the first: OBBs are a tenth faster (gcc 12).
        const unsigned last = (layout.floats - 1) / 4 * 4;
        for (unsigned j = 0; j <= last; j += 4) {
            const unsigned k = layout.reading == READ_COMPACT ? last - j : j;
            vf quad[4];
            const unsigned at = quad_at(k, layout.floats);
            vf_load_quads((const char *)(side->at[0] + at), offset, quad);
            for (unsigned f = 0; f < 4; f++) x->at[at + f] = quad[f];
        }
        return;
    }
    if (layout.reading == READ_COMPACT) {
        size_t offset[LANES];
        vf low[4], high[4];
        listed_offsets(side, i, count, offset);
        vf_load_quads((const char *)side->at[0], offset, low);
        vf_load_quads((const char *)(side->at[3] - 1), offset, high);
        for (int c = 0; c < 3; c++) {
            x->at[c] = low[c];
            x->at[3 + c] = high[c + 1];
        }
        return;
    }
    for (unsigned k = 0; k < layout.floats; k++) {
        if (layout.reading == READ_ONE) {
            x->at[k] = side->one.at[k];
            continue;
        }
        const float *const p = side->at[k] + (layout.reading == READ_DENSE ? side->first + i : i);
        x->at[k] = count == LANES ? vf_load(p) : vf_load_first(p, count);
    }
}

FORCE_INLINE void store_count(float *p, vf x, size_t count) {
    if (count == LANES) {
        vf_store(p, x);
    } else {
        vf_store_first(p, x, count);
    }
}

// One prepared item of the first side, and the second side as core_of_prepared sees it.
struct prepared {
    union lanes lanes;
    struct lbx_operand others;
};

FORCE_INLINE enum form prepare_one(const struct kernel *k, prepare_item *prepare, enum form form,
                                   const struct lbx_operand *a, const struct lbx_operand *b,
                                   struct prepared *one) {
    float item[LBX_FLOATS_MAX];
    assert(a->kind == OPERAND_ONE && b->kind == OPERAND_CONTIGUOUS);
    for (unsigned f = 0; f < k->floats[0]; f++) item[f] = *a->at[f];
    return prepare(form, item, a->optional, &one->lanes, b->at, one->others.at);
}

// The answers of a group of items, before they are stored.
struct group {
    uint32_t bits;                        // of masks, 1 where apart
    uint32_t undecided;                   // 1 where the core leaves it to `.settle`
    vm low[32 / LANES], high[32 / LANES]; // of classes
};

// Which of the items' classes, as classes_store wrote them, are 2 or 3, or 1 if ones count.
FORCE_INLINE uint32_t classes_counted(uint64_t bits, const struct kernel *k, uint32_t there) {
    const uint32_t low = (uint32_t)bits ^ (k->flip & 1 ? UINT32_MAX : 0);
    const uint32_t high = (uint32_t)(bits >> 32) ^ (k->flip & 2 ? UINT32_MAX : 0);
    return (k->counts_ones ? low | high : high) & there;
}

// Whether a call wants classes, and not a mask.
FORCE_INLINE bool wants_classes(const struct kernel *k, float *const *out) {
    return k->classes && !(k->masked && out);
}

// Stores the answers of the items i to i + count - 1, at most 32, and returns how many of them
// count. `answers` points to the start of the batch's classes, or to where the mask of item i goes.
FORCE_INLINE size_t store_group(const struct kernel *k, bool classes, const struct group *g,
                                uint8_t *answers, size_t i, size_t count) {
    assert(count > 0 && count <= 32);
    const uint32_t there = (uint32_t)((UINT64_C(1) << count) - 1);
    uint32_t bits = ~g->bits & there;
    if (k->classes) {
        uint8_t unwanted[32], *const wanted = classes && answers ? answers + i : unwanted;
        uint8_t *const whole = count == 32 ? wanted : unwanted;
        bits = classes_counted(classes_store(whole, g->low, g->high, k->flip), k, there);
        if (whole != wanted) memcpy(wanted, whole, count);
        if (classes) return bits_count(bits);
    }
    if (answers) bits_store(answers, bits, (count + 7) / 8);
    return bits_count(bits);
}

// The constants that a walk is compiled for, but the core: it is inlined only as an argument.
struct fixed {
    const struct kernel *kernel;
    enum form form;
    struct layout a, b;
};

// Prefetches the lines of contiguous sides that hold the items i to i + count - 1, AHEAD_ITEMS
// further on. It is not inlined, because holding the pointers for it costs the loop an eighth (gcc
// 12, AVX2), and static: gcc sees that the loop's vectors stay where they are.
NOINLINE void ask_lines(const struct lbx_operand *a, unsigned a_floats, const struct lbx_operand *b,
                        unsigned b_floats, size_t i, size_t count) {
    for (const size_t end = i + count; i < end; i += LINE_FLOATS) {
        for (unsigned k = 0; k < a_floats; k++) prefetch(a->at[k] + i + AHEAD_ITEMS);
        for (unsigned k = 0; k < b_floats; k++) prefetch(b->at[k] + i + AHEAD_ITEMS);
    }
    forget(); // otherwise gcc 12 sees a function without effects and drops the calls
}

// Opens a group that is indexed by its vectors. The loop over whole groups has none, so that its
// vectors stay in registers (clang 14: moving spheres .69 ns, not .76).
FORCE_INLINE void open_group(const struct kernel *k, struct group *g) {
    g->bits = g->undecided = 0;
    for (size_t v = 0; k->classes && v < 32 / LANES; v++) // a rest leaves some of them as they are
        g->low[v] = g->high[v] = vf_negative(vf_set(0));
}

// Puts what a core says of vector v into the group, and its outputs into those from item i on.
FORCE_INLINE void put_vector(const struct kernel *k, enum form form, struct masks m, const vf *out,
                             size_t i, size_t count, struct group *g, size_t v,
                             float *const *wanted) {
    if (k->classes) {
        g->low[v] = m.low;
        g->high[v] = m.high;
    } else {
        g->bits |= vm_bits(m.low) << v * LANES;
        if (k->settle) g->undecided |= (vm_bits(m.high) ^ ALL_LANES) << v * LANES;
    }
    for (unsigned o = 0; form == FORM_OUTPUTS && o < k->outputs; o++)
        if (wanted[o]) store_count(wanted[o] + i, out[o], count);
}

// Tests one vector of items, `count` of them from item i on. It is vector v of the group.
FORCE_INLINE void walk_vector(struct fixed f, core *ask, const struct side *as,
                              const struct side *bs, union lanes *x, const union lanes *prepared,
                              size_t i, size_t count, struct group *g, size_t v,
                              float *const *wanted) {
    union lanes y;
    vf out[OUTPUTS_MAX];
    if (f.a.reading != READ_PREPARED) read_lanes(x, as, f.a, i, count);
    read_lanes(&y, bs, f.b, i, count);
    const struct masks m = ask(f.form, f.a.reading != READ_PREPARED ? x : prepared, &y, out);
    put_vector(f.kernel, f.form, m, out, i, count, g, v, wanted);
}

// Tests the items i to n - 1, at most 32, in a group of their own.
FORCE_INLINE size_t walk_rest(struct fixed f, core *ask, const struct side *as,
                              const struct side *bs, union lanes *x, const union lanes *prepared,
                              size_t i, size_t n, uint8_t *answers, float *const *wanted) {
    struct group rest;
    open_group(f.kernel, &rest);
    for (size_t j = i; j < n; j += LANES)
        walk_vector(f, ask, as, bs, x, prepared, j, n - j < LANES ? n - j : LANES, &rest,
                    (j - i) / LANES, wanted);
    return store_group(f.kernel, f.kernel->classes, &rest, answers, i, n - i);
}

// The operand of a dense view whose last `lacking` floats are not given.
FORCE_INLINE void operand_of(struct lbx_operand *o, const struct lbx_dense *d,
                             enum operand_kind kind, unsigned floats, unsigned lacking) {
    o->kind = kind;
    o->optional = 0;
    for (unsigned k = 0; k < floats; k++) o->at[k] = d->at[k < floats - lacking ? k : 0] + d->first;
}

FORCE_INLINE size_t group_of(const struct kernel *k) {
    return k->classes ? 32 : k->heavy ? HEAVY_GROUP : LIGHT_GROUP;
}

// Tests the items 0 to n - 1 of both operands, which are whole groups unless the first side is
// prepared and the kernel light. A prepared item reads the second side as `seen`, which is
// otherwise b. `first` is the number of item 0 in the batch, for the outputs.
FORCE_INLINE size_t walk(struct fixed f, core *ask, const struct lbx_operand *a,
                         const struct lbx_operand *b, const struct lbx_operand *seen,
                         const union lanes *prepared, size_t first, size_t n, uint8_t *answers,
                         float *const *out) {
    const struct kernel *const k = f.kernel;
    const size_t group = group_of(k);
    assert(!k->settle || n <= SETTLED_ITEMS);
    assert(n > 0 && first % 8 == 0 && group % 8 == 0 && group % LANES == 0 && group <= 32);
    assert((f.a.reading == READ_PREPARED && !k->heavy) || n % group == 0);
    struct side as, bs;
    union lanes x;
    float *wanted[OUTPUTS_MAX] = {NULL};
    open_side(&as, a, f.a);
    open_side(&bs, seen, f.b);
    if (k->ranged) {
        x.ray.inverted = a->optional & RAY_INVERSE;
        x.ray.has_t_min = f.a.floats == ray_floats && a->optional & RAY_T_MIN;
        x.ray.has_t_max = f.a.floats == ray_floats && a->optional & RAY_T_MAX;
    }
    for (unsigned o = 0; f.form == FORM_OUTPUTS && o < k->outputs; o++)
        wanted[o] = out[o] ? out[o] + first : NULL;
    const bool ahead = k->ahead && f.a.reading == READ_CONTIGUOUS &&
                       f.b.reading == READ_CONTIGUOUS &&
                       n >= AHEAD_BYTES / ((f.a.floats + f.b.floats) * sizeof(float));
    uint8_t *const batch = answers;
    const bool classes = wants_classes(k, out);
    struct noted noted;
    noted.count = 0;
    size_t i = 0, found = 0;
    for (const size_t whole = n - n % group; i != whole; i += group) {
        struct group g;
        g.bits = g.undecided = 0;
        if (ahead && i % LINE_FLOATS == 0) ask_lines(a, f.a.floats, b, f.b.floats, i, group);
// Without this clang 14 stores masks and reads them again, which builds with asserts may do.
#if defined(__clang__) && LANES > 1 && defined(NDEBUG)
#pragma clang loop unroll(full)
#endif
        for (size_t v = 0; v < group / LANES; v++)
            walk_vector(f, ask, &as, &bs, &x, prepared, i + v * LANES, LANES, &g, v, wanted);
        found += store_group(k, classes, &g, answers, i, group);
        if (answers && !classes) answers += group / 8; // i / 8 takes a tenth longer
        if (k->settle) note_group(&noted, i, g.undecided);
    }
    if (k->settle && noted.count) {
        const struct any_side any_a = any_of(a, 0), any_b = any_of(b, 0);
        found -= settle_noted(k, f.form, &noted, &any_a, &any_b, batch, wanted);
    }
    if (f.a.reading != READ_PREPARED || k->heavy || i == n) return found;
    return found + walk_rest(f, ask, &as, &bs, &x, prepared, i, n, answers, wanted);
}

FORCE_INLINE void open_dense(struct side *side, const struct lbx_dense *d, struct layout layout) {
    side->first = d->first;
    for (unsigned k = 0; k < layout.floats; k++) {
        if (layout.reading == READ_ONE) {
            side->one.at[k] = vf_set(d->at[k][d->first]);
        } else {
            side->at[k] = copy_pointer(d->at[k]);
        }
    }
}

FORCE_INLINE ptrdiff_t walk_few(struct fixed f, core *ask, const struct lbx_dense *a,
                                const struct lbx_dense *b, size_t n, uint8_t *answers,
                                float *const *out) {
    assert(n > 0 && n <= LBX_FEW);
    struct side as, bs;
    union lanes x;
    open_dense(&as, a, f.a);
    open_dense(&bs, b, f.b);
    if (f.kernel->ranged) x.ray.inverted = x.ray.has_t_min = x.ray.has_t_max = false;
    return (ptrdiff_t)walk_rest(f, ask, &as, &bs, &x, NULL, 0, n, answers, out);
}

#endif
