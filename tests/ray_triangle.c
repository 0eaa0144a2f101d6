// SPDX-License-Identifier: MIT
// Known answers and symmetries of lbx_ray_triangle.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "harness.h"
#include "known.h"
#include "scalar_ref.h"
#include "symmetry.h"

enum { RAY = 11, TRIANGLE = 9, ABSENT_INVERSE = 7 << 6, ABSENT_T_MIN = 1 << 9 };
enum { ABSENT_T_MAX = 1 << 10 };

static const struct lbx_case *the_case(void) {
    return case_named("ray_triangle");
}

static void put_ray(float x[RAY], const float origin[3], const float dir[3], float t_min,
                    float t_max) {
    for (int c = 0; c < 3; c++) {
        x[c] = origin[c];
        x[3 + c] = dir[c];
        x[6 + c] = 1.0f / dir[c];
    }
    x[9] = t_min;
    x[10] = t_max;
}

static void put_open_ray(float x[RAY], const float origin[3], const float dir[3]) {
    put_ray(x, origin, dir, 0, INFINITY);
}

static void expect_ray(const char *what, const float ray[RAY], const float triangle[TRIANGLE],
                       bool hit) {
    for (unsigned way = 0; way < 8; way++) {
        if ((way & 2 && ray[9] != 0) || (way & 4 && ray[10] != INFINITY)) continue;
        const unsigned absent = (way & 1 ? ABSENT_INVERSE : 0) | (way & 2 ? ABSENT_T_MIN : 0) |
                                (way & 4 ? ABSENT_T_MAX : 0);
        expect_answer(the_case(), what, ray, triangle, absent, hit, NULL);
    }
}

static void expect_miss(const char *what, const float ray[RAY], const float triangle[TRIANGLE]) {
    expect_ray(what, ray, triangle, false);
    expect_outputs(the_case(), what, ray, triangle, false, (double[]){(double)INFINITY, 0, 0}, 0);
}

// Expects t, u and v within a millionth, for a triangle and a t of no more than a few units.
static void expect_contact(const char *what, const float ray[RAY], const float triangle[TRIANGLE],
                           double t, double u, double v) {
    expect_ray(what, ray, triangle, true);
    expect_outputs(the_case(), what, ray, triangle, true, (double[]){t, u, v}, 0x1p-20);
}

static const float flat[TRIANGLE] = {0, 0, 0, 4, 0, 0, 0, 4, 0};

// Rotates the components x y z to y z x, `times` times.
static void turn_points(float x[], int points, int times) {
    for (; times > 0; times--) {
        for (int k = 0; k < 3 * points; k += 3) {
            const float first = x[k];
            x[k] = x[k + 1], x[k + 1] = x[k + 2], x[k + 2] = first;
        }
    }
}

