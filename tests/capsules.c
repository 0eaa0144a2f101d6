// SPDX-License-Identifier: MIT
// Known answers of the tests with capsules.
#include <math.h>
#include <string.h>

#include "harness.h"
#include "known.h"

static void expect_sphere(const char *what, const float sphere[4], const float capsule[7],
                          bool hit) {
    expect_verdict(case_named("sphere_capsule"), what, sphere, capsule, hit);
    // The other way round, and as a capsule without length.
    const float turned[7] = {capsule[3], capsule[4], capsule[5], capsule[0],
                             capsule[1], capsule[2], capsule[6]};
    const float ball[7] = {sphere[0], sphere[1], sphere[2], sphere[0],
                           sphere[1], sphere[2], sphere[3]};
    expect_verdict(case_named("sphere_capsule"), what, sphere, turned, hit);
    expect_verdict_both_ways(case_named("capsule_capsule"), what, ball, capsule, hit);
}

static void expect_capsules(const char *what, const float a[7], const float b[7], bool hit) {
    expect_verdict_both_ways(case_named("capsule_capsule"), what, a, b, hit);
}

Test(sphere_capsule, known) {
    for (int c = 0; c < 3; c++) {
        float pill[7] = {0}, ball[4] = {0};
        pill[c] = -3, pill[3 + c] = 5, pill[6] = 1;
        ball[c] = 2, ball[(c + 1) % 3] = 3, ball[(c + 2) % 3] = -4, ball[3] = 4;
        expect_sphere("beside it", ball, pill, true);
        ball[3] = 3.999f;
        expect_sphere("off its side", ball, pill, false);
        ball[c] = 17, ball[3] = 12;
        expect_sphere("at its end", ball, pill, true);
        ball[3] = 11.999f;
        expect_sphere("off its end", ball, pill, false);
        ball[c] = -15;
        expect_sphere("off its start", ball, pill, false);
        ball[3] = 12;
        expect_sphere("at its start", ball, pill, true);
        ball[c] = 4, ball[(c + 1) % 3] = 0, ball[(c + 2) % 3] = 0, ball[3] = 0;
        expect_sphere("a point within", ball, pill, true);
    }
    const float point[7] = {1, 2, 3, 1, 2, 3, 0};
    expect_sphere("a point on a point", (float[]){1, 2, 3, 0}, point, true);
    expect_sphere("a point off a point", (float[]){float_step(1, 1), 2, 3, 0}, point, false);
    expect_sphere("a ball at a point", (float[]){4, 6, 15, 13}, point, true);
    expect_sphere("a ball off a point", (float[]){4, 6, 15, 12.999f}, point, false);
    const float segment[7] = {0, 0, 0, 8, 4, 8, 0};
    expect_sphere("a point on a segment", (float[]){4, 2, 4, 0}, segment, true);
    expect_sphere("a point off a segment", (float[]){4, 2.001f, 4, 0}, segment, false);
    expect_sphere("a negative sum", (float[]){4, 2, 4, -1}, segment, false);
}

Test(capsule_capsule, known) {
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        float a[7] = {0}, b[7] = {0};
        a[c] = -4, a[3 + c] = 4, a[6] = 1;
        b[d] = -2, b[3 + d] = 6, b[e] = b[3 + e] = 3, b[6] = 2;
        expect_capsules("crossing", a, b, true);
        b[6] = 1.999f;
        expect_capsules("crossing, apart", a, b, false);
        b[d] = 4, b[6] = 4;
        expect_capsules("an end beside it", a, b, true);
        b[6] = 3.999f;
        expect_capsules("an end, apart", a, b, false);
        b[c] = 16, b[3 + c] = 20, b[6] = 12;
        expect_capsules("two ends", a, b, true);
        b[6] = 11.998f;
        expect_capsules("two ends, apart", a, b, false);
        b[c] = -1, b[3 + c] = 7, b[d] = b[3 + d] = 4, b[6] = 4;
        expect_capsules("parallel", a, b, true);
        b[6] = 3.999f;
        expect_capsules("parallel, apart", a, b, false);
        b[c] = 7, b[3 + c] = 30, b[d] = b[3 + d] = b[e] = b[3 + e] = 0, b[6] = 2;
        expect_capsules("in one line", a, b, true);
        b[6] = 1.999f;
        expect_capsules("in one line, apart", a, b, false);
    }
    const float a[7] = {0, 0, 0, 4, 4, 4, 0}, b[7] = {4, 0, 0, 0, 4, 4, 0};
    expect_capsules("segments that cross", a, b, true);
    expect_capsules("a segment and itself", a, a, true);
}

