// SPDX-License-Identifier: MIT
// Renders a mesh on the ground: what the eye sees, the sun with its shadows, light from surface to
// surface, and the sky where nothing nearby occludes it. lbx_aabb_tree_nearest or lbx_aabb_tree_any
// trace all rays through a tree of boxes, a tile's rays in one call.
#define _POSIX_C_SOURCE 200809L // getopt
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "examples/tool.h"
#include "paint.h"

static const char usage[] =
    "usage: render [-s pixels] [-n samples] [-b bounces] [-j threads] [-t pixels]\n"
    "              [-o directory] mesh\n"
    "  -s  pixels along a side of the picture, 1 to 16,384; 1,024\n"
    "  -n  rays a pixel; 16\n"
    "  -b  surfaces that light comes from to those that are seen, 0 to 16; 1\n"
    "  -j  threads; as many as processors\n"
    "  -t  pixels along a side of a tile, 8, 16, 32 or 64: its rays go in one call; 64\n"
    "  -o  where the picture goes; .";

// The scene's camera, moved to where all of the mesh is in the picture.
static struct camera frame(const struct scene *scene) {
    struct camera camera = scene_camera();
    double top = 0;
    for (size_t i = 0; i < 3 * scene->mesh_triangles; i++)
        top = fmax(top, (double)scene->position[i][2]);
    camera.middle[2] = top / 2;
    camera.distance = 0;
    for (size_t i = 0; i < 3 * scene->mesh_triangles; i++) {
        const float *const p = scene->position[i];
        camera_include(&camera, (const double[3]){(double)p[0], (double)p[1], (double)p[2]});
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

int main(int argc, char **argv) {
    struct picture picture = {.tile = TILE_MOST, .samples = 16, .bounces = 1};
    size_t size = 1024, threads = processors();
    const char *out = ".";
    if (asks_help(argc, argv)) return puts(usage), EXIT_SUCCESS;
    for (int option; (option = getopt(argc, argv, "s:n:b:j:t:o:")) != -1;) {
        switch (option) {
        case 's': size = number_option('s', optarg, 1, 16384); break;
        case 'n': picture.samples = number_option('n', optarg, 1, 65536); break;
        case 'b': picture.bounces = number_option('b', optarg, 0, 16); break;
        case 'j': threads = number_option('j', optarg, 1, THREADS_MOST); break;
        case 't': picture.tile = number_option('t', optarg, 8, TILE_MOST); break;
        case 'o': out = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind + 1 != argc || picture.tile & (picture.tile - 1)) die("%s", usage);
    const char *const path = argv[optind];
    char *const file = picture_path(out, path, "-render");
    struct scene scene;
    size_t bytes;
    check_writable(file);
    scene_make(&scene, path, false);
    struct pool *const pool = threads_open(threads);
    const double start = wall_seconds();
    void *const tree = scene_tree(&scene, pool, &bytes);
    printf("%s: %s triangles and the ground's %zu, %s; their tree is built in %.3f s, %.0f bytes a "
           "triangle\n",
           file_name(path), grouped(scene.mesh_triangles).text,
           scene.triangles - scene.mesh_triangles, lbx_isa_name(lbx_isa_active()),
           wall_seconds() - start, (double)bytes / (double)scene.triangles);
    fflush(stdout);
    picture.width = picture.height = size;
    picture.scene = &scene;
    picture.tree = tree;
    picture.camera = frame(&scene);
    picture.pixels = resize(NULL, size * size, 3);
    render(&picture, pool);
    pool_close(pool);
    picture_write(file, picture.pixels, size, size);
    printf("the picture: %s\n", file);
    free(file);
    free(picture.pixels);
    free(tree);
    scene_free(&scene);
    return EXIT_SUCCESS;
}
