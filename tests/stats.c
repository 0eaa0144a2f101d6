// SPDX-License-Identifier: MIT
// How good orders and trees are: known ones, others measured box by box, and errors.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "pairs/order.h"
#include "sets.h"
#include "trees.h"
#include "trees/aabb_tree.h"
#include "trees/obb_tree.h"

static void expect_near(const char *what, double is, double want, double off) {
    expect(fabs(is - want) <= off * (1 + fabs(want)), "%s: %.17g, not %.17g", what, is, want);
}

// --- trees ---

static void *aabb_tree_of(const lbx_mesh *view) {
    const size_t bytes = lbx_aabb_tree_bytes(view);
    void *const tree = malloc(bytes), *const scratch = malloc(lbx_aabb_tree_scratch_bytes(view));
    expect(lbx_aabb_tree_build(view, NULL, tree, bytes, scratch) > 0, "not built");
    free(scratch);
    return tree;
}

// Two piles of eight triangles that fill a square; the second begins at x = `apart`.
static void two_squares(struct mesh *mesh, float apart) {
    *mesh = (struct mesh){.vertices = 8, .triangles = 16};
    for (size_t v = 0; v < 8; v++) {
        mesh->vertex[v][0] = (v < 4 ? 0 : apart) + (float)(v & 1);
        mesh->vertex[v][1] = (float)(v >> 1 & 1);
    }
    for (uint32_t k = 0; k < 48; k++) mesh->index[k] = k / 24 * 4 + k / 3 % 2 + k % 3;
}

// What the side of a flat box is inflated by in a tree of oriented boxes.
static double obb_inflation(double length, double middle) {
    return 2 * (OBB_INFLATE * (length + 1) / 2 + OBB_INFLATE_FAR * middle);
}

// Half the surface of such a box.
static double obb_area(double length, double middle) {
    const double flat = obb_inflation(length, middle);
    return (length + flat) * (1 + flat) + (length + flat) * flat + (1 + flat) * flat;
}

Test(stats, two_piles) {
    static struct mesh mesh;
    for (int k = 0; k < 2; k++) {
        const float apart = k ? 10 : .5f;
        two_squares(&mesh, apart);
        const lbx_mesh view = mesh_view(&mesh);
        const lbx_obb_tree_options eight = {.leaf = 8};
        const double length = 1 + (double)apart;

        struct tree obb = tree_of(&mesh, &eight);
        lbx_tree_stats s = expect_stats(lbx_obb_tree_stats, obb.at, 16, obb_widest(&view, obb.at));
        expect(s.bytes == obb.bytes && s.nodes == 1 && s.leaves == 2 && s.height == 1, "numbers");
        expect(s.leaf_items == 8 && s.area_ratio == 0, "%g", s.area_ratio);
        const double second = .5 + (double)apart, less = obb_inflation(1, .5);
        expect_near("two squares", s.leaf_area_ratio,
                    (obb_area(1, .5) + obb_area(1, second)) / obb_area(length, length / 2), 1e-6);
        expect_near("what they share", s.overlap,
                    k ? 0 : (.5 + (less + obb_inflation(1, second)) / 2) / (1 + less), 1e-6);
        tree_free(&obb);

        // Boxes are inflated on each side by this part of the longest side, which is 1.
        const double grow = (double)AABB_INFLATE, side = 1 + 2 * grow, flat = 2 * grow;
        void *const aabb = aabb_tree_of(&view);
        s = expect_stats(lbx_aabb_tree_stats, aabb, 16, 1);
        expect(s.nodes == 1 && s.leaves == 2 && s.height == 1 && s.area_ratio == 0, "numbers");
        expect_near("two flat boxes", s.leaf_area_ratio,
                    2 * (side * side + 2 * side * flat) /
                        ((length + flat) * (side + flat) + side * flat),
                    1e-15);
        expect_near("what they share", s.overlap, k ? 0 : (.5 + flat) / side, 1e-15);
        free(aabb);
    }
}

