// SPDX-License-Identifier: MIT
#include "posed_scenes.h"

#include <math.h>

#include "examples/random.h"

const struct setting settings[] = {
    {"near", 1, 0, 1},
    {"off center", 1, 1000, 1},
    {"far away", 1, 0, 1e6},
    {"large", 0x1p50, 0, 0x1p55},
    {"tiny", 0x1p-60, 0, 0x1p-60},
    {"tiny in a large world", 0x1p-10, 0, 1e9},
    {"off center, far away", 1, 100, 1e7},
    {"denormal", 0x1p-140, 0, 0x1p-140},
    {"all but denormal", 0x1p-130, 0, 0x1p-128},
    {"specks far off center", 0x1p-18, 1, 0x1p-20},
};

const size_t setting_count = sizeof settings / sizeof *settings;

static lbx_rigid_pose any_pose(struct random *r, double far) {
    lbx_rigid_pose pose;
    double square = 0;
    for (int k = 0; k < 4; k++) {
        pose.rotation[k] = random_between(r, -1, 1);
        square += pose.rotation[k] * pose.rotation[k];
    }
    const double length = sqrt(square) * (1 + random_between(r, -.9, .9) * 0x1p-20);
    for (int k = 0; k < 4; k++) pose.rotation[k] /= length;
    for (int c = 0; c < 3; c++) pose.position[c] = far * random_between(r, -1, 1);
    return pose;
}

// A point of a triangle: inside, on an edge or a vertex.
static void point_of(struct random *r, float (*const t)[3], double x[3]) {
    double weight[3] = {1, 0, 0}, all = 0;
    const unsigned corners = 1 + random_below(r, 3), first = random_below(r, 3);
    for (unsigned v = 0; v < 3; v++) weight[v] = v < corners ? random_unit(r) + .01 : 0;
    for (unsigned v = 0; v < 3; v++) all += weight[v];
    for (int c = 0; c < 3; c++) {
        x[c] = 0;
        for (unsigned v = 0; v < 3; v++) x[c] += weight[v] / all * (double)t[(first + v) % 3][c];
    }
}

// Moves x away from the middle of a triangle.
static void move_away(float (*const t)[3], double distance, double x[3]) {
    double way[3], square = 0;
    for (int c = 0; c < 3; c++) {
        way[c] = x[c] - ((double)t[0][c] + (double)t[1][c] + (double)t[2][c]) / 3;
        square += way[c] * way[c];
    }
    for (int c = 0; c < 3 && square > 0; c++) x[c] += distance / sqrt(square) * way[c];
}

void scene_make(struct scene *s, const struct setting *setting, double distance, uint64_t seed) {
    struct random r = random_of(seed, 5);
    s->pose[0] = any_pose(&r, setting->far);
    s->pose[1] = any_pose(&r, setting->size);
    for (int c = 0; c < 3; c++) s->pose[1].position[c] += s->pose[0].position[c];
    for (int t = 0; t < SCENE_TRIANGLES; t++) {
        float(*const a)[3] = &s->vertex[0][3 * t], (*const b)[3] = &s->vertex[1][3 * t];
        const double scale = setting->size * (random_chance(&r, 4) ? random_scale(&r, -12, 0) : 1);
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) {
                const double to = v ? (double)a[0][c] : setting->offset + random_unit(&r);
                a[v][c] = (float)(to + (v ? scale : setting->size) * random_between(&r, -1, 1));
                if (v == 0) a[v][c] = (float)(setting->offset + setting->size * random_unit(&r));
                b[v][c] = (float)(scale * random_between(&r, -1, 1));
            }
        }
        double x[3], to[3], own[3];
        point_of(&r, a, x);
        if (distance > 0) move_away(a, distance, x);
        point_of(&r, b, own);
        pose_into_b(s->pose, x, to);
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) b[v][c] = (float)((double)b[v][c] + (to[c] - own[c]));
        }
    }
}

struct tree tree_of_soup(float (*const vertex)[3], size_t triangles) {
    const lbx_mesh mesh = lbx_mesh_of(vertex[0], 3 * triangles, sizeof *vertex, NULL, triangles);
    return tree_of_view(&mesh, NULL);
}

double size_of(float (*const t)[3]) {
    double size = 0;
    for (int c = 0; c < 3; c++) {
        size += fmax((double)t[0][c], fmax((double)t[1][c], (double)t[2][c])) -
                fmin((double)t[0][c], fmin((double)t[1][c], (double)t[2][c]));
    }
    return size;
}
