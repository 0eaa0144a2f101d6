// SPDX-License-Identifier: MIT
// Normals of triangles: known answers, lists and layouts, errors and memory.
// proof/claims_volumes.c checks how exact they are.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "meshes.h"
#include "searches.h"

static void expect_normal(const float vertex[9], float x, float y, float z) {
    const lbx_mesh mesh = lbx_mesh_of(vertex, 3, 12, NULL, 1);
    float got[3];
    float *const to[3] = {got, got + 1, got + 2};
    expect(lbx_mesh_normals(&mesh, NULL, 1, to, 0) == 1, "written");
    expect(got[0] == x && got[1] == y && got[2] == z, "%a %a %a, not %a %a %a", (double)got[0],
           (double)got[1], (double)got[2], (double)x, (double)y, (double)z);
    for (int c = 0; c < 3; c++) expect(got[c] != 0 || !signbit(got[c]), "-0");
}

Test(volumes_normals, known) {
    expect_normal((const float[]){0, 0, 0, 1, 0, 0, 0, 1, 0}, 0, 0, 1);
    expect_normal((const float[]){0, 0, 0, 0, 1, 0, 1, 0, 0}, 0, 0, -1);
    expect_normal((const float[]){5, 1, 1, 5, 9, 1, 5, 1, 2}, 1, 0, 0);
    expect_normal((const float[]){1, 5, 1, 1, 5, 2, 9, 5, 1}, 0, 1, 0);
    const float third = (float)(1 / sqrt(3.));
    expect_normal((const float[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, third, third, third);
    expect_normal((const float[]){0, 3, 4, 8, 3, 4, 8, 6, 0}, 0, .8f, .6f);
    // 3, 4 and 12 of 13.
    expect_normal((const float[]){4, 0, 0, 0, 3, 0, 0, 0, 1}, 3 / 13.F, 4 / 13.F, 12 / 13.F);
    expect_normal((const float[]){-0x1p58f, -0x1p58f, 0, 0x1p58f, -0x1p58f, 0, 0, 0x1p58f, 0}, 0, 0,
                  1);
    expect_normal((const float[]){0, 0, 0, 0x1p-149f, 0, 0, 0, 0x1p-149f, 0}, 0, 0, 1);
    // A component that is a denormal float.
    expect_normal((const float[]){0, 0, 0, 0x1p50f, 0, 0x1p-80f, 0, 0x1p50f, 0}, -0x1p-130f, 0, 1);
    // The products of differences in double cancel, or are equal.
    expect_normal((const float[]){1, 1, 0, 0x1p30f, 0x1p30f, 0, -0x1p30f, -0x1.fffffep29f, 0}, 0, 0,
                  1);
    expect_normal((const float[]){0x1p-100f, 0, 0, 0x1p58f, 0x1p58f, 0, -0x1p58f, -0x1p58f, 0}, 0,
                  0, 1);
    // Without an area.
    expect_normal((const float[]){1, 2, 3, 1, 2, 3, 1, 2, 3}, 0, 0, 0);
    expect_normal((const float[]){1, 2, 3, 1, 2, 3, 4, 5, 7}, 0, 0, 0);
    expect_normal((const float[]){.1f, .2f, .3f, 0, 0, 0, -.1f, -.2f, -.3f}, 0, 0, 0);
    expect_normal((const float[]){0x1p58f, 0x1p58f, 0, 0x1p-90f, 0x1p-90f, 0, 3, 3, 0}, 0, 0, 0);
}

enum { LISTED = 50, WIDE = 5 };

// Listed triangles have the normals that they have in order; misses and lines have 0 0 0.
Test(volumes_normals, lists_and_layouts) {
    static struct mesh mesh;
    static float all[MESH_TRIANGLES_MAX][3], listed[LISTED][WIDE], apart[3][LISTED];
    static float soup[3 * MESH_TRIANGLES_MAX][3], backwards[MESH_VERTICES_MAX][4];
    float *const all_to[3] = {all[0], all[0] + 1, all[0] + 2};
    float *const wide_to[3] = {listed[0] + 2, listed[0] + 1, listed[0] + 3};
    float *const apart_to[3] = {apart[0], apart[1], apart[2]};
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 7);
        lbx_mesh view = mesh_view(&mesh);
        struct random r = random_of(7, kind);
        expect(lbx_mesh_normals(&view, NULL, mesh.triangles, all_to, sizeof *all) ==
                   (ptrdiff_t)mesh.triangles,
               "%s", mesh_names[kind]);
        uint32_t list[LISTED];
        for (int i = 0; i < LISTED; i++) {
            list[i] = random_below(&r, (unsigned)mesh.triangles);
            if (random_chance(&r, 8)) list[i] = LBX_NO_TRIANGLE;
        }
        for (size_t i = 0; i < mesh.vertices; i++)
            memcpy(backwards[mesh.vertices - 1 - i] + 1, mesh.vertex[i], 12);
        for (size_t i = 0; i < 3 * mesh.triangles; i++)
            memcpy(soup[i], mesh.vertex[mesh.index[i]], 12);
        for (int layout = 0; layout < 3; layout++) {
            if (layout == 1)
                view = lbx_mesh_of(soup[0], 3 * mesh.triangles, 12, NULL, mesh.triangles);
            if (layout == 2) {
                view = mesh_view(&mesh);
                view.stride = (size_t)0 - sizeof *backwards;
                for (int c = 0; c < 3; c++) view.position[c] = backwards[mesh.vertices - 1] + 1 + c;
            }
            memset(listed, UNTOUCHED, sizeof listed);
            expect(lbx_mesh_normals(&view, list, LISTED, wide_to, sizeof *listed) == LISTED &&
                       lbx_mesh_normals(&view, list, LISTED, apart_to, 0) == LISTED,
                   "%s", mesh_names[kind]);
            for (int i = 0; i < LISTED; i++) {
                static const float none[3] = {0, 0, 0};
                const float *const wanted = list[i] == LBX_NO_TRIANGLE ? none : all[list[i]];
                for (int c = 0; c < 3; c++) {
                    expect(memcmp(&apart[c][i], &wanted[c], 4) == 0 &&
                               memcmp(&listed[i][wide_to[c] - listed[0]], &wanted[c], 4) == 0,
                           "%s, layout %d, triangle %d", mesh_names[kind], layout, (int)list[i]);
                }
                for (int c = 0; c < WIDE; c += 4) {
                    for (int k = 0; k < 4; k++)
                        expect(((unsigned char *)&listed[i][c])[k] == UNTOUCHED, "%d %d", i, c);
                }
            }
        }
    }
}