Test(stats, one_leaf) {
    static struct mesh mesh;
    two_squares(&mesh, 10);
    mesh.triangles = 1;
    struct tree obb = tree_of(&mesh, NULL);
    const lbx_mesh view = mesh_view(&mesh);
    void *const aabb = aabb_tree_of(&view);
    for (int k = 0; k < 2; k++) {
        const lbx_tree_stats s = k ? expect_stats(lbx_obb_tree_stats, obb.at, 1, 1)
                                   : expect_stats(lbx_aabb_tree_stats, aabb, 1, 1);
        expect(s.nodes == 0 && s.leaves == 1 && s.height == 0, "numbers");
        expect(s.area_ratio == 0 && s.leaf_area_ratio == 1 && s.overlap == 0, "ratios");
    }
    tree_free(&obb);
    free(aabb);
}

// Boxes as their corners, 8 a box, for what is measured anew.
struct corners {
    double at[8][3], area;
};

static double depth_of(const struct corners *a, const struct corners *b, const double axis[3][3]) {
    double depth = 1;
    for (int c = 0; c < 3; c++) {
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int k = 0; k < 16; k++) {
            const double *const x = (k < 8 ? a : b)->at[k % 8];
            const double along = x[0] * axis[c][0] + x[1] * axis[c][1] + x[2] * axis[c][2];
            low[k / 8] = fmin(low[k / 8], along);
            high[k / 8] = fmax(high[k / 8], along);
        }
        const double shared = fmin(high[0], high[1]) - fmax(low[0], low[1]);
        const double shorter = fmin(high[0] - low[0], high[1] - low[1]);
        if (shared < 0) depth = 0;
        if (shorter > 0) depth = fmin(depth, fmax(shared, 0) / shorter);
    }
    return depth;
}

struct measured {
    const struct lbx_obb_tree *obb; // or
    const struct lbx_aabb_tree *aabb;
    double node_area, leaf_area, depth, pairs;
    size_t nodes, leaves, height, items;
};

static void corners_of(const struct measured *m, size_t node, unsigned k, struct corners *box,
                       double axis[3][3]) {
    double center[3], half[3];
    for (int c = 0; c < 3; c++) {
        for (int a = 0; a < 3; a++)
            axis[a][c] = m->obb ? (double)m->obb->node[node].axis[a][c][k] : a == c;
        if (m->obb) {
            center[c] = (double)m->obb->node[node].center[c][k];
            half[c] = (double)m->obb->node[node].half[c][k];
        } else {
            const double min = (double)m->aabb->node[node].min[c][k];
            const double max = (double)m->aabb->node[node].max[c][k];
            center[c] = (min + max) / 2;
            half[c] = (max - min) / 2;
        }
    }
    for (int i = 0; i < 8; i++) {
        for (int c = 0; c < 3; c++) {
            box->at[i][c] = center[c];
            for (int a = 0; a < 3; a++)
                box->at[i][c] += (i >> a & 1 ? half[a] : -half[a]) * axis[a][c];
        }
    }
    box->area = 8 * (half[0] * half[1] + half[1] * half[2] + half[2] * half[0]);
}

// Measures what is below a node whose box has these axes.
static void measure_below(struct measured *m, size_t node, size_t level, const double axis[3][3]) {
    const uint32_t *const child = m->obb ? m->obb->node[node].child : m->aabb->node[node].child;
    struct corners box[TREE_WIDTH];
    for (unsigned k = 0; k < TREE_WIDTH && child[k]; k++) {
        double own[3][3];
        corners_of(m, node, k, &box[k], own);
        for (unsigned j = 0; j < k; j++, m->pairs++) m->depth += depth_of(&box[j], &box[k], axis);
        if (is_leaf(child[k])) {
            m->leaf_area += box[k].area;
            m->leaves++;
            m->items += leaf_count(child[k]);
            if (level > m->height) m->height = level;
        } else {
            if (node > 0) m->node_area += box[k].area;
            m->nodes++;
            measure_below(m, child[k], level + 1, (const double(*)[3])own);
        }
    }
}

