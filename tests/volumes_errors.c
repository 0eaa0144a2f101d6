// SPDX-License-Identifier: MIT
// Meshes that no volume is fitted to, and memory that no fit may touch.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "searches.h"
#include "volumes.h"

enum { N = 4, RODS = BOX_FITS + BALL_FITS, FITS = RODS + 2 };

// The arguments for every fit. Each kind of fit has a target of its own.
struct call {
    lbx_mesh mesh;
    const lbx_mesh *no_mesh; // &mesh, or NULL
    const lbx_part *parts;
    size_t n;
    lbx_obbs_out boxes;
    lbx_spheres_out balls;
    lbx_aabbs_out aabbs;
    lbx_capsules_out rods;
    bool no_out;
};

static ptrdiff_t ask(const struct call *call, unsigned fit) {
    if (fit < BOX_FITS)
        return box_fit(fit, call->no_mesh, call->parts, call->n,
                       call->no_out ? NULL : &call->boxes);
    if (fit < BOX_FITS + BALL_FITS)
        return ball_fit(fit - BOX_FITS, call->no_mesh, call->parts, call->n,
                        call->no_out ? NULL : &call->balls);
    if (fit == RODS)
        return lbx_capsule_fit(call->no_mesh, call->parts, call->n,
                               call->no_out ? NULL : &call->rods);
    return lbx_aabb_fit(call->no_mesh, call->parts, call->n, call->no_out ? NULL : &call->aabbs);
}

