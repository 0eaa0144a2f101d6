// SPDX-License-Identifier: MIT
// The choice of separating axes against another way to decide the same: a search for a common
// point.
//
// Two solids share a point if weights w of their corners (0 to 1, with a sum of 1 for each solid)
// and steps x along their axes (-half to half) make a point of A equal to one of B. These are
// linear equations with bounds. If they have solutions, then a vertex of the set of solutions is
// one. There the columns of the unknowns that lie strictly between their bounds are independent:
// otherwise the vertex could move both ways. So every choice of unknowns that are at a bound, with
// the others free, is tried in fractions. This needs no axis, no normal and no product of vectors.
#include <math.h>
#include <stdlib.h>

#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "layout.h"
#include "oracle.h"
#include "solid.h"

enum { ROWS = 5, UNKNOWNS_MAX = 12 };

// The sum of all value * column = right, with low <= value <= high.
static struct problem {
    mpq_t column[UNKNOWNS_MAX][ROWS], low[UNKNOWNS_MAX], high[UNKNOWNS_MAX], right[ROWS];
    unsigned count;
    mpq_t table[ROWS]
               [ROWS + 1]; // scratch: the columns of the free unknowns, and their required sum
    unsigned free[ROWS], free_count;
    mpq_t factor, term;
    bool ready;
} problem;

static void init_problem(void) {
    if (problem.ready) return;
    problem.ready = true;
    for (unsigned k = 0; k < UNKNOWNS_MAX; k++) {
        for (unsigned r = 0; r < ROWS; r++) mpq_init(problem.column[k][r]);
        mpq_inits(problem.low[k], problem.high[k], NULL);
    }
    for (unsigned r = 0; r < ROWS; r++) {
        mpq_init(problem.right[r]);
        for (unsigned k = 0; k <= ROWS; k++) mpq_init(problem.table[r][k]);
    }
    mpq_inits(problem.factor, problem.term, NULL);
}

static void add_unknown(const struct vector *direction, int sign, unsigned solid, bool weight) {
    mpq_t *const column = problem.column[problem.count];
    for (unsigned r = 0; r < 3; r++) {
        mpq_set_z(column[r], direction->at[r]);
        if (sign < 0) mpq_neg(column[r], column[r]);
    }
    for (unsigned s = 0; s < 2; s++) mpq_set_si(column[3 + s], weight && s == solid, 1);
}

static void pose(const struct solid *a, const struct solid *b) {
    problem.count = 0;
    for (unsigned r = 0; r < ROWS; r++) mpq_set_si(problem.right[r], r >= 3, 1);
    for (unsigned s = 0; s < 2; s++) {
        const struct solid *const solid = s ? b : a;
        for (unsigned k = 0; k < solid->corners; k++) {
            add_unknown(&solid->corner[k], s ? -1 : 1, s, true);
            mpq_set_si(problem.low[problem.count], solid->corners == 1, 1);
            mpq_set_si(problem.high[problem.count++], 1, 1);
        }
        for (unsigned k = 0; k < solid->axes; k++) {
            add_unknown(&solid->axis[k], s ? -1 : 1, s, false);
            mpq_set_z(problem.high[problem.count], solid->half[k]);
            mpq_neg(problem.low[problem.count], problem.high[problem.count]);
            problem.count++;
        }
    }
}

// Solves by elimination. The free unknowns must have exactly one solution, within their bounds.
static bool solves(void) {
    mpq_t(*const table)[ROWS + 1] = problem.table;
    const unsigned count = problem.free_count;
    for (unsigned k = 0; k < count; k++) {
        unsigned pivot = k;
        while (pivot < ROWS && mpq_sgn(table[pivot][k]) == 0) pivot++;
        if (pivot == ROWS) return false; // depends on the others
        for (unsigned c = k; c <= count && pivot != k; c++) mpq_swap(table[pivot][c], table[k][c]);
        for (unsigned r = 0; r < ROWS; r++) {
            if (r == k || mpq_sgn(table[r][k]) == 0) continue;
            mpq_div(problem.factor, table[r][k], table[k][k]);
            for (unsigned c = k; c <= count; c++) {
                mpq_mul(problem.term, problem.factor, table[k][c]);
                mpq_sub(table[r][c], table[r][c], problem.term);
            }
        }
    }
    for (unsigned r = count; r < ROWS; r++) {
        if (mpq_sgn(table[r][count]) != 0) return false;
    }
    for (unsigned k = 0; k < count; k++) {
        mpq_div(problem.term, table[k][count], table[k][k]);
        const unsigned unknown = problem.free[k];
        if (mpq_cmp(problem.term, problem.low[unknown]) < 0) return false;
        if (mpq_cmp(problem.term, problem.high[unknown]) > 0) return false;
    }
    return true;
}

