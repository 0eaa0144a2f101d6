// SPDX-License-Identifier: MIT
// Building and refitting scenes. Building bounds the instances, splits them as triangles of a mesh
// are split, makes nodes of the leaves, and numbers nodes in the order of a traversal.
#include "kernels/lanes/floats.h"

#include <string.h>

#include "scene.h"
#include "trees/obb_tree.h"

enum { INSTANCES = 256, NODES = 64 }; // of a part

// What parts of building and refitting read and write.
struct building {
    struct lbx_scene scene;
    const lbx_scene_trees *trees;
    const lbx_instance *given;
    size_t n;
    struct lbx_tree_item *item;
    bool boxed;              // the boxes of instances are known
    _Atomic uint64_t fault;  // of the first instance that has one: its number, and the error
    _Atomic uint64_t sum;    // of the header
    _Atomic uint64_t scaled; // instances
    _Atomic uint32_t needed; // trees
};

enum { FAULT_BITS = 8 };

static int fault_of(const struct building *b, const lbx_instance *i) {
    struct lbx_aabb_tree straight;
    struct lbx_obb_tree oriented;
    if (i->tree >= b->trees->count) return LBX_ERROR_INDEX;
    const int error = b->trees->rays ? lbx_aabb_tree_open(&straight, b->trees->rays[i->tree])
                                     : lbx_obb_tree_open(&oriented, b->trees->touching[i->tree]);
    return error ? error : lbx_instance_is_sound(i) ? 0 : LBX_ERROR_POSE;
}

static void look_for_faults(void *data, size_t part) {
    struct building *const b = data;
    const size_t end = lbx_part_end(b->n, INSTANCES, part);
    uint32_t needed = 0;
    for (size_t i = part * INSTANCES; i < end; i++) {
        const int error = fault_of(b, &b->given[i]);
        if (b->given[i].tree >= needed) needed = b->given[i].tree + 1;
        if (!error) continue;
        const uint64_t found = (uint64_t)i << FAULT_BITS | (uint64_t)-error;
        uint64_t before = b->fault;
        while (found < before && !atomic_compare_exchange_weak(&b->fault, &before, found)) {
        }
        return;
    }
    uint32_t before = b->needed;
    while (needed > before && !atomic_compare_exchange_weak(&b->needed, &before, needed)) {
    }
}

// Checks the arguments of both: 0, or an LBX_ERROR_*.
static int begin(struct building *b, const void *memory, const lbx_workers *workers) {
    if (!b->trees || (!b->trees->rays && !b->trees->touching && b->trees->count > 0) || !memory ||
        !lbx_can_share(workers) || (b->n > 0 && !b->given))
        return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory)) return LBX_ERROR_STRIDE;
    if (b->n > TREE_TRIANGLES_MAX) return LBX_ERROR_COUNT;
    b->fault = UINT64_MAX;
    lbx_share(workers, look_for_faults, b, lbx_parts(b->n, INSTANCES));
    return b->fault == UINT64_MAX ? 0 : -(int)(b->fault & ((1u << FAULT_BITS) - 1));
}

static void make_items(void *data, size_t part) {
    const struct building *const b = data;
    const size_t end = lbx_part_end(b->n, INSTANCES, part);
    for (size_t i = part * INSTANCES; i < end; i++) {
        const struct lbx_aabb_box box = lbx_instance_box(&b->given[i], b->trees);
        struct lbx_tree_item *const item = &b->item[i];
        *item = (struct lbx_tree_item){.id = (uint32_t)i};
        memcpy(item->min, box.min, sizeof item->min);
        memcpy(item->max, box.max, sizeof item->max);
    }
}

// --- nodes ---

// Opens the instances below some nodes, and fits their boxes unless these are known.
static void fit_instances(void *data, size_t part) {
    struct building *const b = data;
    const size_t end = lbx_part_end((size_t)b->scene.header->top.nodes, NODES, part);
    uint64_t sum = 0, scaled = 0;
    for (size_t i = part * NODES; i < end; i++) {
        struct lbx_aabb_node *const node = &b->scene.node[i];
        for (unsigned k = 0; k < TREE_WIDTH; k++) {
            if (!is_leaf(node->child[k])) continue;
            struct lbx_scene_instance *const at = &b->scene.instance[leaf_first(node->child[k])];
            const lbx_instance *const given = &b->given[at->number];
            lbx_instance_open(given, at->number, at->place, at);
            scaled += given->scale != 1;
            if (!b->boxed) {
                const struct lbx_aabb_box box = lbx_instance_box(given, b->trees);
                lbx_aabb_put_box(node, k, &box);
            }
            sum += lbx_scene_instance_sum(at, node, k);
        }
    }
    lbx_add_to(&b->sum, sum);
    lbx_add_to(&b->scaled, scaled);
}

static void fit(struct building *b, const lbx_workers *workers) {
    struct lbx_aabb_header *const h = &b->scene.header->top;
    lbx_share(workers, fit_instances, b, lbx_parts((size_t)h->nodes, NODES));
    lbx_aabb_fit_nodes(b->scene.node, (size_t)h->nodes);
    lbx_scene_measure(h, &b->scene.node[0]);
    h->sum = b->sum;
    h->mesh_triangles = b->needed;
    b->scene.header->scaled = b->scaled;
}

