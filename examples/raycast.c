// SPDX-License-Identifier: MIT
// A picture of a mesh: packets of 16 x 16 rays go down a shallow tree of boxes. Each packet meets
// a node's box in one call, many rays against one box; one ray against the node's children, with
// t, gives the order in which to visit them.
#define _POSIX_C_SOURCE 200809L // getopt

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lanebox.h"
#include "mesh.h"
#include "picture.h"
#include "raycast_tree.h"
#include "tool.h"

enum { TILE = 16 }; // pixels along a packet's side

static const char usage[] = "usage: raycast [-s pixels] [-o directory] mesh";

static struct camera frame_mesh(const struct mesh *mesh) {
    struct camera camera = camera_make((const double[3]){0, 0, 0});
    for (size_t t = 0; t < mesh->count; t++) {
        for (int v = 0; v < 9; v += 3) {
            camera_include(&camera, (const double[3]){mesh->vertex[v][t], mesh->vertex[v + 1][t],
                                                      mesh->vertex[v + 2][t]});
        }
    }
    return camera;
}

// The ray through the middle of a pixel.
static void aim(const struct camera *camera, double x, double y, struct packet *packet, size_t i) {
    double dir[3];
    camera_aim(camera, x, y, dir);
    for (int c = 0; c < 3; c++) {
        packet->origin[c][i] = (float)camera->position[c];
        packet->dir[c][i] = (float)dir[c];
    }
}

static double brightness(const struct camera *camera, const struct mesh *mesh, size_t triangle) {
    double edge[2][3], normal[3], corner[3];
    for (int c = 0; c < 3; c++) {
        corner[c] = mesh->vertex[c][triangle];
        edge[0][c] = mesh->vertex[3 + c][triangle] - mesh->vertex[c][triangle];
        edge[1][c] = mesh->vertex[6 + c][triangle] - mesh->vertex[c][triangle];
    }
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        normal[c] = edge[0][d] * edge[1][e] - edge[0][e] * edge[1][d];
    }
    return camera_light(camera, corner, normal);
}

struct totals {
    size_t rays, hits, box_tests;
    double seconds;
};

// One packet of the picture, its upper left pixel at (left, top).
static void draw_tile(const struct camera *camera, const struct tree *tree, size_t size,
                      size_t left, size_t top, uint8_t *pixels, struct totals *totals) {
    struct packet packet;
    struct nearest nearest;
    uint8_t *target[PACKET_RAYS];
    packet.count = 0;
    const double start = cpu_seconds();
    for (size_t row = top; row < top + TILE && row < size; row++) {
        for (size_t column = left; column < left + TILE && column < size; column++) {
            const double half = (double)size / 2;
            aim(camera, ((double)column + 0.5) / half - 1, 1 - ((double)row + 0.5) / half, &packet,
                packet.count);
            target[packet.count++] = pixels + 3 * (size * row + column);
        }
    }
    totals->rays += packet.count;
    totals->box_tests += tree_trace(tree, &packet, &nearest);
    totals->seconds += cpu_seconds() - start;
    for (size_t i = 0; i < packet.count; i++) {
        if (isinf(nearest.t[i])) {
            picture_background((double)top / (double)size, target[i]);
            continue;
        }
        const double light = 0.06 + 0.9 * brightness(camera, tree->mesh, nearest.triangle[i]);
        picture_color(light, 0.85 * light, 0.68 * light, target[i]);
        totals->hits++;
    }
}

int main(int argc, char **argv) {
    size_t size = 1024;
    const char *out = ".";
    for (int option; (option = getopt(argc, argv, "s:o:")) != -1;) {
        switch (option) {
        case 's': size = number_option('s', optarg, 1, 16384); break;
        case 'o': out = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind + 1 != argc) die("%s", usage);
    const char *const mesh_path = argv[optind];
    struct mesh mesh;
    mesh_load(&mesh, mesh_path);
    struct tree tree;
    tree_make(&tree, &mesh);
    const struct camera camera = frame_mesh(&mesh);
    uint8_t *const pixels = resize(NULL, 3 * size * size, 1);
    struct totals totals = {0};
    for (size_t top = 0; top < size; top += TILE) {
        for (size_t left = 0; left < size; left += TILE)
            draw_tile(&camera, &tree, size, left, top, pixels, &totals);
    }
    char *const path = picture_path(out, mesh_path, "");
    picture_write(path, pixels, size, size);
    printf("%s: %s triangles, %s leaves, %zu levels of boxes, %s\n", file_name(mesh_path),
           grouped(mesh.count).text, grouped(mesh.part_count).text, tree.level_count,
           lbx_isa_name(lbx_isa_active()));
    printf("%s rays, %s hits, %s box tests in %.3f s: %.2f M rays/s, %.0f M box tests/s\n",
           grouped(totals.rays).text, grouped(totals.hits).text, grouped(totals.box_tests).text,
           totals.seconds, 1e-6 * (double)totals.rays / totals.seconds,
           1e-6 * (double)totals.box_tests / totals.seconds);
    printf("the picture: %s\n", path);
    free(path);
    free(pixels);
    tree_free(&tree);
    mesh_free(&mesh);
    return EXIT_SUCCESS;
}
