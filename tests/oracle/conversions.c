// SPDX-License-Identifier: MIT
// Conversions: extents, diagonals and rotations as integers times a power of two. A box is the
// parallelepiped that its axes span. A rotation is that of a quaternion, divided by its square.
#include "conversions.h"

#include <math.h>
#include <string.h>

#include "near.h"
#include "scalar_ref.h"

enum { CENTER = 0, HALF = 3, AXIS = 6, RADIUS = 3, ROTATION = 3 }; // the floats of an element

#define LEAST 0x1p-70 // the contract's absolute slack

static double double_of(mpz_srcptr x, int exponent) {
    return ldexp(mpz_get_d(x), exponent);
}

static double worst(double a, double b) { // a NaN is worst
    return a > b || isnan(a) ? a : b;
}

// x, a length, in units of 2^(lengths + axes).
static mpz_ptr scaled(float x, int lengths, int axes) {
    const mpz_ptr z = number_of(x, lengths);
    mpz_mul_2exp(z, z, (mp_bitcnt_t)-axes);
    return z;
}

static double judge_aabb_from_obb(const float x[], const float none[], const float got[]) {
    (void)none;
    numbers_begin();
    const int lengths = exponent_of(x, AXIS, exponent_of(got, 6, 0));
    const int axes = exponent_of(x + AXIS, 9, 0), unit = lengths + axes;
    double part = 0;
    for (int c = 0; c < 3; c++) {
        const mpz_ptr extent = number(), out = number(), center = scaled(x[c], lengths, axes);
        mpz_set_ui(extent, 0);
        for (int k = 0; k < 3; k++)
            mpz_addmul(extent, number_of(fabsf(x[AXIS + 3 * k + c]), axes),
                       number_of(x[HALF + k], lengths));
        const double size = fabs((double)x[c]) + double_of(extent, unit);
        for (int high = 0; high < 2; high++) { // how far it exceeds the exact box
            mpz_sub(out, scaled(got[3 * high + c], lengths, axes), center);
            if (!high) mpz_neg(out, out);
            mpz_sub(out, out, extent);
            if (mpz_sgn(out) < 0) return INFINITY;
            part = worst(part, double_of(out, unit) / (0x1p-20 * size + LEAST));
        }
    }
    return part;
}

static double judge_aabb_from_triangle(const float x[], const float none[], const float got[]) {
    (void)none;
    for (int c = 0; c < 3; c++) {
        bool least = false, most = false; // equal to a coordinate of a vertex
        for (int v = 0; v < 3; v++) {
            if (got[c] > x[3 * v + c] || got[3 + c] < x[3 * v + c]) return INFINITY;
            least |= got[c] == x[3 * v + c];
            most |= got[3 + c] == x[3 * v + c];
        }
        if (!least || !most) return INFINITY;
    }
    return 0;
}

static double judge_aabb_from_capsule(const float x[], const float none[], const float got[]) {
    (void)none;
    numbers_begin();
    const int exponent = exponent_of(x, 7, exponent_of(got, 6, 0));
    const mpz_ptr out = number(), radius = number_of(x[6], exponent);
    double part = 0;
    for (int c = 0; c < 3; c++) {
        for (int high = 0; high < 2; high++) { // how far a face is beyond the further end's
            const bool second = high ? x[3 + c] > x[c] : x[3 + c] < x[c];
            const float end = x[second ? 3 + c : c];
            mpz_sub(out, number_of(got[3 * high + c], exponent), number_of(end, exponent));
            if (!high) mpz_neg(out, out);
            mpz_sub(out, out, radius);
            if (mpz_sgn(out) < 0) return INFINITY;
            const double size = fabs((double)end) + (double)x[6];
            part = worst(part, double_of(out, exponent) / (0x1p-20 * size + LEAST));
        }
    }
    return part;
}