// What needs most of the pads: a quarter of them loses these contacts.
Test(capsule_capsule, rounding_at_its_worst) {
    const float rows[][14] = {
        {0x1.ad5c78p-8f, -0x1.70e3e8p+1f, -0x1.b4c528p-8f, -0x1.121be8p-11f, 0x1.ee497p-3f,
         0x1.18010cp-10f, 0, 0x1.760a92p-18f, 0x1.1686fep-7f, -0x1.7278e4p-19f, -0x1.7767a2p-13f,
         -0x1.752f92p-7f, 0x1.d90082p-4f, 0x1p-40f},
        {-0x1.f488dcp-17f, 0x1.01487p-3f, -0x1.ba1192p-15f, -0x1.15cd2ep-6f, 0x1.224c7ap-4f,
         -0x1.ba1194p-15f, 0, -0x1.60e1a8p-6f, 0x1.3cb40ep-3f, -0x1.6a0b42p+1f, -0x1.f5591ep-17f,
         0x1.0147fcp-3f, -0x1.f9d172p-16f, 0x1p-40f},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect_verdict(case_named("capsule_capsule"), "a contact", rows[k], rows[k] + 7, true);
    const float ball[4] = {-0x1.9f78fap-19f, 0x1.7ac39cp-13f, 0x1.49bcbp-15f, 0};
    const float pill[7] = {-0x1.5691f8p-5f, 0x1.712a8ap+1f,  -0x1.85915cp-10f, -0x1.c8b3c8p-20f,
                           0x1.6239cep-14f, 0x1.4a29e8p-15f, 0x1p-35f};
    expect_verdict(case_named("sphere_capsule"), "a contact", ball, pill, true);
}

// The usual distance of segments cuts s, finds t, cuts t and finds s again: it loses half of these.
Test(capsule_capsule, nearly_parallel) {
    struct random r = {11};
    for (int i = 0; i < 500; i++) {
        const float lean = (float)random_int(&r, -1, 1), far = ldexpf(1, random_int(&r, 4, 18));
        const float at = (float)random_int(&r, -8, 8), gap = ldexpf(1, random_int(&r, -8, 3));
        const float a[7] = {-far, 0, 0, far, 0, 0, gap / 4};
        const float b[7] = {at - far, -lean, gap, at + far, lean, gap, gap * 3 / 4};
        expect_capsules("nearly parallel, touching", a, b, true);
    }
}

// At the ends of the range no square overflows or underflows.
Test(capsule_capsule, range) {
    for (int power = -60; power <= 60; power += 120) {
        const float x = ldexpf(1, power);
        const float a[7] = {-x, 0, 0, x, 0, 0, x / 2};
        if (power > 0) {
            expect_capsules("touches", a, (float[]){0, x, x, 0, x, -x, x / 2}, true);
            expect_capsules("apart", a, (float[]){0, x, x, 0, x, -x, .499f * x}, false);
        } else {
            const float b[7] = {0, 2 * x, x, 0, 2 * x, -x, x};
            expect_capsules("touches", (float[]){-x, 0, 0, x, 0, 0, x}, b, true);
            expect_capsules("a segment on a segment", (float[]){-x, 0, 0, x, 0, 0, 0},
                            (float[]){0, x, x, 0, -x, -x, 0}, true);
            expect_capsules("apart", (float[]){-x, 0, 0, x, 0, 0, 0},
                            (float[]){0, 8 * x, x, 0, 8 * x, -x, x}, false);
        }
    }
    const float far = 0x1p60f;
    const float a[7] = {-far, -far, -far, far, far, far, far};
    expect_capsules("across all", a, (float[]){far, -far, far, -far, far, -far, 0}, true);
    expect_capsules("far apart", (float[]){-far, -far, -far, -far, -far, far, 0x1p-60f},
                    (float[]){far, far, far, far, -far, far, 0x1p-60f}, false);
}

Test(capsule_capsule, nan) {
    const float far[7] = {90, 90, 90, 99, 90, 90, 1}, pill[7] = {0, 0, 0, 1, 2, 3, 1};
    for (int k = 0; k < 7; k++) {
        float spoiled[7];
        memcpy(spoiled, pill, sizeof spoiled);
        spoiled[k] = NAN;
        expect_capsules("a NaN is in the comparison", spoiled, far, true);
        expect_verdict(case_named("sphere_capsule"), "a NaN", (float[]){90, 90, 90, 1}, spoiled,
                       true);
        if (k > 3) continue;
        float ball[4] = {90, 90, 90, 1};
        ball[k] = NAN;
        expect_verdict(case_named("sphere_capsule"), "a NaN in the sphere", ball, pill, true);
    }
}

static void mirror(struct random *r, float a[], float b[]) {
    const unsigned c = random_below(r, 3);
    a[c] = -a[c], b[c] = -b[c];
    a[3 + c] = -a[3 + c], b[3 + c] = -b[3 + c];
}

Test(capsule_capsule, symmetries) {
    expect_invariant(case_named("capsule_capsule"), "mirrored", mirror);
}

// --- planes ---

static void expect_side(const char *what, const float plane[4], const float capsule[7],
                        unsigned side) {
    static const float lengths[] = {1, -1, 4, -.25f, 0x1p50f, -0x1p-40f};
    const float turned[7] = {capsule[3], capsule[4], capsule[5], capsule[0],
                             capsule[1], capsule[2], capsule[6]};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        float p[4];
        for (int k = 0; k < 4; k++) p[k] = lengths[l] * plane[k];
        const unsigned said = lengths[l] < 0 && side <= LBX_NEGATIVE ? side ^ 1 : side;
        expect_class(case_named("plane_capsule"), what, p, capsule, said);
        expect_class(case_named("plane_capsule"), what, p, turned, said);
    }
}

