// SPDX-License-Identifier: MIT
#include "scenes.h"

#include <math.h>
#include <stdlib.h>

#include "aircraft.h"
#include "bay.h"
#include "examples/random.h"
#include "examples/tool.h"

const char *const maintenance_names[MAINTENANCE_KINDS] = {
    [MAINTENANCE_BAY] = "bay",           [MAINTENANCE_LARGE_BAY] = "large_bay",
    [MAINTENANCE_SHELLS] = "shells_3mm", [MAINTENANCE_NEAR] = "shells_.3mm",
    [MAINTENANCE_RANDOM] = "random",     [MAINTENANCE_AIRCRAFT] = "aircraft"};

const size_t maintenance_poses[MAINTENANCE_KINDS] = {
    [MAINTENANCE_BAY] = 100, [MAINTENANCE_LARGE_BAY] = 25, [MAINTENANCE_SHELLS] = 10,
    [MAINTENANCE_NEAR] = 10, [MAINTENANCE_RANDOM] = 60,    [MAINTENANCE_AIRCRAFT] = 50};

static void add_shell(struct model *model, double radius, unsigned rings, unsigned sides) {
    struct station profile[CAPSULE_MOST];
    const size_t n = capsule(profile, 0.3, radius, rings, 2 * rings);
    *model = (struct model){0};
    add_turned(model, (struct point){0, 0, 0}, (struct point){0, 1, 0}, profile, n, sides);
    model_keep(model);
}

// A random rotation (Shoemake 1992) and a random place in the bay.
static lbx_rigid_pose anywhere(uint64_t i) {
    static const double low[3] = {-0.8, -0.5, -0.3}, high[3] = {0.8, 0.5, 0.4};
    const double turn = 2 * 3.14159265358979323846;
    struct random r = random_of(25, i); // a seed with some 900 touching pairs per pose
    const double u = random_unit(&r), a = turn * random_unit(&r), b = turn * random_unit(&r);
    lbx_rigid_pose pose = {
        {0, 0, 0},
        {sqrt(1 - u) * sin(a), sqrt(1 - u) * cos(a), sqrt(u) * sin(b), sqrt(u) * cos(b)}};
    for (int c = 0; c < 3; c++) pose.position[c] = random_between(&r, low[c], high[c]);
    return pose;
}

bool maintenance_is_here(enum maintenance_kind kind) {
    return kind != MAINTENANCE_AIRCRAFT || aircraft_is_here();
}

void maintenance_make(struct maintenance *scene, enum maintenance_kind kind) {
    const double gap = kind == MAINTENANCE_SHELLS ? 0.003 : 0.0003;
    scene->poses = maintenance_poses[kind];
    scene->pose = resize(NULL, scene->poses, sizeof *scene->pose);
    switch (kind) {
    case MAINTENANCE_BAY:
        bay_make(&scene->still, 149941, 1);
        bay_part_make(&scene->moved, 8701, 2);
        break;
    case MAINTENANCE_SHELLS:
    case MAINTENANCE_NEAR:
        add_shell(&scene->still, 0.2, 50, 200);
        add_shell(&scene->moved, 0.2 - gap, 52, 206);
        break;
    case MAINTENANCE_AIRCRAFT: aircraft_make(&scene->still, &scene->moved); break;
    default:
        bay_make(&scene->still, 497805, 1);
        bay_part_make(&scene->moved, 33826, 2);
        break;
    }
    for (size_t i = 0; i < scene->poses; i++) {
        const double half = (0.1 + 0.01 * (double)i) / 2,
                     u = (double)i / (double)(scene->poses - 1);
        switch (kind) {
        case MAINTENANCE_SHELLS:
        case MAINTENANCE_NEAR:
            scene->pose[i] = (lbx_rigid_pose){{0, 0, 0}, {0, sin(half), 0, cos(half)}};
            break;
        case MAINTENANCE_RANDOM: scene->pose[i] = anywhere(i); break;
        case MAINTENANCE_AIRCRAFT: scene->pose[i] = aircraft_path(u); break;
        default: scene->pose[i] = bay_path(u); break;
        }
    }
}

void maintenance_free(struct maintenance *scene) {
    model_free(&scene->still);
    model_free(&scene->moved);
    free(scene->pose);
}
