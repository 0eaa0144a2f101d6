// SPDX-License-Identifier: MIT
// Every lane operation of every backend by itself, native and emulated, against plain C: ordinary
// values, NaN, infinities, denormals and both zeros, in every lane.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backends.h"
#include "examples/random.h"
#include "harness.h"
#include "lanebox.h"
#include "listed.h"

// The payload and the sign of a NaN that arithmetic creates are unspecified.
static bool same_value(float a, float b) {
    return same_bits(a, b) || (isnan(a) && isnan(b));
}

enum { ROUNDS = 6000 };

static void check_set(const struct backend *backend) {
    float a[LANES_MOST], b[LANES_MOST], c[LANES_MOST], got[LANES_MOST], want[LANES_MOST];
    for (unsigned round = 0; round < ROUNDS; round++) {
        operands(round, a, b, c);
        backend->o->set(a[0], got);
        for (unsigned l = 0; l < LANES_MOST; l++) want[l] = a[0];
        expect_lanes(backend, "vf_set", got, want, a, b, c, same_bits);
    }
}

Test(lanes, set) {
    each_backend(check_set);
}

static float plain_unary(int k, float a) {
    const uint32_t bits = bits_of_float(a);
    switch (k) {
    case UNARY_ABS: return float_of_bits(bits & 0x7fffffffu);
    case UNARY_MINUS_ABS: return float_of_bits(bits | 0x80000000u);
    case UNARY_NEGATE: return float_of_bits(bits ^ 0x80000000u);
    case UNARY_HOLD: return a;
    case UNARY_SQRT: return sqrtf(a);
    default: return float_of_bits(0x7f000000u - (bits & 0x7f800000u));
    }
}

static void check_unary(const struct backend *backend) {
    static const char *const name[UNARIES] = {"vf_abs",  "vf_minus_abs", "vf_negate",
                                              "vf_hold", "vf_sqrt",      "vf_inverse_power"};
    float a[LANES_MOST], b[LANES_MOST], c[LANES_MOST], got[LANES_MOST], want[LANES_MOST];
    for (unsigned round = 0; round < ROUNDS; round++) {
        operands(round, a, b, c);
        for (int k = 0; k < UNARIES; k++) {
            for (unsigned l = 0; l < LANES_MOST; l++) want[l] = plain_unary(k, a[l]);
            backend->o->unary[k](a, got);
            expect_lanes(backend, name[k], got, want, a, b, c,
                         k == UNARY_SQRT ? same_value : same_bits);
        }
    }
}

Test(lanes, signs_roots_and_exponents) {
    each_backend(check_unary);
}

// Each lane in turn gets a value above those of all others. NaNs become 0.
static void check_most(const struct backend *backend) {
    float a[LANES_MOST], b[LANES_MOST], c[LANES_MOST];
    for (unsigned round = 0; round < ROUNDS; round++) {
        float want = -INFINITY;
        operands(round, a, b, c);
        for (unsigned l = 0; l < backend->o->lanes; l++) {
            a[l] = isnan(a[l]) ? 0 : a[l];
            want = fmaxf(a[l], want);
        }
        a[round % backend->o->lanes] = want = nextafterf(want, INFINITY);
        const float got = backend->o->most(a);
        expect(got == want, "%s: the greatest is %a, not %a", backend->name, (double)want,
               (double)got);
    }
}

Test(lanes, greatest_lane) {
    each_backend(check_most);
}

static void check_inverse_power(const struct backend *backend) {
    for (int exponent = -126; exponent < 127; exponent++) {
        for (int k = 0; k < 3; k++) {
            const float low = ldexpf(1, exponent),
                        high = float_of_bits(bits_of_float(low) | 0x7fffff);
            float a[LANES_MOST], got[LANES_MOST];
            for (unsigned l = 0; l < LANES_MOST; l++) a[l] = k == 0 ? low : k == 1 ? -low : high;
            backend->o->unary[UNARY_INVERSE_POWER](a, got);
            for (unsigned l = 0; l < backend->o->lanes; l++) {
                expect(got[l] == ldexpf(1, -exponent), "%s: %a of %a", backend->name,
                       (double)got[l], (double)a[l]);
            }
        }
    }
}

Test(lanes, inverse_powers) {
    each_backend(check_inverse_power);
}

static float plain_binary(int k, float a, float b) {
    switch (k) {
    case BINARY_ADD: return a + b;
    case BINARY_SUB: return a - b;
    case BINARY_MUL: return a * b;
    case BINARY_DIV: return a / b;
    case BINARY_MIN: return a < b ? a : b;
    case BINARY_MAX: return a > b ? a : b;
    case BINARY_OR: return float_of_bits(bits_of_float(a) | bits_of_float(b));
    default: return float_of_bits(bits_of_float(a) ^ (bits_of_float(b) & 0x80000000u));
    }
}

