// SPDX-License-Identifier: MIT
// lanebox's ways, as streams and as packets. The tree lies in huge pages, if there are any, as
// Embree's does.
#include <stdlib.h>

#include "bench/huge_pages.h"
#include "examples/tool.h"
#include "lanebox/trees.h"
#include "way.h"

struct built {
    void *tree, *scratch;
    size_t bytes; // of the tree
    uint8_t *hits;
    size_t room;
};

// All rays in a call; other variants are the rays of each.
enum { STREAMS = 0, COHERENT = UINT16_MAX };

static void *build(const struct scene *scene, unsigned variant) {
    struct built *const b = resize(NULL, 1, sizeof *b);
    const lbx_mesh mesh = room_mesh(scene);
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
    const lbx_mesh mesh = room_mesh(scene);
    checked(lbx_aabb_tree_refit(&mesh, ((struct built *)built)->tree, NULL));
}

// One call, for n rays from `first` on.
static void call(struct built *b, unsigned flags, const struct rays *rays, size_t first, size_t n,
                 const struct answers *out) {
    lbx_rays view = {.dir = {rays->dir[0] + first, rays->dir[1] + first, rays->dir[2] + first},
                     .t_max = rays->t_max + first,
                     .count = n};
    const lbx_ray_hits hits = {.id = out->triangle + first, .t = out->t + first};
    for (int c = 0; c < 3; c++) view.origin[c] = rays->origin[c] + first;
    if (!rays->any) {
        checked(lbx_aabb_tree_nearest(b->tree, &view, NULL, n, flags, &hits, b->scratch,
                                      LBX_TRACE_SCRATCH));
        return;
    }
    checked(
        lbx_aabb_tree_any(b->tree, &view, NULL, n, flags, b->hits, b->scratch, LBX_TRACE_SCRATCH));
    for (size_t i = 0; i < n; i++)
        out->triangle[first + i] = b->hits[i / 8] >> i % 8 & 1 ? 0 : UINT32_MAX;
}

static void trace(void *built, unsigned variant, const struct rays *rays,
                  const struct answers *out) {
    struct built *const b = built;
    const size_t each = variant == STREAMS || variant == COHERENT ? rays->n : variant;
    if (b->room < rays->n) b->hits = resize(b->hits, (b->room = rays->n) / 8 + 1, 1);
    for (size_t i = 0; i < rays->n; i += each)
        call(b, variant == COHERENT ? LBX_COHERENT : 0, rays, i,
             rays->n - i < each ? rays->n - i : each, out);
}

static void free_built(void *built) {
    struct built *const b = built;
    free(b->tree);
    free(b->scratch);
    free(b->hits);
    free(b);
}

static const struct way ways[] = {
    {"streams", trace, STREAMS, false}, {"coherent", trace, COHERENT, true},
    {"1 a call", trace, 1, false},      {"8 a call", trace, 8, false},
    {"64 a call", trace, 64, false},    {"512 a call", trace, 512, false}};
const struct library lanebox_library = {.name = "lanebox",
                                        .build = build,
                                        .bytes = tree_bytes,
                                        .refit = refit,
                                        .free = free_built,
                                        .way = ways,
                                        .ways = sizeof ways / sizeof *ways};
