// SPDX-License-Identifier: MIT
// Signs of distances against the exact oracle: the line upwards from a point meets the surface an
// odd number of times if the point is inside.
#include <math.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle/number.h"
#include "signs.h"
#include "tables.h"

// Whether the line meets a triangle above the point. The point moves by less than any number
// towards +x, and by less than that towards -y, so that no line goes through an edge.
static bool is_above(const float (*corner)[3], const float point[3]) {
    bool below = true, above = true, left = true, over = false;
    for (int v = 0; v < 3; v++) {
        below = below && corner[v][1] < point[1];
        above = above && !(corner[v][1] < point[1]);
        left = left && corner[v][0] < point[0];
    }
    if (below || above || left) return false;
    float all[12];
    for (int c = 0; c < 12; c++) all[c] = c < 9 ? corner[c / 3][c % 3] : point[c - 9];
    numbers_begin();
    const int exponent = exponent_of(all, 12, 0);
    const struct vector from = vector_of(point, exponent);
    struct vector x[3];
    mpz_ptr depth = number(), sum = number(), part = number(), side = number();
    for (int v = 0; v < 3; v++) {
        x[v] = vector_of(corner[v], exponent);
        for (int c = 0; c < 3; c++) mpz_sub(x[v].at[c], x[v].at[c], from.at[c]);
    }
    mpz_set_ui(depth, 0);
    mpz_set_ui(sum, 0);
    for (int k = 0; k < 3; k++) {
        const struct vector *const a = &x[(k + 1) % 3], *const b = &x[(k + 2) % 3];
        const bool a_below = mpz_sgn(a->at[1]) < 0, b_below = mpz_sgn(b->at[1]) < 0;
        mpz_mul(side, a->at[0], b->at[1]);
        mpz_mul(part, b->at[0], a->at[1]);
        mpz_sub(side, side, part);
        if (a_below != b_below) over ^= a_below ? mpz_sgn(side) > 0 : mpz_sgn(side) < 0;
        mpz_add(sum, sum, side);
        mpz_addmul(depth, side, x[k].at[2]);
    }
    return over && mpz_sgn(sum) * mpz_sgn(depth) > 0;
}

static bool is_inside(const struct shape *s, const float point[3]) {
    bool inside = false;
    for (size_t t = 0; t < s->triangles; t++) inside ^= is_above(s->corner + 3 * t, point);
    return inside;
}

// Points around the mesh and in it, beside its vertices, edges and faces at all distances, and such
// that lines meet vertices.
static void make_point(const struct shape *s, const float center[3], struct random *r, float p[3]) {
    const float(*const corner)[3] = s->corner + 3 * (size_t)random_below(r, (unsigned)s->triangles);
    const unsigned kind = random_below(r, 4), corners = 1 + random_below(r, 3);
    const double away = ldexp(1, -random_int(r, 0, 19));
    const unsigned kept = random_below(r, 3);
    for (unsigned c = 0; c < 3; c++) {
        double x = 0;
        for (unsigned v = 0; v < corners; v++) x += (double)corner[v][c] / corners;
        const double any = random_between(r, -1, 1);
        if (kind == 0) x = (double)center[c] + 1.25 * any;
        if (kind == 1 || kind == 2) x += away * any;
        if (kind == 3) x = c == 2 ? (double)center[c] + any : (double)corner[kept][c];
        p[c] = (float)x;
    }
}

Test(oracle_signs, closed_meshes) {
    enum { POINTS = 400 };
    static struct shape s;
    static float point[POINTS][3], distance[POINTS], every[POINTS];
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    static const double least[] = {.95, .6, .3, .1, .02};
    static const float centers[][3] = {{0, 0, 0}, {5, -3, 9}, {100, 70, -1000}};
    const struct test_tables *const tables = test_tables();
    const unsigned shapes = tests_are_sampled() ? 15 : 300;
    size_t judged = 0, inside = 0;
    for (unsigned item = 0; item < shapes; item++) {
        const float *const center = centers[item / 5 % 3];
        struct random r = random_of(item, 76);
        shape_star(&s, 3 + (int)(item % 7), least[item % 5], center, item);
        const lbx_mesh view = shape_view(&s);
        struct signed_tree t = signed_of(&view, 0);
        expect(t.counts.edges == 0 && t.counts.triangles == 0, "shape %u: %llu edges", item,
               (unsigned long long)t.counts.edges);
        for (size_t i = 0; i < POINTS; i++) make_point(&s, center, &r, point[i]);
        const lbx_points points = lbx_points_of(point[0], POINTS, sizeof *point);
        table_use(&tables->at[item % tables->count]);
        for (int k = 0; k < 2; k++) {
            const lbx_closest_out out = {.distance = k ? every : distance};
            expect(lbx_aabb_tree_signed_distance(t.tree.at, t.signs.at, &points, NULL, POINTS,
                                                 k ? LBX_SIGN_BY_CROSSINGS : 0, &out, scratch,
                                                 sizeof scratch) == POINTS,
                   "searched");
        }
        for (size_t i = 0; i < POINTS; i++) {
            if (!(fabs((double)distance[i]) > 1e-6 * sqrt(12))) continue; // of the diagonal
            const bool is_in = is_inside(&s, point[i]);
            expect((distance[i] < 0) == is_in && (every[i] < 0) == is_in,
                   "shape %u: %a %a %a at %a, by crossings %a, inside %d", item,
                   (double)point[i][0], (double)point[i][1], (double)point[i][2],
                   (double)distance[i], (double)every[i], is_in);
            judged++;
            inside += is_in;
        }
        signed_free(&t);
    }
    expect(judged > shapes * POINTS / 2 && inside > judged / 10, "%zu, %zu inside", judged, inside);
}