static double judge_sphere_from_obb(const float x[], const float none[], const float got[]) {
    (void)none;
    if (memcmp(got, x, 3 * sizeof *got) != 0 || !(got[RADIUS] >= 0)) return INFINITY;
    numbers_begin();
    const int lengths = exponent_of(x + HALF, 3, exponent_of(got + RADIUS, 1, 0));
    const int axes = exponent_of(x + AXIS, 9, 0);
    const struct vector corner = vector();
    const mpz_ptr square = number(), most = number(), one = number();
    mpz_set_ui(most, 0);
    mpz_set_ui(one, 1);
    for (int signs = 0; signs < 4; signs++) { // the other corners lie opposite these
        for (int c = 0; c < 3; c++) {
            mpz_set_ui(corner.at[c], 0);
            for (int k = 0; k < 3; k++) {
                const float component = x[AXIS + 3 * k + c];
                mpz_addmul(corner.at[c], number_of(signs >> k & 1 ? -component : component, axes),
                           number_of(x[HALF + k], lengths));
            }
        }
        dot(square, &corner, &corner);
        if (mpz_cmp(square, most) > 0) mpz_set(most, square);
    }
    const mpz_ptr radius = scaled(got[RADIUS], lengths, axes);
    mpz_mul(square, radius, radius);
    if (mpz_cmp(square, most) < 0) return INFINITY;
    if (mpz_sgn(most) == 0) return got[RADIUS] / LEAST; // a point has a radius of 0
    const double least = root_of_ratio(most, one, lengths + axes);
    return ((double)got[RADIUS] - least) / (3 * 0x1p-19 * least + 0x1p-60);
}

// The rotation's rows times the square of the quaternion, which is returned.
static mpz_ptr rotation_of(const struct vector row[3], const float q[4], int exponent) {
    mpz_ptr at[4], product = number();
    const mpz_ptr square = number();
    mpz_set_ui(square, 0);
    for (int k = 0; k < 4; k++) {
        at[k] = number_of(q[k], exponent);
        mpz_addmul(square, at[k], at[k]);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_mul(product, at[j], at[j]);
        mpz_addmul(product, at[k], at[k]);
        mpz_set(row[i].at[i], square);
        mpz_submul_ui(row[i].at[i], product, 2);
        for (int turned = 0; turned < 2; turned++) {
            const mpz_ptr entry = turned ? row[j].at[i] : row[i].at[j];
            mpz_mul(entry, at[i], at[j]);
            mpz_mul(product, at[k], at[3]);
            if (turned) {
                mpz_add(entry, entry, product);
            } else {
                mpz_sub(entry, entry, product);
            }
            mpz_mul_2exp(entry, entry, 1);
        }
    }
    return square;
}

static double length(const float x[3]) {
    double square = 0;
    for (int c = 0; c < 3; c++) square += (double)x[c] * x[c];
    return sqrt(square);
}

// The distance of `got` from x, rotated and then moved by p, as a part of what is allowed.
static double judge_rotated(const struct vector row[3], mpz_srcptr square, const float x[3],
                            const float p[3], const float got[3]) {
    const int unit = exponent_of(x, 3, exponent_of(p, 3, exponent_of(got, 3, 0)));
    const struct vector from = vector_of(x, unit), by = vector_of(p, unit),
                        to = vector_of(got, unit);
    const mpz_ptr error = number(), turned = number();
    double part = 0;
    for (int c = 0; c < 3; c++) {
        dot(turned, &row[c], &from);
        mpz_sub(error, to.at[c], by.at[c]);
        mpz_mul(error, error, square);
        mpz_sub(error, error, turned);
        mpz_abs(error, error);
        const double off = ratio_up(error, square, unit);
        part = worst(part, off / (0x1.cp-20 * (length(x) + length(p)) + LEAST));
    }
    return part;
}

