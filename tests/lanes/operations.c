// SPDX-License-Identifier: MIT
#include "operations.h"

#include <string.h>

#include LANES_HEADER

static vf in(const float x[]) {
    return vf_load(x);
}

static void set(float x, float out[]) {
    vf_store(out, vf_set(x));
}

static void load(const float *p, float out[]) {
    vf_store(out, vf_load(p));
}

static void load_first(const float *p, size_t count, float out[]) {
    vf_store(out, vf_load_first(p, count));
}

static void store(float *p, const float x[]) {
    vf_store(p, in(x));
}

static void store_first(float *p, const float x[], size_t count) {
    vf_store_first(p, in(x), count);
}

static void load_quads(const char *base, const size_t offset[], float out[4][LANES_MOST]) {
    vf x[4];
    vf_load_quads(base, offset, x);
    for (int k = 0; k < 4; k++) vf_store(out[k], x[k]);
}

static void store_quads(char *base, size_t step, float x[4][LANES_MOST]) {
    const vf lanes[4] = {in(x[0]), in(x[1]), in(x[2]), in(x[3])};
    vf_store_quads(base, step, lanes);
}

#if LANES_ROWS
static vr row_in(const float a[]) {
    size_t offset[QUADS];
    for (size_t q = 0; q < QUADS; q++) offset[q] = 16 * q;
    return vr_load((const char *)a, offset);
}

static void row_out(float out[], vr a) {
    memcpy(out, &a, sizeof a);
}

static void load_row(const char *base, const size_t offset[], float out[]) {
    row_out(out, vr_load(base, offset));
}

static void turn(const float a[], float out[]) {
    row_out(out, vr_turn(row_in(a)));
}

static void row_max(const float a[], const float b[], float out[]) {
    row_out(out, vr_max(row_in(a), row_in(b)));
}

static uint32_t less_of_rows(float a[4][LANES_MOST], float b[4][LANES_MOST], float c[4][LANES_MOST],
                             float d[4][LANES_MOST]) {
    vmr m[4];
    for (int l = 0; l < 4; l++)
        m[l] = vmr_or(vr_less(row_in(a[l]), row_in(b[l])), vr_less(row_in(c[l]), row_in(d[l])));
    return vmr_bits(m);
}
#endif

#if LANES_PACK
static void pack(const float a[], unsigned bits, float out[]) {
    vf_store(out, vf_pack(in(a), bits));
}
#endif

static void absolute(const float a[], float out[]) {
    vf_store(out, vf_abs(in(a)));
}

static void minus_absolute(const float a[], float out[]) {
    vf_store(out, vf_minus_abs(in(a)));
}

static void negate(const float a[], float out[]) {
    vf_store(out, vf_negate(in(a)));
}

static void hold(const float a[], float out[]) {
    vf_store(out, vf_hold(in(a)));
}

static void root(const float a[], float out[]) {
    vf_store(out, vf_sqrt(in(a)));
}

static void inverse_power(const float a[], float out[]) {
    vf_store(out, vf_inverse_power(in(a)));
}

static void add(const float a[], const float b[], float out[]) {
    vf_store(out, vf_add(in(a), in(b)));
}

static void sub(const float a[], const float b[], float out[]) {
    vf_store(out, vf_sub(in(a), in(b)));
}

static void mul(const float a[], const float b[], float out[]) {
    vf_store(out, vf_mul(in(a), in(b)));
}

static void quotient(const float a[], const float b[], float out[]) {
    vf_store(out, vf_div(in(a), in(b)));
}

static void min(const float a[], const float b[], float out[]) {
    vf_store(out, vf_min(in(a), in(b)));
}

static void max(const float a[], const float b[], float out[]) {
    vf_store(out, vf_max(in(a), in(b)));
}

static void bits_of_both(const float a[], const float b[], float out[]) {
    vf_store(out, vf_or(in(a), in(b)));
}

static void flip(const float a[], const float b[], float out[]) {
    vf_store(out, vf_flip(in(a), in(b)));
}

static void fused(const float a[], const float b[], const float c[], float out[]) {
    vf_store(out, vf_fma(in(a), in(b), in(c)));
}

