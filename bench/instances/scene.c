// SPDX-License-Identifier: MIT
#include "scene.h"

#include <stdlib.h>
#include <string.h>

#include "examples/mesh.h"
#include "examples/random.h"
#include "examples/tool.h"

static const struct point here = {0, 0, 0}, up = {0, 0, 1};
static const double pi = 3.14159265358979323846;

static void add_file(struct model *model, const char *path) {
    struct mesh mesh;
    mesh_load(&mesh, path);
    for (size_t t = 0; t < mesh.count; t++) {
        uint32_t corner[3];
        for (size_t v = 0; v < 3; v++) {
            const struct point at = {(double)mesh.vertex[3 * v][t],
                                     (double)mesh.vertex[3 * v + 1][t],
                                     (double)mesh.vertex[3 * v + 2][t]};
            corner[v] = add_vertex(model, at);
        }
        add_triangle(model, corner[0], corner[1], corner[2]);
    }
    mesh_free(&mesh);
}

// A surface of revolution between two poles, `half` long to either side. `bumps` of its radius come
// and go along it.
static void add_ball(struct model *model, double half, double radius, double bumps, unsigned rings,
                     unsigned sides) {
    struct station profile[CAPSULE_MOST];
    for (unsigned k = 1; k < rings; k++) {
        const double angle = pi * k / rings;
        profile[k - 1].along = -half * cos(angle);
        profile[k - 1].radius = radius * sin(angle) * (1 + bumps * sin(9 * angle));
    }
    add_turned(model, here, up, profile, rings - 1, sides);
}

static void add_shape(struct model *model, unsigned kind) {
    const struct point x = {1, 0, 0}, y = {0, 1, 0};
    switch (kind) {
    case 0: add_torus(model, here, up, 1, .35, 64, 32); break;
    case 1: add_ball(model, 1, 1, .1, 36, 72); break;
    case 2: add_cuboid(model, here, (double[]){.5, .5, .5}, x, y, (unsigned[]){1, 1, 1}); break;
    case 3: add_ball(model, 2.2, 1, 0, 16, 40); break;
    default: add_ball(model, 1, 1, 0, 24, 24);
    }
}

// Moves the middle of the bounds to the origin, and makes their largest side 1.
static void normalize(struct model *model) {
    float middle[3], largest = 0;
    for (int c = 0; c < 3; c++) {
        float min = model->vertex[0][c], max = min;
        for (size_t v = 0; v < model->vertices; v++) {
            min = fminf(min, model->vertex[v][c]);
            max = fmaxf(max, model->vertex[v][c]);
        }
        middle[c] = (min + max) / 2;
        largest = fmaxf(largest, max - min);
    }
    for (size_t v = 0; v < model->vertices; v++)
        for (int c = 0; c < 3; c++)
            model->vertex[v][c] = (model->vertex[v][c] - middle[c]) / largest;
}

static void turn_anyhow(struct random *r, double rotation[4]) { // Shoemake 1992
    const double u = random_unit(r), a = 2 * pi * random_unit(r), b = 2 * pi * random_unit(r);
    rotation[0] = sqrt(1 - u) * sin(a);
    rotation[1] = sqrt(1 - u) * cos(a);
    rotation[2] = sqrt(u) * sin(b);
    rotation[3] = sqrt(u) * cos(b);
}

void scene_make(struct scene *scene, char **files, size_t file_count, size_t count,
                double spacing) {
    enum { MADE = 5 };
    if (file_count > SHAPES_MOST - MADE) die("more than %d files", SHAPES_MOST - MADE);
    memset(scene, 0, sizeof *scene);
    scene->shapes = file_count + MADE;
    for (size_t s = 0; s < scene->shapes; s++) {
        struct model *const shape = &scene->shape[s];
        if (s < file_count) {
            add_file(shape, files[s]);
        } else {
            add_shape(shape, (unsigned)(s - file_count));
        }
        model_keep(shape);
        normalize(shape);
    }
    size_t side = 1;
    while (side * side * side < count) side++;
    scene->count = count;
    scene->shape_of = resize(NULL, count, sizeof *scene->shape_of);
    scene->pose = resize(NULL, count, sizeof *scene->pose);
    for (size_t i = 0; i < count; i++) {
        struct random r = random_of(56, i);
        const size_t cell[3] = {i % side, i / side % side, i / side / side};
        scene->shape_of[i] = random_below(&r, (unsigned)scene->shapes);
        for (int c = 0; c < 3; c++)
            scene->pose[i].position[c] =
                spacing * ((double)cell[c] + random_between(&r, -.25, .25));
        turn_anyhow(&r, scene->pose[i].rotation);
    }
}

void scene_free(struct scene *scene) {
    for (size_t s = 0; s < scene->shapes; s++) model_free(&scene->shape[s]);
    free(scene->shape_of);
    free(scene->pose);
}

void scene_move(struct scene *scene) {
    scene->frame++;
    for (size_t i = 0; i < scene->count; i++) {
        lbx_rigid_pose *const pose = &scene->pose[i];
        struct random r = random_of(56 + scene->frame, i);
        double square = 0;
        for (int c = 0; c < 3; c++) pose->position[c] += random_between(&r, -.01, .01);
        for (int k = 0; k < 4; k++) {
            pose->rotation[k] += random_between(&r, -.01, .01);
            square += pose->rotation[k] * pose->rotation[k];
        }
        for (int k = 0; k < 4; k++) pose->rotation[k] /= sqrt(square);
    }
}
