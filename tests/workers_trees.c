// SPDX-License-Identifier: MIT
// Trees that workers build, refit and check have the bytes of those of one thread, whichever way
// tasks run; and so have the boxes of large trees those of fits of their triangles.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "lanebox/trees.h"
#include "searches.h"
#include "tables.h"
#include "trees/cut.h"
#include "trees/obb_tree.h"
#include "volumes/fit.h"
#include "workers.h"

enum { SIDE = 142, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1), VERTICES = SIDE * SIDE };

// Meshes of one grid of triangles.
enum shape {
    WAVES,
    STRIPES, // long triangles
    POWERS,  // of sizes of all magnitudes: halves, far down
    PILED,   // on one another: no middles differ
    LEVEL,   // flat
    SHAPES
};
static const char *const names[SHAPES] = {"waves", "stripes", "powers", "piled", "level"};

static struct grid {
    float vertex[VERTICES][3];
    uint32_t index[TRIANGLES][3];
} grid;

static uint64_t state;

static float fraction(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(state >> 40) * 0x1p-24f;
}

static void put_vertex(enum shape shape, int x, int y, float v[3]) {
    v[0] = (float)x + .3f * fraction();
    v[1] = (float)y + .3f * fraction();
    v[2] = 9 * (float)((x * x + 3 * y) % 31) * fraction();
    if (shape == STRIPES) v[0] *= 1000;
    if (shape == LEVEL) v[2] = 0;
    if (shape == POWERS) {
        const float size = ldexpf(1, -(int)(100 * fraction()));
        for (int c = 0; c < 3; c++) v[c] = size * fraction();
    }
    if (shape == PILED) v[0] = (float)(x % 2), v[1] = (float)(y % 2), v[2] = 0;
}

static lbx_mesh mesh_of(enum shape shape, uint64_t seed) {
    state = seed;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) put_vertex(shape, x, y, grid.vertex[y * SIDE + x]);
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const uint32_t square = i / 2, corner = square / (SIDE - 1) * SIDE + square % (SIDE - 1);
        const uint32_t low[3] = {corner, corner + 1, corner + SIDE};
        const uint32_t high[3] = {corner + 1, corner + SIDE + 1, corner + SIDE};
        memcpy(grid.index[i], i % 2 ? high : low, sizeof low);
    }
    return lbx_mesh_of(grid.vertex[0], VERTICES, sizeof *grid.vertex, grid.index[0], TRIANGLES);
}

// What both kinds of trees have.
struct kind {
    const char *name;
    bool oriented;
    uint32_t leaf; // of oriented boxes
};

static const struct kind kinds[] = {{"obb", true, 0},
                                    {"obb, leaves of 1", true, 1},
                                    {"obb, leaves of 8", true, 8},
                                    {"aabb", false, 0}};

struct asked { // of a build
    const lbx_workers *workers;
    const lbx_tree_nodes *nodes;
    unsigned flags;
    int (*progress)(void *context, size_t done, size_t all);
    void *context;
};

static size_t bytes_of(const struct kind *kind, const lbx_mesh *mesh) {
    return kind->oriented ? lbx_obb_tree_bytes(mesh) : lbx_aabb_tree_bytes(mesh);
}

static ptrdiff_t build(const struct kind *kind, const lbx_mesh *mesh, const struct asked *a,
                       void *memory, void *scratch) {
    const size_t bytes = bytes_of(kind, mesh);
    const lbx_obb_tree_options o = {kind->leaf, a->progress, a->context, a->workers, a->flags};
    const lbx_aabb_tree_options options = {NULL, a->progress, a->context, a->workers, a->flags};
    if (a->nodes) return lbx_aabb_tree_convert(mesh, a->nodes, &options, memory, bytes, scratch);
    return kind->oriented ? lbx_obb_tree_build(mesh, &o, memory, bytes, scratch)
                          : lbx_aabb_tree_build(mesh, &options, memory, bytes, scratch);
}

static int refit(const struct kind *kind, const lbx_mesh *mesh, void *memory,
                 const lbx_workers *workers) {
    return kind->oriented ? lbx_obb_tree_refit(mesh, memory, workers)
                          : lbx_aabb_tree_refit(mesh, memory, workers);
}

static int check(const struct kind *kind, const void *memory, size_t bytes,
                 const lbx_workers *workers) {
    return kind->oriented ? lbx_obb_tree_check(memory, bytes, workers)
                          : lbx_aabb_tree_check(memory, bytes, workers);
}

