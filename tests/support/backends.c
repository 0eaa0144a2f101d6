// SPDX-License-Identifier: MIT
#include "backends.h"

#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "isas.h"

// The Makefile names the backends: LBX_SHIPPED and LBX_FOREIGN list SHIPPED(isa) and FOREIGN(isa).
#define SHIPPED(isa) extern const struct lane_operations lanes_##isa;
#define FOREIGN(isa) extern const struct lane_operations lanes_##isa##_emulated;
LBX_SHIPPED LBX_FOREIGN
#undef SHIPPED
#undef FOREIGN

    static const struct backend backends[] = {
#define SHIPPED(isa) {#isa, #isa, &lanes_##isa},
#define FOREIGN(isa) {#isa " emulated", NULL, &lanes_##isa##_emulated},
        LBX_SHIPPED LBX_FOREIGN
#undef SHIPPED
#undef FOREIGN
};

enum { BACKENDS = sizeof backends / sizeof *backends };

static bool runs_here(const struct backend *backend) {
    if (!backend->isa) return true;
    for (int isa = 0; isa < ISAS; isa++) {
        if (strcmp(lbx_isa_name((lbx_isa)isa), backend->isa) == 0)
            return lbx_isa_available((lbx_isa)isa);
    }
    return false;
}

void each_backend(backend_test *test) {
    int ran = 0;
    for (int k = 0; k < BACKENDS; k++) {
        if (!runs_here(&backends[k])) continue;
        test(&backends[k]);
        ran++;
    }
    expect(ran >= 2 || BACKENDS == 1, "%d of %d backends", ran, BACKENDS);
}

bool same_bits(float a, float b) {
    return bits_of_float(a) == bits_of_float(b);
}

void operands(unsigned round, float a[], float b[], float c[]) {
    struct random r = random_of(round, 1);
    for (unsigned l = 0; l < LANES_MOST; l++) {
        a[l] = random_hostile(&r);
        b[l] = random_chance(&r, 8) ? a[l] : random_hostile(&r);
        c[l] = random_hostile(&r);
    }
    if (round % 4 == 0) { // ordinary values of similar size, so that rounding shows
        for (unsigned l = 0; l < LANES_MOST; l++) {
            a[l] = (float)random_between(&r, -2, 2);
            b[l] = (float)random_between(&r, -2, 2);
            c[l] = round % 8 ? -(a[l] * b[l]) : (float)random_between(&r, -2, 2);
        }
    }
}

void expect_lanes(const struct backend *backend, const char *operation, const float got[],
                  const float want[], const float a[], const float b[], const float c[],
                  bool (*same)(float, float)) {
    for (unsigned l = 0; l < backend->o->lanes; l++) {
        expect(same(got[l], want[l]), "%s: %s, lane %u of (%a, %a, %a): %a, not %a", backend->name,
               operation, l, (double)a[l], (double)b[l], (double)c[l], (double)got[l],
               (double)want[l]);
    }
}
