// SPDX-License-Identifier: MIT
// Symmetries of the oracles over the cases' scenes: sides swapped, axes of space permuted, pairs
// mirrored, moved and scaled, as long as the floats stay exact; and shapes that are also another
// kernel's.
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "layout.h"
#include "oracle.h"

enum { ITEMS = 300 };

struct pair {
    const struct lbx_case *c;
    const struct oracle *oracle;
    float x[2][CASE_FLOATS_MAX];
    bool exact;       // no float was rounded
    double length, t; // factors of the answer's lengths and t
};

// Visits the parts of both sides. Gets the part's letter, as in struct lbx_case, and its floats.
typedef void visit(struct pair *pair, char part, float x[], const double by[3]);

static void each_part(struct pair *pair, visit *change, const double by[3]) {
    for (int s = 0; s < 2; s++) {
        float *x = pair->x[s];
        for (const char *part = pair->c->shape[s]; *part; part++) {
            change(pair, *part, x, by);
            x += strchr("tro", *part) ? 1 : 3;
        }
    }
}

static void set(struct pair *pair, float *x, double value) {
    *x = (float)value;
    pair->exact = pair->exact && *x == value;
}

static bool is_in_space(char part) {
    return strchr("pmMdan", part);
}

static void turn_part(struct pair *pair, char part, float x[], const double by[3]) {
    (void)pair, (void)by;
    if (!is_in_space(part)) return;
    const float first = x[0];
    x[0] = x[1], x[1] = x[2], x[2] = first;
}

static void turn(struct random *r, struct pair *pair) {
    (void)r;
    each_part(pair, turn_part, NULL);
}

static void mirror_part(struct pair *pair, char part, float x[], const double by[3]) {
    (void)pair;
    const int c = (int)by[0];
    if (!is_in_space(part)) return;
    x[c] = -x[c];
    if (part != 'M') return;
    const float min = x[c];
    x[c] = x[c - 3];
    x[c - 3] = min;
}

static void mirror(struct random *r, struct pair *pair) {
    each_part(pair, mirror_part, (double[3]){random_below(r, 3)});
}

// Adds, and notes by Knuth's two-sum whether the sum is exact.
static void add_exactly(struct pair *pair, float *x, double by) {
    const double sum = *x + by, part = sum - *x;
    pair->exact = pair->exact && (*x - (sum - part)) + (by - part) == 0;
    set(pair, x, sum);
}

static void move_part(struct pair *pair, char part, float x[], const double by[3]) {
    for (int c = 0; c < 3 && part == 'o'; c++) { // -n.p
        const double more = -(double)x[c - 3] * by[c];
        pair->exact = pair->exact && (float)more == more;
        add_exactly(pair, x, more);
    }
    for (int c = 0; c < 3 && strchr("pmM", part); c++) add_exactly(pair, &x[c], by[c]);
}

static void move(struct random *r, struct pair *pair) {
    double by[3];
    for (int c = 0; c < 3; c++) {
        const float x = pair->x[1][c];
        by[c] = random_int(r, -3, 3) * (x == 0 ? 1 : ldexp(1, ilogb(x) - random_int(r, 0, 3)));
    }
    each_part(pair, move_part, by);
}

static void scale_part(struct pair *pair, char part, float x[], const double by[3]) {
    if (part == 't') {
        if (isfinite(*x)) set(pair, x, *x / by[1] * by[0]);
        return;
    }
    if (part == 'r') set(pair, x, *x * by[0]);
    if (part == 'o') {
        set(pair, x, *x * by[1] * by[0]);
        return;
    }
    for (int c = 0; c < 3; c++) {
        if (strchr("pmMh", part)) set(pair, &x[c], x[c] * by[0]);
        if (part == 'd' || part == 'n') set(pair, &x[c], x[c] * by[1]);
    }
}

static void scale(struct random *r, struct pair *pair) {
    pair->length = ldexp(1, random_int(r, -9, 9));
    const double speed = ldexp(1, random_int(r, -9, 9));
    pair->t = pair->length / speed;
    each_part(pair, scale_part, (double[3]){pair->length, speed});
    case_distance *= (float)pair->length;
}

// Permutes a box's own axes and reverses one. It stays the same box.
static void rename_part(struct pair *pair, char part, float x[], const double by[3]) {
    (void)pair, (void)by;
    if (part != 'h') return;
    const float half = x[0];
    x[0] = x[1], x[1] = half;
    for (int c = 3; c < 6; c++) {
        const float axis = x[c];
        x[c] = x[3 + c], x[3 + c] = axis, x[6 + c] = -x[6 + c];
    }
}

static void rename_axes(struct random *r, struct pair *pair) {
    (void)r;
    each_part(pair, rename_part, NULL);
}