static struct fitted_box written_boxes[N];
static struct fitted_ball written_balls[N];
static float written_aabbs[N][6];
static struct fitted_rod written_rods[N];
static float vertex[6][3] = {{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {0, 0, 0}, {4, 2, 0}, {0, 2, 1}};
static uint32_t index_of[6] = {0, 1, 2, 3, 4, 5};
static lbx_part part[N] = {{0, 1}, {1, 1}, {0, 2}, {1, 1}};

static struct call make_call(void) {
    struct call call = {.mesh = lbx_mesh_of(vertex[0], 6, sizeof *vertex, index_of, 2),
                        .parts = part,
                        .n = N,
                        .boxes = boxes_out(written_boxes, N),
                        .balls = balls_out(written_balls, N),
                        .rods = rods_out(written_rods, N),
                        .aabbs = lbx_aabbs_out_of(written_aabbs[0], written_aabbs[0] + 3, N,
                                                  sizeof *written_aabbs)};
    return call;
}

// Expects this result from every fit, and that an error or 0 writes nothing.
static void expect_all(const struct call *given, bool has_mesh, ptrdiff_t wanted,
                       const char *what) {
    struct call call = *given;
    call.no_mesh = has_mesh ? &call.mesh : NULL;
    memset(written_boxes, UNTOUCHED, sizeof written_boxes);
    memset(written_balls, UNTOUCHED, sizeof written_balls);
    memset(written_aabbs, UNTOUCHED, sizeof written_aabbs);
    memset(written_rods, UNTOUCHED, sizeof written_rods);
    for (unsigned fit = 0; fit < FITS; fit++) {
        const ptrdiff_t got = ask(&call, fit);
        expect(got == wanted, "%s, fit %u: %td, not %td", what, fit, got, wanted);
    }
    unsigned char *const memory[] = {(unsigned char *)written_boxes, (unsigned char *)written_balls,
                                     (unsigned char *)written_aabbs, (unsigned char *)written_rods};
    const size_t bytes[] = {sizeof written_boxes, sizeof written_balls, sizeof written_aabbs,
                            sizeof written_rods};
    for (int k = 0; k < 4 && wanted <= 0; k++) {
        for (size_t i = 0; i < bytes[k]; i++)
            expect(memory[k][i] == UNTOUCHED, "%s: something is written", what);
    }
}

Test(volumes_errors, of_views) {
    struct call call = make_call();
    expect_all(&call, true, N, "all is well");
    expect_all(&call, false, LBX_ERROR_NULL, "no mesh");
    for (int c = 0; c < 3; c++) {
        call = make_call();
        call.mesh.position[c] = NULL;
        expect_all(&call, true, LBX_ERROR_NULL, "no positions");
    }
    call = make_call();
    call.mesh.triangle_count = 0;
    expect_all(&call, true, LBX_ERROR_COUNT, "no triangle");
    call = make_call();
    call.mesh.vertex_count = 0;
    expect_all(&call, true, LBX_ERROR_COUNT, "no vertex");
    call = make_call();
    call.mesh.triangle_count = SIZE_MAX / 6;
    expect_all(&call, true, LBX_ERROR_COUNT, "more than memory holds");
    call = make_call();
    call.mesh.indices = NULL;
    expect_all(&call, true, N, "without indices");
    call.mesh.vertex_count = 5;
    expect_all(&call, true, LBX_ERROR_COUNT, "two triangles of five vertices");
    call.mesh.vertex_count = 6;
    call.mesh.triangle_count = 3;
    expect_all(&call, true, LBX_ERROR_COUNT, "three triangles of six vertices");
    call = make_call();
    call.mesh.stride = 10;
    expect_all(&call, true, LBX_ERROR_STRIDE, "stride 10");
    call = make_call();
    call.n = 0;
    expect_all(&call, false, 0, "n = 0, no mesh");
    call.no_out = true;
    call.parts = NULL;
    expect_all(&call, false, 0, "n = 0, nothing at all");
}

Test(volumes_errors, of_parts) {
    struct call call = make_call();
    call.parts = NULL;
    expect_all(&call, true, LBX_ERROR_NULL, "four, and no parts");
    call.n = 1;
    expect_all(&call, true, 1, "the whole");
    call = make_call();
    struct guarded parts = guarded_alloc(sizeof part, GUARD_BEHIND, 0);
    memcpy(parts.at, part, sizeof part);
    call.parts = (const lbx_part *)(const void *)parts.at;
    call.n = SIZE_MAX / 2;
    expect_all(&call, true, LBX_ERROR_COUNT, "more parts than memory holds");
    guarded_free(&parts);
    static const lbx_part wrong[] = {
        {0, 0}, {2, 0}, {0, 3}, {1, 2}, {2, 1}, {3, 1}, {SIZE_MAX, 2}, {1, SIZE_MAX},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        call = make_call();
        part[N - 1] = wrong[k];
        expect_all(&call, true, LBX_ERROR_COUNT, "a part beyond the mesh, or empty");
    }
}

Test(volumes_errors, of_triangles) {
    static const float wrong[] = {NAN, INFINITY, -INFINITY, 0x1.000002p58f, -0x1.000002p58f};
    struct call call = make_call();
    for (int i = 0; i < 6; i++) {
        index_of[i] = 6;
        expect_all(&call, true, LBX_ERROR_INDEX, "index 6 of 6 vertices");
        index_of[i] = UINT32_MAX;
        expect_all(&call, true, LBX_ERROR_INDEX, "the largest index");
        index_of[i] = (uint32_t)i;
        for (int c = 0; c < 3; c++) {
            const float right = vertex[i][c];
            for (int k = 0; k < 5; k++) {
                vertex[i][c] = wrong[k];
                expect_all(&call, true, LBX_ERROR_MESH, "no coordinate");
            }
            vertex[i][c] = -0x1p58f;
            expect_all(&call, true, N, "the range's end");
            vertex[i][c] = right;
        }
    }
    // A bad vertex and index outside the given parts, then a vertex that no triangle names.
    vertex[0][0] = NAN;
    index_of[1] = 77;
    call.parts = part + 1;
    call.n = 1;
    expect_all(&call, true, 1, "another triangle's");
    call = make_call();
    for (int i = 0; i < 6; i++) index_of[i] = (uint32_t)(i % 3 + 3);
    expect_all(&call, true, N, "a vertex that no triangle names");
}

// Meshes with no more vertices than corners, whose indices are checked in runs of 1,024.
Test(volumes_errors, of_whole_meshes) {
    enum { VERTICES = 700, CORNERS = 3 * 1100 };
    static float at[VERTICES][3];
    static uint32_t named[CORNERS];
    static const size_t corner[] = {0, 1023, 1024, 1025, 2048, 3072, CORNERS - 1};
    for (uint32_t k = 0; k < CORNERS; k++) named[k] = k % VERTICES;
    const lbx_mesh mesh = lbx_mesh_of(at[0], VERTICES, sizeof *at, named, CORNERS / 3);
    float min[3], max[3];
    const lbx_aabbs_out out = lbx_aabbs_out_of(min, max, 1, 0);
    EXPECT_ERROR(1, lbx_aabb_fit(&mesh, NULL, 1, &out));
    for (size_t k = 0; k < sizeof corner / sizeof *corner; k++) {
        const uint32_t right = named[corner[k]];
        named[corner[k]] = VERTICES;
        EXPECT_ERROR(LBX_ERROR_INDEX, lbx_aabb_fit(&mesh, NULL, 1, &out));
        named[corner[k]] = right;
    }
    for (size_t v = 0; v < VERTICES; v += VERTICES - 1) {
        at[v][1] = NAN;
        EXPECT_ERROR(LBX_ERROR_MESH, lbx_aabb_fit(&mesh, NULL, 1, &out));
        at[v][1] = 0;
    }
}

// The triangles that are marked are those that no fit takes as parts. Marks end at a guard page.
Test(volumes_errors, mesh_check) {
    enum { TRIANGLES = 77, VERTICES = 60 };
    static const float wrong[] = {NAN, INFINITY, -INFINITY, 0x1.000002p58f, -0x1.000002p58f};
    static float at[VERTICES][3];
    static uint32_t index[3 * TRIANGLES];
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct random r = random_of(seed, 77);
        const bool indexed = seed % 4 != 0;
        for (size_t v = 0; v < VERTICES; v++)
            for (int c = 0; c < 3; c++) at[v][c] = (float)random_signed(&r, 0x1p58);
        for (unsigned k = 0; k < seed % 9; k++)
            at[random_below(&r, VERTICES)][random_below(&r, 3)] = wrong[random_below(&r, 5)];
        for (size_t i = 0; i < 3 * TRIANGLES; i++) index[i] = random_below(&r, VERTICES);
        for (unsigned k = 0; k < seed % 5; k++)
            index[random_below(&r, 3 * TRIANGLES)] = random_chance(&r, 2) ? VERTICES : UINT32_MAX;
        const size_t n = indexed ? TRIANGLES - seed % 8 : VERTICES / 3;
        const lbx_mesh mesh = lbx_mesh_of(at[0], VERTICES, sizeof *at, indexed ? index : NULL, n);
        struct guarded marks = guarded_alloc((n + 7) / 8, GUARD_BEHIND, UNTOUCHED);
        const ptrdiff_t found = lbx_mesh_check(&mesh, marks.at);
        expect(lbx_mesh_check(&mesh, NULL) == found, "counted");
        ptrdiff_t marked = 0;
        for (size_t t = 0; t < n; t++) {
            const lbx_part alone = {t, 1};
            const lbx_aabbs_out out =
                lbx_aabbs_out_of(written_aabbs[0], written_aabbs[0] + 3, 1, sizeof *written_aabbs);
            const bool refused = lbx_aabb_fit(&mesh, &alone, 1, &out) < 0;
            expect((marks.at[t / 8] >> t % 8 & 1) == refused, "seed %u, triangle %zu",
                   (unsigned)seed, t);
            marked += refused;
        }
        expect(found == marked && (n % 8 == 0 || marks.at[n / 8] >> n % 8 == 0), "%td of %td",
               found, marked);
        guarded_free(&marks);
    }
    struct call call = make_call();
    uint8_t mark[1] = {UNTOUCHED};
    call.mesh.stride = 10;
    expect(lbx_mesh_check(&call.mesh, mark) == LBX_ERROR_STRIDE, "stride 10");
    call.mesh.triangle_count = 0;
    expect(lbx_mesh_check(&call.mesh, mark) == LBX_ERROR_COUNT, "no triangle");
    call.mesh.position[1] = NULL;
    expect(lbx_mesh_check(&call.mesh, mark) == LBX_ERROR_NULL && *mark == UNTOUCHED, "no y");
    expect(lbx_mesh_check(NULL, mark) == LBX_ERROR_NULL, "no mesh");
}

