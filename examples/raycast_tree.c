// SPDX-License-Identifier: MIT
#include "raycast_tree.h"

#include <math.h>
#include <string.h>

#include "tool.h"

enum { LEAF_TRIANGLES = 8 };

static lbx_aabbs level_view(const struct tree_level *level) {
    lbx_aabbs view = {.count = level->count};
    for (int c = 0; c < 3; c++) {
        view.min[c] = level->corner[c];
        view.max[c] = level->corner[3 + c];
    }
    return view;
}

static lbx_rays packet_view(const struct packet *packet) {
    lbx_rays view = {.t_max = packet->t_max, .count = packet->count};
    for (int c = 0; c < 3; c++) {
        view.origin[c] = packet->origin[c];
        view.dir[c] = packet->dir[c];
        view.inv_dir[c] = packet->inv_dir[c];
    }
    return view;
}

// ---------------------------------------------------------------------------------------------
// Building
// ---------------------------------------------------------------------------------------------

static void grow(float corner[6], int c, float low, float high) {
    corner[c] = fminf(corner[c], low);
    corner[3 + c] = fmaxf(corner[3 + c], high);
}

static void store_box(struct tree_level *level, size_t node, const float corner[6]) {
    for (int k = 0; k < 6; k++) level->corner[k][node] = corner[k];
}

static void make_leaf(struct tree *tree, size_t leaf) {
    const struct mesh *const mesh = tree->mesh;
    const struct mesh_part *const part = &mesh->parts[leaf];
    float corner[6] = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (size_t t = part->first; t < part->first + part->count; t++) {
        for (int k = 0; k < 9; k++) grow(corner, k % 3, mesh->vertex[k][t], mesh->vertex[k][t]);
    }
    store_box(&tree->level[0], leaf, corner);
}

static size_t children_end(const struct tree_level *below, size_t node) {
    const size_t end = TREE_WIDTH * (node + 1);
    return end < below->count ? end : below->count;
}

static void make_node(struct tree *tree, size_t level, size_t node) {
    const struct tree_level *const below = &tree->level[level - 1];
    float corner[6] = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (size_t i = TREE_WIDTH * node; i < children_end(below, node); i++) {
        for (int c = 0; c < 3; c++) grow(corner, c, below->corner[c][i], below->corner[3 + c][i]);
    }
    store_box(&tree->level[level], node, corner);
}

void tree_make(struct tree *tree, struct mesh *mesh) {
    size_t leaves = 1; // a power of two, so that the nodes above are cells of space too
    while (leaves * LEAF_TRIANGLES < mesh->count) leaves *= 2;
    mesh_split(mesh, leaves);
    *tree = (struct tree){.mesh = mesh};
    for (size_t count = leaves;; count = (count + TREE_WIDTH - 1) / TREE_WIDTH) {
        const size_t level = tree->level_count++;
        tree->level[level].count = count;
        checked(lbx_soa_alloc(6, count, tree->level[level].corner));
        for (size_t i = 0; i < count; i++) {
            if (level == 0) {
                make_leaf(tree, i);
            } else {
                make_node(tree, level, i);
            }
        }
        if (count <= TREE_WIDTH) break;
    }
}

void tree_free(struct tree *tree) {
    for (size_t l = 0; l < tree->level_count; l++) lbx_soa_free(6, tree->level[l].corner);
    *tree = (struct tree){0};
}

// ---------------------------------------------------------------------------------------------
// Tracing
// ---------------------------------------------------------------------------------------------

struct trace {
    const struct tree *tree;
    struct nearest *nearest;
    size_t box_tests;
};

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        out[c] = a[d] * b[e] - a[e] * b[d];
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Moeller and Trumbore, in double and a hair beyond the edges: neighbours overlap rather than
// leave a hole. `corner` is a vertex, `edge` runs from it to the two others. Returns t, +inf for a
// miss.
static double hit_triangle(const double corner[3], double edge[2][3], const double origin[3],
                           const double dir[3]) {
    const double slack = 1e-7;
    double p[3], q[3], s[3];
    cross(dir, edge[1], p);
    const double det = dot(edge[0], p);
    if (det == 0) return INFINITY;
    for (int c = 0; c < 3; c++) s[c] = origin[c] - corner[c];
    const double u = dot(s, p) / det;
    if (!(u >= -slack && u <= 1 + slack)) return INFINITY;
    cross(s, edge[0], q);
    const double v = dot(dir, q) / det;
    if (!(v >= -slack && u + v <= 1 + slack)) return INFINITY;
    const double t = dot(edge[1], q) / det;
    return t > 0 ? t : INFINITY;
}

