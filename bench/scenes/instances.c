// SPDX-License-Identifier: MIT
#include "instances.h"

#include <stdlib.h>
#include <string.h>

#include "examples/maintenance/shapes.h"
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

static size_t grid_side(size_t count) {
    size_t side = 1;
    while (side * side * side < count) side++;
    return side;
}

static void make_shapes(struct instances *instances, char **files, size_t file_count) {
    enum { MADE = 5 };
    instances->shapes = file_count + MADE;
    if (instances->shapes >= SHAPES_MOST) die("more than %d files", SHAPES_MOST - 1 - MADE);
    instances->shape = resize(NULL, SHAPES_MOST, sizeof *instances->shape);
    memset(instances->shape, 0, SHAPES_MOST * sizeof *instances->shape);
    for (size_t s = 0; s < instances->shapes; s++) {
        struct model *const shape = &instances->shape[s];
        if (s < file_count) {
            add_file(shape, files[s]);
        } else {
            add_shape(shape, (unsigned)(s - file_count));
        }
        model_keep(shape);
        normalize(shape);
    }
}

void instances_make(struct instances *instances, char **files, size_t file_count, size_t count,
                    double spacing) {
    const size_t side = grid_side(count);
    memset(instances, 0, sizeof *instances);
    make_shapes(instances, files, file_count);
    instances->count = instances->moving = count;
    instances->shape_of = resize(NULL, count + 1, sizeof *instances->shape_of); // 1 for a room
    instances->pose = resize(NULL, count + 1, sizeof *instances->pose);
    for (size_t i = 0; i < count; i++) {
        struct random r = random_of(56, i);
        const size_t cell[3] = {i % side, i / side % side, i / side / side};
        instances->shape_of[i] = random_below(&r, (unsigned)instances->shapes);
        for (int c = 0; c < 3; c++)
            instances->pose[i].position[c] =
                spacing * ((double)cell[c] + random_between(&r, -.25, .25));
        turn_anyhow(&r, instances->pose[i].rotation);
    }
}

void instances_scatter(struct instances *instances, double spacing) {
    const double side = spacing * (double)grid_side(instances->moving);
    for (size_t i = 0; i < instances->moving; i++) {
        struct random r = random_of(55, i);
        for (int c = 0; c < 3; c++) instances->pose[i].position[c] = random_between(&r, 0, side);
    }
}

void instances_enclose(struct instances *instances) {
    const struct point x = {1, 0, 0}, y = {0, 1, 0};
    double largest = 0;
    for (int c = 0; c < 3; c++) {
        double min = INFINITY, max = -INFINITY;
        for (size_t i = 0; i < instances->moving; i++) {
            min = fmin(min, instances->pose[i].position[c]);
            max = fmax(max, instances->pose[i].position[c]);
        }
        instances->middle[c] = (min + max) / 2;
        largest = fmax(largest, max - min);
    }
    const double side = instances->side = largest + 1; // half of a shape on either side
    struct model *const room = &instances->shape[instances->shapes];
    add_cuboid(room, here, (double[]){2 * side, 2 * side, 1.5 * side}, x, y, (unsigned[]){8, 8, 8});
    model_keep(room);
    instances->shape_of[instances->count] = (uint32_t)instances->shapes++;
    lbx_rigid_pose *const pose = &instances->pose[instances->count++];
    *pose = (lbx_rigid_pose){{0, 0, 0}, {0, 0, 0, 1}};
    memcpy(pose->position, instances->middle, sizeof pose->position);
}

void instances_free(struct instances *instances) {
    for (size_t s = 0; s < instances->shapes; s++) model_free(&instances->shape[s]);
    free(instances->shape);
    free(instances->shape_of);
    free(instances->pose);
}

void instances_move(struct instances *instances) {
    instances->frame++;
    for (size_t i = 0; i < instances->moving; i++) {
        lbx_rigid_pose *const pose = &instances->pose[i];
        struct random r = random_of(56 + instances->frame, i);
        double square = 0;
        for (int c = 0; c < 3; c++) pose->position[c] += random_between(&r, -.01, .01);
        for (int k = 0; k < 4; k++) {
            pose->rotation[k] += random_between(&r, -.01, .01);
            square += pose->rotation[k] * pose->rotation[k];
        }
        for (int k = 0; k < 4; k++) pose->rotation[k] /= sqrt(square);
    }
}

void rotation_columns(const lbx_rigid_pose *pose, double column[3][3]) {
    const double *const q = pose->rotation;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        column[i][i] = 1 - 2 * (q[j] * q[j] + q[k] * q[k]);
        column[i][j] = 2 * (q[i] * q[j] + q[3] * q[k]);
        column[i][k] = 2 * (q[i] * q[k] - q[3] * q[j]);
    }
}

void instances_corners(const void *instances, uint32_t instance, uint32_t triangle,
                       float corner[3][3]) {
    const struct instances *const all = instances;
    const struct model *const shape = &all->shape[all->shape_of[instance]];
    const lbx_rigid_pose *const pose = &all->pose[instance];
    double column[3][3];
    rotation_columns(pose, column);
    for (int v = 0; v < 3; v++) {
        const float *const at = shape->vertex[shape->triangle[triangle][v]];
        for (int c = 0; c < 3; c++) {
            double sum = pose->position[c];
            for (int k = 0; k < 3; k++) sum += column[k][c] * (double)at[k];
            corner[v][c] = (float)sum;
        }
    }
}

size_t instances_triangles(const struct instances *instances) {
    size_t sum = 0;
    for (size_t i = 0; i < instances->count; i++)
        sum += instances->shape[instances->shape_of[i]].triangles;
    return sum;
}