static void *scratch_for(const lbx_mesh *mesh, const lbx_tree_nodes *nodes) {
    return memory_of(nodes ? lbx_aabb_tree_convert_scratch_bytes(mesh, nodes)
                           : lbx_aabb_tree_scratch_bytes(mesh));
}

// Builds a tree by each way, moves its mesh, and refits it.
static void expect_same_trees(const struct kind *kind, enum shape shape,
                              const lbx_tree_nodes *nodes, unsigned flags, void spoil(void)) {
    lbx_mesh mesh = mesh_of(shape, 1);
    if (spoil) spoil();
    const size_t room = bytes_of(kind, &mesh), step = tests_are_sampled() ? 3 : 1;
    char *const want = memory_of(room), *const moved = memory_of(room), *const t = memory_of(room);
    void *const scratch = scratch_for(&mesh, nodes);
    struct asked asked = {.nodes = nodes, .flags = flags};
    const ptrdiff_t bytes = build(kind, &mesh, &asked, want, scratch);
    expect(bytes > 0, "%s, %s: %td", kind->name, names[shape], bytes);
    expect(check(kind, want, room, NULL) == 0, "%s, %s", kind->name, names[shape]);
    memcpy(moved, want, (size_t)bytes);
    for (size_t w = shape % step; w < workers_way_count; w += step) {
        const struct workers_way *const way = &workers_ways[w];
        asked.workers = &way->workers;
        memset(t, UNTOUCHED, room);
        const size_t calls = workers_calls();
        expect(build(kind, &mesh, &asked, t, scratch) == bytes &&
                   memcmp(t, want, (size_t)bytes) == 0,
               "%s, %s, %s: other bytes", kind->name, names[shape], way->name);
        expect(workers_calls() > calls + 4, "%s: not shared", kind->name);
        expect(check(kind, t, room, &way->workers) == 0, "%s, %s", kind->name, way->name);
    }
    mesh = mesh_of(shape, 2);
    if (spoil) spoil();
    expect(refit(kind, &mesh, moved, NULL) == 0, "refit");
    expect(shape == PILED || memcmp(moved, want, (size_t)bytes) != 0, "it moved");
    for (size_t w = shape % step; w < workers_way_count; w += step) {
        const struct workers_way *const way = &workers_ways[w];
        memcpy(t, want, (size_t)bytes);
        const size_t calls = workers_calls();
        expect(refit(kind, &mesh, t, &way->workers) == 0 && memcmp(t, moved, (size_t)bytes) == 0,
               "%s, %s, %s: other bytes of a refit", kind->name, names[shape], way->name);
        expect(workers_calls() > calls + 1, "%s: refit is not shared", kind->name);
    }
    free(want);
    free(moved);
    free(t);
    free(scratch);
}

Test(workers_trees, builds_and_refits) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (enum shape s = 0; s < SHAPES; s++) {
            if (kinds[k].leaf == 0 || s == WAVES) expect_same_trees(&kinds[k], s, NULL, 0, NULL);
        }
    }
}

// Some are refused anywhere, all of a part's, and more than that.
static void refuse_some(void) {
    for (uint32_t i = 0; i < TRIANGLES; i++)
        if (i % 97 == 5 || i / 4096 == 1 || (i > 15000 && i < 30000)) grid.index[i][1] = VERTICES;
}

Test(workers_trees, refused_triangles) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kinds[k].leaf == 0)
            expect_same_trees(&kinds[k], WAVES, NULL, LBX_SKIP_REFUSED, refuse_some);
}

// A binary tree of halves, and one that parts one triangle after the other: its ranks all differ.
static lbx_tree_nodes nodes_of(bool chain) {
    static uint32_t first[2 * TRIANGLES], count[2 * TRIANGLES], begin[2 * TRIANGLES],
        size[2 * TRIANGLES];
    uint32_t nodes = 1;
    begin[0] = 0;
    size[0] = TRIANGLES;
    for (uint32_t k = 0; k < nodes; k++) {
        count[k] = size[k] <= 3 ? size[k] : 0;
        first[k] = count[k] ? begin[k] : nodes;
        if (count[k]) continue;
        const uint32_t half = chain ? 3 : size[k] / 2;
        begin[nodes] = begin[k];
        size[nodes] = half;
        begin[nodes + 1] = begin[k] + half;
        size[nodes + 1] = size[k] - half;
        nodes += 2;
    }
    return (lbx_tree_nodes){.count = count, .first = first, .node_count = nodes, .width = 2};
}