static float vertex[7][3] = {{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {0, 0, 0}, {4, 2, 0}, {0, 2, 1}};
static uint32_t index_of[9] = {0, 1, 2, 3, 4, 5, 4, 5, 6};
static const uint32_t some[4] = {1, LBX_NO_TRIANGLE, 0, 1};

// Expects this result of the first two triangles, listed and in order, and that an error writes
// nothing. The third one is bad: a vertex that is no number.
static void expect_both(const lbx_mesh *mesh, ptrdiff_t wanted, const char *what) {
    float out[4][3];
    float *const to[3] = {out[0], out[0] + 1, out[0] + 2};
    for (int listed = 0; listed < 2; listed++) {
        memset(out, UNTOUCHED, sizeof out);
        const size_t n = listed ? 4 : 2;
        const ptrdiff_t got = lbx_mesh_normals(mesh, listed ? some : NULL, n, to, sizeof *out);
        expect(got == (wanted ? wanted : (ptrdiff_t)n), "%s, listed %d: %td, not %td", what, listed,
               got, wanted);
        for (size_t i = 0; i < sizeof out && wanted; i++)
            expect(((unsigned char *)out)[i] == UNTOUCHED, "%s: something is written", what);
    }
}

static lbx_mesh make_mesh(void) {
    for (int c = 0; c < 3; c++) vertex[6][c] = NAN;
    return lbx_mesh_of(vertex[0], 7, sizeof *vertex, index_of, 3);
}

Test(volumes_normals, errors_of_meshes) {
    lbx_mesh mesh = make_mesh();
    expect_both(&mesh, 0, "all is well");
    expect_both(NULL, LBX_ERROR_NULL, "no mesh");
    mesh.position[2] = NULL;
    expect_both(&mesh, LBX_ERROR_NULL, "no z");
    mesh = make_mesh();
    mesh.triangle_count = 0;
    expect_both(&mesh, LBX_ERROR_COUNT, "no triangle");
    mesh = make_mesh();
    mesh.stride = 10;
    expect_both(&mesh, LBX_ERROR_STRIDE, "stride 10");
    mesh = make_mesh();
    static const float wrong[] = {NAN, INFINITY, -INFINITY, 0x1.000002p58f, -0x1.000002p58f};
    for (int i = 0; i < 6; i++) {
        index_of[i] = 7;
        expect_both(&mesh, LBX_ERROR_INDEX, "index 7 of 7 vertices");
        index_of[i] = (uint32_t)i;
        for (int c = 0; c < 3; c++) {
            const float right = vertex[i][c];
            for (int k = 0; k < 5; k++) {
                vertex[i][c] = wrong[k];
                expect_both(&mesh, LBX_ERROR_MESH, "no coordinate");
            }
            vertex[i][c] = right;
        }
    }
    // An index comes before a coordinate, whichever triangle is first.
    vertex[3][0] = NAN;
    index_of[1] = 7;
    expect_both(&mesh, LBX_ERROR_INDEX, "both, the index in the second of the list");
    vertex[3][0] = 0;
    vertex[0][0] = NAN;
    index_of[1] = 1;
    index_of[4] = 7;
    expect_both(&mesh, LBX_ERROR_INDEX, "both, the index in the first of the list");
    index_of[4] = 4;
    index_of[2] = 7;
    expect_both(&mesh, LBX_ERROR_INDEX, "both in one triangle, the coordinate first");
}

Test(volumes_normals, errors_of_arguments) {
    lbx_mesh mesh = make_mesh();
    float out[4][3];
    float *to[3] = {out[0], out[0] + 1, out[0] + 2};
    memset(out, UNTOUCHED, sizeof out);
#define EXPECT(wanted, ...) EXPECT_ERROR(wanted, lbx_mesh_normals(__VA_ARGS__))
    EXPECT(0, NULL, NULL, 0, NULL, 3);
    EXPECT(LBX_ERROR_COUNT, &mesh, NULL, 4, to, 0);
    EXPECT(LBX_ERROR_COUNT, &mesh, NULL, SIZE_MAX, to, 0);
    EXPECT(LBX_ERROR_COUNT, &mesh, some, SIZE_MAX / 4, to, 0);
    EXPECT(LBX_ERROR_MESH, &mesh, NULL, 3, to, 0);
    const uint32_t beyond[2] = {2, 3}, last[1] = {LBX_NO_TRIANGLE - 1};
    EXPECT(LBX_ERROR_INDEX, &mesh, beyond, 2, to, 0);
    EXPECT(LBX_ERROR_INDEX, &mesh, last, 1, to, 0);
    EXPECT(LBX_ERROR_MESH, &mesh, beyond, 1, NULL, 0);
    EXPECT(LBX_ERROR_NULL, &mesh, some, 4, NULL, 7);
    for (int c = 0; c < 3; c++) {
        to[c] = NULL;
        EXPECT(LBX_ERROR_NULL, &mesh, some, 4, to, 0);
        to[c] = out[0] + c;
    }
    EXPECT(LBX_ERROR_STRIDE, &mesh, some, 4, to, 10);
    for (size_t i = 0; i < sizeof out; i++)
        expect(((unsigned char *)out)[i] == UNTOUCHED, "something is written");
}

// The list and the target end at guard pages.
Test(volumes_normals, memory) {
    const lbx_mesh mesh = make_mesh();
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        struct guarded list = guarded_alloc(sizeof some, guard, 0);
        struct guarded out = guarded_alloc(3 * 16 + 12, guard, UNTOUCHED);
        memcpy(list.at, some, sizeof some);
        float *const first = (float *)(void *)out.at;
        float *const to[3] = {first, first + 1, first + 2};
        expect(lbx_mesh_normals(&mesh, (const uint32_t *)(const void *)list.at, 4, to, 16) == 4,
               "written");
        expect(guarded_intact(&out, UNTOUCHED), "beside the target");
        guarded_free(&list);
        guarded_free(&out);
    }
}