static void expect_measured(const char *what, struct measured *m, const lbx_tree_stats *s) {
    static const double straight[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    struct corners root;
    double axis[3][3];
    corners_of(m, 0, 0, &root, axis);
    measure_below(m, 0, 0, straight);
    expect(s->nodes == m->nodes && s->leaves == m->leaves && s->items == m->items &&
               s->height == m->height,
           "%s: %g nodes, %g leaves, height %g", what, (double)s->nodes, (double)s->leaves,
           (double)s->height);
    const bool flat = !(root.area > 0);
    expect_near(what, s->area_ratio, flat ? 0 : m->node_area / root.area, 1e-9);
    expect_near(what, s->leaf_area_ratio, flat ? 0 : m->leaf_area / root.area, 1e-9);
    // Where floats are a few ulps of the boxes, corners are rounded to others.
    expect_near(what, s->overlap, m->pairs > 0 ? m->depth / m->pairs : 0, 1e-6);
}

Test(stats, meshes) {
    static struct mesh mesh;
    for (int kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, (enum mesh_kind)kind, 5);
        const lbx_mesh view = mesh_view(&mesh);
        struct tree tree = tree_of(&mesh, NULL);
        void *const boxes = aabb_tree_of(&view);
        struct lbx_obb_tree obb;
        struct lbx_aabb_tree aabb;
        expect(lbx_obb_tree_open(&obb, tree.at) == 0 && lbx_aabb_tree_open(&aabb, boxes) == 0, "%s",
               mesh_names[kind]);
        struct measured of_obb = {.obb = &obb}, of_aabb = {.aabb = &aabb};
        lbx_tree_stats s =
            expect_stats(lbx_obb_tree_stats, tree.at, mesh.triangles, obb_widest(&view, tree.at));
        if (kind != MESH_LEAST) expect_measured(mesh_names[kind], &of_obb, &s);
        s = expect_stats(lbx_aabb_tree_stats, boxes, mesh.triangles, 1);
        if (kind != MESH_LEAST) expect_measured(mesh_names[kind], &of_aabb, &s);
        tree_free(&tree);
        free(boxes);
    }
}

// Triangles along a diagonal, every other one a segment, which has no area and so no say in its
// box's axes: boxes are thick beside the root's.
Test(stats, thin_roots) {
    static struct mesh mesh;
    mesh = (struct mesh){.vertices = 3 * 28, .triangles = 28};
    for (uint32_t v = 0; v < mesh.vertices; v++) {
        const bool segment = v / 3 % 2 == 0;
        const float along = (float)(v / 6) + (segment ? (float)(v % 3) : 0);
        for (int c = 0; c < 3; c++) mesh.vertex[v][c] = along;
        if (!segment && v % 3) mesh.vertex[v][v % 3] += 0x1p-12f;
        mesh.index[v] = v;
    }
    const lbx_mesh view = mesh_view(&mesh);
    const lbx_obb_tree_options two = {.leaf = 2};
    struct tree tree = tree_of(&mesh, &two);
    const double widest = obb_widest(&view, tree.at);
    const lbx_tree_stats s = expect_stats(lbx_obb_tree_stats, tree.at, mesh.triangles, widest);
    expect(s.leaf_area_ratio > 3 * (double)(s.leaves + s.nodes), "%g", s.leaf_area_ratio);
    tree_free(&tree);
}

// Four triangles about (100 place, 0, 0), two on each of two opposite faces of a cuboid.
static void four_triangles(struct mesh *mesh, float place, float side, float height) {
    for (uint32_t v = 0; v < 12; v++) {
        float *const at = mesh->vertex[mesh->vertices];
        at[0] = 100 * place + (v % 3 == 1 ? side : 0);
        at[1] = v % 3 == 2 ? side : 0;
        at[2] = v < 6 ? height : 0;
        mesh->index[mesh->vertices] = (uint32_t)mesh->vertices;
        mesh->vertices++;
    }
    mesh->triangles += 4;
}

