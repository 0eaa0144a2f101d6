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

// --- triangles ---

// Of a triangle, which may be turned, and a capsule, or a sphere if its ends coincide.
static void expect_corners(const char *what, const float triangle[9], const float capsule[7],
                           bool hit) {
    for (int turn = 0; turn < 6; turn++) {
        float turned[9], other[7] = {0};
        for (int v = 0; v < 3; v++) {
            const int to = (turn % 3 + (turn < 3 ? v : 3 - v)) % 3;
            memcpy(turned + 3 * to, triangle + 3 * v, 3 * sizeof(float));
        }
        memcpy(other, capsule + 3, 3 * sizeof(float));
        memcpy(other + 3, capsule, 3 * sizeof(float));
        other[6] = capsule[6];
        expect_verdict(case_named("triangle_capsule"), what, turned, turn % 2 ? other : capsule,
                       hit);
        if (memcmp(capsule, capsule + 3, 3 * sizeof(float)) != 0) continue;
        const float ball[4] = {capsule[0], capsule[1], capsule[2], capsule[6]};
        expect_verdict(case_named("sphere_triangle"), what, ball, turned, hit);
    }
}

static void expect_reach(const char *what, const float triangle[9], const float ends[6],
                         float reach) {
    float capsule[7];
    memcpy(capsule, ends, 6 * sizeof(float));
    capsule[6] = reach;
    expect_corners(what, triangle, capsule, true);
    capsule[6] = .9998f * reach;
    expect_corners(what, triangle, capsule, false);
}

Test(triangle_capsule, known) {
    const float face[9] = {0, 0, 0, 8, 0, 0, 0, 8, 0};
    expect_reach("over the face", face, (float[]){2, 2, 3, 2, 2, 3}, 3);
    expect_reach("beside an edge", face, (float[]){4, -3, 4, 4, -3, 4}, 5);
    expect_reach("beside the longest edge", face, (float[]){6, 6, 1, 6, 6, 1}, 3);
    expect_reach("off a corner", face, (float[]){-2, -3, 6, -2, -3, 6}, 7);
    expect_reach("an end over the face", face, (float[]){2, 2, 3, 3, 1, 9}, 3);
    expect_reach("along the face", face, (float[]){1, 1, -2, 3, 3, -2}, 2);
    expect_reach("along an edge", face, (float[]){-10, -3, 4, 20, -3, 4}, 5);
    expect_reach("past an edge", face, (float[]){4, -3, -5, 4, -3, 5}, 3);
    expect_reach("past a corner", face, (float[]){-2 - 3, -3 + 2, 6, -2 + 3, -3 - 2, 6}, 7);
    expect_corners("through the face", face, (float[]){2, 2, -5, 3, 1, 5, 0}, true);
    expect_corners("through an edge", face, (float[]){4, 0, -5, 4, 0, 5, 0}, true);
    expect_corners("past the face", face, (float[]){5, 5, -5, 5, 5, 5, 1.4f}, false);
    expect_corners("below the face", face, (float[]){2, 2, -5, 3, 1, -.01f, 0}, false);
    expect_corners("a point on the face", face, (float[]){2, 2, 0, 2, 2, 0, 0}, true);
    expect_corners("a point off the face", face, (float[]){2, 2, 0x1p-10f, 2, 2, 0x1p-10f, 0},
                   false);
    expect_corners("a negative radius", face, (float[]){2, 2, 0, 2, 2, 0, -1}, false);
    const float line[9] = {0, 0, 0, 8, 0, 0, 4, 0, 0}, point[9] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    expect_reach("beside a segment", line, (float[]){4, 3, 4, 4, 3, 4}, 5);
    expect_reach("across a segment", line, (float[]){2, -9, 3, 2, 9, 3}, 3);
    expect_reach("off a point", point, (float[]){4, 6, 15, 4, 6, 15}, 13);
    expect_reach("past a point", point, (float[]){4 - 4, 6 + 3, 15, 4 + 4, 6 - 3, 15}, 13);
}

