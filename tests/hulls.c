// SPDX-License-Identifier: MIT
// Symmetries of segments and triangles against boxes: changes that must not affect a verdict
// outside the pads, where random pairs lie. Also, how far apart a false hit may be.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "scenes/rotations.h"

enum { ITEMS = 4000, SEED = 31 };

static const char *const kernels[] = {"segment_aabb", "segment_obb", "triangle_aabb",
                                      "triangle_obb"};

enum { KERNELS = sizeof kernels / sizeof *kernels };

static bool aligned(const struct batch *batch) {
    return batch->c->floats[1] == 6;
}

static unsigned corners(const struct batch *batch) {
    return batch->c->floats[0] / 3;
}

// Every table gives the same verdicts for both batches, plain and fused.
static void expect_same_verdicts(const char *what, const struct batch *a, const struct batch *b) {
    for (size_t t = 0; t < test_tables()->count; t++) {
        for (unsigned flags = 0; flags < 2; flags++) {
            const struct batch *const batch[2] = {a, b};
            struct answer answer[2];
            struct case_side side[2][2];
            struct question q[2];
            for (int k = 0; k < 2; k++) {
                for (int s = 0; s < 2; s++) side[k][s] = dense_side(&batch[k]->side[s]);
                q[k] = (struct question){.batch = batch[k],
                                         .table = &test_tables()->at[t],
                                         .side = {&side[k][0], &side[k][1]},
                                         .n = ITEMS,
                                         .flags = flags,
                                         .mask_only = true,
                                         .what = what};
                answer[k] = ask(&q[k]);
            }
            expect(answer[0].found > ITEMS / 4 && answer[0].found <= ITEMS, "%s: %td", what,
                   answer[0].found);
            for (size_t i = 0; i < ITEMS; i++) {
                if (answer_hit(&answer[0], i) != answer_hit(&answer[1], i))
                    fail_item(&q[1], i, &answer[1], NULL, "another verdict");
            }
            for (int k = 0; k < 2; k++) answer_free(&answer[k]);
        }
    }
}

static void swap_arrays(float *a[], float *b[], size_t i) {
    const float x = (*a)[i];
    (*a)[i] = (*b)[i];
    (*b)[i] = x;
}

typedef void item_change(struct random *r, struct batch *batch, size_t i);

static void expect_unchanged(const char *what, enum scene scene, item_change *change) {
    for (int k = 0; k < KERNELS; k++) {
        const struct lbx_case *c = case_named(kernels[k]);
        struct batch batch = batch_fill(c, SEED, scene, ITEMS);
        struct batch changed = batch_fill(c, SEED, scene, ITEMS);
        for (size_t i = 0; i < ITEMS; i++) {
            struct random r = random_of(SEED, i);
            change(&r, &changed, i);
        }
        expect_same_verdicts(what, &batch, &changed);
        batch_free(&batch);
        batch_free(&changed);
    }
}

static void permute_corners(struct random *r, struct batch *batch, size_t i) {
    float **const at = batch->side[0].at;
    const unsigned count = corners(batch), v = random_below(r, count), w = random_below(r, count);
    for (int c = 0; c < 3; c++) swap_arrays(&at[3 * v + c], &at[3 * w + c], i);
}

Test(hulls, permuted_corners) {
    expect_unchanged("permuted corners", SCENE_MIXED, permute_corners);
}

static void mirror(struct random *r, struct batch *batch, size_t i) {
    const unsigned c = random_below(r, 3);
    for (unsigned v = 0; v < corners(batch); v++) batch->side[0].at[3 * v + c][i] *= -1;
    float **const box = batch->side[1].at;
    box[c][i] *= -1;
    if (aligned(batch)) {
        box[3 + c][i] *= -1;
        swap_arrays(&box[c], &box[3 + c], i);
        return;
    }
    for (unsigned k = 0; k < 3; k++) box[6 + 3 * k + c][i] *= -1;
}

Test(hulls, mirrored_axes) {
    expect_unchanged("mirrored", SCENE_MIXED, mirror);
}

