// SPDX-License-Identifier: MIT
// Traces rays through scenes of instances that move in every frame, in a closed room: by lanebox,
// whose scenes are built or refitted in each frame, by Embree with its calls, qualities and flags,
// and by Bullet. All of them take turns. Prints medians. If lanebox breaks a promise, the exit code
// is 1.
#define _DEFAULT_SOURCE // getopt
#include <stdio.h>
#include <unistd.h>

#include "bench/embree.h"
#include "bench/machine.h"
#include "examples/tool.h"
#include "frames.h"

static const char usage[] =
    "usage: lanebox-bench-scenes [-i isa] [-r repetitions] [-s pixels] [-n instances] mesh...";

static const struct placing {
    const char *name;
    size_t count;
    double spacing;
    bool scattered;
} placings[] = {{"packed-16", 16, .8, false},        {"packed-256", 256, .8, false},
                {"packed-1000", 1000, .8, false},    {"packed-10000", 10000, .8, false},
                {"scattered-1000", 1000, 2.0, true}, {"overlapping-1000", 1000, .45, false}};
enum { PLACINGS = sizeof placings / sizeof *placings };

static void print_updates(const char *name, const char *isa, const struct frames *frames) {
    for (size_t l = 0; l < LIBRARIES; l++)
        printf("%s %s update %s: %.4f ms\n", name, isa, frames->subject[l].library->name,
               1e3 * frames->subject[l].median);
}

static void print_set(const char *name, const char *isa, const struct set *set) {
    for (size_t w = 0; w < set->runs; w++) {
        const struct run *const run = &set->run[w];
        const double with_update = run->median + run->subject->median / set->rays;
        printf("%s %s %s %s, %s: %.3f M rays/s, with updates %.3f; %zu of %zu rays hit, %zu "
               "differ\n",
               name, isa, set->name, run->subject->library->name, run->way->name,
               1e-6 / run->median, 1e-6 / with_update, run->hits, run->rays, run->differ);
    }
}

static bool is_kept(const struct set *set) {
    for (size_t w = 0; w < set->runs; w++)
        if (set->run[w].subject->library->promised && set->run[w].differ > 0) return false;
    return true;
}

// Returns whether all promises are kept.
static bool bench(const struct placing *placing, char **files, size_t file_count, size_t size,
                  size_t repetitions) {
    static struct frames frames;
    const char *const isa = lbx_isa_name(lbx_isa_active());
    struct instances instances;
    bool kept = true;
    instances_make(&instances, files, file_count, placing->count, placing->spacing);
    if (placing->scattered) instances_scatter(&instances, placing->spacing);
    instances_enclose(&instances);
    printf("%s %s: %zu instances of %zu meshes, %zu triangles placed\n", placing->name, isa,
           instances.count, instances.shapes, instances_triangles(&instances));
    frames_run(&frames, &instances, size, repetitions, placing->name);
    print_updates(placing->name, isa, &frames);
    for (size_t s = 0; s < SETS; s++) {
        print_set(placing->name, isa, &frames.set[s]);
        kept = kept && is_kept(&frames.set[s]);
    }
    fflush(stdout);
    frames_free(&frames);
    instances_free(&instances);
    return kept;
}

static void print_head(void) {
    char cpu[128];
    machine_cpu(cpu, sizeof cpu);
    printf("machine %s: %s, %s, %zu bytes of L1, %zu of L2\n", lbx_isa_name(lbx_isa_active()), cpu,
           machine_compiler(), machine_cache(1), machine_cache(2));
}

int main(int argc, char **argv) {
    size_t repetitions = 3, size = 1024, most = SIZE_MAX;
    const char *isa = "best";
    for (int option; (option = getopt(argc, argv, "i:r:s:n:")) != -1;) {
        switch (option) {
        case 'i': isa = optarg; break;
        case 'r': repetitions = number_option('r', optarg, 1, REPETITIONS_MOST); break;
        case 's': size = number_option('s', optarg, 16, 8192); break;
        case 'n': most = number_option('n', optarg, placings[0].count, SIZE_MAX); break;
        default: die("%s", usage);
        }
    }
    if (optind == argc) die("%s", usage);
    restrict_isa(isa);
    print_head();
    bool kept = true;
    for (size_t p = 0; p < PLACINGS; p++) {
        if (placings[p].count > most) continue;
        if (!bench(&placings[p], argv + optind, (size_t)(argc - optind), size, repetitions))
            kept = false;
    }
    if (!kept) die("lanebox breaks a promise");
}