Test(workers_trees, conversions) {
    const struct kind aabb = {"converted", false, 0};
    for (int chain = 0; chain < 2; chain++) {
        const lbx_tree_nodes nodes = nodes_of(chain);
        expect_same_trees(&aabb, WAVES, &nodes, 0, NULL);
    }
}

// A large box is fitted in parts; it covers its triangles as the fits of small ones do.
Test(workers_trees, large_boxes) {
    const lbx_mesh mesh = mesh_of(WAVES, 1);
    const size_t room = lbx_obb_tree_bytes(&mesh);
    void *const memory = memory_of(room), *const scratch = scratch_for(&mesh, NULL);
    expect(lbx_obb_tree_build(&mesh, NULL, memory, room, scratch) > 0, "built");
    struct lbx_obb_tree t;
    expect(lbx_obb_tree_open(&t, memory) == 0, "opened");
    const struct lbx_obb_node *const root = t.node;
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < TRIANGLES; i++) {
        for (int v = 0; v < 3; v++) {
            double x[3], at = 0;
            for (int c = 0; c < 3; c++) {
                x[c] = (double)t.vertex[i][v][c] - (double)root->center[c][0];
                low[c] = fminf(low[c], t.vertex[i][v][c]);
                high[c] = fmaxf(high[c], t.vertex[i][v][c]);
            }
            for (int a = 0; a < 3; a++) {
                at = 0;
                for (int c = 0; c < 3; c++) at += (double)root->axis[a][c][0] * x[c];
                expect(fabs(at) <= (double)root->half[a][0], "triangle %zu", i);
            }
        }
    }
    const double side[3] = {(double)high[0] - (double)low[0], (double)high[1] - (double)low[1],
                            (double)high[2] - (double)low[2]};
    const double half[3] = {(double)root->half[0][0], (double)root->half[1][0],
                            (double)root->half[2][0]};
    const double around = side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
    const double box = 4 * (half[0] * half[1] + half[1] * half[2] + half[2] * half[0]);
    expect(box <= 1.001 * around, "a box of a surface of %g, not %g", box, around);
    free(memory);
    free(scratch);
}

Test(workers_trees, without_run) {
    const lbx_mesh mesh = mesh_of(LEVEL, 1);
    const lbx_workers none = {NULL, NULL};
    const lbx_tree_nodes nodes = nodes_of(false);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const size_t room = bytes_of(&kinds[k], &mesh);
        char *const memory = memory_of(room);
        void *const scratch = scratch_for(&mesh, &nodes);
        struct asked asked = {.workers = &none};
        memset(memory, UNTOUCHED, room);
        EXPECT_ERROR(LBX_ERROR_NULL, build(&kinds[k], &mesh, &asked, memory, scratch));
        asked.nodes = kinds[k].oriented ? NULL : &nodes;
        EXPECT_ERROR(LBX_ERROR_NULL, build(&kinds[k], &mesh, &asked, memory, scratch));
        for (size_t i = 0; i < room; i++) expect(memory[i] == (char)UNTOUCHED, "byte %zu", i);
        asked.workers = NULL;
        expect(build(&kinds[k], &mesh, &asked, memory, scratch) > 0, "built");
        EXPECT_ERROR(LBX_ERROR_NULL, refit(&kinds[k], &mesh, memory, &none));
        EXPECT_ERROR(LBX_ERROR_NULL, check(&kinds[k], memory, room, &none));
        expect(check(&kinds[k], memory, room, NULL) == 0, "it was not written");
        free(memory);
        free(scratch);
    }
}

// Errors are those of one thread, and leave the tree as it was.
static void expect_refused(const lbx_mesh *mesh, ptrdiff_t error, const char *what) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k += 3) { // obb, aabb
        const size_t room = bytes_of(&kinds[k], mesh);
        char *const memory = memory_of(room), *const before = memory_of(room);
        void *const scratch = scratch_for(mesh, NULL);
        memset(memory, UNTOUCHED, room);
        memset(before, UNTOUCHED, room);
        for (size_t w = 0; w < workers_way_count; w++) {
            const struct asked asked = {.workers = &workers_ways[w].workers};
            const ptrdiff_t found = build(&kinds[k], mesh, &asked, memory, scratch);
            expect(found == error, "%s, %s: %td", what, workers_ways[w].name, found);
        }
        expect(memcmp(memory, before, room) == 0, "%s: written", what);
        free(memory);
        free(before);
        free(scratch);
    }
}