// `at` says which unknowns are at their low bound, at their high one, or free.
static bool try_choice(const int at[]) {
    const unsigned count = problem.free_count;
    for (unsigned r = 0; r < ROWS; r++) {
        mpq_set(problem.table[r][count], problem.right[r]);
        for (unsigned k = 0; k < count; k++) {
            mpq_set(problem.table[r][k], problem.column[problem.free[k]][r]);
        }
        for (unsigned k = 0; k < problem.count; k++) {
            if (at[k] == 2) continue;
            mpq_mul(problem.term, at[k] ? problem.high[k] : problem.low[k], problem.column[k][r]);
            mpq_sub(problem.table[r][count], problem.table[r][count], problem.term);
        }
    }
    return solves();
}

static bool search(int at[], unsigned k) {
    if (k == problem.count) return try_choice(at);
    for (at[k] = 0; at[k] < 2; at[k]++) {
        if (search(at, k + 1)) return true;
        if (mpq_equal(problem.low[k], problem.high[k])) break; // only one value
    }
    if (problem.free_count == ROWS || mpq_equal(problem.low[k], problem.high[k])) return false;
    at[k] = 2;
    problem.free[problem.free_count++] = k;
    const bool found = search(at, k + 1);
    problem.free_count--;
    return found;
}

static bool share_a_point(const struct solid *a, const struct solid *b) {
    init_problem();
    pose(a, b);
    problem.free_count = 0;
    int at[UNKNOWNS_MAX];
    return search(at, 0);
}

// How many pairs were apart, touched and overlapped. A test that meets only one kind shows little.
struct met {
    unsigned apart, touching, deep;
};

static void count(struct met *met, bool hit, double margin) {
    met->apart += !hit;
    met->touching += hit && margin == 0;
    met->deep += hit && margin > 0;
}

static void expect_all_kinds(const struct met *met, unsigned least) {
    expect(met->apart >= least && met->touching >= least && met->deep >= least,
           "%u apart, %u touch, %u overlap", met->apart, met->touching, met->deep);
}

static void search_boxes(const char *what, const float first[15], const float second[15],
                         struct met *met) {
    const struct exact exact = oracle_of("obb_obb")->answer(first, second);
    numbers_begin();
    const int lengths = exponent_of(first, 6, exponent_of(second, 6, 0));
    const int axes = exponent_of(first + 6, 9, exponent_of(second + 6, 9, 0));
    const struct solid a = solid_of_obb(first, lengths, axes);
    const struct solid b = solid_of_obb(second, lengths, axes);
    const bool hit = share_a_point(&a, &b);
    expect(hit == exact.hit, "%s: %s, margin %a", what, hit ? "a common point" : "no common point",
           exact.margin);
    count(met, hit, exact.margin);
}

Test(oracle_search, oriented_boxes_of_the_scenes) {
    enum { ITEMS = 150 };
    const struct lbx_case *c = case_named("obb_obb");
    struct met met = {0};
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        if (scene != SCENE_MIXED && scene != SCENE_TOUCHING && scene != SCENE_SCALES) continue;
        struct batch batch = batch_fill(c, 5, scene, ITEMS);
        for (size_t i = 0; i < ITEMS; i++) {
            float x[2][15];
            for (int s = 0; s < 2; s++) {
                for (int k = 0; k < 15; k++) x[s][k] = batch.side[s].at[k][i];
            }
            search_boxes("a scene's", x[0], x[1], &met);
        }
        batch_free(&batch);
    }
    expect_all_kinds(&met, 20);
}

static void small(struct random *r, float x[], unsigned count, int most) {
    for (unsigned k = 0; k < count; k++) x[k] = (float)random_int(r, -most, most);
}

// Boxes of small integers: skewed, flat, sticks and points, with axes that are zero, parallel or
// dependent.
Test(oracle_search, parallelepipeds) {
    struct random r = {6};
    struct met met = {0};
    for (int k = 0; k < 4000; k++) {
        float x[2][15];
        for (int s = 0; s < 2; s++) {
            small(&r, x[s], 3, 3);
            for (int i = 0; i < 3; i++) x[s][3 + i] = (float)random_int(&r, 0, 2);
            small(&r, x[s] + 6, 9, 2);
            for (int i = 0; i < 3; i++) {
                float *const axis = x[s] + 6 + 3 * i, *const other = x[s] + 6 + 3 * ((i + 1) % 3);
                const unsigned kind = random_below(&r, 6);
                for (int c = 0; c < 3 && kind < 2; c++) axis[c] = kind ? -2 * other[c] : 0;
            }
        }
        if (random_chance(&r, 3)) { // in one plane
            for (int s = 0; s < 2; s++) x[s][0] = x[s][6] = x[s][9] = x[s][12] = 0;
        }
        search_boxes("integers'", x[0], x[1], &met);
    }
    expect_all_kinds(&met, 400);
}

static struct solid small_solid(struct random *r, unsigned corners, unsigned axes) {
    struct solid s = {.corners = corners, .axes = axes};
    float x[3];
    const bool plane = random_chance(r, 4);
    for (unsigned k = 0; k < corners; k++) {
        small(r, x, 3, 3);
        if (plane) x[2] = 0;
        s.corner[k] = vector_of(x, 0);
        if (k > 0 && random_chance(r, 8)) s.corner[k] = s.corner[k - 1];
    }
    for (unsigned k = 0; k < axes; k++) {
        small(r, x, 3, 2);
        if (plane) x[2] = 0;
        s.axis[k] = vector_of(x, 0);
        s.half[k] = number_of((float)random_int(r, 0, 1), 0);
    }
    return s;
}

