// SPDX-License-Identifier: MIT
// Rays whose ranges of t lie apart from the rays, t_stride of lbx_rays, and rays along segments.
// Whatever the strides and the pick, the answers are those of the same rays in dense arrays.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "lanebox/trees.h"
#include "tables.h"

enum { ELEMENTS = 200, ITEMS = 150, FLOATS = 8, T_MIN = 6, CALLS = 8 };

static float ray[ELEMENTS][FLOATS]; // origin, direction, t_min, t_max
static float box[ITEMS][6], turned[ITEMS][15], triangle[ITEMS][9], node[ITEMS][48];
static void *order, *tree;
static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];

static void make_targets(void) {
    struct random r = random_of(1, 2);
    for (size_t e = 0; e < ELEMENTS; e++) {
        for (int k = 0; k < 6; k++) ray[e][k] = (float)random_signed(&r, k < 3 ? 4 : 1);
        ray[e][T_MIN] = (float)random_signed(&r, 2);
        ray[e][T_MIN + 1] = (float)(4 * random_unit(&r));
    }
    for (size_t i = 0; i < ITEMS; i++) {
        for (int c = 0; c < 3; c++) {
            box[i][c] = (float)random_signed(&r, 3);
            box[i][3 + c] = box[i][c] + (float)(3 * random_unit(&r));
            turned[i][c] = box[i][c];
            turned[i][3 + c] = 1;
            for (int k = 0; k < 3; k++) turned[i][6 + 3 * k + c] = k == c;
        }
        for (int k = 0; k < 9; k++) triangle[i][k] = (float)random_signed(&r, 4);
        for (int k = 0; k < 24; k++) {
            node[i][k] = (float)random_signed(&r, 3);
            node[i][24 + k] = node[i][k] + 1;
        }
    }
    const lbx_aabbs boxes = lbx_aabbs_of(box[0], box[0] + 3, ITEMS, sizeof *box);
    const lbx_mesh mesh = lbx_mesh_of(triangle[0], 3 * ITEMS, 12, NULL, ITEMS);
    const size_t bytes[] = {lbx_order_bytes(ITEMS), lbx_aabb_tree_bytes(&mesh)};
    void *const build = malloc(lbx_aabb_tree_scratch_bytes(&mesh));
    order = malloc(bytes[0]), tree = malloc(bytes[1]);
    expect(order && tree && build, "memory");
    expect(lbx_order_sort(&boxes, ITEMS, order, bytes[0], NULL) == ITEMS, "sorted");
    expect(lbx_aabb_tree_build(&mesh, NULL, tree, bytes[1], build) > 0, "built");
    free(build);
}

struct answer {
    ptrdiff_t found[CALLS];
    uint8_t hits[CALLS][ITEMS];
    float t[CALLS][8 * ITEMS];
    lbx_pair pairs[8 * ITEMS];
    uint32_t crossings[ITEMS];
};

static void ask_all(const lbx_rays *rays, size_t n, struct answer *a) {
    lbx_aabbs boxes = lbx_aabbs_of(box[0], box[0] + 3, ITEMS, sizeof *box);
    lbx_obbs obbs = lbx_obbs_of(turned[0], turned[0] + 3, turned[0] + 6, ITEMS, sizeof *turned);
    lbx_triangles triangles =
        lbx_triangles_of(triangle[0], triangle[0] + 3, triangle[0] + 6, ITEMS, sizeof *triangle);
    lbx_aabb8s nodes = lbx_aabb8s_of(node[0], node[0] + 24, ITEMS, sizeof *node);
    lbx_cursor cursor = {0};
    memset(a, 0, sizeof *a);
    const lbx_ray_hits hits = {.t = a->t[5]};
    a->found[0] = lbx_ray_aabb(rays, &boxes, n, 1, a->hits[0], a->t[0], NULL);
    a->found[1] = lbx_ray_obb(rays, &obbs, n, 1, a->hits[1], a->t[1], NULL);
    a->found[2] = lbx_ray_triangle(rays, &triangles, n, 1, a->hits[2], a->t[2], NULL, NULL);
    a->found[3] = lbx_ray_aabb8(rays, &nodes, n, 1, a->hits[3], a->t[3]);
    a->found[4] = lbx_rays_check(rays, n, a->hits[4]);
    a->found[5] = lbx_aabb_tree_nearest(tree, rays, NULL, n, 0, &hits, scratch, sizeof scratch);
    a->found[6] = lbx_query_rays(order, rays, n, NULL, NULL, &cursor, a->pairs, 8 * ITEMS);
    a->found[7] = lbx_aabb_tree_crossings(tree, rays, NULL, n, 0, a->crossings);
}

