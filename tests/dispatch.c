// SPDX-License-Identifier: MIT
// Which table calls use on machines that are not at hand: dispatch.c is compiled again under other
// names, with CPUs that the tests make up.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "environment.h"
#include "harness.h"

static int made_up_cpu(const char *feature);

#define __builtin_cpu_supports made_up_cpu
#define lbx_isa_chosen made_up_isa_chosen
#define lbx_isa_choose made_up_isa_choose
#define lbx_isa_index made_up_isa_index
#define lbx_isa_active made_up_isa_active
#define lbx_isa_available made_up_isa_available
#define lbx_isa_select made_up_isa_select
#define lbx_isa_name made_up_isa_name
#include "kernels/api/dispatch.c"

#include "isas.h"

static const char *const features[] = {"avx2",     "fma",      "popcnt",  "avx512f",
                                       "avx512dq", "avx512bw", "avx512vl"};
enum {
    FEATURES = sizeof features / sizeof *features,
    CPUS = 1 << FEATURES,
    OF_AVX2 = 7,
    OF_AVX512 = CPUS - 1
};

static unsigned present; // a bit for each of the features
static bool interrupted; // another thread selects while this one asks the CPU

static int made_up_cpu(const char *feature) {
    if (interrupted) made_up_isa_chosen = 1 + LBX_ISA_SCALAR;
    for (int k = 0; k < FEATURES; k++) {
        if (strcmp(feature, features[k]) == 0) return present >> k & 1;
    }
    test_fail(__FILE__, __LINE__, "a feature that is listed here", "%s", feature);
}

// By what the Makefile says, not by the list that is tested.
static bool is_built_in(int isa) {
#define SHIPPED(unit) | 1u << ISA_##unit
    return (0u LBX_SHIPPED) >> isa & 1;
#undef SHIPPED
}

static bool is_there(int isa) {
#if defined(__x86_64__)
    if (isa == LBX_ISA_AVX2 && (present & OF_AVX2) != OF_AVX2) return false;
    if (isa == LBX_ISA_AVX512 && present != OF_AVX512) return false;
#else
    (void)made_up_cpu;
#endif
    return is_built_in(isa);
}

static int best_up_to_isa(int isa) {
    while (!is_there(isa)) isa--;
    return isa;
}

// An instruction set runs where all of its features are present, and only there.
Test(dispatch, every_cpu) {
    environment_set("LANEBOX_ISA", NULL);
    for (present = 0; present < CPUS; present++) {
        const int best_isa = best_up_to_isa(ISAS - 1);
        made_up_isa_chosen = 0;
        expect((int)made_up_isa_active() == best_isa, "%x: %d", present, (int)made_up_isa_active());
        for (int isa = LBX_ISA_SCALAR; isa < ISAS; isa++) {
            const int wanted = is_there(isa) ? isa : best_isa;
            made_up_isa_chosen = 0;
            expect(made_up_isa_available((lbx_isa)isa) == is_there(isa), "%x: %d", present, isa);
            expect((made_up_isa_select((lbx_isa)isa) == 0) == is_there(isa), "%x: %d", present,
                   isa);
            expect((int)made_up_isa_active() == wanted, "%x: %d gives %d", present, isa,
                   (int)made_up_isa_active());
        }
    }
}

// The variable names the most capable instruction set that may be used, on every CPU.
Test(dispatch, the_variable_on_every_cpu) {
    for (present = 0; present < CPUS; present++) {
        for (int isa = LBX_ISA_SCALAR; isa < ISAS; isa++) {
            const int wanted = best_up_to_isa(is_built_in(isa) ? isa : ISAS - 1);
            environment_set("LANEBOX_ISA", made_up_isa_name((lbx_isa)isa));
            made_up_isa_chosen = 0;
            expect((int)made_up_isa_active() == wanted, "%x: %d gives %d", present, isa,
                   (int)made_up_isa_active());
        }
    }
}

// The choice is made once.
Test(dispatch, chosen_once) {
    environment_set("LANEBOX_ISA", NULL);
    present = OF_AVX2;
    const lbx_isa first = made_up_isa_active();
    present = 0;
    expect(made_up_isa_active() == first, "%d, then %d", (int)first, (int)made_up_isa_active());
}

// A selection by another thread while the first call is still choosing is kept.
Test(dispatch, a_selection_during_the_first_call) {
    present = OF_AVX512;
    made_up_isa_chosen = 0;
    interrupted = true;
    const unsigned used = made_up_isa_index();
    interrupted = false;
    expect(used == made_up_isa_index(), "the first call used another one");
#if defined(__x86_64__) // elsewhere no CPU is asked
    expect(used == LBX_ISA_SCALAR, "the selection was lost");
#endif
}