Test(workers_trees, refuse_what_one_thread_refuses) {
    static const uint32_t triangles[] = {0, 8191, 8192, TRIANGLES - 1};
    for (size_t i = 0; i < sizeof triangles / sizeof *triangles; i++) {
        lbx_mesh mesh = mesh_of(WAVES, 1);
        float *const x = &grid.vertex[grid.index[triangles[i]][2]][1];
        *x = NAN;
        expect_refused(&mesh, LBX_ERROR_MESH, "a NaN");
        grid.index[triangles[i]][2] = VERTICES;
        expect_refused(&mesh, LBX_ERROR_INDEX, "no such vertex, and a NaN");
    }
    // a vertex that no triangle has may be anything
    lbx_mesh mesh = mesh_of(WAVES, 1);
    for (uint32_t k = 0; k < TRIANGLES; k++)
        for (int v = 0; v < 3; v++)
            if (grid.index[k][v] == 9000) grid.index[k][v] = 0;
    grid.vertex[9000][2] = INFINITY;
    const size_t room = lbx_aabb_tree_bytes(&mesh);
    char *const memory = memory_of(room);
    void *const scratch = scratch_for(&mesh, NULL);
    for (size_t w = 0; w < workers_way_count; w++) {
        const struct asked asked = {.workers = &workers_ways[w].workers};
        expect(build(&kinds[3], &mesh, &asked, memory, scratch) > 0, "%s", workers_ways[w].name);
    }
    free(memory);
    free(scratch);
}

// --- progress ---

struct seen {
    size_t calls, done, stop; // stops at this call
    int busy;
};

// Calls do not overlap, and what is done only grows.
static int see(void *context, size_t done, size_t all) {
    struct seen *const s = context;
    expect(s->busy++ == 0, "two calls at once");
    expect(all == TRIANGLES && done >= s->done && done <= all, "%zu of %zu", done, all);
    s->done = done;
    s->busy--;
    return ++s->calls == s->stop;
}

Test(workers_trees, progress) {
    const lbx_mesh mesh = mesh_of(WAVES, 1);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k += 3) {
        const size_t room = bytes_of(&kinds[k], &mesh);
        void *const memory = memory_of(room), *const scratch = scratch_for(&mesh, NULL);
        for (size_t w = 0; w < workers_way_count; w++) {
            struct seen seen = {.stop = 0};
            const struct asked asked = {
                .workers = &workers_ways[w].workers, .progress = see, .context = &seen};
            expect(build(&kinds[k], &mesh, &asked, memory, scratch) > 0, "built");
            expect(seen.done == TRIANGLES, "%s: %zu", workers_ways[w].name, seen.done);
            const size_t stops[] = {1, 2, seen.calls / 2, seen.calls};
            for (size_t i = 0; i < (workers_ways[w].workers.context ? 3 : 4); i++) {
                seen = (struct seen){.stop = stops[i]};
                const ptrdiff_t made = build(&kinds[k], &mesh, &asked, memory, scratch);
                expect(made == 0 && seen.calls == stops[i], "%s: %td, %zu of %zu calls",
                       workers_ways[w].name, made, seen.calls, stops[i]);
                expect(check(&kinds[k], memory, room, NULL) == LBX_ERROR_TREE, "no tree");
            }
        }
        free(memory);
        free(scratch);
    }
}

// --- damage ---

Test(workers_trees, find_damage) {
    const lbx_mesh mesh = mesh_of(WAVES, 1);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k += 3) {
        const size_t room = bytes_of(&kinds[k], &mesh);
        char *const memory = memory_of(room);
        void *const scratch = scratch_for(&mesh, NULL);
        const struct asked asked = {.workers = NULL};
        const ptrdiff_t bytes = build(&kinds[k], &mesh, &asked, memory, scratch);
        expect(bytes > 0, "built");
        for (size_t i = 0; i < 400; i++) {
            const size_t at = (size_t)((uint64_t)bytes * i / 400 + i % 7);
            const struct workers_way *const way = &workers_ways[i % workers_way_count];
            memory[at] ^= 64;
            expect(check(&kinds[k], memory, room, &way->workers) == LBX_ERROR_TREE,
                   "%s, byte %zu of %td, %s", kinds[k].name, at, bytes, way->name);
            memory[at] ^= 64;
        }
        expect(check(&kinds[k], memory, room, NULL) == 0, "as it was");
        free(memory);
        free(scratch);
    }
}