// An edge along which the capsule runs.
Test(triangle_capsule, nearly_parallel) {
    struct random r = {13};
    for (int i = 0; i < 200; i++) {
        const float lean = (float)random_int(&r, -1, 1), far = ldexpf(1, random_int(&r, 4, 18));
        const float at = (float)random_int(&r, -8, 8), gap = ldexpf(1, random_int(&r, -8, 3));
        const float a[7] = {-far, 0, 0, far, 0, 0, gap};
        const float b[9] = {at - far, -lean, gap, at + far, lean, gap, at, 0, 64};
        expect_corners("nearly parallel, touching", b, a, true);
    }
}

// What needs most of the pads: a quarter of them loses these contacts.
Test(triangle_capsule, rounding_at_its_worst) {
    const float pill[7] = {0x1.6b45cp+0f,    -0x1.8ec232p-10f, -0x1.f013bep-11f, 0x1.6dd386p+0f,
                           -0x1.94f174p-11f, 0x1.21e8b6p-7f,   0x1p-40f};
    const float below[9] = {-0x1.2a1aap-1f,  0x1.f70dfep-8f,   -0x1.30be9cp-9f,
                            0x1.769ae6p+0f,  -0x1.81dc42p-10f, 0x1.e170f4p-10f,
                            -0x1.2a1aa6p-1f, 0x1.9582cep-8f,   -0x1.6f887ep-9f};
    expect_verdict(case_named("triangle_capsule"), "a contact", below, pill, true);
    const float ball[4] = {0x1.9297eep+0f, 0x1.309eb6p-5f, -0x1.b0a2p-9f, 0x1p-40f};
    const float beside[9] = {-0x1.c8fbbcp-1f, 0x1.56cd1cp-5f, -0x1.9cca7p-7f,
                             -0x1.8e72bp-1f,  0x1.4a7794p-5f, -0x1.bd88f8p-10f,
                             0x1.9aea22p+0f,  0x1.301e68p-5f, -0x1.a0db86p-9f};
    expect_verdict(case_named("sphere_triangle"), "a contact", ball, beside, true);
}

Test(triangle_capsule, range) {
    for (int power = -40; power <= 58; power += 98) {
        const float x = ldexpf(1, power), face[9] = {0, 0, 0, 2 * x, 0, 0, 0, 2 * x, 0};
        expect_reach("at an end of the range", face, (float[]){-x, 0, x, x, x, x}, x);
        expect_corners("through it", face, (float[]){x / 2, x / 2, -x, x / 2, x / 2, x, 0}, true);
    }
}

Test(triangle_capsule, nan) {
    const float face[9] = {0, 0, 0, 8, 0, 0, 0, 8, 0}, far[7] = {90, 90, 90, 99, 90, 90, 1};
    for (int k = 0; k < 9; k++) {
        float spoiled[9];
        memcpy(spoiled, face, sizeof spoiled);
        spoiled[k] = NAN;
        expect_corners("a NaN", spoiled, far, true);
        expect_corners("a NaN", spoiled, (float[]){90, 90, 90, 90, 90, 90, 1}, true);
        if (k > 6) continue;
        float other[7];
        memcpy(other, far, sizeof other);
        other[k] = NAN;
        expect_corners("a NaN in the capsule", face, other, true);
        if (k > 3) continue;
        float ball[4] = {90, 90, 90, 1};
        ball[k] = NAN;
        expect_verdict(case_named("sphere_triangle"), "a NaN in the sphere", ball, face, true);
    }
}

// --- boxes ---

