// SPDX-License-Identifier: MIT
// Which points are inside closed meshes, as exact arithmetic has it, on every instruction set and
// in every layout.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "harness.h"
#include "solids.h"
#include "tables.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a };

enum { POINTS_MOST = 300 };

// Asks which points are inside. Bits behind the last one are 0, and bytes behind untouched.
static void ask_inside(const char *what, const struct tree *tree, const lbx_points *points,
                       size_t n, uint8_t inside[POINTS_MOST / 8 + 1]) {
    const size_t bytes = (n + 7) / 8;
    ptrdiff_t found[GUARDS], odd = 0;
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        struct guarded out = guarded_alloc(bytes, guard, UNTOUCHED);
        found[guard] =
            lbx_aabb_tree_inside(tree->at, points, n, guard ? LBX_REPRODUCIBLE : 0, out.at);
        expect(!upper_halves_in_use(), "%s: upper halves are in use", what);
        expect(guarded_intact(&out, UNTOUCHED), "%s: wrote beyond the answers", what);
        expect(guard == 0 || memcmp(inside, out.at, bytes) == 0, "%s: other bits", what);
        memcpy(inside, out.at, bytes);
        guarded_free(&out);
    }
    expect(found[0] >= 0, "%s: %td", what, found[0]);
    expect(n % 8 == 0 || inside[n / 8] >> n % 8 == 0, "%s: bits behind the last one", what);
    for (size_t i = 0; i < n; i++) odd += inside[i / 8] >> i % 8 & 1;
    expect(found[0] == odd && found[1] == odd, "%s: %td and %td of %td", what, found[0], found[1],
           odd);
    expect(lbx_aabb_tree_inside(tree->at, points, n, 0, NULL) == odd, "%s: no bits", what);
}

Test(tree_inside, as_exact_arithmetic_has_it) {
    static struct solid s;
    static float point[POINTS_MOST][3];
    const struct test_tables *const tables = test_tables();
    const size_t batches = tests_are_sampled() ? 16 : 160;
    for (unsigned kind = 0; kind < SOLID_KINDS; kind++) {
        size_t judged = 0, held = 0;
        for (size_t batch = 0; batch < batches; batch++) {
            struct random r = random_of(batch, kind + 100);
            uint8_t inside[2][POINTS_MOST / 8 + 1];
            solid_make(&s, kind, batch + 1000);
            struct tree tree = solid_tree(&s);
            for (size_t i = 0; i < POINTS_MOST; i++) solid_point(&s, &r, point[i]);
            const lbx_points view = lbx_points_of(point[0], POINTS_MOST, sizeof *point);
            for (size_t t = 0; t < tables->count; t++) {
                if (t > 0 && batch % 16 != 0) break;
                table_use(&tables->at[t ? t : batch % tables->count]);
                ask_inside(tables->at[t].name, &tree, &view, POINTS_MOST, inside[t > 0]);
                expect(t == 0 || memcmp(inside[0], inside[1], sizeof *inside) == 0,
                       "%s: other bits", tables->at[t].name);
            }
            for (size_t i = 0; i < POINTS_MOST; i++) {
                const int want = solid_holds(&s, point[i]);
                expect(want < 0 || (inside[0][i / 8] >> i % 8 & 1) == want, "%s, %a %a %a: not %d",
                       solid_names[kind], (double)point[i][0], (double)point[i][1],
                       (double)point[i][2], want);
                judged += want >= 0;
                held += want > 0;
            }
            tree_free(&tree);
        }
        expect(judged > batches * POINTS_MOST / 4 && held > batches / 4, "%s: %zu, %zu inside",
               solid_names[kind], judged, held);
    }
}

