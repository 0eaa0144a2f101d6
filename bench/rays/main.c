// SPDX-License-Identifier: MIT
// Traces rays through meshes in a room by each way, compares what they hit, and times them in
// turns.
#define _POSIX_C_SOURCE 200809L // getopt
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "bench/workers.h"
#include "examples/tool.h"
#include "lanebox.h"
#include "way.h"

static const char usage[] = "usage: lanebox-bench-rays [-r repetitions] [-s pixels] mesh...";

enum { WAYS_MOST = 16, REPETITIONS_MOST = 100, SETS = 3 };

static const char *const set_names[SETS] = {"primary", "diffuse", "shadow"};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct run {
    const struct way *way;
    void *made;
    double build, time[REPETITIONS_MOST];
    struct answers got;
};

static struct answers answers_for(size_t n) {
    return (struct answers){resize(NULL, n, sizeof(uint32_t)), resize(NULL, n, sizeof(float))};
}

static void free_answers(struct answers *a) {
    free(a->triangle);
    free(a->t);
}

// How many hit, and how many differ from the first way's.
static void report(struct run *run, const struct run *first, const struct rays *rays,
                   const char *set, size_t repetitions) {
    size_t hits = 0, lost = 0, more = 0, far = 0;
    for (size_t i = 0; i < rays->n; i++) {
        const bool hit = run->got.triangle[i] != UINT32_MAX;
        const bool expected = first->got.triangle[i] != UINT32_MAX;
        hits += hit;
        lost += expected && !hit;
        more += hit && !expected;
        far += hit && expected && !rays->any &&
               fabsf(run->got.t[i] - first->got.t[i]) > 1e-4f * first->got.t[i];
    }
    printf("%-8s %-24s %8.2f M rays/s  %9zu hits  lost %zu, more %zu, far %zu\n", set,
           run->way->name, (double)rays->n / median_of(run->time, repetitions) / 1e6, hits, lost,
           more, far);
    fflush(stdout);
}

static void compare(struct run *runs, size_t count, const struct rays *rays, const char *set,
                    size_t repetitions) {
    for (size_t w = 0; w < count; w++) runs[w].got = answers_for(rays->n);
    for (size_t r = 0; r < repetitions; r++) {
        for (size_t w = 0; w < count; w++) {
            struct run *const run = &runs[w];
            if (run->way->only_coherent && !rays->coherent) continue;
            const double start = seconds();
            run->way->trace(run->made, rays, &run->got);
            run->time[r] = seconds() - start;
        }
    }
    for (size_t w = 0; w < count; w++) {
        if (!runs[w].way->only_coherent || rays->coherent)
            report(&runs[w], &runs[0], rays, set, repetitions);
    }
    for (size_t w = 0; w < count; w++) free_answers(&runs[w].got);
}

static void bench(const char *path, size_t size, size_t repetitions) {
    struct scene scene;
    struct run runs[WAYS_MOST];
    size_t count = 0;
    scene_make(&scene, path, true);
    for (size_t w = 0; w < lanebox_count + embree_count; w++) {
        struct run *const run = &runs[count++];
        run->way = w < lanebox_count ? &lanebox_ways[w] : &embree_ways[w - lanebox_count];
        const double start = seconds();
        run->made = run->way->make(&scene, run->way->variant);
        run->build = seconds() - start;
    }
    printf("%s: %s triangles, %s\n", file_name(path), grouped(scene.triangles).text,
           lbx_isa_name(lbx_isa_active()));
    for (size_t w = 0; w < count; w++)
        printf("build    %-24s %8.1f ms\n", runs[w].way->name, 1e3 * runs[w].build);
    struct rays rays[SETS];
    rays_primary(&rays[0], size);
    struct answers hits = answers_for(rays[0].n);
    runs[0].way->trace(runs[0].made, &rays[0], &hits);
    rays_diffuse(&rays[1], &scene, &rays[0], &hits);
    rays_shadow(&rays[2], &scene, &rays[0], &hits);
    free_answers(&hits);
    for (int s = 0; s < SETS; s++) {
        compare(runs, count, &rays[s], set_names[s], repetitions);
        rays_free(&rays[s]);
    }
    for (size_t w = 0; w < count; w++) runs[w].way->free(runs[w].made);
    scene_free(&scene);
}

int main(int argc, char **argv) {
    size_t repetitions = 5, size = 1024;
    for (int option; (option = getopt(argc, argv, "r:s:")) != -1;) {
        switch (option) {
        case 'r': repetitions = number_option('r', optarg, 1, REPETITIONS_MOST); break;
        case 's': size = number_option('s', optarg, 16, 8192); break;
        default: die("%s", usage);
        }
    }
    if (optind == argc) die("%s", usage);
    for (; optind < argc; optind++) bench(argv[optind], size, repetitions);
    return 0;
}
