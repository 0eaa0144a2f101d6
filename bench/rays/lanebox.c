// SPDX-License-Identifier: MIT
// lanebox's way, as streams and as packets. The tree lies in huge pages, if there are any, as
// Embree's does.
#define _DEFAULT_SOURCE // madvise
#include <stdlib.h>
#include <sys/mman.h>

#include "examples/tool.h"
#include "lanebox/trees.h"
#include "way.h"

struct made {
    void *tree, *scratch;
    uint8_t *hits;
    size_t room;
    unsigned flags;
};

enum { HUGE_PAGE = 2 << 20 };

static void *huge_pages(size_t bytes) {
    const size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *const memory = aligned_alloc(HUGE_PAGE, whole);
    if (!memory) die("no memory");
    madvise(memory, whole, MADV_HUGEPAGE); // advice: without it, it is slower
    return memory;
}

static void *make(const struct scene *scene, unsigned flags) {
    struct made *const m = resize(NULL, 1, sizeof *m);
    const lbx_mesh mesh = scene_mesh(scene);
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const scratch = resize(NULL, lbx_aabb_tree_scratch_bytes(&mesh), 1);
    *m = (struct made){.flags = flags};
    m->tree = huge_pages(bytes);
    m->scratch = huge_pages(LBX_TRACE_SCRATCH);
    checked(lbx_aabb_tree_build(&mesh, NULL, m->tree, bytes, scratch));
    free(scratch);
    return m;
}

static void trace(void *made, const struct rays *rays, const struct answers *out) {
    struct made *const m = made;
    const lbx_rays view = {.origin = {rays->origin[0], rays->origin[1], rays->origin[2]},
                           .dir = {rays->dir[0], rays->dir[1], rays->dir[2]},
                           .t_max = rays->t_max,
                           .count = rays->n};
    const lbx_ray_hits hits = {.id = out->triangle, .t = out->t};
    if (!rays->any) {
        checked(lbx_aabb_tree_nearest(m->tree, &view, NULL, rays->n, m->flags, &hits, m->scratch,
                                      LBX_TRACE_SCRATCH));
        return;
    }
    if (m->room < rays->n) m->hits = resize(m->hits, (m->room = rays->n) / 8 + 1, 1);
    checked(lbx_aabb_tree_any(m->tree, &view, NULL, rays->n, m->flags, m->hits, m->scratch,
                              LBX_TRACE_SCRATCH));
    for (size_t i = 0; i < rays->n; i++)
        out->triangle[i] = m->hits[i / 8] >> i % 8 & 1 ? 0 : UINT32_MAX;
}

static void free_made(void *made) {
    struct made *const m = made;
    free(m->tree);
    free(m->scratch);
    free(m->hits);
    free(m);
}

const struct way lanebox_ways[] = {
    {"lanebox, streams", make, trace, free_made, 0, false, false},
    {"lanebox, coherent", make, trace, free_made, LBX_COHERENT, false, true},
};
const size_t lanebox_count = sizeof lanebox_ways / sizeof *lanebox_ways;