// Makes the node of a leaf of the splits, of up to eight instances from `first` on.
static void put_leaf(const struct building *b, struct lbx_aabb_node *node, size_t first,
                     unsigned count) {
    memset(node, 0, sizeof *node);
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        struct lbx_aabb_box box = lbx_no_aabb;
        if (k < count) {
            const struct lbx_tree_item *const item = &b->item[first + k];
            memcpy(box.min, item->min, sizeof box.min);
            memcpy(box.max, item->max, sizeof box.max);
            box.mask = b->given[item->id].mask;
            node->child[k] = leaf_of(first + k, 1);
        }
        lbx_aabb_put_box(node, k, &box);
    }
}

// Where nodes go once each leaf is one, too: a node comes before those below it, and behind all
// that a traversal meets before. Nodes move to higher numbers, so the last one goes first.
struct places {
    uint32_t leaf; // the first one below a node
    uint32_t end;  // the node behind the last one below it, as the splits number them
};

static void make_nodes(const struct building *b, size_t nodes, struct places *place) {
    struct lbx_aabb_node *const node = b->scene.node;
    for (size_t i = nodes; i-- > 0;) {
        uint32_t child[TREE_WIDTH], end = (uint32_t)i + 1;
        memcpy(child, node[i].child, sizeof child);
        for (unsigned k = 0; k < TREE_WIDTH && child[k]; k++) {
            uint32_t leaf = leaf_first(child[k]);
            if (is_leaf(child[k])) {
                put_leaf(b, &node[end + leaf], (size_t)leaf * TREE_WIDTH, leaf_count(child[k]));
                child[k] = end + leaf;
            } else {
                const struct places *const of = &place[child[k]];
                leaf = of->leaf;
                child[k] += leaf;
                end = of->end;
            }
            if (k == 0) place[i].leaf = leaf;
        }
        place[i].end = end;
        struct lbx_aabb_node *const to = &node[i + place[i].leaf];
        memset(to, 0, sizeof *to);
        for (unsigned k = 0; k < TREE_WIDTH; k++) lbx_aabb_put_box(to, k, &lbx_no_aabb);
        memcpy(to->child, child, sizeof child);
    }
}

// Splits the instances, whose memory holds the items until it holds them.
static void make_tree(struct building *b, const lbx_workers *workers) {
    struct lbx_scene *const s = &b->scene;
    struct lbx_aabb_header *const h = &s->header->top;
    const size_t leaves = lbx_parts(b->n, TREE_WIDTH);
    char *const room = (char *)s->instance;
    b->item = (struct lbx_tree_item *)(void *)(room + b->n * (sizeof *s->instance -
                                                              sizeof(struct lbx_tree_item)));
    lbx_share(workers, make_items, b, lbx_parts(b->n, INSTANCES));
    struct lbx_splits splits = {.item = b->item,
                                .n = b->n,
                                .leaf = TREE_WIDTH,
                                .full = true,
                                .node = (char *)s->node,
                                .room = room,
                                .step = sizeof *s->node,
                                .child = offsetof(struct lbx_aabb_node, child),
                                .workers = workers};
    lbx_tree_split(&splits); // nothing stops it
    make_nodes(b, splits.nodes, (struct places *)(void *)room);
    h->nodes = splits.nodes + leaves;
    h->levels = splits.levels + 1;
    h->bytes = lbx_scene_lay(s, s->header, (size_t)h->nodes, b->n);
    // An instance may lie where items do that were read before.
    for (size_t i = 0; i < b->n; i++) s->instance[i].number = b->item[i].id;
    for (size_t i = 0; i < b->n; i++) s->instance[s->instance[i].number].place = (uint32_t)i;
}

ptrdiff_t lbx_scene_build(const lbx_scene_trees *trees, const lbx_instance *instances, size_t n,
                          void *memory, size_t bytes, const lbx_workers *workers) {
    struct building b = {.trees = trees, .given = instances, .n = n, .boxed = true};
    const int error = begin(&b, memory, workers);
    if (error) return error;
    if (bytes < lbx_scene_bytes(n)) return LBX_ERROR_COUNT;
    const size_t leaves = lbx_parts(n, TREE_WIDTH);
    lbx_scene_lay(&b.scene, memory, 1 + 2 * leaves, n);
    *b.scene.header = (struct lbx_scene_header){
        .top = {.version = SCENE_VERSION, .triangles = n, .leaves = n, .nodes = 1, .levels = 1}};
    if (n > 0) {
        make_tree(&b, workers);
    } else {
        put_leaf(&b, b.scene.node, 0, 0);
        b.scene.header->top.bytes = lbx_scene_lay(&b.scene, memory, 1, 0);
    }
    fit(&b, workers);
    lbx_scene_seal(&b.scene);
    return (ptrdiff_t)b.scene.header->top.bytes;
}

int lbx_scene_refit(const lbx_scene_trees *trees, const lbx_instance *instances, size_t n,
                    void *memory, const lbx_workers *workers) {
    struct building b = {.trees = trees, .given = instances, .n = n};
    int error = lbx_scene_open(&b.scene, memory);
    if (!error && n != b.scene.header->top.triangles) error = LBX_ERROR_COUNT;
    if (!error) error = begin(&b, memory, workers);
    if (error) return error;
    fit(&b, workers);
    return 0;
}
