// SPDX-License-Identifier: MIT
// Chooses the instruction set that calls use, by what was built in, what the CPU and the operating
// system support, and what LANEBOX_ISA or lbx_isa_select ask for.
#include "../lanes/floats.h"

#include <assert.h>
#include <stdlib.h>

#include "entries.h"
#include "lanebox.h"

enum {
    ISA_scalar = LBX_ISA_SCALAR,
    ISA_sse2 = LBX_ISA_SSE2,
    ISA_avx2 = LBX_ISA_AVX2,
    ISA_avx512 = LBX_ISA_AVX512,
    ISA_neon = LBX_ISA_NEON,
    ISA_wasm128 = LBX_ISA_WASM128
};
#define ISA_OF(type, name, unit) ISA_##unit,
static const lbx_isa shipped[] = {LBX_ISAS(ISA_OF, , )};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

// On Windows gcc aligns the stack to 16 bytes, but moves vectors of 32 and 64 bytes to and from it
// as if it were aligned to these sizes (GCC bug 54412). A build with the assembler option
// -Wa,-muse-unaligned-vector-move, which unaligns these, says so.
#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__) && !defined(LBX_UNALIGNED_MOVES)
enum { AVX_MOVES = 0 };
#else
enum { AVX_MOVES = 1 };
#endif

static bool runs_here(lbx_isa isa) {
    switch (isa) {
#if defined(__x86_64__) // __builtin_cpu_supports asks the operating system too, by XGETBV
    case LBX_ISA_AVX2:
        return AVX_MOVES && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("popcnt");
    case LBX_ISA_AVX512:
        return runs_here(LBX_ISA_AVX2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl");
#endif
    default: return true; // the architecture's baseline
    }
}

// The best is the last that runs here: 512 bits wherever the CPU has them. On an Intel Xeon calls
// of 1,024 items take .82 of AVX2's time, of 32 .75, of 16 .80; only those of 8, half a vector,
// take 1.21 (means in bench/results/intel-r-xeon-r-processor.csv). CPUs that slow down for 512 bits
// are not measured.

// The place in the list of the best that runs here, up to the named instruction set. An instruction
// set of another architecture, or LBX_ISA_BEST, sets no limit.
static unsigned best_up_to(lbx_isa limit) {
    unsigned last = SHIPPED - 1;
    for (unsigned i = 0; i < SHIPPED; i++)
        if (shipped[i] == limit) last = i;
    assert(runs_here(shipped[0]));
    while (!runs_here(shipped[last])) last--;
    return last;
}

// Whether a text is a name, which is in lower case, but for the case of its letters.
static bool is_named(const char *text, const char *name) {
    while (*name && (*text | 0x20) == *name) text++, name++;
    return !*text && !*name;
}

static unsigned best(void) {
    const char *name = getenv("LANEBOX_ISA");
    lbx_isa limit = LBX_ISA_BEST;
    for (unsigned i = 0; name && i < SHIPPED; i++)
        if (is_named(name, lbx_isa_name(shipped[i]))) limit = shipped[i];
    return best_up_to(limit);
}

_Atomic(unsigned) lbx_isa_chosen;

unsigned lbx_isa_choose(void) {
    unsigned chosen = 0;
    const unsigned choice = best() + 1;
    // A selection that another thread made in the meantime takes precedence.
    return atomic_compare_exchange_strong_explicit(&lbx_isa_chosen, &chosen, choice,
                                                   memory_order_relaxed, memory_order_relaxed)
               ? choice
               : chosen;
}

lbx_isa lbx_isa_active(void) {
    return shipped[lbx_isa_index()];
}

int lbx_isa_available(lbx_isa isa) {
    if (isa == LBX_ISA_BEST) return 1;
    for (unsigned i = 0; i < SHIPPED; i++)
        if (shipped[i] == isa) return runs_here(isa);
    return 0;
}

int lbx_isa_select(lbx_isa isa) {
    if (!lbx_isa_available(isa)) return LBX_ERROR_ISA;
    const unsigned choice = isa == LBX_ISA_BEST ? best() : best_up_to(isa);
    atomic_store_explicit(&lbx_isa_chosen, choice + 1, memory_order_relaxed);
    return 0;
}

const char *lbx_isa_name(lbx_isa isa) {
    switch (isa) {
    case LBX_ISA_BEST: return "best";
    case LBX_ISA_SCALAR: return "scalar";
    case LBX_ISA_SSE2: return "sse2";
    case LBX_ISA_AVX2: return "avx2";
    case LBX_ISA_AVX512: return "avx512";
    case LBX_ISA_NEON: return "neon";
    case LBX_ISA_WASM128: return "wasm128";
    }
    return "unknown";
}
