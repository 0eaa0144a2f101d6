// SPDX-License-Identifier: MIT
// Renders a mesh on the ground: what the eye sees, the sun with its shadows, light from surface to
// surface, and the sky where nothing nearby occludes it. lbx_aabb_tree_nearest or lbx_aabb_tree_any
// trace all rays through a tree of boxes, a tile's rays in one call.
#define _DEFAULT_SOURCE // getopt, sysconf
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "examples/tool.h"
#include "lanebox/trees.h"
#include "light.h"

enum { THREADS_MOST = 256 };

static const char usage[] =
    "usage: render [-s pixels] [-n samples] [-b bounces] [-j threads] [-t pixels]\n"
    "              [-o directory] mesh\n"
    "  -s  pixels along a side of the picture, 1 to 16,384; 1,024\n"
    "  -n  rays a pixel; 16\n"
    "  -b  surfaces that light comes from to those that are seen, 0 to 16; 1\n"
    "  -j  threads; as many as processors\n"
    "  -t  pixels along a side of a tile, 8, 16, 32 or 64: its rays go in one call; 64\n"
    "  -o  where the picture goes; .";

// Threads take the next tile until none is left.
struct job {
    struct picture picture;
    atomic_size_t next, done;
    size_t tiles; // along a side
};

struct thread {
    struct job *job;
    struct painter painter;
    pthread_t id;
    bool speaks; // shows the progress of all threads
};

static void *paint(void *argument) {
    struct thread *const thread = argument;
    struct job *const job = thread->job;
    const size_t all = job->tiles * job->tiles, side = job->picture.tile;
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < all;) {
        paint_tile(&thread->painter, &job->picture, i % job->tiles * side, i / job->tiles * side);
        const size_t done = atomic_fetch_add(&job->done, 1) + 1;
        if (thread->speaks && done < all) progress("rendering", done, all);
    }
    return NULL;
}

static void *build(const struct scene *scene, const char *path) {
    const lbx_mesh mesh = scene_mesh(scene);
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const tree = aligned_alloc(64, (bytes + 63) / 64 * 64);
    void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(&mesh));
    if (!tree || !scratch) die("no memory for %s triangles", grouped(scene->triangles).text);
    const double start = cpu_seconds();
    const size_t used = checked(lbx_aabb_tree_build(&mesh, NULL, tree, bytes, scratch));
    printf("%s: %s triangles and the ground's %zu, %s; their tree is built in %.3f s, %.0f bytes a "
           "triangle\n",
           file_name(path), grouped(scene->mesh_triangles).text,
           scene->triangles - scene->mesh_triangles, lbx_isa_name(lbx_isa_active()),
           cpu_seconds() - start, (double)used / (double)scene->triangles);
    fflush(stdout);
    free(scratch);
    return tree;
}

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

// Paints all tiles and prints how fast, and the hash.
static void render(struct job *job, size_t count) {
    static const char *const names[RAY_KINDS] = {"primary", "bounce", "sun", "occlusion"};
    static struct thread threads[THREADS_MOST];
    struct painter all = {0};
    const size_t tiles = job->tiles * job->tiles;
    const double start = wall_seconds();
    progress("rendering", 0, tiles);
    for (size_t i = 0; i < count; i++) {
        threads[i] = (struct thread){.job = job, .speaks = i == 0};
        painter_open(&threads[i].painter);
        if (i > 0 && pthread_create(&threads[i].id, NULL, paint, &threads[i])) die("no thread");
    }
    paint(&threads[0]);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) pthread_join(threads[i].id, NULL);
        const struct painter *const painter = &threads[i].painter;
        all.hash += painter->hash;
        for (int k = 0; k < RAY_KINDS; k++) {
            all.rays[k] += painter->rays[k];
            all.seconds[k] += painter->seconds[k];
        }
        painter_close(&threads[i].painter);
    }
    progress("rendering", tiles, tiles);
    const double took = wall_seconds() - start;
    for (int k = 0; k < RAY_KINDS; k++) {
        if (all.rays[k] == 0) continue;
        printf("%-9s %11s rays, %6.2f M rays/s a thread\n", names[k], grouped(all.rays[k]).text,
               1e-6 * (double)all.rays[k] / all.seconds[k]);
    }
    printf("%.2f s on %zu threads; hash of the triangles that pixels see, and their t: %016llx\n",
           took, count, (unsigned long long)all.hash);
}

int main(int argc, char **argv) {
    static struct job job;
    struct picture *const picture = &job.picture;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t threads = processors < 1 ? 1 : (size_t)processors;
    const char *out = ".";
    if (asks_help(argc, argv)) return puts(usage), EXIT_SUCCESS;
    *picture = (struct picture){.size = 1024, .tile = TILE_MOST, .samples = 16, .bounces = 1};
    for (int option; (option = getopt(argc, argv, "s:n:b:j:t:o:")) != -1;) {
        switch (option) {
        case 's': picture->size = number_option('s', optarg, 1, 16384); break;
        case 'n': picture->samples = number_option('n', optarg, 1, 65536); break;
        case 'b': picture->bounces = number_option('b', optarg, 0, 16); break;
        case 'j': threads = number_option('j', optarg, 1, THREADS_MOST); break;
        case 't': picture->tile = number_option('t', optarg, 8, TILE_MOST); break;
        case 'o': out = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind + 1 != argc || picture->tile & (picture->tile - 1)) die("%s", usage);
    if (threads > THREADS_MOST) threads = THREADS_MOST;
    const char *const path = argv[optind];
    char *const file = picture_path(out, path, "-render");
    check_writable(file);
    struct scene scene;
    scene_make(&scene, path, false);
    void *const tree = build(&scene, path);
    picture->scene = &scene;
    picture->tree = tree;
    picture->camera = frame(&scene);
    picture->pixels = resize(NULL, picture->size * picture->size, 3);
    job.tiles = (picture->size + picture->tile - 1) / picture->tile;
    render(&job, threads);
    picture_write(file, picture->pixels, picture->size, picture->size);
    printf("the picture: %s\n", file);
    free(file);
    free(picture->pixels);
    free(tree);
    scene_free(&scene);
    return EXIT_SUCCESS;
}
