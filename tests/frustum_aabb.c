// SPDX-License-Identifier: MIT
// Frusta against boxes: known answers, the reference, all tables, layouts and picks at guard pages,
// errors, lbx_frustums_check, and frusta made of matrices.
#include <float.h>
#include <math.h>
#include <string.h>

#include "cases.h"
#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "scalar_ref.h"
#include "tables.h"
#include "tests/scenes/frustums.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a, PAIRS = SCENE_FRUSTA * SCENE_BOXES };

// Looks along z from the origin, 45 degrees to each side.
static const lbx_frustum ahead = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                  .low = {-1, -1},
                                  .high = {1, 1},
                                  .z_near = 1,
                                  .z_far = 10};

// The same, but it looks along (1, 0, 1).
static lbx_frustum turned_ahead(void) {
    const float half = .70710677f;
    lbx_frustum turned = ahead;
    turned.axis[0][0] = turned.axis[2][0] = turned.axis[2][2] = half;
    turned.axis[0][2] = -half;
    return turned;
}

static void expect_seen(const char *what, const lbx_frustum *frustum, const float box[6],
                        unsigned class) {
    const struct test_tables *const tables = test_tables();
    for (unsigned way = 0; way < 2 * tables->count; way++) {
        const lbx_frustums frusta = lbx_frustums_of(frustum, 1);
        const lbx_aabbs boxes = lbx_aabbs_of(box, box + 3, 1, 24);
        uint8_t seen = UNTOUCHED;
        table_use(&tables->at[way / 2]);
        const ptrdiff_t found = lbx_frustum_aabb(&frusta, 1, &boxes, 1, way % 2, &seen);
        expect(seen == class && found == (class != LBX_OUTSIDE), "%s, %s: %u, not %u, %td found",
               what, tables->at[way / 2].name, seen, class, found);
    }
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
        expect_seen(rows[k].what, &ahead, rows[k].box, rows[k].class);

    // An edge of the box separates it from one of the camera.
    const lbx_frustum turned = turned_ahead();
    expect_seen("beyond an edge", &turned, (float[]){-3, 6, -3, 2.5f, 8, 2.5f}, LBX_OUTSIDE);

    lbx_frustum wide = ahead;
    wide.parallel = 1;
    wide.z_near = -2;
    expect_seen("parallel, beside", &wide, (float[]){1.5f, 0, 4, 2, 1, 5}, LBX_OUTSIDE);
    expect_seen("parallel, inside", &wide, (float[]){-.5f, 0, -1, .5f, .5f, 9}, LBX_INSIDE);
    lbx_frustum endless = ahead;
    endless.z_far = INFINITY;
    expect_seen("endless", &endless, (float[]){-1, -1, 1e9f, 1, 1, 2e9f}, LBX_INSIDE);
    expect_seen("endless, beside", &endless, (float[]){2e9f, -1, 1e9f, 3e9f, 1, 1.5e9f},
                LBX_OUTSIDE);
    lbx_frustum broken = ahead;
    broken.axis[1][1] = NAN;
    expect_seen("a frustum that is none", &broken, (float[]){-9, 0, 2, -8, 1, 3}, LBX_INTERSECTING);
    broken.axis[1][1] = 0;
    expect_seen("a flat frustum", &broken, (float[]){-1, -1, 4, 1, 1, 5}, LBX_INTERSECTING);
    lbx_frustum ends = ahead;
    ends.z_far = NAN;
    expect_seen("an end that is none", &ends, (float[]){-9, 0, 2, -8, 1, 3}, LBX_INTERSECTING);
    ends.z_far = .5f;
    expect_seen("an end before its start", &ends, (float[]){-9, 0, 2, -8, 1, 3}, LBX_INTERSECTING);
}

static struct ref_frustum_double reference_of(const lbx_frustum *f) {
    struct ref_frustum_double r = {
        .z_near = f->z_near, .z_far = f->z_far, .parallel = f->parallel != 0};
    for (int k = 0; k < 3; k++) {
        r.eye[k] = f->eye[k];
        for (int c = 0; c < 3; c++) r.axis[k][c] = f->axis[k][c];
    }
    for (int k = 0; k < 2; k++) {
        r.low[k] = f->low[k];
        r.high[k] = f->high[k];
    }
    return r;
}

