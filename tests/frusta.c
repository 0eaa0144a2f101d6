// SPDX-License-Identifier: MIT
// Frusta against boxes and spheres, the same for each shape: the reference, all tables, layouts and
// picks at guard pages, errors.
#include <float.h>
#include <math.h>
#include <string.h>

#include "cases.h"
#include "guarded.h"
#include "harness.h"
#include "scalar_ref.h"
#include "tables.h"
#include "tests/support/frusta.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a, PAIRS = SCENE_FRUSTA * SCENE_SEEN };

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

static unsigned referred(const struct frusta *made, const struct ref_frustum_double *f, size_t i) {
    static const unsigned classes_of[] = {LBX_OUTSIDE, LBX_INSIDE, LBX_INTERSECTING};
    double x[SEEN_FLOATS_MAX], axis[3][3];
    for (unsigned k = 0; k < seen_floats(made->shape); k++) x[k] = made->item[k][i];
    for (int k = 0; k < 9; k++) axis[k / 3][k % 3] = x[6 + k];
    switch (made->shape) {
    case SEEN_AABBS: return classes_of[ref_frustum_aabb_double(f, x, x + 3)];
    case SEEN_OBBS: return classes_of[ref_frustum_obb_double(f, x, x + 3, axis)];
    default: return classes_of[ref_frustum_sphere_double(f, x, x[3])];
    }
}

Test(frusta, say_what_the_reference_says) {
    static struct frusta made;
    static uint8_t classes[PAIRS];
    const struct test_tables *const tables = test_tables();
    for (unsigned way = 0; way <= SCENE_ALL_MISS * SEEN_SHAPES + SEEN_SHAPES - 1; way++) {
        const enum scene scene = way / SEEN_SHAPES;
        for (uint64_t seed = 1; seed < 20; seed++) {
            scene_frusta(&made, way % SEEN_SHAPES, scene, seed);
            const lbx_frustums frusta = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
            const struct seen_items items = scene_items(&made);
            size_t others = 0;
            table_use(&tables->at[seed % tables->count]);
            expect(seen_from(&frusta, SCENE_FRUSTA, &items, SCENE_SEEN, 0, classes) >= 0, "asked");
            for (size_t i = 0; i < PAIRS; i++) {
                const struct ref_frustum_double f = reference_of(&made.frustum[i / SCENE_SEEN]);
                if (isinf(f.z_far)) continue; // rounded slopes of 0 never end in the reference
                others += referred(&made, &f, i % SCENE_SEEN) != classes[i];
            }
            expect(others == 0, "%s, %s, seed %d: %zu others", seen_test(made.shape),
                   scene_names[scene], (int)seed, others);
        }
    }
}