static double judge_transform(const float x[], const float pose[], const float got[]) {
    static const float still[3] = {0, 0, 0};
    if (memcmp(got + HALF, x + HALF, 3 * sizeof *got) != 0) return INFINITY;
    numbers_begin();
    struct vector row[3] = {vector(), vector(), vector()};
    const mpz_ptr square = rotation_of(row, pose + ROTATION, exponent_of(pose + ROTATION, 4, 0));
    double part = judge_rotated(row, square, x, pose, got);
    for (int k = AXIS; k < AXIS + 9; k += 3)
        part = worst(part, judge_rotated(row, square, x + k, still, got + k));
    return part;
}

static double judge_capsules_transform(const float x[], const float pose[], const float got[]) {
    if (memcmp(got + 6, x + 6, sizeof *got) != 0) return INFINITY; // the radius
    numbers_begin();
    struct vector row[3] = {vector(), vector(), vector()};
    const mpz_ptr square = rotation_of(row, pose + ROTATION, exponent_of(pose + ROTATION, 4, 0));
    return worst(judge_rotated(row, square, x, pose, got),
                 judge_rotated(row, square, x + 3, pose, got + 3));
}

static double distance_of(const float a[], const float b[]) {
    numbers_begin();
    const int exponent = exponent_of(a, 9, exponent_of(b, 9, 0));
    const struct solid one = solid_of_corners(a, 3, exponent);
    const struct solid other = solid_of_corners(b, 3, exponent);
    const struct exact exact = exact_of_triangles(&one, &other, number_of(0, exponent), exponent);
    return exact.hit ? 0 : -exact.margin;
}

static double distance_from(const float point[], const float *const vertex[3]) {
    float a[9], b[9];
    for (int k = 0; k < 9; k++) {
        a[k] = point[k % 3];
        b[k] = vertex[k / 3][k % 3];
    }
    return distance_of(a, b);
}

// From the point with the weights u and v.
static double distance_at(const float point[], const float x[], float u, float v) {
    const float weight[2] = {u, v};
    numbers_begin();
    const int lengths = exponent_of(point, 3, exponent_of(x, 9, 0));
    const int parts = exponent_of(weight, 2, 0);
    const struct vector p = vector_of(point, lengths), a = vector_of(x, lengths);
    const struct vector way = vector();
    const mpz_ptr square = number(), one = number(), edge = number();
    for (int c = 0; c < 3; c++) {
        mpz_sub(way.at[c], a.at[c], p.at[c]);
        mpz_mul_2exp(way.at[c], way.at[c], (mp_bitcnt_t)-parts);
        for (int k = 1; k < 3; k++) {
            mpz_sub(edge, number_of(x[3 * k + c], lengths), a.at[c]);
            mpz_addmul(way.at[c], edge, number_of(weight[k - 1], parts));
        }
    }
    dot(square, &way, &way);
    mpz_set_ui(one, 1);
    return mpz_sgn(square) == 0 ? 0 : root_of_ratio(square, one, lengths + parts);
}

// Whether the weights are of a point of the feature.
static bool is_on(uint32_t feature, float u, float v) {
    switch (feature) {
    case LBX_FACE: return true;
    case LBX_EDGE + 0: return v == 0;
    case LBX_EDGE + 1: return 1 - u == v;
    case LBX_EDGE + 2: return u == 0;
    case LBX_VERTEX + 0: return u == 0 && v == 0;
    case LBX_VERTEX + 1: return u == 1 && v == 0;
    case LBX_VERTEX + 2: return u == 0 && v == 1;
    default: return false;
    }
}

