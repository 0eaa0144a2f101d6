// SPDX-License-Identifier: MIT
// Builds trees of meshes with each library, asks for the triangles nearest to points by each way,
// in the order in which they were drawn and sorted along a curve, and times all of them in turns.
// Distances are judged in double. If lanebox breaks its promise, the exit code is 1.
#define _DEFAULT_SOURCE // getopt
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/embree.h"
#include "bench/workers.h"
#include "examples/tool.h"
#include "lanebox.h"
#include "tests/oracle/sides.h"
#include "way.h"

static const char usage[] =
    "usage: lanebox-bench-closest [-i isa] [-r repetitions] [-n points] mesh...";

enum { WAYS_MOST = 8, REPETITIONS_MOST = 100, JUDGED = 200 };

static const struct library *const libraries[] = {
    &lanebox_library,
    &embree_library,
#ifdef BENCH_CGAL
    &cgal_library,
#endif
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

struct run {
    const struct library *library;
    const struct way *way;
    void *built;
    struct answers got;
    double seconds[REPETITIONS_MOST];
};

static size_t runs_of(void *const built[LIBRARIES], size_t n, struct run *runs) {
    size_t count = 0;
    for (size_t l = 0; l < LIBRARIES; l++) {
        for (size_t w = 0; w < libraries[l]->ways; w++) {
            runs[count++] = (struct run){
                .library = libraries[l],
                .way = &libraries[l]->way[w],
                .built = built[l],
                .got = {resize(NULL, n, sizeof(uint32_t)), resize(NULL, n, sizeof(float))}};
        }
    }
    return count;
}

// Returns how many of the judged distances are farther from those in double than is promised.
static size_t judge(const struct surface *surface, const struct queries *queries,
                    const float *distance, double longest) {
    size_t off = 0;
    for (size_t k = 0; k < JUDGED; k++) {
        const size_t i = k * queries->n / JUDGED;
        const float point[3] = {queries->at[0][i], queries->at[1][i], queries->at[2][i]};
        const double got = (double)distance[i], bound = 0x1p-17 * (got + longest);
        size_t id = 0;
        const double exact = distance_of_mesh((const float(*)[3])surface->corner,
                                              surface->triangles, point, got + 2 * bound, &id);
        if (!(fabs(got - exact) <= bound)) off++;
    }
    return off;
}

// Returns whether lanebox keeps its promise.
static bool ask_all(const char *head, void *const built[LIBRARIES], const struct surface *surface,
                    const struct queries *queries, size_t repetitions) {
    struct run runs[WAYS_MOST];
    const float(*const corner)[3] = (const float(*)[3])surface->corner;
    double longest = 0;
    for (size_t t = 0; t < surface->triangles; t++)
        longest = fmax(longest, longest_side(corner + 3 * t));
    const size_t count = runs_of(built, queries->n, runs);
    for (size_t r = 0; r < repetitions; r++) {
        for (size_t w = 0; w < count; w++) {
            const double begun = cpu_seconds();
            runs[w].way->ask(runs[w].built, runs[w].way->variant, queries, &runs[w].got);
            runs[w].seconds[r] = cpu_seconds() - begun;
        }
    }
    bool kept = true;
    for (size_t w = 0; w < count; w++) {
        const struct answers *const got = &runs[w].got, *const first = &runs[0].got;
        const bool ours = runs[w].library == &lanebox_library;
        size_t differ = 0;
        for (size_t i = 0; i < queries->n; i++) {
            const double a = (double)got->distance[i], b = (double)first->distance[i];
            const double bound = 0x1p-16 * (b + longest);
            differ += ours ? got->triangle[i] != first->triangle[i] || a < b || a > b
                           : !(fabs(a - b) <= bound);
        }
        const size_t off = judge(surface, queries, got->distance, longest);
        printf("%s %s, %s: %.0f ns a point; %zu differ; of %d judged %zu off\n", head,
               runs[w].library->name, runs[w].way->name,
               1e9 * median_of(runs[w].seconds, repetitions) / (double)queries->n, differ, JUDGED,
               off);
        if (ours && differ + off > 0) kept = false;
    }
    fflush(stdout);
    for (size_t w = 0; w < count; w++) {
        free(runs[w].got.triangle);
        free(runs[w].got.distance);
    }
    return kept;
}

static bool bench(const char *path, size_t n, size_t repetitions) {
    struct surface surface;
    void *built[LIBRARIES];
    const char *const name = file_name(path), *const isa = lbx_isa_name(lbx_isa_active());
    bool kept = true;
    surface_load(&surface, path);
    printf("%s %s: %zu triangles\n", name, isa, surface.triangles);
    for (size_t l = 0; l < LIBRARIES; l++) {
        const double begun = cpu_seconds();
        built[l] = libraries[l]->build(&surface);
        printf("%s %s build %s: %.1f ms\n", name, isa, libraries[l]->name,
               1e3 * (cpu_seconds() - begun));
    }
    for (unsigned kind = 0; kind < KINDS; kind++) {
        struct queries queries, sorted;
        char head[200];
        progress(name, kind, KINDS);
        queries_make(&queries, kind, &surface, n);
        queries_sort(&sorted, &queries);
        snprintf(head, sizeof head, "%s %s %s drawn", name, isa, kind_names[kind]);
        if (!ask_all(head, built, &surface, &queries, repetitions)) kept = false;
        snprintf(head, sizeof head, "%s %s %s sorted", name, isa, kind_names[kind]);
        if (!ask_all(head, built, &surface, &sorted, repetitions)) kept = false;
        queries_free(&queries);
        queries_free(&sorted);
    }
    progress(name, KINDS, KINDS);
    for (size_t l = 0; l < LIBRARIES; l++) libraries[l]->free(built[l]);
    surface_free(&surface);
    return kept;
}

int main(int argc, char **argv) {
    size_t repetitions = 3, n = 100000;
    const char *isa = "best";
    for (int option; (option = getopt(argc, argv, "i:r:n:")) != -1;) {
        switch (option) {
        case 'i': isa = optarg; break;
        case 'r': repetitions = number_option('r', optarg, 1, REPETITIONS_MOST); break;
        case 'n': n = number_option('n', optarg, JUDGED, 10000000); break;
        default: die("%s", usage);
        }
    }
    if (optind == argc) die("%s", usage);
    restrict_isa(isa);
    bool kept = true;
    for (; optind < argc; optind++)
        if (!bench(argv[optind], n, repetitions)) kept = false;
    if (!kept) die("lanebox breaks a promise");
}