Test(frusta, same_bits_everywhere) {
    static struct frusta made;
    static uint8_t want[PAIRS + 1], classes[PAIRS + 1];
    const struct test_tables *const tables = test_tables();
    for (unsigned way = 0; way < SCENES * SEEN_SHAPES; way++) {
        const enum scene scene = way / SEEN_SHAPES;
        for (uint64_t seed = 1; seed < 4; seed++) {
            scene_frusta(&made, way % SEEN_SHAPES, scene, seed);
            const lbx_frustums frusta = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
            const struct seen_items items = scene_items(&made);
            for (size_t k = 0; k < tables->count; k++) {
                uint8_t *const to = k ? classes : want;
                ptrdiff_t seen = 0;
                to[PAIRS] = UNTOUCHED;
                table_use(&tables->at[k]);
                const ptrdiff_t found =
                    seen_from(&frusta, SCENE_FRUSTA, &items, SCENE_SEEN, LBX_REPRODUCIBLE, to);
                for (size_t i = 0; i < PAIRS; i++) seen += to[i] != LBX_OUTSIDE;
                expect(found == seen && to[PAIRS] == UNTOUCHED, "%td, not %td", found, seen);
                expect(seen_from(&frusta, SCENE_FRUSTA, &items, SCENE_SEEN, LBX_REPRODUCIBLE,
                                 NULL) == seen,
                       "counted");
                expect(memcmp(to, want, PAIRS) == 0, "%s, %s, %s", tables->at[k].name,
                       seen_test(made.shape), scene_names[scene]);
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

// However many items of a call straddle, each has the class that it has by itself.
Test(frusta, each_as_by_itself) {
    enum { N = 1500 };
    static float at[SEEN_FLOATS_MAX][N];
    static uint8_t together[N], alone[N];
    static const float around[SEEN_SHAPES][SEEN_FLOATS_MAX] = {
        {-3, 6, -3, 2.5f, 8, 2.5f},
        {-.25f, 7, -.25f, 2.75f, 1, 2.75f, 1, 0, 0, 0, 1, 0, 0, 0, 1},
        {-.6f, 6.5f, 5.66f, 1}};
    const struct test_tables *const tables = test_tables();
    const float *arrays[SEEN_FLOATS_MAX];
    const lbx_frustum turned = frustum_turned();
    const lbx_frustums one = lbx_frustums_of(&turned, 1);
    for (unsigned way = 0; way < 2 * SEEN_SHAPES * tables->count; way++) {
        const enum seen_shape shape = way / 2 % SEEN_SHAPES;
        const struct test_table *const table = &tables->at[way / 2 / SEEN_SHAPES];
        for (unsigned k = 0; k < SEEN_FLOATS_MAX; k++) {
            arrays[k] = at[k];
            for (size_t i = 0; i < N; i++) at[k][i] = around[shape][k];
        }
        for (size_t i = 0; i < N; i++) at[1][i] -= (float)(i % 9) / 2;
        table_use(table);
        ptrdiff_t seen = 0;
        size_t outside = 0;
        const struct seen_items items = seen_items_of(shape, arrays, N, 0, lbx_from(0));
        const ptrdiff_t found = seen_from(&one, 1, &items, N, way % 2, together);
        for (size_t i = 0; i < N; i++) {
            const struct seen_items item = seen_items_of(shape, arrays, N, 0, lbx_from(i));
            seen += seen_from(&one, 1, &item, 1, way % 2, &alone[i]);
            outside += alone[i] == LBX_OUTSIDE;
        }
        expect(found == seen && memcmp(together, alone, N) == 0, "%s, %s, flags %u: %td, not %td",
               table->name, seen_test(shape), way % 2, found, seen);
        expect(outside > N / 10 && seen > N / 10, "%s: %zu are outside, %td not", seen_test(shape),
               outside, seen);
    }
}

static void expect_layouts(enum seen_shape shape) {
    enum { FLOATS = sizeof(lbx_frustum) / sizeof(float) };
    static struct frusta made;
    static uint8_t all[PAIRS];
    static float rows[FLOATS][SCENE_FRUSTA];
    const struct test_tables *const tables = test_tables();
    const unsigned floats = seen_floats(shape);
    scene_frusta(&made, shape, SCENE_MIXED, 3);
    const lbx_frustums every = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
    const struct seen_items each = scene_items(&made);
    expect(seen_from(&every, SCENE_FRUSTA, &each, SCENE_SEEN, LBX_REPRODUCIBLE, all) > 0, "asked");
    const float *from[FLOATS], *item_from[SEEN_FLOATS_MAX];
    for (size_t k = 0; k < FLOATS; k++) {
        for (size_t i = 0; i < SCENE_FRUSTA; i++) rows[k][i] = ((float *)&made.frustum[i])[k];
        from[k] = rows[k];
    }
    for (size_t k = 0; k < floats; k++) item_from[k] = made.item[k];
    for (unsigned way = 0; way < 4 * 9 * GUARDS; way++) {
        const enum guard guard = way % GUARDS;
        const unsigned kinds = way / GUARDS % 9, layout = way / GUARDS / 9;
        const size_t m = way % 5 + 1, n = way * 13 % 190 + 1;
        struct placed f = place(from, FLOATS, m + 2, layout % 2, guard);
        struct placed b = place(item_from, floats, n + 2, layout / 2, guard);
        uint32_t frustum[SCENE_FRUSTA], item[SCENE_SEEN];
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
        const struct seen_items items =
            seen_items_of(shape, b.at, n + 2, b.stride, pick_some(kinds / 3, item, n, n + 2, 7));
        for (size_t k = 0; k < tables->count; k++) {
            struct guarded to = guarded_alloc(m * n, guard, UNTOUCHED);
            table_use(&tables->at[k]);
            expect(seen_from(&frusta, m, &items, n, LBX_REPRODUCIBLE, to.at) >= 0, "asked");
            expect(!upper_halves_in_use(), "%s: upper halves are in use", tables->at[k].name);
            for (size_t i = 0; i < m * n; i++)
                expect(to.at[i] == all[frustum[i / n] * SCENE_SEEN + item[i % n]],
                       "%s, %s, way %u, item %zu", tables->at[k].name, seen_test(shape), way, i);
            guarded_free(&to);
        }
        free_placed(&f);
        free_placed(&b);
    }
}

Test(frusta, layouts_and_picks_at_guard_pages) {
    for (enum seen_shape shape = 0; shape < SEEN_SHAPES; shape++) expect_layouts(shape);
}

Test(frusta, errors) {
    uint8_t classes[2];
    static const float item[SEEN_FLOATS_MAX];
    const float *at[SEEN_FLOATS_MAX];
    for (unsigned k = 0; k < SEEN_FLOATS_MAX; k++) at[k] = item;
    const lbx_frustums one = lbx_frustums_of(&frustum_ahead, 1);
    for (enum seen_shape shape = 0; shape < SEEN_SHAPES; shape++) {
        const struct seen_items items = seen_items_of(shape, at, 1, 0, lbx_from(0));
        const struct seen_items same = seen_items_of(shape, at, 1, 0, lbx_one(0));
        const struct seen_items lacking =
            seen_items_of(shape, (const float *[SEEN_FLOATS_MAX]){NULL}, 1, 0, lbx_from(0));
        lbx_frustums frusta = one;
        expect(seen_from(NULL, 0, &items, 3, 0, NULL) == 0, "no frusta");
        expect(seen_from(NULL, 3, &items, 0, 0, NULL) == 0, "no items");
        expect(seen_from(&frusta, 1, &items, 1, 2, classes) == LBX_ERROR_FLAGS, "flags");
        expect(seen_from(NULL, 1, &items, 1, 0, classes) == LBX_ERROR_NULL, "no view");
        expect(seen_from(&frusta, 1, &lacking, 1, 0, classes) == LBX_ERROR_NULL, "no arrays");
        expect(seen_from(&frusta, 2, &items, 1, 0, classes) == LBX_ERROR_COUNT, "m");
        expect(seen_from(&frusta, 1, &items, 2, 0, classes) == LBX_ERROR_COUNT, "n");
        for (size_t k = 0; k < 19; k++) {
            lbx_frustums without = frusta;
            ((const float **)&without)[k] = NULL;
            expect(seen_from(&without, 1, &items, 1, 0, classes) == (k < 18 ? LBX_ERROR_NULL : 0),
                   "array %zu", k);
        }
        frusta.pick = lbx_one(0);
        expect(seen_from(&frusta, PTRDIFF_MAX, &same, 2, 0, NULL) == LBX_ERROR_COUNT, "m * n");
        frusta.pick = lbx_one(1);
        expect(seen_from(&frusta, 1, &items, 1, 0, classes) == LBX_ERROR_INDEX, "one");
        frusta.pick = lbx_indexed((const uint32_t[]){0, 1}, 2);
        expect(seen_from(&frusta, 2, &items, 1, 0, classes) == LBX_ERROR_INDEX, "a list");
        const uint32_t list[] = {0, 1}; // of one frustum it names no other, of two items it does
        const struct seen_items listed = seen_items_of(shape, at, 1, 0, lbx_indexed(list, 2));
        frusta.pick = lbx_indexed(list, 2);
        expect(seen_from(&frusta, 1, &listed, 2, 0, classes) == LBX_ERROR_INDEX, "the same list");
        frusta.pick = lbx_from(0);
        frusta.stride = 6;
        expect(seen_from(&frusta, 1, &items, 1, 0, classes) == LBX_ERROR_STRIDE, "stride");
    }
    lbx_frustums frusta = one;
    expect(lbx_frustum_aabb(&frusta, 1, NULL, 1, 0, classes) == LBX_ERROR_NULL, "no view");
    expect(lbx_frustum_obb(&frusta, 1, NULL, 1, 0, classes) == LBX_ERROR_NULL, "no view");
    expect(lbx_frustum_sphere(&frusta, 1, NULL, 1, 0, classes) == LBX_ERROR_NULL, "no view");
}
