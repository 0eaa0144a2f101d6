// SPDX-License-Identifier: MIT
// Which instruction set calls use: lbx_isa_* and the variable LANEBOX_ISA. Every test runs in its
// own process, so the choice is still open when it begins.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "environment.h"
#include "harness.h"
#include "isas.h"

static lbx_isa best_available(void) {
    lbx_isa best = LBX_ISA_SCALAR;
    for (int isa = 0; isa < ISAS; isa++) {
        if (lbx_isa_available((lbx_isa)isa)) best = (lbx_isa)isa;
    }
    return best;
}

Test(isa, names) {
    for (int isa = 0; isa < ISAS; isa++) {
        const char *name = lbx_isa_name((lbx_isa)isa);
        expect(name && *name && strcmp(name, "unknown") != 0, "%d: %s", isa, name);
        for (int other = 0; other < isa; other++)
            expect(strcmp(name, lbx_isa_name((lbx_isa)other)) != 0, "%d and %d", isa, other);
    }
    expect(strcmp(lbx_isa_name(LBX_ISA_BEST), "best") == 0, "%s", lbx_isa_name(LBX_ISA_BEST));
    expect(strcmp(lbx_isa_name((lbx_isa)ISAS), "unknown") == 0, "one past the last");
    expect(strcmp(lbx_isa_name((lbx_isa)-2), "unknown") == 0, "one before the first");
}

Test(isa, version) {
    expect(lbx_version() == LBX_VERSION && LBX_VERSION == LBX_VERSION_MAJOR * 10000 +
                                                              LBX_VERSION_MINOR * 100 +
                                                              LBX_VERSION_PATCH,
           "%d, not %d", lbx_version(), LBX_VERSION);
}

Test(isa, available) {
    expect(lbx_isa_available(LBX_ISA_SCALAR) == 1, "always there");
    expect(lbx_isa_available(LBX_ISA_BEST) == 1, "always there");
    expect(lbx_isa_available((lbx_isa)ISAS) == 0, "one past the last");
    expect(lbx_isa_available((lbx_isa)-2) == 0, "one before the first");
}

Test(isa, the_best_by_default) {
    environment_set("LANEBOX_ISA", NULL);
    expect(lbx_isa_active() == best_available(), "%s", lbx_isa_name(lbx_isa_active()));
}

Test(isa, select) {
    environment_set("LANEBOX_ISA", NULL);
    for (int isa = 0; isa < ISAS; isa++) {
        const lbx_isa before = lbx_isa_active();
        const int error = lbx_isa_select((lbx_isa)isa);
        if (lbx_isa_available((lbx_isa)isa)) {
            expect(error == 0 && lbx_isa_active() == (lbx_isa)isa, "%s",
                   lbx_isa_name((lbx_isa)isa));
        } else {
            expect(error == LBX_ERROR_ISA && lbx_isa_active() == before, "%s: %d, %s",
                   lbx_isa_name((lbx_isa)isa), error, lbx_isa_name(lbx_isa_active()));
        }
    }
    expect(lbx_isa_select((lbx_isa)ISAS) == LBX_ERROR_ISA, "one past the last");
    expect(lbx_isa_select((lbx_isa)-2) == LBX_ERROR_ISA, "one before the first");
    expect(lbx_isa_select(LBX_ISA_SCALAR) == 0 && lbx_isa_active() == LBX_ISA_SCALAR, "scalar");
    expect(lbx_isa_select(LBX_ISA_BEST) == 0 && lbx_isa_active() == best_available(), "best");
}

// A selection may go beyond what the variable allows; BEST goes back to it.
Test(isa, the_variable_lowers_the_choice) {
    environment_set("LANEBOX_ISA", "scalar");
    expect(lbx_isa_active() == LBX_ISA_SCALAR, "%s", lbx_isa_name(lbx_isa_active()));
    expect(lbx_isa_select(best_available()) == 0 && lbx_isa_active() == best_available(), "%s",
           lbx_isa_name(lbx_isa_active()));
    expect(lbx_isa_select(LBX_ISA_BEST) == 0 && lbx_isa_active() == LBX_ISA_SCALAR, "%s",
           lbx_isa_name(lbx_isa_active()));
    for (int isa = 0; isa < ISAS; isa++) {
        environment_set("LANEBOX_ISA", lbx_isa_name((lbx_isa)isa));
        expect(lbx_isa_select(LBX_ISA_BEST) == 0, "select");
        if (lbx_isa_available((lbx_isa)isa)) {
            expect(lbx_isa_active() == (lbx_isa)isa, "%s gave %s", lbx_isa_name((lbx_isa)isa),
                   lbx_isa_name(lbx_isa_active()));
        } else { // never more than is available
            expect(lbx_isa_available(lbx_isa_active()), "%s gave %s", lbx_isa_name((lbx_isa)isa),
                   lbx_isa_name(lbx_isa_active()));
        }
    }
}

Test(isa, the_variable_in_any_case) {
    static const char *const values[] = {"SCALAR", "Scalar", "sCALAR"};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        environment_set("LANEBOX_ISA", values[k]);
        expect(lbx_isa_select(LBX_ISA_BEST) == 0 && lbx_isa_active() == LBX_ISA_SCALAR,
               "%s gave %s", values[k], lbx_isa_name(lbx_isa_active()));
    }
    for (int isa = 0; isa < ISAS; isa++) {
        char name[16] = {0};
        const char *const lower = lbx_isa_name((lbx_isa)isa);
        for (size_t k = 0; lower[k]; k++)
            name[k] = (char)(lower[k] >= 'a' && lower[k] <= 'z' ? lower[k] - 'a' + 'A' : lower[k]);
        environment_set("LANEBOX_ISA", name);
        expect(lbx_isa_select(LBX_ISA_BEST) == 0, "select");
        expect(!lbx_isa_available((lbx_isa)isa) || lbx_isa_active() == (lbx_isa)isa, "%s gave %s",
               name, lbx_isa_name(lbx_isa_active()));
    }
}

Test(isa, unknown_values_are_ignored) {
    static const char *const values[] = {"", "sse9", "avx2 ", "scalarx", "scal", "best", "-1"};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        environment_set("LANEBOX_ISA", values[k]);
        expect(lbx_isa_select(LBX_ISA_BEST) == 0 && lbx_isa_active() == best_available(),
               "\"%s\" gave %s", values[k], lbx_isa_name(lbx_isa_active()));
    }
}

Test(isa, an_unknown_value_at_the_first_call) {
    environment_set("LANEBOX_ISA", "mmx");
    expect(lbx_isa_active() == best_available(), "%s", lbx_isa_name(lbx_isa_active()));
}

// The first call of a process may also be a collision test.
Test(isa, calls_choose_too) {
    const float zero = 0;
    const lbx_aabbs box = {{&zero, &zero, &zero}, {&zero, &zero, &zero}, 1, 0, lbx_from(0)};
    uint8_t hits = 0;
    expect(lbx_aabb_aabb(&box, &box, 1, 0, &hits) == 1 && hits == 1, "hits %d", hits);
}