// A node has room for one more leaf than seven: that of the larger cube is split between its faces,
// and no leaf of a flat cuboid, whose halves have more surface.
Test(stats, leaves_are_split_where_surface_falls) {
    static struct mesh mesh;
    for (unsigned larger = 0; larger < 7; larger++) {
        const unsigned smaller = (larger + 3) % 7;
        for (unsigned cubes = 0; cubes < 2; cubes++) {
            mesh = (struct mesh){.vertices = 0};
            for (unsigned place = 0; place < 7; place++)
                four_triangles(&mesh, (float)place, place == larger ? 2 : 1,
                               !cubes || (place != larger && place != smaller) ? .25f
                               : place == larger                               ? 2
                                                                               : 1);
            struct tree tree = tree_of(&mesh, NULL);
            struct lbx_obb_tree t;
            expect(lbx_obb_tree_open(&t, tree.at) == 0 && t.header->nodes == 2, "a node");
            for (unsigned k = 0; k < 7 + cubes; k++) {
                const uint32_t child = t.node[1].child[k];
                expect(is_leaf(child), "child %u", k);
                const unsigned place = (unsigned)t.vertex[leaf_first(child)][0][0] / 100;
                const uint32_t count = cubes && place == larger ? 2 : 4;
                expect(leaf_count(child) == count, "child %u of %u: %u", k, 7 + cubes,
                       leaf_count(child));
                const float side = t.vertex[leaf_first(child)][0][2];
                for (uint32_t i = 0; i < count && count == 2; i++)
                    expect(t.vertex[leaf_first(child) + i][0][2] == side, "both faces");
            }
            if (!cubes) expect(t.node[1].child[7] == 0, "one more");
            tree_free(&tree);
        }
    }
}

// Vertices in another order: every box becomes nearly as large as the mesh.
Test(stats, a_refit_may_make_a_tree_worse) {
    static struct mesh mesh;
    enum { SIDE = 11 };
    mesh = (struct mesh){.vertices = SIDE * SIDE};
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        mesh.vertex[v][0] = (float)(v % SIDE), mesh.vertex[v][1] = (float)(v / SIDE);
        if (v % SIDE + 1 == SIDE || v / SIDE + 1 == SIDE) continue;
        const uint32_t square[6] = {v, v + 1, v + SIDE, v + 1, v + SIDE, v + SIDE + 1};
        memcpy(mesh.index + 3 * mesh.triangles, square, sizeof square);
        mesh.triangles += 2;
    }
    const lbx_mesh view = mesh_view(&mesh);
    struct tree tree = tree_of(&mesh, NULL);
    const lbx_tree_stats good =
        expect_stats(lbx_obb_tree_stats, tree.at, mesh.triangles, obb_widest(&view, tree.at));
    for (size_t v = 0; v + 1 < mesh.vertices; v++) {
        float moved[3];
        const size_t other = 37 * v % mesh.vertices;
        memcpy(moved, mesh.vertex[v], sizeof moved);
        memcpy(mesh.vertex[v], mesh.vertex[other], sizeof moved);
        memcpy(mesh.vertex[other], moved, sizeof moved);
    }
    expect(lbx_obb_tree_refit(&view, tree.at, NULL) == 0, "refitted");
    const lbx_tree_stats bad =
        expect_stats(lbx_obb_tree_stats, tree.at, mesh.triangles, obb_widest(&view, tree.at));
    expect(bad.nodes == good.nodes && bad.leaf_area_ratio > 2 * good.leaf_area_ratio &&
               bad.overlap > 2 * good.overlap,
           "areas %g and %g, overlap %g and %g", good.leaf_area_ratio, bad.leaf_area_ratio,
           good.overlap, bad.overlap);
    tree_free(&tree);
}

// A mesh against itself: neighbors share vertices, which floats alone do not decide.
Test(stats, pairs_in_double) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_BALL, 4);
    struct tree tree = tree_of(&mesh, NULL);
    const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}}, far = {{1e6, 0, 0}, {0, 0, 0, 1}};
    lbx_obb_tree_counts counts;
    expect(lbx_obb_tree_collide(tree.at, &here, tree.at, &here, NULL, NULL, 0, &counts) > 0,
           "found");
    expect(counts.in_double > 0 && counts.in_double <= counts.triangles, "%g of %g",
           (double)counts.in_double, (double)counts.triangles);
    expect(lbx_obb_tree_within(tree.at, &here, tree.at, &here, NULL, NULL, 0, &counts) > 0 &&
               counts.in_double > 0 && counts.in_double <= counts.triangles,
           "within: %g of %g", (double)counts.in_double, (double)counts.triangles);
    expect(lbx_obb_tree_collide(tree.at, &here, tree.at, &far, NULL, NULL, 0, &counts) == 0 &&
               counts.in_double == 0,
           "far away");
    tree_free(&tree);
}