static void expect_box(const char *what, const float capsule[7], const float box[6], bool hit) {
    expect_verdict(case_named("capsule_aabb"), what, capsule, box, hit);
    for (int turn = 0; turn < 3; turn++) {
        float turned[15] = {0};
        for (int k = 0; k < 3; k++) {
            const int c = (k + turn) % 3;
            turned[c] = (box[c] + box[3 + c]) / 2;
            turned[3 + k] = (box[3 + c] - box[c]) / 2;
            turned[6 + 3 * k + c] = k == turn ? -1 : 1;
        }
        expect_verdict(case_named("capsule_obb"), what, capsule, turned, hit);
    }
}

static void expect_box_reach(const char *what, const float ends[6], float reach) {
    static const float box[6] = {-2, -3, -4, 2, 3, 4};
    for (int turn = 0; turn < 6; turn++) {
        float capsule[7], turned[6];
        for (int c = 0; c < 3; c++) {
            const int to = (c + turn) % 3;
            const float sign = turn < 3 ? 1 : -1;
            turned[to] = box[c];
            turned[3 + to] = box[3 + c];
            capsule[to] = sign * ends[c];
            capsule[3 + to] = sign * ends[3 + c];
        }
        capsule[6] = reach;
        expect_box(what, capsule, turned, true);
        capsule[6] = .9998f * reach;
        expect_box(what, capsule, turned, reach == 0);
    }
}

Test(capsule_aabb, known) {
    expect_box_reach("an end before a face", (float[]){5, 0, 0, 9, 1, 2}, 3);
    expect_box_reach("along a face", (float[]){5, -20, 3, 5, 30, 1}, 3);
    expect_box_reach("along an edge", (float[]){5, 7, -9, 5, 7, 9}, 5);
    expect_box_reach("across an edge", (float[]){5 - 8, 7 + 6, 0, 5 + 8, 7 - 6, 1}, 5);
    expect_box_reach("past a corner", (float[]){4 - 6, 6 + 4, 10, 4 + 3, 6 - 2, 10}, 7);
    expect_box_reach("an end off a corner", (float[]){4, 6, 10, 8, 9, 20}, 7);
    expect_box_reach("a point off a corner", (float[]){4, 6, 10, 4, 6, 10}, 7);
    expect_box_reach("through it", (float[]){-9, 1, 1, 9, -1, 2}, 0);
    expect_box_reach("within it", (float[]){-1, 1, 1, 1, -1, 2}, 0);
    expect_box_reach("through an edge", (float[]){0, 6, 1, 4, 0, 1}, 0);
    expect_box_reach("in a face", (float[]){2, 9, 1, 2, 0, 1}, 0);
    const float pill[7] = {0, 0, 0, 1, 2, 3, 4}, hole[6] = {9, 9, 9, -9, -9, -9};
    expect_verdict(case_named("capsule_aabb"), "the empty box", pill, hole, false);
    expect_box("a negative radius", (float[]){0, 0, 0, 1, 1, 1, -1}, (float[]){0, 0, 0, 2, 2, 2},
               false);
}

// What rounding alone puts outside of a box must not count along an axis with a long way, beside
// one with a short way that alone decides.
Test(capsule_aabb, short_way) {
    const float pill[7] = {0x1.c79576p-1f,  0x1.df1d46p-2f, 0x1.1aadap-4f, 0x1.c94f64p-1f,
                           -0x1.dc570ap-7f, 0x1.d0253ep-1f, 0x1.8p-26f};
    const float box[6] = {0x1.ae0048p-1f, 0x1.d484eap-9f, 0x1.bff0ep-1f,
                          0x1.c93ebp-1f,  0x1.e42638p-9f, 0x1.c901fcp-1f};
    expect_verdict(case_named("capsule_aabb"), "an edge", pill, box, true);
}

