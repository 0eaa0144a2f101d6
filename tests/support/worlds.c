// SPDX-License-Identifier: MIT
#include "worlds.h"

#include <stdlib.h>

#include "examples/random.h"
#include "harness.h"
#include "searches.h"

static struct tree straight_tree_of(const struct mesh *mesh) {
    const lbx_mesh view = mesh_view(mesh);
    const size_t bytes = lbx_aabb_tree_bytes(&view);
    struct tree t = {memory_of(bytes), 0};
    void *const scratch = memory_of(lbx_aabb_tree_scratch_bytes(&view));
    const ptrdiff_t built = lbx_aabb_tree_build(&view, NULL, t.at, bytes, scratch);
    expect(built > 0, "%td", built);
    free(scratch);
    t.bytes = (size_t)built;
    return t;
}

void world_move(struct world *w, double spread, uint64_t seed) {
    for (size_t i = 0; i < w->n; i++) {
        struct random r = random_of(seed, i);
        const struct mesh *const mesh = &w->mesh[w->instance[i].tree];
        double size = 0;
        for (size_t v = 0; v < mesh->vertices; v++)
            for (int c = 0; c < 3; c++) {
                const double x = fabs((double)mesh->vertex[v][c] - (double)mesh->vertex[0][c]);
                size = x > size ? x : size;
            }
        w->instance[i].pose = pose_near(mesh, seed * 99 + i);
        for (int c = 0; c < 3; c++) {
            double *const at = &w->instance[i].pose.position[c];
            *at += size * spread * random_between(&r, -1, 1);
            if (fabs(*at) > 0x1p60) *at = 0x1p60;
        }
    }
}

void world_mesh(struct world *w, unsigned m, enum mesh_kind kind, uint64_t seed) {
    const lbx_obb_tree_options options = {.leaf = 1 + (uint32_t)seed % LBX_LEAF_MAX};
    tree_free(&w->straight[m]);
    tree_free(&w->oriented[m]);
    mesh_make(&w->mesh[m], kind, seed);
    w->straight[m] = straight_tree_of(&w->mesh[m]);
    w->oriented[m] = tree_of(&w->mesh[m], &options);
    w->rays[m] = w->straight[m].at;
    w->touching[m] = w->oriented[m].at;
}

void world_make(struct world *w, size_t n, double spread, uint64_t seed) {
    expect(n <= WORLD_INSTANCES_MAX, "%zu instances", n);
    *w = (struct world){.n = n};
    for (unsigned m = 0; m < WORLD_MESHES; m++) {
        static const enum mesh_kind kinds[] = {MESH_BOX,  MESH_TURNED, MESH_CUBE,  MESH_BALL,
                                               MESH_SOUP, MESH_DENSE,  MESH_SHEET, MESH_LINE,
                                               MESH_FAR,  MESH_POINT,  MESH_STICK, MESH_SLIVERS};
        struct random r = random_of(seed, m);
        world_mesh(w, m, kinds[random_below(&r, sizeof kinds / sizeof *kinds)], seed + m);
    }
    w->trees = (lbx_scene_trees){w->rays, w->touching, WORLD_MESHES};
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(seed + 1, i);
        w->instance[i].scale = 1;
        w->instance[i].tree = random_below(&r, WORLD_MESHES);
        w->instance[i].mask = (uint32_t)random_bits(&r);
    }
    world_move(w, spread, seed);
}

void world_build(struct world *w) {
    free(w->scene);
    w->scene_bytes = lbx_scene_bytes(w->n);
    w->scene = memory_of(w->scene_bytes);
    const ptrdiff_t built =
        lbx_scene_build(&w->trees, w->instance, w->n, w->scene, w->scene_bytes, NULL);
    expect(built > 0, "%td", built);
    expect(lbx_scene_check(w->scene, w->scene_bytes, NULL) == 0, "a scene that is built");
}

void world_refit(struct world *w) {
    EXPECT_ERROR(0, lbx_scene_refit(&w->trees, w->instance, w->n, w->scene, NULL));
    expect(lbx_scene_check(w->scene, w->scene_bytes, NULL) == 0, "a scene that is refitted");
}

void world_sort(struct world *w, float distance) {
    const lbx_aabbs_out out = lbx_aabbs_out_of(w->box[0], w->box[0] + 3, w->n, sizeof *w->box);
    const lbx_aabbs boxes = lbx_aabbs_of(w->box[0], w->box[0] + 3, w->n, sizeof *w->box);
    EXPECT_ERROR((ptrdiff_t)w->n, lbx_scene_aabbs(w->scene, distance / 2, &out));
    free(w->order);
    w->order_bytes = lbx_order_bytes(w->n);
    w->order = memory_of(w->order_bytes);
    EXPECT_ERROR((ptrdiff_t)w->n, lbx_order_sort(&boxes, w->n, w->order, w->order_bytes, NULL));
}

void world_free(struct world *w) {
    for (unsigned m = 0; m < WORLD_MESHES; m++) {
        tree_free(&w->straight[m]);
        tree_free(&w->oriented[m]);
    }
    free(w->scene);
    free(w->order);
}