static void check_binary(const struct backend *backend) {
    static const char *const name[BINARIES] = {"vf_add", "vf_sub", "vf_mul", "vf_div",
                                               "vf_min", "vf_max", "vf_or",  "vf_flip"};
    float a[LANES_MOST], b[LANES_MOST], c[LANES_MOST], got[LANES_MOST], want[LANES_MOST];
    for (unsigned round = 0; round < ROUNDS; round++) {
        operands(round, a, b, c);
        for (int k = 0; k < BINARIES; k++) {
            for (unsigned l = 0; l < LANES_MOST; l++) want[l] = plain_binary(k, a[l], b[l]);
            backend->o->binary[k](a, b, got);
            expect_lanes(backend, name[k], got, want, a, b, c,
                         k >= BINARY_MIN ? same_bits : same_value);
        }
    }
}

Test(lanes, arithmetic_min_and_max) {
    each_backend(check_binary);
}

// x y + z, rounded once. The sum is rounded to odd (Boldo & Melquiond 2008): where it is inexact in
// double, its last bit becomes 1, so that the float is the same as from the exact sum.
static float fused(float x, float y, float z) {
    const double product = (double)x * (double)y;
    double sum = product + (double)z;
    const double added = sum - product, lost = product - (sum - added) + ((double)z - added);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (isfinite(sum) && lost != 0 && !(bits & 1)) {
        if ((lost > 0) == (sum > 0))
            bits++;
        else
            bits--;
        memcpy(&sum, &bits, sizeof sum);
    }
    return (float)sum;
}

// A backend without the instruction calls fmaf, which rounds twice in the C library of mingw-w64.
static void check_ternary(const struct backend *backend) {
    static const char *const name[TERNARIES] = {"vf_fma", "vf_fnma"};
    float a[LANES_MOST], b[LANES_MOST], c[LANES_MOST], got[LANES_MOST], want[LANES_MOST];
    for (unsigned round = 0; round < ROUNDS; round++) {
        operands(round, a, b, c);
        for (int k = 0; k < TERNARIES; k++) {
            backend->o->ternary[k](a, b, c, got);
            for (unsigned l = 0; l < backend->o->lanes; l++) {
                const float x = k == TERNARY_FMA ? a[l] : -a[l];
                const float library = fmaf(x, b[l], c[l]);
                want[l] = same_bits(got[l], library) ? library : fused(x, b[l], c[l]);
            }
            expect_lanes(backend, name[k], got, want, a, b, c, same_value);
        }
    }
}

Test(lanes, fused_multiply_add) {
    each_backend(check_ternary);
}

// Tests know an instruction set by its name.
static void check_fuses(const struct backend *backend) {
    char isa[16];
    snprintf(isa, sizeof isa, "%.*s", (int)strcspn(backend->name, " "), backend->name);
    expect(backend->o->fuses == name_fuses(isa), "%s", backend->name);
}

Test(lanes, names_that_fuse) {
    each_backend(check_fuses);
}

static void expect_bits(const struct backend *backend, const char *operation, uint32_t got,
                        uint32_t want, const float a[], const float b[]) {
    for (unsigned l = 0; l < 32; l++) {
        expect((got >> l & 1) == (l < backend->o->lanes ? want >> l & 1 : 0),
               "%s: %s, bit %u of (%a, %a): %08x, not %08x", backend->name, operation, l,
               (double)a[l % LANES_MOST], (double)b[l % LANES_MOST], got, want);
    }
}

