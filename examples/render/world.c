// SPDX-License-Identifier: MIT
#include "world.h"

#include <stdlib.h>

#include "examples/tool.h"

enum { QUADS = 8 }; // along a side of the ground

const double world_color[3] = {.78, .66, .5};
static const double ground_color[3] = {.42, .44, .43};
static const double ground_half = 200;

uint32_t world_add_shape(struct world *world, struct shape shape) {
    const size_t number = world->shapes++;
    world->shape = resize(world->shape, world->shapes, sizeof *world->shape);
    world->tree = resize(world->tree, world->shapes, sizeof *world->tree);
    world->shape[number] = shape;
    world->tree[number] = NULL;
    return (uint32_t)number;
}

// Makes room for one more in arrays that double whenever their count is a power of two.
static void *grow(void *items, size_t count, size_t item_bytes) {
    return count & (count - 1) ? items : resize(items, count ? 2 * count : 1, item_bytes);
}

void world_add(struct world *world, uint32_t shape, const lbx_rigid_pose *pose, double scale,
               const double color[3]) {
    world->instance = grow(world->instance, world->instances, sizeof *world->instance);
    world->color = grow(world->color, world->instances, sizeof *world->color);
    world->instance[world->instances] =
        (lbx_instance){.pose = *pose, .scale = scale, .tree = shape, .mask = UINT32_MAX};
    for (int k = 0; k < 3; k++) world->color[world->instances][k] = color[k];
    world->instances++;
}

void world_add_ground(struct world *world) {
    static const int corners[6][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 1}};
    const lbx_rigid_pose pose = {.rotation = {0, 0, 0, 1}};
    struct shape ground = {.triangles = 2 * QUADS * QUADS};
    ground.corner = resize(NULL, 3 * ground.triangles, sizeof *ground.corner);
    for (int i = 0; i < 6 * QUADS * QUADS; i++) {
        const int quad[2] = {i / 6 % QUADS, i / 6 / QUADS};
        for (int c = 0; c < 2; c++)
            ground.corner[i][c] =
                (float)(ground_half * (2 * (quad[c] + corners[i % 6][c]) - QUADS) / QUADS);
        ground.corner[i][2] = 0;
    }
    world_add(world, world_add_shape(world, ground), &pose, 1, ground_color);
}

size_t world_triangles(const struct world *world) {
    size_t sum = 0;
    for (size_t s = 0; s < world->shapes; s++) sum += world->shape[s].triangles;
    return sum;
}

size_t world_build(struct world *world, const lbx_workers *workers) {
    const lbx_aabb_tree_options options = {.workers = workers};
    size_t bytes = 0;
    for (size_t s = 0; s < world->shapes; s++) {
        const struct shape *const shape = &world->shape[s];
        const lbx_mesh mesh = lbx_mesh_of(shape->corner[0], 3 * shape->triangles,
                                          sizeof *shape->corner, NULL, shape->triangles);
        const size_t room = lbx_aabb_tree_bytes(&mesh);
        void *const scratch = aligned(lbx_aabb_tree_scratch_bytes(&mesh));
        world->tree[s] = aligned(room);
        bytes += checked(lbx_aabb_tree_build(&mesh, &options, world->tree[s], room, scratch));
        free(scratch);
    }
    world->trees =
        (lbx_scene_trees){.rays = (const void *const *)world->tree, .count = world->shapes};
    world->scene_bytes = lbx_scene_bytes(world->instances);
    world->scene = aligned(world->scene_bytes);
    world_update(world, true, workers);
    return bytes;
}

void world_update(struct world *world, bool anew, const lbx_workers *workers) {
    checked(anew ? lbx_scene_build(&world->trees, world->instance, world->instances, world->scene,
                                   world->scene_bytes, workers)
                 : lbx_scene_refit(&world->trees, world->instance, world->instances, world->scene,
                                   workers));
}

void world_free(struct world *world) {
    for (size_t s = 0; s < world->shapes; s++) {
        free(world->shape[s].corner);
        free(world->tree[s]);
    }
    free(world->shape);
    free(world->tree);
    free(world->instance);
    free(world->color);
    free(world->scene);
}

size_t world_corners(const struct world *world, size_t instance) {
    return 3 * world->shape[world->instance[instance].tree].triangles;
}

void world_corner(const struct world *world, size_t instance, size_t corner, double out[3]) {
    const lbx_instance *const placed = &world->instance[instance];
    pose_point(&placed->pose, placed->scale, world->shape[placed->tree].corner[corner], out);
}

bool world_surface(const struct world *world, uint32_t instance, uint32_t triangle,
                   const double origin[3], const double dir[3], double t, double point[3],
                   double normal[3]) {
    double corner[3][3];
    for (size_t v = 0; v < 3; v++)
        world_corner(world, instance, 3 * (size_t)triangle + v, corner[v]);
    return scene_surface(corner, origin, dir, t, point, normal);
}