// Puts floats `first` to `end` - 1 of every element into memory, an element every `step` bytes.
static void lay(unsigned first, unsigned end, size_t step, char *memory) {
    for (size_t e = 0; e < ELEMENTS; e++)
        memcpy(memory + e * step, &ray[e][first], (end - first) * sizeof(float));
}

static lbx_pick pick_of(unsigned kind, uint32_t list[ITEMS], size_t n) {
    for (uint32_t i = 0; i < n; i++)
        list[i] = kind == 0 ? 7 + i : kind == 1 ? 11 : i * 37 % ELEMENTS;
    return kind == 0 ? lbx_from(7) : kind == 1 ? lbx_one(11) : lbx_indexed(list, n);
}

Test(ray_ranges, strides) {
    static struct answer got, want;
    static char rays_at[ELEMENTS * 40], ranges_at[2][ELEMENTS * 40];
    static float gathered[FLOATS][ITEMS];
    static const size_t steps[] = {24, 28, 40}, t_steps[] = {4, 8, 24, 36};
    static const size_t counts[] = {1, 8, 32, 33, ITEMS};
    make_targets();
    size_t hits = 0;
    for (unsigned way = 0; way < 3 * 4 * 3 * 5; way++) {
        const size_t step = steps[way % 3], t_step = t_steps[way / 3 % 4], n = counts[way / 36];
        uint32_t list[ITEMS];
        const lbx_pick pick = pick_of(way / 12 % 3, list, n);
        lay(0, 6, step, rays_at);
        for (unsigned k = 0; k < 2; k++) lay(T_MIN + k, T_MIN + k + 1, t_step, ranges_at[k]);
        for (size_t i = 0; i < n; i++)
            for (int k = 0; k < FLOATS; k++) gathered[k][i] = ray[list[i]][k];
        for (unsigned given = 0; given < 4; given++) { // t_min, t_max, both or none
            const float *const at = (const float *)(void *)rays_at;
            lbx_rays rays = lbx_rays_of(at, at + 3, ELEMENTS, step);
            lbx_rays plain = {.origin = {gathered[0], gathered[1], gathered[2]},
                              .dir = {gathered[3], gathered[4], gathered[5]},
                              .count = n};
            rays.pick = pick;
            rays.t_stride = t_step;
            if (given & 1) {
                rays.t_min = (const float *)(void *)ranges_at[0];
                plain.t_min = gathered[T_MIN];
            }
            if (given & 2) {
                rays.t_max = (const float *)(void *)ranges_at[1];
                plain.t_max = gathered[T_MIN + 1];
            }
            table_use(&test_tables()->at[0]);
            ask_all(&plain, n, &want);
            for (size_t t = 0; t < test_tables()->count; t++) {
                table_use(&test_tables()->at[t]);
                ask_all(&rays, n, &got);
                for (int k = 0; k < CALLS; k++) hits += got.found[k] > 0;
                expect(memcmp(&got, &want, sizeof got) == 0,
                       "%s: steps %zu and %zu, pick %d, n %zu, given %u", test_tables()->at[t].name,
                       step, t_step, pick.kind, n, given);
            }
        }
    }
    expect(hits > 1000, "%zu", hits);
    free(order), free(tree);
}

