// SPDX-License-Identifier: MIT
// Errors of scenes, and which comes first. An error leaves scenes and outputs as they were.
#include <math.h>
#include <string.h>

#include "crowd.h"
#include "harness.h"
#include "scenes/scene.h"
#include "searches.h"

enum { N = 9 };

static struct crowd crowd;
static uint64_t room[1 << 10], before[1 << 10];
static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8 + 1];
static const lbx_workers no_workers = {NULL, NULL};

static void begin(void) {
    crowd_make(&crowd, CROWD_NEAR, N, false, 5);
    expect(lbx_scene_bytes(N) <= sizeof room, "room");
    memset(room, UNTOUCHED, sizeof room);
    memcpy(before, room, sizeof room);
}

static ptrdiff_t build(size_t n, void *memory, size_t bytes, const lbx_workers *workers) {
    return lbx_scene_build(&crowd.trees, crowd.at, n, memory, bytes, workers);
}

static int refit(size_t n, void *memory, const lbx_workers *workers) {
    return lbx_scene_refit(&crowd.trees, crowd.at, n, memory, workers);
}

// A build and a refit both return this, and neither writes anything.
static void expect_both(const char *what, ptrdiff_t error) {
    const ptrdiff_t built = build(N, room, sizeof room, NULL);
    expect(built == error, "%s: %td", what, built);
    expect(memcmp(room, before, sizeof room) == 0, "%s: written", what);
    memcpy(room, crowd.scene, crowd.bytes);
    const int fitted = refit(N, room, NULL);
    expect(fitted == error, "%s, refit: %d", what, fitted);
    expect(memcmp(room, crowd.scene, crowd.bytes) == 0, "%s, refit: written", what);
    memcpy(room, before, sizeof room);
}

Test(scene_errors, instances_out_of_range) {
    static const struct {
        const char *what;
        double position, turn, scale;
    } bad[] = {{"far", 0x1.0000000000001p60, 0, 1},
               {"far, below", -0x1.0000000000001p60, 0, 1},
               {"NaN", NAN, 0, 1},
               {"infinite", INFINITY, 0, 1},
               {"turned by NaN", 0, NAN, 1},
               {"off unit length", 0, 0x1p-9, 1},
               {"small", 0, 0, 0x1.fffffffffffffp-21},
               {"large", 0, 0, 0x1.0000000000001p20},
               {"mirrored", 0, 0, -1},
               {"scaled by 0", 0, 0, 0},
               {"scaled by NaN", 0, 0, NAN}};
    begin();
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        for (size_t i = 0; i < N; i += 4) {
            const lbx_instance good = crowd.at[i];
            lbx_instance *const at = &crowd.at[i];
            *at = (lbx_instance){
                {{0, 0, 0}, {bad[k].turn, 0, 0, 1 + bad[k].turn}}, bad[k].scale, 0, ~0u};
            at->pose.position[i % 3] = bad[k].position;
            expect_both(bad[k].what, LBX_ERROR_POSE);
            const float ray[6] = {0, 0, 0, 0, 0, 1};
            float out[6] = {7, 7, 7, 7, 7, 7};
            const lbx_rays rays = lbx_rays_of(ray, ray + 3, 1, 0);
            const lbx_rays_out to = {{out, out + 1, out + 2}, {out + 3, out + 4, out + 5}, 1, 0};
            EXPECT_ERROR(LBX_ERROR_POSE, lbx_rays_to_instance(at, &rays, 1, &to));
            expect(out[0] == 7 && out[5] == 7, "written");
            *at = good;
        }
    }
    for (int c = 0; c < 3; c++) crowd.at[1].pose.position[c] = c % 2 ? -0x1p60 : 0x1p60;
    crowd.at[2].scale = LBX_SCALE_LEAST;
    crowd.at[3].scale = LBX_SCALE_MOST;
    expect(build(N, room, sizeof room, NULL) > 0, "the ends of the range");
    crowd_free(&crowd);
}

