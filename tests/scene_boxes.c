// SPDX-License-Identifier: MIT
// Boxes around instances: they hold every vertex, whichever trees they come from. Trees that
// searches need or lack.
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "examples/random.h"
#include "harness.h"
#include "scenes/scene.h"
#include "searches.h"

static struct crowd crowd;

// Where a vertex of an instance is, off by 2^-62 of its terms where a long double is that of x87.
static void place(const lbx_instance *at, const float vertex[3], long double out[3]) {
    const double *const q = at->pose.rotation;
    long double square = 0;
    for (int k = 0; k < 4; k++) square += (long double)q[k] * (long double)q[k];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const long double x = q[i], y = q[j], z = q[k], w = q[3], twice = 2 / square;
        out[i] = (long double)at->pose.position[i] +
                 (long double)at->scale * ((1 - twice * (y * y + z * z)) * (long double)vertex[i] +
                                           twice * (x * y - z * w) * (long double)vertex[j] +
                                           twice * (x * z + y * w) * (long double)vertex[k]);
    }
}

// Expects each box to hold the vertices of its instance, and to be no larger than the box of a ball
// around them.
static void expect_held(const struct crowd *s, const char *what) {
    for (size_t i = 0; i < s->n; i++) {
        const lbx_instance *const at = &s->at[i];
        const struct mesh *const mesh = &s->mesh[at->tree].mesh;
        long double least[3] = {INFINITY, INFINITY, INFINITY}, most[3], size = 0;
        for (int c = 0; c < 3; c++) most[c] = -least[c];
        for (size_t v = 0; v < mesh->vertices; v++) {
            long double x[3];
            place(at, mesh->vertex[v], x);
            for (int c = 0; c < 3; c++) {
                expect((long double)s->box[i][c] <= x[c] && x[c] <= (long double)s->box[i][3 + c],
                       "%s: instance %zu, vertex %zu, %d: %a is not from %a to %a", what, i, v, c,
                       (double)x[c], (double)s->box[i][c], (double)s->box[i][3 + c]);
                if (x[c] < least[c]) least[c] = x[c];
                if (x[c] > most[c]) most[c] = x[c];
            }
        }
        for (int c = 0; c < 3; c++) size += most[c] - least[c];
        for (int c = 0; c < 3; c++) {
            const long double far =
                fabsl(least[c]) + fabsl(most[c]) + 1e7L * (long double)at->scale;
            const long double pad = size + 1e-6L * far;
            expect((long double)s->box[i][c] >= least[c] - pad &&
                       (long double)s->box[i][3 + c] <= most[c] + pad,
                   "%s: instance %zu: a box of %Lg at a size of %Lg", what, i,
                   (long double)s->box[i][3 + c] - (long double)s->box[i][c], size);
        }
    }
}

Test(scene_boxes, hold_every_vertex) {
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct random r = random_of(seed, 9);
        crowd_make_touching(&crowd, seed % 50 ? 24 : CROWD_MOST, 2, seed);
        mesh_make(&crowd.mesh[0].mesh, (enum mesh_kind)(seed % MESH_KINDS), seed);
        crowd_plant(&crowd, 0, &(lbx_obb_tree_options){.leaf = 1 + (uint32_t)seed % LBX_LEAF_MAX});
        crowd_move_touching(&crowd, 2, seed);
        for (size_t i = 0; i < crowd.n; i++) {
            lbx_instance *const at = &crowd.at[i];
            if (seed % 3 == 0)
                at->scale = ldexp(random_between(&r, 1, 2), (int)random_below(&r, 40) - 20);
            if (at->scale > LBX_SCALE_MOST) at->scale = LBX_SCALE_MOST;
            for (int c = 0; c < 3 && seed % 5 == 0; c++)
                at->pose.position[c] += ldexp(random_between(&r, -1, 1), (int)random_below(&r, 60));
            // A small mesh at a float, from which a double cannot tell its vertices.
            if (seed % 5 == 1) {
                at->scale = LBX_SCALE_LEAST;
                for (int c = 0; c < 3; c++)
                    at->pose.position[c] = ldexp(1, 30 + (int)random_below(&r, 20));
            }
            // As far from unit length as a pose may be.
            for (int k = 0; k < 4; k++) at->pose.rotation[k] *= 1 + (i % 3 - 1.) * 0x1p-21;
            if (i % 4 == 0) memcpy(at->pose.rotation, (double[]){0, 0, 0, 1}, 4 * sizeof(double));
        }
        for (int kind = 0; kind < 2; kind++) {
            crowd.trees.rays = kind ? NULL : crowd.tree;
            crowd_build(&crowd);
            crowd_order(&crowd, 0);
            expect_held(&crowd, kind ? "oriented" : "straight");
            crowd_move_touching(&crowd, 2, seed + 500);
            crowd_refit(&crowd);
            crowd_order(&crowd, 0);
            expect_held(&crowd, kind ? "oriented, refitted" : "straight, refitted");
        }
        crowd_free(&crowd);
    }
}