// Dense rays with one end of their ranges in large structures: the end that is missing is read
// nowhere behind the rays.
Test(ray_ranges, one_end_far_apart) {
    enum { N = 40, STEP = 1 << 14 };
    static struct answer got, want;
    struct guarded dense = guarded_alloc(6 * N * sizeof(float), GUARD_BEHIND, 0);
    struct guarded ends = guarded_alloc((N - 1) * STEP + sizeof(float), GUARD_BEHIND, 0);
    static float end[N];
    make_targets();
    for (size_t e = 0; e < N; e++) {
        for (size_t k = 0; k < 6; k++)
            memcpy(dense.at + (k * N + e) * sizeof(float), &ray[e][k], sizeof(float));
        memcpy(ends.at + e * STEP, &ray[e][T_MIN + 1], sizeof(float));
        end[e] = ray[e][T_MIN + 1];
    }
    const float *const at = (const float *)(void *)dense.at;
    const lbx_rays plain = {.origin = {at, at + N, at + 2 * (size_t)N},
                            .dir = {at + 3 * (size_t)N, at + 4 * (size_t)N, at + 5 * (size_t)N},
                            .count = N};
    static uint32_t list[N];
    for (uint32_t i = 0; i < N; i++) list[i] = N - 1 - i;
    const lbx_pick picks[] = {lbx_from(0), lbx_one(N - 1), lbx_indexed(list, N)};
    for (unsigned high = 0; high < 2; high++) {
        for (unsigned k = 0; k < 3; k++) {
            lbx_rays rays = plain, same = plain;
            rays.t_stride = STEP;
            rays.pick = same.pick = picks[k];
            *(high ? &rays.t_max : &rays.t_min) = (const float *)(void *)ends.at;
            *(high ? &same.t_max : &same.t_min) = end;
            for (size_t t = 0; t < test_tables()->count; t++) {
                table_use(&test_tables()->at[t]);
                for (size_t n = 2; n <= N; n += N - 2) {
                    ask_all(&same, n, &want);
                    ask_all(&rays, n, &got);
                    expect(memcmp(&got, &want, sizeof got) == 0, "%s: pick %u, %zu items, end %u",
                           test_tables()->at[t].name, k, n, high);
                }
            }
        }
    }
    guarded_free(&dense);
    guarded_free(&ends);
    free(order), free(tree);
}

// Dense rays may have ranges in structures; 0 is the rays' stride; with one element no stride means
// anything; a stride that is no multiple of 4 is an error where there is a range.
Test(ray_ranges, dense_rays_and_errors) {
    static float dense[6][3] = {{0, 0, 9}, {0, 0, 9}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}};
    static const float range[3][2] = {{0, 1}, {0, 5}, {0, 9}};
    static const float min[3] = {3, -1, -1}, max[3] = {4, 1, 1};
    lbx_aabbs boxes = lbx_aabbs_of(min, max, 1, 0);
    lbx_rays rays = {.origin = {dense[0], dense[1], dense[2]},
                     .dir = {dense[3], dense[4], dense[5]},
                     .t_max = &range[0][1],
                     .count = 3,
                     .t_stride = sizeof *range};
    uint8_t hits[1];
    boxes.pick = lbx_one(0);
    for (size_t t = 0; t < test_tables()->count; t++) {
        table_use(&test_tables()->at[t]);
        expect(lbx_ray_aabb(&rays, &boxes, 3, 0, hits, NULL, NULL) == 1 && *hits == 2, "%d", *hits);
    }
    rays.t_stride = 6;
    expect(lbx_ray_aabb(&rays, &boxes, 3, 0, hits, NULL, NULL) == LBX_ERROR_STRIDE, "6");
    rays.t_max = NULL;
    expect(lbx_ray_aabb(&rays, &boxes, 3, 0, hits, NULL, NULL) == 2, "no range");
    expect(lbx_rays_check(&rays, 3, NULL) == 0, "no range, nor a short path");
    rays.t_max = &range[1][1];
    rays.t_stride = 400;
    rays.count = 1;
    expect(lbx_ray_aabb(&rays, &boxes, 1, 0, hits, NULL, NULL) == 1, "one ray");
}

// --- rays along segments ---

// How segments lie: in six arrays; in structures, adjacent or with a gap; in structures that others
// lie between; backwards; with one array for both x.
enum { ARRAYS, ADJACENT, GAPS, SCATTERED, BACKWARDS, SHARED, SEGMENT_LAYOUTS };

