// SPDX-License-Identifier: MIT
// The functions that make views. Each view is compared with one written by hand, and a call reads
// it.
#include <string.h>

#include "answer.h"
#include "harness.h"
#include "lanebox.h"

enum { COUNT = 5 };

// A field of every kind, in an order that no array would have.
struct body {
    int id;
    float offset, max[3], min[3], axis[3][3], half[3], center[3], radius, rotation[4], delta[3];
};

static const struct body bodies[COUNT];

static void expect_pointers(const char *what, const float *const got[], const float *const want[],
                            size_t floats) {
    for (size_t k = 0; k < floats; k++)
        expect(got[k] == want[k], "%s: float %zu is %p, not %p", what, k, (const void *)got[k],
               (const void *)want[k]);
}

static void expect_rest(const char *what, size_t count, size_t stride, const lbx_pick *pick) {
    expect(count == COUNT && stride == sizeof(struct body), "%s: count %zu, stride %zu", what,
           count, stride);
    expect(pick->kind == LBX_PICK_FROM && pick->first == 0 && !pick->list && pick->step == 0,
           "%s: does not pick element i", what);
}

// `rest` is the first member behind the pointers. Only pointers come before it.
#define EXPECT_VIEW(type, rest, view, ...)                                                         \
    do {                                                                                           \
        const type made = (view);                                                                  \
        const float *const want[] = {__VA_ARGS__};                                                 \
        const float *got[sizeof want / sizeof *want];                                              \
        _Static_assert(offsetof(type, rest) == sizeof want, #type);                                \
        memcpy(got, &made, sizeof got);                                                            \
        expect_pointers(#type, got, want, sizeof want / sizeof *want);                             \
        expect_rest(#type, made.count, made.stride, &made.pick);                                   \
    } while (0)

#define XYZ(x) &(x)[0], &(x)[1], &(x)[2]

Test(views, of_structures) {
    const struct body *const b = bodies;
    const size_t bytes = sizeof *b;
    EXPECT_VIEW(lbx_aabbs, count, lbx_aabbs_of(b->min, b->max, COUNT, bytes), XYZ(b->min),
                XYZ(b->max));
    EXPECT_VIEW(lbx_obbs, count, lbx_obbs_of(b->center, b->half, b->axis[0], COUNT, bytes),
                XYZ(b->center), XYZ(b->half), XYZ(b->axis[0]), XYZ(b->axis[1]), XYZ(b->axis[2]));
    EXPECT_VIEW(lbx_rays, count, lbx_rays_of(b->center, b->delta, COUNT, bytes), XYZ(b->center),
                XYZ(b->delta), NULL, NULL, NULL, NULL, NULL);
    EXPECT_VIEW(lbx_segments, count, lbx_segments_of(b->max, b->min, COUNT, bytes), XYZ(b->max),
                XYZ(b->min));
    const lbx_segments segments = lbx_segments_of(b->max, b->min, COUNT, bytes);
    const lbx_rays along = lbx_rays_along(&segments);
    EXPECT_VIEW(lbx_rays, count, along, XYZ(b->max), NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                NULL);
    expect(along.end[0] == &b->min[0] && along.end[1] == &b->min[1] && along.end[2] == &b->min[2],
           "ends");
    EXPECT_VIEW(lbx_planes, count, lbx_planes_of(b->axis[2], &b->offset, COUNT, bytes),
                XYZ(b->axis[2]), &b->offset);
    EXPECT_VIEW(lbx_triangles, count, lbx_triangles_of(b->min, b->center, b->max, COUNT, bytes),
                XYZ(b->min), XYZ(b->center), XYZ(b->max));
    EXPECT_VIEW(lbx_spheres, count, lbx_spheres_of(b->center, &b->radius, COUNT, bytes),
                XYZ(b->center), &b->radius);
    EXPECT_VIEW(lbx_capsules, count, lbx_capsules_of(b->min, b->max, &b->radius, COUNT, bytes),
                XYZ(b->min), XYZ(b->max), &b->radius);
    EXPECT_VIEW(lbx_motions, count, lbx_motions_of(b->delta, COUNT, bytes), XYZ(b->delta));
    EXPECT_VIEW(lbx_poses, count, lbx_poses_of(b->center, b->rotation, COUNT, bytes),
                XYZ(b->center), XYZ(b->rotation), &b->rotation[3]);
}

// Five unit boxes in a row along x, 2 apart. Each question hits different ones.
Test(views, answer_what_is_in_the_structures) {
    struct body row[COUNT];
    memset(row, 0, sizeof row);
    for (int i = 0; i < COUNT; i++) {
        struct body *const b = &row[i];
        b->center[0] = 2 * (float)i;
        b->radius = .5f;
        b->delta[0] = -2;
        b->rotation[3] = 1;
        b->offset = -2 * (float)(i + 1); // the plane x = 2 (i + 1)
        for (int c = 0; c < 3; c++) {
            b->half[c] = .5f;
            b->min[c] = b->center[c] - .5f;
            b->max[c] = b->center[c] + .5f;
            b->axis[c][c] = 1;
        }
    }
    const size_t bytes = sizeof *row;
    const lbx_aabbs boxes = lbx_aabbs_of(row->min, row->max, COUNT, bytes);
    const lbx_obbs obbs = lbx_obbs_of(row->center, row->half, row->axis[0], COUNT, bytes);
    const lbx_spheres spheres = lbx_spheres_of(row->center, &row->radius, COUNT, bytes);
    const lbx_motions motions = lbx_motions_of(row->delta, COUNT, bytes);
    const lbx_planes planes = lbx_planes_of(row->axis[0], &row->offset, COUNT, bytes);
    const lbx_poses poses = lbx_poses_of(row->center, row->rotation, COUNT, bytes);
    lbx_rays rays = lbx_rays_of(row->center, row->delta, COUNT, bytes);
    lbx_segments segments = lbx_segments_of(row->min, row->center, COUNT, bytes);
    lbx_triangles triangles = lbx_triangles_of(row->min, row->center, row->max, COUNT, bytes);
    rays.pick = lbx_one(2);
    segments.pick = lbx_one(3);
    triangles.pick = lbx_one(4);

    uint8_t hits[1], sides[COUNT];
    expect(lbx_aabb_obb(&boxes, &obbs, COUNT, 0, hits) == 5 && hits[0] == 31, "%x", hits[0]);
    expect(lbx_sphere_obb(&spheres, &obbs, COUNT, 0, hits) == 5 && hits[0] == 31, "%x", hits[0]);
    expect(lbx_ray_aabb(&rays, &boxes, COUNT, 0, hits, NULL, NULL) == 3 && hits[0] == 7, "%x",
           hits[0]);
    expect(lbx_segment_aabb(&segments, &boxes, COUNT, 0, hits) == 1 && hits[0] == 8, "%x", hits[0]);
    expect(lbx_triangle_obb(&triangles, &obbs, COUNT, 0, hits) == 1 && hits[0] == 16, "%x",
           hits[0]);
    expect(lbx_plane_aabb(&planes, &boxes, COUNT, 0, sides) == 0, "a box meets its plane");
    for (int i = 0; i < COUNT; i++) expect(sides[i] == LBX_NEGATIVE, "box %d: %d", i, sides[i]);
    expect(lbx_sphere_plane_sweep(&spheres, &motions, &planes, COUNT, 0, hits, NULL, NULL) == 0,
           "all move away");

    struct body moved[COUNT];
    lbx_obbs_out out = {.count = COUNT, .stride = bytes};
    for (int c = 0; c < 3; c++) {
        out.center[c] = &moved->center[c];
        out.half[c] = &moved->half[c];
        for (int k = 0; k < 3; k++) out.axis[k][c] = &moved->axis[k][c];
    }
    expect(lbx_obbs_transform(&obbs, &poses, COUNT, &out) == COUNT, "transform");
    for (int i = 0; i < COUNT; i++)
        expect(moved[i].center[0] == 4 * (float)i, "center %d: %a", i, (double)moved[i].center[0]);
}

// Structures that are read backwards, from the last one on, give the items in order.
static struct case_side backwards(const struct elements *elements, float *memory) {
    const size_t n = elements->count, floats = elements->floats;
    struct case_side side = {.count = n, .stride = -(floats * sizeof(float))};
    for (unsigned k = 0; k < floats; k++) {
        for (size_t i = 0; i < n; i++) memory[(n - 1 - i) * floats + k] = elements->at[k][i];
        side.at[k] = memory + (n - 1) * floats + k;
    }
    return side;
}

Test(views, backwards) {
    enum { ITEMS = 67 };
    static float memory[2][ITEMS * CASE_FLOATS_MAX];
    uint32_t list[ITEMS];
    for (uint32_t i = 0; i < ITEMS; i++) list[i] = i;
    for (size_t k = 0; k < lbx_case_count; k++) {
        struct batch batch = batch_fill(lbx_cases[k], 51, SCENE_MIXED, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        struct case_side back[2];
        for (int s = 0; s < 2; s++) back[s] = backwards(&batch.side[s], memory[s]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            struct question q = {.batch = &batch,
                                 .table = &test_tables()->at[t],
                                 .side = {&a, &b},
                                 .n = ITEMS,
                                 .flags = LBX_REPRODUCIBLE,
                                 .what = "backwards"};
            struct answer want = ask(&q);
            q.side[0] = &back[0], q.side[1] = &back[1];
            for (int listed = 0; listed < 2; listed++) {
                for (int s = 0; s < 2 && listed; s++) back[s].pick = lbx_indexed(list, ITEMS);
                struct answer got = ask(&q);
                expect_same(&q, &got, &want);
                answer_free(&got);
            }
            for (int s = 0; s < 2; s++) back[s].pick = lbx_from(0);
            answer_free(&want);
        }
        batch_free(&batch);
    }
}