// Rays from above and from below, along each axis of the world. A unit of t is 2 units of length.
Test(ray_triangle, through) {
    const struct {
        const char *what;
        float x, y;
        bool hit;
    } rows[] = {
        {"the interior", 1, 1, true},
        {"near a vertex", .125f, .125f, true},
        {"an edge along x", 1, 0, true},
        {"an edge along y", 0, 3, true},
        {"an edge across", 1, 3, true},
        {"vertex 0", 0, 0, true},
        {"vertex 1", 4, 0, true},
        {"vertex 2", 0, 4, true},
        {"past the edge along x", 1, -0x1p-15f, false},
        {"past the edge along y", -0x1p-15f, 3, false},
        {"past the edge across", 1, 3 + 0x1p-15f, false},
        {"past vertex 0", -0x1p-15f, -0x1p-15f, false},
        {"past vertex 1", 4 + 0x1p-15f, 0, false},
        {"past vertex 2", 0, 4 + 0x1p-15f, false},
        {"far past", 9, 9, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (int way = 0; way < 12; way++) {
            const float side = way & 1 ? 3 : -3, slant = way & 2 ? 1 : 0;
            float ray[RAY], triangle[TRIANGLE];
            memcpy(triangle, flat, sizeof flat);
            put_open_ray(ray, (float[]){rows[k].x - 3 * slant, rows[k].y - 1.5f * slant, side},
                         (float[]){2 * slant, slant, -2 * side / 3});
            turn_points(ray, 3, way / 4);
            turn_points(triangle, 3, way / 4);
            if (!rows[k].hit) {
                expect_miss(rows[k].what, ray, triangle);
                continue;
            }
            expect_contact(rows[k].what, ray, triangle, 1.5, (double)rows[k].x / 4,
                           (double)rows[k].y / 4);
        }
    }
}

// u and v are the weights of vertices 1 and 2, whatever the winding and the order.
Test(ray_triangle, weights_of_vertices) {
    const float vertex[3][3] = {{0, 0, 0}, {4, 0, 8}, {0, 4, 4}};
    const double weight[3] = {.25, .125, .625}; // at (.5, 2.5, 3.5)
    float ray[RAY];
    put_open_ray(ray, (float[]){.5f, 2.5f, -1.5f}, (float[]){0, 0, 2});
    for (int first = 0; first < 3; first++) {
        for (int second = 0; second < 3; second++) {
            if (second == first) continue;
            const int order[3] = {first, second, 3 - first - second};
            float triangle[TRIANGLE];
            for (int k = 0; k < TRIANGLE; k++) triangle[k] = vertex[order[k / 3]][k % 3];
            expect_contact("any order", ray, triangle, 2.5, weight[order[1]], weight[order[2]]);
        }
    }
}

// Whether u, v and 1 - u - v are at least 0. The sum of two floats from 0 to 1 is a double and what
// that leaves.
static bool are_weights(float u, float v) {
    const double a = (double)u, b = (double)v, sum = a + b, from_a = sum - b;
    const double left = (a - from_a) + (b - (sum - from_a));
    return u >= 0 && v >= 0 && (sum < 1 || (sum == 1 && left <= 0));
}

// Rays through points along the edge across from vertex 0, where u + v is 1 but for rounding.
Test(ray_triangle, weights_are_of_points_within) {
    enum { RAYS = 20000 };
    static struct { float vertex[TRIANGLE], origin[3], direction[3]; } items[RAYS];
    static float t[RAYS], u[RAYS], v[RAYS];
    for (uint64_t i = 0; i < RAYS; i++) {
        struct random r = random_of(8, i);
        const float part = i % 8 ? (float)random_unit(&r) : ldexpf(1, -(int)random_below(&r, 40));
        for (int k = 0; k < TRIANGLE; k++) items[i].vertex[k] = (float)random_between(&r, -1, 1);
        for (int c = 0; c < 3; c++) {
            const float a = items[i].vertex[3 + c], b = items[i].vertex[6 + c];
            items[i].direction[c] = (float)random_between(&r, -1, 1);
            items[i].origin[c] = a + part * (b - a) - items[i].direction[c];
        }
    }
    const size_t stride = sizeof *items;
    const float *const x = items->vertex;
    const lbx_triangles triangles = lbx_triangles_of(x, x + 3, x + 6, RAYS, stride);
    const lbx_rays rays = lbx_rays_of(items->origin, items->direction, RAYS, stride);
    for (size_t k = 0; k < test_tables()->count; k++) {
        table_use(&test_tables()->at[k]);
        expect(lbx_ray_triangle(&rays, &triangles, RAYS, 0, NULL, t, u, v) > RAYS / 4, "hits");
        for (size_t i = 0; i < RAYS; i++)
            expect(are_weights(u[i], v[i]), "%s, ray %zu: %a and %a", test_tables()->at[k].name, i,
                   u[i], v[i]);
    }
}

// The unit normal of a triangle, and its vertices' largest coordinate.
static double normal_of(const float x[TRIANGLE], double normal[3]) {
    double largest = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        normal[c] = ((double)x[3 + d] - (double)x[d]) * ((double)x[6 + e] - (double)x[e]) -
                    ((double)x[3 + e] - (double)x[e]) * ((double)x[6 + d] - (double)x[d]);
        square += normal[c] * normal[c];
    }
    for (int c = 0; c < 3; c++) normal[c] /= sqrt(square);
    for (int k = 0; k < TRIANGLE; k++) largest = fmax(largest, fabs((double)x[k]));
    return largest;
}

// Rays that start where others hit do not hit the triangle again, as docs/use/guide.md has it.
Test(ray_triangle, rays_that_start_on_triangles) {
    enum { RAYS = 4000 };
    enum { MOVED, LATER, NEITHER, WAYS };
    for (size_t k = 0; k < test_tables()->count; k++) {
        size_t again[WAYS] = {0};
        table_use(&test_tables()->at[k]);
        for (uint64_t i = 0; i < RAYS; i++) {
            struct random r = random_of(21, i);
            float x[TRIANGLE], ray[6], t, u, v, t_min = 0;
            double n[3], rise = 0, aside[3];
            const double far = i % 4 == 0 ? 1000 : 0, size = random_scale(&r, -8, 3);
            for (int f = 0; f < TRIANGLE; f++)
                x[f] = (float)(far + size * random_between(&r, -1, 1));
            for (int c = 0; c < 3; c++) {
                ray[3 + c] = (float)random_between(&r, -1, 1);
                ray[c] = (x[c] + x[3 + c] + x[6 + c]) / 3 - 9 * ray[3 + c];
            }
            const lbx_triangles triangle = lbx_triangles_of(x, x + 3, x + 6, 1, 0);
            lbx_rays view = lbx_rays_of(ray, ray + 3, 1, 0);
            if (lbx_ray_triangle(&view, &triangle, 1, 0, NULL, &t, &u, &v) != 1) continue;
            const double apart = 0x1p-17 * normal_of(x, n);
            for (int c = 0; c < 3; c++) aside[c] = random_between(&r, -1, 1);
            const double along = aside[0] * n[0] + aside[1] * n[1] + aside[2] * n[2];
            const double up = ldexp(random_unit(&r), -random_int(&r, 0, 12)); // grazing, too
            float start[3];
            for (int c = 0; c < 3; c++) {
                start[c] = (1 - u - v) * x[c] + u * x[3 + c] + v * x[6 + c];
                ray[3 + c] = (float)(aside[c] - along * n[c] + up * n[c]);
                rise += (double)ray[3 + c] * n[c];
            }
            if (rise <= 0) continue;
            view.t_min = &t_min;
            for (int way = 0; way < WAYS; way++) {
                for (int c = 0; c < 3; c++)
                    ray[c] = way == MOVED ? start[c] + (float)(apart * n[c]) : start[c];
                t_min = way == LATER ? (float)(apart / rise) : 0;
                again[way] +=
                    (size_t)lbx_ray_triangle(&view, &triangle, 1, 0, NULL, NULL, NULL, NULL);
            }
        }
        expect(again[MOVED] == 0 && again[LATER] == 0, "%s: %zu, %zu hit again",
               test_tables()->at[k].name, again[MOVED], again[LATER]);
        expect(again[NEITHER] > RAYS / 8, "only %zu need it", again[NEITHER]);
    }
}