// What needs most of the pad: a sixth of it loses this contact.
Test(capsule_aabb, rounding_at_its_worst) {
    const float pill[7] = {0x1.ca07f4p-11f, -0x1.2eda52p-5f, -0x1.78b298p+0f, 0x1.ca08a8p-11f,
                           -0x1.2eda52p-5f, -0x1.83c442p-1f, 0x1.6e138ap-29f};
    const float box[6] = {-0x1.a8a9a6p-24f, -0x1.59bb9cp-4f, -0x1.84be58p-1f,
                          0x1.ca084cp-11f,  0x1.39d2f6p-7f,  0x1.5ab84ep-9f};
    expect_verdict(case_named("capsule_aabb"), "a contact", pill, box, true);
}

Test(capsule_aabb, range) {
    for (int power = -40; power <= 58; power += 98) {
        const float x = ldexpf(1, power), box[6] = {-x, -x, -x, x, x, x};
        expect_box("touches", (float[]){3 * x, -x, 0, 3 * x, x, x, 2 * x}, box, true);
        expect_box("apart", (float[]){3 * x, -x, 0, 3 * x, x, x, 1.99f * x}, box, false);
        expect_box("through it", (float[]){3 * x, 0, x, -3 * x, 0, 0, 0}, box, true);
    }
    const float ground[6] = {-0x1p126f, -0x1p126f, -0x1p126f, 0x1p126f, 0, 0x1p126f};
    expect_verdict(case_named("capsule_aabb"), "on a half space", (float[]){5, 3, 0, 9, 7, 8, 3},
                   ground, true);
    expect_verdict(case_named("capsule_aabb"), "above a half space",
                   (float[]){5, 3, 0, 9, 7, 8, 2.999f}, ground, false);
}

Test(capsule_aabb, nan) {
    const float pill[7] = {90, 90, 90, 99, 90, 90, 1}, box[6] = {-1, -1, -1, 1, 1, 1};
    const float turned[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int k = 0; k < 15; k++) {
        float spoiled[15];
        memcpy(spoiled, turned, sizeof spoiled);
        spoiled[k] = NAN;
        expect_verdict(case_named("capsule_obb"), "a NaN proves nothing", pill, spoiled, true);
        if (k < 7) {
            memcpy(spoiled, pill, sizeof pill);
            spoiled[k] = NAN;
            expect_box("a NaN in the capsule", spoiled, box, true);
        }
        if (k > 5) continue;
        memcpy(spoiled, box, sizeof box);
        spoiled[k] = NAN;
        expect_verdict(case_named("capsule_aabb"), "the other planes count", pill, spoiled, false);
    }
    expect_box("below a plane", (float[]){-10, 0, 0, 0, 5, 0, 1}, (float[]){NAN, -1, -1, 1, 1, 1},
               true);
    const float none[6] = {NAN, NAN, NAN, NAN, NAN, NAN};
    expect_verdict(case_named("capsule_aabb"), "a box of NaN", pill, none, true);
}

// --- rays and sweeps ---

// A ray from `origin` along `dir`, for t from t_min to t_max; also as a sphere that moves so.
static void expect_ray(const char *what, const float origin[3], const float dir[3], float t_min,
                       float t_max, const float capsule[7], bool hit, double enter, double leave) {
    const double out[2] = {hit ? enter : INFINITY, hit ? leave : -INFINITY};
    float ray[11], turned[7];
    for (int c = 0; c < 3; c++) {
        ray[c] = origin[c];
        ray[3 + c] = dir[c];
        ray[6 + c] = 1 / dir[c];
        turned[c] = capsule[3 + c];
        turned[3 + c] = capsule[c];
    }
    ray[9] = t_min, ray[10] = t_max;
    turned[6] = capsule[6];
    expect_outputs(case_named("ray_capsule"), what, ray, capsule, hit, out, 1e-4);
    expect_outputs(case_named("ray_capsule"), what, ray, turned, hit, out, 1e-4);
    if (t_min > 0 || t_max > 100) return;
    const float ball[7] = {origin[0],      origin[1],          origin[2],         capsule[6] / 2,
                           t_max * dir[0], t_max * dir[1] + 1, t_max * dir[2] - 2};
    float pill[10] = {0};
    memcpy(pill, turned, sizeof turned);
    pill[6] /= 2, pill[8] = 1, pill[9] = -2;
    const double u[2] = {hit ? enter / t_max : 2, hit ? leave / t_max : 2};
    expect_outputs(case_named("sphere_capsule_sweep"), what, ball, pill, hit, u, 1e-4);
}