// The distance, that of the point with these weights, and that of the feature are as promised.
static double judge_point_triangle(const float point[], const float x[], const float got[]) {
    const float *const vertex[3] = {x, x + 3, x + 6};
    const float u = got[1], v = got[2];
    uint32_t feature;
    memcpy(&feature, &got[3], sizeof feature);
    if (!(u >= 0 && v >= 0 && 1 - u - v >= 0) || !is_on(feature, u, v)) return INFINITY;
    double side = 0;
    for (int k = 0; k < 3; k++) {
        const float *const next = vertex[(k + 1) % 3];
        const double way[3] = {(double)next[0] - vertex[k][0], (double)next[1] - vertex[k][1],
                               (double)next[2] - vertex[k][2]};
        side = fmax(side, sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]));
    }
    const float *on[3] = {x, x + 3, x + 6};
    if (feature >= LBX_VERTEX)
        on[0] = on[1] = on[2] = vertex[feature - LBX_VERTEX];
    else if (feature >= LBX_EDGE)
        on[(feature - LBX_EDGE + 2) % 3] = vertex[feature - LBX_EDGE];
    const double exact = distance_from(point, vertex);
    const double allowed = 0x1p-17 * (exact + side) + 0x1p-60;
    double part = fabs(got[0] - exact) / allowed;
    part = worst(part, (distance_at(point, x, u, v) - exact) / allowed);
    return worst(part, (distance_from(point, on) - exact) / allowed);
}

// S: the longest side of the box around both triangles.
static double side_of_both(const float a[], const float b[]) {
    double side = 0;
    for (int c = 0; c < 3; c++) {
        double low = a[c], high = a[c];
        for (int v = 0; v < 6; v++) {
            const double at = v < 3 ? a[3 * v + c] : b[3 * (v - 3) + c];
            low = fmin(low, at);
            high = fmax(high, at);
        }
        side = fmax(side, high - low);
    }
    return side;
}

// The distance is the exact one, each point is of its triangle, and both are that far apart, as
// promised. The rounding of a point's coordinates moves it by at most 2^-24 of its length.
static double judge_triangle_triangle_distance(const float a[], const float b[],
                                               const float got[]) {
    const float *const point[2] = {got + 1, got + 4}, *const triangle[2] = {a, b};
    const double near = 0x1p-20 * side_of_both(a, b) + 0x1p-120;
    double part = fabs(got[0] - distance_of(a, b)) / (8 * near);
    double rounded = 0, square = 0;
    for (int s = 0; s < 2; s++) {
        const float *const x = triangle[s], *const vertex[3] = {x, x + 3, x + 6};
        part = worst(part, distance_from(point[s], vertex) / (near + 0x1p-24 * length(point[s])));
        rounded += 0x1p-24 * length(point[s]);
    }
    for (int c = 0; c < 3; c++) square += pow((double)got[1 + c] - got[4 + c], 2);
    return worst(part, fabs(sqrt(square) - got[0]) / (near + rounded));
}

// How deep boxes are in each other along a vector of any length.
static double depth_along(const float a[], const float b[], const double along[3]) {
    double sum = 0, across = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        across += along[c] * ((double)b[c] - (double)a[c]);
        square += along[c] * along[c];
    }
    for (int k = 0; k < 6; k++) {
        const float *const box = k < 3 ? a : b, *const axis = box + AXIS + 3 * (k % 3);
        double part = 0;
        for (int c = 0; c < 3; c++) part += along[c] * (double)axis[c];
        sum += fabs(part) * (double)box[HALF + k % 3];
    }
    return (sum - fabs(across)) / sqrt(square);
}

// The sine of A's axis i and B's axis k, with their cross product.
static double sine_of(const float a[], const float b[], int i, int k, double across[3]) {
    const float *const u = a + AXIS + 3 * i, *const v = b + AXIS + 3 * k;
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        across[c] = (double)u[d] * (double)v[e] - (double)u[e] * (double)v[d];
        square += across[c] * across[c];
    }
    return sqrt(square);
}