// Rays from anywhere through points on the edges that the blades of a fan share. All coordinates
// are exact, and scaled by 2^size. Both triangles at the edge are hit. The range of a ray is little
// more than t of the point.
static void expect_no_leaks(int size, int shots) {
    enum { BLADES = 7 };
    struct random r = {5};
    const float t_min = ldexpf(.999f, size), t_max = ldexpf(1.001f, size);
    const struct test_tables *const tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (int k = 0; k < shots; k++) {
            float rim[BLADES][3], hub[3], ray[6], blades[BLADES][TRIANGLE];
            for (int c = 0; c < 3; c++) hub[c] = (float)random_int(&r, -64, 64) / 64;
            for (int b = 0; b < BLADES; b++) {
                for (int c = 0; c < 3; c++)
                    rim[b][c] = hub[c] + (float)random_int(&r, -255, 255) / 16;
            }
            const int blade = random_int(&r, 0, BLADES - 1), part = random_int(&r, 0, 16);
            for (int c = 0; c < 3; c++) {
                const float at = hub[c] + (rim[blade][c] - hub[c]) * (float)part / 16;
                ray[3 + c] = (float)random_int(&r, -4095, 4095) / 256;
                ray[c] = ldexpf(at - ray[3 + c], size);
                hub[c] = ldexpf(hub[c], size);
                for (int b = 0; b < BLADES; b++) rim[b][c] = ldexpf(rim[b][c], size);
            }
            for (int b = 0; b < BLADES; b++) {
                memcpy(blades[b], hub, sizeof hub);
                memcpy(blades[b] + 3, rim[b], sizeof *rim);
                memcpy(blades[b] + 6, rim[(b + 1) % BLADES], sizeof *rim);
            }
            if (ray[3] == 0 && ray[4] == 0 && ray[5] == 0) continue;
            const lbx_rays rays = {.origin = {&ray[0], &ray[1], &ray[2]},
                                   .dir = {&ray[3], &ray[4], &ray[5]},
                                   .t_min = &t_min,
                                   .t_max = &t_max,
                                   .count = 1,
                                   .pick = lbx_one(0)};
            const lbx_triangles fan =
                lbx_triangles_of(blades[0], blades[0] + 3, blades[0] + 6, BLADES, sizeof *blades);
            uint8_t hits;
            expect(lbx_ray_triangle(&rays, &fan, BLADES, 0, &hits, NULL, NULL, NULL) >= 2,
                   "2^%d, shot %d", size, k);
            expect(hits >> blade & 1 && hits >> (blade + BLADES - 1) % BLADES & 1,
                   "2^%d, shot %d: %x, not blade %d and the one before", size, k, hits, blade);
        }
    }
}

Test(ray_triangle, fans_have_no_leaks) {
    expect_no_leaks(0, 4000);
}

// Denormal products have lost most of their digits, and with them the signs of the areas.
Test(ray_triangle, specks_have_no_leaks) {
    for (int size = -80; size < -56; size++) expect_no_leaks(size, 1000);
}

// --- lanes that floats leave undecided ---

enum { MANY = 3000, FLOATS = 17, AT_T = 6, AT_VERTEX = 8 };

// A batch of arrays, of structures, or of structures that a list names from the last one on.
enum { ARRAYS, STRUCTURES, LISTED, BATCHES };

struct undecided {
    unsigned way;
    bool ranged, one_ray, one_triangle;
    float x[MANY * FLOATS];
    uint32_t list[2 * MANY];
    bool hit[MANY];
    lbx_rays rays;
    lbx_triangles triangles;
};