Test(ray_capsule, known) {
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        float pill[7] = {0}, from[3] = {0}, dir[3] = {0};
        pill[c] = -4, pill[3 + c] = 4, pill[6] = 1;
        from[d] = -5, dir[d] = 2;
        expect_ray("at its side", from, dir, 0, 10, pill, true, 2, 3);
        expect_ray("ends before it", from, dir, 0, 1.5f, pill, false, 0, 0);
        expect_ray("ends in it", from, dir, 0, 2.5f, pill, true, 2, 2.5);
        expect_ray("begins in it", from, dir, 2.5f, 10, pill, true, 2.5, 3);
        expect_ray("begins behind it", from, dir, 3.5f, INFINITY, pill, false, 0, 0);
        from[e] = .6f;
        expect_ray("beside its middle", from, dir, 0, 10, pill, true, 2.1, 2.9);
        from[e] = 1.001f;
        expect_ray("past its side", from, dir, 0, 10, pill, false, 0, 0);
        from[e] = 0, from[c] = 4.6f;
        expect_ray("at its end", from, dir, 0, 10, pill, true, 2.1, 2.9);
        from[c] = 5.001f;
        expect_ray("past its end", from, dir, 0, 10, pill, false, 0, 0);
        from[c] = -9, from[d] = 0, dir[d] = 0, dir[c] = 2;
        expect_ray("along it", from, dir, 0, 10, pill, true, 2, 7);
        from[d] = .6f;
        expect_ray("along it, beside", from, dir, 0, 10, pill, true, 2.1, 6.9);
        from[d] = 1.001f;
        expect_ray("along it, outside", from, dir, 0, 10, pill, false, 0, 0);
        from[c] = 1, from[d] = 0;
        expect_ray("from inside", from, dir, 0, 10, pill, true, 0, 2);
        from[c] = 6;
        expect_ray("away from it", from, dir, 0, 10, pill, false, 0, 0);
        from[c] = 5;
        expect_ray("away, touching", from, dir, 0, 10, pill, true, 0, 0);
        expect_ray("an empty range", from, dir, 3, 2, pill, false, 0, 0);
    }
}

// What needs most of the pad: a quarter of it loses these contacts.
Test(ray_capsule, rounding_at_its_worst) {
    float ray[11] = {0x1.105bdp-9f,   -0x1.19c1b8p-1f, 0x1.beb51ep-4f,
                     -0x1.8eeae4p-8f, 0x1.f4d0a6p+0f,  -0x1.e8881ap-8f};
    for (int c = 0; c < 3; c++) ray[6 + c] = 1 / ray[3 + c];
    ray[9] = 0, ray[10] = 1;
    const float pill[7] = {0x1.00c43ap-7f,  -0x1.ffdd8ap-2f, 0x1.d94df6p-4f, 0x1.7d4078p-12f,
                           0x1.3ff55cp-11f, 0x1.b61bb2p-4f,  0x1p-40f};
    expect_verdict(case_named("ray_capsule"), "a contact", ray, pill, true);
    const float ball[7] = {0x1.21d03p-1f,   0x1.1abce8p-4f, 0x1.7bb01ep-3f, 0,
                           -0x1.73ac52p+0f, -0x1.a9e5bp-6f, -0x1.42a41ap-6f};
    const float moving[10] = {-0x1.6d0d6ap+3f, 0x1.76e042p-2f, 0x1.196ap-4f, 0x1.8d3476p-11f,
                              0x1.ce2dacp-5f,  0x1.6908dap-3f, 0x1p-40f,     -0x1.c75698p-3f,
                              0x1.6b80c2p-10f, 0x1.d597p-14f};
    expect_verdict(case_named("sphere_capsule_sweep"), "a contact", ball, moving, true);
}

