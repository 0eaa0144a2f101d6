// SPDX-License-Identifier: MIT
#include "sides.h"

#include <math.h>

#include "number.h"
#include "scalar_ref/scalar_ref.h"

// Whether the line meets a triangle above the point. The point moves by less than any number
// towards +x, and by less than that towards -y, so that no line goes through an edge.
static bool is_above(const float (*corner)[3], const float point[3]) {
    bool below = true, above = true, left = true, right = true, under = true, over = false;
    for (int v = 0; v < 3; v++) {
        below = below && corner[v][1] < point[1];
        above = above && !(corner[v][1] < point[1]);
        left = left && corner[v][0] < point[0];
        right = right && corner[v][0] > point[0];
        under = under && corner[v][2] < point[2];
    }
    if (below || above || left || right || under) return false;
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

bool is_inside_mesh(const float (*corner)[3], size_t triangles, const float point[3]) {
    bool inside = false;
    for (size_t t = 0; t < triangles; t++) inside ^= is_above(corner + 3 * t, point);
    return inside;
}

double longest_side(const float (*corner)[3]) {
    double most = 0;
    for (int v = 0; v < 3; v++) {
        double square = 0;
        for (int c = 0; c < 3; c++) {
            const double side = (double)corner[v][c] - (double)corner[(v + 1) % 3][c];
            square += side * side;
        }
        most = fmax(most, square);
    }
    return sqrt(most);
}

double distance_of_mesh(const float (*corner)[3], size_t triangles, const float point[3],
                        double most, size_t *id) {
    double best = most * most;
    const double p[3] = {(double)point[0], (double)point[1], (double)point[2]};
    for (size_t t = 0; t < triangles; t++) {
        double at[3][3], gaps = 0, weight[2];
        int feature;
        for (int c = 0; c < 3; c++) {
            for (int v = 0; v < 3; v++) at[v][c] = (double)corner[3 * t + (size_t)v][c];
            const double low = fmin(fmin(at[0][c], at[1][c]), at[2][c]);
            const double high = fmax(fmax(at[0][c], at[1][c]), at[2][c]);
            const double gap = fmax(fmax(low - p[c], p[c] - high), 0);
            gaps += gap * gap;
        }
        if (gaps >= best) continue; // from the box of the triangle
        const double square = ref_point_triangle_double(p, at[0], at[1], at[2], weight, &feature);
        if (square >= best) continue;
        best = square;
        *id = t;
    }
    return sqrt(best);
}

void point_of_mesh(const float (*all)[3], size_t triangles, const float center[3], double size,
                   struct random *r, float point[3]) {
    const float(*const corner)[3] = all + 3 * (size_t)random_below(r, (unsigned)triangles);
    const unsigned kind = random_below(r, 4), corners = 1 + random_below(r, 3);
    const double away = ldexp(size, -random_int(r, 0, 19));
    const unsigned kept = random_below(r, 3);
    for (unsigned c = 0; c < 3; c++) {
        double x = 0;
        for (unsigned v = 0; v < corners; v++) x += (double)corner[v][c] / corners;
        const double any = random_between(r, -1, 1);
        if (kind == 0) x = (double)center[c] + 1.25 * size * any;
        if (kind == 1 || kind == 2) x += away * any;
        if (kind == 3) x = c == 2 ? (double)center[c] + size * any : (double)corner[kept][c];
        point[c] = (float)x;
    }
}