// Rays along z at an edge: past it or on it, so close that double decides, far past it, or within.
static void make_undecided(struct undecided *b, bool all_close) {
    static const float places[] = {-0x1p-22f, 0, -1, 1};
    const bool arrays = b->way == ARRAYS;
    const float *at[FLOATS];
    for (size_t k = 0; k < FLOATS; k++) at[k] = arrays ? b->x + k * MANY : b->x + k;
    for (size_t i = 0; i < MANY; i++) {
        const size_t item = b->way == LISTED ? MANY - 1 - i : i;
        const unsigned place = (unsigned)(i * i / 5 % (all_close ? 2 : 4));
        float one[FLOATS] = {1, 0, 3, 0, 0, -2, 1, 2};
        memcpy(one + AT_VERTEX, flat, sizeof flat);
        b->hit[i] = place % 2;
        b->list[2 * i] = (uint32_t)item;
        if (b->one_ray) {
            for (int v = 0; v < 3; v++) one[AT_VERTEX + 3 * v + 1] -= places[place];
        } else {
            one[1] = places[place];
        }
        for (size_t k = 0; k < FLOATS; k++)
            b->x[arrays ? k * MANY + item : item * FLOATS + k] = one[k];
    }
    const lbx_pick pick =
        b->way == LISTED ? lbx_indexed_every(b->list, MANY, 2 * sizeof *b->list) : lbx_from(0);
    const size_t stride = arrays ? 0 : FLOATS * sizeof(float);
    b->rays = (lbx_rays){.count = MANY, .stride = stride, .pick = b->one_ray ? lbx_one(7) : pick};
    b->triangles = (lbx_triangles){
        .count = MANY, .stride = stride, .pick = b->one_triangle ? lbx_one(7) : pick};
    for (int c = 0; c < 3; c++) {
        b->rays.origin[c] = at[c];
        b->rays.dir[c] = at[3 + c];
        for (int v = 0; v < 3; v++) b->triangles.vertex[v][c] = at[AT_VERTEX + 3 * v + c];
    }
    if (b->ranged) b->rays.t_min = at[AT_T], b->rays.t_max = at[AT_T + 1];
}

// `wanted`: a bit for each of t, u and v.
static void expect_undecided(const struct undecided *b, size_t n, unsigned wanted) {
    static uint8_t hits[MANY / 8 + 1];
    static float out[3][MANY];
    static const float of_hit[2] = {1.5f, .25f}, of_miss[3] = {INFINITY, 0, 0};
    float *at[3];
    size_t expected = 0;
    for (size_t i = 0; i < n; i++) expected += b->hit[i];
    for (unsigned o = 0; o < 3; o++) at[o] = wanted >> o & 1 ? out[o] : NULL;
    const ptrdiff_t found =
        lbx_ray_triangle(&b->rays, &b->triangles, n, 0, hits, at[0], at[1], at[2]);
    expect(found == (ptrdiff_t)expected, "%s, way %u, n %zu: %td, not %zu",
           lbx_isa_name(lbx_isa_active()), b->way, n, found, expected);
    for (size_t i = 0; i < n; i++) {
        expect((hits[i / 8] >> i % 8 & 1) == b->hit[i], "way %u, item %zu of %zu", b->way, i, n);
        for (unsigned o = 0; o < 3; o++) {
            if (!at[o] || (b->hit[i] && o == 2)) continue; // v of a hit depends on the place
            expect(b->hit[i] ? fabsf(at[o][i] - of_hit[o]) < 1e-6f : at[o][i] == of_miss[o],
                   "way %u, item %zu of %zu, output %u: %a", b->way, i, n, o, (double)at[o][i]);
        }
    }
}

Test(ray_triangle, undecided_lanes_everywhere) {
    static struct undecided batch;
    for (unsigned kind = 0; kind < 12 * BATCHES; kind++) {
        batch.way = kind / 12;
        batch.ranged = kind / 2 % 2;
        batch.one_ray = kind / 4 % 3 == 1;
        batch.one_triangle = kind / 4 % 3 == 2;
        make_undecided(&batch, kind % 2);
        for (size_t t = 0; t < test_tables()->count; t++) {
            table_use(&test_tables()->at[t]);
            for (size_t n = 0; n <= 70; n++) expect_undecided(&batch, n, n % 8);
            expect_undecided(&batch, MANY, 7);
            expect_undecided(&batch, MANY, 0);
        }
    }
}