Test(ray_capsule, nan) {
    const float ray[11] = {90, 90, 90, 1, 1, 1, 1, 1, 1, 0, INFINITY},
                pill[7] = {0, 0, 0, 1, 2, 3, 1};
    expect_verdict(case_named("ray_capsule"), "away from it", ray, pill, false);
    for (int k = 0; k < 7; k++) {
        float spoiled[7], other[11];
        memcpy(spoiled, pill, sizeof spoiled);
        spoiled[k] = NAN;
        expect_verdict(case_named("ray_capsule"), "a NaN in the capsule", ray, spoiled, true);
        if (k > 2) continue;
        memcpy(other, ray, sizeof other);
        other[k] = NAN;
        expect_verdict(case_named("ray_capsule"), "a NaN in the origin", other, pill, true);
    }
}

// A center that begins on the surface, and goes along it and a little inwards: rounding moves the
// place where its line enters the cylinder by much of the way, but they touch at 0.
Test(sphere_capsule_sweep, begins_in_contact) {
    struct random r = {5};
    for (int i = 0; i < 300; i++) {
        double axis[3], out[3], along = 0, length = 0, square = 0, from = 0, rest = 0;
        for (int c = 0; c < 3; c++) axis[c] = random_between(&r, -1, 1);
        for (int c = 0; c < 3; c++) out[c] = random_between(&r, -1, 1);
        for (int c = 0; c < 3; c++) length += axis[c] * axis[c];
        for (int c = 0; c < 3; c++) axis[c] /= sqrt(length);
        for (int c = 0; c < 3; c++) along += axis[c] * out[c];
        for (int c = 0; c < 3; c++) out[c] -= along * axis[c];
        for (int c = 0; c < 3; c++) square += out[c] * out[c];
        const double thick = random_scale(&r, -8, 0), at = random_between(&r, .1, .7);
        const double in = random_scale(&r, -19, -9), way = random_between(&r, .1, .25);
        float ball[7] = {0}, pill[10] = {0};
        for (int c = 0; c < 3; c++) {
            const double normal = out[c] / sqrt(square);
            pill[c] = (float)random_between(&r, -1, 1);
            pill[3 + c] = (float)(pill[c] + axis[c]);
            ball[c] = (float)(pill[c] + at * axis[c] + thick * normal);
            ball[4 + c] = (float)(way * axis[c] - in * thick * normal);
        }
        length = 0;
        for (int c = 0; c < 3; c++) {
            const double segment = (double)pill[3 + c] - pill[c], x = (double)ball[c] - pill[c];
            length += segment * segment;
            from += segment * x;
        }
        for (int c = 0; c < 3; c++) {
            const double segment = (double)pill[3 + c] - pill[c], x = (double)ball[c] - pill[c];
            rest += (x - from / length * segment) * (x - from / length * segment);
        }
        pill[6] = float_step((float)sqrt(rest), 1);
        expect_outputs(case_named("sphere_capsule_sweep"), "begins in contact", ball, pill, true,
                       (double[]){0, 1}, 0);
    }
}

Test(sphere_capsule_sweep, rest) {
    const float still[7] = {3, 0, 0, 1, 1, 2, 3};
    const float pill[10] = {0, -4, 0, 0, 4, 0, 2, 1, 2, 3};
    expect_outputs(case_named("sphere_capsule_sweep"), "at rest", still, pill, true,
                   (const double[]){0, 1}, 0);
    const float away[7] = {3.5f, 0, 0, 1, 1, 2, 3};
    expect_outputs(case_named("sphere_capsule_sweep"), "at rest, apart", away, pill, false,
                   (const double[]){2, 2}, 0);
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