// Points, segments, triangles and boxes in motion.
Test(oracle_search, solids_with_corners) {
    static const struct {
        unsigned a[2], b[2], pairs;
    } kinds[] = {
        {{2, 0}, {1, 3}, 150}, {{3, 0}, {1, 3}, 100}, {{2, 0}, {2, 0}, 100}, {{3, 0}, {3, 0}, 60},
        {{1, 0}, {3, 0}, 100}, {{2, 0}, {3, 0}, 100}, {{2, 3}, {1, 3}, 8},   {{2, 1}, {2, 2}, 30},
    };
    struct random r = {7};
    struct met met = {0};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (unsigned i = 0; i < kinds[k].pairs; i++) {
            numbers_begin();
            const struct solid a = small_solid(&r, kinds[k].a[0], kinds[k].a[1]);
            const struct solid b = small_solid(&r, kinds[k].b[0], kinds[k].b[1]);
            const struct separation found = separate(&a, &b, 0);
            const bool hit = share_a_point(&a, &b);
            expect(hit == !found.apart, "kind %zu pair %u: %s, margin %a", k, i,
                   hit ? "a common point" : "no common point", found.margin);
            count(&met, hit, found.margin);
        }
    }
    expect_all_kinds(&met, 30);
}

// The oracle finds a ray's points in a box by the t of the box's planes. This test compares it with
// a segment against the box.
Test(oracle_search, rays) {
    struct random r = {8};
    struct met met = {0};
    for (int k = 0; k < 1000; k++) {
        float ray[11], box[6];
        small(&r, ray, 3, 4);
        small(&r, ray + 3, 3, 2); // a point to aim at
        for (int c = 0; c < 3; c++) {
            box[c] = ray[3 + c] - (float)random_int(&r, 0, 2);
            box[3 + c] = ray[3 + c] + (float)random_int(&r, 0, 2);
            ray[3 + c] += (float)random_int(&r, -1, 1) - ray[c];
        }
        ray[9] = (float)random_int(&r, -1, 4) / 4;
        ray[10] = (float)random_int(&r, 4, 8) / 4;
        const struct exact exact = oracle_of("ray_aabb")->answer(ray, box);
        numbers_begin();
        float end[2][3];
        for (int c = 0; c < 3; c++) {
            end[0][c] = ray[c] + fmaxf(ray[9], 0) * ray[3 + c];
            end[1][c] = ray[c] + ray[10] * ray[3 + c];
        }
        const struct solid a = {.corners = 2,
                                .corner = {vector_of(end[0], -3), vector_of(end[1], -3)}};
        const struct solid b = solid_of_aabb(box, -3);
        const bool hit = share_a_point(&a, &b);
        expect(hit == exact.hit, "ray %d: %s, margin %a", k,
               hit ? "a common point" : "no common point", exact.margin);
        count(&met, hit, exact.margin);
    }
    expect_all_kinds(&met, 100);
}

// The same against parallelepipeds of any three independent integer axes.
Test(oracle_search, rays_and_parallelepipeds) {
    struct random r = {10};
    struct met met = {0};
    while (met.apart + met.touching + met.deep < 1500) {
        float ray[11], box[15], end[2][3];
        small(&r, box, 3, 3);
        for (int k = 0; k < 3; k++) box[3 + k] = (float)random_int(&r, 0, 2);
        small(&r, box + 6, 9, 2);
        const float *const u = box + 6, *const v = box + 9, *const w = box + 12;
        if (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                u[2] * (v[0] * w[1] - v[1] * w[0]) ==
            0)
            continue;
        float at[3]; // the ray's target, in halves along the axes
        for (int k = 0; k < 3; k++) at[k] = box[3 + k] * (float)random_int(&r, -2, 2) / 2;
        small(&r, ray, 3, 8);
        ray[9] = (float)random_int(&r, -1, 4) / 4;
        ray[10] = (float)random_int(&r, 4, 8) / 4;
        for (int c = 0; c < 3; c++) {
            const float aim = box[c] + at[0] * u[c] + at[1] * v[c] + at[2] * w[c];
            ray[3 + c] = aim + (float)random_int(&r, -1, 1) - ray[c];
            end[0][c] = ray[c] + fmaxf(ray[9], 0) * ray[3 + c];
            end[1][c] = ray[c] + ray[10] * ray[3 + c];
        }
        const struct exact exact = oracle_of("ray_obb")->answer(ray, box);
        numbers_begin();
        const struct solid a = {.corners = 2,
                                .corner = {vector_of(end[0], -3), vector_of(end[1], -3)}};
        const struct solid b = solid_of_obb(box, -3, 0);
        const bool hit = share_a_point(&a, &b);
        expect(hit == exact.hit, "%s, margin %a", hit ? "a common point" : "no common point",
               exact.margin);
        count(&met, hit, exact.margin);
    }
    expect_all_kinds(&met, 100);
}
