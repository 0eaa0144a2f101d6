// SPDX-License-Identifier: MIT
// Finds which instances of a scene touch, frame by frame, by lanebox and by FCL. Both take turns in
// every frame; medians of frames are printed, each with the placing of the instances.
#include <stdio.h>

#include "bench/workers.h"
#include "examples/tool.h"
#include "way.h"

enum { FRAMES = 25, WAYS = 3 };

static void run(char **files, size_t file_count, size_t count) {
    static const struct way *const ways[WAYS] = {&lanebox_way, &hints_way, &fcl_way};
    double seconds[2][WAYS][FRAMES];
    struct instances scene;
    void *made[WAYS];
    size_t touching = 0, triangles[WAYS] = {0}, differ = 0;
    instances_make(&scene, files, file_count, count, .8);
    for (int w = 0; w < WAYS; w++) made[w] = ways[w]->make(&scene);
    for (int f = 0; f < FRAMES; f++) {
        for (int all = 0; all < 2; all++) {
            struct found found[WAYS] = {{0, 0, 0}};
            for (int w = 0; w < WAYS; w++) {
                const double begun = cpu_seconds();
                ways[w]->find(made[w], &scene, all, &found[w]);
                seconds[all][w][f] = cpu_seconds() - begun;
                if (all) triangles[w] += found[w].triangles;
            }
            touching += found[0].touching;
            for (int w = 1; w < WAYS; w++) differ += found[0].hash != found[w].hash;
        }
        instances_move(&scene);
    }
    for (int all = 0; all < 2; all++) {
        double ms[WAYS];
        for (int w = 0; w < WAYS; w++) ms[w] = 1e3 * median_of(seconds[all][w], FRAMES);
        printf("%zu instances, %s: lanebox %.3f ms a frame", count,
               all ? "all pairs of triangles" : "whether they touch", ms[0]);
        for (int w = all ? 2 : 1; w < WAYS; w++) // hints are for the first pair
            printf("; %s %.3f, %.2f times as long", ways[w]->name, ms[w], ms[w] / ms[0]);
        printf("\n");
    }
    printf("%zu instances: %.1f pairs touch in a frame; %zu and %zu pairs of triangles; frames "
           "that differ: %zu\n",
           count, (double)touching / (2 * FRAMES), triangles[0], triangles[2], differ);
    for (int w = 0; w < WAYS; w++) ways[w]->free(made[w]);
    instances_free(&scene);
}

int main(int argc, char **argv) {
    static const size_t counts[] = {256, 1000};
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        run(argv + 1, (size_t)(argc - 1), counts[k]);
    return 0;
}
