// SPDX-License-Identifier: MIT
// Copies of a mesh fall. In each step: which of their boxes overlap, and which of these meshes
// touch? After the last step: a picture by rays from the eye, to the sun and to the sky, in which
// bodies that touch are orange. Then the answers are compared with plain loops over everything.
#define _POSIX_C_SOURCE 200809L // getopt
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "examples/render/paint.h"
#include "examples/tool.h"

static const char usage[] =
    "usage: falling [-n bodies] [-s steps] [-r rays] [-w pixels] [-j threads] [-o directory] mesh\n"
    "  -n  copies of the mesh, 2 to 10,000; 140, or fewer if they had more than 4,000,000 "
    "triangles\n"
    "  -s  steps that they fall, 1 to 10,000; 72\n"
    "  -r  rays from the eye per pixel, 1 to 1,024; 9\n"
    "  -w  width of the picture, 24 to 9,600; 960\n"
    "  -j  threads that draw; as many as processors\n"
    "  -o  directory of the picture; .";

struct options {
    size_t bodies, steps, rays, width, threads;
    const char *path, *picture;
};

// One line of what is printed: how many were asked about, how many were found, and the time.
static void print_job(const char *job, size_t asked, const char *of, size_t found, const char *what,
                      double seconds) {
    const double rate = seconds > 0 ? 1e-6 * (double)asked / seconds : 0;
    printf("%-18s %11s %-14s %11s %-10s %8.3f s %10.2f\n", job, grouped(asked).text, of,
           grouped(found).text, what, seconds, rate);
}

// Returns the number of wrong answers.
static size_t fall(const struct options *options, const struct shape *shape, struct body *bodies,
                   struct search *search) {
    size_t wrong = 0;
    bodies_drop(bodies, options->bodies);
    for (size_t step = 0; step < options->steps; step++) {
        progress("falling", step, options->steps);
        bodies_move(bodies, options->bodies);
        search_step(search, bodies, step);
        wrong += check_close(search);
        if (step + 1 == options->steps) break;
        for (size_t i = 0; i < search->touch.count; i++) {
            const lbx_pair pair = search->touch.pair[i];
            double point[3];
            pose_point(&bodies[pair.a].pose, 1, shape->corner[3 * (size_t)search->where[i].a],
                       point);
            bodies_bounce(&bodies[pair.a], &bodies[pair.b], point);
        }
        for (size_t i = 0; i < options->bodies; i++) {
            if (search->boxes[i].min[2] < 0) bodies_bounce_off_ground(&bodies[i], shape);
        }
    }
    progress("falling", options->steps, options->steps);
    return wrong;
}

// Adds the bodies where they are now, in their colors, and the ground. Returns how many touch.
static size_t place(struct world *world, const struct shape *shape, const struct body *bodies,
                    const struct search *search) {
    static const double alone[3] = {.3, .36, .44}, touching[3] = {.92, .3, .04};
    bool *const touches = resize(NULL, search->count, sizeof *touches);
    const uint32_t number = world_add_shape(world, *shape);
    size_t count = 0;
    memset(touches, 0, search->count * sizeof *touches);
    for (size_t i = 0; i < search->touch.count; i++) {
        touches[search->touch.pair[i].a] = true;
        touches[search->touch.pair[i].b] = true;
    }
    for (size_t i = 0; i < search->count; i++) {
        world_add(world, number, &bodies[i].pose, 1, touches[i] ? touching : alone);
        count += touches[i];
    }
    free(touches);
    world_add_ground(world);
    return count;
}

static struct camera camera_of(size_t bodies) {
    const double size = bodies_width(bodies);
    return scene_view((const double[3]){.35 * size, -1.4 * size, .98 * size},
                      (const double[3]){.05 * size, 0, .24 * size}, .42);
}