// Boxes grow by no less than asked, and by no more than rounding to the next float.
Test(scene_boxes, grow) {
    static const float grows[] = {0x1p-140f, 0x1p-80f, 1e-9f, .1f, .25f, 3, 1e7f, 0x1p60f};
    static float grown[24][6];
    crowd_make_touching(&crowd, 24, 2, 4);
    crowd_build(&crowd);
    crowd_order(&crowd, 0);
    for (size_t g = 0; g < sizeof grows / sizeof *grows; g++) {
        const lbx_aabbs_out out = lbx_aabbs_out_of(grown[0], grown[0] + 3, crowd.n, sizeof *grown);
        EXPECT_ERROR((ptrdiff_t)crowd.n, lbx_scene_aabbs(crowd.scene, grows[g], &out));
        for (size_t i = 0; i < crowd.n; i++) {
            for (int c = 0; c < 6; c++) {
                // Outwards is up: x + grow, of which a double loses `lost`.
                const double x = (c < 3 ? -1. : 1.) * (double)crowd.box[i][c];
                const double sum = x + (double)grows[g], back = sum - x;
                const double lost = (x - (sum - back)) + ((double)grows[g] - back);
                const float found = c < 3 ? -grown[i][c] : grown[i][c];
                const float before = nextafterf(found, -INFINITY);
                expect((double)found > sum || ((double)found == sum && lost <= 0), "%a + %a > %a",
                       x, (double)grows[g], (double)found);
                expect((double)before < sum || ((double)before == sum && lost > 0), "%a + %a <= %a",
                       x, (double)grows[g], (double)before);
            }
        }
    }
    crowd_free(&crowd);
}

Test(scene_boxes, errors) {
    lbx_aabbs_out out = lbx_aabbs_out_of(crowd.box[0], crowd.box[0] + 3, 3, sizeof *crowd.box);
    crowd_make_touching(&crowd, 3, 1, 1);
    crowd_build(&crowd);
    EXPECT_ERROR(3, lbx_scene_aabbs(crowd.scene, 0, &out));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_aabbs(crowd.scene, 0, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_aabbs(NULL, 0, &out));
    EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_aabbs(crowd.tree[0], 0, &out));
    EXPECT_ERROR(LBX_ERROR_DISTANCE, lbx_scene_aabbs(crowd.scene, -1, &out));
    EXPECT_ERROR(LBX_ERROR_DISTANCE, lbx_scene_aabbs(crowd.scene, NAN, &out));
    EXPECT_ERROR(LBX_ERROR_DISTANCE, lbx_scene_aabbs(crowd.scene, 0x1p61f, &out));
    out.count = 2;
    EXPECT_ERROR(LBX_ERROR_COUNT, lbx_scene_aabbs(crowd.scene, 0, &out));
    out.count = 3;
    out.stride = 6;
    EXPECT_ERROR(LBX_ERROR_STRIDE, lbx_scene_aabbs(crowd.scene, 0, &out));
    crowd_free(&crowd);
    crowd_make_touching(&crowd, 0, 1, 1);
    crowd_build(&crowd);
    EXPECT_ERROR(0, lbx_scene_aabbs(crowd.scene, 0, NULL));
    crowd_free(&crowd);
}

static ptrdiff_t touching(struct crowd *s) {
    lbx_scene_cursor cursor = {.given = 0};
    return lbx_scene_touching(s->scene, &s->trees, s->order, NULL, &cursor, NULL, 0);
}

static ptrdiff_t any(struct crowd *s) {
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / sizeof(uint64_t)];
    static const float ray[6] = {0, 0, 0, 0, 0, 1};
    const lbx_rays rays = {
        .origin = {ray, ray + 1, ray + 2}, .dir = {ray + 3, ray + 4, ray + 5}, .count = 1};
    return lbx_scene_any(s->scene, &s->trees, &rays, NULL, 1, 0, NULL, scratch, sizeof scratch);
}

