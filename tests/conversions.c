// SPDX-License-Identifier: MIT
// Conversions: known answers, references, and NaN. conversion_layouts.c tests where they read and
// write; proof/ compares them with the exact oracle.
#include "conversion_answers.h"
#include "examples/random.h"

enum { MANY = 4096 };

// --- known answers ---

static void expect_known(const char *name, const char *what, const float first[],
                         const float second[], const float want[], double tolerance) {
    enum { TIMES = 19 };
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        if (strcmp(c->name, name) != 0) continue;
        struct case_side side[2] = {{.count = 1, .pick = lbx_one(0)},
                                    {.count = 1, .pick = lbx_one(0)}};
        for (unsigned f = 0; f < c->floats[0]; f++) side[0].at[f] = &first[f];
        for (unsigned f = 0; f < c->floats[1]; f++) side[1].at[f] = &second[f];
        for (size_t t = 0; t < test_tables()->count; t++) {
            const struct test_table *table = &test_tables()->at[t];
            struct answers got = convert_dense(c, table, side, TIMES);
            for (unsigned f = 0; f < c->out_floats; f++) {
                for (size_t i = 0; i < TIMES; i++) {
                    expect(fabs((double)got.at[f][i] - want[f]) <= tolerance,
                           "%s %s, %s: float %u is %a, not %a", name, table->name, what, f,
                           (double)got.at[f][i], (double)want[f]);
                }
            }
            answers_free(&got);
        }
        return;
    }
    expect(false, "no conversion %s", name);
}