static void exchange_axes(struct random *r, struct batch *batch, size_t i) {
    const unsigned c = random_below(r, 3), d = random_below(r, 3);
    for (unsigned v = 0; v < corners(batch); v++)
        swap_arrays(&batch->side[0].at[3 * v + c], &batch->side[0].at[3 * v + d], i);
    float **const box = batch->side[1].at;
    swap_arrays(&box[c], &box[d], i);
    if (aligned(batch)) {
        swap_arrays(&box[3 + c], &box[3 + d], i);
        return;
    }
    for (unsigned k = 0; k < 3; k++) swap_arrays(&box[6 + 3 * k + c], &box[6 + 3 * k + d], i);
}

Test(hulls, exchanged_axes) {
    expect_unchanged("axes of the world exchanged", SCENE_MIXED, exchange_axes);
}

static void scale(struct random *r, struct batch *batch, size_t i) {
    const int by = random_int(r, -12, 12);
    const unsigned lengths[2] = {batch->c->floats[0], 6};
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < lengths[s]; k++)
            batch->side[s].at[k][i] = ldexpf(batch->side[s].at[k][i], by);
    }
}

// Identical bits, at the boundary too.
Test(hulls, scaled_by_powers_of_two) {
    static const enum scene scenes[] = {SCENE_MIXED, SCENE_ULP, SCENE_ALONG, SCENE_DEGENERATE,
                                        SCENE_WORST};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
        expect_unchanged("scaled", scenes[k], scale);
}

static void turn_vector(double by[3][3], float *at[], size_t i) {
    const double x[3] = {at[0][i], at[1][i], at[2][i]};
    for (int c = 0; c < 3; c++) at[c][i] = (float)dot(by[c], x);
}

static void move(struct random *r, struct batch *batch, size_t i) {
    double by[3][3], to[3];
    random_rotation(r, by);
    for (int c = 0; c < 3; c++) to[c] = random_between(r, -4, 4);
    if (aligned(batch)) { // translated only
        for (unsigned k = 0; k < 6; k++) batch->side[1].at[k][i] += (float)to[k % 3];
    }
    for (unsigned v = 0; v <= corners(batch); v++) { // the box's center last
        if (v == corners(batch) && aligned(batch)) break;
        float **const at = v < corners(batch) ? batch->side[0].at + 3 * v : batch->side[1].at;
        if (!aligned(batch)) turn_vector(by, at, i);
        for (int c = 0; c < 3; c++) at[c][i] += (float)to[c];
    }
    for (int k = 0; k < 3 && !aligned(batch); k++)
        turn_vector(by, batch->side[1].at + 6 + 3 * k, i);
}

Test(hulls, rigid_motions) {
    expect_unchanged("moved", SCENE_MIXED, move);
}

// --- one kernel against another ---

static struct batch empty_batch(const char *kernel) {
    return batch_fill(case_named(kernel), SEED, SCENE_MIXED, ITEMS);
}

static void copy_arrays(float *const from[], float *const to[], unsigned count) {
    for (unsigned k = 0; k < count; k++) memcpy(to[k], from[k], ITEMS * sizeof(float));
}

Test(hulls, oriented_boxes_with_the_axes_of_the_world) {
    for (int k = 0; k < KERNELS; k += 2) {
        struct batch boxes = empty_batch(kernels[k]), oriented = empty_batch(kernels[k + 1]);
        copy_arrays(boxes.side[0].at, oriented.side[0].at, boxes.c->floats[0]);
        float **const from = boxes.side[1].at, **const to = oriented.side[1].at;
        for (size_t i = 0; i < ITEMS; i++) {
            for (int c = 0; c < 3; c++) {
                to[c][i] = (from[c][i] + from[3 + c][i]) / 2;
                to[3 + c][i] = (from[3 + c][i] - from[c][i]) / 2;
                for (int axis = 0; axis < 3; axis++) to[6 + 3 * axis + c][i] = axis == c;
            }
        }
        expect_same_verdicts("axes of the world", &boxes, &oriented);
        batch_free(&boxes);
        batch_free(&oriented);
    }
}

Test(hulls, triangles_that_are_segments) {
    for (int k = 0; k < 2; k++) {
        struct batch segments = empty_batch(kernels[k]), triangles = empty_batch(kernels[2 + k]);
        float **const from = segments.side[0].at, **const to = triangles.side[0].at;
        copy_arrays(segments.side[1].at, triangles.side[1].at, segments.c->floats[1]);
        for (size_t i = 0; i < ITEMS; i++) {
            const unsigned twice = (unsigned)i % 3, start = (twice + 1) % 3, end = (twice + 2) % 3;
            for (unsigned c = 0; c < 3; c++) {
                to[3 * start + c][i] = from[c][i];
                to[3 * end + c][i] = from[3 + c][i];
                // A vertex again, or a point between two vertices.
                to[3 * twice + c][i] = i % 2 ? from[c][i] : (from[c][i] + from[3 + c][i]) / 2;
            }
        }
        expect_same_verdicts("a triangle that is a segment", &segments, &triangles);
        batch_free(&segments);
        batch_free(&triangles);
    }
}