Test(volumes_errors, of_targets) {
    struct call call = make_call();
    call.no_out = true;
    expect_all(&call, true, LBX_ERROR_NULL, "no target");
    call = make_call();
    call.boxes.axis[2][2] = call.balls.radius = call.aabbs.max[2] = call.rods.radius = NULL;
    expect_all(&call, true, LBX_ERROR_NULL, "no array");
    call = make_call();
    call.boxes.count = call.balls.count = call.aabbs.count = call.rods.count = N - 1;
    expect_all(&call, true, LBX_ERROR_COUNT, "no room");
    call = make_call();
    call.boxes.stride = call.balls.stride = call.aabbs.stride = call.rods.stride = 62;
    expect_all(&call, true, LBX_ERROR_STRIDE, "stride 62");
}

// The order of errors, if several things are wrong.
Test(volumes_errors, in_order) {
    struct call call = make_call();
    call.boxes.count = call.balls.count = call.aabbs.count = call.rods.count = 0;
    vertex[0][0] = NAN;
    expect_all(&call, true, LBX_ERROR_MESH, "a coordinate before the target");
    index_of[5] = 6;
    expect_all(&call, true, LBX_ERROR_INDEX, "an index of any part before a coordinate");
    part[N - 1].count = 0;
    expect_all(&call, true, LBX_ERROR_COUNT, "a part before an index");
    call.mesh.stride = 7;
    expect_all(&call, true, LBX_ERROR_STRIDE, "a stride before the parts");
    call.mesh.triangle_count = 0;
    expect_all(&call, true, LBX_ERROR_COUNT, "a count before the stride");
    call.mesh.position[2] = NULL;
    expect_all(&call, true, LBX_ERROR_NULL, "NULL before the count");
}

