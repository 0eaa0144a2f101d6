// SPDX-License-Identifier: MIT
// Random numbers for tests, benchmarks and examples. They have the same bits on every machine, so
// nothing here calls a libm function that may round differently (IEEE 754 requires sqrt to be
// correctly rounded).
#ifndef LBX_RANDOM_H
#define LBX_RANDOM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// splitmix64, Steele, Lea and Flood 2014.
struct random {
    uint64_t state;
};

static inline uint64_t random_bits(struct random *r) {
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

// The stream of item i under a seed: an item does not depend on how many items there are.
static inline struct random random_of(uint64_t seed, uint64_t i) {
    struct random r = {seed * UINT64_C(0xd1342543de82ef95) + i * UINT64_C(0xaf251af3b0f025b5)};
    r.state = random_bits(&r);
    return r;
}

// 0 to n - 1; the bias is below n / 2^32.
static inline unsigned random_below(struct random *r, unsigned n) {
    return (unsigned)((random_bits(r) >> 32) * n >> 32);
}

static inline bool random_chance(struct random *r, unsigned one_in) {
    return random_below(r, one_in) == 0;
}

// low to high, both included.
static inline int random_int(struct random *r, int low, int high) {
    return low + (int)random_below(r, (unsigned)(high - low) + 1);
}

static inline double random_sign(struct random *r) {
    return random_bits(r) >> 63 ? -1 : 1;
}

// x or -x. Two calls in one expression may happen in either order, so x is drawn as an argument.
static inline double random_signed(struct random *r, double x) {
    return random_sign(r) * x;
}

static inline double random_unit(struct random *r) { // [0, 1)
    return (double)(random_bits(r) >> 11) * 0x1p-53;
}

static inline double random_between(struct random *r, double low, double high) {
    return low + (high - low) * random_unit(r);
}

// 2^low to 2^high, each binary exponent equally likely.
static inline double random_scale(struct random *r, int low, int high) {
    const double mantissa = 1 + random_unit(r);
    return ldexp(mantissa, random_int(r, low, high - 1));
}

static inline float float_of_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// The neighbour `steps` floats further from zero; x is not zero.
static inline float float_step(float x, int steps) {
    return float_of_bits(bits_of_float(x) + (uint32_t)steps);
}

// Any float at all, with awkward ones frequent.
static inline float random_hostile(struct random *r) {
    static const uint32_t awkward[] = {
        0x00000000, 0x80000000,                         // zeros
        0x7f800000, 0xff800000,                         // infinities
        0x7fc00000, 0xffc00000, 0x7fa00001,             // NaN: quiet, of either sign; signalling
        0x00000001, 0x80000001, 0x007fffff, 0x807fffff, // denormals
        0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, // smallest and largest normal numbers
        0x3f800000, 0xbf800000, 0x3f800001, 0x7f000000, 0x01000000,
    };
    switch (random_below(r, 4)) {
    case 0: return float_of_bits(awkward[random_below(r, sizeof awkward / sizeof *awkward)]);
    case 1: return float_of_bits((uint32_t)(random_bits(r) >> 32));
    case 2: return (float)random_int(r, -2, 2);
    default: return (float)random_between(r, -4, 4);
    }
}

#endif