Test(frustum_aabb, says_what_the_reference_says) {
    static const unsigned classes_of[] = {LBX_OUTSIDE, LBX_INSIDE, LBX_INTERSECTING};
    static struct frusta made;
    static uint8_t classes[PAIRS];
    const struct test_tables *const tables = test_tables();
    for (enum scene scene = 0; scene <= SCENE_ALL_MISS; scene++) {
        for (uint64_t seed = 1; seed < 20; seed++) {
            scene_frusta(&made, scene, seed);
            const lbx_frustums frusta = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
            const lbx_aabbs boxes = boxes_of(&made);
            size_t others = 0;
            table_use(&tables->at[seed % tables->count]);
            expect(lbx_frustum_aabb(&frusta, SCENE_FRUSTA, &boxes, SCENE_BOXES, 0, classes) >= 0,
                   "asked");
            for (size_t i = 0; i < PAIRS; i++) {
                const struct ref_frustum_double f = reference_of(&made.frustum[i / SCENE_BOXES]);
                double box[6];
                for (int k = 0; k < 6; k++) box[k] = made.box[k][i % SCENE_BOXES];
                if (isinf(f.z_far)) continue; // rounded slopes of 0 never end in the reference
                others += classes_of[ref_frustum_aabb_double(&f, box, box + 3)] != classes[i];
            }
            expect(others == 0, "%s, seed %d: %zu others", scene_names[scene], (int)seed, others);
        }
    }
}

Test(frustum_aabb, same_bits_everywhere) {
    static struct frusta made;
    static uint8_t want[PAIRS + 1], classes[PAIRS + 1];
    const struct test_tables *const tables = test_tables();
    for (enum scene scene = 0; scene < SCENES; scene++) {
        for (uint64_t seed = 1; seed < 4; seed++) {
            scene_frusta(&made, scene, seed);
            const lbx_frustums frusta = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
            const lbx_aabbs boxes = boxes_of(&made);
            for (size_t k = 0; k < tables->count; k++) {
                uint8_t *const to = k ? classes : want;
                ptrdiff_t seen = 0;
                to[PAIRS] = UNTOUCHED;
                table_use(&tables->at[k]);
                const ptrdiff_t found = lbx_frustum_aabb(&frusta, SCENE_FRUSTA, &boxes, SCENE_BOXES,
                                                         LBX_REPRODUCIBLE, to);
                for (size_t i = 0; i < PAIRS; i++) seen += to[i] != LBX_OUTSIDE;
                expect(found == seen && to[PAIRS] == UNTOUCHED, "%td, not %td", found, seen);
                expect(lbx_frustum_aabb(&frusta, SCENE_FRUSTA, &boxes, SCENE_BOXES,
                                        LBX_REPRODUCIBLE, NULL) == seen,
                       "counted");
                expect(memcmp(to, want, PAIRS) == 0, "%s, %s", tables->at[k].name,
                       scene_names[scene]);
            }
        }
    }
}

// --- layouts and picks ---

// Elements of some floats each at a guard page: an array per float, or structures.
struct placed {
    struct guarded memory[19];
    const float *at[19];
    size_t stride, arrays;
};

static struct placed place(const float *const from[], size_t floats, size_t count, bool structures,
                           enum guard guard) {
    struct placed p = {.arrays = structures ? 1 : floats,
                       .stride = structures ? floats * sizeof(float) : 0};
    const size_t step = structures ? floats : 1;
    for (size_t k = 0; k < p.arrays; k++)
        p.memory[k] = guarded_alloc(count * step * sizeof(float), guard, UNTOUCHED);
    for (size_t k = 0; k < floats; k++) {
        float *const to = (float *)(void *)p.memory[structures ? 0 : k].at + (structures ? k : 0);
        for (size_t i = 0; i < count; i++) to[i * step] = from[k][i];
        p.at[k] = to;
    }
    return p;
}

static void free_placed(struct placed *p) {
    for (size_t k = 0; k < p->arrays; k++) guarded_free(&p->memory[k]);
}

static lbx_pick pick_some(unsigned kind, uint32_t list[], size_t n, size_t count, uint32_t seed) {
    for (uint32_t i = 0; i < n; i++)
        list[i] = kind == LBX_PICK_FROM  ? 2 + i
                  : kind == LBX_PICK_ONE ? (uint32_t)count - 1
                                         : (seed * i + 3) % (uint32_t)count;
    return kind == LBX_PICK_FROM  ? lbx_from(2)
           : kind == LBX_PICK_ONE ? lbx_one(count - 1)
                                  : lbx_indexed(list, n);
}