// How far boxes are apart, in double: the least distance of the triangles of their faces, relative
// to the center of a.
static double distance_of_boxes(const float a[], const float b[]) {
    static const int corner[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                     {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    double at[2][8][3], least = INFINITY;
    for (int s = 0; s < 2; s++) {
        const float *const box = s ? b : a;
        for (int k = 0; k < 8; k++) {
            for (int c = 0; c < 3; c++) {
                at[s][k][c] = s ? (double)b[c] - (double)a[c] : 0;
                for (int i = 0; i < 3; i++) {
                    const double half = (double)box[HALF + i] * (double)box[AXIS + 3 * i + c];
                    at[s][k][c] += k >> i & 1 ? half : -half;
                }
            }
        }
    }
    for (int k = 0; k < 12 * 12; k++) {
        double triangle[2][3][3], point[3], way[3];
        for (int s = 0; s < 2; s++) {
            const int half = s ? k % 12 : k / 12, *const face = corner[half / 2];
            for (int v = 0; v < 3; v++)
                memcpy(triangle[s][v], at[s][face[(v + 2 * (half % 2)) % 4]], sizeof at[s][0]);
        }
        const double square =
            ref_triangle_triangle_distance_double(triangle[0], triangle[1], point, way);
        least = fmin(least, sqrt(square));
    }
    return least;
}

// The depth is that along its axis, and neither more nor less than promised of all directions. What
// is near to the least of all axes needs no distance.
static double judge_obb_obb_depth(const float a[], const float b[], const float got[]) {
    uint32_t axis;
    memcpy(&axis, &got[1], sizeof axis);
    if (!(axis < 15) || !isfinite(got[0])) return INFINITY;
    double along[3], size = 0, most = 0, sine = 1;
    bool flat = false; // edges are so near to parallel that they have no axis
    for (int k = HALF; k < AXIS; k++) {
        size += (double)a[k] + (double)b[k];
        most = fmax(most, fmax((double)a[k], (double)b[k]));
    }
    for (int k = 0; k < 9; k++) flat = flat || sine_of(a, b, k / 3, k % 3, along) < 0x1.01p-10;
    for (int c = 0; c < 3; c++)
        along[c] = (double)(axis < 3 ? a : b)[AXIS + 3 * (axis % 3) + (unsigned)c];
    if (axis >= 6) sine = sine_of(a, b, (int)(axis - 6) / 3, (int)axis % 3, along);
    if (sine < 0x1.fep-11) return INFINITY;
    numbers_begin();
    const int lengths = exponent_of(a, 6, exponent_of(b, 6, 0));
    const int axes = exponent_of(a + AXIS, 9, exponent_of(b + AXIS, 9, 0));
    const struct solid one = solid_of_obb(a, lengths, axes);
    const struct solid other = solid_of_obb(b, lengths, axes);
    const double least = separate(&one, &other, lengths + axes).margin;
    const double depth = got[0], e = 0x1.4p-17 * (size + fmax(-depth, 0)) + 0x1p-120;
    double part = fabs(depth - depth_along(a, b, along)) * sine / e;
    const double excess = e + (flat ? 0x1p-9 * most : 0);
    if (least > 0 || fabs(depth - least) < e / 8)
        return worst(part, worst((least - depth) / e, (depth - least) / excess));
    const double distance = distance_of_boxes(a, b);
    return worst(part, worst((-depth - distance) / e, (distance / sqrt(3) + depth) / excess));
}

conversion_judge *conversion_judge_of(const char *name) {
    static const struct {
        const char *name;
        conversion_judge *judge;
    } judges[] = {{"aabbs_from_obbs", judge_aabb_from_obb},
                  {"aabbs_from_triangles", judge_aabb_from_triangle},
                  {"spheres_from_obbs", judge_sphere_from_obb},
                  {"obbs_transform", judge_transform},
                  {"point_triangle", judge_point_triangle},
                  {"aabbs_from_capsules", judge_aabb_from_capsule},
                  {"capsules_transform", judge_capsules_transform},
                  {"triangle_triangle_distance", judge_triangle_triangle_distance},
                  {"obb_obb_depth", judge_obb_obb_depth}};
    for (unsigned k = 0; k < sizeof judges / sizeof *judges; k++) {
        if (strcmp(judges[k].name, name) == 0) return judges[k].judge;
    }
    return NULL;
}
