// SPDX-License-Identifier: MIT
// The loops of kernels and conversions whose cores are called.
#include "called_loop.h"
#include "convert.h"

// The floats of a side, as a core reads them.
struct called_side {
    unsigned floats;
    bool one;
    size_t first, step; // of the items that are next: what is added to the pointers, which stay
    const float *at[LBX_FLOATS_MAX];
    _Alignas(64) float row[LBX_FLOATS_MAX][LANES]; // of one item, or of the rest
};

// Passed through here, compilers do not know how long a loop over the pointers is. They would
// unroll it whole: 15 KB more of the library, for what is done once for a vector of items.
FORCE_INLINE const float **unknown(const float **at) {
    __asm__("" : "+r"(at));
    return at;
}

// Makes one vector for all items.
NOINLINE void broadcast(struct called_side *side) {
    const float **at = unknown(side->at);
    for (unsigned k = 0; k < side->floats; k++) {
        vf_store(side->row[k], vf_set(*at[k]));
        at[k] = side->row[k];
    }
}

NOINLINE void open_called(struct called_side *side, const struct lbx_operand *o, unsigned floats,
                          bool grown) {
    side->floats = floats;
    side->one = o->kind == OPERAND_ONE;
    side->first = 0;
    side->step = side->one ? 0 : LANES;
    memcpy(side->at, o->at, sizeof side->at);
    if (side->one) broadcast(side);
    if (!grown) return;
    side->row[floats][0] = o->distance; // read at its pointer, whatever `first` is
    side->at[floats] = side->row[floats];
}

// Makes whole vectors of the last `count` items.
NOINLINE void open_rest(struct called_side *side, size_t count) {
    const float **at = unknown(side->at);
    for (unsigned k = 0; k < side->floats && !side->one; k++) {
        vf_store(side->row[k], vf_load_first(at[k] + side->first, count));
        at[k] = side->row[k];
    }
    side->first = 0;
}

