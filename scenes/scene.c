// SPDX-License-Identifier: MIT
// Scenes in memory: layout and opening.
#include "scene.h"

#include <string.h>

#include "trees/obb_tree.h"

#define SCENE_MAGIC 0x7378626cu // "lbxs" where the lowest byte comes first

// All of the tree's nodes above instances but one have eight. The others are as many at most, and
// the root's box.
size_t lbx_scene_bytes(size_t n) {
    struct lbx_scene s;
    static char none;
    if (n > TREE_TRIANGLES_MAX) return SIZE_MAX;
    return lbx_scene_lay(&s, &none, 1 + 2 * lbx_parts(n, TREE_WIDTH), n);
}

size_t lbx_scene_lay(struct lbx_scene *s, void *memory, size_t nodes, size_t instances) {
    s->header = memory;
    s->node = (struct lbx_aabb_node *)(s->header + 1);
    s->instance = (struct lbx_scene_instance *)(s->node + nodes);
    return lbx_block_bytes(sizeof *s->header + (uint64_t)nodes * sizeof *s->node +
                           (uint64_t)instances * sizeof *s->instance);
}

int lbx_scene_open(struct lbx_scene *s, const void *memory) {
    if (!memory) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory)) return LBX_ERROR_STRIDE;
    const struct lbx_aabb_header *const h = memory;
    if (h->magic != SCENE_MAGIC || h->version != SCENE_VERSION ||
        h->triangles > TREE_TRIANGLES_MAX || h->nodes == 0 || h->nodes > TREE_TRIANGLES_MAX ||
        h->levels == 0 || h->levels > TREE_LEVELS || h->bytes > PTRDIFF_MAX ||
        h->bytes !=
            lbx_scene_lay(s, (void *)(uintptr_t)memory, (size_t)h->nodes, (size_t)h->triangles))
        return LBX_ERROR_SCENE;
    return 0;
}

void lbx_scene_seal(struct lbx_scene *s) {
    s->header->top.magic = SCENE_MAGIC;
}

void lbx_scene_measure(struct lbx_aabb_header *header, const struct lbx_aabb_node *root) {
    static const struct lbx_aabb_box nowhere = {{0, 0, 0}, {0, 0, 0}, 0};
    const struct lbx_aabb_box all = root->child[0] ? lbx_aabb_node_box(root) : nowhere;
    lbx_aabb_measure(header, &all);
}

// Whether an instance has a tree that is NULL.
static bool lacks_tree(const struct lbx_scene *s, const void *const *tree) {
    for (size_t i = 0; i < s->header->top.triangles; i++) {
        if (!tree[s->instance[i].given.tree]) return true;
    }
    return false;
}

typedef int open_tree(const void *memory);

// Instances are asked for their trees only if some tree is NULL.
static int check_trees(const struct lbx_scene *s, const lbx_scene_trees *trees,
                       const void *const *tree, open_tree *open) {
    size_t missing = 0;
    if (trees->count < s->header->top.mesh_triangles) return LBX_ERROR_INDEX;
    if (!tree && trees->count > 0) return LBX_ERROR_NULL;
    for (size_t i = 0; i < trees->count; i++) {
        const int error = tree[i] ? open(tree[i]) : 0;
        if (error) return error;
        missing += !tree[i];
    }
    return missing && lacks_tree(s, tree) ? LBX_ERROR_NULL : 0;
}

static int open_straight(const void *memory) {
    struct lbx_aabb_tree tree;
    return lbx_aabb_tree_open(&tree, memory);
}

static int open_oriented(const void *memory) {
    struct lbx_obb_tree tree;
    return lbx_obb_tree_open(&tree, memory);
}

int lbx_scene_trees_check(const struct lbx_scene *s, const lbx_scene_trees *trees) {
    return trees ? check_trees(s, trees, trees->rays, open_straight) : LBX_ERROR_NULL;
}

int lbx_scene_touching_check(const struct lbx_scene *s, const lbx_scene_trees *trees) {
    return trees ? check_trees(s, trees, trees->touching, open_oriented) : LBX_ERROR_NULL;
}

// A multiple of each word by an odd number of its own: if one word changes, the sum does.
uint64_t lbx_scene_instance_sum(const struct lbx_scene_instance *instance,
                                const struct lbx_aabb_node *node, unsigned k) {
    enum { WORDS = sizeof *instance / sizeof(uint64_t), ALL = WORDS + 6 };
    uint64_t sum = 0, word[ALL];
    memcpy(word, instance, sizeof *instance);
    for (int c = 0; c < 3; c++) {
        uint32_t bits[2];
        memcpy(&bits[0], &node->min[c][k], sizeof bits[0]);
        memcpy(&bits[1], &node->max[c][k], sizeof bits[1]);
        word[WORDS + 2 * c] = bits[0];
        word[WORDS + 2 * c + 1] = bits[1];
    }
    const uint64_t first = (uint64_t)instance->number * ALL;
    for (uint64_t i = 0; i < ALL; i++) sum += word[i] * (2 * (first + i) + 1);
    return sum;
}