// The rays rays[0] to rays[n - 1] of a packet against every triangle of a leaf.
static void trace_leaf(struct trace *trace, size_t leaf, struct packet *packet,
                       const uint32_t *rays, size_t n) {
    const struct mesh *const mesh = trace->tree->mesh;
    const struct mesh_part *const part = &mesh->parts[leaf];
    for (size_t t = part->first; t < part->first + part->count; t++) {
        double corner[3], edge[2][3];
        for (int c = 0; c < 3; c++) {
            corner[c] = mesh->vertex[c][t];
            edge[0][c] = mesh->vertex[3 + c][t] - corner[c];
            edge[1][c] = mesh->vertex[6 + c][t] - corner[c];
        }
        for (size_t k = 0; k < n; k++) {
            const uint32_t i = rays[k];
            const double origin[3] = {packet->origin[0][i], packet->origin[1][i],
                                      packet->origin[2][i]};
            const double dir[3] = {packet->dir[0][i], packet->dir[1][i], packet->dir[2][i]};
            const float at = (float)hit_triangle(corner, edge, origin, dir);
            if (at < packet->t_max[i]) {
                packet->t_max[i] = at;
                trace->nearest->t[packet->ray[i]] = at;
                trace->nearest->triangle[packet->ray[i]] = (uint32_t)t;
            }
        }
    }
}

// One ray against many boxes: the order in which the middle ray of the packet enters the children
// first to first + n - 1 of a level. Those that it misses come last.
static void order_children(struct trace *trace, const lbx_rays *rays, const lbx_aabbs *boxes,
                           size_t first, size_t n, size_t *order) {
    lbx_rays middle = *rays;
    lbx_aabbs children = *boxes;
    float t_enter[TREE_WIDTH];
    middle.pick = lbx_one(rays->count / 2);
    children.pick = lbx_from(first);
    checked(lbx_ray_aabb(&middle, &children, n, 0, NULL, t_enter, NULL));
    trace->box_tests += n;
    for (size_t i = 0; i < n; i++) {
        size_t place = i;
        for (; place > 0 && t_enter[i] < t_enter[order[place - 1] - first]; place--)
            order[place] = order[place - 1];
        order[place] = first + i;
    }
}

static void keep_rays(const uint8_t *hits, const struct packet *all, struct packet *kept) {
    const size_t n = all->count;
    for (int c = 0; c < 3; c++) {
        lbx_keep(hits, n, all->origin[c], sizeof(float), kept->origin[c]);
        lbx_keep(hits, n, all->dir[c], sizeof(float), kept->dir[c]);
        lbx_keep(hits, n, all->inv_dir[c], sizeof(float), kept->inv_dir[c]);
    }
    lbx_keep(hits, n, all->t_max, sizeof(float), kept->t_max);
    kept->count = checked(lbx_keep(hits, n, all->ray, sizeof(uint32_t), kept->ray));
}

// The packet, which has hit their parent, against the nodes first to end - 1 of a level.
static void trace_nodes(struct trace *trace, size_t level, size_t first, size_t end,
                        struct packet *packet) {
    const lbx_rays rays = packet_view(packet);
    lbx_aabbs boxes = level_view(&trace->tree->level[level]);
    size_t order[TREE_WIDTH];
    order_children(trace, &rays, &boxes, first, end - first, order);
    for (size_t k = 0; k < end - first; k++) {
        const size_t node = order[k], n = packet->count;
        uint8_t hits[PACKET_RAYS / 8];
        boxes.pick = lbx_one(node); // many rays against one box
        const size_t found = checked(lbx_ray_aabb(&rays, &boxes, n, 0, hits, NULL, NULL));
        trace->box_tests += n;
        if (found == 0) continue;
        if (level == 0) {
            uint32_t list[PACKET_RAYS];
            checked(lbx_hit_indices(hits, n, list));
            trace_leaf(trace, node, packet, list, found);
            continue;
        }
        const struct tree_level *const below = &trace->tree->level[level - 1];
        const size_t below_first = TREE_WIDTH * node, below_end = children_end(below, node);
        if (2 * found > n) { // the few that missed do not pay for a copy
            trace_nodes(trace, level - 1, below_first, below_end, packet);
            continue;
        }
        struct packet kept;
        keep_rays(hits, packet, &kept);
        trace_nodes(trace, level - 1, below_first, below_end, &kept);
        for (size_t i = 0; i < n; i++) packet->t_max[i] = trace->nearest->t[packet->ray[i]];
    }
}

size_t tree_trace(const struct tree *tree, struct packet *packet, struct nearest *nearest) {
    struct trace trace = {tree, nearest, 0};
    for (size_t i = 0; i < packet->count; i++) {
        for (int c = 0; c < 3; c++) packet->inv_dir[c][i] = 1 / packet->dir[c][i];
        packet->t_max[i] = INFINITY;
        packet->ray[i] = (uint32_t)i;
        nearest->t[i] = INFINITY;
    }
    const size_t top = tree->level_count - 1;
    trace_nodes(&trace, top, 0, tree->level[top].count, packet);
    return trace.box_tests;
}