// Lays segments at the end of guarded memory, and makes ray[e] what they are.
static lbx_segments lay_segments(unsigned layout, struct guarded *memory) {
    static const size_t strides[] = {4, 24, 36, 512, 28, 24};
    const size_t stride = strides[layout];
    const size_t bytes = layout == ARRAYS ? sizeof(float[ELEMENTS][6])
                                          : (ELEMENTS - 1) * stride + (layout == GAPS        ? 32
                                                                       : layout == SCATTERED ? 268
                                                                                             : 24);
    *memory = guarded_alloc(bytes, layout == BACKWARDS ? GUARD_BEFORE : GUARD_BEHIND, 0);
    lbx_segments segments = {.count = ELEMENTS, .stride = layout == ARRAYS ? 0 : stride};
    for (size_t k = 0; k < 6; k++) {
        const size_t at = layout == ARRAYS      ? k * ELEMENTS * sizeof(float)
                          : layout == GAPS      ? 4 * (k + k / 3 * 2)
                          : layout == SCATTERED ? 4 * k + k / 3 * 244
                          : layout == SHARED    ? 4 * (k == 3 ? 0 : k)
                                                : 4 * k;
        const float **const array = k < 3 ? &segments.start[k] : &segments.end[k - 3];
        *array = (const float *)(void *)(memory->at + at);
        for (size_t e = 0; e < ELEMENTS; e++) {
            const size_t place = layout == BACKWARDS ? ELEMENTS - 1 - e : e;
            if (layout == SHARED && k == 3) ray[e][k] = ray[e][0];
            memcpy(memory->at + at + place * stride, &ray[e][k], sizeof(float));
        }
        if (layout == BACKWARDS) *array += (ELEMENTS - 1) * stride / sizeof(float);
    }
    if (layout == BACKWARDS) segments.stride = (size_t)0 - stride;
    return segments;
}

// Some segments are points, some have other floats than those of the range.
static void make_segments(void) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 0x1p127f, -0x1p127f, 0x1p-149f, -0.0f};
    struct random r = random_of(3, 4);
    make_targets();
    for (size_t e = 0; e < ELEMENTS; e++) {
        for (int c = 0; c < 3; c++) ray[e][3 + c] = (float)random_signed(&r, 4);
        const bool plain = e == 11; // the one that picks of one element take
        if (random_chance(&r, 9) && !plain) memcpy(&ray[e][3], &ray[e][0], 12);
        if (random_chance(&r, 9) && !plain) ray[e][random_below(&r, 6)] = odd[random_below(&r, 7)];
        ray[e][T_MIN] = (float)random_signed(&r, .5);
        ray[e][T_MIN + 1] = (float)random_unit(&r);
    }
}

// Returns how many of the calls found something.
static size_t expect_along(const lbx_rays *rays, const lbx_rays *plain, size_t n,
                           const char *what) {
    static struct answer got, want;
    size_t found = 0;
    table_use(&test_tables()->at[0]);
    ask_all(plain, n, &want);
    for (int k = 0; k < CALLS; k++) found += want.found[k] > 0;
    for (size_t t = 0; t < test_tables()->count; t++) {
        table_use(&test_tables()->at[t]);
        ask_all(rays, n, &got);
        expect(memcmp(&got, &want, sizeof got) == 0, "%s, %s, n %zu, pick %d, t_min %d, t_max %d",
               test_tables()->at[t].name, what, n, rays->pick.kind, rays->t_min != NULL,
               rays->t_max != NULL);
    }
    return found;
}

Test(ray_ranges, along_segments) {
    static const char *const names[SEGMENT_LAYOUTS] = {"arrays",    "adjacent",  "gaps",
                                                       "scattered", "backwards", "shared"};
    static const size_t counts[] = {1, 8, 33, ITEMS};
    static float gathered[FLOATS][ITEMS], range[ELEMENTS][2], one[ITEMS];
    size_t found = 0;
    for (size_t i = 0; i < ITEMS; i++) one[i] = 1;
    for (unsigned layout = 0; layout < SEGMENT_LAYOUTS; layout++) {
        struct guarded memory;
        make_segments();
        lbx_segments segments = lay_segments(layout, &memory);
        for (size_t e = 0; e < ELEMENTS; e++) memcpy(range[e], &ray[e][T_MIN], sizeof *range);
        for (unsigned way = 0; way < 3 * 4; way++) {
            const size_t n = counts[way / 3];
            uint32_t list[ITEMS];
            segments.pick = pick_of(way % 3, list, n);
            for (size_t i = 0; i < n; i++) {
                for (int k = 0; k < FLOATS; k++) gathered[k][i] = ray[list[i]][k];
                for (int c = 0; c < 3; c++) gathered[3 + c][i] -= gathered[c][i];
            }
            for (unsigned given = 0; given < 4; given++) { // t_min, t_max, both or none
                lbx_rays rays = lbx_rays_along(&segments);
                lbx_rays plain = {.origin = {gathered[0], gathered[1], gathered[2]},
                                  .dir = {gathered[3], gathered[4], gathered[5]},
                                  .t_max = one,
                                  .count = n};
                rays.t_stride = sizeof *range;
                if (given & 1) {
                    rays.t_min = &range[0][0];
                    plain.t_min = gathered[T_MIN];
                }
                if (given & 2) {
                    rays.t_max = &range[0][1];
                    plain.t_max = gathered[T_MIN + 1];
                }
                found += expect_along(&rays, &plain, n, names[layout]);
            }
        }
        guarded_free(&memory);
        free(order), free(tree);
    }
    expect(found > 1000, "%zu", found);
}

