// SPDX-License-Identifier: MIT
// Frusta against axis-aligned boxes: known answers; lbx_frustums_check, and frusta made of
// matrices.
#include <float.h>
#include <math.h>
#include <string.h>

#include "cases.h"
#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "scalar_ref.h"
#include "tables.h"
#include "tests/support/frusta.h"
#include "upper_halves.h"

static void expect_seen(const char *what, const lbx_frustum *frustum, const float box[6],
                        unsigned class) {
    frusta_expect(SEEN_AABBS, what, frustum, box, class);
}

Test(frustum_aabb, known_answers) {
    const struct {
        const char *what;
        float box[6];
        unsigned class;
    } rows[] = {
        {"inside", {-1, -1, 4, 1, 1, 5}, LBX_INSIDE},
        {"beside", {-9, 0, 2, -8, 1, 3}, LBX_OUTSIDE},
        {"above", {0, 6, 2, 1, 7, 3}, LBX_OUTSIDE},
        {"before", {0, 0, -1, 1, 1, .5f}, LBX_OUTSIDE},
        {"behind", {0, 0, 11, 1, 1, 12}, LBX_OUTSIDE},
        {"across a side", {-6, 0, 4, -1, 1, 5}, LBX_INTERSECTING},
        {"touching a side", {-6, 0, 4, -5, 1, 5}, LBX_INTERSECTING},
        {"touching the far side", {0, 0, 10, 1, 1, 11}, LBX_INTERSECTING},
        {"beyond no plane, but along x", {-14, 0, 9, -11, 1, 13}, LBX_OUTSIDE},
        {"around it", {-50, -50, -50, 50, 50, 50}, LBX_INTERSECTING},
        {"a point", {1, 1, 2, 1, 1, 2}, LBX_INSIDE},
        {"empty", {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY}, LBX_OUTSIDE},
        {"empty too", {FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}, LBX_OUTSIDE},
        {"no number", {-9, NAN, 2, -8, 1, 3}, LBX_INTERSECTING}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect_seen(rows[k].what, &frustum_ahead, rows[k].box, rows[k].class);

    // An edge of the box separates it from one of the camera.
    const lbx_frustum turned = frustum_turned();
    expect_seen("beyond an edge", &turned, (float[]){-3, 6, -3, 2.5f, 8, 2.5f}, LBX_OUTSIDE);

    lbx_frustum wide = frustum_ahead;
    wide.parallel = 1;
    wide.z_near = -2;
    expect_seen("parallel, beside", &wide, (float[]){1.5f, 0, 4, 2, 1, 5}, LBX_OUTSIDE);
    expect_seen("parallel, inside", &wide, (float[]){-.5f, 0, -1, .5f, .5f, 9}, LBX_INSIDE);
    lbx_frustum endless = frustum_ahead;
    endless.z_far = INFINITY;
    expect_seen("endless", &endless, (float[]){-1, -1, 1e9f, 1, 1, 2e9f}, LBX_INSIDE);
    expect_seen("endless, beside", &endless, (float[]){2e9f, -1, 1e9f, 3e9f, 1, 1.5e9f},
                LBX_OUTSIDE);
    lbx_frustum broken = frustum_ahead;
    broken.axis[1][1] = NAN;
    expect_seen("a frustum that is none", &broken, (float[]){-9, 0, 2, -8, 1, 3}, LBX_INTERSECTING);
    broken.axis[1][1] = 0;
    expect_seen("a flat frustum", &broken, (float[]){-1, -1, 4, 1, 1, 5}, LBX_INTERSECTING);
    lbx_frustum ends = frustum_ahead;
    ends.z_far = NAN;
    expect_seen("an end that is none", &ends, (float[]){-9, 0, 2, -8, 1, 3}, LBX_INTERSECTING);
    ends.z_far = .5f;
    expect_seen("an end before its start", &ends, (float[]){-9, 0, 2, -8, 1, 3}, LBX_INTERSECTING);
}

Test(frustum_aabb, check) {
    enum { ROWS = 15 };
    lbx_frustum f[ROWS];
    for (size_t k = 0; k < ROWS; k++) f[k] = frustum_ahead;
    f[1].z_far = INFINITY; // all but the first three are malformed
    f[2].parallel = 1;
    f[2].z_near = -1;
    f[3].eye[1] = NAN;
    f[4].eye[2] = 0x1.1p60f;
    f[5].axis[0][0] = 1.001f;
    f[6].axis[1][1] = 0;
    f[7].low[0] = 1;
    f[8].high[1] = 0x1.1p20f;
    f[9].z_near = -1;
    f[10].z_near = 10;
    f[11].z_far = NAN;
    f[12].parallel = NAN;
    f[13].z_far = 0x1.1p60f;
    f[14].low[1] = -INFINITY;
    uint8_t malformed[2] = {0};
    const lbx_frustums frusta = lbx_frustums_of(f, ROWS);
    expect(lbx_frustums_check(&frusta, ROWS, malformed) == ROWS - 3, "how many");
    expect(malformed[0] == 0xf8 && malformed[1] == 0x7f, "%x %x", malformed[0], malformed[1]);
    expect(lbx_frustums_check(NULL, 0, NULL) == 0, "nothing");
    expect(lbx_frustums_check(NULL, 1, NULL) == LBX_ERROR_NULL, "no view");
}

// --- matrices ---

enum depth { DEPTH_ZERO, DEPTH_BOTH, DEPTH_REVERSED, DEPTHS };

// A projection times a view, in memory as columns, of a camera that looks along -z of its axes as
// glTF's cameras do. The depths are those of OpenGL, Direct3D and reversed Direct3D.
static void matrix_of(const lbx_frustum *f, enum depth depth, float matrix[16]) {
    double rows[4][4] = {{0}};
    const double n = f->z_near, z = f->z_far, first = depth == DEPTH_BOTH ? -1 : 0;
    double low = first, high = 1; // the depths of near and far
    if (depth == DEPTH_REVERSED) {
        low = 1;
        high = 0;
    }
    for (int k = 0; k < 2; k++) {
        const double wide = (double)f->high[k] - f->low[k], middle = (double)f->high[k] + f->low[k];
        rows[k][k] = 2 / wide;
        rows[k][f->parallel != 0 ? 3 : 2] = -middle / wide;
    }
    if (f->parallel != 0) {
        rows[2][2] = (high - low) / (z - n);
        rows[2][3] = low - n * rows[2][2];
        rows[3][3] = 1;
    } else {
        rows[2][2] = isinf(z) ? high : (high * z - low * n) / (z - n);
        rows[2][3] = isinf(z) ? (low - high) * n : (low - high) * n * z / (z - n);
        rows[3][2] = 1;
    }
    for (int r = 0; r < 4; r++) {
        double rest = rows[r][3], row[3] = {0};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) row[c] += rows[r][k] * f->axis[k][c];
        for (int c = 0; c < 3; c++) {
            rest -= row[c] * f->eye[c];
            matrix[4 * c + r] = (float)row[c];
        }
        matrix[12 + r] = (float)rest;
    }
}