Test(plane_capsule, known) {
    for (int c = 0; c < 3; c++) {
        float plane[4] = {0}, pill[7] = {1, 2, 3, 1, 2, 3, .5f};
        plane[c] = 1, pill[3 + c] += 4;
        const float low = pill[c] - .5f, high = pill[3 + c] + .5f;
        plane[3] = -low;
        expect_side("at its start", plane, pill, LBX_TANGENT);
        plane[3] = -high;
        expect_side("at its end", plane, pill, LBX_TANGENT);
        plane[3] = -low + .001f;
        expect_side("above", plane, pill, LBX_POSITIVE);
        plane[3] = -high - .001f;
        expect_side("below", plane, pill, LBX_NEGATIVE);
        plane[3] = -low - .001f;
        expect_side("into its start", plane, pill, LBX_INTERSECTING);
        plane[3] = -high + .001f;
        expect_side("into its end", plane, pill, LBX_INTERSECTING);
        plane[3] = -(low + high) / 2;
        expect_side("through it", plane, pill, LBX_INTERSECTING);
        pill[6] = 0, pill[3 + c] = pill[c], plane[3] = -pill[c];
        expect_side("a point on it", plane, pill, LBX_TANGENT);
    }
    // The normal's length is 9, so that the radius 2 is 18 of it.
    const float plane[4] = {4, 4, 7, -18}, pill[7] = {0, 0, 0, -4, -4, -7, 2};
    expect_side("a slanting plane", plane, pill, LBX_TANGENT);
    expect_side("closer", (float[]){4, 4, 7, -17.99f}, pill, LBX_INTERSECTING);
    expect_side("farther", (float[]){4, 4, 7, -18.01f}, pill, LBX_NEGATIVE);
}

Test(plane_capsule, nan) {
    const float plane[4] = {1, 2, 3, -90}, pill[7] = {0, 0, 0, 1, 2, 3, 1};
    expect_class(case_named("plane_capsule"), "far below", plane, pill, LBX_NEGATIVE);
    for (int k = 0; k < 7; k++) {
        float spoiled[7];
        memcpy(spoiled, pill, sizeof spoiled);
        spoiled[k] = NAN;
        expect_class(case_named("plane_capsule"), "a NaN", plane, spoiled, LBX_INTERSECTING);
        if (k > 3) continue;
        float other[4] = {1, 2, 3, -90};
        other[k] = NAN;
        expect_class(case_named("plane_capsule"), "a NaN in the plane", other, pill,
                     LBX_INTERSECTING);
    }
}
