// SPDX-License-Identifier: MIT
// lanebox's ways: all points in a call, or so many; all with signs, whose answers are made positive
// again to be compared. The tree lies in huge pages, if there are any, as Embree's does.
#define _DEFAULT_SOURCE // madvise
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "examples/tool.h"
#include "lanebox/trees.h"
#include "way.h"

struct built {
    void *tree, *signs, *scratch;
};

enum { HUGE_PAGE = 2 << 20, ALL = 0 };

static void *huge_pages(size_t bytes) {
    const size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *const memory = aligned_alloc(HUGE_PAGE, whole);
    if (!memory) die("no memory");
    madvise(memory, whole, MADV_HUGEPAGE); // only advice: it is slower without it
    return memory;
}

static void *build(const struct surface *surface) {
    struct built *const b = resize(NULL, 1, sizeof *b);
    const lbx_mesh mesh =
        lbx_mesh_of(surface->position[0], surface->vertices, sizeof *surface->position,
                    surface->triangle[0], surface->triangles);
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const scratch = resize(NULL, lbx_aabb_tree_scratch_bytes(&mesh), 1);
    *b = (struct built){huge_pages(bytes), NULL, huge_pages(LBX_TRACE_SCRATCH)};
    checked(lbx_aabb_tree_build(&mesh, NULL, b->tree, bytes, scratch));
    free(scratch);
    return b;
}

// The first time that they are asked for, so that they are no part of the tree's time.
static void build_signs(struct built *b) {
    if (b->signs) return;
    const size_t bytes = lbx_tree_signs_bytes(b->tree);
    void *const scratch = resize(NULL, lbx_tree_signs_scratch_bytes(b->tree), 1);
    b->signs = huge_pages(bytes);
    checked(lbx_tree_signs_build(b->tree, b->signs, bytes, scratch, NULL, NULL));
    free(scratch);
}

static void ask_signed(void *built, unsigned flags, const struct queries *queries,
                       const struct answers *out) {
    struct built *const b = built;
    build_signs(b);
    const lbx_points points = {.position = {queries->at[0], queries->at[1], queries->at[2]},
                               .count = queries->n};
    const lbx_closest_out to = {.id = out->triangle, .distance = out->distance};
    checked(lbx_aabb_tree_signed_distance(b->tree, b->signs, &points, NULL, queries->n, flags, &to,
                                          b->scratch, LBX_TRACE_SCRATCH));
    for (size_t i = 0; i < queries->n; i++) out->distance[i] = fabsf(out->distance[i]);
}

static void ask(void *built, unsigned variant, const struct queries *queries,
                const struct answers *out) {
    const struct built *const b = built;
    const size_t each = variant == ALL ? queries->n : variant;
    for (size_t i = 0; i < queries->n; i += each) {
        const size_t n = queries->n - i < each ? queries->n - i : each;
        const lbx_points points = {
            .position = {queries->at[0] + i, queries->at[1] + i, queries->at[2] + i}, .count = n};
        const lbx_closest_out to = {.id = out->triangle + i, .distance = out->distance + i};
        checked(lbx_aabb_tree_closest(b->tree, &points, NULL, NULL, n, 0, &to, b->scratch,
                                      LBX_TRACE_SCRATCH));
    }
}

static void free_built(void *built) {
    struct built *const b = built;
    free(b->tree);
    free(b->signs);
    free(b->scratch);
    free(b);
}

static const struct way ways[] = {
    {"all", ask, ALL},        {"1 a call", ask, 1},
    {"64 a call", ask, 64},   {"1024 a call", ask, 1024},
    {"signs", ask_signed, 0}, {"crossings", ask_signed, LBX_SIGN_BY_CROSSINGS}};
const struct library lanebox_library = {.name = "lanebox",
                                        .build = build,
                                        .free = free_built,
                                        .way = ways,
                                        .ways = sizeof ways / sizeof *ways};
