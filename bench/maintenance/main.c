// SPDX-License-Identifier: MIT
// Finds the touching triangles of each scene of examples/maintenance by each way, and compares what
// they find with what lanebox finds. The exact oracle judges what lanebox alone finds. All ways are
// timed in turns.
#define _POSIX_C_SOURCE 200809L // getopt
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "examples/maintenance/parts.h"
#include "examples/tool.h"
#include "tests/oracle/posed.h"
#include "way.h"

static const char usage[] = "usage: lanebox-bench-maintenance [-r repetitions] [-s scene]";

enum { WAYS_MOST = 16, REPETITIONS_MOST = 100 };

void found_add(struct found *found, uint32_t still, uint32_t moved) {
    if (found->pairs == found->room) {
        found->room = 2 * found->room + 1024;
        found->pair = resize(found->pair, found->room, sizeof *found->pair);
    }
    found->pair[found->pairs++] = (lbx_pair){still, moved};
}

void turn_of(const lbx_rigid_pose *pose, double turn[3][3]) {
    const lbx_rigid_pose there = {
        {0, 0, 0}, {pose->rotation[0], pose->rotation[1], pose->rotation[2], pose->rotation[3]}};
    for (int j = 0; j < 3; j++) {
        double column[3];
        parts_move(&there, (float[3]){j == 0, j == 1, j == 2}, column);
        for (int i = 0; i < 3; i++) turn[i][j] = column[i];
    }
}

// A way in a scene: what it does, and how long it takes.
struct run {
    const struct way *way;
    void *made;
    struct found found; // at the last pose
    uint64_t pairs, boxes, triangles;
    size_t missing, more;                // pairs that lanebox misses; pairs that it alone finds
    size_t touching;                     // of the latter, in exact arithmetic
    double farthest;                     // how far apart the others are, at most
    double seconds[2][REPETITIONS_MOST]; // to find all pairs, and any
};

static void find(struct run *run, const lbx_rigid_pose *pose, bool any) {
    run->found.pairs = run->found.boxes = run->found.triangles = 0;
    run->way->find(run->made, pose, any, &run->found);
}

