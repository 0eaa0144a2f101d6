// SPDX-License-Identifier: MIT
// Finds how far apart meshes are that move, by lanebox and by FCL, in turns: the scenes of
// examples/maintenance, two dragons, and instances of a scene beside each other. Answers are
// compared; medians of repetitions are printed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/scenes/instances.h"
#include "bench/workers.h"
#include "examples/maintenance/scenes.h"
#include "examples/random.h"
#include "examples/tool.h"
#include "way.h"

enum { WAYS = 4, REPETITIONS = 3, DRAGON_FRAMES = 24, INSTANCE_FRAMES = 8 };

static void run(const char *name, const struct motion *motion) {
    static const struct way *const ways[WAYS] = {&lanebox_way, &any_way, &hints_way, &fcl_way};
    const size_t n = motion->frames * motion->pairs;
    double seconds[WAYS][REPETITIONS], us[WAYS], *distance[WAYS];
    for (int w = 0; w < WAYS; w++) distance[w] = resize(NULL, n, sizeof **distance);
    for (int r = 0; r < REPETITIONS; r++) {
        for (int w = 0; w < WAYS; w++) {
            void *const made = ways[w]->make(motion);
            const double begun = cpu_seconds();
            for (size_t f = 0; f < motion->frames; f++)
                ways[w]->ask(made, motion, f, distance[w] + f * motion->pairs);
            seconds[w][r] = cpu_seconds() - begun;
            ways[w]->free(made);
        }
    }
    size_t touching = 0, differ = 0;
    double off = 0;
    for (size_t k = 0; k < n; k++) {
        const double ours = distance[0][k], theirs = distance[3][k];
        touching += ours == 0;
        differ += ours != distance[1][k] || ours != distance[2][k];
        off = fmax(off, fabs(ours - theirs));
    }
    for (int w = 0; w < WAYS; w++) {
        us[w] = 1e6 * median_of(seconds[w], REPETITIONS) / (double)n;
        free(distance[w]);
    }
    printf(
        "%s: %zu pairs, %zu touch; lanebox %.2f us a pair; any %.2f; with hints %.2f, %.2f of "
        "that; FCL %.2f, %.2f and %.2f times as long; answers differ by up to %.2g, %zu by hints\n",
        name, n, touching, us[0], us[1], us[2], us[2] / us[1], us[3], us[3] / us[0], us[3] / us[1],
        off, differ);
    fflush(stdout);
    if (differ) die("hints change answers");
}

static void run_maintenance(enum maintenance_kind kind) {
    static const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
    uint32_t shape_of[2] = {0, 1};
    lbx_pair pair = {0, 1};
    struct maintenance scene;
    maintenance_make(&scene, kind);
    struct model shape[2] = {scene.still, scene.moved};
    lbx_rigid_pose *const pose = resize(NULL, 2 * scene.poses, sizeof *pose);
    for (size_t f = 0; f < scene.poses; f++) pose[2 * f] = here, pose[2 * f + 1] = scene.pose[f];
    const struct motion motion = {shape, 2, shape_of, 2, pose, scene.poses, &pair, 1};
    run(maintenance_names[kind], &motion);
    maintenance_free(&scene);
    free(pose);
}

// Two objects of a scene of instances that turn about themselves, side by side.
static void run_dragons(char *file) {
    struct instances scene;
    uint32_t shape_of[2] = {0, 0};
    lbx_pair pair = {0, 1};
    lbx_rigid_pose pose[2 * DRAGON_FRAMES];
    instances_make(&scene, &file, 1, 2 * DRAGON_FRAMES, 1);
    for (size_t i = 0; i < 2 * DRAGON_FRAMES; i++) {
        struct random r = random_of(51, i);
        pose[i] = scene.pose[i];
        for (int c = 0; c < 3; c++) pose[i].position[c] = random_between(&r, -.1, .1);
        pose[i].position[0] += i % 2 ? .9 : 0;
    }
    const struct motion motion = {scene.shape, 1, shape_of, 2, pose, DRAGON_FRAMES, &pair, 1};
    run("dragons", &motion);
    instances_free(&scene);
}

static void run_instances(char **files, size_t file_count, size_t count) {
    struct instances scene;
    instances_make(&scene, files, file_count, count, .8);
    struct motion motion = {.shape = scene.shape, .shapes = scene.shapes};
    motion.shape_of = scene.shape_of;
    motion.objects = count;
    motion.frames = INSTANCE_FRAMES;
    motion.pose = resize(NULL, count * INSTANCE_FRAMES, sizeof *motion.pose);
    motion.pair = resize(NULL, count * count / 2, sizeof *motion.pair);
    for (uint32_t b = 0; b < count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            double square = 0;
            for (int c = 0; c < 3; c++)
                square += pow(scene.pose[a].position[c] - scene.pose[b].position[c], 2);
            if (square < 1.2 * 1.2) motion.pair[motion.pairs++] = (lbx_pair){a, b};
        }
    }
    for (size_t f = 0; f < INSTANCE_FRAMES; f++) {
        memcpy(motion.pose + f * count, scene.pose, count * sizeof *motion.pose);
        instances_move(&scene);
    }
    char name[32];
    snprintf(name, sizeof name, "instances_%zu", count);
    run(name, &motion);
    free(motion.pose);
    free(motion.pair);
    instances_free(&scene);
}

int main(int argc, char **argv) {
    if (argc < 3) die("usage: lanebox-bench-separation mesh dragon...");
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    for (unsigned kind = 0; kind < MAINTENANCE_KINDS; kind++) {
        if (maintenance_is_here((enum maintenance_kind)kind))
            run_maintenance((enum maintenance_kind)kind);
    }
    run_dragons(argv[2]);
    run_instances(argv + 1, (size_t)(argc - 1), 256);
    return 0;
}