Test(hulls, rays_that_end_are_segments) {
    struct batch segments = empty_batch("segment_aabb"), rays = empty_batch("ray_aabb");
    float **const from = segments.side[0].at, **const to = rays.side[0].at;
    copy_arrays(segments.side[1].at, rays.side[1].at, 6);
    for (size_t i = 0; i < ITEMS; i++) {
        for (int c = 0; c < 3; c++) {
            to[c][i] = from[c][i];
            to[3 + c][i] = from[3 + c][i] - from[c][i];
            to[6 + c][i] = 1.0f / to[3 + c][i];
        }
        to[9][i] = 0;
        to[10][i] = 1;
    }
    expect_same_verdicts("a ray that ends", &segments, &rays);
    batch_free(&segments);
    batch_free(&rays);
}

// --- the bound of false hits ---

// How far the vertices lie beyond the farthest of the faces that the axes span.
static double beyond_faces(const float triangle[9], const float box[15]) {
    double farthest = -INFINITY;
    for (int i = 0; i < 3; i++) {
        double axis[3][3], n[3];
        for (int k = 0; k < 3; k++) {
            for (int c = 0; c < 3; c++) axis[k][c] = box[6 + 3 * k + c];
        }
        cross(axis[(i + 1) % 3], axis[(i + 2) % 3], n);
        normalize(n);
        double low = INFINITY, high = -INFINITY;
        for (int v = 0; v < 3; v++) {
            double offset[3];
            for (int c = 0; c < 3; c++) offset[c] = (double)triangle[3 * v + c] - box[c];
            low = fmin(low, dot(n, offset));
            high = fmax(high, dot(n, offset));
        }
        farthest = fmax(farthest, fmax(low, -high) - box[3 + i] * fabs(dot(n, axis[i])));
    }
    return farthest;
}

static double sum_of_extents(const float triangle[9], const float box[15]) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int v = 0; v < 3; v++) {
            double at = 0;
            for (int c = 0; c < 3; c++) at += (double)triangle[3 * v + c] * box[6 + 3 * k + c];
            low = fmin(low, at);
            high = fmax(high, at);
        }
        sum += box[3 + k] + (high - low) / 2;
    }
    return sum;
}

// Axes that _check just lets pass: a false hit that is further away than 5 * 2^-19 of the extents,
// which is the bound between oriented boxes.
Test(hulls, far_aside_of_a_face) {
    const float triangle[9] = {-0x1.5658bep-1f, -0x1.0ae434p+0f, 0x1.7b653p+0f,
                               -0x1.2a7e06p-9f, -0x1.fa189cp-7f, 0x1.7e193ep-7f,
                               -0x1.047824p-1f, -0x1.979506p-1f, 0x1.21104p+0f};
    const float box[15] = {0,
                           0,
                           0,
                           0x1.a1a3bcp-7f,
                           0,
                           0x1.e2fd22p-7f,
                           0x1.1dd236p-1f,
                           0x1.f9ca38p-4f,
                           -0x1.a41004p-1f,
                           0x1.85f9f6p-1f,
                           0x1.436106p-2f,
                           0x1.21afd2p-1f,
                           0x1.50daf8p-2f,
                           -0x1.e1aa9ep-1f,
                           0x1.50dcbap-4f};
    struct case_side side = {.count = 1};
    for (int k = 0; k < 15; k++) side.at[k] = &box[k];
    expect(case_named("triangle_obb")->check[1](&side, 1, NULL) == 0, "no box that is promised");
    const double part = beyond_faces(triangle, box) / sum_of_extents(triangle, box);
    expect(part > 5.75 * 0x1p-19 && part < 7 * 0x1p-19, "%g of 2^-19", part / 0x1p-19);
    expect_verdict(case_named("triangle_obb"), "within the bound of triangles", triangle, box,
                   true);
}