// A ray in the triangle's plane hits where it first has a point in common with the triangle.
Test(ray_triangle, within_its_plane) {
    float ray[RAY];
    put_open_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0});
    expect_contact("across, from outside", ray, flat, 1, 0, .25);
    put_open_ray(ray, (float[]){6, 1, 0}, (float[]){-2, 0, 0});
    expect_contact("the other way", ray, flat, 1.5, .75, .25);
    put_open_ray(ray, (float[]){1, 1, 0}, (float[]){2, 0, 0});
    expect_contact("from within", ray, flat, 0, .25, .25);
    put_open_ray(ray, (float[]){1, 1, 0}, (float[]){-2, 0, 0});
    expect_contact("from within, the other way", ray, flat, 0, .25, .25);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 2, 3);
    expect_contact("the range begins within", ray, flat, 2, .5, .25);
    put_ray(ray, (float[]){6, 1, 0}, (float[]){-2, 0, 0}, 2.25f, 9);
    expect_contact("and on the way back", ray, flat, 2.25, .375, .25);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 0, 1);
    expect_contact("it ends on an edge", ray, flat, 1, 0, .25);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 0, .9999f);
    expect_miss("it ends before", ray, flat);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 2.5f, 9);
    expect_contact("it begins on an edge", ray, flat, 2.5, .75, .25);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 2.5001f, 9);
    expect_miss("it begins behind", ray, flat);
    put_open_ray(ray, (float[]){-2, 0, 0}, (float[]){1, 0, 0});
    expect_contact("along an edge", ray, flat, 2, 0, 0);
    put_open_ray(ray, (float[]){8, 0, 0}, (float[]){-1, 0, 0});
    expect_contact("back along it", ray, flat, 4, 1, 0);
    put_open_ray(ray, (float[]){-1, 1, 0}, (float[]){1, -1, 0});
    expect_contact("through vertex 0", ray, flat, 1, 0, 0);
    put_open_ray(ray, (float[]){8, -4, 0}, (float[]){-1, 1, 0});
    expect_contact("along the edge across", ray, flat, 4, 1, 0);
    put_open_ray(ray, (float[]){-2, 5, 0}, (float[]){1, 0, 0});
    expect_miss("past a vertex", ray, flat);
    put_open_ray(ray, (float[]){-2, -.001f, 0}, (float[]){1, 0, 0});
    expect_miss("beside an edge", ray, flat);
    put_open_ray(ray, (float[]){-2, 1, .001f}, (float[]){1, 0, 0});
    expect_miss("above the plane", ray, flat);
}

Test(ray_triangle, segments_and_points) {
    const float segments[3][TRIANGLE] = {
        {1, 1, 1, 3, 1, 1, 3, 1, 1}, {1, 1, 1, 1, 1, 1, 3, 1, 1}, {1, 1, 1, 3, 1, 1, 1, 1, 1}};
    const float between[TRIANGLE] = {1, 1, 1, 3, 1, 1, 2, 1, 1};
    const float point[TRIANGLE] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    float ray[RAY];
    for (int k = 0; k < 4; k++) {
        const float *const segment = k < 3 ? segments[k] : between;
        put_open_ray(ray, (float[]){2.5f, 0, -1}, (float[]){0, .5f, 1});
        expect_ray("across a segment", ray, segment, true);
        put_open_ray(ray, (float[]){3, 0, -1}, (float[]){0, .5f, 1});
        expect_ray("at its end", ray, segment, true);
        put_open_ray(ray, (float[]){3.0001f, 0, -1}, (float[]){0, .5f, 1});
        expect_miss("past its end", ray, segment);
        put_open_ray(ray, (float[]){2, 0, -1}, (float[]){0, .5001f, 1});
        expect_miss("beside it", ray, segment);
        put_open_ray(ray, (float[]){-1, 1, 1}, (float[]){1, 0, 0});
        expect_contact("along it", ray, segment, 2, 0, 0);
        put_ray(ray, (float[]){-1, 1, 1}, (float[]){1, 0, 0}, 4.001f, 9);
        expect_miss("along it, behind it", ray, segment);
    }
    put_open_ray(ray, (float[]){0, 0, 0}, (float[]){.25f, .5f, .75f});
    expect_ray("through a point", ray, point, true);
    put_ray(ray, (float[]){0, 0, 0}, (float[]){.25f, .5f, .75f}, 4, 4);
    expect_ray("through a point, exactly", ray, point, true);
    put_ray(ray, (float[]){0, 0, 0}, (float[]){.25f, .5f, .75f}, 0, 3.999f);
    expect_miss("ends before a point", ray, point);
    put_open_ray(ray, (float[]){1, 2, 3}, (float[]){0, 0, 1});
    expect_ray("from a point", ray, point, true);
    put_open_ray(ray, (float[]){0, 0, 0}, (float[]){.25f, .5f, .7501f});
    expect_miss("past a point", ray, point);
}

