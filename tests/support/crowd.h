// SPDX-License-Identifier: MIT
// Scenes of instances of small meshes, rays at them, and what each ray meets if every instance is
// asked by itself. Scenes of instances that touch.
#ifndef LBX_TEST_CROWD_H
#define LBX_TEST_CROWD_H

#include <stdbool.h>

#include "lanebox/scenes.h"
#include "mesh_rays.h"

enum { CROWD_MESHES = 8, CROWD_MOST = 1000 };

enum crowd_kind {
    CROWD_NEAR,     // turned, about as large as each other, close together
    CROWD_STRAIGHT, // turned by halves at integer positions: rounding takes nothing
    CROWD_EQUAL,    // several at one place: rays meet some at the same t
    CROWD_SCALED,   // scales from the least to the most
    CROWD_AWAY,     // positions of up to 1e6
    CROWD_FARTHEST, // positions of up to 2^60
    CROWD_SPECKS,   // far smaller than the way between them
    CROWD_KINDS
};

extern const char *const crowd_names[CROWD_KINDS];

// A mesh with a tree that has masks: bit k % 30 for triangle k, and bit 30 for all.
struct crowd_mesh {
    struct mesh mesh;
    uint32_t masks[MESH_TRIANGLES_MAX];
    struct tree tree, oriented; // those of crowd_plant have both
};

struct crowd {
    struct crowd_mesh mesh[CROWD_MESHES];
    const void *tree[CROWD_MESHES], *oriented[CROWD_MESHES];
    lbx_scene_trees trees; // a test may take one kind away
    size_t n;
    lbx_instance at[CROWD_MOST];
    void *scene, *order; // NULL until built
    size_t bytes, order_bytes;
    float box[CROWD_MOST][6];
};

// Makes meshes and n instances of them, and builds the scene. Instances have masks of a few bits
// each, and some have none; with `masks` false all have all bits.
void crowd_make(struct crowd *s, enum crowd_kind kind, size_t n, bool masks, uint64_t seed);
void crowd_free(struct crowd *s);

// Builds or refits the scene of the instances as they are.
void crowd_build(struct crowd *s);
void crowd_refit(struct crowd *s);

// Puts instances elsewhere, also with other meshes.
void crowd_move(struct crowd *s, enum crowd_kind kind, bool masks, uint64_t seed);

// Where vertex x of an instance is.
void crowd_at(const lbx_instance *instance, const double x[3], double out[3]);

// Makes meshes of many kinds, and n instances of them, some `spread` meshes apart, of scale 1.
// Builds no scene.
void crowd_make_touching(struct crowd *s, size_t n, double spread, uint64_t seed);

// Moves and turns them all.
void crowd_move_touching(struct crowd *s, double spread, uint64_t seed);

// Makes both trees of a mesh that has become another one.
void crowd_plant(struct crowd *s, unsigned m, const lbx_obb_tree_options *options);

// Sorts the scene's boxes for searches by distance.
void crowd_order(struct crowd *s, float distance);

// Makes RAYS rays which go to vertices, edges and triangles of instances, or beside them. They
// begin near or far, or where an instance is. Some are parallel to axes, some ranges end where the
// ray gets there. With `odd`, some have NaN or infinity, and some have no direction.
void crowd_rays(const struct crowd *s, struct rays *rays, bool odd, uint64_t seed);

// What a ray meets, as lbx_scene_nearest writes it.
struct crowd_hit {
    uint32_t instance, triangle;
    float t, u, v;
};

struct crowd_found {
    struct crowd_hit nearest[RAYS];
    size_t hits;        // rays that hit
    lbx_scene_hit *all; // by ray, then t, then instance, then triangle
    size_t count, room;
};

// Turns the rays into the frame of each instance by lbx_rays_to_instance, and asks its tree. With
// `by_triangle`, asks lbx_ray_triangle of every triangle instead. Any filter may be NULL. `view` is
// a view of the rays, which may give them as segments.
void crowd_ask(const struct crowd *s, const struct rays *rays, const lbx_rays *view,
               const lbx_scene_filter *filter, bool by_triangle, struct crowd_found *out);
void crowd_found_free(struct crowd_found *found);

// Sorts by ray, then by t, instance and triangle.
void crowd_sort(lbx_scene_hit *hits, size_t n);

#endif