Test(scene_errors, of_building) {
    begin();
    char *const odd = (char *)room + 4;
    const size_t bytes = lbx_scene_bytes(N), many = ((size_t)1 << 28) + 1;
    const lbx_scene_trees trees = crowd.trees;
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_build(NULL, crowd.at, N, room, bytes, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_build(&trees, NULL, N, room, bytes, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, build(N, NULL, bytes, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, build(N, room, bytes, &no_workers));
    EXPECT_ERROR(LBX_ERROR_STRIDE, build(N, odd, bytes, NULL));
    EXPECT_ERROR(LBX_ERROR_STRIDE, build(many, odd, bytes, NULL));
    EXPECT_ERROR(LBX_ERROR_COUNT, build(many, room, SIZE_MAX, NULL));
    EXPECT_ERROR(LBX_ERROR_COUNT, build(N, room, bytes - 1, NULL));
    EXPECT_ERROR(LBX_ERROR_COUNT, build(N, room, 0, NULL));
    expect(memcmp(room, before, sizeof room) == 0, "written");
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_refit(NULL, crowd.at, N, crowd.scene, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_refit(&trees, NULL, N, crowd.scene, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, refit(N, NULL, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, refit(N, crowd.scene, &no_workers));
    EXPECT_ERROR(LBX_ERROR_STRIDE, refit(N, odd, NULL));
    EXPECT_ERROR(LBX_ERROR_SCENE, refit(N, room, NULL));
    EXPECT_ERROR(LBX_ERROR_SCENE, refit(N, crowd.mesh[0].tree.at, NULL));
    EXPECT_ERROR(LBX_ERROR_COUNT, refit(N - 1, crowd.scene, NULL));
    EXPECT_ERROR(LBX_ERROR_COUNT, refit(many, crowd.scene, NULL));

    // Trees that are not there, or none: the error is that of the first instance that has one.
    crowd.at[2].tree = CROWD_MESHES;
    expect_both("no such tree", LBX_ERROR_INDEX);
    crowd.at[1].tree = 3;
    crowd.tree[3] = NULL;
    expect_both("a tree that is NULL", LBX_ERROR_NULL);
    crowd.tree[3] = crowd.scene;
    expect_both("a scene for a tree", LBX_ERROR_TREE);
    crowd.tree[3] = (char *)crowd.mesh[3].tree.at + 4;
    expect_both("a tree that is not aligned", LBX_ERROR_STRIDE);
    crowd.tree[3] = trees.rays[0];
    crowd.at[0].scale = 0;
    expect_both("a scale before", LBX_ERROR_POSE);
    crowd.at[0].scale = 1;
    expect_both("no such tree", LBX_ERROR_INDEX);
    crowd.at[2].tree = 0;
    crowd.trees = (lbx_scene_trees){NULL, NULL, CROWD_MESHES};
    expect_both("no trees", LBX_ERROR_NULL);
    crowd.trees = trees;
    expect(build(N, room, sizeof room, NULL) > 0, "none is wrong");
    expect(lbx_scene_build(&trees, NULL, 0, room, sizeof room, NULL) > 0, "no instances");
    crowd_free(&crowd);
}

Test(scene_errors, of_checks) {
    begin();
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_check(NULL, 0, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_check(crowd.scene, crowd.bytes, &no_workers));
    EXPECT_ERROR(LBX_ERROR_STRIDE, lbx_scene_check((char *)room + 4, 4000, NULL));
    EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(room, sizeof room, NULL));
    EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(crowd.scene, 8, NULL));
    EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(crowd.scene, 0, NULL));
    EXPECT_ERROR(LBX_ERROR_SCENE,
                 lbx_scene_check(crowd.mesh[7].tree.at, crowd.mesh[7].tree.bytes, NULL));
    EXPECT_ERROR(LBX_ERROR_TREE, lbx_aabb_tree_check(crowd.scene, crowd.bytes, NULL));
    crowd_free(&crowd);
}

// --- searches ---

// What every search takes.
struct asked {
    const void *scene;
    const lbx_scene_trees *trees;
    const lbx_rays *rays;
    const lbx_points *points;
    const lbx_scene_filter *filter;
    size_t n;
    unsigned flags;
    void *scratch;
    size_t bytes;
};

static uint32_t instance;
static lbx_scene_hit hit;

static void expect_from_all(const char *what, const struct asked *a, ptrdiff_t error,
                            bool of_scratch) {
    const lbx_scene_hits hits = {.instance = &instance};
    const lbx_scene_closest_out out = {.instance = &instance};
    static const lbx_scene_ray_cursor begun = {0};
    lbx_scene_ray_cursor cursor = begun;
    uint8_t bits = UNTOUCHED;
    instance = hit.ray = 77;
    const ptrdiff_t got[4] = {lbx_scene_nearest(a->scene, a->trees, a->rays, a->filter, a->n,
                                                a->flags, &hits, a->scratch, a->bytes),
                              lbx_scene_any(a->scene, a->trees, a->rays, a->filter, a->n, a->flags,
                                            &bits, a->scratch, a->bytes),
                              lbx_scene_closest(a->scene, a->trees, a->points, NULL, a->filter,
                                                a->n, a->flags, &out, a->scratch, a->bytes),
                              of_scratch ? error
                                         : lbx_scene_all(a->scene, a->trees, a->rays, a->filter,
                                                         a->n, a->flags, &cursor, &hit, 1)};
    for (int k = 0; k < 4; k++) expect(got[k] == error, "%s, search %d: %td", what, k, got[k]);
    expect(instance == 77 && bits == UNTOUCHED && hit.ray == 77 &&
               memcmp(&cursor, &begun, sizeof begun) == 0,
           "%s: written", what);
}

Test(scene_errors, of_searches) {
    static const float ray[6] = {0, 0, -50, 0, 0, 1};
    static const uint32_t entry[2];
    const lbx_rays rays = lbx_rays_of(ray, ray + 3, 1, 0);
    const lbx_points points = lbx_points_of(ray, 1, 0);
    begin();
    const struct asked good = {crowd.scene, &crowd.trees,           &rays, &points, NULL, 1, 0,
                               scratch,     LBX_TRACE_SCRATCH_LEAST};
    struct asked a = good;
#define FROM_ALL(error, change) (a = good, change, expect_from_all(#change, &a, error, false))
#define OF_SCRATCH(error, change) (a = good, change, expect_from_all(#change, &a, error, true))
    FROM_ALL(LBX_ERROR_FLAGS, a.flags = 1u << 30);
    FROM_ALL(LBX_ERROR_NULL, a.scene = NULL);
    FROM_ALL(LBX_ERROR_STRIDE, a.scene = (char *)room + 4);
    FROM_ALL(LBX_ERROR_SCENE, a.scene = room);
    FROM_ALL(LBX_ERROR_SCENE, a.scene = crowd.tree[0]);
    FROM_ALL(LBX_ERROR_NULL, a.trees = NULL);
    FROM_ALL(LBX_ERROR_NULL, (a.rays = NULL, a.points = NULL));
    lbx_scene_trees trees = crowd.trees;
    struct lbx_scene s;
    expect(lbx_scene_open(&s, crowd.scene) == 0, "opened");
    trees.count = s.header->top.mesh_triangles - 1;
    FROM_ALL(LBX_ERROR_INDEX, a.trees = &trees);
    trees = crowd.trees;
    trees.rays = NULL;
    FROM_ALL(LBX_ERROR_NULL, a.trees = &trees);
    crowd.tree[crowd.at[4].tree] = crowd.scene;
    FROM_ALL(LBX_ERROR_TREE, a.trees = &crowd.trees);
    crowd.tree[crowd.at[4].tree] = crowd.mesh[crowd.at[4].tree].tree.at;
    const lbx_scene_filter crooked = {entry, NULL, NULL, 6}, half = {NULL, entry, NULL, 0},
                           other = {NULL, NULL, entry, 0};
    FROM_ALL(LBX_ERROR_STRIDE, a.filter = &crooked);
    FROM_ALL(LBX_ERROR_NULL, a.filter = &half);
    FROM_ALL(LBX_ERROR_NULL, a.filter = &other);
    FROM_ALL(LBX_ERROR_COUNT, a.n = 2);
    if (sizeof(size_t) > 4) FROM_ALL(LBX_ERROR_COUNT, a.n = (size_t)UINT32_MAX + 1);
    OF_SCRATCH(LBX_ERROR_NULL, a.scratch = NULL);
    OF_SCRATCH(LBX_ERROR_STRIDE, a.scratch = (char *)scratch + 4);
    OF_SCRATCH(LBX_ERROR_COUNT, a.bytes = LBX_TRACE_SCRATCH_LEAST - 1);
    FROM_ALL(0, (a.n = 0, a.scratch = NULL, a.rays = NULL, a.points = NULL));
    lbx_scene_ray_cursor cursor = {0};
    EXPECT_ERROR(LBX_ERROR_NULL,
                 lbx_scene_all(crowd.scene, &crowd.trees, &rays, NULL, 1, 0, NULL, &hit, 1));
    EXPECT_ERROR(LBX_ERROR_COUNT,
                 lbx_scene_all(crowd.scene, &crowd.trees, &rays, NULL, 1, 0, &cursor, &hit, 0));
    a = good;
    a.flags = LBX_SORTED;
    EXPECT_ERROR(LBX_ERROR_FLAGS, lbx_scene_any(a.scene, a.trees, a.rays, NULL, 1, a.flags, NULL,
                                                a.scratch, a.bytes));
    a.flags = LBX_COHERENT;
    EXPECT_ERROR(LBX_ERROR_FLAGS, lbx_scene_closest(a.scene, a.trees, a.points, NULL, NULL, 1,
                                                    a.flags, NULL, a.scratch, a.bytes));
    expect(lbx_scene_nearest(a.scene, a.trees, a.rays, NULL, 1, 0, NULL, a.scratch, a.bytes) >= 0,
           "no outputs");
    crowd_free(&crowd);
}

// Trees of one kind are enough for a scene, but not for searches that need the other.
Test(scene_errors, of_trees_of_the_other_kind) {
    static const float ray[6] = {0, 0, -50, 0, 0, 1};
    static lbx_scene_touch touch;
    const lbx_rays rays = lbx_rays_of(ray, ray + 3, 1, 0);
    const lbx_points points = lbx_points_of(ray, 1, 0);
    const lbx_scene_query query = {.flags = LBX_ANY, .hints = &(lbx_pair){7, 7}, .hint_count = 1};
    const lbx_scene_cursor begun = {.given = 0};
    crowd_make_touching(&crowd, 20, .8, 1);
    for (int kind = 0; kind < 2; kind++) {
        crowd.trees =
            (lbx_scene_trees){kind ? NULL : crowd.tree, kind ? crowd.oriented : NULL, CROWD_MESHES};
        crowd_build(&crowd);
        crowd_order(&crowd, 0);
        const struct asked a = {crowd.scene, &crowd.trees,           &rays, &points, NULL, 1, 0,
                                scratch,     LBX_TRACE_SCRATCH_LEAST};
        lbx_scene_cursor cursor = begun;
        touch.a = 77;
        const ptrdiff_t found =
            lbx_scene_touching(crowd.scene, &crowd.trees, crowd.order, &query, &cursor, &touch, 1);
        if (kind) {
            expect_from_all("only oriented boxes", &a, LBX_ERROR_NULL, false);
            expect(found == 1 && touch.a < 20, "%td", found);
            continue;
        }
        expect(lbx_scene_nearest(a.scene, a.trees, a.rays, NULL, 1, 0, NULL, scratch,
                                 sizeof scratch) >= 0,
               "rays need no oriented boxes");
        expect(found == LBX_ERROR_NULL && touch.a == 77 && query.hints->a == 7 &&
                   memcmp(&cursor, &begun, sizeof begun) == 0,
               "%td: written", found);
    }
    crowd_free(&crowd);
}
