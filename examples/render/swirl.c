// SPDX-License-Identifier: MIT
#include "swirl.h"

static const double lowest = .1, middle = .6; // z

void swirl_begin(struct world *world, uint32_t shape, size_t count) {
    static const double low[3] = {.1, .3, .8}, high[3] = {.95, .35, .04};
    size_t side = 1;
    while (side * side * side < count) side++;
    for (size_t i = 0; i < count; i++) {
        struct random r = random_of(5, i);
        const double cell[3] = {(double)(i % side) + .5, (double)(i / side % side) + .5,
                                (double)(i / side / side) + .5};
        const double width = (double)side, height = cell[2] / width;
        lbx_rigid_pose pose = {
            .position = {cell[0] / width - .5, cell[1] / width - .5, lowest + height}};
        double color[3];
        for (int k = 0; k < 4; k++) pose.rotation[k] = random_between(&r, -1, 1);
        pose.rotation[3] += pose.rotation[3] < 0 ? -.1 : .1; // never all zero
        to_length_one(pose.rotation, 4);
        for (int k = 0; k < 3; k++) color[k] = low[k] + (high[k] - low[k]) * height;
        world_add(world, shape, &pose, .8 / width, color);
    }
}

// Rotates a pose about z by the angle whose half has this tangent.
static void rotate(lbx_rigid_pose *pose, double tangent) {
    const double square = tangent * tangent;
    const double cosine = (1 - square) / (1 + square), sine = 2 * tangent / (1 + square);
    const double x = pose->position[0], y = pose->position[1];
    pose->position[0] = cosine * x - sine * y;
    pose->position[1] = sine * x + cosine * y;
    pose_turn(pose, (const double[3]){0, 0, 2 * tangent});
}

void swirl_move(struct world *world, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct random r = random_of(6, i);
        lbx_rigid_pose *const pose = &world->instance[i].pose;
        double *const at = pose->position, spin[3];
        // The funnel: wider above the middle, narrower below it, and faster near the axis.
        const double wider = 1 + .045 * (at[2] - middle);
        for (int c = 0; c < 2; c++) at[c] *= wider;
        rotate(pose, .05 / (.2 + sqrt(at[0] * at[0] + at[1] * at[1])));
        for (int c = 0; c < 3; c++) spin[c] = random_between(&r, -.15, .15);
        pose_turn(pose, spin);
    }
}