static void swap(struct random *r, struct pair *pair) {
    (void)r;
    float first[CASE_FLOATS_MAX];
    memcpy(first, pair->x[0], sizeof first);
    memcpy(pair->x[0], pair->x[1], sizeof first);
    memcpy(pair->x[1], first, sizeof first);
}

static bool any(const struct lbx_case *c) {
    return c;
}

static bool of_two_alike(const struct lbx_case *c) {
    return strcmp(c->shape[0], c->shape[1]) == 0;
}

static bool with_axes(const struct lbx_case *c) {
    return strchr(c->shape[0], 'a') || strchr(c->shape[1], 'a');
}

static bool same(double got, double want) {
    return got == want || (isfinite(want) && fabs(got - want) <= 0x1p-49 * fabs(want));
}

static struct exact ask_oracle(const struct pair *pair) {
    return pair->oracle->answer(pair->x[0], pair->x[1]);
}

static void expect_symmetry(const char *what, bool (*concerns)(const struct lbx_case *c),
                            void (*change)(struct random *r, struct pair *pair)) {
    struct random r = {3};
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        const struct oracle *const oracle = oracle_of(c->name);
        // Sweeps have symmetries of their own, in test_sweeps.c.
        if (strchr(c->shape[0], 'v') || !concerns(c)) continue;
        unsigned asked = 0, touching = 0;
        for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
            // Scaling changes answers here: t is clamped to 2^127, and UNDECIDED may be right for
            // small boxes.
            if (scene == SCENE_WHOLE_RANGE && change == scale) continue;
            struct batch batch = batch_fill(c, 12, scene, ITEMS);
            for (size_t i = 0; i < ITEMS; i++) {
                struct pair pair = {c, oracle, .exact = true, .length = 1, .t = 1};
                for (int s = 0; s < 2; s++) {
                    for (unsigned f = 0; f < c->floats[s]; f++)
                        pair.x[s][f] = batch.side[s].at[f][i];
                }
                const struct exact want = ask_oracle(&pair);
                change(&r, &pair);
                if (!pair.exact) {
                    case_distance = CASE_DISTANCE;
                    continue;
                }
                const struct exact got = ask_oracle(&pair);
                case_distance = CASE_DISTANCE;
                // In the whole range, margins and t leave the range of double, so they are not
                // compared.
                const bool close = scene != SCENE_WHOLE_RANGE;
                bool right = got.hit == want.hit && (got.wrong == want.wrong || change == scale);
                right = right && (!close || (same(got.margin, want.margin * pair.length) &&
                                             same(got.weighed, want.weighed * pair.length)));
                for (unsigned o = 0; o < c->outputs && want.hit && close; o++)
                    right = right && same(got.out[o], want.out[o] * pair.t);
                expect(right, "%s %s, scene %d item %zu: margin %a, not %a", c->name, what,
                       (int)scene, i, got.margin, want.margin * pair.length);
                asked++;
                touching += want.margin == 0;
            }
            batch_free(&batch);
        }
        expect(asked >= ITEMS / 2 && touching >= 20, "%s %s: %u pairs, %u touching", c->name, what,
               asked, touching);
    }
}

Test(oracle_symmetry, sides_swapped) {
    expect_symmetry("swapped", of_two_alike, swap);
}

Test(oracle_symmetry, space_turned) {
    expect_symmetry("turned", any, turn);
}

Test(oracle_symmetry, space_mirrored) {
    expect_symmetry("mirrored", any, mirror);
}

Test(oracle_symmetry, space_moved) {
    expect_symmetry("moved", any, move);
}

Test(oracle_symmetry, space_scaled) {
    expect_symmetry("scaled", any, scale);
}

Test(oracle_symmetry, axes_renamed) {
    expect_symmetry("renamed", with_axes, rename_axes);
}

// The oriented box of an axis-aligned one. Returns whether its center and half extents are floats.
static bool as_obb(const float box[6], float x[15]) {
    struct pair sums = {.exact = true};
    for (int c = 0; c < 3; c++) {
        x[c] = box[3 + c];
        add_exactly(&sums, &x[c], box[c]);
        set(&sums, &x[c], x[c] / 2);
        x[3 + c] = box[3 + c];
        add_exactly(&sums, &x[3 + c], -box[c]);
        set(&sums, &x[3 + c], x[3 + c] / 2);
        for (int k = 0; k < 3; k++) x[6 + 3 * k + c] = k == c;
    }
    return sums.exact;
}

