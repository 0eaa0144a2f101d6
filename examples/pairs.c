// SPDX-License-Identifier: MIT
// Which of a few thousand flying, turning boxes touch? The collision filter of a physics engine:
//
//   a coarse sweep along x  ->  lbx_aabb_aabb  ->  lbx_keep  ->  lbx_obb_obb  ->  lbx_keep
//
// on lists of candidate pairs, a hundred steps of it. Each stage is timed beside the same work by
// the documents' scalar algorithm, and each answer is proven against that algorithm in double.
#define _POSIX_C_SOURCE 200809L // getopt

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lanebox.h"
#include "mesh.h"
#include "pairs_bodies.h"
#include "pairs_reference.h"
#include "pairs_sweep.h"
#include "tool.h"

// Pairs in one call. The list, its boxes and the answers stay in the cache from stage to stage.
enum { TILE = 4096 };

// A mesh of one part is cut into this many.
enum { PIECES = 12 };

struct stage {
    const char *name;
    reference_test *reference;
    reference_proof *prove;
    size_t in, out;
    double seconds, reference_seconds;
    struct proof proof;
};

// Measures and proves one call: what came in, what it answered, what was kept, since when.
static void account(struct stage *stage, const struct reference *reference,
                    const struct pair *pairs, size_t n, const uint8_t *hits, size_t kept,
                    double start) {
    static struct pair reference_kept[TILE];
    const double end = cpu_seconds();
    stage->reference(reference, pairs, n, reference_kept);
    stage->reference_seconds += cpu_seconds() - end;
    stage->seconds += end - start;
    stage->in += n;
    stage->out += kept;
    stage->prove(reference, pairs, n, hits, &stage->proof);
}

// Pairs that grow as they must.
struct pair_list {
    struct pair *pairs;
    size_t count, room;
};

static void reserve(struct pair_list *list, size_t more) {
    if (list->room - list->count >= more) return;
    list->room = 2 * (list->count + more);
    list->pairs = resize(list->pairs, list->room, sizeof *list->pairs);
}

// All pairs whose AABBs overlap, from those that overlap along x.
static void filter_aabbs(const struct world *world, struct sweep *sweep, struct stage *stage,
                         const struct reference *reference, struct pair_list *survivors) {
    static struct pair candidates[TILE];
    lbx_aabbs a = aabb_view(world), b = a;
    a.pick = lbx_indexed_every(&candidates->a, sizeof *candidates);
    b.pick = lbx_indexed_every(&candidates->b, sizeof *candidates);
    uint8_t hits[TILE / 8];
    survivors->count = 0;
    sweep_start(sweep, world->aabbs);
    for (size_t n; (n = sweep_next(sweep, candidates, TILE)) > 0;) {
        reserve(survivors, n);
        struct pair *const kept = survivors->pairs + survivors->count;
        const double start = cpu_seconds();
        const size_t found = checked(lbx_aabb_aabb(&a, &b, n, 0, hits));
        checked(lbx_keep(hits, n, candidates, sizeof *candidates, kept));
        account(stage, reference, candidates, n, hits, found, start);
        survivors->count += found;
    }
}

// All pairs whose OBBs overlap, from those whose AABBs do; the list keeps them.
static void filter_obbs(const struct world *world, struct stage *stage,
                        const struct reference *reference, struct pair_list *survivors) {
    lbx_obbs a = obb_view(world), b = a;
    uint8_t hits[TILE / 8];
    static struct pair kept[TILE];
    size_t contacts = 0;
    for (size_t first = 0, n; first < survivors->count; first += n) {
        const struct pair *const pairs = survivors->pairs + first;
        n = survivors->count - first < TILE ? survivors->count - first : TILE;
        a.pick = lbx_indexed_every(&pairs->a, sizeof *pairs);
        b.pick = lbx_indexed_every(&pairs->b, sizeof *pairs);
        const double start = cpu_seconds();
        const size_t found = checked(lbx_obb_obb(&a, &b, n, 0, hits));
        checked(lbx_keep(hits, n, pairs, sizeof *pairs, kept));
        account(stage, reference, pairs, n, hits, found, start);
        for (size_t i = 0; i < found; i++) survivors->pairs[contacts++] = kept[i];
    }
    survivors->count = contacts;
}