// Through the edge that triangles share, and through their middles.
Test(stats, rays_in_double) {
    static struct mesh mesh;
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    static const float origin[2][3] = {{.25f, .125f, -1}, {.5f, .5f, -1}}, dir[3] = {0, 0, 1};
    enum { N = 40 };
    two_squares(&mesh, 0);
    const lbx_mesh view = mesh_view(&mesh);
    void *const tree = aabb_tree_of(&view);
    for (int edge = 0; edge < 2; edge++) {
        lbx_rays rays = lbx_rays_of(origin[edge], dir, 1, 0);
        rays.pick = lbx_one(0);
        uint64_t in_double = UINT64_MAX;
        const lbx_ray_hits hits = {.in_double = &in_double};
        expect(lbx_aabb_tree_nearest(tree, &rays, NULL, N, 0, &hits, scratch, sizeof scratch) == N,
               "hits");
        expect(edge ? in_double >= N : in_double == 0, "%g in double", (double)in_double);
    }
    free(tree);
}

// --- orders ---

static void *order_of(const struct set_box *box, size_t n) {
    const lbx_aabbs view = lbx_aabbs_of(box->min, box->max, n, sizeof *box);
    const size_t bytes = lbx_order_bytes(n);
    void *const order = malloc(bytes);
    expect(lbx_order_sort(&view, n, order, bytes, NULL) >= 0, "not sorted");
    return order;
}

// Two tiles of unit cubes, those of the second at x = 10; but for one that is empty and one that
// is infinite.
Test(stats, two_tiles) {
    struct set_box box[32];
    for (int i = 0; i < 32; i++) {
        const float x = i < 16 ? 0 : 10;
        box[i] = (struct set_box){{x, 0, 0}, {x + 1, 1, 1}};
    }
    void *order = order_of(box, 32);
    lbx_tree_stats s = expect_stats(lbx_order_stats, order, 32, 1);
    expect(s.bytes == lbx_order_bytes(32) && s.nodes == 1 && s.leaves == 2 && s.height == 1,
           "numbers");
    expect(s.leaf_items == 16 && s.area_ratio == 0 && s.overlap == 0, "ratios");
    expect_near("two of 11 cubes", s.leaf_area_ratio, 12. / 46, 1e-15);
    free(order);

    box[3] = (struct set_box){{1, 1, 1}, {0, 0, 0}};
    box[3].min[0] = INFINITY, box[3].max[0] = -INFINITY;
    box[20].min[1] = -INFINITY, box[20].max[1] = INFINITY;
    order = order_of(box, 32);
    s = expect_stats(lbx_order_stats, order, 32, 1);
    expect(s.leaves == 2 && s.leaf_area_ratio > 0 && s.leaf_area_ratio <= 2, "%g",
           s.leaf_area_ratio);
    free(order);

    // A tile at infinity is a point there.
    for (int i = 16; i < 32; i++) {
        for (int c = 0; c < 3; c++) box[i].min[c] = box[i].max[c] = INFINITY;
    }
    order = order_of(box, 32);
    s = expect_stats(lbx_order_stats, order, 32, 1);
    expect(s.leaf_area_ratio >= 0 && s.leaf_area_ratio <= 2, "%g", s.leaf_area_ratio);
    free(order);
}