static void fused_negated(const float a[], const float b[], const float c[], float out[]) {
    vf_store(out, vf_fnma(in(a), in(b), in(c)));
}

static uint32_t equal(const float a[], const float b[]) {
    return vm_bits(vf_equal(in(a), in(b)));
}

static uint32_t less(const float a[], const float b[]) {
    return vm_bits(vf_less(in(a), in(b)));
}

static uint32_t at_most(const float a[], const float b[]) {
    return vm_bits(vf_at_most(in(a), in(b)));
}

static uint32_t unordered(const float a[], const float b[]) {
    return vm_bits(vf_unordered(in(a), in(b)));
}

static uint32_t negative(const float a[]) {
    return vm_bits(vf_negative(in(a)));
}

static uint32_t less_or_negative(const float a[], const float b[], const float c[]) {
    return vm_bits(vm_or(vf_less(in(a), in(b)), vf_negative(in(c))));
}

static uint32_t less_and_negative(const float a[], const float b[], const float c[]) {
    return vm_bits(vm_and(vf_less(in(a), in(b)), vf_negative(in(c))));
}

static uint32_t less_and_not_negative(const float a[], const float b[], const float c[]) {
    return vm_bits(vm_and_not(vf_less(in(a), in(b)), vf_negative(in(c))));
}

static void keep_less(const float x[], const float y[], const float a[], float out[]) {
    vf_store(out, vm_keep(vf_less(in(x), in(y)), in(a)));
}

static void select_less(const float x[], const float y[], const float a[], const float b[],
                        float out[]) {
    vf_store(out, vm_select(vf_less(in(x), in(y)), in(a), in(b)));
}

static void swap_negative(const float x[], float a[], float b[]) {
    vf first = in(a), second = in(b);
    vf_swap(vf_negative(in(x)), &first, &second);
    vf_store(a, first);
    vf_store(b, second);
}

static void select_negative(const float x[], const float a[], const float b[], float out[]) {
    vf_store(out, vm_select(vf_negative(in(x)), in(a), in(b)));
}

static void store_bits(uint8_t *p, uint32_t bits, size_t bytes) {
    bits_store(p, bits, bytes);
}

static uint64_t store_classes(uint8_t *p, const float low[], const float high[], unsigned flip) {
    vm ones[32 / LANES], twos[32 / LANES];
    for (size_t v = 0; v < 32 / LANES; v++) {
        ones[v] = vf_negative(in(low + v * LANES));
        twos[v] = vf_negative(in(high + v * LANES));
    }
    return classes_store(p, ones, twos, flip);
}

static float most(const float a[]) {
    return vf_most(in(a));
}

static unsigned count_bits(uint32_t bits) {
    return bits_count(bits);
}

_Static_assert(LANES <= LANES_MOST, "the tests' arrays hold LANES_MOST floats");

extern const struct lane_operations LANES_OPERATIONS;
const struct lane_operations LANES_OPERATIONS = {
    .lanes = LANES,
    .fuses = LANES_FUSE,
    .set = set,
    .load = load,
    .load_first = load_first,
    .store = store,
    .store_first = store_first,
    .load_quads = load_quads,
    .store_quads = store_quads,
#if LANES_ROWS
    .quads = QUADS,
    .load_row = load_row,
    .turn = turn,
    .row_max = row_max,
    .less_of_rows = less_of_rows,
#endif
#if LANES_PACK
    .pack = pack,
#endif
    .unary = {absolute, minus_absolute, negate, hold, root, inverse_power},
    .binary = {add, sub, mul, quotient, min, max, bits_of_both, flip},
    .ternary = {fused, fused_negated},
    .less = less,
    .at_most = at_most,
    .equal = equal,
    .unordered = unordered,
    .negative = negative,
    .less_or_negative = less_or_negative,
    .less_and_negative = less_and_negative,
    .less_and_not_negative = less_and_not_negative,
    .keep_less = keep_less,
    .select_less = select_less,
    .swap_negative = swap_negative,
    .select_negative = select_negative,
    .most = most,
    .bits_count = count_bits,
    .bits_store = store_bits,
    .classes_store = store_classes,
};