static int by_numbers(const void *a, const void *b) {
    const lbx_pair *const x = a, *const y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

// Judges a pair that lanebox alone finds.
static void ask_oracle(const struct maintenance *scene, const lbx_rigid_pose *pose, lbx_pair pair,
                       struct run *run) {
    static const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
    float vertex[2][3][3];
    double margin;
    for (int v = 0; v < 3; v++) {
        memcpy(vertex[0][v], scene->still.vertex[scene->still.triangle[pair.a][v]],
               sizeof vertex[0][v]);
        memcpy(vertex[1][v], scene->moved.vertex[scene->moved.triangle[pair.b][v]],
               sizeof vertex[1][v]);
    }
    if (exact_touch(vertex[0], &here, vertex[1], pose, &margin)) {
        run->touching++;
    } else if (-margin > run->farthest) {
        run->farthest = -margin;
    }
}

// Counts the pairs that only one of the two sorted lists has.
static void compare(const struct maintenance *scene, const lbx_rigid_pose *pose,
                    const struct found *ours, const struct found *theirs, struct run *run) {
    size_t i = 0, j = 0;
    while (i < ours->pairs || j < theirs->pairs) {
        const int order = i == ours->pairs     ? 1
                          : j == theirs->pairs ? -1
                                               : by_numbers(&ours->pair[i], &theirs->pair[j]);
        run->more += order < 0;
        if (order < 0) ask_oracle(scene, pose, ours->pair[i], run);
        run->missing += order > 0;
        i += order <= 0;
        j += order >= 0;
    }
}

// Checks all ways at all poses; the last way is lanebox's.
static void check(struct run *run, size_t count, const struct maintenance *scene) {
    struct run *const ours = &run[count - 1];
    for (size_t p = 0; p < scene->poses; p++) {
        for (size_t k = count; k-- > 0;) {
            find(&run[k], &scene->pose[p], false);
            struct found *const found = &run[k].found;
            qsort(found->pair, found->pairs, sizeof *found->pair, by_numbers);
            compare(scene, &scene->pose[p], &ours->found, found, &run[k]);
            if (run[k].way->count) run[k].way->count(run[k].made, &scene->pose[p], found);
            run[k].pairs += found->pairs;
            run[k].boxes += found->boxes;
            run[k].triangles += found->triangles;
        }
        for (size_t k = 0; k < count; k++) {
            const size_t all = run[k].found.pairs;
            find(&run[k], &scene->pose[p], true);
            if ((run[k].found.pairs > 0) != (all > 0)) die("%s: any", run[k].way->name);
        }
    }
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double microseconds(double *seconds, size_t repetitions, size_t poses) {
    qsort(seconds, repetitions, sizeof *seconds, by_size);
    return 1e6 * seconds[repetitions / 2] / (double)poses;
}

static void time_ways(struct run *run, size_t count, const struct maintenance *scene,
                      size_t repetitions) {
    for (size_t r = 0; r < repetitions; r++) {
        for (size_t k = 0; k < count; k++) {
            for (int any = 0; any < 2; any++) {
                const double begun = cpu_seconds();
                for (size_t p = 0; p < scene->poses; p++) find(&run[k], &scene->pose[p], any);
                run[k].seconds[any][r] = cpu_seconds() - begun;
            }
        }
    }
}

static size_t all_ways(struct run *run, const struct maintenance *scene, bool parts) {
    static const struct {
        const struct way *way;
        const size_t *count;
    } lists[] = {
        {paper_ways, &paper_count}, {fcl_ways, &fcl_count}, {lanebox_ways, &lanebox_count}};
    size_t n = 0;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        for (size_t k = 0; k < *lists[l].count; k++) {
            run[n] = (struct run){.way = &lists[l].way[k]};
            found_add(&run[n].found, 0, 0);
            run[n].made = run[n].way->make(scene, parts, run[n].way->variant);
            n++;
        }
    }
    return n;
}

static void run_scene(const char *name, const struct maintenance *scene, bool parts,
                      size_t repetitions) {
    static struct run run[WAYS_MOST];
    const size_t count = all_ways(run, scene, parts);
    check(run, count, scene);
    time_ways(run, count, scene, repetitions);
    const double poses = (double)scene->poses;
    for (size_t k = 0; k < count; k++) {
        printf("%s%s %s: %.1f us a sample, %.1f the first pair; %.0f boxes, %.0f triangles; "
               "%llu pairs in all, %zu of them not lanebox's, which has %zu more, of which %zu "
               "touch, and no other is farther apart than %.2g\n",
               name, parts ? "_parts" : "", run[k].way->name,
               microseconds(run[k].seconds[0], repetitions, scene->poses),
               microseconds(run[k].seconds[1], repetitions, scene->poses),
               (double)run[k].boxes / poses, (double)run[k].triangles / poses,
               (unsigned long long)run[k].pairs, run[k].missing, run[k].more, run[k].touching,
               run[k].farthest);
        if (run[k].missing) die("%s finds pairs that lanebox does not", run[k].way->name);
        run[k].way->free(run[k].made);
        free(run[k].found.pair);
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    size_t repetitions = 5;
    const char *only = NULL;
    for (int option; (option = getopt(argc, argv, "r:s:")) != -1;) {
        switch (option) {
        case 'r': repetitions = number_option('r', optarg, 1, REPETITIONS_MOST); break;
        case 's': only = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind != argc) die("%s", usage);
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    for (unsigned kind = 0; kind < MAINTENANCE_KINDS; kind++) {
        const char *const name = maintenance_names[kind];
        if (!maintenance_is_here(kind) || (only && strcmp(only, name) != 0)) continue;
        progress(name, kind, MAINTENANCE_KINDS);
        struct maintenance scene;
        maintenance_make(&scene, kind);
        run_scene(name, &scene, false, repetitions);
        if (scene.still.parts > 1) run_scene(name, &scene, true, repetitions);
        maintenance_free(&scene);
    }
    if (!only) progress("scenes", MAINTENANCE_KINDS, MAINTENANCE_KINDS);
}