// The tiles' bounds, from the boxes.
Test(stats, sets) {
    enum { N = 5000, WIDTH = 16 };
    static struct set_box box[N];
    static struct corners level[N / WIDTH + 1];
    static const double straight[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int kind = 0; kind < SET_KINDS; kind++) {
        set_fill((enum set_kind)kind, N, 7, box);
        void *const order = order_of(box, N);
        struct lbx_order o;
        expect(lbx_order_open(&o, order) == 0, "%s", set_names[kind]);
        double area[2] = {0, 0}, depth = 0, pairs = 0; // of nodes, of leaves
        size_t n = 0, nodes = 0, height = 0;
        for (; n * WIDTH < N; n++) {
            double min[3] = {INFINITY, INFINITY, INFINITY},
                   max[3] = {-INFINITY, -INFINITY, -INFINITY};
            for (size_t i = n * WIDTH; i < (n + 1) * WIDTH && i < N; i++) {
                for (int c = 0; c < 3; c++) {
                    min[c] = fmin(min[c], (double)box[o.id[i]].min[c]);
                    max[c] = fmax(max[c], (double)box[o.id[i]].max[c]);
                }
            }
            for (int k = 0; k < 8; k++) {
                for (int c = 0; c < 3; c++) level[n].at[k][c] = k >> c & 1 ? max[c] : min[c];
            }
        }
        for (bool leaves = true; n > 1; leaves = false, height++) {
            size_t above = 0;
            for (size_t i = 0; i < n; i++) {
                const double *const low = level[i].at[0], *const high = level[i].at[7];
                const double x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
                area[leaves] += 2 * (x * y + y * z + z * x);
                for (size_t j = i / WIDTH * WIDTH; j < i; j++, pairs++)
                    depth += depth_of(&level[j], &level[i], straight);
            }
            for (size_t i = 0; i < n; i++) {
                above = i / WIDTH;
                if (i % WIDTH == 0) continue;
                // the first of the siblings becomes the box around them
                for (int k = 0; k < 8; k++) {
                    for (int c = 0; c < 3; c++) {
                        double *const to = &level[above * WIDTH].at[k][c];
                        *to = k >> c & 1 ? fmax(*to, level[i].at[k][c])
                                         : fmin(*to, level[i].at[k][c]);
                    }
                }
            }
            for (size_t i = 0; i <= above; i++) level[i] = level[i * WIDTH];
            n = above + 1;
            nodes += n;
        }
        const double *const low = level[0].at[0], *const high = level[0].at[7];
        const double x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
        const double root = 2 * (x * y + y * z + z * x);
        const lbx_tree_stats s = expect_stats(lbx_order_stats, order, N, 1);
        expect(s.nodes == nodes && s.leaves == (N + WIDTH - 1) / WIDTH && s.height == height,
               "%s: %g nodes", set_names[kind], (double)s.nodes);
        expect_near(set_names[kind], s.area_ratio, area[0] / root, 1e-12);
        expect_near(set_names[kind], s.leaf_area_ratio, area[1] / root, 1e-12);
        expect_near(set_names[kind], s.overlap, depth / pairs, 1e-12);
        free(order);
    }
}

Test(stats, errors) {
    static struct mesh mesh;
    two_squares(&mesh, 10);
    struct tree tree = tree_of(&mesh, NULL);
    const lbx_mesh view = mesh_view(&mesh);
    void *const aabb = aabb_tree_of(&view), *const order = order_of(NULL, 0);
    stats_call *const call[] = {lbx_obb_tree_stats, lbx_aabb_tree_stats, lbx_order_stats};
    void *const memory[] = {tree.at, aabb, order};
    lbx_tree_stats s;
    for (int k = 0; k < 3; k++) {
        expect(call[k](NULL, &s) == LBX_ERROR_NULL, "no tree");
        expect(call[k](memory[k], NULL) == LBX_ERROR_NULL, "no stats");
        expect(call[k]((char *)memory[k] + 4, &s) == LBX_ERROR_STRIDE, "not aligned");
        expect(call[k](memory[(k + 1) % 3], &s) == (k < 2 ? LBX_ERROR_TREE : LBX_ERROR_ORDER),
               "another tree");
    }
    s = expect_stats(lbx_order_stats, order, 0, 1); // an order of no boxes
    expect(s.nodes == 0 && s.height == 0 && s.leaf_items == 0 && s.leaf_area_ratio == 0, "none");
    tree_free(&tree);
    free(aabb);
    free(order);
}
