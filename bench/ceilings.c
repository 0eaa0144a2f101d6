// SPDX-License-Identifier: MIT
// The ceilings of one instruction set, over its lanes. Every loop only keeps the pipes busy. Empty
// asm statements keep the compiler from removing the work.
#include LANES_HEADER

#include "machine.h"

#if defined(__x86_64__)
#define REGISTER "v"
#elif defined(__aarch64__)
#define REGISTER "w"
#else
#define REGISTER "f"
#endif

// 12 chains cover a latency of 3 cycles at 4 operations per cycle if each operation is issued at
// once. 14 allow for operations that wait, and leave 2 of 16 registers free; SSE's logic needs two
// more registers. 8 chains cover a latency of 4 cycles at 2 operations per cycle.
enum { ROUNDS = 512, CHAINS = 14, LOGIC_CHAINS = 12, FEW_CHAINS = 8 };

// Returns x, but hides its value from the compiler.
static inline vf hidden(vf x) {
    __asm__ volatile("" : "+" REGISTER(x));
    return x;
}

static inline void read_once(const float *p) {
    const vf x = vf_load(p);
    __asm__ volatile("" : : REGISTER(x));
}

static void load(float *const arrays[LOAD_STREAMS], size_t count) {
    const float *at[LOAD_STREAMS];
    for (int s = 0; s < LOAD_STREAMS; s++) at[s] = arrays[s];
    for (size_t i = 0; i < count; i += 2 * LANES) {
        for (int s = 0; s < LOAD_STREAMS; s++) {
            read_once(at[s] + i);
            read_once(at[s] + i + LANES);
        }
    }
}

static void load_one(float *const arrays[LOAD_STREAMS], size_t count) {
    const float *at = arrays[0];
    for (size_t i = 0; i < count; i += 4 * LANES) {
        for (int v = 0; v < 4; v++) read_once(at + i + (size_t)v * LANES);
    }
}

static inline void open_chains(vf *x, int chains) {
    for (int k = 0; k < chains; k++) x[k] = hidden(vf_set((float)(k + 1)));
}

static size_t multiply(void) {
    vf x[CHAINS];
    open_chains(x, CHAINS);
    const vf one = hidden(vf_set(1)), zero = hidden(vf_set(0));
    for (int r = 0; r < ROUNDS; r++) {
        for (int k = 0; k < CHAINS; k++) {
            x[k] = hidden(LANES_FUSE ? vf_fma(x[k], one, zero) : vf_mul(x[k], one));
        }
    }
    return ROUNDS * CHAINS;
}

static size_t add_compare(void) {
    vf x[FEW_CHAINS];
    open_chains(x, FEW_CHAINS);
    const vf one = hidden(vf_set(1));
    vm any = vf_less(one, one);
    for (int r = 0; r < ROUNDS; r++) {
        for (int k = 0; k < FEW_CHAINS; k += 4) {
            x[k] = hidden(vf_add(x[k], one));
            x[k + 1] = hidden(vf_min(x[k + 1], one));
            x[k + 2] = hidden(vf_sub(x[k + 2], one));
            x[k + 3] = hidden(vf_max(x[k + 3], one));
            any = vm_or(any, vf_less(one, x[k]));
        }
    }
    const uint32_t bits = vm_bits(any);
    __asm__ volatile("" : : "r"(bits));
    return ROUNDS * FEW_CHAINS / 4 * 5;
}

static size_t all_pipes(void) {
    vf x[CHAINS];
    open_chains(x, CHAINS);
    const vf one = hidden(vf_set(1));
    for (int r = 0; r < ROUNDS; r++) {
        for (int k = 0; k < CHAINS; k++) {
            x[k] = hidden(k % 2 == 0   ? vf_mul(x[k], one)
                          : k % 4 == 1 ? vf_add(x[k], one)
                                       : vf_min(x[k], one));
        }
    }
    return ROUNDS * CHAINS;
}

static size_t all_logic(void) {
    vf x[LOGIC_CHAINS];
    open_chains(x, LOGIC_CHAINS);
    const vf one = hidden(vf_set(1));
    for (int r = 0; r < ROUNDS; r++) {
        for (int k = 0; k < LOGIC_CHAINS; k++) {
            x[k] = hidden(k % 3 == 0   ? vf_mul(x[k], one)
                          : k % 3 == 2 ? vf_abs(x[k])
                          : k % 6 == 1 ? vf_add(x[k], one)
                                       : vf_min(x[k], one));
        }
    }
    return ROUNDS * LOGIC_CHAINS;
}

const struct ceilings CEILINGS = {
    .lanes = LANES,
    .fuses = LANES_FUSE,
    .load = load,
    .load_one = load_one,
    .multiply = multiply,
    .add_compare = add_compare,
    .all_pipes = all_pipes,
    .all_logic = all_logic,
};