// Byte k is bit k of the lowest eight.
static uint64_t spread(uint32_t bits) {
    const uint64_t each = (bits & 0xff) * UINT64_C(0x0101010101010101);
    const uint64_t one = each & UINT64_C(0x8040201008040201); // of byte k bit k alone
    return (one + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

// Writes the classes of a group: 1 where `low`, and 2 where `high`.
static void store_classes(uint8_t *classes, uint32_t low, uint32_t high, unsigned flip,
                          size_t count) {
    for (size_t l = 0; l < count; l += 8) {
        const uint64_t eight =
            (spread(low >> l) | spread(high >> l) << 1) ^ flip * UINT64_C(0x0101010101010101);
        if (count - l >= 8)
            memcpy(classes + l, &eight, 8);
        else
            memcpy(classes + l, &eight, count - l);
    }
}

// Not inlined, like what follows: in a loop with calls of static functions gcc 12 forgets to clear
// the registers' upper halves.
NOINLINE void store_outputs(float *const *out, unsigned outputs, const vf *made, size_t first,
                            size_t count) {
    for (unsigned o = 0; o < outputs; o++) {
        forget();
        if (out[o]) vf_store_first(out[o] + first, made[o], count);
    }
}

NOINLINE void store_columns(struct tile *tile, unsigned floats, const vf *made, size_t j) {
    for (unsigned f = 0; f < floats; f++) {
        forget();
        vf_store(tile->at[f] + j, made[f]);
    }
}

NOINLINE void store_arrays(float *const *out, unsigned floats, const vf *made, size_t first) {
    for (unsigned f = 0; f < floats; f++) {
        forget();
        vf_store(out[f] + first, made[f]);
    }
}

size_t walk_called(const struct kernel *k, called_core *ask, const struct lbx_operand *a,
                   const struct lbx_operand *b, size_t first, size_t n, uint8_t *answers,
                   float *const *out) {
    assert(n > 0 && a->kind <= OPERAND_ONE && b->kind <= OPERAND_ONE);
    struct called_side as, bs;
    open_called(&as, a, k->floats[0], k->grown);
    open_called(&bs, b, k->floats[1], false);
    size_t found = 0;
    for (size_t i = 0; i < n; i += HEAVY_GROUP) {
        const size_t count = n - i < HEAVY_GROUP ? n - i : HEAVY_GROUP;
        uint32_t low = 0, high = 0; // of classes; of masks, low is where they are apart
        for (size_t j = 0; j < count; j += LANES) {
            const size_t lanes = count - j < LANES ? count - j : LANES;
            if (lanes < LANES) {
                open_rest(&as, lanes);
                open_rest(&bs, lanes);
            }
            vf made[OUTPUTS_MAX];
            const uint64_t bits = ask(k->ranged ? a->optional : 0, as.at, as.first, bs.at, bs.first,
                                      out ? made : NULL);
            as.first += as.step;
            bs.first += bs.step;
            if (out) store_outputs(out, k->outputs, made, first + i + j, lanes);
            low |= (uint32_t)bits << j;
            high |= (uint32_t)(bits >> 32) << j;
        }
        const uint32_t there = (uint32_t)((UINT64_C(1) << count) - 1);
        const uint32_t hits = (k->classes ? high ^ (k->flip & 2 ? UINT32_MAX : 0) : ~low) & there;
        found += bits_count(hits);
        if (answers && k->classes) store_classes(answers + i, low, high, k->flip, count);
        if (answers && !k->classes) bits_store(answers + i / 8, hits, (count + 7) / 8);
    }
    return found;
}

ptrdiff_t run_parts(const struct kernel *k, form_walks *walks, const struct lbx_operand *operands,
                    size_t n, uint8_t *answers, float *const *out) {
    return run(k, walks, operands, n, answers, out);
}

NOINLINE void store_made(const struct lbx_target *out, unsigned floats, const struct tile *tile,
                         size_t first, size_t count) {
    if (out->step != sizeof(float)) {
        scatter(out, floats, tile, first, 0, count);
        return;
    }
    for (unsigned k = 0; k < floats; k++)
        memcpy(out->at[k] + first, tile->at[k], count * sizeof(float));
}

ptrdiff_t convert_called(const struct conversion *k, called_core *ask,
                         const struct lbx_operand *operands, size_t n,
                         const struct lbx_target *out) {
    const unsigned views = k->floats[1] ? 2 : 1;
    const bool dense = out->step == sizeof(float);
    struct block_side block[2];
    struct called_side side[2];
    struct tile tile;
    for (unsigned v = 0; v < views; v++) {
        const struct lbx_operand *const o = &operands[v];
        const bool staged = o->kind != OPERAND_CONTIGUOUS;
        open_blocks(&block[v], o, k->floats[v], staged ? WAY_STAGED : WAY_AS_IT_IS, n);
    }
    for (size_t first = 0; first < n; first += TILE) {
        const size_t count = n - first < TILE ? n - first : TILE;
        for (unsigned v = 0; v < views; v++) {
            next_block(&block[v], first, count);
            open_called(&side[v], &block[v].block, k->floats[v], false);
        }
        for (size_t j = 0; j < count; j += LANES) {
            vf made[LBX_FLOATS_MAX];
            for (unsigned v = 0; v < views && count - j < LANES; v++)
                open_rest(&side[v], count - j);
            ask(0, side[0].at, side[0].first, side[1].at, side[1].first, made);
            if (!dense)
                store_columns(&tile, k->out_floats, made, j);
            else if (count - j >= LANES)
                store_arrays(out->at, k->out_floats, made, first + j);
            else
                store_outputs(out->at, k->out_floats, made, first + j, count - j);
            for (unsigned v = 0; v < views; v++) side[v].first += side[v].step;
        }
        if (!dense) store_made(out, k->out_floats, &tile, first, count);
    }
    return (ptrdiff_t)n;
}