// lanebox promises nothing for NaN or axes that are not orthonormal: a program checks what it
// feeds once, where the data come from.
static void check_boxes(const struct world *world) {
    const lbx_aabbs aabbs = aabb_view(world);
    const lbx_obbs obbs = obb_view(world);
    const size_t malformed = checked(lbx_aabbs_check(&aabbs, world->count, NULL)) +
                             checked(lbx_obbs_check(&obbs, world->count, NULL));
    if (malformed) die("%zu malformed boxes", malformed);
}

static void print_stage(const struct stage *stage) {
    const double n = stage->in ? (double)stage->in : 1;
    const double ratio = stage->seconds > 0 ? stage->reference_seconds / stage->seconds : 0;
    printf("%-14s %14s %12s %10.2f %18.2f %7.1fx\n", stage->name, grouped(stage->in).text,
           grouped(stage->out).text, 1e9 * stage->seconds / n, 1e9 * stage->reference_seconds / n,
           ratio);
}

// Returns whether the proof holds.
static int print_proof(const struct stage *stage) {
    const struct proof *const proof = &stage->proof;
    const int holds = proof->missing == 0 && proof->beyond == 0;
    printf("%-14s against double: %s missing, %s extra, %s of them beyond the bound: %s\n",
           stage->name, grouped(proof->missing).text, grouped(proof->extra).text,
           grouped(proof->beyond).text, holds ? "proven" : "VIOLATED");
    return holds;
}

static int run(const struct mesh *mesh, size_t bodies, size_t steps) {
    struct world world;
    struct sweep sweep;
    struct reference reference;
    world_make(&world, mesh, bodies);
    sweep_make(&sweep, bodies);
    reference_make(&reference, &world);
    struct pair_list survivors = {0};
    struct stage aabbs = {
        .name = "lbx_aabb_aabb", .reference = reference_aabb_aabb, .prove = prove_aabb_aabb};
    struct stage obbs = {
        .name = "lbx_obb_obb", .reference = reference_obb_obb, .prove = prove_obb_obb};
    for (size_t step = 0; step < steps; step++) {
        progress("moving boxes", step, steps);
        world_step(&world);
        check_boxes(&world);
        reference_update(&reference, &world);
        filter_aabbs(&world, &sweep, &aabbs, &reference, &survivors);
        filter_obbs(&world, &obbs, &reference, &survivors);
    }
    progress("moving boxes", steps, steps);
    printf("%-14s %14s %12s %10s %18s %8s\n", lbx_isa_name(lbx_isa_active()), "pairs in",
           "pairs out", "ns a pair", "scalar, ns a pair", "ratio");
    print_stage(&aabbs);
    print_stage(&obbs);
    const int aabbs_hold = print_proof(&aabbs), obbs_hold = print_proof(&obbs);
    free(survivors.pairs);
    reference_free(&reference);
    sweep_free(&sweep);
    world_free(&world);
    return aabbs_hold && obbs_hold ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    size_t bodies = 3000, steps = 100;
    for (int option; (option = getopt(argc, argv, "n:s:")) != -1;) {
        switch (option) {
        case 'n': bodies = number_option('n', optarg, 2, 1000000); break;
        case 's': steps = number_option('s', optarg, 1, 1000000); break;
        default: die("usage: pairs [-n bodies] [-s steps] mesh");
        }
    }
    if (optind + 1 != argc) die("usage: pairs [-n bodies] [-s steps] mesh");
    struct mesh mesh;
    mesh_load(&mesh, argv[optind]);
    printf("%s: %s triangles, ", file_name(argv[optind]), grouped(mesh.count).text);
    if (mesh.part_count == 1) {
        mesh_split(&mesh, mesh.count < PIECES ? mesh.count : PIECES);
        printf("1 part, cut into %zu", mesh.part_count);
    } else {
        printf("%zu parts", mesh.part_count);
    }
    printf("; %s copies, %s steps\n", grouped(bodies).text, grouped(steps).text);
    fflush(stdout);
    const int code = run(&mesh, bodies, steps);
    mesh_free(&mesh);
    return code;
}
