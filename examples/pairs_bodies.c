// SPDX-License-Identifier: MIT
#include "pairs_bodies.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "tool.h"

lbx_aabbs aabb_view(const struct world *world) {
    const struct aabb *const first = world->aabbs;
    return lbx_aabbs_of(first->min, first->max, world->count, sizeof *first);
}

lbx_obbs obb_view(const struct world *world) {
    const struct obb *const first = world->obbs;
    return lbx_obbs_of(first->center, first->half, first->axis[0], world->count, sizeof *first);
}

// A number from -1 to 1, the same on every machine (splitmix64).
static double random_number(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((x ^ x >> 31) >> 11) * 0x1p-52 - 1;
}

static void normalize(double quaternion[4]) {
    double square = 0;
    for (int k = 0; k < 4; k++) square += quaternion[k] * quaternion[k];
    for (int k = 0; k < 4; k++) quaternion[k] /= sqrt(square);
}

// v + 2 w (q x v) + 2 q x (q x v), where q is the vector part of the quaternion
static void rotate(const double q[4], const float v[3], double out[3]) {
    double twice[3];
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        twice[c] = 2 * (q[d] * v[e] - q[e] * v[d]);
    }
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        out[c] = v[c] + q[3] * twice[c] + q[d] * twice[e] - q[e] * twice[d];
    }
}

static void update_boxes(struct world *world) {
    for (size_t i = 0; i < world->count; i++) {
        const struct body *const body = &world->bodies[i];
        struct obb *const obb = &world->obbs[i];
        struct aabb *const aabb = &world->aabbs[i];
        for (int k = 0; k < 3; k++) {
            double axis[3];
            rotate(body->rotation, body->shape.axis[k], axis);
            for (int c = 0; c < 3; c++) obb->axis[k][c] = (float)axis[c];
            obb->half[k] = body->shape.half[k];
            obb->center[k] = (float)body->position[k];
        }
        for (int c = 0; c < 3; c++) {
            double reach = 0;
            for (int k = 0; k < 3; k++) reach += fabs(obb->axis[k][c]) * (double)obb->half[k];
            // Rounded outwards: an AABB that cuts off a corner of its OBB would lose pairs.
            aabb->min[c] = nextafterf((float)(obb->center[c] - reach), -INFINITY);
            aabb->max[c] = nextafterf((float)(obb->center[c] + reach), INFINITY);
        }
    }
}

static void place(struct body *body, double room, double pace, uint64_t *seed) {
    for (int c = 0; c < 3; c++) {
        body->position[c] = room * (random_number(seed) + 1) / 2;
        body->velocity[c] = pace * random_number(seed);
        body->spin[c] = 0.1 * random_number(seed);
    }
    for (int k = 0; k < 4; k++) body->rotation[k] = random_number(seed);
    body->rotation[3] += body->rotation[3] < 0 ? -0.1 : 0.1; // never all zero
    normalize(body->rotation);
}

void world_make(struct world *world, const struct mesh *mesh, size_t count) {
    *world = (struct world){
        .count = count,
        .bodies = resize(NULL, count, sizeof *world->bodies),
        .obbs = resize(NULL, count, sizeof *world->obbs),
        .aabbs = resize(NULL, count, sizeof *world->aabbs),
    };
    double volume = 0; // of the cubes around the bodies' bounding spheres
    for (size_t i = 0; i < count; i++) {
        struct obb *const shape = &world->bodies[i].shape;
        *shape = i < mesh->part_count ? fit_box(mesh, &mesh->parts[i])
                                      : world->bodies[i - mesh->part_count].shape;
        volume += 8 * pow(hypot(hypot(shape->half[0], shape->half[1]), shape->half[2]), 3);
    }
    world->room = volume > 0 ? cbrt(2 * volume) : 1;
    const double pace = 0.05 * world->room / cbrt((double)count);
    uint64_t seed = 1;
    for (size_t i = 0; i < count; i++) place(&world->bodies[i], world->room, pace, &seed);
    update_boxes(world);
}

static void move(struct body *body, double room) {
    for (int c = 0; c < 3; c++) {
        body->position[c] += body->velocity[c];
        if (body->position[c] < 0) body->velocity[c] = fabs(body->velocity[c]);
        if (body->position[c] > room) body->velocity[c] = -fabs(body->velocity[c]);
    }
    double *const q = body->rotation;
    const double *const spin = body->spin;
    double change[4]; // half of (spin, 0) times q
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        change[c] = (spin[c] * q[3] + spin[d] * q[e] - spin[e] * q[d]) / 2;
    }
    change[3] = -(spin[0] * q[0] + spin[1] * q[1] + spin[2] * q[2]) / 2;
    for (int k = 0; k < 4; k++) q[k] += change[k];
    normalize(q);
}

void world_step(struct world *world) {
    for (size_t i = 0; i < world->count; i++) move(&world->bodies[i], world->room);
    update_boxes(world);
}

void world_free(struct world *world) {
    free(world->bodies);
    free(world->obbs);
    free(world->aabbs);
    *world = (struct world){0};
}
