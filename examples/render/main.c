// SPDX-License-Identifier: MIT
// Renders the meshes of a file on the ground: what the eye sees, the sun with its shadows, light
// from surface to surface, and the sky where nothing nearby occludes it. lbx_scene_nearest or
// lbx_scene_any trace all rays through a scene of instances, a tile's rays in one call. With -f,
// copies of the mesh move, and lbx_scene_refit or lbx_scene_build follows them frame by frame.
#define _POSIX_C_SOURCE 200809L // getopt
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "examples/tool.h"
#include "film.h"
#include "import.h"
#include "swirl.h"

static const char usage[] =
    "usage: render [-s pixels] [-n samples] [-b bounces] [-f frames] [-i instances]\n"
    "              [-j threads] [-t pixels] [-o directory] mesh\n"
    "  -s  pixels along a side of the picture, 1 to 16,384; 1,024\n"
    "  -n  rays a pixel; 16, in a film 1\n"
    "  -b  surfaces that light comes from to those that are seen, 0 to 16; 1, in a film 0\n"
    "  -f  frames of a film of moving copies of the mesh, 1 to 10,000; no film\n"
    "  -i  copies in the film, 1 to 1,000,000; 10,000\n"
    "  -j  threads; as many as processors\n"
    "  -t  pixels along a side of a tile, 8, 16, 32 or 64: its rays go in one call; 64\n"
    "  -o  where the picture goes; .";

struct options {
    size_t size, threads;
    struct film film; // no frames: one picture of the file as it is
    const char *path;
};

// The scene's camera, moved to where all instances but the last, the ground, are in the picture.
static struct camera frame(const struct world *world) {
    struct camera camera = scene_camera();
    double top = 0, corner[3];
    for (size_t i = 0; i + 1 < world->instances; i++) {
        for (size_t k = 0; k < world_corners(world, i); k++) {
            world_corner(world, i, k, corner);
            top = fmax(top, corner[2]);
        }
    }
    camera.middle[2] = top / 2;
    camera.distance = 0;
    for (size_t i = 0; i + 1 < world->instances; i++) {
        for (size_t k = 0; k < world_corners(world, i); k++) {
            world_corner(world, i, k, corner);
            camera_include(&camera, corner);
        }
    }
    return camera;
}

// Paints the picture and prints how fast, and the hash.
static void render(const struct picture *picture, struct pool *pool) {
    static const char *const names[RAY_KINDS] = {"primary", "bounce", "sun", "occlusion"};
    const double start = wall_seconds();
    const struct painter all = paint(picture, pool);
    const double took = wall_seconds() - start;
    for (int k = 0; k < RAY_KINDS; k++) {
        if (all.rays[k] == 0) continue;
        printf("%-9s %11s rays, %6.2f M rays/s a thread\n", names[k], grouped(all.rays[k]).text,
               1e-6 * (double)all.rays[k] / all.seconds[k]);
    }
    printf("%.2f s on %u threads; hash of the triangles that pixels see, and their t: %016llx\n",
           took, pool_threads(pool), (unsigned long long)all.hash);
}

// The world of a film, and its camera.
static struct camera make_film(struct world *world, const struct options *options) {
    struct shape shape;
    shape.corner = scene_corners(options->path, &shape.triangles);
    swirl_begin(world, world_add_shape(world, shape), options->film.instances);
    world_add_ground(world);
    return scene_view((const double[3]){.8, -2.25, 1.45}, (const double[3]){.04, 0, .5}, .42);
}

// The world of a file, and its camera.
static struct camera make_picture(struct world *world, const struct options *options) {
    const size_t own = import_world(world, options->path);
    if (own > 0) {
        printf("instances whose transform is not rigid with one scale, and which have a mesh of "
               "their own: %s\n",
               grouped(own).text);
    }
    world_add_ground(world);
    return frame(world);
}

static void run(const struct options *options, struct picture *picture) {
    struct world world = {0};
    struct pool *const pool = threads_open(options->threads);
    const lbx_workers workers = pool_workers(pool);
    picture->camera = (options->film.frames ? make_film : make_picture)(&world, options);
    const double start = wall_seconds();
    const size_t bytes = world_build(&world, &workers), triangles = world_triangles(&world);
    printf("%s: with the ground, %s triangles in meshes: %s, instances: %s, %s; trees and scene "
           "are built in %.3f s, trees of %.0f bytes a triangle\n",
           file_name(options->path), grouped(triangles).text, grouped(world.shapes).text,
           grouped(world.instances).text, lbx_isa_name(lbx_isa_active()), wall_seconds() - start,
           (double)bytes / (double)triangles);
    fflush(stdout);
    picture->world = &world;
    picture->width = picture->height = options->size;
    picture->pixels = resize(NULL, options->size * options->size, 3);
    if (options->film.frames > 0) {
        film_render(&options->film, picture, &world, pool);
    } else {
        render(picture, pool);
        picture_write(options->film.file, picture->pixels, options->size, options->size);
    }
    printf("the picture: %s\n", options->film.file);
    pool_close(pool);
    free(picture->pixels);
    world_free(&world);
}

int main(int argc, char **argv) {
    struct options options = {.size = 1024, .threads = processors()};
    struct picture picture = {.tile = TILE_MOST};
    size_t bounces = SIZE_MAX; // not given
    const char *out = ".";
    if (asks_help(argc, argv)) return puts(usage), EXIT_SUCCESS;
    for (int option; (option = getopt(argc, argv, "s:n:b:f:i:j:t:o:")) != -1;) {
        switch (option) {
        case 's': options.size = number_option('s', optarg, 1, 16384); break;
        case 'n': picture.samples = number_option('n', optarg, 1, 65536); break;
        case 'b': bounces = number_option('b', optarg, 0, 16); break;
        case 'f': options.film.frames = number_option('f', optarg, 1, 10000); break;
        case 'i': options.film.instances = number_option('i', optarg, 1, 1000000); break;
        case 'j': options.threads = number_option('j', optarg, 1, THREADS_MOST); break;
        case 't': picture.tile = number_option('t', optarg, 8, TILE_MOST); break;
        case 'o': out = optarg; break;
        default: die("%s", usage);
        }
    }
    const bool film = options.film.frames > 0;
    if (optind + 1 != argc || picture.tile & (picture.tile - 1)) die("%s", usage);
    if (options.film.instances > 0 && !film) die("-i is of a film: give -f");
    if (options.film.instances == 0) options.film.instances = 10000;
    if (picture.samples == 0) picture.samples = film ? 1 : 16;
    picture.bounces = bounces != SIZE_MAX ? bounces : film ? 0 : 1;
    picture.speaks = !film;
    options.path = argv[optind];
    char *const file = picture_path(out, options.path, film ? "-film" : "-render");
    options.film.file = file;
    check_writable(file);
    run(&options, &picture);
    free(file);
    return EXIT_SUCCESS;
}
