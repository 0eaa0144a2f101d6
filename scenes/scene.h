// SPDX-License-Identifier: MIT
// How a scene lies in memory: a header, the nodes of a tree whose leaves are instances, and the
// instances in the order of the tree. No pointers.
#ifndef LBX_SCENE_H
#define LBX_SCENE_H

#include "kernels/api/parts.h"
#include "lanebox/scenes.h"
#include "trees/aabb_tree.h"

enum { SCENE_VERSION = 1 };

// Nodes are those of a tree of axis-aligned boxes, of which none are fine. A child that is a leaf
// is one instance, by its place.
struct lbx_scene_header {
    // Its triangles and leaves are the instances; mesh_triangles is the least number of trees that
    // searches need, and the sum is that of the instances.
    struct lbx_aabb_header top;
    uint64_t scaled;  // how many instances have another scale than 1
    uint64_t rest[5]; // 0: nodes and instances begin with a cache line
};

struct lbx_scene_instance {
    lbx_instance given;
    float into[3][3]; // the rotation into its frame, over its scale: row i is x, y or z there
    uint32_t number;  // of the caller's
    uint32_t place;   // of entry i: where the caller's instance i lies
    uint32_t rest[3]; // 0
};

_Static_assert(sizeof(struct lbx_scene_header) == 128, "two cache lines");
_Static_assert(sizeof(struct lbx_scene_instance) == 128, "two cache lines");

struct lbx_scene {
    struct lbx_scene_header *header;
    struct lbx_aabb_node *node;
    struct lbx_scene_instance *instance;
};

// Says where the parts of a scene lie. Returns its bytes.
size_t lbx_scene_lay(struct lbx_scene *s, void *memory, size_t nodes, size_t instances);

// Opens what lbx_scene_build made: 0, or an LBX_ERROR_*.
int lbx_scene_open(struct lbx_scene *s, const void *memory);

// Says where the box of all is, which node 0 has.
void lbx_scene_measure(struct lbx_aabb_header *header, const struct lbx_aabb_node *root);

// Makes the scene one that opens, once all else is written.
void lbx_scene_seal(struct lbx_scene *s);

// Checks what searches get beside a scene, trees for rays or those of oriented boxes: 0, or an
// LBX_ERROR_*.
int lbx_scene_trees_check(const struct lbx_scene *s, const lbx_scene_trees *trees);
int lbx_scene_touching_check(const struct lbx_scene *s, const lbx_scene_trees *trees);

// Where an instance is. Units cannot name the field: in the single-file build `pose` is a macro
// there.
static inline const double *lbx_scene_position(const struct lbx_scene_instance *at) {
    return at->given.pose.position;
}

// Whether an instance's pose and scale are in range.
bool lbx_instance_is_sound(const lbx_instance *instance);

// What searches read of an instance.
void lbx_instance_open(const lbx_instance *given, uint32_t number, uint32_t place,
                       struct lbx_scene_instance *out);

// The box around an instance: around the boxes of the root's grandchildren, which turn with it. It
// is rounded outwards.
struct lbx_aabb_box lbx_instance_box(const lbx_instance *instance, const lbx_scene_trees *trees);

// The part of an instance and its box, child k of a node, in the header's sum.
uint64_t lbx_scene_instance_sum(const struct lbx_scene_instance *instance,
                                const struct lbx_aabb_node *node, unsigned k);

#endif