// Trees may be NULL where no instance needs them, and only there.
Test(scene_boxes, come_from_trees_that_are_there) {
    crowd_make_touching(&crowd, 12, 1, 1);
    for (uint32_t i = 0; i < crowd.n; i++) crowd.at[i].tree = (2 * i + 1) % CROWD_MESHES;
    for (int kind = 0; kind < 2; kind++) {
        crowd.trees.rays = kind ? NULL : crowd.tree;
        for (int m = 0; m < CROWD_MESHES; m += 2) crowd.tree[m] = crowd.oriented[m] = NULL;
        crowd_build(&crowd);
        crowd_order(&crowd, 0);
        expect(touching(&crowd) >= 0, "no tree is missing");
        expect(any(&crowd) >= (kind ? LBX_ERROR_NULL : 0), "no tree is missing");
        for (int m = 1; m < CROWD_MESHES; m += 2) {
            const void **const needed = kind ? crowd.oriented : crowd.tree;
            const void *const tree = needed[m], *const other = crowd.oriented[m];
            needed[m] = NULL;
            EXPECT_ERROR(LBX_ERROR_NULL,
                         lbx_scene_refit(&crowd.trees, crowd.at, 12, crowd.scene, NULL));
            EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_build(&crowd.trees, crowd.at, 12, crowd.scene,
                                                         crowd.bytes, NULL));
            EXPECT_ERROR(LBX_ERROR_NULL, any(&crowd));
            needed[m] = crowd.order; // no tree
            EXPECT_ERROR(LBX_ERROR_TREE,
                         lbx_scene_refit(&crowd.trees, crowd.at, 12, crowd.scene, NULL));
            EXPECT_ERROR(kind ? LBX_ERROR_NULL : LBX_ERROR_TREE, any(&crowd));
            needed[m] = tree;
            crowd.oriented[m] = NULL;
            EXPECT_ERROR(LBX_ERROR_NULL, touching(&crowd));
            crowd.oriented[m] = crowd.order;
            EXPECT_ERROR(LBX_ERROR_TREE, touching(&crowd));
            crowd.oriented[m] = other;
        }
    }
    crowd.trees.touching = NULL;
    EXPECT_ERROR(LBX_ERROR_NULL, touching(&crowd));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_scene_refit(&crowd.trees, crowd.at, 12, crowd.scene, NULL));
    EXPECT_ERROR(LBX_ERROR_NULL, any(&crowd));
    crowd_free(&crowd);
}

// A check tells of instances that are not where the scene says, and of their scales.
Test(scene_boxes, belong_to_instances_in_their_places) {
    struct lbx_scene s;
    crowd_make_touching(&crowd, 24, 2, 1);
    crowd.at[3].scale = 2;
    crowd_build(&crowd);
    expect(lbx_scene_open(&s, crowd.scene) == 0 && s.header->scaled == 1, "a scene");
    for (uint32_t i = 0; i < crowd.n; i++) {
        expect(s.instance[s.instance[i].place].number == i, "instance %u", i);
        for (uint32_t wrong = 0; wrong < 3; wrong++) {
            struct lbx_scene_instance *const at = &s.instance[i];
            const uint32_t place = at->place,
                           other = wrong == 2 ? UINT32_MAX : (place + 1 + wrong) % 24;
            const struct lbx_aabb_node *node = s.node;
            // The sum is made to agree.
            unsigned k = 0;
            while (node->child[k] != leaf_of(i, 1)) {
                k = (k + 1) % TREE_WIDTH;
                node += k == 0;
            }
            s.header->top.sum -= lbx_scene_instance_sum(at, node, k);
            at->place = other;
            s.header->top.sum += lbx_scene_instance_sum(at, node, k);
            EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(crowd.scene, crowd.bytes, NULL));
            s.header->top.sum -= lbx_scene_instance_sum(at, node, k);
            at->place = place;
            s.header->top.sum += lbx_scene_instance_sum(at, node, k);
        }
    }
    expect(lbx_scene_check(crowd.scene, crowd.bytes, NULL) == 0, "mended");
    s.header->scaled = 0;
    EXPECT_ERROR(LBX_ERROR_SCENE, lbx_scene_check(crowd.scene, crowd.bytes, NULL));
    crowd_free(&crowd);
}
