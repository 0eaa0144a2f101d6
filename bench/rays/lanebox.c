// SPDX-License-Identifier: MIT
// lanebox's ways, as streams and as packets. The tree lies in huge pages, if there are any, as
// Embree's does.
#define _DEFAULT_SOURCE // madvise
#include <stdlib.h>
#include <sys/mman.h>

#include "examples/tool.h"
#include "lanebox/trees.h"
#include "way.h"

struct built {
    void *tree, *scratch;
    size_t bytes; // of the tree
    uint8_t *hits;
    size_t room;
};

enum { HUGE_PAGE = 2 << 20 };

static void *huge_pages(size_t bytes) {
    const size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *const memory = aligned_alloc(HUGE_PAGE, whole);
    if (!memory) die("no memory");
    madvise(memory, whole, MADV_HUGEPAGE); // only advice: it is slower without it
    return memory;
}

static void *build(const struct scene *scene, unsigned variant) {
    struct built *const b = resize(NULL, 1, sizeof *b);
    const lbx_mesh mesh = scene_mesh(scene);
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const scratch = resize(NULL, lbx_aabb_tree_scratch_bytes(&mesh), 1);
    (void)variant;
    *b = (struct built){.tree = huge_pages(bytes), .scratch = huge_pages(LBX_TRACE_SCRATCH)};
    b->bytes = checked(lbx_aabb_tree_build(&mesh, NULL, b->tree, bytes, scratch));
    free(scratch);
    return b;
}

static size_t tree_bytes(const void *built) {
    return ((const struct built *)built)->bytes;
}

static void refit(void *built, const struct scene *scene) {
    const lbx_mesh mesh = scene_mesh(scene);
    checked(lbx_aabb_tree_refit(&mesh, ((struct built *)built)->tree, NULL));
}

static void trace(void *built, unsigned flags, const struct rays *rays, const struct answers *out) {
    struct built *const b = built;
    const lbx_rays view = {.origin = {rays->origin[0], rays->origin[1], rays->origin[2]},
                           .dir = {rays->dir[0], rays->dir[1], rays->dir[2]},
                           .t_max = rays->t_max,
                           .count = rays->n};
    const lbx_ray_hits hits = {.id = out->triangle, .t = out->t};
    if (!rays->any) {
        checked(lbx_aabb_tree_nearest(b->tree, &view, NULL, rays->n, flags, &hits, b->scratch,
                                      LBX_TRACE_SCRATCH));
        return;
    }
    if (b->room < rays->n) b->hits = resize(b->hits, (b->room = rays->n) / 8 + 1, 1);
    checked(lbx_aabb_tree_any(b->tree, &view, NULL, rays->n, flags, b->hits, b->scratch,
                              LBX_TRACE_SCRATCH));
    for (size_t i = 0; i < rays->n; i++)
        out->triangle[i] = b->hits[i / 8] >> i % 8 & 1 ? 0 : UINT32_MAX;
}

static void free_built(void *built) {
    struct built *const b = built;
    free(b->tree);
    free(b->scratch);
    free(b->hits);
    free(b);
}

static const struct way ways[] = {{"streams", trace, 0, false},
                                  {"coherent", trace, LBX_COHERENT, true}};
const struct library lanebox_library = {.name = "lanebox",
                                        .build = build,
                                        .bytes = tree_bytes,
                                        .refit = refit,
                                        .free = free_built,
                                        .way = ways,
                                        .ways = sizeof ways / sizeof *ways};