// Arrays, structures, a list and one point, some of which are not finite, in numbers that end in
// and between the library's portions.
Test(tree_inside, layouts) {
    enum { STEP = 5 };
    static struct solid s;
    static float rows[3][POINTS_MOST], structures[POINTS_MOST][STEP];
    static const size_t sizes[] = {0, 1, 63, 64, 65, 200};
    const struct test_tables *const tables = test_tables();
    uint32_t list[POINTS_MOST];
    struct random r = random_of(1, 42);
    solid_make(&s, SOLID_LEANING_SPONGE, 1);
    struct tree tree = solid_tree(&s);
    uint8_t want[POINTS_MOST];
    for (size_t i = 0; i < POINTS_MOST; i++) {
        list[i] = random_below(&r, POINTS_MOST);
        solid_point(&s, &r, structures[i]);
        const unsigned axis = random_below(&r, 3);
        const float other = random_hostile(&r);
        if (i % 4 == 0) structures[i][axis] = other;
        for (int c = 0; c < 3; c++) rows[c][i] = structures[i][c];
        const lbx_points alone = lbx_points_of(structures[i], 1, 0);
        want[i] = lbx_aabb_tree_inside(tree.at, &alone, 1, 0, NULL) == 1;
        bool finite = true;
        for (int c = 0; c < 3; c++) finite = finite && isfinite(structures[i][c]);
        expect(finite || !want[i], "a point that is not finite is inside");
    }
    const lbx_points views[] = {
        {.position = {rows[0], rows[1], rows[2]}, .count = POINTS_MOST},
        lbx_points_of(structures[0], POINTS_MOST, sizeof *structures),
        {.position = {rows[0], rows[1], rows[2]},
         .count = POINTS_MOST,
         .pick = lbx_indexed(list, POINTS_MOST)},
        {.position = {rows[0], rows[1], rows[2]}, .count = POINTS_MOST, .pick = lbx_one(7)}};
    for (size_t item = 0; item < 24 * tables->count; item++) {
        const size_t layout = item % 4, n = sizes[item / 4 % 6];
        uint8_t inside[POINTS_MOST / 8 + 1];
        table_use(&tables->at[item / 24]);
        ask_inside("layouts", &tree, &views[layout], n, inside);
        for (size_t i = 0; i < n; i++) {
            const size_t at = layout == 2 ? list[i] : layout == 3 ? 7 : i;
            expect((inside[i / 8] >> i % 8 & 1) == want[at], "layout %zu, %zu points, point %zu",
                   layout, n, i);
        }
    }
    tree_free(&tree);
}

Test(tree_inside, errors) {
    static struct solid s;
    static double nothing[100];
    solid_make(&s, SOLID_CUBE, 1);
    struct tree tree = solid_tree(&s);
    uint8_t inside[1] = {UNTOUCHED};
    char *const odd = (char *)tree.at + 4;
    lbx_points points = lbx_points_of(s.corner[0], 2, 12);
#define INSIDE(tree, points, n, flags) lbx_aabb_tree_inside(tree, points, n, flags, inside)
    expect(INSIDE(tree.at, &points, 2, 8) == LBX_ERROR_FLAGS &&
               INSIDE(tree.at, &points, 2, LBX_COHERENT) == LBX_ERROR_FLAGS,
           "flags");
    expect(INSIDE(NULL, &points, 2, 0) == LBX_ERROR_NULL &&
               INSIDE(tree.at, NULL, 2, 0) == LBX_ERROR_NULL,
           "nothing");
    expect(INSIDE(odd, &points, 2, 0) == LBX_ERROR_STRIDE &&
               INSIDE(nothing, &points, 2, 0) == LBX_ERROR_TREE,
           "no tree");
    expect(INSIDE(tree.at, &points, 3, 0) == LBX_ERROR_COUNT, "more than there are");
    points.stride = 6;
    expect(INSIDE(tree.at, &points, 2, 0) == LBX_ERROR_STRIDE, "a stride");
    expect(INSIDE(tree.at, NULL, 0, 0) == 0, "no points");
    expect(inside[0] == UNTOUCHED, "an error wrote answers");
    tree_free(&tree);
}
