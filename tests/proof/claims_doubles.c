// SPDX-License-Identifier: MIT
// Boxes of doubles about an origin, judged by the exact oracle: 80,000 of them.
#include <math.h>

#include "doubles_proof.h"
#include "harness.h"
#include "oracle/doubles.h"

Test(claims_doubles, every_face_is_the_nearest_outward) {
    enum { ITEMS = 100, SEEDS = 100 };
    static struct doubles_tally tally;
    for (enum doubles_scene scene = 0; scene < DOUBLES_SCENES; scene++) {
        const uint64_t before = tally.between;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) doubles_prove(&tally, scene, seed, ITEMS);
        expect(scene == DOUBLES_GRID || tally.between > before + ITEMS, "%s: %llu faces to round",
               doubles_names[scene], (unsigned long long)(tally.between - before));
    }
    expect(tally.broken == 0, "%llu times, first: %s", (unsigned long long)tally.broken,
           tally.first_broken);
    expect(tally.differ == 0, "%llu arrays differ", (unsigned long long)tally.differ);
    expect(tally.elements == ITEMS * SEEDS * DOUBLES_SCENES, "%llu boxes",
           (unsigned long long)tally.elements);
}

// The oracle itself, on cases whose answers are obvious.
Test(claims_doubles, oracle) {
    expect(exact_is_rounded(3, 1, false, 2) && exact_is_rounded(3, 1, true, 2), "2");
    expect(!exact_is_rounded(3, 1, false, 0x1.fffffep0f), "one too low");
    expect(!exact_is_rounded(3, 1, true, 0x1.000002p1f), "one too high");
    expect(exact_is_rounded(1, 0x1p-1074, false, 0x1.fffffep-1f), "just below 1");
    expect(exact_is_rounded(1, 0x1p-1074, true, 1), "1");
    expect(!exact_is_rounded(1, 0x1p-1074, false, 1), "above the difference");
    expect(exact_is_rounded(0x1p1023, -0x1p1023, true, INFINITY), "2^1024");
    expect(!exact_is_rounded(0x1p1023, -0x1p1023, false, INFINITY), "2^1024, from below");
    expect(exact_is_rounded(0x1p-1074, 0, true, 0x1p-149f), "the least");
    expect(exact_is_rounded(4, 4, false, -0.0f) && !exact_is_rounded(4, 4, false, 0), "-0");
    expect(exact_is_rounded(4, 4, true, 0) && !exact_is_rounded(4, 4, true, -0.0f), "+0");
    expect(exact_is_rounded(NAN, 4, true, NAN) && !exact_is_rounded(NAN, 4, true, 0), "NaN");
    expect(!exact_is_rounded(1, 4, true, NAN), "no NaN");
    expect(exact_is_rounded(1, INFINITY, true, -INFINITY), "-inf");
}
