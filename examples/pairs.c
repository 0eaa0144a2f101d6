// SPDX-License-Identifier: MIT
// Which of a few thousand flying, turning boxes touch? The program runs a hundred steps of what a
// physics engine does in each step:
//
//   lbx_order_refit  ->  lbx_pairs  ->  lbx_obb_obb  ->  lbx_keep  ->  lbx_pair_changes
//
// It times them beside the same work by the documents' scalar algorithms, after a sweep along x,
// and proves the answers against these algorithms in double, pair by pair.
#define _POSIX_C_SOURCE 200809L // getopt

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boxes_picture.h"
#include "lanebox.h"
#include "lanebox/pairs.h"
#include "mesh.h"
#include "pairs_engine.h"
#include "pairs_reference.h"
#include "tool.h"

enum {
    PIECES = 12,   // a mesh of one part is cut into so many
    PIXELS = 1024, // along each side of the picture
};

static const char usage[] = "usage: pairs [-n bodies] [-s steps] [-o directory] mesh\n"
                            "  -n  bodies, 2 to 1,000,000; 3,000\n"
                            "  -s  steps; 100\n"
                            "  -o  where the picture goes; .";

// The printed results of a stage.
struct stage {
    const char *name, *of;
    size_t in, out;
    double seconds, reference_seconds;
    struct proof proof;
};

struct stages {
    struct stage pairs, contacts;
    size_t began, ended;
};

// Runs one step of an engine, then the same step by the references, then the proof.
static void run_step(struct engine *engine, const struct world *world, size_t step,
                     struct reference *reference, struct stages *stages) {
    const struct pair_list *const pairs = &engine->pairs;
    const double start = cpu_seconds();
    engine_find_pairs(engine, world, step);
    const double middle = cpu_seconds();
    engine_find_contacts(engine, world);
    const double end = cpu_seconds();
    engine_find_changes(engine);

    reference_update(reference, world);
    const double reference_start = cpu_seconds();
    reference_pairs(reference);
    const double reference_middle = cpu_seconds();
    reference_obb_obb(reference, pairs->pairs, pairs->count);
    stages->pairs.reference_seconds += reference_middle - reference_start;
    stages->contacts.reference_seconds += cpu_seconds() - reference_middle;
    prove_pairs(reference, pairs->pairs, pairs->count, &stages->pairs.proof);
    prove_obb_obb(reference, pairs->pairs, pairs->count, engine->hits, &stages->contacts.proof);

    stages->pairs.seconds += middle - start;
    stages->pairs.in += world->count;
    stages->pairs.out += pairs->count;
    stages->contacts.seconds += end - middle;
    stages->contacts.in += pairs->count;
    stages->contacts.out += engine->contacts.count;
    stages->began += engine->began.count;
    stages->ended += engine->ended.count;
}

// Draws the bodies at their current places; those that touch another one have their own color.
static void draw(const struct world *world, const struct engine *engine, const char *path) {
    const struct pair_list *const contacts = &engine->contacts;
    float(*const color)[3] = resize(NULL, world->count, sizeof *color);
    uint8_t *const pixels = resize(NULL, (size_t)3 * PIXELS * PIXELS, 1);
    const double half = world->room / 2;
    struct camera camera = camera_make((const double[3]){half, half, half});
    for (int corner = 0; corner < 8; corner++) {
        camera_include(&camera,
                       (const double[3]){corner & 1 ? world->room : 0, corner & 2 ? world->room : 0,
                                         corner & 4 ? world->room : 0});
    }
    for (size_t i = 0; i < world->count; i++)
        memcpy(color[i], (const float[3]){.3f, .36f, .45f}, sizeof color[i]);
    for (size_t i = 0; i < contacts->count; i++) {
        static const float touching[3] = {1, .3f, .06f};
        memcpy(color[contacts->pairs[i].a], touching, sizeof touching);
        memcpy(color[contacts->pairs[i].b], touching, sizeof touching);
    }
    const lbx_obbs obbs = obb_view(world);
    boxes_picture(&camera, engine->order, &obbs, (const float(*)[3])color, PIXELS, pixels);
    picture_write(path, pixels, PIXELS, PIXELS);
    free(pixels);
    free(color);
}

// lanebox promises nothing for NaN or axes that are not orthonormal: a program checks its inputs
// once, where the data come from.
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
    printf("%-14s %12s %-6s %12s %10.2f %12.2f %7.1fx\n", stage->name, grouped(stage->in).text,
           stage->of, grouped(stage->out).text, 1e9 * stage->seconds / n,
           1e9 * stage->reference_seconds / n, ratio);
}

// Returns whether the proof holds.
static int print_proof(const struct stages *stages) {
    const struct proof *const pairs = &stages->pairs.proof;
    const struct proof *const contacts = &stages->contacts.proof;
    const size_t missing = pairs->missing + contacts->missing;
    const size_t beyond = pairs->beyond + contacts->beyond;
    if (missing || beyond) {
        printf("VIOLATED: %s contacts are missing, %s are further apart than promised\n",
               grouped(missing).text, grouped(beyond).text);
        return 0;
    }
    printf(
        "proven: of %s pairs of bodies, each tested in double, no contact is missing and none is "
        "further apart than promised; %s contacts began, %s ended\n",
        grouped(pairs->tested).text, grouped(stages->began).text, grouped(stages->ended).text);
    return 1;
}

static int run(const struct mesh *mesh, size_t bodies, size_t steps, const char *path) {
    struct world world;
    struct reference reference;
    struct engine engine;
    struct stages stages = {.pairs = {.name = "lbx_pairs", .of = "boxes"},
                            .contacts = {.name = "lbx_obb_obb", .of = "pairs"}};
    world_make(&world, mesh, bodies);
    reference_make(&reference, &world);
    engine_make(&engine, bodies);
    for (size_t step = 0; step < steps; step++) {
        progress("moving boxes", step, steps);
        world_step(&world);
        check_boxes(&world);
        run_step(&engine, &world, step, &reference, &stages);
    }
    progress("moving boxes", steps, steps);
    draw(&world, &engine, path);
    printf("%-14s %19s %12s %10s %12s %8s\n", lbx_isa_name(lbx_isa_active()), "in", "pairs out",
           "ns of one", "scalar, ns", "ratio");
    print_stage(&stages.pairs);
    print_stage(&stages.contacts);
    const int holds = print_proof(&stages);
    printf("the picture, touching bodies orange: %s\n", path);
    engine_free(&engine);
    reference_free(&reference);
    world_free(&world);
    return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    size_t bodies = 3000, steps = 100;
    const char *out = ".";
    if (asks_help(argc, argv)) return puts(usage), EXIT_SUCCESS;
    for (int option; (option = getopt(argc, argv, "n:s:o:")) != -1;) {
        switch (option) {
        case 'n': bodies = number_option('n', optarg, 2, 1000000); break;
        case 's': steps = number_option('s', optarg, 1, 1000000); break;
        case 'o': out = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind + 1 != argc) die("%s", usage);
    char *const path = picture_path(out, argv[optind], "-touching");
    check_writable(path);
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
    const int code = run(&mesh, bodies, steps, path);
    free(path);
    mesh_free(&mesh);
    return code;
}