// However many boxes of a call straddle, each has the class that it has by itself.
Test(frustum_aabb, each_as_by_itself) {
    enum { N = 1500 };
    static float at[6][N];
    static uint8_t together[N], alone[N];
    const struct test_tables *const tables = test_tables();
    lbx_aabbs boxes = {.count = N};
    for (int c = 0; c < 3; c++) {
        boxes.min[c] = at[c];
        boxes.max[c] = at[3 + c];
    }
    for (size_t i = 0; i < N; i++) {
        const float box[6] = {-3, 6 - (float)(i % 9) / 2, -3, 2.5f, 8, 2.5f};
        for (int k = 0; k < 6; k++) at[k][i] = box[k];
    }
    const lbx_frustum turned = turned_ahead();
    const lbx_frustums one = lbx_frustums_of(&turned, 1);
    for (unsigned way = 0; way < 2 * tables->count; way++) {
        table_use(&tables->at[way / 2]);
        ptrdiff_t seen = 0;
        size_t outside = 0;
        const ptrdiff_t found = lbx_frustum_aabb(&one, 1, &boxes, N, way % 2, together);
        for (size_t i = 0; i < N; i++) {
            boxes.pick = lbx_from(i);
            seen += lbx_frustum_aabb(&one, 1, &boxes, 1, way % 2, &alone[i]);
            outside += alone[i] == LBX_OUTSIDE;
        }
        boxes.pick = lbx_from(0);
        expect(found == seen && memcmp(together, alone, N) == 0, "%s, flags %u: %td, not %td",
               tables->at[way / 2].name, way % 2, found, seen);
        expect(outside > N / 10 && seen > N / 10, "%zu are outside, %td not", outside, seen);
    }
}

Test(frustum_aabb, layouts_and_picks_at_guard_pages) {
    enum { FLOATS = sizeof(lbx_frustum) / sizeof(float) };
    static struct frusta made;
    static uint8_t all[PAIRS];
    static float rows[FLOATS][SCENE_FRUSTA];
    const struct test_tables *const tables = test_tables();
    scene_frusta(&made, SCENE_MIXED, 3);
    const lbx_frustums every = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
    const lbx_aabbs boxes_too = boxes_of(&made);
    expect(lbx_frustum_aabb(&every, SCENE_FRUSTA, &boxes_too, SCENE_BOXES, LBX_REPRODUCIBLE, all) >
               0,
           "asked");
    const float *from[FLOATS], *box_from[6];
    for (size_t k = 0; k < FLOATS; k++) {
        for (size_t i = 0; i < SCENE_FRUSTA; i++) rows[k][i] = ((float *)&made.frustum[i])[k];
        from[k] = rows[k];
    }
    for (size_t k = 0; k < 6; k++) box_from[k] = made.box[k];
    for (unsigned way = 0; way < 4 * 9 * GUARDS; way++) {
        const enum guard guard = way % GUARDS;
        const unsigned kinds = way / GUARDS % 9, layout = way / GUARDS / 9;
        const size_t m = way % 5 + 1, n = way * 13 % 190 + 1;
        struct placed f = place(from, FLOATS, m + 2, layout % 2, guard);
        struct placed b = place(box_from, 6, n + 2, layout / 2, guard);
        uint32_t frustum[SCENE_FRUSTA], box[SCENE_BOXES];
        lbx_frustums frusta = {.eye = {f.at[0], f.at[1], f.at[2]},
                               .low = {f.at[12], f.at[13]},
                               .high = {f.at[14], f.at[15]},
                               .z_near = f.at[16],
                               .z_far = f.at[17],
                               .parallel = f.at[18],
                               .count = m + 2,
                               .stride = f.stride,
                               .pick = pick_some(kinds % 3, frustum, m, m + 2, 5)};
        for (int k = 0; k < 9; k++) frusta.axis[k / 3][k % 3] = f.at[3 + k];
        const lbx_aabbs boxes = {.min = {b.at[0], b.at[1], b.at[2]},
                                 .max = {b.at[3], b.at[4], b.at[5]},
                                 .count = n + 2,
                                 .stride = b.stride,
                                 .pick = pick_some(kinds / 3, box, n, n + 2, 7)};
        for (size_t k = 0; k < tables->count; k++) {
            struct guarded to = guarded_alloc(m * n, guard, UNTOUCHED);
            table_use(&tables->at[k]);
            expect(lbx_frustum_aabb(&frusta, m, &boxes, n, LBX_REPRODUCIBLE, to.at) >= 0, "asked");
            expect(!upper_halves_in_use(), "%s: upper halves are in use", tables->at[k].name);
            for (size_t i = 0; i < m * n; i++)
                expect(to.at[i] == all[frustum[i / n] * SCENE_BOXES + box[i % n]],
                       "%s, way %u, item %zu", tables->at[k].name, way, i);
            guarded_free(&to);
        }
        free_placed(&f);
        free_placed(&b);
    }
}