static void check_masks(const struct backend *backend) {
    float a[LANES_MOST], b[LANES_MOST], c[LANES_MOST], got[LANES_MOST], want[LANES_MOST];
    for (unsigned round = 0; round < ROUNDS; round++) {
        operands(round, a, b, c);
        uint32_t less = 0, at_most = 0, equal = 0, negative = 0, unordered = 0;
        for (unsigned l = 0; l < LANES_MOST; l++) {
            less |= (uint32_t)(a[l] < b[l]) << l;
            at_most |= (uint32_t)(a[l] <= b[l]) << l;
            equal |= (uint32_t)(a[l] == b[l]) << l;
            unordered |= (uint32_t)(isnan(a[l]) || isnan(b[l])) << l;
            negative |= (bits_of_float(c[l]) >> 31) << l;
            want[l] = a[l] < b[l] ? c[l] : a[l];
        }
        expect_bits(backend, "vf_less", backend->o->less(a, b), less, a, b);
        expect_bits(backend, "vf_at_most", backend->o->at_most(a, b), at_most, a, b);
        expect_bits(backend, "vf_equal", backend->o->equal(a, b), equal, a, b);
        expect_bits(backend, "vf_unordered", backend->o->unordered(a, b), unordered, a, b);
        expect_bits(backend, "vf_negative", backend->o->negative(c), negative, c, c);
        expect_bits(backend, "vm_or", backend->o->less_or_negative(a, b, c), less | negative, a, b);
        expect_bits(backend, "vm_and", backend->o->less_and_negative(a, b, c), less & negative, a,
                    b);
        expect_bits(backend, "vm_and_not", backend->o->less_and_not_negative(a, b, c),
                    less & ~negative, a, b);
        backend->o->keep_less(a, b, c, got);
        float kept[LANES_MOST];
        for (unsigned l = 0; l < LANES_MOST; l++) kept[l] = less >> l & 1 ? c[l] : 0;
        expect_lanes(backend, "vm_keep", got, kept, a, b, c, same_bits);
        backend->o->select_less(a, b, c, a, got);
        expect_lanes(backend, "vm_select", got, want, a, b, c, same_bits);
        float other[LANES_MOST], want_other[LANES_MOST];
        for (unsigned l = 0; l < LANES_MOST; l++) {
            got[l] = a[l], other[l] = b[l];
            want[l] = negative >> l & 1 ? b[l] : a[l];
            want_other[l] = negative >> l & 1 ? a[l] : b[l];
        }
        backend->o->swap_negative(c, got, other);
        expect_lanes(backend, "vf_swap, first", got, want, a, b, c, same_bits);
        expect_lanes(backend, "vf_swap, second", other, want_other, a, b, c, same_bits);
        for (unsigned l = 0; l < LANES_MOST; l++) want[l] = signbit(c[l]) ? a[l] : b[l];
        backend->o->select_negative(c, a, b, got);
        expect_lanes(backend, "vm_select by the sign", got, want, a, b, c, same_bits);
    }
}

Test(lanes, comparisons_and_masks) {
    each_backend(check_masks);
}

static void check_bits(const struct backend *backend) {
    struct random r = {1};
    for (unsigned round = 0; round < 100000; round++) {
        uint32_t bits = (uint32_t)random_bits(&r);
        if (round % 2) bits &= (uint32_t)random_bits(&r) & (uint32_t)random_bits(&r);
        if (round < 64) bits = round < 32 ? UINT32_C(1) << round : UINT32_MAX >> (round - 32);
        unsigned want = 0;
        for (unsigned l = 0; l < 32; l++) want += bits >> l & 1;
        const unsigned got = backend->o->bits_count(bits);
        expect(got == want, "%s: %08x has %u bits, not %u", backend->name, bits, want, got);
        uint8_t bytes[6];
        for (size_t count = 0; count <= 4; count++) {
            memset(bytes, 0xa5, sizeof bytes);
            backend->o->bits_store(bytes, bits, count);
            for (size_t k = 0; k < sizeof bytes; k++) {
                const unsigned byte = k < count ? bits >> 8 * k & 0xff : 0xa5;
                expect(bytes[k] == byte, "%s: byte %zu of %08x: %x", backend->name, k, bits,
                       bytes[k]);
            }
        }
    }
    expect(backend->o->bits_count(0) == 0, "%s", backend->name);
}

static void check_classes(const struct backend *backend) {
    struct random r = {2};
    for (unsigned round = 0; round < 1000; round++) {
        const unsigned flip = round % 4;
        float low[32], high[32];
        for (size_t k = 0; k < 32; k++) {
            // Some backends ignore all bits but the sign, and all backends must.
            const uint64_t bits = random_bits(&r);
            const uint32_t one = (uint32_t)bits, two = (uint32_t)(bits >> 32);
            memcpy(&low[k], &one, sizeof one);
            memcpy(&high[k], &two, sizeof two);
        }
        uint8_t bytes[40];
        memset(bytes, 0xa5, sizeof bytes);
        const uint64_t bits = backend->o->classes_store(bytes, low, high, flip);
        for (size_t k = 0; k < sizeof bytes; k++) {
            const unsigned class =
                k < 32 ? ((signbit(low[k]) ? 1U : 0U) | (signbit(high[k]) ? 2U : 0U)) ^ flip : 0xa5;
            expect(bytes[k] == class, "%s: class %zu, flip %u: %u, not %u", backend->name, k, flip,
                   bytes[k], class);
            if (k >= 32) continue;
            expect((bits >> k & 1) == ((class ^ flip) & 1) &&
                       (bits >> (32 + k) & 1) == (class ^ flip) >> 1,
                   "%s: the bits of class %zu, flip %u", backend->name, k, flip);
        }
    }
}

Test(lanes, classes) {
    each_backend(check_classes);
}

Test(lanes, bit_masks) {
    each_backend(check_bits);
}