static const float upright[15] = {1, 2, 3, .5f, .25f, 4, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const float turned[15] = {1, 2, 3, 5, 10, 2, .6f, .8f, 0, -.8f, .6f, 0, 0, 0, -1};

Test(conversions, boxes_around_oriented_boxes) {
    expect_known("aabbs_from_obbs", "upright", upright, NULL,
                 (const float[]){.5f, 1.75f, -1, 1.5f, 2.25f, 7}, 8 * 0x1p-21);
    expect_known("aabbs_from_obbs", "3-4-5", turned, NULL, (const float[]){-10, -8, 1, 12, 12, 5},
                 16 * 0x1p-21);
    const float point[15] = {1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_known("aabbs_from_obbs", "a point", point, NULL, (const float[]){1, 2, 3, 1, 2, 3},
                 3 * 0x1p-22);
}

Test(conversions, boxes_around_capsules) {
    expect_known("aabbs_from_capsules", "any", (const float[]){1, 5, -3, 2, -4, 0, .5f}, NULL,
                 (const float[]){.5f, -4.5f, -3.5f, 2.5f, 5.5f, .5f}, 8 * 0x1p-21);
    expect_known("aabbs_from_capsules", "a point", (const float[]){1, 2, 3, 1, 2, 3, 0}, NULL,
                 (const float[]){1, 2, 3, 1, 2, 3}, 3 * 0x1p-22);
}

// An extent of 2^-160 is no float, and yet the box is not flat.
Test(conversions, extents_below_all_floats) {
    float box[15] = {0, 0, 0, 0x1p-60f, 0, 0, 1, 0x1p-100f, -0x1p-100f, 0, 1, 0, 0, 0, 1};
    struct case_side side[2] = {{.count = 1, .pick = lbx_one(0)}, {.count = 0}};
    for (unsigned k = 0; k < 15; k++) side[0].at[k] = &box[k];
    for (size_t t = 0; t < test_tables()->count; t++) {
        const struct test_table *table = &test_tables()->at[t];
        struct answers got = convert_dense(conversions[0], table, side, 1);
        for (unsigned c = 0; c < 3; c++)
            expect(got.at[c][0] < 0 && got.at[3 + c][0] > 0, "%s: %a to %a", table->name,
                   (double)got.at[c][0], (double)got.at[3 + c][0]);
        answers_free(&got);
    }
}

Test(conversions, boxes_around_triangles) {
    expect_known("aabbs_from_triangles", "any", (const float[]){1, 5, -3, 2, -4, 0, 3, 0, -0.5f},
                 NULL, (const float[]){1, -4, -3, 3, 5, 0}, 0);
    expect_known("aabbs_from_triangles", "a point", (const float[]){1, 2, 3, 1, 2, 3, 1, 2, 3},
                 NULL, (const float[]){1, 2, 3, 1, 2, 3}, 0);
}

Test(conversions, spheres_around_oriented_boxes) {
    const float box[15] = {1, 2, 3, 2, 3, 6, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_known("spheres_from_obbs", "2, 3, 6", box, NULL, (const float[]){1, 2, 3, 7},
                 7 * 3 * 0x1p-19);
    const float point[15] = {1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_known("spheres_from_obbs", "a point", point, NULL, (const float[]){1, 2, 3, 0}, 0);
    // No denormal is only a little larger than another one, so the radius is twice the half extent.
    float denormal[15];
    memcpy(denormal, point, sizeof denormal);
    denormal[3] = 0x1p-140f;
    expect_known("spheres_from_obbs", "denormal", denormal, NULL,
                 (const float[]){1, 2, 3, 0x1p-139f}, 0);
}

Test(conversions, transforms) {
    const float turned_up[15] = {8, 11, 9, .5f, .25f, 4, 0, 1, 0, -1, 0, 0, 0, 0, 1};
    const float still[7] = {0, 0, 0, 0, 0, 0, 1}, moved[7] = {10, 10, 6, 0, 0, 3, 3};
    const float half_turn[7] = {0, 0, 0, 0, 2, 0, 0};
    expect_known("obbs_transform", "nothing", upright, still, upright, 0);
    expect_known("obbs_transform", "a quarter turn about z", upright, moved, turned_up, 0);
    expect_known("obbs_transform", "half a turn about y", upright, half_turn,
                 (const float[]){-1, 2, -3, .5f, .25f, 4, -1, 0, 0, 0, 1, 0, 0, 0, -1}, 0);
}

Test(conversions, transforms_of_capsules) {
    const float limb[7] = {1, 2, 3, -4, 0, 5, .5f}, still[7] = {0, 0, 0, 0, 0, 0, 1};
    const float moved[7] = {10, 10, 6, 0, 0, 3, 3}, half_turn[7] = {0, 0, 0, 0, 2, 0, 0};
    expect_known("capsules_transform", "nothing", limb, still, limb, 0);
    expect_known("capsules_transform", "a quarter turn about z", limb, moved,
                 (const float[]){8, 11, 9, 10, 6, 11, .5f}, 0);
    expect_known("capsules_transform", "half a turn about y", limb, half_turn,
                 (const float[]){-1, 2, -3, 4, 0, -5, .5f}, 0);
    const float odd[7] = {1, 2, 3, 1, 2, 3, -.5f}; // any radius stays as it is
    expect_known("capsules_transform", "a radius below 0", odd, still, odd, 0);
}

Test(conversions, nearest_points_of_triangles) {
    const float triangle[9] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    static const struct {
        const char *what;
        float point[3], distance, u, v;
        unsigned feature;
    } known[] = {{"above the face", {1, 1, 2}, 2, .25f, .25f, LBX_FACE},
                 {"in the face", {1, 2, 0}, 0, .25f, .5f, LBX_FACE},
                 {"beside edge 0", {1, -3, 4}, 5, .25f, 0, LBX_EDGE + 0},
                 {"beside edge 1", {5, 5, 7}, 0x1.05ee68p+3f, .5f, .5f, LBX_EDGE + 1},
                 {"beside edge 2", {-3, 3, -4}, 5, 0, .75f, LBX_EDGE + 2},
                 {"off vertex 0", {-3, 0, -4}, 5, 0, 0, LBX_VERTEX + 0},
                 {"off vertex 1", {7, 0, 4}, 5, 1, 0, LBX_VERTEX + 1},
                 {"off vertex 2", {0, 8, 3}, 5, 0, 1, LBX_VERTEX + 2}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        float want[4] = {known[k].distance, known[k].u, known[k].v};
        memcpy(&want[3], &known[k].feature, sizeof want[3]);
        expect_known("point_triangle", known[k].what, known[k].point, triangle, want, 0);
    }
    const float segment[9] = {0, 0, 0, 4, 0, 0, 4, 0, 0}, point[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const float edge = 0x1p-149f, vertex = 0x1p-147f; // by their bits LBX_EDGE and LBX_VERTEX
    expect_known("point_triangle", "a segment", (const float[]){3, 3, 4}, segment,
                 (const float[]){5, .75f, 0, edge}, 0);
    expect_known("point_triangle", "a point", (const float[]){1, 4, 5}, point,
                 (const float[]){5, 0, 0, vertex}, 0);
}

// Points beside edges, ever nearer to a vertex: no weight is below 0, however small another is.
Test(conversions, weights_of_nearest_points) {
    enum { NEARER = 60 };
    const float triangle[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const struct test_tables *const tables = test_tables();
    for (int e = 0; e < 3; e++) {
        float point[NEARER][3], distance[NEARER], u[NEARER], v[NEARER];
        uint32_t feature[NEARER];
        const float *const from = triangle[e], *const to = triangle[(e + 1) % 3];
        for (int k = 0; k < NEARER; k++) {
            for (int c = 0; c < 3; c++)
                point[k][c] = from[c] + ldexpf(to[c] - from[c], -k) + (c == 2 ? 3 : 0);
        }
        const lbx_points points = lbx_points_of(point[0], NEARER, sizeof *point);
        lbx_triangles one = lbx_triangles_of(triangle[0], triangle[1], triangle[2], 1, 36);
        one.pick = lbx_one(0);
        const lbx_nearests_out out = {distance, u, v, feature, NEARER, 0};
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            expect(lbx_point_triangle(&points, &one, NEARER, &out) == NEARER, "all");
            for (int k = 0; k < NEARER; k++)
                expect(u[k] >= 0 && v[k] >= 0 && (double)v[k] <= 1 - (double)u[k],
                       "%s, edge %d, 2^-%d: u %a, v %a", tables->at[t].name, e, k, (double)u[k],
                       (double)v[k]);
        }
    }
}

// Both ways: what is from one triangle is to it when the two change places.
static void expect_separation(const char *what, const float a[9], const float b[9],
                              const float want[7]) {
    const float back[7] = {want[0], want[4], want[5], want[6], want[1], want[2], want[3]};
    expect_known("triangle_triangle_distance", what, a, b, want, 0);
    expect_known("triangle_triangle_distance", what, b, a, back, 0);
}

Test(conversions, distances_of_triangles) {
    static const float flat[9] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    expect_separation("vertices", flat, (float[]){-1, -2, -2, -5, -3, -2, -1, -9, -4},
                      (float[]){3, 0, 0, 0, -1, -2, -2});
    expect_separation("a vertex and an edge", flat, (float[]){2, -3, 4, 1, -9, 5, 3, -8, 9},
                      (float[]){5, 2, 0, 0, 2, -3, 4});
    expect_separation("a vertex and a face", flat, (float[]){1, 1, 2, 8, 1, 3, 1, 8, 4},
                      (float[]){2, 1, 1, 0, 1, 1, 2});
    expect_separation("edges that cross", flat, (float[]){1, -3, 2, 1, 1, 2, 1, -3, 9},
                      (float[]){2, 1, 0, 0, 1, 0, 2});
    expect_separation("a segment and a point", (float[]){0, 0, 0, 8, 0, 0, 8, 0, 0},
                      (float[]){2, 3, 4, 2, 3, 4, 2, 3, 4}, (float[]){5, 2, 0, 0, 2, 3, 4});
    expect_separation("points", (float[9]){0}, (float[]){2, 3, 6, 2, 3, 6, 2, 3, 6},
                      (float[]){7, 0, 0, 0, 2, 3, 6});
    // The edges of the face are 1 away: only double finds that it goes through.
    expect_separation("an edge through a face", flat, (float[]){1, 1, -8, 1, 1, 8, 1, 1, 8},
                      (float[]){0, 1, 1, 0, 1, 1, 0});
    expect_separation("a vertex on a face", flat, (float[]){1, 2, 0, 0, 2, 9, 2, 2, 9},
                      (float[]){0, 1, 2, 0, 1, 2, 0});
    expect_separation("one plane", flat, (float[]){-2, 1, 0, -4, 1, 0, -9, 1, 0},
                      (float[]){2, 0, 1, 0, -2, 1, 0});
}

// On every table; axis 16 is any.
static void expect_depth(const char *what, const float a[15], const float b[15], float depth,
                         uint32_t axis, double tolerance) {
    enum { TIMES = 19 };
    lbx_obbs x = lbx_obbs_of(a, a + 3, a + 6, 1, 60), y = lbx_obbs_of(b, b + 3, b + 6, 1, 60);
    x.pick = y.pick = lbx_one(0);
    for (size_t t = 0; t < test_tables()->count; t++) {
        float got[TIMES];
        uint32_t along[TIMES];
        const lbx_depths_out out = {got, along, TIMES, 0};
        table_use(&test_tables()->at[t]);
        expect(lbx_obb_obb_depth(&x, &y, TIMES, &out) == TIMES, "%s", what);
        for (int i = 0; i < TIMES; i++) {
            const bool near = fabs((double)got[i] - (double)depth) <= tolerance;
            expect(isnan(depth) ? isnan(got[i]) : near, "%s %s: depth %a, not %a",
                   test_tables()->at[t].name, what, (double)got[i], (double)depth);
            expect(along[i] == axis || (axis == 16 && along[i] < 15), "%s %s: axis %u, not %u",
                   test_tables()->at[t].name, what, along[i], axis);
        }
    }
}

Test(conversions, depths_of_boxes) {
    const float unit[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    float other[15];
    memcpy(other, unit, sizeof other);
    expect_depth("the same box", unit, unit, 2, 0, 0);
    for (uint32_t k = 0; k < 3; k++) {
        for (int below = 0; below < 2; below++) {
            other[k] = below ? -1.75f : 1.75f;
            expect_depth("a face in it", unit, other, .25f, k, 0);
            other[k] = below ? -2.25f : 2.25f;
            expect_depth("a face beyond it", unit, other, -.25f, k, 0);
            other[k] = 0;
        }
    }
    const float s = 0x1.6a09e6p-1f, root = 0x1.6a09e6p+0f; // of .5 and 2
    const float edge_up[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, s, s, 0, -s, s};
    for (uint32_t k = 0; k < 3; k++) { // the edge x of a, and each edge of b along y
        float edge_across[15] = {.5f, .25f, 2 * root + .5f, 1, 1, 1};
        const float axis[3][3] = {{0, 1, 0}, {s, 0, s}, {-s, 0, s}};
        for (uint32_t i = 0; i < 3; i++)
            memcpy(edge_across + 6 + 3 * ((i + k) % 3), axis[i], sizeof axis[i]);
        expect_depth("an edge above an edge", edge_up, edge_across, -.5f, 6 + k, 0x1p-20);
        edge_across[2] = 2 * root - .125f;
        expect_depth("an edge in an edge", edge_up, edge_across, .125f, 6 + k, 0x1p-20);
    }
    const float point[15] = {3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_depth("a point", unit, point, -2, 0, 0);
    expect_depth("two points in one place", point, point, 0, 0, 0);
    // Sticks that cross at the least angle that gives an axis, and at a smaller one: only their
    // product is along z.
    for (int narrow = 0; narrow < 2; narrow++) {
        const float sine = narrow ? 0x1.ffp-11f : 0x1.01p-10f;
        const float a[15] = {0, 0, 0, 4, 0, 0, 1, 0, 0, 0, s, s, 0, -s, s};
        const float b[15] = {0, 0, 5, 4, 0, 0, 1, sine, 0, -sine * s, s, s, sine * s, -s, s};
        if (narrow)
            expect_depth("sticks without an axis", a, b, -5 * s, 16, .01);
        else
            expect_depth("sticks with an axis", a, b, -5, 6, 0x1p-14);
    }
    // Sizes and distances far from 1.
    for (int e = -120; e <= 60; e += 20) {
        float x[15], y[15];
        memcpy(x, unit, sizeof x);
        memcpy(y, unit, sizeof y);
        y[1] = 1.75f;
        for (int k = 0; k < 6; k++) {
            x[k] = ldexpf(x[k], e);
            y[k] = ldexpf(y[k], e);
        }
        expect_depth("scaled", x, y, ldexpf(.25f, e), 1, 0);
        y[1] = ldexpf(1, 60);
        for (int k = 3; k < 6; k++) x[k] = y[k] = ldexpf(1, e < 0 ? e : 0);
        expect_depth("far apart", x, y, -ldexpf(1, 60) + (e < 0 ? ldexpf(2, e) : 2), 1, 0);
    }
}

// A NaN, an infinity, and axes that no box has.
Test(conversions, depths_of_no_boxes) {
    const float unit[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const float lost[] = {NAN, -NAN, INFINITY, -INFINITY, 0x1p+100f, 16};
    for (size_t k = 0; k < sizeof lost / sizeof *lost; k++) {
        for (int f = k < 4 ? 0 : 6; f < 15; f++) {
            float other[15];
            memcpy(other, unit, sizeof other);
            other[f] = lost[k];
            expect_depth("no box", unit, other, NAN, 255, 0);
            expect_depth("no first box", other, unit, NAN, 255, 0);
        }
    }
}

// --- against the references, and table against table ---

// Of a point and a triangle; other outputs need not be the reference's.
static double allowed_of_distance(const struct conversion *c, const float point[],
                                  const float triangle[]) {
    double out[4], sides = 0;
    for (int v = 0; v < 3; v++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            const double way = (double)triangle[3 * v + k] - triangle[(3 * v + 3) % 9 + k];
            square += way * way;
        }
        sides = fmax(sides, sqrt(square));
    }
    c->truth(point, triangle, out);
    return 0x1p-17 * (out[0] + sides) + 0x1p-60;
}

// Of two triangles.
static double allowed_of_separation(const float first[], const float second[]) {
    double size = 0;
    for (int c = 0; c < 3; c++) {
        double low = first[c], high = low;
        for (int v = 0; v < 6; v++) {
            const double at = v < 3 ? first[3 * v + c] : second[3 * (v - 3) + c];
            low = fmin(low, at);
            high = fmax(high, at);
        }
        size = fmax(size, high - low);
    }
    return 0x1p-17 * size + 0x1p-120;
}

// Of two boxes.
static double allowed_of_depth(const struct conversion *c, const float first[],
                               const float second[]) {
    double out[2], size = 0;
    for (int k = 3; k < 6; k++) size += (double)first[k] + (double)second[k];
    c->truth(first, second, out);
    return 0x1.4p-17 * (size + fmax(-out[0], 0)) + 0x1p-120;
}

// The bounds that lanebox.h states, up to a double's rounding.
static double allowed(const struct conversion *c, const float first[], const float second[],
                      unsigned k) {
    if (c->floats[0] == 3) return k == 0 ? allowed_of_distance(c, first, second) : INFINITY;
    if (c->floats[1] == 9) return k == 0 ? allowed_of_separation(first, second) : INFINITY;
    if (c->floats[1] == 15) return k == 0 ? allowed_of_depth(c, first, second) : INFINITY;
    const bool posed = c->floats[1] == 7, boxes = posed && c->out_floats == 15;
    const bool still = posed && (boxes ? k / 3 == 1 : k == 6); // half extents, a radius
    if (still) return 0;
    double size = 0, moved = 0;
    for (unsigned f = 0; f < 3; f++) {
        const unsigned at = posed ? k / 3 * 3 : 0;
        size += fabs((double)first[at + f]);
        if (posed && (k < 3 || !boxes)) moved += fabs((double)second[f]);
    }
    if (posed) return 0x1.cp-20 * (size + moved) + 0x1p-70;
    if (c->floats[0] == 9) return 0;
    if (c->floats[0] == 7) {
        const double end = fmax(fabs((double)first[k % 3]), fabs((double)first[3 + k % 3]));
        return 0x1p-20 * (end + (double)first[6]) + 0x1p-70;
    }
    const double halves = fabs((double)first[3]) + fabs((double)first[4]) + fabs((double)first[5]);
    if (c->out_floats == 4) return k < 3 ? 0 : 0x1p-17 * halves + 0x1p-60;
    return 0x1p-20 * (size + 1.01 * halves) + 0x1p-70;
}

Test(conversions, near_the_double_reference) {
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
            struct conversion_batch batch = conversion_fill(c, 3, scene, MANY);
            const struct case_side side[2] = {conversion_side(&batch, 0),
                                              conversion_side(&batch, 1)};
            for (size_t t = 0; t < test_tables()->count; t++) {
                const struct test_table *table = &test_tables()->at[t];
                struct answers got = convert_dense(c, table, side, MANY);
                for (size_t i = 0; i < MANY; i++) {
                    float x[2][CASE_FLOATS_MAX];
                    double want[CASE_FLOATS_MAX];
                    for (unsigned v = 0; v < c->views; v++) {
                        for (unsigned f = 0; f < c->floats[v]; f++) x[v][f] = batch.at[v][f][i];
                    }
                    c->truth(x[0], x[1], want);
                    for (unsigned f = 0; f < c->out_floats; f++) {
                        // The reference finds a point of the triangle, for slivers a wrong one.
                        const double over = got.at[f][i] - want[f];
                        const double off = c->floats[1] == 9 ? over : fabs(over);
                        expect(off <= allowed(c, x[0], x[1], f),
                               "%s %s, %s, item %zu: float %u is %a, not %a", c->name, table->name,
                               scene_names[scene], i, f, (double)got.at[f][i], want[f]);
                    }
                }
                answers_free(&got);
            }
            conversion_free(&batch);
        }
    }
}

Test(conversions, same_bits) {
    enum { SEEDS = 12 };
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        for (enum scene scene = 0; scene < SCENES; scene++) {
            for (uint64_t seed = 1; seed <= SEEDS; seed++) {
                struct conversion_batch batch = conversion_fill(c, seed, scene, MANY + 3);
                const struct case_side side[2] = {conversion_side(&batch, 0),
                                                  conversion_side(&batch, 1)};
                struct answers want = convert_dense(c, &test_tables()->at[0], side, MANY + 3);
                for (size_t t = 1; t < test_tables()->count; t++) {
                    const struct test_table *table = &test_tables()->at[t];
                    struct answers got = convert_dense(c, table, side, MANY + 3);
                    expect_floats(c, table->name, scene_names[scene], &got, &want);
                    answers_free(&got);
                }
                answers_free(&want);
                conversion_free(&batch);
            }
        }
    }
}

// An output is NaN if it is made of a NaN, and only then.
Test(conversions, nan) {
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        const unsigned inputs = c->floats[0] + c->floats[1];
        for (unsigned lost = 0; lost <= inputs; lost++) { // the one that is a NaN, or none
            struct conversion_batch batch = conversion_fill(c, 4, SCENE_MIXED, 67);
            for (size_t i = 0; i < 67 && lost < inputs; i++) {
                const unsigned v = lost >= c->floats[0];
                batch.at[v][lost - v * c->floats[0]][i] = i % 2 ? NAN : -NAN;
            }
            const struct case_side side[2] = {conversion_side(&batch, 0),
                                              conversion_side(&batch, 1)};
            for (size_t t = 0; t < test_tables()->count; t++) {
                struct answers got = convert_dense(c, &test_tables()->at[t], side, 67);
                for (unsigned f = 0; f < c->out_floats; f++) {
                    const bool made = lost < inputs && c->made_of[f] >> lost & 1;
                    for (size_t i = 0; i < 67; i++)
                        expect((isnan(got.at[f][i]) != 0) == made, "%s %s: NaN %u in, float %u",
                               c->name, test_tables()->at[t].name, lost, f);
                }
                answers_free(&got);
            }
            conversion_free(&batch);
        }
    }
}

// Two or three NaN in a vertex, and any hostile values: each NaN goes through.
Test(conversions, every_nan_goes_through) {
    for (int k = 0; k < CONVERSIONS; k++) {
        const struct conversion *c = conversions[k];
        struct conversion_batch batch = conversion_fill(c, 5, SCENE_HOSTILE, MANY);
        const struct case_side side[2] = {conversion_side(&batch, 0), conversion_side(&batch, 1)};
        size_t seen = 0;
        for (size_t t = 0; t < test_tables()->count; t++) {
            struct answers got = convert_dense(c, &test_tables()->at[t], side, MANY);
            for (size_t i = 0; i < MANY; i++) {
                uint32_t lost = 0;
                for (unsigned in = 0; in < c->floats[0] + c->floats[1]; in++) {
                    const unsigned v = in >= c->floats[0];
                    if (isnan(batch.at[v][in - v * c->floats[0]][i])) lost |= 1u << in;
                }
                for (unsigned f = 0; f < c->out_floats; f++) {
                    seen += (lost & c->made_of[f]) != 0;
                    expect(!(lost & c->made_of[f]) || isnan(got.at[f][i]), "%s, item %zu, float %u",
                           c->name, i, f);
                }
            }
            answers_free(&got);
        }
        expect(seen > MANY / 16, "%s: %zu", c->name, seen);
        conversion_free(&batch);
    }
}