Test(frustum_aabb, errors) {
    uint8_t classes[2];
    const float box[6] = {0};
    lbx_frustums frusta = lbx_frustums_of(&ahead, 1);
    lbx_aabbs boxes = lbx_aabbs_of(box, box + 3, 1, 24);
    expect(lbx_frustum_aabb(NULL, 0, NULL, 3, 0, NULL) == 0, "no frusta");
    expect(lbx_frustum_aabb(NULL, 3, NULL, 0, 0, NULL) == 0, "no boxes");
    expect(lbx_frustum_aabb(&frusta, 1, &boxes, 1, 2, classes) == LBX_ERROR_FLAGS, "flags");
    expect(lbx_frustum_aabb(NULL, 1, &boxes, 1, 0, classes) == LBX_ERROR_NULL, "no view");
    expect(lbx_frustum_aabb(&frusta, 1, NULL, 1, 0, classes) == LBX_ERROR_NULL, "no view");
    expect(lbx_frustum_aabb(&frusta, 2, &boxes, 1, 0, classes) == LBX_ERROR_COUNT, "m");
    expect(lbx_frustum_aabb(&frusta, 1, &boxes, 2, 0, classes) == LBX_ERROR_COUNT, "n");
    for (size_t k = 0; k < 19; k++) {
        lbx_frustums lacking = frusta;
        ((const float **)&lacking)[k] = NULL;
        expect(lbx_frustum_aabb(&lacking, 1, &boxes, 1, 0, classes) ==
                   (k < 18 ? LBX_ERROR_NULL : 0),
               "array %zu", k);
    }
    frusta.pick = lbx_one(0);
    boxes.pick = lbx_one(0);
    expect(lbx_frustum_aabb(&frusta, PTRDIFF_MAX, &boxes, 2, 0, NULL) == LBX_ERROR_COUNT, "m * n");
    frusta.pick = lbx_one(1);
    expect(lbx_frustum_aabb(&frusta, 1, &boxes, 1, 0, classes) == LBX_ERROR_INDEX, "one");
    frusta.pick = lbx_indexed((const uint32_t[]){0, 1}, 2);
    expect(lbx_frustum_aabb(&frusta, 2, &boxes, 1, 0, classes) == LBX_ERROR_INDEX, "a list");
    frusta.pick = lbx_from(0);
    frusta.stride = 6;
    expect(lbx_frustum_aabb(&frusta, 1, &boxes, 1, 0, classes) == LBX_ERROR_STRIDE, "stride");
}

Test(frustum_aabb, check) {
    enum { ROWS = 15 };
    lbx_frustum f[ROWS];
    for (size_t k = 0; k < ROWS; k++) f[k] = ahead;
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
        scene_frusta(&made, SCENE_MIXED, seed);
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
    lbx_frustum got = ahead;
    matrix_of(&ahead, DEPTH_ZERO, matrix);
    expect(lbx_frustum_of_matrix(NULL, 0, &got) == LBX_ERROR_NULL, "no matrix");
    expect(lbx_frustum_of_matrix(matrix, 0, NULL) == LBX_ERROR_NULL, "no frustum");
    expect(lbx_frustum_of_matrix(matrix, 4, &got) == LBX_ERROR_FLAGS, "flags");
    matrix[1] = .5f;
    expect(lbx_frustum_of_matrix(matrix, 0, &got) == LBX_ERROR_FORMAT, "skewed");
    matrix[1] = NAN;
    expect(lbx_frustum_of_matrix(matrix, 0, &got) == LBX_ERROR_FORMAT, "no number");
    expect(lbx_frustum_of_matrix((const float[16]){0}, 0, &got) == LBX_ERROR_FORMAT, "nothing");
    expect(memcmp(&got, &ahead, sizeof got) == 0, "written");
}