Test(oracle_symmetry, boxes_are_oriented_boxes) {
    enum { PAIRS = 3000 };
    struct batch batch = batch_fill(case_named("aabb_aabb"), 13, SCENE_TOUCHING, PAIRS);
    unsigned asked = 0, touching = 0;
    for (size_t i = 0; i < PAIRS; i++) {
        float x[2][6], obb[2][15];
        for (int s = 0; s < 2; s++) {
            for (int k = 0; k < 6; k++) x[s][k] = batch.side[s].at[k][i];
        }
        if (!as_obb(x[0], obb[0]) || !as_obb(x[1], obb[1])) continue;
        const struct exact want = oracle_of("aabb_aabb")->answer(x[0], x[1]);
        const struct exact got = oracle_of("obb_obb")->answer(obb[0], obb[1]);
        expect(got.hit == want.hit && same(got.margin, want.margin), "item %zu: %a, not %a", i,
               got.margin, want.margin);
        const struct exact mixed = oracle_of("aabb_obb")->answer(x[0], obb[1]);
        expect(mixed.hit == want.hit && same(mixed.margin, want.margin), "item %zu: %a, not %a", i,
               mixed.margin, want.margin);
        asked++;
        touching += want.margin == 0;
    }
    batch_free(&batch);
    expect(asked > PAIRS / 3 && touching > PAIRS / 6, "%u pairs, %u touching", asked, touching);
}

struct whole_ray {
    int origin[3], dir[3], end; // t from 0 to end
    float box[6];
};

static struct whole_ray random_ray(struct random *r) {
    struct whole_ray ray = {.end = random_int(r, 1, 2)};
    for (int c = 0; c < 3; c++) {
        ray.origin[c] = random_int(r, -8, 8);
        ray.dir[c] = random_chance(r, 4) ? 0 : random_int(r, -3, 3) - ray.origin[c];
        ray.box[c] = (float)random_int(r, -4, 2);
        ray.box[3 + c] = ray.box[c] + 2 * (float)random_int(r, 0, 4);
    }
    return ray;
}

static struct exact answer_of(const struct whole_ray *ray, bool reversed) {
    float x[11] = {0};
    for (int c = 0; c < 3; c++) {
        x[c] = (float)(ray->origin[c] + (reversed ? ray->end * ray->dir[c] : 0));
        x[3 + c] = (float)(reversed ? -ray->dir[c] : ray->dir[c]);
    }
    x[10] = (float)ray->end;
    return oracle_of("ray_aabb")->answer(x, ray->box);
}

Test(oracle_symmetry, rays_reversed) {
    struct random r = {4};
    unsigned hits = 0, touching = 0;
    for (int k = 0; k < 4000; k++) {
        const struct whole_ray ray = random_ray(&r);
        const struct exact there = answer_of(&ray, false), back = answer_of(&ray, true);
        expect(there.hit == back.hit && same(there.margin, back.margin), "ray %d: %a, %a", k,
               there.margin, back.margin);
        if (there.hit) {
            expect(fabs(there.out[0] + back.out[1] - ray.end) < 1e-14 &&
                       fabs(there.out[1] + back.out[0] - ray.end) < 1e-14,
                   "ray %d: %a to %a, back %a to %a", k, there.out[0], there.out[1], back.out[0],
                   back.out[1]);
        }
        hits += there.hit;
        touching += there.margin == 0;
    }
    expect(hits > 500 && touching > 200 && hits < 3500, "%u hit, %u touch", hits, touching);
}

// A ray cut to its range is a box without width. For a miss, the gap along the axis that separates
// most is at most the distance, and at least the distance / sqrt(3) (numerics.md).
Test(oracle_symmetry, rays_are_sticks) {
    struct random r = {5};
    unsigned apart = 0, slanted = 0;
    double most = 0;
    for (int k = 0; k < 4000; k++) {
        const struct whole_ray ray = random_ray(&r);
        float box[15], stick[15] = {0};
        expect(as_obb(ray.box, box), "the box of ray %d", k);
        for (int c = 0; c < 3; c++) {
            stick[c] = (float)ray.origin[c] + .5f * (float)(ray.end * ray.dir[c]);
            stick[6 + c] = (float)ray.dir[c];
        }
        stick[3] = .5f * (float)ray.end;
        const struct exact want = oracle_of("obb_obb")->answer(stick, box);
        const struct exact got = answer_of(&ray, false);
        expect(got.hit == want.hit, "ray %d: %a, the stick %a", k, got.margin, want.margin);
        if (got.hit) {
            expect(same(got.margin, want.margin), "ray %d: %a, the stick %a", k, got.margin,
                   want.margin);
            continue;
        }
        const double ratio = got.margin / want.margin;
        expect(ratio > 1 - 0x1p-49 && ratio < sqrt(3) + 0x1p-49, "ray %d: distance %a, gap %a", k,
               -got.margin, -want.margin);
        apart++;
        slanted += ratio > 1.2;
        most = fmax(most, ratio);
    }
    expect(apart > 1000 && slanted > 50 && most > 1.6, "%u apart, %u slanted, at most %g", apart,
           slanted, most);
}