// Draws the world, prints how fast, and returns the number of wrong answers.
static size_t draw(const struct options *options, struct world *world, size_t *rays) {
    const double start = cpu_seconds();
    struct pool *const pool = threads_open(options->threads);
    const lbx_workers workers = pool_workers(pool);
    const size_t bytes = world_build(world, &workers);
    print_job("trees and scene", world->instances, "instances", bytes, "bytes",
              cpu_seconds() - start);
    struct picture picture = {
        .world = world,
        .camera = camera_of(options->bodies),
        .width = options->width,
        .height = options->width * 2 / 3,
        .tile = TILE_MOST,
        .samples = options->rays,
        .speaks = true,
    };
    picture.pixels = resize(NULL, picture.width * picture.height, 3);
    const struct painter all = paint(&picture, pool);
    pool_close(pool);
    print_job("rays from the eye", all.rays[RAY_PRIMARY], "rays", all.hits[RAY_PRIMARY], "hit",
              all.seconds[RAY_PRIMARY]);
    print_job("rays to the sun", all.rays[RAY_SUN], "rays", all.hits[RAY_SUN], "in shadow",
              all.seconds[RAY_SUN]);
    print_job("rays to the sky", all.rays[RAY_OCCLUSION], "rays", all.hits[RAY_OCCLUSION],
              "blocked", all.seconds[RAY_OCCLUSION]);
    picture_write(options->picture, picture.pixels, picture.width, picture.height);
    const size_t wrong = check_rays(&picture, rays);
    free(picture.pixels);
    return wrong;
}

// The world takes over the shape's corners.
static int run(const struct options *options, const struct shape *shape) {
    struct body *const bodies = resize(NULL, options->bodies, sizeof *bodies);
    struct search search;
    struct world world = {0};
    size_t rays;
    const double start = wall_seconds();
    search_open(&search, shape, options->bodies);
    size_t wrong = fall(options, shape, bodies, &search);
    printf("%-18s %26s %22s %10s %10s\n", "", "asked", "found", "CPU time", "M asked/s");
    print_job("pairs of boxes", options->bodies * options->steps, "boxes", search.all_close,
              "overlap", search.seconds_close);
    print_job("mesh against mesh", search.all_close, "pairs of boxes", search.all_touch, "touch",
              search.seconds_touch);
    fflush(stdout);
    const size_t touching = place(&world, shape, bodies, &search);
    wrong += draw(options, &world, &rays);
    wrong += check_boxes(&search, bodies, shape) + check_touching(&search, bodies, shape);
    printf("checked by loops over everything: all pairs of boxes of each step; %s pairs of meshes; "
           "%zu rays\n%s wrong; %.1f s in all\n",
           grouped(search.close.count).text, rays, wrong ? grouped(wrong).text : "none is",
           wall_seconds() - start);
    printf("the picture, %zu bodies that touch in orange: %s\n", touching, options->picture);
    search_close(&search);
    world_free(&world);
    free(bodies);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

// As many bodies as make a picture, as long as their triangles fit into any machine's memory.
static size_t bodies_of(size_t triangles) {
    const size_t most = 4000000 / triangles;
    return most < 2 ? 2 : most > 140 ? 140 : most;
}

int main(int argc, char **argv) {
    struct options options = {.steps = 72, .rays = 9, .width = 960, .threads = processors()};
    const char *out = ".";
    if (asks_help(argc, argv)) return puts(usage), EXIT_SUCCESS;
    for (int option; (option = getopt(argc, argv, "n:s:r:w:j:o:")) != -1;) {
        switch (option) {
        case 'n': options.bodies = number_option('n', optarg, 2, 10000); break;
        case 's': options.steps = number_option('s', optarg, 1, 10000); break;
        case 'r': options.rays = number_option('r', optarg, 1, 1024); break;
        case 'w': options.width = number_option('w', optarg, 24, 9600); break;
        case 'j': options.threads = number_option('j', optarg, 1, THREADS_MOST); break;
        case 'o': out = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind + 1 != argc) die("%s", usage);
    options.path = argv[optind];
    char *const picture = picture_path(out, options.path, "-falling");
    options.picture = picture;
    check_writable(picture);
    struct shape shape;
    shape.corner = scene_corners(options.path, &shape.triangles);
    if (options.bodies == 0) options.bodies = bodies_of(shape.triangles);
    printf("%s: %s triangles; %s copies fall for %s steps; instruction set: %s\n",
           file_name(options.path), grouped(shape.triangles).text, grouped(options.bodies).text,
           grouped(options.steps).text, lbx_isa_name(lbx_isa_active()));
    fflush(stdout);
    const int code = run(&options, &shape);
    free(picture);
    return code;
}