// Tips so slender in double that t may be off by 2^-16 of the triangle's length, but not beyond its
// ends.
Test(ray_triangle, tips) {
    for (int k = 0; k < 4; k++) {
        const float side = k & 1 ? -0x1p-29f : 0x1p-29f, sign = k & 2 ? -1 : 1;
        const float ahead[TRIANGLE] = {0, 0, sign, side, 0, 2 * sign, 0, 0x1p-29f, 2 * sign};
        const float back[TRIANGLE] = {side, 0, sign, 0, 0, 2 * sign, 0, 0x1p-29f, sign};
        float ray[RAY];
        put_ray(ray, (float[]){0, 0, 0}, (float[]){0, 0, sign}, 0, 1);
        expect_ray("ends at a tip", ray, ahead, true);
        put_ray(ray, (float[]){0, 0, 0}, (float[]){0, 0, sign}, 0, 1 - 0x1p-18f);
        expect_miss("ends before it", ray, ahead);
        put_ray(ray, (float[]){0, 0, 0}, (float[]){0, 0, sign}, 2, INFINITY);
        expect_ray("begins at a tip", ray, back, true);
        put_ray(ray, (float[]){0, 0, 0}, (float[]){0, 0, sign}, 2 + 0x1p-17f, INFINITY);
        expect_miss("begins behind it", ray, back);
    }
}