// Where segments meet: at their ends too, and nowhere behind.
Test(ray_ranges, segments_end) {
    static const float corner[3][3] = {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}};
    static const float segment[5][6] = {{0, 0, 2, 0, 0, -2}, // crosses
                                        {0, 0, 2, 0, 0, 0},  // ends there
                                        {0, 0, 2, 0, 0, 1},  // ends before
                                        {0, 0, 0, 0, 0, 5},  // starts there
                                        {0, 0, 0, 0, 0, 0}}; // is a point of it
    static const float t_wanted[5] = {.5f, 1, INFINITY, 0, 0};
    const lbx_mesh mesh = lbx_mesh_of(corner[0], 3, 12, NULL, 1);
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const at = malloc(bytes), *const build = malloc(lbx_aabb_tree_scratch_bytes(&mesh));
    expect(lbx_aabb_tree_build(&mesh, NULL, at, bytes, build) > 0, "built");
    const lbx_segments segments = lbx_segments_of(segment[0], segment[0] + 3, 5, sizeof *segment);
    const lbx_rays rays = lbx_rays_along(&segments);
    float t[5];
    const lbx_ray_hits hits = {.t = t};
    for (size_t k = 0; k < test_tables()->count; k++) {
        table_use(&test_tables()->at[k]);
        expect(lbx_aabb_tree_nearest(at, &rays, NULL, 5, 0, &hits, scratch, sizeof scratch) == 4,
               "hits");
        expect(memcmp(t, t_wanted, sizeof t) == 0, "%g %g %g %g %g", (double)t[0], (double)t[1],
               (double)t[2], (double)t[3], (double)t[4]);
        for (size_t i = 0; i < 5; i++) { // by itself, which is prepared in another way
            lbx_rays alone = rays;
            alone.pick = lbx_from(i);
            expect(lbx_aabb_tree_nearest(at, &alone, NULL, 1, 0, &hits, scratch, sizeof scratch) ==
                           (i != 2) &&
                       t[0] == t_wanted[i],
                   "segment %zu: %g", i, (double)t[0]);
        }
    }
    free(at), free(build);
}

// A view has ends or directions.
Test(ray_ranges, ends_and_directions) {
    static struct answer got;
    make_targets();
    const lbx_segments segments = lbx_segments_of(ray[0], ray[0] + 3, ELEMENTS, sizeof *ray);
    const lbx_rays ended = lbx_rays_along(&segments);
    const lbx_rays plain = lbx_rays_of(ray[0], ray[0] + 3, ELEMENTS, sizeof *ray);
    for (unsigned wrong = 0; wrong < 3 + 3 + 3 + 3; wrong++) {
        const unsigned c = wrong % 3;
        lbx_rays rays = wrong / 3 == 1 ? plain : ended;
        if (wrong / 3 == 0) rays.dir[c] = ray[0];
        if (wrong / 3 == 1) rays.end[c] = ray[0];
        if (wrong / 3 == 2) rays.inv_dir[c] = ray[0];
        if (wrong / 3 == 3) rays.end[c] = NULL;
        const ptrdiff_t error = wrong / 3 == 3 ? LBX_ERROR_NULL : LBX_ERROR_FORMAT;
        for (size_t n = 1; n <= ITEMS; n += ITEMS - 1) {
            ask_all(&rays, n, &got);
            for (int k = 0; k < CALLS; k++)
                expect(got.found[k] == error, "fault %u, call %d: %td", wrong, k, got.found[k]);
        }
        static const float min[3] = {-1, -1, -1}, max[3] = {1, 1, 1};
        lbx_aabbs dense = lbx_aabbs_of(min, max, 1, 0); // short calls read dense arrays
        dense.pick = lbx_one(0);
        rays.stride = 0;
        expect(lbx_ray_aabb(&rays, &dense, 8, 0, NULL, NULL, NULL) == error, "fault %u", wrong);
    }
    free(order), free(tree);
}