static void corner_of(const lbx_frustum *f, int k, double point[3]) {
    const double z = k & 4 ? isinf(f->z_far) ? f->z_near + 1 : f->z_far : f->z_near;
    const double wide = f->parallel != 0 ? 1 : z;
    for (int c = 0; c < 3; c++)
        point[c] = f->eye[c] + z * f->axis[2][c] +
                   wide * (k & 1 ? f->high[0] : f->low[0]) * f->axis[0][c] +
                   wide * (k & 2 ? f->high[1] : f->low[1]) * f->axis[1][c];
}

// Whether each corner of one frustum is near a corner of the other.
static bool are_alike(const lbx_frustum *a, const lbx_frustum *b) {
    if (isinf(a->z_far) != isinf(b->z_far) || a->parallel != b->parallel) return false;
    for (int k = 0; k < 8; k++) {
        double point[3], other[3];
        bool found = false;
        corner_of(a, k, point);
        const double size = 1 + fabs(point[0]) + fabs(point[1]) + fabs(point[2]);
        for (int j = 0; j < 8 && !found; j++) {
            corner_of(b, j, other);
            found = true;
            for (int c = 0; c < 3; c++) found = found && fabs(point[c] - other[c]) <= 1e-3 * size;
        }
        if (!found) return false;
    }
    return true;
}

Test(frustum_aabb, of_matrices) {
    static struct frusta made;
    size_t endless = 0;
    for (uint64_t seed = 1; seed < 40; seed++) {
        scene_frusta(&made, SEEN_AABBS, SCENE_MIXED, seed);
        for (size_t k = 0; k < SCENE_FRUSTA; k++) {
            lbx_frustum want = made.frustum[k], got;
            if (want.parallel != 0 && isinf(want.z_far)) continue; // no matrix has it
            if (want.parallel == 0 && want.z_near < .1f) want.z_near = .1f;
            if (want.z_far < want.z_near + .5f) want.z_far = want.z_near + .5f;
            endless += isinf(want.z_far);
            for (enum depth depth = 0; depth < DEPTHS; depth++) {
                float matrix[16], rows[16];
                matrix_of(&want, depth, matrix);
                for (int i = 0; i < 16; i++) rows[i % 4 * 4 + i / 4] = matrix[i];
                const unsigned flags = depth == DEPTH_BOTH ? LBX_MATRIX_DEPTH_BOTH : 0;
                expect(lbx_frustum_of_matrix(matrix, flags, &got) == 0, "made");
                lbx_frustum again;
                expect(are_alike(&got, &want), "seed %d, frustum %zu, depth %d", (int)seed, k,
                       depth);
                expect(lbx_frustum_of_matrix(rows, flags | LBX_MATRIX_ROWS, &again) == 0, "rows");
                expect(memcmp(&again, &got, sizeof got) == 0, "rows");
                const lbx_frustums view = lbx_frustums_of(&got, 1);
                expect(lbx_frustums_check(&view, 1, NULL) == 0, "malformed");
            }
        }
    }
    expect(endless > 0, "without an end");

    float matrix[16];
    lbx_frustum got = frustum_ahead;
    matrix_of(&frustum_ahead, DEPTH_ZERO, matrix);
    expect(lbx_frustum_of_matrix(NULL, 0, &got) == LBX_ERROR_NULL, "no matrix");
    expect(lbx_frustum_of_matrix(matrix, 0, NULL) == LBX_ERROR_NULL, "no frustum");
    expect(lbx_frustum_of_matrix(matrix, 4, &got) == LBX_ERROR_FLAGS, "flags");
    matrix[1] = .5f;
    expect(lbx_frustum_of_matrix(matrix, 0, &got) == LBX_ERROR_FORMAT, "skewed");
    matrix[1] = NAN;
    expect(lbx_frustum_of_matrix(matrix, 0, &got) == LBX_ERROR_FORMAT, "no number");
    expect(lbx_frustum_of_matrix((const float[16]){0}, 0, &got) == LBX_ERROR_FORMAT, "nothing");
    expect(memcmp(&got, &frustum_ahead, sizeof got) == 0, "written");
}
