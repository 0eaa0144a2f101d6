// SPDX-License-Identifier: MIT
// lanebox: scenes that are built anew in each frame, or built once and refitted in each frame
// since, traced as streams and as packets.
#include <stdlib.h>

#include "bench/huge_pages.h"
#include "examples/maintenance/shapes.h"
#include "examples/tool.h"
#include "lanebox/scenes.h"
#include "way.h"

struct built {
    void *tree[SHAPES_MOST];
    lbx_scene_trees trees;
    lbx_instance *instance;
    size_t count;
    void *scene, *scratch;
    size_t bytes; // of room for the scene
};

static void build_scene(void *built) {
    struct built *const b = built;
    checked(lbx_scene_build(&b->trees, b->instance, b->count, b->scene, b->bytes, NULL));
}

static void refit_scene(void *built) {
    struct built *const b = built;
    checked(lbx_scene_refit(&b->trees, b->instance, b->count, b->scene, NULL));
}

static void place(void *built, const struct instances *instances) {
    struct built *const b = built;
    for (size_t i = 0; i < b->count; i++)
        b->instance[i] = (lbx_instance){.pose = instances->pose[i],
                                        .scale = 1,
                                        .tree = instances->shape_of[i],
                                        .mask = UINT32_MAX};
}

static void *build(const struct instances *instances, unsigned variant) {
    struct built *const b = resize(NULL, 1, sizeof *b);
    *b = (struct built){.count = instances->count, .bytes = lbx_scene_bytes(instances->count)};
    (void)variant;
    for (size_t s = 0; s < instances->shapes; s++) {
        const lbx_mesh mesh = model_view(&instances->shape[s]);
        const size_t bytes = lbx_aabb_tree_bytes(&mesh);
        void *const scratch = resize(NULL, lbx_aabb_tree_scratch_bytes(&mesh), 1);
        b->tree[s] = huge_pages(bytes);
        checked(lbx_aabb_tree_build(&mesh, NULL, b->tree[s], bytes, scratch));
        free(scratch);
    }
    b->trees = (lbx_scene_trees){.rays = (const void *const *)b->tree, .count = instances->shapes};
    b->instance = resize(NULL, b->count, sizeof *b->instance);
    b->scene = huge_pages(b->bytes);
    b->scratch = huge_pages(LBX_TRACE_SCRATCH);
    place(b, instances);
    build_scene(b);
    return b;
}

static void free_built(void *built) {
    struct built *const b = built;
    for (size_t s = 0; s < SHAPES_MOST; s++) free(b->tree[s]);
    free(b->instance);
    free(b->scene);
    free(b->scratch);
    free(b);
}

static void trace(void *built, unsigned flags, const struct rays *rays, const struct answers *out) {
    struct built *const b = built;
    lbx_rays view = {.t_max = rays->t_max, .count = rays->n};
    const lbx_scene_hits hits = {.instance = out->instance, .triangle = out->triangle, .t = out->t};
    for (int c = 0; c < 3; c++) {
        view.origin[c] = rays->origin[c];
        view.dir[c] = rays->dir[c];
    }
    checked(lbx_scene_nearest(b->scene, &b->trees, &view, NULL, rays->n, flags, &hits, b->scratch,
                              LBX_TRACE_SCRATCH));
}

static const struct way ways[] = {{"streams", trace, 0, false},
                                  {"coherent", trace, LBX_COHERENT, true}};

const struct library lanebox_built_library = {.name = "lanebox built",
                                              .build = build,
                                              .place = place,
                                              .update = build_scene,
                                              .free = free_built,
                                              .promised = true,
                                              .way = ways,
                                              .ways = sizeof ways / sizeof *ways,
                                              .every = 1};
const struct library lanebox_refitted_library = {.name = "lanebox refitted",
                                                 .build = build,
                                                 .place = place,
                                                 .update = refit_scene,
                                                 .free = free_built,
                                                 .promised = true,
                                                 .way = ways,
                                                 .ways = sizeof ways / sizeof *ways,
                                                 .every = 1};