Test(ray_triangle, range) {
    const struct {
        const char *what;
        float t_min, t_max;
        bool hit;
    } rows[] = {
        {"ends there", 0, 3, true},
        {"begins there", 3, INFINITY, true},
        {"is there", 3, 3, true},
        {"ends an ulp before", 0, 0x1.7ffffep+1f, false},
        {"begins an ulp behind", 0x1.800002p+1f, INFINITY, false},
        {"no range", 4, 2, false},
        {"no range, by an ulp", 3, 0x1.7ffffep+1f, false},
        {"negative t_max", -INFINITY, -1, false},
        {"t_min of -inf", -INFINITY, 4, true},
        {"t_max of -inf", 0, -INFINITY, false},
        {"both negative", -2, -1, false},
        {"t_min > t_max, both negative", -1, -2, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        float ray[RAY];
        put_ray(ray, (float[]){1, 1, 6}, (float[]){0, 0, -2}, rows[k].t_min, rows[k].t_max);
        if (rows[k].hit) expect_contact(rows[k].what, ray, flat, 3, .25, .25);
        if (!rows[k].hit) expect_miss(rows[k].what, ray, flat);
        put_ray(ray, (float[]){1, 1, 6}, (float[]){0, 0, 2}, rows[k].t_min, rows[k].t_max);
        expect_miss("behind", ray, flat);
        put_ray(ray, (float[]){9, 1, 6}, (float[]){0, 0, -2}, rows[k].t_min, rows[k].t_max);
        expect_miss("beside", ray, flat);
    }
    float ray[RAY];
    put_open_ray(ray, (float[]){1, 1, 0}, (float[]){0, 0, 1});
    expect_contact("from its plane", ray, flat, 0, .25, .25);
    put_open_ray(ray, (float[]){1, 1, 0}, (float[]){1, 2, -8});
    expect_contact("from its plane", ray, flat, 0, .25, .25);
}

Test(ray_triangle, directions_of_both_zeros) {
    for (int signs = 0; signs < 4; signs++) {
        const float x = signs & 1 ? -0.0f : 0.0f, y = signs & 2 ? -0.0f : 0.0f;
        float ray[RAY];
        put_open_ray(ray, (float[]){0, 1, 1}, (float[]){x, y, -1});
        expect_contact("on an edge", ray, flat, 1, 0, .25);
        put_open_ray(ray, (float[]){-.001f, 1, 1}, (float[]){x, y, -1});
        expect_miss("beside it", ray, flat);
    }
}

// At both ends of the range of coordinates and directions, and far from the origin.
Test(ray_triangle, sizes) {
    for (int size = -56; size <= 56; size += 8) {
        for (int speed = -58; speed <= 38; speed += 16) {
            float ray[RAY], triangle[TRIANGLE];
            for (int k = 0; k < TRIANGLE; k++) triangle[k] = ldexpf(flat[k], size);
            const double t = ldexp(1.25, size - speed);
            for (int beside = 0; beside < 2; beside++) {
                put_open_ray(
                    ray,
                    (float[]){ldexpf(beside ? -1 : 1, size), ldexpf(2, size), ldexpf(1.25f, size)},
                    (float[]){0, 0, ldexpf(-1, speed)});
                if (beside) {
                    expect_miss("beside", ray, triangle);
                    continue;
                }
                expect_ray("through", ray, triangle, true);
                expect_answer(the_case(), "t", ray, triangle, 0, true, NULL);
                ray[9] = ray[10] = (float)t;
                expect_ray("at t", ray, triangle, true);
                ray[9] = 0;
                ray[10] = (float)(t * .9999);
                expect_miss("before t", ray, triangle);
            }
        }
    }
}

// A range that ends or begins at the float next to where the ray meets the plane contains that
// point. Flushing denormal products to zero must not change this.
Test(ray_triangle, least_depths) {
    struct random r = {3};
    for (int depth = -125; depth <= -40; depth += 5) {
        for (int k = 0; k < 32; k++) { // the first one is exact
            const float z = ldexpf(k ? (float)random_between(&r, 1, 2) : 1, depth);
            const float speed = ldexpf(k ? (float)random_between(&r, 1, 2) : 1, -60);
            const double exact = (double)z / (double)speed;
            float after = (float)exact, before = after;
            if ((double)after < exact) after = nextafterf(after, INFINITY);
            if ((double)before > exact) before = nextafterf(before, 0);
            const float triangle[TRIANGLE] = {-1, -1, z, 1, -1, z, 0, 1, z};
            for (int end = 0; end < 2; end++) {
                float ray[RAY];
                put_ray(ray, (float[]){0, 0, 0}, (float[]){0, 0, speed}, end ? 0 : before,
                        end ? after : INFINITY);
                expect_ray("near its plane", ray, triangle, true);
#ifdef __SSE2__
                case_flushes = true;
                expect_ray("near its plane, flushed", ray, triangle, true);
                case_flushes = false;
#endif
            }
        }
    }
}

Test(ray_triangle, nan) {
    float ray[RAY], spoiled[TRIANGLE];
    for (int k = 0; k < TRIANGLE; k++) {
        memcpy(spoiled, flat, sizeof flat);
        spoiled[k] = k % 2 ? NAN : -NAN;
        put_ray(ray, (float[]){1, 1, 4}, (float[]){0, 0, -1}, .5f, 9);
        expect_contact("a NaN hits where the range begins", ray, spoiled, .5, 0, 0);
        put_ray(ray, (float[]){90, 90, 4}, (float[]){0, 0, -1}, .5f, 9);
        expect_contact("far beside too", ray, spoiled, .5, 0, 0);
        put_ray(ray, (float[]){1, 1, 4}, (float[]){0, 0, -1}, 2, 1);
        expect_miss("not without a range", ray, spoiled);
    }
    for (int k = 0; k < 6; k++) {
        put_ray(ray, (float[]){1, 1, 4}, (float[]){1, 2, -1}, .5f, 9);
        ray[k] = NAN;
        expect_contact("a NaN in the ray", ray, flat, .5, 0, 0);
    }
    put_open_ray(ray, (float[]){1, 1, 4}, (float[]){0, 0, -1});
    for (int c = 6; c < 9; c++) ray[c] = NAN;
    expect_contact("inv_dir is not read", ray, flat, 4, .25, .25);
    put_ray(ray, (float[]){1, 1, 4}, (float[]){0, 0, -1}, NAN, NAN);
    expect_ray("a range of NaN", ray, flat, true);
}

// Both references agree where a triangle is met well within, and well beside.
Test(ray_triangle, references_agree) {
    enum { ITEMS = 2003 };
    static const enum scene scenes[] = {SCENE_MIXED, SCENE_SPARSE, SCENE_ALL_HIT};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        struct batch batch = batch_fill(the_case(), 41, scenes[k], ITEMS);
        size_t found = 0;
        for (size_t i = 0; i < ITEMS; i++) {
            double x[RAY + TRIANGLE], V[3][3], t[2] = {0}, u[2] = {0}, v[2] = {0};
            for (int f = 0; f < RAY; f++) x[f] = (double)batch.side[0].at[f][i];
            for (int f = 0; f < TRIANGLE; f++) V[f / 3][f % 3] = (double)batch.side[1].at[f][i];
            const bool hit = ref_ray_triangle_double(x, x + 3, V, &t[0], &u[0], &v[0]);
            const bool other = ref_ray_triangle_watertight_double(x, x + 3, V, &t[1], &u[1], &v[1]);
            expect(hit == other, "scene %d, item %zu", (int)scenes[k], i);
            if (!hit) continue;
            found++;
            expect(fabs(t[0] - t[1]) < 1e-9 && fabs(u[0] - u[1]) < 1e-9 && fabs(v[0] - v[1]) < 1e-9,
                   "scene %d, item %zu: t %a and %a, u %a and %a, v %a and %a", (int)scenes[k], i,
                   t[0], t[1], u[0], u[1], v[0], v[1]);
        }
        expect(found > ITEMS / 50, "%zu hits", found);
        batch_free(&batch);
    }
}

