// SPDX-License-Identifier: MIT
// Checking a scene: first how its nodes hang together, then by parts the boxes and the instances.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "scene.h"

enum { PART = 64 }; // nodes

struct checking {
    const struct lbx_scene *scene;
    const struct lbx_aabb_tree *tree;
    _Atomic uint64_t sum, found, expected, scaled;
    atomic_bool wrong, last_tree;
};

static bool is_box(const struct lbx_aabb_node *node, unsigned k) {
    for (int c = 0; c < 3; c++) {
        if (!(node->min[c][k] <= node->max[c][k] && isfinite(node->min[c][k]) &&
              isfinite(node->max[c][k])))
            return false;
    }
    return true;
}

// Whether an instance is as building made it.
static bool is_good_instance(struct checking *c, uint32_t place, uint32_t mask,
                             struct lbx_numbering *numbers) {
    const struct lbx_scene_instance *const at = &c->scene->instance[place];
    const uint32_t trees = c->scene->header->top.mesh_triangles;
    const uint64_t n = c->scene->header->top.triangles;
    struct lbx_scene_instance made;
    if (!lbx_instance_is_sound(&at->given) || at->given.tree >= trees || at->given.mask != mask ||
        at->number >= n || at->place >= n || c->scene->instance[at->number].place != place)
        return false;
    if (at->given.tree + 1 == trees) c->last_tree = true;
    if (at->given.scale != 1) lbx_add_to(&c->scaled, 1);
    lbx_instance_open(&at->given, at->number, at->place, &made);
    numbers->count = place;
    lbx_numbering_add(numbers, at->number);
    return memcmp(&made, at, sizeof made) == 0;
}

static bool is_good_node(struct checking *c, size_t number, uint64_t *sum,
                         struct lbx_numbering *numbers) {
    const struct lbx_aabb_node *const node = &c->tree->node[number];
    struct lbx_aabb_node made = *node;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        if (is_leaf(child)) {
            const uint32_t place = leaf_first(child);
            if (!is_box(node, k) || !is_good_instance(c, place, node->mask[k], numbers))
                return false;
            *sum += lbx_scene_instance_sum(&c->scene->instance[place], node, k);
            continue;
        }
        if (child & FINE_BIT) return false;
        const struct lbx_aabb_box box =
            child ? lbx_aabb_node_box(&c->tree->node[child]) : lbx_no_aabb;
        lbx_aabb_put_box(&made, k, &box);
    }
    return memcmp(&made, node, sizeof made) == 0;
}

static void check_nodes(void *data, size_t part) {
    struct checking *const c = data;
    const size_t end = lbx_part_end((size_t)c->tree->header->nodes, PART, part);
    uint64_t sum = 0;
    struct lbx_numbering numbers = {0, 0, 0};
    for (size_t i = part * PART; i < end && !c->wrong; i++)
        if (!is_good_node(c, i, &sum, &numbers)) c->wrong = true;
    lbx_add_to(&c->sum, sum);
    lbx_add_to(&c->found, numbers.found);
    lbx_add_to(&c->expected, numbers.expected);
}

static bool is_childless(const struct lbx_aabb_node *node) {
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        if (node->child[k] != 0) return false;
    }
    return true;
}

int lbx_scene_check(const void *memory, size_t bytes, const lbx_workers *workers) {
    struct lbx_scene s;
    if (memory && bytes < sizeof(struct lbx_scene_header)) return LBX_ERROR_SCENE;
    const int error = lbx_can_share(workers) ? lbx_scene_open(&s, memory) : LBX_ERROR_NULL;
    if (error) return error;
    if (bytes < s.header->top.bytes || s.header->top.leaves != s.header->top.triangles)
        return LBX_ERROR_SCENE;
    const struct lbx_aabb_tree tree = {&s.header->top, s.node, NULL};
    struct lbx_scene_header found = {.top = s.header->top};
    struct checking c = {.scene = &s, .tree = &tree};
    const bool is_empty = s.header->top.triangles == 0;
    found.top.nodes = is_empty;
    found.top.levels = is_empty;
    found.top.leaves = found.top.triangles = found.top.numbers = 0;
    if (is_empty ? !is_childless(s.node) : !lbx_aabb_tree_is_whole(&tree, 1, 0, 0, &found.top))
        return LBX_ERROR_SCENE;
    lbx_share(workers, check_nodes, &c, lbx_parts((size_t)s.header->top.nodes, PART));
    if (c.wrong || c.found != c.expected || c.last_tree == is_empty) return LBX_ERROR_SCENE;
    lbx_scene_measure(&found.top, &s.node[0]);
    found.top.sum = c.sum;
    found.scaled = c.scaled;
    if (is_empty) found.top.mesh_triangles = 0;
    return memcmp(&found, s.header, sizeof found) == 0 ? 0 : LBX_ERROR_SCENE;
}
