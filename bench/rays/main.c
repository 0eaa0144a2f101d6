// SPDX-License-Identifier: MIT
// Builds trees of meshes in a room with each library, traces rays through them by each way, and
// times all of them in turns. Exact arithmetic judges the answers where they differ. If lanebox
// breaks a promise, the exit code is 1.
#define _DEFAULT_SOURCE // getopt, the sizes of caches
#include <stdio.h>
#include <unistd.h>

#include "bench/embree.h"
#include "bench/workers.h"
#include "examples/tool.h"
#include "judge.h"
#include "lanebox.h"

static const char usage[] =
    "usage: lanebox-bench-rays [-i isa] [-r repetitions] [-s pixels] mesh...";

enum { WAYS_MOST = 16, REPETITIONS_MOST = 100, SETS = 3, LIBRARIES = 4 };

static const char *const set_names[SETS] = {"primary", "diffuse", "shadow"};

static const struct library *const libraries[LIBRARIES] = {&lanebox_library, &embree_library,
                                                           &embree_robust_library, &bullet_library};

// A library in a scene: what it built, and how long building and refitting take.
struct build {
    void *built;
    double seconds[REPETITIONS_MOST], refit[REPETITIONS_MOST];
};

struct run {
    const struct way *way;
    void *built;
    double seconds[REPETITIONS_MOST];
};

// The mesh and the instruction set, with which each line begins.
struct head {
    const char *mesh, *isa;
};

static void build_all(struct build builds[LIBRARIES], const struct scene *scene,
                      size_t repetitions) {
    for (size_t r = 0; r < repetitions; r++) {
        for (size_t l = 0; l < LIBRARIES; l++) {
            const struct library *const library = libraries[l];
            struct build *const b = &builds[l];
            if (r > 0) library->free(b->built);
            const double begun = cpu_seconds();
            b->built = library->build(scene, library->variant);
            const double built = cpu_seconds();
            b->seconds[r] = built - begun;
            if (!library->refit) continue;
            library->refit(b->built, scene);
            b->refit[r] = cpu_seconds() - built;
        }
    }
}

static void print_builds(struct head head, struct build builds[LIBRARIES],
                         const struct scene *scene, size_t repetitions) {
    for (size_t l = 0; l < LIBRARIES; l++) {
        const struct library *const library = libraries[l];
        printf("%s %s build %s: %.3f ms, %.1f bytes a triangle", head.mesh, head.isa, library->name,
               1e3 * median_of(builds[l].seconds, repetitions),
               (double)library->bytes(builds[l].built) / (double)scene->triangles);
        if (library->refit)
            printf(", refitted in %.3f ms", 1e3 * median_of(builds[l].refit, repetitions));
        putchar('\n');
    }
}

// Collects the ways for these rays and returns their number.
static size_t ways_of(struct build builds[LIBRARIES], const struct rays *rays, struct run *runs,
                      struct account *accounts) {
    size_t count = 0;
    for (size_t l = 0; l < LIBRARIES; l++) {
        const struct library *const library = libraries[l];
        for (size_t w = 0; w < library->ways; w++) {
            if (library->way[w].only_coherent && !rays->coherent) continue;
            runs[count] = (struct run){.way = &library->way[w], .built = builds[l].built};
            accounts[count++] = (struct account){.library = library->name,
                                                 .way = library->way[w].name,
                                                 .got = answers_for(rays->n, false),
                                                 .promised = library == &lanebox_library};
        }
    }
    return count;
}

static void print_account(struct head head, const char *set, const struct rays *rays,
                          const struct account *account, double seconds, size_t judged) {
    size_t hits = 0;
    for (size_t i = 0; i < rays->n; i++) hits += account->got.triangle[i] != UINT32_MAX;
    printf("%s %s %s %s, %s: %.2f M rays/s, %zu of %zu rays hit, %zu differ; of %zu judged %zu "
           "lost, %zu false hits, %zu off\n",
           head.mesh, head.isa, set, account->library, account->way,
           1e-6 * (double)rays->n / seconds, hits, rays->n, account->differ, judged, account->lost,
           account->false_hits, account->off);
    fflush(stdout);
}

// Returns whether all promises are kept.
static bool trace_all(struct head head, struct build builds[LIBRARIES], const struct judge *judge,
                      const char *set, const struct rays *rays, size_t repetitions) {
    struct run runs[WAYS_MOST];
    struct account accounts[WAYS_MOST];
    const size_t count = ways_of(builds, rays, runs, accounts);
    for (size_t r = 0; r < repetitions; r++) {
        for (size_t w = 0; w < count; w++) {
            const double begun = cpu_seconds();
            runs[w].way->trace(runs[w].built, runs[w].way->variant, rays, &accounts[w].got);
            runs[w].seconds[r] = cpu_seconds() - begun;
        }
    }
    const size_t judged = judge_rays(judge, rays, accounts, count);
    bool kept = true;
    for (size_t w = 0; w < count; w++) {
        struct account *const account = &accounts[w];
        print_account(head, set, rays, account, median_of(runs[w].seconds, repetitions), judged);
        if (account->promised && account->lost + account->off + account->differ > 0) kept = false;
        answers_free(&account->got);
    }
    return kept;
}

static bool bench(const char *path, size_t size, size_t repetitions) {
    struct scene scene;
    static struct build builds[LIBRARIES];
    const struct head head = {file_name(path), lbx_isa_name(lbx_isa_active())};
    room_make(&scene, path);
    printf("%s %s: %zu triangles, %ld bytes of L1, %ld of L2\n", head.mesh, head.isa,
           scene.triangles, sysconf(_SC_LEVEL1_DCACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE));
    build_all(builds, &scene, repetitions);
    print_builds(head, builds, &scene, repetitions);
    struct judge *const judge = judge_open(&scene);
    const struct camera camera = scene_camera();
    struct rays rays[SETS];
    rays_primary(&rays[0], &camera, size);
    struct answers hits = answers_for(rays[0].n, false);
    const struct way *const first = &libraries[0]->way[0];
    first->trace(builds[0].built, first->variant, &rays[0], &hits);
    rays_diffuse(&rays[1], &rays[0], &hits, room_corners, &scene);
    rays_shadow(&rays[2], &rays[0], &hits, room_corners, &scene);
    answers_free(&hits);
    bool kept = true;
    for (int s = 0; s < SETS; s++) {
        progress(head.mesh, (size_t)s, SETS);
        if (!trace_all(head, builds, judge, set_names[s], &rays[s], repetitions)) kept = false;
        rays_free(&rays[s]);
    }
    progress(head.mesh, SETS, SETS);
    judge_close(judge);
    for (size_t l = 0; l < LIBRARIES; l++) libraries[l]->free(builds[l].built);
    room_free(&scene);
    return kept;
}

int main(int argc, char **argv) {
    size_t repetitions = 3, size = 1024;
    const char *isa = "best";
    for (int option; (option = getopt(argc, argv, "i:r:s:")) != -1;) {
        switch (option) {
        case 'i': isa = optarg; break;
        case 'r': repetitions = number_option('r', optarg, 1, REPETITIONS_MOST); break;
        case 's': size = number_option('s', optarg, 16, 8192); break;
        default: die("%s", usage);
        }
    }
    if (optind == argc) die("%s", usage);
    restrict_isa(isa);
    bool kept = true;
    for (; optind < argc; optind++)
        if (!bench(argv[optind], size, repetitions)) kept = false;
    if (!kept) die("lanebox breaks a promise");
}