// t, u and v of triangles that are met well within, against the double reference.
Test(ray_triangle, outputs_of_mixed_scenes) {
    enum { ITEMS = 2003 };
    static const enum scene scenes[] = {SCENE_MIXED, SCENE_ALL_HIT, SCENE_TOUCHING};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        struct batch batch = batch_fill(the_case(), 43, scenes[k], ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        size_t judged = 0;
        for (size_t t = 0; t < test_tables()->count; t++) {
            const struct question q = {&batch, &test_tables()->at[t], {&a, &b}, ITEMS, 0,
                                       false,  "t, u and v"};
            struct answer answer = ask(&q);
            for (size_t i = 0; i < ITEMS; i++) {
                float ray[RAY], triangle[TRIANGLE];
                item_floats(&a, RAY, i, ray);
                item_floats(&b, TRIANGLE, i, triangle);
                const double clear =
                    0x1p-12 * the_case()->bound(ray, triangle, 0).distance * 0x1p20;
                const struct case_truth want = the_case()->truth(ray, triangle, -clear);
                if (!want.hit || !answer_hit(&answer, i)) continue;
                judged++;
                const double way = fabs((double)answer.out[0][i] - want.out[0]);
                if (way > 0x1p-18 * (want.out[0] + 1e-3))
                    fail_item(&q, i, &answer, NULL, "t is far off");
                for (int o = 1; o < 3; o++) {
                    if (fabs((double)answer.out[o][i] - want.out[o]) > 0x1p-8)
                        fail_item(&q, i, &answer, NULL, "a weight is far off");
                }
            }
            answer_free(&answer);
        }
        expect(judged > test_tables()->count * ITEMS / 20, "%zu judged", judged);
        batch_free(&batch);
    }
}

// --- symmetries ---

static void turn_space(float ray[], float triangle[]) {
    turn_points(ray, 3, 1);
    turn_points(triangle, 3, 1);
}

static void mirror(float ray[], float triangle[]) {
    for (int k = 1; k < 9; k += 3) {
        ray[k] = -ray[k];
        triangle[k] = -triangle[k];
    }
}

static void enlarge(float ray[], float triangle[]) {
    for (int k = 0; k < 6; k++) ray[k] = ldexpf(ray[k], 5);
    for (int k = 0; k < 9; k++) triangle[k] = ldexpf(triangle[k], 5);
}

static void slow_down(float ray[], float triangle[]) {
    (void)triangle;
    for (int k = 3; k < 6; k++) ray[k] = ldexpf(ray[k], -3);
    ray[9] = ldexpf(ray[9], 3);
    ray[10] = ldexpf(ray[10], 3);
}

Test(ray_triangle, mirrored) {
    expect_alike(the_case(), "mirrored at a plane", mirror, 0);
}

// The order of components decides nothing, except where the ray follows two axes equally.
static void nudge_turn(float ray[], float triangle[]) {
    const float x = fabsf(ray[3]), y = fabsf(ray[4]), z = fabsf(ray[5]);
    const float most = fmaxf(x, fmaxf(y, z));
    if ((x == most) + (y == most) + (z == most) == 1) turn_space(ray, triangle);
}

Test(ray_triangle, space_turned) {
    expect_alike(the_case(), "space turned", nudge_turn, 0);
}

// t is 2^stretch times as large; u and v are the same. SCENE_SCALES is left out: some of its areas
// are as small or as large as floats allow, and a power of two changes them.
static void expect_scaled(const char *what, change_item *change, int stretch) {
    enum { ITEMS = 1003 };
    for (enum scene scene = 0; scene < SCENE_WHOLE_RANGE; scene++) {
        if (scene == SCENE_SCALES) continue;
        struct batch batch[2] = {batch_fill(the_case(), 22, scene, ITEMS),
                                 batch_fill(the_case(), 22, scene, ITEMS)};
        for (size_t i = 0; i < ITEMS; i++) {
            float x[2][CASE_FLOATS_MAX];
            for (int s = 0; s < 2; s++) {
                for (unsigned f = 0; f < the_case()->floats[s]; f++)
                    x[s][f] = batch[1].side[s].at[f][i];
            }
            change(x[0], x[1]);
            for (int s = 0; s < 2; s++) {
                for (unsigned f = 0; f < the_case()->floats[s]; f++)
                    batch[1].side[s].at[f][i] = x[s][f];
            }
        }
        for (size_t t = 0; t < test_tables()->count; t++) {
            struct answer answer[2];
            for (int k = 0; k < 2; k++) {
                const struct case_side a = dense_side(&batch[k].side[0]),
                                       b = dense_side(&batch[k].side[1]);
                const struct question q = {
                    &batch[k], &test_tables()->at[t], {&a, &b}, ITEMS, 0, false, what};
                answer[k] = ask(&q);
            }
            for (size_t i = 0; i < ITEMS; i++) {
                expect(answer[1].out[0][i] == ldexpf(answer[0].out[0][i], stretch) &&
                           answer[1].out[1][i] == answer[0].out[1][i] &&
                           answer[1].out[2][i] == answer[0].out[2][i],
                       "%s: scene %d item %zu", what, (int)scene, i);
            }
            for (int k = 0; k < 2; k++) answer_free(&answer[k]);
        }
        for (int k = 0; k < 2; k++) batch_free(&batch[k]);
    }
}

Test(ray_triangle, scaled_by_powers_of_two) {
    expect_scaled("lengths times 32", enlarge, 0);
}

Test(ray_triangle, slowed_by_powers_of_two) {
    expect_scaled("an eighth as fast", slow_down, 3);
}