Test(volumes_errors, slices) {
    const struct call call = make_call();
    static const unsigned wrong[] = {0, LBX_SLICES_MAX + 1, UINT32_MAX};
    for (int k = 0; k < 3; k++) {
        EXPECT_ERROR(LBX_ERROR_COUNT, lbx_obb_fit_hull(&call.mesh, part, N, wrong[k], &call.boxes));
        EXPECT_ERROR(LBX_ERROR_COUNT, lbx_obb_fit_hull(NULL, part, N, wrong[k], &call.boxes));
        EXPECT_ERROR(0, lbx_obb_fit_hull(NULL, part, 0, wrong[k], &call.boxes));
    }
    for (unsigned slices = 1; slices <= LBX_SLICES_MAX; slices++)
        EXPECT_ERROR(N, lbx_obb_fit_hull(&call.mesh, part, N, slices, &call.boxes));
}

// Every array at a guard page, at either end. What lies between the written floats is unchanged.
Test(volumes_errors, memory) {
    static struct mesh mesh;
    enum { PARTS = 3, GAP = 64 };
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (enum guard guard = 0; guard < GUARDS; guard++) {
            mesh_make(&mesh, kind, 5);
            const size_t position_bytes = mesh.vertices * sizeof mesh.vertex[0];
            const size_t index_bytes = 3 * mesh.triangles * sizeof *mesh.index;
            struct guarded positions = guarded_alloc(position_bytes, guard, 0);
            struct guarded indices = guarded_alloc(index_bytes, guard, 0);
            struct guarded parts = guarded_alloc(PARTS * sizeof(lbx_part), guard, 0);
            // The last element ends with its last float.
            struct guarded out =
                guarded_alloc((PARTS - 1) * GAP + sizeof(struct fitted_box), guard, UNTOUCHED);
            memcpy(positions.at, mesh.vertex, position_bytes);
            memcpy(indices.at, mesh.index, index_bytes);
            const lbx_part some[PARTS] = {
                {0, mesh.triangles}, {mesh.triangles - 1, 1}, {0, mesh.triangles / 2}};
            memcpy(parts.at, some, sizeof some);
            float *const first = (float *)(void *)out.at;
            struct call call = {
                .mesh = lbx_mesh_of((const float *)(const void *)positions.at, mesh.vertices, 12,
                                    (const uint32_t *)(const void *)indices.at, mesh.triangles),
                .parts = (const lbx_part *)(const void *)parts.at,
                .n = PARTS,
                .boxes = lbx_obbs_out_of(first, first + 3, first + 6, PARTS, GAP),
                .balls = lbx_spheres_out_of(first, first + 3, PARTS, GAP),
                .aabbs = lbx_aabbs_out_of(first, first + 3, PARTS, GAP),
                .rods = lbx_capsules_out_of(first, first + 3, first + 6, PARTS, GAP)};
            call.no_mesh = &call.mesh;
            for (unsigned fit = 0; fit < FITS; fit++) {
                const size_t floats = fit < BOX_FITS ? 15 : fit < RODS ? 4 : fit == RODS ? 7 : 6;
                memset(out.at, UNTOUCHED, out.bytes);
                expect(ask(&call, fit) == PARTS, "%s, fit %u", mesh_names[kind], fit);
                for (size_t i = 0; i < out.bytes; i++)
                    expect(i % GAP < floats * sizeof(float) || out.at[i] == UNTOUCHED,
                           "%s, fit %u: byte %zu", mesh_names[kind], fit, i);
                expect(guarded_intact(&out, UNTOUCHED), "%s, fit %u", mesh_names[kind], fit);
            }
            guarded_free(&positions);
            guarded_free(&indices);
            guarded_free(&parts);
            guarded_free(&out);
        }
    }
}
