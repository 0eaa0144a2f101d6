// SPDX-License-Identifier: MIT
// Chooses the table that calls use, by what was built in, what the CPU and the operating system
// support, and what LANEBOX_ISA or lbx_isa_select ask for.
#include "floats.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

// The tables, worst first. The tables of the library's own architecture are built in.
static const struct lbx_table *const shipped[] = {
    &lbx_table_scalar,
#if defined(__x86_64__)
    &lbx_table_sse2,
    &lbx_table_avx2,
    &lbx_table_avx512,
#elif defined(__i386__) // built with SSE2, as floats.h requires
    &lbx_table_sse2,
#elif defined(__aarch64__)
    &lbx_table_neon,
#elif defined(__wasm_simd128__) // an engine runs a whole module or refuses it
    &lbx_table_wasm128,
#endif
};

enum { SHIPPED = sizeof shipped / sizeof *shipped };

// On Windows gcc aligns the stack to 16 bytes, but moves vectors of 32 and 64 bytes to and from it
// as if it were aligned to these sizes (GCC bug 54412). The assembler option
// -Wa,-muse-unaligned-vector-move makes these moves unaligned. A build that uses this option says
// so.
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

// The best table that runs here, up to the named instruction set. An instruction set of another
// architecture, or LBX_ISA_BEST, sets no limit.
static const struct lbx_table *best_up_to(lbx_isa limit) {
    int last = SHIPPED - 1;
    for (int i = 0; i < SHIPPED; i++)
        if (shipped[i]->isa == limit) last = i;
    assert(runs_here(shipped[0]->isa));
    while (!runs_here(shipped[last]->isa)) last--;
    return shipped[last];
}

static const struct lbx_table *best(void) {
    const char *name = getenv("LANEBOX_ISA");
    lbx_isa limit = LBX_ISA_BEST;
    for (int i = 0; name && i < SHIPPED; i++)
        if (strcmp(name, lbx_isa_name(shipped[i]->isa)) == 0) limit = shipped[i]->isa;
    return best_up_to(limit);
}

_Atomic(const struct lbx_table *) lbx_table_chosen;

const struct lbx_table *lbx_table_choose(void) {
    const struct lbx_table *table = NULL, *const chosen = best();
    // A selection that another thread made in the meantime takes precedence.
    return atomic_compare_exchange_strong_explicit(&lbx_table_chosen, &table, chosen,
                                                   memory_order_relaxed, memory_order_relaxed)
               ? chosen
               : table;
}

void lbx_table_use(const struct lbx_table *table) {
    atomic_store_explicit(&lbx_table_chosen, table, memory_order_relaxed);
}

lbx_isa lbx_isa_active(void) {
    return lbx_table_active()->isa;
}

int lbx_isa_available(lbx_isa isa) {
    if (isa == LBX_ISA_BEST) return 1;
    for (int i = 0; i < SHIPPED; i++)
        if (shipped[i]->isa == isa) return runs_here(isa);
    return 0;
}

int lbx_isa_select(lbx_isa isa) {
    if (!lbx_isa_available(isa)) return LBX_ERROR_ISA;
    lbx_table_use(isa == LBX_ISA_BEST ? best() : best_up_to(isa));
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
